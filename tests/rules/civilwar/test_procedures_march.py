"""Marches, formation changes and passing through units (02)."""

from typing import Any

import pytest

from cases import cases
from civilwar_desk import ask, explained, refusal
from feltherre.games.civilwar.procedures import PROCEDURES
from feltherre.games.civilwar.procedures.march import ground_rate, march_row, obstacle_rate, speed_divisor
from feltherre.umpire import desk

TERRAINS = ("road", "ordinary", "difficult", "wood", "marsh", "stream")
#: schema I as the book prints it: a dash is 0
SCHEMA_I: dict[tuple[str, str, str], tuple[int, ...]] = {
    ("infantry", "march_column", "ordinary"): (30, 25, 12, 6, 3, 6),
    ("infantry", "attack_column", "ordinary"): (0, 25, 12, 6, 0, 0),
    ("infantry", "thin_line", "ordinary"): (0, 15, 10, 8, 0, 0),
    ("infantry", "line", "ordinary"): (0, 12, 8, 6, 0, 0),
    ("infantry", "chain", "ordinary"): (0, 25, 15, 10, 5, 6),
    ("infantry", "march_column", "charge"): (35, 30, 15, 8, 0, 0),
    ("infantry", "attack_column", "charge"): (0, 30, 15, 8, 0, 0),
    ("infantry", "line", "charge"): (0, 20, 10, 0, 0, 0),
    ("infantry", "rout", "ordinary"): (40, 40, 25, 15, 6, 12),
    ("infantry", "line", "flight"): (40, 40, 25, 15, 6, 12),
    ("mounted_cavalry", "march_column", "ordinary"): (50, 40, 25, 6, 0, 6),
    ("mounted_cavalry", "attack_column", "ordinary"): (0, 35, 25, 6, 0, 0),
    ("mounted_cavalry", "line", "ordinary"): (0, 30, 20, 6, 0, 0),
    ("mounted_cavalry", "chain", "ordinary"): (0, 40, 25, 8, 0, 6),
    ("mounted_cavalry", "march_column", "charge"): (70, 55, 25, 8, 0, 8),
    ("mounted_cavalry", "line", "flight"): (70, 55, 25, 8, 0, 8),
    ("mounted_cavalry", "line", "charge"): (70, 55, 25, 8, 0, 0),  # no stream but in column or chain (02.06.5)
    ("staff", "line", "ordinary"): (90, 80, 40, 10, 3, 10),
    ("artillery_driven", "line", "ordinary"): (40, 25, 12, 4, 0, 6),
    ("artillery_driven", "line", "flight"): (40, 40, 20, 0, 0, 8),
    ("artillery_horse", "line", "ordinary"): (50, 35, 12, 4, 0, 6),
    ("artillery_horse", "line", "charge"): (60, 50, 20, 0, 0, 8),
    ("artillery_horse", "line", "flight"): (60, 50, 20, 0, 0, 8),
    ("artillery_unlimbered", "line", "ordinary"): (0, 4, 2, 2, 0, 0),
    ("ammunition_wagon", "line", "ordinary"): (40, 10, 0, 0, 0, 0),
}


def marched(*path: dict[str, Any], **given: Any) -> dict[str, Any]:
    return ask("march", **{"arm": "infantry", **given}, path=list(path))


def over(length_cm: float, terrain: str = "ordinary") -> dict[str, Any]:
    return {"do": "march", "terrain": terrain, "length_cm": length_cm}


def wheel(degrees: float) -> dict[str, Any]:
    return {"do": "wheel", "angle_deg": degrees}


def cross(obstacle: int, **given: Any) -> dict[str, Any]:
    return {"do": "cross", "class": obstacle, **given}


