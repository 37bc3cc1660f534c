"""Marches under orders (02.05.5, 02.06, 03.03.4; R16-R20, R23, R24): how far a unit comes, and what stops it."""

import math
from typing import Any

import pytest
from msgspec.structs import replace

from cases import cases
from civilwar_motion import alone, goes, march, near
from civilwar_table import Placed, cannon, field_of, foot, horse, with_unit
from feltherre.games.civilwar.field import body, ground
from feltherre.games.civilwar.orders import language, legs, places
from feltherre.games.civilwar.state import unit_of
from feltherre.ground.tabletop.table import near_feature

NORTH, EAST = 0, 900
ROAD = {"id": "pike", "type": "road", "line": [[50, 0], [50, 120]], "width": 1.2}
STREAM = {"id": "run", "type": "stream", "line": [[0, 25.4], [160, 25.4]], "width": 0.8}
BRIDGE = {"id": "bridge", "type": "bridge", "at": [50, 25.4], "crosses": "run"}
PLOUGHED = {"id": "plough", "type": "field", "kind": "difficult", "poly": [[20, 25], [40, 25], [40, 60], [20, 60]]}
HOUSE = {"id": "house", "type": "building", "kind": "building_stone", "rect": [33, 26, 37, 30]}
LINE = foot("a", 0, 30, 20)
#: where a march of 25 cm through the stream ends
WADED = 20 + 5 + 0.8 + 25 * (1 - 5 / 25 - 0.8 / 6)


def column(x: float, y: float, **values: Any) -> Placed:
    return foot("a", 0, x, y, **({"formation": "march_column"} | values))


def wall(kind: str, **values: Any) -> dict[str, Any]:
    return {"id": "wall", "type": "linear", "kind": kind, "line": [[10, 25], [60, 25]], **values}


ON_ROAD = column(50, 20)


@cases(
    "placed cm",
    ("02.06.1 03.03.4", LINE, 12),
    ("02.06.1 03.03.4", foot("a", 0, 30, 20, formation="attack_column"), 25),
    ("02.06.1 03.03.4", foot("a", 0, 30, 20, formation="march_column"), 25),
    ("02.06.1 03.03.4", foot("a", 0, 30, 20, formation="thin_line"), 15),
    ("02.06.1 03.03.4", foot("a", 0, 60, 20, formation="chain"), 25),
    ("02.06.1 03.03.4", horse("a", 0, 30, 20), 30),
    ("02.06.1 03.03.4", horse("a", 0, 30, 20, mounted=False), 12),
    ("02.06.1 03.03.4", cannon("a", 0, 30, 20), 4),
    ("02.06.1 03.03.4", cannon("a", 0, 30, 20, formation="march_column"), 25),
    ("02.06.1 03.03.4", cannon("a", 0, 30, 20, formation="march_column", horse_battery=True), 35),
)
def test_a_whole_turn_is_the_march_length_of_schema_I(placed: Placed, cm: int) -> None:
    ran = goes(placed, "GO FWD")
    assert near(ran.at("a"), *((placed[1].at or (0, 0))[0] / 100, 20 + cm), by=0.02)
    assert ran.unit("a").in_motion


@pytest.mark.proves("03.03.4")
def test_a_march_with_a_length_or_for_a_part_of_the_turn_ends_there() -> None:
    assert near(goes(LINE, "GO FWD 5").at("a"), 30, 25)
    half = goes(LINE, "GO FWD FOR 1/2")
    assert (near(half.at("a"), 30, 26), half.unit("a").in_motion) == (True, False)


