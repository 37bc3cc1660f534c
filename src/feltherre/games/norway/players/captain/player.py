"""The captain: sound play by weighing the whole board, exact odds, and a plan for the turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from feltherre.core.text import Text, say
from feltherre.games.norway import board, steps
from feltherre.games.norway.actions import NorwayAction, Play
from feltherre.games.norway.players.asking import country_to_take, options_of, partners_proposal
from feltherre.games.norway.players.captain import aftermath, battle, reactions, reinforcement
from feltherre.games.norway.players.captain.advanced import ADVANCED
from feltherre.games.norway.players.captain.plan import Plan
from feltherre.games.norway.players.sight import Sight, sight_of
from feltherre.players.player import Chosen, Position

Order = tuple[NorwayAction, Text]
Answer = Callable[["CaptainPlayer", Sight, Any, Position], Order]


class CaptainPlayer:
    """Plays every country. It reads its seat's view and the step it is asked in, never the redealt hands."""

    name = "captain"

    def __init__(self) -> None:
        self.plan = Plan()

    def choose(self, position: Position) -> Chosen:
        step = position.state.agenda[-1]
        answer = ANSWERS.get(type(step))
        if answer is None:  # real dice to be typed in: they fall as they fall
            return Chosen(position.decision.space.sample(position.rng), say("core.why.random"))
        action, why = answer(self, sight_of(position), step, position)
        return Chosen(action, why)


def attacker_won(position: Position) -> bool:
    """The winner of the battle is known since the dice fell: the step that says so waits on the agenda."""
    for step in reversed(position.state.agenda):
        if isinstance(step, steps.CompareSums | steps.LeaveBySea | steps.Withdrawal | steps.BattleOver):
            return step.attacker_wins
    return True


def _cards(number: int) -> Answer:
    def answer(player: CaptainPlayer, sight: Sight, step: Any, position: Position) -> Order:
        meant = player.plan.meant.get(sight.battle.area, ()) if number == 1 else ()
        return battle.choose_cards(sight, number, options_of(position, Play), meant)

    return answer


def _fight(player: CaptainPlayer, sight: Sight, step: Any, position: Position) -> Order:
    return battle.choose_battle(sight, [board.INDEX[action.area] for action in options_of(position)])


def _losses(player: CaptainPlayer, sight: Sight, step: Any, position: Position) -> Order:
    return aftermath.choose_losses(sight, options_of(position), attacker_won(position))


def _retreat(player: CaptainPlayer, sight: Sight, step: Any, position: Position) -> Order:
    return aftermath.choose_retreat(sight, options_of(position), attacker_won(position))


def _agree(player: CaptainPlayer, sight: Sight, step: steps.Agreement, position: Position) -> Order:
    """Whatever the partner proposes is better than what Germany would choose (R84)."""
    if (proposed := partners_proposal(position, step)) is not None:
        return proposed, say("norway.why.agree")
    return ANSWERS[type(step.about)](player, sight, step.about, position)


def _sea(player: CaptainPlayer, sight: Sight, step: Any, position: Position) -> Order:
    from feltherre.games.norway.actions import SeaWithdraw

    return aftermath.choose_sea_withdrawal(sight, options_of(position, SeaWithdraw), attacker_won(position))


def _rescue(player: CaptainPlayer, sight: Sight, step: Any, position: Position) -> Order:
    from feltherre.games.norway.actions import Evacuate

    return aftermath.choose_rescue(sight, options_of(position, Evacuate))


ANSWERS: dict[type, Answer] = {
    steps.ChooseCountry: lambda player, sight, step, position: country_to_take(position),
    steps.Movement: lambda player, sight, step, position: player.plan.next_order(sight),
    steps.DropAnswer: lambda player, sight, step, position: reactions.choose_divert(sight, step, options_of(position)),
    steps.FlightAnswer: lambda player, sight, step, position: reactions.choose_stop_flight(
        sight, step, options_of(position)
    ),
    steps.Sabotage: lambda player, sight, step, position: reactions.choose_sabotage(sight, options_of(position)),
    steps.SabotageAnswer: lambda player, sight, step, position: reactions.choose_engineers(
        sight, step, options_of(position)
    ),
    steps.ChooseBattle: _fight,
    steps.AttackerCards: _cards(1),
    steps.DefenderCards: _cards(2),
    steps.ReactionCards: _cards(3),
    steps.ChooseLosses: _losses,
    steps.Agreement: _agree,
    steps.GermanyChoosesLosses: lambda player, sight, step, position: aftermath.choose_their_losses(
        sight, options_of(position)
    ),
    steps.SaveLost: _rescue,
    steps.LeaveBySea: _sea,
    steps.Withdrawal: _retreat,
    steps.GermanyChoosesRetreat: lambda player, sight, step, position: aftermath.choose_their_retreat(
        sight, options_of(position)
    ),
    steps.FirstAllies: lambda player, sight, step, position: reinforcement.choose_first_landing(
        sight, options_of(position)
    ),
    steps.Exchange: lambda player, sight, step, position: reinforcement.choose_reinforcements(sight),
    steps.ConvoyAnswer: lambda player, sight, step, position: reactions.choose_torpedo(sight, options_of(position)),
    steps.ForcedDiscard: lambda player, sight, step, position: reinforcement.choose_discard(
        sight, options_of(position)
    ),
    steps.AlliedWithdrawal: lambda player, sight, step, position: aftermath.choose_withdrawal(
        sight, options_of(position)
    ),
    **ADVANCED,
}
