"""The captain: a plan for each movement phase, exact odds in combat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from feltherre.core.text import say
from feltherre.games.winterwar import steps
from feltherre.games.winterwar.players.captain import after_combat, content, deployment, entry, outlook, plan, weights
from feltherre.games.winterwar.players.field import Field
from feltherre.games.winterwar.players.fighting import choose_combat
from feltherre.games.winterwar.players.greedy import player as greedy
from feltherre.games.winterwar.state import WinterWarState
from feltherre.players.player import Chosen, Position


class CaptainPlayer:
    """Plays both sides."""

    name = "captain"

    def __init__(self) -> None:
        #: the plan under way: what is to be done in which position
        self.orders: content.Orders = {}

    def choose(self, position: Position) -> Chosen:
        state, step = position.state, position.state.agenda[-1]
        if isinstance(step, steps.Movement | steps.Setup):
            return Chosen(*self._next_order(state, step))
        answer = ANSWERS.get(type(step))
        if answer is None:  # real dice to be typed in: they fall as they fall
            return Chosen(position.decision.space.sample(position.rng), say("core.why.random"))
        return Chosen(*answer(position, state, step))

    def _next_order(self, state: WinterWarState, step: steps.Movement | steps.Setup) -> content.Order:
        """From the plan; if the game has gone another way than expected, from a new one."""
        order = self.orders.get(content.content(state))
        if order is None:
            copy = state.clone()
            made = plan.Planning(copy) if isinstance(step, steps.Movement) else deployment.Deploying(copy, step.side)
            self.orders = made.orders
            order = self.orders[content.content(state)]
        return order


def _fight(position: Position, state: WinterWarState, step: steps.CombatPhase) -> content.Order:
    return choose_combat(position, state, weights.WORTH_ATTACKING, outlook.hex_worth(Field(state), state.side))


ANSWERS: dict[type, Callable[[Position, WinterWarState, Any], content.Order]] = {
    **greedy.ANSWERS,
    steps.CombatPhase: _fight,
    steps.Reinforcement: entry.choose_entry,
    steps.Advancing: after_combat.choose_advance,
    steps.Retreating: after_combat.choose_retreat,
}
