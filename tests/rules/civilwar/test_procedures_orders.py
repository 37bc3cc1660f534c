"""Orders and sight as the umpire rules them (03)."""

from __future__ import annotations

from typing import Any

import pytest

from civilwar_desk import ask, explained
from feltherre.games.civilwar.procedures.orders import command_of


@pytest.mark.proves("03.03.2", "03.03.3")
@pytest.mark.parametrize(
    ("cm", "courier", "command"),
    [(0, False, "full"), (40, False, "full"), (40.1, False, "restricted"), (40.1, True, "full")],
)
def test_a_general_commands_within_40_cm_or_by_courier(cm: float, courier: bool, command: str) -> None:
    assert command_of(cm, courier) == command
    assert ask("command-range", distance_cm=cm, courier_in_contact=courier)["command"] == command


@pytest.mark.proves("03.02.2")
def test_a_courier_carries_orders_out_but_no_reports_back() -> None:
    assert ask("command-range", distance_cm=40) == {"command": "full", "reports": True}
    assert ask("command-range", distance_cm=40.1)["reports"] is False
    assert ask("command-range", distance_cm=41, courier_in_contact=True) == {"command": "full", "reports": False}


def faults(action: str, **given: Any) -> list[str]:
    answer = ask("order-legality", action=action, **given)
    assert answer["legal"] == (not answer["reasons"])
    return list(answer["reasons"])


ACTIONS = [
    "stand",
    "reorganise",
    "resupply",
    "fire",
    "move",
    "formation_change",
    "facing_turn",
    "mount",
    "dismount",
    "limber",
    "unlimber",
    "field_work",
    "attack",
    "declare_retreat",
]


@pytest.mark.proves("03.01.2")
@pytest.mark.parametrize("action", ACTIONS)
def test_a_routed_unit_takes_no_orders_and_no_other_fault_is_looked_for(action: str) -> None:
    assert faults(action, order_state="FU", pinned=True, charge_pace=True, command="restricted") == ["in_rout"]


@pytest.mark.proves("04.02.8")
@pytest.mark.parametrize("action", ACTIONS)
def test_a_pinned_unit_stands_fires_or_declares_a_retreat(action: str) -> None:
    allowed = action in ("stand", "fire", "declare_retreat")
    found = faults(action, order_state="LU", pinned=True, participating_figures=9, present_figures=9)
    assert found == ([] if allowed else ["pinned"])


@pytest.mark.proves("04.02.8", "04.02.14")
def test_only_a_pinned_or_locked_unit_declares_a_retreat() -> None:
    assert faults("declare_retreat") == ["no_retreat"]
    # hand to hand too (R129)
    assert faults("declare_retreat", in_contact=True) == []
    assert faults("declare_retreat", pinned=True) == []
    assert faults("declare_retreat", fire_locked=True) == []


@pytest.mark.proves("04.02.14")
@pytest.mark.parametrize(
    ("action", "at_target", "expected"),
    [
        ("fire", True, []),
        ("fire", False, ["fire_locked"]),
        ("stand", False, ["fire_locked"]),
        ("move", True, ["fire_locked"]),
        ("declare_retreat", False, []),
    ],
)
def test_a_locked_unit_goes_on_firing_at_its_target(action: str, at_target: bool, expected: list[str]) -> None:
    assert faults(action, fire_locked=True, fires_at_locked_target=at_target) == expected


@pytest.mark.proves("03.03.1", "03.03.3")
@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("repeats", [False, True])
def test_out_of_command_a_unit_repeats_stands_or_fires(action: str, repeats: bool) -> None:
    allowed = repeats or action in ("stand", "reorganise", "fire", "declare_retreat")
    found = faults(action, command="restricted", repeats_last_order=repeats, pinned=action == "declare_retreat")
    assert found == ([] if allowed else ["out_of_command"])


