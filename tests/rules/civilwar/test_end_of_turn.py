"""The end of a turn, seen as an umpire sees it: who is counted, when, and what stays on the table (06.03.6, 07.06,
08.03.4, 08.04, 08.05)."""

from typing import Any

import pytest
from msgspec.structs import replace

from cases import cases
from civilwar_attack import fight_of
from civilwar_fire import battery
from civilwar_forced import Dice, run
from civilwar_sheets import begin, play
from civilwar_table import cannon, chief, field_of, foot, horse, inf, with_unit
from feltherre.core.table import Table
from feltherre.games.civilwar import field, forced, parts, pursuit, rallying, succession, surrender, works
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.language import Attack, OrderLine, Prefs, Reorganise, Work
from feltherre.games.civilwar.scenario import lend_scenario
from feltherre.games.civilwar.state import CivilWarState, Mending, move_staff, note, staff_of, unit_of
from feltherre.games.civilwar.steps import EndOfMoves


def carried(state: CivilWarState, *steps: Any, dice: tuple[tuple[int, ...], ...] = ()) -> Table[CivilWarState]:
    """Carry steps out and what they bring about, up to the book-keeping."""
    table: Table[CivilWarState] = Table(GAME, state, Dice(dice), line=1)
    table.push(*steps)
    while state.agenda:
        one = state.agenda.pop()
        if type(one).__name__ == "BookKeeping":
            break
        rules = GAME.all_steps[type(one)]
        if rules.alive(state, one):
            rules.proceed(table, one)
    return table


@pytest.mark.proves("08.05.3", "08.04.4")
def test_a_general_who_surrenders_with_his_unit_is_replaced_at_the_end_of_the_same_turn() -> None:
    staff = [
        chief("top", 0, at=(100, 10), rank="division"),
        chief("chief-0", 0, at=(5, 5), under="top"),
        chief("chief-1", 1, at=(155, 5)),
    ]
    state = field_of(foot("a", 0, 50, 40, 1, companies=1), foot("b", 1, 50, 41), staff=staff)
    with_unit(state, "a", order="FU")
    move_staff(state, "chief-0", beside="a")
    carried(state, EndOfMoves(), dice=((4, 5),))
    assert unit_of(state, "a").figures == 0
    general = staff_of(state, "chief-0")
    assert general.on_table
    assert not general.vacant


@pytest.mark.proves("08.04.4")
def test_all_gunners_of_a_limbered_battery_in_rout_give_up_with_their_guns() -> None:
    state = field_of(
        cannon("g", 0, 50, 40, formation="march_column"), foot("b", 1, 50, 40.5), foot("c", 1, 50, 26, face=0)
    )
    with_unit(state, "g", order="FU")
    assert surrender.figures_near_enemy(state, unit_of(state, "g")) == 4
    with_unit(state, "c", where="lost")
    # only the gun or only its limber is near: half of them
    assert surrender.figures_near_enemy(state, unit_of(state, "g")) == 2


@pytest.mark.proves("08.04.4")
def test_who_surrenders_is_told_by_that_rule_and_who_is_taken_by_the_dice_by_his() -> None:
    state = field_of(foot("a", 0, 50, 40, 8), foot("b", 1, 50, 41))
    with_unit(state, "a", order="FU")
    table = carried(state, surrender.Surrender())
    told = {event.text.key: (event.text.args["n"], event.rule) for event in table.events if "n" in event.text.args}
    # in rout the eight stand three deep: three of them 1 cm from the enemy, the others 2.5 cm
    assert told == {"civilwar.end.surrenders": (3, "08.04.4")}
    taken = Table(GAME, field_of(foot("a", 0, 50, 40), foot("b", 1, 50, 90, face=0)), Dice(()), line=1)
    surrender.take_prisoners(taken, "a", 2, "b")
    assert [(event.text.key, event.rule) for event in taken.events] == [("civilwar.end.prisoners", "07.06.4")]


