"""The umpire's procedures of Norway 1940, in the order of the ledger's scopes: basic, then advanced."""

from __future__ import annotations

from feltherre.core.procedure import AnyProcedure
from feltherre.games.norway.procedures.air import air_range_check
from feltherre.games.norway.procedures.battle_cards import card_resolution
from feltherre.games.norway.procedures.cards import deck_draw, forced_discard
from feltherre.games.norway.procedures.combat import dice_count, land_combat
from feltherre.games.norway.procedures.deck_loss import deck_loss
from feltherre.games.norway.procedures.nine_april import (
    bluff_and_threats,
    coastal_fort,
    minelaying,
    mobilisation,
    norwegian_resistance,
    reconnaissance,
)
from feltherre.games.norway.procedures.placement import reinforcement_areas
from feltherre.games.norway.procedures.raiding import raid, raid_recall
from feltherre.games.norway.procedures.reinforcement import convoy_attack, reinforcement_purchase
from feltherre.games.norway.procedures.retreat import joint_retreat, retreat_options
from feltherre.games.norway.procedures.sabotage import sabotage
from feltherre.games.norway.procedures.sea_combat import naval_combat, ship_strike
from feltherre.games.norway.procedures.sea_movement import naval_interception, ship_route_check
from feltherre.games.norway.procedures.setup import country_choice, first_allied_placement, stack_count
from feltherre.games.norway.procedures.victory import allied_withdrawal, victory_check

PROCEDURES: dict[str, AnyProcedure] = {
    procedure.name: procedure
    for procedure in (
        country_choice,
        stack_count,
        dice_count,
        card_resolution,
        land_combat,
        retreat_options,
        joint_retreat,
        sabotage,
        air_range_check,
        reinforcement_purchase,
        reinforcement_areas,
        first_allied_placement,
        convoy_attack,
        deck_draw,
        forced_discard,
        allied_withdrawal,
        victory_check,
        # the advanced game
        deck_loss,
        ship_route_check,
        naval_interception,
        naval_combat,
        ship_strike,
        reconnaissance,
        raid,
        raid_recall,
        coastal_fort,
        norwegian_resistance,
        bluff_and_threats,
        mobilisation,
        minelaying,
    )
}
