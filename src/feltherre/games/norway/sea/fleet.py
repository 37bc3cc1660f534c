"""Where ships lie and who has seen them (6.1): the questions everything asks of `state.sea`, and the few ways to change
it. Every change that the other players can watch at the table keeps what they know (the sightings) in step.

A pile is mixed: of cards that lie face down together nobody but the owner can tell one from another (6.1-1).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from msgspec import structs

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.games.norway.sea import pieces, ships
from feltherre.games.norway.state import ALLIES, COUNTRIES, GERMANY, NORWAY, NorwayState, enemies


def new_sea() -> pieces.Sea:
    """Before anything is deployed: Germany and Norway have their ships in hand, the Allied ones are still at home."""
    at_first = {GERMANY: ships.IN_HAND, NORWAY: ships.IN_HAND, ALLIES: ships.HOME}
    return pieces.Sea(
        place=tuple(at_first[country] for country in ships.COUNTRY),
        face_up=(False,) * ships.SHIP_COUNT,
        legs=(0,) * ships.SHIP_COUNT,
    )


def sea_of(state: NorwayState) -> pieces.Sea:
    """What lies at sea; only the advanced game asks."""
    assert state.sea is not None
    return state.sea


def change(state: NorwayState, **fields: Any) -> None:
    """Put new values of some fields in place."""
    state.sea = structs.replace(sea_of(state), **fields)


# questions


def ships_at(state: NorwayState, country: int, place: int) -> tuple[int, ...]:
    """The ships (and decoys) of a country in a place."""
    places = sea_of(state).place
    return tuple([ship for ship in ships.OF_COUNTRY[country] if places[ship] == place])


def enemy_ships(state: NorwayState, country: int, place: int) -> tuple[int, ...]:
    """The ships of a country's enemies in a place, Eidsvoll & Norge included."""
    return tuple(ship for enemy in enemies(country) for ship in ships_at(state, enemy, place))


def face_down(state: NorwayState, country: int, place: int) -> tuple[int, ...]:
    """The ships of a country that lie in a place back up."""
    sea = sea_of(state)
    return tuple(ship for ship in ships.OF_COUNTRY[country] if sea.place[ship] == place and not sea.face_up[ship])


@rule("6.1-1")
def pile(state: NorwayState, country: int, place: int) -> int:
    """How many cards lie back up in the country's one pile in a place; everybody sees that (6.1-1)."""
    return len(face_down(state, country, place))


def real(some: Iterable[int]) -> tuple[int, ...]:
    """Those that are ships and no decoys."""
    return tuple(ship for ship in some if ship not in ships.DECOYS)


@rule("8.2-control")
def controls(state: NorwayState, country: int, area: int) -> bool:
    """Whether Germany or the Allies alone have ships in a sea area. Decoys do not count; Eidsvoll & Norge keeps Germany
    from control and gives the Allies none (8.2-control, R45, R54)."""
    if country == NORWAY or not real(ships_at(state, country, area)):
        return False
    return not any(real(ships_at(state, enemy, area)) for enemy in enemies(country))


# changes


def put(state: NorwayState, some: Collection[int], place: int) -> None:
    """Ships of one country and one place go to another; face-down ones go as so many cards of their pile."""
    if not some:
        return
    sea = sea_of(state)
    first = next(iter(some))
    origin, country = sea.place[first], ships.COUNTRY[first]
    hidden = [ship for ship in some if not sea.face_up[ship]]
    whole = len(hidden) == pile(state, country, origin)
    sightings = sea.sightings
    if hidden:
        sightings = tuple(_followed(sighting, country, origin, place, whole) for sighting in sightings)
    moved = tuple(place if ship in some else at for ship, at in enumerate(sea.place))
    change(state, place=moved, sightings=sightings)


def _followed(sighting: pieces.Sighting, country: int, origin: int, place: int, whole: bool) -> pieces.Sighting:
    """What a sighting says after some cards of a pile have gone elsewhere: all of them, or one cannot tell which."""
    if ships.COUNTRY[sighting.ship] != country or origin not in sighting.places:
        return sighting
    kept = () if whole else (origin,)
    others = [other for other in sighting.places if other != origin]
    return pieces.Sighting(sighting.viewer, sighting.ship, tuple(sorted({*others, *kept, place})))


@rule("6.1-2")
def turn_up(table: Table[NorwayState], some: Iterable[int]) -> None:
    """Ships are turned face up; everybody sees them (6.1-2)."""
    state, shown = table.state, frozenset(some)
    sea = sea_of(state)
    hidden = sorted(ship for ship in shown if not sea.face_up[ship])
    if not hidden:
        return
    table.reveal(*(f"{ships.IDS[ship]} at {sea.place[ship]}" for ship in hidden))
    change(
        state,
        face_up=tuple(up or ship in shown for ship, up in enumerate(sea.face_up)),
        sightings=tuple(sighting for sighting in sea.sightings if sighting.ship not in shown),
    )
    _drop_empty_places(state)


def _drop_empty_places(state: NorwayState) -> None:
    """A ship that lies back up is not where no card of its country does; everyone can work that out."""
    sightings = []
    for sighting in sea_of(state).sightings:
        country = ships.COUNTRY[sighting.ship]
        left = tuple(place for place in sighting.places if pile(state, country, place))
        sightings.append(pieces.Sighting(sighting.viewer, sighting.ship, left))
    change(state, sightings=tuple(sightings))


@rule("6.1-4", "8.2-seq-8", "6.1-coast-defence")
def turn_down(state: NorwayState, some: Iterable[int]) -> None:
    """Ships are hidden again, except Eidsvoll & Norge; the others remember what they saw (6.1-4, 8.2-seq-8)."""
    sea = sea_of(state)
    hidden = [ship for ship in some if sea.face_up[ship] and ship != ships.EIDSVOLL]
    seen = [
        pieces.Sighting(viewer, ship, (sea.place[ship],))
        for viewer in range(len(COUNTRIES))
        for ship in hidden
        if viewer != ships.COUNTRY[ship]
    ]
    change(
        state,
        face_up=tuple(up and ship not in hidden for ship, up in enumerate(sea.face_up)),
        sightings=_in_order((*sea.sightings, *seen)),
    )


def look(table: Table[NorwayState], viewer: int, some: Iterable[int]) -> None:
    """One country looks at ships that stay face down: it knows them from now on, nobody else does."""
    sea = sea_of(table.state)
    seen = {ship: pieces.Sighting(viewer, ship, (sea.place[ship],)) for ship in some}
    others = [old for old in sea.sightings if old.viewer != viewer or old.ship not in seen]
    change(table.state, sightings=_in_order((*others, *seen.values())))
    table.reveal()


def _in_order(sightings: Iterable[pieces.Sighting]) -> tuple[pieces.Sighting, ...]:
    return tuple(sorted(sightings, key=lambda sighting: (sighting.viewer, sighting.ship)))


@rule("6.1-3", "8.2-seq-6")
def take_out(table: Table[NorwayState], some: Iterable[int], place: int) -> None:
    """Ships leave the game, shown to everybody: ships.SUNK or ships.REMOVED (6.1-3, 8.2-seq-6)."""
    gone = tuple(some)
    turn_up(table, gone)
    sea = sea_of(table.state)
    change(
        table.state,
        place=tuple(place if ship in gone else at for ship, at in enumerate(sea.place)),
        caught=tuple(ship for ship in sea.caught if ship not in gone),
        under_way=tuple(ship for ship in sea.under_way if ship not in gone),
    )
    _drop_empty_places(table.state)
