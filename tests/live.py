"""A real server in a process of its own, and clients that speak to it over the network.

Run as a program it is that server, with settings of its own and, if a word is given, dice that are known beforehand:

    python tests/live.py --database FILE [--settings JSON] [--seed WORD]
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import itertools
import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

#: nothing here takes so long
SECONDS = 60.0
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
    """A server: `feltherre serve`, or with settings of its own this file. `limits` are the system's."""

    def __init__(
        self,
        database: Path,
        settings: Mapping[str, Any] | None = None,
        limits: Mapping[int, tuple[int, int]] | None = None,
        seed: str = "",
    ) -> None:
        if settings is None and not seed:
            words = ["-m", "feltherre.cli.main", "serve", "--port", "0"]
        else:
            words = [__file__, "--settings", msgspec.json.encode(settings or {}).decode(), "--seed", seed]

        def limit() -> None:
            for what, most in (limits or {}).items():
                resource.setrlimit(what, most)

        #: everything it complains about
        self.complaints = database.with_suffix(".log")
        with self.complaints.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, *words, "--database", str(database)],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                preexec_fn=limit,
            )
        assert self.process.stdout is not None
        told = self.process.stdout.readline()
        found = re.search(r":(\d+)/", told)
        if found is None:
            self.process.wait()
            raise RuntimeError(told + self.complaints.read_text())
        self.port = int(found[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def http(self, source: str = "127.0.0.1") -> httpx.AsyncClient:
        """Somebody who asks over HTTP, from this address of loopback."""
        transport = httpx.AsyncHTTPTransport(local_address=source)
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
        answered = self.position["view"].get("answered", [])
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
        data = await asyncio.wait_for(self._socket.recv(), SECONDS)
        told: dict[str, Any] = msgspec.json.decode(data)
        if told["type"] == "position":
            self.position = told
            self.heard(data)
        return told

    def heard(self, data: str | bytes) -> None:
        """A position has come, in these bytes."""


async def play(clients: Iterable[Client], rng: Random, most: int) -> int:
    """Play on at random; how many answers were given. The clients are connected."""
    pages = list(clients)
    for given in range(most):
        asked = [client for client in pages if client.open_decisions()]
        if not asked:
            return given
        client = rng.choice(asked)
        act = await client.answer(rng.choice(client.open_decisions()))
        if act is not None:
            await client.ask(act)
        for other in pages:
            await up_to_date(other)
    return most


async def up_to_date(client: Client) -> None:
    """Read everything that has been sent so far."""
    await client.ask({"type": "why-not", "decision": "none", "part": 0})


def known_keys(seed: str) -> Iterable[bytes]:
    """The keys of the dice of the first, second and further game of a server with this word."""
    return (hashlib.sha256(f"{seed} {number}".encode()).digest() for number in itertools.count())


def main() -> None:
    from feltherre.server.running import serve
    from feltherre.server.settings import Settings

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--database", required=True)
    parser.add_argument("--settings", default="{}")
    parser.add_argument("--seed", default="")
    given = parser.parse_args()
    keys = iter(known_keys(given.seed))
    settings = msgspec.json.decode(given.settings, type=Settings)
    with patch("feltherre.core.match.new_key", lambda: next(keys)) if given.seed else nullcontext():
        serve("127.0.0.1", 0, given.database, settings=settings, tell=lambda address: print(address, flush=True))


if __name__ == "__main__":
    main()
