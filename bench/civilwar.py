"""The Civil War: turns a second in self-play of random sheets, and how the cost of a turn grows with the units.

python bench/civilwar.py

The large tables are made of the cornfield's first ten units a side with their ground and generals, copied side by side
and one behind the other, so that they stand as densely. Figures by CPU time, which a busy machine changes less, stand
under facts; all of a run are made in the same run.
"""

from __future__ import annotations

import os
import time
from random import Random
from typing import Any

from _common import per_second, report
from msgspec.structs import replace

from feltherre.core import engine
from feltherre.core.dice import KeyedStream
from feltherre.core.game import Seat, Setup
from feltherre.core.table import Table
from feltherre.games.civilwar.brief import Scenario, SideData
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.scenario import lend_scenario, load_scenario
from feltherre.games.civilwar.state import CivilWarState
from feltherre.ground.tabletop.shapes import moved
from feltherre.ground.tabletop.terrain import Feature

#: units a side in a block, and how the blocks lie (across, deep)
BLOCK = 10
TABLES = {20: (1, 1), 40: (2, 1), 80: (2, 2), 160: (4, 2)}
#: turns that are played on a large table
TURNS = 3
SEATS = tuple(Seat(role, (role,)) for role in GAME.roles)


class Play:
    """Random players, one turn after another; when a battle is over the next begins."""

    def __init__(self, scenario: str) -> None:
        self.scenario = scenario
        self.seed = 0
        self.rng = Random(0)
        #: CPU seconds for writing sheets and answers, and for carrying them out
        self.writing = self.running = 0.0
        self._begin()

    def _begin(self) -> None:
        self.seed += 1
        state = CivilWarState()
        self.table = Table(GAME, state, KeyedStream(self.seed.to_bytes(32, "big")), quiet=True)
        GAME.begin(Setup(SEATS, scenario=self.scenario), self.table)
        engine.settle(self.table)

    def turn(self) -> int:
        state, turn = self.table.state, self.table.state.turn
        while state.turn == turn and (decisions := engine.open_decisions(GAME, state)):
            decision = decisions[len(state.sealed)]
            start = time.process_time()
            action = decision.space.sample(self.rng)
            written = time.process_time()
            engine.carry_out(self.table, decisions, decision.role, action)
            self.writing += written - start
            self.running += time.process_time() - written
        if state.result is not None:
            self._begin()
        return 1


def large(count: int) -> str:
    """A scenario of so many units; its name."""
    base = load_scenario("cornfield")
    across, deep = TABLES[count]
    places = [(x * base.width, y * base.height) for x in range(across) for y in range(deep)]
    made = replace(
        base,
        id=f"bench-{count}",
        width=base.width * across,
        height=base.height * deep,
        terrain=tuple(_shifted(one, *place) for place in places for one in base.terrain),
        sides=tuple(_copied(base, side, places) for side in base.sides),
        victory=(),
        special=(),
    )
    lend_scenario(made)
    return made.id


def _name(name: str, dx: int, dy: int) -> str:
    return f"{name}-{dx // 1000}-{dy // 1000}"


def _shifted(one: Feature, dx: int, dy: int) -> Feature:
    solids = tuple(moved(solid, dx, dy) for solid in one.solids)
    west, south, east, north = one.box
    return replace(
        one,
        id=_name(one.id, dx, dy),
        points=moved(one.points, dx, dy),
        crest=moved(one.crest, dx, dy),
        solids=solids,
        box=(west + dx, south + dy, east + dx, north + dy),
        crosses=_name(one.crosses, dx, dy) if one.crosses else "",
    )


def _copied(base: Scenario, side: SideData, places: list[tuple[int, int]]) -> SideData:
    """The staff and the first units of a side in every block; the chief of each block is one of his own."""

    def there(one: Any, dx: int, dy: int) -> Any:
        x, y = one.at
        under = _name(one.under, dx, dy) if one.under else ""
        return replace(one, id=_name(one.id, dx, dy), at=(x + dx, y + dy), under=under)

    standing = [unit for unit in side.units if unit.at is not None][:BLOCK]
    staff = [one for one in side.staff if one.at is not None]
    return replace(
        side,
        staff=tuple(there(one, *place) for place in places for one in staff),
        units=tuple(there(one, *place) for place in places for one in standing),
        succession=(),
    )


def cost(scenario: str) -> dict[str, Any]:
    """CPU milliseconds of a turn, for writing the sheets and for carrying them out."""
    play = Play(scenario)
    units = sum(1 for unit in play.table.state.units if unit.on_table)
    for _ in range(TURNS):
        play.turn()
    sheets, turn = play.writing * 1000 / TURNS, play.running * 1000 / TURNS
    return {
        "units": units,
        "sheets_ms": round(sheets, 1),
        "turn_ms": round(turn, 1),
        "turn_ms_a_unit": round(turn / units, 2),
    }


def main() -> None:
    figures, facts = {}, {}
    for scenario in GAME.scenarios:
        play = Play(scenario)
        figures[f"turns_per_second_{scenario}"] = per_second(play.turn, 8.0)
        facts[scenario] = len(load_scenario(scenario).units)
    growth = {str(count): cost(large(count)) for count in TABLES}
    smallest = growth[str(min(TABLES))]["turn_ms"]
    report(
        "civilwar",
        figures,
        units=facts,
        growth=growth,
        times_the_smallest={count: round(found["turn_ms"] / smallest, 2) for count, found in growth.items()},
        load=round(os.getloadavg()[0], 2),
    )


main()
