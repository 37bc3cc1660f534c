"""A picture of a tabletop in characters: the ground, and bodies with the way they face and the names by which orders
call them. It has no scale, no grid and no numbers: nobody measures on it.

What is drawn later goes over what was drawn before; a name that has no room is left out, the list of the board has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from rich.console import Console
from rich.text import Text as Line

from feltherre.cli.board import Drawing
from feltherre.cli.words import put, words
from feltherre.core.scene import Board, Place, Point, Pose, Scene

#: the signs of ground by the kind of a place, from the lowest upwards; anything else is `OTHER`
GROUND: Final = {
    "field": '"',
    "garden": '"',
    "marsh": ",",
    "wood": "♣",
    "town": "+",
    "stream": "~",
    "canal": "~",
    "ford": "≈",
    "road": "=",
    "path": "-",
    "bridge": "H",
    "linear": "#",
    "work": "#",
    "material": "%",
    "building": "■",
}
OTHER: Final = "?"
#: terraces of a hill, the first step and those above
HILL: Final = ".:⁖"
#: clockwise from north, of the first side and of the second
ARROWS: Final = ("↑↗→↘↓↙←↖", "⇑⇗⇒⇘⇓⇙⇐⇖")
BASE: Final = "▪"
GENERAL, COURIER = "★", "°"
#: a character is so much higher than wide
TALL: Final = 2
#: more than this is no longer seen at one glance
WIDEST, HIGHEST = 130, 60

_SUBPATH: Final = re.compile(r"M([^MZ]*)(Z?)")


def show_map(console: Console, board: Board, scene: Scene) -> None:
    """The table from above, north at the top, and what the signs mean."""
    picture = Picture(board, scene, console.width - 1)
    picture.draw()
    for row in picture.rows():
        console.print(row, no_wrap=True, crop=False)
    put(console, picture.legend())


class Picture:
    """A sheet of characters on which a table is drawn."""

    def __init__(self, board: Board, scene: Scene, width: int) -> None:
        self.board, self.scene, self.drawing = board, scene, Drawing(board, scene)
        self.left, self.top, wide, high = board.box
        self.columns = max(10, min(width, WIDEST, HIGHEST * TALL * wide // max(1, high)))
        self.cell = wide / self.columns
        self.lines = max(5, round(high / self.cell / TALL))
        self.signs = [[" "] * self.columns for _ in range(self.lines)]
        self.styles = [[""] * self.columns for _ in range(self.lines)]
        #: where bodies and names stand, over which no other name is written
        self.taken: set[tuple[int, int]] = set()
        #: what is on the picture, with the signs for it
        self.signs_of: dict[str, str] = {}

    def draw(self) -> None:
        self._ground()
        for pose in self.scene.poses:
            self._bases(pose)
        for pose in sorted(self.scene.poses, key=self._symbol):
            self._mark(pose)
        for pose in self.scene.poses:
            self._name(pose)
        for place in self._places():
            self._write(self._cell(place.at), place.id, "dim", (-len(place.id) // 2, 0))

    def rows(self) -> Iterator[Line]:
        for signs, styles in zip(self.signs, self.styles, strict=True):
            row = Line()
            for sign, style in zip(signs, styles, strict=True):
                row.append(sign, style=style)
            row.rstrip()
            yield row

    def legend(self) -> Line:
        """What the signs mean that are on the picture, each side with its arrow first."""
        line = Line(f"{words('map.north')}   ", style="dim")
        for number, side in enumerate(self.board.sides):
            line.append(ARROWS[number % len(ARROWS)][0], style=self.drawing.colour[side.id])
            line.append(f" {self.drawing.name[side.id]}   ")
        for meaning, signs in self.signs_of.items():
            line.append(" ".join(signs), style="yellow").append(f" {meaning}   ")
        if "remembered" in self.scene.flags:
            line.append("( )", style="yellow").append(f" {self.drawing.name['remembered']}")
        line.rstrip()
        return line

    # the ground

    def _ground(self) -> None:
        for layer in self.board.layers:
            if layer.level:
                sign = HILL[min(layer.level, len(HILL)) - 1]
                self._fill(layer.path, sign, "hill")
        order = [*GROUND]
        for place in sorted(self._places(), key=lambda place: order.index(place.kind) if place.kind in order else -1):
            if place.kind != "hill":
                self._fill(place.path, GROUND.get(place.kind, OTHER), place.kind)

    def _means(self, sign: str, kind: str) -> None:
        name = self.drawing.name.get(kind, kind)
        signs = self.signs_of.get(name, "")
        self.signs_of[name] = signs if sign in signs else signs + sign

    def _places(self) -> list[Place]:
        gone = self.scene.places.get("gone", ())
        return [place for place in (*self.board.places, *self.scene.extra) if place.id not in gone]

    def _fill(self, path: str, sign: str, kind: str) -> None:
        for written, closed in _SUBPATH.findall(path):
            points = _points(written)
            cells = self._inside(points) if closed else ()
            # what is smaller than a character is drawn all the same
            for cell in cells or self._along([*points, points[0]] if closed else points):
                self._set(cell, sign, "dim green" if kind in ("wood", "hill", "field", "garden") else "dim")
        self._means(sign, kind)

    def _inside(self, points: Sequence[Point]) -> set[tuple[int, int]]:
        """The cells whose middles lie inside an outline."""
        corners = [self._cell(point) for point in points]
        columns = range(max(0, min(x for x, _ in corners)), min(self.columns, max(x for x, _ in corners) + 1))
        lines = range(max(0, min(y for _, y in corners)), min(self.lines, max(y for _, y in corners) + 1))
        return {(column, line) for column in columns for line in lines if _holds(points, self._middle(column, line))}

    def _along(self, points: Sequence[Point]) -> Iterator[tuple[int, int]]:
        """The cells that a line runs through."""
        for (ax, ay), (bx, by) in pairwise(points):
            steps = max(1, round(2 * max(abs(bx - ax), abs(by - ay)) / self.cell))
            for step in range(steps + 1):
                yield self._cell((ax + (bx - ax) * step // steps, ay + (by - ay) * step // steps))

    # bodies

    def _symbol(self, pose: Pose) -> int:
        """Riders are drawn over troops, generals over couriers."""
        return {"courier": 1, "general": 2}.get(self.drawing.kinds[pose.id].symbol, 0)

    def _bases(self, pose: Pose) -> None:
        for point in base_middles(pose):
            cell = self._cell(point)
            self._set(cell, BASE, self._style(pose))
            self.taken.add(cell)

    def _mark(self, pose: Pose) -> None:
        kind, cell = self.drawing.kinds[pose.id], self._cell((pose.x, pose.y))
        if kind.symbol in ("general", "courier"):
            sign = GENERAL if kind.symbol == "general" else COURIER
            self._means(sign, kind.symbol)
        else:
            sides = [side.id for side in self.board.sides]
            sign = ARROWS[sides.index(kind.side) % len(ARROWS)][round(pose.facing / 45) % 8]
        self._set(cell, sign, self._style(pose))
        self.taken.add(cell)

    def _name(self, pose: Pose) -> None:
        """Its name beside it: to the right, to the left, below or above."""
        kind = self.drawing.kinds[pose.id]
        if kind.symbol == "courier":
            return
        name = f"({kind.label})" if pose.id in self.scene.flags.get("remembered", ()) else kind.label
        cell = self._cell((pose.x, pose.y))
        own = {self._cell(point) for point in base_middles(pose)} - {cell}
        left = -len(name)
        self._write(cell, name, self._style(pose), (1, 0), (left, 0), (0, 1), (0, -1), (left, 1), (left, -1), over=own)

    def _style(self, pose: Pose) -> str:
        colour = self.drawing.colour[self.drawing.kinds[pose.id].side]
        return f"dim {colour}" if pose.id in self.scene.flags.get("remembered", ()) else colour

    # the sheet

    def _write(
        self,
        cell: tuple[int, int],
        name: str,
        style: str,
        *ways: tuple[int, int],
        over: Iterable[tuple[int, int]] = (),
    ) -> None:
        """A name at the first of several places beside a cell where it has room."""
        barred = self.taken.difference(over)
        for dx, dy in ways:
            there = [(cell[0] + dx + number, cell[1] + dy) for number in range(len(name))]
            if all(self._is_on(one) and one not in barred for one in there):
                for one, letter in zip(there, name, strict=True):
                    self._set(one, letter, style)
                self.taken.update(there)
                return

    def _set(self, cell: tuple[int, int], sign: str, style: str) -> None:
        if self._is_on(cell):
            self.signs[cell[1]][cell[0]], self.styles[cell[1]][cell[0]] = sign, style

    def _is_on(self, cell: tuple[int, int]) -> bool:
        return 0 <= cell[0] < self.columns and 0 <= cell[1] < self.lines

    def _cell(self, point: Point) -> tuple[int, int]:
        column, line = int((point[0] - self.left) / self.cell), int((point[1] - self.top) / self.cell / TALL)
        # what stands on the edge of the table is on it
        return min(column, self.columns - 1), min(line, self.lines - 1)

    def _middle(self, column: int, line: int) -> tuple[float, float]:
        return self.left + (column + 0.5) * self.cell, self.top + (line + 0.5) * self.cell * TALL


def base_middles(pose: Pose) -> Iterator[Point]:
    """The middle of each base of a body."""
    for block in pose.blocks:
        x, y, ax, ay, bx, by, *more = block
        files, sx, sy, ranks, tx, ty = (*more, *(1, 0, 0, 1, 0, 0)[len(more) :])
        for file in range(files):
            for rank in range(ranks):
                along, back = file / max(1, files - 1), rank / max(1, ranks - 1)
                yield (
                    round(x + (ax + bx) / 2 + sx * along + tx * back),
                    round(y + (ay + by) / 2 + sy * along + ty * back),
                )


def _points(path: str) -> list[Point]:
    return [(int(x), int(y)) for x, y in (point.split(",") for point in path.split("L"))]


def _holds(points: Sequence[Point], point: tuple[float, float]) -> bool:
    """Whether a place lies inside an outline."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside
