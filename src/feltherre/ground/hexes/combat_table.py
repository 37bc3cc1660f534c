"""Combat tables: a column by odds, difference or points, a row by the modified die, and the exact chances of results.

A table is given as the ledger has it: headings as printed and rows that begin with theirs. Headings are whole numbers
("3"), open ends ("<=0", ">=7"), spans ("-4..-3"), or odds ("1-3", "2-1", "<=1-4", ">=6-1").

>>> table = CombatTable(["die", "<=1-2", "1-1", ">=2-1"], [["<=1", "A1", "A1", "F1"], [">=2", "A1", "F1", "F2"]])
>>> column = table.odds_column(5, 3)
>>> table.headings[column], table.result(column, 4 - 1), table.chances(column, modifier=-1)
('1-1', 'F1', {'A1': 2, 'F1': 4})
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from feltherre.core.errors import BadInput

#: how many ways one six-sided die shows each number
ONE_DIE: Mapping[int, int] = dict.fromkeys(range(1, 7), 1)

_ODDS = re.compile(r"(<=|>=)?(\d+)-(\d+)")
_NUMBER = re.compile(r"(<=|>=)?([+-]?\d+)")
_SPAN = re.compile(r"([+-]?\d+)\.\.([+-]?\d+)")


class CombatTable:
    """A table of results with checked headings: they rise to the right and downwards, and are open only at the ends."""

    def __init__(self, columns: Sequence[str | int], rows: Sequence[Sequence[str | int]]) -> None:
        """`columns`: the heading of the rows, then those of the columns; `rows`: each with its heading first."""
        self.headings = tuple(str(heading) for heading in columns[1:])
        self.row_headings = tuple(str(row[0]) for row in rows)
        self.cells = tuple(tuple(str(cell) for cell in row[1:]) for row in rows)
        for heading, cells in zip(self.row_headings, self.cells, strict=True):
            if len(cells) != len(self.headings):
                raise BadInput(f"row {heading} has {len(cells)} results for {len(self.headings)} columns")
        self._lowest_dice = _lowest(self.row_headings)
        self._odds = tuple(map(_odds, self.headings))
        self.by_odds = None not in self._odds
        if self.by_odds:
            _check_ends(self.headings)
            _check_rising(self.headings, [odds for odds in self._odds if odds is not None])
            self._lowest_values: list[int] = []
        else:
            self._lowest_values = _lowest(self.headings)

    def odds_column(self, attack: int, defence: int) -> int:
        """The column of an attack, rounded in the defender's favour: the last whose odds it reaches, else the first.

        Without any defence the last column.
        """
        if not self.by_odds:
            raise BadInput("the columns of this table are not odds")
        if attack < 0 or defence < 0:
            raise BadInput(f"odds of {attack} against {defence} make no sense")
        reached = 0
        for column, odds in enumerate(self._odds):
            # attack / defence >= odds, without dividing
            if odds is not None and attack * odds.denominator >= odds.numerator * defence:
                reached = column
        return reached

    def value_column(self, value: int) -> int:
        """The column of a difference or of points; beyond the ends the first or the last."""
        if self.by_odds:
            raise BadInput("the columns of this table are odds")
        return _place(self._lowest_values, value)

    def row(self, die: int) -> int:
        """The row of a modified die; beyond the ends the first or the last."""
        return _place(self._lowest_dice, die)

    def result(self, column: int, die: int) -> str:
        """The result for a modified die."""
        return self.cells[self.row(die)][column]

    def chances(self, column: int, modifier: int = 0, dice: Mapping[int, int] = ONE_DIE) -> dict[str, int]:
        """In how many ways each result comes about, in the order of the rows; `dice`: the ways of each total."""
        ways: dict[str, int] = {}
        for die in sorted(dice):
            result = self.result(column, die + modifier)
            ways[result] = ways.get(result, 0) + dice[die]
        return ways

    def probabilities(self, column: int, modifier: int = 0, dice: Mapping[int, int] = ONE_DIE) -> dict[str, Fraction]:
        """The same as exact chances."""
        total = sum(dice.values())
        return {result: Fraction(n, total) for result, n in self.chances(column, modifier, dice).items()}


def _odds(heading: str) -> Fraction | None:
    found = _ODDS.fullmatch(heading)
    return Fraction(int(found[2]), int(found[3])) if found else None


def _check_ends(headings: Sequence[str]) -> None:
    for at, heading in enumerate(headings):
        if (heading.startswith("<=") and at > 0) or (heading.startswith(">=") and at < len(headings) - 1):
            raise BadInput(f"{heading} is open, but not at that end of the table")


def _check_rising(headings: Sequence[str], values: Sequence[Fraction]) -> None:
    for at in range(1, len(values)):
        if values[at] <= values[at - 1]:
            raise BadInput(f"column {headings[at]} does not follow {headings[at - 1]}")


def _lowest(headings: Sequence[str]) -> list[int]:
    """The lowest number each heading stands for, whose span ends just below the next."""
    _check_ends(headings)
    spans = [_span(heading) for heading in headings]
    for at in range(1, len(spans)):
        below, here = spans[at - 1], spans[at]
        if here[0] <= below[0] or here[0] <= below[1]:
            raise BadInput(f"{headings[at]} does not follow {headings[at - 1]}")
    return [low for low, _ in spans]


def _span(heading: str) -> tuple[int, int]:
    """The lowest and the highest number of a heading as printed; an open end is its own number."""
    if span := _SPAN.fullmatch(heading):
        return int(span[1]), int(span[2])
    if number := _NUMBER.fullmatch(heading):
        return int(number[2]), int(number[2])
    raise BadInput(f"{heading!r} is no heading of a combat table")


def _place(lowest: Sequence[int], value: int) -> int:
    """The last heading that does not begin above the value, else the first."""
    found = 0
    for at, low in enumerate(lowest):
        if low <= value:
            found = at
    return found
