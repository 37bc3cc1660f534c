"""The captain's detachments: who goes round the enemy to wait for the end, by which way, and who goes with them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from civilwar_players import orders_due, position, see, term, written
from civilwar_table import Placed, cav, chief, guns, inf
from feltherre.games.civilwar.field import ground
from feltherre.games.civilwar.orders.language import Move, StaffMove
from feltherre.games.civilwar.orders.legs import GoTo
from feltherre.games.civilwar.players.captain.detachment import Errand, detached
from feltherre.games.civilwar.players.captain.finish import Finish
from feltherre.games.civilwar.players.captain.plan import Plan
from feltherre.games.civilwar.players.captain.routes import Routes
from feltherre.games.civilwar.players.knowledge import Knowledge, middle_of
from feltherre.games.civilwar.players.objectives import objectives, places_in
from feltherre.games.civilwar.players.ways import SQUARE, Ways, cell_of
from feltherre.games.civilwar.scenario import load_scenario
from feltherre.games.civilwar.state import CivilWarState
from feltherre.games.civilwar.victory_terms import Hold, HoldMore, NoneWithin, Of, OneOf, Victory, Where
from feltherre.ground.tabletop.angles import forward
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM

EMPTY = term("empty", "confederate", 3, NoneWithin(of=Of(side="enemy", orders=("OR",)), where=Where(north_of=105 * CM)))


def line_of_battle(*places: int, **more: Any) -> CivilWarState:
    """Six regiments in line, and enemies opposite to them."""
    return orders_due(
        *(inf(f"a{n}", 0, at=(30 + 12 * n, 40), face=0, figures=12, companies=4) for n in range(6)),
        *(inf(f"b{n}", 1, at=(x, 75), face=180, figures=12, companies=4) for n, x in enumerate(places)),
        staff=[chief("chief-0", 0, at=(60, 25)), chief("chief-1", 1, at=(50, 95))],
        victory=(EMPTY,),
        **more,
    )


def finish_of(state: CivilWarState) -> Finish:
    known = Knowledge(position(state, 0))
    return Finish(known, objectives(known.state, 0), known.orders_of)


def test_one_of_six_goes_round_and_waits_out_of_the_enemy_s_reach() -> None:
    state = line_of_battle(30, 42, 54, 66)
    finish = finish_of(state)
    # the one on the free wing, long before the end
    assert list(finish.waits) == ["a5"]
    place = finish.waits["a5"]
    enemies = [middle_of(state, unit) for unit in state.units if unit.side == 1]
    assert min(point_distance(place, enemy) for enemy in enemies) >= 28 * CM
    assert place[1] > 60 * CM
    order = written(state, 0).order("a5")
    assert isinstance(order, Move)
    assert isinstance(order.legs[-1], GoTo)


def test_nobody_is_detached_where_no_way_leads_round() -> None:
    assert finish_of(line_of_battle(30, 42, 54, 66)).waits
    assert not finish_of(line_of_battle(*range(6, 160, 24))).waits


def test_nobody_is_detached_who_stands_before_the_enemy_or_for_what_is_not_behind_him() -> None:
    near = orders_due(
        *(inf(f"a{n}", 0, at=(30 + 12 * n, 62), face=0, figures=12, companies=4) for n in range(6)),
        *(inf(f"b{n}", 1, at=(30 + 12 * n, 76), face=180, figures=12, companies=4) for n in range(6)),
        victory=(EMPTY,),
    )
    assert not finish_of(near).waits
    here = term("here", "union", 4, Hold(of=Of(side="own", orders=("OR",)), where=Where(south_of=50 * CM)))
    own = orders_due(
        *(inf(f"a{n}", 0, at=(30 + 12 * n, 60), face=0, figures=12, companies=4) for n in range(6)),
        inf("b", 1, at=(40, 110), face=180),
        victory=(here,),
    )
    assert not finish_of(own).waits


@pytest.mark.parametrize(("way", "spared"), [(24, False), (33, True)])
def test_who_is_near_an_enemy_is_needed_where_he_is(way: int, spared: bool) -> None:
    """Only the one on the wing has a way round."""
    state = orders_due(
        *(inf(f"a{n}", 0, at=(30 + 8 * n, 40), face=0, figures=9, companies=3) for n in range(5)),
        inf("wing", 0, at=(110, 28), face=0, figures=12, companies=4),
        *(inf(f"b{n}", 1, at=(10 + 14 * n, 64), face=180, figures=12, companies=4) for n in range(6)),
        inf("near", 1, at=(110 - way, 28), face=90, figures=12, companies=4),
        staff=[chief("chief-0", 0, at=(70, 45)), chief("chief-1", 1, at=(50, 95))],
        victory=(EMPTY,),
    )
    assert ("wing" in finish_of(state).waits) is spared


def test_two_who_are_detached_wait_apart() -> None:
    """Only one place counts, and two regiments could wait in it."""
    state = line_of_battle(30, 42)
    known = Knowledge(position(state, 0))
    wanted = objectives(known.state, 0)[0]
    errand = Errand(wanted, [(80 * CM, 86 * CM)], 20)
    one, other = detached(Routes(known, alone=True), [errand], known.orders_of, 2).values()
    assert point_distance(one, other) >= 5 * CM


# of which brigade


def _regiment(name: str, under: str, x: int, y: int, figures: int = 12) -> Placed:
    return inf(name, 0, at=(x, y), face=0, figures=figures, companies=4, under=under)


def _of_brigades(most: int, *placed: Placed) -> set[str]:
    """Who of the brigades x, y and z is detached to two places in the west, beyond the enemy's line."""
    state = orders_due(
        *placed,
        *(inf(f"b{n}", 1, at=(60 + 12 * n, 75), face=180, figures=12, companies=4) for n in range(4)),
        staff=[*(chief(name, 0, at=(40, 20)) for name in "xyz"), chief("chief-1", 1, at=(70, 95))],
        victory=(EMPTY,),
    )
    known = Knowledge(position(state, 0))
    errand = Errand(objectives(known.state, 0)[0], [(20 * CM, 110 * CM), (30 * CM, 110 * CM)], 20)
    return set(detached(Routes(known, alone=True), [errand], known.orders_of, most))


