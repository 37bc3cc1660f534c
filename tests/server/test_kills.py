"""kill -9 of a real server at random moments of a running game: no acknowledged act is lost, none is applied twice."""

from __future__ import annotations

import asyncio
import itertools
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from battery import tried
from feltherre.core.record import Acted, SeatAct, Undone, read_lines
from feltherre.core.replay import resume
from feltherre.server.sqlite_store import SqliteStore

SECONDS = 60.0
GONE = (ConnectionClosed, OSError, httpx.HTTPError, TimeoutError)


class Process:
    """A server in a process of its own."""

    def __init__(self, database: Path) -> None:
        words = [sys.executable, "-m", "feltherre.cli.main", "serve", "--port", "0", "--database", str(database)]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        told = self.process.stdout.readline()
        found = re.search(r":(\d+)/", told)
        assert found is not None, told + (self.process.stderr.read() if self.process.stderr else "")
        self.port = int(found[1])

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()


class Client:
    """One seat's client: it answers what it is asked, and sends again what was not acknowledged."""

    def __init__(self, token: str, rng: Random) -> None:
        self.token = token
        self.rng = rng
        self.position: dict[str, Any] = {}
        #: an act that was sent and not acknowledged
        self.pending: dict[str, Any] | None = None
        self.acknowledged: list[str] = []
        self.numbers = itertools.count()

    async def play(self, port: int) -> None:
        """Until the server is gone or the game is over."""
        try:
            async with connect(f"ws://127.0.0.1:{port}/ws") as socket:
                await self.talk(socket)
        except GONE:
            return

    async def talk(self, socket: ClientConnection) -> None:
        await self.send(socket, {"type": "hello", "token": self.token, "seen": self.position.get("line", -1)})
        await self.wait_for(socket, "position")
        while not self.position["over"]:
            if self.pending is None:
                self.pending = await self.next_act(socket)
            if self.pending is None:
                await self.wait_for(socket, "position")
                continue
            await self.send(socket, self.pending)
            told = await self.wait_for(socket, "done", "refused", id=self.pending["id"])
            if told["type"] == "done":
                self.acknowledged.append(self.pending["id"])
            self.pending = None

    async def next_act(self, socket: ClientConnection) -> dict[str, Any] | None:
        """An answer, or now and then an undo or a standing instruction."""
        if self.rng.random() < 0.2 and self.position["can_undo"]:
            return {"type": "undo", "id": self.new_id()}
        if self.rng.random() < 0.05:
            role = self.rng.choice(self.position["seats"][0]["roles"])
            act = {"act": "standing", "role": role, "mode": "ask", "unless": []}
            return {"type": "seat", "id": self.new_id(), "act": act}
        if not self.position["asked"]:
            return None
        decision = self.rng.choice(self.position["asked"])
        partial: list[Any] = []
        while True:
            question = {"type": "choices", "id": self.new_id(), "decision": decision["id"], "partial": partial}
            await self.send(socket, question)
            told = await self.wait_for(socket, "choices", "refused", id=question["id"])
            if told["type"] == "refused":
                return None
            if not told["choices"]:
                act = {"role": decision["role"], "decision": decision["id"], "action": told["action"]}
                return {"type": "act", "id": self.new_id(), **act}
            partial.append(self.rng.choice(told["choices"])["part"])

    def new_id(self) -> str:
        return f"{self.token[:4]}-{next(self.numbers)}"

    async def send(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        await socket.send(msgspec.json.encode(message).decode())

    async def wait_for(self, socket: ClientConnection, *types: str, id: str = "") -> dict[str, Any]:  # noqa: A002
        while True:
            told: dict[str, Any] = msgspec.json.decode(await asyncio.wait_for(socket.recv(), SECONDS))
            if told["type"] == "position":
                self.position = told
            if told["type"] in types and (not id or told.get("id") == id):
                return told


@pytest.mark.parametrize("kills", [3, pytest.param(50, marks=pytest.mark.full)])
def test_a_server_that_is_killed_loses_nothing_and_does_nothing_twice(tmp_path: Path, kills: int) -> None:
    asyncio.run(killed(tmp_path / "games.db", Random(kills), kills))


async def killed(database: Path, rng: Random, kills: int) -> None:
    server = Process(database)
    clients, matches = await made(server.port, rng), []
    for _ in range(kills):
        playing = [asyncio.create_task(client.play(server.port)) for client in clients]
        acknowledged = sum(len(client.acknowledged) for client in clients)
        while sum(len(client.acknowledged) for client in clients) < acknowledged + 5:
            await asyncio.sleep(0.005)
            if all(client.position.get("over") for client in clients):
                matches += clients
                await asyncio.gather(*playing)
                clients = await made(server.port, rng)
                playing = [asyncio.create_task(client.play(server.port)) for client in clients]
                acknowledged = 0
        await asyncio.sleep(rng.random() * 0.1)
        server.kill()
        await asyncio.gather(*playing)
        tried("kills of the server")
        server = Process(database)
    playing = [asyncio.create_task(client.play(server.port)) for client in clients]
    while any(client.pending is not None and client.pending["id"] not in client.acknowledged for client in clients):
        await asyncio.sleep(0.01)
        if all(task.done() for task in playing):
            break
    server.kill()
    await asyncio.gather(*playing)
    await check(database, matches + clients)


async def made(port: int, rng: Random) -> list[Client]:
    """A new game of two people."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
        answer = (await http.post("/api/matches", json={"game": "norway", "seating": 1})).json()
        link = (await http.post("/api/claim", json={"token": answer["invitations"][0]["token"]})).json()
    return [Client(token, Random(rng.random())) for token in (answer["link"]["token"], link["token"])]


async def check(database: Path, clients: list[Client]) -> None:
    """Every acknowledged act is in a record, once; every record replays."""
    store = SqliteStore(database)
    games = await store._do(lambda db: [row[0] for row in db.execute("SELECT id FROM games")])
    ids: list[str] = []
    for game in games:
        stored = await store.load(game)
        assert stored is not None
        lines = read_lines(b"".join(stored.lines))
        resume(lines, stored.dice_key)
        ids += [act_id for _, act_id, _ in stored.acts]
        from_people = [line for line in lines if isinstance(line, Acted | Undone | SeatAct) and not is_auto(line)]
        assert len(from_people) == len(stored.acts)
        recorded = [line.id for line in lines if isinstance(line, Acted) and line.id]
        assert len(set(recorded)) == len(recorded)
    await store.close()
    assert len(set(ids)) == len(ids)
    acknowledged = [act_id for client in clients for act_id in client.acknowledged]
    assert len(acknowledged) > 10
    assert set(acknowledged) <= set(ids)
    # of what was never acknowledged at most the last act of each client may have been carried out
    assert len(set(ids) - set(acknowledged)) <= len(clients)


def is_auto(line: Any) -> bool:
    return isinstance(line, Acted) and line.auto
