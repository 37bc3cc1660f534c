"""Orders and sight as the umpire rules them (03)."""

from typing import Any

import pytest

from cases import cases
from civilwar_desk import ask, explained
from feltherre.games.civilwar.procedures.orders import command_of


@cases(
    "says cm courier command reports",
    ("03.03.2 03.03.3 03.02.2", "beside him", 0, False, "full", True),
    ("03.03.2 03.03.3 03.02.2", "within 40 cm", 40, False, "full", True),
    ("03.03.2 03.03.3 03.02.2", "beyond", 40.1, False, "restricted", False),
    ("03.03.2 03.03.3 03.02.2", "a courier carries orders out but no reports back", 40.1, True, "full", False),
)
def test_a_general_commands_within_40_cm_or_by_courier(cm: float, courier: bool, command: str, reports: bool) -> None:
    assert command_of(cm, courier) == command
    answer = ask("command-range", distance_cm=cm, courier_in_contact=courier)
    assert answer == {"command": command, "reports": reports}


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


LOCKED, AT_TARGET = {"fire_locked": True}, {"fires_at_locked_target": True}
WHOLE = {"participating_figures": 9, "present_figures": 9}
CHARGE = {"charge_pace": True, "participating_figures": 30, "present_figures": 30}
GUNS, HORSE_GUNS = {"arm": "artillery"}, {"arm": "artillery", "horse_artillery": True}
MOUNTED, MOVING = {"arm": "cavalry_mounted"}, {"moving_at_end_of_last_turn": True}


@cases(
    "says action given expected",
    ("04.02.8 04.02.14", "only a pinned or locked unit declares a retreat", "declare_retreat", {}, ["no_retreat"]),
    ("04.02.8 04.02.14", "hand to hand too (R129)", "declare_retreat", {"in_contact": True}, []),
    ("04.02.8 04.02.14", "a pinned one", "declare_retreat", {"pinned": True}, []),
    ("04.02.8 04.02.14", "a locked one", "declare_retreat", LOCKED, []),
    ("04.02.14", "a locked unit fires at its target", "fire", LOCKED | AT_TARGET, []),
    ("04.02.14", "at no other", "fire", LOCKED, ["fire_locked"]),
    ("04.02.14", "it does not stand", "stand", LOCKED, ["fire_locked"]),
    ("04.02.14", "nor move", "move", LOCKED | AT_TARGET, ["fire_locked"]),
    ("07.01.4", "artillery cannot be ordered to attack", "attack", GUNS | WHOLE, ["artillery_attack"]),
    ("07.01.4", "nor who is in U", "attack", WHOLE | {"order_state": "U"}, ["disorder_attack"]),
    ("07.01.4", "who is in LU can", "attack", WHOLE | {"order_state": "LU"}, []),
    ("03.03.4", "charge pace is for attacks", "attack", CHARGE, []),
    ("03.03.4", "not for a move", "move", CHARGE, ["charge_not_attack"]),
    ("03.03.4", "but of horse artillery", "move", HORSE_GUNS | CHARGE, []),
    ("03.03.4", "which does not charge to unlimber", "unlimber", HORSE_GUNS | CHARGE, ["charge_not_attack"]),
    ("03.03.4", "never charged yet", "attack", CHARGE | {"turns_since_charge": None}, []),
    ("03.03.4", "charged in this turn", "attack", CHARGE | {"turns_since_charge": 0}, ["charge_too_soon"]),
    ("03.03.4", "three turns ago", "attack", CHARGE | {"turns_since_charge": 3}, ["charge_too_soon"]),
    ("03.03.4", "four turns ago", "attack", CHARGE | {"turns_since_charge": 4}, []),
    ("03.03.4", "nine turns ago", "attack", CHARGE | {"turns_since_charge": 9}, []),
    ("06.03.5", "a battery without half its horses", "move",
     HORSE_GUNS | {"horses_lost_half": True, "charge_pace": True}, ["charge_horses_lost"]),
    ("02.05.6", "no change of direction", "attack", CHARGE | {"direction_changes_deg": []}, []),
    ("02.05.6", "20 degrees", "attack", CHARGE | {"direction_changes_deg": [20]}, []),
    ("02.05.6", "20 to the left", "attack", CHARGE | {"direction_changes_deg": [-20]}, []),
    ("02.05.6", "more", "attack", CHARGE | {"direction_changes_deg": [20.5]}, ["charge_direction"]),
    ("02.05.6", "more to the left", "attack", CHARGE | {"direction_changes_deg": [-21]}, ["charge_direction"]),
    ("02.05.6", "twice", "attack", CHARGE | {"direction_changes_deg": [5, 5]}, ["charge_direction"]),
    ("02.05.6", "no other formation", "attack", CHARGE | {"with_formation_change": True}, ["charge_formation_change"]),
    ("02.06.4", "mounted cavalry from motion only", "attack", CHARGE | MOUNTED, ["charge_not_in_motion"]),
    ("02.06.4", "from motion", "attack", CHARGE | MOUNTED | MOVING, []),
    ("02.06.4", "over no obstacle", "attack", CHARGE | MOUNTED | MOVING | {"passes_obstacle": True},
     ["charge_obstacle"]),
    ("02.06.4", "foot may", "attack", CHARGE | {"passes_obstacle": True}, []),
    ("05.01.1 06.01.2", "no fire without ammunition", "fire", {"has_ammunition": False}, ["no_ammunition"]),
    ("05.01.1 06.01.2", "nor of limbered guns", "fire", GUNS | {"unlimbered": False}, ["not_unlimbered"]),
    ("05.01.1 06.01.2", "of unlimbered ones", "fire", GUNS, []),
    ("05.01.1 06.01.2", "foot has no limbers", "fire", {"unlimbered": False}, []),
    ("", "marches need no ammunition", "move", {"has_ammunition": False}, []),
)  # fmt: skip
def test_what_may_be_ordered(action: str, given: dict[str, Any], expected: list[str]) -> None:
    assert faults(action, **given) == expected


