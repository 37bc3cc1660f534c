"""kill -9 of a real server at random moments of a running game: no acknowledged act is lost, none is applied twice."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

from feltherre.core.record import Acted, SeatAct, Undone, read_lines
from feltherre.core.replay import resume
from feltherre.server.sqlite_store import SqliteStore
from live import GONE, Client, Process

#: acts that are acknowledged between two kills
BETWEEN = 5


class Persistent(Client):
    """Answers what it is asked, and sends again what was not acknowledged."""

    def __init__(self, token: str, rng: Random) -> None:
        super().__init__(0, token, rng)
        #: an act that was sent and not acknowledged
        self.pending: dict[str, Any] | None = None
        self.acknowledged: list[str] = []
        #: why it has stopped playing
        self.stopped = ""

    async def play(self, port: int) -> None:
        """Until the server is gone or the game is over."""
        self.port, self.stopped = port, "the game is over"
        try:
            async with self.connected():
                await self.talk()
        except GONE as error:
            asked = [decision["id"] for decision in self.position.get("asked", ())]
            self.stopped = f"{type(error).__name__} {error} (asked {asked}, sent {self.pending})"

    async def talk(self) -> None:
        while not self.position["over"]:
            known = self.position
            if self.pending is None:
                self.pending = await self.next_act()
            if self.pending is None:
                # a decision that was closed while it was being answered: what came after it may be there already
                if self.position is known:
                    await self.wait_for("position")
                continue
            told = await self.ask(self.pending)
            if told["type"] == "done":
                self.acknowledged.append(self.pending["id"])
            self.pending = None

    async def next_act(self) -> dict[str, Any] | None:
        """An answer, or now and then an undo or a standing instruction."""
        if self.rng.random() < 0.2 and self.position["can_undo"]:
            return {"type": "undo", "id": self.new_id()}
        if self.rng.random() < 0.05:
            act = {"act": "standing", "role": self.rng.choice(self.welcome["roles"]), "mode": "ask", "unless": []}
            return {"type": "seat", "id": self.new_id(), "act": act}
        # an answer that is in and sealed may be given anew
        asked = self.open_decisions() or (self.position["asked"] if self.rng.random() < 0.1 else [])
        return await self.answer(self.rng.choice(asked)) if asked else None


async def killed(database: Path, rng: Random, kills: int, after: Callable[[float], None], **form: Any) -> int:
    """Play games of this form and kill the server so often, each time in the middle of acts; `after` is told after each
    kill how many seconds the next server took to be there. AssertionError if anything is lost or done twice; how many
    acts were acknowledged."""
    server = Process(database)
    players: list[Persistent] = []
    clients = await _made(server, rng, form)
    try:
        for _ in range(kills):
            playing = _play(clients, server)
            before = _acknowledged(clients)
            while _acknowledged(clients) < before + BETWEEN:
                await asyncio.sleep(0.005)
                if all(task.done() for task in playing):
                    over = all(client.position["over"] for client in clients)
                    assert over, f"nobody plays on: {'; '.join(client.stopped for client in clients)}"
                    players += clients
                    clients, before = await _made(server, rng, form), 0
                    playing = _play(clients, server)
            await asyncio.sleep(rng.random() * 0.1)
            server.kill()
            await asyncio.gather(*playing)
            server = Process(database)
            assert await server.well(), "the server is not well after a kill"
            after(server.up_after)
        playing = _play(clients, server)
        while any(client.pending is not None and client.pending["id"] not in client.acknowledged for client in clients):
            await asyncio.sleep(0.01)
            if all(task.done() for task in playing):
                break
    finally:
        server.kill()
    await asyncio.gather(*playing)
    return await check(database, players + clients)


def _play(clients: list[Persistent], server: Process) -> list[asyncio.Task[None]]:
    return [asyncio.create_task(client.play(server.port)) for client in clients]


def _acknowledged(clients: list[Persistent]) -> int:
    return sum(len(client.acknowledged) for client in clients)


async def _made(server: Process, rng: Random, form: dict[str, Any]) -> list[Persistent]:
    made = await server.make(**form)
    return [Persistent(token, Random(rng.random())) for token in made["links"].values()]


async def check(database: Path, clients: list[Persistent]) -> int:
    """Every acknowledged act is in a record, once; every record replays."""
    ids = await acts_kept(database)
    assert len(set(ids)) == len(ids), "an act was done twice"
    acknowledged = {act_id for client in clients for act_id in client.acknowledged}
    assert acknowledged <= set(ids), "an acknowledged act is lost"
    # of what was never acknowledged at most the last act of each client may have been carried out
    assert len(set(ids) - acknowledged) <= len(clients), "an act was carried out and not acknowledged"
    return len(acknowledged)


async def acts_kept(database: Path) -> list[str]:
    """The ids of all acts that a server's file holds; every record in it replays, with each act in it once."""
    store = SqliteStore(database)
    ids: list[str] = []
    try:
        for game in await _every(store, "SELECT id FROM games"):
            stored = await store.load(game)
            assert stored is not None
            lines = read_lines(b"".join(stored.lines))
            resume(lines, stored.dice_key)
            ids += [act_id for _, act_id, _ in stored.acts]
            from_people = [line for line in lines if isinstance(line, Acted | Undone | SeatAct) and not _is_auto(line)]
            assert len(from_people) == len(stored.acts), "lines of people that are no acts"
            recorded = [line.id for line in lines if isinstance(line, Acted) and line.id]
            assert len(set(recorded)) == len(recorded), "an act is recorded twice"
    finally:
        await store.close()
    return ids


def _every(store: SqliteStore, query: str) -> Awaitable[list[str]]:
    return store._do(lambda db: [row[0] for row in db.execute(query)])


def _is_auto(line: Any) -> bool:
    return isinstance(line, Acted) and line.auto
