"""What the game puts before the throws of a melee and the tests after it (schemas V and XV)."""

from typing import Any

import pytest

from cases import cases
from civilwar_attack import Fight, attack, fight_of
from civilwar_rows import rows
from civilwar_table import cannon, chief, chiefs, field_of, foot, horse, inf, table_for, with_unit
from feltherre.games.civilwar import grips, melee
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.state import STEPS, unit_of
from feltherre.ground.tabletop import measure, schedule

#: both sides throw 7: figures come off, and nobody breaks by the tests that follow
EVEN = [(3, 4), (3, 4), (6, 6), (6, 6)]
FAR = chiefs((150, 5), (150, 110))


def fought(*units: Any, dice: Any = EVEN, **more: Any) -> Fight:
    return fight_of(field_of(*units, **{"staff": FAR} | more), {}, dice=dice)


def counted(fight: Fight) -> list[dict[str, int]]:
    """What counted in the tests, in the order in which they were made; the figures removed left out."""
    tests = [rows(ruling) for ruling in fight.rulings if ruling.procedure == "morale-test"]
    return [{key: value for key, value in test.items() if "removed" not in key} for test in tests]


def locked(**values: Any) -> tuple[Any, Any]:
    """Two regiments of 24 front to front in base contact."""
    return foot("a", 0, 50, 46, **values), foot("b", 1, 50, 46)


@pytest.mark.proves("08.02.7", "07.05.3")
@pytest.mark.parametrize(
    ("mounted", "rides", "counts"),
    [(True, False, {"unit.melee-vs-mounted": -2}), (False, False, {}), (True, True, {})],
    ids=["foot against horse", "foot against dismounted", "horse against horse"],
)
def test_foot_that_fights_mounted_cavalry_tests_with_less(mounted: bool, rides: bool, counts: dict[str, int]) -> None:
    foe = horse("b", 1, 50, 46, mounted=mounted)
    own = horse("a", 0, 50, 46) if rides else foot("a", 0, 50, 46)
    # with such dice it costs them more than they cost it
    fight = fought(own, foe, dice=[(6, 6), (4, 3), (6, 6), (6, 6)])
    assert counted(fight)[0] == counts


@cases(
    "says dice mine yours",
    ("08.02.7 07.05.3", "even", ((3, 4), (3, 4)), {}, {}),
    ("08.02.7 07.05.3", "a loses more", ((3, 4), (5, 4)), {"unit.melee-more-losses": -2}, {}),
    ("08.02.7 07.05.3", "b loses more", ((5, 4), (3, 4)), {}, {"unit.melee-more-losses": -2}),
)
def test_who_has_lost_more_men_than_he_cost_tests_with_less(
    dice: tuple[tuple[int, int], ...], mine: dict[str, int], yours: dict[str, int]
) -> None:
    assert counted(fought(*locked(), dice=[*dice, (6, 6), (6, 6)])) == [mine, yours]


@pytest.mark.proves("08.02.7", "07.03.5")
@pytest.mark.parametrize(("at", "counts"), [((50, 36), {"unit.support": 1}), ((50, 20), {})])
def test_a_support_unit_steadies_who_fights(at: tuple[float, float], counts: dict[str, int]) -> None:
    assert counted(fought(*locked(), inf("second", 0, at=at))) == [counts, {}]


@pytest.mark.proves("08.02.7")
@pytest.mark.parametrize(("at", "counts"), [((50, 42.97), {"unit.general": 1}), ((50, 30), {})])
def test_a_general_with_it_steadies_who_fights(at: tuple[float, float], counts: dict[str, int]) -> None:
    staff = [chief("chief-0", 0, at=at), chief("chief-1", 1, at=(150, 110))]
    # an enemy's 7 would take him
    assert counted(fought(*locked(), staff=staff, dice=[(5, 3), (5, 3), (6, 6), (6, 6)])) == [counts, {}]


