"""Distances between outlines, decided in whole numbers.

A distance is a fraction of whole numbers squared; `distance` rounds it up to whole 0.1 mm, so that for a whole limit
"distance at most limit" says exactly the same as `within`.

>>> distance(((0, 0),), ((3, 4),)), distance(((0, 0),), ((1, 1),))
(5, 2)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import Final

from feltherre.ground.tabletop.angles import Point
from feltherre.ground.tabletop.measure import rounded
from feltherre.ground.tabletop.shapes import Outline, meet, middle

#: bases in contact may be so far apart: 0.05 cm
CONTACT: Final = 5


def point_gap(x: int, y: int, a: Point, b: Point) -> tuple[int, int]:
    """The square of the distance from a place to the line between two others, as a fraction."""
    ax, ay = a
    ex, ey = b[0] - ax, b[1] - ay
    px, py = x - ax, y - ay
    along = px * ex + py * ey
    if along <= 0:
        return px * px + py * py, 1
    length = ex * ex + ey * ey
    if along >= length:
        px -= ex
        py -= ey
        return px * px + py * py, 1
    aside = ex * py - ey * px
    return aside * aside, length


def gap_squared(a: Outline, b: Outline) -> tuple[int, int]:
    """The square of the distance between two outlines, as a fraction; 0 if they meet."""
    return (0, 1) if meet(a, b) else gap_apart(a, b)


def gap_apart(a: Outline, b: Outline) -> tuple[int, int]:
    """The same for outlines that do not meet."""
    return _least(b, a, *_least(a, b, 1, 0))


def distance(a: Outline, b: Outline) -> int:
    """The distance in whole 0.1 mm, rounded up; 0 if they meet."""
    return root_up(*gap_squared(a, b))


def point_distance(a: Point, b: Point) -> int:
    """The distance between two places, rounded up."""
    return root_up((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2, 1)


def within(a: Outline, b: Outline, limit: int) -> bool:
    """Whether two outlines are at most so far apart; the limit itself counts."""
    square = limit * limit
    separated = False
    for one, other in ((a, b), (b, a)):
        lx, ly = one[-1]
        for cx, cy in one:
            ex, ey = cx - lx, cy - ly
            sides = [ex * (y - ly) - ey * (x - lx) for x, y in other]
            least = min(sides)
            if least > 0:
                length = ex * ex + ey * ey
                if least * least > square * length:
                    return False
                # near this edge; if the nearest corner stands before it and not beyond its ends, that is enough
                x, y = other[sides.index(least)]
                if 0 <= (x - lx) * ex + (y - ly) * ey <= length:
                    return True
                separated = True
            lx, ly = cx, cy
    if not separated and len(a) + len(b) > 4:
        return True
    top, bottom = gap_apart(a, b) if separated else gap_squared(a, b)
    return top <= square * bottom


def contact(a: Outline, b: Outline) -> bool:
    """Base contact."""
    return within(a, b, CONTACT)


def pieces_within(a: Sequence[Outline], b: Sequence[Outline], limit: int) -> bool:
    """`within` for bodies made of several outlines."""
    return any(within(one, other, limit) for one in a for other in b)


def pieces_distance(a: Sequence[Outline], b: Sequence[Outline]) -> int:
    """`distance` for bodies made of several outlines."""
    return min(distance(one, other) for one in a for other in b)


def nearest_points(a: Outline, b: Outline) -> tuple[Point, Point]:
    """The places of two outlines that are nearest to each other, in whole 0.1 mm.

    Of several pairs that are even the most south-westerly is taken, the same one whichever outline is named first.
    If the outlines meet, both places are the same one, between their middles.
    """
    if meet(a, b):
        both = middle((middle(a), middle(b)))
        return both, both
    best: tuple[Point, Point] | None = None
    least = (1, 0)
    for pair, gap in _feet(a, b):
        order = gap[0] * least[1] - least[0] * gap[1]
        if best is None or order < 0 or (order == 0 and tie_order(pair) < tie_order(best)):
            best, least = pair, gap
    assert best is not None
    return best


def nearest_to(outline: Outline, point: Point) -> Point:
    """The place of an outline that is nearest to a place."""
    return nearest_points(outline, (point,))[0]


def tie_order(pair: tuple[Point, Point]) -> tuple[int, int, int, int]:
    """A key that is the same for a pair of places and the pair turned round, and orders alike wherever they lie."""
    (px, py), (qx, qy) = pair
    return px + qx, py + qy, abs(px - qx), abs(py - qy)


def root_up(top: int, bottom: int) -> int:
    """The square root of a fraction, rounded up to a whole number."""
    root = isqrt(top // bottom)
    return root if root * root * bottom == top else root + 1


def foot(p: Point, a: Point, b: Point) -> Point:
    """The place between two others that is nearest to a place, rounded."""
    ex, ey = b[0] - a[0], b[1] - a[1]
    along = (p[0] - a[0]) * ex + (p[1] - a[1]) * ey
    length = ex * ex + ey * ey
    if along <= 0:
        return a
    if along >= length:
        return b
    return a[0] + rounded(ex * along, length), a[1] + rounded(ey * along, length)


def _least(a: Outline, b: Outline, top: int, bottom: int) -> tuple[int, int]:
    """The least square of a distance from a corner of `b` to an edge of `a` that has it outside."""
    lx, ly = a[-1]
    for cx, cy in a:
        ex, ey = cx - lx, cy - ly
        length = ex * ex + ey * ey
        for x, y in b:
            px, py = x - lx, y - ly
            aside = ex * py - ey * px
            if aside < 0:
                continue
            # as `point_gap` has it; said again here because this is asked more often than anything else
            along = px * ex + py * ey
            if 0 < along < length:
                if aside * aside * bottom < top * length:
                    top, bottom = aside * aside, length
                continue
            if along > 0:
                px, py = px - ex, py - ey
            square = px * px + py * py
            if square * bottom < top:
                top, bottom = square, 1
        lx, ly = cx, cy
    return top, bottom


def _feet(a: Outline, b: Outline) -> Iterator[tuple[tuple[Point, Point], tuple[int, int]]]:
    """Each corner of an outline with the place nearest to it on each edge of the other that has it outside."""
    for one, other, first in ((a, b, True), (b, a, False)):
        last = one[-1]
        for corner in one:
            for p in other:
                if (corner[0] - last[0]) * (p[1] - last[1]) - (corner[1] - last[1]) * (p[0] - last[0]) >= 0:
                    on_edge = foot(p, last, corner)
                    yield ((on_edge, p) if first else (p, on_edge)), point_gap(p[0], p[1], last, corner)
            last = corner
