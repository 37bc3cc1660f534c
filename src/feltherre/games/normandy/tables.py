"""The tables of the ledger that the rules read (1.4 to 1.8), and what weather allows."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

from msgspec import Meta, Struct

from feltherre.core.marks import rule
from feltherre.games.normandy.state import Weather
from feltherre.hexgame import tables
from feltherre.hexgame.tables import TableData, combat_table, ledger_tables

LEDGER: Final = Path(__file__).parent / "ledger.yaml"

#: costs are counted in halves of a movement point
HALVES: Final = 2

LAST_TURN: Final = 8

#: what an umpire describes by a number, and by a side
Count = Annotated[int, Meta(ge=0, le=10_000)]
Side = Literal["allied", "german"]


def _table(id_: str) -> TableData:
    return ledger_tables(LEDGER)[id_]


_TERRAIN: Final = _table("1.4").by_key()

#: ground -> what it costs to enter it, in halves, by table 1.4
COST: Final = {
    ground: int(float(row["movement_cost"]) * HALVES)
    for ground, row in _TERRAIN.items()
    if isinstance(row["movement_cost"], int | float)
}
#: terrain of the defended hex -> what it does to the die
DIE: Final = {
    ground: int(_TERRAIN[ground]["combat_modifier"]) for ground in ("open", "covered", "bocage", "marsh", "city")
}
#: terrain -> its rule
TERRAIN_RULE: Final = {ground: f"1.4-{ground}" for ground in DIE}

#: the ground combat table (1.5)
GROUND: Final = combat_table(_table("1.5"))
#: ships against coastal artillery and the reverse, by attack points: as printed, and the smoothed one (1.6, R5)
NAVAL: Final = {"printed": combat_table(_table("1.6")), "smoothed": combat_table(_table("1.6-R"))}
#: flak against aircraft, by flak points (1.7)
FLAK: Final = combat_table(_table("1.7"))


class Counter(Struct, frozen=True, forbid_unknown_fields=True):
    """A counter as an umpire describes it: its printed loss value, and what it has suffered."""

    id: str
    loss_value: Count
    losses: Count = 0


class Allowed(NamedTuple):
    """What a kind of weather allows (1.8, R49)."""

    capacity: int
    bombers: bool
    attack_aircraft: bool
    naval_support: bool


#: die -> weather
WEATHER: Final[dict[int, Weather]] = {int(row[0] or 0): row[1] for row in _table("1.8").rows}  # type: ignore[misc]
_ALLOWED: Final[dict[Weather, Allowed]] = {
    "clear": Allowed(10, bombers=True, attack_aircraft=True, naval_support=True),
    "rain": Allowed(10, bombers=False, attack_aircraft=True, naval_support=True),
    "storm": Allowed(5, bombers=False, attack_aircraft=False, naval_support=False),
}


@rule("1.8-clear", "1.8-rain", "1.8-storm", "WEA-3", "SET-7")
def allowed_in(weather: Weather) -> Allowed:
    """Rain stops the bombers; a storm halves the beaches, and stops aircraft and the fleet's support (R49)."""
    return _ALLOWED[weather]


#: halves of a point as they are read
amount: Final = partial(tables.amount, of=HALVES)
