"""What can be laid over a board to help a person read it: hexes or areas in a tint, lines, breaks, reasons.

A game makes overlays from what a seat may know; a client draws them and knows none of the rules behind them. On the
wire the parts of an overlay are lists in the order of their fields.
"""

from __future__ import annotations

from msgspec import Struct

from feltherre.core.text import Text


class Tinted(Struct, frozen=True, array_like=True):
    """A place in a tint, and the word or number that stands in it (a cost)."""

    place: str
    tint: str
    label: str = ""


class Way(Struct, frozen=True, array_like=True):
    """A line from place to place."""

    places: tuple[str, ...]
    tint: str


class Break(Struct, frozen=True, array_like=True):
    """Where a line is broken off, and why; an overlay has at most one in a place."""

    place: str
    reason: Text


class Barred(Struct, frozen=True, array_like=True):
    """A place that is left out, and why."""

    place: str
    reason: Text
    rule: str | None = None


class Overlay(Struct, frozen=True):
    """One thing to be laid over the board. `id` stays the same from position to position."""

    id: str
    name: Text
    places: tuple[Tinted, ...] = ()
    lines: tuple[Way, ...] = ()
    breaks: tuple[Break, ...] = ()
    barred: tuple[Barred, ...] = ()
    #: it is shown by itself while the player has asked for none
    suggested: bool = False
