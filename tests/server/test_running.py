"""`feltherre serve` as a process: it says where it is, stops cleanly, and takes its workers with it."""

import asyncio
import socket
import subprocess
import sys
from pathlib import Path
from random import Random

import httpx
import pytest

from feltherre.core.errors import BadInput
from feltherre.server.running import config_of, listening
from feltherre.server.settings import Settings
from live import Client, Process
from processes import all_gone, children

SERVE = [sys.executable, "-m", "feltherre.cli.main", "serve"]


def test_small_messages_are_sent_at_once() -> None:
    """asyncio turns off the delay of small messages only on sockets that say they are TCP."""
    with listening("127.0.0.1", 0) as listener:
        assert listener.proto == socket.IPPROTO_TCP
        listener.listen()
        with pytest.raises(BadInput):
            listening("127.0.0.1", listener.getsockname()[1])


def test_no_address_is_logged() -> None:
    config = config_of(None, Settings())
    assert not config.access_log
    assert not config.ws_per_message_deflate
    assert config.ws_max_size == 65_536


def test_a_port_or_a_database_that_cannot_be_had_is_told(tmp_path: Path) -> None:
    with listening("127.0.0.1", 0) as listener:
        listener.listen()
        taken = listener.getsockname()[1]
        for words in (["--port", str(taken), "--database", str(tmp_path / "a.db")], ["--database", str(tmp_path)]):
            ran = subprocess.run([*SERVE, "--port", "0", *words], capture_output=True, text=True, timeout=60)
            assert ran.returncode == 2
            assert "Traceback" not in ran.stderr
            assert ran.stderr.strip()


def test_a_server_that_is_stopped_says_good_bye(tmp_path: Path) -> None:
    async def run() -> None:
        server = Process(tmp_path / "games.db")
        made = await server.make(game="norway", seating=1, seat="germany")
        async with Client(server.port, made["link"]["token"], Random(1)).connected() as page:
            server.process.terminate()
            await asyncio.wait_for(page.wait_closed(), 20)
            assert page.close_code in (1001, 1012)
        told, _ = await asyncio.to_thread(server.process.communicate, timeout=20)
        assert "Traceback" not in told + server.complaints.read_text()

    asyncio.run(run())


def test_serve_says_where_the_games_are_and_hears_what_it_is_told(tmp_path: Path) -> None:
    """The names it answers to, the proxy it believes, and how long games are kept."""
    file = tmp_path / "games.db"
    words = ["--host-name", "club.test", "--proxy", "127.0.0.1", "--keep-days", "400"]
    server = Process(file, words=words)
    try:
        assert str(file) in server.told
        with httpx.Client(base_url=server.url, timeout=60) as http:
            named = [http.get("/api/games", headers={"host": host}).status_code for host in ("club.test", "evil.test")]
            assert named == [200, 421]
            # somebody else is another visitor, if a proxy says so: each may make so many games
            form = {"game": "norway", "seating": 1, "seat": "germany"}
            made = [
                http.post("/api/matches", json=form, headers={"x-forwarded-for": visitor}).status_code
                for visitor in ["192.0.2.1"] * (int(Settings().matches_burst) + 1) + ["192.0.2.2"]
            ]
            assert made[-2:] == [429, 201]
    finally:
        server.stop()
    assert "400" in server.told


def test_bad_requests_do_not_fill_the_log(tmp_path: Path) -> None:
    server = Process(tmp_path / "games.db")
    try:
        for _ in range(100):
            with socket.create_connection(("127.0.0.1", server.port), 60) as connection:
                connection.sendall(b"this is no HTTP\r\n\r\n")
                assert connection.recv(100).startswith(b"HTTP/1.1 400 ")
    finally:
        server.stop()
    lines = server.complaints.read_text().splitlines()
    assert sum("Invalid HTTP request" in line for line in lines) == 1


@pytest.mark.skipif(not Path("/proc").exists(), reason="reads /proc")
def test_the_workers_of_a_killed_server_go_with_it(tmp_path: Path) -> None:
    async def run() -> None:
        server = Process(tmp_path / "games.db")
        async with server.http() as http:
            answer = await http.post("/api/odds/norway/land-combat", json={})
            assert answer.status_code == 400, answer.text
        workers = children(server.process.pid)
        assert workers
        server.kill()
        assert await asyncio.to_thread(all_gone, workers)

    asyncio.run(run())
