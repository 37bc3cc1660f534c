"""What a position of the advanced game holds at sea, as values: a change makes a new one (see fleet.py)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, structs


class Played(Struct, frozen=True):
    """A card on the table in the present battle, on land or at sea. `against`: index of the card it counters, or -1."""

    country: int
    card: int
    step: int
    against: int = -1


class Struck(Struct, frozen=True):
    """A ship that has been hit in the present sea battle; it is laid aside and still fires (8.2-seq-4, R48)."""

    ship: int
    result: Literal["sunk", "chased"]


class SeaBattle(Struct, frozen=True):
    """The sea battle being fought, all ships in it face up. Without attackers it is an attack from the air (R57)."""

    area: int
    #: ships of the player whose turn it is (of Germany in the nine-April round), and of the other side, best first
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    played: tuple[Played, ...] = ()
    #: ships struck by cards before the fire
    struck: tuple[Struck, ...] = ()


class Sighting(Struct, frozen=True):
    """A country has seen the face of a ship that lies face down now, and knows the places where it may be.

    One place as long as it is certain; more when a part of its pile has sailed, for the pile is mixed.
    """

    viewer: int
    ship: int
    places: tuple[int, ...]


class Hunt(Struct, frozen=True):
    """In a sea area a country's interception has caught ships in this turn: it must fight with all it has there."""

    area: int
    country: int


class Sea(Struct, frozen=True):
    """All that lies at sea. Tuples are by ship (sea/ships.py)."""

    #: sea areas I to VIII are 0 to 7; ships.RAID_BOX and what follows it are no sea areas
    place: tuple[int, ...]
    face_up: tuple[bool, ...]
    #: how many sea areas each ship of the country in turn has moved
    legs: tuple[int, ...]
    #: the group whose movement is not completed (8.1-2)
    under_way: tuple[int, ...] = ()
    #: ships intercepted in this turn, which must fight (8.1-int-4)
    caught: tuple[int, ...] = ()
    hunts: tuple[Hunt, ...] = ()
    #: (sea area, country) where a side has tried to intercept in this turn (R85)
    tried: tuple[Hunt, ...] = ()
    battle: SeaBattle | None = None
    #: sea areas in which the sea battle or the attack from the air of this turn is over
    done: tuple[int, ...] = ()
    sightings: tuple[Sighting, ...] = ()
    #: the Allied ships that were not drawn for the nine-April round have come (7.4-fleet)
    home_fleet_called: bool = False
    #: Eidsvoll & Norge has been in a sea battle in the nine-April round (7.2-landing-3)
    coast_defence_fought: bool = False
    #: sea areas from which the crew of a sunk ship still lands a battalion (Evacuated sailors)
    sailors: tuple[int, ...] = ()
    #: (land area, battalions) landed from ships in the nine-April round
    landed: tuple[tuple[int, int], ...] = ()
    #: point cities whose resistance has raised a battalion (7.3-mob-1, R50)
    mobilised: tuple[int, ...] = ()
    telegraph_cut: bool = False
    #: the lowest number of a die that intercepts (8.1-int-3, R5)
    interception_from: int = 5


def at_rest(sea: Sea) -> Sea:
    """The sea as a turn finds it: no ship has moved, been intercepted or fought."""
    return structs.replace(sea, legs=(0,) * len(sea.legs), under_way=(), caught=(), hunts=(), tried=(), done=())
