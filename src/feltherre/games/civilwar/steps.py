"""Steps that the course of a battle consists of; those of one chapter alone are in its module."""

from __future__ import annotations

from feltherre.core.state import Step


class NewTurn(Step, frozen=True, tag="new-turn"):
    """A turn begins: reinforcements, then orders."""


class WriteOrders(Step, frozen=True, tag="write-orders"):
    """Both sides write their sheets, sealed until both are in (04.01.1)."""


class EndOfMoves(Step, frozen=True, tag="end-of-moves"):
    """The instant 1: attacks that found nobody, works, guns captured."""


class BookKeeping(Step, frozen=True, tag="book-keeping"):
    """Losses are totalled, counters aged; points; the next turn or the end (04.01.6)."""
