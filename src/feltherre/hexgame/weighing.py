"""How players weigh hexes: what a counter is good for in one, as named parts that add up; what the enemy can do to
those who stand there; what lies ahead of a march."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NamedTuple, Protocol

from feltherre.hexgame.distances import FAR
from feltherre.hexgame.field import Threat
from feltherre.hexgame.results import Odds
from feltherre.hexgame.theatre import S

#: name of a part -> points
Parts = dict[str, float]


class Scores(Protocol):
    """How a side weighs hexes."""

    def parts(self, unit: int, hex_: int) -> Parts: ...

    def taken(self, unit: int, hex_: int) -> None:
        """A counter has been sent there (or stays)."""


def total(scores: Scores, unit: int, hex_: int) -> float:
    return sum(scores.parts(unit, hex_).values())


def best_part(scores: Scores, unit: int, here: int, hex_: int) -> str:
    """The part that gains most when a counter goes there: the reason that is told."""
    before, after = scores.parts(unit, here), scores.parts(unit, hex_)
    gains = {name: after.get(name, 0.0) - before.get(name, 0.0) for name in {**before, **after}}
    return max(gains, key=lambda name: gains[name])


class Blow(NamedTuple):
    """An attack that some defenders of a hex must reckon with."""

    odds: Odds
    attack: int
    defence: int
    modifier: int


class Danger(Generic[S]):
    """What the enemy can do to a stack in his next player turn. `blow`: his attack on a hex that these hold; `costs`:
    of the losses they can take; `faces`: how many destroy them."""

    def __init__(
        self,
        threat: Threat[S],
        blow: Callable[[int, list[int]], Blow],
        costs: Callable[[list[int]], Sequence[float]],
        faces: Callable[[list[int]], int],
    ) -> None:
        self.threat = threat
        self._blow = blow
        self._costs = costs
        self._faces = faces

    def lost(self, hex_: int, stack: list[int]) -> float:
        """How likely the enemy is in a hex after his turn, if these hold it."""
        if not stack:
            return 1.0 if self.threat.comes_near(hex_) else 0.0
        if not self.threat.attack(hex_):
            return 0.0
        odds, *blow = self._blow(hex_, stack)
        return odds.driven_out(*blow, self._faces(stack))

    def cost(self, hex_: int, stack: list[int]) -> float:
        """What the stack loses on average."""
        if not stack or not self.threat.attack(hex_):
            return 0.0
        odds, *blow = self._blow(hex_, stack)
        costs = self._costs(stack)
        return odds.losses(*blow, len(costs)) * sum(costs) / len(costs)

    def others(self, unit: int, hex_: int) -> list[int]:
        """Those of the counter's side in a hex, without it."""
        field = self.threat.field
        return [other for other in field.stack(field.theatre.counters.side[unit], hex_) if other != unit]


class Goals:
    """Places to march to, each with a force that it needs. What is left of its value falls with those who have been
    sent there, and with the way to it.

    `values`: place -> its value; `shares`: place -> by hex, how much of it counts there; `needs`: place -> strength.
    """

    def __init__(
        self, values: Mapping[int, float], shares: Mapping[int, Sequence[float]], needs: Mapping[int, float]
    ) -> None:
        self.values = values
        self.shares = shares
        self.needs = needs
        self._sent = dict.fromkeys(values, 0.0)
        self._left = dict(values)

    def pull(self, hex_: int) -> dict[int, float]:
        """place -> what is to be had there from a hex."""
        left = self._left
        return {goal: left[goal] * share[hex_] for goal, share in self.shares.items() if share[hex_]}

    def send(self, hex_: int, strength: float) -> None:
        """Somebody in a hex counts for the goal that draws most there."""
        pull = self.pull(hex_)
        if pull:
            goal = max(pull, key=lambda goal: pull[goal])
            self._sent[goal] += strength
            self._left[goal] = self.values[goal] / (1 + self._sent[goal] / self.needs[goal])


def shares(ways: Sequence[float], fading: Callable[[float], float]) -> list[float]:
    """By hex, how much of something counts there that is so far away. `fading`: what is left of it over a distance."""
    return [fading(way) if way < FAR else 0.0 for way in ways]