@pytest.mark.proves("03.03.1", "03.03.3")
@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("repeats", [False, True])
def test_out_of_command_a_unit_repeats_stands_or_fires(action: str, repeats: bool) -> None:
    allowed = repeats or action in ("stand", "reorganise", "fire", "declare_retreat")
    found = faults(action, command="restricted", repeats_last_order=repeats, pinned=action == "declare_retreat")
    assert found == ([] if allowed else ["out_of_command"])


@cases(
    "arm taking_part without",
    ("03.03.5", "infantry", 15, True),
    ("03.03.5", "infantry", 16, False),
    ("03.03.5", "cavalry_dismounted", 15, True),
    ("03.03.5", "cavalry_dismounted", 16, False),
    ("03.03.5", "cavalry_mounted", 9, True),
    ("03.03.5", "cavalry_mounted", 10, False),
)
def test_enough_of_a_unit_must_attack_or_it_attacks_without_orders(arm: str, taking_part: int, without: bool) -> None:
    given = {"arm": arm, "participating_figures": taking_part, "present_figures": 30}
    answer = ask("order-legality", action="attack", **given)
    assert (answer["without_orders"], answer["legal"]) == (without, True)
    charge = faults("attack", charge_pace=True, moving_at_end_of_last_turn=True, **given)
    assert charge == (["charge_without_orders"] if without else [])


@pytest.mark.proves("07.01.4")
def test_an_attack_of_artillery_is_no_attack_without_orders() -> None:
    assert ask("order-legality", action="attack", arm="artillery")["without_orders"] is False


@pytest.mark.proves("03.03.4")
@pytest.mark.parametrize("formation", ["march_column", "attack_column", "line", "thin_line", "chain", "building"])
def test_charge_pace_needs_column_or_line(formation: str) -> None:
    allowed = formation in ("march_column", "attack_column", "line")
    assert faults("attack", formation=formation, **CHARGE) == ([] if allowed else ["charge_formation"])


