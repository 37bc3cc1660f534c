"""Bodies on the table: what a formation covers, its front, flanks and rear, and the bases in it.

A shape is the formation alone: a rectangle behind the middle of its front, and its bases by rank and file. A pose says
where the middle of the front stands and which way it faces. A body is both together, as places on the table.
"""

from __future__ import annotations

from enum import IntEnum
from math import isqrt

from msgspec import Struct

from feltherre.ground.tabletop.angles import BITS, COS, SIN, Point, apart, bearing, forward
from feltherre.ground.tabletop.measure import CIRCLE
from feltherre.ground.tabletop.shapes import Box, Outline, box_of, joined, middle

_HALF = 1 << BITS  # half of the 2**(BITS + 1) by which doubled lengths are divided
#: a place on a way is so far off it by rounding: its own, that of the way's end and that of its length
_ROUNDED = 2


class Pose(Struct, frozen=True):
    """Where the middle of the front stands, and the facing."""

    x: int
    y: int
    facing: int

    @property
    def point(self) -> Point:
        return self.x, self.y


class Base(Struct, frozen=True):
    """One base of a formation: its left front corner seen from the middle of the front, its size, its place.

    `left2` is twice the way to the right (below 0: to the left), so that it is whole; `back` the way to the rear.
    """

    left2: int
    back: int
    width: int
    depth: int
    rank: int
    file: int
    #: how far the base is turned from the facing of the formation, about its own middle; its size is that seen from
    #: the front of the formation
    turned: int = 0


class Shape(Struct, frozen=True):
    """The ground of a formation and the bases on it, rank by rank from the left."""

    width: int
    depth: int
    bases: tuple[Base, ...] = ()

    @property
    def ranks(self) -> int:
        return max((base.rank for base in self.bases), default=-1) + 1

    @property
    def files(self) -> int:
        return max((base.file for base in self.bases), default=-1) + 1


class Edge(IntEnum):
    """The edges of a body's outline, in the order of its corners."""

    FRONT = 0
    RIGHT = 1
    REAR = 2
    LEFT = 3


