"""Who is sent where by the captain for what counts at the end, to which places, and by which ways."""

from itertools import pairwise
from typing import Any

import pytest

from civilwar_players import finish_of, orders_due, regiment, see, term
from civilwar_table import Placed, foot
from feltherre.games.civilwar.field import ground
from feltherre.games.civilwar.players.objectives import places_in
from feltherre.games.civilwar.players.ways import SQUARE, Ways, cell_of
from feltherre.games.civilwar.scenario import load_scenario
from feltherre.games.civilwar.victory_terms import Hold, HoldMore, NoneWithin, Of, OneOf, Victory, Where
from feltherre.ground.tabletop.measure import CM

EMPTY = term("empty", "confederate", 3, NoneWithin(of=Of(side="enemy", orders=("OR",)), where=Where(north_of=105 * CM)))
#: either of two fields counts
EITHER = tuple(Hold(of=Of(side="own", orders=("OR",)), where=Where(inside=(one,))) for one in ("far", "near"))


def _two_fields(*corners: tuple[int, int]) -> list[dict[str, Any]]:
    return [
        {"id": name, "type": "field", "kind": "difficult", "poly": ((x, y), (x + 20, y), (x + 20, y + 12), (x, y + 12))}
        for name, (x, y) in zip(("far", "near"), corners, strict=True)
    ]


def test_who_has_time_for_the_nearest_place_is_not_sent_to_a_farther_one() -> None:
    state = orders_due(foot("a", 0, 60, 95), foot("b", 1, 20, 20, face=0), victory=(EMPTY,))
    state.turn = load_scenario(state.scenario).turns - 8
    see(state)
    assert not finish_of(state).places


def test_of_two_ways_to_the_same_points_the_nearer_is_taken() -> None:
    """Whichever the scenario names first."""
    fields = _two_fields((120, 90), (40, 60))
    for order in (EITHER, EITHER[::-1]):
        state = orders_due(
            foot("a", 0, 50, 40),
            foot("b", 1, 20, 110),
            terrain=fields,
            victory=(term("either", "union", 4, OneOf(parts=order)),),
        )
        state.turn = load_scenario(state.scenario).turns - 3
        see(state)
        _, counts = finish_of(state).places["a"]
        assert counts.where is not None
        assert counts.where.inside == ("near",)


