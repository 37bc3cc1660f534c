"""Order and disorder (03.03, 13)."""

from __future__ import annotations

from typing import Any

import pytest

from cases import cases
from napoleon_desk import ask, refusal


@cases(
    "says men carried figures removed left noted",
    ("09.02.2", "19 men are no figure", 19, 0, 30, 0, 30, 19),
    ("09.02.2", "20 are one", 20, 0, 30, 1, 29, 0),
    ("09.02.2", "with those noted before", 12, 8, 30, 1, 29, 0),
    ("09.02.2", "no more than there are", 100, 4, 3, 3, 0, 0),
)
def test_figures_lost(men: int, carried: int, figures: int, removed: int, left: int, noted: int) -> None:
    found = ask("apply-losses", men=men, carried_men=carried, figures=figures)
    assert found == {"figures_removed": removed, "figures": left, "carried_men": noted}


@cases(
    "says state effect after action",
    ("03.03.6", "a grade", "OR", "LU-1", "LU-1", "none"),
    ("03.03.6", "grades are added up", "LU-1", "LU-2", "LU-3", "none"),
    ("03.03.7", "four are U", "LU-2", "LU-2", "U", "retreat"),
    ("03.03.7", "as a number too", "LU-3", 1, "U", "retreat"),
    ("03.03.6", "none", "LU-3", 0, "LU-3", "none"),
    ("03.03.6", "U knows no grades", "U", "LU-2", "U", "none"),
    ("13.01.1", "U again: it retreats on", "U", "U", "U", "retreat"),
    ("13.01.2", "U in flight", "FU", "U", "FU", "none"),
    ("13.01.2", "flight", "OR", "FU", "FU", "flee"),
    ("13.01.2", "flight again", "FU", "FU", "FU", "flee"),
    ("03.03.6", "OR changes nothing", "LU-2", "OR", "LU-2", "none"),
)
def test_what_fire_does_to_order(state: str, effect: str | int, after: str, action: str) -> None:
    assert ask("apply-morale", state=state, effect=effect) == {"state": after, "action": action}


@pytest.mark.proves("13.01.2")
def test_it_flees_once_a_turn() -> None:
    assert ask("apply-morale", state="U", effect="FU", fled_this_turn=True) == {"state": "FU", "action": "none"}


@cases(
    "says state effect after action",
    ("12.02.2", "LU-2 is a state", "LU-1", "LU-2", "LU-2", "none"),
    ("12.02.2", "no better than before", "LU-3", "LU-2", "LU-3", "none"),
    ("12.02.2", "U retreats again", "U", "LU-2", "U", "retreat"),
    ("12.02.2", "OR changes nothing", "U", "OR", "U", "none"),
    ("12.02.2", "FU", "LU-1", "FU", "FU", "flee"),
)
def test_what_a_melee_does_to_the_loser(state: str, effect: str, after: str, action: str) -> None:
    assert ask("apply-morale", state=state, effect=effect, cause="melee") == {"state": after, "action": action}


@cases(
    "state after",
    ("12.02.2", "OR", "LU-2"),
    ("12.02.2", "LU-1", "LU-3"),
    ("12.02.2", "LU-2", "U"),
)
def test_by_the_other_reading_grades_of_melee_are_added_up(state: str, after: str) -> None:
    found = ask("apply-morale", state=state, effect="LU-2", cause="melee", melee_disorder="cumulative")
    assert found["state"] == after


@cases(
    "says state turns after used",
    ("13.06.2 13.06.1", "half a turn from LU-1", "LU-1", 0.5, "OR", 0.5),
    ("13.06.3", "and for each grade", "LU-3", 1, "LU-1", 1),
    ("13.06.3", "an unfinished step does not count", "LU-3", 0.75, "LU-2", 0.5),
    ("13.06.4", "a whole turn out of U", "U", 1, "LU-3", 1),
    ("13.06.4", "less is too short", "U", 0.9, "U", 0),
    ("13.06.4", "all the way", "U", 3, "OR", 2.5),
)
def test_reorganising(state: str, turns: float, after: str, used: float) -> None:
    assert ask("reorganise", state=state, undisturbed_turns=turns) == {"state": after, "time_used": used}


