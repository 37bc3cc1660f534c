"""Ships as the procedures know them (6.1): the classes with their numbers, and ships by name."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Literal, TypeAlias

from msgspec import Struct, field

from feltherre.core.marks import rule
from feltherre.core.names import fold
from feltherre.core.text import Text, say
from feltherre.games.norway import board
from feltherre.games.norway.cards import firing_order, ship_classes, ships
from feltherre.games.norway.sea.ships import BORDERS, CLOSED_TO_ALLIES, RAID_BOX

#: ids of table 6.1
ShipClass: TypeAlias = Literal["carrier", "battleship", "heavy-cruiser", "minor", "coast-defence"]
COAST_DEFENCE: ShipClass = "coast-defence"

#: table 6.1: faces that sink and that chase, and cards lost with a ship, by class (decoys included)
SINKS_ON: dict[str, tuple[int, ...]] = {name: entry.sink for name, entry in ship_classes().items()}
CHASES_ON: dict[str, tuple[int, ...]] = {name: entry.chase for name, entry in ship_classes().items()}
CARDS_LOST: dict[str, int] = {name: entry.cards_lost for name, entry in ship_classes().items()}
#: sea areas a ship moves in a turn (8.1-1); the coast-defence ships have their own number (6.1-coast-defence)
MOVES: dict[str, int] = {ship.ship_class: ship.sea_areas_per_turn for ship in ships()}

#: sea areas closed to Allied ships (5.1-sea-2), and those that German ships go raiding from (7.2-raiding-1)
CLOSED_TO_ALLIED_SHIPS: tuple[str, ...] = tuple(board.SEAS[sea] for sea in CLOSED_TO_ALLIES)
RAIDING_SEAS: tuple[str, ...] = tuple(board.SEAS[sea] for sea in BORDERS[RAID_BOX])


class NamedShip(Struct, frozen=True, forbid_unknown_fields=True):
    """A ship in a battle."""

    name: str
    ship_class: ShipClass = field(name="class")


@rule("6.1-carrier", "6.1-battleship", "6.1-heavy-cruiser", "6.1-minor", "8.2-seq-6-loss")
def cards_lost(classes: Iterable[str]) -> int:
    """Cards that the owner of these ships loses with them, whatever sank them (8.2-seq-6-loss, R69)."""
    return sum(CARDS_LOST[ship_class] for ship_class in classes)


@rule("8.2-seq-4")
def best_first(classes: Iterable[str]) -> bool:
    """Whether ships stand in the order in which they fire; classes of the same numbers are equals (8.2-seq-4, R48)."""
    ranks = [_quality()[ship_class] for ship_class in classes]
    return ranks == sorted(ranks)


def ship_name(name: str) -> str:
    """The name on the card where there is such a card, else as it was written: the desk serves any fleet."""
    return _cards().get(fold(name), name.strip())


def class_text(ship_class: str) -> Text:
    return say(f"norway.ship-class.{ship_class}")


@cache
def _quality() -> dict[str, int]:
    """class -> its place in the firing order"""
    numbers = [(SINKS_ON[ship_class], CHASES_ON[ship_class]) for ship_class in firing_order()]
    return {ship_class: numbers.index(numbers[i]) for i, ship_class in enumerate(firing_order())}


@cache
def _cards() -> dict[str, str]:
    return {fold(written): ship.name for ship in ships() for written in (ship.id, ship.name)}
