"""Formation changes, facing turns, limbering, mounting (02.01-02.03, 02.05; R14, R21-R23)."""

import math
from typing import Any

import pytest
from msgspec.structs import replace

from cases import cases
from civilwar_motion import EAST, HOUSE, SOUTH, alone, done, march, next_turn
from civilwar_table import Placed, cannon, field_of, foot, horse, with_unit
from feltherre.games.civilwar.changing import companies_at
from feltherre.games.civilwar.field import body, shape
from feltherre.games.civilwar.orders.language import Move
from feltherre.games.civilwar.orders.legs import Face, Form, Go, Limber, Unlimber
from feltherre.games.civilwar.state import CivilWarState, doing_of, unit_of
from feltherre.ground.tabletop.measure import TURN

# formation changes


@pytest.mark.proves("02.05.1", "02.05.2")
def test_R21_a_change_takes_the_time_of_the_longest_way_and_at_least_a_quarter() -> None:
    """30 figures in 10 companies: line 12 cm wide, column of two companies abreast 7.5 cm deep. The company on the left
    end goes from 5.4 cm beside the middle to the rear of the column."""
    state = alone(foot("a", 0, 50, 40, 30, companies=10))
    unit = unit_of(state, "a")
    old = companies_at(state, unit)
    ran = march(state, {"a": "AK"})
    new = companies_at(state, ran.unit("a"))
    longest = max(math.dist(a, b) for a, b in zip(old, new, strict=True)) / 100
    time = done(ran, "formed")
    assert time is not None
    assert math.isclose(time, max(0.25, longest / 30), abs_tol=0.001)
    assert (ran.unit("a").formation, ran.unit("a").files) == ("attack_column", 6)
    # a chain of one company has hardly any way, and takes a quarter all the same
    small = march(alone(foot("a", 0, 50, 40, 3, companies=1)), {"a": "TL"})
    assert done(small, "formed") == 0.25


@pytest.mark.proves("02.05.1")
def test_R21_the_company_that_is_named_stands_still() -> None:
    for number in (None, 1, 8):
        state = alone(foot("a", 0, 50, 40, face=30))
        standing = 3 if number is None else number - 1
        before = companies_at(state, unit_of(state, "a"))[standing]
        ran = march(state, {"a": Move((Form("march_column", standing=number),))})
        after = companies_at(state, ran.unit("a"))[standing]
        assert math.dist(before, after) <= 3


@pytest.mark.proves("02.05.1", "04.02.10")
def test_R21_so_does_that_of_a_chain_that_stands_on_both_flanks_of_its_support() -> None:
    """24 figures with 1.2 cm between them and a battalion 9.6 cm wide in their midst."""
    state = alone(foot("a", 0, 60, 40, formation="chain"))
    with_unit(state, "a", parted=960)
    before = companies_at(state, unit_of(state, "a"))[3]
    ran = march(state, {"a": "L"})
    assert (ran.unit("a").formation, ran.unit("a").parted) == ("line", 0)
    assert math.dist(before, companies_at(state, ran.unit("a"))[3]) <= 3


@pytest.mark.proves("02.05.1")
def test_R21_until_the_time_is_up_the_unit_has_its_old_formation_then_it_marches_on_in_the_new_one() -> None:
    state = alone(foot("a", 0, 50, 40))
    ran = march(state, {"a": "AK ON 1, GO FWD"})
    time = done(ran, "formed")
    assert time is not None
    start = unit_of(state, "a").y / 100 - 25 * (1 - time)
    # it forms on its right company, whose middle was 1.5 cm behind the front and is 0.75 cm behind that of the column
    assert math.isclose(start, 40 - 1.5 + 0.75, abs_tol=0.05)


@pytest.mark.proves("02.05.1", "03.03.4")
def test_a_change_follows_a_march_for_part_of_the_turn_or_one_that_was_stopped() -> None:
    part = march(alone(foot("a", 0, 50, 30)), {"a": "GO FWD FOR 3/8, AK"})
    assert (part.unit("a").formation, done(part, "formed")) == ("attack_column", 3 / 8 + 0.25)
    stopped = march(alone(foot("a", 0, 50, 37), HOUSE), {"a": "GO FWD, TL"})
    assert stopped.unit("a").formation == "thin_line"
    assert stopped.told.index("stopped.building") < stopped.told.index("formed")


