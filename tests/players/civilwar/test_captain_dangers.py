"""What the captain's foot is wary of: flights, attacks that may come, enemies too near; how it gets round a house."""

from typing import Any

import pytest
from msgspec.structs import replace

from cases import each
from civilwar_players import orders_due, position, see, term, written
from civilwar_table import chiefs, foot, horse, inf, with_unit
from feltherre.games.civilwar.field import ground
from feltherre.games.civilwar.orders.language import Attack, Move, Stand
from feltherre.games.civilwar.orders.legs import Back, Face, Form, Go, Wheel
from feltherre.games.civilwar.players import dangers, knowledge, ways
from feltherre.games.civilwar.players.captain.panic import LOST, panic, runs
from feltherre.games.civilwar.players.captain.plan import Plan, Slot
from feltherre.games.civilwar.players.captain.sandtable import SandTable
from feltherre.games.civilwar.players.captain.standing import Standing
from feltherre.games.civilwar.state import CivilWarState, unit_of
from feltherre.games.civilwar.victory_terms import HoldMore, NoneWithin, Of, Where
from feltherre.ground.tabletop.measure import CM
from feltherre.ground.tabletop.shapes import lines_meet

#: two houses one behind the other on the way north
HOUSES = [
    {"id": "barn", "type": "building", "kind": "building_wood", "poly": ((66, 47), (70, 47), (70, 50), (66, 50))},
    {"id": "house", "type": "building", "kind": "building_wood", "poly": ((64, 60), (68, 60), (68, 63), (64, 63))},
]


def _known(state: CivilWarState) -> knowledge.Knowledge:
    return knowledge.Knowledge(position(state, 0))


# flights that come through


def _panic_of(state: CivilWarState, name: str) -> float:
    known = _known(state)
    return panic(known.state, unit_of(known.state, name), runs(known.state, 0, known.fighting()))


@each(
    "where wary",
    ((50, 26), True),  # close behind the line
    ((50, 6), False),  # far behind: no flight comes so far in a turn
    ((90, 26), False),  # beside its way
    ((50, 52), False),  # before it
)
def test_it_costs_to_stand_in_the_way_of_a_line_that_may_break(where: tuple[int, int], wary: bool) -> None:
    """Who runs carries others away whom he comes within 8 cm of, beside and behind him (08.03.1)."""
    state = orders_due(foot("front", 0, 50, 40), inf("a", 0, at=where, face=0), foot("b", 1, 50, 58))
    assert (_panic_of(state, "a") > 0) is wary


def test_who_is_shaken_or_near_the_enemy_is_more_likely_to_run() -> None:
    cost = []
    for foe, order in ((79, "OR"), (58, "OR"), (58, "LU"), (58, "U"), (58, "FU")):
        state = orders_due(foot("front", 0, 50, 40), foot("a", 0, 50, 26), foot("b", 1, 50, foe))
        with_unit(state, "front", order=order)
        see(state)
        cost.append(_panic_of(state, "a"))
    assert cost == sorted(cost)
    assert len(set(cost)) == len(cost)


@pytest.mark.parametrize(("grade", "dice"), [(-1, 15), (0, 10), (1, 6), (2, 3)])
def test_the_steadier_a_unit_is_the_less_it_is_carried_away(grade: int, dice: int) -> None:
    """5 and less is rout (schema XVIII): so many of 36 throws; a line before the enemy at 18 cm runs once in ten."""
    state = orders_due(foot("front", 0, 50, 40), foot("a", 0, 50, 26, grade=grade), foot("b", 1, 50, 58))
    assert _panic_of(state, "a") == pytest.approx(LOST * 24 * 0.1 * dice / 36)


def test_three_times_as_many_are_not_carried_away() -> None:
    """08.03.3"""
    for figures, safe in ((24, True), (22, False)):
        state = orders_due(
            foot("front", 0, 50, 40, 8, companies=4),
            foot("a", 0, 50, 26, figures=figures, companies=8),
            foot("b", 1, 50, 58),
        )
        assert (_panic_of(state, "a") == 0) is safe


def test_who_runs_already_goes_home_and_not_only_away_from_the_enemy() -> None:
    """04.02.2: to his own edge, which is the southern one here; the enemy stands in the west."""
    state = orders_due(
        foot("front", 0, 80, 70, face=270),
        foot("south", 0, 80, 40, face=270),
        foot("east", 0, 104, 70, face=270),
        foot("b", 1, 60, 70, face=90),
    )
    assert _panic_of(state, "east") > 0 == _panic_of(state, "south")
    with_unit(state, "front", order="FU")
    see(state)
    assert _panic_of(state, "south") > 0 == _panic_of(state, "east")


