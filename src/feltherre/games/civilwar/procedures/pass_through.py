"""Passing through units (02.06.3), and through pinned ones (04.02.9)."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Chance, Dice, Line, Ruling
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure, Planned, Procedure
from feltherre.core.text import say
from feltherre.games.civilwar.procedures.inputs import TWO_DICE_OR_NONE, Grade, Order, two_dice_if
from feltherre.games.civilwar.procedures.modifiers import dice_line, grade_modifier, modifier_lines

Bar: TypeAlias = Literal["ok", "enemy", "charge_pace", "disorder", "moving_or_firing", "fire_locked"]

#: an attacker gets through a pinned unit on two dice with his grade (04.02.9)
PASSES_FROM: Final = 10


class PassSituation(Struct, frozen=True, forbid_unknown_fields=True):
    same_side: bool = True
    mover_kind: Literal["foot", "mounted", "artillery"] = "foot"
    mover_order_state: Order = "OR"
    mover_charge_pace: bool = False
    formation: Literal["march_column", "attack_column", "line", "thin_line", "chain"] = "line"
    order_state: Order = "OR"
    pinned: bool = False
    order: Literal["stand", "move", "fire"] = "stand"
    fire_locked: bool = False


@rule("02.04.1", "02.04.2")
def is_open(formation: str, order: Order) -> bool:
    """Chain, thin line and units in rout are open formations, all others closed (02.04.1, 02.04.2)."""
    return order == "FU" or formation in ("thin_line", "chain")


@rule("02.06.3", "04.02.5")
def bar(way: PassSituation) -> Bar:
    """What bars the way through a unit, or `ok`; a barred unit stops at base contact (02.06.3, 04.02.5, R25)."""
    if not way.same_side:
        return "ok" if way.order_state == "FU" else "enemy"
    if is_open(way.formation, way.order_state):
        return "ok"
    if way.mover_charge_pace:
        return "charge_pace"
    if way.mover_order_state == "FU":
        return "ok"
    if way.order_state == "U":
        return "disorder"
    if way.order != "stand":
        return "moving_or_firing"
    return "fire_locked" if way.fire_locked else "ok"


@rule("04.02.9")
def pinned_test(way: PassSituation) -> bool:
    """Whether foot in OR or LU that is let through must first pass the test of a pinned unit (04.02.9, R26)."""
    tested = way.mover_kind == "foot" and way.mover_order_state in ("OR", "LU")
    return way.same_side and way.pinned and tested and bar(way) == "ok"


class PassAssessment(Assessment, frozen=True, kw_only=True):
    allowed: bool
    pinned_test: bool
    reason: Bar


class PassThrough(CertainProcedure[PassSituation, PassAssessment]):
    name = "pass-through"
    situation = PassSituation
    outputs = ("allowed", "pinned_test", "reason")

    def assess(self, situation: PassSituation) -> PassAssessment:
        reason = bar(situation)
        return PassAssessment(allowed=reason == "ok", pinned_test=pinned_test(situation), reason=reason)

    def lines(self, assessment: PassAssessment) -> list[Line]:
        a = assessment
        told = [Line(say(f"civilwar.ruling.pass.{a.reason.replace('_', '-')}"), "02.06.3")]
        if a.pinned_test:
            told.append(Line(say("civilwar.ruling.pass.pinned-test"), "04.02.9"))
        if not a.allowed:
            told.append(Line(say("civilwar.ruling.pass.stops"), "04.02.5"))
        return told


@rule("04.02.9")
def passes_pinned(declared_attack: bool, dice: int, grade: int) -> bool:
    """Whether foot gets through a pinned unit (04.02.9)."""
    return declared_attack and dice + grade >= PASSES_FROM


class PassPinnedSituation(Struct, frozen=True, forbid_unknown_fields=True):
    declared_attack: bool
    grade: Grade = 0
    order_state: Literal["OR", "LU"] = "OR"


class PassPinnedAssessment(Assessment, frozen=True, kw_only=True):
    given: PassPinnedSituation


class PassThroughPinned(Procedure[PassPinnedSituation, PassPinnedAssessment]):
    name = "pass-through-pinned"
    situation = PassPinnedSituation
    chance_inputs: ClassVar = TWO_DICE_OR_NONE

    @rule("04.02.9")
    def assess(self, situation: PassPinnedSituation) -> PassPinnedAssessment:
        """Only who has declared an attack gets a throw (04.02.9)."""
        planned = (Planned("dice", 2, "04.02.9"),) if situation.declared_attack else ()
        return PassPinnedAssessment(given=situation, will_throw=planned)

    def resolve(self, assessment: PassPinnedAssessment, chance: Chance) -> Ruling:
        given = assessment.given
        thrown = two_dice_if(given.declared_attack, chance, "04.02.9")

        def passes() -> bool:
            return thrown is not None and passes_pinned(True, thrown.total, given.grade)

        outputs = {
            "passes": passes,
            "order_after": lambda: given.order_state if passes() else "LU",
            "becomes_pinned": lambda: not passes(),
        }
        return chance.ruling(self.name, outputs, lambda: _told(given, thrown, passes()))


def _told(given: PassPinnedSituation, thrown: Dice | None, passes: bool) -> list[Line]:
    if thrown is None:
        told = [Line(say("civilwar.ruling.pass.no-attack"), "04.02.9")]
    else:
        told = modifier_lines(grade_modifier(given.grade, "04.02.9"))
        told.append(dice_line(thrown.total, given.grade, "04.02.9"))
    return [*told, Line(say(f"civilwar.ruling.pass.{'through' if passes else 'caught'}"), "04.02.9")]
