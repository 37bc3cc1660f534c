"""Cover, support units, buildings, and how fire is told (02.04.3, 02.06.7, 07.03.5, R15, R52, R91)."""

from typing import Any

import pytest

from cases import cases
from civilwar_fire import fire, fire_turn, gun_fire, next_turn
from civilwar_table import cannon, chiefs, field_of, foot, horse, inf, with_unit
from feltherre.core.text import say
from feltherre.games.civilwar.cover import cover_against, own_cover
from feltherre.games.civilwar.lines_of_fire import best_group
from feltherre.games.civilwar.orders.language import Fire, FirePart
from feltherre.games.civilwar.special_rules import CoverUntilMoved
from feltherre.games.civilwar.state import CivilWarState, Made, note, unit_of
from feltherre.games.civilwar.support import support_units, supported
from feltherre.games.civilwar.volleys import volley_at

#: a wall 0.2 cm thick along y = 60; whoever stands south of it touches it with the front at 59.9
WALL = {"id": "wall", "type": "linear", "kind": "wall", "line": [(30, 60), (70, 60)]}
WOOD = {"id": "pines", "type": "wood", "poly": [(30, 50), (70, 50), (70, 70), (30, 70)]}
HOUSE = {"id": "house", "type": "building", "kind": "building_stone", "rect": (48, 58, 52, 62), "capacity": 3}


def cover(state: CivilWarState, origin: tuple[float, float], name: str = "a", *, artillery: bool = False) -> int:
    point = round(origin[0] * 100), round(origin[1] * 100)
    return cover_against(state, unit_of(state, name), point, artillery=artillery)


def behind_wall(gap: float = 0.1, **values: Any) -> CivilWarState:
    return field_of(foot("a", 0, 50, 60 - gap, **values), terrain=[WALL])


# cover


@pytest.mark.proves("02.06.6")
def test_a_wall_covers_who_touches_it_against_what_comes_across() -> None:
    state = behind_wall()
    assert cover(state, (50, 80)) == 1
    assert cover(state, (60, 75)) == 1
    # from the side and from behind nothing crosses it
    assert cover(state, (80, 58)) == 0
    assert cover(state, (50, 40)) == 0


@pytest.mark.proves("02.06.6")
@pytest.mark.parametrize(("gap", "covered"), [(0.1, 1), (0.15, 1), (0.16, 0), (1, 0)])
def test_a_wall_that_is_not_touched_is_no_cover(gap: float, covered: int) -> None:
    assert cover(behind_wall(gap), (50, 80)) == covered


@pytest.mark.proves("02.06.6")
@pytest.mark.parametrize(("y", "covered"), [(60, 1), (51, 1), (50.7, 0)])
def test_a_wood_covers_who_has_half_his_figures_inside(y: float, covered: int) -> None:
    # the middles of the front rank are 0.75 cm behind the front, and the wood begins at 50
    state = field_of(foot("a", 0, 50, y), terrain=[WOOD])
    assert cover(state, (50, 20)) == covered


@pytest.mark.proves("02.06.6")
def test_a_wood_edge_covers_who_stands_behind_it() -> None:
    state = field_of(foot("a", 0, 50, 50), terrain=[WOOD])
    assert cover(state, (50, 90)) == 1
    assert cover(state, (50, 20)) == 0


@pytest.mark.proves("02.06.7", "02.06.6")
def test_a_light_field_work_covers_foot_alone() -> None:
    state = field_of(foot("a", 0, 40, 59.9), horse("c", 0, 60, 59.9), cannon("g", 0, 80, 59.9))
    state.made.append(Made("work", "light_field_work", ((2000, 6000), (12000, 6000)), False, 2, 1))
    assert [cover(state, (x, 90), name) for x, name in ((40, "a"), (60, "c"), (80, "g"))] == [1, 0, 0]


@pytest.mark.proves("02.06.6")
def test_both_sides_of_a_volley_look_at_their_own_cover() -> None:
    state = field_of(foot("a", 0, 50, 59.9), foot("b", 1, 50, 68), terrain=[WALL])
    assert own_cover(state, unit_of(state, "a"), (5000, 6800)) == 1
    volley = volley_at(state, unit_of(state, "a"), unit_of(state, "b"))
    answer = volley_at(state, unit_of(state, "b"), unit_of(state, "a"))
    assert volley is not None
    assert answer is not None
    assert (volley.situation.own_cover, volley.situation.target_cover) == (1, 0)
    assert (answer.situation.own_cover, answer.situation.target_cover) == (0, 1)


