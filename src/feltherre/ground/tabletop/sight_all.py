"""Who sees whom among many bodies, all lines at once with numpy.

The answers are those of `sight`, line by line: sides of lines are whole numbers and exact, fractions are floating
point, and a line on which any of them comes so near to a border that it could fall on the other side is asked again
in whole numbers. A test holds the two together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from feltherre.ground.tabletop.angles import Point
from feltherre.ground.tabletop.bodies import Body
from feltherre.ground.tabletop.distance import nearest_points
from feltherre.ground.tabletop.shapes import Outline
from feltherre.ground.tabletop.sight import Look, body_hidden, why_hidden
from feltherre.ground.tabletop.table import Table
from feltherre.ground.tabletop.terrain import Feature

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

#: parts of a line this near to each other are compared in whole numbers; doubles are a million times finer
NEAR: Final = 1e-9


class Lines:
    """Lines of sight from eyes to marks: which are still free, and which have to be asked in whole numbers."""

    def __init__(self, eyes: Ints, marks: Ints, limit: Ints, inside: Ints, out_of: Ints) -> None:
        self.eyes, self.ways = eyes, marks - eyes
        self.inside, self.out_of = inside, out_of
        self.square: Ints = (self.ways**2).sum(axis=1)
        self.low: Ints = np.minimum(eyes, marks)
        self.high: Ints = np.maximum(eyes, marks)
        self.free: Bools = self.square <= limit**2
        self.unsure: Bools = self.square == 0

    def meeting(self, outline: Outline) -> Ints:
        """The free lines whose boxes meet an outline's."""
        points = np.array(outline, dtype=np.int64)
        low, high = points.min(axis=0), points.max(axis=0)
        meets = self.free & (self.low <= high).all(axis=1) & (self.high >= low).all(axis=1)
        return np.flatnonzero(meets)

    def chords(self, outline: Outline) -> tuple[Ints, Floats]:
        """The lines that, drawn out, run through an outline, and the parts at which they enter and leave, sorted.

        Lines through a corner, and lines with an end near the edge, are unsure.
        """
        which = self.meeting(outline)
        x, y = np.array(outline, dtype=np.int64).T
        eye_x, eye_y = self.eyes[which, 0, None], self.eyes[which, 1, None]
        dx, dy = self.ways[which, 0, None], self.ways[which, 1, None]
        sides = dx * (y - eye_y) - dy * (x - eye_x)
        left = sides > 0
        crosses = left != np.roll(left, -1, axis=1)
        self.unsure[which[(sides == 0).any(axis=1)]] = True
        some = crosses.any(axis=1)
        which, sides, crosses = which[some], sides[some], crosses[some]
        ex, ey = np.roll(x, -1) - x, np.roll(y, -1) - y
        top = (x - eye_x[some]) * ey - (y - eye_y[some]) * ex
        change = np.roll(sides, -1, axis=1) - sides
        parts = np.where(crosses, top / np.where(crosses, change, 1), np.inf)
        parts.sort(axis=1)
        near_end = (np.abs(parts) < NEAR) | (np.abs(parts - 1) < NEAR)
        self.unsure[which[near_end.any(axis=1)]] = True
        most = int(crosses.sum(axis=1).max(initial=0))
        return which, parts[:, : most + most % 2]

    def screen(self, outline: Outline) -> None:
        """Lines that an outline hides are no longer free."""
        which, parts = self.chords(outline)
        for enters, leaves in _pairs(parts):
            on_line = (leaves > 0) & (enters < 1)
            eye, mark = enters < 0, leaves > 1
            too_far = self.square[which] > self.inside[which] ** 2
            seen_through = leaves**2 * self.square[which]
            depth = self.out_of[which] ** 2
            hidden = on_line & np.where(mark, too_far, np.where(eye, seen_through > depth, True))
            close = on_line & eye & ~mark & (np.abs(seen_through - depth) <= NEAR * (1 + depth))
            self.unsure[which[close]] = True
            self.free[which[hidden & ~close]] = False

    def crests(self, hills: Sequence[Feature]) -> None:
        """Lines that a crest hides are no longer free."""
        count = len(self.free)
        eye_level, mark_level = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
        found = []
        for hill in hills:
            which, parts = self.chords(hill.points)
            on_eye, on_mark = np.zeros(len(which), dtype=np.bool_), np.zeros(len(which), dtype=np.bool_)
            for enters, leaves in _pairs(parts):
                on_eye |= (enters < 0) & (leaves > 0) & np.isfinite(leaves)
                on_mark |= (enters < 1) & (leaves > 1) & np.isfinite(leaves)
            eye_level[which[on_eye]] = np.maximum(eye_level[which[on_eye]], hill.level)
            mark_level[which[on_mark]] = np.maximum(mark_level[which[on_mark]], hill.level)
            found.append((hill, which, parts, on_eye & on_mark))
        for hill, which, parts, shared in found:
            for at in self._crest_parts(hill, which, parts):
                start, end = eye_level[which], mark_level[which]
                height = start + (end - start) * at
                between = ~shared & (at > 0) & (at < 1)
                close = between & (start != end) & (np.abs(height - hill.level) < NEAR)
                close |= (np.abs(at) < NEAR) | (np.abs(at - 1) < NEAR)
                self.unsure[which[close]] = True
                self.free[which[between & ~close & (height < hill.level)]] = False

    def _crest_parts(self, hill: Feature, which: Ints, parts: Floats) -> list[Floats]:
        """The crests of a hill on some lines; -1 where a line has none."""
        cuts = [self._cut(which, a, b) for a, b in zip(hill.crest, hill.crest[1:], strict=False)]
        found = []
        for enters, leaves in _pairs(parts):
            finite = np.isfinite(leaves)
            drawn = np.zeros(len(which), dtype=np.bool_)
            for cut in cuts:
                within = finite & (cut >= enters) & (cut <= leaves)
                at_edge = np.isfinite(cut) & finite & ((np.abs(cut - enters) < NEAR) | (np.abs(cut - leaves) < NEAR))
                self.unsure[which[at_edge]] = True
                drawn |= within
                found.append(np.where(within, cut, -1.0))
            found.append(np.where(finite & ~drawn, (enters + np.where(finite, leaves, 0)) / 2, -1.0))
        return found

    def _cut(self, which: Ints, a: Point, b: Point) -> Floats:
        """Where lines, drawn out, cut the line between two places; infinite where they do not."""
        eye_x, eye_y = self.eyes[which, 0], self.eyes[which, 1]
        dx, dy = self.ways[which, 0], self.ways[which, 1]
        a_side = dx * (a[1] - eye_y) - dy * (a[0] - eye_x)
        b_side = dx * (b[1] - eye_y) - dy * (b[0] - eye_x)
        cuts = (a_side != b_side) & (((a_side <= 0) & (b_side >= 0)) | ((b_side <= 0) & (a_side >= 0)))
        top = (a[0] - eye_x) * (b[1] - a[1]) - (a[1] - eye_y) * (b[0] - a[0])
        return np.where(cuts, top / np.where(cuts, b_side - a_side, 1), np.inf)


