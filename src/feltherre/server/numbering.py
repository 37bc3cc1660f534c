"""How a seat counts the lines of a record: without those that it cannot see happen.

A standing instruction of another seat, or a sealed answer that another seat replaces, is a line of the record of which
nobody else may know. So lines go over the wire in each seat's own count.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from feltherre.core.agenda import UMPIRE
from feltherre.core.record import Acted, AnyLine, SeatAct
from feltherre.core.seats import AnySeatEvent, Standing
from feltherre.core.state import State


class Numbering:
    """Which lines only their own seat (and the umpire) can see."""

    def __init__(self) -> None:
        self._hidden: list[tuple[int, str]] = []

    def note(self, line: AnyLine, before: State | None) -> bool:
        """Look at a new line: whether only its own seat sees it. `before` is the state in which it was written."""
        if isinstance(line, Acted):
            hidden = before is not None and any(sealed.role == line.role for sealed in before.sealed)
        else:
            hidden = isinstance(line, SeatAct) and isinstance(_act(line), Standing)
        if hidden and isinstance(line, Acted | SeatAct):
            self._hidden.append((line.n, line.seat))
        return hidden

    def number(self, line: int, seat: str) -> int:
        """The seat's number of a line (of the one before, if it does not see this one)."""
        if seat == UMPIRE:
            return line
        return line - sum(1 for hidden, owner in self._hidden if hidden <= line and owner != seat)

    def line(self, number: int, seat: str) -> int:
        """The line that has this number for the seat."""
        line = number
        for hidden, owner in self._hidden:
            if seat != UMPIRE and owner != seat and hidden <= line:
                line += 1
        return line


def numbering_of(lines: list[AnyLine], states: Mapping[int, State]) -> Numbering:
    """The numbering of a record that has been played again."""
    numbering = Numbering()
    for line in lines:
        numbering.note(line, states.get(line.n - 1))
    return numbering


def _act(line: SeatAct) -> Any:
    """A line read from a file holds plain data."""
    return msgspec.convert(line.act, AnySeatEvent) if isinstance(line.act, dict) else line.act