@pytest.mark.proves("02.06.1", "02.06.5")
@pytest.mark.parametrize(("who", "rates"), SCHEMA_I.items(), ids=["-".join(who) for who in SCHEMA_I])
def test_a_turns_march_is_what_schema_i_says(who: Any, rates: tuple[int, ...]) -> None:
    arm, formation, pace = who
    for terrain, rate in zip(TERRAINS, rates, strict=True):
        expected = rate or (rates[1] if terrain == "road" else 0)  # a dash under road: the road is no help (R16)
        answer = marched(over(1000, terrain), arm=arm, formation=formation, pace=pace)
        assert answer["distance_cm"] == expected
        assert answer["stop_reason"] == ("time" if expected else "terrain")


@cases(
    "arm formation pace",
    ("02.06.1", "infantry", "thin_line", "charge"),
    ("02.06.1", "infantry", "chain", "charge"),
    ("02.06.1", "infantry", "rout", "charge"),
    ("02.06.1", "mounted_cavalry", "thin_line", "ordinary"),
    ("02.06.1", "artillery_driven", "line", "charge"),
    ("02.06.1", "artillery_unlimbered", "line", "charge"),
    ("02.06.1", "ammunition_wagon", "line", "charge"),
    ("02.06.1", "staff", "line", "charge"),
)
def test_what_schema_i_does_not_have_is_refused(arm: str, formation: str, pace: str) -> None:
    assert march_row(arm, formation, pace) is None
    reason = refusal("march", arm=arm, formation=formation, pace=pace, path=[over(1)])
    assert reason.startswith("Schema I has no row for this arm")


@pytest.mark.proves("02.06.1")
def test_time_is_spent_in_proportion_on_each_piece_of_ground() -> None:
    answer = marched(over(15, "road"), over(5), over(2, "wood"), formation="march_column", time_available=0.8)
    # 1/2 + 1/5 + 1/3 of a turn, of which 4/5 are there: 0.1 turn in the wood is 0.6 cm
    assert answer == {"time_used": 0.8, "distance_cm": 20.6, "complete": False, "stop_reason": "time"}
    assert marched(over(12), time_available=1)["complete"] is True


@pytest.mark.proves("02.06.1")
def test_a_third_of_a_turn_written_with_decimals_is_enough_for_a_third() -> None:
    assert marched(over(2, "wood"), time_available=1 / 3)["complete"] is True
    assert marched(over(2, "wood"), time_available=0.33333)["complete"] is False


@pytest.mark.proves("02.06.1")
def test_a_unit_that_arrives_with_no_time_left_stops_at_the_edge_of_what_it_cannot_enter() -> None:
    assert marched(over(12), over(1, "marsh"))["stop_reason"] == "terrain"
    assert marched(over(12), over(1))["stop_reason"] == "time"
    assert marched()["complete"] is True


@pytest.mark.proves("02.06.2")
@pytest.mark.parametrize("arm", ["infantry", "mounted_cavalry", "staff", "artillery_driven", "ammunition_wagon"])
def test_backwards_goes_at_half_speed_but_for_unlimbered_guns(arm: str) -> None:
    forward = marched(over(1000), arm=arm)["distance_cm"]
    assert marched(over(1000), arm=arm, backwards=True)["distance_cm"] == forward / 2
    assert marched(over(1000), arm="artillery_unlimbered", backwards=True)["distance_cm"] == 4
    assert "Charge pace" in refusal("march", arm="infantry", pace="charge", backwards=True, path=[over(1)])


@pytest.mark.proves("06.03.5")
def test_half_the_horses_lost_is_half_the_march_and_no_charge() -> None:
    horse = {"arm": "artillery_horse", "horses_lost_half": True}
    assert marched(over(1000, "road"), **horse)["distance_cm"] == 25
    assert marched(over(1000, "road"), backwards=True, **horse)["distance_cm"] == 12.5
    assert "half its horses" in refusal("march", pace="charge", path=[over(1)], **horse)
    assert speed_divisor("artillery_unlimbered", True, True) == 2


