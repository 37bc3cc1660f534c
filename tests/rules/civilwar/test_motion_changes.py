"""Formation changes, facing turns, limbering, mounting, buildings (02.03-02.05; R14, R15, R21, R22)."""

from __future__ import annotations

import math
from typing import Any

import pytest
from msgspec.structs import replace

from civilwar_motion import Marched, march, next_turn
from civilwar_table import Placed, cav, field_of, guns, inf, with_unit
from feltherre.games.civilwar.changing import companies_at
from feltherre.games.civilwar.field import body, shape
from feltherre.games.civilwar.invariants import houses_have_room
from feltherre.games.civilwar.marched import why_it_stands
from feltherre.games.civilwar.morale import original_figures
from feltherre.games.civilwar.orders.language import Attack, Detach, Move, OrderLine, Rejoin
from feltherre.games.civilwar.orders.legs import (
    Dismount,
    Enter,
    Face,
    Form,
    Go,
    Limber,
    Mount,
    Unlimber,
)
from feltherre.games.civilwar.parts import rejoins
from feltherre.games.civilwar.state import CivilWarState, Doing, doing_of, note, unit_of
from feltherre.games.civilwar.volleys import freshness
from feltherre.ground.tabletop.distance import pieces_within
from feltherre.ground.tabletop.measure import TURN

EAST, SOUTH = 900, 1800
HOUSE = {"id": "house", "type": "building", "kind": "building_wood", "rect": [48, 40, 52, 43], "capacity": 3}


def alone(placed: Placed, *terrain: dict[str, Any]) -> CivilWarState:
    return field_of(placed, inf("enemy", 1, at=(150, 115), face=180), terrain=list(terrain))


def done(ran: Marched, kind: str) -> float | None:
    return ran.when(kind, "a")


# formation changes


@pytest.mark.proves("02.05.1", "02.05.2")
def test_R21_a_change_takes_the_time_of_the_longest_way_and_at_least_a_quarter() -> None:
    """30 figures in 10 companies: line 12 cm wide, column of two companies abreast 7.5 cm deep. The company on the left
    end goes from 5.4 cm beside the middle to the rear of the column."""
    state = alone(inf("a", 0, at=(50, 40), figures=30, companies=10))
    unit = unit_of(state, "a")
    old = companies_at(state, unit)
    ran = march(state, {"a": Move((Form("attack_column"),))})
    new = companies_at(state, ran.unit("a"))
    longest = max(math.dist(a, b) for a, b in zip(old, new, strict=True)) / 100
    time = done(ran, "formed")
    assert time is not None
    assert math.isclose(time, max(0.25, longest / 30), abs_tol=0.001)
    assert (ran.unit("a").formation, ran.unit("a").files) == ("attack_column", 6)
    # a chain of one company has hardly any way, and takes a quarter all the same
    small = march(alone(inf("a", 0, at=(50, 40), figures=3, companies=1)), {"a": Move((Form("thin_line"),))})
    assert done(small, "formed") == 0.25


@pytest.mark.proves("02.05.1")
def test_R21_the_company_that_is_named_stands_still() -> None:
    for number in (None, 1, 8):
        state = alone(inf("a", 0, at=(50, 40), face=30))
        standing = 3 if number is None else number - 1
        before = companies_at(state, unit_of(state, "a"))[standing]
        ran = march(state, {"a": Move((Form("march_column", standing=number),))})
        after = companies_at(state, ran.unit("a"))[standing]
        assert math.dist(before, after) <= 3


@pytest.mark.proves("02.05.1")
def test_R21_until_the_time_is_up_the_unit_has_its_old_formation_then_it_marches_on_in_the_new_one() -> None:
    state = alone(inf("a", 0, at=(50, 40)))
    ran = march(state, {"a": Move((Form("attack_column", standing=1), Go()))})
    time = done(ran, "formed")
    assert time is not None
    start = unit_of(state, "a").y / 100 - 25 * (1 - time)
    # it forms on its right company, whose middle was 1.5 cm behind the front and is 0.75 cm behind that of the column
    assert math.isclose(start, 40 - 1.5 + 0.75, abs_tol=0.05)


