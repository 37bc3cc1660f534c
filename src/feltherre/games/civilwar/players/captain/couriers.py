"""Couriers: whoever is too far from his general to be given an order gets one by courier, to march to where the general
is (03.03.2). He goes on with it turn by turn (03.03.3), and the courier with him.
"""

from __future__ import annotations

from typing import Final

from feltherre.games.civilwar.command import in_command, near_general
from feltherre.games.civilwar.field import general_of, is_pinned, touching
from feltherre.games.civilwar.orders.language import (
    Courier,
    Move,
    OrderLine,
    StaffLine,
    StaffMove,
    StaffOrder,
    StaffWith,
)
from feltherre.games.civilwar.orders.legs import Go
from feltherre.games.civilwar.players.knowledge import Knowledge, middle_of
from feltherre.games.civilwar.players.naming import compass_point, written
from feltherre.games.civilwar.players.sheet import PREFS, SheetWriter
from feltherre.games.civilwar.state import Staff, Unit
from feltherre.ground.tabletop.angles import bearing
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM

#: a courier who has nothing to do comes back to so near to his general
AT_HAND: Final = 25 * CM


def send(known: Knowledge, writer: SheetWriter) -> None:
    """A line for every courier who has something to do."""
    for general in known.space.generals:
        theirs = [one for one in known.space.staff if one.rank == "courier" and one.under == general.id]
        free = [one for one in theirs if not one.bound_for]
        served = {one.bound_for for one in theirs} | {one.beside for one in theirs}
        for unit in _out_of_reach(known, general, writer):
            near = [one for one in free if near_general(one, general)]
            if unit.id not in served and near:
                courier = min(near, key=lambda one: (point_distance((one.x, one.y), (unit.x, unit.y)), one.id))
                free.remove(courier)
                writer.ride(courier.id, StaffLine(_to(unit, general), evade="yes"))
        for courier in free:
            _back(known, writer, general, courier)


def _out_of_reach(known: Knowledge, general: Staff, writer: SheetWriter) -> list[Unit]:
    """Those who need an order and cannot be given one, the strongest first."""
    mine = [unit for unit in known.orders_of if (chief := general_of(known.state, unit)) and chief.id == general.id]
    need = [unit for unit in mine if unit.order in ("OR", "LU") and not is_pinned(known.state, unit)]
    stand = [unit for unit in need if not in_command(known.state, unit) and not _marches(writer, unit)]
    free = [unit for unit in stand if not any(touching(known.state, unit, enemy) for enemy in known.enemies)]
    return sorted(free, key=lambda unit: (-unit.figures, unit.id))


def _marches(writer: SheetWriter, unit: Unit) -> bool:
    line = writer.units.get(unit.id)
    return line is not None and isinstance(line.order, Move)


def _to(unit: Unit, general: Staff) -> StaffOrder:
    """To march to the general, until one is told otherwise."""
    way = bearing(general.x - unit.x, general.y - unit.y) if (general.x, general.y) != (unit.x, unit.y) else unit.facing
    return Courier(unit.id, OrderLine(Move((Go(compass_point(way)),)), PREFS))


def _back(known: Knowledge, writer: SheetWriter, general: Staff, courier: Staff) -> None:
    """A courier who has brought his order rides along with the unit while it is far away, then comes back."""
    far = [unit for unit in known.own if unit.id == courier.beside and not in_command(known.state, unit)]
    if far or point_distance((courier.x, courier.y), (general.x, general.y)) <= AT_HAND:
        if far:
            writer.ride(courier.id, StaffLine(StaffWith(far[0].id), evade="yes"))
        return
    if not known.own:
        return
    here = (general.x, general.y)
    mark = min(known.own, key=lambda unit: (point_distance(middle_of(known.state, unit), here), unit.id))
    to = written(known.state, mark, middle_of(known.state, mark), here)
    if to is not None:
        writer.ride(courier.id, StaffLine(StaffMove(to), evade="yes"))
