"""Material loss and repair (06.03.3 - 06.03.6)."""

from __future__ import annotations

from typing import Any

import pytest

from civilwar_desk import ask

NO_LOSS = {
    "guns_damaged": 0,
    "guns_destroyed": 0,
    "limbers_damaged": 0,
    "limbers_destroyed": 0,
    "horses_killed": 0,
    "wagon_destroyed": False,
}
#: schema XI as the book prints it, for an unlimbered battery
SCHEMA_XI: dict[int, dict[str, int]] = {
    12: {"limbers_damaged": 1, "horses_killed": 4},
    11: {"guns_damaged": 1},
    10: {"limbers_destroyed": 1},
    9: {"guns_destroyed": 1},
    8: {"limbers_damaged": 1},
    7: {"guns_damaged": 1},
    6: {"horses_killed": 2},
    5: {"horses_killed": 1},
}


def struck(dice_sum: int, **given: Any) -> dict[str, Any]:
    return ask("counter-battery", **{"dice_sum": dice_sum, "ammunition": "shell", **given})


@pytest.mark.proves("06.03.3")
@pytest.mark.parametrize("dice", range(2, 13))
@pytest.mark.parametrize("cover", range(4))
def test_schema_xi_less_the_cover(dice: int, cover: int) -> None:
    result = dice - cover
    expected = {"result": result, **NO_LOSS, **SCHEMA_XI.get(result, {})}
    assert struck(dice, target_cover=cover) == expected
    limbered = {**expected, "guns_destroyed": 1} if result == 10 else expected
    assert struck(dice, target_cover=cover, target_limbered=True) == limbered
    horses = {"result": result, **NO_LOSS, "horses_killed": expected["horses_killed"]}
    assert struck(dice, target_cover=cover, target_limbered=True, ammunition="canister") == horses


@pytest.mark.proves("06.03.4")
@pytest.mark.parametrize("dice", range(2, 13))
def test_a_wagon_is_destroyed_from_seven_but_never_by_canister(dice: int) -> None:
    horses = SCHEMA_XI.get(dice, {}).get("horses_killed", 0)
    expected = {"result": dice, **NO_LOSS, "horses_killed": horses, "wagon_destroyed": dice >= 7}
    assert struck(dice, is_wagon=True) == expected
    assert struck(dice, is_wagon=True, ammunition="canister") == {**expected, "wagon_destroyed": False}


@pytest.mark.proves("06.03.3")
def test_what_is_gone_cannot_be_lost_again() -> None:
    assert struck(7, guns_left=0)["guns_damaged"] == struck(9, guns_left=0)["guns_destroyed"] == 0
    broken = struck(7, guns_left=1, guns_already_damaged=1)
    assert (broken["guns_damaged"], broken["guns_destroyed"]) == (0, 1)
    limber = struck(8, limbers_left=2, limbers_already_damaged=2)
    assert (limber["limbers_damaged"], limber["limbers_destroyed"]) == (0, 1)
    assert struck(8, limbers_left=2, limbers_already_damaged=1)["limbers_damaged"] == 1
    assert struck(10, limbers_left=0)["limbers_destroyed"] == 0
    assert struck(12, horses_left=3)["horses_killed"] == 3


@pytest.mark.proves("06.03.6")
@pytest.mark.parametrize(
    ("worked", "fire_on_it", "attacked", "after", "done"),
    [
        (0, False, False, 1, False),
        (1, False, False, 2, True),
        (1, True, False, 2, False),
        (2, True, False, 3, True),
        (1, False, True, 1, False),
    ],
)
def test_a_gunner_repairs_in_two_turns_or_three_under_fire(
    worked: int, fire_on_it: bool, attacked: bool, after: int, done: bool
) -> None:
    given = {"turns_worked": worked, "under_effective_fire": fire_on_it, "attacked_or_melee": attacked}
    assert ask("repair", **given) == {"turns_after": after, "repaired": done}
