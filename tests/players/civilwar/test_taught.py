"""What the captain was taught after the first twelve positions: houses, flanks, chains, guns, and the last turns."""

from msgspec.structs import replace

from civilwar_players import orders_due, position, term, written
from civilwar_table import cannon, foot, with_unit
from feltherre.games.civilwar import field, sightings
from feltherre.games.civilwar.orders.language import Attack, Detach, GunFire, Move, Stand
from feltherre.games.civilwar.orders.legs import Enter, Form
from feltherre.games.civilwar.players import knowledge, marches
from feltherre.games.civilwar.players.captain.plan import Plan
from feltherre.games.civilwar.state import CivilWarState, unit_of
from feltherre.games.civilwar.victory_terms import Hold, HoldMore, Of, Where
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM

HOUSE = {"id": "house", "type": "building", "kind": "building_wood", "rect": (68, 28, 72, 32), "capacity": 3}
HILL = {"id": "hill", "type": "hill", "level": 1, "poly": ((60, 80), (120, 80), (120, 110), (60, 110))}
HOLD_THE_HILL = term("hill", "union", 4, HoldMore(of=Of(side="own"), where=Where(inside=("hill",))))


def plan_of(state: CivilWarState) -> Plan:
    return Plan(knowledge.Knowledge(position(state, 0)))


def test_companies_go_into_a_house_that_counts() -> None:
    """Three companies fit into it (02.04.3), and nobody drives them out easily."""
    held = term("house", "union", 3, Hold(of=Of(side="own"), where=Where(inside=("house",))))
    state = orders_due(foot("a", 0, 50, 30), foot("b", 1, 50, 90), terrain=[HOUSE], victory=(held,))
    order = written(state, 0).order("a")
    assert isinstance(order, Detach)
    assert order.companies == 3
    assert order.legs[-1] == Enter("house")


def test_whoever_is_in_the_house_stays_there() -> None:
    held = term("house", "union", 3, Hold(of=Of(side="own"), where=Where(inside=("house",))))
    state = orders_due(foot("a", 0, 70, 30, 9, companies=3), foot("b", 1, 70, 60), terrain=[HOUSE], victory=(held,))
    with_unit(state, "a", building="house")
    assert not isinstance(written(state, 0).order("a"), Move | Attack)


def test_nobody_charges_a_skirmish_chain() -> None:
    """It goes back before the attack, which finds nobody and falls into disorder (04.02.10, 07.01.6)."""
    state = orders_due(
        foot("a", 0, 80, 68, 30, companies=10),
        foot("chain", 1, 80, 82, 8, formation="chain", gap=120),
        terrain=[HILL],
        victory=(HOLD_THE_HILL,),
        turn=10,
    )
    assert not isinstance(written(state, 0).order("a"), Attack)


def test_an_attack_is_made_from_the_flank_where_it_can_be() -> None:
    """Alone on the hill stands a line with both flanks open: from there the shock counts 4 more (07.03.4)."""
    state = orders_due(foot("a", 0, 80, 50), foot("b", 1, 90, 92), terrain=[HILL], victory=(HOLD_THE_HILL,))
    state.turn = field.scenario_of(state).turns // 2 + 1
    plan = plan_of(state)
    assert plan.storming
    slot = plan.slots["a"]
    assert slot.flank
    assert slot.place[1] > 92 * CM  # a little behind the front of one who faces south


def test_guns_are_laid_on_those_who_stand() -> None:
    """A target that is hit is hit again as long as it stands (06.02.5): of two alike the one that marched is left."""
    state = orders_due(cannon("g", 0, 50, 20), foot("marches", 1, 42, 70), foot("stands", 1, 58, 70))
    sightings.look_round(state, (), ("marches",))
    orders = [written(state, 0, seed=seed).order("g") for seed in range(6)]
    assert all(isinstance(order, GunFire) and order.targets == ("stands",) for order in orders)


def test_in_the_last_turns_one_is_where_it_counts_and_the_enemy_is_not() -> None:
    state = orders_due(
        foot("a", 0, 80, 62, 30, companies=10), foot("b", 1, 70, 95, 12), terrain=[HILL], victory=(HOLD_THE_HILL,)
    )
    state.turn = field.scenario_of(state).turns - 2
    plan = plan_of(state)
    slot = plan.slots["a"]
    assert slot.urgent
    assert slot.place[1] >= 80 * CM
    assert point_distance(slot.place, (70 * CM, 95 * CM)) >= 11 * CM


def test_nobody_forms_where_a_friend_stands() -> None:
    """A column is deeper than a line: with a friend close behind, the change would wait for room and the march with
    it, so the line goes as it is."""
    a, behind = foot("a", 0, 80, 30, 24), foot("c", 0, 80, 27, 24)
    enemy = foot("b", 1, 80, 115)
    formed = {}
    for name, placed in (("alone", (a, enemy)), ("followed", (a, behind, enemy))):
        state = orders_due(*placed)
        order = marches.Marches(knowledge.Knowledge(position(state, 0))).march(
            unit_of(state, "a"), (80 * CM, 90 * CM), stop=10 * CM, form="attack_column"
        )
        assert order is not None
        formed[name] = [leg.formation for leg in order.legs if isinstance(leg, Form)]
    assert formed == {"alone": ["attack_column"], "followed": []}


def test_guns_without_teams_stay_where_they_are() -> None:
    """Far from the enemy a battery comes up; one without horses cannot be limbered (06.03.5), and by hand it comes
    nowhere."""
    state = orders_due(cannon("g", 0, 50, 10), foot("b", 1, 50, 90))
    battery = state.units[0].battery
    assert battery is not None
    out_of_range = replace(battery, shell=0, shot=0)
    with_unit(state, "g", battery=out_of_range)
    assert isinstance(written(state, 0).order("g"), Move)
    with_unit(state, "g", battery=replace(out_of_range, horses=0))
    assert isinstance(written(state, 0).order("g"), Stand)