def free_lines(table: Table, eyes: Ints, marks: Ints, limit: Ints, inside: Ints, out_of: Ints) -> Bools:
    """Which lines of sight are free; all arrays have a row for each line."""
    lines = Lines(eyes, marks, limit, inside, out_of)
    for _, outline in table.screens:
        lines.screen(outline)
    lines.crests(table.hills)
    in_range = lines.square <= limit**2
    for line in np.flatnonzero(lines.unsure & in_range):
        (ax, ay), (bx, by) = eyes[line].tolist(), marks[line].tolist()
        look = Look(int(limit[line]), int(inside[line]), int(out_of[line]))
        lines.free[line] = why_hidden(table, (ax, ay), (bx, by), look) is None
    return lines.free


def who_sees_whom(
    table: Table,
    bodies: Sequence[Body],
    limit: int | Ints,
    inside: int | Ints,
    out_of: int | Ints = 0,
    wanted: Bools | None = None,
) -> Bools:
    """At [observer, target] if the target is seen: `body_hidden` for all pairs, or those wanted.

    `limit`, `inside` and `out_of` are as in `Look`, each one number or a table by observer and target.
    """
    count = len(bodies)
    seen = np.zeros((count, count), dtype=np.bool_)
    limits, insides, depths = (
        np.broadcast_to(np.asarray(one, dtype=np.int64), seen.shape) for one in (limit, inside, out_of)
    )
    open_ = ~np.eye(count, dtype=np.bool_) if wanted is None else wanted & ~np.eye(count, dtype=np.bool_)
    bent = np.array([len(body.pieces) > 1 for body in bodies], dtype=np.bool_)
    for i, j in np.argwhere(open_ & (bent[:, None] | bent[None, :])).tolist():
        look = Look(int(limits[i, j]), int(insides[i, j]), int(depths[i, j]))
        seen[i, j] = body_hidden(table, bodies[i], bodies[j], look) is None
        open_[i, j] = False
    if not open_.any():
        return seen
    fronts = np.array([(*body.front, body.centre) for body in bodies], dtype=np.int64)
    first, second = np.nonzero(np.triu(open_ | open_.T))
    eyes = np.zeros((count, count, 2), dtype=np.int64)
    eyes[first, second], eyes[second, first] = nearest_all(bodies, first, second)
    for tried in range(4):
        observer, target = np.nonzero(open_ & ~seen)
        marks = eyes[target, observer] if tried == 0 else fronts[target, tried - 1]
        at = observer, target
        seen[at] = free_lines(table, eyes[at], marks, limits[at], insides[at], depths[at])
    return seen