def test_two_who_are_detached_are_of_one_brigade() -> None:
    """Though the second of the other brigade is nearer: their general goes with them."""
    placed = [_regiment("x1", "x", 20, 50), _regiment("x2", "x", 20, 10)]
    assert _of_brigades(2, *placed, _regiment("y1", "y", 20, 40), _regiment("y2", "y", 20, 20)) == {"x1", "x2"}


@pytest.mark.parametrize(("y", "goes"), [(30, "small"), (22, "big")])
def test_a_small_regiment_is_detached_rather_than_a_big_one_that_is_not_much_nearer(y: int, goes: str) -> None:
    """12 figures more are as much as 24 cm."""
    assert _of_brigades(1, _regiment("big", "x", 20, 50, 24), _regiment("small", "y", 20, y)) == {goes}


@pytest.mark.parametrize(("y", "goes"), [(30, "small"), (22, "big")])
def test_so_it_is_within_a_brigade(y: int, goes: str) -> None:
    assert _of_brigades(1, _regiment("big", "x", 20, 50, 24), _regiment("small", "x", 32, y)) == {goes}


@pytest.mark.parametrize(("y", "goes"), [(18, "y1"), (10, "x1")])
def test_a_brigade_is_preferred_that_leaves_fewer_without_a_general(y: int, goes: str) -> None:
    """Two regiments left behind are as much as 40 cm; guns are not counted."""
    left = [_regiment("x2", "x", 100, 20), _regiment("x3", "x", 115, 20)]
    battery = guns("g", 0, at=(130, 20), face=0, under="y")
    assert _of_brigades(1, _regiment("x1", "x", 20, 54), *left, _regiment("y1", "y", 20, y), battery) == {goes}


@pytest.mark.parametrize(("y", "goes"), [(46, "x1"), (62, "horse")])
def test_horse_leaves_its_brigade_behind_as_foot_does(y: int, goes: str) -> None:
    """Neither leaves any other regiment: the nearer goes."""
    horse = cav("horse", 0, at=(30, y), face=0, figures=12, companies=4, under="y")
    assert _of_brigades(1, _regiment("x1", "x", 20, 50), horse) == {goes}


def test_the_brigade_that_is_for_more_points_goes_though_it_is_farther() -> None:
    state = orders_due(
        _regiment("x1", "x", 20, 50),
        _regiment("y1", "y", 140, 20),
        *(inf(f"b{n}", 1, at=(60 + 12 * n, 75), face=180, figures=12, companies=4) for n in range(4)),
        staff=[*(chief(name, 0, at=(40, 20)) for name in "xy"), chief("chief-1", 1, at=(70, 95))],
        victory=(EMPTY,),
    )
    known = Knowledge(position(state, 0))
    less = objectives(known.state, 0)[0]
    errands = [
        Errand(less, [(20 * CM, 110 * CM)], 20),
        Errand(less._replace(points=6, of=Of(side="own", ids=("y1",))), [(140 * CM, 110 * CM)], 20),
    ]
    assert set(detached(Routes(known, alone=True), errands, known.orders_of, 1)) == {"y1"}


