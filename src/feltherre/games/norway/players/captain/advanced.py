"""The captain's answer to each kind of decision that only the advanced game asks (chapters 7 and 8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from feltherre.core.text import Text
from feltherre.games.norway import board
from feltherre.games.norway.april import steps as april_steps
from feltherre.games.norway.countries import GERMANY
from feltherre.games.norway.players.asking import offers, options_of
from feltherre.games.norway.players.captain import april, landing, reactions, sailing, sea_battle
from feltherre.games.norway.players.sight import Sight
from feltherre.games.norway.procedures.nine_april import mobilisation_of_points
from feltherre.games.norway.sea import steps as sea_steps
from feltherre.players.player import Position

Order = tuple[Any, Text]
Answer = Callable[[Any, Sight, Any, Position], Order]


def _deploy(player: Any, sight: Sight, step: Any, position: Position) -> Order:
    if step.country == GERMANY:
        return april.deploy_germany(position.rng)
    return april.deploy_allies(sight, position.rng)


def _mobilise(player: Any, sight: Sight, step: Any, position: Position) -> Order:
    free = [point for point in board.MOBILISATION if not sight.battalions[GERMANY][point]]
    return landing.choose_mobilisation(sight, mobilisation_of_points(len(free)))


def _sea_cards(number: int) -> Answer:
    def answer(player: Any, sight: Sight, step: Any, position: Position) -> Order:
        return sea_battle.choose_sea_cards(sight, number, options_of(position))

    return answer


ADVANCED: dict[type, Answer] = {
    # 7.0
    april_steps.ChooseCards: lambda player, sight, step, position: april.choose_cards(sight, position.rng),
    april_steps.DrawShips: lambda player, sight, step, position: april.call_ships(options_of(position)),
    april_steps.DeployNorway: lambda player, sight, step, position: april.deploy_norway(position.rng),
    april_steps.DeployShips: _deploy,
    april_steps.Reconnaissance: lambda player, sight, step, position: april.choose_reconnaissance(
        sight, options_of(position)
    ),
    april_steps.MisleadingManoeuvre: lambda player, sight, step, position: april.choose_manoeuvre(
        sight, offers(position, "manoeuvre")
    ),
    april_steps.Redeployment: lambda player, sight, step, position: april.choose_redeployment(
        sight, offers(position, "redeploy")
    ),
    # 7.1 to 7.3
    april_steps.AprilDrops: lambda player, sight, step, position: landing.choose_drop(sight, options_of(position)),
    april_steps.AprilDropAnswer: lambda player, sight, step, position: reactions.choose_divert(
        sight, step, options_of(position)
    ),
    april_steps.EvacuatedSailors: lambda player, sight, step, position: landing.choose_sailors(options_of(position)),
    april_steps.Raiding: lambda player, sight, step, position: landing.choose_raid(sight),
    april_steps.Landing: lambda player, sight, step, position: landing.choose_landing(sight, step.area),
    april_steps.LandElsewhere: lambda player, sight, step, position: landing.choose_other_landing(sight, step),
    april_steps.LandingPlan: lambda player, sight, step, position: landing.choose_defence(
        sight, step, options_of(position)
    ),
    april_steps.Bluff: lambda player, sight, step, position: landing.choose_bluff(sight, options_of(position)),
    april_steps.Mobilisation: _mobilise,
    # 8.1
    sea_steps.SeaMovement: lambda player, sight, step, position: sailing.choose_sailing(sight),
    sea_steps.InterceptionChoice: lambda player, sight, step, position: sea_battle.choose_interception(
        sight, step, options_of(position)
    ),
    sea_steps.SmokeScreen: lambda player, sight, step, position: sea_battle.choose_smoke(sight, options_of(position)),
    # 8.2
    sea_steps.JoinBattle: lambda player, sight, step, position: sea_battle.choose_join(sight, step),
    sea_steps.ChooseSeaBattle: lambda player, sight, step, position: sea_battle.choose_sea_battle(
        sight, options_of(position)
    ),
    sea_steps.SeaAttackerCards: _sea_cards(1),
    sea_steps.SeaDefenderCards: _sea_cards(2),
    sea_steps.SeaReactionCards: _sea_cards(3),
    sea_steps.ChooseFlight: lambda player, sight, step, position: sea_battle.choose_flight(sight, step),
    sea_steps.ShipsWithdrawal: lambda player, sight, step, position: sea_battle.choose_ships_withdrawal(sight),
}
