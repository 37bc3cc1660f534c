"""Coming near and base contact on the march (02.06.3, 04.02.5, 04.02.9, 07.01.1; R25, R26, R46, R84)."""

import itertools
import math
from typing import Any

import pytest

from cases import cases
from civilwar_motion import Marched, march
from civilwar_table import cannon, chief, field_of, foot, horse, inf, with_unit
from feltherre.games.civilwar.field import body
from feltherre.games.civilwar.orders.language import Attack, Fire, Move, Order
from feltherre.games.civilwar.orders.legs import Back, Go, Wheel
from feltherre.games.civilwar.room import stand_on
from feltherre.games.civilwar.state import CivilWarState, unit_of
from feltherre.ground.tabletop.distance import pieces_distance

SOUTH = 1800
FORWARD = Move((Go(),))


def gap(state: CivilWarState, one: str, other: str) -> int:
    return pieces_distance(body(state, unit_of(state, one)).pieces, body(state, unit_of(state, other)).pieces)


def nobody_stands_on_another(state: CivilWarState) -> bool:
    pairs = itertools.combinations([body(state, unit).pieces for unit in state.units if unit.on_table], 2)
    return not any(stand_on(one, other) for one, other in pairs)


# passing through friends

#: a column of 6 files marches 25 cm, its friend is a line 3 cm deep whose rear is 7 cm ahead of it
MOVER = {"formation": "attack_column", "at": (50, 20)}


def pass_by(
    order: Order = FORWARD,
    friend: dict[str, Any] | None = None,
    does: Order | None = None,
    changes: dict[str, Any] | None = None,
) -> Marched:
    state = field_of(
        inf("a", 0, **MOVER),
        inf("friend", 0, **({"at": (50, 30)} | (friend or {}))),
        foot("b", 1, 50, 90),
        # within 15 cm of the friend and in his arc, but out of the mover's way
        *([foot("near", 1, 62, 40, 6, companies=2)] if changes else []),
    )
    if changes:
        with_unit(state, "friend", **changes)
    return march(state, {"a": order, **({"friend": does} if does else {})})


@pytest.mark.proves("02.06.3")
def test_02_06_3_a_friend_who_stands_still_is_passed_through_without_loss_of_time() -> None:
    ran = pass_by()
    assert ran.at("a") == (50, 45)
    assert "passes" in ran.told
    assert ran.state.doing[1].passed_through
    assert pass_by(does="X").at("a") == (50, 45)


@cases(
    "order friend does changes passes",
    # charge pace: not through closed formations, but through open ones
    ("02.06.3 04.02.5", Attack("b", pace="charge"), {}, None, {}, False),
    ("02.06.3 04.02.5", Attack("b", pace="charge"), {"formation": "chain"}, None, {}, True),
    ("02.06.3 04.02.5", FORWARD, {}, Fire(), {}, False),
    ("02.06.3 04.02.5", FORWARD, {}, Move((Wheel("left", 10),)), {}, False),
    ("02.06.3 04.02.5", FORWARD, {"formation": "thin_line"}, Fire(), {}, True),
    ("02.06.3 04.02.5", FORWARD, {}, None, {"order": "U"}, False),
    ("02.06.3 04.02.5", FORWARD, {}, None, {"order": "LU"}, True),
    ("02.06.3 04.02.5", FORWARD, {}, None, {"order": "FU"}, True),
    ("02.06.3 04.02.5", FORWARD, {}, None, {"fights": (("near", 2),)}, False),
    ("02.06.3 04.02.5", FORWARD, {}, None, {"fights": (("near", 1),)}, True),
    # a fire-fight that is over bars nobody: the target is far away or gone, or the pouches are empty (R47)
    ("02.06.3 04.02.5", FORWARD, {}, None, {"fights": (("b", 2),)}, True),
    ("02.06.3 04.02.5", FORWARD, {}, None, {"fights": (("nobody", 2),)}, True),
    ("02.06.3 04.02.5", FORWARD, {}, None, {"fights": (("near", 2),), "out_of_ammunition": True}, True),
)
def test_R25_who_may_not_pass_stops_at_base_contact(
    order: Order, friend: dict[str, Any], does: Order | None, changes: dict[str, Any], passes: bool
) -> None:
    ran = pass_by(order, friend, does, changes)
    assert (ran.at("a")[1] > 40) == passes
    if not passes:
        assert 0 <= gap(ran.state, "a", "friend") <= 5
        assert ran.state.doing[0].void == "contact"
        assert any(told.startswith("contact.") for told in ran.told)


