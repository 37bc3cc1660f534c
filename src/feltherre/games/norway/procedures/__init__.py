"""The umpire's procedures of Norway 1940, in the order of the ledger's scopes: basic, then advanced."""

from __future__ import annotations

from feltherre.core.procedure import AnyProcedure
from feltherre.games.norway.procedures.air import AirRangeCheck
from feltherre.games.norway.procedures.cards import DeckDraw, ForcedDiscard
from feltherre.games.norway.procedures.combat import CARD_RESOLUTION, LAND_COMBAT, DiceCount
from feltherre.games.norway.procedures.deck_loss import DeckLoss
from feltherre.games.norway.procedures.nine_april import (
    BluffAndThreats,
    CoastalFort,
    Minelaying,
    Mobilisation,
    NorwegianResistance,
    Reconnaissance,
)
from feltherre.games.norway.procedures.placement import ReinforcementAreas
from feltherre.games.norway.procedures.raiding import Raid, RaidRecall
from feltherre.games.norway.procedures.reinforcement import ConvoyAttack, ReinforcementPurchase
from feltherre.games.norway.procedures.retreat import JointRetreat, RetreatOptions
from feltherre.games.norway.procedures.sabotage import Sabotage
from feltherre.games.norway.procedures.sea_combat import NavalCombat, ShipStrike
from feltherre.games.norway.procedures.sea_movement import NavalInterception, ShipRouteCheck
from feltherre.games.norway.procedures.setup import CountryChoice, FirstAlliedPlacement, StackCount
from feltherre.games.norway.procedures.victory import AlliedWithdrawal, VictoryCheck

PROCEDURES: dict[str, AnyProcedure] = {
    procedure.name: procedure
    for procedure in (
        CountryChoice(),
        StackCount(),
        DiceCount(),
        CARD_RESOLUTION,
        LAND_COMBAT,
        RetreatOptions(),
        JointRetreat(),
        Sabotage(),
        AirRangeCheck(),
        ReinforcementPurchase(),
        ReinforcementAreas(),
        FirstAlliedPlacement(),
        ConvoyAttack(),
        DeckDraw(),
        ForcedDiscard(),
        AlliedWithdrawal(),
        VictoryCheck(),
        # the advanced game
        DeckLoss(),
        ShipRouteCheck(),
        NavalInterception(),
        NavalCombat(),
        ShipStrike(),
        Reconnaissance(),
        Raid(),
        RaidRecall(),
        CoastalFort(),
        NorwegianResistance(),
        BluffAndThreats(),
        Mobilisation(),
        Minelaying(),
    )
}
