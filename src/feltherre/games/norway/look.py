"""What stands and lies in a place now, as far as a seat may know it, and what is printed there; and what can be laid
over the map: facts of the printed board, and how far German aircraft reach now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from feltherre.core.chance import Line
from feltherre.core.errors import BadInput
from feltherre.core.marks import rule
from feltherre.core.overlay import Overlay, Tinted
from feltherre.core.text import Text, say
from feltherre.games.norway import board, chart
from feltherre.games.norway.hands import country_name
from feltherre.games.norway.sea import display, ships
from feltherre.games.norway.sea.fleet import sea_of
from feltherre.games.norway.state import ROLES, NorwayState, at, groups_at, held_airfields


def look(state: NorwayState, own: Sequence[bool], name: str) -> Sequence[Line]:
    """`own`: by country, whether the seat holds it."""
    waters = {id_.casefold(): place for place, id_ in display.ON_MAP}
    if state.sea is not None and name.strip().casefold() in waters:
        return list(_water(state, own, waters[name.strip().casefold()]))
    told = chart.about(name)
    area = chart.area_called(name)
    return told if area is None else [*_standing(state, area), *chart.printed_in(area)]


def _standing(state: NorwayState, area: int) -> Iterator[Line]:
    """Battalions at rest, and those that attack."""
    there = [(country, n) for country in range(len(ROLES)) if (n := at(state, country, area))]
    for country, n in there:
        yield Line(say("norway.stand", country=country_name(country), n=n))
    if not there:
        yield Line(say("norway.nobody"))
    for group in groups_at(state, area):
        yield Line(say("norway.attacked", country=country_name(state.country), n=group.battalions))


def _water(state: NorwayState, own: Sequence[bool], place: int) -> Iterator[Line]:
    """Piles, ships that lie open, what has been seen of others' ships, and crews that wait to land."""
    there = [Line(text) for country in range(len(ROLES)) for text in _lying(state, own, country, place)]
    yield from there or [Line(say("norway.no-ships"))]
    for ship, places in display.seen_ships(state, own):
        if places == (place,):
            yield Line(say("norway.known-here", ship=ships.name(ship)))
        elif place in places:
            names = [ships.place_name(other) for other in places]
            yield Line(say("norway.maybe-here", ship=ships.name(ship), places=names))
    if place in ships.CLOSED_TO_ALLIES:
        yield chart.closed_sea()
    if crews := sea_of(state).sailors.count(place):
        yield Line(say("norway.sailors-wait", n=crews), "7.2a-1")


def _lying(state: NorwayState, own: Sequence[bool], country: int, place: int) -> Iterator[Text]:
    hidden, shown = display.by_side(state, country, place)
    who = country_name(country)
    if hidden:
        yield say("norway.pile", country=who, n=len(hidden))
    for ship in hidden if own[country] else ():
        yield _ship_line(ship)
    for ship in shown:
        key = "norway.caught" if ship in sea_of(state).caught else "norway.face-up"
        yield say(key, country=who, ship=_ship_line(ship))


def _ship_line(ship: int) -> Text:
    return say("norway.ship-line", ship=ships.name(ship), facts=ships.facts(ship))


# what can be laid over the map; all of it is public

REACH = "reach"


@rule("2.3-air-1")
def overlays(state: NorwayState, picked: str) -> tuple[Overlay, ...]:
    """Air range; of a piece nothing."""
    if picked:
        if picked not in ships.INDEX:
            raise BadInput(say("core.bad.nothing-about", name=picked))
        return ()
    reached = board.air_range(held_airfields(state))
    return (_shaded("air", [area for area in range(board.AREA_COUNT) if reached >> area & 1]),)


@rule("2.3-sea-2", "2.3-mob-1", "2.3-point-2")
def lasting_overlays() -> tuple[Overlay, ...]:
    """The coast of I and II, the coast open to the Allies, where Norway mobilises: the same in every position."""
    return (
        _shaded("south", board.GERMAN_COAST),
        _shaded("west", board.ALLIED_COAST),
        _shaded("mobilisation", board.NORWEGIAN_PLACES),
    )


def _shaded(id_: str, areas: Iterable[int]) -> Overlay:
    return Overlay(id_, say(f"norway.overlay.{id_}"), tuple(Tinted(board.AREAS[area], REACH) for area in areas))
