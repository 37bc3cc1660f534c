"""The map (1.3): terrain, rivers and bridges, roads, towns and their values, beachheads, Start hexes, from
data/map.yaml; and how sides, units and hexes are called in what people read.

A hex is a number inside and has its printed number at the edges. Costs are in halves of a movement point, because a
road costs half of one (1.4-road)."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from feltherre.core.datafile import data_file, read_datafile
from feltherre.core.marks import rule
from feltherre.core.names import Names
from feltherre.core.text import Text, say
from feltherre.games.normandy import units
from feltherre.games.normandy.units import ALLIED, GERMAN, Group
from feltherre.ground.hexes.map import HexMap, Layer, MapData
from feltherre.ground.hexes.map import chain as linked
from feltherre.ground.hexes.tables import ways
from feltherre.hexgame.board import Board
from feltherre.hexgame.words import Words

_OURS: Final = Path(__file__).parent / "data" / "map.yaml"
MAP_FILE: Final = data_file("normandy", _OURS)


class Grid(Struct, frozen=True):
    columns: int
    rows: int


class Town(Struct, frozen=True):
    """A town: some are cities, some have a value (a yellow circle)."""

    id: str
    name: str
    hex: str
    city: bool
    vp: int


class Beachhead(Struct, frozen=True):
    id: str
    name: str
    hex: str
    group: Group
    provenance: str


class StartHex(Struct, frozen=True):
    hex: str
    name: str


class StartHexes(Struct, frozen=True):
    allied_sea: tuple[StartHex, ...]
    german: tuple[StartHex, ...]


class DropArea(Struct, frozen=True):
    unit: str
    hexes: tuple[str, ...]


class River(Struct, frozen=True):
    drawn: bool
    sides: tuple[str, ...] = ()


class Bridge(Struct, frozen=True):
    side: str


class Road(Struct, frozen=True):
    hexes: tuple[str, ...]


class MapFile(Struct, frozen=True):
    """What the rules need of data/map.yaml; the rest of it tells where the lines come from."""

    grid: Grid
    terrain_codes: dict[str, str]
    terrain_rows: list[str]
    towns: tuple[Town, ...]
    beachheads: tuple[Beachhead, ...]
    start_hexes: StartHexes
    paratroop_areas: tuple[DropArea, ...]
    rivers: tuple[River, ...]
    bridges: tuple[Bridge, ...]
    roads: tuple[Road, ...]


FILE: Final = read_datafile(MAP_FILE, MapFile)


WATERS: Final = ("coast", "channel")


def _pair(side: str) -> tuple[str, str]:
    here, _, there = side.partition("|")
    return here, there


def hex_map(file: MapFile) -> HexMap:
    """The map of a file; BadInput names all that does not fit together."""
    rivers = chain.from_iterable(river.sides for river in file.rivers if river.drawn)
    roads = chain.from_iterable(linked(road.hexes) for road in file.roads)
    return HexMap(
        MapData(
            file.grid.columns,
            file.grid.rows,
            {"terrain": Layer(file.terrain_codes, file.terrain_rows)},
            sides={
                "river": [_pair(side) for side in dict.fromkeys(rivers)],
                "bridge": [_pair(bridge.side) for bridge in file.bridges],
            },
            links={"road": list({frozenset(pair): pair for pair in roads}.values())},
            lies_on={"bridge": "river"},
            no_links={"terrain": list(WATERS)},
        )
    )


MAP: Final = hex_map(FILE)
GRID: Final = MAP.grid
SIZE: Final = MAP.size
TERRAIN: Final = tuple(MAP.named("terrain", hex_) for hex_ in range(SIZE))
IS_LAND: Final = tuple(terrain not in WATERS for terrain in TERRAIN)

RIVER: Final = MAP.side_bit("river")
BRIDGE: Final = MAP.side_bit("bridge")

# what joins and what parts two neighbours

Crossing = Literal["none", "bridge", "river"]


@rule("1.4-river", "1.4-bridge")
def crossing(here: int, there: int) -> Crossing:
    """What lies between two neighbours: a river without a bridge stops attacks, moves and zones of control."""
    between = MAP.side_between(here, there)
    return "none" if not between & RIVER else "bridge" if between & BRIDGE else "river"


def is_barred(here: int, direction: int) -> bool:
    """Whether a river without a bridge lies on a side of a hex."""
    return MAP.sides[here * 6 + direction] & (RIVER | BRIDGE) == RIVER


def is_road(here: int, direction: int) -> bool:
    return MAP.links[here * 6 + direction] != 0


#: over any land, for lines of supply; over land but no river without a bridge, for zones, retreat and advance
LAND_WAYS: Final = ways(GRID, lambda here, direction, there: IS_LAND[here] and IS_LAND[there])
DRY_WAYS: Final = ways(
    GRID, lambda here, direction, there: IS_LAND[here] and IS_LAND[there] and not is_barred(here, direction)
)

#: a land hex and the coast hexes beside it: across it ships and coastal artillery fire at each other (1.4-coast)
SHORE: Final = ways(
    GRID, lambda here, direction, there: "coast" in (TERRAIN[here], TERRAIN[there]) and IS_LAND[here] != IS_LAND[there]
)

# the places that a side can hold: beachheads, Start hexes, cities and hexes with a value


class Place(Struct, frozen=True):
    """`base`: the side whose Start hex (of the Allies: beachhead) it is, "" if it is none."""

    id: str
    hex: str
    first: int
    base: Literal["", "beachhead", "start"] = ""
    group: Group | Literal[""] = ""
    city: bool = False
    value: int = 0


def _places() -> tuple[Place, ...]:
    beaches = (Place(one.id, one.hex, ALLIED, "beachhead", one.group) for one in FILE.beachheads)
    starts = (Place(f"start-{one.hex}", one.hex, GERMAN, "start") for one in FILE.start_hexes.german)
    towns = (
        Place(town.id, town.hex, GERMAN, city=town.city, value=town.vp) for town in FILE.towns if town.city or town.vp
    )
    return (*beaches, *starts, *towns)


PLACES: Final = _places()
#: place -> the side that holds it at first: the Germans have all the land but the beachheads (R38)
FIRST_OWNER: Final = tuple(place.first for place in PLACES)
#: side -> its Start hexes, by their places: for capture and sudden death those of the Allies are the beachheads (R25)
BASES: Final = tuple(
    tuple(n for n, place in enumerate(PLACES) if place.base and place.first == side) for side in (ALLIED, GERMAN)
)
CITIES: Final = tuple(n for n, place in enumerate(PLACES) if place.city)
VALUES: Final = tuple(place.value for place in PLACES)


def _place_name(place: Place) -> Text:
    if place.base == "start":
        return say(f"normandy.place.start{'' if MAP_FILE == _OURS else '-own'}", road=road_name(place))
    if place.base == "beachhead" and MAP_FILE == _OURS:
        return say(f"normandy.beach.{place.id}")
    return say("core.plain", text=_TOWN_NAME[place.id])


def road_name(place: Place) -> Text:
    """Where the road leads from a Start hex; on a map of one's own as it stands there."""
    if MAP_FILE == _OURS:
        return say(f"normandy.road.{place.hex}")
    return say("core.plain", text=next(one.name for one in FILE.start_hexes.german if one.hex == place.hex))


