"""Supply (step 1 of the turn, supply-1 to supply-8): which lines hold, and what a unit without one may do."""

from __future__ import annotations

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


#: what is wrong with a line, and the rule
Fault: TypeAlias = tuple[str, str]


@rule("supply-2", "supply-3", "turn-1-a")
def end_fault(nation: str, end: str, controlled: bool, captured_supply: bool = False) -> Fault | None:
    """A line ends in an own national town that the side controls, a Swedish one at the border of Sweden (supply-2,
    supply-3, R5, R9); in a captured town only if the option says so."""
    if nation == "sweden":
        if end != "sweden":
            return "not-sweden", "supply-3"
    elif end == "sweden":
        return "only-swedes", "supply-3"
    elif end == "captured-town" and not captured_supply:
        return "captured", "supply-2"
    return None if controlled else ("not-controlled", "supply-2")


@rule("turn-1-b", "supply-2", "supply-3", "supply-8")
def hex_fault(nation: str, hex_: LineHex) -> Fault | None:
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


@rule("supply-2", "supply-7")
def line_fault(nation: str, line: SupplyLine, captured_supply: bool = False) -> tuple[Fault | None, int]:
    """What is wrong with a line for a ground unit of this nation, None if it holds, and at which of its hexes. Finnish
    lines reach two hexes, Soviet and Swedish ones any distance (supply-7, R6, R7, R9)."""
    length = len(line.hexes)
    if fault := end_fault(nation, line.end, line.end_controlled, captured_supply):
        return fault, length
    for at, hex_ in enumerate(line.hexes, start=1):
        if fault := hex_fault(nation, hex_):
            return fault, at
    return ("too-long", "supply-7") if nation == "finland" and length > FINNISH_REACH else None, length


@rule("supply-4")
def air_fault(line: SupplyLine) -> tuple[Fault | None, int]:
    """An air unit is supplied in any town its side controls, captured ones included (supply-4, R11)."""
    if line.hexes or line.end == "sweden":
        return ("not-at-base", "supply-4"), len(line.hexes)
    return None if line.end_controlled else ("base-lost", "supply-4"), len(line.hexes)


class Supply(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit and the lines it might be supplied by."""

    side: Side
    nation: Nation
    unit_type: UnitType
    lines: tuple[SupplyLine, ...]


@procedure("supply-check")
@rule("supply-1", "supply-5", "supply-6", "turn-1-d")
def supply_check(s: Supply, desk: Desk, *, captured_supply: bool = False) -> Outcome:
    """Whether a unit is supplied (turn-1, supply-1 to supply-8; option of R5). Without supply it neither moves nor
    attacks until a later check finds a line (turn-1-c, turn-1-d, R2), and half its defence is left (supply-6, R10)."""
    desk.refuse_if((s.side == "soviet") != (s.nation == "soviet"), "nation", "supply-2")
    supplied = needs_no_line(s.unit_type, desk) or has_line(s, desk, captured_supply)
    divisor = 1 if supplied else UNSUPPLIED_DIVISOR
    return {"supplied": supplied, "may_move": supplied, "may_attack": supplied, "defence_divisor": divisor}


def needs_no_line(unit_type: str, desk: Desk) -> bool:
    """Partisans, and ships in their ports (2.1-j, R40)."""
    found = unit_type in ("partisan", "ship")
    desk.line_if(found, f"supply.always.{unit_type}", "2.1-j")
    return found


def has_line(s: Supply, desk: Desk, captured_supply: bool) -> bool:
    """Whether one line holds (supply-1); what is wrong with each is told, up to the first that does."""
    for number, line in enumerate(s.lines, start=1):
        fault, at = air_fault(line) if s.unit_type == "air" else line_fault(s.nation, line, captured_supply)
        if fault is None:
            desk.line("supply.holds", "supply-2", line=number)
            desk.line("supply.supplied", "supply-2")
            return True
        what, rule_id = fault
        desk.line(f"supply.fault.{what}", rule_id, line=number, at=at)
    desk.line("supply.unsupplied", "turn-1-c")
    return False