@cases(
    "says placed terrain order x y stopped",
    ("02.06.1", "R16: 5 cm in the open at 12, then 8 a turn on a ploughed field", LINE, [PLOUGHED], "GO FWD", 30,
     25 + 8 * 7 / 12, ""),
    ("02.06.1", "R16: the road helps a march column that follows it", ON_ROAD, [ROAD], "GO FWD", 50, 50, ""),
    ("02.06.1", "R16: none beside it", column(53, 20), [ROAD], "GO FWD", 53, 45, ""),
    ("02.06.1", "R16: no line", foot("a", 0, 50, 20), [ROAD], "GO FWD", 50, 32, ""),
    ("02.06.1", "R16: none across it", column(40, 20, face=90), [ROAD], "GO FWD", 65, 20, ""),
    ("02.06.5", "a line passes no stream", LINE, [STREAM], "GO FWD", 30, 25, "terrain"),
    ("02.06.5", "an attack column passes none", column(80, 20, formation="attack_column"), [STREAM], "GO FWD", 80, 25,
     "terrain"),
    ("02.06.5", "a march column does, 0.8 cm at 6 cm a turn", column(80, 20), [STREAM], "GO FWD", 80, WADED, ""),
    ("02.06.5", "so does a chain", column(80, 20, formation="chain"), [STREAM], "GO FWD", 80, WADED, ""),
    ("02.06.5", "a bridge leads over at the rate of the road", ON_ROAD, [ROAD, STREAM, BRIDGE], "GO FWD", 50, 50, ""),
    ("02.06.6", "the right wing comes to a house that the middle of the front passes", LINE, [HOUSE], "GO FWD", 30, 26,
     "building"),
    ("02.06.1", "the edge of the table stops a march", foot("a", 0, 30, 114), [], "GO FWD", 30, 120, "edge"),
    ("02.06.2", "backwards at half speed", LINE, [], "BACK", 30, 14, ""),
    ("02.06.2", "guns by hand at theirs", cannon("a", 0, 30, 20), [], "BACK", 30, 16, ""),
    ("02.06.2", "aslant to the rear", LINE, [], "GO SW", 30 - 6 * math.sqrt(0.5), 20 - 6 * math.sqrt(0.5), ""),
    ("02.05.3 02.06.2", "R24: a chain sideways", column(80, 40, formation="chain"), [], "SIDE LEFT", 55, 40, ""),
    ("02.05.3 02.06.2", "R24: a chain backwards", column(80, 40, formation="chain"), [], "GO S", 80, 15, ""),
    ("02.05.3", "R24: no closed formation sideways", LINE, [], "SIDE LEFT", 30, 20, ""),
)  # fmt: skip
def test_how_far_a_march_leads(placed: Placed, terrain: Any, order: str, x: float, y: float, stopped: str) -> None:
    ran = goes(placed, order, terrain=terrain)
    assert near(ran.at("a"), x, y)
    assert [told for told in ran.told if "stopped" in told] == ([f"stopped.{stopped}"] if stopped else [])
    assert ran.unit("a").facing == placed[1].facing
    assert ground(ran.state).holds(body(ran.state, ran.unit("a")).pieces)


@cases(
    "kind y",
    # I: as ordinary terrain; II: 3.2 cm (depth and thickness) at 8; III: at 6 cm a turn
    ("02.06.6", "fence_or_hedge", 32.0),
    ("02.06.6", "light_field_work", 20 + 4.9 + 3.2 + 12 * (1 - 4.9 / 12 - 3.2 / 8)),
    ("02.06.6", "chevaux_de_frise", 20 + 4.9 + 3.2 + 12 * (1 - 4.9 / 12 - 3.2 / 6)),
)
def test_R19_an_obstacle_is_passed_over_the_depth_of_the_unit_and_its_own_thickness(kind: str, y: float) -> None:
    assert near(goes(LINE, "GO FWD", terrain=[wall(kind)]).at("a"), 30, y, by=0.1)


@pytest.mark.proves("02.06.6")
def test_R19_who_stands_half_over_an_obstacle_passes_the_rest_of_it_in_the_next_turn() -> None:
    # 1 cm of the 3.2 is passed: 2.2 cm are left at 6 cm a turn, the rest of the turn at 12
    ran = goes(LINE, "GO FWD 5.9", "GO FWD", terrain=[wall("chevaux_de_frise")])
    assert near(ran.at("a"), 30, 25.9 + 2.2 + 12 * (1 - 2.2 / 6), by=0.1)


