"""The captain's detachments: who goes round the enemy to wait for the end, by which way, and who goes with them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from civilwar_players import orders_due, position, see, term, written
from civilwar_table import chief, inf
from feltherre.games.civilwar.field import ground
from feltherre.games.civilwar.orders.language import Move, StaffMove
from feltherre.games.civilwar.orders.legs import GoTo
from feltherre.games.civilwar.players.captain.detachment import Errand, detached
from feltherre.games.civilwar.players.captain.finish import Finish
from feltherre.games.civilwar.players.captain.plan import Plan
from feltherre.games.civilwar.players.captain.routes import Routes
from feltherre.games.civilwar.players.knowledge import Knowledge, middle_of
from feltherre.games.civilwar.players.objectives import objectives
from feltherre.games.civilwar.players.ways import SQUARE, Ways, cell_of
from feltherre.games.civilwar.scenario import load_scenario
from feltherre.games.civilwar.state import CivilWarState
from feltherre.games.civilwar.victory_terms import Hold, NoneWithin, Of, OneOf, Where
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
