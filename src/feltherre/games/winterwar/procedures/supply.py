"""Supply (step 1 of the turn, supply-1 to supply-8): which lines hold, and what a unit without one may do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.games.winterwar.procedures.inputs import Nation, Side, UnitType

#: where a line ends
End: TypeAlias = Literal["own-national-town", "captured-town", "sweden"]

#: how many hexes a Finnish line may enter, the town's included (supply-7, R6)
FINNISH_REACH: Final = 2
#: what the defence of units without supply is divided by (supply-6)
UNSUPPLIED_DIVISOR: Final = 2


class LineHex(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex of a supply line."""

    road_or_rail: bool = False
    enemy_unit: bool = False
    enemy_zoc: bool = False
    own_unit: bool = False
    sea: bool = False
    neutral: bool = False


class SupplyLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line from the hex after the unit's own to its end; no hexes if the unit stands in the end hex."""

    end: End
    end_controlled: bool
    hexes: tuple[LineHex, ...]


class Fault(Struct, frozen=True):
    """Why a line does not hold, and at which of its hexes (from 1), if it is one."""

    what: str
    rule: str
    at: int = 0


@rule("supply-2", "supply-3", "turn-1-a")
def end_fault(nation: str, end: str, controlled: bool, captured_supply: bool = False) -> Fault | None:
    """A line ends in an own national town that the side controls, a Swedish one at the border of Sweden (supply-2,
    supply-3, R5, R9); in a captured town only if the option says so."""
    if nation == "sweden":
        if end != "sweden":
            return Fault("not-sweden", "supply-3")
    elif end == "sweden":
        return Fault("only-swedes", "supply-3")
    elif end == "captured-town" and not captured_supply:
        return Fault("captured", "supply-2")
    return None if controlled else Fault("not-controlled", "supply-2")


@rule("turn-1-b", "supply-2", "supply-3", "supply-8")
def hex_fault(nation: str, hex_: LineHex) -> tuple[str, str] | None:
    """What breaks a line in a hex, with the rule; None if nothing does (turn-1-b, supply-8, R7, R8, R9)."""
    if hex_.sea:
        return "sea", "supply-2"
    if hex_.neutral and nation != "sweden":
        return "neutral", "supply-2"
    if hex_.enemy_unit:
        return "enemy", "supply-2"
    if hex_.enemy_zoc and not hex_.own_unit:
        return "zone", "turn-1-b"
    if nation == "soviet" and not hex_.road_or_rail:
        return "off-road", "supply-8"
    return None


@rule("supply-7")
def too_long(nation: str, length: int) -> bool:
    """Finnish lines reach two hexes; Soviet and Swedish ones any distance (supply-7, R6, R7, R9)."""
    return nation == "finland" and length > FINNISH_REACH


def line_fault(nation: str, line: SupplyLine, captured_supply: bool = False) -> Fault | None:
    """Why a ground unit of this nation cannot use a line; None if it can."""
    fault = end_fault(nation, line.end, line.end_controlled, captured_supply)
    if fault is not None:
        return fault
    for at, hex_ in enumerate(line.hexes, start=1):
        broken = hex_fault(nation, hex_)
        if broken is not None:
            return Fault(*broken, at)
    return Fault("too-long", "supply-7", len(line.hexes)) if too_long(nation, len(line.hexes)) else None


@rule("supply-4")
def air_fault(line: SupplyLine) -> Fault | None:
    """An air unit is supplied in any town its side controls, captured ones included (supply-4, R11)."""
    if line.hexes or line.end == "sweden":
        return Fault("not-at-base", "supply-4")
    return None if line.end_controlled else Fault("base-lost", "supply-4")


@rule("2.1-j")
def always_supplied(unit_type: str) -> bool:
    """Partisans, and ships in their ports, need no line (2.1-j, R40)."""
    return unit_type in ("partisan", "ship")


@rule("supply-1")
def is_supplied(unit_type: str, nation: str, lines: Iterable[SupplyLine], captured_supply: bool = False) -> bool:
    """Whether one line holds (supply-1)."""
    if always_supplied(unit_type):
        return True
    if unit_type == "air":
        return any(air_fault(line) is None for line in lines)
    return any(line_fault(nation, line, captured_supply) is None for line in lines)


@rule("turn-1-c", "supply-5", "turn-1-d")
def may_move_and_attack(supplied: bool) -> bool:
    """Without supply a unit neither moves nor attacks until a later check finds a line (turn-1-c, turn-1-d, R2)."""
    return supplied


@rule("turn-1-c", "supply-6")
def defence_divisor(supplied: bool) -> int:
    """Without supply half the defence is left (supply-6, R10)."""
    return 1 if supplied else UNSUPPLIED_DIVISOR


class Supply(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit and the lines it might be supplied by."""

    side: Side
    nation: Nation
    unit_type: UnitType
    lines: tuple[SupplyLine, ...]


@procedure("supply-check")
def supply_check(s: Supply, desk: Desk, *, captured_supply: bool = False) -> Outcome:
    """Whether a unit is supplied, and what it may do (turn-1, supply-1 to supply-8; option of R5)."""
    desk.refuse_if((s.side == "soviet") != (s.nation == "soviet"), "nation", "supply-2")
    supplied = is_supplied(s.unit_type, s.nation, s.lines, captured_supply)
    if always_supplied(s.unit_type):
        desk.line(f"supply.always.{s.unit_type}", "2.1-j")
    else:
        _tell_lines(s, desk, captured_supply)
        desk.line_if(supplied, "supply.supplied", "supply-2")
        desk.line_if(not supplied, "supply.unsupplied", "turn-1-c")
    may = may_move_and_attack(supplied)
    return {"supplied": supplied, "may_move": may, "may_attack": may, "defence_divisor": defence_divisor(supplied)}


def _tell_lines(s: Supply, desk: Desk, captured_supply: bool) -> None:
    """What is wrong with each line, up to the first that holds."""
    for number, line in enumerate(s.lines, start=1):
        fault = air_fault(line) if s.unit_type == "air" else line_fault(s.nation, line, captured_supply)
        if fault is None:
            desk.line("supply.holds", "supply-2", line=number)
            return
        desk.line(f"supply.fault.{fault.what}", fault.rule, line=number, at=fault.at)