# attacks that may come


def _worth(state: CivilWarState, **values: Any) -> float:
    known = _known(state)
    after = known.state.clone()
    return Standing(Plan(known)).worth(after, with_unit(after, "a", **values))


def test_riders_on_the_flank_are_a_danger_from_afar() -> None:
    """A charge in the flank counts 4 more (07.03.4)."""
    state = orders_due(foot("a", 0, 80, 40, 30, companies=10), horse("h", 1, 112, 36, 15, face=270))
    assert _worth(state, facing=900) > _worth(state, facing=0) + 1


def test_what_an_attack_on_us_would_bring_is_reckoned_without_the_enemys_grade() -> None:
    """Nobody knows how steady he is before he has seen him fight (01.05.1)."""
    worth = set()
    for grade in (-1, 2):
        rider = horse("h", 1, 112, 36, 15, face=270, grade=grade)
        worth.add(_worth(orders_due(foot("a", 0, 80, 40, 30, companies=10), rider)))
    assert len(worth) == 1


def test_who_is_in_a_house_or_fears_no_next_turn_reckons_with_no_attack() -> None:
    last = orders_due(foot("a", 0, 80, 40, 30, companies=10), horse("h", 1, 112, 36, 15, face=270), turn=20)
    assert _worth(last, facing=900) == _worth(last, facing=0)


# too soon to go on


def _off_the_hill(off: int, weapon: str, turn: int = 2) -> CivilWarState:
    """A regiment so far from the middle of an enemy on a hill that it is to hold."""
    hill = {"id": "hill", "type": "hill", "level": 1, "poly": ((60, 90), (100, 90), (100, 110), (60, 110))}
    return orders_due(
        foot("a", 0, 80, 100 - off, 36, companies=10, weapon=weapon),
        foot("b", 1, 80, 98.5),
        terrain=[hill],
        victory=(term("hill", "union", 4, HoldMore(of=Of(side="own"), where=Where(inside=("hill",)))),),
        turn=turn,
    )


@each(
    "was comes cost",
    (60, 36, 0),
    (60, 24, 3),
    (60, 33, 0.75),
    (24, 18, 1.5),  # who is too near already pays for what is nearer still
    (24, 24, 0),
    (24, 28, 0),
)
def test_it_costs_to_go_nearer_to_the_enemy_than_where_one_waits(was: int, comes: int, cost: float) -> None:
    """36 cm, three figures for each 12 cm nearer."""
    plan = Plan(_known(_off_the_hill(was, "smoothbore_musket")))
    unit = unit_of(plan.known.state, "a")
    assert plan.slots["a"].waits
    there = replace(unit, y=(100 - comes) * CM)
    assert Standing(plan).impatient(unit, there) == pytest.approx(cost)


@pytest.mark.parametrize(("comes", "cost"), [(15, 0), (11, 1)])
def test_rifles_wait_nearer_to_muskets(comes: int, cost: float) -> None:
    plan = Plan(_known(_off_the_hill(30, "rifle_cartridge")))
    unit = unit_of(plan.known.state, "a")
    assert Standing(plan).impatient(unit, replace(unit, y=(100 - comes) * CM)) == pytest.approx(cost)


def test_who_waits_for_nothing_is_not_held_back() -> None:
    plan = Plan(_known(_off_the_hill(60, "smoothbore_musket", turn=12)))
    unit = unit_of(plan.known.state, "a")
    near = replace(unit, y=76 * CM)
    assert not plan.slots["a"].waits
    assert Standing(plan).impatient(unit, near) == 0
    plan.slots["a"] = plan.slots["a"]._replace(waits=True)
    assert Standing(plan).impatient(unit, near) > 0
    del plan.slots["a"]
    assert Standing(plan).impatient(unit, near) == 0


@pytest.mark.parametrize(("turn", "waits"), [(2, True), (12, False)])
def test_who_has_no_place_in_the_attack_does_not_wait_once_the_others_storm(turn: int, waits: bool) -> None:
    plan = Plan(_known(_off_the_hill(60, "smoothbore_musket", turn=turn)))
    plan._stand_off([unit_of(plan.known.state, "a")], plan.all[0])
    assert plan.storming is not waits
    assert plan.slots["a"].waits is waits