@pytest.mark.proves("02.05.5")
@pytest.mark.parametrize(("degrees", "time"), [(90, 1.5), (45, 0.75), (20, 1 / 3)])
def test_a_wheel_costs_one_and_a_half_fronts_for_90_degrees(degrees: float, time: float) -> None:
    answer = marched(wheel(degrees), front_width_cm=12, time_available=9)
    assert answer["time_used"] == pytest.approx(time)
    assert answer["distance_cm"] == 0
    assert marched(wheel(degrees), front_width_cm=12, formation="march_column")["time_used"] == 0


@cases(
    "arm rates",
    ("02.06.6", "infantry", (12, 8, 6, None)),
    ("02.06.6", "mounted_cavalry", (30, 20, None, None)),
    ("02.06.6", "staff", (80, 40, None, None)),
    ("02.06.6", "artillery_driven", (12, None, None, None)),
    ("02.06.6", "artillery_horse", (12, None, None, None)),
    ("02.06.6", "artillery_unlimbered", (2, None, None, None)),
    ("02.06.6", "ammunition_wagon", (10, None, None, None)),
)
def test_obstacles_are_passed_as_schema_iii_says(arm: str, rates: tuple[int | None, ...]) -> None:
    row = march_row(arm, "line", "ordinary")
    assert row is not None
    for obstacle, rate in enumerate(rates, start=1):
        assert obstacle_rate(arm, row, "ordinary", obstacle) == rate
        answer = marched(cross(obstacle), arm=arm, depth_cm=1000)
        assert answer["stop_reason"] == ("time" if rate else "obstacle")
        assert answer["distance_cm"] == (rate or 0)


@pytest.mark.proves("02.06.6")
def test_an_obstacle_is_as_long_as_the_unit_is_deep_and_never_quicker_than_its_ground() -> None:
    assert marched(cross(3, thickness_cm=1.5), depth_cm=3)["time_used"] == 0.75
    assert marched(cross(1, terrain="wood"), depth_cm=3)["time_used"] == 0.5
    assert marched(cross(3, terrain="wood"), depth_cm=3, formation="chain")["time_used"] == 0.5
    assert marched(cross(1, terrain="marsh"), depth_cm=3)["stop_reason"] == "terrain"


@pytest.mark.proves("02.06.4", "02.06.6")
def test_mounted_cavalry_at_charge_pace_passes_no_obstacle() -> None:
    assert marched(cross(1), arm="mounted_cavalry", depth_cm=3, pace="charge")["stop_reason"] == "obstacle"
    assert marched(cross(1), arm="mounted_cavalry", depth_cm=3, pace="flight")["complete"] is True


@pytest.mark.proves("02.06.1")
def test_an_attack_column_at_charge_pace_gains_nothing_from_a_road() -> None:
    row = ("infantry", "column_charge")
    assert ground_rate(row, "march_column", "charge", "road") == 35
    assert ground_rate(row, "attack_column", "charge", "road") == 30
    riders = ("mounted_cavalry", "charge_or_flight")
    assert ground_rate(riders, "march_column", "charge", "road") == 70
    assert ground_rate(riders, "attack_column", "charge", "road") == 55
    assert ground_rate(riders, "attack_column", "flight", "road") == 70


@pytest.mark.proves("02.06.1")
def test_a_path_must_say_how_long_or_how_far_round_or_over_what() -> None:
    assert "length_cm" in refusal("march", arm="infantry", path=[over(1), {"do": "march"}])
    assert "Part 1" in refusal("march", arm="infantry", path=[{"do": "wheel"}])
    assert "needs class" in refusal("march", arm="infantry", path=[{"do": "cross"}])


def test_a_march_is_told_piece_by_piece() -> None:
    told = explained("march", arm="infantry", backwards=True, depth_cm=3, path=[over(3), cross(3)])
    obstacle = "The obstacle of class III and the depth of the unit make 3 cm over ordinary ground at 3 cm a turn"
    assert told == [
        ("Backwards the unit marches at half speed.", "02.06.2"),
        ("3 cm over ordinary ground at 6 cm a turn: ½ turn.", "02.06.1"),
        (f"{obstacle}: 1 turn.", "02.06.6"),
        ("The time of 1 turn is up after 4½ cm.", "02.06.1"),
    ]


