"""The server: how long an act takes over WebSocket, alone and beside much else, memory for each game, and bytes.

    python bench/server.py [--seconds 8] [--games 1000] [--sheets random]

A real server (SQLite, WAL, synchronous=FULL) runs in a process of its own; 32 clients, two at each of 16 games of
Norway, play legal moves that they build step by step as the browser does. An act is timed from sending it to its
`done`: it has been validated, written to disk, and told to everybody by then. Everybody thinks a quarter of a second
on average:

    alone                   nothing else is going on
    beside battles          three battles of the Civil War are fought at a person's pace: each has an act every two
                            seconds on average, from order sheets that a computer player has written beforehand
    beside N open games     so many other games have one page open
    flat out                nobody thinks

The Winter War and Normandy are played by eight clients each. All of a run are made in the same run: compare the ratios.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import sys
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from _common import report

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))

import live
from feltherre.core.match import Match
from feltherre.players.listed import make_player
from feltherre.players.player import position_for

CLIENTS = 32
#: the games on hexes, and by how many clients each is played
ON_HEXES: dict[str, dict[str, Any]] = {
    "Winter War": {"game": "winterwar", "options": {"setup": "historical"}},
    "Normandy": {"game": "normandy"},
}
HEX_CLIENTS = 8
SEATS = 2
THINKING = 0.25
#: the battles, and the seconds between two acts of each
BATTLES = ("henry-house-hill", "kernstown", "cornfield")
PACE = 2.0
#: open games are made and opened so many at a time
TOGETHER = 16
#: before anything is measured
WARM_UP = 1.0
#: what all have left is dropped from memory soon, so that it can be seen
SETTINGS = {**live.WITHOUT_RATES, "drop_after": 1.0, "housekeeping": 0.5}


class Measured:
    """What the clients saw."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.updates: list[int] = []
        self.scenes: list[int] = []
        #: seconds of the server's processor time meanwhile
        self.busy = 0.0