@pytest.mark.proves("17.03.5")
def test_disorder_is_not_mended_in_a_building_but_grades_are() -> None:
    assert ask("reorganise", state="U", undisturbed_turns=3, in_building=True) == {"state": "U", "time_used": 0}
    assert ask("reorganise", state="LU-3", undisturbed_turns=3, in_building=True)["state"] == "OR"


@cases(
    "says given grade collapses",
    ("13.07.1", "less than a fifth", {"base_grade": 1, "base_men": 600, "lost_men": 119}, 1, False),
    ("13.07.1 13.07.4", "a fifth", {"base_grade": 1, "base_men": 600, "lost_men": 120}, 0, False),
    ("13.07.1", "three tenths", {"base_grade": 1, "base_men": 600, "lost_men": 180}, -1, False),
    ("13.07.1", "everybody", {"base_grade": 2, "base_men": 600, "lost_men": 600}, -7, True),
    ("13.07.3", "-4 is not the end", {"base_grade": -4, "base_men": 500, "lost_men": 99}, -4, False),
    ("13.07.3", "-5 is", {"base_grade": -4, "base_men": 500, "lost_men": 100}, -5, True),
    ("13.07.1", "guns", {"arm": "artillery", "base_grade": 0, "base_men": 200, "lost_men": 150}, 0, False),
)
def test_decimation(given: dict[str, Any], grade: int, collapses: bool) -> None:
    assert ask("decimation", **given) == {"grade": grade, "collapses": collapses}


@cases(
    "says given grade",
    ("13.07.2", "two thirds, rounded down, less one", {"parts": [[1, 20], [0, 10]], "undisturbed_turns": 2}, -1),
    ("13.07.2", "a whole average, less one", {"parts": [[1, 12], [-1, 12]], "undisturbed_turns": 2}, -1),
    ("13.07.2", "below nought", {"parts": [[-1, 20], [-2, 10]], "undisturbed_turns": 2}, -3),
    ("13.07.2", "two turns", {"parts": [[1, 20], [0, 10]], "undisturbed_turns": 1.75}, None),
    ("04.01.5", "one turn", {"parts": [[1, 2], [1, 1]], "parts_of_one_unit": True, "undisturbed_turns": 1}, 1),
    ("04.01.5", "less", {"parts": [[1, 2], [1, 1]], "parts_of_one_unit": True, "undisturbed_turns": 0.5}, None),
)
def test_units_that_join(given: dict[str, Any], grade: int | None) -> None:
    assert ask("merge-grade", **given) == {"grade": grade}


@cases(
    "procedure given reason",
    ("09.02.2", "apply-losses", {"men": 1, "carried_men": 20, "figures": 3}, "At most 19 men are noted, not 20"),
    ("09.02.2", "apply-losses", {"men": 1, "figures": 0}, "without figures"),
    ("12.02.2", "apply-morale", {"state": "OR", "effect": "LU-1", "cause": "melee"}, "OR, LU-2, U or FU"),
    ("13.07.1", "decimation", {"base_grade": 1, "base_men": 600, "lost_men": 601}, "601 men lost"),
    ("13.07.1", "decimation", {"base_grade": 1, "base_men": 0, "lost_men": 0}, "without men"),
    ("13.07.2", "merge-grade", {"parts": [[1, 20]], "undisturbed_turns": 2}, "At least two"),
    ("13.07.2", "merge-grade", {"parts": [[1, 20], [0, 0]], "undisturbed_turns": 2}, "without figures"),
    (
        "04.01.3",
        "merge-grade",
        {"parts": [[1, 20], [0, 10]], "parts_of_one_unit": True, "undisturbed_turns": 1},
        "one original grade",
    ),
)
def test_what_cannot_be_is_refused(procedure: str, given: dict[str, Any], reason: str) -> None:
    assert reason in refusal(procedure, **given)