def test_nor_to_another_way_to_the_same_points() -> None:
    """The nearer field is two turns off and there are six: there is time; the farther one would be due."""
    fields = _two_fields((110, 70), (40, 60))
    state = orders_due(
        foot("a", 0, 50, 48),
        foot("b", 1, 20, 110),
        terrain=fields,
        victory=(term("either", "union", 4, OneOf(parts=EITHER)),),
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
    state = orders_due(*placed, foot("b", 1, 60, 20, face=0), terrain=FIELDS, victory=(victory,))
    state.turn = load_scenario(state.scenario).turns + 1 - turns_left
    see(state)
    return set(finish_of(state).places)


@pytest.mark.parametrize(("y", "big_goes"), [(80, False), (88, True)])
def test_small_regiments_are_sent_for_what_a_few_can_do(y: int, big_goes: bool) -> None:
    """Three are enough; 12 figures more are as much as 24 cm."""
    small = [regiment(f"a{n}", "chief-0", 40 + 20 * n, 60) for n in range(3)]
    sent = _sent(4, *small, regiment("big", "chief-0", 100, y, 24))
    assert len(sent) == 3
    assert ("big" in sent) is big_goes


def test_for_what_asks_for_many_the_nearest_go_however_big_they_are() -> None:
    placed = [regiment("small", "chief-0", 125, 80, 14), regiment("big", "chief-0", 145, 88, 24)]
    assert _sent(4, *placed, victory=MOST_IN_THE_FIELD) == {"big"}


@pytest.mark.parametrize(("near", "sent"), [(3, set()), (2, {"far"})])
def test_nobody_sets_out_for_what_others_near_by_can_do_later(near: int, sent: set[str]) -> None:
    others = [regiment(f"near{n}", "chief-0", 40 + 20 * n, 95) for n in range(near)]
    assert _sent(6, *others, regiment("far", "chief-0", 120, 60)) == sent


@pytest.mark.parametrize(("there", "near"), [(2, 0), (1, 1)])
def test_who_is_there_already_counts_once(there: int, near: int) -> None:
    """Three are wanted: a third sets out."""
    those = [regiment(f"there{n}", "chief-0", 40 + 20 * n, 112) for n in range(there)]
    others = [regiment(f"near{n}", "chief-0", 80 + 20 * n, 95) for n in range(near)]
    assert _sent(6, *those, *others, regiment("far", "chief-0", 120, 60)) == {"far"}


@pytest.mark.parametrize(("foes", "sent"), [((), set()), ((122, 134, 146, 158), {"far"})])
def test_others_who_would_be_shot_down_there_keep_nobody_from_it(foes: tuple[int, ...], sent: set[str]) -> None:
    """The enemy covers the field that is near to three; nobody covers the other."""
    either = NoneWithin(of=Of(side="enemy"), where=Where(inside=("east", "west")))
    near = [regiment(f"near{n}", "chief-0", 130 + 10 * n, 90) for n in range(3)]
    enemies = [foot(f"foe{x}", 1, x, 118, 9, companies=3) for x in foes]
    far = regiment("far", "chief-0", 15, 10, 30)
    assert _sent(8, *near, far, *enemies, victory=term("fields", "confederate", 3, either)) == sent


def test_for_what_asks_for_many_one_sets_out_though_others_could_later() -> None:
    placed = [regiment("near", "chief-0", 125, 95, 24), regiment("far", "chief-0", 145, 60, 24)]
    assert _sent(6, *placed, victory=MOST_IN_THE_FIELD) == {"far"}


def test_a_trail_leads_over_dear_ground_to_its_goal() -> None:
    state = orders_due(foot("a", 0, 50, 10), foot("b", 1, 150, 110))
    ways = Ways(ground(state), {(x, 10): 3.0 for x in range(60)})
    times = ways.times((9, 16), False)
    trail = ways.trail(times, (9, 4), 40)
    assert trail[-1] == (9, 16)
    assert all(times[one] > times[other] for one, other in pairwise(trail))


@pytest.mark.parametrize(("x", "east"), [(64, False), (84, True)])
def test_who_stands_in_a_wood_comes_out_of_it_by_the_nearest_edge(x: int, east: bool) -> None:
    """The goal lies straight ahead beyond 40 cm of wood; the edge is 6 cm to the side, or too far."""
    wood = {"id": "wood", "type": "wood", "poly": ((10, 30), (90, 30), (90, 90), (10, 90))}
    state = orders_due(foot("a", 0, x, 50), foot("b", 1, 150, 10, face=0), terrain=[wood])
    point = Ways(ground(state), {}).next_point((x * CM, 50 * CM), (x * CM, 110 * CM), 12 * CM)
    assert (point[0] > x * CM + SQUARE) is east
    assert cell_of(point) != cell_of((x * CM, 50 * CM))


@pytest.mark.parametrize(("y", "cost"), [(46, 1.0), (50, 2.0), (54, 4.0)])
def test_a_way_keeps_clear_of_the_edge_of_a_wood(y: int, cost: float) -> None:
    """Beside it one easily gets into it, and is slow there (R16, schema I)."""
    wood = {"id": "wood", "type": "wood", "poly": ((20, 52.5), (80, 52.5), (80, 90), (20, 90))}
    state = orders_due(foot("a", 0, 10, 20), foot("b", 1, 150, 110), terrain=[wood])
    assert Ways(ground(state), {}).price(False)[cell_of((50 * CM, y * CM))] == cost


@pytest.mark.parametrize(("wood", "cost"), [(False, 0.7), (True, 0.7)])
def test_a_road_is_the_best_way_for_guns_even_through_a_wood(wood: bool, cost: float) -> None:
    terrain = [{"id": "road", "type": "road", "line": ((50, 0), (50, 120)), "width": 1}]
    if wood:
        terrain.append({"id": "wood", "type": "wood", "poly": ((20, 20), (80, 20), (80, 90), (20, 90))})
    state = orders_due(foot("a", 0, 10, 20), foot("b", 1, 150, 110), terrain=terrain)
    assert Ways(ground(state), {}).price(True)[cell_of((50 * CM, 50 * CM))] == cost


@pytest.mark.parametrize(("deep", "least"), [(0, 45), (6, 50), (40, 45)])
def test_places_in_a_field_lie_deep_in_it_if_it_is_big_enough(deep: int, least: int) -> None:
    field = {"id": "corn", "type": "field", "kind": "tall_corn", "poly": ((44, 44), (76, 44), (76, 76), (44, 76))}
    state = orders_due(foot("a", 0, 10, 20), foot("b", 1, 150, 110), terrain=[field])
    found = places_in(state, Where(inside=("corn",)), 5 * CM, deep * CM)
    assert min(x for x, _ in found) == min(y for _, y in found) == least * CM
    assert max(x for x, _ in found) == max(y for _, y in found) == (120 - least) * CM


def test_who_goes_to_a_field_goes_so_far_that_half_of_the_column_is_in_it() -> None:
    field = {"id": "corn", "type": "field", "kind": "tall_corn", "poly": ((46, 76), (74, 76), (74, 104), (46, 104))}
    hold = term("corn", "union", 4, Hold(of=Of(side="own"), where=Where(inside=("corn",))))
    state = orders_due(foot("a", 0, 60, 40), foot("b", 1, 150, 20), terrain=[field], victory=(hold,), turn=17)
    (x, y), _ = finish_of(state).places["a"]
    assert 52 * CM <= x <= 68 * CM
    assert 82 * CM <= y <= 98 * CM


# the most figures in a field

CORN = Where(inside=("corn",))
MOST_IN_THE_CORN = term("corn", "union", 4, HoldMore(of=Of(side="own"), where=CORN))
ONE_IN_THE_CORN = term("corn", "union", 4, Hold(of=Of(side="own"), where=CORN))


def _places(counts: Victory, left: int, *placed: Placed) -> dict[str, tuple[int, int]]:
    """Where in the corn everybody is sent, in whole centimetres."""
    poly = ((60, 80), (100, 80), (100, 100), (60, 100))
    field = {"id": "corn", "type": "field", "kind": "tall_corn", "poly": poly}
    state = orders_due(*placed, foot("b", 1, 150, 20, face=0), terrain=[field], victory=(counts,))
    state.turn = load_scenario(state.scenario).turns + 1 - left
    see(state)
    return {name: (x // CM, y // CM) for name, ((x, y), _) in finish_of(state).places.items()}


def test_many_set_out_three_turns_early_to_where_the_enemy_is_near() -> None:
    """It takes them two turns. He stands all along in the middle of the corn."""
    foes = [foot(f"foe{x}", 1, x, 92, 15) for x in range(62, 101, 9)]
    for left, goes in ((5, True), (6, False)):
        assert ("a" in _places(MOST_IN_THE_CORN, left, foot("a", 0, 80, 50), *foes)) is goes


@pytest.mark.parametrize(("counts", "y"), [(ONE_IN_THE_CORN, 90), (MOST_IN_THE_CORN, 85)])
def test_many_go_less_deep_into_a_field(counts: Victory, y: int) -> None:
    assert _places(counts, 3, foot("a", 0, 80, 50))["a"] == (80, y)


def test_many_find_room_beside_those_who_are_in_the_field() -> None:
    """Those who are there have taken the nearest places."""
    there = [regiment(f"there{x}", "chief-0", x, 85, 8) for x in range(65, 100, 5)]
    there += [regiment(f"behind{x}", "chief-0", x, 90, 8) for x in range(70, 95, 5)]
    foes = [foot(f"foe{n}", 1, 66 + 13 * n, 98, 24, face=0) for n in range(3)]
    found = _places(MOST_IN_THE_CORN, 3, *there, regiment("a", "chief-0", 80, 55), *foes)
    assert found["a"] not in [found[one] for one in found if one != "a"]


def test_many_have_so_many_places_to_choose_from_that_all_find_one() -> None:
    coming = [regiment(f"a{n}", "chief-0", 80, 40 + 4 * n) for n in range(7)]
    foes = [foot(f"foe{x}", 1, x, 98, 24) for x in range(65, 100, 11)]
    found = _places(MOST_IN_THE_CORN, 3, *coming, *foes)
    assert len(set(found.values())) == 7
