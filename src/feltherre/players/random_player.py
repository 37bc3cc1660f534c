"""The player that answers at random, in every game."""

from __future__ import annotations

from feltherre.core.text import say
from feltherre.players.player import Chosen, Position


class RandomPlayer:
    """Any legal answer, drawn from the whole space."""

    name = "random"

    def choose(self, position: Position) -> Chosen:
        return Chosen(position.decision.space.sample(position.rng), say("core.why.random"))