@pytest.mark.proves("08.04.4")
@pytest.mark.parametrize(("enemy", "near"), [(42.0, True), (42.01, False)])
def test_who_is_more_than_two_centimetres_from_every_enemy_does_not_give_up(enemy: float, near: bool) -> None:
    state = field_of(foot("a", 0, 50, 40), foot("b", 1, 50, enemy))
    with_unit(state, "a", order="FU")
    assert (surrender.figures_near_enemy(state, unit_of(state, "a")) > 0) == near


@pytest.mark.proves("07.06.4", "08.02.6")
def test_the_guns_of_a_battery_whose_last_gunners_are_taken_stay_on_the_table() -> None:
    state = field_of(cannon("g", 0, 50, 40), foot("b", 1, 50, 44))
    table: Table[CivilWarState] = Table(GAME, state, Dice(()), line=1)
    surrender.take_prisoners(table, "g", 4, "b")
    assert [(one.kind, one.unit, one.side) for one in state.made] == [("guns", "g", 0)]


@pytest.mark.proves("08.04.2")
def test_a_unit_in_uorden_that_fights_a_melee_has_not_stood_idle() -> None:
    state = field_of(foot("a", 0, 50, 40), foot("b", 1, 90, 80), turn=5)
    with_unit(state, "a", order="U", order_turn=2, clean=1)
    note(state, "a", line=OrderLine(Reorganise()))
    fought = replace(unit_of(state, "a"), fired=5)
    state.units[0] = fought
    carried(state, rallying.Reorganising())
    assert (unit_of(state, "a").order, unit_of(state, "a").clean) == ("U", 0)


@pytest.mark.proves("06.03.6")
@pytest.mark.parametrize("melee", [True, False])
def test_no_gun_is_mended_in_a_turn_of_melee(melee: bool) -> None:
    state = field_of(cannon("g", 0, 50, 40), foot("b", 1, 90, 80), turn=5)
    mending = (Mending("gun", 1),)
    with_unit(state, "g", battery=replace(battery(state), damaged=1, mending=mending), fired=5 if melee else 0)
    note(state, "g", line=OrderLine(Work("repair_gun")))
    works.count_works(Table(GAME, state, Dice(()), line=1))
    assert (battery(state).damaged, battery(state).mending) == ((1, mending) if melee else (0, ()))


@pytest.mark.proves("10.01.1")
def test_a_turn_of_melee_is_no_turn_of_work() -> None:
    state = field_of(foot("a", 0, 50, 40), foot("b", 1, 90, 80), turn=5)
    with_unit(state, "a", fired=5, work="light_field_work", worked=2)
    note(state, "a", line=OrderLine(Work("light_field_work")))
    works.count_works(Table(GAME, state, Dice(()), line=1))
    assert unit_of(state, "a").worked == 2


@pytest.mark.proves("08.03.4")
@pytest.mark.parametrize(("friend", "checked"), [(45, False), (70, True)])
def test_only_a_flight_that_comes_so_far_is_checked_behind_a_friend(friend: int, checked: bool) -> None:
    state = field_of(foot("a", 0, 50, 100), foot("f", 0, 50, friend), foot("b", 1, 50, 115), size=(160, 140))
    with_unit(state, "a", order="FU")
    ran = run(state, forced.start_of_turn, dice=[(6, 6)])
    assert "civilwar.forced.carried-not" in ran.told
    assert ran.doing("a").checked is checked


@pytest.mark.proves("08.05.2")
def test_whoever_succeeds_the_commander_has_no_second_move_in_the_turn() -> None:
    staff = [
        chief("top", 0, at=(100, 10), rank="division"),
        chief("chief-0", 0, at=(5, 5), under="top"),
        chief("chief-1", 1, at=(155, 5)),
    ]
    state = field_of(foot("a", 0, 50, 40), foot("b", 1, 50, 90), staff=staff)
    scenario = field.scenario_of(state)
    sides = (replace(scenario.sides[0], succession=("chief-0",)), scenario.sides[1])
    lend_scenario(replace(scenario, id="succession", sides=sides))
    state.scenario = "succession"
    move_staff(state, "chief-0", moved=True)
    succession.lose_staff(Table(GAME, state, Dice(()), line=1), staff_of(state, "top"), "fallen")
    assert staff_of(state, "top").on_table
    assert staff_of(state, "top").moved