@cases(
    "placed obstacle passes",
    ("02.06.6", LINE, 3, True),
    ("02.06.6", LINE, 4, False),
    ("02.06.6", horse("a", 0, 30, 20), 2, True),
    ("02.06.6", horse("a", 0, 30, 20), 3, False),
    ("02.06.6", cannon("a", 0, 30, 20, formation="march_column"), 1, True),
    ("02.06.6", cannon("a", 0, 30, 20, formation="march_column"), 2, False),
)
def test_schema_III_who_cannot_pass_an_obstacle_stops_short_of_it(placed: Placed, obstacle: int, passes: bool) -> None:
    ran = goes(placed, "GO FWD", terrain=[wall("wall", obstacle=obstacle)])
    y = ran.at("a")[1]
    assert (y > 25) == passes
    assert ("stopped.obstacle" in ran.told) == (not passes)
    if not passes:
        assert 24.85 <= y < 24.9
        assert not near_feature(body(ran.state, ran.unit("a")).pieces, ground(ran.state).feature("wall"), 0)


@pytest.mark.proves("02.05.5", "02.06.2")
@pytest.mark.parametrize("formation", ["attack_column", "march_column"])
@pytest.mark.parametrize("to_place", [True, False])
def test_R24_a_closed_formation_glides_nowhere_sideways_but_wheels_or_bends(formation: str, to_place: bool) -> None:
    """Its goal lies a little behind its right flank: more than 90 degrees off its front, but not to its rear."""
    goal = legs.GoTo(places.Place(places.PointMark(10000, 3800))) if to_place else legs.Go(direction=960)
    unit = goes(column(80, 40, formation=formation), language.Move((goal,))).unit("a")
    assert abs(unit.facing - 960) < (250 if to_place else 1)
    # a column bends for nothing, another pays for its wheel; both then go on at full pace
    assert unit.x > (9700 if to_place else 9400)


@pytest.mark.proves("02.05.5", "02.06.2")
@pytest.mark.parametrize(("off", "backs"), [(90, False), (134, False), (135, True), (180, True)])
def test_R24_within_45_degrees_of_its_rear_it_goes_backwards(off: int, backs: bool) -> None:
    unit = goes(foot("a", 0, 80, 40), f"GO {off}").unit("a")
    assert (unit.facing == NORTH) is backs


@pytest.mark.proves("02.05.5")
def test_02_05_5_a_wheel_of_90_degrees_costs_one_and_a_half_fronts() -> None:
    """A column 4.8 cm wide at 25 cm a turn: 7.2 cm for the wheel, 17.8 cm are left. It turns on its right corner."""
    placed = column(30, 40, formation="attack_column")
    ran = goes(placed, "WHEEL RIGHT 90, GO FWD")
    assert ran.unit("a").facing == EAST
    assert near(ran.at("a"), 32.4 + 17.8, 40 + 2.4)
    third = goes(placed, "WHEEL LEFT 30, GO FWD")
    length = 25 - 7.2 / 3
    middle = (27.6 + 2.4 * math.cos(math.radians(30)), 40 + 2.4 * math.sin(math.radians(30)))
    expected = (middle[0] - length * 0.5, middle[1] + length * math.cos(math.radians(30)))
    assert near(third.at("a"), *expected)


@pytest.mark.proves("02.05.5")
def test_R20_a_march_column_bends_and_pays_nothing_for_it() -> None:
    ran = goes(column(30, 40), "GO FWD 5, GO E")
    assert near(ran.at("a"), 50, 45)
    unit = ran.unit("a")
    # 12 cm of column: all of it has come round the corner
    assert (unit.facing, unit.trail, len(body(ran.state, unit).pieces)) == (EAST, (), 1)
    short = goes(column(30, 40), "GO E 4")
    pieces = body(short.state, short.unit("a")).pieces
    assert len(pieces) == 2
    assert min(y for piece in pieces for _, y in piece) == 4000 - 800


