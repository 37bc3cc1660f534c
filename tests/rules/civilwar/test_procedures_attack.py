"""Attacks up to the shock throw, and prisoners (07)."""

from fractions import Fraction
from typing import Any

import pytest

from cases import cases
from civilwar_desk import ask, explained
from feltherre.games.civilwar.procedures import PROCEDURES
from feltherre.games.civilwar.procedures.attack import angle_of_attack, aspect_of, at_charge_distance
from feltherre.umpire import desk


@pytest.mark.proves("07.01.1")
def test_charge_distance_is_two_cm() -> None:
    assert at_charge_distance(2)
    assert not at_charge_distance(2.01)


@pytest.mark.parametrize(
    ("advance", "facing", "angle"),
    [(180, 0, 0), (0, 0, 180), (90, 0, 90), (270, 0, 90), (200, 0, 20), (160, 0, 20), (10, 350, 160), (-90, 45, 45)],
)
def test_the_angle_of_attack_is_nought_from_ahead(advance: float, facing: float, angle: float) -> None:
    assert angle_of_attack(advance, facing) == angle


@cases(
    "angle share behind companies aspect",
    ("07.03.3 07.03.4", 0, 0, False, 9, "front"),
    ("07.03.3 07.03.4", 19.5, 0, False, 9, "front"),
    ("07.03.3 07.03.4", 20, 0, False, 1, "front"),
    ("07.03.3 07.03.4", 20, 0, False, 2, "overlap"),
    ("07.03.3 07.03.4", 45, 0.5, False, 2, "flank"),
    ("07.03.3 07.03.4", 44.5, 0.5, False, 2, "overlap"),
    ("07.03.3 07.03.4", 45, 0.49, False, 0, "front"),
    ("07.03.3 07.03.4", 135, 1, True, 0, "flank"),
    ("07.03.3 07.03.4", 135.5, 1, True, 0, "rear"),
    ("07.03.3 07.03.4", 180, 1, False, 0, "flank"),
    ("07.03.3 07.03.4", 180, 0, False, 0, "front"),
)
def test_flank_rear_and_overlap(angle: float, share: float, behind: bool, companies: int, aspect: str) -> None:
    assert aspect_of(angle, share, behind, companies) == aspect
    answer = ask(
        "attack-geometry",
        distance_cm=2,
        advance_bearing_deg=180 + angle,
        defender_facing_deg=0,
        share_behind_front_line=share,
        front_middle_behind_rear_line=behind,
        companies_facing_open_flank=companies,
    )
    assert answer == {"at_charge_distance": True, "angle_deg": angle, "aspect": aspect}


@pytest.mark.proves("02.04.3")
@pytest.mark.parametrize("formation", ["line", "attack_column", "march_column", "thin_line", "chain", "building"])
@pytest.mark.parametrize("option", [True, False])
def test_who_has_flanks(formation: str, option: bool) -> None:
    answer = ask(
        "attack-geometry",
        distance_cm=3,
        advance_bearing_deg=90,
        defender_facing_deg=0,
        defender_formation=formation,
        open_formations_have_flanks=option,
        share_behind_front_line=1,
    )
    bare = formation == "building" or (formation in ("thin_line", "chain") and not option)
    assert (answer["aspect"], answer["at_charge_distance"]) == ("front" if bare else "flank", False)


@pytest.mark.proves("07.03.5", "02.04.1", "02.04.2")
@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({}, "ok"),
        ({"formation": "march_column"}, "ok"),
        ({"formation": "attack_column"}, "ok"),
        ({"formation": "thin_line"}, "not_closed_formation"),
        ({"formation": "chain"}, "not_closed_formation"),
        ({"formation": "rout"}, "not_closed_formation"),
        ({"formation": "building", "companies": 0, "same_brigade": False}, "not_closed_formation"),
        ({"companies": 1, "same_brigade": False}, "too_few_companies"),
        ({"same_brigade": False, "distance_cm": 90}, "other_brigade"),
        ({"distance_cm": 20.5, "angle_deg": 90}, "too_far"),
        ({"angle_deg": 30.5}, "outside_arc"),
    ],
)
def test_what_makes_a_support_unit(changed: dict[str, Any], reason: str) -> None:
    given = {"companies": 2, "distance_cm": 20, "angle_deg": 30, **changed}
    assert ask("support-unit-check", **given) == {"supports": reason == "ok", "reason": reason}