@pytest.mark.proves("02.06.5")
@pytest.mark.parametrize("formation", ["march_column", "chain", "line", "thin_line", "attack_column"])
def test_streams_and_marsh_are_entered_in_column_or_chain(formation: str) -> None:
    allowed = formation in ("march_column", "chain")
    found = faults("move", formation=formation, enters_stream_or_marsh=True)
    assert found == ([] if allowed else ["stream_or_marsh"])


def test_a_refused_order_says_everything_that_is_wrong_with_it() -> None:
    told = explained("order-legality", action="attack", arm="artillery", order_state="U", command="restricted")
    assert [rule for _, rule in told] == ["03.03.3", "07.01.4", "07.01.4", "03.01.2"]
    assert told[-1][0] == "The order cannot stand: the unit does nothing."


def seen(**given: Any) -> str:
    answer = ask("sight", **given)
    assert answer["visible"] == (answer["reason"] == "clear")
    return str(answer["reason"])


HIDDEN: dict[str, Any] = {"blockers": 1, "crests": [{"level": 3, "at_cm": 5}]}
DEEP = HIDDEN | {"observer_deep_inside": True}


@cases(
    "says cm given reason",
    ("03.02.3", "250 cm", 250, {}, "clear"),
    ("03.02.3", "beyond", 250.5, {}, "too_far"),
    ("03.02.3", "what the scenario says", 90, {"limit_cm": 90}, "clear"),
    ("03.02.3", "beyond that", 91, {"limit_cm": 90}, "too_far"),
    ("03.02.3", "the first reason that applies is given", 10, HIDDEN, "blocked"),
    ("03.02.3", "deep inside comes before that", 10, DEEP, "deep_inside"),
    ("03.02.3", "and the target's wood before that", 10, DEEP | {"target_area": "wood"}, "inside_too_far"),
    ("03.02.3", "and the distance before all", 300, DEEP | {"target_area": "wood"}, "too_far"),
)
def test_how_far_one_sees_and_what_hides(cm: float, given: dict[str, Any], reason: str) -> None:
    assert seen(distance_cm=cm, **given) == reason


@pytest.mark.proves("03.02.3")
@pytest.mark.parametrize("area", ["wood", "town"])
@pytest.mark.parametrize(("acts", "limit"), [(False, 8), (True, 15)])
def test_who_is_in_wood_or_town_is_seen_at_8_cm_or_at_15_when_he_acts(acts: bool, limit: int, area: str) -> None:
    given = {"target_area": area, "target_fired_or_moved": acts}
    assert seen(distance_cm=limit, **given) == "clear"
    assert seen(distance_cm=limit + 0.1, **given) == "inside_too_far"


@cases(
    "observer target at hides",
    ("03.02.3", 0, 0, 30, True),
    ("03.02.3", 1, 1, 30, False),
    ("03.02.3", 2, 0, 30, False),  # the line just grazes the crest
    ("03.02.3", 2, 0, 31, True),
    ("03.02.3", 0, 2, 29, True),
    ("03.02.3", 0, 2, 30, False),
    ("03.02.3", 0, 0, 0, False),
    ("03.02.3", 0, 0, 60, False),
)
def test_a_crest_of_one_terrace_hides_what_lies_below_the_line(
    observer: int, target: int, at: int, hides: bool
) -> None:
    given = {"distance_cm": 60, "observer_level": observer, "target_level": target}
    assert seen(crests=[{"level": 1, "at_cm": at}], **given) == ("crest" if hides else "clear")
    assert seen(crests=[{"level": 1, "at_cm": at, "shared": True}], **given) == "clear"


@pytest.mark.proves("03.02.3")
def test_a_crest_hides_however_near_the_observer_stands() -> None:
    assert ask("sight", distance_cm=10, crests=[{"level": 2, "at_cm": 0.5}])["reason"] == "crest"
    assert ask("sight", distance_cm=10, crests=[{"level": 2, "at_cm": 0}])["reason"] == "clear"


def test_a_hiding_crest_is_named() -> None:
    told = explained("sight", distance_cm=60, crests=[{"level": 1, "at_cm": 70}, {"level": 1, "at_cm": 24.5}])
    assert told == [("A crest 24½ cm away hides the target: it is in dead ground.", "03.02.3")]
