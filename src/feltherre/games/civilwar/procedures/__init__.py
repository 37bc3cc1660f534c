"""The umpire's procedures of the Civil War, in the ledger's order."""

from __future__ import annotations

from feltherre.core.procedure import AnyProcedure
from feltherre.games.civilwar.procedures.ammunition import ammunition_check, resupply
from feltherre.games.civilwar.procedures.artillery import ArtilleryFire
from feltherre.games.civilwar.procedures.artillery_hits import ArcAndOverheadFire, ArtilleryDeviation, CanisterShares
from feltherre.games.civilwar.procedures.attack import AttackGeometry, ChargeAttempt, Initiative
from feltherre.games.civilwar.procedures.field_works import FieldWorks
from feltherre.games.civilwar.procedures.forced_actions import FireLock, ForcedAction
from feltherre.games.civilwar.procedures.formations import FormationChange
from feltherre.games.civilwar.procedures.losses import loss_booking
from feltherre.games.civilwar.procedures.march import March
from feltherre.games.civilwar.procedures.materiel import CounterBattery, Repair
from feltherre.games.civilwar.procedures.melee import melee_throw, melee_unit_count
from feltherre.games.civilwar.procedures.morale import morale_test
from feltherre.games.civilwar.procedures.orders import CommandRange, OrderLegality
from feltherre.games.civilwar.procedures.pass_through import PassThrough, PassThroughPinned
from feltherre.games.civilwar.procedures.prisoners import CaptureOfStaff, Prisoners
from feltherre.games.civilwar.procedures.reorganisation import AppointGeneral, ReorganiseClock
from feltherre.games.civilwar.procedures.rout import CarriedAway, Rally
from feltherre.games.civilwar.procedures.shock import shock_throw
from feltherre.games.civilwar.procedures.sight import Sight
from feltherre.games.civilwar.procedures.small_arms import firing_unit_count, small_arms_zone
from feltherre.games.civilwar.procedures.support import SupportUnitCheck
from feltherre.games.civilwar.procedures.volley import small_arms_fire

PROCEDURES: dict[str, AnyProcedure] = {
    procedure.name: procedure
    for procedure in (
        CommandRange(),
        OrderLegality(),
        Sight(),
        firing_unit_count,
        small_arms_zone,
        small_arms_fire,
        loss_booking,
        ArtilleryDeviation(),
        CanisterShares(),
        ArtilleryFire(),
        CounterBattery(),
        Repair(),
        SupportUnitCheck(),
        AttackGeometry(),
        shock_throw,
        melee_unit_count,
        melee_throw,
        Prisoners(),
        morale_test,
        CarriedAway(),
        Rally(),
        ReorganiseClock(),
        AppointGeneral(),
        PassThroughPinned(),
        ammunition_check,
        resupply,
        March(),
        FormationChange(),
        FieldWorks(),
        Initiative(),
        FireLock(),
        ForcedAction(),
        PassThrough(),
        ArcAndOverheadFire(),
        CaptureOfStaff(),
        ChargeAttempt(),
    )
}
