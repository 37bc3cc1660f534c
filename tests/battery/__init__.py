"""The shared battery: what every registered game must pass. A new game gets it for free.

It also runs over Lanterns, the tiny game of the tests, so that it is not made to measure for one game.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, wraps
from random import Random
from typing import Any, TypeVar, cast

import pytest
from hypothesis import settings
from msgspec import Struct

from battery.tiny import small_games_installed
from feltherre.core import engine, registry, space
from feltherre.core.game import Seat, Setup
from feltherre.core.match import Match

#: a game at random that takes more actions than this never ends
MOST_ACTIONS = 20_000
#: outside the full numbers a version of the rules that is not the usual one is played with one seed of so many, and a
#: game that takes many actions too
SHARE_OF_VARIANTS = 5
SHARE_OF_LONG_GAMES = 10
MANY_ACTIONS = 250
#: a game whose answers are whole turns has a share of the full numbers too (`tools/battles.py` plays many of its games)
SHARE_OF_WHOLE_TURNS = 10

#: how much the running test has tried, by what it is; conftest.py hands it to the report of the test
TRIED: Counter[str] = Counter()


class Way(Struct, frozen=True):
    """One way to play a game: a seating, and the options that choose a version of the rules, none for the usual one."""

    game: str
    seating: int
    options: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """`norway-0`, `norway-advanced-0`, `winterwar-by-die-and-more-0`"""
        values = [value for _, value in self.options]
        chosen = values if len(values) < 2 else (values[0], "and-more")
        return "-".join((self.game, *chosen, str(self.seating)))


def ways() -> list[Way]:
    """Every version and every seating of every registered game, and of the small games."""
    with small_games_installed():
        return [
            Way(game.id, seating, tuple(options.items()))
            for game in map(registry.get_game, registry.game_ids())
            for options in game.variants()
            for seating in range(len(game.seatings()))
        ]


def in_every_way() -> pytest.MarkDecorator:
    """The mark of a test that is run in every way; its parameter is `way`."""
    return pytest.mark.parametrize("way", ways(), ids=lambda way: way.name)


def is_full() -> bool:
    return settings.get_current_profile_name() == "full"


def examples(sample: int, full: int) -> settings:
    """How many examples hypothesis tries: the sample of `make test`, or the full number of `make test-all`."""
    return settings(max_examples=full if is_full() else sample)


Test = TypeVar("Test", bound=Callable[..., None])


def fewer_in_the_sample(test: Test) -> Test:
    """Below `given`: of long games, and of other versions than the usual one, only a share of the examples is tried in
    the sample; of whole turns also in the full numbers."""

    @wraps(test)
    def tried_or_not(way: Way, seed: int, **more: Any) -> None:
        if seed % share_of(way) == 0:
            test(way=way, seed=seed, **more)

    return cast(Test, tried_or_not)


def share_of(way: Way) -> int:
    """Of so many examples one is tried."""
    if is_full():
        return SHARE_OF_WHOLE_TURNS if registry.get_game(way.game).whole_turns else 1
    share = SHARE_OF_VARIANTS if way.options else 1
    return share * SHARE_OF_LONG_GAMES if is_long(way.game) else share


@cache
def is_long(game: str) -> bool:
    """Whether the game takes many actions when it is played at random, or each of its actions is a whole turn."""
    if registry.get_game(game).whole_turns:
        return True
    match, rng = new_match(Way(game, 0), 1), Random(1)
    actions = 0
    while not match.over and actions <= MANY_ACTIONS:
        decision = next_asked(match, rng)
        match.act(match.seat_of(decision.role).name, decision.role, decision.id, decision.space.sample(rng))
        actions += 1
    return actions > MANY_ACTIONS


def tried(what: str, number: int = 1) -> None:
    """Note that so much of something has been tried and was right."""
    TRIED[what] += number


def setup_of(way: Way, **more: Any) -> Setup:
    options = dict(way.options)
    roles = registry.get_game(way.game).seatings(Setup((), options))[way.seating]
    return Setup(tuple(Seat("+".join(held), held) for held in roles), options, **more)


def key(seed: int) -> bytes:
    return seed.to_bytes(32, "big")


def new_match(way: Way, seed: int, **more: Any) -> Match[Any]:
    return Match(registry.get_game(way.game), setup_of(way, **more), key=key(seed), contributions=("battery",))


def next_asked(match: Match[Any], rng: Random) -> space.Decision[Any]:
    """One of the open decisions that nobody has answered yet."""
    answered = {sealed.role for sealed in match.state.sealed}
    return rng.choice([decision for decision in match.decisions() if decision.role not in answered])


def play_on(match: Match[Any], rng: Random, most: int = MOST_ACTIONS) -> Iterator[tuple[space.Decision[Any], Any]]:
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


def in_progress(way: Way, seed: int, actions: int) -> Match[Any]:
    """A match after so many random actions, or fewer where it would be over by then."""
    match = somewhere(new_match(way, seed), Random(seed), actions)
    if match.over:
        acts = len(match.lines) - 1
        match = somewhere(new_match(way, seed), Random(seed), actions % acts)
    return match


def decision_of(match: Match[Any], role: str) -> space.Decision[Any]:
    return next(decision for decision in engine.open_decisions(match.game, match.state) if decision.role == role)
