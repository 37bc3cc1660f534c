"""Nobody stands on another when a turn is over (02.06.3, R25): whatever brought him there, he makes room."""

import pytest

from civilwar_forced import Dice
from civilwar_motion import march
from civilwar_table import cannon, field_of, foot, guns, horse, table_for, with_unit
from feltherre.core.table import Table
from feltherre.games.civilwar import edits, gunners, motion, rallying, room, settling, steps
from feltherre.games.civilwar.field import body, ground
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders import language, legs
from feltherre.games.civilwar.state import CivilWarState, index, note, unit_of
from feltherre.ground.tabletop import bodies, shapes, tracks

FAR = foot("far", 1, 10, 110)


def apart(state: CivilWarState, one: str, other: str) -> bool:
    return not room.stand_on(body(state, unit_of(state, one)).pieces, body(state, unit_of(state, other)).pieces)


@pytest.mark.proves("02.06.3")
def test_a_column_that_is_hardly_bent_makes_room_as_the_straight_one_that_it_becomes() -> None:
    column = {"formation": "march_column"}
    state = field_of(
        foot("a", 0, 133.38, 59.24, 14, companies=5, face=136.5, **column),
        foot("b", 1, 127.08, 51.26, 26, face=224.9, **column),
    )
    with_unit(state, "b", trail=((12910, 5328), (13834, 6256), (13889, 6310), (13883, 6839)))
    assert apart(state, "a", "b")
    motion.settle_moves(table_for(state, None))
    assert unit_of(state, "b").trail == ()
    assert apart(state, "a", "b")


@pytest.mark.proves("02.06.3")
def test_who_ends_his_march_on_a_friend_makes_room_and_not_the_friend_who_stood_there() -> None:
    state = field_of(foot("stands", 0, 50, 31), foot("comes", 0, 50, 20), foot("b", 1, 50, 100))
    ran = march(state, {"comes": "GO FWD"})
    assert ran.at("stands") == (50, 31)
    assert ran.at("comes") == (50, pytest.approx(28, abs=0.06))
    assert {"passes", "makes-room"} <= set(ran.told)


@pytest.mark.proves("02.06.3")
def test_who_was_driven_onto_a_friend_makes_room_and_not_the_friend_who_stood_there() -> None:
    state = field_of(foot("stands", 0, 50, 31), foot("driven", 0, 50, 30), FAR)
    note(state, "stands", stood=(5000, 3100, 0))
    note(state, "driven", stood=(5000, 6000, 0))
    motion.settle_moves(table_for(state, None))
    assert (unit_of(state, "stands").x, unit_of(state, "stands").y) == (5000, 3100)
    assert apart(state, "stands", "driven")


@pytest.mark.proves("02.06.3")
def test_in_a_crowd_room_is_found_aslant_or_far_away() -> None:
    """There are lines before and behind it, and to its sides as far as one looks first."""
    wide = {"figures": 60, "companies": 8}
    rows = [foot(f"row{row}", 0, 80, 5 + 4 * row, **wide) for row in range(29)]
    sides = [foot(f"at{x}-{row}", 0, x, 5 + 4 * row, **wide) for x in (32, 56, 104, 128) for row in (12, 13, 14, 15)]
    state = field_of(*rows, *sides, foot("a", 0, 80, 60), foot("b", 1, 10, 110, face=0))
    assert not apart(state, "a", "row14")
    settling.make_room(table_for(state, None), "a")
    assert all(apart(state, "a", one.id) for one in state.units if one.id != "a")
    assert ground(state).holds(body(state, unit_of(state, "a")).pieces)


# the edge of the table


def on_table(state: CivilWarState, unit: str) -> bool:
    """If the middle of a unit's front lies on the table."""
    one = unit_of(state, unit)
    return ground(state).holds([((one.x, one.y),)])


@pytest.mark.proves("02.06.3")
def test_who_was_stopped_at_the_edge_on_a_friend_goes_no_farther_to_be_past_him() -> None:
    """A corner may lie over the edge by a hair: that opens it to nobody (R100)."""
    state = field_of(
        foot("a", 0, 90.33, 10.23, 14, face=135, companies=10, formation="attack_column", files=6),
        foot("b", 0, 90.37, 7.95, 24, face=146.5, formation="chain", gap=10),
        FAR,
    )
    ran = march(state, {"a": "GO SW"})
    assert {"stopped.edge", "makes-room"} <= set(ran.told)
    assert apart(state, "a", "b")
    assert min(y for piece in body(state, unit_of(state, "a")).pieces for _, y in piece) >= -room.GRACE


