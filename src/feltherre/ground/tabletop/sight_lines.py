"""Many lines of sight at once, with numpy.

The answers are those of `sight.why_hidden`. Co-ordinates and their products are whole numbers far below 2**53, which
doubles hold exactly; only where a line enters and leaves something is a rounded fraction. A line on which one of these
comes so near to a border that it could fall on the other side is asked again in whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from feltherre.ground.tabletop.angles import Point
from feltherre.ground.tabletop.shapes import Box, Outline
from feltherre.ground.tabletop.sight import Look, why_hidden
from feltherre.ground.tabletop.table import Table
from feltherre.ground.tabletop.terrain import Feature

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

#: fractions this near to each other are compared in whole numbers; doubles are a million times finer
NEAR: Final = 1e-9


class Looks:
    """What `Look` says, for each of many lines."""

    def __init__(self, limit: Ints, inside: Ints, out_of: Ints) -> None:
        self.limit, self.inside, self.out_of = limit, inside, out_of
        self.inside_square, self.out_of_square = inside.astype(np.float64) ** 2, out_of.astype(np.float64) ** 2

    def of(self, line: int) -> Look:
        return Look(int(self.limit[line]), int(self.inside[line]), int(self.out_of[line]))


class Lines:
    """Lines from eyes to marks; `free[0]` are those free by the first looks, `free[1]` those back by the second."""

    def __init__(self, eyes: Ints, marks: Ints, looks: Sequence[Looks]) -> None:
        self.eyes, self.marks, self.looks = eyes, marks, looks
        self.x, self.y = eyes[:, 0].astype(np.float64), eyes[:, 1].astype(np.float64)
        self.dx, self.dy = marks[:, 0] - self.x, marks[:, 1] - self.y
        self.square: Floats = self.dx**2 + self.dy**2
        self.west, self.east = np.minimum(self.x, marks[:, 0]), np.maximum(self.x, marks[:, 0])
        self.south, self.north = np.minimum(self.y, marks[:, 1]), np.maximum(self.y, marks[:, 1])
        self.free: list[Bools] = [self.square <= look.limit.astype(np.float64) ** 2 for look in looks]
        self.unsure: Bools = self.square == 0

    def answers(self, table: Table) -> list[Bools]:
        """Which lines are free, by each of the looks."""
        in_range = [free.copy() for free in self.free]
        for _, outline, box in table.screens:
            self._screen(outline, box)
        self._crests(table.hills)
        for look, free, near, back in zip(self.looks, self.free, in_range, (False, True), strict=False):
            for line in np.flatnonzero(self.unsure & near).tolist():
                eye, mark = _point(self.eyes[line]), _point(self.marks[line])
                ends = (mark, eye) if back else (eye, mark)
                free[line] = why_hidden(table, *ends, look.of(line)) is None
        return self.free

    def _chords(self, outline: Outline, box: Box) -> tuple[Ints, Floats]:
        """The lines that, drawn out, run through an outline; in rows the parts where they enter and leave, in order.

        Lines through a corner, and lines with an end near the edge, are unsure.
        """
        west, south, east, north = box
        meets = (self.west <= east) & (self.east >= west) & (self.south <= north) & (self.north >= south)
        which = np.flatnonzero(meets & np.logical_or.reduce(self.free))
        x, y, dx, dy = self.x[which], self.y[which], self.dx[which], self.dy[which]
        sides = np.array([dx * (cy - y) - dy * (cx - x) for cx, cy in outline])
        left = sides > 0
        crosses = left != np.roll(left, -1, axis=0)
        self.unsure[which[(sides == 0).any(axis=0)]] = True
        some = np.flatnonzero(crosses.any(axis=0))
        which, x, y, sides, crosses = which[some], x[some], y[some], sides[:, some], crosses[:, some]
        parts = np.full(crosses.shape, np.inf)
        count = len(outline)
        for edge, (ax, ay) in enumerate(outline):
            bx, by = outline[(edge + 1) % count]
            here = np.flatnonzero(crosses[edge])
            top = (ax - x[here]) * (by - ay) - (ay - y[here]) * (bx - ax)
            parts[edge, here] = top / (sides[(edge + 1) % count, here] - sides[edge, here])
        parts.sort(axis=0)
        most = int(crosses.sum(axis=0).max(initial=0))
        parts = parts[: most + most % 2]
        near_end = (np.abs(parts) < NEAR) | (np.abs(parts - 1) < NEAR)
        self.unsure[which[near_end.any(axis=0)]] = True
        return which, parts

    def _screen(self, outline: Outline, box: Box) -> None:
        which, parts = self._chords(outline, box)
        for enters, leaves in _pairs(parts):
            on_line = (leaves > 0) & (enters < 1)
            eye, mark = enters < 0, leaves > 1
            self._hide(0, which, on_line, eye, mark, leaves)
            if len(self.looks) > 1:
                self._hide(1, which, on_line, mark, eye, 1 - enters)

    def _hide(self, way: int, which: Ints, on_line: Bools, eye: Bools, mark: Bools, through: Floats) -> None:
        """By one of the looks: `eye` and `mark` are the lines whose ends are inside, `through` where they come out."""
        look = self.looks[way]
        square, depth = self.square[which], look.out_of_square[which]
        seen_through = through**2 * square
        hidden = np.where(mark, square > look.inside_square[which], ~eye | (seen_through > depth))
        close = on_line & eye & ~mark & (np.abs(seen_through - depth) <= NEAR * (1 + depth))
        self.unsure[which[close]] = True
        self.free[way][which[on_line & hidden & ~close]] = False

    def _crests(self, hills: Sequence[Feature]) -> None:
        eye_level, mark_level = np.zeros_like(self.x), np.zeros_like(self.x)
        found = []
        for hill in hills:
            which, parts = self._chords(hill.points, hill.box)
            on_eye, on_mark = np.zeros(len(which), dtype=np.bool_), np.zeros(len(which), dtype=np.bool_)
            for enters, leaves in _pairs(parts):
                finite = np.isfinite(leaves)
                on_eye |= (enters < 0) & (leaves > 0) & finite
                on_mark |= (enters < 1) & (leaves > 1) & finite
            _raise(eye_level, which[on_eye], hill.level)
            _raise(mark_level, which[on_mark], hill.level)
            found.append((hill, which, parts))
        for hill, which, parts in found:
            start, end = eye_level[which], mark_level[which]
            for at in self._crest_parts(hill, which, parts):
                height = start + (end - start) * at
                between = (at > 0) & (at < 1)
                close = between & (start != end) & (np.abs(height - hill.level) < NEAR)
                close |= (np.abs(at) < NEAR) | (np.abs(at - 1) < NEAR)
                self.unsure[which[close]] = True
                hidden = which[between & ~close & (height < hill.level)]
                for free in self.free:
                    free[hidden] = False

    def _crest_parts(self, hill: Feature, which: Ints, parts: Floats) -> Iterator[Floats]:
        """The crests of a hill on some lines; -1 where a line has none."""
        cuts = [self._cut(which, a, b) for a, b in pairwise(hill.crest)]
        for enters, leaves in _pairs(parts):
            middle = np.isfinite(leaves)
            for cut in cuts:
                cut_here = (cut >= enters) & (cut <= leaves) & np.isfinite(cut)
                at_edge = (np.abs(cut - enters) < NEAR) | (np.abs(cut - leaves) < NEAR)
                self.unsure[which[at_edge]] = True
                middle &= ~cut_here
                yield np.where(cut_here, cut, -1.0)
            yield np.where(middle, (enters + leaves) / 2, -1.0)

    def _cut(self, which: Ints, a: Point, b: Point) -> Floats:
        """Where lines, drawn out, cut the line between two places; below anything where they do not."""
        x, y, dx, dy = self.x[which], self.y[which], self.dx[which], self.dy[which]
        a_side = dx * (a[1] - y) - dy * (a[0] - x)
        b_side = dx * (b[1] - y) - dy * (b[0] - x)
        cuts = (a_side != b_side) & (a_side * b_side <= 0)
        top = (a[0] - x) * (b[1] - a[1]) - (a[1] - y) * (b[0] - a[0])
        found: Floats = np.where(cuts, top / np.where(cuts, b_side - a_side, 1.0), -1e300)
        return found


def _raise(levels: Floats, which: Ints, level: int) -> None:
    levels[which] = np.maximum(levels[which], level)


def _pairs(parts: Floats) -> list[tuple[Floats, Floats]]:
    return [(parts[row], parts[row + 1]) for row in range(0, len(parts) - 1, 2)]


def _point(row: Ints) -> Point:
    return int(row[0]), int(row[1])
