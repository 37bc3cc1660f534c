"""A tiny hex game: two sides, units that march, attack and die. It shows how a state keeps maps beside its data.

The data are `places`, a hex for each unit. Whoever changes a place does it through `put_unit`, which changes the maps
as well if there are any; whoever reads a map asks `maps_of`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from feltherre.core.errors import Illegal
from feltherre.core.text import say
from feltherre.ground.hexes.derived import HexState, keep_maps, kept_maps, own_maps
from feltherre.ground.hexes.layers import Layers
from feltherre.ground.hexes.path import why_not
from feltherre.ground.hexes.reach import WITH_ALL, Mover, Reach
from feltherre.ground.hexes.reach_cache import ReachCache
from feltherre.ground.hexes.reasons import Reason
from feltherre.ground.hexes.stacking import Stacking, Stacks, no_stacks, points
from feltherre.ground.hexes.supply import SupplyMap, SupplyRules, supply_map
from feltherre.ground.hexes.tables import move_table, ways
from feltherre.ground.hexes.zones import Footprint, lift, own_hexes, place
from ground.hexes.boards import random_board, winter_price

BOARD = random_board(21, 27, 47)
SIDES = 2
ALLOWANCE = 12
#: the layers of side s: its units (s), its zones (2 + s), and where it is full (4 + s)
BITS = tuple((1 << side, 1 << 2 + side, 1 << 4 + side) for side in range(SIDES))
FOOTPRINTS: tuple[Footprint, ...] = tuple(
    ((side, own_hexes(BOARD.size)), (2 + side, BOARD.grid.neighbours)) for side in range(SIDES)
)
STACKING = Stacking([points((1,), 2)], [0] * BOARD.size)
TABLE = move_table(BOARD.grid, winter_price(BOARD))
MOVERS = tuple(
    Mover(TABLE, bar=BITS[1 - side][0] | BITS[side][2], stop=BITS[1 - side][1], zone_to_zone=WITH_ALL, minimum=True)
    for side in range(SIDES)
)
LAND = ways(BOARD.grid, lambda a, d, b: BOARD.named("terrain", a) != "sea" and BOARD.named("terrain", b) != "sea")
SUPPLY = tuple(
    SupplyRules(LAND, bar=BITS[1 - side][0], zone=BITS[1 - side][1], shield=BITS[side][0]) for side in range(SIDES)
)
TOWNS = [hex_ for hex_ in range(BOARD.size) if BOARD.named("terrain", hex_) == "town"]
SOURCES = (TOWNS[:5], TOWNS[-5:])
#: the sentence of this game for each reason of the ground, with its rule
REFUSED = {
    Reason.MARKED: ("skirmish.illegal.taken", "S1"),
    Reason.TOO_DEAR: ("skirmish.illegal.too-far", "S2"),
    Reason.MUST_STOP: ("skirmish.illegal.zone", "S3"),
    Reason.NO_WAY: ("skirmish.illegal.sea", "S4"),
    Reason.NOT_ADJACENT: ("skirmish.illegal.too-far", "S2"),
}


@dataclass(slots=True)
class Skirmish(HexState):
    """Where each unit is, -1 off the board; the first half of the units is side 0's."""

    places: list[int] = field(default_factory=list)


class SkirmishMaps:
    """All that is made from the places."""

    def __init__(
        self, layers: Layers, stacks: list[Stacks], supply: list[SupplyMap], reaches: list[ReachCache]
    ) -> None:
        self.layers = layers
        self.stacks = stacks
        self.supply = supply
        self.reaches = reaches

    def copy(self) -> SkirmishMaps:
        return SkirmishMaps(
            self.layers.copy(),
            [stacks.copy() for stacks in self.stacks],
            [supply.copy() for supply in self.supply],
            [reaches.copy() for reaches in self.reaches],
        )


def side_of(state: Skirmish, unit: int) -> int:
    return 0 if unit < len(state.places) // 2 else 1


def made_anew(state: Skirmish) -> SkirmishMaps:
    """The maps from the data alone."""
    layers = Layers(BOARD.size, 6, watch=tuple(mover.care for mover in MOVERS))
    stacks = [no_stacks(STACKING, layers, 4 + side) for side in range(SIDES)]
    for unit, hex_ in enumerate(state.places):
        if hex_ >= 0:
            side = side_of(state, unit)
            place(layers, FOOTPRINTS[side], hex_)
            stacks[side].add(layers, hex_, 0)
    layers.take_changed()
    supply = [supply_map(SUPPLY[side], layers.bits, SOURCES[side]) for side in range(SIDES)]
    return SkirmishMaps(layers, stacks, supply, [ReachCache(side) for side in range(SIDES)])


def maps_of(state: Skirmish) -> SkirmishMaps:
    """The maps, made if nobody has asked before."""
    maps = kept_maps(state, SkirmishMaps)
    if maps is None:
        return keep_maps(state, made_anew(state))
    return maps


def supply_of(state: Skirmish, side: int) -> SupplyMap:
    """A side's supply, mended now if units have moved since it was last asked for."""
    maps = maps_of(state)
    if maps.layers.changed:
        # shared or not, the maps stay true of every state that looks at them, so mending them is no change
        changed = maps.layers.take_changed()
        for supply in maps.supply:
            supply.update(maps.layers.bits, changed)
    return maps.supply[side]


def put_unit(state: Skirmish, unit: int, hex_: int) -> None:
    """The one way to change where a unit is (-1: off the board)."""
    before = state.places[unit]
    state.places[unit] = hex_
    maps = own_maps(state, SkirmishMaps)
    if maps is None:
        return
    side = side_of(state, unit)
    if hex_ >= 0:
        place(maps.layers, FOOTPRINTS[side], hex_)
        maps.stacks[side].add(maps.layers, hex_, 0)
    if before >= 0:
        lift(maps.layers, FOOTPRINTS[side], before)
        maps.stacks[side].remove(maps.layers, before, 0)


def reach_of(state: Skirmish, unit: int) -> Reach:
    side = side_of(state, unit)
    maps = maps_of(state)
    return maps.reaches[side].reach(MOVERS[side], side, maps.layers, state.places[unit], ALLOWANCE)


def march(state: Skirmish, unit: int, end: int) -> None:
    """A unit marches; refused in this game's own words."""
    found = reach_of(state, unit)
    refusal = why_not(MOVERS[side_of(state, unit)], maps_of(state).layers.bits, found, end)
    if refusal is not None:
        key, rule = REFUSED[refusal.reason]
        raise Illegal(say(key, hex=BOARD.grid.number(refusal.hex)), rule)
    put_unit(state, unit, end)
