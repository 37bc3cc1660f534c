"""The umpire's procedures of the Winter War, in the ledger's order."""

from __future__ import annotations

from feltherre.core.procedure import AnyProcedure
from feltherre.games.winterwar.procedures.advance import AdvanceAfterCombat
from feltherre.games.winterwar.procedures.air_combat import AirCombat
from feltherre.games.winterwar.procedures.ground_combat import combat_lookup, ground_combat
from feltherre.games.winterwar.procedures.losses import ApplyResult, LossPoints
from feltherre.games.winterwar.procedures.movement import MovementCost
from feltherre.games.winterwar.procedures.partisans import PartisanStrength
from feltherre.games.winterwar.procedures.reinforcement import ReinforcementPlacement
from feltherre.games.winterwar.procedures.retreat import RetreatOptions
from feltherre.games.winterwar.procedures.stacking import StackingCheck
from feltherre.games.winterwar.procedures.supply import SupplyCheck
from feltherre.games.winterwar.procedures.turns import PhaseClock, SideChoice
from feltherre.games.winterwar.procedures.victory import SuddenDeath, TownControl, VictoryPoints, WinnerCheck
from feltherre.games.winterwar.procedures.zones import ZoneOfControl

PROCEDURES: dict[str, AnyProcedure] = {
    procedure.name: procedure
    for procedure in (
        SideChoice(),
        ZoneOfControl(),
        MovementCost(),
        SupplyCheck(),
        StackingCheck(),
        PartisanStrength(),
        ground_combat,
        combat_lookup,
        LossPoints(),
        ApplyResult(),
        RetreatOptions(),
        AdvanceAfterCombat(),
        AirCombat(),
        TownControl(),
        VictoryPoints(),
        WinnerCheck(),
        SuddenDeath(),
        ReinforcementPlacement(),
        PhaseClock(),
    )
}
