"""The umpire's procedures of the Civil War, in the ledger's order."""

from __future__ import annotations

from feltherre.core.procedure import AnyProcedure
from feltherre.games.civilwar.procedures.ammunition import AmmunitionCheck, Resupply
from feltherre.games.civilwar.procedures.artillery import ArtilleryFire
from feltherre.games.civilwar.procedures.artillery_hits import ArcAndOverheadFire, ArtilleryDeviation, CanisterShares
from feltherre.games.civilwar.procedures.attack import AttackGeometry, ChargeAttempt, Initiative
from feltherre.games.civilwar.procedures.field_works import field_works
from feltherre.games.civilwar.procedures.forced_actions import FireLock, ForcedAction
from feltherre.games.civilwar.procedures.formations import formation_change
from feltherre.games.civilwar.procedures.losses import LossBooking
from feltherre.games.civilwar.procedures.march import march
from feltherre.games.civilwar.procedures.materiel import CounterBattery, Repair
from feltherre.games.civilwar.procedures.melee import Melee, MeleeUnitCount
from feltherre.games.civilwar.procedures.morale import MoraleTest
from feltherre.games.civilwar.procedures.orders import command_range, order_legality
from feltherre.games.civilwar.procedures.pass_through import PassThrough, PassThroughPinned
from feltherre.games.civilwar.procedures.prisoners import CaptureOfStaff, Prisoners
from feltherre.games.civilwar.procedures.reorganisation import appoint_general, reorganise_clock
from feltherre.games.civilwar.procedures.rout import CarriedAway, Rally
from feltherre.games.civilwar.procedures.shock import Shock
from feltherre.games.civilwar.procedures.sight import sight
from feltherre.games.civilwar.procedures.small_arms import FiringUnitCount, SmallArmsZone
from feltherre.games.civilwar.procedures.support import support_unit_check
from feltherre.games.civilwar.procedures.volley import SmallArmsFire

PROCEDURES: dict[str, AnyProcedure] = {
    procedure.name: procedure
    for procedure in (
        command_range,
        order_legality,
        sight,
        FiringUnitCount(),
        SmallArmsZone(),
        SmallArmsFire(),
        LossBooking(),
        ArtilleryDeviation(),
        CanisterShares(),
        ArtilleryFire(),
        CounterBattery(),
        Repair(),
        support_unit_check,
        AttackGeometry(),
        Shock(),
        MeleeUnitCount(),
        Melee(),
        Prisoners(),
        MoraleTest(),
        CarriedAway(),
        Rally(),
        reorganise_clock,
        appoint_general,
        PassThroughPinned(),
        AmmunitionCheck(),
        Resupply(),
        march,
        formation_change,
        field_works,
        Initiative(),
        FireLock(),
        ForcedAction(),
        PassThrough(),
        ArcAndOverheadFire(),
        CaptureOfStaff(),
        ChargeAttempt(),
    )
}
