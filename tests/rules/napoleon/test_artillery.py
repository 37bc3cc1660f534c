"""Artillery fire (10). What the schemas give is asked in test_schema_fire.py."""

from __future__ import annotations

from typing import Any

import pytest

from cases import cases
from napoleon_desk import ask, refusal

TARGET = {"range_cm": 40, "figures": 10}
#: in zone 2 a throw of 12 is a result of 10: six men for each gun
SALVO: dict[str, Any] = {
    "guns": 1,
    "gunner_figures": 1,
    "gun": "Denmark 6pdr foot",
    "targets": [TARGET],
    "dice": [3, 4, 5],
}


def hits(*targets: dict[str, Any], **given: Any) -> list[dict[str, Any]]:
    """What a battery does to each of its targets."""
    found: list[dict[str, Any]] = ask("artillery-fire", **{**SALVO, "targets": list(targets), **given})["per_target"]
    return found


@cases(
    "says guns gunners elements",
    ("10.01.1", "a gun", 1, 1, 1),
    ("10.01.1", "a figure serves two", 4, 2, 4),
    ("10.01.1", "and no more", 6, 2, 4),
    ("10.01.3", "those that are ready", 3, 4, 3),
    ("10.01.4", "all of them at the range of one", 8, 4, 8),
)
def test_the_guns_that_fire(guns: int, gunners: int, elements: int) -> None:
    found = hits({**TARGET, "figures": 10 * elements}, guns=guns, gunner_figures=gunners)
    assert (found[0]["zone"], found[0]["loss_result"], found[0]["loss_men"]) == (2, 10, 6 * elements)


@cases(
    "says given result",
    ("10.02.3", "before it has the range", {"ranged_in": False}, 8),
    ("10.02.3", "when it has", {"ranged_in": True}, 10),
)
def test_a_battery_that_ranges_in(given: dict[str, Any], result: int) -> None:
    assert hits(TARGET, **given)[0]["loss_result"] == result


@cases(
    "says target loss morale",
    ("10.02.4", "charging cavalry", {"charging": True}, 8, 8),
    ("10.02.4", "cavalry that does not charge", {"charging": False}, 10, 10),
    ("10.04.1", "where no ball bounds", {"non_ricochet": True}, 6, 6),
    ("10.02.2", "no more than ten figures to a gun", {"figures": 10}, 10, 10),
    ("10.02.2", "more, and every ten begun", {"figures": 31}, 10, 7),
    ("10.05.6", "all figures of a brigade column", {"figures": 50, "column": True}, 12, 8),
    ("10.02.5", "a column in the flank: only the greater", {"column": True, "flank": True}, 14, 14),
    ("05.04.2", "those in FU have no flanks", {"state": "FU", "flank": True}, 10, 10),
)
def test_what_changes_a_salvo(target: dict[str, Any], loss: int, morale: int) -> None:
    found = hits({**TARGET, **target})[0]
    assert (found["loss_result"], found["morale_result"]) == (loss, morale)


@pytest.mark.proves("10.05.4", "10.05.5")
def test_units_behind_are_hit_with_the_same_dice_for_four_less() -> None:
    behind = hits({**TARGET, "range_cm": 30}, {**TARGET, "range_cm": 35}, {**TARGET, "range_cm": 39.9})
    assert [found["loss_result"] for found in behind] == [10, 6, 6]
    assert [found["loss_men"] for found in behind] == [6, 3, 3]


@pytest.mark.proves("14.03.2")
def test_a_line_close_before_a_unit_shares_its_loss_with_it() -> None:
    line = {"range_cm": 30, "figures": 8, "kind": "thin_skirmish", "loss_share": 0.2}
    unit = {"range_cm": 35, "figures": 32, "loss_share": 0.8}
    found = hits(line, unit, guns=4, gunner_figures=2)
    assert [hit["loss_result"] for hit in found] == [2, 10]
    # a man for each of four guns, a fifth of that rounded up; and 24, of which four fifths
    assert [hit["loss_men"] for hit in found] == [1, 20]


