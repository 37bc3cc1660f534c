"""What is made from the state and kept beside it: units and zones as bits of hexes, room in stacks, supply, reach.

bits    1 and 2: ground units of Finland, of the Soviet side; 4 and 8: their zones of control;
        from 16 on: where a division, a lesser unit, an artillery unit finds no room, for each side
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from feltherre.core.marks import rule
from feltherre.games.winterwar import board, tables, units
from feltherre.games.winterwar.procedures.stacking import northern_limits, southern_limits
from feltherre.games.winterwar.procedures.supply import FINNISH_REACH
from feltherre.games.winterwar.state import AWAITED, WinterWarState, enemy_of, movement_of
from feltherre.games.winterwar.units import FINLAND, NO_PLACE, SOVIET, STACK
from feltherre.ground.hexes.derived import keep_maps, kept_maps, own_maps
from feltherre.ground.hexes.layers import Layers
from feltherre.ground.hexes.reach import WITH_ALL, Mover, Reach
from feltherre.ground.hexes.reach_cache import ReachCache
from feltherre.ground.hexes.stacking import Stacking, Stacks, no_stacks, one
from feltherre.ground.hexes.supply import SupplyMap, SupplyRules, supply_map
from feltherre.ground.hexes.tables import MoveTable, move_table
from feltherre.ground.hexes.zones import Footprint, lift, own_hexes, place
from feltherre.ground.hexes.zones import move as move_footprint

SIDES: Final = (FINLAND, SOVIET)
#: what each layer counts, in the order of the bits
_LAYERS: Final = (
    *(("unit", side) for side in SIDES),
    *(("zone", side) for side in SIDES),
    *(("full", side, class_) for side in SIDES for class_ in units.CLASSES),
)
UNIT_LAYER: Final = tuple(_LAYERS.index(("unit", side)) for side in SIDES)
ZONE_LAYER: Final = tuple(_LAYERS.index(("zone", side)) for side in SIDES)
FULL_LAYER: Final = tuple(_LAYERS.index(("full", side, units.DIVISION)) for side in SIDES)
UNIT: Final = tuple(1 << layer for layer in UNIT_LAYER)
ZONE: Final = tuple(1 << layer for layer in ZONE_LAYER)
FULL: Final = tuple(tuple(1 << layer + class_ for class_ in units.CLASSES) for layer in FULL_LAYER)
ANY_FULL: Final = tuple(sum(FULL[side]) for side in SIDES)
#: unit -> the bit of hexes without room for it; air units and ships need none (R16)
_NO_ROOM: Final = tuple(FULL[units.SIDE[unit]][class_] * (class_ != NO_PLACE) for unit, class_ in enumerate(STACK))


# stacking (setup-5 to setup-7, 1.2.1): a lesser unit may take a division's place, artillery a lesser unit's (R12)

STACKING: Final = Stacking((southern_limits(), northern_limits()), [int(arctic) for arctic in board.IS_ARCTIC])

# moving (turn-3, move, 1.4)


@rule("turn-3-f", "move-7", "move-9", "1.1-f", "1.4-j")
def price(side: int, light: bool, here: int, direction: int, there: int) -> int:
    """What a step costs in quarters of a point, by table 1.4; below 0 where it can never be made. A link replaces the
    terrain's cost (R23); `light`: ski units and partisans (1.4-c)."""
    links = board.MAP.links[here * 6 + direction]
    link = "none" if not links else "rail" if links & board.RAIL else "road"
    terrain = "sea" if board.IS_SEA[there] else "neutral" if board.IS_NEUTRAL[there] else board.TERRAIN[there]
    return tables.step_price(side == SOVIET, light, link, terrain)


@cache
def _table(side: int, light: bool) -> MoveTable:
    return move_table(board.GRID, lambda here, direction, there: price(side, light, here, direction, there))


@cache
@rule("turn-3-c", "turn-3-d", "move-3", "move-4", "setup-8")
def _mover(side: int, light: bool, class_: int, forced: bool) -> Mover:
    """A ground unit may not enter a hex with enemy ground units, nor one without room for it (setup-8) unless its owner
    insists (`forced`, R15); it stops in an enemy zone (turn-3-c), glides between zones with all it has (move-3) and may
    always enter one hex (move-4)."""
    enemy = enemy_of(side)
    full = 0 if forced else FULL[side][class_]
    return Mover(_table(side, light), bar=UNIT[enemy] | full, stop=ZONE[enemy], zone_to_zone=WITH_ALL, minimum=True)


def _movers(unit: int) -> tuple[Mover, Mover]:
    light, class_ = units.IS_SKI[unit] or units.IS_PARTISAN[unit], max(STACK[unit], units.DIVISION)
    return _mover(units.SIDE[unit], light, class_, False), _mover(units.SIDE[unit], light, class_, True)


_MOVERS: Final = tuple(_movers(unit) for unit in range(units.COUNT))


@rule("turn-3-c", "turn-3-d", "turn-3-e", "move-3", "move-4", "setup-8")
def mover_of(unit: int, forced: bool = False) -> Mover:
    """What bars a unit's way, where it stops, and how it glides between zones (`_mover`)."""
    return _MOVERS[unit][forced]


