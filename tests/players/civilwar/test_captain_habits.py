"""What the captain has learnt not to do: forget who went into a house, order what cannot begin, leave what counts."""

from math import cos, radians, sin

import pytest
from msgspec.structs import replace

from civilwar_players import orders_due, position, see, term, written
from civilwar_table import chiefs, foot, horse, with_unit
from feltherre.games.civilwar.orders.language import Attack, Move, OrderLine, Stand
from feltherre.games.civilwar.orders.legs import Form, GoTo, Wheel
from feltherre.games.civilwar.players.captain.finish import Finish
from feltherre.games.civilwar.players.captain.foot import FootOrders
from feltherre.games.civilwar.players.captain.plan import Plan
from feltherre.games.civilwar.players.knowledge import Knowledge
from feltherre.games.civilwar.players.marches import Marches
from feltherre.games.civilwar.players.objectives import objectives
from feltherre.games.civilwar.players.sheet import SheetWriter
from feltherre.games.civilwar.scenario import lend_scenario, load_scenario
from feltherre.games.civilwar.special_rules import CoverUntilMoved
from feltherre.games.civilwar.state import CivilWarState, unit_of
from feltherre.games.civilwar.victory_terms import Hold, HoldAlone, HoldMore, NoneWithin, Of, Where
from feltherre.ground.tabletop.measure import CM, DEGREE

HOUSE = {"id": "house", "type": "building", "kind": "building_wood", "rect": (48, 58, 52, 62)}
FIELD = {"id": "field", "type": "field", "kind": "difficult", "poly": ((30, 55), (70, 55), (70, 75), (30, 75))}
CORN = HoldMore(of=Of(side="own", arms=("infantry",), orders=("OR", "LU")), where=Where(inside=("field",)))


def _last_seen(state: CivilWarState, name: str, x: float, y: float) -> None:
    """Nobody sees an enemy any more who was seen to go to a place."""
    state.sightings = [
        replace(one, live=False, x=round(x * CM), y=round(y * CM)) if one.unit == name else one
        for one in state.sightings
    ]


def _garrisoned() -> CivilWarState:
    state = orders_due(foot("a", 0, 50, 40, 30), foot("b", 1, 50, 66, 9, companies=3), terrain=[HOUSE], turn=5)
    with_unit(state, "b", building="house", x=50 * CM, y=60 * CM)
    _last_seen(state, "b", 50, 60)
    return state


def test_who_was_seen_to_go_into_a_house_is_taken_to_be_there_still() -> None:
    """However long ago it was: in a house nobody sees him from afar."""
    state = _garrisoned()
    state.turn = 19
    [enemy] = Knowledge(position(state, 0)).enemies
    assert (enemy.id, enemy.building, enemy.figures) == ("b", "house", 9)


def test_of_who_is_in_the_house_only_what_was_seen_is_known() -> None:
    state = _garrisoned()
    with_unit(state, "b", x=20 * CM, y=100 * CM, building="", figures=4, order="U")
    [enemy] = Knowledge(position(state, 0)).enemies
    assert (enemy.x, enemy.y, enemy.figures, enemy.order) == (50 * CM, 60 * CM, 9, "OR")


def test_who_was_last_seen_in_the_open_is_only_remembered() -> None:
    state = _garrisoned()
    _last_seen(state, "b", 50, 70)
    known = Knowledge(position(state, 0))
    assert known.enemies == []
    assert [ghost.unit for ghost in known.ghosts] == ["b"]


def test_an_order_that_could_not_begin_is_not_given_again() -> None:
    state = orders_due(foot("a", 0, 50, 30), foot("b", 1, 50, 90), turn=3)
    wheel, form = Move((Wheel("left", 60 * DEGREE),)), Move((Form("attack_column"),))
    given = with_unit(state, "a", last=OrderLine(form))
    writer = SheetWriter(Knowledge(position(state, 0)))
    assert not writer.sensible(given, form)
    assert writer.sensible(given, wheel)
    # an order that a friend prevented is not kept as the last one (R28)
    prevented = with_unit(state, "a", last=None)
    assert not writer.sensible(prevented, wheel)
    assert writer.sensible(prevented, form)