@pytest.mark.proves("08.02.7", "02.06.6")
@pytest.mark.parametrize(("cover", "worth"), [(1, 1), (2, 2), (3, 4)])
@pytest.mark.parametrize(("came", "switch", "covered"), [("", "false", "ab"), ("a", "false", "b"), ("a", "true", "ab")])
def test_R132_cover_across_which_they_fight_steadies_who_stood_behind_it(
    cover: int, worth: int, came: str, switch: str, covered: str
) -> None:
    wall = {"id": "wall", "type": "linear", "kind": "wall", "line": ((30, 46.02), (70, 46.02)), "cover": cover}
    units = foot("a", 0, 50, 46), foot("b", 1, 50, 46.04)
    state = field_of(*units, terrain=[wall], staff=FAR)
    state.options["melee_cover_for_attacker"] = switch
    if came:
        grips.set_grip(state, came, "b", came=True)
    # behind cover they lose less: the next man is a figure
    for name in ("a", "b"):
        with_unit(state, name, men=19)
    tests = counted(fight_of(state, {}, dice=EVEN))
    assert [test.get(f"unit.cover-{cover}", 0) for test in tests] == [worth * (name in covered) for name in "ab"]


@pytest.mark.proves("02.06.6", "07.05.1")
def test_R132_who_comes_to_a_wall_in_his_attack_has_no_cover_of_it_as_long_as_they_are_in_contact() -> None:
    wall = {"id": "wall", "type": "linear", "kind": "wall", "line": ((30, 46.02), (70, 46.02)), "cover": 2}
    units = foot("a", 0, 50, 42), foot("b", 1, 50, 46.04)
    state = field_of(*units, terrain=[wall], staff=FAR)
    fight_of(state, {"a": attack("b")}, dice=[(6, 4)])
    assert unit_of(state, "b").order == "LU"
    for _ in range(2):
        state.line, state.agenda = schedule.TimeLine(STEPS, measure.TURN), []
        melee.plan_melees(state)
        (event,) = (event for event in state.line.waiting if event.kind == "melee")
        melee.melee(table_for(state, GAME), event)
        (throw,) = (step for step in state.agenda if isinstance(step, melee.MeleeThrow))
        assert (throw.situation.a_cover, throw.situation.b_cover) == (0, 2)


@pytest.mark.proves("02.06.6", "07.05.1")
def test_R132_of_two_who_attacked_each_other_neither_has_cover() -> None:
    """One throw settles it, and the one who is put in LU by it stands where his own attack has led him."""
    wall = {"id": "wall", "type": "linear", "kind": "wall", "line": ((30, 46.79), (70, 46.79)), "cover": 2}
    units = foot("a", 0, 50, 42), foot("b", 1, 50, 48.5)
    state = field_of(*units, terrain=[wall], staff=FAR)
    fight_of(state, {"a": attack("b", pace="charge"), "b": attack("a")}, dice=[(4, 4)])
    assert unit_of(state, "b").order == "LU"
    state.line, state.agenda = schedule.TimeLine(STEPS, measure.TURN), []
    melee.plan_melees(state)
    (event,) = (event for event in state.line.waiting if event.kind == "melee")
    melee.melee(table_for(state, GAME), event)
    (throw,) = (step for step in state.agenda if isinstance(step, melee.MeleeThrow))
    assert (throw.situation.a_cover, throw.situation.b_cover) == (0, 0)


@pytest.mark.proves("07.05.1")
@pytest.mark.parametrize(("weapon", "results"), [("shotgun", (10, 7)), ("smoothbore_musket", (7, 7))])
def test_shotguns_count_in_melee(weapon: str, results: tuple[int, int]) -> None:
    outputs = fought(*locked(weapon=weapon)).ruling("melee").outputs
    assert (outputs["result_a"], outputs["result_b"]) == results


@pytest.mark.proves("07.04.4")
def test_two_units_whose_last_figures_fight_others_throw_nothing_at_each_other() -> None:
    """Two batteries muzzle to muzzle with a gunner each, and at the flank of each a company that takes him up."""
    few = {"figures": 6, "companies": 2}
    fight = fought(
        foot("a", 0, 52, 48, face=270, **few),
        foot("b", 1, 48, 43.7, face=90, **few),
        cannon("g", 0, 50, 46, figures=1),
        cannon("h", 1, 50, 46, figures=1),
        dice=[(1, 2)] * 4,
    )
    pairs = [ruling.outputs for ruling in fight.rulings if ruling.procedure == "melee"]
    # a company of six makes a melee unit, a single gunner none
    assert [(one["melee_units_a"], one["melee_units_b"]) for one in pairs] == [(1, 0), (0, 1)]
