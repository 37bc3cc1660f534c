"""Obstacles on a way (02.06.6, schema III): what nobody of an arm goes over, where a road leads through, and over what
length the rest is passed (R19).
"""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import Final, Protocol

from feltherre.core.marks import rule
from feltherre.games.civilwar.ground import in_march_column
from feltherre.games.civilwar.marchers import Marcher, rate_of, rate_over
from feltherre.games.civilwar.room import IMPASSABLE
from feltherre.ground.tabletop.angles import Point, apart, bearing, forward
from feltherre.ground.tabletop.bodies import Pose, round_length
from feltherre.ground.tabletop.measure import CIRCLE, rounded
from feltherre.ground.tabletop.motion import NEVER, way_until
from feltherre.ground.tabletop.shapes import Box, Outline, box_of, boxes_meet, joined, widened
from feltherre.ground.tabletop.table import Table
from feltherre.ground.tabletop.terrain import Feature

#: what bars a way
OBSTACLE: Final = "obstacle"
BUILDING: Final = "building"
#: a bend of so little is none, in 0.1 degree
HARDLY: Final = 2
#: what stands along the fields, and has a gap where a road goes through it; works and whatever else was put across a
#: road have none
_FIELD_EDGES: Final = ("fence_or_hedge", "wall", "bank_or_dyke", "ditch")
_PUT_UP: Final = ("linear", "work", "material")


class Going(Protocol):
    """A way of a body, straight or by a wheel: places are named by the march length up to them."""

    table: Table
    who: Marcher
    length: int

    def at(self, way: int) -> Point:
        """Where the middle of the front is."""

    def leading(self, way: int) -> Point:
        """Where the middle of the edge is that goes first: the front, or the rear of who goes backwards."""

    def box(self) -> Box:
        """A box that the body does not leave."""

    def touches(self, solids: tuple[Outline, ...], half: int) -> bool:
        """If the body touches something at the start."""

    def meets(self, solids: tuple[Outline, ...], half: int, after: int = 0) -> int:
        """How far until the body touches something; NEVER if it does not."""

    def clear_of(self, solids: tuple[Outline, ...], half: int, after: int = 0) -> int:
        """How far until the body no longer touches something; the whole way if it always does."""


def barred_by(feature: Feature, who: Marcher) -> str:
    """Why nobody of this kind goes over an object ("": he may)."""
    if feature.type == "building":
        return BUILDING
    if feature.type == "canal" or (feature.obstacle and rate_over(who, feature.obstacle) is None):
        return OBSTACLE
    return ""


def outline_of(feature: Feature) -> tuple[tuple[Outline, ...], int]:
    """What is touched of an object: all of it; of a wood its edge, which is the obstacle (schema XXII)."""
    if feature.type == "wood":
        return tuple(zip(feature.points, (*feature.points[1:], feature.points[0]), strict=True)), 0
    return feature.solids, feature.half


def stretches(feature: Feature, box: Box) -> list[tuple[Outline, ...]]:
    """What of an object is come to by itself: each stretch of a line or of the edge of a wood that reaches into a box,
    for a way may lead over one of them and then over another; an area is one thing."""
    solids, half = outline_of(feature)
    if feature.area and feature.type != "wood":
        return [solids]
    found: list[tuple[Outline, ...]] = []
    for solid in solids:
        if not boxes_meet(widened(box_of(solid), half), box):
            continue
        if found and _goes_straight_on(found[-1][-1], solid):
            found[-1] = *found[-1], solid
        else:
            found.append((solid,))
    return found


