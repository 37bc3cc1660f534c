"""Cover (02.06.6, 02.06.7, R52): what a unit has against fire or an attack from somewhere.

A wall, bank, field work or wood edge covers a unit that touches it, against what comes across it. A wood covers a unit
of which at least half the figures stand inside, a building the unit that is in it. Only the best counts.
"""

from __future__ import annotations

from typing import Final

from feltherre.core.marks import rule
from feltherre.games.civilwar.field import body, ground, has_moved, kind, pose, shape, special
from feltherre.games.civilwar.procedures.small_arms import cover_behind
from feltherre.games.civilwar.special_rules import CoverUntilMoved
from feltherre.games.civilwar.state import CivilWarState, Unit
from feltherre.ground.tabletop.angles import Point
from feltherre.ground.tabletop.bodies import Body, base_centres
from feltherre.ground.tabletop.distance import CONTACT, nearest_to, point_distance
from feltherre.ground.tabletop.measure import rounded
from feltherre.ground.tabletop.shapes import Outline, lines_meet, middle
from feltherre.ground.tabletop.table import near_feature
from feltherre.ground.tabletop.terrain import Feature, is_on

LIGHT_FIELD_WORK: Final = "light_field_work"


def cover_against(state: CivilWarState, target: Unit, origin: Point, *, artillery: bool = False) -> int:
    """The class of cover that a unit has against fire, or an attack, from a place; 0 is none."""
    return max(_of_terrain(state, target, origin), _until_stirred(state, target, artillery))


def own_cover(state: CivilWarState, firer: Unit, mark: Point) -> int:
    """The cover from which a unit fires at a place (schema V: the firer's own)."""
    return _of_terrain(state, firer, mark)


def nearest_place(target: Body, origin: Point) -> Point:
    """The place of a body that is nearest to another."""
    return min((nearest_to(piece, origin) for piece in target.pieces), key=lambda place: point_distance(origin, place))


@rule("02.06.6", "02.06.7")
def _of_terrain(state: CivilWarState, unit: Unit, origin: Point) -> int:
    """The best class of what covers a unit; a light field work is too low for horses and guns (02.06.7)."""
    own = body(state, unit)
    line = _line_of_fire(origin, nearest_place(own, origin))
    covers = [
        cover_behind(feature.cover, feature.kind == LIGHT_FIELD_WORK, kind(unit))
        for feature in ground(state).near(own.pieces, CONTACT)
        if feature.cover and _covers(state, feature, unit, line)
    ]
    return max(covers, default=0)


def _covers(state: CivilWarState, feature: Feature, unit: Unit, line: Outline) -> bool:
    if feature.type == "building":
        return feature.id == unit.building
    if feature.area:
        return is_inside(state, unit, feature) or near_feature((line,), feature, 0)
    return any(lines_meet(line[0], line[-1], a, b) for a, b in feature.solids)


def _line_of_fire(origin: Point, mark: Point) -> Outline:
    """The line to a unit's nearest place, and a hair farther: a wall that the unit touches may reach under its base."""
    length = point_distance(origin, mark)
    if length == 0:
        return (origin,)
    reach = length + 3 * CONTACT
    x, y = (origin[axis] + rounded((mark[axis] - origin[axis]) * reach, length) for axis in (0, 1))
    return origin, (x, y)


def is_inside(state: CivilWarState, unit: Unit, feature: Feature) -> bool:
    """Whether at least half of a unit's figures stand on an object (R52)."""
    if unit.building:
        return False
    # the bases of a bent column are taken piece by piece
    places = [middle(piece) for piece in body(state, unit).pieces] if unit.trail else []
    places = places or base_centres(shape(state, unit), pose(unit))
    return 2 * sum(is_on(feature, place) for place in places) >= len(places)


@rule("01.05.3")
def _until_stirred(state: CivilWarState, unit: Unit, artillery: bool) -> int:
    """What a scenario gives units that have not moved or fired yet, such as lying down behind a crest."""
    if unit.stirred or has_moved(state, unit):
        return 0
    rules = special(state, CoverUntilMoved)
    return max((one.cover for one in rules if unit.id in one.units and (artillery or one.against == "all")), default=0)
