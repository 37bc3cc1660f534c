"""What players are told of a scenario: each side what it may read (01.05.1), and beginners a lesson a turn."""

from functools import cache

import pytest

from civilwar_turns import battle_at
from feltherre.core.catalogue import find, languages, reading_in, render
from feltherre.core.game import Seat, Setup
from feltherre.core.match import Match
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.scenario import load_scenario
from feltherre.games.civilwar.state import ON_TABLE, ROLES, CivilWarState, change

SEATS = tuple(Seat(role, (role,)) for role in ROLES)


@cache
def _begun(scenario: str) -> Match:
    return Match(GAME, Setup(SEATS, scenario=scenario), key=bytes(32))


def begun(scenario: str) -> CivilWarState:
    return _begun(scenario).state.clone()


def brief(state: CivilWarState, *roles: str, all_seeing: bool = False) -> str:
    return "\n".join(render(line.text) for line in GAME.brief(state, roles, all_seeing=all_seeing))


@pytest.mark.parametrize("name", GAME.scenarios)
def test_each_side_reads_its_own_task_and_not_the_enemys(name: str) -> None:
    state, scenario = begun(name), load_scenario(name)
    tasks = [render(side.task) for side in scenario.sides]
    points = [[render(term.text) for term in scenario.victory if term.side == role] for role in ROLES]
    for side, role in enumerate(ROLES):
        told = brief(state, role)
        assert tasks[side] in told
        assert tasks[1 - side] not in told
        assert all(text in told for text in points[side])
        assert not any(text in told for text in points[1 - side] if text not in points[side])
    umpire, spectator = brief(state, all_seeing=True), brief(state)
    assert all(task in umpire and task not in spectator for task in tasks)
    assert render(scenario.story) in spectator


def test_a_special_rule_that_one_side_knows_is_told_to_it_alone() -> None:
    state, scenario = begun("cornfield"), load_scenario("cornfield")
    (secret,) = [render(one.text) for one in scenario.special if one.known_to == "confederate"]
    assert secret in brief(state, "confederate")
    assert secret not in brief(state, "union")
    assert secret not in brief(state)


def test_who_is_still_to_come_is_told_until_he_is_there() -> None:
    state = begun("kernstown")
    assert "Still to come, in turn 5: 14th Indiana (in14)" in brief(state, "union")
    assert "14th Indiana" not in brief(state, "confederate")
    change(state, "in14", where=ON_TABLE)
    assert "14th Indiana" not in brief(state, "union")


def test_a_commander_of_several_reads_the_brief_of_his_side() -> None:
    options = {"commanders": "several"}
    roles = GAME.roles_in(Setup((), options, "kernstown"))
    setup = Setup(tuple(Seat(role, (role,)) for role in roles), options, "kernstown")
    state = Match(GAME, setup, key=bytes(32)).state
    assert brief(state, "union-tyler") == brief(begun("kernstown"), "union")


def test_the_tutorial_teaches_a_rule_a_turn() -> None:
    state = begun("hokes-run")
    teaches = load_scenario("hokes-run").teaches
    (first,) = GAME.lesson(state)
    assert first.rule == teaches[0]
    assert render(first.text).startswith(f"Lesson 1 of {len(teaches)}: Both sides write their orders")
    state.turn = len(teaches)
    (last,) = GAME.lesson(state)
    assert last.rule == teaches[-1]
    state.turn += 1
    assert not GAME.lesson(state), "then it has taught all"
    assert not GAME.lesson(battle_at("kernstown", turn=1, seed=1).state), "the others teach nothing"


@pytest.mark.parametrize("lang", languages())
def test_every_rule_that_is_taught_has_a_lesson_of_its_own(lang: str) -> None:
    with reading_in(lang):
        for name in GAME.scenarios:
            for number in load_scenario(name).teaches:
                assert find(f"civilwar.lesson.{number}") is not None
                assert number in GAME.ledger.rules
