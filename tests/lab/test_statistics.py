"""Intervals against figures known from elsewhere, and the totals of a small series."""

import pytest

from feltherre.lab.runner import Played
from feltherre.lab.statistics import mean_of, totals, wilson


@pytest.mark.parametrize(
    ("successes", "games", "low", "high"),
    [  # Newcombe, Statistics in Medicine 17 (1998), table I, score method without continuity correction
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
    ],
)
def test_wilson_interval(successes: int, games: int, low: float, high: float) -> None:
    assert wilson(successes, games) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(("successes", "games"), [(1, 0), (0, 0), (3, 2), (-1, 5)])
def test_no_interval_without_games(successes: int, games: int) -> None:
    with pytest.raises(ValueError):
        wilson(successes, games)


def test_mean_with_its_interval() -> None:
    found = mean_of([2, 4, 4, 4, 5, 5, 7, 9])
    assert found is not None
    assert found.interval is not None
    # standard deviation 2.138, of the mean 0.7559
    assert found.mean == 5
    assert found.interval == pytest.approx((5 - 1.96 * 0.75593, 5 + 1.96 * 0.75593), abs=1e-3)
    alone = mean_of([3])
    assert alone is not None
    assert (alone.mean, alone.interval) == (3.0, None)
    assert mean_of([]) is None


def game(number: int, winner: str | None, degree: str | None, score: int | None, turns: int) -> Played:
    return Played(number, winner, degree, score, turns, 10 * turns, 0.5)


def test_totals_by_winner_and_degree() -> None:
    found = totals(
        [
            game(1, "germany", "clear", 6, 20),
            game(2, "norway+allies", "narrow", 4, 22),
            game(3, "germany", "narrow", 5, 24),
            game(4, None, None, None, 30),
        ]
    )
    assert (found.games, found.unfinished) == (4, 1)
    assert list(found.winners) == ["germany", "norway+allies"]
    assert (found.winners["germany"].games, found.winners["germany"].share) == (2, 0.5)
    assert found.winners["germany"].interval == wilson(2, 4)
    assert {name: share.games for name, share in found.degrees.items()} == {
        "germany clear": 1,
        "germany narrow": 1,
        "norway+allies narrow": 1,
    }
    assert found.score is not None
    assert found.score.mean == 5
    assert found.turns is not None
    assert found.turns.mean == 22, "an unfinished game says nothing of how long games are"
    assert found.actions is not None
    assert found.actions.mean == 240
    assert found.seconds == 2.0
