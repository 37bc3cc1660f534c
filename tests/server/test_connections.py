"""Connections that say nothing: given up, capped per address, and never so many that the server runs out of them."""

import logging
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
import uvicorn

from battery import tried
from feltherre.server import app, quiet, running, sqlite_store
from feltherre.server.connections import OWN_DESCRIPTORS, SHORT_REQUESTS, Places, most_connections
from feltherre.server.hub import Hub
from feltherre.server.settings import Settings

SECONDS = 20.0


@contextmanager
def listening_server(tmp_path: Path, **settings: Any) -> Iterator[int]:
    """A server on loopback, in a thread; gives its port."""
    hub = Hub(sqlite_store.SqliteStore(tmp_path / "games.db"), Settings(workers=0, **settings))
    listener = running.listening("127.0.0.1", 0)
    server = uvicorn.Server(running.config_of(app.make_app(hub), hub.settings))
    thread = Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(SECONDS)


def silent(stack: ExitStack, port: int, number: int, source: str) -> list[socket.socket]:
    """Connections from an address of loopback over which nothing is said."""
    return [
        stack.enter_context(socket.create_connection(("127.0.0.1", port), SECONDS, source_address=(source, 0)))
        for _ in range(number)
    ]


def still_open(connections: list[socket.socket]) -> int:
    found = 0
    for connection in connections:
        connection.setblocking(False)
        try:
            found += connection.recv(1) != b""
        except BlockingIOError:
            found += 1
        except OSError:
            pass
    return found


def becomes(number: int, connections: list[socket.socket]) -> bool:
    """Whether so many are left before long."""
    end = time.monotonic() + SECONDS
    while still_open(connections) != number and time.monotonic() < end:
        time.sleep(0.05)
    return still_open(connections) == number


def healthy(port: int, source: str) -> bool:
    with httpx.Client(transport=httpx.HTTPTransport(local_address=source), timeout=SECONDS) as client:
        return client.get(f"http://127.0.0.1:{port}/healthz").status_code == 200


def test_an_address_has_so_many_connections_and_takes_nobody_elses_place(tmp_path: Path) -> None:
    with listening_server(tmp_path, sockets_per_address=8) as port, ExitStack() as stack:
        kept = silent(stack, port, 30, "127.0.0.9")
        assert becomes(8, kept)
        assert healthy(port, "127.0.0.1")


def test_a_connection_that_says_nothing_is_given_up(tmp_path: Path) -> None:
    with listening_server(tmp_path, request_within=0.2) as port, ExitStack() as stack:
        said_half = stack.enter_context(socket.create_connection(("127.0.0.1", port), SECONDS))
        said_half.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        assert becomes(0, [said_half, *silent(stack, port, 5, "127.0.0.9")])
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=SECONDS) as client:
            assert client.get("/healthz").status_code == 200
            time.sleep(0.4)
            assert client.get("/healthz").status_code == 200, "whoever has asked is kept"


