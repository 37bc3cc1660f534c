"""The umpire's procedures of the Winter War, in the ledger's order."""

from __future__ import annotations

from feltherre.core.procedure import AnyProcedure
from feltherre.games.winterwar.procedures.advance import advance_after_combat
from feltherre.games.winterwar.procedures.air_combat import air_combat
from feltherre.games.winterwar.procedures.ground_combat import combat_lookup, ground_combat
from feltherre.games.winterwar.procedures.losses import apply_result, loss_points
from feltherre.games.winterwar.procedures.movement import movement_cost
from feltherre.games.winterwar.procedures.partisans import partisan
from feltherre.games.winterwar.procedures.reinforcement import reinforcement_placement
from feltherre.games.winterwar.procedures.retreat import retreat_options
from feltherre.games.winterwar.procedures.stacking import stacking_check
from feltherre.games.winterwar.procedures.supply import supply_check
from feltherre.games.winterwar.procedures.turns import phase_clock, side_choice
from feltherre.games.winterwar.procedures.victory import sudden_death_check, town_control, victory_points, winner
from feltherre.games.winterwar.procedures.zones import zone_of_control

PROCEDURES: dict[str, AnyProcedure] = {
    procedure.name: procedure
    for procedure in (
        side_choice,
        zone_of_control,
        movement_cost,
        supply_check,
        stacking_check,
        partisan,
        ground_combat,
        combat_lookup,
        loss_points,
        apply_result,
        retreat_options,
        advance_after_combat,
        air_combat,
        town_control,
        victory_points,
        winner,
        sudden_death_check,
        reinforcement_placement,
        phase_clock,
    )
}
