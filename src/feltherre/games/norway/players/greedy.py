"""What the greedy player goes by in Norway: the captain's scales, without its plans.

On them lie the battalions, the battles laid on by their odds, the ships and what they let ashore, and the cards kept.
"""

from __future__ import annotations

from collections.abc import Callable

from feltherre.core.text import NO_REASON
from feltherre.games.norway import steps, view
from feltherre.games.norway.countries import ALLIES, GERMANY
from feltherre.games.norway.players import engagement
from feltherre.games.norway.players.captain import battle as battles
from feltherre.games.norway.players.captain import reactions, sailing, stakes
from feltherre.games.norway.players.captain.scales import better, scales_for
from feltherre.games.norway.players.odds import NO_DICE
from feltherre.games.norway.players.sight import Sight
from feltherre.games.norway.sea import ships
from feltherre.games.norway.state import NorwayState, attacked_areas
from feltherre.players.greedy import GreedyPlayer
from feltherre.players.player import Chosen, Position

#: steps before which a position is looked at: a battle has exact odds, and a phase that begins is another matter
BEFORE = (steps.Phase, steps.BattleDice)
#: what is lost by not agreeing with a partner, who would go on asking (R84)
AT_ODDS = 1.0


def scorer(position: Position) -> Callable[[NorwayState], float]:
    """How well the country that is asked stands in a state that has come of its position, by its seat's view of it."""
    sight = Sight(position)
    prices = stakes.Prices(sight, scales_for(sight))
    outlook = None if sight.waters is None else sailing.Outlook(sight)
    answered = isinstance(position.state.agenda[-1], steps.ReactionCards)

    def score(state: NorwayState) -> float:
        seen = view.view(state, position.roles)
        after = Sight(Position(position.game, state, position.roles, position.decision, seen, position.rng))
        value = better(sight.country, german_score(state, after, answered), 0.0)
        if outlook is not None:
            value += better(sight.country, at_sea(after, outlook), 0.0) * prices.battalion
        if any(isinstance(step, steps.Agreement) and step.proposals for step in state.agenda[-1:]):
            value -= AT_ODDS
        return value + sum(prices.keeping(card) for card in after.cards())

    return score


def german_score(state: NorwayState, after: Sight, answered: bool) -> float:
    """The score of the board for Germany, with every battle laid on at its value; `answered`: the defenders' cards of
    the one being fought lie on the table."""
    if state.result is not None:
        return 0.0 if "germany" in state.result.winners else stakes.LOST
    scales = scales_for(after)
    value = before = scales.score()
    for area in attacked_areas(state):
        staked, battle = stakes.stakes_of(after, scales, area), after.view.battle
        if battle is None or battle.area != area:
            value += reactions.battle_value(after, scales, staked) - before
            continue
        added = NO_DICE if answered or after.country != after.in_turn else staked.defenders_cards()
        prospect = battles.prospect_with(staked, battle, added)
        won = battles.attacker_won(state)
        value += (prospect.value if won is None else prospect.won if won else prospect.lost) - before
    return value


def at_sea(after: Sight, outlook: sailing.Outlook) -> float:
    """How the ships stand for Germany, in battalions: what they let ashore, who is sunk, the battle being fought."""
    waters = after.sea
    german, _, allied = waters.numbers
    value = outlook.value(german, allied, waters.coast_defence)
    for country in range(3):
        value -= better(country, engagement.PLAIN.squadron(waters.at(country, ships.SUNK)).worth, 0.0)
    battle = waters.view.battle
    if battle is not None:
        attackers, defenders = engagement.PLAIN.squadron(battle.attackers), engagement.PLAIN.squadron(battle.defenders)
        attacker = GERMANY if after.in_turn == GERMANY else ALLIES
        value += better(attacker, engagement.battle_value(attackers, defenders), 0.0)
    return value


class NorwegianGreedy(GreedyPlayer):
    """Greedy in Norway; the country that is offered first is as good as another (3-2)."""

    def choose(self, position: Position) -> Chosen:
        if isinstance(position.state.agenda[-1], steps.ChooseCountry):
            return Chosen(next(position.decision.space.candidates()), NO_REASON)
        return super().choose(position)


def greedy() -> GreedyPlayer:
    return NorwegianGreedy(scorer, BEFORE)
