"""What is hidden is dealt again as a seat could not tell: every byte that the seat is sent must be the same.

The rooms are those of the server, without a network between: two games that differ only in what is hidden cannot be
brought about over the wire.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from battery import somewhere
from feltherre.core.game import Seat, Setup
from feltherre.core.match import SPECTATOR, Match
from feltherre.core.registry import get_game
from feltherre.core.state import canonical
from feltherre.server import telling
from feltherre.server.room import Room
from probing.findings import Findings
from server import test_secrets as secrets

#: ways to play the Civil War: one commander a side, and several
BATTLES: tuple[tuple[str, dict[str, str]], ...] = (
    ("kernstown", {"commanders": "one"}),
    ("henry-house-hill", {"commanders": "several"}),
    ("hokes-run", {"commanders": "one"}),
)
#: the phases of a battle in which somebody is asked
PHASES = ("orders", "turn")
#: acts of one battle after which another is begun
LONG_BATTLE = 40


async def battles(found: Findings) -> None:
    """The Civil War: so many states of each phase, and in each of them every seat and the spectators."""
    wanted = dict.fromkeys(PHASES, found.many(15, 1))
    compared: Counter[tuple[str, str]] = Counter()
    moved: Counter[tuple[str, str]] = Counter()
    seed = 0
    while any(wanted.values()) and seed < found.many(30, 3):
        scenario, options = BATTLES[seed % len(BATTLES)]
        seed += 1
        room = await seated(match_of("civilwar", Random(seed), options, scenario))
        # a share of what is still wanted, so that every way to play has its turn
        here = {phase: -(-number // 2) for phase, number in wanted.items()}
        for _ in range(LONG_BATTLE):
            state = room.match.state
            if room.match.over or not any(here.values()):
                break
            seat = SPECTATOR
            if here.get(state.phase):
                here[state.phase] -= 1
                wanted[state.phase] -= 1
                for seat in everybody(room):
                    kind = (state.phase, "spectators" if seat == SPECTATOR else "a seat")
                    compared[kind] += 1
                    moved[kind] += await compare(found, room, seat)
            await secrets.compare_next_act(room, seat, found.rng)
    for phase in PHASES:
        for who in ("a seat", "spectators"):
            kind = (phase, who)
            found.notes.append(
                f"{phase}, {who}: {compared[kind]} states compared, in {moved[kind]} units stand elsewhere"
            )
            if not found.quick and not moved[kind]:
                found.failures.append(f"civilwar, {phase}: no unseen unit ever stands elsewhere for {who}")


async def cards_and_counters(found: Findings) -> None:
    """Norway, by both rules, and the Winter War: states all along a game, of every seat and the spectators."""
    for game, options in (("norway", {}), ("norway", {"rules": "advanced"}), ("winterwar", {})):
        for number in range(found.many(3, 1)):
            match = match_of(game, Random(f"{game} {number}"), options)
            somewhere(match, found.rng, found.rng.randrange(250))
            if match.over:
                continue
            room = await seated(match)
            for _ in range(found.many(10, 2)):
                if room.match.over:
                    break
                for seat in everybody(room):
                    await compare(found, room, seat)
                await secrets.compare_next_act(room, seat, found.rng)


def match_of(game_id: str, rng: Random, options: dict[str, str], scenario: str = "") -> Match[Any]:
    game = get_game(game_id)
    roles = game.seatings(Setup((), options, scenario))[0]
    seats = tuple(Seat("+".join(held), held) for held in roles)
    return Match(game, Setup(seats, options, scenario), key=rng.randbytes(32), contributions=("probes",))


async def seated(match: Match[Any]) -> Room:
    """A room of the server with a page of everybody."""
    room = secrets.room_of(match)
    for seat in everybody(room):
        await room.join(secrets.Listener(seat), -1)
    return room


def everybody(room: Room) -> list[str]:
    return [*(seat.name for seat in room.match.setup.seats), SPECTATOR]


async def compare(found: Findings, room: Room, seat: str) -> bool:
    """What the seat is told, asked everything it can ask, in the true state and in another; whether units (if it has
    such) stand elsewhere in the other."""
    match = room.match
    twin = secrets.twin_of(room, telling.roles_of(match, seat), found.rng)
    where = f"{match.game.id}, line {match.next_line}, {seat or 'spectators'}"
    for said in secrets.what_a_seat_says(match, seat, found.rng):
        ours, theirs = [await secrets.heard(table, seat, said) for table in (room, twin)]
        found.expect(ours == theirs, f"{where}: another answer to {said}"[:300])
    return places(match.state) != places(twin.match.state)


def places(state: Any) -> bytes:
    """Where the units of a battle stand."""
    return canonical([(unit.x, unit.y) for unit in getattr(state, "units", ()) if hasattr(unit, "x")])