@pytest.mark.proves("02.05.1", "03.03.4")
def test_a_change_follows_a_march_for_part_of_the_turn_or_one_that_was_stopped() -> None:
    part = march(alone(inf("a", 0, at=(50, 30))), {"a": Move((Go(span=3), Form("attack_column")))})
    assert (part.unit("a").formation, done(part, "formed")) == ("attack_column", 3 / 8 + 0.25)
    stopped = march(alone(inf("a", 0, at=(50, 37)), HOUSE), {"a": Move((Go(), Form("thin_line")))})
    assert stopped.unit("a").formation == "thin_line"
    assert stopped.told.index("stopped.building") < stopped.told.index("formed")


@pytest.mark.proves("02.05.1", "02.05.2")
def test_R21_a_change_over_the_end_of_the_turn_goes_on_with_the_order_repeated() -> None:
    """In a wood companies walk 8 cm a turn."""
    wood = {"id": "wood", "type": "wood", "poly": [[0, 0], [100, 0], [100, 100], [0, 100]]}
    state = alone(inf("a", 0, at=(50, 40), figures=30, companies=10), wood)
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
    state = alone(inf("a", 0, at=(50, 40), figures=30, companies=10))
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
    state = alone(inf("a", 0, at=(50, 40), figures=30, companies=10))
    march(state, {"a": Move((Form("thin_line"), Go(length=700), Form("chain", gap=160)))})
    unit = unit_of(state, "a")
    assert (unit.formation, unit.change_leg) == ("thin_line", 2)
    with_unit(state, "a", formation="line", gap=0)
    ran = march(next_turn(state), {"a": Move(legs)})
    assert (done(ran, "formed") != unit.change_left / TURN) is whole


@pytest.mark.proves("02.04.3", "03.03.3")
def test_R21_who_needs_more_than_a_turn_to_come_out_of_a_house_is_out_in_the_next() -> None:
    """6 companies over 1.5 cm each at 6 cm a turn: one turn and a half."""
    big = HOUSE | {"kind": "building_stone", "capacity": 6}
    state = alone(inf("a", 0, at=(50, 41), figures=18, companies=6), big)
    with_unit(state, "a", building="house")
    order = Move((Go(direction=EAST),))
    assert march(state, {"a": order}).unit("a").building == "house"
    ran = march(next_turn(state), {"a": order})
    assert done(ran, "exited") == pytest.approx(0.5, abs=0.001)
    assert ran.unit("a").building == ""


@pytest.mark.proves("02.05.1")
def test_R21_a_change_for_which_there_is_no_room_waits() -> None:
    state = field_of(
        inf("a", 0, at=(50, 40), formation="attack_column"),
        inf("friend", 0, at=(58, 40), formation="attack_column"),
        inf("enemy", 1, at=(150, 115), face=180),
    )
    ran = march(state, {"a": Move((Form("line"),)), "friend": Move((Go(span=1, direction=EAST), Go(length=100)))})
    assert ran.unit("a").formation == "line"
    crowded = field_of(
        inf("a", 0, at=(50, 40), formation="attack_column"),
        inf("friend", 0, at=(55, 40), formation="attack_column"),
        inf("enemy", 1, at=(150, 115), face=180),
    )
    ran = march(crowded, {"a": Move((Form("line"),))})
    assert ran.unit("a").formation == "attack_column"
    assert "no-room" in ran.told


@pytest.mark.proves("02.01.4", "02.01.5", "02.02.4")
@pytest.mark.parametrize(
    ("placed", "leg", "formed"),
    [
        (inf("a", 0, at=(60, 40)), Form("chain", gap=160), True),
        (inf("a", 0, at=(60, 40)), Form("chain", gap=161), False),
        (inf("a", 0, at=(60, 40)), Form("thin_line", gap=79), True),
        (inf("a", 0, at=(60, 40)), Form("thin_line", gap=80), False),
        (cav("a", 0, at=(60, 40)), Form("chain", gap=150), True),
        (cav("a", 0, at=(60, 40)), Form("thin_line"), False),
        (inf("a", 0, at=(60, 40), figures=12, companies=4), Form("attack_column"), False),
        (guns("a", 0, at=(60, 40), formation="march_column"), Form("line"), False),
    ],
)
def test_a_unit_forms_only_what_its_arm_has(placed: Placed, leg: Form, formed: bool) -> None:
    ran = march(alone(placed), {"a": Move((leg,))})
    assert (ran.unit("a").formation == leg.formation) == formed
    assert ("cannot.formed" in ran.told) == (not formed)