def test_nobody_wheels_into_a_friend() -> None:
    """A wheel that meets a friend stops at once (04.02.5)."""
    alone = orders_due(foot("a", 0, 50, 40, 24), foot("b", 1, 90, 40, face=270))
    beside = orders_due(foot("a", 0, 50, 40, 24), foot("c", 0, 54, 46, 24), foot("b", 1, 90, 40, face=270))
    marches = [Marches(Knowledge(position(state, 0))) for state in (alone, beside)]
    turns = [one.face(unit_of(one.known.state, "a"), 90 * DEGREE) for one in marches]
    assert turns[0] == Move((Wheel("right", 90 * DEGREE),))
    assert turns[1] is None


def test_cavalry_at_the_edge_keeps_off_on_the_table() -> None:
    state = orders_due(
        horse("horse", 0, 50, 5, 10, companies=4),
        foot("b", 1, 50, 21, 30, companies=10),
        staff=chiefs((60, 8), (50, 60)),
    )
    order = written(state, 0).order("horse")
    assert isinstance(order, Move)
    goal = order.legs[-1]
    assert isinstance(goal, GoTo)
    assert goal.place.offset is not None
    way, angle = goal.place.offset.length / CM, radians(goal.place.offset.direction / DEGREE)
    assert 5 + way * cos(angle) > 0
    assert abs(way * sin(angle)) > 10


def test_who_has_a_cover_until_he_stirs_keeps_it_while_the_enemy_is_far() -> None:
    """Lying behind a crest (01.05.3) until the enemy's foot comes near."""
    for y, lies in ((100, True), (48, False)):
        state = orders_due(foot("a", 0, 50, 30), foot("b", 1, 50, y))
        crest = CoverUntilMoved(id="crest", text=load_scenario(state.scenario).title, units=("a",), cover=1)
        lend_scenario(replace(load_scenario(state.scenario), special=(crest,)))
        plan = Plan(Knowledge(position(state, 0)))
        assert not plan.storming
        assert plan.lies_low(unit_of(state, "a")) is lies
        if lies:
            assert isinstance(written(state, 0).order("a"), Stand)
        with_unit(state, "a", stirred=True)
        assert not Plan(Knowledge(position(state, 0))).lies_low(unit_of(state, "a"))


def test_a_field_that_nobody_holds_yet_is_gone_to_at_once() -> None:
    """Also in the first turns, which are else for coming up; each to the part that is nearest to it."""
    placed = [foot(f"a{n}", 0, 40 + 10 * n, 30) for n in range(3)]
    for y, first in ((100, True), (78, False), (70, False)):
        state = orders_due(
            *placed, foot("b", 1, 50, y), terrain=[FIELD], victory=(term("corn", "each", 4, CORN),), turn=1
        )
        plan = Plan(Knowledge(position(state, 0)))
        places = [plan.slots[f"a{n}"].place for n in range(2)]
        assert all((y >= 55 * CM) is first for _, y in places)


def test_near_the_end_those_in_the_field_stay_and_others_go_elsewhere() -> None:
    """A few go to where the enemy must not find the table empty of them; the field is not given up for it."""
    south = NoneWithin(of=Of(side="enemy", orders=("OR",)), where=Where(north_of=100 * CM))
    state = orders_due(
        foot("holds", 0, 50, 65, 30),
        foot("free", 0, 100, 70, 20),
        foot("b", 1, 50, 85, 10, companies=4),
        terrain=[FIELD],
        victory=(term("corn", "each", 4, CORN), term("empty", "confederate", 3, south)),
    )
    state.turn = load_scenario(state.scenario).turns - 2
    see(state)
    known = Knowledge(position(state, 0))
    finish = Finish(known, objectives(known.state, 0), known.orders_of)
    assert finish.places["holds"][0] == (50 * CM, 65 * CM)
    place, counts = finish.places["free"]
    assert counts.points == 3
    assert place[1] > 100 * CM


def _at_its_post(turns_left: int) -> CivilWarState:
    """A regiment in the field that it is to hold for four points, an enemy who shows it his flank, and a side that is
    behind."""
    state = orders_due(
        foot("a", 0, 50, 70, 36, companies=10),
        foot("b", 1, 50, 78, 16, face=90, companies=4),
        terrain=[FIELD],
        victory=(term("field", "union", 4, Hold(of=Of(side="own"), where=Where(inside=("field",)))),),
    )
    state.turn = load_scenario(state.scenario).turns + 1 - turns_left
    state.points[1] = 9
    see(state)
    return state