def test_numbers_are_written_as_the_reader_writes_them() -> None:
    given = {"arm": "infantry", "path": [over(5)]}
    told = {lang: desk.run(PROCEDURES["march"], given, lang)["explanation"][0]["text"] for lang in ("en", "da", "sv")}
    assert told == {
        "en": "5 cm over ordinary ground at 12 cm a turn: 0.42 turn.",
        "da": "5 cm i almindeligt terræn med 12 cm i trækket: 0,42 træk.",
        "sv": "5 cm i vanlig terräng med 12 cm per drag: 0,42 drag.",
    }


def time_of(kind: str, **given: Any) -> float | None:
    answer = ask("formation-change", kind=kind, **given)
    assert answer["possible"] == (answer["time"] is not None)
    time: float | None = answer["time"]
    return time


@pytest.mark.proves("02.05.1", "02.05.2")
@pytest.mark.parametrize(
    ("arm", "rates"), [("infantry", (30, 15, 8, 5, None)), ("mounted_cavalry", (40, 20, 8, None, None))]
)
def test_a_formation_change_takes_as_long_as_the_longest_way(arm: str, rates: tuple[int | None, ...]) -> None:
    for terrain, rate in zip(TERRAINS[1:], rates, strict=True):
        given = {"arm": arm, "terrain": terrain}
        assert time_of("formation", longest_company_move_cm=60, **given) == (60 / rate if rate else None)
        assert time_of("formation", longest_company_move_cm=1, **given) == (0.25 if rate else None)
    assert time_of("formation", arm="artillery", longest_company_move_cm=1) is None


@cases(
    "given quarter half",
    ("02.05.2", {}, 0.25, 0.25),
    ("02.05.2", {"arm": "mounted_cavalry", "terrain": "difficult"}, 0.25, 0.25),
    ("02.05.2", {"arm": "artillery"}, 1.0, 0.5),
    ("02.05.2", {"arm": "artillery", "limbered": True}, 0.5, 1.0),
    ("02.05.2", {"arm": "artillery", "terrain": "difficult"}, 2.0, 0.5),
    ("02.05.2", {"arm": "artillery", "limbered": True, "terrain": "difficult"}, 0.5, 2.0),
)
def test_facing_turns_take_what_schema_ii_says(given: dict[str, Any], quarter: float, half: float) -> None:
    assert (time_of("quarter_turn", **given), time_of("half_turn", **given)) == (quarter, half)


@pytest.mark.proves("02.05.2")
def test_a_turn_that_takes_twice_as_long_in_difficult_ground_is_explained() -> None:
    told = [explained("formation-change", kind="quarter_turn", arm="artillery", terrain=t) for t in TERRAINS[1:3]]
    assert [len(lines) for lines in told] == [1, 2]
    assert told[1][1] == ("In difficult ground a turn that usually takes 1 turn takes 2.", "02.05.2")


@pytest.mark.proves("02.05.3")
def test_open_formations_and_guns_at_their_limbers_face_about_for_nothing() -> None:
    assert time_of("half_turn", open_formation=True) == time_of("quarter_turn", open_formation=True) == 0
    assert time_of("half_turn", arm="artillery", with_limbering=True) == 0
    assert time_of("quarter_turn", arm="artillery", with_limbering=True) == 1


@pytest.mark.proves("02.05.2", "02.05.4")
def test_other_changes_and_who_can_make_them() -> None:
    for kind in ("line_column_by_turn", "mount", "dismount"):
        assert (time_of(kind, arm="mounted_cavalry"), time_of(kind, arm="artillery")) == (0.25, None)
    for kind in ("unlimber", "limber_up"):
        assert (time_of(kind, arm="artillery"), time_of(kind)) == (0.5, None)


