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
    #: own ships of the group under way, and how many they are
    under_way: list[int]
    under_way_size: int
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
        legs=[legs if known[ship] else 0 for ship, legs in enumerate(sea.legs)],
        under_way=[ship for ship in sea.under_way if known[ship]],
        under_way_size=len(sea.under_way),
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
    known = _known(state.sea.sightings, roles)
    for country, role in enumerate(ROLES):
        if role in roles:
            continue
        hidden = [ship for ship in ships.OF_COUNTRY[country] if _hidden(state, ship)]
        for _ in range(_EXCHANGES * len(hidden) if len(hidden) > 1 else 0):
            _exchange(state, rng.sample(hidden, 2), known)


#: a ship that was seen, and the places where it may be
Seen = tuple[int, tuple[int, ...]]


def _known(sightings: Sequence[Sighting], roles: Collection[str]) -> frozenset[Seen]:
    """What the seat has seen, or everybody: a spectator has watched that too, and windows open by it."""
    viewers = Counter((sighting.ship, sighting.places) for sighting in sightings)
    public = {seen for seen, number in viewers.items() if number == len(COUNTRIES) - 1}
    own = {(sighting.ship, sighting.places) for sighting in sightings if ROLES[sighting.viewer] in roles}
    return frozenset(public | own)


def _hidden(state: NorwayState, ship: int) -> bool:
    sea = sea_of(state)
    return not sea.face_up[ship] and sea.place[ship] in ships.HIDING_PLACES


def _exchange(state: NorwayState, pair: Sequence[int], known: Collection[Seen]) -> None:
    """Two hidden ships change places, unless the seat knows better of one of them."""
    sea = sea_of(state)
    a, b = pair
    if not (_may_lie(a, sea.place[b], known) and _may_lie(b, sea.place[a], known)):
        return
    change(
        state,
        place=_swapped(sea.place, a, b),
        legs=_swapped(sea.legs, a, b),
        under_way=tuple(sorted(_renamed(ship, a, b) for ship in sea.under_way)),
        sightings=tuple(sorted((_reseen(sighting, a, b, known) for sighting in sea.sightings), key=_order)),
    )


def _order(sighting: Sighting) -> tuple[int, int]:
    return sighting.viewer, sighting.ship


def _may_lie(ship: int, place: int, known: Collection[Seen]) -> bool:
    return all(place in places for seen, places in known if seen == ship)


def _reseen(sighting: Sighting, a: int, b: int, known: Collection[Seen]) -> Sighting:
    """What another seat alone has seen goes with the card."""
    if (sighting.ship, sighting.places) in known:
        return sighting
    return Sighting(sighting.viewer, _renamed(sighting.ship, a, b), sighting.places)


def _renamed(ship: int, a: int, b: int) -> int:
    return b if ship == a else a if ship == b else ship


def _swapped(values: tuple[int, ...], a: int, b: int) -> tuple[int, ...]:
    changed = list(values)
    changed[a], changed[b] = changed[b], changed[a]
    return tuple(changed)
