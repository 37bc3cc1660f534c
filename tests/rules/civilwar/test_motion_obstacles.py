"""Ground and obstacles in a wheel, obstacles under a column, and what stands across a road (02.05.5, 02.06.1, 02.06.5,
02.06.6; R16, R18, R19, R97)."""

import math
from itertools import pairwise
from typing import Any

import pytest

from cases import cases
from civilwar_motion import alone, goes, march, near, next_turn
from civilwar_table import Placed, cannon, foot, guns, horse
from feltherre.games.civilwar.state import Made

#: 20 figures in two ranks: a front of 8 cm, so that a wheel of 90 degrees costs 12 cm, the march of a line in a turn
LINE = foot("a", 0, 50, 40, 20, companies=4)
#: 24 figures, three abreast: 12 cm deep
COLUMN = foot("a", 0, 50, 40, formation="march_column")
BATTERY = cannon("a", 0, 50, 40, formation="march_column")
PIKE = {"id": "pike", "type": "road", "line": [[50, 0], [50, 120]]}


def wall(obstacle: int, y: float, west: float = 20, east: float = 90) -> dict[str, Any]:
    return {"id": "wall", "type": "linear", "kind": "wall", "obstacle": obstacle, "line": [[west, y], [east, y]]}


def pines(south: float, north: float = 80) -> dict[str, Any]:
    return {"id": "pines", "type": "wood", "rect": [20, south, 90, north]}


def across(kind: str, y: float = 45) -> dict[str, Any]:
    """Something that bars a road."""
    return {"id": "bar", "type": "linear", "kind": kind, "line": [[42, y], [58, y]]}


# wheels

BOG = {"id": "bog", "type": "marsh", "rect": [20, 40, 90, 60]}
AT_THE_BOG = foot("a", 0, 50, 39.99, 20, face=90, companies=4)


@cases(
    "says placed ground order facing told",
    ("02.05.5", "in the open a turn for 90 degrees", LINE, [], "WHEEL RIGHT 90", 900, ""),
    # in the wood a line has 6 cm a turn: 30 degrees in one third of the turn, 30 degrees in two
    ("02.06.1 02.05.5", "R16: into a wood", LINE, [pines(42)], "WHEEL RIGHT 90", 600, ""),
    ("02.06.1 02.05.5", "R16: out of a wood", LINE, [pines(10, 42)], "WHEEL RIGHT 90", 600, ""),
    ("02.06.1 02.05.5", "R16: only the wing in the wood", LINE, [pines(44.1)], "WHEEL RIGHT 90", 900, ""),
    # the outer end is 4 cm farther north after 30 degrees, a third of the turn; then 6 cm a turn over the wall for 3.2
    # cm (3 deep, 0.2 thick): 24 degrees in 0.533 turn; in the last 0.133 turn 1.6 cm or 12 degrees more
    ("02.06.6 02.05.5", "R19: a wall slows it", LINE, [wall(3, 44.1)], "WHEEL RIGHT 90", 660, ""),
    ("02.06.6 02.05.5", "R19: not one of class I", LINE, [wall(1, 44.1)], "WHEEL RIGHT 90", 900, ""),
    ("02.06.6", "R19: what it cannot pass ends it", LINE, [wall(4, 44.1)], "WHEEL RIGHT 90", 300, "stopped.obstacle"),
    ("02.06.5", "R16: away from the water", AT_THE_BOG, [BOG], "WHEEL RIGHT 45", 1350, ""),
    ("02.06.5", "R16: not into it", AT_THE_BOG, [BOG], "WHEEL LEFT 45", 885, "stopped.terrain"),
    ("02.06.5", "R16: with its back to it", foot("a", 0, 50, 40, 20, face=180, companies=4), [BOG],
     "WHEEL RIGHT 45", 2250, ""),
)  # fmt: skip
def test_a_wheel(placed: Placed, ground: list[dict[str, Any]], order: str, facing: int, told: str) -> None:
    ran = goes(placed, order, terrain=ground)
    whole = facing in (900, 1350, 2250)
    assert abs(ran.unit("a").facing - facing) <= (0 if whole else 15 if facing == 885 else 3)
    assert [key for key in ran.told if "stopped" in key] == ([told] if told else [])