@pytest.mark.proves("02.05.1", "02.05.2")
def test_R21_a_change_over_the_end_of_the_turn_goes_on_with_the_order_repeated() -> None:
    """In a wood companies walk 8 cm a turn."""
    wood = {"id": "wood", "type": "wood", "poly": [[0, 0], [100, 0], [100, 100], [0, 100]]}
    state = alone(foot("a", 0, 50, 40, 30, companies=10), wood)
    order = Move((Form("chain"),))
    assert march(state, {"a": order}).unit("a").formation == "line"
    left = unit_of(state, "a").change_left
    assert left > 0
    ran = march(next_turn(state), {"a": order})
    while (late := unit_of(state, "a").change_left) or ran.unit("a").formation == "line":
        assert late < left
        left = late
        ran = march(next_turn(state), {"a": order})
    assert ran.unit("a").formation == "chain"


@pytest.mark.proves("02.05.1", "03.03.3")
def test_R21_a_change_that_is_a_later_leg_goes_on_with_the_order_repeated() -> None:
    """The march of 10 cm before it is done and not done again; the march after it follows."""
    state = alone(foot("a", 0, 50, 40, 30, companies=10))
    order = Move((Go(length=1000), Form("chain", gap=160), Go(length=300)))
    march(state, {"a": order})
    left = unit_of(state, "a").change_left
    assert left
    assert (unit_of(state, "a").formation, unit_of(state, "a").y) == ("line", 5000)
    ran = march(next_turn(state), {"a": order})
    time = done(ran, "formed")
    assert time == left / TURN
    # the one rank stands in the middle of the two
    assert (ran.unit("a").formation, ran.unit("a").y, ran.unit("a").change_left) == ("chain", 5000 - 75 + 300, 0)


@pytest.mark.proves("02.05.1", "03.03.3")
@pytest.mark.parametrize(("legs", "whole"), [((Form("chain", gap=160),), False), ((Form("thin_line"),), True)])
def test_R21_a_new_order_goes_on_with_the_change_only_if_it_begins_with_it(legs: Any, whole: bool) -> None:
    state = alone(foot("a", 0, 50, 40, 30, companies=10))
    march(state, {"a": "TL, GO FWD 7, T GAP 1.6"})
    unit = unit_of(state, "a")
    assert (unit.formation, unit.change_leg) == ("thin_line", 2)
    with_unit(state, "a", formation="line", gap=0)
    ran = march(next_turn(state), {"a": Move(legs)})
    assert (done(ran, "formed") != unit.change_left / TURN) is whole


@pytest.mark.proves("02.04.3", "03.03.3")
def test_R21_who_needs_more_than_a_turn_to_come_out_of_a_house_is_out_in_the_next() -> None:
    """6 companies over 1.5 cm each at 6 cm a turn: one turn and a half."""
    big = HOUSE | {"kind": "building_stone", "capacity": 6}
    state = alone(foot("a", 0, 50, 41, 18, companies=6), big)
    with_unit(state, "a", building="house")
    order = Move((Go(direction=EAST),))
    assert march(state, {"a": order}).unit("a").building == "house"
    ran = march(next_turn(state), {"a": order})
    assert done(ran, "exited") == pytest.approx(0.5, abs=0.001)
    assert ran.unit("a").building == ""


@pytest.mark.proves("02.05.1")
def test_R21_a_change_for_which_there_is_no_room_waits() -> None:
    state = field_of(
        foot("a", 0, 50, 40, formation="attack_column"),
        foot("friend", 0, 58, 40, formation="attack_column"),
        foot("enemy", 1, 150, 115),
    )
    ran = march(state, {"a": "L", "friend": "GO E FOR 1/8, GO FWD 1"})
    assert ran.unit("a").formation == "line"
    crowded = field_of(
        foot("a", 0, 50, 40, formation="attack_column"),
        foot("friend", 0, 55, 40, formation="attack_column"),
        foot("enemy", 1, 150, 115),
    )
    ran = march(crowded, {"a": "L"})
    assert ran.unit("a").formation == "attack_column"
    assert "no-room" in ran.told


