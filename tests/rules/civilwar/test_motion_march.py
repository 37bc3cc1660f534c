"""Marches under orders (02.05.5, 02.06, 03.03.4; R16-R20, R23, R24): how far a unit comes, and what stops it."""

from __future__ import annotations

import math
from typing import Any

import pytest
from msgspec.structs import replace

from civilwar_motion import march, next_turn
from civilwar_table import Placed, cav, field_of, guns, inf, with_unit
from feltherre.games.civilwar.field import body, ground
from feltherre.games.civilwar.orders.language import Attack, Move
from feltherre.games.civilwar.orders.legs import Along, Back, Go, GoTo, Sideways, Wheel
from feltherre.games.civilwar.orders.places import CornerMark, ObjectMark, Offset, Place, PointMark
from feltherre.games.civilwar.state import CivilWarState, unit_of
from feltherre.ground.tabletop.table import near_feature

NORTH, EAST, SOUTH, WEST = 0, 900, 1800, 2700
FORWARD = Move((Go(),))
ROAD = {"id": "pike", "type": "road", "line": [[50, 0], [50, 120]], "width": 1.2}


def alone(placed: Placed, *terrain: dict[str, Any]) -> CivilWarState:
    """One unit with an enemy far away."""
    return field_of(placed, inf("enemy", 1, at=(150, 115), face=180), terrain=list(terrain))


def near(place: tuple[float, float], x: float, y: float, by: float = 0.05) -> bool:
    return math.dist(place, (x, y)) <= by


@pytest.mark.proves("02.06.1", "03.03.4")
@pytest.mark.parametrize(
    ("placed", "cm"),
    [
        (inf("a", 0, at=(30, 20)), 12),
        (inf("a", 0, at=(30, 20), formation="attack_column"), 25),
        (inf("a", 0, at=(30, 20), formation="march_column"), 25),
        (inf("a", 0, at=(30, 20), formation="thin_line"), 15),
        (inf("a", 0, at=(60, 20), formation="chain"), 25),
        (cav("a", 0, at=(30, 20)), 30),
        (cav("a", 0, at=(30, 20), mounted=False), 12),
        (guns("a", 0, at=(30, 20)), 4),
        (guns("a", 0, at=(30, 20), formation="march_column"), 25),
        (guns("a", 0, at=(30, 20), formation="march_column", horse_battery=True), 35),
    ],
)
def test_a_whole_turn_is_the_march_length_of_schema_I(placed: Placed, cm: int) -> None:
    ran = march(alone(placed), {"a": FORWARD})
    assert near(ran.at("a"), *((placed[1].at or (0, 0))[0] / 100, 20 + cm), by=0.02)
    assert ran.unit("a").in_motion


@pytest.mark.proves("03.03.4")
def test_a_march_with_a_length_or_for_a_part_of_the_turn_ends_there() -> None:
    assert near(march(alone(inf("a", 0, at=(30, 20))), {"a": Move((Go(length=500),))}).at("a"), 30, 25)
    half = march(alone(inf("a", 0, at=(30, 20))), {"a": Move((Go(span=4),))})
    assert near(half.at("a"), 30, 26)
    assert not half.unit("a").in_motion


@pytest.mark.proves("02.06.1")
def test_R16_a_march_over_several_kinds_of_ground_uses_the_sum_of_the_parts() -> None:
    """5 cm in the open at 12, then 8 a turn on the ploughed field: 5/12 of a turn, and 7/12 of 8 cm."""
    field = {"id": "plough", "type": "field", "kind": "difficult", "poly": [[20, 25], [40, 25], [40, 60], [20, 60]]}
    assert near(march(alone(inf("a", 0, at=(30, 20)), field), {"a": FORWARD}).at("a"), 30, 25 + 8 * 7 / 12)


@pytest.mark.proves("02.06.1")
def test_R16_the_road_helps_a_march_column_that_follows_it_and_nobody_else() -> None:
    column = inf("a", 0, at=(50, 20), formation="march_column")
    assert near(march(alone(column, ROAD), {"a": FORWARD}).at("a"), 50, 50)
    beside = inf("a", 0, at=(53, 20), formation="march_column")
    assert near(march(alone(beside, ROAD), {"a": FORWARD}).at("a"), 53, 45)
    assert near(march(alone(inf("a", 0, at=(50, 20)), ROAD), {"a": FORWARD}).at("a"), 50, 32)
    across = inf("a", 0, at=(40, 20), face=90, formation="march_column")
    assert near(march(alone(across, ROAD), {"a": FORWARD}).at("a"), 65, 20)