@cases(
    "water",
    ("02.06.5 02.05.5", {"id": "run", "type": "stream", "line": [[20, 42.4], [90, 42.4]], "width": 0.8}),
    ("02.06.5 02.05.5", {"id": "bog", "type": "marsh", "rect": [20, 42, 90, 60]}),
)
@pytest.mark.parametrize("order", ["WHEEL RIGHT 60", "GO NE", "WHEEL LEFT 60"])
def test_R16_a_closed_formation_wheels_into_no_water(water: dict[str, Any], order: str) -> None:
    # the middle of the front goes round a corner 4 cm away: after 30 degrees it is 2 cm farther north
    ran = goes(LINE, order, terrain=[water])
    turned = ran.unit("a").facing
    assert abs(min(turned, 3600 - turned) - 300) <= 1
    assert ran.at("a")[1] == pytest.approx(42, abs=0.02)
    assert "stopped.terrain" in ran.told
    # it stops as a march straight ahead does, and is free to go back
    assert near(goes(LINE, "GO FWD", terrain=[water]).at("a"), 50, 42)
    assert march(next_turn(ran.state), {"a": "BACK 1"}).at("a")[1] < 41.2


# columns


HEDGE = {"id": "hedge", "type": "linear", "kind": "fence_or_hedge", "line": [[20, 40.3], [90, 40.3]]}
BESIDE = {"id": "wall", "type": "linear", "kind": "wall", "obstacle": 3, "line": [[51.4, 20], [51.4, 90]]}
SIX_GUNS = guns("a", 0, guns=6, at=(50, 40), formation="march_column")
#: 20.5 cm deep, and a hedge is difficult ground to guns: 20.7 cm at 12 cm a turn, of which 8.8 in the second turn
HEDGED = 40.2 + 12 * (1 - 0.2 / 25)
#: class II is difficult ground: 12 cm a turn, for the 12.2 cm after the first 0.2 cm
OVER = 0.2 + 12 * (1 - 0.2 / 25)
HORSE = horse("a", 0, 50, 40, formation="march_column")


def aslant(length: float) -> tuple[float, float]:
    """Where a column comes that bends to the north-east after a length, and passes a wall of class II."""
    bent = (OVER - length) * math.sqrt(0.5)
    return 50 + bent, 40 + length + bent


@cases(
    "says placed ground orders at",
    # the head touches it after 0.2 cm (0.008 turn at 25); then 12.2 cm at 6 cm a turn: 5.95, 6 and 0.25, and 23.97 free
    ("02.06.6", "R19: a column passes a wall with all its length", COLUMN, [wall(3, 40.3)], ["GO FWD"], (50, 46.15)),
    ("02.06.6", "R19: more of it in a second turn", COLUMN, [wall(3, 40.3)], ["GO FWD"] * 2, (50, 52.15)),
    ("02.06.6", "R19: and is over in the third", COLUMN, [wall(3, 40.3)], ["GO FWD"] * 3, (50, 76.37)),
    # 0.1 cm of 12.2 is passed when the second turn begins
    ("02.06.6", "R19: with its head in it", COLUMN, [wall(3, 40.3)], ["GO FWD 0.3", "GO FWD"], (50, 46.3)),
    ("02.06.6", "R19: and then", COLUMN, [wall(3, 40.3)], ["GO FWD 0.3", *["GO FWD"] * 2], (50, 52.3)),
    ("02.06.6", "R19: and over", COLUMN, [wall(3, 40.3)], ["GO FWD 0.3", *["GO FWD"] * 3],
     (50, 52.4 + 25 * (1 - 0.1 / 6))),
    ("02.06.6", "R19: class II", COLUMN, [wall(2, 40.3)], ["GO FWD"], (50, 40 + OVER)),
    ("02.06.6 02.05.5", "R19: bent after 0.5 cm", COLUMN, [wall(2, 40.3)], ["GO N 0.5, GO NE"], aslant(0.5)),
    ("02.06.6 02.05.5", "R19: bent after 1 cm", COLUMN, [wall(2, 40.3)], ["GO N 1, GO NE"], aslant(1)),
    ("02.06.6 02.05.5", "R19: bent after 3 cm", COLUMN, [wall(2, 40.3)], ["GO N 3, GO NE"], aslant(3)),
    # 3 cm north and the rest of 6.15 cm east; in the next turn 6 cm more, since the wall still lies under its rear
    ("02.06.6 02.05.5", "R19: bent behind it", COLUMN, [wall(3, 40.3)], ["GO N 3, GO E"], (53.15, 43)),
    ("02.06.6 02.05.5", "R19: the rest of it", COLUMN, [wall(3, 40.3)], ["GO N 3, GO E", "GO E"], (59.15, 43)),
    ("02.06.6", "R19: guns and a hedge", SIX_GUNS, [HEDGE], ["GO FWD"], (50, HEDGED)),
    ("02.06.6", "R19: in two legs", SIX_GUNS, [HEDGE], ["GO N 2, GO N"], (50, HEDGED)),
    ("02.06.6", "R19: in two turns", SIX_GUNS, [HEDGE], ["GO FWD", "GO FWD"],
     (50, 60.9 + 25 * (1 - (60.9 - HEDGED) / 12))),
    ("02.06.6", "R19: a wall behind a column costs nothing", COLUMN, [wall(3, 27.8)], ["GO FWD"], (50, 65)),
    ("02.06.6", "R19: nor one beside it", COLUMN, [BESIDE], ["GO FWD"], (50, 65)),
    # 4.9 cm of road at 30 cm a turn, then 12 cm a turn for 12.2 cm
    ("02.06.6 10.04.1", "a barricade across a road slows the foot", COLUMN, [PIKE, across("barricade")], ["GO FWD"],
     (50, 44.9 + 12 * (1 - 4.9 / 30))),
    ("02.06.6", "R97: what nobody can pass has no gap for a road", HORSE, [PIKE, wall(4, 45)], ["GO FWD"], (50, 44.9)),
    ("02.06.6", "R97: what others pass has", HORSE, [PIKE, wall(3, 45)], ["GO FWD"], (50, 90)),
)  # fmt: skip
def test_a_column_and_what_lies_in_its_way(
    placed: Placed, ground: list[dict[str, Any]], orders: list[str], at: tuple[float, float]
) -> None:
    assert near(goes(placed, *orders, terrain=ground).at("a"), *at)


