"""The map (appendix 3): terrain, countries, roads, railways, water, towns and deployment zones, from data/; and how
sides, units and hexes are called in what people read.

A hex is a number inside and has its printed number at the edges. Costs are in quarters of a movement point, because a
railway costs a quarter of one (1.4-g)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from feltherre.core.catalogue import in_every_language
from feltherre.core.datafile import DamagedFile, read_datafile
from feltherre.core.marks import rule
from feltherre.core.names import Names
from feltherre.core.text import Text, say
from feltherre.games.winterwar import units
from feltherre.games.winterwar.procedures.movement import UNREACHED
from feltherre.games.winterwar.units import ROLES
from feltherre.ground.hexes.map import HexMap
from feltherre.ground.hexes.tables import ways
from feltherre.ground.hexes.zones import Template
from feltherre.hexgame.board import Board, HexFile, map_of
from feltherre.hexgame.words import Words

DATA = Path(__file__).parent / "data"

SEA: Final = "sea or great lake"


class Town(Struct, frozen=True):
    """A town with its owner at the start and its points (win-6)."""

    id: str
    name: str
    swedish_name: str
    owner: Literal["finland", "soviet"]
    colour: Literal["white", "black", "grey"]
    value: int
    hex: str
    lat: float
    lon: float
    provenance: dict[str, str]
    sudden_death: str = ""
    note: str = ""


class Place(Struct, frozen=True):
    """A name on the map that is no town: it helps to find a hex, and does nothing else."""

    name: str
    hex: str


class GridEntry(Struct, frozen=True):
    arctic_line_row: int


class GeographyFile(Struct, frozen=True):
    """What the rules need of data/map.yaml; the rest of it is for drawing."""

    grid: GridEntry
    towns: tuple[Town, ...]
    places: tuple[Place, ...]


HEXES: Final = read_datafile(DATA / "hexes.yaml", HexFile)
GEOGRAPHY: Final = read_datafile(DATA / "map.yaml", GeographyFile)


@rule("3-a")
def _hex_map() -> HexMap:
    """The map of appendix 3, from the reconstruction."""
    return map_of(HEXES, no_links={"terrain": [SEA]})


MAP: Final = _hex_map()
GRID: Final = MAP.grid
SIZE: Final = MAP.size

TERRAIN: Final = tuple(MAP.named("terrain", hex_) for hex_ in range(SIZE))
#: Norway, Sweden and Estonia are closed to everybody (1.1-f, R49)
_COUNTRY = {
    "Finland": "finland",
    "Soviet Union": "soviet",
    "Sweden": "sweden",
    "Norway": "norway",
    "Estonia": "estonia",
}
COUNTRY: Final = tuple(_COUNTRY.get(MAP.named("territory", hex_), "") for hex_ in range(SIZE))
IS_SEA: Final = tuple(TERRAIN[hex_] == SEA for hex_ in range(SIZE))
IS_NEUTRAL: Final = tuple(COUNTRY[hex_] in ("norway", "sweden", "estonia") for hex_ in range(SIZE))
#: where ground units may stand
IS_OPEN: Final = tuple(not IS_SEA[hex_] and not IS_NEUTRAL[hex_] for hex_ in range(SIZE))
#: row 22 is the arctic line; on it and north of it less may stand together (setup-6, R13)
IS_ARCTIC: Final = tuple(hex_ // GRID.columns + 1 <= GEOGRAPHY.grid.arctic_line_row for hex_ in range(SIZE))

RAIL: Final = MAP.link_bit("rail")
ROAD: Final = MAP.link_bit("road")
WATER: Final = MAP.side_bit("water")


# what joins and what parts two neighbours


def is_water(here: int, there: int) -> bool:
    """Whether a river or lake lies between two neighbours, bridged or not."""
    return bool(MAP.side_between(here, there) & WATER)


def is_land_way(here: int, _direction: int, there: int) -> bool:
    return IS_OPEN[here] and IS_OPEN[there]


def _is_road_way(here: int, direction: int, there: int) -> bool:
    return IS_OPEN[here] and IS_OPEN[there] and MAP.links[here * 6 + direction] != 0


#: over any land (Finnish units), along road and rail (Soviet units), for supply, retreat and advance
LAND_WAYS: Final = ways(GRID, is_land_way)
LINKED_WAYS: Final = ways(GRID, _is_road_way)
WAYS: Final = (LAND_WAYS, LINKED_WAYS)


@rule("turn-3-h", "turn-3-j", "1.4-f", "1.4-g", "1.4-d")
def zone_templates(bridge_zoc: bool) -> tuple[Template, Template]:
    """Where a zone of control reaches: for Finland all around, for the Soviet side along road and rail; over no river
    or lake, not even by a bridge (R19) unless the option says so."""

    def reaches(side: str, here: int, direction: int, there: int) -> bool:
        linked, water = MAP.links[here * 6 + direction] != 0, bool(MAP.sides[here * 6 + direction] & WATER)
        # a neutral hex is nobody's ground: no zone can matter there
        return not IS_NEUTRAL[there] and UNREACHED.first(side, linked, water, IS_SEA[there], bridge_zoc) is None

    finnish, soviet = (ways(GRID, partial(reaches, role)) for role in ROLES)
    return finnish, soviet


# towns


def _towns() -> tuple[Town, ...]:
    for town in GEOGRAPHY.towns:
        if HEXES.towns.get(town.hex) != town.id:
            raise DamagedFile("map.yaml", town.id, f"hexes.yaml does not have it in hex {town.hex}")
    return GEOGRAPHY.towns


TOWNS: Final = _towns()


def town_name(town: int) -> Text:
    return BOARD.town_names[town]


#: the map with its names; two hexes of Leningrad share their Swedish name, which means the large one
BOARD: Final = Board(
    "winterwar",
    MAP,
    [(GRID.index(town.hex), say(f"winterwar.town.{town.id}")) for town in TOWNS],
    [(GRID.index(place.hex), say("core.plain", text=place.name)) for place in GEOGRAPHY.places],
    Names(
        ids=tuple(town.id for town in TOWNS),
        names=tuple(town.name for town in TOWNS),
        others=tuple((town.swedish_name,) if town.id != "leningrad_small" else () for town in TOWNS),
        translated=lambda: [in_every_language(town_name(town)) for town in range(len(TOWNS))],
    ),
)
hex_of: Final = BOARD.hex_of
hexes_of: Final = BOARD.hexes_of
number: Final = BOARD.number
numbers: Final = BOARD.numbers
#: whether a road or railway joins two neighbours (R18)
is_linked: Final = BOARD.is_linked
TOWN_HEX: Final = BOARD.towns
TOWN_AT: Final = BOARD.town_at


def _is_in(country: str) -> Callable[[int], bool]:
    return lambda hex_: COUNTRY[hex_] == country


#: Finnish hexes beside Sweden, where Swedish lines end (R9), and beside the Soviet Union, where partisans enter (2.1-i)
BESIDE_SWEDEN: Final = BOARD.beside(_is_in("finland"), _is_in("sweden"))
BESIDE_SOVIET: Final = BOARD.beside(_is_in("finland"), _is_in("soviet"))
TOWN_VALUE: Final = tuple(town.value for town in TOWNS)
FIRST_OWNER: Final = tuple(ROLES.index(town.owner) for town in TOWNS)
HELSINKI: Final = GRID.index(next(town.hex for town in TOWNS if town.id == "helsinki"))
LENINGRAD: Final = GRID.index(next(town.hex for town in TOWNS if town.id == "leningrad"))
#: the hex that ends the game when this side's ground unit stands in it (intro-8)
SUDDEN_DEATH: Final = (LENINGRAD, HELSINKI)

#: zone -> its hexes
ZONES: Final = MAP.areas


WORDS: Final = Words("winterwar", units.ROLES, units.COUNTERS, BOARD)

side_name: Final = WORDS.side_name
unit_name: Final = units.COUNTERS.name
unit_names: Final = units.COUNTERS.names
hex_name: Final = BOARD.name


def stacking_rule(hex_: int) -> str:
    """The rule that limits the stack in a hex."""
    return "setup-6" if IS_ARCTIC[hex_] else "setup-5"