def _goes_straight_on(one: Outline, following: Outline) -> bool:
    """If a stretch of a line goes on into the next one without a bend, so that both are one."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = following
    return (bx, by) == (cx, cy) and apart(bearing(bx - ax, by - ay), bearing(dx - cx, dy - cy)) <= HARDLY


def led_over(way: Going, feature: Feature, solids: tuple[Outline, ...]) -> bool:
    """If a column or a rider is led over a stretch of an object: where it comes to it, and where the head of a column
    that goes over it has left it, since the fence beside a road is not one through which the road leads."""
    half = outline_of(feature)[1]
    if feature.type == "building" or not in_march_column(way.who.formation, way.who.arm):
        return False
    met = way.meets(solids, half)
    if met == NEVER or not _leads_over(way.table, way.leading(met), feature):
        return False
    if not way.who.column or not _goes_over(way, solids, half):
        return True
    return _leads_over(way.table, way.at(way.clear_of(solids, half, met)), feature)


@rule("02.06.6", "10.04.1")
def _leads_over(table: Table, point: Point, feature: Feature) -> bool:
    """Bridges and fords lead a column over a canal, roads through whatever stands beside them; but works have no gate,
    nor has what nobody can pass (R97)."""
    leads = [one for one in table.under(point) if one.type in ("road", "bridge", "ford")]
    if feature.obstacle == IMPASSABLE or (feature.type in _PUT_UP and feature.kind not in _FIELD_EDGES):
        return any(one.crosses == feature.id for one in leads)
    return bool(leads)


@rule("02.06.6")
def crossings(way: Going, trail: tuple[Point, ...] = ()) -> list[tuple[int, int, int]]:
    """Over which parts of the way which class of obstacle is passed: from the touch of the front until the rear has
    left it, which is the depth of the body and the thickness of the object (R19). `trail`: where the head of a column
    has come from."""
    found = []
    path = _behind(way, trail) if way.who.column else ()
    box = joined([way.box(), box_of(path)]) if path else way.box()
    for feature in way.table.meeting(box):
        if not feature.obstacle or barred_by(feature, way.who) or _costs_nothing(way.who, feature.obstacle):
            continue
        for solids in stretches(feature, box):
            found += [(begin, end, feature.obstacle) for begin, end in _passages(way, feature, solids)]
            if left := _left_over(way, feature, solids, path):
                found.append((0, left, feature.obstacle))
    return found


def _passages(way: Going, feature: Feature, solids: tuple[Outline, ...]) -> list[tuple[int, int]]:
    """The parts of a way on which its front has come to a stretch of an object and its rear has not left it."""
    if led_over(way, feature, solids):
        return []
    half = outline_of(feature)[1]
    whole = way.who.depth + _thickness(feature)
    found, begin = [], 0
    if way.touches(solids, half):
        begin = way.clear_of(solids, half)
        # of a column only the head was looked at, which the rest follows over it
        follows = way.who.depth if way.who.column and _goes_over(way, solids, half) else 0
        found.append((0, min(whole, begin + follows)))
    while begin < way.length and (met := way.meets(solids, half, begin + 1)) != NEVER:
        begin = met + whole
        found.append((met, begin))
        if begin < way.length:
            begin = max(begin, way.clear_of(solids, half, met))
    return found


def _goes_over(way: Going, solids: tuple[Outline, ...], half: int) -> bool:
    """If a straight way leads the middle of the front over something, not only its side along it."""
    (x, y), (to_x, to_y) = way.at(0), way.at(way.length)
    return way_until((((x, y), (x, y)),), to_x - x, to_y - y, solids, half) != NEVER


def _behind(way: Going, trail: tuple[Point, ...]) -> tuple[Point, ...]:
    """The line along which a column follows its head, from there back; beyond its trail it stands straight."""
    path = tuple(point for point, _ in groupby((way.at(0), *trail)))
    if len(path) < 2:
        return ()
    (x, y), (last_x, last_y) = path[-2:]
    return (*path, tail_of(Pose(last_x, last_y, bearing(x - last_x, y - last_y)), way.who.depth))


@rule("02.06.6")
def _left_over(way: Going, feature: Feature, solids: tuple[Outline, ...], path: tuple[Point, ...]) -> int:
    """How far a column has to go until its rear is off a stretch of an object that lies under it: as much of it as
    follows behind the far side (R19)."""
    half, left = outline_of(feature)[1], way.who.depth
    for (x, y), (to_x, to_y) in pairwise(path):
        dx, dy = to_x - x, to_y - y
        length = round_length(dx, dy)
        met = way_until((((x, y), (x, y)),), dx, dy, solids, half)
        if met != NEVER:
            there = x + rounded(dx * met, length), y + rounded(dy * met, length)
            return 0 if _leads_over(way.table, there, feature) else max(0, left - met)
        left -= length
        if left <= 0:
            break
    return 0


def _costs_nothing(who: Marcher, obstacle: int) -> bool:
    """An obstacle that is passed like ordinary terrain slows nobody down off the road; in flight none that can be
    passed costs anything (R39)."""
    return who.pace == "flight" or rate_of(who, "ordinary", obstacle) == rate_of(who, "ordinary")


def _thickness(feature: Feature) -> int:
    if feature.type == "wood":
        return 0
    if not feature.area:
        return 2 * feature.half
    box = feature.box
    return min(box[2] - box[0], box[3] - box[1])


def tail_of(pose: Pose, depth: int) -> Point:
    """Where a straight column ends."""
    return forward(pose.point, (pose.facing + CIRCLE // 2) % CIRCLE, depth)