@pytest.mark.proves("02.05.6", "03.03.4")
def test_02_05_6_at_charge_pace_one_change_of_direction_by_20_degrees() -> None:
    state = field_of(LINE, foot("b", 1, 90, 60))
    ran = march(state, {"a": "A b SM"})
    assert ran.unit("a").facing == 200
    assert ran.unit("a").charged == state.turn
    battery = cannon("a", 0, 30, 20, formation="march_column", horse_battery=True)
    assert goes(battery, "GO 10 5 SM, GO 30 SM").unit("a").facing == 100
    # also on a leg that is not at charge pace itself
    assert goes(battery, "GO 60 5, GO E SM").unit("a").facing == 200


@pytest.mark.proves("02.06.4", "02.06.6")
def test_02_06_4_charging_cavalry_passes_no_obstacle() -> None:
    fence = {"id": "fence", "type": "linear", "kind": "fence_or_hedge", "line": [[0, 40], [100, 40]]}
    state = field_of(horse("a", 0, 50, 20), foot("b", 1, 50, 70), terrain=[fence])
    ran = march(state, {"a": "A b SM"})
    assert near(ran.at("a"), 50, 39.9, by=0.02)
    assert "stopped.obstacle" in ran.told
    # the arm can pass it, only not at this pace (07.01.6)
    assert not state.doing[0].barred


@pytest.mark.proves("06.03.5")
def test_06_03_5_lost_horses_halve_the_march_and_without_any_there_is_none() -> None:
    state = alone(cannon("a", 0, 30, 20, formation="march_column"))
    battery = unit_of(state, "a").battery
    assert battery is not None
    with_unit(state, "a", battery=replace(battery, horses=2))
    assert near(march(state, {"a": "GO FWD"}).at("a"), 30, 32.5)
    with_unit(state, "a", battery=replace(battery, horses=0), y=2000)
    assert near(march(state, {"a": "GO FWD"}).at("a"), 30, 20)


# places


@pytest.mark.proves("03.03.4")
def test_a_march_to_a_place_wheels_so_that_it_comes_there() -> None:
    hill = {"id": "hill", "type": "hill", "level": 1, "poly": [[60, 60], [80, 60], [80, 80], [60, 80]]}
    goal = legs.GoTo(places.Place(places.CornerMark("hill", "SW"), places.Offset(2700, 1500)))
    ran = goes(column(42, 40, formation="attack_column"), language.Move((goal,)), terrain=[hill])
    assert near(ran.at("a"), 45, 60)
    assert 0 < ran.unit("a").facing < 200


@pytest.mark.proves("03.03.4", "02.06.1")
def test_a_column_follows_a_road_round_its_bends() -> None:
    bent = {"id": "lane", "type": "road", "line": [[50, 0], [50, 40], [90, 40]], "width": 1.2}
    mark = {"id": "stone", "type": "linear", "kind": "wall", "line": [[60, 50], [60, 52]]}
    along = language.Move((legs.Along("lane", places.Place(places.ObjectMark("stone"))),))
    ran = goes(column(50, 30), along, terrain=[bent, mark])
    assert near(ran.at("a"), 60, 40)
    assert ran.unit("a").facing == EAST
    assert not ran.unit("a").in_motion
    # one that stands a little beside the middle of the road is on it
    assert near(goes(column(50.3, 20), along, terrain=[bent, mark]).at("a"), 60, 40)


@pytest.mark.proves("07.01.1", "02.05.5")
def test_an_attack_wheels_to_a_target_that_is_not_before_its_front() -> None:
    state = field_of(foot("a", 0, 40, 20, formation="attack_column"), foot("b", 1, 52, 40, formation="attack_column"))
    ran = march(state, {"a": "A b"})
    assert ran.when("charge", "a", "b") is not None
    straight = field_of(foot("a", 0, 40, 20), foot("b", 1, 47, 32))
    assert march(straight, {"a": "A b"}).unit("a").facing == NORTH
