"""Generals and couriers on the move (03.01.1, 03.01.5; R27, R31), reinforcements and exits (01.05.1, R100)."""

from __future__ import annotations

import math
from typing import Any

import pytest
from msgspec.structs import replace

from civilwar_motion import march, next_turn
from civilwar_table import chief, field_of, inf, table_for, with_unit
from feltherre.core.text import say
from feltherre.games.civilwar import motion, riding
from feltherre.games.civilwar.field import generals_beside, touching
from feltherre.games.civilwar.orders.language import Courier, Exit, Move, StaffMove, StaffStay, StaffWith
from feltherre.games.civilwar.orders.legs import Go
from feltherre.games.civilwar.orders.places import ObjectMark, Place, PointMark, UnitMark
from feltherre.games.civilwar.orders.triggers import AtTime, Enemy, EnemyWithin, OwnDoes
from feltherre.games.civilwar.special_rules import Exits
from feltherre.games.civilwar.state import AWAITED, LEFT, ON_TABLE, CivilWarState, Staff, unit_of

FORWARD = Move((Go(),))
STAFF = (chief("lee", 0, at=(20, 20)), chief("meade", 1, at=(150, 110)))
ROCK = {"id": "rock", "type": "linear", "kind": "wall", "line": [[20, 90], [21, 90]]}


def battle(*terrain: dict[str, Any]) -> CivilWarState:
    return field_of(inf("a", 0, at=(50, 30)), inf("b", 1, at=(140, 100), face=180), terrain=list(terrain), staff=STAFF)


@pytest.mark.proves("03.01.5", "02.06.1")
def test_03_01_5_a_general_rides_80_cm_in_the_open_once_and_without_time() -> None:
    state = battle()
    ran = march(state, {}, {"lee": StaffMove(Place(PointMark(11000, 2000)))})
    assert (ran.staff("lee").x, ran.staff("lee").y, ran.staff("lee").moved) == (10000, 2000, True)
    assert ran.when("staff-move") == 0
    wood = {"id": "wood", "type": "wood", "poly": [[30, 0], [60, 0], [60, 60], [30, 60]]}
    ran = march(battle(wood), {}, {"lee": StaffMove(Place(PointMark(11000, 2000)))})
    # 10 cm in the open are an eighth of a turn, the rest goes through the wood at 10 cm a turn
    assert math.isclose(ran.staff("lee").x / 100, 30 + 10 * 7 / 8, abs_tol=0.05)


@pytest.mark.proves("03.01.5")
def test_R31_the_move_is_made_at_an_instant_or_at_an_event() -> None:
    to = Place(ObjectMark("rock"))
    later = march(battle(ROCK), {}, {"lee": StaffMove(to, AtTime(3))})
    assert later.when("staff-move") == 3 / 8
    ends = march(battle(ROCK), {"a": Move((Go(length=600),))}, {"lee": StaffMove(to, OwnDoes("a", "ends"))})
    assert ends.when("staff-move") == 0.5
    near = march(
        battle(ROCK),
        {"b": Move((Go(direction=2250),))},
        {"lee": StaffMove(to, EnemyWithin(length=7000, of=UnitMark("a"), enemy=Enemy(arm="infantry")))},
    )
    assert near.when("staff-move") is None  # the enemy comes to about 100 cm only
    far = march(
        battle(ROCK),
        {"b": Move((Go(direction=2250),))},
        {"lee": StaffMove(to, EnemyWithin(length=10500, of=UnitMark("a")))},
    )
    assert 0 < (far.when("staff-move") or 0) < 1
    never = march(battle(ROCK), {}, {"lee": StaffMove(to, OwnDoes("a", "starts"))})
    assert (never.staff("lee").x, never.staff("lee").moved) == (2000, False)


