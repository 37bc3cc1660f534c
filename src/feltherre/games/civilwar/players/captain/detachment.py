"""A detachment: a few units go round the enemy, out of his reach, and wait there for the last turns, when they go to a
place behind him that counts at the end.
"""

from __future__ import annotations

from typing import Final, NamedTuple

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
#: on its way it comes no nearer to him than this, and from where it waits it has so many squares to go at most
PASSES: Final = 14 * CM
LAST_MARCH: Final = 15


class Errand(NamedTuple):
    """A thing that a few can do: in which places, and how many turns are left."""

    objective: Objective
    spots: list[Point]
    due: int


def detached(routes: Routes, errands: list[Errand], free: list[Unit], most: int) -> dict[str, Point]:
    """Who waits where; `most`: how many at most."""
    ways = [
        (-errand.objective.points, way, unit.id)
        for errand in errands
        for unit in free
        if errand.objective.is_for(unit)
        for way in routes.nearest(unit, errand.spots)
        if way.turns <= errand.due and _is_behind(routes, way)
    ]
    found: dict[str, Point] = {}
    for _, way, name in sorted(ways):
        if len(found) >= most:
            break
        place = _waits_at(routes, next(unit for unit in free if unit.id == name), way.spot)
        if place is None or name in found or any(point_distance(place, other) < APART for other in found.values()):
            continue
        found[name] = place
    return found


def _is_behind(routes: Routes, way: Way) -> bool:
    """If the enemy is nearer to where a way leads than who goes there."""
    return routes.from_enemy(way.spot) < way.turns * MARCH * SQUARE


def _waits_at(routes: Routes, unit: Unit, spot: Point) -> Point | None:
    """The last place on the way to another that is far from every enemy; None if the way leads too near to one, or not
    near enough to the place."""
    trail = routes.trail(unit, spot)
    if any(routes.from_enemy(point) < PASSES for point in trail):
        return None
    near = next((place for place, point in enumerate(trail) if routes.from_enemy(point) < WAITS_OFF), len(trail))
    if len(trail) - near > LAST_MARCH:
        return None
    return trail[near - 1] if near else middle_of(routes.known.state, unit)