def nearest_all(bodies: Sequence[Body], first: Ints, second: Ints) -> tuple[Ints, Ints]:
    """`nearest_points` of many pairs of bodies of one piece."""
    corners = np.array([body.outline for body in bodies], dtype=np.int64)
    a, b = corners[first], corners[second]
    gap_a, foot_a, corner_b, apart_a = _feet(a, b)
    gap_b, foot_b, corner_a, apart_b = _feet(b, a)
    gaps = np.concatenate([gap_a, gap_b], axis=1)
    on_a = np.concatenate([foot_a, corner_a], axis=1)
    on_b = np.concatenate([corner_b, foot_b], axis=1)
    rows = np.arange(len(first))
    best = gaps.argmin(axis=1)
    points_a, points_b = on_a[rows, best], on_b[rows, best]
    even = gaps <= gaps[rows, best][:, None] * (1 + NEAR) + NEAR
    same = (on_a == points_a[:, None]).all(axis=2) & (on_b == points_b[:, None]).all(axis=2)
    for row in np.flatnonzero((even & ~same).any(axis=1) | ~(apart_a | apart_b)):
        points_a[row], points_b[row] = nearest_points(bodies[first[row]].outline, bodies[second[row]].outline)
    return points_a, points_b


def _feet(a: Ints, b: Ints) -> tuple[Floats, Ints, Ints, Bools]:
    """For each pair of an edge of `a` and a corner of `b`: squared gap, foot, corner; and if an edge keeps them apart."""
    edge = np.roll(a, -1, axis=1) - a
    ex, ey = edge[:, :, None, 0], edge[:, :, None, 1]
    way = b[:, None, :, :] - a[:, :, None, :]
    px, py = way[..., 0], way[..., 1]
    outside = ex * py - ey * px
    length = ex * ex + ey * ey
    along = np.clip(px * ex + py * ey, 0, length)
    foot = (2 * edge[:, :, None, :] * along[..., None] + length[..., None]) // (2 * length[..., None])
    at_end = (along == 0) | (along == length)
    rest = np.where((along == length)[..., None], way - edge[:, :, None, :], way)
    gap = np.where(at_end, (rest * rest).sum(axis=-1), outside.astype(np.float64) ** 2 / length)
    gap = np.where(outside >= 0, gap, np.inf)
    corner = np.broadcast_to(b[:, None, :, :], foot.shape)
    many, flat = len(a), (len(a), -1, 2)
    apart = (outside > 0).all(axis=2).any(axis=1)
    return gap.reshape(many, -1), (foot + a[:, :, None, :]).reshape(flat), corner.reshape(flat), apart


def _pairs(parts: Floats) -> list[tuple[Floats, Floats]]:
    return [(parts[:, i], parts[:, i + 1]) for i in range(0, parts.shape[1] - 1, 2)]
