"""Who may attack which hex (turn-4, 1.4-d, 1.6-i, R25, R35, R40, R42, R60)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.text import say
from feltherre.games.winterwar import board, maps, texts, units
from feltherre.games.winterwar.board import GRID, SIZE
from feltherre.games.winterwar.procedures.attack import BARRED_RULE, AttackingUnit, may_lead, why_barred
from feltherre.games.winterwar.procedures.inputs import Crossing
from feltherre.games.winterwar.spaces import about_hex, about_unit
from feltherre.games.winterwar.state import AWAITED, WinterWarState, enemy_of, is_on_map


@rule("1.4-d")
def crossing(here: int, there: int) -> Crossing:
    """What lies between two neighbours (1.4-d, R25)."""
    if not board.is_water(here, there):
        return "none"
    return "bridge" if board.is_linked(here, there) else "water"


@cache
def attacker(unit: int, here: int, there: int) -> AttackingUnit:
    """A ground unit or ship in one hex, seen from a neighbouring hex that it attacks."""
    kind = units.UNITS[unit].type
    assert kind != "air"
    return AttackingUnit(kind, crossing(here, there), board.is_linked(here, there))


def _fronts(side: int) -> tuple[tuple[int, ...], ...]:
    """hex -> the neighbours that a ground unit may attack from it without others; artillery like any (R42)."""

    def may_attack(here: int, there: int) -> bool:
        seen = AttackingUnit("artillery", crossing(here, there), board.is_linked(here, there))
        return board.IS_OPEN[here] and why_barred(units.ROLES[side], seen) is None and may_lead(seen)

    return tuple(
        tuple(there for there in sorted(GRID.neighbours[here]) if may_attack(here, there)) for here in range(SIZE)
    )


#: side -> hex -> the hexes that can be attacked from it
FRONTS: Final = tuple(_fronts(side) for side in (units.FINLAND, units.SOVIET))
#: hex -> where units can be that attack it: beside it, or over it
_NEAR: Final = tuple(frozenset((hex_, *GRID.neighbours[hex_])) for hex_ in range(SIZE))


@rule("turn-4-b", "turn-4-e", "turn-4-f", "supply-5", "1.4-d")
def targets(state: WinterWarState) -> dict[int, list[int]]:
    """hex -> the units that can make an attack on it, or take part in one, without the help of others: supplied ground
    units that have not attacked, beside a hex with enemy ground units (turn-4-b, R35, R42, R57), for the Soviet side
    along road or railway (turn-4-f)."""
    side, places = state.side, state.places
    spent, cut_off, stopped = state.attacked, state.cut_off, state.stopped
    bits, enemy = maps.bits_of(state), maps.UNIT[enemy_of(side)]
    # hex -> the hexes with enemies that may be attacked from it
    fronts: dict[int, list[int]] = {}
    found: dict[int, list[int]] = {}
    for unit in units.GROUND_UNITS[side]:
        here = places[unit]
        if here <= AWAITED or spent[unit] or cut_off[unit]:
            continue
        if here not in fronts:
            fronts[here] = [hex_ for hex_ in FRONTS[side][here] if bits[hex_] & enemy and hex_ not in stopped]
        for hex_ in fronts[here]:
            if _unpledged(state, unit, hex_):
                found.setdefault(hex_, []).append(unit)
    return found


@rule("1.6-l")
def _unpledged(state: WinterWarState, unit: int, hex_: int) -> bool:
    """A unit named before an air combat attacks that hex only, and only those named attack it (R60)."""
    if not state.air_fought:
        return True
    return state.pledged[unit] == (hex_ if hex_ in state.air_fought else AWAITED)


@rule("turn-4-c")
def able_units(state: WinterWarState, hex_: int) -> list[int]:
    """All that may take part in an attack on a hex: ground units, ships, and the air units over it (turn-4-c)."""
    places, near = state.places, _NEAR[hex_]
    return [u for u in units.OF_SIDE[state.side] if places[u] in near and obstacle(state, u, hex_) is None]


@rule("turn-4-b", "turn-4-e", "1.6-h")
def obstacle(state: WinterWarState, unit: int, hex_: int) -> str | None:
    """Why a unit may not take part in an attack on a hex, as a key of `_REASONS`; None if it may."""
    here = state.places[unit]
    if not is_on_map(state, unit):
        return "not-on-map"
    if units.SIDE[unit] != state.side:
        return "not-yours"
    if state.attacked[unit]:
        return "has-attacked"
    if units.IS_AIR[unit]:
        return None if here == hex_ and state.flown[unit] else "not-over"
    return _ground_obstacle(state, unit, here, hex_)


@rule("turn-4-b", "supply-5", "turn-1-c", "1.4-d", "turn-4-f", "move-8")
def _ground_obstacle(state: WinterWarState, unit: int, here: int, hex_: int) -> str | None:
    """Ground units and ships attack from beside the hex (turn-4-b, R40)."""
    if hex_ not in GRID.neighbours[here]:
        return "not-beside"
    if state.cut_off[unit]:
        return "cut-off"
    if not _unpledged(state, unit, hex_):
        return "not-named" if hex_ in state.air_fought else "named-elsewhere"
    return why_barred(units.ROLES[state.side], attacker(unit, here, hex_))


#: obstacle -> the rule behind it
_REASONS: Final = {
    **BARRED_RULE,
    **dict.fromkeys(("not-on-map", "not-yours", "not-beside", "no-target"), "turn-4-b"),
    **dict.fromkeys(("not-named", "named-elsewhere"), "1.6-l"),
    "has-attacked": "turn-4-e",
    "not-over": "1.6-h",
    "cut-off": "supply-5",
}


def why_not_unit(state: WinterWarState, unit: int, hex_: int) -> Illegal:
    """Why a unit cannot be among those that attack a hex; one that could lacks company (1.6-i, 1.4-d)."""
    reason = obstacle(state, unit, hex_)
    return about_unit(f"attack.{reason}", unit, hex_, _REASONS[reason]) if reason else why_not_alone([unit], hex_)


@rule("1.6-i", "1.4-d")
def why_not_alone(chosen: Sequence[int], hex_: int) -> Illegal:
    """Air units, ships and artillery over water support an attack that another ground unit makes (1.6-i, R25, R40)."""
    if not chosen:
        return about_hex("attack.nobody", hex_, "turn-4-b")
    for unit in chosen:
        if units.IS_GROUND[unit]:
            return about_hex("attack.artillery-alone", hex_, "1.4-d")
        if units.IS_SHIP[unit]:
            return about_hex("attack.ship-alone", hex_, "turn-4-b")
    return about_hex("attack.air-alone", hex_, "1.6-i")


@rule("turn-4-b", "turn-4-e", "supply-5")
def why_not_first(state: WinterWarState, unit: int, attacked: Mapping[int, Sequence[int]]) -> Illegal:
    """Why an attack does not begin with a counter: with an enemy's because of its hex, with an own one because it
    attacks nothing, or because the hex comes first (`attacked`: hex -> the units that can make an attack on it)."""
    here, placed, name = state.places[unit], is_on_map(state, unit), texts.unit_name(unit)
    if placed and units.SIDE[unit] != state.side and here not in attacked:
        return why_not_hex(state, here)
    if here in attacked or any(unit in able for able in attacked.values()):
        return Illegal(say("winterwar.illegal.attack.hex-first", unit=name), "turn-4-b")
    spent = "has-attacked" if state.attacked[unit] else "cut-off" if state.cut_off[unit] else "no-target"
    reason = spent if placed else "not-on-map"
    return Illegal(say(f"winterwar.illegal.attack.{reason}", unit=name), _REASONS[reason])


@rule("turn-4-b", "1.6-e")
def why_not_hex(state: WinterWarState, hex_: int) -> Illegal:
    """Why a hex cannot be attacked now."""
    if hex_ in state.stopped:
        return about_hex("attack.stopped", hex_, "1.6-e")
    if not maps.has_enemy(state, hex_, state.side):
        return about_hex("attack.no-enemy", hex_, "turn-4-b")
    if hex_ in state.air_fought:
        return about_hex("attack.nobody-named", hex_, "1.6-l")
    return about_hex("attack.out-of-reach", hex_, "turn-4-b")