# facing turns


@pytest.mark.proves("02.05.4", "02.05.2")
def test_02_05_4_a_line_faces_to_a_flank_and_is_a_march_column_of_two_files() -> None:
    state = alone(inf("a", 0, at=(50, 40)))
    ran = march(state, {"a": Move((Face("right"),))})
    column = ran.unit("a")
    assert done(ran, "faced") == 0.25
    assert (column.formation, column.files, column.facing) == ("march_column", 2, EAST)
    # its head is where the right flank was
    assert (column.x, column.y) == (5000 + 480, 4000 - 150)
    back = march(next_turn(state), {"a": Move((Face("left"),))})
    line = back.unit("a")
    assert (line.formation, line.facing, line.x, line.y) == ("line", 0, 5000, 4000)


@pytest.mark.proves("02.05.1")
def test_R14_a_column_of_two_files_closes_to_three_without_time() -> None:
    state = alone(inf("a", 0, at=(50, 40), formation="march_column", files=2))
    ran = march(state, {"a": Move((Form("march_column", files=3), Go()))})
    assert (ran.unit("a").files, ran.unit("a").y) == (3, 6500)
    assert shape(state, ran.unit("a")).depth == 8 * 150


@pytest.mark.proves("02.05.2", "02.05.3")
@pytest.mark.parametrize(
    ("placed", "turn", "time"),
    [
        (inf("a", 0, at=(60, 40)), "about", 0.25),
        (inf("a", 0, at=(60, 40), formation="attack_column"), "left", 0.25),
        (guns("a", 0, at=(60, 40)), "left", 1.0),
        (guns("a", 0, at=(60, 40)), "about", 0.5),
        (guns("a", 0, at=(60, 40), formation="march_column"), "left", 0.5),
        (guns("a", 0, at=(60, 40), formation="march_column"), "about", 1.0),
        (inf("a", 0, at=(60, 40), formation="chain"), "about", None),
    ],
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
    state = alone(guns("a", 0, at=(60, 40)), field)
    order = Move((Face("left"),))
    assert march(state, {"a": order}).unit("a").facing == 0
    assert march(next_turn(state), {"a": order}).unit("a").facing == 2700


@pytest.mark.proves("02.05.2")
def test_a_bent_column_that_faces_about_goes_back_the_way_it_came() -> None:
    state = alone(inf("a", 0, at=(60, 40), formation="march_column"))
    march(state, {"a": Move((Go(direction=EAST, length=400),))})
    ground_before = sorted(point for piece in body(state, unit_of(state, "a")).pieces for point in piece)
    ran = march(next_turn(state), {"a": Move((Face("about"),))})
    column = ran.unit("a")
    assert (column.x, column.y, column.facing) == (6000, 3200, SOUTH)
    ground_after = sorted(point for piece in body(state, column).pieces for point in piece)
    assert all(math.dist(a, b) <= 2 for a, b in zip(ground_before, ground_after, strict=True))


# guns and horses


@pytest.mark.proves("02.03.3", "02.03.4", "02.05.2", "02.05.3")
def test_02_03_guns_limber_and_unlimber_in_half_a_turn_each_and_face_about_with_it() -> None:
    state = alone(guns("a", 0, at=(60, 40), guns=6))
    ran = march(state, {"a": Move((Limber(about=True), Go()))})
    assert done(ran, "limbered") == 0.5
    limbered = ran.unit("a")
    assert (limbered.formation, limbered.facing) == ("march_column", SOUTH)
    # the limbers came behind the guns: 20.5 cm from the front of the guns, and then half a turn's march
    assert (limbered.x, limbered.y) == (6000, 4000 - 2050 - 1250)
    with_unit(state, "a", x=6000, y=6000, trail=())
    ran = march(next_turn(state), {"a": Move((Unlimber(),))})
    gun = ran.unit("a")
    assert (gun.formation, gun.x, gun.y, gun.facing) == ("unlimbered", 6000, 6000, SOUTH)
    with_unit(state, "a", formation="march_column")
    about = march(next_turn(state), {"a": Move((Unlimber(about=True),))}).unit("a")
    # the guns stand on the ground of the limbers, looking back
    assert (about.x, about.y, about.facing) == (6000, 6450, 0)


@pytest.mark.proves("02.03.3", "02.03.4")
@pytest.mark.parametrize(
    ("standing", "leg", "told"),
    [("unlimbered", Limber(), ("limbered", "02.03.4")), ("march_column", Unlimber(), ("unlimbered", "02.03.3"))],
)
def test_02_03_each_is_told_with_its_own_rule(standing: str, leg: Any, told: tuple[str, str]) -> None:
    state = alone(guns("a", 0, at=(60, 60), formation=standing))
    ran = march(state, {"a": Move((leg,))})
    assert (f"civilwar.motion.{told[0]}", told[1]) in [(event.text.key, event.rule) for event in ran.table.events]


@pytest.mark.proves("03.03.4", "02.03.4")
@pytest.mark.parametrize(("pace", "way"), [("charge", 4100), ("ordinary", 3350)])
def test_R23_horse_artillery_gallops_out_of_position(pace: Any, way: int) -> None:
    state = alone(guns("a", 0, at=(60, 80), horse_battery=True))
    ran = march(state, {"a": Move((Limber(about=True), Go(pace=pace)))})
    assert (ran.unit("a").y, ran.unit("a").facing) == (8000 - way, SOUTH)


@pytest.mark.proves("02.03.4")
def test_02_03_4_who_stands_where_the_limbers_come_must_go_first() -> None:
    state = field_of(guns("a", 0, at=(60, 40)), inf("friend", 0, at=(60, 33)), inf("enemy", 1, at=(150, 115), face=180))
    ran = march(state, {"a": Move((Limber(),))})
    assert (ran.unit("a").formation, "no-room" in ran.told) == ("unlimbered", True)


@pytest.mark.proves("06.03.5")
def test_06_03_5_without_horses_a_battery_cannot_limber_up() -> None:
    state = alone(guns("a", 0, at=(60, 40)))
    battery = unit_of(state, "a").battery
    assert battery is not None
    with_unit(state, "a", battery=replace(battery, horses=0))
    ran = march(state, {"a": Move((Limber(), Go()))})
    # the rest of the order is carried out by hand
    assert (ran.unit("a").formation, ran.unit("a").y) == ("unlimbered", 4400)
    assert "cannot.limbered" in ran.told


@pytest.mark.proves("02.05.2", "02.02.5")
def test_cavalry_mounts_and_dismounts_in_a_quarter_of_a_turn() -> None:
    state = alone(cav("a", 0, at=(60, 40)))
    ran = march(state, {"a": Move((Dismount(), Go()))})
    assert done(ran, "mounted") == 0.25
    assert (ran.unit("a").mounted, ran.unit("a").y) == (False, 4000 + 900)
    assert shape(state, ran.unit("a")).width == 9 * 80
    assert march(next_turn(state), {"a": Move((Mount(),))}).unit("a").mounted


# buildings


@pytest.mark.proves("02.04.3", "02.06.6")
def test_R15_going_into_a_building_costs_the_passage_of_its_wall_for_each_company() -> None:
    """3 companies over 1.5 cm each at the rate of difficult terrain, 8 cm for a line: 4.5 / 8 of a turn."""
    state = alone(inf("a", 0, at=(50, 39), figures=9, companies=3), HOUSE)
    ran = march(state, {"a": Move((Enter("house"),))})
    reached = 1 / 12
    time = done(ran, "entered")
    assert time is not None
    assert math.isclose(time, reached + 4.5 / 8, abs_tol=0.01)
    assert ran.unit("a").building == "house"
    out = march(next_turn(state), {"a": Move((Go(direction=EAST),))})
    left = done(out, "exited")
    assert left is not None
    assert math.isclose(left, 4.5 / 8, abs_tol=0.001)
    assert (out.unit("a").building, out.unit("a").facing) == ("", EAST)
    assert math.isclose(out.unit("a").x / 100, 52 + 3 + 12 * (1 - 4.5 / 8), abs_tol=0.1)


@pytest.mark.parametrize(
    ("legs", "why"), [((Go(direction=0), Enter("house")), "done"), ((Go(direction=0),), "building")]
)
def test_who_is_sent_into_a_house_is_not_barred_by_it(legs: tuple[Any, ...], why: str) -> None:
    state = alone(inf("a", 0, at=(50, 38), figures=9, companies=3), HOUSE)
    march(state, {"a": Move(legs)})
    doing = replace(doing_of(state, "a"), stopped="building")
    assert why_it_stands(unit_of(state, "a"), doing).key == f"civilwar.motion.end.{why}"


@pytest.mark.proves("02.04.3")
def test_R15_a_building_holds_three_companies_of_one_side_on_foot() -> None:
    for placed in (
        inf("a", 0, at=(50, 39.9), figures=12, companies=4),
        cav("a", 0, at=(50, 39.9), figures=9, companies=3),
        guns("a", 0, at=(50, 39.9)),
    ):
        ran = march(alone(placed, HOUSE), {"a": Move((Enter("house"),))})
        assert (ran.unit("a").building, "cannot.entered" in ran.told) == ("", True)
    held = field_of(
        inf("a", 0, at=(50, 39.9), figures=6, companies=2),
        inf("b", 1, at=(50, 41), figures=3, companies=1),
        terrain=[HOUSE],
    )
    with_unit(held, "b", building="house")
    assert march(held, {"a": Move((Enter("house"),))}).unit("a").building == ""


@pytest.mark.proves("02.04.3")
@pytest.mark.parametrize(("side", "companies", "inside"), [(1, 2, ["a"]), (0, 2, ["a"]), (0, 1, ["a", "b"])])
def test_R15_two_who_go_into_a_house_at_once_both_find_room_there_or_only_the_first_does(
    side: int, companies: int, inside: list[str]
) -> None:
    """Both are at the house and begin at once; the house is asked again when they have come in."""
    state = field_of(
        inf("a", 0, at=(50, 39.9), figures=6, companies=2),
        inf("b", side, at=(50, 43.1), face=180, figures=6, companies=companies),
        terrain=[HOUSE],
    )
    ran = march(state, {name: Move((Enter("house"),)) for name in ("a", "b")})
    assert [unit.id for unit in state.units if unit.building] == inside
    assert ran.told.count("cannot.entered") == 2 - len(inside)
    assert not houses_have_room(state)


@pytest.mark.proves("02.04.3")
def test_R15_who_finds_the_house_taken_by_the_enemy_goes_on_with_the_rest_of_its_order() -> None:
    state = field_of(
        inf("a", 0, at=(50, 39.9), figures=9, companies=3),
        inf("b", 1, at=(50, 43.1), face=180, figures=3, companies=1),
        terrain=[HOUSE],
    )
    ran = march(state, {name: Move((Enter("house"), Form("thin_line"))) for name in ("a", "b")})
    assert (ran.unit("a").building, ran.unit("a").formation) == ("", "thin_line")
    assert ran.unit("b").building == "house"


def test_a_house_with_both_sides_in_it_or_too_full_is_a_fault() -> None:
    state = field_of(
        inf("a", 0, at=(50, 41), figures=6, companies=2),
        inf("b", 1, at=(50, 41), figures=6, companies=2),
        terrain=[HOUSE],
    )
    for name in ("a", "b"):
        with_unit(state, name, building="house")
    assert len(houses_have_room(state)) == 2


@pytest.mark.proves("02.04.3")
@pytest.mark.parametrize("companies", [1, 2])
def test_R15_companies_rejoin_a_unit_in_a_house_only_if_there_is_room_for_them(companies: int) -> None:
    state = alone(inf("a", 0, at=(50, 38), figures=12, companies=4), HOUSE)
    march(state, {"a": Detach(2)})
    part = with_unit(state, "a/1", x=5000, y=4150, building="house")
    rest = with_unit(state, "a", companies=companies)
    note(state, "a", line=OrderLine(Rejoin("a/1")))
    assert part.companies == 2
    assert rejoins(state, rest, part) is (companies == 1)


# parts of units


@pytest.mark.proves("01.02.2")
def test_R11_companies_are_sent_away_and_come_back() -> None:
    state = alone(inf("a", 0, at=(60, 40), figures=24, companies=8))
    ran = march(state, {"a": Detach(2, (Go(direction=0, length=800),))})
    part = ran.unit("a/1")
    assert (part.figures, part.companies, ran.unit("a").figures, ran.unit("a").companies) == (6, 2, 18, 6)
    # the two companies on the right: 2.4 of 9.6 cm, marching 8 cm ahead
    assert (part.x, part.y, ran.unit("a").x, ran.unit("a").y) == (6000 + 360, 4800, 6000 - 120, 4000)
    with_unit(state, "a/1", men=15)
    with_unit(state, "a", men=10)
    ran = march(next_turn(state), {"a/1": Rejoin("a")})
    assert "rejoins" in ran.told
    whole = ran.unit("a")
    assert (whole.figures, whole.men, whole.lost, whole.companies) == (23, 5, 1, 8)
    assert not ran.unit("a/1").on_table


@pytest.mark.proves("05.02.4", "09.01.1", "03.03.4")
@pytest.mark.parametrize("who", ["a", "a/1"])
def test_what_companies_or_their_unit_have_fired_and_charged_the_whole_has_when_they_are_back(who: str) -> None:
    """There is no second first fire of the game, and no new charge within four turns."""
    state = alone(inf("a", 0, at=(60, 40), figures=24, companies=8))
    state.turn = 5
    march(state, {"a": Detach(2, (Go(direction=0, length=500),))})
    with_unit(state, who, has_fired=True, fired=5, charged=4)
    march(next_turn(state), {"a/1": Rejoin("a")})
    whole = unit_of(state, "a")
    assert (whole.companies, whole.has_fired, whole.fired, whole.charged) == (8, True, 5, 4)
    state.doing = [Doing() for _ in state.units]
    assert freshness(state, whole) == "steady"
    # and companies that are sent off again have it too
    march(next_turn(state), {"a": Detach(2, (Go(direction=0, length=500),))})
    part = unit_of(state, "a/2")
    assert (part.has_fired, part.fired, part.charged) == (True, 5, 4)


@pytest.mark.proves("02.05.3", "07.01.1")
def test_a_chain_whose_target_is_behind_it_faces_about_and_goes() -> None:
    state = field_of(inf("a", 0, at=(60, 60), formation="chain"), inf("b", 1, at=(60, 45), face=0))
    ran = march(state, {"a": Attack("b")})
    assert ran.unit("a").facing == SOUTH
    assert ran.when("charge", "a", "b") is not None
    assert pieces_within(body(state, ran.unit("a")).pieces, body(state, ran.unit("b")).pieces, 5)


@pytest.mark.proves("01.02.2", "08.02.7")
def test_R11_companies_sent_out_have_had_their_share_of_the_losses() -> None:
    state = alone(inf("a", 0, at=(60, 40), figures=30, companies=10))
    with_unit(state, "a", figures=10, lost=13, captured=4, fled=3, men=7)
    march(state, {"a": Detach(4, (Go(direction=0, length=800),))})
    part, rest = unit_of(state, "a/1"), unit_of(state, "a")
    assert (part.figures, part.lost, part.captured, part.fled, part.men) == (4, 5, 2, 1, 0)
    assert (rest.figures, rest.lost, rest.captured, rest.fled, rest.men) == (6, 8, 2, 2, 7)
    # both have lost two thirds, as the whole had (R86)
    assert (original_figures(part), original_figures(rest)) == (12, 18)


@pytest.mark.proves("01.02.2")
@pytest.mark.parametrize("order", [Detach(7, (Go(length=800),)), Attack("b", companies=7)])
def test_R11_of_a_few_men_so_many_companies_cannot_be_sent_off_and_that_is_told(order: Any) -> None:
    """Of two figures 7 of 8 companies are both."""
    state = field_of(inf("a", 0, at=(50, 20), figures=2, companies=8), inf("b", 1, at=(50, 90), face=180))
    ran = march(state, {"a": order})
    assert [unit.id for unit in state.units] == ["a", "b"]
    assert "cannot.divided" in ran.told
    assert ran.at("a") == (50, 20)