@cases(
    "says given ranged",
    ("10.02.3", "zone 1 needs none", {"zone": 1}, True),
    ("10.02.3", "the first shot", {"zone": 2}, False),
    ("10.02.3", "the next", {"zone": 4, "fired_at_same_target_before": True}, True),
    ("10.02.3", "any gun of the battery", {"zone": 2, "any_gun_ranged": True}, True),
    (
        "10.02.3",
        "a target that has moved",
        {"zone": 2, "any_gun_ranged": True, "target_moved_cm_in_unfired_turn": 10},
        False,
    ),
    (
        "10.02.3",
        "a little",
        {"zone": 2, "fired_at_same_target_before": True, "target_moved_cm_in_unfired_turn": 9.9},
        True,
    ),
)
def test_ranging_in(given: dict[str, Any], ranged: bool) -> None:
    assert ask("ranging-in", **given) == {"ranged_in": ranged}


def ground(kind: str, depth: float, **given: Any) -> dict[str, Any]:
    """A target in zone 2 behind so much of a kind of ground."""
    line = {"zone": 2, "area_kind": kind, "depth_before_target_cm": depth, "target_in_or_directly_behind": True}
    return {**line, **given}


@cases(
    "says given soft",
    ("10.04.1", "ten centimetres of slope", ground("upward_slope", 10), True),
    ("10.04.1", "less", ground("upward_slope", 9.9), False),
    ("10.04.1", "five of houses", ground("built_up", 5), True),
    ("10.04.1", "and of wood", ground("wood", 5), True),
    ("10.04.1", "not of a plantation", ground("plantation_scrub", 9.9), False),
    ("10.04.1", "not in zone 1", ground("wood", 20, zone=1), False),
    ("10.04.1", "not far behind it", ground("wood", 20, target_in_or_directly_behind=False), False),
    ("10.04.2", "two steps below", ground("two_steps_below", 10), True),
    ("10.04.2", "a bog", ground("bog_marsh_soft_plough", 10), True),
    ("10.04.2", "plain ground", ground("none", 40), False),
)
def test_where_no_ball_bounds(given: dict[str, Any], soft: bool) -> None:
    assert ask("ricochet-test", **given) == {"non_ricochet": soft}


BETWEEN = {"side": "own", "along_from_cm": 20, "along_to_cm": 30}


def over(*units: dict[str, Any], **given: Any) -> str:
    """Why a battery may not fire at 60 cm from a hill, over or past units."""
    line = {"zone": 2, "battery_step": 1, "range_cm": 60, "battery_front_cm": 10, "units_near_line": list(units)}
    found = ask("overhead-fire", **{**line, **given})
    assert found["allowed"] is (found["reason"] == "none")
    reason: str = found["reason"]
    return reason


@cases(
    "says unit given reason",
    ("10.05.2", "from a step above", {}, {}, "none"),
    ("10.05.2", "from the same step", {"step": 1}, {}, "height"),
    ("10.05.2", "howitzers may", {"step": 1}, {"pure_howitzers": True}, "none"),
    ("10.05.2", "not from below", {"step": 2}, {"pure_howitzers": True}, "height"),
    ("10.05.2", "over an enemy from no height", {"side": "enemy", "step": 1}, {}, "height"),
    ("10.05.2", "not in zone 1", {}, {"zone": 1}, "zone"),
    ("10.05.3", "ten before the battery", {"along_from_cm": 10}, {}, "none"),
    ("10.05.3", "nearer", {"along_from_cm": 9.9}, {}, "too_near_battery"),
    ("10.05.3", "ten before the target", {"along_to_cm": 50}, {}, "none"),
    ("10.05.3", "nearer", {"along_to_cm": 50.1}, {}, "too_near_target"),
    ("10.05.3", "an enemy may be near", {"side": "enemy", "along_from_cm": 1, "along_to_cm": 59}, {}, "none"),
    ("10.05.1", "a tenth of the range beside", {"lateral_cm": 6}, {}, "none"),
    ("10.05.1", "less", {"lateral_cm": 5.9}, {}, "side"),
    ("10.05.1", "half the front", {"lateral_cm": 6.9}, {"battery_front_cm": 14}, "side"),
    ("10.05.1", "an enemy", {"side": "enemy", "lateral_cm": 1}, {}, "none"),
    ("10.05.1", "beyond the target", {"lateral_cm": 1, "along_from_cm": 60, "along_to_cm": 70}, {}, "none"),
)
def test_fire_over_and_past_others(unit: dict[str, Any], given: dict[str, Any], reason: str) -> None:
    assert over({**BETWEEN, **unit}, **given) == reason