@pytest.mark.proves("02.06.5")
@pytest.mark.parametrize(
    ("formation", "y"), [("line", 25), ("attack_column", 25), ("march_column", 41.8), ("chain", 41.8)]
)
def test_02_06_5_a_stream_is_passed_in_march_column_or_chain_alone(formation: str, y: float) -> None:
    """0.8 cm of stream at 6 cm a turn takes 2/15; a column at 25 cm then comes to 20 + 5 + 0.8 + 25 (2/3)."""
    stream = {"id": "run", "type": "stream", "line": [[0, 25.4], [160, 25.4]], "width": 0.8}
    ran = march(alone(inf("a", 0, at=(80, 20), formation=formation), stream), {"a": FORWARD})
    expected = 20 + 5 + 0.8 + 25 * (1 - 5 / 25 - 0.8 / 6) if y > 30 else 25
    assert near(ran.at("a"), 80, expected)
    assert ("stopped.terrain" in ran.told) == (y == 25)


@pytest.mark.proves("02.06.5")
def test_a_bridge_leads_a_column_over_at_the_rate_of_the_road() -> None:
    stream = {"id": "run", "type": "stream", "line": [[0, 25.4], [160, 25.4]], "width": 0.8}
    bridge = {"id": "bridge", "type": "bridge", "at": [50, 25.4], "crosses": "run"}
    column = inf("a", 0, at=(50, 20), formation="march_column")
    assert near(march(alone(column, ROAD, stream, bridge), {"a": FORWARD}).at("a"), 50, 50)


@pytest.mark.proves("02.06.6")
@pytest.mark.parametrize(
    ("kind", "y"),
    [
        # I: as ordinary terrain; II: 3.2 cm (depth and thickness) at 8; III: at 6 cm a turn
        ("fence_or_hedge", 32.0),
        ("light_field_work", 20 + 4.9 + 3.2 + 12 * (1 - 4.9 / 12 - 3.2 / 8)),
        ("chevaux_de_frise", 20 + 4.9 + 3.2 + 12 * (1 - 4.9 / 12 - 3.2 / 6)),
    ],
)
def test_R19_an_obstacle_is_passed_over_the_depth_of_the_unit_and_its_own_thickness(kind: str, y: float) -> None:
    wall = {"id": "wall", "type": "linear", "kind": kind, "line": [[10, 25], [50, 25]]}
    ran = march(alone(inf("a", 0, at=(30, 20)), wall), {"a": FORWARD})
    assert near(ran.at("a"), 30, y, by=0.1)


@pytest.mark.proves("02.06.6")
def test_R19_who_stands_half_over_an_obstacle_passes_the_rest_of_it_in_the_next_turn() -> None:
    wall = {"id": "wall", "type": "linear", "kind": "chevaux_de_frise", "line": [[10, 25], [50, 25]]}
    state = alone(inf("a", 0, at=(30, 20)), wall)
    march(state, {"a": Move((Go(length=590),))})
    # 1 cm of the 3.2 is passed: 2.2 cm are left at 6 cm a turn, the rest of the turn at 12
    ran = march(next_turn(state), {"a": FORWARD})
    assert near(ran.at("a"), 30, 25.9 + 2.2 + 12 * (1 - 2.2 / 6), by=0.1)


@pytest.mark.proves("02.06.6")
@pytest.mark.parametrize(
    ("placed", "obstacle", "passes"),
    [
        (inf("a", 0, at=(30, 20)), 3, True),
        (inf("a", 0, at=(30, 20)), 4, False),
        (cav("a", 0, at=(30, 20)), 2, True),
        (cav("a", 0, at=(30, 20)), 3, False),
        (guns("a", 0, at=(30, 20), formation="march_column"), 1, True),
        (guns("a", 0, at=(30, 20), formation="march_column"), 2, False),
    ],
)
def test_schema_III_who_cannot_pass_an_obstacle_stops_short_of_it(placed: Placed, obstacle: int, passes: bool) -> None:
    wall = {"id": "wall", "type": "linear", "kind": "wall", "line": [[10, 25], [60, 25]], "obstacle": obstacle}
    state = alone(placed, wall)
    ran = march(state, {"a": FORWARD})
    y = ran.at("a")[1]
    assert (y > 25) == passes
    assert ("stopped.obstacle" in ran.told) == (not passes)
    if not passes:
        assert 24.85 <= y < 24.9
        assert not near_feature(body(state, unit_of(state, "a")).pieces, ground(state).feature("wall"), 0)


@pytest.mark.proves("02.06.6")
def test_a_wing_that_meets_what_cannot_be_passed_stops_the_whole_line() -> None:
    """The middle of the front has a free way; the right wing comes to the house."""
    house = {"id": "house", "type": "building", "kind": "building_stone", "rect": [33, 26, 37, 30]}
    ran = march(alone(inf("a", 0, at=(30, 20)), house), {"a": FORWARD})
    assert near(ran.at("a"), 30, 26, by=0.02)
    assert "stopped.building" in ran.told


