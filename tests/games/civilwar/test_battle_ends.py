"""When a battle is over: after its last turn, or when nobody at all is left; not when one side is gone."""

from __future__ import annotations

import pytest

from civilwar_table import field_of, foot, table_for, with_unit
from feltherre.core.catalogue import render
from feltherre.core.state import Result
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.state import LOST
from feltherre.games.civilwar.steps import BookKeeping, NewTurn


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
