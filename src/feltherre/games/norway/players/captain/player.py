"""The captain: sound play by weighing the whole board, exact odds, and a plan for the turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import UnionType
from typing import Any

from feltherre.core.text import NO_REASON, say
from feltherre.games.norway import actions, steps
from feltherre.games.norway.april import actions as april_actions
from feltherre.games.norway.april import steps as april_steps
from feltherre.games.norway.battle import fought
from feltherre.games.norway.players.captain import april, battle, reactions, reinforcement, sailing, sea_battle
from feltherre.games.norway.players.captain.plan import Plan
from feltherre.games.norway.players.sight import Order, Sight
from feltherre.games.norway.sea import actions as sea_actions
from feltherre.games.norway.sea import steps as sea_steps
from feltherre.players.player import Chosen, Position

#: how the captain answers in a step
Answer = Callable[[Sight, Any], Order]


class CaptainPlayer:
    """Plays every country. It reads its seat's view and the step it is asked in, never the redealt hands."""

    name = "captain"

    def __init__(self) -> None:
        self.plan = Plan()
        self.answers: dict[type, Answer] = {
            **ANSWERS,
            steps.Movement: self.plan.next_order,
            steps.AttackerCards: using(actions.Play, self.attack_with_cards),
        }

    def choose(self, position: Position) -> Chosen:
        """Whatever the partner in a joint defence proposes is better than what Germany would choose, if it is still
        possible (R84)."""
        step = position.state.agenda[-1]
        if isinstance(step, steps.Agreement):
            if step.proposals and position.decision.space.contains(step.proposals[-1]):
                return Chosen(step.proposals[-1], say("norway.why.agree"))
            step = step.about
        answer = self.answers.get(type(step))
        if answer is None:  # real dice to be typed in: they fall as they fall
            return Chosen(position.decision.space.sample(position.rng), say("core.why.random"))
        return Chosen(*answer(Sight(position), step))

    def attack_with_cards(self, sight: Sight, step: steps.AttackerCards, options: Sequence[actions.Play]) -> Order:
        """The cards that the plan meant for the battle are cheap."""
        return battle.choose_cards(sight, step, options, self.plan.meant.get(fought(sight.state).area, ()))


def using(kind: type | UnionType, choose: Callable[[Sight, Any, list[Any]], Order]) -> Answer:
    """Choose among the uses of a card, and pass where there is none."""

    def answer(sight: Sight, step: Any) -> Order:
        options = sight.options(kind)
        return choose(sight, step, options) if options else (actions.Pass(), say("norway.why.no-card"))

    return answer


def always(why: str) -> Callable[[Sight, Any, list[Any]], Order]:
    """A card that is used whenever it can be: more ships, and the crew of a sunk one ashore."""
    return lambda sight, step, options: (options[0], say(why))


def country_to_take(sight: Sight, step: steps.ChooseCountry) -> Order:
    """The country of the place where one sits, if it is free, else the first (3-2)."""
    found = sight.options()
    own = [action for action in found if action.country == sight.position.decision.role]
    return (own or found)[0], NO_REASON


ANSWERS: dict[type, Answer] = {
    steps.ChooseCountry: country_to_take,
    # in others' turns
    steps.DropAnswer: using(actions.Divert, reactions.choose_divert),
    steps.FlightAnswer: using(actions.StopFlight, reactions.choose_stop_flight),
    steps.Sabotage: reactions.choose_sabotage,
    steps.SabotageAnswer: using(actions.Engineers, reactions.choose_engineers),
    steps.ConvoyAnswer: using(actions.Torpedo, reactions.choose_torpedo),
    # 4.2
    steps.ChooseBattle: battle.choose_battle,
    steps.DefenderCards: using(actions.Play, battle.choose_cards),
    steps.ReactionCards: using(actions.Play, battle.choose_cards),
    steps.ChooseLosses: battle.choose_losses,
    steps.GermanyChoosesLosses: battle.choose_losses,
    steps.SaveLost: battle.choose_rescue,
    steps.LeaveBySea: using(actions.SeaWithdraw, battle.choose_sea_withdrawal),
    steps.Withdrawal: battle.choose_retreat,
    steps.GermanyChoosesRetreat: battle.choose_retreat,
    steps.AlliedWithdrawal: battle.choose_withdrawal,
    # 4.3 and 4.4
    steps.FirstAllies: reinforcement.choose_first_landing,
    steps.Exchange: reinforcement.choose_reinforcements,
    steps.ForcedDiscard: reinforcement.choose_discard,
    # 7.0
    april_steps.ChooseCards: april.choose_hand,
    april_steps.DrawShips: using(april_actions.CallShips, always("norway.why.april.call-ships")),
    april_steps.DeployNorway: april.deploy_norway,
    april_steps.DeployShips: april.deploy_ships,
    april_steps.Reconnaissance: using(april_actions.Reconnoitre, april.choose_reconnaissance),
    april_steps.MisleadingManoeuvre: april.choose_manoeuvre,
    april_steps.Redeployment: april.choose_redeployment,
    # 7.1 to 7.3
    april_steps.AprilDrops: using(actions.Drop, april.choose_drop),
    april_steps.AprilDropAnswer: using(actions.Divert, reactions.choose_divert),
    april_steps.EvacuatedSailors: using(april_actions.RescueSailors, always("norway.why.april.sailors")),
    april_steps.Raiding: april.choose_raid,
    april_steps.Landing: april.choose_landing,
    april_steps.LandElsewhere: april.choose_landing,
    april_steps.LandingPlan: using(april_actions.LayMines | april_actions.FireFort, april.choose_defence),
    april_steps.Bluff: using(april_actions.BluffAndThreaten, april.choose_bluff),
    april_steps.Mobilisation: april.choose_mobilisation,
    # 8.1
    sea_steps.SeaMovement: sailing.choose_sailing,
    sea_steps.InterceptionChoice: sea_battle.choose_interception,
    sea_steps.SmokeScreen: using(sea_actions.HideInSmoke, sea_battle.choose_smoke),
    # 8.2
    sea_steps.JoinBattle: sea_battle.choose_join,
    sea_steps.ChooseSeaBattle: sea_battle.choose_sea_battle,
    sea_steps.SeaAttackerCards: using(actions.Play, sea_battle.choose_sea_cards),
    sea_steps.SeaDefenderCards: using(actions.Play, sea_battle.choose_sea_cards),
    sea_steps.SeaReactionCards: using(actions.Play, sea_battle.choose_sea_cards),
    sea_steps.ChooseFlight: sea_battle.choose_flight,
    sea_steps.ShipsWithdrawal: sea_battle.choose_ships_withdrawal,
}
