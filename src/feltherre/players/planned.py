"""A player with an answer for each step that asks; where it makes a plan, it follows it order by order as long as the
game goes as expected.

A plan is kept by what the state contains, so that a player who is asked in any other position makes a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from random import Random
from typing import Any, ClassVar

from feltherre.core.space import OneOf
from feltherre.core.state import Step
from feltherre.core.text import Text, say
from feltherre.players.player import Chosen, Position

#: an answer, and why
Order = tuple[Any, Text]
#: what is to be done in which position
Orders = dict[Hashable, Order]
Answer = Callable[[Position, Any, Any], Order]


class PlannedPlayer:
    """`answers`: by the step that asks, from a position, its state and the step; `plans`: all that is to be done in a
    step, made on a copy of the state that is the plan's own, with the position's chance; `content`: what a plan depends
    on."""

    name: ClassVar[str]
    answers: ClassVar[Mapping[type[Step], Answer]]
    plans: ClassVar[Mapping[type[Step], Callable[[Any, Any, Random], Orders]]] = {}
    content: ClassVar[Callable[[Any], Hashable]]

    def __init__(self) -> None:
        self.orders: Orders = {}

    def choose(self, position: Position) -> Chosen:
        state, step = position.state, position.state.agenda[-1]
        kind, order = type(step), None
        if kind in self.plans:
            order = self._next_order(state, step, position.rng)
        elif kind in self.answers:
            order = self.answers[kind](position, state, step)
        if order is None or not position.decision.space.contains(order[0]):
            return otherwise(position)
        return Chosen(*order)

    def _next_order(self, state: Any, step: Step, rng: Random) -> Order | None:
        """From the plan; if the game has gone another way than expected, from a new one."""
        content = type(self).content(state)
        if content not in self.orders:
            self.orders = self.plans[type(step)](state.clone(), step, rng)
        return self.orders.get(content)


def offers(position: Position, kind: str) -> bool:
    """Whether an answer of this kind can be given."""
    space = position.decision.space
    return isinstance(space, OneOf) and kind in space.branches


def otherwise(position: Position) -> Chosen:
    """What no player of the game has thought of, such as real dice to be typed in: they fall as they fall."""
    return Chosen(position.decision.space.sample(position.rng), say("core.why.random"))
