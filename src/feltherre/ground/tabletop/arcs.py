"""Arcs and aspects: what lies ahead of a front within an angle, which edge a line meets, who stands behind whom.

Angles are compared in whole 0.1 degree, so that what decides is what an umpire is shown: at 30.0 degrees something is
inside an arc of 30, at 30.1 it is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from msgspec import Struct

from feltherre.ground.tabletop.angles import Point, ahead, apart, bearing, to_the_right
from feltherre.ground.tabletop.bodies import Body, Edge
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CIRCLE, rounded
from feltherre.ground.tabletop.shapes import Outline, left_of

Front = tuple[Point, Point]


class Side(Enum):
    """Where something lies, seen from a body."""

    FRONT = "front"
    LEFT = "left"
    RIGHT = "right"
    REAR = "rear"


class Met(Struct, frozen=True):
    """The edge of an outline that a line meets first, at what angle to the edge (0 to 900), and how far along."""

    edge: Edge
    angle: int
    at: Point
    way: int


def angle_off(point: Point, facing: int, target: Point) -> int:
    """The angle between a facing and the line from a place to another, 0 to 1800; 0 if both are the same place."""
    dx, dy = target[0] - point[0], target[1] - point[1]
    return apart(facing, bearing(dx, dy)) if dx or dy else 0


def angle_from_front(front: Front, facing: int, target: Point) -> int:
    """The angle at which a place lies off a front, measured at the wing on its side.

    Straight ahead of the front it is 0, straight behind it 1800.
    """
    left, right = front
    if to_the_right(target[0] - left[0], target[1] - left[1], facing) < 0:
        return angle_off(left, facing, target)
    if to_the_right(target[0] - right[0], target[1] - right[1], facing) > 0:
        return angle_off(right, facing, target)
    return 0 if ahead(target[0] - left[0], target[1] - left[1], facing) >= 0 else CIRCLE // 2


def least_angle_from_front(front: Front, facing: int, pieces: Sequence[Outline]) -> int:
    """The least angle at which any place of a body lies off a front."""
    if any(_before_front(front, facing, piece) for piece in pieces):
        return 0
    return min(angle_from_front(front, facing, corner) for piece in pieces for corner in piece)


def in_arc(body: Body, target: Body, half_angle: int) -> bool:
    """Whether any part of a body is in the arc of another's front, so many 0.1 degree to each side of its wings."""
    return least_angle_from_front(body.front, body.facing, target.pieces) <= half_angle


def side_of(body: Body, target: Point, front_half: int, rear_half: int) -> Side:
    """In which arc a place lies, seen from the wings: front and rear by their half angles, else a flank."""
    if angle_from_front(body.front, body.facing, target) <= front_half:
        return Side.FRONT
    if angle_from_front(body.rear, (body.facing + CIRCLE // 2) % CIRCLE, target) <= rear_half:
        return Side.REAR
    centre = body.centre
    to_right = to_the_right(target[0] - centre[0], target[1] - centre[1], body.facing)
    return Side.RIGHT if to_right > 0 else Side.LEFT


def edge_met(outline: Outline, start: Point, end: Point) -> Met | None:
    """Which edge the line from `start` to `end` meets first; None if it starts inside or does not meet the outline.

    At a corner it is the edge that the line meets more squarely.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    if not (dx or dy):
        return None
    best: tuple[int, int, int, int] | None = None  # part of the way as a fraction, less the squareness, edge
    for edge in range(len(outline)):
        a, b = outline[edge], outline[(edge + 1) % len(outline)]
        ex, ey = b[0] - a[0], b[1] - a[1]
        inward = dy * ex - dx * ey  # below 0: the line goes in through this edge
        outside = left_of(a, b, start)
        if inward >= 0 or outside < 0 or outside > -inward:
            continue
        x, y = a[0] - start[0], a[1] - start[1]
        along = x * dy - y * dx  # how far from the corner the line cuts the edge, in parts of it
        if not 0 <= along <= -inward:
            continue
        found = (outside, -inward, -apart_from_edge(a, b, dx, dy), edge)
        if best is None or _sooner(found, best):
            best = found
    if best is None:
        return None
    outside, whole, squareness, edge = best
    at = start[0] + rounded(dx * outside, whole), start[1] + rounded(dy * outside, whole)
    return Met(Edge(edge % 4), -squareness, at, point_distance(start, at))


def apart_from_edge(a: Point, b: Point, dx: int, dy: int) -> int:
    """The angle between a way and an edge, 0 to 900."""
    angle = apart(bearing(dx, dy), bearing(b[0] - a[0], b[1] - a[1]))
    return min(angle, CIRCLE // 2 - angle)


def behind(line: Front, facing: int, points: Iterable[Point]) -> int:
    """How many places lie behind a front line drawn out to both sides."""
    x, y = line[0]
    return sum(ahead(px - x, py - y, facing) < 0 for px, py in points)


def angle_of_attack(advance: int, defender_facing: int) -> int:
    """0 straight against the defender's front, 900 square on the flank, 1800 from behind."""
    return apart(advance, (defender_facing + CIRCLE // 2) % CIRCLE)


def _sooner(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    order = a[0] * b[1] - b[0] * a[1]
    return order < 0 or (order == 0 and a[2:] < b[2:])


def _before_front(front: Front, facing: int, piece: Outline) -> bool:
    """Whether an outline reaches into the strip straight ahead of a front: the strip's three sides cut it in turn."""
    left, right = front
    places = [
        (
            to_the_right(x - left[0], y - left[1], facing),
            to_the_right(right[0] - x, right[1] - y, facing),
            ahead(x - left[0], y - left[1], facing),
        )
        for x, y in piece
    ]
    for limit in range(3):
        places = _cut(places, limit)
        if not places:
            return False
    return True


def _cut(places: list[tuple[int, int, int]], limit: int) -> list[tuple[int, int, int]]:
    """The part of an outline where one of three numbers is not below 0.

    The numbers are scaled up where an edge is cut, so that they stay whole; only their signs matter afterwards.
    """
    kept: list[tuple[int, int, int]] = []
    for before, here in zip([places[-1], *places[:-1]], places, strict=True):
        was, now = before[limit], here[limit]
        if (was < 0) != (now < 0):
            kept.append(_part(before, here, abs(now), abs(was)))
        if now >= 0:
            kept.append(here)
    return kept


def _part(a: tuple[int, int, int], b: tuple[int, int, int], of_a: int, of_b: int) -> tuple[int, int, int]:
    return a[0] * of_a + b[0] * of_b, a[1] * of_a + b[1] * of_b, a[2] * of_a + b[2] * of_b
