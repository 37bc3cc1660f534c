"""Rout (08.03, 08.04.3): who is carried away by a fleeing unit, and how it is rallied."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

from msgspec import Meta, Struct

from feltherre.core.chance import Chance, Line, Ruling
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, Planned, Procedure
from feltherre.core.text import say
from feltherre.games.civilwar.procedures.inputs import (
    TWO_DICE_OR_NONE,
    Count,
    Grade,
    Length,
    Order,
    amount,
    two_dice_if,
)
from feltherre.games.civilwar.procedures.modifiers import (
    Modifier,
    dice_line,
    grade_modifier,
    modifier_lines,
    total,
    when,
)
from feltherre.games.civilwar.procedures.order_states import as_order, order_name, worse
from feltherre.games.civilwar.tables import CARRIED_AWAY, CARRIED_AWAY_RESULTS, RALLY, RALLY_NEEDS

#: cm within which a fleeing unit may carry others away (08.03.1)
PANIC_DISTANCE: Final = 8
#: a unit so many times as large is safe (08.03.3)
SAFE_SIZE: Final = 3
LAST_ATTEMPT: Final = max(RALLY_NEEDS)


class CarriedSituation(Struct, frozen=True, forbid_unknown_fields=True):
    fleeing_figures: Count
    threatened_figures: Count
    distance_cm: Length = 0
    beside_or_behind: bool = True
    in_path: bool = False
    support: bool = False
    general: bool = False
    cover: bool = False
    order_state: Order = "OR"
    grade: Grade = 0


@rule("08.03.1", "08.03.3")
def is_tested(unit: CarriedSituation) -> bool:
    """Whether a flight threatens a unit: near enough, beside or behind, not thrice as large, and not in rout itself
    (08.03.1, 08.03.3, R87)."""
    near = unit.distance_cm <= PANIC_DISTANCE and unit.beside_or_behind
    return near and unit.threatened_figures < SAFE_SIZE * unit.fleeing_figures and unit.order_state != "FU"


@rule("08.03.2")
def carried_modifiers(unit: CarriedSituation) -> tuple[Modifier, ...]:
    """What steadies the unit (08.03.2, schema XVIII)."""
    return (
        *when(unit.support, "unit.support", CARRIED_AWAY["support"], "08.03.2"),
        *when(unit.general, "unit.general", CARRIED_AWAY["general"], "08.03.2"),
        *when(unit.cover, "unit.cover", CARRIED_AWAY["cover"], "08.03.2"),
        *when(unit.order_state == "LU", "own.lu", CARRIED_AWAY["lu"], "08.03.2"),
        *when(unit.order_state == "U", "own.u", CARRIED_AWAY["u"], "08.03.2"),
        *grade_modifier(unit.grade, "08.03.2"),
    )


@rule("08.03.2")
def order_when_carried(order: Order, result: int) -> Order:
    """The order after the throw; never better than before (08.03.2, schema XVIII)."""
    found = next((as_order(name) for most, name in CARRIED_AWAY_RESULTS if result <= most), order)
    return worse(order, found)


@rule("08.03.4")
def flight_checked(unit: CarriedSituation, order_after: Order) -> bool:
    """A unit in the way that is not carried into rout checks the flight (08.03.4, R87)."""
    return unit.in_path and unit.distance_cm <= PANIC_DISTANCE and order_after != "FU"


class CarriedAssessment(Assessment, frozen=True, kw_only=True):
    given: CarriedSituation
    tested: bool
    modifiers: tuple[Modifier, ...]
    modifier: int


class CarriedAway(Procedure[CarriedSituation, CarriedAssessment]):
    name = "carried-away"
    situation = CarriedSituation
    chance_inputs: ClassVar = TWO_DICE_OR_NONE

    def assess(self, situation: CarriedSituation) -> CarriedAssessment:
        tested = is_tested(situation)
        modifiers = carried_modifiers(situation) if tested else ()
        return CarriedAssessment(
            given=situation,
            tested=tested,
            modifiers=modifiers,
            modifier=total(modifiers),
            will_throw=(Planned("dice", 2, "08.03.2"),) if tested else (),
        )

    def resolve(self, assessment: CarriedAssessment, chance: Chance) -> Ruling:
        a = assessment
        dice = two_dice_if(a.tested, chance, "08.03.2")

        def result() -> int | None:
            return dice.total + a.modifier if dice else None

        def after() -> Order:
            thrown = result()
            return a.given.order_state if thrown is None else order_when_carried(a.given.order_state, thrown)

        outputs = {
            "tested": lambda: a.tested,
            "total": result,
            "order_after": after,
            "flight_checked": lambda: flight_checked(a.given, after()),
        }
        return chance.ruling(
            self.name,
            outputs,
            lambda: [
                *self.lines(a),
                *([dice_line(dice.total, a.modifier, "08.03.2")] if dice else []),
                *_carried_lines(a, after()),
            ],
        )

    def lines(self, assessment: CarriedAssessment) -> list[Line]:
        return modifier_lines(assessment.modifiers) if assessment.tested else [_safe_line(assessment.given)]


def _safe_line(unit: CarriedSituation) -> Line:
    """Why a unit is not tested."""
    if unit.order_state == "FU":
        return Line(say("civilwar.ruling.carried.in-rout"), "08.03.1")
    if unit.distance_cm > PANIC_DISTANCE:
        return Line(say("civilwar.ruling.carried.far", cm=amount(unit.distance_cm)), "08.03.1")
    if not unit.beside_or_behind:
        return Line(say("civilwar.ruling.carried.in-front"), "08.03.1")
    return Line(say("civilwar.ruling.carried.large"), "08.03.3")


def _carried_lines(a: CarriedAssessment, after: Order) -> list[Line]:
    told = []
    if a.tested:
        key = "keeps" if after == a.given.order_state else "falls"
        told.append(Line(say(f"civilwar.ruling.carried.{key}", order=order_name(after)), "08.03.2"))
    if flight_checked(a.given, after):
        told.append(Line(say("civilwar.ruling.carried.checked"), "08.03.4"))
    return told


class RallySituation(Struct, frozen=True, forbid_unknown_fields=True):
    attempt: Annotated[int, Meta(ge=1, le=LAST_ATTEMPT)]
    flight_checked: bool = False
    general: bool = False
    grade: Grade = 0
    enemy_within_2cm: bool = False


@rule("08.04.3")
def rally_modifiers(flight_was_checked: bool, general: bool, grade: int) -> tuple[Modifier, ...]:
    """What helps to rally (08.04.3, schema XIX)."""
    return (
        *when(flight_was_checked, "unit.flight-checked", RALLY["flight_checked"], "08.04.3"),
        *when(general, "unit.general", RALLY["general"], "08.04.3"),
        *grade_modifier(grade, "08.04.3"),
    )


@rule("08.04.3")
def rallies(attempt: int, result: int) -> bool:
    """8, 9 or 10 is needed at the first, second and third attempt (08.04.3, schema XIX)."""
    return result >= RALLY_NEEDS[attempt]


@rule("08.04.4")
def surrenders(enemy_within_2cm: bool) -> bool:
    """Figures in rout at charge distance of an enemy at the end of the turn give up (08.04.4, R90)."""
    return enemy_within_2cm


class RallyAssessment(Assessment, frozen=True, kw_only=True):
    given: RallySituation
    surrenders: bool
    modifiers: tuple[Modifier, ...]
    modifier: int


class Rally(Procedure[RallySituation, RallyAssessment]):
    name = "rally"
    situation = RallySituation
    chance_inputs: ClassVar = TWO_DICE_OR_NONE

    def assess(self, situation: RallySituation) -> RallyAssessment:
        given = situation
        gives_up = surrenders(given.enemy_within_2cm)
        modifiers = () if gives_up else rally_modifiers(given.flight_checked, given.general, given.grade)
        return RallyAssessment(
            given=given,
            surrenders=gives_up,
            modifiers=modifiers,
            modifier=total(modifiers),
            will_throw=() if gives_up else (Planned("dice", 2, "08.04.3"),),
        )

    def resolve(self, assessment: RallyAssessment, chance: Chance) -> Ruling:
        a = assessment
        dice = two_dice_if(not a.surrenders, chance, "08.04.3")

        def result() -> int | None:
            return dice.total + a.modifier if dice else None

        def rallied() -> bool:
            thrown = result()
            return thrown is not None and rallies(a.given.attempt, thrown)

        def lost() -> bool:
            return not a.surrenders and a.given.attempt == LAST_ATTEMPT and not rallied()

        def explain() -> list[Line]:
            if dice is None:
                return self.lines(a)
            end = "rallied" if rallied() else "lost" if lost() else "flees"
            text = say(f"civilwar.ruling.rally.{end}", needs=RALLY_NEEDS[a.given.attempt])
            return [*self.lines(a), dice_line(dice.total, a.modifier, "08.04.3"), Line(text, "08.04.3")]

        outputs = {"surrenders": lambda: a.surrenders, "total": result, "rallied": rallied, "lost": lost}
        return chance.ruling(self.name, outputs, explain)

    def lines(self, assessment: RallyAssessment) -> list[Line]:
        if assessment.surrenders:
            return [Line(say("civilwar.ruling.rally.surrenders"), "08.04.4")]
        return modifier_lines(assessment.modifiers)
