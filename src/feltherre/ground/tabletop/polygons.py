"""Areas of any simple shape, in whole numbers: what lies inside, where a line runs through them, convex pieces."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cmp_to_key
from itertools import pairwise

from feltherre.ground.tabletop.angles import Point
from feltherre.ground.tabletop.shapes import Outline, between, left_of, lines_meet

#: a part of a way as a fraction: 0 at its start, 1 at its end; the lower number is above 0
Part = tuple[int, int]
#: where a line enters and leaves
Chord = tuple[Part, Part]


def is_inside(area: Outline, point: Point) -> bool:
    """Whether a place lies inside an area or on its edge."""
    y = point[1]
    inside = False
    last = area[-1]
    for corner in area:
        side = left_of(last, corner, point)
        if side == 0 and between(last, corner, point):
            return True
        if (last[1] > y) != (corner[1] > y) and (side > 0) == (corner[1] > last[1]):
            inside = not inside
        last = corner
    return inside


def chords(area: Outline, start: Point, end: Point) -> list[Chord]:
    """Where the line through two places, drawn out to both sides, runs through the inside of an area.

    Running along an edge or touching a corner is not running through. Turning the line round turns the parts round.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    sides = [dx * (y - start[1]) - dy * (x - start[0]) for x, y in area]
    low, high = min(sides), max(sides)
    if low >= 0 or high <= 0:
        return []
    if 0 not in sides:
        return _runs(area, start, sides, lambda side: side > 0)
    # corners on the line: inside is what is inside however little the line is shifted to either side
    left = _runs(area, start, sides, lambda side: side >= 0)
    right = _runs(area, start, sides, lambda side: side > 0)
    return _common(left, right)


def middle_of(chord: Chord) -> Part:
    """The middle of a chord."""
    (a, b), (c, d) = chord
    return a * d + c * b, 2 * b * d


def sooner(a: Part, b: Part) -> int:
    """Below 0 if `a` comes before `b`, 0 if they are the same."""
    return a[0] * b[1] - b[0] * a[1]


def line_cuts(line: Outline, start: Point, end: Point) -> list[Part]:
    """Where the line through two places, drawn out to both sides, cuts a line of several places."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    found: list[Part] = []
    for a, b in pairwise(line):
        a_side = dx * (a[1] - start[1]) - dy * (a[0] - start[0])
        b_side = dx * (b[1] - start[1]) - dy * (b[0] - start[0])
        if a_side != b_side and (a_side <= 0 <= b_side or b_side <= 0 <= a_side):
            found.append(_part(a, b, start, b_side - a_side))
    return found


def doubled_area(area: Outline) -> int:
    """Twice the area; above 0 if the corners run clockwise."""
    total = 0
    last = area[-1]
    for corner in area:
        total += corner[0] * last[1] - last[0] * corner[1]
        last = corner
    return total


def clockwise(area: Outline) -> Outline:
    return area if doubled_area(area) > 0 else area[::-1]


def is_convex(area: Outline) -> bool:
    """Whether a clockwise area has no corner that points inwards."""
    count = len(area)
    return all(left_of(area[i - 1], area[i], area[(i + 1) % count]) <= 0 for i in range(count))


def is_simple(area: Outline) -> bool:
    """Whether an area has at least three corners, some ground, and no edges that meet but at their common corner."""
    count = len(area)
    if count < 3 or len(set(area)) != count or doubled_area(area) == 0:
        return False
    edges = [(area[i - 1], area[i]) for i in range(count)]
    for i, (a, b) in enumerate(edges):
        following = edges[(i + 1) % count][1]
        if (
            left_of(a, b, following) == 0
            and (b[0] - a[0]) * (following[0] - b[0]) + (b[1] - a[1]) * (following[1] - b[1]) < 0
        ):
            return False
        for j in range(i + 2, count):
            if (j + 1) % count != i and lines_meet(a, b, *edges[j]):
                return False
    return True


def convex_pieces(area: Outline) -> tuple[Outline, ...]:
    """A simple clockwise area as convex outlines with the same corners: itself, or triangles."""
    if is_convex(area):
        return (area,)
    rest = [corner for i, corner in enumerate(area) if left_of(area[i - 1], corner, area[(i + 1) % len(area)])]
    pieces: list[Outline] = []
    while len(rest) > 3:
        ear = next(i for i in range(len(rest)) if _is_ear(rest, i))
        triangle = (rest[ear - 1], rest[ear], rest[(ear + 1) % len(rest)])
        if left_of(*triangle):
            pieces.append(triangle)
        del rest[ear]
    return (*pieces, tuple(rest))


def _is_ear(rest: list[Point], i: int) -> bool:
    a, b, c = rest[i - 1], rest[i], rest[(i + 1) % len(rest)]
    turn = left_of(a, b, c)
    if turn > 0:
        return False
    if turn == 0:
        return True
    return not any(
        p not in (a, b, c) and left_of(a, b, p) <= 0 and left_of(b, c, p) <= 0 and left_of(c, a, p) <= 0 for p in rest
    )


def _part(a: Point, b: Point, start: Point, change: int) -> Part:
    """Where a line cuts the edge from `a` to `b`; `change` is how much its corners' sides differ."""
    x, y = a[0] - start[0], a[1] - start[1]
    top = x * (b[1] - a[1]) - y * (b[0] - a[0])
    return (top, change) if change > 0 else (-top, -change)


def _runs(area: Outline, start: Point, sides: list[int], is_left: Callable[[int], bool]) -> list[Chord]:
    cuts: list[Part] = []
    last, last_side = area[-1], sides[-1]
    for corner, side in zip(area, sides, strict=True):
        if is_left(last_side) != is_left(side):
            cuts.append(_part(last, corner, start, side - last_side))
        last, last_side = corner, side
    if len(cuts) == 2:
        a, b = cuts
        return [(a, b)] if sooner(a, b) <= 0 else [(b, a)]
    cuts.sort(key=cmp_to_key(sooner))
    return list(zip(cuts[::2], cuts[1::2], strict=True))


def _common(left: list[Chord], right: list[Chord]) -> list[Chord]:
    """What lies in both; empty chords are left out and chords that touch are one."""
    found: list[tuple[Fraction, Fraction]] = []
    for a, b in ((Fraction(*a), Fraction(*b)) for a, b in left):
        for c, d in ((Fraction(*c), Fraction(*d)) for c, d in right):
            first, last = max(a, c), min(b, d)
            if first < last:
                found.append((first, last))
    joined: list[tuple[Fraction, Fraction]] = []
    for first, last in sorted(found):
        if joined and joined[-1][1] == first:
            joined[-1] = joined[-1][0], last
        else:
            joined.append((first, last))
    return [((a.numerator, a.denominator), (b.numerator, b.denominator)) for a, b in joined]
