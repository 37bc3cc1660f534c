"""Schema I, typed in again from the book and asked through sight."""

from __future__ import annotations

import pytest

from napoleon_desk import ask

#: target -> cm
SIGHT = {"large_body": 300, "closed_unit": 100, "open_unit_or_staff": 60, "inside_trees_or_strong_building": 10}


def reach(target: str, steps: int, **more: bool) -> float:
    """How far a target is seen from so many hill steps; a tenth of a millimetre beyond that it is not."""
    look = {"observer_point": [0, 0], "observer_step": steps, "target_class": target, **more}
    cm: float = ask("sight", **look, target_point=[0, 0])["sight_range_cm"]
    assert ask("sight", **look, target_point=[cm, 0])["visible"]
    assert not ask("sight", **look, target_point=[0, round(cm + 0.01, 2)])["visible"]
    return cm


@pytest.mark.proves("01.04.1", "09.01.2", "10.01.5")
@pytest.mark.parametrize("steps", range(11))
@pytest.mark.parametrize("target", SIGHT)
def test_how_far_a_target_is_seen(target: str, steps: int) -> None:
    """10 cm for each of the first three hill steps, and 5 cm for each up to the eighth, but not into trees."""
    added = 10 * min(steps, 3) + 5 * max(0, min(steps, 8) - 3)
    inside = target == "inside_trees_or_strong_building"
    assert reach(target, steps) == SIGHT[target] + (0 if inside else added)
    assert reach(target, steps, target_in_trees_or_building=True) == SIGHT[target]


@pytest.mark.proves("01.04.1")
@pytest.mark.parametrize(("steps", "cm"), [(0, 30), (1, 35), (8, 57.5)])
def test_partial_cover_halves_the_range_for_open_formations(steps: int, cm: float) -> None:
    assert reach("open_unit_or_staff", steps, open_behind_partial_cover=True) == cm
