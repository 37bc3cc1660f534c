"""How an attack comes on: the line on which it meets the enemy, what lies on it, open and covered flanks (R71-R74)."""

from typing import Any

import pytest

from cases import each
from civilwar_table import field_of, foot, horse, inf, with_unit
from feltherre.games.civilwar import approach
from feltherre.games.civilwar.field import body
from feltherre.games.civilwar.state import CivilWarState, unit_of
from feltherre.ground.tabletop.bodies import Edge


def facing_each_other(*more: Any, terrain: list[dict[str, Any]] | None = None, **values: Any) -> CivilWarState:
    """An attacker 2 cm before a defender; the defender's right hand is to the west."""
    return field_of(inf("a", 0, **({"at": (50, 44), "face": 0} | values)), foot("b", 1, 50, 46), *more, terrain=terrain)


def lies_between(state: CivilWarState) -> approach.Between:
    return approach.between(state, unit_of(state, "a"), unit_of(state, "b"))


def test_the_line_runs_straight_ahead_from_the_part_of_the_front_that_is_opposite() -> None:
    state = facing_each_other(at=(56, 44))
    # the attacker's front reaches from 51.2 to 60.8, the defender's from 45.2 to 54.8: they share 51.2 to 54.8
    assert approach.line_of_attack(body(state, unit_of(state, "a")), body(state, unit_of(state, "b"))) == (
        (5300, 4400),
        (5300, 4600),
    )


def test_past_each_other_the_line_runs_between_the_nearest_points() -> None:
    state = facing_each_other(at=(61, 44))
    assert approach.line_of_attack(body(state, unit_of(state, "a")), body(state, unit_of(state, "b"))) == (
        (5620, 4400),
        (5480, 4600),
    )


@each(
    "line obstacle",
    (((40, 45), (60, 45)), 2),
    # beside the defender
    (((30, 45), (44, 45)), 0),
    # behind the attacker
    (((40, 43), (60, 43)), 0),
    # behind the defender's front
    (((40, 47), (60, 47)), 0),
)
def test_only_what_lies_on_the_line_is_an_obstacle(line: Any, obstacle: int) -> None:
    fence = {"id": "fence", "type": "linear", "kind": "fence_or_hedge", "line": line, "obstacle": 2}
    assert lies_between(facing_each_other(terrain=[fence])) == approach.Between(obstacle, False)


@pytest.mark.parametrize(("obstacle", "counts"), [(1, 1), (2, 2), (3, 3), (4, 3)])
def test_an_obstacle_counts_by_its_class_up_to_the_worst_that_schema_XII_knows(obstacle: int, counts: int) -> None:
    wall = {"id": "wall", "type": "linear", "kind": "wall", "line": ((40, 45), (60, 45)), "obstacle": obstacle}
    assert lies_between(facing_each_other(terrain=[wall])) == approach.Between(counts, obstacle == 4, obstacle == 4)


def test_the_edge_of_a_wood_is_crossed_going_in_but_not_inside() -> None:
    def wood(south: float) -> list[dict[str, Any]]:
        return [{"id": "wood", "type": "wood", "rect": (30, south, 70, 70)}]

    assert lies_between(facing_each_other(terrain=wood(45))).obstacle == 1
    assert lies_between(facing_each_other(terrain=wood(30))).obstacle == 0


def test_water_and_walls_that_the_arm_cannot_pass_bar_an_attack() -> None:
    canal = {"id": "canal", "type": "canal", "line": ((40, 45), (60, 45))}
    wall = {"id": "wall", "type": "linear", "kind": "wall", "line": ((40, 45), (60, 45)), "obstacle": 3}
    assert lies_between(facing_each_other(terrain=[canal])).impassable
    assert not lies_between(facing_each_other(terrain=[wall])).impassable
    mounted = field_of(horse("a", 0, 50, 44), foot("b", 1, 50, 46), terrain=[wall])
    assert lies_between(mounted).impassable


def test_a_house_is_attacked_across_its_own_obstacle_from_the_front_whatever_the_side() -> None:
    house = {"id": "house", "type": "building", "kind": "building_stone", "rect": (47, 46, 53, 50)}
    state = facing_each_other(terrain=[house])
    with_unit(state, "b", building="house", figures=9, companies=3)
    found = lies_between(state)
    assert found.obstacle > 0
    assert not found.impassable
    a, b = unit_of(state, "a"), unit_of(state, "b")
    assert approach.attack_formation(b) == "building"
    for bearing in (0, 900, 1800):
        assert approach.side_attacked(state, a, b, bearing) == "front"


# flanks


def covered(state: CivilWarState, edge: Edge) -> bool:
    return approach.is_covered(state, unit_of(state, "a"), unit_of(state, "b"), edge)


def test_a_flank_in_the_open_is_not_covered() -> None:
    state = facing_each_other()
    assert not covered(state, Edge.LEFT)
    assert not covered(state, Edge.RIGHT)


@each(
    "gap values expected",
    (7.9, {}, True),
    (8.1, {}, False),
    (2, {"formation": "chain"}, False),
    (2, {"order": "U"}, False),
    (2, {"order": "LU"}, True),
)
def test_a_steady_closed_friend_within_eight_centimetres_covers_the_left(
    gap: float, values: dict[str, Any], expected: bool
) -> None:
    # a line of 12 is 4.8 cm wide, a chain of 12 is 22.8
    wide = 22.8 if values.get("formation") == "chain" else 4.8
    friend = inf("c", 1, at=(round(54.8 + gap + wide / 2, 2), 46), face=180, figures=12, **values)
    state = facing_each_other(friend)
    assert covered(state, Edge.LEFT) is expected
    assert not covered(state, Edge.RIGHT)


@pytest.mark.parametrize(("gap", "expected"), [(8.0, True), (8.01, False)])
@pytest.mark.parametrize("edge", [Edge.LEFT, Edge.RIGHT])
def test_a_friend_covers_either_flank_at_eight_centimetres_and_not_beyond(
    edge: Edge, gap: float, expected: bool
) -> None:
    aside = 4.8 + gap + 2.4
    friend = inf("c", 1, at=(round(50 + (aside if edge == Edge.LEFT else -aside), 2), 46), face=180, figures=12)
    assert covered(facing_each_other(friend), edge) is expected


def test_houses_water_and_the_table_edge_cover_a_flank() -> None:
    house = {"id": "house", "type": "building", "rect": (38, 46, 42, 50)}
    assert covered(facing_each_other(terrain=[house]), Edge.RIGHT)
    near_edge = field_of(foot("a", 0, 10, 44), foot("b", 1, 10, 46))
    assert covered(near_edge, Edge.RIGHT)
    assert not covered(near_edge, Edge.LEFT)


def test_companies_that_pass_outside_a_flank_count_up_to_charge_distance() -> None:
    # straight ahead, the line of 30 reaches 1.2 cm past each end of a line of 24: one company of 3 each side
    state = field_of(foot("a", 0, 50, 44, 30, companies=10), foot("b", 1, 50, 46, 24))
    assert approach.companies_on_open_flank(state, unit_of(state, "a"), unit_of(state, "b")) == 1


@pytest.mark.parametrize(("outside", "count"), [(2.0, 1), (2.01, 0)])
def test_a_company_that_passes_farther_outside_a_flank_does_not_count(outside: float, count: int) -> None:
    company = inf("a", 0, at=(round(54.8 + outside, 2), 44), face=0, figures=3, companies=1)
    state = field_of(company, foot("b", 1, 50, 46))
    assert approach.companies_on_open_flank(state, unit_of(state, "a"), unit_of(state, "b")) == count
