"""Prisoners (07.06): figures and generals of a routed unit, and staff caught alone."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.games.civilwar.procedures.attack import at_charge_distance
from feltherre.games.civilwar.procedures.inputs import Arm, Count, DiceSum, Length, Order, amount
from feltherre.games.civilwar.procedures.melee import each_unit
from feltherre.games.civilwar.tables import GENERAL_CAPTURED, PRISONERS

WinnerArm: TypeAlias = Literal["infantry", "mounted_cavalry", "artillery"]

#: (winner, whether the loser is mounted) -> row of schema XIV
XIV: Final = {
    ("infantry", False): "infantry",
    ("infantry", True): "infantry",
    ("mounted_cavalry", False): "cavalry_vs_other",
    ("mounted_cavalry", True): "cavalry_vs_cavalry",
    ("artillery", False): "artillery_per_battery",
    ("artillery", True): "artillery_per_battery",
}


class PrisonersSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    winner_arm: WinnerArm
    loser_mounted_cavalry: bool = False
    melee_units: Count
    #: the shock throw or the winner's melee throw; it is not thrown again
    dice_sum: DiceSum
    loser_figures: Count
    general_in_contact: bool = False


@procedure("prisoners")
def prisoners(given: PrisonersSituation, desk: Desk) -> Outcome:
    """Figures that are taken: per melee unit of the winner, for artillery per battery, none below 5, at most all that
    are left; a general if the dice themselves show 10 (07.06.2, schema XIV, R83)."""
    dice = given.dice_sum
    each = PRISONERS[XIV[given.winner_arm, given.loser_mounted_cavalry]].get(dice, 0)
    if given.winner_arm == "artillery":
        wanted = each
        desk.line("prisoners.battery", "07.06.2", each, dice=dice, n=each)
    else:
        wanted = each * given.melee_units
        desk.line("prisoners.each", "07.06.2", each, dice=dice, n=each, units=each_unit(given.melee_units))
    taken = min(given.loser_figures, wanted)
    desk.line("prisoners.taken", "07.06.4", taken, n=taken)
    desk.line_if(taken < wanted, "prisoners.all", "07.06.2")
    captured = given.general_in_contact and dice == GENERAL_CAPTURED
    desk.line_if(captured, "prisoners.general", "07.06.2")
    return {"prisoner_figures": taken, "general_captured": captured}


class StaffSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    in_contact: bool = False
    move_used: bool = False
    enemy_distance_cm: Length
    #: arm and order of the enemy make no difference (R84)
    enemy_arm: Arm = "infantry"
    enemy_order_state: Order = "OR"


@procedure("capture-of-staff")
def capture_of_staff(staff: StaffSituation, desk: Desk) -> Outcome:
    """Whether a general or courier is caught, or may still ride away (07.06.3, 03.01.5, R84)."""
    reason = staff_reason(staff)
    rule_id = "03.01.5" if reason == "move_left" else "07.06.3"
    cm = desk.telling and amount(staff.enemy_distance_cm)
    desk.line(f"staff.{reason.replace('_', '-')}", rule_id, cm=cm)
    return {"captured": reason == "captured", "may_move_away": reason == "move_left", "reason": reason}


@rule("07.06.3")
def staff_reason(staff: StaffSituation) -> str:
    """What becomes of him: he is caught if an enemy is at charge distance, no unit of his own is there to stand with,
    and he has no move left in this turn (07.06.3)."""
    if not at_charge_distance(staff.enemy_distance_cm):
        return "no_enemy_near"
    if staff.in_contact:
        return "in_contact"
    return "captured" if staff.move_used else "move_left"
