"""Order and grades of the troops (08.01, 08.02), and the years of the war."""

from __future__ import annotations

from typing import Any

import pytest

from civilwar_course import SETUP, begun
from feltherre.core.errors import BadInput
from feltherre.core.game import Setup
from feltherre.games.civilwar.field import is_pinned
from feltherre.games.civilwar.scenario import SCENARIOS, read_scenario, scenario_names
from feltherre.games.civilwar.standards import standard_grade


@pytest.mark.proves("08.02.2")
@pytest.mark.parametrize("name", scenario_names())
def test_everybody_begins_in_good_order(name: str) -> None:
    state = begun(Setup(SETUP.seats, scenario=name)).state
    assert {unit.order for unit in state.units} == {"OR"}
    assert not any(is_pinned(state, unit) for unit in state.units)


@pytest.mark.proves("08.01.1", "08.01.2", "08.01.3", "08.01.4", "08.01.5", "08.01.6")
@pytest.mark.parametrize(
    ("words", "grade"),
    [
        ("regular", 2),
        ("elite", 2),
        ("veteran", 1),
        ("well-trained", 1),
        ("experienced", 0),
        ("new", -1),
        ("shaken", -1),
    ],
)
def test_troops_have_the_grade_of_their_kind(words: str, grade: int) -> None:
    entry: dict[str, Any] = {"grade": words}
    assert standard_grade(entry, "units, a") == []
    assert entry["grade"] == grade


@pytest.mark.proves("08.01.1")
def test_no_other_grade_is_known() -> None:
    assert [one.where for one in standard_grade({"grade": "heroic"}, "units, a")] == ["units, a"]


@pytest.mark.proves("fw-2")
def test_a_battle_of_the_last_years_of_the_war_is_refused() -> None:
    text = (SCENARIOS / "hokes-run.yaml").read_text(encoding="utf-8").replace("1861-07-02", "1864-07-02")
    with pytest.raises(BadInput):
        read_scenario(text, "late.yaml")
