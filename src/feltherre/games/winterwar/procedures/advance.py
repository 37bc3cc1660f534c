"""Advance after combat (1.5-h): into the hex that the enemy has left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure, refuse
from feltherre.core.text import say
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


class AdvanceSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    side: Side
    hex_empty: bool
    arctic: bool = False
    attackers: tuple[Advancer, ...]
    chosen: tuple[str, ...] = ()


class AdvanceAssessment(Assessment, frozen=True, kw_only=True):
    situation: AdvanceSituation
    may_advance: tuple[str, ...]
    legal: bool

    @property
    def advancing(self) -> tuple[str, ...]:
        return self.situation.chosen if self.legal else ()


class AdvanceAfterCombat(CertainProcedure[AdvanceSituation, AdvanceAssessment]):
    name = "advance-after-combat"
    situation = AdvanceSituation
    outputs = ("may_advance", "legal", "advancing")

    def assess(self, situation: AdvanceSituation) -> AdvanceAssessment:
        given = situation
        units = {unit.id: unit for unit in given.attackers}
        _check_names(given, units)
        able = tuple(unit for unit in units if given.hex_empty and _why_not(given, units[unit]) is None)
        together = may_advance_together(given.arctic, [units[unit].stack for unit in given.chosen if unit in units])
        return AdvanceAssessment(
            situation=given,
            may_advance=able,
            legal=all(unit in able for unit in given.chosen) and together,
        )

    def lines(self, assessment: AdvanceAssessment) -> list[Line]:
        a, given = assessment, assessment.situation
        if not given.hex_empty:
            return [Line(say("winterwar.ruling.advance.held"), "1.5-h")]
        told = [line for unit in given.attackers if (line := _stays_line(given, unit)) is not None]
        if a.may_advance:
            text = say("winterwar.ruling.advance.may", n=len(a.may_advance), units=list(a.may_advance))
            told.append(Line(text, "1.5-h"))
        return [*told, _verdict(a)]


def _check_names(given: AdvanceSituation, units: dict[str, Advancer]) -> None:
    if len(units) < len(given.attackers) or len(set(given.chosen)) < len(given.chosen):
        raise refuse("winterwar.refuse.unit-twice", "1.5-h")


def _why_not(given: AdvanceSituation, unit: Advancer) -> str | None:
    return why_not_advance(given.side, unit.stack, unit.crossing, unit.along_road_or_rail)


_STAYS_RULE = {"air": "1.5-h", "ship": "move-8", "water": "1.4-d", "off-road": "turn-3-g"}


def _stays_line(given: AdvanceSituation, unit: Advancer) -> Line | None:
    reason = _why_not(given, unit)
    if reason is None:
        return None
    return Line(say(f"winterwar.ruling.advance.stays.{reason}", unit=unit.id), _STAYS_RULE[reason])


def _verdict(assessment: AdvanceAssessment) -> Line:
    chosen = assessment.situation.chosen
    stacking = "setup-6" if assessment.situation.arctic else "setup-5"
    if not chosen:
        return Line(say("winterwar.ruling.advance.nobody"), "1.5-h")
    if assessment.legal:
        return Line(say("winterwar.ruling.advance.enters", n=len(chosen), units=list(chosen)), "1.5-h")
    if all(unit in assessment.may_advance for unit in chosen):
        return Line(say("winterwar.ruling.advance.no-room"), stacking)
    barred = [unit for unit in chosen if unit not in assessment.may_advance]
    return Line(say("winterwar.ruling.advance.barred", n=len(barred), units=barred), "1.5-h")