@cases(
    "placed leg formed",
    ("02.01.4 02.01.5 02.02.4", foot("a", 0, 60, 40), Form("chain", gap=160), True),
    ("02.01.4 02.01.5 02.02.4", foot("a", 0, 60, 40), Form("chain", gap=161), False),
    ("02.01.4 02.01.5 02.02.4", foot("a", 0, 60, 40), Form("thin_line", gap=79), True),
    ("02.01.4 02.01.5 02.02.4", foot("a", 0, 60, 40), Form("thin_line", gap=80), False),
    ("02.01.4 02.01.5 02.02.4", horse("a", 0, 60, 40), Form("chain", gap=150), True),
    ("02.01.4 02.01.5 02.02.4", horse("a", 0, 60, 40), Form("thin_line"), False),
    ("02.01.4 02.01.5 02.02.4", foot("a", 0, 60, 40, 12, companies=4), Form("attack_column"), False),
    ("02.01.4 02.01.5 02.02.4", cannon("a", 0, 60, 40, formation="march_column"), Form("line"), False),
)
def test_a_unit_forms_only_what_its_arm_has(placed: Placed, leg: Form, formed: bool) -> None:
    ran = march(alone(placed), {"a": Move((leg,))})
    assert (ran.unit("a").formation == leg.formation) == formed
    assert ("cannot.formed" in ran.told) == (not formed)


# the ground under a change


def stream(y: float, *, x: tuple[float, float] = (20, 90), width: float = 0.8) -> dict[str, Any]:
    return {"id": "run", "type": "stream", "line": [[x[0], y], [x[1], y]], "width": width}


def _forms(state: CivilWarState, order: str) -> bool:
    ran = march(state, {"a": order})
    assert ("cannot.formed" in ran.told) == ("formed" not in ran.told)
    return "formed" in ran.told


def _speed(state: CivilWarState, leg: Form) -> float:
    """The longest way of a company in a change, in the time that it takes: cm in a turn."""
    old = companies_at(state, unit_of(state, "a"))
    ran = march(state, {"a": Move((leg,))})
    time = done(ran, "formed")
    assert time is not None
    return max(math.dist(a, b) for a, b in zip(old, companies_at(state, ran.unit("a")), strict=True)) / 100 / time


def rill(x: float) -> dict[str, Any]:
    return {"id": "rill", "type": "stream", "line": [[x, 20], [x, 60]], "width": 0.4}


def bog(edge: float) -> dict[str, Any]:
    return {"id": "bog", "type": "marsh", "rect": [10, 10, 110, edge]}


LINE = foot("a", 0, 50, 40)
COLUMN = foot("a", 0, 50, 40, formation="march_column")
BRIDGE = {"id": "bridge", "type": "bridge", "at": [50, 35], "crosses": "run"}
FORD = {"id": "ford", "type": "ford", "at": [50, 35], "crosses": "run"}
#: at the rear of the column on the bridge
OTHER = {"id": "other", "type": "stream", "line": [[20, 28.2], [90, 28.2]], "width": 0.2}