@pytest.mark.proves("01.05.3")
def test_a_scenario_may_cover_units_against_guns_until_they_stir() -> None:
    lying = CoverUntilMoved(id="lying", text=say("core.plain", text=""), units=("a",), cover=1, against="artillery")
    state = field_of(foot("a", 0, 50, 50), foot("b", 1, 50, 60), special=(lying,))
    assert cover(state, (50, 80), artillery=True) == 1
    assert cover(state, (50, 80)) == 0
    fought = fire_turn(state, {"a": fire("b")}, dice=[(1, 2)])
    assert cover(fought.state, (50, 80), artillery=True) == 0


# buildings


def in_house(*more: Any, **values: Any) -> CivilWarState:
    state = field_of(
        foot("a", 0, 50, 60, 9, companies=3, **values),
        foot("n", 1, 50, 70),
        foot("e", 1, 62, 60, face=270),
        *more,
        terrain=[HOUSE],
    )
    with_unit(state, "a", building="house")
    return state


@pytest.mark.proves("02.04.3")
def test_one_firing_unit_fires_from_each_side_of_a_house() -> None:
    state = in_house()
    order = Fire((FirePart("n"), FirePart("n"), FirePart("e")))
    fought = fire_turn(state, {"a": order}, dice=[(1, 2), (1, 2)])
    assert fought.told[0] == "civilwar.fire.no-shot.nobody"
    volleys = [ruling for ruling in fought.rulings if ruling.procedure == "small-arms-fire"]
    assert [one.outputs["firing_units"] for one in volleys] == [1, 1]
    # six fire from the north side and the three that are left from the east side
    assert fought.doing("a").shots == 9
    assert len(fought.doing("a").sides_fired) == 2


@cases(
    "companies units",
    # three figures of each company: one firing unit from each of three sides
    ("02.04.3 05.01.3", (1, 1, 1), [1, 1, 1]),
    # three and six: nobody is left for the third side
    ("02.04.3 05.01.3", (1, None, None), [1, 1]),
)
def test_the_companies_in_a_house_fire_from_the_sides_that_they_are_sent_to(
    companies: tuple[int | None, ...], units: list[int]
) -> None:
    state = in_house(foot("w", 1, 38, 60, face=90))
    order = Fire(tuple(FirePart(enemy, number) for enemy, number in zip("new", companies, strict=True)))
    fought = fire_turn(state, {"a": order}, dice=[(1, 2)] * len(units))
    assert [one.outputs["firing_units"] for one in fought.rulings] == units
    assert fought.doing("a").shots == 9


@pytest.mark.proves("02.04.3")
@pytest.mark.parametrize(("target", "volleys"), [("n", 1), ("e", 2)])
def test_two_units_in_a_house_share_its_sides(target: str, volleys: int) -> None:
    """At one instant: who comes second has no more room at the windows of that side, but has those of another."""
    state = field_of(
        *(foot(one, 0, 50, 60, figures=6, companies=1) for one in ("a", "a2")),
        foot("n", 1, 50, 70),
        foot("e", 1, 62, 60, face=270),
        terrain=[HOUSE],
    )
    for one in ("a", "a2"):
        with_unit(state, one, building="house")
    fought = fire_turn(state, {"a": fire("n"), "a2": fire(target)}, dice=[(1, 2)] * volleys)
    assert len([one for one in fought.rulings if one.procedure == "small-arms-fire"]) == volleys
    assert ("civilwar.fire.no-shot.nobody" in fought.told) is (volleys == 1)


@pytest.mark.proves("02.04.3")
def test_a_side_from_which_a_unit_has_fired_is_used_though_that_unit_has_left_the_house() -> None:
    state = in_house()
    found = best_group(state, unit_of(state, "a"), unit_of(state, "n"))
    assert found is not None
    for house, free in (("barn", True), ("house", False)):
        note(state, "e", sides_fired=((house, found.side),))
        assert (best_group(state, unit_of(state, "a"), unit_of(state, "n")) is not None) is free


