"""Nobody stands on another when a turn is over (02.06.3, R25): whatever brought him there, he makes room."""

from __future__ import annotations

import pytest

from civilwar_motion import march
from civilwar_table import field_of, guns, inf, table_for, with_unit
from feltherre.games.civilwar import edits, motion
from feltherre.games.civilwar.field import body, ground
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.gunners import leave_guns, man_guns
from feltherre.games.civilwar.orders.language import Move
from feltherre.games.civilwar.orders.legs import Go
from feltherre.games.civilwar.room import stand_on
from feltherre.games.civilwar.settling import make_room
from feltherre.games.civilwar.state import CivilWarState, note, unit_of
from feltherre.games.civilwar.steps import WriteOrders

FAR = inf("far", 1, at=(10, 110), face=180)


def apart(state: CivilWarState, one: str, other: str) -> bool:
    return not stand_on(body(state, unit_of(state, one)).pieces, body(state, unit_of(state, other)).pieces)


@pytest.mark.proves("02.06.3")
def test_a_column_that_is_hardly_bent_makes_room_as_the_straight_one_that_it_becomes() -> None:
    column = {"formation": "march_column"}
    state = field_of(
        inf("a", 0, at=(133.38, 59.24), figures=14, companies=5, face=136.5, **column),
        inf("b", 1, at=(127.08, 51.26), figures=26, face=224.9, **column),
    )
    with_unit(state, "b", trail=((12910, 5328), (13834, 6256), (13889, 6310), (13883, 6839)))
    assert apart(state, "a", "b")
    motion.settle_moves(table_for(state, None))
    assert unit_of(state, "b").trail == ()
    assert apart(state, "a", "b")


@pytest.mark.proves("02.06.3")
def test_who_ends_his_march_on_a_friend_makes_room_and_not_the_friend_who_stood_there() -> None:
    state = field_of(
        inf("stands", 0, at=(50, 31), face=0), inf("comes", 0, at=(50, 20), face=0), inf("b", 1, at=(50, 100), face=180)
    )
    ran = march(state, {"comes": Move((Go(),))})
    assert ran.at("stands") == (50, 31)
    assert ran.at("comes") == (50, pytest.approx(28, abs=0.06))
    assert {"passes", "makes-room"} <= set(ran.told)


@pytest.mark.proves("02.06.3")
def test_who_was_driven_onto_a_friend_makes_room_and_not_the_friend_who_stood_there() -> None:
    state = field_of(inf("stands", 0, at=(50, 31)), inf("driven", 0, at=(50, 30)), FAR)
    note(state, "stands", stood=(5000, 3100, 0))
    note(state, "driven", stood=(5000, 6000, 0))
    motion.settle_moves(table_for(state, None))
    assert (unit_of(state, "stands").x, unit_of(state, "stands").y) == (5000, 3100)
    assert apart(state, "stands", "driven")


@pytest.mark.proves("02.06.3")
def test_in_a_crowd_room_is_found_aslant_or_far_away() -> None:
    """There are lines before and behind it, and to its sides as far as one looks first."""
    wide = {"figures": 60, "companies": 8}
    rows = [inf(f"row{row}", 0, at=(80, 5 + 4 * row), **wide) for row in range(29)]
    sides = [
        inf(f"at{x}-{row}", 0, at=(x, 5 + 4 * row), **wide) for x in (32, 56, 104, 128) for row in (12, 13, 14, 15)
    ]
    state = field_of(*rows, *sides, inf("a", 0, at=(80, 60)), inf("b", 1, at=(10, 110)))
    assert not apart(state, "a", "row14")
    make_room(table_for(state, None), "a")
    assert all(apart(state, "a", one.id) for one in state.units if one.id != "a")
    assert ground(state).holds(body(state, unit_of(state, "a")).pieces)


def crowded(**values: object) -> CivilWarState:
    """While orders are written: a crowd behind a line, as near as a crowd may be."""
    state = field_of(inf("a", 0, at=(50, 40)), inf("b", 0, at=(61, 40)), FAR)
    with_unit(state, "b", **values)
    state.phase = "orders"
    state.agenda = [WriteOrders()]
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
    state = field_of(guns("g", 0, at=(50, 40)), inf("a", 0, at=(90, 40)), FAR)
    table = table_for(state, GAME)
    leave_guns(table, "g")
    with_unit(state, "a", x=5000)
    assert not man_guns(table, "g")
    assert (unit_of(state, "g").arm, len(state.made)) == ("infantry", 1)
    with_unit(state, "a", x=9000)
    assert man_guns(table, "g")
    assert (unit_of(state, "g").arm, len(state.made)) == ("artillery", 0)