@cases(
    "says placed ground order formed",
    # the column reaches from 31.75 to 43.75, its companies stand 1.5 cm apart; the stream is 0.8 cm wide
    ("02.05.1 02.05.2", "R21: water under the new outline, at 37.5", LINE, [stream(37.5)], "MK", False),
    ("02.05.1 02.05.2", "R21: water under the new outline, at 41", LINE, [stream(41)], "MK", False),
    ("02.05.1 02.05.2", "R21: water under the new outline, at 41.5", LINE, [stream(41.5)], "MK", False),
    ("02.05.1 02.05.2", "R21: water under the new outline, at 42", LINE, [stream(42)], "MK", False),
    ("02.05.1 02.05.2", "R21: water under the new outline, at 43", LINE, [stream(43)], "MK", False),
    ("02.05.1 02.05.2", "R21: water under the new outline, at 44.1", LINE, [stream(44.1)], "MK", False),
    ("02.05.1 02.05.2", "R21: water that only touches the head", LINE, [stream(44.15)], "MK", True),
    ("02.05.1 02.05.2", "R21: water that only touches the rear", LINE, [stream(31.35)], "MK", True),
    # the line reaches from 45.2 to 54.8, the companies' middles are at 45.8, 47 and so on
    ("02.05.1 02.05.2", "R21: water under the old outline", LINE, [rill(46.4)], "MK", False),
    ("02.05.1 02.05.2", "R21: beside it", LINE, [rill(44.9)], "MK", True),
    # the column reaches from 28 to 40, the stream from 34.6 to 35.4; no other formation is led over by a bridge
    ("02.05.1", "R21: a march column on a bridge", COLUMN, [stream(35), BRIDGE], "L ON 1", True),
    ("02.05.1", "R21: on a ford", COLUMN, [stream(35), FORD], "L ON 1", True),
    ("02.05.1", "R21: on its second company", COLUMN, [stream(35), BRIDGE], "L ON 2", True),
    # the line on the third company, whose middle is at 36.25, has its rear at 34.75
    ("02.05.1", "R21: the line on a bridge", COLUMN, [stream(35), BRIDGE], "L ON 3", False),
    ("02.05.1", "R21: the line on a ford", COLUMN, [stream(35), FORD], "L ON 3", False),
    # beside the bridge, which is 1.2 cm wide, half the column wades
    ("02.05.1", "R21: beside the bridge", foot("a", 0, 50.7, 40, formation="march_column"), [stream(35), BRIDGE],
     "L ON 1", False),
    ("02.05.1", "R21: no bridge", COLUMN, [stream(35)], "L ON 1", False),
    ("02.05.1", "R21: a bridge over other water", COLUMN, [stream(35), BRIDGE, OTHER], "L ON 1", False),
    # the rear of the column, at 28, is in the marsh: the line on its head is not
    ("02.05.1 02.06.5", "R18: the rear of the column in the marsh", COLUMN, [bog(28.1)], "L ON 1", False),
    ("02.05.1 02.06.5", "R18: at the marsh", COLUMN, [bog(28)], "L ON 1", True),
    # the rear of the line, at 37, is not in the marsh: that of the attack column is, at 33.25
    ("02.05.1 02.06.5", "R18: the rear of the attack column in it", LINE, [bog(33.4)], "AK ON 2", False),
    ("02.05.1 02.06.5", "R18: at it", LINE, [bog(33.25)], "AK ON 2", True),
    ("02.05.1 02.06.5", "R18: horsemen form nothing there", horse("a", 0, 50, 40, formation="march_column"), [bog(28)],
     "T ON 1", False),
)  # fmt: skip
def test_the_ground_under_a_change(placed: Placed, ground: list[dict[str, Any]], order: str, formed: bool) -> None:
    assert _forms(alone(placed, *ground), order) == formed


@pytest.mark.proves("02.05.1", "02.05.2")
@pytest.mark.parametrize(("y", "formed"), [(32.2, False), (31.8, True)])
def test_R21_the_rear_of_a_bent_column_is_under_it_too(y: float, formed: bool) -> None:
    """4 cm of the column behind its head to the east, the other 8 to the north: its rear is at 32, the last company's
    middle at 32.75. The line on the first company stands round the head."""
    state = alone(foot("a", 0, 60, 40, face=90, formation="march_column"), stream(y, x=(50, 57), width=0.2))
    with_unit(state, "a", trail=((5600, 4000), (5600, 3200)))
    assert _forms(state, "L ON 1") == formed


@pytest.mark.proves("02.05.1", "02.05.2")
@pytest.mark.parametrize(("edge", "rate"), [(43.5, 8), (43.75, 30)])
def test_R21_the_worst_ground_is_that_under_any_part(edge: float, rate: int) -> None:
    """In front of the middle of the first company, at 43, only its outline reaches into the wood, up to 43.75."""
    state = alone(foot("a", 0, 50, 40), {"id": "pines", "type": "wood", "rect": [20, edge, 90, 80]})
    assert math.isclose(_speed(state, Form("march_column")), rate, abs_tol=0.1)


@pytest.mark.proves("02.05.1", "02.05.2")
def test_R16_a_road_through_a_wood_is_no_help_to_companies_that_walk_to_their_places() -> None:
    """Schema I has a dash under road for a change of formation: it is made at the 8 cm of the wood."""
    wood = {"id": "pines", "type": "wood", "rect": [20, 20, 90, 80]}
    road = {"id": "pike", "type": "road", "line": [[50, 0], [50, 100]]}
    state = alone(foot("a", 0, 50, 50, formation="march_column"), wood, road)
    assert math.isclose(_speed(state, Form("attack_column")), 8, abs_tol=0.1)


