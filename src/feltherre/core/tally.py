"""What a game counts, for whoever looks back on it when it is over: points and losses of each side, and what the dice
were thrown for. The report of a game (lab/report.py) is made of these; a game that says nothing has a shorter one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct

from feltherre.core.text import Text


class Tally(Struct, frozen=True):
    """How one side stands: its points, where they come from, and what it has lost so far."""

    side: str
    name: Text
    points: float = 0
    #: what the points are for, the greatest first
    sources: tuple[tuple[Text, float], ...] = ()
    #: what has been lost, by kind, and how much of it
    lost: tuple[tuple[Text, int], ...] = ()


class Stake(Struct, frozen=True):
    """What a throw of a procedure is good for, to the side that throws: the sum of its outputs, each with its weight.
    A number counts as it is, a list by its length, a yes as one; a function says it of any other value."""

    #: losses (of the enemy, less one's own), hits, or successes
    counts: Literal["losses", "hits", "successes"]
    weights: Mapping[str, int | Callable[[Any], int]]

    def of(self, name: str, value: Any) -> int:
        """What a value of this output is worth."""
        weight = self.weights[name]
        if callable(weight):
            return weight(value)
        if isinstance(value, list | tuple):
            return weight * len(value)
        return weight * int(value or 0)
