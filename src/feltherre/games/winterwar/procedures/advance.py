"""Advance after combat (1.5-h): into the hex that the enemy has left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.games.winterwar.procedures.attack import is_linked
from feltherre.games.winterwar.procedures.inputs import Crossing, Side
from feltherre.games.winterwar.procedures.stacking import fits

StackClass: TypeAlias = Literal["division", "lesser", "artillery", "air", "ship"]


class Advancer(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit that took part in the attack and is left."""

    id: str
    stack: StackClass
    crossing: Crossing = "none"
    along_road_or_rail: bool = True


@rule("1.5-h", "turn-3-g", "1.4-d")
def why_not_advance(side: str, stack: str, crossing: str, along_road_or_rail: bool) -> str | None:
    """Why a unit that took part may not move in; None if it may, stacking apart (1.5-h, R34)."""
    if stack in ("air", "ship"):
        return stack
    if crossing == "water":
        return "water"
    if side == "soviet" and not is_linked(crossing, along_road_or_rail):
        return "off-road"
    return None


@rule("1.5-h", "setup-5", "setup-6", "setup-7")
def may_advance_together(arctic: bool, stacks: Sequence[str]) -> bool:
    """Whether units that may move in have room together; nobody else of their side is there (1.5-h, R34)."""
    return fits(arctic, stacks.count("division"), stacks.count("lesser"), stacks.count("artillery"))


#: why a unit stays behind -> the rule
STAYS_RULE: Final = {"air": "1.5-h", "ship": "move-8", "water": "1.4-d", "off-road": "turn-3-g"}


class Advance(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who took part in the attack, and who of them is to move in."""

    side: Side
    hex_empty: bool
    arctic: bool = False
    attackers: tuple[Advancer, ...]
    chosen: tuple[str, ...] = ()


@procedure("advance-after-combat")
def advance_after_combat(a: Advance, desk: Desk) -> Outcome:
    """Who may move into the hex that the enemy has left, and whether those chosen may (1.5-h, R34)."""
    units = {unit.id: unit for unit in a.attackers}
    twice = len(units) < len(a.attackers) or len(set(a.chosen)) < len(a.chosen)
    desk.refuse_if(twice, "unit-twice", "1.5-h")
    if not a.hex_empty:
        desk.line("advance.held", "1.5-h")
        return {"may_advance": (), "legal": not a.chosen, "advancing": ()}
    able = tuple(unit.id for unit in a.attackers if _may_advance(a.side, unit, desk))
    desk.line_if(bool(able), "advance.may", "1.5-h", n=len(able), units=list(able))
    together = may_advance_together(a.arctic, [units[unit].stack for unit in a.chosen if unit in units])
    barred = [unit for unit in a.chosen if unit not in able]
    legal = together and not barred
    if not a.chosen:
        desk.line("advance.nobody", "1.5-h")
    elif legal:
        desk.line("advance.enters", "1.5-h", n=len(a.chosen), units=list(a.chosen))
    elif not barred:
        desk.line("advance.no-room", "setup-6" if a.arctic else "setup-5")
    else:
        desk.line("advance.barred", "1.5-h", n=len(barred), units=barred)
    return {"may_advance": able, "legal": legal, "advancing": a.chosen if legal else ()}


def _may_advance(side: Side, unit: Advancer, desk: Desk) -> bool:
    reason = why_not_advance(side, unit.stack, unit.crossing, unit.along_road_or_rail)
    if reason is not None:
        desk.line(f"advance.stays.{reason}", STAYS_RULE[reason], unit=unit.id)
    return reason is None