@pytest.mark.proves("02.06.2")
def test_02_06_2_backwards_at_half_speed_but_guns_by_hand_at_theirs() -> None:
    assert near(march(alone(inf("a", 0, at=(30, 40))), {"a": Move((Back(),))}).at("a"), 30, 34)
    away = march(alone(inf("a", 0, at=(30, 40))), {"a": Move((Go(direction=SOUTH + 450),))})
    assert near(away.at("a"), 30 - 6 * math.sin(math.pi / 4), 40 - 6 * math.cos(math.pi / 4))
    assert away.unit("a").facing == NORTH
    assert near(march(alone(guns("a", 0, at=(30, 40))), {"a": Move((Back(),))}).at("a"), 30, 36)


@pytest.mark.proves("02.05.3", "02.06.2")
def test_R24_open_formations_go_any_way_and_closed_ones_not_sideways() -> None:
    chain = march(alone(inf("a", 0, at=(80, 40), formation="chain")), {"a": Move((Sideways("left"),))})
    assert near(chain.at("a"), 55, 40)
    back = march(alone(inf("a", 0, at=(80, 40), formation="chain")), {"a": Move((Go(direction=SOUTH),))})
    assert near(back.at("a"), 80, 15)
    assert back.unit("a").facing == NORTH
    line = march(alone(inf("a", 0, at=(80, 40))), {"a": Move((Sideways("left"),))})
    assert near(line.at("a"), 80, 40)


@pytest.mark.proves("02.05.5", "02.06.2")
@pytest.mark.parametrize("formation", ["attack_column", "march_column"])
@pytest.mark.parametrize("to_place", [True, False])
def test_R24_a_closed_formation_glides_nowhere_sideways_but_wheels_or_bends(formation: str, to_place: bool) -> None:
    """Its goal lies a little behind its right flank: more than 90 degrees off its front, but not to its rear."""
    state = alone(inf("a", 0, at=(80, 40), formation=formation))
    goal = (10000, 3800)
    leg = GoTo(Place(PointMark(*goal))) if to_place else Go(direction=960)
    unit = march(state, {"a": Move((leg,))}).unit("a")
    assert abs(unit.facing - 960) < (250 if to_place else 1)
    # a column bends for nothing, another pays for its wheel; both then go on at full pace
    assert unit.x > (9700 if to_place else 9400)


@pytest.mark.proves("02.05.5", "02.06.2")
@pytest.mark.parametrize(("off", "backs"), [(90, False), (134, False), (135, True), (180, True)])
def test_R24_within_45_degrees_of_its_rear_it_goes_backwards(off: int, backs: bool) -> None:
    unit = march(alone(inf("a", 0, at=(80, 40))), {"a": Move((Go(direction=off * 10),))}).unit("a")
    assert (unit.facing == NORTH) is backs


@pytest.mark.proves("02.05.5")
def test_02_05_5_a_wheel_of_90_degrees_costs_one_and_a_half_fronts() -> None:
    """A column 4.8 cm wide at 25 cm a turn: 7.2 cm for the wheel, 17.8 cm are left. It turns on its right corner."""
    state = alone(inf("a", 0, at=(30, 40), formation="attack_column"))
    ran = march(state, {"a": Move((Wheel("right", 900), Go()))})
    assert ran.unit("a").facing == EAST
    assert near(ran.at("a"), 32.4 + 17.8, 40 + 2.4)
    third = march(alone(inf("a", 0, at=(30, 40), formation="attack_column")), {"a": Move((Wheel("left", 300), Go()))})
    length = 25 - 7.2 / 3
    middle = (27.6 + 2.4 * math.cos(math.radians(30)), 40 + 2.4 * math.sin(math.radians(30)))
    expected = (middle[0] - length * 0.5, middle[1] + length * math.cos(math.radians(30)))
    assert near(third.at("a"), *expected)


@pytest.mark.proves("02.05.5")
def test_R20_a_march_column_bends_and_pays_nothing_for_it() -> None:
    state = alone(inf("a", 0, at=(30, 40), formation="march_column"))
    ran = march(state, {"a": Move((Go(length=500), Go(direction=EAST)))})
    assert near(ran.at("a"), 50, 45)
    column = ran.unit("a")
    # 12 cm of column: all of it has come round the corner
    assert (column.facing, column.trail, len(body(state, column).pieces)) == (EAST, (), 1)
    short = alone(inf("a", 0, at=(30, 40), formation="march_column"))
    march(short, {"a": Move((Go(direction=EAST, length=400),))})
    pieces = body(short, unit_of(short, "a")).pieces
    assert len(pieces) == 2
    assert min(y for piece in pieces for _, y in piece) == 4000 - 800


