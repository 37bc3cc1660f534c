"""The grid: printed numbers, neighbours, distance and lines of a board of hexes.

Pointy-topped hexes stand in rows of which every other is shifted half a hex to the right; flat-topped ones in columns
of which every other is shifted half a hex down. Which rows or columns are shifted is said as printed, counted from 1.

>>> grid = Grid(27, 47)
>>> grid.number(grid.index("1540")), grid.distance(grid.index("1540"), grid.index("1844"))
('1540', 5)
"""

from __future__ import annotations

from typing import Final, Literal

from feltherre.core.errors import BadInput

Top = Literal["pointy", "flat"]
Shifted = Literal["even", "odd"]
Numbering = Literal["CCRR", "RRCC"]

#: the six directions clockwise; the opposite of `d` is `(d + 3) % 6`
DIRECTIONS: Final = {"pointy": ("E", "SE", "SW", "W", "NW", "NE"), "flat": ("N", "NE", "SE", "S", "SW", "NW")}
#: the same as steps along the two axes q and r
_STEPS: Final = {
    "pointy": ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)),
    "flat": ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
}
#: corners around the centre, clockwise, so that side `d` lies between corners `d` and `d + 1`
_CORNERS: Final = {
    "pointy": ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2)),
    "flat": ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)),
}


