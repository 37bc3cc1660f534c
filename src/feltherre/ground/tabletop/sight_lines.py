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

    def of(self, line: int) -> Look:
        return Look(int(self.limit[line]), int(self.inside[line]), int(self.out_of[line]))


class Outlines:
    """Some outlines as arrays by corner and outline; a short one repeats its last corner, which adds no edge that a
    line could cut."""

    def __init__(self, outlines: Sequence[Outline], boxes: Sequence[Box], *, convex: bool) -> None:
        self.count, self.boxes, self.convex = len(outlines), boxes, convex
        most = max((len(outline) for outline in outlines), default=3)
        padded = [(*outline, *(outline[-1:] * (most - len(outline)))) for outline in outlines]
        self.x, self.y = np.ascontiguousarray(np.array(padded, dtype=np.float64).reshape(-1, most, 2).T)
        self.edge_x, self.edge_y = (np.roll(axis, -1, axis=0) - axis for axis in (self.x, self.y))
        #: the cross product of an edge with its own places
        self.edge_at = self.edge_x * self.y - self.edge_y * self.x

    def corners(self, outline: Ints) -> tuple[Floats, Floats]:
        """The corners of the outlines that are named, in columns; a single one serves all who ask."""
        if self.count == 1:
            return self.x, self.y
        return self.x.take(outline, axis=1), self.y.take(outline, axis=1)

    def first_holds(self, x: Floats, y: Floats) -> Bools:
        """Which places lie inside or on the edge of the first outline, which is convex."""
        sides = self.edge_x[:, :1] * y
        sides -= self.edge_y[:, :1] * x
        found: Bools = (sides <= self.edge_at[:, :1]).all(axis=0)
        return found


class Hill:
    """A hill's outline, the convex ones that it is made of, its level and the stretches of its crest."""

    def __init__(self, hill: Feature) -> None:
        self.level, self.box = hill.level, hill.box
        self.outline = Outlines([hill.points], [hill.box], convex=len(hill.solids) == 1)
        self.solids = [Outlines([solid], [hill.box], convex=True) for solid in hill.solids]
        self.crest = list(pairwise(hill.crest))


class Ground:
    """What of a table hides something, as arrays."""

    def __init__(self, table: Table) -> None:
        self.hills = [Hill(hill) for hill in table.hills]
        self.screens = Outlines(
            [screen.outline for screen in table.screens],
            [screen.box for screen in table.screens],
            convex=all(screen.convex for screen in table.screens),
        )

    def levels_at(self, places: Ints) -> Floats:
        """The terraces at many places: `Table.level_at`."""
        x, y = np.ascontiguousarray(places.reshape(-1, 2).T, dtype=np.float64)
        found = np.zeros(len(x))
        for hill in self.hills:
            west, south, east, north = hill.box
            here = np.flatnonzero((x >= west) & (x <= east) & (y >= south) & (y <= north) & (found < hill.level))
            for solid in hill.solids:
                found[here[solid.first_holds(x[here], y[here])]] = hill.level
        return found.reshape(places.shape[:-1])


_GROUNDS: WeakKeyDictionary[Table, Ground] = WeakKeyDictionary()


def ground_of(table: Table) -> Ground:
    """The arrays of a table, made once."""
    found = _GROUNDS.get(table)
    if found is None:
        found = _GROUNDS[table] = Ground(table)
    return found


class Lines:
    """Lines from eyes to marks; `free[0]` are those free by the first looks, `free[1]` those back by the second.

    `levels` are the terraces of the eyes and of the marks, for a caller that knows them.
    """

    def __init__(
        self, eyes: Ints, marks: Ints, looks: Sequence[Looks], levels: tuple[Floats, Floats] | None = None
    ) -> None:
        self.eyes, self.marks, self.looks, self.levels = eyes, marks, looks, levels
        x, y = np.ascontiguousarray(eyes.T, dtype=np.float64)
        mark_x, mark_y = np.ascontiguousarray(marks.T, dtype=np.float64)
        dx, dy = mark_x - x, mark_y - y
        #: eyes, ways to the marks, and the cross product of a line with its own places
        self.rows = (x, y, dx, dy, dx * y - dy * x)
        self.boxes = (np.minimum(x, mark_x), np.minimum(y, mark_y), np.maximum(x, mark_x), np.maximum(y, mark_y))
        self.square: Floats = dx * dx + dy * dy
        self.free: list[Bools] = [self.square <= look.limit.astype(np.float64) ** 2 for look in looks]
        self.unsure: Bools = self.square == 0

    def answers(self, table: Table) -> list[Bools]:
        """Which lines are free, by each of the looks. What is hidden by one thing is not asked of the next."""
        ground = ground_of(table)
        in_range = [free.copy() for free in self.free]
        if ground.hills:
            eye_level, mark_level = self.levels or (ground.levels_at(self.eyes), ground.levels_at(self.marks))
            for hill in ground.hills:
                self._crests(hill, eye_level, mark_level)
        if ground.screens.count:
            self._screen(ground.screens)
        for look, free, near, back in zip(self.looks, self.free, in_range, (False, True), strict=False):
            for line in np.flatnonzero(self.unsure & near).tolist():
                eye, mark = _point(self.eyes[line]), _point(self.marks[line])
                ends = (mark, eye) if back else (eye, mark)
                free[line] = why_hidden(table, *ends, look.of(line)) is None
        return self.free

    def _meeting(self, boxes: Sequence[Box], among: Bools | None = None) -> tuple[Ints, Ints]:
        """The free lines, or those of them among some, and the boxes that theirs meet."""
        free = self.free[0] if len(self.free) == 1 else self.free[0] | self.free[1]
        some = np.flatnonzero(free if among is None else free & among)
        west, south, east, north = (edge.take(some) for edge in self.boxes)
        found = [some[(west <= box[2]) & (east >= box[0]) & (south <= box[3]) & (north >= box[1])] for box in boxes]
        return np.concatenate(found), np.repeat(np.arange(len(boxes)), [len(lines) for lines in found])

    def _chords(self, outlines: Outlines, which: Ints, outline: Ints) -> tuple[Ints, list[tuple[Floats, Floats]]]:
        """Of some lines those that run, drawn out, through an outline each; the parts where they enter and leave, in
        order. Lines through a corner are unsure."""
        x, y, dx, dy, own = (row.take(which) for row in self.rows)
        corner_x, corner_y = outlines.corners(outline)
        sides: Floats = corner_y * dx
        sides -= corner_x * dy
        sides -= own
        self.unsure[which[(sides == 0).any(axis=0)]] = True
        left = sides > 0
        after = np.concatenate([left[1:], left[:1]])
        parts: Floats = np.full((2, len(which)) if outlines.convex else sides.shape, np.inf)
        # clockwise: a line comes in where an edge goes over to its left, and out where one goes back
        for row, cuts in enumerate((after > left, left > after)):
            flat = np.flatnonzero(cuts)
            edge = flat // len(which)
            line = flat - edge * len(which)
            at = edge * outlines.count + outline[line]
            top = x[line] * outlines.edge_y.take(at) - y[line] * outlines.edge_x.take(at) + outlines.edge_at.take(at)
            change = sides.take(flat) - sides.take(flat + len(which), mode="wrap")
            if outlines.convex:
                parts[row][line] = top / change
            else:
                parts[edge, line] = top / change
        if not outlines.convex:
            parts.sort(axis=0)
            parts = parts[: int(np.isfinite(parts).any(axis=1).sum())]
        some = np.flatnonzero(np.isfinite(parts[0])) if len(parts) else np.arange(0)
        return which[some], [(parts[row][some], parts[row + 1][some]) for row in range(0, len(parts) - 1, 2)]

    def _screen(self, screens: Outlines) -> None:
        """Hide what the screens hide. Lines with an end near an edge are unsure."""
        which, chords = self._chords(screens, *self._meeting(screens.boxes))
        for enters, leaves in chords:
            for part in (enters, leaves):
                self.unsure[which[(np.abs(part) < NEAR) | (np.abs(part - 1) < NEAR)]] = True
            on_line = (leaves > 0) & (enters < 1) & np.isfinite(leaves)
            eye, mark = enters < 0, leaves > 1
            self._hide(0, which, on_line, eye, mark, leaves)
            if len(self.looks) > 1:
                self._hide(1, which, on_line, mark, eye, 1 - enters)

    def _hide(self, way: int, which: Ints, on_line: Bools, eye: Bools, mark: Bools, through: Floats) -> None:
        """By one of the looks: `eye` and `mark` are the lines whose ends are inside, `through` where they come out."""
        look = self.looks[way]
        square, depth = self.square[which], look.out_of[which].astype(np.float64) ** 2
        seen_through = through**2 * square
        hidden = np.where(mark, square > look.inside[which].astype(np.float64) ** 2, ~eye | (seen_through > depth))
        close = on_line & eye & ~mark & (np.abs(seen_through - depth) <= NEAR * (1 + depth))
        self.unsure[which[close]] = True
        self.free[way][which[on_line & hidden & ~close]] = False

    def _crests(self, hill: Hill, eye_level: Floats, mark_level: Floats) -> None:
        """Hide what lies beyond a hill's crests. It hides nothing from a line that is nowhere lower than it."""
        lower = np.minimum(eye_level, mark_level) < hill.level
        which, chords = self._chords(hill.outline, *self._meeting([hill.box], lower))
        start, end = eye_level[which], mark_level[which]
        for at in self._crest_parts(hill, which, chords):
            height = start + (end - start) * at
            between = (at > 0) & (at < 1)
            close = between & (start != end) & (np.abs(height - hill.level) < NEAR)
            close |= (np.abs(at) < NEAR) | (np.abs(at - 1) < NEAR)
            self.unsure[which[close]] = True
            hidden = which[between & ~close & (height < hill.level)]
            for free in self.free:
                free[hidden] = False

    def _crest_parts(self, hill: Hill, which: Ints, chords: Sequence[tuple[Floats, Floats]]) -> list[Floats]:
        """The crests of a hill on lines; -1 where a line has none."""
        found = []
        for enters, leaves in chords:
            middle = np.isfinite(leaves)
            for a, b in hill.crest:
                cut = self._cut(which, a, b)
                self.unsure[which[(np.abs(cut - enters) < NEAR) | (np.abs(cut - leaves) < NEAR)]] = True
                cuts_here = (cut >= enters) & (cut <= leaves)
                middle &= ~cuts_here
                found.append(np.where(cuts_here, cut, -1.0))
            found.append(np.where(middle, (enters + leaves) / 2, -1.0))
        return found

    def _cut(self, which: Ints, a: Point, b: Point) -> Floats:
        """Where lines, drawn out, cut the line between two places; below anything where they do not."""
        x, y, dx, dy = (row.take(which) for row in self.rows[:4])
        a_side = dx * (a[1] - y) - dy * (a[0] - x)
        b_side = dx * (b[1] - y) - dy * (b[0] - x)
        cuts = (a_side != b_side) & (a_side * b_side <= 0)
        top = (a[0] - x) * (b[1] - a[1]) - (a[1] - y) * (b[0] - a[0])
        found: Floats = np.where(cuts, top / np.where(cuts, b_side - a_side, 1.0), -1e300)
        return found


def _point(row: Ints) -> Point:
    return int(row[0]), int(row[1])
