"""The board of Norway 1940 (2.3): areas, borders, coasts, airfields and set-up, as tuples for the rules to index.

Read once from data/map.yaml, when this module is first imported. Areas and sea areas are numbers: their place in the
file. `AREAS[3]` is an id, `NEIGHBOURS[3]` the areas around it, `WATER[3][4]` whether water lies between the two. A set
of areas is a tuple of numbers where it is walked through, a bit mask where it is asked (`FROM_GERMANY >> area & 1`).
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from feltherre.core.datafile import Mark
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.marks import rule
from feltherre.core.names import Names, UnknownName
from feltherre.core.text import say
from feltherre.games.norway.boardfile import BorderEntry, read_board

_FILE, BOARD = read_board()

#: land areas and sea areas: ids in the order of their numbers, and the numbers by id
AREAS: tuple[str, ...] = BOARD.ids
AREA_COUNT: int = len(AREAS)
INDEX: dict[str, int] = {area: number for number, area in enumerate(AREAS)}
SEAS: tuple[str, ...] = BOARD.seas
SEA_INDEX: dict[str, int] = {sea: number for number, sea in enumerate(SEAS)}

#: neighbours of each area: all, those over a border without water, those over a fjord or lake
NEIGHBOURS: tuple[tuple[int, ...], ...] = BOARD.neighbours
LAND_NEIGHBOURS: tuple[tuple[int, ...], ...] = BOARD.dry_neighbours
WATER_NEIGHBOURS: tuple[tuple[int, ...], ...] = BOARD.wet_neighbours
#: by two areas: do they border, and does water lie between them
ADJACENT: tuple[tuple[bool, ...], ...] = BOARD.adjacent
WATER: tuple[tuple[bool, ...], ...] = BOARD.over_water

#: sea areas that each land area touches, and land areas that each sea area touches
COAST: tuple[tuple[int, ...], ...] = BOARD.coast
SHORE: tuple[tuple[int, ...], ...] = BOARD.shore
SEA_BORDERS: tuple[tuple[int, ...], ...] = tuple(tuple(SEA_INDEX[s] for s in sea.borders) for sea in _FILE.sea_areas)
#: the sea areas that border on the raid box
RAID_BORDERS: tuple[int, ...] = tuple(number for number, sea in enumerate(_FILE.sea_areas) if sea.raid_box)


def _numbers(ids: Iterable[str]) -> tuple[int, ...]:
    return tuple(sorted(INDEX[area] for area in ids))


def _mask(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


POINT_CITY = _numbers(_FILE.point_cities.areas)
MOBILISATION = _numbers(_FILE.mobilisation_points.areas)
#: where Norway mobilises: point cities and mobilisation points
NORWEGIAN_PLACES: tuple[int, ...] = tuple(sorted({*POINT_CITY, *MOBILISATION}))

_GUARDED = tuple(number for number, sea in enumerate(_FILE.sea_areas) if sea.german_guard)
_FIRST = _FILE.setup_basic.allies_first_reinforcement
_ALLIED = tuple(SEA_INDEX[sea] for sea in _FIRST.sea_areas)
#: coast on I or II; coast on III to VII and none on I or II
GERMAN_COAST = BOARD.with_coast_on(_GUARDED)
ALLIED_COAST = BOARD.with_coast_on(_ALLIED, but_not=_GUARDED)
_ALLIED_COAST_MASK = _mask(ALLIED_COAST)

_AIRFIELDS = {INDEX[field.area]: field for field in _FILE.air_range.airfields}
AIRFIELDS: tuple[int, ...] = tuple(sorted(_AIRFIELDS))
#: bit masks: areas within reach from Germany, and from the airfield in each area (0 where there is none)
FROM_GERMANY: int = _mask(_numbers(_FILE.air_range.from_germany.reaches))
REACH: tuple[int, ...] = tuple(
    _mask(_numbers(_AIRFIELDS[area].reaches)) if area in _AIRFIELDS else 0 for area in range(AREA_COUNT)
)
#: bit masks of sea areas: where Bomber strikes ships from the airfield in each area (advanced game)
SEA_BOMBING: tuple[int, ...] = tuple(
    _mask(SEA_INDEX[sea] for sea in _AIRFIELDS[area].sea_bombing) if area in _AIRFIELDS else 0
    for area in range(AREA_COUNT)
)
SOUTHERN_TIP = _numbers(_FILE.air_range.southern_tip.areas)
TELEGRAPH: int = INDEX[_FILE.telegraph_line["from"]]

_IMPASSABLE = Names([entry.id for entry in _FILE.impassable], [entry.name for entry in _FILE.impassable])


class FirstAllies(Struct, frozen=True):
    """The first Allied battalions: how many, in how many groups of what size, and where (3-6, 3-7)."""

    battalions: int
    groups: int
    per_group: int
    areas: tuple[int, ...]
    may_border: bool


@rule("2.3-land-1", "2.3-caption-1")
def land_areas() -> tuple[str, ...]:
    """The ids of all land areas; islands without a name are none (2.3-land-1, 2.3-caption-1)."""
    return AREAS


@rule("2.3-land-1", "2.3-impassable-1")
def find_area(name: str) -> int:
    """The land area that a place name means (2.3-land-1); impassable country is none (2.3-impassable-1)."""
    try:
        return BOARD.index(name)
    except UnknownName:
        blocked = _IMPASSABLE.matches(name)
        if len(blocked) == 1:
            where = say(f"norway.impassable.{_IMPASSABLE.ids[blocked[0]]}")
            raise UnknownName(say("norway.board.impassable", name=where), ()) from None
        raise


@rule("2.3-land-1", "2.3-impassable-1")
def check_ids(ids: Iterable[str]) -> None:
    """Refuse ids that name no land area: the sea and impassable country are none (2.3-land-1, 2.3-impassable-1)."""
    for area in ids:
        if area not in INDEX:
            raise Illegal(say("norway.illegal.no-such-area", area=area), "2.3-land-1")


def find_sea(name: str) -> int:
    """The sea area of a Roman number."""
    number = SEA_INDEX.get(name.strip().upper())
    if number is None:
        raise BadInput(say("norway.board.no-sea", name=name))
    return number


@rule("2.3-point-1")
def point_cities() -> tuple[int, ...]:
    """The six point cities (2.3-point-1)."""
    return POINT_CITY


@rule("2.3-mob-1")
def mobilisation_points() -> tuple[int, ...]:
    """The twelve mobilisation points (2.3-mob-1)."""
    return MOBILISATION


@rule("2.3-fjord-1", "2.3-caption-1")
def over_water(a: int, b: int) -> bool:
    """Whether a fjord or lake Mjøsa separates two bordering areas (2.3-fjord-1, 2.3-caption-1)."""
    return WATER[a][b]


@rule("2.3-fjord-3", "2.3-caption-1")
def coast(area: int) -> tuple[int, ...]:
    """The sea areas on which an area has coastline; a fjord is coastline of the sea outside (2.3-fjord-3, R18)."""
    return COAST[area]


@rule("2.3-sea-2", "4.3-all-1", "4.3-all-2")
def open_to_allies(area: int) -> bool:
    """Whether the Allies can come from the sea: coast on III to VII, none on I or II (2.3-sea-2, 4.3-all-1, R19)."""
    return bool(_ALLIED_COAST_MASK >> area & 1)


@rule("2.3-air-1", "2.3-air-2")
def in_air_range(target: int, held_airfields: Iterable[int]) -> bool:
    """Whether German aircraft reach an area, from Germany or an airfield held now (2.3-air-1, 2.3-air-2, R40)."""
    return bool(air_range(held_airfields) >> target & 1)


@rule("2.3-air-1", "2.3-air-2")
def air_range(held_airfields: Iterable[int]) -> int:
    """Bit mask of all areas that German aircraft reach (2.3-air-1, 2.3-air-2); areas without airfield add nothing."""
    reached = FROM_GERMANY
    for area in held_airfields:
        reached |= REACH[area]
    return reached


@rule("5.1-air-sea")
def in_sea_bombing_range(sea: int, held_airfields: Iterable[int]) -> bool:
    """Whether Bomber can strike ships: a held airfield on that sea area's coast, or Bardufoss for VII (5.1-air-sea)."""
    return any(SEA_BOMBING[area] >> sea & 1 for area in held_airfields)