def attempt(**given: Any) -> tuple[str, str, str, bool]:
    answer = ask("charge-attempt", **{"at_charge_distance": True, **given})
    return answer["outcome"], answer["reason"], answer["order_after"], answer["without_orders"]


@pytest.mark.proves("07.01.2", "07.01.3")
def test_whoever_comes_to_charge_distance_attacks_whatever_his_orders() -> None:
    assert attempt() == ("shock", "ok", "OR", False)
    assert attempt(declared_attack=False, order_state="LU") == ("shock", "ok", "LU", True)


@pytest.mark.proves("03.03.5", "07.01.3")
def test_an_attack_that_was_declared_with_too_few_is_told_as_that() -> None:
    """It counts as one without orders, and not because nobody had declared it."""
    assert attempt(enough_take_part=False) == ("shock", "ok", "OR", True)
    told = explained("charge-attempt", at_charge_distance=True, enough_take_part=False)
    assert [key for _, key in told] == ["07.01.2", "03.03.5"]
    assert "Too few figures take part" in told[1][0]
    assert "No attack was declared" in explained("charge-attempt", at_charge_distance=True, declared_attack=False)[1][0]


@pytest.mark.proves("07.01.4")
def test_artillery_and_disordered_units_stop_at_charge_distance() -> None:
    assert attempt(arm="artillery", order_state="U") == ("stopped", "artillery", "U", False)
    assert attempt(order_state="U") == ("stopped", "disorder", "U", False)
    assert attempt(order_state="FU", declared_attack=False) == ("stopped", "disorder", "FU", False)


@pytest.mark.proves("07.01.5")
def test_one_frontal_attack_on_a_unit_each_turn() -> None:
    for aspect in ("front", "overlap"):
        assert attempt(aspect=aspect, frontal_attacks_before=1)[:2] == ("stopped", "second_frontal_attack")
    for aspect in ("flank", "rear"):
        assert attempt(aspect=aspect, frontal_attacks_before=3)[:2] == ("shock", "ok")
    stopped = attempt(frontal_attacks_before=1, charge_pace=True)
    assert stopped == ("stopped", "second_frontal_attack", "OR", False)


@cases(
    "given reason order",
    ("07.01.6", {"charge_pace": True}, "found_nobody", "LU"),
    ("07.01.6", {"charge_pace": True, "order_state": "U"}, "found_nobody", "U"),
    ("07.01.6", {"charge_pace": True, "whole_turn": False}, "not_reached", "OR"),
    ("07.01.6", {"charge_pace": True, "declared_attack": False}, "not_reached", "OR"),
    ("07.01.6", {}, "not_reached", "OR"),
)
def test_a_charge_that_finds_nobody_ends_in_light_disorder(given: dict[str, Any], reason: str, order: str) -> None:
    assert attempt(at_charge_distance=False, **given)[1:3] == (reason, order)


@pytest.mark.proves("07.01.6")
@pytest.mark.parametrize("near", [True, False])
def test_an_impassable_obstacle_stops_an_attack(near: bool) -> None:
    stopped = ("stopped", "impassable_obstacle")
    assert attempt(at_charge_distance=near, impassable_obstacle=True)[:3] == (*stopped, "OR")
    assert attempt(at_charge_distance=near, impassable_obstacle=True, charge_pace=True)[:3] == (*stopped, "LU")


def test_a_routed_enemy_needs_no_shock_throw() -> None:
    assert attempt(target_order_state="FU", frontal_attacks_before=1)[:2] == ("no_throw", "target_in_rout")


