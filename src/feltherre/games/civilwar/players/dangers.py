"""What lies under the enemy's fire: ground that marches go round where they can, columns before guns."""

from __future__ import annotations

from typing import Final

from feltherre.games.civilwar.orders.language import Move, Order
from feltherre.games.civilwar.orders.legs import Back, Face
from feltherre.games.civilwar.players.knowledge import Knowledge, middle_of
from feltherre.games.civilwar.players.odds import zones_of
from feltherre.games.civilwar.players.ways import Cell, cells_about, middle_of_cell
from feltherre.games.civilwar.state import Unit
from feltherre.ground.tabletop.angles import BITS, Point, ahead, apart, bearing, to_the_right
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM, DEGREE

#: before an enemy one keeps at least so far from him, beside and behind him so far
BEFORE: Final = 15 * CM
BESIDE: Final = 8 * CM
#: he fires so far to each side, and canister reaches so far
ARC: Final = 50 * DEGREE
CANISTER: Final = 17 * CM
#: a battery so near makes a column suffer
UNDER_GUNS: Final = 40 * CM
#: before an enemy so near a step forward, a wheel or a change easily becomes an attack (07.01.2)
AT_GRIPS: Final = 4 * CM
AHEAD: Final = 100 * DEGREE
#: how much dearer such ground is
COSTS_BEFORE: Final = 2.5
COSTS_BESIDE: Final = 2.0


def dangers(known: Knowledge) -> dict[Cell, float]:
    """What the squares near to enemies who still fight cost besides their ground."""
    found: dict[Cell, float] = {}
    for enemy in known.fighting():
        reach = max(reach_before(known, enemy), BESIDE)
        for cell in cells_about(middle_of(known.state, enemy), reach):
            cost = _cost(known, enemy, middle_of_cell(cell), reach)
            if cost:
                found[cell] = max(cost, found.get(cell, 0.0))
    return found


def reach_before(known: Knowledge, enemy: Unit) -> int:
    """How far before an enemy his fire tells."""
    if enemy.arm == "artillery":
        return CANISTER if enemy.formation == "unlimbered" else BESIDE
    zones = zones_of(known.state, enemy)
    return max(BEFORE, zones[1]) if len(zones) > 1 else BESIDE


def is_before(known: Knowledge, enemy: Unit, place: Point) -> bool:
    """If a place is where an enemy can fire."""
    return looks_at(enemy, place, ARC)


def looks_at(unit: Unit, place: Point, arc: int) -> bool:
    """If a place lies within so much of the way a unit faces, to either side."""
    here = (unit.x, unit.y)
    return here != place and apart(bearing(place[0] - here[0], place[1] - here[1]), unit.facing) <= arc


def along_and_aside(start: Point, heading: int, place: Point) -> tuple[int, int]:
    """How far a place lies along a way, and how far to one side of it."""
    x, y = place[0] - start[0], place[1] - start[1]
    return ahead(x, y, heading) >> BITS, abs(to_the_right(x, y, heading)) >> BITS


def _cost(known: Knowledge, enemy: Unit, place: Point, reach: int) -> float:
    way = point_distance(place, middle_of(known.state, enemy))
    if way <= reach and is_before(known, enemy, place):
        return COSTS_BEFORE
    return COSTS_BESIDE if way <= BESIDE else 0.0


def at_grips(known: Knowledge, unit: Unit) -> bool:
    """If an enemy stands so near before a unit, or beside its front, that it would attack him if it stirred."""
    if unit.arm not in ("infantry", "cavalry") or unit.building:
        return False
    near = [enemy for enemy in known.fighting() if known.apart(unit, enemy) <= AT_GRIPS]
    places = [middle_of(known.state, enemy) for enemy in near]
    here = (unit.x, unit.y)
    return any(
        place != here and apart(bearing(place[0] - unit.x, place[1] - unit.y), unit.facing) <= AHEAD for place in places
    )


def provokes(known: Knowledge, unit: Unit, order: Order) -> bool:
    """If a march would become an attack without orders, which is seldom a good one (07.01.3)."""
    if not isinstance(order, Move) or isinstance(order.legs[0], Back) or order.legs[0] == Face("about"):
        return False
    return at_grips(known, unit)


def under_guns(known: Knowledge, unit: Unit) -> bool:
    """If an enemy battery in action can reach a unit."""
    guns = [one for one in known.fighting() if one.arm == "artillery" and one.formation == "unlimbered"]
    here = middle_of(known.state, unit)
    return any(known.apart(unit, one) <= UNDER_GUNS and is_before(known, one, here) for one in guns)
