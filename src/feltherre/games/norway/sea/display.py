"""The sea as plain clients draw it (6.1): sea areas with piles and ships, what lies elsewhere, what a seat has seen."""

from __future__ import annotations

from collections.abc import Sequence

from feltherre.core.display import DisplayHolding, DisplayPiece, DisplayPlace
from feltherre.core.text import Text, say
from feltherre.games.norway import board
from feltherre.games.norway.hands import country_name
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.fleet import controls, sea_of, ships_at
from feltherre.games.norway.state import ALLIES, GERMANY, ROLES, NorwayState

#: what lies in no sea area -> the word for it as a holding
ELSEWHERE = {
    ships.IN_HAND: "ships-in-hand",
    ships.HOME: "home-fleet",
    ships.RAID_BOX: "raid-box",
    ships.SUNK: "ships-sunk",
    ships.REMOVED: "ships-removed",
}


def sea_places(state: NorwayState, own: Sequence[bool]) -> tuple[DisplayPlace, ...]:
    """The sea areas with their ships. `own`: by country, whether the seat holds it."""
    return tuple(
        DisplayPlace(board.SEAS[sea], ships.place_name(sea), _pieces(state, sea, own), say("norway.region.sea"))
        for sea in ships.SEAS
    )


def _pieces(state: NorwayState, sea: int, own: Sequence[bool]) -> tuple[DisplayPiece, ...]:
    """For each country its pile, named to its owner, and its ships that lie face up."""
    pieces = []
    for country, role in enumerate(ROLES):
        hidden, shown = _by_side(state, country, sea)
        if hidden:
            note = say("norway.ships-back-up", ships=_names(hidden)) if own[country] else None
            pieces.append(DisplayPiece(role, "ships", len(hidden), note=note))
        if shown:
            note = say("norway.ships-face-up", ships=_names(shown))
            pieces.append(DisplayPiece(role, "ships-face-up", len(shown), note=note))
    return tuple(pieces)


def _by_side(state: NorwayState, country: int, place: int) -> tuple[list[int], list[int]]:
    """(ships back up, ships face up) of a country in a place."""
    face_up = sea_of(state).face_up
    there = ships_at(state, country, place)
    return [ship for ship in there if not face_up[ship]], [ship for ship in there if face_up[ship]]


def _names(some: Sequence[int]) -> list[Text]:
    return [ships.name(ship) for ship in some]


def sea_holdings(state: NorwayState, country: int, shown: bool) -> tuple[DisplayHolding, ...]:
    """A country's ships that lie in no sea area; those back up are named to their owner only."""
    held = []
    for place, kind in ELSEWHERE.items():
        there = ships_at(state, country, place)
        if there:
            known = [ship for ship in there if shown or sea_of(state).face_up[ship]]
            held.append(DisplayHolding(ROLES[country], kind, len(there), tuple(_names(known))))
    return tuple(held)


def sea_notes(state: NorwayState, own: Sequence[bool]) -> tuple[Text, ...]:
    """Who controls which sea areas, and where ships are that the seat has seen and that lie back up now."""
    seen = {
        (sighting.ship, sighting.places)
        for sighting in sea_of(state).sightings
        if own[sighting.viewer] and not own[ships.COUNTRY[sighting.ship]]
    }
    sightings = [
        say("norway.status.seen-ship", ship=ships.name(ship), places=[ships.place_name(place) for place in places])
        for ship, places in sorted(seen)
    ]
    # on 9 April a pile may hold nothing but decoys
    return (*(_control(state) if state.round else ()), *sightings)


def _control(state: NorwayState) -> list[Text]:
    told = []
    for country in (GERMANY, ALLIES):
        seas = [say(f"norway.sea.{board.SEAS[sea]}") for sea in ships.SEAS if controls(state, country, sea)]
        if seas:
            told.append(say("norway.status.sea-control", country=country_name(country), seas=seas))
    return told
