"""The captain's sand table, what places are worth to it, and how it brings up those who are far from their general."""

from typing import Any

import pytest
from msgspec.structs import replace

from civilwar_players import orders_due, position, see, term, written
from civilwar_table import Placed, cannon, chief, foot, inf, with_unit
from feltherre.core import dice, engine
from feltherre.core.state import state_hash
from feltherre.core.table import Table
from feltherre.games.civilwar import brief, scenario
from feltherre.games.civilwar.field import is_beside
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.language import Attack, Courier, Fire, FirePart, Move, Order, OrderLine, StaffMove
from feltherre.games.civilwar.orders.legs import Form, Go
from feltherre.games.civilwar.players import knowledge, odds
from feltherre.games.civilwar.players.captain import couriers, plan
from feltherre.games.civilwar.players.captain.sandtable import SandTable
from feltherre.games.civilwar.players.captain.standing import Standing
from feltherre.games.civilwar.players.sheet import SheetWriter
from feltherre.games.civilwar.sheets import SealOrders
from feltherre.games.civilwar.state import AWAITED, ROLES, CivilWarState, move_staff, staff_of, unit_of
from feltherre.games.civilwar.victory_terms import Hold, HoldMore, Of, Where
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM

HILL = {"id": "hill", "type": "hill", "level": 1, "poly": ((60, 90), (100, 90), (100, 110), (60, 110))}
HOLD_THE_HILL = term("hill", "union", 4, HoldMore(of=Of(side="own"), where=Where(inside=("hill",))))


def _known(state: CivilWarState) -> knowledge.Knowledge:
    return knowledge.Knowledge(position(state, 0))


def _worth(state: CivilWarState, name: str = "a", **values: Any) -> float:
    """What it is worth for a unit to stand as it does but for these values."""
    known = _known(state)
    after = known.state.clone()
    return Standing(plan.Plan(known)).worth(after, with_unit(after, name, **values))


# the sand table


def test_on_the_sand_table_marches_are_walked_and_the_field_stays_as_it_is() -> None:
    state = orders_due(foot("a", 0, 50, 30), foot("b", 1, 50, 90))
    known = _known(state)
    before = state_hash(known.state)
    after = SandTable(known).walk({"a": Move((Go(length=6 * CM),))})
    assert (unit_of(after, "a").x, unit_of(after, "a").y) == (50 * CM, 36 * CM)
    assert state_hash(known.state) == before


def test_who_finds_no_room_to_form_stays_as_he_is() -> None:
    column = {"formation": "attack_column", "figures": 30, "companies": 10}
    state = orders_due(
        *(foot(name, 0, at, 30, **column) for name, at in (("a", 40), ("b", 50), ("c", 60))), foot("d", 1, 50, 90)
    )
    form = Move((Form("line"),))
    alone = SandTable(_known(state)).walk({"a": form})
    assert unit_of(alone, "a").formation == "line"
    together = SandTable(_known(state)).walk(dict.fromkeys("abc", form))
    assert {unit_of(together, name).formation for name in "abc"} == {"line", "attack_column"}


def test_nobody_fires_and_nobody_attacks_there() -> None:
    state = orders_due(foot("a", 0, 50, 30), foot("b", 1, 50, 37))
    orders = {"a": Fire((FirePart("b"),))}
    for order in (orders, {"a": Attack("b")}, {"a": Move((Go(length=5 * CM),))}):
        after = SandTable(_known(state)).walk(order)
        assert [(one.figures, one.men, one.fired) for one in after.units] == [(24, 0, 0), (24, 0, 0)]


def test_an_enemy_whom_nobody_sees_is_not_on_the_sand_table() -> None:
    wood = {"id": "wood", "type": "wood", "poly": ((30, 50), (70, 50), (70, 80), (30, 80))}
    state = orders_due(foot("a", 0, 50, 20), foot("b", 1, 50, 65), terrain=[wood])
    after = SandTable(_known(state)).walk({})
    assert unit_of(after, "b").where == AWAITED


