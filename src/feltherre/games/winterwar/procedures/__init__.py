"""The umpire's procedures of the Winter War, in the ledger's order. How the desk asks for an input stands at the input,
the result that an umpire reads out in the procedure's head."""

from __future__ import annotations

from typing import Final

from feltherre.core.asks import Asks
from feltherre.core.procedure import AnyProcedure
from feltherre.games.winterwar.procedures import aftermath, combat, movement, places, victory

PROCEDURES: dict[str, AnyProcedure] = {
    procedure.name: procedure
    for procedure in (
        victory.side_choice,
        movement.zone_of_control,
        movement.movement_cost,
        places.supply_check,
        places.stacking_check,
        combat.partisan,
        combat.ground_combat,
        combat.combat_lookup,
        aftermath.loss_points,
        aftermath.apply_result,
        aftermath.retreat_options,
        aftermath.advance_after_combat,
        combat.air_combat,
        victory.town_control,
        victory.victory_points,
        victory.winner,
        victory.sudden_death_check,
        places.reinforcement_placement,
        victory.phase_clock,
    )
}

ASKS: Final[dict[str, Asks]] = {name: procedure.asks for name, procedure in PROCEDURES.items()}