# roads


@cases(
    "kinds y",
    ("02.06.6 10.04.1", "fence_or_hedge wall bank_or_dyke", 80),
    ("02.06.6 10.04.1", "barricade light_field_work abatis chevaux_de_frise proper_field_work", 44.9),
)
def test_a_road_goes_through_a_fence_but_through_no_work(kinds: str, y: float) -> None:
    """Guns cannot pass class II and III (schema III)."""
    for kind in kinds.split():
        ran = goes(BATTERY, "GO FWD", terrain=[PIKE, across(kind)])
        assert near(ran.at("a"), 50, y), kind
        assert ("stopped.obstacle" in ran.told) == (y < 80)


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
    state = alone(BATTERY, PIKE)
    state.made.append(made)
    assert near(march(state, {"a": "GO FWD"}).at("a"), 50, y)


@pytest.mark.proves("02.06.6")
@pytest.mark.parametrize("obstacle", [None, 4])
def test_a_bridge_leads_over_its_canal_but_not_over_a_barricade_on_it(obstacle: int | None) -> None:
    canal = {"id": "canal", "type": "canal", "line": [[0, 50], [160, 50]], "width": 2, "obstacle": obstacle}
    bridge = {"id": "bridge", "type": "bridge", "at": [50, 50], "crosses": "canal", "width": 2}
    assert goes(BATTERY, "GO FWD", terrain=[PIKE, canal, bridge]).at("a")[1] > 70
    barred = goes(BATTERY, "GO FWD", terrain=[PIKE, canal, bridge, across("barricade", 50)])
    assert near(barred.at("a"), 50, 49.9)


@pytest.mark.proves("02.05.2")
@pytest.mark.parametrize("placed", [COLUMN, BATTERY])
def test_a_column_on_a_bridge_faces_about_but_forms_no_line_there(placed: Any) -> None:
    canal = {"id": "canal", "type": "canal", "line": [[0, 35], [160, 35]]}
    bridge = {"id": "bridge", "type": "bridge", "at": [50, 35], "crosses": "canal"}
    assert goes(placed, "FACE ABOUT", terrain=[PIKE, canal, bridge]).unit("a").facing == 1800
    aside = goes(placed, "FACE RIGHT", terrain=[PIKE, canal, bridge])
    assert (aside.unit("a").facing, "no-room" in aside.told) == (0, True)


@pytest.mark.proves("02.06.6", "02.06.2")
def test_a_bridge_leads_a_column_over_backwards_too() -> None:
    canal = {"id": "canal", "type": "canal", "line": [[0, 25], [160, 25]]}
    bridge = {"id": "bridge", "type": "bridge", "at": [50, 25], "crosses": "canal"}
    # its rear is at 28: half of 25 cm, and on over the bridge in the next turn
    assert near(goes(COLUMN, "BACK", terrain=[canal, bridge]).at("a"), 50, 27.5)
    assert goes(COLUMN, "BACK", "BACK", terrain=[canal, bridge]).at("a")[1] < 15.5
    assert near(goes(COLUMN, "BACK", terrain=[canal]).at("a"), 50, 37.5)


@pytest.mark.proves("02.06.6")
@pytest.mark.parametrize("off", [0.5, 0.6, 0.7])
def test_R19_the_wall_beside_a_road_has_no_gap_for_who_leaves_the_road_over_it(off: float) -> None:
    """The road is 1.2 cm wide, the wall 0.2: its head is still on the road when it comes to the wall."""
    beside = walls(3, [[50 + off, 20], [50 + off, 90]])
    ran = goes(COLUMN, "GO E", terrain=[PIKE, *beside])
    first = off - 0.1
    assert near(ran.at("a"), 50 + first + 6 * (1 - first / 25), 40)
    # along the road it costs nothing, though the side of the column touches it
    assert near(goes(COLUMN, "GO FWD", terrain=[PIKE, *beside]).at("a"), 50, 70)


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


