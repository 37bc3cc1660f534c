"""Field works (10): who may build what, in how many turns, how long it gets."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure
from feltherre.core.text import say
from feltherre.games.civilwar.procedures.inputs import Count, amount

Work: TypeAlias = Literal[
    "light_field_work",
    "abatis_half",
    "abatis_full",
    "barricade",
    "clear_barricade",
    "chevaux_de_frise",
    "clear_fence",
]

#: cm that an infantry figure is wide (01.03.1)
FIGURE_WIDTH: Final = Fraction(8, 10)


class Plan(NamedTuple):
    """Turns of work; cm for each gang of so many figures, or (gang 0) the share of the unit's width in line."""

    turns: int
    gang: int
    length: Fraction
    rule: str


PLANS: Final[dict[Work, Plan]] = {
    "light_field_work": Plan(6, 0, Fraction(1), "10.02.1"),
    "abatis_half": Plan(6, 0, Fraction(1, 2), "10.03.1"),
    "abatis_full": Plan(12, 0, Fraction(1), "10.03.1"),
    "barricade": Plan(4, 3, Fraction(3), "10.04.1"),
    "clear_barricade": Plan(3, 3, Fraction(3), "10.04.1"),
    "chevaux_de_frise": Plan(6, 6, Fraction(3), "10.05.1"),
    "clear_fence": Plan(2, 3, Fraction(8), "10.06.1"),
}


class WorkSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    work: Work
    arm: Literal["infantry", "dismounted_cavalry", "other"] = "infantry"
    figures: Count
    present_figures: Count
    turns_done: Count = 0
    interrupted: bool = False
    left: bool = False
    near_wood_10cm: bool = False
    in_town: bool = False
    has_material: bool = False


@rule("10.02.1", "10.03.1", "10.04.1", "10.05.1", "10.06.1")
def lacking(work: WorkSituation) -> str | None:
    """What forbids a work, or None: its builders, the wood, the town or the material it needs (10.02 - 10.06).

    Proper field works are given by the scenario (10.02.2) and all others are the umpire's (10.01.2).
    """
    if work.work in ("light_field_work", "abatis_half", "abatis_full") and work.arm == "other":
        return "arm"
    if work.work in ("abatis_half", "abatis_full") and not work.near_wood_10cm:
        return "wood"
    if work.work == "barricade" and not work.in_town:
        return "town"
    return "material" if work.work == "chevaux_de_frise" and not work.has_material else None


@rule("10.02.1", "10.03.1", "10.04.1", "10.05.1", "10.06.1")
def work_length(work: Work, figures: int, present_figures: int) -> Fraction:
    """cm that the work gets: by the unit's width in line, or by gangs (10.02 - 10.06, R96)."""
    plan = PLANS[work]
    if plan.gang:
        return figures // plan.gang * plan.length
    return -(-present_figures // 2) * FIGURE_WIDTH * plan.length


@rule("10.01.1")
def turns_worked(turns_done: int, interrupted: bool, left: bool) -> int:
    """Whole turns counted after this one: an interrupted one is lost, and all of them if the place is left."""
    if left:
        return 0
    return turns_done if interrupted else turns_done + 1


class WorkAssessment(Assessment, frozen=True, kw_only=True):
    given: WorkSituation
    lacking: str | None
    allowed: bool
    turns_needed: int
    length_cm: float
    turns_after: int
    complete: bool


class FieldWorks(CertainProcedure[WorkSituation, WorkAssessment]):
    name = "field-works"
    situation = WorkSituation
    outputs = ("allowed", "turns_needed", "length_cm", "turns_after", "complete")

    def assess(self, situation: WorkSituation) -> WorkAssessment:
        given = situation
        plan, lacks = PLANS[given.work], lacking(given)
        length = work_length(given.work, given.figures, given.present_figures)
        turns = turns_worked(given.turns_done, given.interrupted, given.left)
        return WorkAssessment(
            given=given,
            lacking=lacks,
            allowed=lacks is None,
            turns_needed=plan.turns,
            length_cm=float(length),
            turns_after=turns,
            complete=lacks is None and length > 0 and turns >= plan.turns,
        )

    def lines(self, assessment: WorkAssessment) -> list[Line]:
        a, given = assessment, assessment.given
        rule_id = PLANS[given.work].rule
        if a.lacking:
            return [Line(say(f"civilwar.ruling.work.no-{a.lacking}"), rule_id)]
        text = say("civilwar.ruling.work.length", cm=amount(a.length_cm), turns=a.turns_needed)
        told = [Line(text, rule_id)]
        if given.left:
            told.append(Line(say("civilwar.ruling.work.left"), "10.01.1"))
        elif given.interrupted:
            told.append(Line(say("civilwar.ruling.work.interrupted"), "10.01.1"))
        key = "complete" if a.complete else "goes-on"
        text = say(f"civilwar.ruling.work.{key}", turns=a.turns_after, needed=a.turns_needed)
        return [*told, Line(text, "10.01.1", a.turns_after)]