@pytest.mark.proves("02.06.3")
def test_R25_a_unit_that_would_end_on_another_stops_short_or_goes_on_beyond() -> None:
    """The line ends 1 cm into its friend after its whole march: it has to stop short."""
    state = field_of(foot("a", 0, 50, 20), foot("friend", 0, 50, 34), foot("b", 1, 50, 90))
    ran = march(state, {"a": "GO FWD"})
    assert math.isclose(ran.at("a")[1], 31, abs_tol=0.1)
    assert nobody_stands_on_another(state)
    # ordered 14 cm of 25, it has length left to come out on the other side
    state = field_of(inf("a", 0, **MOVER), foot("friend", 0, 50, 30), foot("b", 1, 50, 90))
    ran = march(state, {"a": "GO FWD 14"})
    depth = 600
    assert math.isclose(ran.at("a")[1], 30 + depth / 100, abs_tol=0.3)
    assert nobody_stands_on_another(state)


@pytest.mark.proves("02.06.3")
@pytest.mark.parametrize("legs", [(Go(length=600),), (Go(length=200), Go(direction=300, length=500))])
def test_R25_a_column_that_would_end_on_another_goes_on_beyond_as_well(legs: tuple[Go, ...]) -> None:
    state = field_of(
        foot("a", 0, 50, 30, 9, formation="march_column"), foot("friend", 0, 50, 38, 12), foot("b", 1, 50, 110)
    )
    marched_to = march(state.clone(), {"a": Move((*legs, Go(length=1200)))}).at("a")
    ran = march(state, {"a": Move(legs)})
    assert 38 < ran.at("a")[1] < marched_to[1]
    assert "makes-room" in ran.told
    assert nobody_stands_on_another(state)


@pytest.mark.proves("02.06.3")
def test_R25_so_does_one_that_is_still_coming_onto_the_table() -> None:
    state = field_of(foot("a", 0, 50, 1), foot("friend", 0, 50, 4), foot("b", 1, 50, 90))
    ran = march(state, {"a": "GO FWD 1"})
    assert math.isclose(ran.at("a")[1], 7, abs_tol=0.3)
    # it has marched there
    assert math.isclose(ran.state.doing[0].marched, 600, abs_tol=30)
    assert nobody_stands_on_another(state)


@pytest.mark.proves("02.06.3", "02.06.6")
@pytest.mark.parametrize("behind", ["house", "enemy"])
def test_R25_beyond_a_friend_it_goes_over_no_house_and_through_no_enemy(behind: str) -> None:
    """Both leave it no room just beyond its friend: it stops short of him."""
    house = {"id": "house", "type": "building", "poly": [[45, 30.5], [55, 30.5], [55, 35], [45, 35]]}
    b = inf("b", 1, at=(50, 30.5) if behind == "enemy" else (50, 90), face=180)
    state = field_of(inf("a", 0, **MOVER), foot("friend", 0, 50, 30), b, terrain=[house] if behind == "house" else [])
    ran = march(state, {"a": "GO FWD 8"})
    assert ran.at("a")[1] < 28
    assert nobody_stands_on_another(state)


@pytest.mark.proves("02.06.3")
def test_neighbours_march_side_by_side_and_one_behind_the_other() -> None:
    for facing in (0, 37.5, 45, 90.1):
        angle = math.radians(facing)
        right, back = (math.cos(angle), -math.sin(angle)), (-math.sin(angle), -math.cos(angle))
        spots = {
            "left": (80.0, 60.0),
            "right": (80 + 9.6 * right[0], 60 + 9.6 * right[1]),
            "rear": (80 + 3 * back[0], 60 + 3 * back[1]),
        }
        placed = [inf(name, 0, at=(round(x, 2), round(y, 2)), face=facing) for name, (x, y) in spots.items()]
        state = field_of(*placed, foot("b", 1, 10, 10, face=0))
        ran = march(state, dict.fromkeys(spots, FORWARD))
        for name, (x, y) in spots.items():
            assert math.isclose(math.dist(ran.at(name), (x, y)), 12, abs_tol=0.1), (facing, name, ran.told)


