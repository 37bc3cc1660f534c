"""The ship cards (6.1) as tuples for the rules to index: German ships and decoys, Eidsvoll & Norge, Allied ships."""

from __future__ import annotations

from collections.abc import Sequence

from feltherre.core.catalogue import in_every_language
from feltherre.core.names import Names
from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.countries import ALLIES, COUNTRIES, GERMANY, NORWAY

_SHIPS = cards.ships()

#: a ship is a number: its place in the card file
IDS: tuple[str, ...] = tuple(ship.id for ship in _SHIPS)
INDEX: dict[str, int] = {ship: number for number, ship in enumerate(IDS)}
SHIP_COUNT: int = len(IDS)
COUNTRY: tuple[int, ...] = tuple(ship.country for ship in _SHIPS)
CLASS: tuple[str, ...] = tuple(ship.ship_class for ship in _SHIPS)
#: faces of a die on which a ship sinks or chases another; cards its owner loses with it; sea areas it moves in a turn
SINKS_ON: tuple[tuple[int, ...], ...] = tuple(ship.sink for ship in _SHIPS)
CHASES_ON: tuple[tuple[int, ...], ...] = tuple(ship.chase for ship in _SHIPS)
CARDS_LOST: tuple[int, ...] = tuple(ship.cards_lost for ship in _SHIPS)
MOVES: tuple[int, ...] = tuple(ship.sea_areas_per_turn for ship in _SHIPS)
OF_COUNTRY: tuple[tuple[int, ...], ...] = tuple(
    tuple(ship for ship in range(SHIP_COUNT) if COUNTRY[ship] == country) for country in range(len(COUNTRIES))
)

CARRIER, BATTLESHIP, HEAVY_CRUISER, MINOR = "carrier", "battleship", "heavy-cruiser", "minor"
COAST_DEFENCE, DECOY = "coast-defence", "decoy"

EIDSVOLL: int = OF_COUNTRY[NORWAY][0]
DECOYS: frozenset[int] = frozenset(ship for ship in range(SHIP_COUNT) if CLASS[ship] == DECOY)
CARRIERS: frozenset[int] = frozenset(ship for ship in OF_COUNTRY[ALLIES] if CLASS[ship] == CARRIER)
#: German ships that may raid (7.2-raiding-1)
RAIDERS: frozenset[int] = frozenset(ship for ship in OF_COUNTRY[GERMANY] if CLASS[ship] in (BATTLESHIP, HEAVY_CRUISER))
#: the order in which ships fire: the best first, equal ones as in the card file (8.2-seq-4, R48)
_RANK = {ship_class: rank for rank, ship_class in enumerate((*cards.firing_order(), DECOY))}
RANK: tuple[int, ...] = tuple(_RANK[ship_class] for ship_class in CLASS)

#: places that are no sea areas: the raid box; Allied ships set aside for later; drawn or dealt and not yet deployed;
#: out of the game because sunk; out of the game otherwise (decoys found, ships withdrawn)
SEAS = range(len(board.SEAS))
RAID_BOX, HOME, IN_HAND, SUNK, REMOVED = range(len(SEAS), len(SEAS) + 5)
#: where a ship can lie face down
HIDING_PLACES = (*SEAS, RAID_BOX, HOME, IN_HAND)
SEA_I, SEA_II, SEA_III, SEA_IV, SEA_V, SEA_VI, SEA_VII, SEA_VIII = SEAS

#: sea areas that border each place; the raid box is left, never entered, by movement (5.1-sea-3, 7.2-raiding-3)
BORDERS: tuple[tuple[int, ...], ...] = (*board.SEA_BORDERS, (SEA_VI, SEA_VII, SEA_VIII))
#: the red sea areas, closed to Allied ships (5.1-sea-2)
CLOSED_TO_ALLIES = (SEA_I, SEA_II)
#: sea areas with a Norwegian coast (5.1-sea-3)
COASTAL: tuple[int, ...] = tuple(sea for sea in SEAS if board.SHORE[sea])


def _one_line(name: str) -> str:
    """A name for the one-line notation: `1st Destroyer Flotilla`; `Light cruiser with destroyers Aurora`, for several
    cards have the same title."""
    title, _, inside = name.rstrip(")").partition(" (")
    alone = sum(1 for ship in _SHIPS if ship.name.startswith(f"{title} (")) < 2
    return title if alone else f"{title} {inside}"


_NAMES: tuple[Text, ...] = tuple(say(f"norway.ship.{ship}") for ship in IDS)


def translated() -> list[tuple[str, ...]]:
    """What each ship is called in the readers' languages."""
    return [in_every_language(name) for name in _NAMES]


NAMES = Names(IDS, [_one_line(ship.name) for ship in _SHIPS], translated=translated)
_PLACE_NAMES: tuple[Text, ...] = (
    *(say("norway.ship-place.sea", sea=say(f"norway.sea.{sea}")) for sea in board.SEAS),
    *(say(f"norway.ship-place.{place}") for place in ("raid-box", "home", "in-hand", "sunk", "removed")),
)


#: the full name on the card -> ship
BY_CARD_NAME: dict[str, int] = {ship.name: number for number, ship in enumerate(_SHIPS)}


def name(ship: int) -> Text:
    return _NAMES[ship]


def place_name(place: int) -> Text:
    return _PLACE_NAMES[place]


def best_first(some: tuple[int, ...] | list[int]) -> tuple[int, ...]:
    """Ships in the order in which they fire (R48)."""
    return tuple(sorted(some, key=lambda ship: (RANK[ship], ship)))


def facts(ship: int) -> Text:
    """What a ship is and what its dice do."""
    if ship in DECOYS:
        return say("norway.ship-facts.decoy")
    kind = say(f"norway.ship-class.{CLASS[ship]}")
    chases, sinks = _faces(CHASES_ON[ship]), _faces(SINKS_ON[ship])
    key = "norway.ship-facts" if SINKS_ON[ship] else "norway.ship-facts.only-chases"
    return say(key, kind=kind, chases=chases, **({"sinks": sinks} if SINKS_ON[ship] else {}))


def _faces(values: Sequence[int]) -> str:
    """Faces of a die that follow each other: 5-6."""
    if not values:
        return "–"
    return str(values[0]) if len(values) == 1 else f"{values[0]}–{values[-1]}"