@pytest.mark.proves("02.05.1", "02.06.5")
@pytest.mark.parametrize(("standing", "formed"), [("", False), (" ON 1", True)])
def test_R21_a_line_that_was_stopped_at_the_water_forms_column_on_its_right_company(
    standing: str, formed: bool
) -> None:
    """The stream begins at 44.6; the head of a column on the right company is 0.75 cm behind the front of the line, on
    the middle one it is 3.75 cm before it."""
    state = alone(foot("a", 0, 50, 40), stream(45))
    assert "stopped.terrain" in march(state, {"a": "GO FWD"}).told
    assert abs(unit_of(state, "a").y - 4460) <= 1
    assert _forms(next_turn(state), f"MK{standing}") == formed


@cases(
    "old new formed",
    ("02.05.1 02.06.5", "march_column", "chain", True),
    ("02.05.1 02.06.5", "chain", "march_column", True),
    ("02.05.1 02.06.5", "march_column", "line", False),
    ("02.05.1 02.06.5", "march_column", "attack_column", False),
    ("02.05.1 02.06.5", "chain", "thin_line", False),
    ("02.05.1 02.06.5", "chain", "line", False),
)
def test_R18_in_marsh_infantry_forms_only_march_column_and_chain(old: Any, new: Any, formed: bool) -> None:
    bog = {"id": "bog", "type": "marsh", "rect": [10, 10, 110, 90]}
    state = alone(foot("a", 0, 60, 50, formation=old), bog)
    order = Move((Form(new),))
    ran = march(state, {"a": order})
    assert ("cannot.formed" in ran.told) == (not formed)
    while unit_of(state, "a").change_left:
        ran = march(next_turn(state), {"a": order})
    assert ran.unit("a").formation == (new if formed else old)


# facing turns


@pytest.mark.proves("02.05.4", "02.05.2")
def test_02_05_4_a_line_faces_to_a_flank_and_is_a_march_column_of_two_files() -> None:
    state = alone(foot("a", 0, 50, 40))
    ran = march(state, {"a": "FACE RIGHT"})
    column = ran.unit("a")
    assert done(ran, "faced") == 0.25
    assert (column.formation, column.files, column.facing) == ("march_column", 2, EAST)
    # its head is where the right flank was
    assert (column.x, column.y) == (5000 + 480, 4000 - 150)
    back = march(next_turn(state), {"a": "FACE LEFT"})
    line = back.unit("a")
    assert (line.formation, line.facing, line.x, line.y) == ("line", 0, 5000, 4000)


@pytest.mark.proves("02.05.1", "02.05.4")
@pytest.mark.parametrize("turn", ["left", "right"])
def test_R107_a_bent_column_marches_into_the_line_that_its_quarter_turn_makes(turn: Any) -> None:
    """12 cm deep, its head has gone 3 cm round a corner: the last company is 8.25 cm beyond that, and its place in a
    line of 9.6 cm straight behind the head is 9 cm behind that."""
    state = alone(foot("a", 0, 50, 40, face=90, formation="march_column"))
    march(state, {"a": "GO N 3"})
    ran = march(next_turn(state), {"a": Move((Face(turn),))})
    assert done(ran, "faced") == pytest.approx(math.hypot(8.25, 6) / 30, abs=0.001)
    assert (ran.unit("a").formation, ran.unit("a").facing) == ("line", EAST if turn == "right" else 2700)
    # where it is hardly bent the turn of schema II is enough
    slight = alone(foot("a", 0, 50, 40, face=45, formation="march_column"))
    march(slight, {"a": "GO N 6"})
    assert done(march(next_turn(slight), {"a": Move((Face(turn),))}), "faced") == 0.25


CHAIN = foot("a", 0, 50, 40, formation="chain", gap=120)


@pytest.mark.proves("02.05.3")
@pytest.mark.parametrize("placed", [CHAIN, foot("a", 0, 50, 40, formation="thin_line", gap=40)])
def test_R106_an_open_formation_faces_to_a_side_on_its_spot_and_is_a_file(placed: Placed) -> None:
    state = alone(placed)
    west, _, east, _ = body(state, unit_of(state, "a")).box
    ran = march(state, {"a": "FACE RIGHT"})
    file = ran.unit("a")
    assert (done(ran, "faced"), file.facing, file.x) == (0, EAST, east)
    assert body(state, file).box == (west, 3885, east, 3965)
    assert (shape(state, file).files, shape(state, file).ranks) == (1, 24)
    # only by another quarter turn is it a line, and that is where it was
    wheels = march(next_turn(state), {"a": "WHEEL LEFT 90"})
    assert (wheels.unit("a").facing, wheels.at("a")[1]) == (EAST, 39.25)
    line = march(next_turn(state), {"a": "FACE LEFT"}).unit("a")
    assert (line.facing, line.x, line.y, body(state, line).box) == (0, 5000, 4000, (west, 3850, east, 4000))