@pytest.mark.parametrize(("turns_left", "attacks"), [(4, True), (3, False), (1, False)])
def test_who_stands_where_it_counts_does_not_leave_for_an_attack_in_the_last_three_turns(
    turns_left: int, attacks: bool
) -> None:
    assert isinstance(written(_at_its_post(turns_left), 0).order("a"), Attack) is attacks


@pytest.mark.parametrize(("turns_left", "costs"), [(4, 2.5), (3, 10)])
def test_a_post_is_worth_its_points_in_the_last_turns_and_a_quarter_before(turns_left: int, costs: float) -> None:
    """Four points, each worth two figures and a half; always a quarter for who is not needed there in the end."""
    known = Knowledge(position(_at_its_post(turns_left), 0))
    plan = Plan(known)
    foot = FootOrders(plan, Marches(known, wary=True), SheetWriter(known))

    def attack() -> float:
        return next(one.worth for one in foot.choices(unit_of(known.state, "a")) if one.why == "attack")

    slot, worth = plan.slots.pop("a"), attack()
    assert slot.urgent
    plan.slots["a"] = slot
    assert worth - attack() == pytest.approx(costs)
    plan.slots["a"] = slot._replace(urgent=False)
    assert worth - attack() == pytest.approx(2.5)


def test_who_has_a_wood_before_him_sets_out_earlier() -> None:
    """40 cm are two turns over open ground, and many more through a wood or round it."""
    empty = NoneWithin(of=Of(side="enemy", orders=("OR",)), where=Where(north_of=100 * CM))
    wood = {"id": "wood", "type": "wood", "poly": ((5, 66), (155, 66), (155, 98), (5, 98))}
    for terrain, goes in (([], False), ([wood], True)):
        state = orders_due(
            foot("a", 0, 100, 62),
            foot("b", 1, 20, 20, face=0),
            terrain=terrain,
            victory=(term("empty", "confederate", 3, empty),),
        )
        state.turn = load_scenario(state.scenario).turns - 6
        see(state)
        known = Knowledge(position(state, 0))
        assert ("a" in Finish(known, objectives(known.state, 0), known.orders_of).places) is goes


def test_nobody_goes_alone_through_the_enemy() -> None:
    """What one or two can do is left alone if the enemy stands in the way."""
    empty = NoneWithin(of=Of(side="enemy", orders=("OR",)), where=Where(north_of=100 * CM))
    for between, goes in ((17, False), (7, True)):
        state = orders_due(
            foot("a", 0, 20, 70),
            *(foot(f"b{n}", 1, 8 + between * n, 88, 9, companies=3) for n in range(9)),
            victory=(term("empty", "confederate", 3, empty),),
        )
        state.turn = load_scenario(state.scenario).turns - 4
        see(state)
        known = Knowledge(position(state, 0))
        assert ("a" in Finish(known, objectives(known.state, 0), known.orders_of).places) is goes


def test_a_house_full_of_enemies_is_attacked_though_it_has_no_flank() -> None:
    house = HoldAlone(of=Of(side="own"), where=Where(inside=("house",)))
    state = orders_due(
        foot("a", 0, 50, 50, 30, formation="attack_column"),
        foot("b", 1, 50, 66, 6, companies=2),
        terrain=[HOUSE],
        victory=(term("house", "union", 4, house),),
        turn=12,
    )
    with_unit(state, "b", building="house", x=50 * CM, y=60 * CM)
    see(state)
    plan = Plan(Knowledge(position(state, 0)))
    assert plan.slots["a"].target == "b"
    assert isinstance(written(state, 0).order("a"), Attack | Move)


def test_an_attack_that_nothing_asks_for_must_bring_three_figures_more_than_one_of_the_storm() -> None:
    known = Knowledge(position(_at_its_post(4), 0))
    plan = Plan(known)
    foot = FootOrders(plan, Marches(known, wary=True), SheetWriter(known))

    def attack(storming: bool) -> float:
        plan.storming = storming
        return next(one.worth for one in foot.choices(unit_of(known.state, "a")) if one.why == "attack")

    assert attack(True) - attack(False) == pytest.approx(3)
