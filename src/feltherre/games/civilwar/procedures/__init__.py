"""The umpire's procedures of the Civil War, in the ledger's order."""

from __future__ import annotations

from feltherre.core.procedure import AnyProcedure
from feltherre.games.civilwar.procedures.ammunition import ammunition_check, resupply
from feltherre.games.civilwar.procedures.artillery import artillery_fire
from feltherre.games.civilwar.procedures.artillery_hits import (
    arc_and_overhead_fire,
    artillery_deviation,
    canister_shares,
    counter_battery,
    repair,
)
from feltherre.games.civilwar.procedures.attack import attack_geometry, charge_attempt, initiative
from feltherre.games.civilwar.procedures.field_works import field_works
from feltherre.games.civilwar.procedures.forced_actions import fire_lock, forced_action
from feltherre.games.civilwar.procedures.losses import loss_booking
from feltherre.games.civilwar.procedures.march import formation_change, march, pass_through, pass_through_pinned
from feltherre.games.civilwar.procedures.melee import capture_of_staff, melee_throw, melee_unit_count, prisoners
from feltherre.games.civilwar.procedures.morale import morale_test
from feltherre.games.civilwar.procedures.orders import command_range, order_legality, sight
from feltherre.games.civilwar.procedures.rout import appoint_general, carried_away, rally, reorganise_clock
from feltherre.games.civilwar.procedures.shock import shock_throw, support_unit_check
from feltherre.games.civilwar.procedures.small_arms import firing_unit_count, small_arms_zone
from feltherre.games.civilwar.procedures.volley import small_arms_fire

PROCEDURES: dict[str, AnyProcedure] = {
    procedure.name: procedure
    for procedure in (
        command_range,
        order_legality,
        sight,
        firing_unit_count,
        small_arms_zone,
        small_arms_fire,
        loss_booking,
        artillery_deviation,
        canister_shares,
        artillery_fire,
        counter_battery,
        repair,
        support_unit_check,
        attack_geometry,
        shock_throw,
        melee_unit_count,
        melee_throw,
        prisoners,
        morale_test,
        carried_away,
        rally,
        reorganise_clock,
        appoint_general,
        pass_through_pinned,
        ammunition_check,
        resupply,
        march,
        formation_change,
        field_works,
        initiative,
        fire_lock,
        forced_action,
        pass_through,
        arc_and_overhead_fire,
        capture_of_staff,
        charge_attempt,
    )
}
