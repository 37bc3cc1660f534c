"""The schema in which positions were written down before there were scenes (core/scene.py).

Snapshots of old records hold it, so it stays as it is and stays readable; `as_scene` makes a scene of it, which is
drawn on the board of today.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from feltherre.core.scene import Arrow, Holding, Kind, Legend, Lot, Mark, Place, Region, Scene, Stack, Status
from feltherre.core.text import Text, say


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


NOTHING: Final = say("core.plain", text="")


def as_scene(display: Display) -> Scene:
    """The same position as a scene that describes its places and pieces itself."""
    turn, phase, *_ = (*display.status, NOTHING, NOTHING)
    kinds: dict[str, Kind] = {}
    stacks, told, arrows = [], {}, []
    for place in display.places:
        there: list[str | Lot] = []
        for number, piece in enumerate(place.pieces):
            if piece.origin is not None:
                arrows.append(
                    Arrow("", place.id, piece.side, piece.count, piece.kind.removeprefix("attack-"), piece.origin)
                )
                continue
            own = piece.label is not None or piece.note is not None
            id_ = f"{place.id}.{number}" if own else f"{piece.side} {piece.kind}"
            label = str(piece.label.args["text"]) if piece.label and piece.label.key == "core.plain" else ""
            name = piece.label or piece.note or say("core.plain", text=piece.kind)
            kinds[id_] = Kind(id=id_, side=piece.side, name=name, symbol=piece.kind, label=label, lot=True)
            there.append(Lot(id_, piece.count))
            if piece.note is not None:
                told[id_] = piece.note
        if there:
            stacks.append(Stack(place.id, tuple(there)))
    return Scene(
        title=display.title,
        status=Status(turn=turn, phase=phase, notes=display.status[2:]),
        stacks=tuple(stacks),
        told=told,
        arrows=tuple(arrows),
        holdings=tuple(
            Holding(side=held.side, kind=held.kind, count=held.count, names=held.items) for held in display.holdings
        ),
        notes=display.notes,
        kinds=tuple(kinds.values()),
        extra=tuple(_place(place) for place in display.places),
        regions=tuple(_regions(display.places)),
        legend=tuple(Legend(kind=entry.kind, text=entry.text, sign=entry.sign) for entry in display.legend),
    )


def _place(place: DisplayPlace) -> Place:
    marks = tuple(Mark(mark.kind, mark.reconstructed) for mark in place.marks)
    return Place(id=place.id, name=place.name, marks=marks, reconstructed=place.reconstructed)


def _regions(places: Sequence[DisplayPlace]) -> Iterator[Region]:
    """The places of each region, regions in the order in which they are first named."""
    found: list[tuple[Text, list[str]]] = []
    for place in places:
        if place.region is not None:
            ids = next((ids for name, ids in found if name == place.region), None)
            if ids is None:
                found.append((place.region, ids := []))
            ids.append(place.id)
    for name, ids in found:
        yield Region(name=name, places=tuple(ids))