@pytest.mark.proves("02.05.6", "03.03.4")
def test_02_05_6_at_charge_pace_one_change_of_direction_by_20_degrees() -> None:
    state = field_of(inf("a", 0, at=(30, 20)), inf("b", 1, at=(90, 60), face=180))
    ran = march(state, {"a": Attack("b", pace="charge")})
    assert ran.unit("a").facing == 200
    assert ran.unit("a").charged == state.turn
    twice = alone(guns("a", 0, at=(30, 20), formation="march_column", horse_battery=True))
    ran = march(twice, {"a": Move((Go(direction=100, length=500, pace="charge"), Go(direction=300, pace="charge")))})
    assert ran.unit("a").facing == 100
    # also on a leg that is not at charge pace itself
    slow = alone(guns("a", 0, at=(30, 20), formation="march_column", horse_battery=True))
    ran = march(slow, {"a": Move((Go(direction=600, length=500), Go(direction=900, pace="charge")))})
    assert ran.unit("a").facing == 200


@pytest.mark.proves("02.06.4", "02.06.6")
def test_02_06_4_charging_cavalry_passes_no_obstacle() -> None:
    fence = {"id": "fence", "type": "linear", "kind": "fence_or_hedge", "line": [[0, 40], [100, 40]]}
    state = field_of(cav("a", 0, at=(50, 20)), inf("b", 1, at=(50, 70), face=180), terrain=[fence])
    ran = march(state, {"a": Attack("b", pace="charge")})
    assert near(ran.at("a"), 50, 39.9, by=0.02)
    assert "stopped.obstacle" in ran.told
    # the arm can pass it, only not at this pace (07.01.6)
    assert not state.doing[0].barred


@pytest.mark.proves("06.03.5")
def test_06_03_5_lost_horses_halve_the_march_and_without_any_there_is_none() -> None:
    state = alone(guns("a", 0, at=(30, 20), formation="march_column"))
    battery = unit_of(state, "a").battery
    assert battery is not None
    with_unit(state, "a", battery=replace(battery, horses=2))
    assert near(march(state, {"a": FORWARD}).at("a"), 30, 32.5)
    with_unit(state, "a", battery=replace(battery, horses=0), y=2000)
    assert near(march(state, {"a": FORWARD}).at("a"), 30, 20)


@pytest.mark.proves("02.06.1")
def test_the_edge_of_the_table_stops_a_march() -> None:
    ran = march(alone(inf("a", 0, at=(30, 114))), {"a": FORWARD})
    assert near(ran.at("a"), 30, 120, by=0.02)
    assert "stopped.edge" in ran.told
    assert ground(ran.state).holds(body(ran.state, ran.unit("a")).pieces)


# places


@pytest.mark.proves("03.03.4")
def test_a_march_to_a_place_wheels_so_that_it_comes_there() -> None:
    hill = {"id": "hill", "type": "hill", "level": 1, "poly": [[60, 60], [80, 60], [80, 80], [60, 80]]}
    goal = Place(CornerMark("hill", "SW"), Offset(WEST, 1500))
    state = alone(inf("a", 0, at=(42, 40), formation="attack_column"), hill)
    ran = march(state, {"a": Move((GoTo(goal),))})
    assert near(ran.at("a"), 45, 60)
    assert 0 < ran.unit("a").facing < 200


@pytest.mark.proves("03.03.4", "02.06.1")
def test_a_column_follows_a_road_round_its_bends() -> None:
    bent = {"id": "lane", "type": "road", "line": [[50, 0], [50, 40], [90, 40]], "width": 1.2}
    mark = {"id": "stone", "type": "linear", "kind": "wall", "line": [[60, 50], [60, 52]]}
    state = alone(inf("a", 0, at=(50, 30), formation="march_column"), bent, mark)
    ran = march(state, {"a": Move((Along("lane", Place(ObjectMark("stone"))),))})
    assert near(ran.at("a"), 60, 40)
    assert ran.unit("a").facing == EAST
    assert not ran.unit("a").in_motion
    # one that stands a little beside the middle of the road is on it
    beside = alone(inf("a", 0, at=(50.3, 20), formation="march_column"), bent, mark)
    ran = march(beside, {"a": Move((Along("lane", Place(ObjectMark("stone"))),))})
    assert near(ran.at("a"), 60, 40)


@pytest.mark.proves("07.01.1", "02.05.5")
def test_an_attack_wheels_to_a_target_that_is_not_before_its_front() -> None:
    state = field_of(
        inf("a", 0, at=(40, 20), formation="attack_column"),
        inf("b", 1, at=(52, 40), face=180, formation="attack_column"),
    )
    ran = march(state, {"a": Attack("b")})
    assert ran.when("charge", "a", "b") is not None
    straight = field_of(inf("a", 0, at=(40, 20)), inf("b", 1, at=(47, 32), face=180))
    assert march(straight, {"a": Attack("b")}).unit("a").facing == NORTH
