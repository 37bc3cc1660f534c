"""What is put right at the end of a turn: light disorder and disorder (08.04.1, 08.04.2), lost generals (08.05)."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import TALLY, Chance, Line, Ruling
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure, Planned, Procedure
from feltherre.core.text import say
from feltherre.games.civilwar.procedures.inputs import TWO_DICE, Count
from feltherre.games.civilwar.procedures.order_states import order_name
from feltherre.games.civilwar.tables import APPOINTED_FROM, REORGANISE_TURNS

Shaken: TypeAlias = Literal["LU", "U"]
#: the order that a shaken unit comes back to
BETTER: Final[dict[Shaken, Literal["OR", "LU"]]] = {"LU": "OR", "U": "LU"}


class ClockSituation(Struct, frozen=True, forbid_unknown_fields=True):
    order_state: Shaken
    counter: Count = 0
    entered_this_turn: bool = False
    lost_men: bool = False
    attacked: bool = False
    acted: bool = False


@rule("08.04.1", "08.04.2")
def turn_counts(unit: ClockSituation) -> bool:
    """Whether this turn counts: from LU one without losses, from U also without an attack and without doing anything,
    and never the turn in which the state was entered (08.04.1, 08.04.2, R88)."""
    quiet = not unit.lost_men and not unit.entered_this_turn
    return quiet if unit.order_state == "LU" else quiet and not unit.attacked and not unit.acted


@rule("08.04.1", "08.04.2")
def reorganised(order: Shaken, counter: int) -> bool:
    """Whether so many good turns in a row bring a unit one step back (08.04.1, 08.04.2, schema XIX)."""
    return counter >= REORGANISE_TURNS[f"{order} to {BETTER[order]}"]


class ClockAssessment(Assessment, frozen=True, kw_only=True):
    given: ClockSituation
    counts: bool
    counter_after: int
    order_after: Literal["OR", "LU", "U"]


class ReorganiseClock(CertainProcedure[ClockSituation, ClockAssessment]):
    name = "reorganise-clock"
    situation = ClockSituation
    outputs = ("counter_after", "order_after")

    def assess(self, situation: ClockSituation) -> ClockAssessment:
        order = situation.order_state
        counts = turn_counts(situation)
        counter = situation.counter + 1 if counts else 0
        back = reorganised(order, counter)
        return ClockAssessment(
            given=situation,
            counts=counts,
            counter_after=0 if back else counter,
            order_after=BETTER[order] if back else order,
        )

    def lines(self, assessment: ClockAssessment) -> list[Line]:
        a = assessment
        rule_id = "08.04.1" if a.given.order_state == "LU" else "08.04.2"
        if not a.counts:
            return [Line(say(f"civilwar.ruling.reorganise.{_why_not(a.given)}"), rule_id)]
        if a.order_after != a.given.order_state:
            return [Line(say("civilwar.ruling.reorganise.done", order=order_name(a.order_after)), rule_id)]
        return [Line(say("civilwar.ruling.reorganise.counts", n=a.counter_after), rule_id, a.counter_after)]


def _why_not(unit: ClockSituation) -> str:
    if unit.entered_this_turn:
        return "entered"
    if unit.lost_men:
        return "lost-men"
    return "attacked" if unit.attacked else "acted"


@rule("08.05.4")
def appointed(dice: int) -> bool:
    """Whether the throw gives a lost general a successor (08.05.4, schema XX)."""
    return dice >= APPOINTED_FROM


class AppointSituation(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing but the dice decides."""


class AppointGeneral(Procedure[AppointSituation, Assessment]):
    name = "appoint-general"
    situation = AppointSituation
    chance_inputs: ClassVar = TWO_DICE

    def assess(self, situation: AppointSituation) -> Assessment:
        return Assessment(will_throw=(Planned("dice", 2, "08.05.4"),))

    def resolve(self, assessment: Assessment, chance: Chance) -> Ruling:
        dice = chance.throw(2, "dice", "08.05.4", TALLY)

        def explain() -> list[Line]:
            key = "appointed" if appointed(dice.total) else "vacant"
            return [Line(say(f"civilwar.ruling.appoint.{key}", dice=dice.total), "08.05.4")]

        return chance.ruling(self.name, {"appointed": lambda: appointed(dice.total)}, explain)
