"""The server: durable acts a second over WebSocket, how long one takes, memory for each game, bytes on the wire.

    python bench/server.py [--seconds 5] [--games 200,1000]

A real server (SQLite, WAL, synchronous=FULL) runs in a process of its own; 32 clients, two at each of 16 games,
play legal moves that they build step by step as the browser does. An act is timed from sending it to its `done`: it has
been validated, written to disk, and told to everybody by then. `steady`: every client thinks a quarter of a second on
average. `flat out`: nobody thinks.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import msgspec
from _common import report
from websockets.asyncio.client import ClientConnection, connect

CLIENTS = 32
SEATS = 2
THINKING = 0.25
#: open games are made and opened so many at a time
TOGETHER = 16


class Measured:
    """What the clients saw."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.updates: list[int] = []
        self.views: list[int] = []
        #: seconds of the server's processor time meanwhile
        self.busy = 0.0


class Client:
    def __init__(self, link: str, port: int, seed: int) -> None:
        self.link = link
        self.port = port
        self.rng = Random(seed)
        self.position: dict[str, Any] = {}
        self.measured: Measured | None = None
        self._ids = itertools.count()
        self._socket: ClientConnection | None = None

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[None]:
        async with connect(f"ws://127.0.0.1:{self.port}/ws", compression=None, max_queue=None) as socket:
            self._socket = socket
            await self._send({"type": "hello", "token": self.link})
            await self._wait("position")
            yield

    async def play(self, thinking: float) -> None:
        """Answer whatever is asked, until the game is over or this is cancelled."""
        while not self.position["over"]:
            if not self._asked():
                await self._wait("position")
                continue
            if thinking:
                await self._read_for(self.rng.expovariate(1 / thinking))
            act = await self._built()
            if act is None:
                continue
            start = time.perf_counter()
            await self._send(act)
            told = await self._wait("done", "refused", act["id"])
            if self.measured is not None and told["type"] == "done":
                self.measured.seconds.append(time.perf_counter() - start)

    def _asked(self) -> list[dict[str, Any]]:
        answered = self.position["view"]["answered"]
        return [decision for decision in self.position["asked"] if decision["role"] not in answered]

    async def _read_for(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                while True:
                    await self._wait("never")
        except TimeoutError:
            pass

    async def _built(self) -> dict[str, Any] | None:
        """A legal answer at random, or None if the decision was closed meanwhile."""
        asked = self._asked()
        if not asked:
            return None
        decision = self.rng.choice(asked)
        partial: list[Any] = []
        while True:
            question = {"type": "choices", "id": self._id(), "decision": decision["id"], "partial": partial}
            await self._send(question)
            told = await self._wait("choices", "refused", question["id"])
            if told["type"] == "refused":
                return None
            if not told["choices"]:
                answer = {"role": decision["role"], "decision": decision["id"], "action": told["action"]}
                return {"type": "act", "id": self._id(), **answer}
            partial = [*partial, self.rng.choice(told["choices"])["part"]]

    def _id(self) -> str:
        return str(next(self._ids))

    async def _send(self, message: dict[str, Any]) -> None:
        assert self._socket is not None
        await self._socket.send(msgspec.json.encode(message).decode())

    async def _wait(self, *wanted: str) -> dict[str, Any]:
        """The next message of one of these types or with this id."""
        assert self._socket is not None
        types = [word for word in wanted if not word.isdigit()]
        ids = [word for word in wanted if word.isdigit()]
        while True:
            data = await self._socket.recv()
            told: dict[str, Any] = msgspec.json.decode(data)
            if told["type"] == "position":
                self.position = told
                if self.measured is not None:
                    self.measured.updates.append(len(data.encode() if isinstance(data, str) else data))
                    self.measured.views.append(len(msgspec.json.encode(told["view"])))
            if told["type"] in types and (not ids or told.get("id") in ids):
                return told


class Server:
    """The server's process."""

    def __init__(self, directory: Path) -> None:
        words = [sys.executable, __file__, "--serve", str(directory / "games.db")]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().rstrip("/\n").rpartition(":")[2])
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}")

    def memory(self) -> int:
        """Resident bytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * 4096

    def busy(self) -> float:
        """Seconds of processor time that it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def make(self) -> list[str]:
        """A new game of two people: their links."""
        made = (await self.http.post("/api/matches", json={"game": "norway", "seating": 1})).json()
        claimed = (await self.http.post("/api/claim", json={"token": made["invitations"][0]["token"]})).json()
        return [made["link"]["token"], claimed["token"]]

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