@pytest.mark.proves("02.05.3", "02.05.1")
def test_R106_a_file_marches_to_the_flank_and_forms_line_from_there() -> None:
    """46.8 cm long: after 5 cm to the east the company in its middle stands, and the others march up to 20 cm."""
    ran = march(alone(CHAIN), {"a": "GO FWD 5, FACE RIGHT, GO FWD 5, L"})
    assert done(ran, "faced") == pytest.approx(0.2, abs=0.001)
    assert ran.unit("a").formation == "chain"
    formed = march(next_turn(ran.state), {"a": "L"})
    assert done(formed, "formed") is not None
    assert (formed.unit("a").facing, formed.unit("a").files) == (EAST, 0)


@pytest.mark.proves("02.05.1")
def test_R14_a_column_of_two_files_closes_to_three_without_time() -> None:
    state = alone(foot("a", 0, 50, 40, formation="march_column", files=2))
    ran = march(state, {"a": "MK FILES 3, GO FWD"})
    assert (ran.unit("a").files, ran.unit("a").y) == (3, 6500)
    assert shape(state, ran.unit("a")).depth == 8 * 150
    # so it does after the quarter turn that made a column of it, a quarter of the turn: 480 to the flank, then 18.75 cm
    line = alone(foot("a", 0, 50, 40))
    faced = march(line, {"a": "FACE RIGHT, MK, GO FWD"}).unit("a")
    assert (faced.files, faced.x) == (3, 5480 + 1875)


@pytest.mark.proves("02.05.2", "03.03.1")
@pytest.mark.parametrize(("old", "new", "head"), [(3, 2, 262), (2, 3, -262)])
@pytest.mark.parametrize("legs", [(), (Face("about"),)], ids=["alone", "before a facing turn"])
def test_R14_a_standing_column_changes_its_files_in_a_quarter_of_the_turn(
    old: int, new: int, head: int, legs: tuple[Face, ...]
) -> None:
    # about the fourth of 8 companies, which take 1.5 cm each in three files and 2.25 cm in two: the head is 3.5 of
    # them before its middle, and no company goes farther than 3 cm
    state = alone(foot("a", 0, 50, 40, formation="march_column", files=old))
    ran = march(state, {"a": Move((Form("march_column", files=new), *legs))})
    assert done(ran, "formed") == 0.25
    assert ran.unit("a").files == new
    assert doing_of(state, "a").moved
    if not legs:
        assert abs(ran.unit("a").y - (4000 + head)) <= 1


@pytest.mark.proves("02.05.2")
def test_R14_a_column_of_three_files_does_not_open_while_it_marches() -> None:
    state = alone(foot("a", 0, 50, 40, formation="march_column"))
    ran = march(state, {"a": "MK FILES 2, GO FWD"})
    # three quarters of the turn are left for the march
    assert done(ran, "formed") == 0.25
    assert abs(ran.unit("a").y - (4000 + 262 + 1875)) <= 1


@pytest.mark.proves("02.05.2")
@pytest.mark.parametrize("files", [2, 3])
def test_a_column_that_has_its_files_already_changes_nothing(files: int) -> None:
    state = alone(foot("a", 0, 50, 40, formation="march_column", files=files))
    order = Form("march_column", files=files)
    ran = march(state, {"a": Move((order, Go()))})
    assert (ran.unit("a").files, ran.unit("a").y) == (files, 6500)
    standing = alone(foot("a", 0, 50, 40, formation="march_column", files=files % 3))
    assert done(march(standing, {"a": Move((order,))}), "formed") is None
    assert not doing_of(standing, "a").moved


