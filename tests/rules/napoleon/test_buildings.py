"""Buildings and fire (17, 19.06)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from cases import cases
from napoleon_desk import ask, refusal


@cases(
    "says given enters fits",
    ("17.01.2", "obstacle I is no delay", {"figures": 4, "obstacle": 1}, 0, True),
    ("17.01.2", "obstacle II: half a turn for two ranks", {"figures": 10}, 0.5, True),
    ("17.01.2", "three ranks are two pairs", {"figures": 10, "ranks": 3}, 1, True),
    ("17.01.2", "obstacle III: a turn for each", {"figures": 10, "obstacle": 3, "ranks": 4}, 2, True),
    ("17.02.3", "one figure too many", {"figures": 11}, 0.5, False),
    ("17.02.3", "a scenario's house holds more", {"figures": 11, "capacity": 12}, 0.5, True),
)
def test_who_moves_into_a_building(given: dict[str, Any], enters: float, fits: bool) -> None:
    assert ask("building-occupation", **given) == {"enter_time": enters, "leave_time": 0.5, "fits": fits}


@pytest.mark.proves("17.01.3")
def test_it_is_left_in_half_a_turn_whatever_it_is() -> None:
    assert {ask("building-occupation", figures=1, obstacle=value)["leave_time"] for value in (1, 2, 3)} == {0.5}


@cases(
    "procedure given reason",
    ("17.02.3", "building-occupation", {"figures": 1, "obstacle": 0}, "obstacle of I to III, not 0"),
    ("17.02.3", "building-occupation", {"figures": 1, "obstacle": 4}, "obstacle of I to III, not 4"),
    ("17.02.3", "building-damage", {"dice": [1, 1, 1], "cover": 4}, "cover of I to III, not 4"),
    ("19.06.4", "extinguish-fire", {"figures": 9, "figures_to_set": 2, "attempt": 3, "die": 6}, "not in attempt 3"),
    ("19.06.4", "extinguish-fire", {"figures": 9, "figures_to_set": 2, "attempt": 0, "die": 6}, "not in attempt 0"),
)
def test_what_no_building_or_fire_can_be_is_refused(procedure: str, given: dict[str, Any], reason: str) -> None:
    assert reason in refusal(procedure, **given)


def bombarded(*dice: int, **given: Any) -> dict[str, Any]:
    return ask("building-damage", dice=list(dice), **given)


@cases(
    "modifiers hit",
    ("17.04.1 10.02.6", -7, True),
    ("17.04.1", -8, False),
    ("17.04.1", -20, False),
)
def test_a_building_is_hit_by_a_positive_result(modifiers: int, hit: bool) -> None:
    assert bombarded(1, 2, 5, modifiers=modifiers, hits_before=3)["hit"] is hit
    assert bombarded(1, 2, 5, modifiers=modifiers, hits_before=3)["hits"] == 3 + hit


@cases("cover hits", ("17.04.2", 1, 6), ("17.04.2", 2, 8), ("17.04.2", 3, 10))
def test_so_many_hits_destroy_a_building(cover: int, hits: int) -> None:
    assert not bombarded(1, 2, 5, cover=cover, hits_before=hits - 2)["destroyed"]
    assert bombarded(1, 2, 5, cover=cover, hits_before=hits - 1)["destroyed"]


@pytest.mark.proves("17.04.3")
def test_two_equal_dice_and_a_high_third_set_it_on_fire() -> None:
    for dice in product(range(1, 7), repeat=3):
        low, middle, high = sorted(dice)
        third = high if low == middle else low if middle == high else 0
        assert bombarded(*dice)["fire_breaks_out"] is (third == 6)
        assert bombarded(*dice, pure_howitzers=True)["fire_breaks_out"] is (third >= 4)
        assert not bombarded(*dice, modifiers=-18)["fire_breaks_out"], "only a hit does"


@pytest.mark.proves("17.04.4", "19.06.3")
@pytest.mark.parametrize("die", range(1, 7))
def test_those_inside_put_a_fire_out_when_it_breaks_out(die: int) -> None:
    put_out = die in (5, 6)
    inside = ask("building-fire", occupied_at_outbreak=True, die=die)
    assert inside == {"put_out": put_out, "burns_turns": 0 if put_out else 8}
    assert ask("building-fire", occupied_at_outbreak=False, die=die) == {"put_out": False, "burns_turns": 8}


def near(name: str, cm: float, degrees: float = 0, building: bool = False) -> dict[str, Any]:
    return {"id": name, "distance_cm": cm, "bearing_off_wind_deg": degrees, "is_building": building}


@cases(
    "says building large objects dice ignited",
    ("17.04.5", "the nearest house downwind", True, None, [near("b", 15, 30, True), near("a", 9, 0, True)], [3], ["a"]),
    ("17.04.5", "a 2 spares it", True, None, [near("a", 9, 0, True)], [2], []),
    ("17.04.5", "farther than 15 cm", True, None, [near("a", 15.1, 0, True)], [], []),
    ("17.04.5", "beside the wind", True, None, [near("a", 3, 31, True)], [], []),
    ("19.06.5", "4 cm against the wind", False, None, [near("cart", 4, 180)], [3], ["cart"]),
    ("19.06.5", "more than 4 cm against the wind", False, None, [near("cart", 4.1, 180)], [], []),
    ("19.06.5", "10 cm downwind of a small object", False, False, [near("x", 10, 30), near("y", 10.1)], [3], ["x"]),
    ("19.06.5", "15 cm downwind of a large one", False, True, [near("x", 15), near("y", 15.1)], [6], ["x"]),
    ("19.06.5", "a building is always large", True, False, [near("x", 15)], [3], ["x"]),
    ("19.06.5", "a 2 does not light it", False, None, [near("x", 1)], [2], []),
    (
        "19.06.5 19.06.6",
        "each its own die",
        False,
        None,
        [near("y", 2), near("x", 1), near("z", 2)],
        [3, 2, 6],
        ["x", "z"],
    ),
)
def test_how_fire_spreads(
    building: bool, large: bool | None, objects: list[dict[str, Any]], dice: list[int], ignited: list[str]
) -> None:
    given = {"burning_is_building": building, "large_object": large, "objects": objects, "dice": dice}
    assert ask("fire-spread", **given) == {"ignited": ignited}


@cases(
    "says given die put_out damage",
    ("19.06.4", "twice the figures, a 5, first turn", {"figures": 8, "figures_to_set": 4}, 5, True, "none"),
    ("19.06.4", "second turn", {"figures": 8, "figures_to_set": 4, "attempt": 2}, 5, True, "half"),
    ("19.06.4", "a 4 in the first turn", {"figures": 8, "figures_to_set": 4}, 4, False, "continues"),
    ("19.06.4", "a 4 in the second", {"figures": 8, "figures_to_set": 4, "attempt": 2}, 4, False, "burns_down"),
    ("19.06.4", "one figure too few", {"figures": 7, "figures_to_set": 4}, 6, False, "continues"),
    ("19.06.4", "one is enough inside", {"figures": 1, "figures_to_set": 4, "inside_building": True}, 6, True, "none"),
)
def test_putting_out_a_fire(given: dict[str, Any], die: int, put_out: bool, damage: str) -> None:
    assert ask("extinguish-fire", die=die, **given) == {"put_out": put_out, "damage": damage}
