"""What a seat may know of the sea (6.1): its own ships, what lies face up, the size of every pile, what it has seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from random import Random

from msgspec import Struct

from feltherre.core.display import DisplayHolding, DisplayPiece, DisplayPlace
from feltherre.core.text import Text, say
from feltherre.games.norway import board
from feltherre.games.norway.hands import country_name
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.fleet import change, controls, pile, sea_of, ships_at
from feltherre.games.norway.sea.pieces import Hunt, SeaBattle, Sighting
from feltherre.games.norway.state import ALLIES, COUNTRIES, GERMANY, ROLES, NorwayState

#: stands for what a seat cannot know
UNKNOWN = -1


class SeaView(Struct, frozen=True):
    """The sea as one seat sees it. Lists are by ship, piles by country and then by place."""

    #: UNKNOWN: the ship lies face down somewhere
    place: list[int]
    face_up: list[bool]
    #: cards back up
    piles: list[list[int]]
    #: sea areas that own ships have moved in this turn
    legs: list[int]
    #: own ships of the group under way; once the piles are mixed the others cannot tell how many are left of a group
    under_way: list[int]
    caught: list[int]
    hunts: list[Hunt]
    battle: SeaBattle | None
    done: list[int]
    sightings: list[Sighting]
    home_fleet_called: bool
    coast_defence_fought: bool
    sailors: list[int]
    mobilised: list[int]
    telegraph_cut: bool


def sea_view(state: NorwayState, own: Sequence[bool]) -> SeaView | None:
    """`own`: by country, whether the seat holds it (all of them for an umpire)."""
    if state.sea is None:
        return None
    sea = state.sea
    known = [up or own[ships.COUNTRY[ship]] for ship, up in enumerate(sea.face_up)]
    return SeaView(
        place=[place if known[ship] else UNKNOWN for ship, place in enumerate(sea.place)],
        face_up=list(sea.face_up),
        piles=[[pile(state, country, place) for place in ships.HIDING_PLACES] for country in range(len(COUNTRIES))],
        # of another's ship that is turned up nobody knows how far it came: the piles are mixed
        legs=[legs if own[ships.COUNTRY[ship]] else 0 for ship, legs in enumerate(sea.legs)],
        under_way=[ship for ship in sea.under_way if own[ships.COUNTRY[ship]]],
        caught=list(sea.caught),
        hunts=list(sea.hunts),
        battle=sea.battle,
        done=list(sea.done),
        sightings=[sighting for sighting in sea.sightings if own[sighting.viewer]],
        home_fleet_called=sea.home_fleet_called,
        coast_defence_fought=sea.coast_defence_fought,
        sailors=list(sea.sailors),
        mobilised=list(sea.mobilised),
        telegraph_cut=sea.telegraph_cut,
    )


# what a seat cannot tell from the true position

#: how often two hidden ships change places for each ship in the game
_EXCHANGES = 4


def redeal_sea(state: NorwayState, roles: Collection[str], rng: Random) -> None:
    """Others' ships that lie face down change places with one another, as far as the seat's sightings allow."""
    if state.sea is None:
        return
    sea = state.sea
    known = _known(sea.sightings, roles)
    #: ship -> the ship whose card it is in the redealt position: the cards stay, their faces are dealt anew
    face = list(range(ships.SHIP_COUNT))
    for country, role in enumerate(ROLES):
        if role in roles:
            continue
        hidden = [ship for ship in ships.OF_COUNTRY[country] if _hidden(state, ship)]
        for _ in range(_EXCHANGES * len(hidden) if len(hidden) > 1 else 0):
            a, b = rng.sample(hidden, 2)
            if _may_lie(known, face[a], sea.place[b]) and _may_lie(known, face[b], sea.place[a]):
                face[a], face[b] = face[b], face[a]
    if face != sorted(face):
        _deal(state, face, known)


#: a ship that was seen -> the places where it may be
Known = dict[int, frozenset[int]]


def _known(sightings: Sequence[Sighting], roles: Collection[str]) -> Known:
    """What the seat has seen, or everybody: a spectator has watched that too, and windows open by it."""
    viewers = Counter((sighting.ship, sighting.places) for sighting in sightings)
    known: Known = {}
    for sighting in sightings:
        public = viewers[sighting.ship, sighting.places] == len(COUNTRIES) - 1
        if public or ROLES[sighting.viewer] in roles:
            known[sighting.ship] = known.get(sighting.ship, frozenset(sighting.places)) & frozenset(sighting.places)
    return known


def _hidden(state: NorwayState, ship: int) -> bool:
    sea = sea_of(state)
    return not sea.face_up[ship] and sea.place[ship] in ships.HIDING_PLACES


def _may_lie(known: Known, ship: int, place: int) -> bool:
    return ship not in known or place in known[ship]


def _deal(state: NorwayState, face: Sequence[int], known: Known) -> None:
    """Put the faces in place. What another seat alone has seen goes with the card."""
    sea = sea_of(state)
    place, legs = list(sea.place), list(sea.legs)
    for card, ship in enumerate(face):
        place[ship], legs[ship] = sea.place[card], sea.legs[card]
    seen: dict[tuple[int, int], Sighting] = {}
    for sighting in sea.sightings:
        stays = sighting.ship in known and place[sighting.ship] in sighting.places
        ship = sighting.ship if stays else face[sighting.ship]
        seen.setdefault((sighting.viewer, ship), Sighting(sighting.viewer, ship, sighting.places))
    change(
        state,
        place=tuple(place),
        legs=tuple(legs),
        under_way=tuple(sorted(face[ship] for ship in sea.under_way)),
        sightings=tuple(seen[key] for key in sorted(seen)),
    )


# the sea as plain clients draw it: sea areas with piles and ships, what lies elsewhere, what a seat has seen

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
