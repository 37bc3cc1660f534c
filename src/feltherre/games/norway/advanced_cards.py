"""Nine-April cards and ships (6.1, 6.2) as data: used only in the advanced game, and built when first asked for."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from feltherre.core.datafile import Mark
from feltherre.games.norway.cardfile import CardEntry, ShipClassEntry, decks, fleets
from feltherre.games.norway.cards import APRIL_TYPES, FILE, CardType, function_mark


class Ship(Struct, frozen=True):
    """A ship card: on which dice it sinks or chases an enemy, and what its loss costs its owner's deck."""

    id: str
    name: str
    country: int
    ship_class: str
    sink: tuple[int, ...]
    chase: tuple[int, ...]
    cards_lost: int
    always_face_up: bool
    sea_areas_per_turn: int
    provenance: Mark


def nine_april_cards() -> tuple[CardType, ...]:
    """All kinds of nine-April cards, the German first, then the Norwegian, then the Allied."""
    return APRIL_TYPES


@cache
def cards_to_choose() -> tuple[int, ...]:
    """How many nine-April cards each country chooses from its set."""
    return tuple(deck.choose for _, deck in decks(FILE.nine_april_decks))


@cache
def ship_classes() -> dict[str, ShipClassEntry]:
    """The classes of ships by id."""
    return {entry.id: entry for entry in FILE.ships.classes}


@cache
def ships() -> tuple[Ship, ...]:
    """All ships and decoys, the German first, then the Norwegian, then the Allied."""
    classes = ship_classes()
    return tuple(
        Ship(
            id=entry.id,
            name=entry.name,
            country=country,
            ship_class=entry.ship_class,
            sink=classes[entry.ship_class].sink,
            chase=classes[entry.ship_class].chase,
            cards_lost=classes[entry.ship_class].cards_lost,
            always_face_up=entry.always_face_up,
            sea_areas_per_turn=entry.sea_areas_per_turn,
            provenance=entry.provenance,
        )
        for country, (_, fleet) in enumerate(fleets(FILE.ships))
        for entry in fleet.cards
    )


@cache
def firing_order() -> tuple[str, ...]:
    """The classes of ships in the order in which they fire."""
    return FILE.ships.firing_order.classes


def provenance(card_id: str, field: str, function: int | None = None) -> Mark:
    """The mark of one datum of a nine-April card: name, count or symbols; of a function: effect or values."""
    entry = next(entry for _, entry in _entries() if entry.id == card_id)
    if function is not None:
        return function_mark(entry.functions[function], field, card_id)
    mark: Mark = getattr(entry.provenance, field)
    return mark


def ship_class_provenance(ship_class: str, field: str) -> Mark:
    """The mark of one datum of a class of ships: name, sink, chase or cards_lost."""
    return ship_classes()[ship_class].provenance[field]


@cache
def _entries() -> tuple[tuple[int, CardEntry], ...]:
    return tuple(
        (country, card) for country, (_, deck) in enumerate(decks(FILE.nine_april_decks)) for card in deck.cards
    )
