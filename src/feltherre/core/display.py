"""The display schema: a position as any client, today's or a later one, can draw it. It only ever grows.

A record's snapshots hold it for each seat, so that a game whose rules version is gone can still be looked at.
"""

from __future__ import annotations

from msgspec import Struct

from feltherre.core.text import Text


class DisplayPiece(Struct, frozen=True, omit_defaults=True):
    side: str
    kind: str
    count: int = 1
    label: Text | None = None
    note: Text | None = None


class DisplayPlace(Struct, frozen=True, omit_defaults=True):
    id: str
    name: Text
    pieces: tuple[DisplayPiece, ...] = ()


class DisplayHolding(Struct, frozen=True, omit_defaults=True):
    """What is not on the board: a hand (items known) or a deck (only a count)."""

    side: str
    kind: str
    count: int
    items: tuple[Text, ...] = ()


class Display(Struct, frozen=True, omit_defaults=True):
    title: Text
    status: tuple[Text, ...]
    places: tuple[DisplayPlace, ...]
    holdings: tuple[DisplayHolding, ...] = ()
    notes: tuple[Text, ...] = ()
