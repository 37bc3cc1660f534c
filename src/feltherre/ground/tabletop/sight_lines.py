"""Many lines of sight at once, with numpy.

The answers are those of `sight.why_hidden`. Co-ordinates and their products are whole numbers far below 2**53, which
doubles hold exactly; only where a line enters and leaves something is a rounded fraction. A line on which one of these
comes so near to a border that it could fall on the other side is asked again in whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from feltherre.ground.tabletop.angles import Point
from feltherre.ground.tabletop.shapes import Box, Outline
from feltherre.ground.tabletop.sight import Look, why_hidden
from feltherre.ground.tabletop.table import Table

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


class Outlines:
    """Some outlines as arrays; a short one repeats its last corner, which adds no edge that a line could cut."""

    def __init__(self, outlines: Sequence[Outline], boxes: Sequence[Box], *, convex: bool) -> None:
        self.count, self.convex = len(outlines), convex
        most = max((len(outline) for outline in outlines), default=3)
        padded = [(*outline, *(outline[-1:] * (most - len(outline)))) for outline in outlines]
        #: by corner, then by outline
        self.x, self.y = np.ascontiguousarray(np.array(padded, dtype=np.float64).reshape(-1, most, 2).T)
        self.boxes = np.array(boxes, dtype=np.float64).reshape(-1, 4)


class Ground:
    """What of a table hides something, as arrays."""

    def __init__(self, table: Table) -> None:
        self.table = table
        screens, hills = table.screens, table.hills
        self.screens = Outlines(
            [screen.outline for screen in screens],
            [screen.box for screen in screens],
            convex=all(screen.convex for screen in screens),
        )
        self.hills = Outlines(
            [hill.points for hill in hills],
            [hill.box for hill in hills],
            convex=all(len(hill.solids) == 1 for hill in hills),
        )
        self.levels = np.array([hill.level for hill in hills], dtype=np.float64)
        self.crests = [(place, list(pairwise(hill.crest))) for place, hill in enumerate(hills) if hill.crest]


_GROUNDS: WeakKeyDictionary[Table, Ground] = WeakKeyDictionary()


def ground_of(table: Table) -> Ground:
    """The arrays of a table, made once."""
    found = _GROUNDS.get(table)
    if found is None:
        found = _GROUNDS[table] = Ground(table)
    return found


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
        ground = ground_of(table)
        in_range = [free.copy() for free in self.free]
        if ground.screens.count:
            self._screen(*self._chords(ground.screens))
        if ground.hills.count:
            self._crests(ground)
        for look, free, near, back in zip(self.looks, self.free, in_range, (False, True), strict=False):
            for line in np.flatnonzero(self.unsure & near).tolist():
                eye, mark = _point(self.eyes[line]), _point(self.marks[line])
                ends = (mark, eye) if back else (eye, mark)
                free[line] = why_hidden(table, *ends, look.of(line)) is None
        return self.free

    def _chords(self, outlines: Outlines) -> tuple[Ints, Ints, Floats]:
        """Lines and outlines that they run through, drawn out; in rows the parts where they enter and leave, in order.

        Lines through a corner, and lines with an end near the edge, are unsure.
        """
        which, outline = self._meeting(outlines)
        x, y, dx, dy = self.x[which], self.y[which], self.dx[which], self.dy[which]
        corners = range(len(outlines.x))
        sides = np.empty((len(corners), len(which)))
        for corner in corners:
            sides[corner] = dx * (outlines.y[corner].take(outline) - y) - dy * (outlines.x[corner].take(outline) - x)
        self.unsure[which[(sides == 0).any(axis=0)]] = True
        left = sides > 0
        some = np.flatnonzero(left.any(axis=0) & ~left.all(axis=0))
        which, outline, sides, left = which[some], outline[some], sides[:, some], left[:, some]
        after = np.concatenate([left[1:], left[:1]])
        if outlines.convex:
            # clockwise: a line comes in where an edge goes over to its left, and out where one goes back
            edges = np.array([(after > left).argmax(axis=0), (left > after).argmax(axis=0)])
            parts = self._cuts(outlines, which, outline, edges, sides)
        else:
            edges = np.broadcast_to(np.arange(len(corners))[:, None], sides.shape)
            parts = np.where(left != after, self._cuts(outlines, which, outline, edges, sides), np.inf)
            parts.sort(axis=0)
            parts = parts[: int(np.isfinite(parts).any(axis=1).sum())]
        near_end = (np.abs(parts) < NEAR) | (np.abs(parts - 1) < NEAR)
        self.unsure[which[near_end.any(axis=0)]] = True
        return which, outline, parts

    def _meeting(self, outlines: Outlines) -> tuple[Ints, Ints]:
        """The free lines and the outlines whose boxes meet."""
        free = self.free[0] if len(self.free) == 1 else self.free[0] | self.free[1]
        found = [
            np.flatnonzero(
                free & (self.west <= east) & (self.east >= west) & (self.south <= north) & (self.north >= south)
            )
            for west, south, east, north in outlines.boxes
        ]
        return np.concatenate(found), np.repeat(np.arange(outlines.count), [len(lines) for lines in found])

    def _cuts(self, outlines: Outlines, which: Ints, outline: Ints, edges: Ints, sides: Floats) -> Floats:
        """Where lines cut edges, in rows; of no meaning for an edge that a line does not cut."""
        ends = (edges + 1) % len(outlines.x)
        ax, ay, bx, by = (axis[corner, outline] for corner in (edges, ends) for axis in (outlines.x, outlines.y))
        change = np.take_along_axis(sides, ends, 0) - np.take_along_axis(sides, edges, 0)
        top = (ax - self.x[which]) * (by - ay) - (ay - self.y[which]) * (bx - ax)
        found: Floats = top / np.where(change == 0, 1.0, change)
        return found

    def _screen(self, which: Ints, _: Ints, parts: Floats) -> None:
        for enters, leaves in _pairs(parts):
            on_line = (leaves > 0) & (enters < 1) & np.isfinite(leaves)
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

    def _crests(self, ground: Ground) -> None:
        which, hill, parts = self._chords(ground.hills)
        level = ground.levels[hill]
        eye_level, mark_level = np.zeros_like(self.x), np.zeros_like(self.x)
        for enters, leaves in _pairs(parts):
            finite = np.isfinite(leaves)
            for levels, on_hill in (
                (eye_level, (enters < 0) & (leaves > 0)),
                (mark_level, (enters < 1) & (leaves > 1)),
            ):
                here = np.flatnonzero(on_hill & finite)
                np.maximum.at(levels, which[here], level[here])
        start, end = eye_level[which], mark_level[which]
        for at in self._crest_parts(ground, which, hill, parts):
            height = start + (end - start) * at
            between = (at > 0) & (at < 1)
            close = between & (start != end) & (np.abs(height - level) < NEAR)
            close |= (np.abs(at) < NEAR) | (np.abs(at - 1) < NEAR)
            self.unsure[which[close]] = True
            hidden = which[between & ~close & (height < level)]
            for free in self.free:
                free[hidden] = False

    def _crest_parts(self, ground: Ground, which: Ints, hill: Ints, parts: Floats) -> list[Floats]:
        """The crests of hills on lines; -1 where a line has none."""
        found = []
        for enters, leaves in _pairs(parts):
            middle = np.isfinite(leaves)
            for place, stretches in ground.crests:
                here = np.flatnonzero(hill == place)
                for a, b in stretches:
                    cut = self._cut(which[here], a, b)
                    at_edge = (np.abs(cut - enters[here]) < NEAR) | (np.abs(cut - leaves[here]) < NEAR)
                    self.unsure[which[here[at_edge]]] = True
                    cut_here = (cut >= enters[here]) & (cut <= leaves[here])
                    middle[here[cut_here]] = False
                    crests = np.full(len(which), -1.0)
                    crests[here[cut_here]] = cut[cut_here]
                    found.append(crests)
            found.append(np.where(middle, (enters + leaves) / 2, -1.0))
        return found

    def _cut(self, which: Ints, a: Point, b: Point) -> Floats:
        """Where lines, drawn out, cut the line between two places; below anything where they do not."""
        x, y, dx, dy = self.x[which], self.y[which], self.dx[which], self.dy[which]
        a_side = dx * (a[1] - y) - dy * (a[0] - x)
        b_side = dx * (b[1] - y) - dy * (b[0] - x)
        cuts = (a_side != b_side) & (a_side * b_side <= 0)
        top = (a[0] - x) * (b[1] - a[1]) - (a[1] - y) * (b[0] - a[0])
        found: Floats = np.where(cuts, top / np.where(cuts, b_side - a_side, 1.0), -1e300)
        return found


def _pairs(parts: Floats) -> list[tuple[Floats, Floats]]:
    return [(parts[row], parts[row + 1]) for row in range(0, len(parts) - 1, 2)]


def _point(row: Ints) -> Point:
    return int(row[0]), int(row[1])
