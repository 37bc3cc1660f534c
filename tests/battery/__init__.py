"""The shared battery: what every registered game must pass. A new game gets it for free.

It also runs over Lanterns, the tiny game of the tests, so that it is not made to measure for one game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import settings

from battery.tiny import lanterns_installed
from feltherre.core.engine import open_decisions
from feltherre.core.game import Game, Seat, Setup
from feltherre.core.match import Match
from feltherre.core.registry import game_ids, get_game
from feltherre.core.space import Decision

#: a game at random that takes more actions than this never ends
MOST_ACTIONS = 20_000


#: how much the running test has tried, by what it is; conftest.py hands it to the report of the test
TRIED: Counter[str] = Counter()


def seatings() -> list[tuple[str, int]]:
    """(game, number of a seating) for every registered game, and for Lanterns."""
    with lanterns_installed():
        return [(game, n) for game in game_ids() for n in range(len(get_game(game).seatings()))]


def examples(sample: int, full: int) -> settings:
    """How many examples hypothesis tries: the sample of `make test`, or the full number of `make test-all`."""
    return settings(max_examples=full if settings.get_current_profile_name() == "full" else sample)


def tried(what: str, number: int = 1) -> None:
    """Note that so much of something has been tried and was right."""
    TRIED[what] += number


def setup_of(game: Game[Any], seating: int = 0, **more: Any) -> Setup:
    roles = game.seatings()[seating]
    return Setup(tuple(Seat("+".join(held), held) for held in roles), **more)


def key(seed: int) -> bytes:
    return seed.to_bytes(32, "big")


def new_match(game_id: str, seating: int, seed: int, **more: Any) -> Match[Any]:
    game = get_game(game_id)
    return Match(game, setup_of(game, seating, **more), key=key(seed), contributions=("battery",))


def next_asked(match: Match[Any], rng: Random) -> Decision[Any]:
    """One of the open decisions that nobody has answered yet."""
    answered = {sealed.role for sealed in match.state.sealed}
    return rng.choice([decision for decision in match.decisions() if decision.role not in answered])


def play_on(match: Match[Any], rng: Random, most: int = MOST_ACTIONS) -> Iterator[tuple[Decision[Any], Any]]:
    """Play at random, yielding each (decision, action) BEFORE it is carried out."""
    for _ in range(most):
        if match.over:
            return
        decision = next_asked(match, rng)
        action = decision.space.sample(rng)
        yield decision, action
        match.act(match.seat_of(decision.role).name, decision.role, decision.id, action)


def somewhere(match: Match[Any], rng: Random, actions: int) -> Match[Any]:
    """The match after so many random actions (or at its end)."""
    for _ in play_on(match, rng, actions):
        pass
    return match


def in_progress(game_id: str, seating: int, seed: int, actions: int) -> Match[Any]:
    """A match after so many random actions, or fewer where it would be over by then."""
    match = somewhere(new_match(game_id, seating, seed), Random(seed), actions)
    if match.over:
        acts = len(match.lines) - 1
        match = somewhere(new_match(game_id, seating, seed), Random(seed), actions % acts)
    return match


def decision_of(match: Match[Any], role: str) -> Decision[Any]:
    return next(decision for decision in open_decisions(match.game, match.state) if decision.role == role)