@pytest.mark.proves("04.02.5")
@pytest.mark.parametrize(("start", "meets"), [(27, 27), (25.5, 25.5 + 25 * 1.5 / 13)])
def test_04_02_5_who_is_run_into_from_behind_marches_on(start: float, meets: float) -> None:
    """A line goes 12 cm and the column behind it 25: only the column is stopped, where it comes up with the line."""
    wood = {"id": "wood", "type": "wood", "poly": [[40, 34.5], [60, 34.5], [60, 60], [40, 60]]}
    for terrain, way in (([], 12), ([wood], 6 + 4.5 / 2)):
        state = field_of(
            foot("line", 0, 50, 30),
            foot("column", 0, 50, start, formation="attack_column"),
            foot("b", 1, 50, 90),
            terrain=terrain,
        )
        ran = march(state, {"line": "GO FWD", "column": "GO FWD"})
        assert ran.at("line")[1] == pytest.approx(30 + way, abs=0.1)
        assert ran.at("column")[1] == pytest.approx(meets, abs=0.15)
        assert nobody_stands_on_another(state)


@pytest.mark.proves("04.02.5")
def test_04_02_5_two_who_meet_are_both_stopped() -> None:
    state = field_of(foot("a", 0, 50, 20), foot("friend", 0, 50, 30, face=180), foot("b", 1, 10, 110, face=0))
    ran = march(state, {"a": "GO FWD", "friend": "GO FWD"})
    assert ran.at("a")[1] == pytest.approx(25, abs=0.1)
    assert ran.at("friend")[1] == pytest.approx(25, abs=0.1)


@pytest.mark.proves("02.06.3")
def test_an_enemy_is_passed_through_only_in_rout() -> None:
    state = field_of(inf("a", 0, **MOVER), foot("b", 1, 50, 27))
    assert 0 <= gap(march(state, {"a": "GO FWD"}).state, "a", "b") <= 5
    routed = field_of(inf("a", 0, **MOVER), foot("b", 1, 50, 27))
    with_unit(routed, "b", order="FU")
    ran = march(routed, {"a": "GO FWD"})
    assert ran.at("a") == (50, 45)


# pinned friends


@cases(
    "order dice grade passes",
    ("04.02.9", FORWARD, [], 0, False),
    ("04.02.9", Attack("b"), [(5, 5)], 0, True),
    ("04.02.9", Attack("b"), [(5, 4)], 0, False),
    ("04.02.9", Attack("b"), [(5, 4)], 1, True),
)
def test_R26_through_a_pinned_friend_only_by_a_throw_of_who_attacks(
    order: Order, dice: list[tuple[int, ...]], grade: int, passes: bool
) -> None:
    state = field_of(inf("a", 0, grade=grade, **MOVER), foot("friend", 0, 50, 30), foot("b", 1, 50, 90))
    with_unit(state, "friend", order="LU", pinned=state.turn + 1)
    ran = march(state, {"a": order}, dice=dice)
    unit = ran.unit("a")
    assert (ran.at("a")[1] > 40) == passes
    assert (unit.order, unit.pinned) == (("OR", 0) if passes else ("LU", state.turn + 1))
    assert ("through-pinned" if passes else "caught") in ran.told


@pytest.mark.proves("02.06.3")
def test_R26_horses_and_guns_are_not_tested_by_a_pinned_friend() -> None:
    state = field_of(horse("a", 0, 50, 20), foot("friend", 0, 50, 30), foot("b", 1, 50, 90))
    with_unit(state, "friend", order="LU", pinned=state.turn + 1)
    assert march(state, {"a": "GO FWD"}).at("a") == (50, 50)


# charge distance


@pytest.mark.proves("07.01.1", "07.01.2")
def test_07_01_1_charge_distance_is_2_cm_from_the_front_to_the_nearest_point() -> None:
    """10 cm at 20 cm a turn: at exactly half a turn; both advancing, at half the way between them."""
    state = field_of(foot("a", 0, 50, 20), foot("b", 1, 50, 32))
    assert march(state, {"a": "A b SM"}).when("charge", "a", "b") == 0.5
    state = field_of(foot("a", 0, 50, 20), foot("b", 1, 50, 32))
    ran = march(state, {"a": "GO FWD", "b": "GO FWD"})
    both = ran.when("charge", "a", "b")
    assert both == ran.when("charge", "b", "a")
    assert both is not None
    assert math.isclose(both, 10 / 24, abs_tol=1 / 4096)