def test_a_server_with_few_descriptors_stays_within_them(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "feltherre.cli.main", "serve", "--port", "0"]
    few = OWN_DESCRIPTORS + 60
    server = subprocess.Popen(
        [*words, "--database", str(tmp_path / "games.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (few, few)),
    )
    try:
        assert server.stdout is not None
        port = int(server.stdout.readline().split("/ ")[0].rpartition(":")[2].strip("/"))
        with ExitStack() as stack:
            kept = [one for host in range(20, 26) for one in silent(stack, port, 40, f"127.0.0.{host}")]
            tried("silent connections", len(kept))
            assert becomes(60, kept)
            for one in kept[:20]:
                one.close()
            time.sleep(0.2)
            assert healthy(port, "127.0.0.1")
    finally:
        server.terminate()
        _, complaints = server.communicate(timeout=SECONDS)
    assert len(complaints.splitlines()) < 20, complaints[:2000]


def test_a_second_request_that_never_ends_is_given_up_too(tmp_path: Path) -> None:
    with listening_server(tmp_path, request_within=0.3) as port, ExitStack() as stack:
        (connection,) = silent(stack, port, 1, "127.0.0.1")
        for _ in range(2):  # whole ones are answered as long as they come
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            answer = b""
            while b'{"ok":true}' not in answer:
                answer += connection.recv(4096)
        connection.sendall(b"GET /hea")
        assert becomes(0, [connection])
        assert healthy(port, "127.0.0.1")


TOO_LONG = b"GET /" + b"a" * 20_000
TOO_LARGE = b"POST /api/claim HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 900000\r\n\r\n{"
BROKEN = b"POST /api/claim HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"


def refused(stack: ExitStack, port: int, beginning: bytes) -> tuple[socket.socket, bytes]:
    """Somebody who is answered, and hung up on, before he has said everything; and what he could read by then."""
    connection = stack.enter_context(socket.create_connection(("127.0.0.1", port), SECONDS))
    connection.sendall(beginning)
    answer = b""
    while part := connection.recv(4096):
        answer += part
    return connection, answer


@pytest.mark.parametrize(
    ("beginning", "status"), [(TOO_LONG, 400), (TOO_LARGE, 413), (BROKEN, 400)], ids=["long", "large", "broken"]
)
def test_whoever_is_refused_before_he_has_said_everything_can_read_why(
    tmp_path: Path, beginning: bytes, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    with listening_server(tmp_path) as port, ExitStack() as stack:
        connection, answer = refused(stack, port, beginning)
        assert answer.startswith(b"HTTP/1.1 %d " % status)
        for _ in range(50):  # a connection that is closed altogether breaks at the second of these
            connection.sendall(b"a" * 4000)
        connection.shutdown(socket.SHUT_WR)
        assert becomes(0, [connection])
        assert healthy(port, "127.0.0.1")
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_whoever_is_refused_is_not_heard_out_for_ever(tmp_path: Path) -> None:
    with listening_server(tmp_path, request_within=0.2) as port, ExitStack() as stack:
        assert breaks(refused(stack, port, TOO_LONG)[0], 1), "after a time"
    with listening_server(tmp_path, unread_bytes=10_000) as port, ExitStack() as stack:
        connection, _ = refused(stack, port, TOO_LONG)
        connection.sendall(b"a" * 10_000)
        assert breaks(connection, 5_000), "after so many bytes"
    with ExitStack() as stack:
        with listening_server(tmp_path) as port:
            connection, _ = refused(stack, port, TOO_LONG)
        assert breaks(connection, 1), "when the server stops"


def breaks(connection: socket.socket, size: int) -> bool:
    """Whether the other side does not listen any more before long, if pieces of this size are said to it."""
    end = time.monotonic() + SECONDS
    try:
        while time.monotonic() < end:
            connection.sendall(b"a" * size)
            time.sleep(0.05)
    except OSError:
        return True
    return False


def test_nonsense_after_an_answer_is_no_fault_of_the_server(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The answer (the path leads nowhere) is complete before the body is; what follows is no chunk."""
    asked = b"POST /api/nothing HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    with listening_server(tmp_path) as port, ExitStack() as stack:
        connection = stack.enter_context(socket.create_connection(("127.0.0.1", port), SECONDS))
        connection.sendall(asked)
        assert connection.recv(4096).startswith(b"HTTP/1.1 4")
        connection.sendall(b"zz\r\n")
        while connection.recv(4096):
            pass
        assert healthy(port, "127.0.0.1")
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def asked_as(port: int, *visitors: str) -> list[int]:
    """What each of these is answered who wants to make a game, as somebody on this machine says who speaks for them."""
    form = {"game": "norway", "seating": 1, "seat": "germany"}
    with httpx.Client(timeout=SECONDS) as client:
        return [
            client.post(
                f"http://127.0.0.1:{port}/api/matches", json=form, headers={"x-forwarded-for": visitor}
            ).status_code
            for visitor in visitors
        ]


def test_only_a_proxy_of_ours_is_believed_on_whom_it_speaks_for(tmp_path: Path) -> None:
    rate: dict[str, Any] = {"matches_burst": 1.0, "matches_per_minute": 1e-6}
    with listening_server(tmp_path, **rate) as port:
        assert asked_as(port, "192.0.2.1", "192.0.2.2") == [201, 429]
    with listening_server(tmp_path, proxies=("192.0.2.9",), **rate) as port:
        assert asked_as(port, "192.0.2.1", "192.0.2.2") == [201, 429]
    with listening_server(tmp_path, proxies=("127.0.0.1",), **rate) as port:
        assert asked_as(port, "192.0.2.1", "192.0.2.2", "192.0.2.1") == [201, 201, 429]


def test_descriptors_are_reckoned_with(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    settings = Settings(connections=100)
    wanted = 100 + SHORT_REQUESTS
    monkeypatch.setattr(resource, "setrlimit", lambda what, limits: asked.append(limits))
    for limits, most in (((256, 512), 512 - OWN_DESCRIPTORS), ((256, 10_000), wanted), ((10_000, 10_000), wanted)):
        monkeypatch.setattr(resource, "getrlimit", lambda what, limits=limits: limits)
        assert most_connections(settings) == most
    assert asked == [(512, 512), (wanted + OWN_DESCRIPTORS, 10_000)]


def test_a_proxy_speaks_for_many(monkeypatch: pytest.MonkeyPatch) -> None:
    places = Places(Settings(sockets_per_address=2, proxies=("192.0.2.1",)))
    assert [places.take("192.0.2.9", 1) for _ in range(3)] == [True, True, False]
    assert all(places.take("192.0.2.1", 1) for _ in range(9))
    places.leave("192.0.2.9")
    assert places.take("192.0.2.9", 1)


def test_a_proxy_speaks_for_many_by_an_address_of_the_new_kind_too() -> None:
    """Of such an address only the first half counts; but the proxy is one machine, not all of its household."""
    places = Places(Settings(sockets_per_address=2, proxies=("2001:db8::1",)))
    assert [places.take("2001:db8::2", 1) for _ in range(3)] == [True, True, False]
    assert not places.take("2001:db8::3", 1)
    assert all(places.take("2001:db8::1", 1) for _ in range(9))
    for host in ("2001:db8::1",) * 9 + ("2001:db8::2",) * 2:
        places.leave(host)
    assert not places.by_address


def test_a_line_that_repeats_itself_is_counted() -> None:
    now = 0.0
    counting = quiet.Counting(lambda: now)

    def written(words: str, *names: str) -> str | None:
        record = logging.LogRecord("asyncio", logging.ERROR, "", 0, words, names, None)
        return record.getMessage() if counting.filter(record) else None

    assert written("out of descriptors") == "out of descriptors"
    assert [written("out of descriptors") for _ in range(5)] == [None] * 5
    assert written("something else") == "something else"
    # with a name in it, it is the same line only with the same name
    assert [written("%s is damaged", name) for name in ("one", "two", "one")] == [
        "one is damaged",
        "two is damaged",
        None,
    ]
    now = quiet.EVERY_SECONDS
    assert written("out of descriptors") == "out of descriptors (and 5 times more since it was last written)"
