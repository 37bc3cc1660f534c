"""A tiny hex game: two sides, units that march, attack and die, on a map of winter with supply. It shows how a state
keeps maps beside its data: whoever changes a place does it through `put`, which changes the maps as well."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from feltherre.core.text import Text, say
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


@dataclass(slots=True)
class Skirmish(HexGameState):
    """Where each unit is."""

    places: list[int] = field(default_factory=list)


def mover(side: int) -> Mover:
    enemy = 1 - side
    bar = BITS.unit[enemy] | BITS.any_full[side]
    return Mover(TABLE, bar=bar, stop=BITS.zone[enemy], zone_to_zone=WITH_ALL, minimum=True)


def net(side: int) -> Net[Skirmish]:
    enemy = 1 - side
    rules = SupplyRules(LAND, bar=BITS.unit[enemy], zone=BITS.zone[enemy], shield=BITS.unit[side])
    return Net(rules, lambda state: SOURCES[side])


@cache
def theatre_of(units: int) -> Theatre[Skirmish]:
    """So many units, of which the first half is side 0's."""
    sides = [unit * 2 // units for unit in range(units)]
    counters = Counters([f"U{unit}" for unit in range(units)], sides, [True] * units, _name)
    movers = [mover(side) for side in SIDES]
    return Theatre(
        Words("skirmish", ("north", "south"), counters, Board("skirmish", MAP, ())),
        BITS,
        lambda: Skirmish(places=[DESTROYED] * units),
        stacking=Stacking([points((1,), 2)], [0] * MAP.size),
        classes=[0] * units,
        zone_of=lambda state, unit: MAP.grid.neighbours,
        movers=[movers[side] for side in sides],
        allowance=lambda state, unit: ALLOWANCE,
        nets=[net(side) for side in SIDES],
        nets_of=sides,
    )


def _name(unit: int) -> Text:
    return say("core.plain", text=f"U{unit}")


THEATRE = theatre_of(UNITS)
WORDS = THEATRE.words
#: the sentence of this game for each reason, with its rule
REFUSED: marching.Reasons = {
    marching.ENEMY: ("taken", "S1"),
    marching.FULL: ("taken", "S1"),
    Reason.TOO_DEAR: ("too-far", "S2"),
    Reason.MUST_STOP: ("zone", "S3"),
    Reason.NOT_ADJACENT: ("too-far", "S2"),
    **dict.fromkeys(range(1, 9), ("sea", "S4")),
}


def march(state: Skirmish, unit: int, end: int, theatre: Theatre[Skirmish] = THEATRE) -> None:
    """A unit marches; refused in this game's own words."""
    refusal = why_not(theatre.movers[unit], theatre.bits_of(state), theatre.reach_of(state, unit), end)
    if refusal is not None:
        raise marching.refused(theatre, REFUSED, unit, refusal)
    theatre.put(state, unit, end)
