"""Places, boxes and convex outlines in whole numbers: which side, what meets, what lies inside.

An outline is convex and runs clockwise: what lies to the left of an edge is outside. Two places make a line, one a
place. Everything here is decided exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from feltherre.ground.tabletop.angles import Point

#: corners in order around, clockwise; no corner is repeated
Outline = tuple[Point, ...]
#: least x, least y, greatest x, greatest y
Box = tuple[int, int, int, int]


def left_of(a: Point, b: Point, p: Point) -> int:
    """Above 0 if a place lies to the left of the way from `a` to `b`, 0 on its line."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def between(a: Point, b: Point, p: Point) -> bool:
    """Whether a place on the line through two others lies between them, ends included."""
    return min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])


def lines_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the lines from `a` to `b` and from `c` to `d` have a place in common, ends included."""
    c_side, d_side = left_of(a, b, c), left_of(a, b, d)
    a_side, b_side = left_of(c, d, a), left_of(c, d, b)
    if ((c_side > 0 > d_side) or (c_side < 0 < d_side)) and ((a_side > 0 > b_side) or (a_side < 0 < b_side)):
        return True
    return (
        (c_side == 0 and between(a, b, c))
        or (d_side == 0 and between(a, b, d))
        or (a_side == 0 and between(c, d, a))
        or (b_side == 0 and between(c, d, b))
    )


def box_of(points: Iterable[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def widened(box: Box, margin: int) -> Box:
    return box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin


def boxes_meet(a: Box, b: Box) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def joined(boxes: Sequence[Box]) -> Box:
    """The box around several."""
    if len(boxes) == 1:
        return boxes[0]
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )


def apart_by_a_side(a: Outline, b: Outline, *, touching: bool) -> bool:
    """Whether an edge of `a` has all of `b` outside; with `touching`, `b` may lie on the edge's line too."""
    last = a[-1]
    for corner in a:
        ax, ay = last
        ex, ey = corner[0] - ax, corner[1] - ay
        for x, y in b:
            outside = ex * (y - ay) - ey * (x - ax)
            if outside < 0 or (outside == 0 and not touching):
                break
        else:
            # an edge that rounding has left no length has nothing outside
            if ex or ey:
                return True
        last = corner
    return False


def meet(a: Outline, b: Outline) -> bool:
    """Whether two outlines have a place in common; touching is enough."""
    if len(a) < 3 and len(b) < 3:
        return lines_meet(a[0], a[-1], b[0], b[-1])
    return not (apart_by_a_side(a, b, touching=False) or apart_by_a_side(b, a, touching=False))


def overlap(a: Outline, b: Outline) -> bool:
    """Whether two outlines of three corners or more have ground in common; touching is not enough."""
    return not (apart_by_a_side(a, b, touching=True) or apart_by_a_side(b, a, touching=True))


def holds(outline: Outline, point: Point) -> bool:
    """Whether a place lies inside an outline or on its edge."""
    x, y = point
    ax, ay = outline[-1]
    for bx, by in outline:
        if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
            return False
        ax, ay = bx, by
    return True


def moved(outline: Outline, dx: int, dy: int) -> Outline:
    return tuple((x + dx, y + dy) for x, y in outline)


def middle(points: Sequence[Point]) -> Point:
    """The mean of some places, rounded down."""
    return sum(x for x, _ in points) // len(points), sum(y for _, y in points) // len(points)
