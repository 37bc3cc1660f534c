"""Reinforcements and exits (01.05.1, 01.05.3; R100), generals whose unit is left or gone (03.01.5, 07.06.3), and the
table's edge."""

import math
from typing import Any

import pytest
from msgspec.structs import replace

from civilwar_motion import FORWARD, STAFF, battle, march
from civilwar_table import chief, field_of, foot, inf, table_for, with_unit
from feltherre.core.text import say
from feltherre.games.civilwar import motion, riding
from feltherre.games.civilwar.command import brought_to
from feltherre.games.civilwar.field import is_beside, scenario_of, touching
from feltherre.games.civilwar.opening import wagons
from feltherre.games.civilwar.orders.language import Courier, Move, OrderLine, StaffMove, StaffWith
from feltherre.games.civilwar.orders.legs import Face, Go
from feltherre.games.civilwar.orders.places import Place, UnitMark
from feltherre.games.civilwar.special_rules import Exits, Wagon
from feltherre.games.civilwar.state import (
    AWAITED,
    LEFT,
    ON_TABLE,
    STEPS,
    CivilWarState,
    Doing,
    Staff,
    move_staff,
    note,
    staff_of,
    unit_of,
)
from feltherre.ground.tabletop.angles import apart
from feltherre.ground.tabletop.measure import TURN
from feltherre.ground.tabletop.schedule import TimeLine

# onto the table and off it


@pytest.mark.proves("01.05.1")
def test_01_05_1_reinforcements_come_with_their_heads_at_the_edge_and_march_on() -> None:
    state = field_of(foot("a", 0, 50, 0, formation="march_column"), foot("b", 1, 50, 100), foot("c", 0, 90, 50))
    scenario_entry(state, "a", turn=3)
    table = table_for(state, None)
    with_unit(state, "a", where=AWAITED)
    state.turn = 2
    motion.enter_table(table)
    assert unit_of(state, "a").where == AWAITED
    state.turn = 3
    with_unit(state, "c", x=5000, y=100)
    motion.enter_table(table)
    assert unit_of(state, "a").where == AWAITED  # somebody stands in the way
    assert [(event.text.key, event.audience) for event in table.events] == [("civilwar.motion.waits", ("union",))]
    with_unit(state, "c", x=9000)
    motion.enter_table(table)
    assert unit_of(state, "a").where == ON_TABLE
    assert march(state, {"a": "GO FWD"}).at("a") == (50, 25)


@pytest.mark.proves("01.05.1")
@pytest.mark.parametrize(("turn", "where"), [(2, AWAITED), (3, ON_TABLE)])
def test_a_wagon_may_be_placed_from_its_turn_on(turn: int, where: str) -> None:
    text = say("core.plain", text="")
    wagon = Wagon(id="x", text=text, side="union", unit="w", name="Wagon", under="lee", at=(5000, 2000), turn=3)
    state = field_of(foot("b", 1, 140, 100, under="meade"), staff=STAFF, special=(wagon,))
    state.units += wagons(scenario_of(state))
    state.doing.append(Doing())
    state.tracks.append(())
    state.turn = turn
    motion.enter_table(table_for(state, None))
    assert unit_of(state, "w").where == where


def scenario_entry(state: CivilWarState, name: str, turn: int) -> None:
    """Lend the state a scenario in which a unit is awaited."""
    from feltherre.games.civilwar.brief import Reinforcement
    from feltherre.games.civilwar.field import scenario_of
    from feltherre.games.civilwar.scenario import lend_scenario

    scenario = scenario_of(state)
    side = scenario.sides[0]
    units = tuple(
        replace(unit, reinforcement=Reinforcement(turn, unit.at or (0, 0), 0)) if unit.id == name else unit
        for unit in side.units
    )
    lent = replace(scenario, id=f"{scenario.id}-awaited", sides=(replace(side, units=units), *scenario.sides[1:]))
    lend_scenario(lent)
    state.scenario = lent.id


@pytest.mark.proves("01.05.3", "03.03.4")
def test_R100_a_unit_leaves_the_table_under_orders_only_where_the_scenario_allows_it() -> None:
    exits = Exits(id="x", text=say("core.plain", text=""), side="union", edge="south", within=1000, of="pike")
    pike = {"id": "pike", "type": "road", "line": [[50, 0], [50, 120]], "width": 1.2}
    units = (
        foot("a", 0, 55, 10, face=180, formation="march_column"),
        foot("c", 0, 80, 10, face=180, formation="march_column"),
        foot("b", 1, 100, 100),
    )
    state = field_of(*units, terrain=[pike], special=(exits,))
    ran = march(state, {"a": "EXIT S", "c": "EXIT S"})
    assert (ran.unit("a").where, ran.unit("c").where) == (LEFT, ON_TABLE)
    change = state.history[0]
    assert (change.kind, change.unit, change.edge, change.figures) == ("exit", "a", "south", 24)
    assert {"leaves", "no-exit"} <= set(ran.told)
    assert not touching(state, ran.unit("c"), ran.unit("b"))
    # a line that looks the other way leaves backwards, at half speed
    line = field_of(foot("a", 0, 55, 8), foot("b", 1, 100, 100), terrain=[pike], special=(exits,))
    ran = march(line, {"a": "EXIT S"})
    gone = ran.when("off-table", "a")
    assert (ran.unit("a").where, gone is not None) == (LEFT, True)
    assert math.isclose(gone or 0, 5 / 6, abs_tol=0.01)


@pytest.mark.proves("03.01.5", "07.06.3")
def test_07_06_3_an_enemy_comes_to_a_general_who_has_left_his_unit_without_a_step() -> None:
    state = battle()
    move_staff(state, "lee", x=14000, y=9700, beside="a")
    state.line = TimeLine(STEPS, TURN)
    note(state, "b", line=OrderLine(FORWARD))
    motion.set_out(state, "b")
    motion.watch_all(state)
    assert not [event for event in state.line.waiting if event.kind == "staff-near"]
    assert riding.ride(state, "lee", (14000, 9700))
    assert [event.data for event in state.line.waiting if event.kind == "staff-near"] == [{"staff": "lee"}]


@pytest.mark.proves("03.01.5")
@pytest.mark.parametrize("order", [StaffWith("a"), StaffMove(Place(UnitMark("a")))])
def test_03_01_5_of_a_ride_to_who_is_gone_his_commander_is_told(order: Any) -> None:
    state = battle()
    with_unit(state, "a", where=LEFT)
    ran = march(state, {}, {"lee": order})
    assert (ran.staff("lee").x, ran.staff("lee").moved) == (2000, False)
    assert [(event.text.key, event.audience) for event in ran.table.events] == [
        ("civilwar.motion.rides-not", ("union",))
    ]


# at the table's edge: of a column that comes on only the head is there to ride to, and who has fled there can turn


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
