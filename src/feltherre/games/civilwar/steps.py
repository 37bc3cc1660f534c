"""The registers of what is done about the steps of a battle and the events of a turn, and the steps that the course of
a battle consists of; those of one chapter alone are in its module, with their rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from feltherre.core.state import Step
from feltherre.core.steps import Steps
from feltherre.core.table import Table
from feltherre.ground.tabletop.schedule import Event

Handler = TypeVar("Handler", bound=Callable[[Table[Any], Event], None])


class Events(dict[str, Callable[[Table[Any], Event], None]]):
    """The register of a turn's time line: kind of event -> what carries it out."""

    def of(self, *kinds: str) -> Callable[[Handler], Handler]:
        """The function carries out the events of these kinds."""

        def noted(function: Handler) -> Handler:
            for kind in kinds:
                if kind in self:
                    raise TypeError(f"two rules for the event {kind}")
                self[kind] = function
            return function

        return noted


steps: Final = Steps()
events: Final = Events()


class NewTurn(Step, frozen=True, tag="new-turn"):
    """A turn begins: reinforcements, then orders."""


class WriteOrders(Step, frozen=True, tag="write-orders"):
    """Both sides write their sheets, sealed until both are in (04.01.1)."""


class EndOfMoves(Step, frozen=True, tag="end-of-moves"):
    """The instant 1: attacks that found nobody, works, guns captured."""


class BookKeeping(Step, frozen=True, tag="book-keeping"):
    """Losses are totalled, counters aged; points; the next turn or the end (04.01.6)."""