@pytest.mark.parametrize(("y", "go"), [(46, {"x1", "x2"}), (54, {"y1"})])
def test_two_go_rather_than_one_who_is_farther_than_each_of_them(y: int, go: set[str]) -> None:
    two = [_regiment("x1", "x", 20, 50), _regiment("x2", "x", 30, 50)]
    assert _of_brigades(2, *two, _regiment("y1", "y", 24, y)) == go


def test_a_brigade_that_cannot_go_does_not_keep_another_from_it() -> None:
    """Who stands before the enemy cannot."""
    assert _of_brigades(1, _regiment("x1", "x", 20, 50), _regiment("z1", "z", 72, 66)) == {"x1"}


def test_a_small_force_detaches_nobody() -> None:
    few = orders_due(
        *(inf(f"a{n}", 0, at=(60 + 12 * n, 40), face=0, figures=12, companies=4) for n in range(5)),
        *(inf(f"b{n}", 1, at=(30 + 12 * n, 75), face=180, figures=12, companies=4) for n in range(4)),
        victory=(EMPTY,),
    )
    assert not finish_of(few).waits


def test_when_it_is_time_the_detachment_goes_to_the_place() -> None:
    state = line_of_battle(30, 42, 54, 66)
    state.turn = load_scenario(state.scenario).turns - 3
    see(state)
    finish = finish_of(state)
    assert "a5" in finish.places
    assert not finish.waits
    plan = Plan(Knowledge(position(state, 0)))
    assert plan.slots["a5"].via is not None


def test_a_few_alone_pass_the_enemy_at_a_distance() -> None:
    state = orders_due(inf("a", 0, at=(40, 20), face=0), inf("b", 1, at=(40, 60), face=0), victory=(EMPTY,))
    known = Knowledge(position(state, 0))
    (unit,) = known.orders_of
    nearest = {
        alone: min(
            point_distance(point, (40 * CM, 60 * CM)) for point in Routes(known, alone).trail(unit, (40 * CM, 110 * CM))
        )
        for alone in (False, True)
    }
    assert nearest[False] < 14 * CM < nearest[True]


def test_the_waiting_place_is_not_far_from_the_last_march() -> None:
    """A way of which most would still be to go at the end is none."""
    state = line_of_battle(30, 42, 54, 66, terrain=[])
    known = Knowledge(position(state, 0))
    routes, finish = Routes(known, alone=True), finish_of(state)
    (name, place) = next(iter(finish.waits.items()))
    unit = next(one for one in known.own if one.id == name)
    spot = routes.nearest(unit, [(x * CM, 110 * CM) for x in range(5, 160, 5)])[0].spot
    trail = routes.trail(unit, spot)
    assert len(trail) - 1 - trail.index(place) <= 15


@pytest.mark.parametrize("near", [90, 52])
def test_his_general_rides_with_the_one_on_an_errand(near: int) -> None:
    """Five stand on one wing and one is sent round the other: the general stays within reach of all, or of him, even if
    another may be attacked."""
    state = orders_due(
        *(inf(f"a{n}", 0, at=(10 + 8 * n, 40), face=0, figures=9, companies=3) for n in range(5)),
        inf("far", 0, at=(90, 70), face=0, figures=12, companies=4),
        inf("b", 1, at=(10, near), face=180, figures=12, companies=4),
        *(inf(f"b{n}", 1, at=(18 + 8 * n, 90), face=180, figures=12, companies=4) for n in range(4)),
        staff=[chief("chief-0", 0, at=(60, 45)), chief("chief-1", 1, at=(30, 100))],
        victory=(EMPTY,),
    )
    assert "far" in finish_of(state).errands
    ride = written(state, 0).rides("chief-0")
    assert isinstance(ride, StaffMove)
    assert ride.to.offset is not None
    mark = next(unit for unit in state.units if ride.to.mark == type(ride.to.mark)(unit.id))
    place = forward((mark.x, mark.y), ride.to.offset.direction, ride.to.offset.length)
    assert point_distance(place, (90 * CM, 70 * CM)) <= 40 * CM


def test_who_has_time_for_the_nearest_place_is_not_sent_to_a_farther_one() -> None:
    state = orders_due(inf("a", 0, at=(60, 95), face=0), inf("b", 1, at=(20, 20), face=0), victory=(EMPTY,))
    state.turn = load_scenario(state.scenario).turns - 8
    see(state)
    assert not finish_of(state).places


