"""A tiny hex game: two sides, units that march, attack and die, on a map of winter with supply. It shows how a state
keeps maps beside its data: whoever changes a place does it through `put`, which changes the maps as well."""

from __future__ import annotations

from dataclasses import dataclass, field

from feltherre.core.text import say
from feltherre.ground.hexes.path import why_not
from feltherre.ground.hexes.reach import WITH_ALL, Mover
from feltherre.ground.hexes.reasons import Reason
from feltherre.ground.hexes.stacking import Stacking, points
from feltherre.ground.hexes.supply import SupplyRules
from feltherre.ground.hexes.tables import move_table, ways
from feltherre.hexgame import marching
from feltherre.hexgame.board import Board
from feltherre.hexgame.counters import DESTROYED, Counters
from feltherre.hexgame.state import HexGameState
from feltherre.hexgame.theatre import SIDES, Bits, Net, Theatre
from feltherre.hexgame.words import Words
from ground.hexes.boards import random_board, winter_price

MAP = random_board(21, 27, 47)
UNITS = 20
ALLOWANCE = 12
BITS = Bits(classes=1)
TABLE = move_table(MAP.grid, winter_price(MAP))
LAND = ways(MAP.grid, lambda a, d, b: MAP.named("terrain", a) != "sea" and MAP.named("terrain", b) != "sea")
TOWNS = [hex_ for hex_ in range(MAP.size) if MAP.named("terrain", hex_) == "town"]
SOURCES = (TOWNS[:5], TOWNS[-5:])
#: the first half of the units is side 0's
COUNTERS = Counters(
    [f"U{unit}" for unit in range(UNITS)],
    [unit * 2 // UNITS for unit in range(UNITS)],
    [True] * UNITS,
    lambda unit: say("core.plain", text=f"U{unit}"),
)
WORDS = Words("skirmish", ("north", "south"), COUNTERS, Board("skirmish", MAP, ()))


@dataclass(slots=True)
class Skirmish(HexGameState):
    """Where each unit is."""

    places: list[int] = field(default_factory=lambda: [DESTROYED] * UNITS)


def mover(side: int) -> Mover:
    enemy = 1 - side
    bar = BITS.unit[enemy] | BITS.any_full[side]
    return Mover(TABLE, bar=bar, stop=BITS.zone[enemy], zone_to_zone=WITH_ALL, minimum=True)


def net(side: int) -> Net[Skirmish]:
    enemy = 1 - side
    rules = SupplyRules(LAND, bar=BITS.unit[enemy], zone=BITS.zone[enemy], shield=BITS.unit[side])
    return Net(rules, lambda state: SOURCES[side])


_MOVERS = [mover(side) for side in SIDES]
THEATRE = Theatre(
    WORDS,
    BITS,
    Skirmish,
    stacking=Stacking([points((1,), 2)], [0] * MAP.size),
    classes=[0] * UNITS,
    zone_of=lambda state, unit: MAP.grid.neighbours,
    movers=[_MOVERS[side] for side in COUNTERS.side],
    allowance=lambda state, unit: ALLOWANCE,
    nets=[net(side) for side in SIDES],
    nets_of=COUNTERS.side,
)
#: the sentence of this game for each reason, with its rule
REFUSED: marching.Reasons = {
    marching.ENEMY: ("taken", "S1"),
    marching.FULL: ("taken", "S1"),
    Reason.TOO_DEAR: ("too-far", "S2"),
    Reason.MUST_STOP: ("zone", "S3"),
    Reason.NOT_ADJACENT: ("too-far", "S2"),
    **dict.fromkeys(range(1, 9), ("sea", "S4")),
}


def march(state: Skirmish, unit: int, end: int) -> None:
    """A unit marches; refused in this game's own words."""
    refusal = why_not(THEATRE.movers[unit], THEATRE.bits_of(state), THEATRE.reach_of(state, unit), end)
    if refusal is not None:
        raise marching.refused(THEATRE, REFUSED, unit, refusal)
    THEATRE.put(state, unit, end)
