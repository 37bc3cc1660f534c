"""Generals: with the middle of their troops, so that all are within 40 cm, and never alone before the enemy."""

from __future__ import annotations

from typing import Final

from feltherre.games.civilwar.field import info
from feltherre.games.civilwar.orders.language import StaffLine, StaffStay, StaffWith
from feltherre.games.civilwar.players.knowledge import Knowledge, middle_of
from feltherre.games.civilwar.players.sheet import SheetWriter
from feltherre.games.civilwar.sightings import commands
from feltherre.games.civilwar.state import Staff, Unit
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM

COMMAND: Final = 40 * CM


def ride(known: Knowledge, writer: SheetWriter) -> None:
    """A line for every general."""
    for general in known.space.generals:
        unit = _with(known, general)
        order = StaffStay() if unit is None else StaffWith(unit.id)
        writer.ride(general.id, StaffLine(order, evade="yes"))


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
