"""A real server in a process of its own, and clients that speak to it over the network.

Run as a program it is that server, with settings of its own:

    python tests/live.py --database FILE [--settings JSON]
"""

import argparse
import asyncio
import itertools
import os
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from feltherre.core import match, record, replay
from feltherre.server.running import serve
from feltherre.server.settings import Settings

#: nothing here takes so long
SECONDS = 60.0
#: by then a server that starts can be reached, however loaded the machine is
UP_WITHIN = 120.0
#: what a client sees of a server that is gone
GONE = (ConnectionClosed, OSError, httpx.HTTPError, TimeoutError)
#: settings that let one address ask as much as it likes
WITHOUT_RATES: dict[str, Any] = {
    "messages_per_second": 1e9,
    "message_burst": 1e9,
    "most_malformed": 10**9,
    "matches_burst": 1e9,
    "requests_burst": 1e9,
    "openings_burst": 1e9,
    "connections_per_address": 10**6,
    "connections": 10**6,
}


class Process:
    """A server: `feltherre serve`, or with settings of its own this file. `limits` are the system's,
    `words` more options of the command."""

    def __init__(
        self,
        database: Path,
        settings: Mapping[str, Any] | None = None,
        limits: Mapping[int, tuple[int, int]] | None = None,
        words: Sequence[str] = (),
    ) -> None:
        if settings is None:
            command = ["-m", "feltherre.cli.main", "serve", "--port", "0", *words]
        else:
            command = [__file__, "--settings", msgspec.json.encode(settings).decode()]

        def limit() -> None:
            for what, most in (limits or {}).items():
                resource.setrlimit(what, most)

        #: everything it complains about
        self.complaints = database.with_suffix(".log")
        with self.complaints.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, *command, "--database", str(database)],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                preexec_fn=limit,
            )
        started = time.monotonic()
        #: what it has said until it could be reached
        self.told = ""
        self.port = self._port()
        self.url = f"http://127.0.0.1:{self.port}"
        #: seconds after which it could be reached
        self.up_after = time.monotonic() - started

    def _port(self) -> int:
        """Where it says it is; RuntimeError with its complaints if it says nothing of the kind."""
        assert self.process.stdout is not None
        too_late = Timer(UP_WITHIN, self.process.kill)
        too_late.start()
        try:
            for line in self.process.stdout:
                self.told += line
                if found := re.search(r"://[^ ]*:(\d+)/", line):
                    return int(found[1])
        finally:
            too_late.cancel()
        self.kill()
        raise RuntimeError(f"ended, or not there in {UP_WITHIN:.0f} s: {self.told}{self.complaints.read_text()}")

    async def well(self) -> bool:
        """Whether it says so itself."""
        async with self.http() as http:
            return (await http.get("/healthz")).status_code == 200

    def http(self, source: str = "127.0.0.1") -> httpx.AsyncClient:
        """Somebody who asks over HTTP, from this address of loopback."""
        transport = httpx.AsyncHTTPTransport(local_address=source, verify=False)
        return httpx.AsyncClient(base_url=self.url, timeout=SECONDS, transport=transport)

    async def make(self, **form: Any) -> dict[str, Any]:
        """A new game; its `links`: the link of every seat that people hold."""
        async with self.http() as http:
            answer = await http.post("/api/matches", json=form)
            answer.raise_for_status()
            made: dict[str, Any] = answer.json()
            links = {made["link"]["seat"]: made["link"]["token"]}
            for invitation in made["invitations"]:
                claimed = (await http.post("/api/claim", json={"token": invitation["token"]})).json()
                links[invitation["seat"]] = claimed["token"]
        return {**made, "links": links}

    def memory(self) -> int:
        """Resident bytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * resource.getpagesize()

    def busy(self) -> float:
        """Seconds of processor time that it has used itself."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process.poll() is None:
            os.kill(self.process.pid, how)
        self.process.wait(SECONDS)
        if self.process.stdout is not None:
            self.process.stdout.close()