class Client(live.Client):
    """A page whose acts are timed as soon as it is given something to note them in."""

    measured: Measured | None = None

    def heard(self, data: str | bytes) -> None:
        if self.measured is not None:
            self.measured.updates.append(len(data.encode() if isinstance(data, str) else data))
            self.measured.scenes.append(len(msgspec.json.encode(self.position["scene"])))

    async def play(self, thinking: float) -> None:
        """Answer whatever is asked, until the game is over or this is cancelled."""
        while not self.position["over"]:
            asked = self.open_decisions()
            if not asked:
                await self.wait_for("position")
                continue
            if thinking:
                await self._read_for(self.rng.expovariate(1 / thinking))
                asked = self.open_decisions()
            act = await self.answer(self.rng.choice(asked)) if asked else None
            if act is not None:
                await self.timed(act)

    async def timed(self, act: dict[str, Any]) -> dict[str, Any]:
        start = time.perf_counter()
        told = await self.ask(act)
        if self.measured is not None and told["type"] == "done":
            self.measured.seconds.append(time.perf_counter() - start)
        return told

    async def _read_for(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self.wait_for("never")
        except TimeoutError:
            pass


class Battle:
    """A battle of the Civil War on the server, and what will be done in it."""

    def __init__(self, clients: dict[str, Client], acts: list[tuple[str, str, Any]]) -> None:
        self.clients = clients
        self.acts = acts

    async def fight(self, rng: Random) -> None:
        """Act by act at a person's pace."""
        for role, decision, action in self.acts:
            await asyncio.sleep(rng.uniform(0.5, 1.5) * PACE)
            told = await self.clients[role].timed(
                {"type": "act", "id": self.clients[role].new_id(), "role": role, "decision": decision, "action": action}
            )
            if told["type"] != "done":
                raise RuntimeError(f"an act of a battle was refused: {told}")


def written(match: Match[Any], player: str, number: int) -> list[tuple[str, str, Any]]:
    """So many acts of the battle from here on, as computer players give them."""
    rng = Random(1)
    acts: list[tuple[str, str, Any]] = []
    players = {role: make_player(match.game, player) for role in match.game.roles}
    while len(acts) < number and not match.over:
        sealed = {one.role for one in match.state.sealed}
        decision = next(one for one in match.decisions() if one.role not in sealed)
        role = decision.role
        action = players[role].choose(position_for(match.game, match.state, (role,), role, rng)).action
        acts.append((role, decision.id, msgspec.to_builtins(action)))
        match.act(role, role, decision.id, action)
    return acts


class Bench:
    """A server and what is measured with it, for so many seconds each time."""

    def __init__(self, directory: Path, seconds: float) -> None:
        self.database = directory / "games.db"
        self.server = live.Process(self.database, SETTINGS)
        self.seconds = seconds
        self.made = 0

    async def clients(self, games: int, form: dict[str, Any]) -> list[Client]:
        """New games of two people, and a client for each of them."""
        found = []
        for _ in range(games):
            self.made += 1
            links = (await self.server.make(**form))["links"].values()
            found += [Client(self.server.port, link, Random(f"{self.made} {seat}")) for seat, link in enumerate(links)]
        return found

    async def norway(self, thinking: float = THINKING) -> Measured:
        return await self.measure(await self.clients(CLIENTS // SEATS, {"game": "norway", "seating": 1}), thinking)

    async def on_hexes(self, form: dict[str, Any]) -> Measured:
        return await self.measure(await self.clients(HEX_CLIENTS // SEATS, form), THINKING)

    async def measure(self, clients: list[Client], thinking: float) -> Measured:
        """The clients at their games, after a moment to warm up."""
        measured = Measured()
        async with AsyncExitStack() as stack:
            for client in clients:
                await stack.enter_async_context(client.connected())
            playing = [asyncio.create_task(client.play(thinking)) for client in clients]
            await asyncio.sleep(WARM_UP)
            for client in clients:
                client.measured = measured
            busy = self.server.busy()
            await asyncio.sleep(self.seconds)
            measured.busy = self.server.busy() - busy
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        return measured

    async def beside_battles(self, sheets: str) -> tuple[Measured, Measured]:
        """(the clients at Norway, the acts of the battles) while three battles are fought."""
        number = math.ceil((WARM_UP + self.seconds) / PACE) + 1
        battles, fought = [await self.battle(scenario, sheets, number) for scenario in BATTLES], Measured()
        async with AsyncExitStack() as stack:
            for battle in battles:
                for client in battle.clients.values():
                    await stack.enter_async_context(client.connected())
                    client.measured = fought
            fighting = [asyncio.create_task(battle.fight(Random(n))) for n, battle in enumerate(battles)]
            measured = await self.norway()
            for task in fighting:
                task.cancel()
            for ended in await asyncio.gather(*fighting, return_exceptions=True):
                if isinstance(ended, Exception):
                    raise ended
        return measured, fought

    async def battle(self, scenario: str, sheets: str, acts: int) -> Battle:
        made = await self.server.make(game="civilwar", scenario=scenario)
        clients = {seat: Client(self.server.port, link, Random(seat)) for seat, link in made["links"].items()}
        # the dice are on the disk, and so what comes of the orders is known beforehand
        return Battle(clients, written(live.match_kept(self.database, made["match"]), sheets, acts))

    async def open(self, number: int, stack: AsyncExitStack) -> None:
        """So many more games, each with one page open."""

        async def one() -> None:
            client, _ = await self.clients(1, {"game": "norway", "seating": 1})
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
        f"{name}: p95 ms": 1000 * percentile(measured.seconds, 0.95),
        f"{name}: p99 ms": 1000 * percentile(measured.seconds, 0.99),
        f"{name}: processor ms of the server for an act and the questions before it": 1000
        * measured.busy
        / len(measured.seconds),
    }


async def run(seconds: float, games: int, sheets: str) -> tuple[dict[str, float], dict[str, float]]:
    """The figures, and how they compare with those of Norway alone."""
    with TemporaryDirectory() as directory:
        bench = Bench(Path(directory), seconds)
        try:
            return await _run(bench, games, sheets)
        finally:
            bench.server.kill()


async def _run(bench: Bench, games: int, sheets: str) -> tuple[dict[str, float], dict[str, float]]:
    seconds, server = bench.seconds, bench.server
    alone = await bench.norway()
    beside, fought = await bench.beside_battles(sheets)
    figures = figures_of("alone", alone, seconds) | figures_of("beside battles", beside, seconds)
    for name, value in (("p50", percentile(fought.seconds, 0.5)), ("longest", max(fought.seconds))):
        figures[f"an act of the battles: {name} ms"] = 1000 * value
    figures |= figures_of("flat out", await bench.norway(0), seconds)
    for name, form in ON_HEXES.items():
        figures |= figures_of(name, await bench.on_hexes(form), seconds)
    figures["bytes of a scene"] = sum(alone.scenes) / len(alone.scenes)
    figures["bytes of an update"] = sum(alone.updates) / len(alone.updates)
    await asyncio.sleep(3)
    before = server.memory()
    async with AsyncExitStack() as stack:
        await bench.open(games, stack)
        figures[f"{games} open games: kB of memory for each"] = (server.memory() - before) / games / 1024
        crowded = await bench.norway()
    figures |= figures_of(f"beside {games} open games", crowded, seconds)
    await asyncio.sleep(3)
    figures[f"{games} games that all have left: kB still held for each"] = (server.memory() - before) / games / 1024
    ratios = {}
    for name, measured in (("beside battles", beside), (f"beside {games} open games", crowded)):
        for part in (0.50, 0.95, 0.99):
            ratio = percentile(measured.seconds, part) / percentile(alone.seconds, part)
            ratios[f"{name}: p{100 * part:.0f} to that of Norway alone"] = round(ratio, 2)
    return figures, ratios


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=8.0, help="of each measurement")
    parser.add_argument("--games", type=int, default=1000, help="open games beside the 16 that are played")
    parser.add_argument("--sheets", default="random", help="the computer player that writes the order sheets")
    options = parser.parse_args()
    started = time.monotonic()
    figures, ratios = asyncio.run(run(options.seconds, options.games, options.sheets))
    report(
        "server",
        figures,
        ratios=ratios,
        clients=CLIENTS,
        thinking_seconds=THINKING,
        seconds_of_each=options.seconds,
        seconds_in_all=round(time.monotonic() - started),
        load_average=round(os.getloadavg()[0], 1),
    )


if __name__ == "__main__":
    main()
