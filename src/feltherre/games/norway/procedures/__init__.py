"""The umpire's procedures of Norway 1940, in the order of the ledger's scopes: basic, then advanced."""

from __future__ import annotations

from feltherre.core.procedure import AnyProcedure
from feltherre.games.norway.procedures import (
    battle_cards,
    cards,
    combat,
    movement,
    nine_april,
    reinforcement,
    sea_combat,
    setup,
    victory,
)

PROCEDURES: dict[str, AnyProcedure] = {
    procedure.name: procedure
    for procedure in (
        setup.country_choice,
        setup.stack_count,
        combat.dice_count,
        battle_cards.card_resolution,
        combat.land_combat,
        combat.retreat_options,
        combat.joint_retreat,
        movement.sabotage,
        movement.air_range_check,
        reinforcement.reinforcement_purchase,
        reinforcement.reinforcement_areas,
        setup.first_allied_placement,
        reinforcement.convoy_attack,
        cards.deck_draw,
        cards.forced_discard,
        victory.allied_withdrawal,
        victory.victory_check,
        # the advanced game
        cards.deck_loss,
        movement.ship_route_check,
        movement.naval_interception,
        sea_combat.naval_combat,
        sea_combat.ship_strike,
        nine_april.reconnaissance,
        nine_april.raid,
        nine_april.raid_recall,
        nine_april.coastal_fort,
        nine_april.norwegian_resistance,
        nine_april.bluff_and_threats,
        nine_april.mobilisation,
        nine_april.minelaying,
    )
}
