"""The four scenarios between random players, and when a battle is over. tools/battles.py plays many more."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battery import examples, play_on
from civilwar_table import field_of, foot, table_for, with_unit
from civilwar_turns import SEATS
from feltherre.core.catalogue import render
from feltherre.core.game import Setup
from feltherre.core.match import Match
from feltherre.core.replay import states_by_line, verify
from feltherre.core.state import Result, state_hash
from feltherre.core.story import story
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.state import LOST, CivilWarState
from feltherre.games.civilwar.steps import BookKeeping, NewTurn

SEEDS = st.integers(0, 2**32)
TUTORIAL = "hokes-run"


def played(scenario: str, seed: int) -> Match[CivilWarState]:
    match: Match[CivilWarState] = Match(GAME, Setup(SEATS, scenario=scenario), key=seed.to_bytes(32, "big"))
    for decision, action in play_on(match, Random(seed)):
        assert decision.space.contains(action)
        assert not GAME.invariants(match.state)
    assert match.over
    assert not GAME.invariants(match.state)
    match.end()
    return match


def check(match: Match[CivilWarState]) -> None:
    checked = verify(match.data())
    assert checked.finished
    assert checked.dice_checked
    assert checked.states_checked
    assert checked.result == match.state.result
    again = states_by_line(GAME, match.lines)
    assert state_hash(again[len(match.lines) - 1]) == state_hash(match.state)


@examples(sample=1, full=100)
@given(seed=SEEDS)
def test_random_games_of_the_tutorial(seed: int) -> None:
    check(played(TUTORIAL, seed))


@pytest.mark.full
@pytest.mark.parametrize("scenario", [name for name in GAME.scenarios if name != TUTORIAL])
@examples(sample=1, full=5)
@given(seed=SEEDS)
def test_random_games_of_the_battles(scenario: str, seed: int) -> None:
    check(played(scenario, seed))


def test_the_story_tells_every_march_and_lengths_only_to_its_own_side() -> None:
    match = played(TUTORIAL, 3)
    umpire, union = list(story(match)), list(story(match, "union"))
    lengths = [line for line in umpire if " cm and faces " in line]
    assert len(lengths) > 10
    assert {"only to Union" in line for line in lengths} == {True, False}
    own = {"1st Wisconsin", "11th Pennsylvania", "Perkins' section", "2nd US Cavalry"}
    told = [line for line in union if " cm and faces " in line]
    assert told
    assert all(any(name in line for name in own) for line in told)


# over: after the last turn, or when nobody at all is left; not when one side is gone


@pytest.mark.parametrize(
    ("turn", "lost", "over"),
    [(5, (), False), (5, ("b",), False), (5, ("a", "b"), True), (20, (), True)],
    ids=["nobody lost", "one side lost", "both sides lost", "last turn"],
)
def test_a_side_that_is_left_alone_goes_on_with_its_task(turn: int, lost: tuple[str, ...], over: bool) -> None:
    """What is judged at a later turn, or at the end, is still to be done or to be missed."""
    state = field_of(foot("a", 0, 50, 30), foot("b", 1, 50, 90), turn=turn)
    for name in lost:
        with_unit(state, name, where=LOST, figures=0)
    table = table_for(state, GAME)
    GAME.all_steps[BookKeeping].proceed(table, BookKeeping())
    assert (state.phase == "over") == over
    assert any(isinstance(step, NewTurn) for step in state.agenda) != over


@pytest.mark.parametrize(
    ("score", "reason", "told"),
    [
        (3, "points", "Union is 3 points ahead"),
        (-1, "points", "Confederacy is 1 point ahead"),
        (0, "points", "both sides have the same points"),
        (-1, "resigned", None),
    ],
)
def test_a_score_says_who_is_ahead(score: int, reason: str, told: str | None) -> None:
    text = GAME.tell_score(Result(("confederate",), "victory", score, reason))
    assert (text and render(text, "en")) == told