@pytest.mark.proves("02.04.3")
def test_a_house_fires_straight_out_of_its_sides_only() -> None:
    state = in_house()
    with_unit(state, "n", x=6300, y=6900)
    found = best_group(state, unit_of(state, "a"), unit_of(state, "n"))
    assert found is None


@pytest.mark.proves("02.04.3")
def test_occupants_count_as_thin_line_in_the_cover_of_the_house_and_have_no_flank() -> None:
    state = in_house()
    note(state, "a", shots=1)  # so that they are seen at 15 cm (03.02.3)
    volley = volley_at(state, unit_of(state, "n"), unit_of(state, "a"))
    assert volley is not None
    assert volley.situation.target_formation == "building"
    assert volley.situation.target_cover == 3
    side = volley_at(state, unit_of(state, "e"), unit_of(state, "a"))
    assert side is not None
    assert not side.struck.flank


# support


def line_of_support(**values: Any) -> CivilWarState:
    usual: dict[str, Any] = {"at": (50, 25), "face": 0}
    return field_of(foot("a", 0, 50, 40), inf("s", 0, **(usual | values)))


@cases(
    "values counts",
    ("07.03.5", {}, True),
    ("07.03.5", {"at": (50, 17)}, True),
    ("07.03.5", {"at": (50, 16.9)}, False),
    ("07.03.5", {"face": 180}, False),
    ("07.03.5", {"at": (20, 38)}, False),
    ("07.03.5", {"figures": 3, "companies": 1}, False),
    ("07.03.5", {"formation": "thin_line", "gap": 40}, False),
    ("07.03.5", {"under": "other"}, False),
    ("07.03.5", {"order": "U"}, True),
    ("07.03.5", {"order": "FU"}, False),
)
def test_who_is_a_support_unit(values: dict[str, Any], counts: bool) -> None:
    state = line_of_support(**values)
    assert supported(state, unit_of(state, "a")) is counts
    assert [unit.id for unit in support_units(state, unit_of(state, "a"))] == (["s"] if counts else [])


@pytest.mark.proves("07.03.5", "08.02.7")
def test_support_and_a_general_steady_a_unit_under_fire() -> None:
    totals = []
    for more in ((), (foot("s", 1, 50, 60),)):
        state = field_of(foot("a", 0, 50, 40), foot("b", 1, 50, 44), *more)
        fought = fire_turn(state, {"a": fire("b")}, dice=[(6, 6), (6, 6)])
        totals.append(fought.ruling("morale-test").outputs["total"])
    assert totals[1] == totals[0] + 1


# how it is told


@pytest.mark.proves("05.02.1")
def test_a_side_that_does_not_see_who_fires_learns_only_from_where() -> None:
    state = field_of(
        cannon("g", 0, 50, 51, piece="12pdr_napoleon"),
        foot("b", 1, 50, 95),
        terrain=[{"id": "pines", "type": "wood", "poly": [(40, 40), (60, 40), (60, 52), (40, 52)]}],
        staff=chiefs((5, 5), (50, 110)),
    )
    fought = fire_turn(state, {"g": gun_fire("shell", "b", guess=45)}, dice=[(3, 4), (1, 2)])
    assert "civilwar.fire.unseen" in fought.told
    open_field = field_of(foot("a", 0, 50, 40), foot("b", 1, 50, 50))
    assert "civilwar.fire.unseen" not in fire_turn(open_field, {"a": fire("b")}, dice=[(1, 2)]).told


@pytest.mark.proves("05.02.4")
def test_a_battery_has_no_first_fire() -> None:
    state = field_of(cannon("g", 0, 50, 40, piece="12pdr_napoleon"), foot("b", 1, 50, 50))
    fought = fire_turn(state, {"g": gun_fire("canister", "b")}, dice=[(1, 2), (6, 6)])
    assert fought.ruling("artillery-fire").outputs["modifier"] == 4
    again = fire_turn(next_turn(fought.state), {"g": gun_fire("canister", "b")}, dice=[(1, 2), (6, 6)])
    assert again.ruling("artillery-fire").outputs["modifier"] == 4