@pytest.mark.parametrize(("weapon", "goes"), [("rifle_ball", False), ("rifle_cartridge", True)])
def test_who_waits_does_not_step_into_the_enemy_s_fire(weapon: str, goes: bool) -> None:
    """At 31 cm an old rifle fires from where it is; the new one goes on to where it tells and a musket does not."""
    assert isinstance(written(_off_the_hill(31, weapon), 0).order("a"), Move) is goes


# to the flank, and round a house


def test_who_goes_for_a_flank_is_drawn_to_it_and_not_to_the_enemy_himself() -> None:
    clear = term("clear", "union", 3, NoneWithin(of=Of(side="enemy"), where=Where(north_of=0)))
    state = orders_due(foot("a", 0, 80, 30), foot("b", 1, 80, 90), victory=(clear,))
    known = _known(state)
    plan, after = Plan(known), known.state.clone()
    objective = next(one for one in plan.all if one.task == "clear")
    near_him, near_his_flank = {"x": 80 * CM, "y": 50 * CM}, {"x": 100 * CM, "y": 50 * CM}
    worth = {}
    for flank in (False, True):
        plan.slots["a"] = Slot((110 * CM, 94 * CM), 2700, objective, target="b", flank=flank)
        standing = Standing(plan)
        worth[flank] = [standing.worth(after, with_unit(after, "a", **place)) for place in (near_him, near_his_flank)]
    assert worth[False][0] > worth[False][1]
    assert worth[True][0] < worth[True][1]


def test_a_way_to_a_place_beside_a_house_leads_through_no_other_house() -> None:
    state = orders_due(foot("a", 0, 66, 30), foot("b", 1, 66, 110), terrain=HOUSES)
    start, goal = (68 * CM, 40 * CM), (66 * CM, 59 * CM)
    point = ways.Ways(ground(state), {}).next_point(start, goal, 30 * CM)
    barn = ground(state).feature("barn")
    sides = zip(barn.points, (*barn.points[1:], barn.points[0]), strict=True)
    assert not any(lines_meet(start, point, *side) for side in sides)


def test_a_column_beside_a_house_gets_round_it() -> None:
    """Its front touches the corner of the barn: straight on it comes nowhere."""
    column = {"formation": "attack_column", "figures": 30, "companies": 10}
    clear = term("clear", "union", 3, NoneWithin(of=Of(side="enemy"), where=Where(north_of=0)))
    state = orders_due(
        foot("a", 0, 71, 46.9, **column),
        foot("b", 1, 68, 100),
        terrain=HOUSES,
        victory=(clear,),
        turn=12,
        staff=chiefs((71, 20), (68, 112)),
    )
    for _ in range(5):
        order = written(state, 0).order("a")
        gone = unit_of(SandTable(_known(state)).walk({"a": order}), "a")
        with_unit(state, "a", x=gone.x, y=gone.y, facing=gone.facing, formation=gone.formation, trail=gone.trail)
        see(state)
    assert unit_of(state, "a").y > 60 * CM


# too near to stir


@each(
    "way face attacks",
    (3, 0, True),
    (5.5, 0, False),  # there is room to turn
    (3, 180, False),  # he stands behind
)
def test_before_an_enemy_every_step_but_one_back_is_an_attack_without_orders(
    way: float, face: int, attacks: bool
) -> None:
    """Whoever comes to charge distance attacks, whatever his orders (07.01.2), and badly (07.01.3)."""
    state = orders_due(foot("a", 0, 50, 40, face=face), foot("b", 1, 50, 40 + way))
    known = _known(state)
    unit = unit_of(known.state, "a")
    marches = [Move((Wheel("left", 300),)), Move((Go(length=6 * CM),)), Move((Form("attack_column"),))]
    assert [dangers.provokes(known, unit, order) for order in marches] == [attacks] * 3
    back = [Move((Back(6 * CM),)), Move((Face("about"),)), Stand()]
    assert not any(dangers.provokes(known, unit, order) for order in back)


def test_a_regiment_too_near_to_a_stronger_enemy_fires_or_draws_back() -> None:
    """Not: wheels to another enemy, or goes on to its place."""
    state = orders_due(
        foot("a", 0, 50, 40, 8, companies=3, formation="attack_column"),
        foot("b", 1, 50, 43, 36, companies=10),
        foot("other", 1, 80, 50, 36, face=270, companies=10),
        turn=10,
    )
    order = written(state, 0).order("a")
    assert not isinstance(order, Attack)
    assert not isinstance(order, Move) or order.legs[0] in (Back(6 * CM), Face("about"))