_TOWN_NAME: Final = {one.id: one.name for one in FILE.beachheads} | {town.id: town.name for town in FILE.towns}
_HELD: Final = {place.hex for place in PLACES}

#: the map with its names
BOARD: Final = Board(
    "normandy",
    MAP,
    [(GRID.index(place.hex), _place_name(place)) for place in PLACES],
    [(GRID.index(town.hex), say("core.plain", text=town.name)) for town in FILE.towns if town.hex not in _HELD],
    Names(
        ids=tuple(place.id for place in PLACES),
        names=tuple(_TOWN_NAME.get(place.id, place.id) for place in PLACES),
    ),
)
hex_of: Final = BOARD.hex_of
number: Final = BOARD.number
#: hex -> the number of its place, -1 if it has none
PLACE_AT: Final = BOARD.town_at
PLACE_HEX: Final = BOARD.towns

#: the hexes at sea from which ships, aircraft and convoys come (R25)
SEA_START: Final = tuple(hex_of(one.hex) for one in FILE.start_hexes.allied_sea)
#: parachute division -> the hexes of its area (2.1.1)
DROP_HEXES: Final = {units.INDEX[area.unit]: tuple(map(hex_of, area.hexes)) for area in FILE.paratroop_areas}

WORDS: Final = Words("normandy", units.ROLES, units.COUNTERS, BOARD)

side_name: Final = WORDS.side_name
unit_name: Final = units.COUNTERS.name
hex_name: Final = BOARD.name
