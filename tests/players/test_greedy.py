"""The greedy player of every game: the best position after one answer, looked at from its own seat."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from feltherre.core.match import Match
from feltherre.core.state import canonical
from feltherre.core.text import NO_REASON
from feltherre.players.greedy import MOST_ANSWERS, THROWS, GreedyPlayer
from feltherre.players.player import Chosen, Position, position_for
from tinygame import GAME
from tinygame.actions import Bid, Gust, LetBe, Light, Look, Rest
from tinygame.play import answer, hold, new_match
from tinygame.steps import Lighting, Lit
from tinygame.town import Town, hand, number, total


def amber_to_move(**more: Any) -> Match[Town]:
    """Nobody has bid anything, and Amber begins its turn."""
    match = new_match(**more)
    for role in GAME.roles:
        answer(match, role, Bid(0))
    return match


def choice(match: Match[Town], role: str, score: Callable[[Town], float], *before: type) -> Chosen:
    """What the player on the role's seat chooses that wants as much of this as possible."""
    return GreedyPlayer(lambda position: score, before).choose(position(match, role))


def position(match: Match[Town], role: str, seed: int = 1) -> Position:
    return position_for(GAME, match.state, (role,), role, Random(seed))


def oil(role: int, state: Town) -> float:
    return state.oil[role]


def lanterns(state: Town) -> float:
    return total(state, 0)


def test_it_takes_the_answer_after_which_it_stands_best() -> None:
    match = amber_to_move()
    assert choice(match, "amber", lambda state: state.oil[0]).action == Rest()
    assert isinstance(choice(match, "amber", lambda state: -state.oil[0]).action, Look)


def test_where_nothing_is_gained_it_does_nothing() -> None:
    assert choice(amber_to_move(), "amber", lambda state: 0.0).action == Rest()


def test_it_gives_no_reason_where_there_is_nothing_to_say_but_that_it_counted() -> None:
    assert choice(amber_to_move(), "amber", lanterns).why == NO_REASON


def test_a_throw_counts_by_its_mean_with_the_same_dice_for_all() -> None:
    """Each light is tried with every set of dice; a lantern that is lit only now and then is worth a part of one."""
    match, seen = amber_to_move(), []

    def score(state: Town) -> float:
        seen.append(lanterns(state))
        return seen[-1]

    chosen = choice(match, "amber", score)
    given = list(match.decisions()[0].space.candidates())
    # a look draws a card, and resting, looked at first, leaves nothing to chance
    assert len(seen) == 1 + THROWS * sum(isinstance(one, Light | Look) for one in given)
    assert isinstance(chosen.action, Light if any(seen) else Rest)


def test_a_step_named_is_not_carried_out() -> None:
    """The throw is not made: what comes of it the score must know."""
    waiting: list[bool] = []

    def score(state: Town) -> float:
        waiting.append(isinstance(state.agenda[-1], Lighting))
        assert not isinstance(state.agenda[-1], Lit)
        return 1.0 * waiting[-1]

    match = amber_to_move()
    assert isinstance(choice(match, "amber", score, Lighting).action, Light)
    assert any(waiting)


def test_nobody_reacts_to_the_answers_that_are_tried() -> None:
    """All others hold gusts, and none is blown."""
    match = amber_to_move()
    for role in ("blue", "coral"):
        hold(match, role, "gust")

    def score(state: Town) -> float:
        assert not state.discard
        return lanterns(state)

    choice(match, "amber", score)


def test_it_answers_in_a_window_and_beside_others() -> None:
    match = new_match()
    for role in GAME.roles:  # what the others bid is drawn; whoever wants oil bids none
        hold(match, role, "hush")
        assert choice(match, role, partial(oil, number(role))).action == Bid(0)
    match = amber_to_move()
    hold(match, "blue", "gust")
    answer(match, "amber", Light("gate"))
    assert choice(match, "blue", lambda state: len(hand(state, 1))).action == LetBe()
    assert choice(match, "blue", lambda state: -len(hand(state, 1))).action == Gust()


def test_of_very_many_answers_it_looks_at_some() -> None:
    match = new_match()
    state = match.state.clone()
    state.oil = [500, 4, 4]
    match.state = state
    looked: list[int] = []

    def score(state: Town) -> float:
        looked.append(state.oil[0])
        return state.oil[0]

    chosen = choice(match, "amber", score)
    assert len(looked) <= MOST_ANSWERS + 1
    assert chosen.action.oil == 500 - max(looked)


@pytest.mark.parametrize("seed", range(3))
def test_it_sees_no_more_than_its_seat(seed: int) -> None:
    """Every state that is scored comes of the redealt one: where another hand lay, the redealt hand lies."""
    match = amber_to_move()
    hold(match, "blue", "gust", "gust")
    given = position(match, "amber", seed)
    before = canonical(given.state)

    def score(state: Town) -> float:
        assert sorted(hand(state, 1)) == sorted(hand(given.state, 1))
        return 0.0

    GreedyPlayer(lambda position: score).choose(given)
    assert canonical(given.state) == before