def serve(database: str) -> None:
    """In the server's process: the usual server, without limits for its one address."""
    from feltherre.server.running import serve
    from feltherre.server.settings import Settings

    unlimited = Settings(
        messages_per_second=1e9,
        message_burst=1e9,
        connections_per_address=10**6,
        connections=10**6,
        openings_burst=1e9,
        matches_burst=1e9,
        requests_burst=1e9,
        drop_after=1.0,
        housekeeping=0.5,
    )
    serve("127.0.0.1", 0, database, settings=unlimited, tell=lambda address: print(address, flush=True))


async def measure(server: Server, seconds: float, thinking: float) -> Measured:
    """32 clients at their games for so many seconds, after a moment to warm up."""
    clients = [
        Client(link, server.port, seed)
        for game in range(CLIENTS // SEATS)
        for seed, link in enumerate(await server.make(), game * SEATS)
    ]
    measured = Measured()
    async with AsyncExitStack() as stack:
        for client in clients:
            await stack.enter_async_context(client.connected())
        playing = [asyncio.create_task(client.play(thinking)) for client in clients]
        await asyncio.sleep(min(1.0, seconds / 2))
        for client in clients:
            client.measured = measured
        busy = server.busy()
        await asyncio.sleep(seconds)
        measured.busy = server.busy() - busy
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return measured


async def opened(server: Server, number: int, stack: AsyncExitStack) -> None:
    """So many more games, each with one page open."""

    async def one() -> None:
        link, _ = await server.make()
        client = Client(link, server.port, 0)
        await stack.enter_async_context(client.connected())

    for start in range(0, number, TOGETHER):
        await asyncio.gather(*(one() for _ in range(min(TOGETHER, number - start))))


def percentile(values: Sequence[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def figures_of(name: str, measured: Measured, seconds: float) -> dict[str, float]:
    return {
        f"{name}: acts a second": len(measured.seconds) / seconds,
        f"{name}: p50 ms": 1000 * percentile(measured.seconds, 0.50),
        f"{name}: p99 ms": 1000 * percentile(measured.seconds, 0.99),
        f"{name}: processor ms for an act and the questions before it": 1000 * measured.busy / len(measured.seconds),
    }


async def run(seconds: float, games: Sequence[int]) -> dict[str, float]:
    figures: dict[str, float] = {}
    with TemporaryDirectory() as directory:
        server = Server(Path(directory))
        try:
            steady = await measure(server, seconds, THINKING)
            figures |= figures_of("steady", steady, seconds)
            flat_out = await measure(server, seconds, 0)
            figures |= figures_of("flat out", flat_out, seconds)
            figures["bytes of a view"] = sum(steady.views) / len(steady.views)
            figures["bytes of an update"] = sum(steady.updates) / len(steady.updates)
            await asyncio.sleep(3)
            before = server.memory()
            async with AsyncExitStack() as stack:
                there = 0
                for number in games:
                    await opened(server, number - there, stack)
                    there = number
                    figures[f"{number} open games: kB of memory for each"] = (server.memory() - before) / number / 1024
                    measured = await measure(server, seconds, THINKING)
                    figures |= figures_of(f"steady, {number} open games", measured, seconds)
            await asyncio.sleep(3)
            if there:
                figures[f"{there} games that all have left: kB still held for each"] = (
                    (server.memory() - before) / there / 1024
                )
        finally:
            await server.http.aclose()
            server.stop()
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--games", default="200,1000", help="numbers of open games beside the 16 that are played")
    parser.add_argument("--serve", metavar="FILE", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve)
        return
    games = [int(number) for number in options.games.split(",") if number]
    figures = asyncio.run(run(options.seconds, games))
    load = round(os.getloadavg()[0], 1)
    report("server", figures, clients=CLIENTS, thinking_seconds=THINKING, seconds=options.seconds, load_average=load)


if __name__ == "__main__":
    main()