@pytest.mark.proves("03.01.5")
def test_03_01_5_riding_along_with_a_unit_is_no_move_of_his_own() -> None:
    state = battle()
    ran = march(state, {"a": FORWARD}, {"lee": StaffWith("a")})
    lee = ran.staff("lee")
    assert (lee.beside, lee.moved) == ("a", True)
    assert [one.id for one in generals_beside(state, ran.unit("a"))] == ["lee"]
    state.staff = [replace(one, moved=False) for one in state.staff]
    ran = march(next_turn(state), {"a": FORWARD})
    lee = ran.staff("lee")
    assert (lee.beside, lee.moved) == ("a", False)
    # he stands behind the middle of its rear
    assert (lee.x, lee.y) == (ran.unit("a").x, ran.unit("a").y - 300)
    state.staff = [replace(one, beside="" if one.id == "lee" else one.beside) for one in state.staff]
    # base to base he may go along without a move; told to stay he does not
    assert march(next_turn(state), {"a": FORWARD}, {"lee": StaffWith("a")}).staff("lee").moved is False
    stays = march(next_turn(state), {"a": FORWARD}, {"lee": StaffStay()}).staff("lee")
    assert (stays.beside, stays.x, stays.y) == ("", lee.x, lee.y + 1200)


@pytest.mark.proves("03.01.1", "03.01.5")
def test_R27_a_courier_rides_to_his_goal_turn_by_turn_and_hands_over_what_he_brings() -> None:
    state = battle()
    state.staff.append(Staff("lee-1", 0, "courier", "lee", x=500, y=500))
    state.staff.append(Staff("far", 0, "brigade", "lee", x=15000, y=500))
    ran = march(state, {}, {"lee-1": Courier("far", "Hold the wood.")})
    assert math.isclose(ran.staff("lee-1").x / 100, 85, abs_tol=0.05)
    assert ran.staff("lee-1").bound_for == "far"
    table = table_for(state, None)
    riding.deliver(table)
    assert state.messages == []
    state.staff = [replace(one, moved=False) for one in state.staff]
    march(next_turn(state), {})
    riding.deliver(table)
    message = state.messages[0]
    assert (message.sender, message.to, message.text, message.read) == ("lee", "far", "Hold the wood.", state.turn)
    assert ran.staff("lee-1").bound_for == ""


# onto the table and off it


@pytest.mark.proves("01.05.1")
def test_01_05_1_reinforcements_come_with_their_heads_at_the_edge_and_march_on() -> None:
    state = field_of(
        inf("a", 0, at=(50, 0), formation="march_column"), inf("b", 1, at=(50, 100), face=180), inf("c", 0, at=(90, 50))
    )
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
    with_unit(state, "c", x=9000)
    motion.enter_table(table)
    assert unit_of(state, "a").where == ON_TABLE
    assert march(state, {"a": FORWARD}).at("a") == (50, 25)


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
        inf("a", 0, at=(55, 10), face=180, formation="march_column"),
        inf("c", 0, at=(80, 10), face=180, formation="march_column"),
        inf("b", 1, at=(100, 100), face=180),
    )
    state = field_of(*units, terrain=[pike], special=(exits,))
    ran = march(state, {"a": Exit("south"), "c": Exit("south")})
    assert (ran.unit("a").where, ran.unit("c").where) == (LEFT, ON_TABLE)
    change = state.history[0]
    assert (change.kind, change.unit, change.edge, change.figures) == ("exit", "a", "south", 24)
    assert {"leaves", "no-exit"} <= set(ran.told)
    assert not touching(state, ran.unit("c"), ran.unit("b"))
    # a line that looks the other way leaves backwards, at half speed
    line = field_of(inf("a", 0, at=(55, 8)), inf("b", 1, at=(100, 100), face=180), terrain=[pike], special=(exits,))
    ran = march(line, {"a": Exit("south")})
    gone = ran.when("off-table", "a")
    assert (ran.unit("a").where, gone is not None) == (LEFT, True)
    assert math.isclose(gone or 0, 5 / 6, abs_tol=0.01)