#: 12 cm of lane at 30 cm a turn, 7.9 cm of yard at 25, the rest of the turn over the far wall at 6
IN_THE_YARD = 6 * (1 - 12 / 30 - 7.9 / 25)
NEAR_LINE = foot("a", 0, 50, 41, 20, companies=4)


@cases(
    "says placed lane line orders y",
    # guns cannot pass class III (schema III): in by the lane, but not out over the far wall
    ("02.06.6", "the gate in one side of a yard is none in the other", BATTERY, LANE, YARD, ["GO FWD"], 59.9),
    ("02.06.6", "R19: the foot pays for the side that has no gate", COLUMN, LANE, YARD, ["GO FWD"], 59.9 + IN_THE_YARD),
    # in the next turn the wall lies 1.6 cm behind the head and the gate 15 cm: 6 cm more
    ("02.06.6", "R19: in the next turn too", COLUMN, LANE, YARD, ["GO FWD", "GO FWD"], 65.9 + IN_THE_YARD),
    # 3 cm deep, it touches the first side at 41.9, and its rear leaves the second when its front is at 47.1: 5.2 cm at
    # 6 cm a turn; what overlaps is not paid twice
    ("02.06.6", "R19: a line pays for both sides of a fold over which it stands", NEAR_LINE, None,
     [[30, 42], [70, 42], [70, 44], [30, 44]], ["GO FWD"], 47.1 + 12 * (1 - 0.9 / 12 - 5.2 / 6)),
    # the side that runs on north from the end of the first one is touched at the same time: 3.2 cm
    ("02.06.6", "R19: a corner of a wall costs no more than a side", NEAR_LINE, None,
     [[30, 42], [52, 42], [52, 70]], ["GO FWD"], 45.1 + 12 * (1 - 0.9 / 12 - 3.2 / 6)),
)  # fmt: skip
@pytest.mark.parametrize("parted", [False, True], ids=["one wall", "a wall for each side"])
def test_R19_a_wall_that_is_bent_or_drawn_in_parts(
    placed: Placed, lane: Any, line: list[list[float]], orders: list[str], y: float, parted: bool
) -> None:
    ground = walls(3, *(sides(line) if parted else [line])) + ([lane] if lane else [])
    ran = goes(placed, *orders, terrain=ground)
    assert near(ran.at("a"), 50, y, by=0.02 if placed is BATTERY else 0.05)
    assert ("stopped.obstacle" in ran.told) == (placed is BATTERY)


@pytest.mark.proves("02.06.6")
@pytest.mark.parametrize("line", [[[30, 50], [70, 38]], [[30, 50], [50, 44], [70, 38]]])
def test_R19_it_is_the_same_wall_however_many_points_it_is_drawn_with(line: list[list[float]]) -> None:
    # the right corner of its front touches the wall after 2.7 cm; then it is 3.2 cm, though the left comes later
    at = goes(LINE, "GO FWD", terrain=walls(3, line)).at("a")
    assert near(at, 50, 45.9 + 12 * (1 - 2.7 / 12 - 3.2 / 6))


@pytest.mark.proves("02.06.6")
def test_where_the_lane_goes_through_both_sides_of_a_yard_guns_drive_out_again() -> None:
    through = LANE | {"line": [[50, 20], [50, 65]]}
    assert goes(BATTERY, "GO FWD", terrain=[through, *walls(3, YARD)]).at("a")[1] > 65


@pytest.mark.proves("02.06.6")
def test_R19_a_column_pays_for_a_wall_behind_the_gate_in_which_it_stands() -> None:
    # 12 cm deep: the gate lies 4 cm behind its head, and 7 cm behind it a side without one: 5.1 cm until it is off that
    lane = LANE | {"line": [[50, 36], [50, 80]]}
    folded = [[40, 33], [60, 33], [60, 36], [40, 36]]
    assert near(goes(COLUMN, "GO FWD", terrain=[lane, *walls(3, folded)]).at("a"), 50, 45.1 + 30 * (1 - 5.1 / 6))


@pytest.mark.proves("02.06.6", "02.05.5")
def test_R19_a_wheel_pays_for_both_sides_of_a_fold_over_which_it_stands() -> None:
    # the sides lie 1 cm apart; that it meets a second wall while it is over the first makes the same of it
    fold = [[20, 44.1], [90, 44.1], [90, 45.1], [20, 45.1]]
    whole, apart = (goes(LINE, "WHEEL RIGHT 90", terrain=made) for made in (walls(3, fold), walls(3, *sides(fold))))
    assert whole.unit("a").facing == apart.unit("a").facing < 660
