"""At the table's edge: of a column that comes onto the table only the head is there to ride to (03.01.5), and who has
fled to the edge can turn about there."""

from __future__ import annotations

import pytest

from civilwar_motion import march
from civilwar_table import chief, field_of, foot, inf
from feltherre.games.civilwar.command import brought_to
from feltherre.games.civilwar.field import is_beside
from feltherre.games.civilwar.orders.language import Courier, Move, OrderLine
from feltherre.games.civilwar.orders.legs import Face, Go
from feltherre.games.civilwar.state import CivilWarState, Staff, staff_of, unit_of
from feltherre.ground.tabletop.angles import apart

COMES_ON = OrderLine(Move((Go(2700),)))


def entering(at: tuple[int, int], face: int) -> CivilWarState:
    """A march column whose head stands at an edge, its rear still off the table."""
    column = inf("a", 0, at=at, face=face, formation="march_column", figures=30, companies=10, under="lee")
    staff = [chief("lee", 0, at=(100, 50)), chief("chief-1", 1, at=(20, 110))]
    state = field_of(column, foot("b", 1, 20, 100), staff=staff)
    state.staff.append(Staff("lee-1", 0, "courier", "lee", x=14000, y=4000))
    return state


@pytest.mark.proves("03.01.5", "03.03.2")
@pytest.mark.parametrize(("at", "face"), [((160, 60), 270), ((150, 0), 0)])
def test_a_courier_comes_to_a_column_that_is_still_coming_onto_the_table(at: tuple[int, int], face: int) -> None:
    state = entering(at, face)
    march(state, {}, {"lee-1": Courier("a", COMES_ON)})
    rider = staff_of(state, "lee-1")
    assert 0 <= rider.x <= 16000
    assert 0 <= rider.y <= 12000
    assert is_beside(state, rider, unit_of(state, "a"))
    assert brought_to(state, unit_of(state, "a")) == COMES_ON


@pytest.mark.proves("03.01.5")
def test_who_rides_with_such_a_column_stays_on_the_table_beside_its_head() -> None:
    state = entering((160, 60), 270)
    ran = march(state, {}, {"lee-1": "WITH a"})
    assert ran.staff("lee-1").beside == "a"
    assert ran.staff("lee-1").x < 16000
    # well on the table he rides behind it
    inside = entering((120, 60), 270)
    ran = march(inside, {}, {"lee-1": "WITH a"})
    assert ran.staff("lee-1").x > 12000


@pytest.mark.proves("02.05.3")
def test_who_has_fled_to_the_edge_and_stands_over_it_turns_about_there() -> None:
    """The edge that part of his ground lies beyond does not keep him (R21)."""
    state = field_of(foot("a", 0, 28, 119.8, 20, face=6.2, companies=10), foot("b", 1, 100, 20, face=0))
    ran = march(state, {"a": "FACE ABOUT, GO FWD 5"})
    assert apart(ran.unit("a").facing, 1862) == 0
    assert ran.unit("a").y < 11500


@pytest.mark.proves("02.05.1")
def test_nobody_forms_over_the_edge_who_stands_on_the_table() -> None:
    state = field_of(foot("a", 0, 3, 60, 30, companies=10, formation="march_column"), foot("b", 1, 100, 20, face=0))
    ran = march(state, {"a": "L"})
    assert ran.unit("a").formation == "march_column"


@pytest.mark.proves("02.05.2")
@pytest.mark.parametrize("turn", ["about", "left", "right"])
def test_a_column_that_is_still_coming_on_does_not_turn_where_its_front_would_be_off_the_table(turn: str) -> None:
    """Only whole outlines leave the table (R100)."""
    state = entering((160, 60), 270)
    ran = march(state, {"a": Move((Face(turn),))})
    assert (ran.unit("a").facing, ran.at("a"), ran.unit("a").formation) == (2700, (160, 60), "march_column")
    assert "no-room" in ran.told