class Grid:
    """A rectangle of hexes. Hex `n` stands in row `n // columns` and column `n % columns`, both counted from 0."""

    def __init__(
        self,
        columns: int,
        rows: int,
        *,
        top: Top = "pointy",
        shifted: Shifted = "even",
        numbering: Numbering = "CCRR",
    ) -> None:
        if not (1 <= columns <= 99 and 1 <= rows <= 99):
            raise BadInput(f"a grid has 1 to 99 columns and rows, not {columns} and {rows}")
        self.columns = columns
        self.rows = rows
        self.top: Top = top
        self.shifted: Shifted = shifted
        self.numbering: Numbering = numbering
        self.size = columns * rows
        places = [self._axes(hex_ % columns, hex_ // columns) for hex_ in range(self.size)]
        #: the two axes of each hex; along them a step changes each by at most one
        self.q = [q for q, _ in places]
        self.r = [r for _, r in places]
        self._at = {place: hex_ for hex_, place in enumerate(places)}
        #: at `hex * 6 + direction` the hex beyond that side, -1 beyond the edge of the board
        self.beyond = [self._at.get((q + dq, r + dr), -1) for q, r in places for dq, dr in _STEPS[top]]
        #: the neighbours of each hex, clockwise
        self.neighbours = tuple(
            tuple(other for other in self.beyond[hex_ * 6 : hex_ * 6 + 6] if other >= 0) for hex_ in range(self.size)
        )
        #: for each hex its neighbours, clockwise, each with the number of its side by which the hex is entered from it
        self.entries = tuple(
            tuple((other, self.same_side(hex_ * 6 + d)) for d in range(6) if (other := self.beyond[hex_ * 6 + d]) >= 0)
            for hex_ in range(self.size)
        )
        #: the printed number of each hex
        self.numbers = tuple(self._number(hex_ % columns + 1, hex_ // columns + 1) for hex_ in range(self.size))
        self._by_number = {number: hex_ for hex_, number in enumerate(self.numbers)}

    def index(self, number: str) -> int:
        """The hex with this printed number; BadInput if there is none."""
        found = self._by_number.get(number, -1)
        if found < 0:
            found = self._by_number.get(number.strip(), -1)
        if found < 0:
            raise BadInput(f"there is no hex {number}; hexes run from {self.numbers[0]} to {self.numbers[-1]}")
        return found

    def number(self, hex_: int) -> str:
        """The printed number."""
        return self.numbers[hex_]

    def distance(self, a: int, b: int) -> int:
        """How many steps from one hex to the other."""
        dq = self.q[a] - self.q[b]
        dr = self.r[a] - self.r[b]
        return (abs(dq) + abs(dr) + abs(dq + dr)) // 2

    def direction(self, a: int, b: int) -> int:
        """The direction from a hex to its neighbour, -1 if they do not touch."""
        for direction in range(6):
            if self.beyond[a * 6 + direction] == b:
                return direction
        return -1

    def side(self, a: int, b: int) -> int:
        """The number of the side of `a` that `b` lies beyond: where the lists of a map speak of it."""
        direction = self.direction(a, b)
        if direction < 0:
            raise BadInput(f"{self.number(a)} and {self.number(b)} are not neighbours")
        return a * 6 + direction

    def same_side(self, side: int) -> int:
        """The same hexside seen from the other hex, -1 at the edge of the board."""
        other = self.beyond[side]
        return other * 6 + (side % 6 + 3) % 6 if other >= 0 else -1

    def within(self, centre: int, radius: int) -> list[int]:
        """All hexes at most so many steps away, itself included, in the order of their numbers inside."""
        q, r = self.q[centre], self.r[centre]
        found = [
            self._at.get((q + dq, r + dr), -1)
            for dq in range(-radius, radius + 1)
            for dr in range(max(-radius, -dq - radius), min(radius, -dq + radius) + 1)
        ]
        return sorted(hex_ for hex_ in found if hex_ >= 0)

    def line(self, a: int, b: int) -> list[int]:
        """The hexes along the straight line between two centres, both ends included.

        Where the line runs along a side, the hex clockwise of it is taken, or the other if that is off the board.
        """
        steps = self.distance(a, b)
        if steps == 0:
            return [a]
        return [self._on_line(a, b, steps, step) for step in range(steps + 1)]

    def centre(self, hex_: int) -> tuple[int, int]:
        """The centre in whole units: half the width of a hex across its flat sides, a quarter of it across its points.

        The hex in the top left corner has the centre (2, 2); scale one axis by the square root of three.
        """
        column, row = hex_ % self.columns, hex_ // self.columns
        if self.top == "pointy":
            return 2 * column + 2 + self._shift(row), 3 * row + 2
        return 3 * column + 2, 2 * row + 2 + self._shift(column)

    def corners(self, hex_: int) -> list[tuple[int, int]]:
        """The six corners in the units of `centre`; the side in direction `d` joins corners `d` and `d + 1`."""
        x, y = self.centre(hex_)
        return [(x + dx, y + dy) for dx, dy in _CORNERS[self.top]]

    def _shift(self, line: int) -> int:
        """1 for a shifted row or column (counted from 0), else 0."""
        return line % 2 if self.shifted == "even" else (line + 1) % 2

    def _axes(self, column: int, row: int) -> tuple[int, int]:
        if self.top == "pointy":
            return column - self._drift(row), row
        return column, row - self._drift(column)

    def _drift(self, line: int) -> int:
        """How far straight lines of hexes have moved on against the columns (or rows) by this row (or column)."""
        return line // 2 if self.shifted == "even" else (line + 1) // 2

    def _number(self, column: int, row: int) -> str:
        return f"{column:02}{row:02}" if self.numbering == "CCRR" else f"{row:02}{column:02}"

    def _on_line(self, a: int, b: int, steps: int, step: int) -> int:
        # where the line runs along a side the point is nudged off it, by so little that nothing else is decided
        q = 8 * (self.q[a] * (steps - step) + self.q[b] * step)
        r = 8 * (self.r[a] * (steps - step) + self.r[b] * step)
        found = self._at.get(_nearest(q + 1, r + 2, 8 * steps), -1)
        return found if found >= 0 else self._at[_nearest(q - 1, r - 2, 8 * steps)]


def _nearest(q: int, r: int, unit: int) -> tuple[int, int]:
    """The hex whose centre is nearest to a point given in parts of a unit."""
    s = -q - r
    whole_q, whole_r, whole_s = ((2 * part + unit) // (2 * unit) for part in (q, r, s))
    off_q, off_r, off_s = abs(whole_q * unit - q), abs(whole_r * unit - r), abs(whole_s * unit - s)
    if off_q > off_r and off_q > off_s:
        return -whole_r - whole_s, whole_r
    if off_r > off_s:
        return whole_q, -whole_q - whole_s
    return whole_q, whole_r
