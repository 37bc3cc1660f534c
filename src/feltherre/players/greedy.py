"""The greedy player, for every game that can say how well a role stands: of the answers that it looks at it takes the
one after which its role stands best, and thinks no further.

It sees what `player.position_for` gives: its own seat's view, and a state in which everything the seat does not know
has been dealt again. Each answer is carried out on a copy of that state, with dice of its own, and nobody reacts to it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from feltherre.core.dice import KEY_BYTES, KeyedStream
from feltherre.core.engine import carry_out, open_decisions
from feltherre.core.space import Space
from feltherre.core.state import Sealed, Step
from feltherre.core.table import Table
from feltherre.core.text import NO_REASON
from feltherre.players.player import Chosen, Position

#: how well the role that is asked stands in a state that has come of its position: more is better. What is the same
#: for all answers is reckoned once, before the first of them
Scorer = Callable[[Position], Callable[[Any], float]]

#: answers looked at in one decision, and throws over which an answer that throws is averaged
MOST_ANSWERS, THROWS = 8, 3
#: windows for reactions that are passed before a position is looked at
MOST_WINDOWS = 12
#: so much more is needed for another answer than the one that does nothing
LEAST = 1e-9


class GreedyPlayer:
    """The best position after one answer."""

    name = "greedy"

    def __init__(self, scorer: Scorer, before: tuple[type[Step], ...] = ()) -> None:
        """`before`: steps at which a position is looked at as it is, such as a throw of which the score knows the
        odds."""
        self.scorer = scorer
        self.before = before

    def choose(self, position: Position) -> Chosen:
        answers = answers_to_look_at(position.decision.space, position.rng)
        best = answers[0]
        if len(answers) > 1:
            outlook = Outlook(position, self.scorer(position), self.before)
            best_value = outlook.value(best) + LEAST
            for answer in answers[1:]:
                value = outlook.value(answer)
                if value > best_value:
                    best, best_value = answer, value
        return Chosen(best, NO_REASON)


def answers_to_look_at(space: Space[Any], rng: Random) -> list[Any]:
    """All answers where there are few, else some at random; before them the last, which does nothing where one can do
    so."""
    listed = list(space.candidates(MOST_ANSWERS + 1))
    if len(listed) > MOST_ANSWERS:
        listed = [space.sample(rng) for _ in range(MOST_ANSWERS)]
    return list(dict.fromkeys([space.last(), *listed]))


class Outlook:
    """A position from which answers are tried out."""

    def __init__(self, position: Position, score: Callable[[Any], float], before: tuple[type[Step], ...]) -> None:
        self.game, self.role = position.game, position.decision.role
        self.score = score
        self.before = before
        self.state = position.state.clone()
        self.decisions = open_decisions(self.game, self.state)
        # what others answer at the same moment is not known: something is drawn for those who have not answered
        sealed = {one.role for one in self.state.sealed}
        for decision in self.decisions if len(self.decisions) > 1 else ():
            if decision.role != self.role and decision.role not in sealed:
                self.state.sealed.append(Sealed(decision.role, decision.space.sample(position.rng)))
        #: the same dice for every answer, so that luck does not choose among them
        self.keys = [position.rng.randbytes(KEY_BYTES) for _ in range(THROWS)]

    def value(self, answer: Any) -> float:
        """How well the role stands after an answer, on average where it leads to a throw or a draw."""
        first, chance = self._after(answer, self.keys[0])
        if not chance:
            return first
        return (first + sum(self._after(answer, key)[0] for key in self.keys[1:])) / len(self.keys)

    def _after(self, answer: Any, key: bytes) -> tuple[float, bool]:
        """The score of one outcome, and whether chance had a part in it."""
        table = Table(self.game, self.state.clone(), KeyedStream(key), quiet=True)
        decisions = carry_out(table, self.decisions, self.role, answer, until=self.before)
        for _ in range(MOST_WINDOWS):
            if not decisions or not all(decision.reaction for decision in decisions):
                break
            for decision in decisions:
                following = carry_out(table, decisions, decision.role, decision.space.last(), until=self.before)
            decisions = following
        return self.score(table.state), bool(table.throws or table.draws)
