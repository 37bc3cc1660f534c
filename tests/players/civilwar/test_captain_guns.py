"""The captain's batteries: they fire where they can, and go to where they have something to fire at."""

from typing import Any

import pytest
from msgspec.structs import replace

from civilwar_players import orders_due, position, see, term, written
from civilwar_table import cannon, chief, foot, inf, with_unit
from feltherre.games.civilwar.orders.language import GunFire, Move, OrderLine, Reorganise
from feltherre.games.civilwar.orders.legs import Limber
from feltherre.games.civilwar.players import gunnery, knowledge, marches
from feltherre.games.civilwar.players.captain import emplacements, sandtable, standing
from feltherre.games.civilwar.players.captain.plan import Plan
from feltherre.games.civilwar.state import CivilWarState, unit_of
from feltherre.games.civilwar.victory_terms import Hold, Of, Where
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM


def _guns_behind_a_wood(**more: Any) -> CivilWarState:
    """From where the battery stands nobody is seen; the general stands beside the wood and sees all."""
    wood = {"id": "wood", "type": "wood", "poly": ((36, 30), (64, 30), (64, 44), (36, 44))}
    return orders_due(
        cannon("g", 0, 50, 24, under="lyon"),
        foot("a", 0, 80, 60, under="lyon"),
        foot("b", 1, 50, 90),
        terrain=[wood],
        staff=[chief("lyon", 0, at=(72, 40)), chief("chief-1", 1, at=(50, 110))],
        **({"turn": 3} | more),
    )


def test_guns_that_see_nobody_go_to_where_they_have_something_to_fire_at() -> None:
    state = _guns_behind_a_wood()
    order = written(state, 0).order("g")
    assert isinstance(order, Move)
    assert isinstance(order.legs[0], Limber)
    for _ in range(8):
        gone = unit_of(sandtable.SandTable(knowledge.Knowledge(position(state, 0))).walk({"g": order}), "g")
        place = {"x": gone.x, "y": gone.y, "facing": gone.facing, "formation": gone.formation, "trail": gone.trail}
        with_unit(state, "g", battery=gone.battery, **place)
        see(state)
        order = written(state, 0).order("g")
        if isinstance(order, GunFire):
            break
    assert isinstance(order, GunFire)
    assert order.targets == ("b",)


def test_guns_that_could_not_limber_do_not_try_again_at_once() -> None:
    state = _guns_behind_a_wood()
    with_unit(state, "g", last=OrderLine(written(state, 0).order("g")))
    see(state)
    assert not isinstance(written(state, 0).order("g"), Move)


def test_guns_stay_where_too_few_turns_are_left_for_another_place() -> None:
    assert not isinstance(written(_guns_behind_a_wood(turn=18), 0).order("g"), Move)


def test_guns_that_count_where_they_are_do_not_go_elsewhere() -> None:
    """Such as a gun that is to be got away, and has got there (01.05.3)."""
    away = Hold(of=Of(side="own", ids=("g",)), where=Where(south_of=30 * CM))
    state = _guns_behind_a_wood(victory=(term("away", "union", 2, away),))
    assert not isinstance(written(state, 0).order("g"), Move)


def test_guns_that_can_fire_do_so_though_they_would_hit_more_from_nearer() -> None:
    state = orders_due(cannon("g", 0, 50, 20), foot("a", 0, 75, 60), foot("b", 1, 50, 80, face=0))
    assert isinstance(written(state, 0).order("g"), GunFire)
    known = knowledge.Knowledge(position(state, 0))
    plan, battery = Plan(known), unit_of(known.state, "g")
    worth = [gunnery.fire_from(known, battery, (50 * CM, y * CM), plan.shot_for) for y in (20, 30, 40, 50)]
    assert worth == sorted(worth)
    assert len(set(worth)) == 4


def test_no_battery_goes_to_where_enemy_foot_is_near_and_no_friend_is() -> None:
    """With friends before it or beside it it goes nearer."""
    near = []
    for friend in ((62, 62), (140, 20)):
        state = orders_due(cannon("g", 0, 50, 20), inf("a", 0, at=friend, face=0), foot("b", 1, 50, 90))
        known = knowledge.Knowledge(position(state, 0))
        places = emplacements.Emplacements(Plan(known), marches.Marches(known)).open_places((50 * CM, 40 * CM))
        near.append(min(point_distance(place, (50 * CM, 90 * CM)) for place in places))
    assert near[0] < emplacements.UNGUARDED <= near[1]
    assert near[0] >= emplacements.NO_NEARER


@pytest.mark.parametrize(("foe", "fires"), [(60, False), (34, True)])
def test_guns_in_disorder_reorganise_unless_foot_is_near(foe: int, fires: bool) -> None:
    """Two turns without a round bring them in order again (08.04.2)."""
    state = orders_due(cannon("g", 0, 50, 20), foot("b", 1, 50, foe), turn=5)
    with_unit(state, "g", order="U")
    see(state)
    assert isinstance(written(state, 0).order("g"), GunFire if fires else Reorganise)


@pytest.mark.parametrize(("way", "again"), [(0, True), (7, True), (8, False)])
def test_who_was_hit_and_goes_eight_centimetres_is_not_hit_again_without_a_guess(way: int, again: bool) -> None:
    """06.02.5"""
    state = orders_due(foot("a", 0, 50, 30, 24), cannon("g", 1, 50, 80), turn=5)
    battery = unit_of(state, "g").battery
    assert battery is not None
    with_unit(state, "a", out_of_ammunition=True)
    cost = {}
    for laid_on in ("", "a"):
        laid = replace(battery, laid_on=laid_on, laid_x=50 * CM, laid_y=30 * CM, laid_with="shell", laid_turn=4)
        with_unit(state, "g", battery=laid)
        see(state)
        known = knowledge.Knowledge(position(state, 0))
        after = known.state.clone()
        cost[laid_on] = standing.Standing(Plan(known)).worth(after, with_unit(after, "a", y=(30 + way) * CM))
    assert (cost["a"] < cost[""]) is again
