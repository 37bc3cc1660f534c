"""The tables of the ledger as the code reads them, and combat tables that a club uses in their place.

The ground and air combat tables of the book were pictures and are lost; the ledger's are reconstructions (R30, R36).
Whoever has others, or the originals, puts them into a file of the ledger's own shape (docs/games/winterwar-tables.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from feltherre.core.marks import rule, rule_of
from feltherre.ground.hexes.combat_table import CombatTable
from feltherre.hexgame import tables
from feltherre.hexgame.results import Code, parse_result
from feltherre.hexgame.tables import TableData, TableKind

#: results of the air table that concern both sides (1.6-d, 1.6-e)
HALF, STOP = "H", "S"

#: the code of a ground result; None if it is none (1.5-b)
parse_ground: Final = parse_result
# what happens to the attacking side A or the defending side F
rule_of(__name__, "1.5-b", "1.6-a")(Code.part)


class AirCode(Struct, frozen=True):
    """A result of the air table: H takes half of each side, S stops the combat, others speak of sides."""

    sides: Code = Code()
    half: bool = False
    stop: bool = False


@lru_cache(maxsize=1024)
def parse_air(text: str) -> AirCode | None:
    """The code of an air result; None if it is none (1.6-a)."""
    if text in (HALF, STOP):
        return AirCode(half=text == HALF, stop=text == STOP)
    sides = parse_ground(text)
    return None if sides is None else AirCode(sides)


LEDGER = Path(__file__).parent / "ledger.yaml"

#: ids of the ledger's tables
TERRAIN, GROUND, SIBLING_GROUND, AIR = "1.4-resolved", "1.5", "1.5-2023", "1.6"
STACKING, TOWN_VALUES, PARTISAN, TURNS = "stacking", "town-values", "partisan", "turns"
#: those that a file may replace
REPLACEABLE: Final = {
    GROUND: TableKind(by_odds=True, is_result=lambda cell: parse_ground(cell) is not None),
    AIR: TableKind(by_odds=False, is_result=lambda cell: parse_air(cell) is not None),
}


@dataclass(frozen=True, eq=False)
class CombatTables:
    """The two tables of a game, with what a reader is told of where they come from."""

    ground: CombatTable
    air: CombatTable
    #: the data behind them: title, note, provenance
    ground_data: TableData
    air_data: TableData


def ledger_tables() -> Mapping[str, TableData]:
    """The ledger's tables by their ids."""
    return tables.ledger_tables(LEDGER)


def _places(zone: str) -> tuple[int, int, int]:
    row = ledger_tables()[STACKING].by_key()[zone]
    return row["division_places"], row["lesser_places"], row["artillery_places"]


#: places for divisions, lesser units and artillery south of the arctic line [False], on it and north of it [True]
STACKING_PLACES: Final = (_places("south of the arctic line"), _places("on the arctic line and north of it"))

#: a quarter of a movement point is the smallest cost (1.4-g), so costs are whole numbers of quarters
QUARTERS: Final = 4
_ROW_OF_LINK: Final = {"rail": "railway", "road": "road"}
_TERRAIN: Final = ledger_tables()[TERRAIN].by_key()

#: what the terrain of the attacked hex adds to the attacker's die (1.4, R26)
TERRAIN_MODIFIER: Final[Mapping[str, int]] = {key: row["die_modifier"] for key, row in _TERRAIN.items()}


@rule("turn-3-f", "move-9")
def step_cost(soviet: bool, light: bool, link: str, terrain: str) -> int | None:
    """What a ground unit pays for a step, in quarters of a point; None if it may not make it (1.4-resolved).

    A road or railway replaces the cost of the terrain (R23). `light`: ski units and partisans (1.4-c).
    """
    column = _column(soviet, light)
    return link_cost(link, column) if link in _ROW_OF_LINK else terrain_cost(terrain, column)


#: why a step can never be made: so far below 0 as the word stands behind the first is its price
BARRED: Final = ("", "sea", "neutral", "off-road")


@rule("turn-3-g", "move-5", "move-7", "1.1-f", "1.4-j")
def step_price(soviet: bool, light: bool, link: str, terrain: str) -> int:
    """The same as a price of the ground's move tables: below 0 where a step can never be made. Nobody enters water or a
    neutral country, and no Soviet unit leaves road and railway (R17, R49)."""
    if terrain in BARRED:
        return -BARRED.index(terrain)
    return step_cost(soviet, light, link, terrain) or -BARRED.index("off-road")


@rule("turn-3-g", "turn-3-i", "move-5", "move-6", "1.3-b")
def _column(soviet: bool, light: bool) -> str:
    """Whose costs a unit pays: the Soviet column has none off road and railway, the Finnish ones have."""
    return "soviet" if soviet else "finnish_ski" if light else "finnish"


@rule("move-1", "move-2", "1.4-f", "1.4-g")
def link_cost(link: str, column: str) -> int | None:
    """A half for a step along a road, a quarter along a railway, whatever the terrain (R23)."""
    return _quarters(_ROW_OF_LINK[link], column)


