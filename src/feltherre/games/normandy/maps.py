"""What the maps of this game are made of: stacking, movers and the interdiction they meet, zones, supply."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from typing import Final, Literal

from feltherre.core.marks import rule, rule_of
from feltherre.games.normandy import board, units
from feltherre.games.normandy.board import GRID, TERRAIN, WORDS
from feltherre.games.normandy.state import NormandyState
from feltherre.games.normandy.tables import COST, HALVES
from feltherre.games.normandy.units import ALLIED, CLASS, GERMAN, POINTS
from feltherre.ground.hexes.reach import WITH_ALL, Mover
from feltherre.ground.hexes.stacking import Stacking, points
from feltherre.ground.hexes.supply import SupplyRules
from feltherre.ground.hexes.tables import WHOLE, MoveTable, move_table, with_tolls
from feltherre.ground.hexes.zones import Template
from feltherre.hexgame.counters import AWAITED, enemy_of
from feltherre.hexgame.theatre import NO_NET, Bits, Net, Theatre

BITS: Final = Bits(len(POINTS))
UNIT: Final = BITS.unit
ZONE: Final = BITS.zone
FULL: Final = BITS.full

#: the most stacking points in a hex (STEP-4-e)
MOST_POINTS: Final = 6


@rule("STEP-4-e", "3.1-e")
def too_many(loss_values: Iterable[int]) -> bool:
    """Whether more stand in a hex than may stay: a unit counts its printed loss value, whatever it has lost (R35)."""
    return sum(loss_values) > MOST_POINTS


# moving (STEP-4, MOV, 1.4)

#: the code of a step that ground units never make: into the water
WATER: Final = 1
#: that of a step that ships never make: ashore
ASHORE: Final = 2


@rule("STEP-4-h", "MOV-1", "MOV-2", "1.4-road", "1.4-bridge", "1.4-river")
def step_price(terrain: str, on_road: bool, over_river: bool) -> int:
    """What a step costs in halves of a point: along a road, also over its bridge (R20), else by the terrain of the hex
    entered, by table 1.4; a river without a bridge takes all there is (R19)."""
    if terrain in board.WATERS:
        return -WATER
    return WHOLE if over_river else COST["road" if on_road else terrain]


@rule("MOV-3", "1.4-open", "1.4-covered", "1.4-bocage", "1.4-marsh", "1.4-city")
def price(here: int, direction: int, there: int) -> int:
    """What a step from a hex into its neighbour costs."""
    if not board.IS_LAND[here]:
        return -WATER
    return step_price(TERRAIN[there], board.is_road(here, direction), board.is_barred(here, direction))


LAND: Final = move_table(GRID, price)


@rule("1.4-channel", "1.4-coast", "4.1-h")
def sea_price(terrain: str) -> int:
    """What a step costs a ship: a point a hex, of open sea and of coast; never ashore (R47)."""
    return COST[terrain] if terrain in board.WATERS else -ASHORE


SEA: Final = move_table(GRID, lambda here, direction, there: sea_price(TERRAIN[there]))

#: how much each air unit adds to a step into its hex, in halves: along a road, and off it (R21)
ON_ROAD: Final = {"attack-aircraft": 1 * HALVES, "bomber": 3 * HALVES}
OFF_ROAD: Final = 1 * HALVES


@rule("STEP-4-f", "1.4-road")
def hindrance(type_: str, on_road: bool) -> int:
    """What an air unit over a hex adds to the way of a German unit into it: on the road 1 point for attack aircraft and
    3 for bombers, off the road 1 for either (R21)."""
    return ON_ROAD[type_] if on_road else OFF_ROAD


#: (hex, what is added along a road, what is added off it) of all hexes under Allied aircraft
Tolls = tuple[tuple[int, int, int], ...]


@rule("STEP-4-c", "STEP-4-d", "STEP-4-e", "1.4-river")
def _mover(side: int, class_: int, table: MoveTable, minimum: bool) -> Mover:
    """A ground unit stops beside an enemy (STEP-4-c), goes from zone to zone with all it has (STEP-4-d, R18), may pass
    a hex without room but not stay there (R24), and by option always moves one hex (R51)."""
    enemy = enemy_of(side)
    return Mover(
        table,
        bar=UNIT[enemy],
        stop=ZONE[enemy],
        no_end=FULL[side][class_],
        zone_to_zone=WITH_ALL,
        minimum=minimum,
    )


@rule("4.1-f", "1.4-coast")
def _ship() -> Mover:
    """A ship stops in a coast hex that coastal artillery controls, and goes from one to another with all it has
    (R47)."""
    return Mover(SEA, stop=ZONE[GERMAN], zone_to_zone=WITH_ALL)


SHIP: Final = _ship()


@lru_cache(maxsize=64)
def _movers(tolls: Tolls = (), minimum: bool = False) -> tuple[Mover, ...]:
    """By counter; aircraft never move so."""
    tables = (LAND, _hindered(tolls) if tolls else LAND)
    made = [
        [_mover(side, class_, table, minimum) for class_ in range(len(POINTS))] for side, table in enumerate(tables)
    ]
    return tuple(
        SHIP if units.IS_SHIP[unit] else made[units.SIDE[unit]][max(CLASS[unit], 0)] for unit in range(units.COUNT)
    )


def _hindered(tolls: Tolls) -> MoveTable:
    """The land for Germans under these aircraft."""
    by_hex = {hex_: (road, other) for hex_, road, other in tolls}

    def toll(here: int, direction: int, there: int) -> int:
        return by_hex[there][0 if board.is_road(here, direction) else 1]

    return with_tolls(LAND, by_hex, toll)


def tolls(state: NormandyState) -> Tolls:
    """What Allied aircraft add to the ways into the hexes below them."""
    found: dict[int, tuple[int, int]] = {}
    for unit in units.AIR_UNITS:
        if state.flown[unit]:
            hex_, type_ = state.places[unit], units.UNITS[unit].type
            road, other = found.get(hex_, (0, 0))
            found[hex_] = road + hindrance(type_, True), other + hindrance(type_, False)
    return tuple((hex_, *found[hex_]) for hex_ in sorted(found))


def movers_of(state: NormandyState, side: int | None = None) -> Sequence[Mover]:
    """How each counter of a side moves, that in turn if none is named: Germans with the aircraft as they fly now."""
    german = (state.side if side is None else side) == GERMAN
    return _movers(tolls(state) if german else (), state.rules.minimum_move)


@rule("LAN-4", "4.1-d", "1.4-beachhead")
def allowance(movement: int, lands: bool) -> int:
    """In halves of a point: half of the printed movement in the turn of landing, not rounded; all of it in other turns
    (R22, R46)."""
    return movement * HALVES // (2 if lands else 1)


def allowance_of(state: NormandyState, unit: int) -> int:
    """In halves of a point. German units that enter lose nothing (R45); by option whoever starts its turn in a
    beachhead counts as landing there (R22)."""
    halved = state.landed[unit] != AWAITED and units.SIDE[unit] == ALLIED
    if state.rules.beachhead_half == "every-start":
        halved = halved or state.places[unit] in _BEACHES
    return allowance(units.UNITS[unit].movement, halved)


_BEACHES: Final = frozenset(board.PLACE_HEX[place] for place in board.BASES[ALLIED])


# zones (STEP-4-c, 1.4-river, 1.4-bridge)

Against = Literal["ground", "ship", "air"]


@rule("STEP-4-c", "STEP-4-f", "4.1-e", "4.1-h", "1.2-f")
def controls(type_: str, against: Against = "ground", artillery_zoc: bool = True) -> bool:
    """Whether a type of unit has a zone of control: on land all ground units but coastal artillery, the artillery by
    option (R16); coastal artillery has its own against ships (R48), flak against aircraft (R33)."""
    if against != "ground":
        return type_ == ("coastal-artillery" if against == "ship" else "flak")
    return type_ not in NO_ZONE and (artillery_zoc or type_ not in units.GUNS)


#: types without a zone on land
NO_ZONE: Final = ("coastal-artillery", "battleship", *units.AIR)


@rule("STEP-4-c", "1.4-river", "1.4-bridge", "1.7-c", "4.1-h")
def zone_of(state: NormandyState, unit: int) -> Template | None:
    """What a unit controls: ground units the land around them, over bridges but over no other river (R17)."""
    return coast_zone() if units.IS_BATTERY[unit] else _ZONES[state.rules.artillery_zoc][unit]


@rule("4.1-e", "1.4-coast", "1.4-channel")
def coast_zone() -> Template:
    """Coastal artillery controls the coast hexes beside it, which matters to ships alone (R48)."""
    return board.SHORE


#: by option (R16)
_ZONES: Final = {
    guns_too: tuple(board.DRY_WAYS if controls(unit.type, "ground", guns_too) else None for unit in units.UNITS)
    for guns_too in (False, True)
}

# supply (STEP-3, SUP)


@rule("SUP-1", "SUP-2", "STEP-3-b")
def supply_rules(side: int, ways: Template) -> SupplyRules:
    """Lines of any length over any land; an enemy unit breaks them, and so does an enemy zone where no own unit stands
    (R27), but not in the source itself."""
    enemy = enemy_of(side)
    return SupplyRules(ways, bar=UNIT[enemy], zone=ZONE[enemy], shield=UNIT[side], zone_at_source=True)


@rule("SUP-2", "SUP-3", "SUP-5")
def sources(state: NormandyState, side: int) -> tuple[int, ...]:
    """Where lines of a side may end: its Start hexes or beachheads that are not lost, and the cities that the Germans
    hold (R25, R26, R30)."""
    bases = [place for place in board.BASES[side] if not state.lost[place] and state.owners[place] == side]
    cities = [place for place in board.CITIES if state.owners[place] == GERMAN] if side == GERMAN else []
    return tuple(board.PLACE_HEX[place] for place in (*bases, *cities))


THEATRE: Final = Theatre(
    WORDS,
    BITS,
    NormandyState,
    stacking=Stacking([points(POINTS, MOST_POINTS)], [0] * board.SIZE),
    classes=CLASS,
    zone_of=zone_of,
    movers=_movers(),
    allowance=allowance_of,
    nets=[Net(supply_rules(side, board.LAND_WAYS), partial(sources, side=side)) for side in (ALLIED, GERMAN)],
    # ships and aircraft need none (R28)
    nets_of=[units.SIDE[unit] if units.IS_GROUND[unit] else NO_NET for unit in range(units.COUNT)],
)

bits_of: Final = THEATRE.bits_of
put: Final = THEATRE.put
has_enemy: Final = THEATRE.has_enemy
in_enemy_zone: Final = THEATRE.in_enemy_zone
#: whether these find room in a hex together, on top of what is there
fit: Final = rule_of(__name__, "STEP-4-e", "3.1-e", "1.2-a")(THEATRE.fit)
_SUPPLY: Final = rule_of(__name__, "STEP-3-a", "STEP-3-b", "SUP-1", "SUP-2", "SUP-3")
without_line: Final = _SUPPLY(THEATRE.without_line)
check_lines: Final = _SUPPLY(THEATRE.check_lines)
over_full: Final = THEATRE.over_full
