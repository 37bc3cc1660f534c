"""Houses that count: the companies that fit are sent in, and whoever is in a house that still counts stays there.

In a house there is no flank, the walls take most of the fire, and an attack has to come over them (02.04.3).
"""

from __future__ import annotations

from typing import Final

from feltherre.games.civilwar.buildings import building_of, room_in
from feltherre.games.civilwar.field import is_pinned
from feltherre.games.civilwar.orders.language import Detach, Move, Order
from feltherre.games.civilwar.orders.legs import Enter, Form, GoTo, OrderLeg
from feltherre.games.civilwar.orders.places import ObjectMark, Place
from feltherre.games.civilwar.players.knowledge import Knowledge, middle_of
from feltherre.games.civilwar.players.objectives import Objective
from feltherre.games.civilwar.state import Unit
from feltherre.games.civilwar.victory import is_there
from feltherre.ground.tabletop.angles import Point
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM
from feltherre.ground.tabletop.shapes import middle

#: companies are sent so far to a house, as many cm in a turn, and one turn more to get in
FAR: Final = 75 * CM
MARCH: Final = 22 * CM
#: not while an enemy is so near, nor to a house with enemies so near
NEAR: Final = 9 * CM
BESET: Final = 9 * CM
#: what stays behind is a unit that still counts
LEAST_LEFT: Final = 2


def garrison(known: Knowledge, wanted: list[Objective]) -> dict[str, Order | None]:
    """Unit -> the order to go into a house, or None to stay where it is in one."""
    holds = [one for one in wanted if one.task == "hold" and one.where is not None and not one.spoils]
    holds = [one for one in holds if one.counts(known.turn)]
    found: dict[str, Order | None] = {}
    for unit in known.orders_of:
        if unit.building and any(
            one.is_for(unit) and is_there(known.state, unit, one.where) for one in holds if one.where
        ):
            found[unit.id] = None
    sent: set[str] = set()
    for one in holds:
        for name in one.where.inside if one.where is not None else ():
            if name in sent or building_of(known.state, name) is None:
                continue
            sent.add(name)
            goes = None if _held(known, name) else _sent(known, one, name, found)
            if goes is not None:
                found[goes[0]] = goes[1]
    return found


def _held(known: Knowledge, name: str) -> bool:
    """If somebody is in the house already, friend or enemy."""
    return any(unit.building == name for unit in (*known.own, *known.enemies))


def _sent(known: Knowledge, one: Objective, name: str, taken: dict[str, Order | None]) -> tuple[str, Order] | None:
    feature = building_of(known.state, name)
    assert feature is not None
    place = middle(feature.points)
    if any(point_distance(at, place) <= BESET for at, _ in known.enemy_places()):
        return None
    able = [unit for unit in known.orders_of if unit.id not in taken and _able(known, one, unit, place)]
    fits = [unit for unit in able if unit.companies <= room_in(known.state, name, unit)]
    whole = [unit for unit in able if unit.companies >= feature.capacity + LEAST_LEFT and unit.parent == unit.id]
    for units in (fits, whole):
        near = min(units, key=lambda unit: (point_distance(middle_of(known.state, unit), place), unit.id), default=None)
        if near is not None:
            legs: tuple[OrderLeg, ...] = (GoTo(Place(ObjectMark(name))), Enter(name))
            if near.formation != "march_column":
                legs = (Form("march_column"), *legs)
            return near.id, Move(legs) if units is fits else Detach(feature.capacity, legs)
    return None


def _able(known: Knowledge, one: Objective, unit: Unit, place: Point) -> bool:
    """If a unit can send companies there in time."""
    if unit.arm != "infantry" or unit.building or unit.order not in ("OR", "LU") or not one.is_for(unit):
        return False
    near = known.nearest(unit)
    if is_pinned(known.state, unit) or (near is not None and near[1] <= NEAR):
        return False
    way = point_distance(middle_of(known.state, unit), place)
    due = one.turn or known.last
    return way <= FAR and known.turn + way // MARCH + 1 <= due
