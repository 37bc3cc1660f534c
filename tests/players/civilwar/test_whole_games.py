"""Whole turns of the computer players: every answer is legal and has a reason that can be read."""

from random import Random

import pytest

from feltherre.core import catalogue, dice, engine
from feltherre.core.game import Seat, Setup
from feltherre.core.table import Table
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.players import PLAYERS
from feltherre.games.civilwar.state import ROLES, CivilWarState
from feltherre.players.player import position_for


def play_checked(names: tuple[str, str], turns: int, scenario: str = "hokes-run") -> tuple[set[str], CivilWarState]:
    """Play some turns; every answer is checked against its decision. The keys of the reasons that were given."""
    players = {role: GAME.players[name]() for role, name in zip(ROLES, names, strict=True)}
    setup = Setup((Seat("a", ("union",)), Seat("b", ("confederate",))), scenario=scenario)
    table = engine.begin(GAME, setup, dice.KeyedStream(b"whole games of captains"))
    state, stream, said = table.state, table.stream, set()
    while (decisions := engine.open_decisions(GAME, state)) and state.turn <= turns:
        answered = {one.role for one in state.sealed}
        decision = next(one for one in decisions if one.role not in answered)
        role = decision.role
        chosen = players[role].choose(position_for(GAME, state, (role,), role, Random(state.turn)))
        decision.space.check(chosen.action)
        for lang in ("en", "da", "nb", "sv"):
            sentence = catalogue.render(chosen.why, lang)
            assert not set("<>{}") & set(sentence), (chosen.why.key, sentence)
        said.add(chosen.why.key)
        said |= {reason.key for reason in chosen.why.args.get("reasons", ())}
        engine.carry_out(Table(GAME, state, stream), decisions, role, chosen.action)
    return said, state


@pytest.mark.parametrize("names", [("captain", "greedy"), ("greedy", "captain")], ids=["union", "confederate"])
def test_every_answer_is_legal_and_says_why(names: tuple[str, str]) -> None:
    said, state = play_checked(names, turns=99)
    assert state.result is not None
    assert len(said) > 8


def test_the_captain_commands_a_large_field() -> None:
    said, state = play_checked(("captain", "captain"), turns=1, scenario="henry-house-hill")
    assert state.turn == 2
    assert {"civilwar.why.sheet", "civilwar.why.march"} <= said


def test_the_game_lists_its_players_strongest_first() -> None:
    assert list(GAME.players) == list(PLAYERS) == ["captain", "greedy"]
    assert [make().name for make in GAME.players.values()] == ["captain", "greedy"]