def test_a_held_gate_and_typed_dice_do_not_stop_the_sand_table() -> None:
    state = orders_due(foot("a", 0, 50, 30), foot("b", 1, 50, 33))
    state.umpire, state.gate_held, state.dice = True, True, "typed"
    known = _known(state)
    after = SandTable(known).walk({"a": Move((Go(length=6 * CM),))})
    assert not after.gate_held
    assert known.state.gate_held


# what a place is worth


def test_who_has_the_longer_arm_stands_where_the_other_cannot_answer() -> None:
    """A rifle hits at 15 cm as a musket does at 5, and a musket there hardly at all (schema IV)."""
    worth = {}
    for weapon in ("rifle_cartridge", "smoothbore_musket"):
        state = orders_due(foot("a", 0, 50, 30, 24, companies=8, weapon=weapon), foot("b", 1, 50, 60, 24, companies=8))
        worth[weapon] = {way: _worth(state, y=(60 - way) * CM) for way in (16, 24, 40)}
    rifles, muskets = worth.values()
    assert rifles[16] > rifles[24] > rifles[40]
    assert rifles[16] > muskets[16]


def test_a_column_before_guns_is_worth_less_than_a_line() -> None:
    """Solid shot counts 4 more against five ranks (schema IX)."""
    state = orders_due(foot("a", 0, 50, 30, 30, companies=10), cannon("g", 1, 50, 70))
    assert _worth(state, formation="line") > _worth(state, formation="attack_column")


def test_who_stands_alone_before_two_takes_all_their_fire() -> None:
    foes = (foot("b", 1, 44, 52), foot("c", 1, 58, 52))
    alone = orders_due(foot("a", 0, 50, 44), *foes)
    together = orders_due(foot("a", 0, 50, 44), foot("d", 0, 62, 44), *foes)
    assert _worth(together) > _worth(alone)


def test_an_enemy_on_the_flank_costs_more_than_one_before_the_front() -> None:
    state = orders_due(foot("a", 0, 50, 40), foot("b", 1, 50, 54))
    with_unit(state, "a", out_of_ammunition=True)
    assert _worth(state, facing=0) > _worth(state, facing=900)


def test_a_flank_is_not_turned_to_an_enemy_who_comes_upon_it_in_two_turns_either() -> None:
    lost = []
    for way in (14, 26, 34):
        state = orders_due(foot("a", 0, 50, 40), foot("b", 1, 50, 40 + way))
        with_unit(state, "a", out_of_ammunition=True)
        with_unit(state, "b", out_of_ammunition=True)
        see(state)
        lost.append(_worth(state, facing=0) - _worth(state, facing=900))
    assert lost[0] > lost[1] > lost[2] == 0


def test_to_march_up_to_an_enemy_who_may_come_on_costs_something() -> None:
    """Who comes to charge distance without an order attacks all the same, and badly (07.01.3)."""
    state = orders_due(foot("a", 0, 50, 30), foot("b", 1, 50, 60))
    known = _known(state)
    standing, after = Standing(plan.Plan(known)), known.state.clone()
    assert standing.unbidden(after, with_unit(after, "a", y=40 * CM)) == 0
    assert standing.unbidden(after, with_unit(after, "a", y=53 * CM)) > 0
    # who is pinned does not come on
    pinned = orders_due(foot("a", 0, 50, 30), foot("b", 1, 50, 60), turn=5)
    with_unit(pinned, "b", order="LU", pinned=5, pinned_in=4)
    see(pinned)
    known = _known(pinned)
    after = known.state.clone()
    assert Standing(plan.Plan(known)).unbidden(after, with_unit(after, "a", y=53 * CM)) == 0


def test_a_place_that_the_unit_itself_must_hold_is_worth_more_than_one_for_all() -> None:
    there = Where(inside=("hill",))
    mine = term("mine", "union", 4, Hold(of=Of(side="own", ids=("a",)), where=there))
    worth = []
    for victory in (mine, HOLD_THE_HILL):
        state = orders_due(
            foot("a", 0, 80, 100, face=180), foot("b", 1, 80, 20, face=0), terrain=[HILL], victory=(victory,)
        )
        worth.append(_worth(state))
    assert worth[0] > worth[1] > 0


