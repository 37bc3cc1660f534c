"""Prisoners (07.06): figures and generals of a routed unit, and staff caught alone."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure
from feltherre.core.text import say
from feltherre.games.civilwar.procedures.attack import at_charge_distance
from feltherre.games.civilwar.procedures.inputs import Arm, Count, DiceSum, Length, Order, amount
from feltherre.games.civilwar.procedures.melee import each_unit
from feltherre.games.civilwar.tables import GENERAL_CAPTURED, PRISONERS

WinnerArm: TypeAlias = Literal["infantry", "mounted_cavalry", "artillery"]


@rule("07.06.2")
def prisoners_each(winner_arm: str, loser_mounted: bool, dice_sum: int) -> int:
    """Figures per melee unit of the winner, for artillery per battery (07.06.2, schema XIV); none below 5."""
    row = {
        "infantry": "infantry",
        "artillery": "artillery_per_battery",
        "mounted_cavalry": "cavalry_vs_cavalry" if loser_mounted else "cavalry_vs_other",
    }[winner_arm]
    return PRISONERS[row].get(dice_sum, 0)


@rule("07.06.2")
def prisoner_figures(winner_arm: str, each: int, melee_units: int, loser_figures: int) -> int:
    """Figures that are taken, at most all that are left (07.06.2, R83)."""
    return min(loser_figures, each if winner_arm == "artillery" else each * melee_units)


@rule("07.06.2")
def general_captured(in_contact: bool, dice_sum: int) -> bool:
    """A general with the routed unit is taken if the dice themselves show 10 (07.06.2)."""
    return in_contact and dice_sum == GENERAL_CAPTURED


class PrisonersSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    winner_arm: WinnerArm
    loser_mounted_cavalry: bool = False
    melee_units: Count
    #: the shock throw or the winner's melee throw; it is not thrown again
    dice_sum: DiceSum
    loser_figures: Count
    general_in_contact: bool = False


class PrisonersAssessment(Assessment, frozen=True, kw_only=True):
    given: PrisonersSituation
    each: int
    prisoner_figures: int
    general_captured: bool


class Prisoners(CertainProcedure[PrisonersSituation, PrisonersAssessment]):
    name = "prisoners"
    situation = PrisonersSituation
    outputs = ("prisoner_figures", "general_captured")

    def assess(self, situation: PrisonersSituation) -> PrisonersAssessment:
        given = situation
        each = prisoners_each(given.winner_arm, given.loser_mounted_cavalry, given.dice_sum)
        return PrisonersAssessment(
            given=given,
            each=each,
            prisoner_figures=prisoner_figures(given.winner_arm, each, given.melee_units, given.loser_figures),
            general_captured=general_captured(given.general_in_contact, given.dice_sum),
        )

    def lines(self, assessment: PrisonersAssessment) -> list[Line]:
        a, given = assessment, assessment.given
        if given.winner_arm == "artillery":
            told = [Line(say("civilwar.ruling.prisoners.battery", dice=given.dice_sum, n=a.each), "07.06.2", a.each)]
        else:
            text = say(
                "civilwar.ruling.prisoners.each", dice=given.dice_sum, n=a.each, units=each_unit(given.melee_units)
            )
            told = [Line(text, "07.06.2", a.each)]
        text = say("civilwar.ruling.prisoners.taken", n=a.prisoner_figures)
        told.append(Line(text, "07.06.4", a.prisoner_figures))
        wanted = a.each if given.winner_arm == "artillery" else a.each * given.melee_units
        if a.prisoner_figures < wanted:
            told.append(Line(say("civilwar.ruling.prisoners.all"), "07.06.2"))
        if a.general_captured:
            told.append(Line(say("civilwar.ruling.prisoners.general"), "07.06.2"))
        return told


StaffReason: TypeAlias = Literal["captured", "no_enemy_near", "in_contact", "move_left"]


@rule("07.06.3")
def staff_reason(enemy_distance_cm: float, in_contact: bool, move_used: bool) -> StaffReason:
    """Whether a general or courier is caught: an enemy at charge distance, no unit of his own to stand with, and no
    move left in this turn (07.06.3, 03.01.5, R84)."""
    if not at_charge_distance(enemy_distance_cm):
        return "no_enemy_near"
    if in_contact:
        return "in_contact"
    return "captured" if move_used else "move_left"


class StaffSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    in_contact: bool = False
    move_used: bool = False
    enemy_distance_cm: Length
    #: arm and order of the enemy make no difference (R84)
    enemy_arm: Arm = "infantry"
    enemy_order_state: Order = "OR"


class StaffAssessment(Assessment, frozen=True, kw_only=True):
    given: StaffSituation
    captured: bool
    may_move_away: bool
    reason: StaffReason


_STAFF_RULE: Final[dict[StaffReason, str]] = {
    "captured": "07.06.3",
    "no_enemy_near": "07.06.3",
    "in_contact": "07.06.3",
    "move_left": "03.01.5",
}


class CaptureOfStaff(CertainProcedure[StaffSituation, StaffAssessment]):
    name = "capture-of-staff"
    situation = StaffSituation
    outputs = ("captured", "may_move_away", "reason")

    def assess(self, situation: StaffSituation) -> StaffAssessment:
        reason = staff_reason(situation.enemy_distance_cm, situation.in_contact, situation.move_used)
        return StaffAssessment(
            given=situation, captured=reason == "captured", may_move_away=reason == "move_left", reason=reason
        )

    def lines(self, assessment: StaffAssessment) -> list[Line]:
        a = assessment
        text = say(f"civilwar.ruling.staff.{a.reason.replace('_', '-')}", cm=amount(a.given.enemy_distance_cm))
        return [Line(text, _STAFF_RULE[a.reason])]