class Client:
    """One seat's page."""

    def __init__(self, port: int, token: str, rng: Random) -> None:
        self.port = port
        self.token = token
        self.rng = rng
        self.welcome: dict[str, Any] = {}
        self.position: dict[str, Any] = {}
        self.numbers = itertools.count()
        self._socket: ClientConnection | None = None

    @asynccontextmanager
    async def connected(self, source: str = "127.0.0.1") -> AsyncIterator[ClientConnection]:
        """From hello to good-bye."""
        url = f"ws://127.0.0.1:{self.port}/ws"
        async with connect(
            url, compression=None, max_queue=None, max_size=None, open_timeout=SECONDS, local_addr=(source, 0)
        ) as self._socket:
            await self.send({"type": "hello", "token": self.token, "seen": self.position.get("line", -1)})
            self.welcome = await self.wait_for("welcome")
            await self.wait_for("position")
            yield self._socket

    def open_decisions(self) -> list[dict[str, Any]]:
        """What this seat is asked and has not answered yet."""
        answered = self.position["scene"].get("answered", [])
        return [decision for decision in self.position["asked"] if decision["role"] not in answered]

    async def answer(self, decision: Mapping[str, Any]) -> dict[str, Any] | None:
        """A legal answer at random, built step by step as the browser builds it, or None if the decision was closed
        meanwhile. It is not sent."""
        partial: list[Any] = []
        while True:
            told = await self.ask({"type": "choices", "decision": decision["id"], "partial": partial})
            if told["type"] == "refused":
                return None
            if not told["choices"]:
                answer = {"role": decision["role"], "decision": decision["id"], "action": told["action"]}
                return {"type": "act", "id": self.new_id(), **answer}
            partial = [*partial, self.rng.choice(told["choices"])["part"]]

    async def ask(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Send, and wait for what answers it."""
        asked = {"id": self.new_id(), **message}
        await self.send(asked)
        return await self.wait_for(id=asked["id"])

    def new_id(self) -> str:
        return f"{self.token[:4]}-{next(self.numbers)}"

    async def send(self, message: Mapping[str, Any] | str | bytes) -> None:
        assert self._socket is not None
        raw = isinstance(message, str | bytes)
        await self._socket.send(message if raw else msgspec.json.encode(message).decode())

    async def wait_for(self, *types: str, id: str = "") -> dict[str, Any]:  # noqa: A002
        """The next message of one of these types, or of any with this id."""
        while True:
            told = await self.receive()
            if (not types or told["type"] in types) and (not id or told.get("id") == id):
                return told

    async def receive(self) -> dict[str, Any]:
        assert self._socket is not None
        async with asyncio.timeout(SECONDS):
            data = await self._socket.recv()
        told: dict[str, Any] = msgspec.json.decode(data)
        if told["type"] == "position":
            self.position = told
            self.heard(data)
        return told

    def heard(self, data: str | bytes) -> None:
        """A position has come, in these bytes."""


async def up_to_date(client: Client) -> None:
    """Read everything that has been sent so far."""
    await client.ask({"type": "why-not", "decision": "none", "part": 0})


def record_kept(database: Path, match_id: str) -> tuple[bytes, list[bytes]]:
    """The key of the dice and every line of a game's record, as they are on the disk."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        (key,) = db.execute("SELECT dice_key FROM games WHERE id = ?", (match_id,)).fetchone()
        lines = db.execute("SELECT data FROM lines WHERE game_id = ? ORDER BY n", (match_id,)).fetchall()
    return key, [data for (data,) in lines]


def match_kept(database: Path, match_id: str) -> match.Match[Any]:
    """The game as it stands, made from its record, with the dice that are still to come."""
    key, lines = record_kept(database, match_id)
    return replay.resume(record.read_lines(b"".join(lines)), key)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--database", required=True)
    parser.add_argument("--settings", default="{}")
    given = parser.parse_args()
    settings = msgspec.json.decode(given.settings, type=Settings)
    serve("127.0.0.1", 0, given.database, settings=settings, tell=lambda address: print(address, flush=True))


if __name__ == "__main__":
    main()
