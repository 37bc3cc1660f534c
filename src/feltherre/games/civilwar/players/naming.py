"""Places as a commander writes them: whole centimetres in one of the sixteen directions of the compass, from the unit
itself or, where that says it better, from something on the table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from feltherre.games.civilwar.field import scenario_of
from feltherre.games.civilwar.ground import table_of
from feltherre.games.civilwar.orders.places import COMPASS, POINT, CornerMark, Mark, ObjectMark, Offset, Place, UnitMark
from feltherre.games.civilwar.state import CivilWarState, Unit
from feltherre.games.civilwar.whereabouts import mark_on
from feltherre.ground.tabletop.angles import BITS, Point, ahead, bearing, forward
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CIRCLE, CM, rounded
from feltherre.ground.tabletop.table import Table
from feltherre.ground.tabletop.terrain import Feature

#: a place this near to the one that was meant is it
NEAR_ENOUGH: Final = CM
#: things farther off than this are no marks for a place
ABOUT: Final = 25 * CM
#: every second point of the compass is a corner that people name
_CORNERS: Final = COMPASS[::2]


def compass_point(direction: int) -> int:
    """The nearest of the sixteen directions of the compass."""
    return rounded(direction, POINT) * POINT % CIRCLE


def written(state: CivilWarState, unit: Unit, middle: Point, point: Point) -> Place | None:
    """A point as an order names it: so far from where a unit stands, if that comes near enough; else from whatever on
    the table makes it most exact. None if it is where the unit stands."""
    if point_distance(middle, point) < CM // 10:
        return None
    own = _from(UnitMark(unit.id), middle, point)
    if own[0] <= NEAR_ENOUGH:
        return own[1]
    near = [(mark, at) for mark, at in _marks(table_of(scenario_of(state))) if _is_about(at, point)]
    others = [_from(mark, at, point) for mark, at in near]
    return min([own, *others], key=lambda one: one[0])[1]


def _from(mark: Mark, start: Point, point: Point) -> tuple[int, Place]:
    """A point from a mark, and how far off it that is."""
    if start == point:
        return 0, Place(mark)
    direction = compass_point(bearing(point[0] - start[0], point[1] - start[1]))
    length = max(CM, rounded(_along(start, point, direction), CM) * CM)
    return point_distance(forward(start, direction, length), point), Place(mark, Offset(direction, length))


def _along(start: Point, point: Point, direction: int) -> int:
    """How far a point lies from another in a direction."""
    return ahead(point[0] - start[0], point[1] - start[1], direction) >> BITS


def _is_about(at: Point, point: Point) -> bool:
    return abs(at[0] - point[0]) <= ABOUT and abs(at[1] - point[1]) <= ABOUT


@lru_cache(maxsize=32)
def _marks(table: Table) -> tuple[tuple[Mark, Point], ...]:
    """What a place can be named from on a table, and where that is."""
    return tuple(mark for feature in table.features for mark in _marks_on(feature))


def _marks_on(feature: Feature) -> Iterator[tuple[Mark, Point]]:
    marks = [CornerMark(feature.id, corner) for corner in _CORNERS]
    found = {mark_on(feature, mark, (0, 0)): mark for mark in reversed(marks)}
    yield from ((mark, at) for at, mark in found.items())
    if feature.area:
        middle = ObjectMark(feature.id)
        yield middle, mark_on(feature, middle, (0, 0))