@rule("1.4-a", "1.4-b", "1.4-c", "1.4-d", "1.4-e", "1.4-h")
def terrain_cost(terrain: str, column: str) -> int | None:
    """What the terrain costs off the road; skis count in the mountains only, frozen water adds nothing (R24)."""
    return _quarters(terrain, column)


def _quarters(row: str, column: str) -> int | None:
    cost = _TERRAIN[row][column]
    return None if cost is None else int(cost * QUARTERS)


#: die -> strength of a partisan unit (2.1-m)
PARTISAN_STRENGTH: Final[Mapping[int, int]] = {
    die: row["strength"]
    for low, row in ledger_tables()[PARTISAN].by_key().items()
    for die in range(low, row["die_to"] + 1)
}

#: a town's colour -> its points (win-6); Leningrad's two hexes have their own (win-7)
TOWN_POINTS: Final[Mapping[str, int]] = {
    key.removesuffix(" big-city hex"): row["points"] for key, row in ledger_tables()[TOWN_VALUES].by_key().items()
}

LAST_TURN: Final = len(ledger_tables()[TURNS].rows)


@cache
def default_tables() -> CombatTables:
    """The reconstructed combat tables of the ledger (R30, R36)."""
    return _combat_tables({}, LEDGER.name)


#: the ground combat tables a game can be made with, by the names of the option
GROUND_TABLES: Final[Mapping[str, str]] = {"reconstructed": GROUND, "2023": SIBLING_GROUND}


def named_tables(name: str) -> str:
    """What a game keeps of combat tables it is made with: nothing for the ledger's own, else all of them as JSON, so
    that its record can be replayed whatever becomes of the file they came from."""
    if GROUND_TABLES[name] == GROUND:
        return ""
    data = msgspec.structs.replace(ledger_tables()[GROUND_TABLES[name]], id=GROUND)
    return kept({"tables": [msgspec.to_builtins(data)]}, name)


def kept(tree: Any, name: str) -> str:
    """Combat tables as a game keeps them, if they can be used; else DamagedFile says what is wrong."""
    read = read_tables(tree, name)
    given = [msgspec.to_builtins(data) for data in (read.ground_data, read.air_data)]
    return msgspec.json.encode({"tables": given}, order="sorted").decode()


@lru_cache(maxsize=32)
def tables_of(text: str) -> CombatTables:
    """The combat tables of a game from what it keeps of them; the ledger's if that is nothing."""
    return read_tables(msgspec.json.decode(text), "tables") if text else default_tables()


@cache
def sibling_ground_table() -> CombatTable:
    """The ground combat table of the 2023 sibling game, for checking its examples only."""
    return tables.combat_table(ledger_tables()[SIBLING_GROUND])


def read_tables(tree: Any, name: str) -> CombatTables:
    """Combat tables from plain data; DamagedFile says what is wrong with the file `name`. A table that is left out is
    the ledger's."""
    return _combat_tables(tables.given_tables(tree, name, REPLACEABLE), name)


def _combat_tables(given: Mapping[str, TableData], name: str) -> CombatTables:
    ground_data, air_data = (given.get(table) or ledger_tables()[table] for table in REPLACEABLE)
    ground, air = (tables.checked_table(data, name, REPLACEABLE[data.id]) for data in (ground_data, air_data))
    return CombatTables(ground, air, ground_data, air_data)


#: a number of things on the table: it cannot be negative, nor beyond all counting
Count: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
#: the sum of the modifiers of a die
Modification: TypeAlias = Annotated[int, Meta(ge=-1_000, le=1_000)]
#: time, points, movement: whole numbers and parts of them
Amount: TypeAlias = Annotated[float, Meta(ge=0, le=1_000_000)]

Side: TypeAlias = Literal["finland", "soviet"]
Nation: TypeAlias = Literal["finland", "sweden", "soviet"]
GroundType: TypeAlias = Literal[
    "infantry", "cavalry", "tank", "ski", "mountain", "motorised", "airborne", "artillery", "engineer", "partisan"
]
#: who can fight on the ground
FighterType: TypeAlias = Literal[GroundType, "ship"]
UnitType: TypeAlias = Literal[GroundType, "air", "ship"]
#: what lies on the hexside to the attacked hex: water = a river or lake without a road or railway over it
Crossing: TypeAlias = Literal["none", "bridge", "water"]


def number(quarters: int) -> float:
    """A number of quarters as the ledger's type number: whole where it is whole."""
    return quarters // QUARTERS if quarters % QUARTERS == 0 else quarters / QUARTERS


#: a number of quarters as it is read
amount: Final = partial(tables.amount, of=QUARTERS)


def amount_of(value: float) -> str:
    """Any number as it is read; with a sign for a fraction where it has quarters."""
    quarters = value * QUARTERS
    return amount(int(quarters)) if quarters == int(quarters) else str(value)