@cases(
    "given thrower by",
    ("07.03.1", {"a_with_orders": False, "a_charge_pace": True}, "b", "orders"),
    ("07.03.1", {"b_with_orders": False, "b_charge_pace": True}, "a", "orders"),
    ("07.03.1", {"a_charge_pace": True, "a_moving": False}, "a", "charge_pace"),
    ("07.03.1", {"b_moving": False}, "a", "moving"),
    ("07.03.1", {"a_moving": False}, "b", "moving"),
)
def test_initiative_by_orders_then_pace_then_movement(given: dict[str, Any], thrower: str, by: str) -> None:
    assert ask("initiative", **given) == {"thrower": thrower, "decided_by": by}
    assert ask("initiative", dice_a=[1, 1], dice_b=[1, 1], **given) == {"thrower": thrower, "decided_by": by}


@pytest.mark.proves("07.03.1")
def test_initiative_by_dice_and_again_when_equal() -> None:
    assert ask("initiative", dice_a=[6, 1], dice_b=[2, 4]) == {"thrower": "a", "decided_by": "dice"}
    assert ask("initiative", dice_a=[1, 1], dice_b=[2, 1]) == {"thrower": "b", "decided_by": "dice"}
    assert ask("initiative", dice_a=[6, 1], dice_b=[3, 4]) == {"thrower": "again", "decided_by": "dice"}
    chances = desk.odds(PROCEDURES["initiative"], {})["outputs"]["thrower"]
    assert {c["value"]: Fraction(c["p"]) for c in chances}["again"] == Fraction(146, 1296)


#: schema XIV as the book prints it, for throws of 5 to 12
SCHEMA_XIV: dict[tuple[str, bool], tuple[int, ...]] = {
    ("infantry", False): (0, 1, 1, 1, 1, 2, 2, 2),
    ("infantry", True): (0, 1, 1, 1, 1, 2, 2, 2),
    ("mounted_cavalry", True): (0, 0, 0, 0, 1, 1, 2, 2),
    ("mounted_cavalry", False): (1, 1, 2, 2, 3, 3, 4, 4),
}


@pytest.mark.proves("07.06.2")
@pytest.mark.parametrize(("arm", "mounted"), SCHEMA_XIV)
def test_prisoners_for_each_melee_unit_of_the_winner(arm: str, mounted: bool) -> None:
    given = {"winner_arm": arm, "loser_mounted_cavalry": mounted, "melee_units": 3}
    for dice, each in zip(range(2, 13), (0, 0, 0, *SCHEMA_XIV[arm, mounted]), strict=True):
        assert ask("prisoners", **given, dice_sum=dice, loser_figures=99)["prisoner_figures"] == 3 * each
        assert ask("prisoners", **given, dice_sum=dice, loser_figures=2)["prisoner_figures"] == min(2, 3 * each)


@pytest.mark.proves("07.06.2")
def test_artillery_takes_prisoners_by_the_battery_and_ten_takes_the_general() -> None:
    battery = {"winner_arm": "artillery", "melee_units": 4, "loser_figures": 20}
    taken = [ask("prisoners", **battery, dice_sum=dice)["prisoner_figures"] for dice in range(2, 13)]
    assert taken == [0] * 9 + [1, 1]
    for dice in range(2, 13):
        assert ask("prisoners", **battery, dice_sum=dice, general_in_contact=True)["general_captured"] is (dice == 10)
        assert ask("prisoners", **battery, dice_sum=dice)["general_captured"] is False


@pytest.mark.parametrize("enemy", [{}, {"enemy_arm": "artillery", "enemy_order_state": "FU"}])
@cases(
    "cm contact moved reason",
    ("07.06.3 07.01.1", 2.1, False, True, "no_enemy_near"),
    ("07.06.3 07.01.1", 2, True, True, "in_contact"),
    ("07.06.3 07.01.1", 2, False, False, "move_left"),
    ("07.06.3 07.01.1", 2, False, True, "captured"),
)
def test_a_general_or_courier_alone_is_captured_once_he_has_moved(
    cm: float, contact: bool, moved: bool, reason: str, enemy: dict[str, str]
) -> None:
    answer = ask("capture-of-staff", enemy_distance_cm=cm, in_contact=contact, move_used=moved, **enemy)
    expected = {"captured": reason == "captured", "may_move_away": reason == "move_left", "reason": reason}
    assert answer == expected