def passing(**given: Any) -> tuple[bool, bool, str]:
    answer = ask("pass-through", **given)
    return answer["allowed"], answer["pinned_test"], answer["reason"]


FREE, STOPPED = (True, False, "ok"), (False, False)


@pytest.mark.proves("02.06.3", "02.04.1", "02.04.2")
@pytest.mark.parametrize("formation", ["thin_line", "chain"])
@pytest.mark.parametrize("order", ["stand", "move", "fire"])
def test_open_formations_let_anybody_through_at_any_pace(formation: str, order: str) -> None:
    assert passing(formation=formation, order=order, order_state="U", mover_charge_pace=True) == FREE
    assert passing(formation="line", order=order, order_state="FU", mover_charge_pace=True) == FREE


@pytest.mark.parametrize("formation", ["march_column", "attack_column", "line"])
@cases(
    "given reason",
    ("02.06.3 04.02.5", {"mover_charge_pace": True}, "charge_pace"),
    ("02.06.3 04.02.5", {"order_state": "U"}, "disorder"),
    ("02.06.3 04.02.5", {"order": "move"}, "moving_or_firing"),
    ("02.06.3 04.02.5", {"order": "fire"}, "moving_or_firing"),
    ("02.06.3 04.02.5", {"fire_locked": True}, "fire_locked"),
)
def test_closed_formations_bar_the_way_except_to_flight(formation: str, given: dict[str, Any], reason: str) -> None:
    assert passing(formation=formation) == passing(formation=formation, order_state="LU") == FREE
    assert passing(formation=formation, **given) == (*STOPPED, reason)
    flight = passing(formation=formation, mover_order_state="FU", **given)
    assert flight == ((*STOPPED, "charge_pace") if reason == "charge_pace" else FREE)


@pytest.mark.proves("02.06.3")
def test_enemies_are_passed_through_only_in_rout() -> None:
    assert passing(same_side=False, formation="chain") == (*STOPPED, "enemy")
    assert passing(same_side=False, order_state="FU", pinned=True) == FREE


@cases(
    "given tested",
    ("04.02.9", {}, True),
    ("04.02.9", {"mover_order_state": "LU"}, True),
    ("04.02.9", {"mover_order_state": "U"}, False),
    ("04.02.9", {"mover_order_state": "FU"}, False),
    ("04.02.9", {"mover_kind": "mounted"}, False),
    ("04.02.9", {"mover_kind": "artillery"}, False),
    ("04.02.9", {"order": "fire"}, False),
)
def test_foot_is_tested_before_it_passes_through_a_pinned_unit(given: dict[str, Any], tested: bool) -> None:
    assert passing(order_state="LU", pinned=True, **given)[1] is tested


@pytest.mark.proves("04.02.9")
def test_an_attacker_gets_through_a_pinned_unit_with_ten() -> None:
    caught = {"passes": False, "order_after": "LU", "becomes_pinned": True}
    assert ask("pass-through-pinned", declared_attack=True, dice=[5, 4]) == caught
    assert ask("pass-through-pinned", declared_attack=True, grade=-1, dice=[5, 5]) == caught
    through = {"passes": True, "order_after": "LU", "becomes_pinned": False}
    assert ask("pass-through-pinned", declared_attack=True, order_state="LU", dice=[5, 5]) == through
    assert ask("pass-through-pinned", declared_attack=True, order_state="LU", grade=2, dice=[4, 4]) == through


@pytest.mark.proves("04.02.9")
def test_without_a_declared_attack_nothing_is_thrown() -> None:
    caught = {"passes": False, "order_after": "LU", "becomes_pinned": True}
    assert ask("pass-through-pinned", declared_attack=False) == caught
    assert ask("pass-through-pinned", declared_attack=False, grade=2, dice=[6, 6]) == caught
    assert "dice" in refusal("pass-through-pinned", declared_attack=True)
