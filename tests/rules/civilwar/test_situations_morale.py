"""What the game puts before tests under fire, throws of those who are carried away, rallies and the clocks of disorder
(schemas XV, XVIII, XIX; 08.04.2)."""

from __future__ import annotations

from typing import Any

import pytest

from civilwar_course import carried
from civilwar_fire import fire, fire_turn
from civilwar_forced import run
from civilwar_rows import rows
from civilwar_table import chief, field_of, foot, with_unit
from feltherre.games.civilwar import orderstate, rallying
from feltherre.games.civilwar.morale import MoraleThrow, situation_of
from feltherre.games.civilwar.state import CivilWarState, note, unit_of

FAR = [chief("chief-0", 0, at=(150, 5)), chief("chief-1", 1, at=(150, 110))]


def under_fire(*more: Any, **rest: Any) -> CivilWarState:
    """A regiment 6 cm before another that fires at it."""
    front = foot("a", 0, 50, 64), foot("b", 1, 50, 70)
    return field_of(*front, *more, **{"staff": FAR} | rest)


def counted(state: CivilWarState) -> dict[str, int]:
    """What counts in the test of b, beside the figures removed and that it does not answer."""
    fought = fire_turn(state, {"a": fire("b")}, dice=[(6, 6), (6, 6)])
    found = rows(fought.ruling("morale-test"))
    return {key: value for key, value in found.items() if "removed" not in key and "answering" not in key}


@pytest.mark.proves("08.02.7")
@pytest.mark.parametrize(("at", "counts"), [((50, 73.2), {"unit.general": 1}), ((50, 90), {})])
def test_a_general_with_it_steadies_a_unit_under_fire(at: tuple[float, float], counts: dict[str, int]) -> None:
    assert counted(under_fire(staff=[FAR[0], chief("chief-1", 1, at=at)])) == counts


@pytest.mark.proves("08.02.7", "02.06.6")
@pytest.mark.parametrize(("cover", "worth"), [(1, 1), (2, 2), (3, 4)])
def test_cover_steadies_a_unit_under_fire(cover: int, worth: int) -> None:
    line = ((30, 69.98), (70, 69.98))
    wall = {"id": "wall", "type": "linear", "kind": "wall", "line": line, "cover": cover}
    state = under_fire(terrain=[wall])
    # behind cover it loses less: the next man is a figure
    with_unit(state, "b", men=19)
    assert counted(state) == {f"unit.cover-{cover}": worth}


@pytest.mark.proves("08.02.7")
@pytest.mark.parametrize(
    ("parent", "companies", "counts"),
    [("c", 4, {"unit.detached": -1}), ("c", 5, {}), ("b", 4, {})],
    ids=["four of a regiment", "five of a regiment", "a regiment of four"],
)
def test_fewer_than_five_companies_away_from_their_regiment_are_less_steady(
    parent: str, companies: int, counts: dict[str, int]
) -> None:
    state = under_fire(foot("c", 1, 120, 100))
    with_unit(state, "b", parent=parent, companies=companies)
    assert counted(state) == counts


# carried away


@pytest.mark.proves("08.03.2")
@pytest.mark.parametrize(("cover", "after"), [(0, "FU"), (1, "OR"), (3, "OR")])
def test_cover_of_any_class_steadies_who_may_be_carried_away(cover: int, after: str) -> None:
    """A throw of 5 carries away; the 2 for cover make it 7."""
    line = ((55.18, 80), (55.18, 95))
    walls = [{"id": "wall", "type": "linear", "kind": "wall", "line": line, "cover": cover}] if cover else []
    state = field_of(foot("a", 0, 50, 90), foot("b", 0, 60, 90), foot("enemy", 1, 50, 100), terrain=walls)
    ran = run(state, lambda table: orderstate.becomes(table, "a", "FU", cause="enemy", by="fire"), dice=[(2, 3)])
    assert ran.unit("b").order == after


# rallying and the clocks


@pytest.mark.proves("08.04.3")
@pytest.mark.parametrize(
    ("helps", "needs"), [("", 8), ("checked", 7), ("general", 6), ("grade", 7)], ids=["nothing", "+1", "+2", "grade +1"]
)
def test_what_helps_a_unit_to_rally(helps: str, needs: int) -> None:
    for dice, rallied in ((needs, True), (needs - 1, False)):
        staff = [chief("chief-0", 0, at=(50, 16.97)), FAR[1]] if helps == "general" else FAR
        state = field_of(foot("a", 0, 50, 20, grade=int(helps == "grade")), foot("b", 1, 50, 100), staff=staff)
        with_unit(state, "a", order="FU")
        note(state, "a", checked=helps == "checked")
        carried(state, rallying.Rallying("a"), dice=(dice - 3, 3))
        assert (unit_of(state, "a").order == "U") is rallied, dice


@pytest.mark.proves("08.04.2")
@pytest.mark.parametrize(("attacked_by", "order"), [((), "LU"), (("b",), "U")])
def test_an_attack_breaks_the_turns_of_quiet_of_a_unit_in_disorder(attacked_by: tuple[str, ...], order: str) -> None:
    state = field_of(foot("a", 0, 50, 20), foot("b", 1, 50, 100), turn=5)
    with_unit(state, "a", order="U", order_turn=2, clean=1)
    note(state, "a", attacked_by=attacked_by)
    carried(state, rallying.Reorganising())
    assert (unit_of(state, "a").order, unit_of(state, "a").clean) == (order, 0)


@pytest.mark.proves("08.02.7")
def test_figures_that_the_umpire_has_given_back_do_not_stop_the_test() -> None:
    """Three figures came off, and he gave two of them back before the throw: the loss counts all the same."""
    state = under_fire()
    with_unit(state, "b", figures=23, lost=1)
    test = MoraleThrow(unit="b", by="a", removed=3, cause="small_arms", cover=0, support=False, general=False)
    given = situation_of(state, test)
    assert (given.figures_removed, given.present_figures, given.original_figures) == (3, 23, 26)
