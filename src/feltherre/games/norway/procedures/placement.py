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


@rule("4.3-nor-1", "4.3-nor-2", "8.3-nor-1")
def norwegian_limit(point_city: bool, mobilisation_point: bool, german_battalions: int) -> int:
    """Battalions Norway may place in an area this turn: one where it mobilises and no German stands (4.3-nor-1, -2)."""
    return NORWEGIAN_LIMIT if (point_city or mobilisation_point) and german_battalions == 0 else 0


@rule("4.3-ger-transport")
def transport_plane_lands(airfield: bool, german_battalions: int) -> bool:
    """Whether the free battalion may be flown in: to an airfield with a German battalion (4.3-ger-transport)."""
    return airfield and german_battalions > 0


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


class Judged(Struct, frozen=True):
    """An area with its limit as the ledger writes it (empty: closed) and the rule behind it."""

    place: names.Place
    limit: str
    reason: str
    rule: str


@procedure("reinforcement-areas")
def reinforcement_areas(given: PlacementSituation, desk: Desk) -> Outcome:
    """Where a country may place battalions, and how many in each area (4.3, 8.3)."""
    _check_board(given.areas, desk)
    waters, country = Waters.of(given), names.country(given.country)
    allowed = {}
    for area in given.areas:
        judged = _judge(names.area(area.area), area, given, waters)
        place = judged.place
        desk.line(f"placement.{judged.reason}", judged.rule, area=place.text, country=country, limit=judged.limit)
        if judged.limit:
            allowed[place.name] = judged.limit
    return {"allowed": allowed}


class Waters(Struct, frozen=True):
    """What the ships at sea open and close."""

    advanced: bool
    german_limits: tuple[int, ...]
    german_controlled: tuple[int, ...]

    @classmethod
    def of(cls, situation: PlacementSituation) -> Waters:
        advanced = situation.version == "advanced"
        german = [situation.german_ships.get(sea, 0) for sea in SEA_IDS]
        allied = [situation.allied_ships.get(sea, 0) for sea in SEA_IDS]
        coast_defence = SEA_INDEX.get(situation.norwegian_ship)
        controlled = tuple(
            sea
            for sea in range(len(SEAS))
            if advanced and german_control(german[sea], allied[sea], coast_defence == sea)
        )
        return cls(advanced, german_sea_limits(advanced, german, allied, coast_defence), controlled)


SEA_IDS: tuple[SeaArea, ...] = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")


def _check_board(areas: tuple[JudgedArea, ...], desk: Desk) -> None:
    """No board has more point cities or mobilisation points, and no area stands on it twice (R66)."""
    cities, points = sum(area.point_city for area in areas), sum(area.mobilisation_point for area in areas)
    desk.refuse_if(cities > POINT_CITIES, "point-cities", "2.3-point-1", n=POINT_CITIES)
    desk.refuse_if(points > MOBILISATION_POINTS, "mobilisation-points", "2.3-mob-1", n=MOBILISATION_POINTS)
    seen: set[names.Place] = set()
    for area in areas:
        place = names.area(area.area)
        desk.refuse_if(place in seen, "area-twice", "2.3-land-1", area=place.text)
        seen.add(place)


def _judge(place: names.Place, area: JudgedArea, situation: PlacementSituation, waters: Waters) -> Judged:
    enemies = area.norwegian + area.allied if situation.country == "germany" else area.german
    if enemies:
        return Judged(place, "", "enemies", ENEMY_RULE[situation.country])
    match situation.country:
        case "germany":
            return _judge_german(place, area, situation, waters)
        case "norway":
            return _judge_norwegian(place, area)
        case "allies":
            return _judge_allied(place, area, waters)


#: where the bar on areas with enemies stands (R18)
ENEMY_RULE: dict[Country, str] = {"germany": "4.3-ger-2", "norway": "4.3-nor-1", "allies": "4.3-all-1"}


def _judge_norwegian(place: names.Place, area: JudgedArea) -> Judged:
    limit = norwegian_limit(area.point_city, area.mobilisation_point, area.german)
    if limit:
        return Judged(place, str(limit), "one", "4.3-nor-2")
    return Judged(place, "", "no-mobilisation", "4.3-nor-1")


def _judge_allied(place: names.Place, area: JudgedArea, waters: Waters) -> Judged:
    coast = [SEA_INDEX[sea] for sea in area.coast]
    if allied_coast(coast, waters.german_controlled):
        return Judged(place, "any", "any", "8.3-all-1" if waters.advanced else "4.3-all-1")
    if not set(coast).isdisjoint(GERMAN_WATERS):
        return Judged(place, "", "german-waters", "4.3-all-2")
    if not set(coast).isdisjoint(waters.german_controlled):
        return Judged(place, "", "german-control", "8.3-all-1")
    return Judged(place, "", "no-coast", "4.3-all-1")


def _judge_german(place: names.Place, area: JudgedArea, situation: PlacementSituation, waters: Waters) -> Judged:
    """An area open in two ways gets the wider limit; the free battalion comes on top of a limit by ships."""
    seas = [SEA_INDEX[sea] for sea in area.coast]
    best = max(seas, key=lambda sea: waters.german_limits[sea], default=None)
    limit = 0 if best is None else waters.german_limits[best]
    if limit == UNLIMITED:
        return Judged(place, "any", "any", "4.3-ger-2" if best in GERMAN_WATERS else "8.3-ger-2")
    flown = situation.transport_plane and transport_plane_lands(area.airfield, area.german)
    if best is not None and limit:
        by_ships = f"{SEAS[best]}:{limit}"
        if flown:
            return Judged(place, f"{by_ships}+free", "ships-and-plane", "8.3-ger-3")
        return Judged(place, by_ships, "ships", "8.3-ger-3")
    if flown:
        return Judged(place, "free", "plane", "4.3-ger-transport")
    return Judged(place, "", "closed", "8.3-ger-2" if waters.advanced else "4.3-ger-2")
