"""Generals: with the middle of their troops, so that all are within 40 cm, and never alone before the enemy."""

from __future__ import annotations

from typing import Final

from feltherre.games.civilwar.field import info
from feltherre.games.civilwar.orders.language import StaffLine, StaffMove, StaffOrder, StaffStay, StaffWith
from feltherre.games.civilwar.orders.places import Offset, Place, UnitMark
from feltherre.games.civilwar.players.knowledge import Knowledge, middle_of
from feltherre.games.civilwar.players.sheet import SheetWriter
from feltherre.games.civilwar.sightings import commands
from feltherre.games.civilwar.state import Staff, Unit
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CIRCLE, CM, DEGREE

COMMAND: Final = 40 * CM
#: so near to the enemy a unit is fired at
UNDER_FIRE: Final = 20 * CM
BEHIND: Final = 6 * CM


def ride(known: Knowledge, writer: SheetWriter, leads: dict[str, str]) -> None:
    """A line for every general: with the attack that he leads, else with the middle of his troops."""
    for general in known.space.generals:
        unit = _with(known, general)
        order: StaffOrder = StaffStay() if unit is None else _beside(known, unit)
        if general.id in leads:
            order = StaffWith(leads[general.id])
        writer.ride(general.id, StaffLine(order, evade="yes"))


def _beside(known: Knowledge, unit: Unit) -> StaffOrder:
    """With the unit itself; behind it where it is under fire, since a general who falls is sorely missed (05.02.7)."""
    near = known.nearest(unit)
    if near is None or near[1] > UNDER_FIRE or unit.building:
        return StaffWith(unit.id)
    back = round((unit.facing + CIRCLE // 2) % CIRCLE / DEGREE) * DEGREE % CIRCLE
    return StaffMove(Place(UnitMark(unit.id), Offset(back, BEHIND)))


def _with(known: Knowledge, general: Staff) -> Unit | None:
    """The unit that a general rides with: the one from which he reaches most of his troops, the middle one of them."""
    mine = [unit for unit in known.own if info(known.state, unit).under == general.id and unit.arm != "wagon"]
    mine = mine or [unit for unit in known.own if commands(known.state, general, unit) and unit.arm != "wagon"]
    steady = [unit for unit in mine if unit.order != "FU"]
    if not steady:
        return None
    return min(steady, key=lambda unit: (_cost(known, unit, steady), unit.id))


def _cost(known: Knowledge, unit: Unit, others: list[Unit]) -> float:
    here = middle_of(known.state, unit)
    ways = [point_distance(here, middle_of(known.state, other)) for other in others]
    out_of_reach = sum(way > COMMAND - 5 * CM for way in ways)
    near = known.nearest(unit)
    danger = 5 * CM if near is not None and near[1] < 6 * CM else 0
    return out_of_reach * 100 * CM + sum(ways) / len(ways) + danger