def test_nor_to_another_way_to_the_same_points() -> None:
    """The nearer field is two turns off and there are six: there is time; the farther one would be due."""
    fields = [
        {"id": name, "type": "field", "kind": "difficult", "poly": ((x, y), (x + 20, y), (x + 20, y + 12), (x, y + 12))}
        for name, x, y in (("far", 110, 70), ("near", 40, 60))
    ]
    of = Of(side="own", orders=("OR",))
    parts = tuple(Hold(of=of, where=Where(inside=(one,))) for one in ("far", "near"))
    state = orders_due(
        inf("a", 0, at=(50, 48), face=0),
        inf("b", 1, at=(20, 110), face=180),
        terrain=fields,
        victory=(term("either", "union", 4, OneOf(parts=parts)),),
    )
    for left, goes in ((6, False), (3, True)):
        state.turn = load_scenario(state.scenario).turns + 1 - left
        see(state)
        assert ("a" in finish_of(state).places) is goes


# who is sent

FIELDS = [
    {"id": name, "type": "field", "poly": ((x, 105), (x + width, 105), (x + width, 119), (x, 119))}
    for name, x, width in (("west", 5, 20), ("east", 120, 38))
]
MOST_IN_THE_FIELD = term("field", "union", 4, HoldMore(of=Of(side="own"), where=Where(inside=("east",))))


def _sent(turns_left: int, *placed: Placed, victory: Victory = EMPTY) -> set[str]:
    """Who is on his way to where it counts."""
    state = orders_due(*placed, inf("b", 1, at=(60, 20), face=0), terrain=FIELDS, victory=(victory,))
    state.turn = load_scenario(state.scenario).turns + 1 - turns_left
    see(state)
    return set(finish_of(state).places)


@pytest.mark.parametrize(("y", "big_goes"), [(80, False), (88, True)])
def test_small_regiments_are_sent_for_what_a_few_can_do(y: int, big_goes: bool) -> None:
    """Three are enough; 12 figures more are as much as 24 cm."""
    small = [_regiment(f"a{n}", "chief-0", 40 + 20 * n, 60) for n in range(3)]
    sent = _sent(4, *small, _regiment("big", "chief-0", 100, y, 24))
    assert len(sent) == 3
    assert ("big" in sent) is big_goes


def test_for_what_asks_for_many_the_nearest_go_however_big_they_are() -> None:
    placed = [_regiment("small", "chief-0", 125, 80, 14), _regiment("big", "chief-0", 145, 88, 24)]
    assert _sent(4, *placed, victory=MOST_IN_THE_FIELD) == {"big"}


@pytest.mark.parametrize(("near", "sent"), [(3, set()), (2, {"far"})])
def test_nobody_sets_out_for_what_others_near_by_can_do_later(near: int, sent: set[str]) -> None:
    others = [_regiment(f"near{n}", "chief-0", 40 + 20 * n, 95) for n in range(near)]
    assert _sent(6, *others, _regiment("far", "chief-0", 120, 60)) == sent


@pytest.mark.parametrize(("there", "near"), [(2, 0), (1, 1)])
def test_who_is_there_already_counts_once(there: int, near: int) -> None:
    """Three are wanted: a third sets out."""
    those = [_regiment(f"there{n}", "chief-0", 40 + 20 * n, 112) for n in range(there)]
    others = [_regiment(f"near{n}", "chief-0", 80 + 20 * n, 95) for n in range(near)]
    assert _sent(6, *those, *others, _regiment("far", "chief-0", 120, 60)) == {"far"}


@pytest.mark.parametrize(("foes", "sent"), [((), set()), ((122, 134, 146, 158), {"far"})])
def test_others_who_would_be_shot_down_there_keep_nobody_from_it(foes: tuple[int, ...], sent: set[str]) -> None:
    """The enemy covers the field that is near to three; nobody covers the other."""
    either = NoneWithin(of=Of(side="enemy"), where=Where(inside=("east", "west")))
    near = [_regiment(f"near{n}", "chief-0", 130 + 10 * n, 90) for n in range(3)]
    enemies = [inf(f"foe{x}", 1, at=(x, 118), face=180, figures=9, companies=3) for x in foes]
    far = _regiment("far", "chief-0", 15, 10, 30)
    assert _sent(8, *near, far, *enemies, victory=term("fields", "confederate", 3, either)) == sent