@rule("3-3", "3-4")
def german_setup() -> tuple[int, ...]:
    """German battalions by area at the start of the basic game (3-3, 3-4)."""
    return _by_area(_FILE.setup_basic.germany.battalions)


@rule("3-3", "3-5")
def norwegian_setup() -> tuple[int, ...]:
    """Norwegian battalions by area at the start of the basic game (3-3, 3-5)."""
    return _by_area(_FILE.setup_basic.norway.battalions)


@rule("3-6")
def first_allies() -> FirstAllies:
    """The Allied battalions of their first reinforcement phase and where they may stand (3-6, 3-7)."""
    return FirstAllies(_FIRST.battalions, _FIRST.groups, _FIRST.per_group, ALLIED_COAST, _FIRST.groups_may_be_adjacent)


def _by_area(battalions: dict[str, int]) -> tuple[int, ...]:
    return tuple(battalions.get(area, 0) for area in AREAS)


# where the data come from


def provenance(area_id: str, field: str) -> Mark:
    """The mark of one datum of an area: name, position, coast, point_city, mobilisation_point or airfield."""
    entry = _FILE.areas[INDEX[area_id]]
    if field == "point_city":
        return _FILE.point_cities.provenance
    if field == "mobilisation_point":
        return _FILE.mobilisation_points.provenance
    if field == "airfield":
        held = _AIRFIELDS.get(INDEX[area_id])
        return held.provenance.area if held else _FILE.air_range.no_other_airfield.provenance
    mark: Mark = getattr(entry.provenance, field)
    return mark