@pytest.mark.parametrize("grade", [-1, 2])
def test_what_an_enemy_would_do_to_us_is_reckoned_without_his_grade(grade: int) -> None:
    """Nobody knows how steady the enemy is before he has seen him fight (01.05.1)."""
    wall = {"id": "wall", "type": "linear", "kind": "wall", "line": ((30, 48), (70, 48)), "obstacle": 1, "cover": 1}
    field = [foot("a", 0, 50, 30, 30, companies=10)]
    lost = {}
    for name, terrain in (("open", []), ("wall", [wall])):
        state = orders_due(*field, foot("b", 1, 50, 54, grade=grade), terrain=terrain)
        for formation in ("line", "attack_column"):
            unit = with_unit(state, "a", y=48 * CM, formation=formation)
            lost[name, formation] = odds.men_we_lose(state, unit_of(state, "b"), unit, 5 * CM)
    # four firing units in zone 2, the first fire (+3) of a good regiment (+1)
    assert lost["open", "line"] == pytest.approx(4 * 271 / 36)
    assert lost["wall", "line"] < lost["open", "line"] < lost["open", "attack_column"]


def test_who_waits_for_the_attack_is_not_drawn_on_to_the_enemy() -> None:
    """In the first turns one stands off; then what counts calls."""
    nearer = []
    for turn in (2, 6):
        state = orders_due(
            foot("a", 0, 80, 62), foot("b", 1, 80, 100), terrain=[HILL], victory=(HOLD_THE_HILL,), turn=turn
        )
        assert plan.Plan(_known(state)).slots["a"].waits is (turn == 2)
        nearer.append(_worth(state, y=72 * CM) - _worth(state, y=64 * CM))
    assert 10 * nearer[0] < nearer[1]


def test_who_is_more_than_35_cm_from_every_enemy_is_far_off() -> None:
    for y, far in ((74, False), (78, True)):
        state = orders_due(foot("a", 0, 50, 42), foot("b", 1, 50, y))
        known = _known(state)
        assert Standing(plan.Plan(known)).is_far_off(unit_of(known.state, "a")) is far


def test_nobody_storms_while_others_are_to_come_on_soon() -> None:
    for turn, comes, storms in ((6, 9, False), (6, 13, True), (11, 13, True)):
        late = foot("late", 0, 20, 0)
        data = replace(late[1], at=None, reinforcement=brief.Reinforcement(turn=comes, at=(20 * CM, 0), facing=0))
        state = orders_due(
            foot("a", 0, 80, 62),
            foot("b", 1, 80, 100),
            (late[0], data),
            terrain=[HILL],
            victory=(HOLD_THE_HILL,),
            turn=turn,
        )
        assert plan.Plan(_known(state)).storming is storms


def test_a_place_that_nobody_holds_calls_more_than_one_that_the_enemy_holds() -> None:
    """Where the enemy stands the fire must do its work before; near the end one goes all the same."""
    called = {}
    for turn, foe in ((6, (80, 100)), (6, (105, 85)), (18, (80, 100))):
        state = orders_due(
            foot("a", 0, 80, 40), inf("b", 1, at=foe, face=180), terrain=[HILL], victory=(HOLD_THE_HILL,), turn=turn
        )
        called[turn, foe] = _worth(state, y=72 * CM) - _worth(state, y=68 * CM)
    assert called[6, (105, 85)] > called[6, (80, 100)]
    assert called[18, (80, 100)] > called[6, (80, 100)] > 0


# what comes out of it


