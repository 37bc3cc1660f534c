"""What a seat may know of the sea (6.1): its own ships, what lies face up, the size of every pile, what it has seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from random import Random

from msgspec import Struct

from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.fleet import change, pile, sea_of
from feltherre.games.norway.sea.pieces import Hunt, SeaBattle, Sighting
from feltherre.games.norway.state import COUNTRIES, ROLES, NorwayState

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
