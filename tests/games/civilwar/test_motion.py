"""What the other parts of the engine ask of motion: stopping, forced moves, room to stand, length left."""

import math

import pytest

from civilwar_motion import march
from civilwar_table import cannon, chief, field_of, foot, horse, inf, table_for, with_unit
from feltherre.games.civilwar import field, motion, room, settling, whereabouts
from feltherre.games.civilwar.orders.language import Attack, Move, OrderLine
from feltherre.games.civilwar.orders.legs import Form, Go
from feltherre.games.civilwar.state import CivilWarState, Made, doing_of, note, unit_of
from feltherre.games.civilwar.timeline import advance
from feltherre.ground.tabletop.bodies import Pose
from feltherre.ground.tabletop.measure import TURN
from feltherre.ground.tabletop.reasons import Misplaced

SOUTH = 1800
HOUSE = {"id": "house", "type": "building", "rect": [90, 40, 94, 43]}


def setting_out(state: CivilWarState, name: str, order: Move | Attack, at: int = 0) -> CivilWarState:
    """A unit on its way, brought to where it is at a tick."""
    note(state, name, line=OrderLine(order), charging=isinstance(order, Attack) and order.pace == "charge")
    motion.set_out(state, name)
    motion.watch_all(state)
    state.line.now = at
    advance(state, at)
    return state


def two() -> CivilWarState:
    return field_of(foot("a", 0, 50, 20), foot("b", 1, 50, 60), terrain=[HOUSE])