@pytest.mark.proves("03.03.1")
def test_R14_who_closed_up_to_march_has_moved_though_the_way_is_barred() -> None:
    wall = {"id": "wall", "type": "linear", "kind": "wall", "obstacle": 4, "line": [[20, 40.11], [90, 40.11]]}
    state = alone(foot("a", 0, 50, 40, formation="march_column", files=2), wall)
    ran = march(state, {"a": "MK, GO FWD"})
    assert (ran.unit("a").files, ran.unit("a").y) == (3, 4000)
    assert doing_of(state, "a").moved


@cases(
    "placed turn time",
    ("02.05.2 02.05.3", foot("a", 0, 60, 40), "about", 0.25),
    ("02.05.2 02.05.3", foot("a", 0, 60, 40, formation="attack_column"), "left", 0.25),
    ("02.05.2 02.05.3", cannon("a", 0, 60, 40), "left", 1.0),
    ("02.05.2 02.05.3", cannon("a", 0, 60, 40), "about", 0.5),
    ("02.05.2 02.05.3", cannon("a", 0, 60, 40, formation="march_column"), "left", 0.5),
    ("02.05.2 02.05.3", cannon("a", 0, 60, 40, formation="march_column"), "about", 1.0),
    ("02.05.2 02.05.3", foot("a", 0, 60, 40, formation="chain"), "about", None),
)
def test_R22_facing_turns_take_the_time_of_schema_II_and_none_in_open_formation(
    placed: Placed, turn: str, time: float | None
) -> None:
    state = alone(placed)
    before = body(state, unit_of(state, "a"))
    ran = march(state, {"a": Move((Face(turn),))})  # type: ignore[arg-type]
    assert done(ran, "faced") == time
    assert ran.unit("a").facing == (SOUTH if turn == "about" else 2700)
    if turn == "about":
        assert body(state, ran.unit("a")).box == before.box


@pytest.mark.proves("02.05.2")
def test_a_turn_of_guns_that_takes_a_turn_takes_two_in_difficult_terrain() -> None:
    field = {"id": "plough", "type": "field", "kind": "difficult", "poly": [[0, 0], [100, 0], [100, 100], [0, 100]]}
    state = alone(cannon("a", 0, 60, 40), field)
    order = Move((Face("left"),))
    assert march(state, {"a": order}).unit("a").facing == 0
    assert march(next_turn(state), {"a": order}).unit("a").facing == 2700


@pytest.mark.proves("02.05.2")
def test_a_bent_column_that_faces_about_goes_back_the_way_it_came() -> None:
    state = alone(foot("a", 0, 60, 40, formation="march_column"))
    march(state, {"a": "GO E 4"})
    ground_before = sorted(point for piece in body(state, unit_of(state, "a")).pieces for point in piece)
    ran = march(next_turn(state), {"a": "FACE ABOUT"})
    column = ran.unit("a")
    assert (column.x, column.y, column.facing) == (6000, 3200, SOUTH)
    ground_after = sorted(point for piece in body(state, column).pieces for point in piece)
    assert all(math.dist(a, b) <= 2 for a, b in zip(ground_before, ground_after, strict=True))


# guns and horses


@pytest.mark.proves("02.03.3", "02.03.4", "02.05.2", "02.05.3")
def test_02_03_guns_limber_and_unlimber_in_half_a_turn_each_and_face_about_with_it() -> None:
    state = alone(cannon("a", 0, 60, 40, guns=6))
    ran = march(state, {"a": "PP ABOUT, GO FWD"})
    assert done(ran, "limbered") == 0.5
    limbered = ran.unit("a")
    assert (limbered.formation, limbered.facing) == ("march_column", SOUTH)
    # the limbers came behind the guns: 20.5 cm from the front of the guns, and then half a turn's march
    assert (limbered.x, limbered.y) == (6000, 4000 - 2050 - 1250)
    with_unit(state, "a", x=6000, y=6000, trail=())
    ran = march(next_turn(state), {"a": "AP"})
    gun = ran.unit("a")
    assert (gun.formation, gun.x, gun.y, gun.facing) == ("unlimbered", 6000, 6000, SOUTH)
    with_unit(state, "a", formation="march_column")
    about = march(next_turn(state), {"a": "AP ABOUT"}).unit("a")
    # the column faces about on its 20.5 cm and the guns take the place of its new head
    assert (about.x, about.y, about.facing) == (6000, 6000 + 2050, 0)