@pytest.mark.proves("03.03.5")
@pytest.mark.parametrize(
    ("arm", "taking_part", "without"),
    [
        ("infantry", 15, True),
        ("infantry", 16, False),
        ("cavalry_dismounted", 15, True),
        ("cavalry_dismounted", 16, False),
        ("cavalry_mounted", 9, True),
        ("cavalry_mounted", 10, False),
    ],
)
def test_enough_of_a_unit_must_attack_or_it_attacks_without_orders(arm: str, taking_part: int, without: bool) -> None:
    given = {"arm": arm, "participating_figures": taking_part, "present_figures": 30}
    answer = ask("order-legality", action="attack", **given)
    assert (answer["without_orders"], answer["legal"]) == (without, True)
    charge = faults("attack", charge_pace=True, moving_at_end_of_last_turn=True, **given)
    assert charge == (["charge_without_orders"] if without else [])


@pytest.mark.proves("07.01.4")
def test_artillery_and_disordered_units_cannot_be_ordered_to_attack() -> None:
    whole = {"participating_figures": 9, "present_figures": 9}
    assert faults("attack", arm="artillery", **whole) == ["artillery_attack"]
    assert faults("attack", order_state="U", **whole) == ["disorder_attack"]
    assert faults("attack", order_state="LU", **whole) == []
    assert ask("order-legality", action="attack", arm="artillery")["without_orders"] is False


CHARGE = {"charge_pace": True, "participating_figures": 30, "present_figures": 30}


@pytest.mark.proves("03.03.4")
def test_charge_pace_is_for_attacks_and_for_horse_artillery_on_the_move() -> None:
    assert faults("attack", **CHARGE) == []
    assert faults("move", **CHARGE) == ["charge_not_attack"]
    assert faults("move", arm="artillery", horse_artillery=True, **CHARGE) == []
    assert faults("unlimber", arm="artillery", horse_artillery=True, **CHARGE) == ["charge_not_attack"]


@pytest.mark.proves("03.03.4")
@pytest.mark.parametrize(("turns", "allowed"), [(None, True), (0, False), (3, False), (4, True), (9, True)])
def test_charge_pace_is_used_once_in_four_turns(turns: int | None, allowed: bool) -> None:
    assert faults("attack", turns_since_charge=turns, **CHARGE) == ([] if allowed else ["charge_too_soon"])


@pytest.mark.proves("06.03.5")
def test_a_battery_without_half_its_horses_does_not_charge() -> None:
    given = {"arm": "artillery", "horse_artillery": True, "horses_lost_half": True, "charge_pace": True}
    assert faults("move", **given) == ["charge_horses_lost"]


@pytest.mark.proves("03.03.4")
@pytest.mark.parametrize("formation", ["march_column", "attack_column", "line", "thin_line", "chain", "building"])
def test_charge_pace_needs_column_or_line(formation: str) -> None:
    allowed = formation in ("march_column", "attack_column", "line")
    assert faults("attack", formation=formation, **CHARGE) == ([] if allowed else ["charge_formation"])


@pytest.mark.proves("02.05.6")
@pytest.mark.parametrize(
    ("wheels", "allowed"), [([], True), ([20], True), ([-20], True), ([20.5], False), ([-21], False), ([5, 5], False)]
)
def test_at_charge_pace_one_change_of_direction_of_20_degrees(wheels: list[float], allowed: bool) -> None:
    assert faults("attack", direction_changes_deg=wheels, **CHARGE) == ([] if allowed else ["charge_direction"])
    assert faults("attack", with_formation_change=True, **CHARGE) == ["charge_formation_change"]


@pytest.mark.proves("02.06.4")
def test_mounted_cavalry_charges_only_from_motion_and_over_no_obstacle() -> None:
    mounted = {"arm": "cavalry_mounted", **CHARGE}
    assert faults("attack", **mounted) == ["charge_not_in_motion"]
    assert faults("attack", moving_at_end_of_last_turn=True, **mounted) == []
    assert faults("attack", moving_at_end_of_last_turn=True, passes_obstacle=True, **mounted) == ["charge_obstacle"]
    assert faults("attack", passes_obstacle=True, **CHARGE) == []


