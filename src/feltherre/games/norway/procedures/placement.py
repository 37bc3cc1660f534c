"""Where reinforcements are placed (4.3 and, in the advanced game, 8.3)."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.games.norway.board import MOBILISATION, POINT_CITY, SEA_INDEX, SEAS
from feltherre.games.norway.procedures import names
from feltherre.games.norway.procedures.inputs import Count, Country, SeaArea, Version

#: sea areas by their number on the board: I and II are German waters, III to VII the coast the Allies reach (2.3-sea-2)
GERMAN_WATERS = (SEA_INDEX["I"], SEA_INDEX["II"])
NORTHERN_COAST = tuple(SEA_INDEX[sea] for sea in ("III", "IV", "V", "VI", "VII"))

#: as many battalions as one likes
UNLIMITED = sys.maxsize

#: point cities and mobilisation points of the board (2.3-point-1, 2.3-mob-1)
POINT_CITIES, MOBILISATION_POINTS = len(POINT_CITY), len(MOBILISATION)

#: battalions Norway may place in one area and turn (4.3-nor-2)
NORWEGIAN_LIMIT = 1


@rule("4.3-ger-2", "8.3-ger-1", "8.3-ger-2", "8.3-ger-3")
def german_sea_limits(
    advanced: bool, german_ships: Sequence[int] = (), allied_ships: Sequence[int] = (), coast_defence: int | None = None
) -> tuple[int, ...]:
    """Battalions Germany may place on the coast of each sea area in a phase, by number (4.3-ger-2, 8.3-ger-1 to -3).

    Ships are counted by the number of the sea area; `coast_defence` is the sea area of Eidsvoll & Norge. In the basic
    game only I and II are open.
    """
    limits = [0] * len(SEAS)
    for sea in GERMAN_WATERS:
        limits[sea] = UNLIMITED
    if not advanced:
        return tuple(limits)
    south_is_free = True
    for sea in NORTHERN_COAST:
        south_is_free = south_is_free and allied_ships[sea] == 0
        if south_is_free:
            limits[sea] = UNLIMITED
        elif german_control(german_ships[sea], allied_ships[sea], coast_defence == sea):
            limits[sea] = german_ships[sea]
    return tuple(limits)


@rule("8.3-ger-3", "8.3-all-1")
def german_control(german_ships: int, allied_ships: int, coast_defence_there: bool) -> bool:
    """A sea area is controlled by German ships that lie there alone (8.3-ger-3, R45, R54)."""
    return german_ships > 0 and allied_ships == 0 and not coast_defence_there


@rule("4.3-all-1", "4.3-all-2", "8.3-all-1", "2.3-sea-2")
def allied_coast(coast: Iterable[int], closed: Sequence[int] = ()) -> bool:
    """Coast on III to VII and none on I or II, nor on waters under German control (4.3-all-1, 4.3-all-2, 8.3-all-1)."""
    touched = set(coast)
    return not touched.isdisjoint(NORTHERN_COAST) and touched.isdisjoint(GERMAN_WATERS) and touched.isdisjoint(closed)


Ships: TypeAlias = dict[SeaArea, Count]


class JudgedArea(Struct, frozen=True, forbid_unknown_fields=True):
    area: str
    coast: tuple[SeaArea, ...]
    point_city: bool
    mobilisation_point: bool
    airfield: bool
    german: Count
    norwegian: Count
    allied: Count


class PlacementSituation(Struct, frozen=True, forbid_unknown_fields=True):
    country: Country
    version: Version
    areas: tuple[JudgedArea, ...]
    german_ships: Ships = {}
    allied_ships: Ships = {}
    norwegian_ship: SeaArea | Literal[""] = ""
    transport_plane: bool = False


#: the limit of an area as the ledger writes it (empty: closed), the reason, and the rule behind it
Judgement: TypeAlias = tuple[str, str, str]
#: where the bar on areas with enemies stands (R18)
ENEMY_RULE: dict[Country, str] = {"germany": "4.3-ger-2", "norway": "4.3-nor-1", "allies": "4.3-all-1"}


@procedure("reinforcement-areas")
def reinforcement_areas(given: PlacementSituation, desk: Desk) -> Outcome:
    """Where a country may place battalions, and how many in each area (4.3, 8.3)."""
    places = _check_board(given.areas, desk)
    allowed = {}
    for place, area in zip(places, given.areas, strict=True):
        enemies = area.norwegian + area.allied if given.country == "germany" else area.german
        judge = {"germany": _judge_german, "norway": _judge_norwegian, "allies": _judge_allied}[given.country]
        limit, reason, number = ("", "enemies", ENEMY_RULE[given.country]) if enemies else judge(area, given)
        country = names.country(given.country)
        desk.line(f"placement.{reason}", number, area=place.text, country=country, limit=limit)
        if limit:
            allowed[place.name] = limit
    return {"allowed": allowed}


def _check_board(areas: tuple[JudgedArea, ...], desk: Desk) -> list[names.Place]:
    """No board has more point cities or mobilisation points, and no area stands on it twice (R66)."""
    cities, points = sum(area.point_city for area in areas), sum(area.mobilisation_point for area in areas)
    desk.refuse_if(cities > POINT_CITIES, "point-cities", "2.3-point-1", n=POINT_CITIES)
    desk.refuse_if(points > MOBILISATION_POINTS, "mobilisation-points", "2.3-mob-1", n=MOBILISATION_POINTS)
    places: list[names.Place] = []
    for area in areas:
        place = names.area(area.area)
        desk.refuse_if(place in places, "area-twice", "2.3-land-1", area=place.text)
        places.append(place)
    return places


@rule("4.3-nor-1", "4.3-nor-2", "8.3-nor-1")
def _judge_norwegian(area: JudgedArea, given: PlacementSituation) -> Judgement:
    """One battalion where Norway mobilises and no German stands (4.3-nor-1, 4.3-nor-2)."""
    if area.point_city or area.mobilisation_point:
        return str(NORWEGIAN_LIMIT), "one", "4.3-nor-2"
    return "", "no-mobilisation", "4.3-nor-1"


def _judge_allied(area: JudgedArea, given: PlacementSituation) -> Judgement:
    """Any number on a coast that is open to the Allies (4.3-all-1, 4.3-all-2, 8.3-all-1)."""
    coast = {SEA_INDEX[sea] for sea in area.coast}
    german, allied, coast_defence = _ships(given)
    advanced = given.version == "advanced"
    seas = range(len(SEAS)) if advanced else ()
    closed = [sea for sea in seas if german_control(german[sea], allied[sea], coast_defence == sea)]
    if allied_coast(coast, closed):
        return "any", "any", "8.3-all-1" if advanced else "4.3-all-1"
    if not coast.isdisjoint(GERMAN_WATERS):
        return "", "german-waters", "4.3-all-2"
    if not coast.isdisjoint(closed):
        return "", "german-control", "8.3-all-1"
    return "", "no-coast", "4.3-all-1"


@rule("4.3-ger-transport")
def _judge_german(area: JudgedArea, given: PlacementSituation) -> Judgement:
    """An area open in two ways gets the wider limit; the free battalion may be flown to an airfield with a German
    battalion (4.3-ger-transport) and comes on top of a limit by ships."""
    advanced = given.version == "advanced"
    limits = german_sea_limits(advanced, *_ships(given))
    best = max((SEA_INDEX[sea] for sea in area.coast), key=lambda sea: limits[sea], default=None)
    limit = 0 if best is None else limits[best]
    if limit == UNLIMITED:
        return "any", "any", "4.3-ger-2" if best in GERMAN_WATERS else "8.3-ger-2"
    flown = given.transport_plane and area.airfield and area.german > 0
    if best is not None and limit:
        by_ships = f"{SEAS[best]}:{limit}"
        return (f"{by_ships}+free", "ships-and-plane", "8.3-ger-3") if flown else (by_ships, "ships", "8.3-ger-3")
    if flown:
        return "free", "plane", "4.3-ger-transport"
    return "", "closed", "8.3-ger-2" if advanced else "4.3-ger-2"


def _ships(given: PlacementSituation) -> tuple[list[int], list[int], int | None]:
    """German and Allied ships by the number of the sea area, and the sea area of Eidsvoll & Norge."""
    german, allied = ([ships.get(sea, 0) for sea in SEA_IDS] for ships in (given.german_ships, given.allied_ships))
    return german, allied, SEA_INDEX.get(given.norwegian_ship)


SEA_IDS: tuple[SeaArea, ...] = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")