def test_three_columns_side_by_side_do_not_all_form_line_where_there_is_no_room() -> None:
    column = {"formation": "attack_column", "figures": 30, "companies": 10}
    state = orders_due(
        *(foot(name, 0, at, 80, **column) for name, at in (("a", 70), ("b", 78), ("c", 86))),
        foot("d", 1, 78, 102),
        terrain=[HILL],
        victory=(HOLD_THE_HILL,),
        turn=8,
    )
    sheet = written(state, 0)
    orders = {name: sheet.order(name) for name in "abc"}
    after = SandTable(_known(state)).walk(orders)
    for name, order in orders.items():
        wants = isinstance(order, Move) and isinstance(order.legs[-1], Form) and order.legs[-1].formation == "line"
        assert not wants or unit_of(after, name).formation == "line", name


def test_a_rifle_regiment_goes_to_where_its_fire_tells_and_fires() -> None:
    rifles = foot("a", 0, 80, 60, 30, companies=10, weapon="rifle_cartridge")
    state = orders_due(rifles, foot("b", 1, 80, 98), terrain=[HILL], victory=(HOLD_THE_HILL,), turn=5)
    for _ in range(4):
        order = written(state, 0).order("a")
        if isinstance(order, Fire):
            break
        after = SandTable(_known(state)).walk({"a": order})
        gone = unit_of(after, "a")
        with_unit(state, "a", x=gone.x, y=gone.y, facing=gone.facing, formation=gone.formation)
        see(state)
    assert isinstance(order, Fire)
    assert 98 * CM - unit_of(state, "a").y <= 27 * CM


# couriers and reinforcements


def _far_from_the_general() -> CivilWarState:
    """A regiment 110 cm from its general, who has one courier."""
    side, data = chief("lyon", 0, at=(20, 20))
    return orders_due(
        foot("a", 0, 130, 20, under="lyon"),
        *(foot(f"near-{at}", 0, at, 30, under="lyon") for at in (10, 25, 40)),
        foot("b", 1, 20, 100),
        staff=[(side, replace(data, couriers=1)), chief("chief-1", 1, at=(20, 110))],
    )


def test_a_courier_brings_an_order_to_who_is_far_from_his_general() -> None:
    sheet = written(_far_from_the_general(), 0)
    ride = sheet.rides("lyon-1")
    assert isinstance(ride, Courier)
    assert ride.to == "a"
    assert isinstance(ride.load, OrderLine)
    # to where the general is, and on until he is told otherwise
    assert ride.load.order == Move((Go(270 * 10),))


@pytest.mark.parametrize("change", [{"order": "U"}, {"x": 40 * CM}])
def test_no_courier_goes_to_who_cannot_use_him(change: dict[str, Any]) -> None:
    state = _far_from_the_general()
    with_unit(state, "a", **change)
    see(state)
    assert "lyon-1" not in written(state, 0).sheet.staff


def _play(state: CivilWarState) -> None:
    """The turn with the captain's sheet, and an enemy who stands."""
    sheets = {ROLES[0]: SealOrders(written(state, 0).sheet), ROLES[1]: SealOrders(written(state, 1, "greedy").sheet)}
    table = Table(GAME, state, dice.KeyedStream(b"couriers"), 1, quiet=True)
    decisions = engine.open_decisions(GAME, state)
    for decision in decisions:
        engine.carry_out(table, decisions, decision.role, sheets[decision.role])


def test_who_was_brought_an_order_follows_it_turn_by_turn_and_the_courier_rides_along() -> None:
    state = _far_from_the_general()
    for _ in range(4):
        _play(state)
        if is_beside(state, staff_of(state, "lyon-1"), unit_of(state, "a")):
            break
    before = unit_of(state, "a").x
    assert written(state, 0).order("a") == Move((Go(270 * 10),))
    _play(state)
    assert unit_of(state, "a").x < before
    assert is_beside(state, staff_of(state, "lyon-1"), unit_of(state, "a"))


def test_a_courier_without_work_comes_back_to_his_general() -> None:
    state = _far_from_the_general()
    with_unit(state, "a", x=50 * CM)
    move_staff(state, "lyon-1", x=110 * CM, y=20 * CM)
    see(state)
    assert isinstance(written(state, 0).rides("lyon-1"), StaffMove)