@pytest.mark.proves("02.06.3")
def test_who_lies_over_the_edge_in_part_goes_no_farther_out_to_be_past_a_friend() -> None:
    """After a wheel one goes on straight ahead, which is out here: 1 cm would be enough."""
    state = field_of(foot("a", 0, 50, 3, face=135), foot("b", 0, 48.6, 4.4, face=135), FAR)
    over = min(y for piece in body(state, unit_of(state, "a")).pieces for _, y in piece)
    assert over < 0
    assert not apart(state, "a", "b")
    wheeled = tracks.Leg(0, bodies.Pose(4661, 441, 900), 960, 300, 720, 2500, turn=450, pivot=(4661, -39))
    state.tracks[index(state, "a")] = (wheeled,)
    note(state, "a", moved=True)
    settling.make_room(table_for(state, None), "a")
    assert apart(state, "a", "b")
    assert on_table(state, "a")
    assert min(y for piece in body(state, unit_of(state, "a")).pieces for _, y in piece) >= over


@pytest.mark.proves("02.06.3")
def test_who_was_stopped_over_the_edge_and_goes_back_along_his_way_comes_onto_the_table() -> None:
    """A retreat may lead over the edge; who is not off it with his whole outline stands on the table (R100)."""
    state = field_of(foot("a", 0, 50, -1, face=180), foot("b", 0, 50, 2, face=180), FAR)
    state.tracks[index(state, "a")] = (tracks.Leg(0, bodies.Pose(5000, 2000, 1800), 960, 300, 2100, 2500, dy=-2100),)
    note(state, "a", moved=True, void="FU")
    motion.settle_moves(table_for(state, None))
    assert apart(state, "a", "b")
    assert on_table(state, "a")


@pytest.mark.proves("02.06.3")
def test_rounding_makes_no_room_beyond_the_edge() -> None:
    """Bodies may overlap by a hair, but nobody stands off the table by one."""
    state = field_of(foot("a", 0, 50, 0.15, face=180), foot("b", 0, 50, 1, face=180), FAR)
    rear = max(y for piece in body(state, unit_of(state, "a")).pieces for _, y in piece)
    with_unit(state, "b", y=rear - 15)
    assert not apart(state, "a", "b")
    settling.make_room(table_for(state, None), "a")
    assert apart(state, "a", "b")
    assert on_table(state, "a")


# what takes more ground


def crowded(**values: object) -> CivilWarState:
    """While orders are written: a crowd behind a line, as near as a crowd may be."""
    state = field_of(foot("a", 0, 50, 40), foot("b", 0, 61, 40), FAR)
    with_unit(state, "b", **values)
    state.phase = "orders"
    state.agenda = [steps.WriteOrders()]
    return state


@pytest.mark.proves("01.06.1", "02.06.3")
def test_a_unit_that_the_umpire_brings_out_of_rout_makes_room_for_its_formation() -> None:
    state = crowded(order="FU", x=5750)
    assert apart(state, "a", "b")
    assert not GAME.invariants(state)
    edits.carry_out(table_for(state, GAME), edits.SetOrder("b", "U"))
    assert unit_of(state, "b").order == "U"
    assert apart(state, "a", "b")


@pytest.mark.proves("01.06.1", "02.06.3")
def test_a_unit_that_the_umpire_gives_figures_back_makes_room_for_them() -> None:
    state = crowded(figures=4, lost=20, x=5650)
    assert apart(state, "a", "b")
    edits.carry_out(table_for(state, GAME), edits.SetLosses("b", 24))
    assert unit_of(state, "b").figures == 24
    assert apart(state, "a", "b")


@pytest.mark.proves("04.02.12")
def test_gunners_do_not_man_guns_on_which_others_stand() -> None:
    state = field_of(cannon("g", 0, 50, 40), foot("a", 0, 90, 40), FAR)
    table = table_for(state, GAME)
    gunners.leave_guns(table, "g")
    with_unit(state, "a", x=5000)
    assert not gunners.man_guns(table, "g")
    assert (unit_of(state, "g").arm, len(state.made)) == ("infantry", 1)
    with_unit(state, "a", x=9000)
    assert gunners.man_guns(table, "g")
    assert (unit_of(state, "g").arm, len(state.made)) == ("artillery", 0)


# houses and canals

CANAL = {"id": "canal", "type": "canal", "line": [[50, 0], [50, 120]], "width": 1.5}
BARN = {"id": "barn", "type": "building", "rect": [40, 42, 54, 47.5]}


def off(state: CivilWarState, unit: str, feature: str) -> bool:
    """If a unit lies on no part of an object; the banks of a canal are left out, which it may touch."""
    pieces = body(state, unit_of(state, unit)).pieces
    return not any(shapes.overlap(piece, solid) for piece in pieces for solid in ground(state).feature(feature).solids)


