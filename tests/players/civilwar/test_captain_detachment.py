"""The captain's detachments: who goes round the enemy to wait for the end, by which way, and who goes with them."""

from typing import Any

import pytest

from civilwar_players import finish_of, orders_due, position, regiment, see, term, written
from civilwar_table import Placed, cannon, chief, chiefs, foot, horse
from feltherre.games.civilwar.orders.language import Move, StaffMove
from feltherre.games.civilwar.orders.legs import GoTo
from feltherre.games.civilwar.players.captain.detachment import Errand, detached
from feltherre.games.civilwar.players.captain.plan import Plan
from feltherre.games.civilwar.players.captain.routes import Routes
from feltherre.games.civilwar.players.knowledge import Knowledge, middle_of
from feltherre.games.civilwar.players.objectives import objectives
from feltherre.games.civilwar.scenario import load_scenario
from feltherre.games.civilwar.state import CivilWarState
from feltherre.games.civilwar.victory_terms import Hold, NoneWithin, Of, Where
from feltherre.ground.tabletop.angles import forward
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM

EMPTY = term("empty", "confederate", 3, NoneWithin(of=Of(side="enemy", orders=("OR",)), where=Where(north_of=105 * CM)))


def line_of_battle(*places: int, **more: Any) -> CivilWarState:
    """Six regiments in line, and enemies opposite to them."""
    return orders_due(
        *(foot(f"a{n}", 0, 30 + 12 * n, 40, 12, companies=4) for n in range(6)),
        *(foot(f"b{n}", 1, x, 75, 12, companies=4) for n, x in enumerate(places)),
        staff=chiefs((60, 25), (50, 95)),
        victory=(EMPTY,),
        **more,
    )


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
        *(foot(f"a{n}", 0, 30 + 12 * n, 62, 12, companies=4) for n in range(6)),
        *(foot(f"b{n}", 1, 30 + 12 * n, 76, 12, companies=4) for n in range(6)),
        victory=(EMPTY,),
    )
    assert not finish_of(near).waits
    here = term("here", "union", 4, Hold(of=Of(side="own", orders=("OR",)), where=Where(south_of=50 * CM)))
    own = orders_due(
        *(foot(f"a{n}", 0, 30 + 12 * n, 60, 12, companies=4) for n in range(6)), foot("b", 1, 40, 110), victory=(here,)
    )
    assert not finish_of(own).waits