def border_provenance(a_id: str, b_id: str, field: str = "between") -> Mark:
    """The mark of a border: `between` (that it exists), `crossing` (what lies on it) or `water` (the name of that)."""
    mark: Mark = getattr(_BORDERS[frozenset((a_id, b_id))].provenance, field)
    return mark


def reach_provenance(base: str, area_id: str) -> Mark:
    """The mark of an area's being in or out of reach from an airfield (its area's id) or from `germany`."""
    if base == "germany":
        line = _FILE.air_range.from_germany
        return line.settled.provenance if area_id in line.settled.areas else line.provenance["reaches"]
    field = _AIRFIELDS[INDEX[base]]
    return field.settled.provenance if area_id in field.settled.areas else field.provenance.reaches


def sea_provenance(sea_id: str, field: str) -> Mark:
    """The mark of one datum of a sea area: borders, coast, german_guard, allied_ships, raid_box or waters."""
    mark: Mark = getattr(_FILE.sea_areas[SEA_INDEX[sea_id]].provenance, field)
    return mark


def water_name(a_id: str, b_id: str) -> str:
    """The fjord or lake on a border, as the map names it; nothing where there is none."""
    return _BORDERS[frozenset((a_id, b_id))].water


def impassable() -> dict[str, tuple[str, ...]]:
    """Impassable country, and the areas around it."""
    return {entry.id: entry.borders for entry in _FILE.impassable}


def position(area: int) -> tuple[float, float]:
    """Latitude and longitude of the area's namesake, for drawing the map."""
    return _FILE.areas[area].position


_BORDERS: dict[frozenset[str], BorderEntry] = {frozenset(entry.between): entry for entry in _FILE.borders}
