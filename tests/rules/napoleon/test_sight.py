"""Sight (01.04): crests and dead ground, woods and buildings, weather. The line runs up the page from the observer."""

from __future__ import annotations

from typing import Any

import pytest

from cases import cases
from napoleon_desk import ask, explained, refusal


def box(low: float, high: float) -> list[list[float]]:
    """An outline 20 cm wide across the line, from one distance to another."""
    return [[-10, low], [10, low], [10, high], [-10, high]]


def sees(target: float = 80, **look: Any) -> bool:
    given = {"observer_point": [0, 0], "target_point": [0, target], "target_class": "closed_unit", **look}
    visible: bool = ask("sight", **given)["visible"]
    return visible


def hill(low: float, high: float, step: int) -> dict[str, Any]:
    return {"polygon": box(low, high), "step": step}


def wood(low: float, high: float, steps: float, base: int = 0) -> dict[str, Any]:
    return {"polygon": box(low, high), "height_steps": steps, "base_step": base}


@cases(
    "says look visible",
    ("01.04.2 01.04.3", "a hill hides what lies beyond it", {"hill_steps": [hill(20, 40, 1)]}, False),
    ("01.04.3", "its edge alone does not: the crest is behind the target", {"hill_steps": [hill(60, 120, 1)]}, True),
    ("01.04.3", "a crest at the target does not", {"hill_steps": [hill(70, 90, 1)]}, True),
    ("01.04.3", "a crest on the line is not above it", {"observer_step": 2, "hill_steps": [hill(30, 50, 1)]}, True),
    ("01.04.2", "a crest nearer the target is", {"observer_step": 2, "hill_steps": [hill(32, 50, 1)]}, False),
    (
        "01.04.4",
        "the step on which both stand has no effect",
        {"observer_step": 1, "target_step": 1, "hill_steps": [hill(-10, 90, 2)]},
        True,
    ),
    ("01.04.2", "a higher one between them has", {"target_step": 1, "hill_steps": [hill(30, 50, 2)]}, False),
)
def test_crests_and_dead_ground(look: dict[str, Any], visible: bool) -> None:
    assert sees(**look) is visible


@cases(
    "says look visible",
    ("01.04.1", "a wood bars the line", {"blockers": [wood(20, 30, 2)]}, False),
    ("01.04.1", "seen over from high above", {"observer_step": 3, "blockers": [wood(10, 20, 2)]}, True),
    ("01.04.1", "but not where the line has come down", {"observer_step": 3, "blockers": [wood(10, 30, 2)]}, False),
    ("01.04.1", "its height is that of its hill too", {"observer_step": 3, "blockers": [wood(10, 20, 1, 2)]}, False),
    ("01.04.1", "the observer's own wood", {"blockers": [wood(-5, 5, 2)]}, True),
    ("01.04.1", "the target's own wood, touched", {"blockers": [wood(80, 90, 2)]}, True),
    ("01.04.1", "one beyond the target", {"blockers": [wood(81, 90, 2)]}, True),
)
def test_what_stands_in_the_way(look: dict[str, Any], visible: bool) -> None:
    assert sees(**look) is visible


@pytest.mark.proves("01.04.1")
def test_the_weather_cuts_every_range_last_of_all() -> None:
    look = {"observer_point": [0, 0], "target_point": [0, 25], "target_class": "open_unit_or_staff"}
    look["open_behind_partial_cover"] = True
    assert ask("sight", **look, weather_limit_cm=25)["sight_range_cm"] == 25
    assert ask("sight", **look, weather_limit_cm=31)["sight_range_cm"] == 30


@pytest.mark.proves("01.04.1")
@pytest.mark.parametrize("target", ["closed_unit", "large_body"])
def test_partial_cover_is_refused_for_closed_formations(target: str) -> None:
    look = {"observer_point": [0, 0], "target_point": [0, 5], "target_class": target}
    assert "Only open formations" in refusal("sight", **look, open_behind_partial_cover=True)


@pytest.mark.proves("01.04.1")
@pytest.mark.parametrize("outline", [[[0, 1], [1, 1]], [[0, 1], [1, 2], [1, 1], [0, 2]]])
def test_an_outline_that_is_none_is_refused(outline: list[list[float]]) -> None:
    look = {"observer_point": [0, 0], "target_point": [0, 5], "target_class": "closed_unit"}
    assert "at least three corners" in refusal("sight", **look, hill_steps=[{"polygon": outline, "step": 1}])


@pytest.mark.proves("09.01.2")
def test_a_ruling_tells_the_distance_and_the_range() -> None:
    told = explained("sight", observer_point=[0, 0], target_point=[30, 40], target_class="closed_unit")
    assert ("The target is 50 cm away, within the sight range of 100 cm.", "09.01.2") in told