@pytest.mark.proves("07.02.5")
@pytest.mark.parametrize(
    ("beyond", "order", "offered"), [((56, 66), "OR", False), ((61, 46), "OR", True), ((61, 46), "FU", False)]
)
def test_no_new_target_is_offered_behind_the_broken_one_nor_one_in_rout(
    beyond: tuple[int, int], order: str, offered: bool
) -> None:
    state = field_of(
        horse("a", 0, 50, 30), foot("b", 1, 50, 46, 12), inf("n", 1, at=beyond, face=180, figures=12), size=(160, 160)
    )
    with_unit(state, "a", in_motion=True)
    with_unit(state, "n", order=order)
    fight = fight_of(state, {"a": OrderLine(Attack("b", pace="charge"), Prefs(surprised="no"))}, dice=[(5, 5)])
    (question,) = fight.asked
    assert question.prompt.key == "civilwar.prompt.pursue"
    assert (pursuit.AttackNext("n") in question.space.actions) is offered


@cases(
    "unit part after",
    # whom his companies bring U begins anew; so do two in U, of whom one has marched
    ("08.04.1 08.04.2", ("LU", 1), ("U", 0), [("U", 0), ("U", 1), ("LU", 0)]),
    ("08.04.1 08.04.2", ("U", 1), ("U", 1), [("U", 0), ("U", 1), ("LU", 0)]),
    ("08.04.1 08.04.2", ("OR", 0), ("LU", 1), [("LU", 0), ("LU", 1), ("OR", 0)]),
    # of two in LU what counts for both, whoever marches
    ("08.04.1 08.04.2", ("LU", 1), ("LU", 0), [("LU", 1), ("OR", 0)]),
    ("08.04.1 08.04.2", ("LU", 1), ("LU", 1), [("OR", 0)]),
    ("08.04.1 08.04.2", ("U", 1), ("LU", 0), [("LU", 0)]),
)
def test_R122_companies_that_come_back_do_not_shorten_the_time_to_reorganise(
    unit: tuple[str, int], part: tuple[str, int], after: list[tuple[str, int]]
) -> None:
    chiefs = [chief("chief-0", 0, at=(40, 20)), chief("chief-1", 1, at=(50, 110))]
    state = begin(field_of(foot("a", 0, 50, 40), foot("b", 1, 50, 110), staff=chiefs, turn=3))
    play(state, union={"a": "SPLIT 2"})
    for name, (state_of_order, clean) in {"a": unit, "a/1": part}.items():
        with_unit(state, name, order=state_of_order, order_turn=2, clean=clean)
    for number, expected in enumerate(after):
        play(state, union={"a/1": "JOIN a"} if number == 0 else {})
        whole = unit_of(state, "a")
        assert (whole.figures, whole.order, whole.clean) == (24, *expected)


@pytest.mark.proves("08.04.1")
def test_R122_men_whom_the_companies_lost_on_their_way_back_the_whole_has_lost() -> None:
    state = field_of(foot("a", 0, 50, 40), foot("part", 0, 50, 44, companies=2), foot("b", 1, 50, 110, face=0))
    with_unit(state, "a", order="LU", order_turn=0, clean=1)
    note(state, "part", men_lost=3)
    parts.rejoin(Table(GAME, state, Dice(()), line=1), unit_of(state, "part"), unit_of(state, "a"))
    carried(state, rallying.Reorganising())
    assert (unit_of(state, "a").order, unit_of(state, "a").clean) == ("LU", 0)


@pytest.mark.proves("08.02.1")
def test_R122_a_pinned_unit_whom_its_companies_bring_into_disorder_is_pinned_no_more() -> None:
    state = field_of(foot("a", 0, 50, 40), foot("part", 0, 50, 44, companies=2), foot("b", 1, 50, 110, face=0))
    with_unit(state, "a", order="LU", pinned=2)
    with_unit(state, "part", order="U")
    parts.rejoin(Table(GAME, state, Dice(()), line=1), unit_of(state, "part"), unit_of(state, "a"))
    assert (unit_of(state, "a").order, unit_of(state, "a").pinned) == ("U", 0)