# supply (turn-1, supply)


@rule("turn-1-a", "turn-1-b", "supply-2", "supply-3", "supply-7", "supply-8")
def _supply_rules() -> tuple[SupplyRules, SupplyRules, SupplyRules]:
    """Finnish lines enter at most two hexes over any land (supply-7, R6), Soviet ones follow road and rail for any
    length (supply-8, R7), Swedish ones run over land to a hex beside Sweden (supply-3, R9). An enemy ground unit breaks
    a line, and so does an enemy zone without an own ground unit (turn-1-b, R8)."""

    def rules(side: int, longest: int | None) -> SupplyRules:
        enemy = enemy_of(side)
        return SupplyRules(board.WAYS[side], bar=UNIT[enemy], zone=ZONE[enemy], shield=UNIT[side], longest=longest)

    return rules(FINLAND, FINNISH_REACH), rules(SOVIET, None), rules(FINLAND, None)


_SUPPLY_RULES: Final = _supply_rules()
#: the three supply nets
FINNISH: Final = 0
RUSSIAN: Final = 1
SWEDISH: Final = 2
_NETS: Final = tuple(
    SWEDISH if units.IS_SWEDISH[unit] else FINNISH if units.SIDE[unit] == FINLAND else RUSSIAN
    for unit in range(units.COUNT)
)


@rule("turn-1-a", "supply-2", "supply-3")
def sources(state: WinterWarState, net: int) -> tuple[int, ...]:
    """Where lines of a net may end: towns of the own country that the side owns now, a captured one only by option
    (R5); for the Swedes the Finnish hexes beside Sweden (R9)."""
    if net == SWEDISH:
        return tuple(sorted(board.BESIDE_SWEDEN))
    side = FINLAND if net == FINNISH else SOVIET
    return tuple(
        hex_
        for town, hex_ in enumerate(board.TOWN_HEX)
        if state.owners[town] == side and (state.rules.captured_supply or board.FIRST_OWNER[town] == side)
    )


# the footprints of units


#: side -> what a ground unit without a zone of control does to hexes
_WITHOUT_ZONE: Final[tuple[Footprint, ...]] = tuple(((UNIT_LAYER[side], own_hexes(board.SIZE)),) for side in SIDES)


@cache
def _with_zones(bridge_zoc: bool) -> tuple[Footprint, ...]:
    templates = board.zone_templates(bridge_zoc)
    return tuple((*_WITHOUT_ZONE[side], (ZONE_LAYER[side], templates[side])) for side in SIDES)


@rule("turn-3-h", "turn-3-j", "1.4-d", "1.4-f", "1.4-g")
def _with_zone(state: WinterWarState, side: int) -> Footprint:
    """What a unit with a zone does to hexes: a Soviet zone runs along road and rail, none over water (R18, R19)."""
    return _with_zones(state.rules.bridge_zoc)[side]


@rule("1.2.1-a", "2.1-k")
def footprint(state: WinterWarState, unit: int) -> Footprint:
    """Every ground unit but artillery, engineers and partisans has a zone of control, flipped, cut off or not (R17)."""
    side = units.SIDE[unit]
    return _with_zone(state, side) if units.HAS_ZOC[unit] else _WITHOUT_ZONE[side]


@dataclass(slots=True)
class WinterWarMaps:
    """All that is made from a state."""

    layers: Layers
    stacks: list[Stacks]
    #: for each net; true when the towns were owned so, and but for hexes that have changed since
    supply: list[SupplyMap]
    reaches: list[ReachCache]
    owners: list[list[int]]
    pending: list[dict[int, None]]

    def copy(self) -> WinterWarMaps:
        return WinterWarMaps(
            self.layers.copy(),
            [stacks.copy() for stacks in self.stacks],
            [supply.copy() for supply in self.supply],
            [reaches.copy() for reaches in self.reaches],
            self.owners[:],
            [pending.copy() for pending in self.pending],
        )


_WATCH: Final = tuple(UNIT[enemy_of(side)] | ZONE[enemy_of(side)] | ANY_FULL[side] for side in SIDES)


def made_anew(state: WinterWarState) -> WinterWarMaps:
    """The maps from the data alone."""
    layers = Layers(board.SIZE, len(_LAYERS), watch=_WATCH)
    stacks = [no_stacks(STACKING, layers, FULL_LAYER[side]) for side in SIDES]
    _lay_out(state, layers, stacks)
    layers.take_changed()
    supply = [supply_map(rules, layers.bits, sources(state, net)) for net, rules in enumerate(_SUPPLY_RULES)]
    reaches = [ReachCache(side) for side in SIDES]
    return WinterWarMaps(layers, stacks, supply, reaches, [state.owners[:] for _ in supply], [{} for _ in supply])