def test_halt_ends_a_march_and_what_was_begun() -> None:
    state = setting_out(two(), "a", Move((Go(span=4), Form("attack_column"))), TURN // 4)
    assert [event.kind for event in state.line.waiting] == ["formed"]
    motion.halt(state, "a", "pinned")
    advance(state, TURN)
    unit = unit_of(state, "a")
    assert (unit.x, unit.y, unit.formation) == (5000, 2300, "line")
    assert (doing_of(state, "a").void, state.tracks[0], state.line.waiting) == ("pinned", (), [])


def test_relocate_takes_those_along_who_ride_with_the_unit() -> None:
    staff = (chief("lee", 0, at=(50, 10)), chief("meade", 1, at=(150, 110)))
    state = field_of(foot("a", 0, 50, 20), foot("b", 1, 50, 60), staff=staff)
    ran = march(state, {}, {"lee": "WITH a"})
    assert ran.staff("lee").beside == "a"
    motion.relocate(state, "a", Pose(3000, 3000, SOUTH), trail=())
    assert (unit_of(state, "a").x, unit_of(state, "a").facing) == (3000, SOUTH)
    assert (ran.staff("lee").x, ran.staff("lee").y) == (3000, 3300)


@pytest.mark.parametrize(
    ("kind", "cm", "facing"), [("ordinary", 12, SOUTH), ("flight", 40, SOUTH), ("backwards", 6, 0)]
)
def test_march_away_is_a_forced_move_for_the_rest_of_the_turn(kind: str, cm: int, facing: int) -> None:
    state = field_of(foot("a", 0, 50, 80), foot("b", 1, 50, 110))
    motion.march_away(state, "a", SOUTH, kind)
    start = unit_of(state, "a").y
    # who turns about has his rear for his front
    assert start == (8000 if kind == "backwards" else 7700)
    advance(state, TURN)
    unit = unit_of(state, "a")
    assert (unit.facing, doing_of(state, "a").moved) == (facing, True)
    assert math.isclose((start - unit.y) / 100, cm, abs_tol=0.02)
    state.line.now = TURN // 2
    motion.march_away(state, "a", SOUTH, kind)
    before = unit_of(state, "a").y
    advance(state, TURN)
    assert math.isclose((before - unit_of(state, "a").y) / 100, cm / 2, abs_tol=0.02)


def test_R78_repelled_cavalry_faces_about_for_a_quarter_and_rides_away() -> None:
    state = field_of(horse("a", 0, 50, 80), foot("b", 1, 50, 82))
    state.line.now = TURN // 2
    motion.ride_away(state, "a", "b", TURN // 4)
    advance(state, TURN * 3 // 4)
    assert unit_of(state, "a").y == 7400
    advance(state, TURN)
    assert math.isclose(unit_of(state, "a").y / 100, 74 - 30 / 4, abs_tol=0.02)


def test_way_left_is_what_the_rest_of_the_turn_gives_at_the_pace_of_the_advance() -> None:
    state = two()
    assert motion.way_left(state, "a") == 1200
    state.line.now = TURN // 4
    note(state, "a", charging=True)
    assert motion.way_left(state, "a") == 1500
    with_unit(state, "a", formation="attack_column")
    assert motion.way_left(state, "a") == 2250


def test_go_for_turns_to_a_new_target_and_at_charge_pace_by_20_degrees_at_most() -> None:
    placed = foot("a", 0, 50, 20, formation="attack_column"), foot("b", 1, 50, 60)
    state = field_of(*placed, foot("c", 1, 70, 45))
    setting_out(state, "a", Attack("b", pace="charge"), TURN // 4)
    motion.go_for(state, "a", "c")
    advance(state, TURN)
    assert unit_of(state, "a").facing == 200
    state = field_of(*placed, foot("c", 1, 58, 38))
    setting_out(state, "a", Attack("b"), TURN // 4)
    motion.go_for(state, "a", "c")
    assert any(event.kind == "charge" and event.who == ("a", "c") for event in state.line.waiting)


def test_room_for_says_what_is_in_the_way() -> None:
    state = two()
    reasons = {
        where: found.reason if (found := motion.room_for(state, "a", Pose(*where, 0))) is not None else None
        for where in ((5000, 6050), (9200, 4200), (5000, 100), (5000, 4000))
    }
    assert list(reasons.values()) == [Misplaced.ON_BODY, Misplaced.ON_OBJECT, Misplaced.OFF_TABLE, None]


def test_units_that_touch_do_not_stand_on_each_other_however_they_are_turned() -> None:
    for tenths in range(0, 3600, 7):
        angle = math.radians(tenths / 10)
        beside = 80 + 9.6 * math.cos(angle), 60 - 9.6 * math.sin(angle)
        state = field_of(
            foot("a", 0, 80, 60, face=tenths / 10),
            inf("b", 0, at=(round(beside[0], 2), round(beside[1], 2)), face=tenths / 10),
        )
        one, other = (field.body(state, unit).pieces for unit in state.units)
        assert not room.stand_on(one, other)
        assert not room.stand_on(other, one)


def test_a_unit_that_takes_more_ground_finds_the_nearest_that_is_free() -> None:
    state = field_of(foot("a", 0, 50, 40), foot("b", 0, 50, 41), foot("c", 1, 150, 110, face=0))
    settling.make_room(table_for(state, None), "a")
    one, other = (field.body(state, unit_of(state, name)).pieces for name in ("a", "b"))
    assert not room.stand_on(one, other)
    assert math.dist((unit_of(state, "a").x, unit_of(state, "a").y), (5000, 4000)) <= 220


def test_guns_left_behind_are_an_obstacle_and_no_bar() -> None:
    """Guns without gunners are material set up, obstacle I (R99): a battery passes them as difficult terrain."""
    state = field_of(cannon("a", 0, 50, 20, formation="march_column"), foot("b", 1, 150, 110))
    corners = ((4800, 2500), (4800, 2950), (5200, 2950), (5200, 2500))
    state.made.append(Made("left", "material_set_up", corners, True, 1, 0))
    ran = march(state, {"a": "GO FWD"})
    # 5 cm to them, then 13 cm of battery and 4.5 cm of guns are to be passed at 12 cm a turn
    assert math.isclose(ran.at("a")[1], 25 + 12 * (1 - 5 / 25), abs_tol=0.05)


def test_the_way_along_a_line_runs_from_the_nearest_point_to_the_nearest_point() -> None:
    lane = {"id": "lane", "type": "road", "line": [[20, 20], [60, 20], [60, 80]], "width": 1.2}
    state = field_of(foot("a", 0, 50, 100), foot("b", 1, 150, 110, face=0), terrain=[lane])
    road = field.ground(state).feature("lane")
    assert whereabouts.along(road, (3000, 2500), (6500, 5000)) == [(3000, 2000), (6000, 2000), (6000, 5000)]
    assert whereabouts.along(road, (6500, 5000), (3000, 2500)) == [(6000, 5000), (6000, 2000), (3000, 2000)]
    assert whereabouts.along(road, (6500, 5000), (6500, 7000)) == [(6000, 5000), (6000, 7000)]
    assert whereabouts.nearest_on(road, (0, 0)) == (2000, 2000)


def test_who_was_stopped_half_over_the_edge_stands_at_it_when_the_turn_ends() -> None:
    state = two()
    with_unit(state, "b", x=5000, y=-168, facing=SOUTH, order="FU")
    motion.settle_moves(table_for(state, None))
    assert (unit_of(state, "b").x, unit_of(state, "b").y) == (5000, 0)


def test_a_column_that_ends_on_another_unit_goes_back_along_its_way() -> None:
    state = field_of(
        foot("a", 0, 50, 20, formation="march_column"), foot("friend", 0, 60.5, 40, face=90), foot("b", 1, 150, 110)
    )
    ran = march(state, {"a": "GO FWD 12, GO NE"})
    one, other = (field.body(state, ran.unit(name)).pieces for name in ("a", "friend"))
    assert not room.stand_on(one, other)
    assert ran.unit("a").trail[0] == (5000, 3200)
    assert {"passes", "makes-room"} <= set(ran.told)