def test_for_what_asks_for_many_one_sets_out_though_others_could_later() -> None:
    placed = [_regiment("near", "chief-0", 125, 95, 24), _regiment("far", "chief-0", 145, 60, 24)]
    assert _sent(6, *placed, victory=MOST_IN_THE_FIELD) == {"far"}


def test_a_trail_leads_over_dear_ground_to_its_goal() -> None:
    state = orders_due(inf("a", 0, at=(50, 10), face=0), inf("b", 1, at=(150, 110), face=180))
    ways = Ways(ground(state), {(x, 10): 3.0 for x in range(60)})
    times = ways.times((9, 16), False)
    trail = ways.trail(times, (9, 4), 40)
    assert trail[-1] == (9, 16)
    assert all(times[one] > times[other] for one, other in pairwise(trail))


@pytest.mark.parametrize(("x", "east"), [(64, False), (84, True)])
def test_who_stands_in_a_wood_comes_out_of_it_by_the_nearest_edge(x: int, east: bool) -> None:
    """The goal lies straight ahead beyond 40 cm of wood; the edge is 6 cm to the side, or too far."""
    wood = {"id": "wood", "type": "wood", "poly": ((10, 30), (90, 30), (90, 90), (10, 90))}
    state = orders_due(inf("a", 0, at=(x, 50), face=0), inf("b", 1, at=(150, 10), face=0), terrain=[wood])
    point = Ways(ground(state), {}).next_point((x * CM, 50 * CM), (x * CM, 110 * CM), 12 * CM)
    assert (point[0] > x * CM + SQUARE) is east
    assert cell_of(point) != cell_of((x * CM, 50 * CM))


@pytest.mark.parametrize(("y", "cost"), [(46, 1.0), (50, 2.0), (54, 4.0)])
def test_a_way_keeps_clear_of_the_edge_of_a_wood(y: int, cost: float) -> None:
    """Beside it one easily gets into it, and is slow there (R16, schema I)."""
    wood = {"id": "wood", "type": "wood", "poly": ((20, 52.5), (80, 52.5), (80, 90), (20, 90))}
    state = orders_due(inf("a", 0, at=(10, 20), face=0), inf("b", 1, at=(150, 110), face=180), terrain=[wood])
    assert Ways(ground(state), {}).price(False)[cell_of((50 * CM, y * CM))] == cost


@pytest.mark.parametrize(("wood", "cost"), [(False, 0.7), (True, 0.7)])
def test_a_road_is_the_best_way_for_guns_even_through_a_wood(wood: bool, cost: float) -> None:
    terrain = [{"id": "road", "type": "road", "line": ((50, 0), (50, 120)), "width": 1}]
    if wood:
        terrain.append({"id": "wood", "type": "wood", "poly": ((20, 20), (80, 20), (80, 90), (20, 90))})
    state = orders_due(inf("a", 0, at=(10, 20), face=0), inf("b", 1, at=(150, 110), face=180), terrain=terrain)
    assert Ways(ground(state), {}).price(True)[cell_of((50 * CM, 50 * CM))] == cost


@pytest.mark.parametrize(("deep", "least"), [(0, 45), (6, 50), (40, 45)])
def test_places_in_a_field_lie_deep_in_it_if_it_is_big_enough(deep: int, least: int) -> None:
    field = {"id": "corn", "type": "field", "kind": "tall_corn", "poly": ((44, 44), (76, 44), (76, 76), (44, 76))}
    state = orders_due(inf("a", 0, at=(10, 20), face=0), inf("b", 1, at=(150, 110), face=180), terrain=[field])
    found = places_in(state, Where(inside=("corn",)), 5 * CM, deep * CM)
    assert min(x for x, _ in found) == min(y for _, y in found) == least * CM
    assert max(x for x, _ in found) == max(y for _, y in found) == (120 - least) * CM


def test_who_goes_to_a_field_goes_so_far_that_half_of_the_column_is_in_it() -> None:
    field = {"id": "corn", "type": "field", "kind": "tall_corn", "poly": ((46, 76), (74, 76), (74, 104), (46, 104))}
    hold = term("corn", "union", 4, Hold(of=Of(side="own"), where=Where(inside=("corn",))))
    state = orders_due(
        inf("a", 0, at=(60, 40), face=0),
        inf("b", 1, at=(150, 20), face=180),
        terrain=[field],
        victory=(hold,),
        turn=17,
    )
    (x, y), _ = finish_of(state).places["a"]
    assert 52 * CM <= x <= 68 * CM
    assert 82 * CM <= y <= 98 * CM
