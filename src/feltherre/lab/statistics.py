"""What a series of games says, with 95 % intervals: shares by Wilson's formula, means by the normal approximation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import mean, stdev

from msgspec import Struct

from feltherre.lab.runner import Played

#: two-sided 95 % of the normal distribution
Z = 1.959963984540054
#: the winners of a game that nobody won
NOBODY = "nobody"


class Share(Struct, frozen=True):
    """How many of the games, and the interval for the true share."""

    games: int
    share: float
    interval: tuple[float, float]


class Mean(Struct, frozen=True):
    """A mean, and the interval for the true one (none from a single game)."""

    mean: float
    interval: tuple[float, float] | None


class Totals(Struct, frozen=True):
    games: int
    #: games that somebody ended early or that ran into the cap
    unfinished: int
    winners: dict[str, Share]
    #: "germany clear": winner and degree together
    degrees: dict[str, Share]
    score: Mean | None
    turns: Mean | None
    actions: Mean | None
    seconds: float


def wilson(successes: int, games: int, z: float = Z) -> tuple[float, float]:
    """Wilson's score interval for a share.

    >>> tuple(round(bound, 4) for bound in wilson(8, 10))
    (0.4902, 0.9433)
    """
    if not 0 <= successes <= games or not games:
        raise ValueError(f"{successes} of {games}")
    share = successes / games
    spread = 1 + z * z / games
    middle = (share + z * z / (2 * games)) / spread
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / spread
    # rounding must not push a bound past a share of nought or one
    return (max(0.0, middle - half) if successes else 0.0, min(1.0, middle + half) if successes < games else 1.0)


def mean_of(values: Sequence[int]) -> Mean | None:
    if not values:
        return None
    middle = mean(values)
    if len(values) == 1:
        return Mean(float(middle), None)
    half = Z * stdev(values) / sqrt(len(values))
    return Mean(float(middle), (middle - half, middle + half))


def totals(games: Sequence[Played]) -> Totals:
    finished = [game for game in games if game.degree is not None]
    return Totals(
        games=len(games),
        unfinished=len(games) - len(finished),
        winners=_shares((game.winner or NOBODY for game in finished), len(games)),
        degrees=_shares((f"{game.winner or NOBODY} {game.degree}" for game in finished), len(games)),
        score=mean_of([game.score for game in finished if game.score is not None]),
        turns=mean_of([game.turns for game in finished]),
        actions=mean_of([game.actions for game in games]),
        seconds=sum(game.seconds for game in games),
    )


def _shares(names: Iterable[str], games: int) -> dict[str, Share]:
    counted = sorted(Counter(names).items(), key=lambda item: (-item[1], item[0]))
    return {name: Share(count, count / games, wilson(count, games)) for name, count in counted}
