"""What the maps of this game are made of: stacking, movers, zones, the three nets of supply."""

from __future__ import annotations

from functools import cache, partial
from typing import Final

from feltherre.core.marks import rule, rule_of
from feltherre.games.winterwar import board, tables, units
from feltherre.games.winterwar.board import WORDS
from feltherre.games.winterwar.procedures.places import FINNISH_REACH, northern_limits, southern_limits
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.units import FINLAND, SOVIET, STACK
from feltherre.ground.hexes.reach import WITH_ALL, Mover, Reach
from feltherre.ground.hexes.stacking import Stacking
from feltherre.ground.hexes.supply import SupplyRules
from feltherre.ground.hexes.tables import MoveTable, move_table
from feltherre.ground.hexes.zones import Template
from feltherre.hexgame.counters import enemy_of
from feltherre.hexgame.theatre import NO_NET, Bits, Net, Theatre

BITS: Final = Bits(len(units.CLASSES))
UNIT: Final = BITS.unit
ZONE: Final = BITS.zone
ZONE_LAYER: Final = BITS.zone_layer
FULL: Final = BITS.full

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


def _movers(forced: bool) -> tuple[Mover, ...]:
    return tuple(
        _mover(units.SIDE[unit], units.IS_LIGHT[unit], max(STACK[unit], units.DIVISION), forced)
        for unit in range(units.COUNT)
    )


MOVERS: Final = (_movers(forced=False), _movers(forced=True))


@rule("turn-3-c", "turn-3-d", "turn-3-e", "move-3", "move-4", "setup-8")
def mover_of(unit: int, forced: bool = False) -> Mover:
    """What bars a unit's way, where it stops, and how it glides between zones (`_mover`)."""
    return MOVERS[forced][unit]


_ALLOWANCE: Final = tuple((front * tables.QUARTERS, back * tables.QUARTERS) for front, back in units.MOVEMENT)


def allowance_of(state: WinterWarState, unit: int) -> int:
    """In quarters of a movement point."""
    return _ALLOWANCE[unit][state.flipped[unit]]


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


#: the three supply nets
FINNISH: Final = 0
RUSSIAN: Final = 1
SWEDISH: Final = 2


@rule("supply-2", "supply-3", "supply-4", "2.1-j", "turn-1-a")
def _net(unit: int) -> int:
    """Partisans and ships are always supplied (2.1-j), air units while they have a base (supply-4, R11); others need a
    line."""
    if units.IS_PARTISAN[unit] or not units.IS_GROUND[unit]:
        return NO_NET
    return SWEDISH if units.IS_SWEDISH[unit] else FINNISH if units.SIDE[unit] == FINLAND else RUSSIAN


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


_templates = cache(board.zone_templates)


@rule("turn-3-h", "turn-3-j", "1.4-d", "1.4-f", "1.4-g")
def _template(state: WinterWarState, side: int) -> Template:
    """A Soviet zone runs along road and rail, none over water (R18, R19)."""
    return _templates(state.rules.bridge_zoc)[side]


@rule("1.2.1-a", "2.1-k")
def zone_of(state: WinterWarState, unit: int) -> Template | None:
    """Every ground unit but artillery, engineers and partisans has a zone of control, flipped, cut off or not (R17)."""
    return _template(state, units.SIDE[unit]) if units.HAS_ZOC[unit] else None


THEATRE: Final = Theatre(
    WORDS,
    BITS,
    WinterWarState,
    stacking=STACKING,
    classes=STACK,
    zone_of=zone_of,
    movers=MOVERS[False],
    allowance=allowance_of,
    nets=[Net(rules, partial(sources, net=net)) for net, rules in enumerate(_supply_rules())],
    nets_of=[_net(unit) for unit in range(units.COUNT)],
)

_STACKING: Final = rule_of(__name__, "setup-5", "setup-6", "setup-7", "1.2.1-i", "1.2.1-j", "1.2.1-k")
_SUPPLY: Final = rule_of(__name__, "turn-1-a", "turn-1-b", "supply-2", "supply-3", "supply-4", "2.1-j")

maps_of: Final = THEATRE.maps_of
bits_of: Final = THEATRE.bits_of
put: Final = THEATRE.put
has_enemy: Final = THEATRE.has_enemy
has_own: Final = THEATRE.has_own
in_enemy_zone: Final = rule_of(__name__, "1.2.1-a")(THEATRE.in_enemy_zone)
fits_without: Final = THEATRE.fits_without
has_room: Final = _STACKING(THEATRE.has_room)
with_room: Final = _STACKING(THEATRE.with_room)
supply_of: Final = rule_of(__name__, "turn-1-b", "supply-7", "supply-8")(THEATRE.supply_of)
is_supplied: Final = _SUPPLY(THEATRE.is_supplied)
without_line: Final = _SUPPLY(THEATRE.without_line)
check_lines: Final = THEATRE.check_lines


def net_of(unit: int) -> int:
    return THEATRE.nets_of[unit]


@rule("turn-3-f", "move-1", "move-2", "move-9", "1.4-f", "1.4-g")
def reach_of(state: WinterWarState, unit: int, forced: bool = False) -> Reach:
    """Where a ground unit can go from its hex with its whole allowance; costs in quarters of a point."""
    return THEATRE.reach_by(state, unit, mover_of(unit, forced))
