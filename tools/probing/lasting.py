"""kill -9 in the middle of acts, and a disk that is full: nothing that was acknowledged is lost."""

from __future__ import annotations

import resource
from contextlib import AsyncExitStack

from websockets.exceptions import ConnectionClosed

import kills
from live import Client, Process
from probing.findings import Findings
from probing.refusals import GAMES

#: bytes by which the files of the server may still grow when the disk is nearly "full"
LEFT = 300_000
#: answers after which the disk must have been full
MOST_ACTS = 3000


async def killed(found: Findings) -> None:
    """A game of each kind on a server that is killed again and again; every act that was told to be done is there."""
    for form in GAMES[: found.many(len(GAMES), 1)]:
        up_after: list[float] = []

        def one_more(seconds: float, up_after: list[float] = up_after) -> None:
            found.tried += 1
            up_after.append(seconds)

        database = found.folder / f"{form['game']}.db"
        number = found.many(6, 1)
        try:
            acts = await kills.killed(database, found.rng, number, one_more, **form)
        except AssertionError as error:
            found.failures.append(f"{form['game']}: {error}")
        else:
            found.notes.append(
                f"{form['game']}: {acts} acts acknowledged around {number} kills, all kept; "
                f"there again after at most {max(up_after):.1f} s"
            )


async def full_disk(found: Findings) -> None:
    """The files of a server may not grow any more: acts are refused, nobody is told that one is done that is not kept;
    a new game answers 503, and when there is room again all goes on."""
    database = found.folder / "games.db"
    server = Process(database)
    acknowledged: list[str] = []
    try:
        for form in GAMES[: found.many(len(GAMES), 1)]:
            made = await server.make(**form)
            _let_grow(server, max(file.stat().st_size for file in found.folder.iterdir()) + LEFT)
            clients = [Client(server.port, token, found.rng) for token in made["links"].values()]
            refused = await _play_until_full(found, server, clients, acknowledged)
            found.expect(refused, f"{form['game']}: the disk was never full")
            # an act takes more room than a note that all is well: now there is none for either
            _let_grow(server, 0)
            async with server.http() as http:
                answer = await http.post("/api/matches", json=form)
                found.expect(answer.status_code == 503, f"a new game on a full disk: {answer.status_code}")
                answer = await http.get("/healthz")
                found.expect(answer.status_code == 503, f"/healthz on a full disk: {answer.status_code}")
            _let_grow(server, resource.RLIM_INFINITY)
            done = await _play(clients, found.many(10, 3), acknowledged)
            found.expect(done, f"{form['game']}: nothing goes on when there is room again")
            async with server.http() as http:
                answer = await http.get("/healthz")
                found.expect(answer.status_code == 200, f"/healthz with room again: {answer.status_code}")
    finally:
        server.kill()
    lost = set(acknowledged) - set(await kills.acts_kept(database))
    found.tried += len(acknowledged)
    found.notes.append(f"{len(acknowledged)} acts acknowledged around a full disk, {len(lost)} of them lost")
    found.failures += [f"the acknowledged act {act_id} is lost" for act_id in lost]


def _let_grow(server: Process, most: int) -> None:
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


async def _play_until_full(found: Findings, server: Process, clients: list[Client], acknowledged: list[str]) -> bool:
    """Whether an act was refused because it could not be kept."""
    first = len(acknowledged)
    while len(acknowledged) < first + MOST_ACTS:
        now = len(acknowledged)
        try:
            await _play(clients, 50, acknowledged)
        except ConnectionClosed:  # the room is opened again, and what was not kept is gone
            return True
        if len(acknowledged) < now + 50:
            return True
    return False


async def _play(clients: list[Client], most: int, acknowledged: list[str]) -> bool:
    """Answer so often; whether every answer was taken."""
    async with AsyncExitStack() as stack:
        for client in clients:
            await stack.enter_async_context(client.connected())
        for _ in range(most):
            for client in clients:
                await client.ask({"type": "why-not", "decision": "none", "part": 0})
            asked = [client for client in clients if client.open_decisions()]
            if not asked:
                return False
            act = await asked[0].answer(asked[0].open_decisions()[0])
            told = await asked[0].ask(act) if act is not None else {"type": "refused"}
            if told["type"] != "done":
                return False
            acknowledged.append(told["id"])
    return True