@pytest.mark.parametrize(("way", "spared"), [(24, False), (33, True)])
def test_who_is_near_an_enemy_is_needed_where_he_is(way: int, spared: bool) -> None:
    """Only the one on the wing has a way round."""
    state = orders_due(
        *(foot(f"a{n}", 0, 30 + 8 * n, 40, 9, companies=3) for n in range(5)),
        foot("wing", 0, 110, 28, 12, companies=4),
        *(foot(f"b{n}", 1, 10 + 14 * n, 64, 12, companies=4) for n in range(6)),
        foot("near", 1, 110 - way, 28, 12, face=90, companies=4),
        staff=chiefs((70, 45), (50, 95)),
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


def _of_brigades(most: int, *placed: Placed) -> set[str]:
    """Who of the brigades x, y and z is detached to two places in the west, beyond the enemy's line."""
    state = orders_due(
        *placed,
        *(foot(f"b{n}", 1, 60 + 12 * n, 75, 12, companies=4) for n in range(4)),
        staff=[*(chief(name, 0, at=(40, 20)) for name in "xyz"), chief("chief-1", 1, at=(70, 95))],
        victory=(EMPTY,),
    )
    known = Knowledge(position(state, 0))
    errand = Errand(objectives(known.state, 0)[0], [(20 * CM, 110 * CM), (30 * CM, 110 * CM)], 20)
    return set(detached(Routes(known, alone=True), [errand], known.orders_of, most))


def test_two_who_are_detached_are_of_one_brigade() -> None:
    """Though the second of the other brigade is nearer: their general goes with them."""
    placed = [regiment("x1", "x", 20, 50), regiment("x2", "x", 20, 10)]
    assert _of_brigades(2, *placed, regiment("y1", "y", 20, 40), regiment("y2", "y", 20, 20)) == {"x1", "x2"}


@pytest.mark.parametrize(("y", "goes"), [(30, "small"), (22, "big")])
def test_a_small_regiment_is_detached_rather_than_a_big_one_that_is_not_much_nearer(y: int, goes: str) -> None:
    """12 figures more are as much as 24 cm."""
    assert _of_brigades(1, regiment("big", "x", 20, 50, 24), regiment("small", "y", 20, y)) == {goes}


@pytest.mark.parametrize(("y", "goes"), [(30, "small"), (22, "big")])
def test_so_it_is_within_a_brigade(y: int, goes: str) -> None:
    assert _of_brigades(1, regiment("big", "x", 20, 50, 24), regiment("small", "x", 32, y)) == {goes}


@pytest.mark.parametrize(("y", "goes"), [(18, "y1"), (10, "x1")])
def test_a_brigade_is_preferred_that_leaves_fewer_without_a_general(y: int, goes: str) -> None:
    """Two regiments left behind are as much as 40 cm; guns are not counted."""
    left = [regiment("x2", "x", 100, 20), regiment("x3", "x", 115, 20)]
    battery = cannon("g", 0, 130, 20, under="y")
    assert _of_brigades(1, regiment("x1", "x", 20, 54), *left, regiment("y1", "y", 20, y), battery) == {goes}


@pytest.mark.parametrize(("y", "goes"), [(46, "x1"), (62, "horse")])
def test_horse_leaves_its_brigade_behind_as_foot_does(y: int, goes: str) -> None:
    """Neither leaves any other regiment: the nearer goes."""
    riders = horse("horse", 0, 30, y, 12, companies=4, under="y")
    assert _of_brigades(1, regiment("x1", "x", 20, 50), riders) == {goes}


def test_the_brigade_that_is_for_more_points_goes_though_it_is_farther() -> None:
    state = orders_due(
        regiment("x1", "x", 20, 50),
        regiment("y1", "y", 140, 20),
        *(foot(f"b{n}", 1, 60 + 12 * n, 75, 12, companies=4) for n in range(4)),
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
    two = [regiment("x1", "x", 20, 50), regiment("x2", "x", 30, 50)]
    assert _of_brigades(2, *two, regiment("y1", "y", 24, y)) == go


def test_a_brigade_that_cannot_go_does_not_keep_another_from_it() -> None:
    """Who stands before the enemy cannot."""
    assert _of_brigades(1, regiment("x1", "x", 20, 50), regiment("z1", "z", 72, 66)) == {"x1"}


def test_a_small_force_detaches_nobody() -> None:
    few = orders_due(
        *(foot(f"a{n}", 0, 60 + 12 * n, 40, 12, companies=4) for n in range(5)),
        *(foot(f"b{n}", 1, 30 + 12 * n, 75, 12, companies=4) for n in range(4)),
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
    state = orders_due(foot("a", 0, 40, 20), foot("b", 1, 40, 60, face=0), victory=(EMPTY,))
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
        *(foot(f"a{n}", 0, 10 + 8 * n, 40, 9, companies=3) for n in range(5)),
        foot("far", 0, 90, 70, 12, companies=4),
        foot("b", 1, 10, near, 12, companies=4),
        *(foot(f"b{n}", 1, 18 + 8 * n, 90, 12, companies=4) for n in range(4)),
        staff=chiefs((60, 45), (30, 100)),
        victory=(EMPTY,),
    )
    assert "far" in finish_of(state).errands
    ride = written(state, 0).rides("chief-0")
    assert isinstance(ride, StaffMove)
    assert ride.to.offset is not None
    mark = next(unit for unit in state.units if ride.to.mark == type(ride.to.mark)(unit.id))
    place = forward((mark.x, mark.y), ride.to.offset.direction, ride.to.offset.length)
    assert point_distance(place, (90 * CM, 70 * CM)) <= 40 * CM