def test_a_courier_whose_side_has_nobody_left_on_the_table_stays_where_he_is() -> None:
    """A ride is written as so far from a unit of one's own, and there is none."""
    state = _far_from_the_general()
    move_staff(state, "lyon-1", x=110 * CM, y=20 * CM)
    known = _known(state)
    known.own.clear()
    writer = SheetWriter(known)
    couriers.send(known, writer)
    assert writer.sealed().action.sheet.staff == {}


def _general_goes_to(count: int, turn: int) -> int:
    """Where a general is after a turn who has one regiment on the table and so many to come on turn 6."""
    entry = brief.Reinforcement(turn=6, at=(150 * CM, 20 * CM), facing=2700)
    late = [foot(f"late-{number}", 0, 150, 20, face=270, under="lyon") for number in range(count)]
    state = orders_due(
        foot("a", 0, 60, 20, under="lyon"),
        *((side, replace(data, at=None, reinforcement=entry)) for side, data in late),
        foot("b", 1, 20, 100),
        staff=[chief("lyon", 0, at=(60, 10)), chief("chief-1", 1, at=(20, 110))],
        turn=2,
    )
    state.turn = turn
    _play(state)
    return staff_of(state, "lyon").x


def test_a_general_is_near_when_many_reinforcements_come_on() -> None:
    """But not long before, and for one he does not leave those who are there: a courier goes."""
    assert _general_goes_to(3, turn=2) < 75 * CM < _general_goes_to(3, turn=5)
    assert _general_goes_to(1, turn=5) < 75 * CM


# many who go to where the most figures count

FIELD = {"id": "field", "type": "field", "poly": ((40, 75), (80, 75), (80, 100), (40, 100))}
MOST_IN_IT = term("field", "union", 4, HoldMore(of=Of(side="own"), where=Where(inside=("field",))))


def _at_the_end(*placed: Placed, terrain: tuple[dict[str, Any], ...] = (), left: int = 2) -> CivilWarState:
    """So many turns before the end, with an enemy in the field."""
    foe = foot("foe", 1, 75, 97, 30, companies=10)
    state = orders_due(*placed, foe, terrain=[FIELD, *terrain], victory=(MOST_IN_IT,))
    state.turn = scenario.load_scenario(state.scenario).turns + 1 - left
    see(state)
    return state


def test_who_stands_behind_a_house_goes_round_it_to_where_the_most_figures_count() -> None:
    house = {"id": "house", "type": "building", "kind": "building_wood", "rect": (57, 60.5, 63, 66)}
    state = _at_the_end(foot("a", 0, 60, 60), terrain=(house,), left=3)
    after = SandTable(_known(state)).walk({"a": written(state, 0).order("a")})
    was, comes = unit_of(state, "a"), unit_of(after, "a")
    assert point_distance((was.x, was.y), (comes.x, comes.y)) > 2 * CM


RIFLES: dict[str, Any] = {"weapon": "rifle_cartridge", "figures": 30, "companies": 10}


def _goes_or_fires(y: float, left: int, *near: tuple[float, float]) -> Order:
    """What rifles before the field do, with enemies in column so near to them."""
    column: dict[str, Any] = {"formation": "attack_column", "figures": 30, "companies": 10}
    columns = [inf(f"column{n}", 1, at=at, face=180, **column) for n, at in enumerate(near)]
    return written(_at_the_end(foot("a", 0, 60, y, **RIFLES), *columns, left=left), 0).order("a")


def test_in_the_last_turn_one_goes_in_rather_than_fires() -> None:
    assert isinstance(_goes_or_fires(74, 1, (48, 86), (58, 86)), Move)
    assert isinstance(_goes_or_fires(80, 1, (62, 95)), Fire), "who is there already fires"


def test_before_it_one_comes_nearer_rather_than_fires() -> None:
    assert isinstance(_goes_or_fires(50, 2, (66, 74)), Move)
