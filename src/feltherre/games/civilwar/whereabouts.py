"""Where the places are that an order names (03.01.3): objects, their corners, units, and lengths from there."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from feltherre.core.marks import rule
from feltherre.games.civilwar.field import body, by_id, ground, scenario_of, staff_body
from feltherre.games.civilwar.ground import table_of
from feltherre.games.civilwar.orders.places import CornerMark, ObjectMark, Place, PointMark, UnitMark, point_of
from feltherre.games.civilwar.sightings import as_remembered
from feltherre.games.civilwar.state import CivilWarState, Sighting
from feltherre.ground.tabletop.angles import Point, ahead, forward
from feltherre.ground.tabletop.distance import foot, point_distance
from feltherre.ground.tabletop.shapes import middle
from feltherre.ground.tabletop.terrain import Feature

Known = Mapping[str, Sighting]


def place_of(state: CivilWarState, place: Place, near: Point, known: Known) -> Point | None:
    """The point of a place; of a line that which is nearest to `near`. None if what it names is not there any more.
    `known` is what the general knows of the enemy."""
    point = mark_of(state, place.mark, near, known)
    if point is None or place.offset is None:
        return point
    return forward(point, place.offset.direction, place.offset.length)


def mark_of(
    state: CivilWarState, mark: ObjectMark | CornerMark | UnitMark | PointMark, near: Point, known: Known
) -> Point | None:
    if isinstance(mark, PointMark):
        return mark.x, mark.y
    if isinstance(mark, UnitMark):
        return _figure(state, mark.unit, known)
    # a unit that has not seen a fence cleared away still goes to where it stood (03.02.2)
    features = (*ground(state).features, *table_of(scenario_of(state)).features)
    feature = next((one for one in features if one.id == mark.object), None)
    return None if feature is None else mark_on(feature, mark, near)


def mark_on(feature: Feature, mark: ObjectMark | CornerMark, near: Point) -> Point:
    """A corner of a terrain object, or its middle, of a line its nearest point."""
    if isinstance(mark, CornerMark):
        direction = point_of(mark.corner)
        return max(feature.points, key=lambda point: ahead(point[0], point[1], direction))
    return middle(feature.points) if feature.area else nearest_on(feature, near)


def nearest_on(feature: Feature, point: Point) -> Point:
    """The point of a line that is nearest to a place; the first of several."""
    return min((foot(point, a, b) for a, b in pairwise(feature.points)), key=lambda found: point_distance(found, point))


@rule("03.01.4")
def note_places(state: CivilWarState) -> None:
    """The turn begins: what an order names as a mark stays where it is now, since nobody can heed in mid-turn where it
    has gone (03.01.4)."""
    units = {unit.id: body(state, unit).centre for unit in state.units if unit.on_table}
    state.began = units | {one.id: staff_body(one).centre for one in state.staff if one.on_table}


@rule("03.02.2", "03.01.4")
def _figure(state: CivilWarState, name: str, known: Known) -> Point | None:
    """Where a unit or staff figure is, in the turn where it was when that began (03.01.4); an enemy who is out of sight
    is where he was seen last (03.02.2)."""
    sighting, unit = known.get(name), by_id(state, name)
    if name in state.began and (sighting is None or sighting.live):
        return state.began[name]
    if sighting is not None and not (sighting.live and unit is not None and unit.on_table):
        return body(state, as_remembered(state, sighting)).centre
    if unit is not None:
        return body(state, unit).centre if unit.on_table else None
    one = next((one for one in state.staff if one.id == name and one.on_table), None)
    return None if one is None else staff_body(one).centre


def along(feature: Feature, start: Point, end: Point) -> list[Point]:
    """The way along a line from the point of it that is nearest to one place to that nearest to another."""
    first, last = _position(feature, start), _position(feature, end)
    inner = [(place, 0, point) for place, point in enumerate(feature.points)]
    low, high = min(first, last), max(first, last)
    between = [one for one in inner if low[:2] < one[:2] < high[:2]]
    whole = [low, *between, high]
    points = [point for _, _, point in (whole if first <= last else whole[::-1])]
    return [point for place, point in enumerate(points) if place == 0 or point != points[place - 1]]


def _position(feature: Feature, near: Point) -> tuple[int, int, Point]:
    """The stretch of a line on which the point nearest to a place lies, and how far along it."""
    found = [
        (place, point_distance(a, point), point)
        for place, (a, b) in enumerate(pairwise(feature.points))
        for point in (foot(near, a, b),)
    ]
    return min(found, key=lambda one: point_distance(one[2], near))
