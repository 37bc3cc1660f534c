"""Ground and obstacles in a wheel, obstacles under a column, and what stands across a road (02.05.5, 02.06.1, 02.06.5,
02.06.6; R16, R18, R19, R97)."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest

from civilwar_motion import alone, march, next_turn
from civilwar_table import cav, guns, inf
from feltherre.games.civilwar.orders.language import Move
from feltherre.games.civilwar.orders.legs import Back, Face, Go, Wheel
from feltherre.games.civilwar.state import CivilWarState, Made

NORTH, EAST, NORTH_EAST = 0, 900, 450
FORWARD = Move((Go(),))
#: 20 figures in two ranks: a front of 8 cm, so that a wheel of 90 degrees costs 12 cm, the march of a line in a turn
LINE = inf("a", 0, at=(50, 40), figures=20, companies=4)
#: 24 figures, three abreast: 12 cm deep
COLUMN = inf("a", 0, at=(50, 40), formation="march_column")
PIKE = {"id": "pike", "type": "road", "line": [[50, 0], [50, 120]]}


def wall(obstacle: int, y: float, west: float = 20, east: float = 90) -> dict[str, Any]:
    return {"id": "wall", "type": "linear", "kind": "wall", "obstacle": obstacle, "line": [[west, y], [east, y]]}


def right(angle: int) -> Move:
    return Move((Wheel("right", angle * 10),))


def near(place: tuple[float, float], x: float, y: float, by: float = 0.05) -> bool:
    return math.dist(place, (x, y)) <= by


# wheels


@pytest.mark.proves("02.05.5")
def test_a_wheel_in_the_open_takes_a_turn_for_90_degrees() -> None:
    ran = march(alone(LINE), {"a": right(90)})
    assert (ran.unit("a").facing, near(ran.at("a"), 54, 44)) == (900, True)


@pytest.mark.proves("02.06.5", "02.05.5")
@pytest.mark.parametrize(
    "water",
    [
        {"id": "run", "type": "stream", "line": [[20, 42.4], [90, 42.4]], "width": 0.8},
        {"id": "bog", "type": "marsh", "rect": [20, 42, 90, 60]},
    ],
)
@pytest.mark.parametrize("order", [right(60), Move((Go(NORTH_EAST),)), Move((Wheel("left", 600),))])
def test_R16_a_closed_formation_wheels_into_no_water(water: dict[str, Any], order: Move) -> None:
    # the middle of the front goes round a corner 4 cm away: after 30 degrees it is 2 cm farther north
    ran = march(alone(LINE, water), {"a": order})
    turned = ran.unit("a").facing
    assert abs(min(turned, 3600 - turned) - 300) <= 1
    assert ran.at("a")[1] == pytest.approx(42, abs=0.02)
    assert "stopped.terrain" in ran.told
    # it stops as a march straight ahead does, and is free to go back
    assert near(march(alone(LINE, water), {"a": FORWARD}).at("a"), 50, 42)
    back = march(next_turn(ran.state), {"a": Move((Back(length=100),))})
    assert back.at("a")[1] < 41.2


@pytest.mark.proves("02.06.5")
def test_R16_who_stands_at_the_water_wheels_away_from_it_but_not_into_it() -> None:
    water = {"id": "bog", "type": "marsh", "rect": [20, 40, 90, 60]}
    east = inf("a", 0, at=(50, 39.99), face=90, figures=20, companies=4)
    assert march(alone(east, water), {"a": right(45)}).unit("a").facing == 1350
    assert march(alone(east, water), {"a": Move((Wheel("left", 450),))}).unit("a").facing in range(870, 901)
    away = inf("a", 0, at=(50, 40), face=180, figures=20, companies=4)
    assert march(alone(away, water), {"a": right(45)}).unit("a").facing == 2250


@pytest.mark.proves("02.06.1", "02.05.5")
def test_R16_a_wheel_takes_the_time_of_each_ground_under_the_middle_of_the_front() -> None:
    # 30 degrees cost 4 cm, a third of the turn; in the wood a line has 6 cm a turn, so 4 cm for the rest: 30 degrees
    wood = {"id": "pines", "type": "wood", "rect": [20, 42, 90, 80]}
    ran = march(alone(LINE, wood), {"a": right(90)})
    assert abs(ran.unit("a").facing - 600) <= 2
    # and the other way round: 30 degrees in the wood take two thirds of a turn, the rest is worth 30 degrees
    out = {"id": "pines", "type": "wood", "rect": [20, 10, 90, 42]}
    assert abs(march(alone(LINE, out), {"a": right(90)}).unit("a").facing - 600) <= 2
    # where only the wing goes into the wood it is no other ground
    wing = {"id": "pines", "type": "wood", "rect": [20, 44.1, 90, 80]}
    assert march(alone(LINE, wing), {"a": right(90)}).unit("a").facing == 900


@pytest.mark.proves("02.06.6", "02.05.5")
def test_R19_a_wall_that_the_front_meets_in_a_wheel_slows_it() -> None:
    # the outer end is 4 cm farther north after 30 degrees, a third of the turn; then 6 cm a turn over the wall for 3.2
    # cm (3 deep, 0.2 thick): 24 degrees in 0.533 turn; in the last 0.133 turn 1.6 cm or 12 degrees more
    ran = march(alone(LINE, wall(3, 44.1)), {"a": right(90)})
    assert abs(ran.unit("a").facing - 660) <= 3
    # class I is ordinary ground to the foot
    assert march(alone(LINE, wall(1, 44.1)), {"a": right(90)}).unit("a").facing == 900


@pytest.mark.proves("02.06.6")
def test_R19_what_an_arm_cannot_pass_ends_its_wheel() -> None:
    ran = march(alone(LINE, wall(4, 44.1)), {"a": right(90)})
    assert abs(ran.unit("a").facing - 300) <= 2
    assert "stopped.obstacle" in ran.told


# columns


def turns(state: CivilWarState, *orders: Move) -> list[tuple[float, float]]:
    """Where unit a is after each of some turns."""
    places = []
    for order in orders:
        ran = march(state, {"a": order})
        places.append(ran.at("a"))
        next_turn(state)
    return places


@pytest.mark.proves("02.06.6")
def test_R19_a_column_passes_an_obstacle_with_all_of_its_length_however_many_turns_it_takes() -> None:
    # the head touches it after 0.2 cm (0.008 turn at 25); then 12.2 cm at 6 cm a turn: 5.95, 6 and 0.25, and 23.97 free
    first, second, third = turns(alone(COLUMN, wall(3, 40.3)), FORWARD, FORWARD, FORWARD)
    assert near(first, 50, 46.15)
    assert near(second, 50, 52.15)
    assert near(third, 50, 76.37)


@pytest.mark.proves("02.06.6")
def test_R19_a_column_whose_head_stands_in_an_obstacle_passes_the_rest_of_it() -> None:
    # 0.1 cm of 12.2 is passed when the second turn begins
    _, second, third, fourth = turns(alone(COLUMN, wall(3, 40.3)), Move((Go(length=30),)), FORWARD, FORWARD, FORWARD)
    assert near(second, 50, 46.3)
    assert near(third, 50, 52.3)
    assert near(fourth, 50, 52.4 + 25 * (1 - 0.1 / 6), by=0.1)


@pytest.mark.proves("02.06.6", "02.05.5")
@pytest.mark.parametrize("length", [50, 100, 300])
def test_R19_a_column_that_bends_behind_an_obstacle_still_has_to_pass_it(length: int) -> None:
    # class II is difficult ground: 12 cm a turn, for the 12.2 cm after the first 0.2 cm
    gone = 0.2 + 12 * (1 - 0.2 / 25)
    straight_on = turns(alone(COLUMN, wall(2, 40.3)), FORWARD)[0]
    assert near(straight_on, 50, 40 + gone)
    bent = turns(alone(COLUMN, wall(2, 40.3)), Move((Go(NORTH, length), Go(NORTH_EAST))))[0]
    aslant = (gone - length / 100) * math.sqrt(0.5)
    assert near(bent, 50 + aslant, 40 + length / 100 + aslant, by=0.1)


@pytest.mark.proves("02.06.6", "02.05.5")
def test_R19_a_bent_column_passes_the_rest_of_an_obstacle_in_the_next_turn() -> None:
    # 3 cm north and the rest of 6.15 cm east; in the next turn 6 cm more, since the wall still lies under its rear
    order = Move((Go(NORTH, 300), Go(EAST)))
    first, second = turns(alone(COLUMN, wall(3, 40.3)), order, Move((Go(EAST),)))
    assert near(first, 53.15, 43, by=0.1)
    assert near(second, 59.15, 43, by=0.1)


@pytest.mark.proves("02.06.6")
def test_R19_guns_in_column_pay_for_a_hedge_with_all_their_length() -> None:
    hedge = {"id": "hedge", "type": "linear", "kind": "fence_or_hedge", "line": [[20, 40.3], [90, 40.3]]}
    battery = guns("a", 0, guns=6, at=(50, 40), formation="march_column")
    # 20.5 cm deep, and a hedge is difficult ground to guns: 20.7 cm at 12 cm a turn, of which 8.8 in the second turn
    first = 40.2 + 12 * (1 - 0.2 / 25)
    left = 60.9 - first
    second = 60.9 + 25 * (1 - left / 12)
    for order in (FORWARD, Move((Go(NORTH, 200), Go(NORTH)))):
        once, later = turns(alone(battery, hedge), order, FORWARD)
        assert near(once, 50, first)
        assert near(later, 50, second, by=0.1)


@pytest.mark.proves("02.06.6")
def test_R19_an_obstacle_behind_a_column_or_beside_it_costs_nothing() -> None:
    beside = {"id": "wall", "type": "linear", "kind": "wall", "obstacle": 3, "line": [[51.4, 20], [51.4, 90]]}
    assert near(turns(alone(COLUMN, wall(3, 27.8)), FORWARD)[0], 50, 65)
    assert near(turns(alone(COLUMN, beside), FORWARD)[0], 50, 65)


# roads


@pytest.mark.proves("02.06.6", "10.04.1")
@pytest.mark.parametrize(
    ("kind", "y"),
    [
        ("fence_or_hedge", 80),
        ("wall", 80),
        ("bank_or_dyke", 80),
        ("barricade", 44.9),
        ("light_field_work", 44.9),
        ("abatis", 44.9),
        ("chevaux_de_frise", 44.9),
        ("proper_field_work", 44.9),
    ],
)
def test_a_road_goes_through_a_fence_but_through_no_work(kind: str, y: float) -> None:
    """Guns cannot pass class II and III (schema III)."""
    across = {"id": "bar", "type": "linear", "kind": kind, "line": [[42, 45], [58, 45]]}
    battery = guns("a", 0, at=(50, 40), formation="march_column")
    ran = march(alone(battery, PIKE, across), {"a": FORWARD})
    assert near(ran.at("a"), 50, y)
    assert ("stopped.obstacle" in ran.told) == (y < 80)


@pytest.mark.proves("02.06.6", "10.04.1")
def test_a_barricade_across_a_road_slows_the_foot() -> None:
    # 4.9 cm of road at 30 cm a turn, then 12 cm a turn for 12.2 cm
    across = {"id": "bar", "type": "linear", "kind": "barricade", "line": [[42, 45], [58, 45]]}
    assert near(march(alone(COLUMN, PIKE, across), {"a": FORWARD}).at("a"), 50, 44.9 + 12 * (1 - 4.9 / 30))


@pytest.mark.proves("02.06.6", "10.04.1")
@pytest.mark.parametrize(
    ("made", "y"),
    [
        (Made("work", "barricade", ((4200, 4500), (5800, 4500)), False, 2, 1), 44.9),
        # guns that were left there: class I, which is difficult ground to guns; 5 cm of road at 40 cm a turn, then 12
        (Made("guns", "guns", ((4600, 4500), (4600, 4700), (5400, 4700), (5400, 4500)), True, 1, 0), 55.5),
    ],
)
def test_what_was_put_across_a_road_in_play_is_in_the_way(made: Made, y: float) -> None:
    state = alone(guns("a", 0, at=(50, 40), formation="march_column"), PIKE)
    state.made.append(made)
    assert near(march(state, {"a": FORWARD}).at("a"), 50, y)


@pytest.mark.proves("02.06.6")
def test_R97_what_nobody_can_pass_has_no_gap_for_a_road() -> None:
    horse = cav("a", 0, at=(50, 40), formation="march_column")
    assert near(march(alone(horse, PIKE, wall(4, 45)), {"a": FORWARD}).at("a"), 50, 44.9)
    assert near(march(alone(horse, PIKE, wall(3, 45)), {"a": FORWARD}).at("a"), 50, 90)


@pytest.mark.proves("02.06.6")
@pytest.mark.parametrize("obstacle", [None, 4])
def test_a_bridge_leads_over_its_canal_but_not_over_a_barricade_on_it(obstacle: int | None) -> None:
    canal = {"id": "canal", "type": "canal", "line": [[0, 50], [160, 50]], "width": 2, "obstacle": obstacle}
    bridge = {"id": "bridge", "type": "bridge", "at": [50, 50], "crosses": "canal", "width": 2}
    across = {"id": "bar", "type": "linear", "kind": "barricade", "line": [[47, 50], [53, 50]]}
    battery = guns("a", 0, at=(50, 40), formation="march_column")
    assert march(alone(battery, PIKE, canal, bridge), {"a": FORWARD}).at("a")[1] > 70
    assert near(march(alone(battery, PIKE, canal, bridge, across), {"a": FORWARD}).at("a"), 50, 49.9)


@pytest.mark.proves("02.05.2")
@pytest.mark.parametrize("placed", [COLUMN, guns("a", 0, at=(50, 40), formation="march_column")])
def test_a_column_on_a_bridge_faces_about_but_forms_no_line_there(placed: Any) -> None:
    canal = {"id": "canal", "type": "canal", "line": [[0, 35], [160, 35]]}
    bridge = {"id": "bridge", "type": "bridge", "at": [50, 35], "crosses": "canal"}
    turned = march(alone(placed, PIKE, canal, bridge), {"a": Move((Face("about"),))})
    assert turned.unit("a").facing == 1800
    aside = march(alone(placed, PIKE, canal, bridge), {"a": Move((Face("right"),))})
    assert (aside.unit("a").facing, "no-room" in aside.told) == (0, True)


@pytest.mark.proves("02.06.6", "02.06.2")
def test_a_bridge_leads_a_column_over_backwards_too() -> None:
    canal = {"id": "canal", "type": "canal", "line": [[0, 25], [160, 25]]}
    bridge = {"id": "bridge", "type": "bridge", "at": [50, 25], "crosses": "canal"}
    # its rear is at 28: half of 25 cm, and on over the bridge in the next turn
    ran = march(alone(COLUMN, canal, bridge), {"a": Move((Back(),))})
    assert near(ran.at("a"), 50, 27.5)
    assert march(next_turn(ran.state), {"a": Move((Back(),))}).at("a")[1] < 15.5
    assert near(march(alone(COLUMN, canal), {"a": Move((Back(),))}).at("a"), 50, 37.5)


@pytest.mark.proves("02.06.6")
@pytest.mark.parametrize("off", [0.5, 0.6, 0.7])
def test_R19_the_wall_beside_a_road_has_no_gap_for_who_leaves_the_road_over_it(off: float) -> None:
    """The road is 1.2 cm wide, the wall 0.2: its head is still on the road when it comes to the wall."""
    beside = walls(3, [[50 + off, 20], [50 + off, 90]])
    ran = march(alone(COLUMN, PIKE, *beside), {"a": Move((Go(EAST),))})
    first = off - 0.1
    assert near(ran.at("a"), 50 + first + 6 * (1 - first / 25), 40)
    # along the road it costs nothing, though the side of the column touches it
    assert near(march(alone(COLUMN, PIKE, *beside), {"a": FORWARD}).at("a"), 50, 70)


# more than one side of the same object


#: a yard of 20 cm by 15, walled all round; its lane comes in from the south and ends in the middle
YARD = [[40, 45], [40, 60], [60, 60], [60, 45], [40, 45]]
LANE = {"id": "lane", "type": "road", "line": [[50, 20], [50, 52]]}


def walls(obstacle: int, *lines: list[list[float]]) -> list[dict[str, Any]]:
    return [
        {"id": f"wall-{number}", "type": "linear", "kind": "wall", "obstacle": obstacle, "line": line}
        for number, line in enumerate(lines)
    ]


def sides(line: list[list[float]]) -> list[list[list[float]]]:
    return [[a, b] for a, b in pairwise(line)]


@pytest.mark.proves("02.06.6")
@pytest.mark.parametrize("yard", [walls(3, YARD), walls(3, *sides(YARD))], ids=["one wall", "four walls"])
def test_the_gate_in_one_side_of_a_yard_is_none_in_the_other(yard: list[dict[str, Any]]) -> None:
    """Guns cannot pass class III (schema III): in by the lane, but not out over the far wall."""
    battery = guns("a", 0, at=(50, 40), formation="march_column")
    ran = march(alone(battery, LANE, *yard), {"a": FORWARD})
    assert near(ran.at("a"), 50, 59.9, by=0.02)
    assert "stopped.obstacle" in ran.told
    # where the lane goes through both sides they drive out again
    through = LANE | {"line": [[50, 20], [50, 65]]}
    assert march(alone(battery, through, *yard), {"a": FORWARD}).at("a")[1] > 65


@pytest.mark.proves("02.06.6")
@pytest.mark.parametrize("yard", [walls(3, YARD), walls(3, *sides(YARD))], ids=["one wall", "four walls"])
def test_R19_the_foot_pays_for_the_side_of_a_yard_that_has_no_gate(yard: list[dict[str, Any]]) -> None:
    # 12 cm of lane at 30 cm a turn, 7.9 cm of yard at 25, the rest of the turn over the wall at 6
    ran = march(alone(COLUMN, LANE, *yard), {"a": FORWARD})
    assert near(ran.at("a"), 50, 59.9 + 6 * (1 - 12 / 30 - 7.9 / 25))
    # in the next turn the wall lies 1.6 cm behind the head and the gate 15 cm: 6 cm more
    next_turn(ran.state)
    assert near(march(ran.state, {"a": FORWARD}).at("a"), 50, 65.9 + 6 * (1 - 12 / 30 - 7.9 / 25))


@pytest.mark.proves("02.06.6")
def test_R19_a_column_pays_for_a_wall_behind_the_gate_in_which_it_stands() -> None:
    # 12 cm deep: the gate lies 4 cm behind its head, and 7 cm behind it a side without one: 5.1 cm until it is off that
    lane = LANE | {"line": [[50, 36], [50, 80]]}
    folded = [[40, 33], [60, 33], [60, 36], [40, 36]]
    ran = march(alone(COLUMN, lane, *walls(3, folded)), {"a": FORWARD})
    assert near(ran.at("a"), 50, 45.1 + 30 * (1 - 5.1 / 6))


@pytest.mark.proves("02.06.6")
def test_R19_a_line_pays_for_both_sides_of_a_fold_over_which_it_stands() -> None:
    # 3 cm deep, it touches the first side at 41.9, and its rear leaves the second when its front is at 47.1: 5.2 cm at
    # 6 cm a turn; what overlaps is not paid twice
    fold = [[30, 42], [70, 42], [70, 44], [30, 44]]
    line = inf("a", 0, at=(50, 41), figures=20, companies=4)
    for folded in (walls(3, fold), walls(3, *sides(fold))):
        assert near(march(alone(line, *folded), {"a": FORWARD}).at("a"), 50, 47.1 + 12 * (1 - 0.9 / 12 - 5.2 / 6))


@pytest.mark.proves("02.06.6")
def test_R19_a_corner_of_a_wall_costs_no_more_than_a_side() -> None:
    # the side that runs on north from the end of the first one is touched at the same time: 3.2 cm
    corner = [[30, 42], [52, 42], [52, 70]]
    line = inf("a", 0, at=(50, 41), figures=20, companies=4)
    assert near(march(alone(line, *walls(3, corner)), {"a": FORWARD}).at("a"), 50, 45.1 + 12 * (1 - 0.9 / 12 - 3.2 / 6))


@pytest.mark.proves("02.06.6", "02.05.5")
def test_R19_a_wheel_pays_for_both_sides_of_a_fold_over_which_it_stands() -> None:
    # the sides lie 1 cm apart; that it meets a second wall while it is over the first makes the same of it
    fold = [[20, 44.1], [90, 44.1], [90, 45.1], [20, 45.1]]
    whole, apart = (march(alone(LINE, *made), {"a": right(90)}) for made in (walls(3, fold), walls(3, *sides(fold))))
    assert whole.unit("a").facing == apart.unit("a").facing < 660


@pytest.mark.proves("02.06.6")
def test_R19_it_is_the_same_wall_however_many_points_it_is_drawn_with() -> None:
    # the right corner of its front touches the wall after 2.7 cm; then it is 3.2 cm, though the left comes later
    line = inf("a", 0, at=(50, 40), figures=20, companies=4)
    once, parted = (
        march(alone(line, *walls(3, drawn)), {"a": FORWARD})
        for drawn in ([[30, 50], [70, 38]], [[30, 50], [50, 44], [70, 38]])
    )
    assert once.at("a") == parted.at("a")
    assert near(once.at("a"), 50, 45.9 + 12 * (1 - 2.7 / 12 - 3.2 / 6))