@pytest.mark.proves("02.06.5")
@pytest.mark.parametrize("formation", ["march_column", "chain", "line", "thin_line", "attack_column"])
def test_streams_and_marsh_are_entered_in_column_or_chain(formation: str) -> None:
    allowed = formation in ("march_column", "chain")
    found = faults("move", formation=formation, enters_stream_or_marsh=True)
    assert found == ([] if allowed else ["stream_or_marsh"])


@pytest.mark.proves("05.01.1", "06.01.2")
def test_fire_needs_ammunition_and_unlimbered_guns() -> None:
    assert faults("fire", has_ammunition=False) == ["no_ammunition"]
    assert faults("fire", arm="artillery", unlimbered=False) == ["not_unlimbered"]
    assert faults("fire", arm="artillery") == faults("fire", unlimbered=False) == []
    assert faults("move", has_ammunition=False) == []


def test_a_refused_order_says_everything_that_is_wrong_with_it() -> None:
    told = explained("order-legality", action="attack", arm="artillery", order_state="U", command="restricted")
    assert [rule for _, rule in told] == ["03.03.3", "07.01.4", "07.01.4", "03.01.2"]
    assert told[-1][0] == "The order cannot stand: the unit does nothing."


def seen(**given: Any) -> str:
    answer = ask("sight", **given)
    assert answer["visible"] == (answer["reason"] == "clear")
    return str(answer["reason"])


@pytest.mark.proves("03.02.3")
def test_the_range_of_sight_is_250_cm_or_what_the_scenario_says() -> None:
    assert (seen(distance_cm=250), seen(distance_cm=250.5)) == ("clear", "too_far")
    assert (seen(distance_cm=90, limit_cm=90), seen(distance_cm=91, limit_cm=90)) == ("clear", "too_far")


@pytest.mark.proves("03.02.3")
@pytest.mark.parametrize("area", ["wood", "town"])
def test_who_is_in_wood_or_town_is_seen_at_8_cm_or_at_15_when_he_acts(area: str) -> None:
    assert seen(distance_cm=8, target_area=area) == "clear"
    assert seen(distance_cm=8.1, target_area=area) == "inside_too_far"
    assert seen(distance_cm=15, target_area=area, target_fired_or_moved=True) == "clear"
    assert seen(distance_cm=15.1, target_area=area, target_fired_or_moved=True) == "inside_too_far"


@pytest.mark.proves("03.02.3")
def test_the_first_reason_that_applies_is_given() -> None:
    hidden: dict[str, Any] = {"blockers": 1, "crests": [{"level": 3, "at_cm": 5}]}
    assert seen(distance_cm=10, **hidden) == "blocked"
    assert seen(distance_cm=10, observer_deep_inside=True, **hidden) == "deep_inside"
    assert seen(distance_cm=10, observer_deep_inside=True, target_area="wood", **hidden) == "inside_too_far"
    assert seen(distance_cm=300, observer_deep_inside=True, target_area="wood", **hidden) == "too_far"


@pytest.mark.proves("03.02.3")
@pytest.mark.parametrize(
    ("observer", "target", "at", "hides"),
    [
        (0, 0, 30, True),
        (1, 1, 30, False),
        (2, 0, 30, False),  # the line just grazes the crest
        (2, 0, 31, True),
        (0, 2, 29, True),
        (0, 2, 30, False),
        (0, 0, 0, False),
        (0, 0, 60, False),
    ],
)
def test_a_crest_of_one_terrace_hides_what_lies_below_the_line(
    observer: int, target: int, at: int, hides: bool
) -> None:
    given = {"distance_cm": 60, "observer_level": observer, "target_level": target}
    assert seen(crests=[{"level": 1, "at_cm": at}], **given) == ("crest" if hides else "clear")
    assert seen(crests=[{"level": 1, "at_cm": at, "shared": True}], **given) == "clear"


def test_a_hiding_crest_is_named() -> None:
    told = explained("sight", distance_cm=60, crests=[{"level": 1, "at_cm": 70}, {"level": 1, "at_cm": 24.5}])
    assert told == [("A crest 24½ cm away hides the target: it is in dead ground.", "03.02.3")]
