"""What fire at sea does on average, reckoned exactly (8.2, steps 4 and 5), and what interception finds (8.1-int-3).

A gun is a ship as far as its fire goes: the chance that its die sinks, and that it chases. A ship that nobody has seen
has the mean gun of those it may be.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb

from feltherre.games.norway.sea import ships

#: (chance to sink, chance to chase)
Gun = tuple[float, float]

GUNS: tuple[Gun, ...] = tuple(
    (len(sinks) / 6, len(chases) / 6) for sinks, chases in zip(ships.SINKS_ON, ships.CHASES_ON, strict=True)
)


def guns_of(some: Iterable[int]) -> tuple[Gun, ...]:
    return tuple(sorted((GUNS[ship] for ship in some), reverse=True))


def mean_gun(some: Sequence[int]) -> Gun:
    """The gun of a ship that is one of several."""
    number = max(1, len(some))
    return sum(GUNS[ship][0] for ship in some) / number, sum(GUNS[ship][1] for ship in some) / number


@lru_cache(maxsize=65536)
def fire(guns: tuple[Gun, ...], targets: int) -> tuple[float, float]:
    """Ships sunk and chased on average when these fire at so many: each is struck once (8.2-seq-4, R48)."""
    #: chance that so many ships have not been struck yet
    left = [0.0] * targets + [1.0]
    sunk = chased = 0.0
    for sinks, chases in guns:
        some_left = 1.0 - left[0]
        sunk += sinks * some_left
        chased += chases * some_left
        hit = sinks + chases
        after = [(chance * (1 - hit) if number else chance) for number, chance in enumerate(left)]
        for number in range(targets):
            after[number] += left[number + 1] * hit
        left = after
    return sunk, chased


@lru_cache(maxsize=1024)
def caught(number: int, chance: float) -> tuple[float, ...]:
    """Chances that none, one, two... of so many cards are found (8.1-int-3)."""
    return tuple(comb(number, k) * chance**k * (1 - chance) ** (number - k) for k in range(number + 1))