class Body(Struct, frozen=True):
    """A formation on the table. The first piece is the one with the front; only a bent column has others."""

    pieces: tuple[Outline, ...]
    facing: int
    box: Box

    @property
    def outline(self) -> Outline:
        """Left front, right front, right rear, left rear."""
        return self.pieces[0]

    @property
    def front(self) -> tuple[Point, Point]:
        """Left and right end of the front."""
        return self.pieces[0][0], self.pieces[0][1]

    @property
    def rear(self) -> tuple[Point, Point]:
        """The rear edge's ends, right and left as seen by the body."""
        return self.pieces[-1][2], self.pieces[-1][3]

    @property
    def centre(self) -> Point:
        return middle(self.pieces[len(self.pieces) // 2])

    def edge(self, edge: Edge) -> tuple[Point, Point]:
        """An edge of the first piece, clockwise."""
        return self.pieces[0][edge], self.pieces[0][(edge + 1) % 4]


def rectangle(x: int, y: int, facing: int, left2: int, back: int, width: int, depth: int) -> Outline:
    """A rectangle given as in `Base`, on the table; each corner is rounded once."""
    sine, cosine = SIN[facing], COS[facing]
    right2 = left2 + 2 * width
    front2, rear2 = 2 * back, 2 * (back + depth)
    front_x, front_y = _HALF - sine * front2, _HALF - cosine * front2
    rear_x, rear_y = _HALF - sine * rear2, _HALF - cosine * rear2
    left_x, left_y = cosine * left2, -sine * left2
    right_x, right_y = cosine * right2, -sine * right2
    shift = BITS + 1
    return (
        (x + ((front_x + left_x) >> shift), y + ((front_y + left_y) >> shift)),
        (x + ((front_x + right_x) >> shift), y + ((front_y + right_y) >> shift)),
        (x + ((rear_x + right_x) >> shift), y + ((rear_y + right_y) >> shift)),
        (x + ((rear_x + left_x) >> shift), y + ((rear_y + left_y) >> shift)),
    )


def outline_at(width: int, depth: int, pose: Pose) -> Outline:
    """The rectangle of a formation at a pose."""
    return rectangle(pose.x, pose.y, pose.facing, -width, 0, width, depth)


def body_at(shape: Shape, pose: Pose) -> Body:
    """A formation on the table."""
    return body_of((outline_at(shape.width, shape.depth, pose),), pose.facing)


def body_of(pieces: tuple[Outline, ...], facing: int) -> Body:
    return Body(pieces, facing, joined([box_of(piece) for piece in pieces]))


def base_outline(base: Base, pose: Pose) -> Outline:
    """A base on the table; its first edge is its own front, wherever it is turned."""
    corners = rectangle(pose.x, pose.y, pose.facing, base.left2, base.back, base.width, base.depth)
    quarter = base.turned // (CIRCLE // 4) % 4
    return corners[quarter:] + corners[:quarter]


def base_outlines(shape: Shape, pose: Pose) -> list[Outline]:
    """All bases on the table."""
    return [base_outline(base, pose) for base in shape.bases]


def base_centres(shape: Shape, pose: Pose) -> list[Point]:
    """The middles of all bases, each rounded once."""
    sine, cosine = SIN[pose.facing], COS[pose.facing]
    found = []
    for base in shape.bases:
        right2, back2 = base.left2 + base.width, 2 * base.back + base.depth
        x = (cosine * right2 - sine * back2 + _HALF) >> (BITS + 1)
        y = (-sine * right2 - cosine * back2 + _HALF) >> (BITS + 1)
        found.append((pose.x + x, pose.y + y))
    return found


def bent_column(path: tuple[Point, ...], facing: int, width: int, depth: int) -> Body:
    """A column whose head is at the first place of a path and whose rear follows the path back.

    Where the path is shorter than the column the rest stands straight behind its last place, against the last
    direction (against the facing if there is only the head).
    """
    pieces: list[Outline] = []
    left, head, direction = depth, path[0], facing
    for point in path[1:]:
        dx, dy = head[0] - point[0], head[1] - point[1]
        if (dx, dy) == (0, 0):
            continue
        length = round_length(dx, dy)
        direction = bearing(dx, dy)
        if not pieces and _is_forward(dx, dy, facing, length) and apart(direction, facing) <= CIRCLE // 8:
            direction = facing
        part = min(length, left)
        pieces.append(rectangle(head[0], head[1], direction, -width, 0, width, part))
        left, head = left - part, point
        if left == 0:
            break
    if left > 0:
        pieces.append(rectangle(head[0], head[1], direction, -width, 0, width, left))
    return body_of(tuple(pieces), facing)


def _is_forward(dx: int, dy: int, facing: int, length: int) -> bool:
    """Whether a way leads where a body faces, but for rounding: a short one would turn its head."""
    x, y = forward((0, 0), facing, length)
    return abs(dx - x) <= _ROUNDED and abs(dy - y) <= _ROUNDED


def round_length(dx: int, dy: int) -> int:
    """The length of a way to the nearest 0.1 mm, at least 1."""
    return max(1, (isqrt(4 * (dx * dx + dy * dy)) + 1) // 2)


def turned_about(pose: Pose, angle: int) -> Pose:
    """The same place, facing otherwise."""
    return Pose(pose.x, pose.y, (pose.facing + angle) % CIRCLE)


def face_about(shape: Shape, pose: Pose) -> Pose:
    """About turn on the spot: the old rear is the new front."""
    x, y = forward(pose.point, (pose.facing + CIRCLE // 2) % CIRCLE, shape.depth)
    return Pose(x, y, (pose.facing + CIRCLE // 2) % CIRCLE)
