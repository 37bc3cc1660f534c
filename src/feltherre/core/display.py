"""The display schema: a position as any client, today's or a later one, can draw it. It only ever grows.

A record's snapshots hold it for each seat, so that a game whose rules version is gone can still be looked at.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from feltherre.core.text import Text


class DisplayPiece(Struct, frozen=True, omit_defaults=True):
    side: str
    kind: str
    count: int = 1
    label: Text | None = None
    note: Text | None = None
    #: where a piece that is on its way comes from: the name of a place, or "from the sea"
    origin: Text | None = None


class DisplayMark(Struct, frozen=True, omit_defaults=True):
    """A lasting feature of a place. `reconstructed`: our completion, not stated in the rulebook."""

    kind: str
    reconstructed: bool = False


class DisplayPlace(Struct, frozen=True, omit_defaults=True):
    id: str
    name: Text
    pieces: tuple[DisplayPiece, ...] = ()
    #: the part of the board it belongs to, for clients that draw no map
    region: Text | None = None
    marks: tuple[DisplayMark, ...] = ()
    #: the place itself is our completion
    reconstructed: bool = False


class DisplayHolding(Struct, frozen=True, omit_defaults=True):
    """What is not on the board: a hand (items known) or a deck (only a count)."""

    side: str
    kind: str
    count: int
    items: tuple[Text, ...] = ()
    #: for each item, what it does
    details: tuple[tuple[Text, ...], ...] = ()


class DisplayLegend(Struct, frozen=True):
    """What the sign of a kind of mark, or of a side's pieces, means."""

    kind: str
    sign: str
    text: Text


class Display(Struct, frozen=True, omit_defaults=True):
    title: Text
    status: tuple[Text, ...]
    places: tuple[DisplayPlace, ...]
    holdings: tuple[DisplayHolding, ...] = ()
    notes: tuple[Text, ...] = ()
    legend: tuple[DisplayLegend, ...] = ()


def without_details(display: Display) -> Display:
    """For a record: the names of what is held, without what each of them does, which would be repeated every time."""
    return replace(display, holdings=tuple(replace(holding, details=()) for holding in display.holdings))