@rule("1.2.1-a")
def _lay_out(state: WinterWarState, layers: Layers, stacks: list[Stacks]) -> None:
    """Only ground units hold hexes, have zones and take places (1.2.1-a, R16, R40)."""
    for unit, hex_ in enumerate(state.places):
        if hex_ > AWAITED and units.IS_GROUND[unit]:
            place(layers, footprint(state, unit), hex_)
            stacks[units.SIDE[unit]].add(layers, hex_, STACK[unit])


@cache
def _empty_board() -> WinterWarMaps:
    """The maps before the first counter is placed, which every game begins with."""
    return made_anew(WinterWarState())


def laid_out(state: WinterWarState) -> WinterWarMaps:
    """The same as `made_anew`, without making again what no game changes."""
    maps = _empty_board().copy()
    _lay_out(state, maps.layers, maps.stacks)
    return maps


def maps_of(state: WinterWarState) -> WinterWarMaps:
    """The maps for reading, made if nobody has asked before."""
    maps = kept_maps(state, WinterWarMaps)
    return keep_maps(state, laid_out(state)) if maps is None else maps


def bits_of(state: WinterWarState) -> list[int]:
    # the same as `maps_of`, with a call less: the rules ask for the bits at every turn
    maps = kept_maps(state, WinterWarMaps)
    return (keep_maps(state, laid_out(state)) if maps is None else maps).layers.bits


def put(state: WinterWarState, unit: int, hex_: int) -> None:
    """The one way to change where a counter is: a hex, AWAITED or DESTROYED."""
    before = state.places[unit]
    state.places[unit] = hex_
    if not units.IS_GROUND[unit] or before == hex_:
        return
    maps = own_maps(state, WinterWarMaps)
    if maps is None:
        return
    stacks, shape = maps.stacks[units.SIDE[unit]], footprint(state, unit)
    if hex_ >= 0 and before >= 0:
        move_footprint(maps.layers, shape, before, hex_)
    elif hex_ >= 0:
        place(maps.layers, shape, hex_)
    elif before >= 0:
        lift(maps.layers, shape, before)
    if hex_ >= 0:
        stacks.add(maps.layers, hex_, STACK[unit])
    if before >= 0:
        stacks.remove(maps.layers, before, STACK[unit])


@rule("turn-1-b", "supply-7", "supply-8")
def supply_of(state: WinterWarState, net: int) -> SupplyMap:
    """A net's supply as it is now, mended where units have moved or towns changed hands since it was last asked for."""
    maps = maps_of(state)
    # states that share maps have the same units and owners, so mending what is shared is no change
    if maps.layers.changed:
        changed = dict.fromkeys(maps.layers.take_changed())
        for pending in maps.pending:
            pending.update(changed)
    supply = maps.supply[net]
    if maps.pending[net] or maps.owners[net] != state.owners:
        supply.update(maps.layers.bits, maps.pending[net], sources(state, net))
        maps.pending[net] = {}
        maps.owners[net] = state.owners[:]
    return supply


def net_of(unit: int) -> int:
    return _NETS[unit]


# what the rules ask of a position


def has_enemy(state: WinterWarState, hex_: int, side: int) -> bool:
    """Whether enemy ground units of this side stand in a hex."""
    return bool(bits_of(state)[hex_] & UNIT[enemy_of(side)])


def has_own(state: WinterWarState, hex_: int, side: int) -> bool:
    return bool(bits_of(state)[hex_] & UNIT[side])


def in_enemy_zone(state: WinterWarState, hex_: int, side: int) -> bool:
    return bool(bits_of(state)[hex_] & ZONE[enemy_of(side)])


@rule("setup-5", "setup-6", "setup-7", "1.2.1-i", "1.2.1-j", "1.2.1-k")
def has_room(state: WinterWarState, hex_: int, unit: int) -> bool:
    """Whether stacking leaves a place for a unit in a hex it is not in (R12); air units and ships need none (R16)."""
    return not bits_of(state)[hex_] & _NO_ROOM[unit]


@rule("setup-5", "setup-6", "setup-7", "1.2.1-i", "1.2.1-j", "1.2.1-k")
def with_room(state: WinterWarState, unit: int, hexes: Iterable[int]) -> list[int]:
    """Those of the hexes in which a unit has room (`has_room`)."""
    bits, no_room = bits_of(state), _NO_ROOM[unit]
    return [hex_ for hex_ in hexes if not bits[hex_] & no_room]


def fits_without(state: WinterWarState, unit: int) -> bool:
    """Whether the others in a unit's hex may stand together when it is gone (R12)."""
    stacks, hex_ = maps_of(state).stacks[units.SIDE[unit]], state.places[unit]
    return stacks.rules.fits(hex_, stacks.held[hex_] - one(STACK[unit]))


@rule("turn-3-f", "move-1", "move-2", "move-9", "1.4-f", "1.4-g")
def reach_of(state: WinterWarState, unit: int, forced: bool = False) -> Reach:
    """Where a ground unit can go from its hex with its whole allowance; costs in quarters of a point."""
    maps = maps_of(state)
    mover, allowance = mover_of(unit, forced), movement_of(state, unit) * tables.QUARTERS
    return maps.reaches[units.SIDE[unit]].reach(mover, id(mover), maps.layers, state.places[unit], allowance)
