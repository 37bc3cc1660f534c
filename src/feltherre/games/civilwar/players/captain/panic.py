"""Panic: what it costs to stand where the flight of a friend may come through (08.03).

Who is in the way of those who run, or beside it, may be carried away, and those behind him with him. So one does not
stand close behind a line that may break, unless its own size makes it safe.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from feltherre.games.civilwar.field import NEAR, grade, is_pinned, shape
from feltherre.games.civilwar.players.dangers import along_and_aside
from feltherre.games.civilwar.players.odds import TWO_DICE
from feltherre.games.civilwar.procedures.morale import order_when_carried
from feltherre.games.civilwar.running import heading_home
from feltherre.games.civilwar.state import CivilWarState, Unit
from feltherre.ground.tabletop.angles import Point, bearing
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM

#: how likely a unit is to run in the next turns: by its order, or by how near the enemy is
BREAKS: Final = {"FU": 1.0, "U": 0.3}
SHAKEN: Final = 0.15
BY_ENEMY: Final = ((20 * CM, 0.1), (40 * CM, 0.04))
#: how far those who run come, and those who have run since the turn before
RUNS: Final = 20 * CM
RUNS_ON: Final = 36 * CM
#: how likely one is to be carried away, by the grade (schema XVIII)
CARRIED: Final = {
    steady: sum(chance for dice, chance in TWO_DICE.items() if order_when_carried("OR", dice + steady) == "FU")
    for steady in (-1, 0, 1, 2)
}
#: from this many times their figures on one is safe (08.03.3)
SAFE: Final = 3
#: what a figure that runs is worth
LOST: Final = 0.7


class Run(NamedTuple):
    """A friend who may run: how likely, from where, in which direction, how far, and how broad."""

    unit: str
    figures: int
    chance: float
    start: Point
    heading: int
    way: int
    half: int


def runs(state: CivilWarState, side: int, foes: list[Unit]) -> list[Run]:
    """Who of a side may run, and where."""
    if not foes:
        return []
    found = []
    for unit in state.units:
        if unit.side != side or not unit.on_table or unit.arm == "wagon":
            continue
        here = (unit.x, unit.y)
        near = min(foes, key=lambda foe: (point_distance((foe.x, foe.y), here), foe.id))
        chance = _chance(state, unit, point_distance((near.x, near.y), here))
        if chance and (near.x, near.y) != here:
            runs_already = unit.order == "FU"
            away = heading_home(state, unit) if runs_already else bearing(unit.x - near.x, unit.y - near.y)
            way = RUNS_ON if runs_already else RUNS
            found.append(Run(unit.id, unit.figures, chance, here, away, way, shape(state, unit).width // 2))
    return found


def _chance(state: CivilWarState, unit: Unit, way: int) -> float:
    if unit.order in BREAKS:
        return BREAKS[unit.order]
    if way > BY_ENEMY[-1][0]:
        return 0.0
    near = next(chance for reach, chance in BY_ENEMY if way <= reach)
    return max(near, SHAKEN if unit.order == "LU" or is_pinned(state, unit) else 0.0)


def panic(state: CivilWarState, unit: Unit, runs_there: list[Run]) -> float:
    """What it costs a unit to stand where it does, with friends who may run."""
    half, here = shape(state, unit).width // 2, (unit.x, unit.y)
    chance = sum(one.chance for one in runs_there if one.unit != unit.id and _is_in_way(one, unit, here, half))
    return LOST * unit.figures * min(1.0, chance) * CARRIED[grade(state, unit)]


def _is_in_way(one: Run, unit: Unit, here: Point, half: int) -> bool:
    if unit.figures >= SAFE * one.figures:
        return False
    along, aside = along_and_aside(one.start, one.heading, here)
    return 0 <= along <= one.way + NEAR and aside <= NEAR + one.half + half