@pytest.mark.proves("02.03.3", "02.05.3")
@pytest.mark.parametrize("trail", [(), ((6000, 3500), (5500, 3500))])
def test_02_05_3_the_free_half_turn_before_unlimbering_is_that_of_schema_II_but_for_its_time(
    trail: tuple[tuple[int, int], ...],
) -> None:
    """The column of one gun is 13 cm long; its limber leads after the half turn too, and the gun stands where it
    stood: front at 27, looking south."""
    paid, free = (alone(cannon("a", 0, 60, 40, formation="march_column")) for _ in range(2))
    for state in (paid, free):
        with_unit(state, "a", trail=trail)
    march(paid, {"a": "FACE ABOUT"})
    there = march(next_turn(paid), {"a": "AP"}).unit("a")
    ran = march(free, {"a": "AP ABOUT"})
    here = ran.unit("a")
    assert done(ran, "limbered") == 0.5
    assert (here.x, here.y, here.facing, here.trail) == (there.x, there.y, there.facing, there.trail)
    assert trail or (here.x, here.y, here.facing) == (6000, 2700, SOUTH)


@pytest.mark.proves("02.03.3", "02.03.4", "02.05.3")
def test_02_05_3_guns_that_limber_up_and_unlimber_again_with_both_half_turns_stand_where_they_stood() -> None:
    state = alone(cannon("a", 0, 60, 40))
    ran = march(state, {"a": "PP ABOUT, AP ABOUT"})
    gun = ran.unit("a")
    assert (gun.formation, gun.x, gun.y, gun.facing) == ("unlimbered", 6000, 4000, 0)


@pytest.mark.proves("02.03.3", "02.03.4")
@pytest.mark.parametrize(
    ("standing", "leg", "told"),
    [("unlimbered", Limber(), ("limbered", "02.03.4")), ("march_column", Unlimber(), ("unlimbered", "02.03.3"))],
)
def test_02_03_each_is_told_with_its_own_rule(standing: str, leg: Any, told: tuple[str, str]) -> None:
    state = alone(cannon("a", 0, 60, 60, formation=standing))
    ran = march(state, {"a": Move((leg,))})
    assert (f"civilwar.motion.{told[0]}", told[1]) in [(event.text.key, event.rule) for event in ran.table.events]


@pytest.mark.proves("03.03.4", "02.03.4")
@pytest.mark.parametrize(("pace", "way"), [("charge", 4100), ("ordinary", 3350)])
def test_R23_horse_artillery_gallops_out_of_position(pace: Any, way: int) -> None:
    state = alone(cannon("a", 0, 60, 80, horse_battery=True))
    ran = march(state, {"a": Move((Limber(about=True), Go(pace=pace)))})
    assert (ran.unit("a").y, ran.unit("a").facing) == (8000 - way, SOUTH)


@pytest.mark.proves("02.03.4")
def test_02_03_4_who_stands_where_the_limbers_come_must_go_first() -> None:
    state = field_of(cannon("a", 0, 60, 40), foot("friend", 0, 60, 33), foot("enemy", 1, 150, 115))
    ran = march(state, {"a": "PP"})
    assert (ran.unit("a").formation, "no-room" in ran.told) == ("unlimbered", True)


@pytest.mark.proves("06.03.5")
def test_06_03_5_without_horses_a_battery_cannot_limber_up() -> None:
    state = alone(cannon("a", 0, 60, 40))
    battery = unit_of(state, "a").battery
    assert battery is not None
    with_unit(state, "a", battery=replace(battery, horses=0))
    ran = march(state, {"a": "PP, GO FWD"})
    # the rest of the order is carried out by hand
    assert (ran.unit("a").formation, ran.unit("a").y) == ("unlimbered", 4400)
    assert "cannot.limbered" in ran.told


@pytest.mark.proves("02.05.2", "02.02.5")
def test_cavalry_mounts_and_dismounts_in_a_quarter_of_a_turn() -> None:
    state = alone(horse("a", 0, 60, 40))
    ran = march(state, {"a": "DISMOUNT, GO FWD"})
    assert done(ran, "mounted") == 0.25
    assert (ran.unit("a").mounted, ran.unit("a").y) == (False, 4000 + 900)
    assert shape(state, ran.unit("a")).width == 9 * 80
    assert march(next_turn(state), {"a": "MOUNT"}).unit("a").mounted
