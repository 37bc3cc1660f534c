"""What a player means to do next, answer after answer: it plays on in a position of its own.

The position is redealt (player.py), so that nothing is foreseen that its seat does not know; and it goes no further
than to where something is thrown, drawn or shown, or somebody else is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, NoReturn

from feltherre.core import engine
from feltherre.core.table import Table
from feltherre.players.player import Chosen, Player, Position

#: so many answers are looked ahead at most
MOST_ANSWERS = 60

#: why a plan goes no further: chance decides next, somebody else is asked, the turn is over, or it has been long enough
Ends = Literal["chance", "others", "turn", "long"]


class Unknown(Exception):
    """Something would be thrown, drawn or mixed: nobody knows what comes of it."""


class NoChance:
    """A stream of dice and draws (core/dice.py) that gives none."""

    def dice(self, n: int) -> NoReturn:
        raise Unknown

    def positions(self, k: int, size: int) -> NoReturn:
        raise Unknown

    def mix(self, contribution: str) -> NoReturn:
        raise Unknown


class Ahead:
    """Goes through a player's next answers: each with the position in which it is given. `ends`, when all have been
    gone through: why there are no more."""

    def __init__(self, player: Player, position: Position, in_time: Callable[[], bool]) -> None:
        self.player = player
        self.position = position
        self.in_time = in_time
        self.ends: Ends = "long"

    def answers(self) -> Iterator[tuple[Position, Chosen]]:
        """The state of each position is its own until the next is asked for; then it has changed."""
        turn = self.position.game.turns(self.position.state)
        for _ in range(MOST_ANSWERS):
            position = self.position
            chosen = self.player.choose(position)
            yield position, chosen
            ends = self._go_on(chosen.action, turn)
            if ends is not None:
                self.ends = ends
                return
            if not self.in_time():
                return

    def _go_on(self, action: Any, turn: int) -> Ends | None:
        """Carry the answer out; why there is nothing more to ask of this role."""
        position = self.position
        game, state, role = position.game, position.state, position.decision.role
        table = Table(game, state, NoChance(), quiet=True)
        decisions = engine.open_decisions(game, state)
        if len(decisions) > 1:
            return "others"  # they are answered together
        try:
            decisions = engine.carry_out(table, decisions, role, action)
        except Unknown:
            return "chance"
        if table.barrier:
            return "chance"
        if game.turns(state) != turn:
            return "turn"
        if len(decisions) != 1 or decisions[0].role != role:
            return "others"
        view = game.view(state, position.roles)
        self.position = Position(game, state, position.roles, decisions[0], view, position.rng)
        return None
