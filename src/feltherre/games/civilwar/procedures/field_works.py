"""Field works (10): who may build what, in how many turns, how long it gets."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
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
    """Turns of work; cm for each gang of so many figures, or (gang 0) the share of the unit's width in line; what it
    needs: builders of the right arm, a wood near by, a town, material."""

    turns: int
    gang: int
    length: Fraction
    rule: str
    needs: tuple[str, ...] = ()


PLANS: Final[dict[Work, Plan]] = {
    "light_field_work": Plan(6, 0, Fraction(1), "10.02.1", ("arm",)),
    "abatis_half": Plan(6, 0, Fraction(1, 2), "10.03.1", ("arm", "wood")),
    "abatis_full": Plan(12, 0, Fraction(1), "10.03.1", ("arm", "wood")),
    "barricade": Plan(4, 3, Fraction(3), "10.04.1", ("town",)),
    "clear_barricade": Plan(3, 3, Fraction(3), "10.04.1"),
    "chevaux_de_frise": Plan(6, 6, Fraction(3), "10.05.1", ("material",)),
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
    there = {
        "arm": work.arm != "other",
        "wood": work.near_wood_10cm,
        "town": work.in_town,
        "material": work.has_material,
    }
    return next((need for need in PLANS[work.work].needs if not there[need]), None)


@rule("10.02.1", "10.03.1", "10.04.1", "10.05.1", "10.06.1")
def work_length(work: Work, figures: int, present_figures: int) -> Fraction:
    """cm that the work gets: by the unit's width in line, or by gangs (10.02 - 10.06, R96)."""
    plan = PLANS[work]
    if plan.gang:
        return figures // plan.gang * plan.length
    return -(-present_figures // 2) * FIGURE_WIDTH * plan.length


@procedure("field-works")
def field_works(given: WorkSituation, desk: Desk) -> Outcome:
    """Whether a work is allowed, what it takes, how long it gets, and the whole turns counted after this one (10): an
    interrupted one is lost, and all of them if the place is left (10.01.1)."""
    plan, lacks = PLANS[given.work], lacking(given)
    length = float(work_length(given.work, given.figures, given.present_figures))
    turns = 0 if given.left else given.turns_done + (not given.interrupted)
    complete = lacks is None and bool(length) and turns >= plan.turns
    if lacks:
        desk.line(f"work.no-{lacks}", plan.rule)
    else:
        desk.line("work.length", plan.rule, cm=amount(length), turns=plan.turns)
        desk.line_if(given.left, "work.left", "10.01.1")
        desk.line_if(given.interrupted and not given.left, "work.interrupted", "10.01.1")
        how_far = "complete" if complete else "goes-on"
        desk.line(f"work.{how_far}", "10.01.1", turns, turns=turns, needed=plan.turns)
    return {
        "allowed": lacks is None,
        "turns_needed": plan.turns,
        "length_cm": length,
        "turns_after": turns,
        "complete": complete,
    }
