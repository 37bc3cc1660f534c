"""The first tick at which moving bodies come near each other or an object, and the first at which they are clear.

The answer is the first tick whose outlines, in whole 0.1 mm, pass the test: the same that trying every tick would
give. Ticks are left out only while the bodies are too far apart to meet by then; the floating point only proposes how
many, on the safe side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot, isqrt
from typing import Final

from feltherre.ground.tabletop.distance import (
    distance,
    gap_apart,
    nearest_points,
    pieces_within,
    point_distance,
)
from feltherre.ground.tabletop.index import near_boxes
from feltherre.ground.tabletop.movers import ENDLESS, Mover, Moving, Pace, Sliding, Standing
from feltherre.ground.tabletop.shapes import Outline, boxes_meet, meet, widened
from feltherre.ground.tabletop.terrain import Feature
from feltherre.ground.tabletop.tracks import Track, box_of_track

#: the answer if it does not happen
NEVER: Final = -1


def first_within(a: Mover, b: Mover, limit: int, begin: int, end: int) -> int:
    """The first tick from `begin` to `end` at which two bodies are at most so far apart; NEVER if there is none."""
    if not boxes_meet(widened(a.box, limit), b.box):
        return NEVER
    tick = begin
    while tick <= end:
        mine, yours = a.pieces(tick), b.pieces(tick)
        if pieces_within(mine, yours, limit):
            return tick
        one, other = a.pace(tick), b.pace(tick)
        border = min(a.next_change(tick), b.next_change(tick))
        tick = min(tick + _ticks_apart(mine, yours, one, other, limit), border)
    return NEVER


def first_clear(a: Mover, b: Mover, limit: int, begin: int, end: int) -> int:
    """The first tick from `begin` to `end` at which two bodies are more than so far apart; NEVER if there is none."""
    tick = begin
    while tick <= end:
        mine, yours = a.pieces(tick), b.pieces(tick)
        if not pieces_within(mine, yours, limit):
            return tick
        one, other = a.pace(tick), b.pace(tick)
        border = min(a.next_change(tick), b.next_change(tick))
        if one.same == other.same:
            tick = border
            continue
        need = max(_way_to_clear(p, q, limit) for p in mine for q in yours)
        tick = min(tick + _ticks(need - one.rounding - other.rounding, one.speed + other.speed), border)
    return NEVER


def tracks_meet(a: Track, b: Track, limit: int, begin: int, end: int) -> int:
    """`first_within` for two tracks."""
    return first_within(Moving(a), Moving(b), limit, begin, end)


def first_meetings(tracks: Sequence[Track], limit: int, begin: int, end: int) -> list[tuple[int, int, int]]:
    """For all pairs of tracks that come so near: the first tick, and the places of the two in the list; in order."""
    found = []
    for a, b in near_boxes([box_of_track(track, begin, end) for track in tracks], limit):
        tick = tracks_meet(tracks[a], tracks[b], limit, begin, end)
        if tick != NEVER:
            found.append((tick, a, b))
    return sorted(found)


def meets_feature(track: Track, feature: Feature, limit: int, begin: int, end: int) -> int:
    """The first tick at which the body of a track is at most so far from an object; 0 is touching."""
    return first_within(Moving(track), Standing(*feature.solids), limit + feature.half, begin, end)


def leaves_feature(track: Track, feature: Feature, limit: int, begin: int, end: int) -> int:
    """The first tick at which the body of a track is more than so far from an object."""
    return first_clear(Moving(track), Standing(*feature.solids), limit + feature.half, begin, end)


def way_until(pieces: Sequence[Outline], dx: int, dy: int, others: Iterable[Outline], limit: int) -> int:
    """How far a body can go along a straight way until it is at most so far from any of the others; NEVER if it
    comes to none. The way is counted in whole 0.1 mm, and the body is there when the test is made."""
    length = point_distance((0, 0), (dx, dy))
    others = tuple(others)
    if not others:
        return NEVER
    if length == 0:
        return 0 if pieces_within(pieces, others, limit) else NEVER
    return first_within(Sliding(tuple(pieces), dx, dy, length), Standing(*others), limit, 0, length)


def _ticks_apart(mine: Sequence[Outline], yours: Sequence[Outline], one: Pace, other: Pace, limit: int) -> int:
    """For how many ticks two bodies that are not so near cannot come so near; at least 1."""
    if one.same == other.same:
        return ENDLESS
    if one.velocity is None or other.velocity is None:
        gap = min(isqrt(top // bottom) for p in mine for q in yours for top, bottom in (gap_apart(p, q),))
        return _ticks(gap - limit - one.rounding - other.rounding, one.speed + other.speed)
    return min(_straight(p, q, one.velocity, other.velocity, limit) for p in mine for q in yours)


def _straight(p: Outline, q: Outline, one: tuple[float, float], other: tuple[float, float], limit: int) -> int:
    """The same for two outlines that go straight: what counts is how fast a gap between them closes.

    Across any direction in which all of one lies before all of the other, the gap lies between them whatever else they
    do; the direction that gives them longest is taken, of those square to their edges or, if these give nothing, that
    between their nearest places.
    """
    vx, vy = one[0] - other[0], one[1] - other[1]
    goes_x, goes_y = (one[0] != 0) + (other[0] != 0), (one[1] != 0) + (other[1] != 0)
    longest, only_rounding = 0.0, False
    for a, b in ((p, q), (q, p)):
        lx, ly = a[-1]
        for cx, cy in a:
            ex, ey = cx - lx, cy - ly
            outside = min([ex * (y - ly) - ey * (x - lx) for x, y in b])
            if outside > 0:
                length = hypot(ex, ey)
                spare = (outside - abs(ey) * goes_x - abs(ex) * goes_y) / length - limit
                if spare > 0:
                    closing = (ex * vy - ey * vx) / length
                    if closing <= 0:
                        return ENDLESS
                    longest = max(longest, spare / closing)
                elif outside > limit * length:
                    only_rounding = True
            lx, ly = cx, cy
        vx, vy = -vx, -vy
    if longest >= 1:
        return _ticks(longest, 1.0)
    if only_rounding:  # they are hardly beyond the limit, side by side: another direction gives no more
        return 1
    start, end = nearest_points(p, q)
    nx, ny = end[0] - start[0], end[1] - start[1]
    if not (nx or ny):
        return 1
    length = hypot(nx, ny)
    gap = min(nx * x + ny * y for x, y in q) - max(nx * x + ny * y for x, y in p)
    spare = (gap - abs(nx) * goes_x - abs(ny) * goes_y) / length - limit
    closing = (vx * nx + vy * ny) / length
    return _ticks(spare, closing)


def _ticks(spare: float, speed: float) -> int:
    """How many whole ticks a way surely takes at most at a speed a tick; at least 1."""
    if spare <= 0:
        return 1
    if speed <= 0:
        return ENDLESS
    return max(1, int(min(spare / speed * (1 - 1e-9), float(1 << 40))))


def _way_to_clear(p: Outline, q: Outline, limit: int) -> int:
    """How far two outlines have to be moved apart at least to be more than so far from each other."""
    if not meet(p, q):
        return limit - distance(p, q)
    return limit + min(_depth(p, q), _depth(q, p))


def _depth(p: Outline, q: Outline) -> int:
    """How deep one outline stands in another, measured from the other's edges; rounded down."""
    least = -1
    last = p[-1]
    for corner in p:
        ex, ey = corner[0] - last[0], corner[1] - last[1]
        inside = -min(ex * (y - last[1]) - ey * (x - last[0]) for x, y in q)
        depth = isqrt(inside * inside // (ex * ex + ey * ey)) if inside > 0 else 0
        least = depth if least < 0 else min(least, depth)
        last = corner
    return least