@pytest.mark.proves("02.05.3")
def test_R106_a_chain_that_faces_to_a_side_does_not_come_to_stand_on_a_house_or_on_an_enemy() -> None:
    near = foot("b", 1, 47, 51)
    state = field_of(foot("a", 0, 47, 50, formation="chain", figures=6), near, terrain=[BARN])
    ran = march(state, {"a": "FACE RIGHT"})
    assert ran.unit("a").facing == 900
    assert off(state, "a", "barn")
    assert apart(state, "a", "b")


@pytest.mark.proves("08.04.3", "02.06.3")
def test_a_crowd_that_rallies_beside_a_canal_forms_on_its_own_bank() -> None:
    state = field_of(foot("a", 0, 52.8, 40), FAR, terrain=[CANAL])
    with_unit(state, "a", order="FU")
    assert off(state, "a", "canal")
    table: Table[CivilWarState] = Table(GAME, state, Dice([(6, 6)]), line=1)
    table.push(rallying.Rallying("a"))
    while state.agenda:
        step = state.agenda.pop()
        GAME.all_steps[type(step)].proceed(table, step)
    assert unit_of(state, "a").order == "U"
    assert min(x for piece in body(state, unit_of(state, "a")).pieces for x, _ in piece) > 5075


@pytest.mark.proves("02.06.5")
def test_the_head_of_a_column_does_not_bend_into_a_canal() -> None:
    column = cannon("a", 0, 50.85, 40, face=275, formation="march_column")
    ran = march(field_of(column, FAR, terrain=[CANAL]), {"a": "GO SW"})
    assert ran.at("a") == (50.85, 40)


@pytest.mark.proves("02.06.6")
@pytest.mark.parametrize("direction", [207, 213, 219, 231, 240, 300])
def test_the_head_of_a_column_does_not_bend_into_a_house(direction: int) -> None:
    """It stands before the wall; on its own middle it would turn one corner of its front into the house."""
    house = {"id": "house", "type": "building", "rect": [60, 40, 64, 44]}
    column = foot("a", 0, 64.3, 42, face=270, formation="march_column")
    state = field_of(column, FAR, terrain=[house])
    assert march(state, {"a": language.Move((legs.Go(direction=direction * 10),))}).at("a") == (64.3, 42)


@pytest.mark.proves("02.06.5")
def test_a_line_that_touches_a_canal_does_not_slide_over_it_aslant() -> None:
    line = foot("a", 0, 53.15, 40, 6, face=180, formation="thin_line")
    state = field_of(line, FAR, terrain=[CANAL])
    assert off(state, "a", "canal")
    ran = march(state, {"a": "GO 185"})
    assert off(ran.state, "a", "canal")
    assert min(x for piece in body(ran.state, ran.unit("a")).pieces for x, _ in piece) > 5060


@pytest.mark.proves("02.05.5", "02.06.5")
def test_a_line_that_touches_a_canal_does_not_wheel_into_it() -> None:
    riders = horse("a", 0, 47.49, 40, 12, face=67)
    ran = march(field_of(riders, FAR, terrain=[CANAL]), {"a": "GO N"})
    assert (ran.unit("a").facing, ran.at("a")) == (670, (47.49, 40))
    assert "stopped.obstacle" in ran.told


@pytest.mark.proves("02.06.6")
@pytest.mark.parametrize("way", range(12))
def test_a_column_at_a_house_does_not_turn_its_head_into_it_by_a_step_too_short_to_have_a_direction(way: int) -> None:
    house = {"id": "house", "type": "building", "rect": [30, 30, 35, 34]}
    column = guns("a", 0, at=(32.36, round(35.85 + way / 100, 2)), face=113, formation="march_column")
    state = field_of(column, FAR, terrain=[house])
    ran = march(state, {"a": "GO FWD"})
    assert ran.unit("a").facing == 1130
    assert ran.at("a") == (pytest.approx(32.36, abs=0.3), pytest.approx(35.85, abs=0.02))
    assert off(state, "a", "house")


@pytest.mark.proves("02.06.2")
def test_a_bent_column_that_is_driven_back_stands_straight_beside_the_house() -> None:
    column = cannon("a", 0, 57, 45, formation="march_column")
    state = field_of(column, FAR, terrain=[BARN])
    with_unit(state, "a", facing=450, trail=((5700, 2000),))
    assert off(state, "a", "barn")
    motion.march_away(state, "a", 2250, "backwards")
    assert off(state, "a", "barn")
    first = state.tracks[index(state, "a")][0]
    assert not room.stand_on(tracks.pieces_at(first, first.start), ground(state).feature("barn").solids)
