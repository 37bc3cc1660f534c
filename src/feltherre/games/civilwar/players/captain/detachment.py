"""A detachment: a few units go round the enemy, out of his reach, and wait there for the last turns, when they go to a
place behind him that counts at the end.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from feltherre.games.civilwar.field import brigade_of
from feltherre.games.civilwar.players.captain.routes import MARCH, Routes, Way
from feltherre.games.civilwar.players.knowledge import middle_of
from feltherre.games.civilwar.players.objectives import Objective
from feltherre.games.civilwar.players.ways import SQUARE
from feltherre.games.civilwar.state import Unit
from feltherre.ground.tabletop.angles import Point
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM

#: of so many units one is detached
ONE_OF: Final = 6
#: it waits so far from the enemy
WAITS_OFF: Final = 28 * CM
#: two wait at least so far from each other
APART: Final = 5 * CM
#: what it costs besides the way, in squares: a figure that goes, and a unit that is left behind without a general
FIGURE: Final = 0.5
LEFT: Final = 5.0
#: on its way it comes no nearer to him than this, and from where it waits it has so many squares to go at most
PASSES: Final = 14 * CM
LAST_MARCH: Final = 15


class Errand(NamedTuple):
    """A thing that a few can do: in which places, and how many turns are left."""

    objective: Objective
    spots: list[Point]
    due: int


def detached(routes: Routes, errands: list[Errand], free: list[Unit], most: int) -> dict[str, Point]:
    """Who waits where; `most`: how many at most. All are of one brigade, whose general goes with them."""
    ways = [
        (-errand.objective.points, way, unit)
        for errand in errands
        for unit in free
        if errand.objective.is_for(unit)
        for way in routes.nearest(unit, errand.spots)
        if way.turns <= errand.due and _is_behind(routes, way)
    ]
    brigades: dict[str, list[tuple[float, Way, Unit]]] = {}
    for one in sorted(ways, key=lambda each: (each[0], each[1].cost + FIGURE * each[2].figures, each[2].id)):
        brigades.setdefault(brigade_of(routes.known.state, one[2]), []).append(one)
    found = [_of_brigade(routes, chief, those, most) for chief, those in sorted(brigades.items())]
    return min((one for one in found if one[1]), key=lambda one: one[0], default=((0.0, 0.0), {}))[1]


def _of_brigade(
    routes: Routes, chief: str, ways: list[tuple[float, Way, Unit]], most: int
) -> tuple[tuple[float, float], dict[str, Point]]:
    """Who of a brigade would wait where, with the points that it is for, the most first, and what it costs: their ways,
    their figures, and those who are left without a general."""
    found: dict[str, Point] = {}
    points = cost = 0.0
    for less, way, unit in ways:
        if len(found) >= most:
            break
        place = _waits_at(routes, unit, way.spot)
        if place is None or unit.id in found or any(point_distance(place, other) < APART for other in found.values()):
            continue
        found[unit.id] = place
        points, cost = min(points, less), cost + way.cost + FIGURE * unit.figures
    foot = [unit for unit in routes.known.own if unit.arm == "infantry"]
    left = [unit for unit in foot if unit.id not in found and brigade_of(routes.known.state, unit) == chief]
    return (points, (cost + LEFT * len(left)) / max(1, len(found))), found


def _is_behind(routes: Routes, way: Way) -> bool:
    """Whether the enemy is nearer to the end of a way than the unit that goes there."""
    return routes.known.from_enemy(way.spot) < way.turns * MARCH * SQUARE


def _waits_at(routes: Routes, unit: Unit, spot: Point) -> Point | None:
    """The last place on the way to another that is far from every enemy; None if the way leads too near to one, or not
    near enough to the place."""
    trail = routes.trail(unit, spot)
    if any(routes.known.from_enemy(point) < PASSES for point in trail):
        return None
    near = next((place for place, point in enumerate(trail) if routes.known.from_enemy(point) < WAITS_OFF), len(trail))
    if len(trail) - near > LAST_MARCH:
        return None
    return trail[near - 1] if near else middle_of(routes.known.state, unit)
