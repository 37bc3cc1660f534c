"""Directions in whole 0.1 degree, by a table of sines in whole numbers: turning, going forward, and the way back.

A direction is a compass direction: 0 is north (+y), clockwise, 0 to 3599. For a facing `a`, forward is
(sin a, cos a) and the right hand (cos a, -sin a). What is worked out with the table is rounded once to the nearest
whole 0.1 mm, a half upwards. So a turn changes no length by more than 1, and turning back gives each co-ordinate back
within 1; turns by right angles are exact.

>>> forward((0, 0), 900, 250), bearing(100, 100), apart(3500, 100)
((250, 0), 450, 200)
"""

from __future__ import annotations

import json
import math
from importlib.resources import files
from typing import Final

from feltherre.core.errors import BadInput
from feltherre.ground.tabletop.measure import CIRCLE

#: a place on the table, or a way across it, in 0.1 mm: x to the east, y to the north
Point = tuple[int, int]

#: the sines are whole multiples of 1 / 2**BITS
BITS: Final = 30
ONE: Final = 1 << BITS
_HALF: Final = 1 << (BITS - 1)


def _quarter() -> list[int]:
    """The sines of 0.0 to 90.0 degrees, as the repository keeps them."""
    table: list[int] = json.loads((files(__package__) / "sines.json").read_text(encoding="utf-8"))
    return table


def _circle(quarter: list[int]) -> list[int]:
    half = [*quarter, *quarter[-2:0:-1]]
    return [*half, *(-sine for sine in half)]


#: at each 0.1 degree of the circle
SIN: Final[list[int]] = _circle(_quarter())
COS: Final[list[int]] = [*SIN[900:], *SIN[:900]]


def facing(angle: int) -> int:
    """The direction from 0 to 3599."""
    return angle % CIRCLE


def opposite(direction: int) -> int:
    return (direction + CIRCLE // 2) % CIRCLE


def apart(a: int, b: int) -> int:
    """The angle between two directions, 0 to 1800."""
    angle = (a - b) % CIRCLE
    return min(angle, CIRCLE - angle)


def turn_to(old: int, new: int) -> int:
    """The shorter turn from one direction to another, clockwise above 0; half a circle is clockwise."""
    angle = (new - old) % CIRCLE
    return angle if angle <= CIRCLE // 2 else angle - CIRCLE


def rotate(x: int, y: int, angle: int) -> Point:
    """A way turned clockwise."""
    sine, cosine = SIN[angle % CIRCLE], COS[angle % CIRCLE]
    return (x * cosine + y * sine + _HALF) >> BITS, (y * cosine - x * sine + _HALF) >> BITS


def rotate_about(point: Point, pivot: Point, angle: int) -> Point:
    """A place turned clockwise about another."""
    dx, dy = rotate(point[0] - pivot[0], point[1] - pivot[1], angle)
    return pivot[0] + dx, pivot[1] + dy


def forward(point: Point, direction: int, way: int) -> Point:
    """The place so far away in a direction."""
    return (
        point[0] + ((SIN[direction] * way + _HALF) >> BITS),
        point[1] + ((COS[direction] * way + _HALF) >> BITS),
    )


def ahead(dx: int, dy: int, direction: int) -> int:
    """How far a way leads forward, in parts of 2**BITS: below 0 is behind."""
    return dx * SIN[direction] + dy * COS[direction]


def to_the_right(dx: int, dy: int, direction: int) -> int:
    """How far a way leads to the right of a direction, in parts of 2**BITS: below 0 is to the left."""
    return dx * COS[direction] - dy * SIN[direction]


def bearing(dx: int, dy: int) -> int:
    """The direction of a way, to the nearest 0.1 degree.

    The floating point only proposes: of the table's directions next to it, the one is taken from which the way
    leads least aside, the first clockwise of two that are even.
    """
    if dx == 0 and dy == 0:
        raise BadInput("there is no direction from a place to itself")
    near = round(math.atan2(dx, dy) * (CIRCLE / math.tau))
    best, least = 0, -1
    for direction in (near - 1, near, near + 1):
        aside = abs(to_the_right(dx, dy, direction % CIRCLE))
        if least < 0 or aside < least:
            best, least = direction % CIRCLE, aside
    return best
