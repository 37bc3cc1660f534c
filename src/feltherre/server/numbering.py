"""How a seat counts the lines of a record: without those that it cannot see happen.

A standing instruction of another seat, or a sealed answer that another seat replaces, is a line of the record of which
nobody else may know. So lines go over the wire in each seat's own count.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from feltherre.core.agenda import UMPIRE
from feltherre.core.record import Acted, AnyLine, SeatAct
from feltherre.core.seats import AnySeatEvent, Standing
from feltherre.core.state import State


class Numbering:
    """Which lines only their own seat (and the umpire) can see. Lines are noted in their order."""

    def __init__(self) -> None:
        self._hidden: list[int] = []
        #: seat -> the hidden lines that are its own
        self._own: dict[str, list[int]] = {}

    def note(self, line: AnyLine, sealed: Collection[str]) -> bool:
        """Look at a new line: whether only its own seat sees it. `sealed`: the roles whose sealed answer was in before
        it."""
        if isinstance(line, Acted):
            hidden = line.role in sealed
        else:
            hidden = isinstance(line, SeatAct) and isinstance(seat_event(line), Standing)
        if hidden and isinstance(line, Acted | SeatAct):
            self._hidden.append(line.n)
            self._own.setdefault(line.seat, []).append(line.n)
        return hidden

    def number(self, line: int, seat: str) -> int:
        """The seat's number of a line (of the one before, if it does not see this one)."""
        if seat == UMPIRE:
            return line
        return line - bisect_right(self._hidden, line) + bisect_right(self._own.get(seat, ()), line)

    def line(self, number: int, seat: str) -> int:
        """The line that has this number for the seat."""
        lines = range(number, number + len(self._hidden) + 1)
        return lines[bisect_left(lines, number, key=lambda line: self.number(line, seat))]


def sealed_in(state: State) -> frozenset[str]:
    """The roles whose sealed answer is in."""
    return frozenset(sealed.role for sealed in state.sealed)


def numbering_of(lines: list[AnyLine], states: Mapping[int, State]) -> Numbering:
    """The numbering of a record that has been played again."""
    numbering = Numbering()
    for line in lines:
        before = states.get(line.n - 1)
        numbering.note(line, () if before is None else sealed_in(before))
    return numbering


def seat_event(line: SeatAct) -> Any:
    """What a seat did; a line read from a file holds plain data."""
    return msgspec.convert(line.act, AnySeatEvent) if isinstance(line.act, dict) else line.act