@cases(
    "says beside reason",
    ("10.05.1", "not in the middle", {"along_from_cm": 10, "along_to_cm": 50}, "none"),
    ("10.05.1", "near the battery", {"along_from_cm": 9.9, "along_to_cm": 50}, "side"),
    ("10.05.1", "near the target", {"along_from_cm": 10, "along_to_cm": 50.1}, "side"),
)
def test_the_margin_when_firing_over_others(beside: dict[str, Any], reason: str) -> None:
    assert over(BETWEEN, {"side": "own", "lateral_cm": 3, **beside}) == reason


@cases(
    "says hit lost",
    ("10.02.1 07.01.6", "five men and two equal dice", {"loss_men": 5, "dice": [2, 2, 4], "zone": 3}, {"guns": 1}),
    ("10.02.1", "four men", {"loss_men": 4, "dice": [2, 2, 4], "zone": 3}, None),
    ("10.02.1", "no equal dice", {"loss_men": 5, "dice": [2, 3, 4], "zone": 3}, None),
    (
        "10.02.1",
        "another target",
        {"loss_men": 5, "dice": [2, 2, 4], "zone": 3, "target_is_artillery": False},
        None,
    ),
    ("10.02.1", "three equal dice", {"loss_men": 5, "dice": [6, 6, 6], "zone": 3}, {"loads": 4}),
)
def test_what_a_battery_loses_besides_men(hit: dict[str, Any], lost: dict[str, int] | None) -> None:
    assert ask("counter-battery-materiel", **hit) == {"materiel": lost}


FAR = {**TARGET, "range_cm": 30}


@cases(
    "procedure given reason",
    ("10.03.1", "artillery-fire", {"gun": "Portugal 9pdr"}, "no gun Portugal 9pdr"),
    ("10.03.1", "artillery-fire", {"targets": [{**TARGET, "range_cm": 110.1}]}, "110 cm"),
    ("10.01.1", "artillery-fire", {"guns": 0}, "guns and gunners"),
    ("10.01.1", "artillery-fire", {"gunner_figures": 0}, "guns and gunners"),
    ("10.02.1", "artillery-fire", {"targets": []}, "no target"),
    ("10.02.1", "artillery-fire", {"targets": [{**TARGET, "figures": 0}]}, "figures"),
    ("10.02.1", "artillery-fire", {"targets": [{**TARGET, "cover": 4}]}, "not 4"),
    ("10.02.1", "artillery-fire", {"firer_cover": 4}, "not 4"),
    ("08.02.1", "artillery-fire", {"targets": [{**TARGET, "commander_points": -3}]}, "not -3"),
    ("10.05.4", "artillery-fire", {"targets": [TARGET, FAR]}, "front to rear"),
    ("10.05.4", "artillery-fire", {"targets": [{**TARGET, "range_cm": 25}, FAR]}, "In zone 1"),
    ("10.05.4", "artillery-fire", {"targets": [FAR, TARGET]}, "10 cm or more"),
    ("10.05.4", "artillery-fire", {"targets": [FAR, {**FAR, "range_cm": 35, "non_ricochet": True}]}, "5 cm or more"),
)
def test_what_a_battery_cannot_do(procedure: str, given: dict[str, Any], reason: str) -> None:
    assert reason in refusal(procedure, **{**SALVO, **given})


LINE = {"zone": 2, "range_cm": 60, "battery_front_cm": 10}


@cases(
    "procedure given reason",
    ("10.03.1", "counter-battery-materiel", {"loss_men": 5, "dice": [1, 1, 1], "zone": 5}, "not 5"),
    ("10.03.1", "ranging-in", {"zone": 0}, "not 0"),
    ("10.03.1", "ricochet-test", {"zone": 5}, "not 5"),
    ("10.03.1", "overhead-fire", {**LINE, "zone": 5}, "not 5"),
    ("10.05.1", "overhead-fire", {**LINE, "range_cm": 0}, "no distance"),
    ("10.05.1", "overhead-fire", {**LINE, "units_near_line": [{**BETWEEN, "along_to_cm": 19}]}, "far edge"),
)
def test_what_cannot_be_is_refused(procedure: str, given: dict[str, Any], reason: str) -> None:
    assert reason in refusal(procedure, **given)
