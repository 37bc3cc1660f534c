"""What an umpire can ask about units on the map: zones of control (STEP-4-c), movement (STEP-4, MOV), stacking
(STEP-4-e) and supply (STEP-3, SUP)."""

from __future__ import annotations

from itertools import chain
from typing import Annotated, Final, Literal

from msgspec import Struct

from feltherre.core.asks import Ask
from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.core.reasons import Reasons
from feltherre.games.normandy import maps
from feltherre.games.normandy.battle import SELDOM, Ground
from feltherre.games.normandy.board import WATERS
from feltherre.games.normandy.maps import UNIT, ZONE, Against
from feltherre.games.normandy.movement import AT_SEA, BARRED
from feltherre.games.normandy.tables import COST, HALVES, TERRAIN_RULE, Count, Side, amount
from feltherre.games.normandy.units import AIR, ROLES, Kind
from feltherre.ground.hexes.reach import WITH_ALL
from feltherre.ground.hexes.reasons import Reason, Refusal
from feltherre.ground.hexes.supply import supply_map
from feltherre.ground.hexes.tables import WHOLE
from feltherre.hexgame import desk as on_desk
from feltherre.hexgame.counters import enemy_of
from feltherre.hexgame.marching import ENEMY

Terrain = Literal[Ground, "coast", "channel"]
#: a river as the ledger names it beside a path; in attacks it is a `Crossing`
River = Literal["none", "bridge", "unbridged"]

# zones of control


