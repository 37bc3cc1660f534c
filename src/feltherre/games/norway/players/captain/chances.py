"""The curves and tables of the scales: how weight falls with distance, and the chances of the next attack."""

from __future__ import annotations

from functools import lru_cache
from math import exp

from feltherre.games.norway.players.captain.distances import distances
from feltherre.games.norway.players.captain.weights import Weights
from feltherre.games.norway.players.odds import win_chance

#: dice of battalions end here (4.2-dice-2)
COUNTING = 5
#: cards that a side is reckoned to add in a battle to come
CARD_DICE = 1
#: dice of a good German hand in attack, and what the others' two hands add in defence
GOOD_HAND, GOOD_DEFENCE = 4, 3
#: battalions for which chances of the next attack are kept
MOST = 9

#: the curve of a balance of battalions, in steps, as far as it is not quite flat
REACH_OF_CURVE, STEPS_OF_CURVE = 24, 16

Table = tuple[tuple[float, ...], ...]


def falls(attackers: int, garrison: int) -> float:
    """Chance that a city falls to the attackers next to it."""
    if not attackers or not garrison:
        return float(attackers > 0)
    return win_chance(min(attackers, COUNTING) + CARD_DICE, min(garrison, COUNTING) + CARD_DICE)


def taken(attackers: int, defenders: int) -> float:
    """Chance that Germans with a good hand take a city."""
    if not attackers or not defenders:
        return float(attackers > 0)
    return win_chance(min(attackers, COUNTING) + GOOD_HAND, min(defenders, COUNTING) + GOOD_DEFENCE)


@lru_cache(maxsize=1)
def tables() -> tuple[Table, Table]:
    """`falls` and `taken` for all numbers of battalions, made when they are first needed."""
    numbers = range(MOST + 1)
    return (
        tuple(tuple(falls(attackers, garrison) for garrison in numbers) for attackers in numbers),
        tuple(tuple(taken(attackers, defenders) for defenders in numbers) for attackers in numbers),
    )


def chance_of(balance: float, weights: Weights) -> float:
    """The chance to hold a city that a balance of battalions stands for."""
    return 1.0 / (1.0 + exp(-balance / (weights.scale if balance > 0 else weights.scale_behind)))


@lru_cache(maxsize=16)
def curve(weights: Weights) -> tuple[float, ...]:
    """`chance_of` in steps."""
    steps = range(2 * REACH_OF_CURVE * STEPS_OF_CURVE)
    return tuple(chance_of(step / STEPS_OF_CURVE - REACH_OF_CURVE, weights) for step in steps)


@lru_cache(maxsize=256)
def decay_table(half_turns: int, weights: Weights) -> tuple[float, ...]:
    """Weight of a battalion by its distance in tenths of a turn; it falls faster beyond the turns that are left."""
    turns = half_turns / 2
    return tuple(
        weights.around * weights.decay ** (d / 10) * min(1.0, (turns + 1.0) / (d / 10 + 0.001)) for d in range(400)
    )


@lru_cache(maxsize=2048)
def around_weights(in_the_way: tuple[int, ...], half_turns: int, weights: Weights) -> Table:
    """By area: the weight of a battalion there for each city; none for the city it is in."""
    table = decay_table(half_turns, weights)
    return tuple(tuple(table[int(d * 10)] if d else 0.0 for d in row) for row in distances(in_the_way))