@pytest.mark.proves("07.01.1", "07.01.2")
def test_who_goes_past_or_away_or_stands_does_not_come_to_charge_distance() -> None:
    beside = field_of(foot("a", 0, 50, 20), foot("b", 1, 63, 32))
    assert march(beside, {"a": "GO FWD"}).when("charge") is None
    away = field_of(foot("a", 0, 50, 20), foot("b", 1, 50, 21))
    assert march(away, {"a": "BACK"}).when("charge") is None
    # the line behind the enemy's back goes on, the enemy behind it is no concern of its front
    behind = field_of(foot("a", 0, 50, 40), foot("b", 1, 50, 36))
    assert march(behind, {"a": "GO FWD"}).when("charge") is None


@pytest.mark.proves("07.01.2")
def test_the_end_of_a_wing_comes_to_charge_distance_too() -> None:
    """The enemy's corner is 0.6 cm outside the strip ahead of the front: √(2² - 0.6²) cm ahead it is at 2 cm."""
    state = field_of(foot("a", 0, 50, 20), foot("b", 1, 60.2, 30))
    time = march(state, {"a": "GO FWD"}).when("charge", "a", "b")
    assert time is not None
    assert math.isclose(time, (10 - math.sqrt(4 - 0.36)) / 12, abs_tol=0.001)


# 8 cm


@cases(
    "enemy order threat",
    ("04.02.10 04.02.12", foot("a", 0, 50, 20), FORWARD, True),
    ("04.02.10 04.02.12", foot("a", 0, 50, 22), Move((Back(),)), False),
    ("04.02.10 04.02.12", cannon("a", 0, 50, 20, formation="march_column"), FORWARD, False),
)
def test_R46_a_threat_is_an_enemy_able_to_attack_whose_front_comes_nearer(
    enemy: Any, order: Order, threat: bool
) -> None:
    for placed in (foot("b", 1, 50, 29, formation="chain"), cannon("b", 1, 50, 29)):
        time = march(field_of(enemy, placed), {"a": order}).when("near", "b", "a")
        assert (time is not None) == threat
        if time is not None:
            assert math.isclose(time, 1 / 12, abs_tol=0.001)
    line = field_of(enemy, foot("b", 1, 50, 29))
    assert march(line, {"a": order}).when("near") is None


@pytest.mark.proves("07.06.3")
def test_R84_a_unit_that_comes_to_2_cm_of_a_lone_general_is_noticed() -> None:
    staff = (chief("own", 0, at=(5, 5)), chief("lone", 1, at=(50, 34)))
    state = field_of(foot("a", 0, 50, 20), foot("b", 1, 120, 110), staff=staff)
    time = march(state, {"a": "GO FWD"}).when("staff-near", "a")
    assert time is not None
    # his base reaches 3 cm behind the place where he stands
    assert math.isclose(time, (14 - 3 - 2) / 12, abs_tol=0.001)


# charge pace by legs


@cases(
    "legs order passes charges",
    ("02.06.3 03.03.4", (Go(length=2700), Go(pace="charge")), "OR", True, True),
    # it would come to its charge when its last 1 cm is still among them
    ("02.06.3 03.03.4", (Go(length=2500), Go(pace="charge")), "OR", False, False),
    ("02.06.3 03.03.4", (Go(length=2700), Go(pace="charge")), "U", False, False),  # it has not come to its charge
    ("02.06.3 03.03.4", (Go(length=300, pace="charge"), Go()), "OR", True, True),
    ("02.06.3 03.03.4", (Go(length=300, pace="charge"), Go()), "U", False, True),
    ("02.06.3 03.03.4", (Go(length=300), Go(pace="charge")), "OR", False, True),
    ("02.06.3 03.03.4", (Go(length=2500),), "OR", True, False),
)
def test_R25_R23_a_march_is_at_charge_pace_on_the_legs_that_are_so(
    legs: tuple[Go, ...], order: str, passes: bool, charges: bool
) -> None:
    """A horse battery, 16 cm deep, 10 cm behind the front of a line that stands still: it rides through unless it does
    so at charge pace, or the line is in U. Charge pace is used up when the leg at that pace has begun."""
    state = field_of(
        cannon("g", 0, 50, 30, formation="march_column", horse_battery=True, horses=6),
        foot("f", 0, 50, 40),
        foot("b", 1, 150, 110),
    )
    with_unit(state, "f", order=order)
    ran = march(state, {"g": Move(legs)})
    assert (ran.unit("g").y > 4000) is passes
    assert ran.unit("g").charged == (state.turn if charges else 0)