class Beside(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex beside the unit; `river`: what lies between."""

    hex: str
    terrain: Terrain
    river: River = "none"


class Zone(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit and the hexes around it; `against`: whom the zone would stop, or meet."""

    unit_type: Kind
    neighbours: tuple[Beside, ...]
    against: Against
    artillery_zoc: Annotated[bool, SELDOM] = True


#: why a zone does not reach into a hex (R17, R48); that of flak reaches everywhere (R33)
UNREACHED: Final = Reasons[[str, Beside]](
    __name__,
    "UNREACHED",
    ("water", "1.4-coast", lambda against, beside: against == "ground" and beside.terrain in WATERS),
    ("river", "1.4-river", lambda against, beside: against == "ground" and beside.river == "unbridged"),
    ("no-coast", "1.4-channel", lambda against, beside: against == "ship" and beside.terrain != "coast"),
)
#: against whom a unit has no zone -> the rule
_NONE: Final = {"ground": "STEP-4-c", "ship": "4.1-e", "air": "1.2-f"}


@procedure("zone-of-control", "zoc_hexes", "own_hex")
@rule("3.1-g", "1.4-bridge")
def zone_of_control(zone: Zone, desk: Desk) -> Outcome:
    """The hexes that a unit's zone of control reaches into (STEP-4-c, 1.2-f, 4.1-e; R16, R17, R33, R48)."""
    on_desk.refuse_twice(desk, (beside.hex for beside in zone.neighbours), "hex-twice", "STEP-4-c")
    if not maps.controls(zone.unit_type, zone.against, zone.artillery_zoc):
        desk.line(f"zone.none.{zone.against}", _NONE[zone.against])
        return {"zoc_hexes": (), "own_hex": False}
    kept = {beside.hex: UNREACHED.first(zone.against, beside) for beside in zone.neighbours}
    controlled = on_desk.zone(desk, kept, UNREACHED.rules, "STEP-4-c")
    return {"zoc_hexes": controlled, "own_hex": zone.against == "air"}


# movement


class Allowance(Struct, frozen=True, forbid_unknown_fields=True):
    movement: Count
    lands_this_turn: bool = False


@procedure("movement-allowance", "allowance")
def movement_allowance(a: Allowance, desk: Desk) -> Outcome:
    """How far a unit moves: half as far in the turn of landing (LAN-4, R22, R46)."""
    return {"allowance": _number(_allowed(a.movement, a.lands_this_turn, desk))}


def _allowed(movement: int, lands: bool, desk: Desk) -> int:
    allowed = maps.allowance(movement, lands)
    desk.line(f"movement.{'landing' if lands else 'whole'}", "LAN-4", n=amount(allowed))
    return allowed


def _number(halves: int) -> float:
    """Halves of a point as a number, whole where it is whole."""
    return halves / HALVES if halves % HALVES else halves // HALVES


class Moving(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    side: Side
    kind: Literal["ground", "ship", "air"]
    movement: Count
    loss_value: Count
    lands_this_turn: bool = False


class PathHex(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex of the way; `road`: the step follows it; `stacking_there`: the points that stand there."""

    hex: str
    terrain: Terrain
    road: bool = False
    river: River = "none"
    enemy_units: bool = False
    enemy_zoc: bool = False
    attack_aircraft: Annotated[Count, SELDOM] = 0
    bombers: Annotated[Count, Ask(word="bombers_over_it", seldom=True)] = 0
    stacking_there: Annotated[Count, SELDOM] = 0


class Movement(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit and the way it is to go."""

    unit: Moving
    starts_in_enemy_zoc: bool = False
    steps: tuple[PathHex, ...]


#: the bits of the hexes of a way
_ENEMY, _ZONE, _FULL = 1, 2, 4


@rule("MOV-3", "1.4-air")
def price(unit: Moving, hex_: PathHex) -> int:
    """The cost of a hex in halves of a point, or why it is never entered: a point a hex in the air and at sea; over
    land as on the map, with what aircraft add for Germans (R21)."""
    if unit.kind == "air":
        return COST["air"]
    if unit.kind == "ship":
        return maps.sea_price(hex_.terrain)
    cost = maps.step_price(hex_.terrain, hex_.road, hex_.river == "unbridged")
    over = (hex_.attack_aircraft, hex_.bombers) if cost > 0 and unit.side == "german" else (0, 0)
    return cost + sum(n * maps.hindrance(type_, hex_.road) for type_, n in zip(AIR, over, strict=True))


@rule("STEP-4-e", "STEP-4-g", "1.4-coast", "4.1-f")
def _bits(unit: Moving, hex_: PathHex) -> int:
    """What is in a hex, as far as it concerns the unit: ships stop in coast hexes only, aircraft nowhere."""
    if unit.kind == "air":
        return 0
    if unit.kind == "ship":
        return _ZONE * (hex_.enemy_zoc and hex_.terrain == "coast")
    full = maps.too_many((hex_.stacking_there, unit.loss_value))
    return _ENEMY * hex_.enemy_units + _ZONE * hex_.enemy_zoc + _FULL * full


@procedure("movement-cost", "legal", "total", "remaining", "must_stop")
@rule("STEP-4-a", "STEP-4-c", "STEP-4-d", "MOV-2", "4.1-a", "4.1-b")
def movement_cost(m: Movement, desk: Desk) -> Outcome:
    """What a way costs a unit, and whether it can go it (STEP-4, MOV, 1.4; R18 to R21, R24, R51)."""
    unit = m.unit
    allowed = _allowed(unit.movement, unit.lands_this_turn, desk)
    prices = [0, *(price(unit, hex_) for hex_ in m.steps)]
    bits = [_ZONE * m.starts_in_enemy_zoc * (unit.kind != "air"), *(_bits(unit, hex_) for hex_ in m.steps)]
    gone = on_desk.walked(prices, bits, allowed, bar=_ENEMY, stop=_ZONE, no_end=_FULL, zone_to_zone=WITH_ALL)
    # the last step is illegal where the unit may not stay (R24)
    stays = gone.refusal is None or gone.refusal.reason is not Reason.MAY_NOT_END
    costs = gone.costs if stays else gone.costs[:-1]
    for at, cost in enumerate(costs, start=1):
        # all there is: over a river, or from zone to zone
        took_all = "MOV-2" if prices[at] == WHOLE else "STEP-4-d" if cost > prices[at] else ""
        _tell_step(m.steps[at - 1], unit.kind, at, cost, took_all, desk)
    entered, left = len(costs), allowed - sum(costs)
    over_river = bool(entered) and prices[entered] == WHOLE
    must_stop = over_river or (bool(entered) and bool(bits[entered] & _ZONE))
    stops_by = "4.1-f" if unit.kind == "ship" else "MOV-2" if over_river else "STEP-4-c"
    desk.line_if(must_stop, "movement.stops", stops_by, at=entered)
    reason = None if gone.refusal is None else _tell_barred(gone.refusal, unit.kind, entered, desk)
    desk.line("movement.total", "STEP-4-h", n=entered, spent=amount(sum(costs)), left=amount(left))
    return {
        "allowance": _number(allowed),
        "costs": [_number(cost) for cost in costs],
        "total": _number(sum(costs)),
        "remaining": _number(left),
        "must_stop": must_stop,
        "legal": reason is None,
        "illegal_step": None if reason is None else entered,
        "reason": reason,
    }


def _tell_step(hex_: PathHex, kind: str, at: int, cost: int, took_all: str, desk: Desk) -> None:
    """What a step has cost, and by what. `took_all`: the rule by which it took the whole movement, "" if it did not."""
    on_road = hex_.road and kind == "ground"
    ground = "1.4-air" if kind == "air" else TERRAIN_RULE.get(hex_.terrain, f"1.4-{hex_.terrain}")
    what = "all" if took_all else "road" if on_road else "ground"
    desk.line(f"movement.{what}", took_all or ("MOV-1" if on_road else ground), at=at, cost=amount(cost))


def _tell_barred(refusal: Refusal, kind: str, entered: int, desk: Desk) -> str:
    """Why the next step cannot be made."""
    found: Reason | str | int = refusal.reason
    if found is Reason.MARKED:
        found = ENEMY
    elif found is Reason.NO_WAY:
        found = refusal.detail
    reason, rule_id = (AT_SEA if kind == "ship" else BARRED)[found]
    desk.line(f"movement.barred.{reason}", rule_id, at=entered + 1)
    return reason


# stacking


class Stack(Struct, frozen=True, forbid_unknown_fields=True):
    """The loss values of the ground units of a side in a hex."""

    loss_values: tuple[Count, ...]


@procedure("stacking-check", "legal", "total")
@rule("1.2-a")
def stacking_check(stack: Stack, desk: Desk) -> Outcome:
    """Whether these units may stay in a hex together (STEP-4-e, 3.1-e)."""
    total, legal = sum(stack.loss_values), not maps.too_many(stack.loss_values)
    desk.line("stacking.fits" if legal else "stacking.too-many", "STEP-4-e", total, n=total, most=maps.MOST_POINTS)
    return {"total": total, "legal": legal}


# supply


class Standing(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    hex: str
    side: Side
    loss_value: Count
    losses: Count = 0


class Lines(Struct, frozen=True, forbid_unknown_fields=True):
    """The land of a part of the map, as pairs of neighbours, with all ground units there."""

    side: Side
    links: tuple[tuple[str, str], ...]
    sources: tuple[str, ...]
    units: tuple[Standing, ...]
    enemy_zoc: tuple[str, ...] = ()


@procedure("supply-check", "isolated", "destroyed")
@rule("STEP-3-a", "STEP-3-b", "SUP-1", "SUP-2", "SUP-3", "1.2-d")
def supply_check(s: Lines, desk: Desk) -> Outcome:
    """Who of a side can draw a line to one of its sources; the others take a loss (STEP-3, SUP, R27, R29)."""
    on_desk.refuse_twice(desk, (unit.id for unit in s.units), "unit-twice", "STEP-3-a")
    named = chain(chain.from_iterable(s.links), s.sources, (unit.hex for unit in s.units), s.enemy_zoc)
    hexes = {hex_: number for number, hex_ in enumerate(dict.fromkeys(named))}
    ways: list[list[int]] = [[] for _ in hexes]
    for here, there in s.links:
        ways[hexes[here]].append(hexes[there])
        ways[hexes[there]].append(hexes[here])
    side = ROLES.index(s.side)
    bits = [ZONE[enemy_of(side)] * (hex_ in s.enemy_zoc) for hex_ in hexes]
    for unit in s.units:
        bits[hexes[unit.hex]] |= UNIT[ROLES.index(unit.side)]
    rules = maps.supply_rules(side, tuple(map(tuple, ways)))
    lines = supply_map(rules, bits, [hexes[source] for source in s.sources])
    own = [unit for unit in s.units if unit.side == s.side]
    supplied = [unit.id for unit in own if lines.supplied(hexes[unit.hex])]
    isolated = [unit for unit in own if unit.id not in supplied]
    destroyed = [unit.id for unit in isolated if unit.losses + 1 >= unit.loss_value]
    desk.line_if(bool(supplied), "supply.supplied", "SUP-1", units=supplied)
    desk.line_if(bool(isolated), "supply.isolated", "SUP-4", units=[unit.id for unit in isolated])
    desk.line_if(bool(destroyed), "supply.destroyed", "SUP-4", units=destroyed)
    return {"supplied": supplied, "isolated": [unit.id for unit in isolated], "destroyed": destroyed}
