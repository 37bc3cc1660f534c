"""Whole games of the computer players: every answer is legal and has a reason that can be read."""

from random import Random

import pytest

from feltherre.core import engine
from feltherre.core.catalogue import render
from feltherre.core.dice import KeyedStream
from feltherre.core.game import Seat, Setup
from feltherre.core.table import Table
from feltherre.games.winterwar.game import GAME
from feltherre.games.winterwar.units import ROLES
from feltherre.players.player import position_for

SETUP = Setup(seats=(Seat("a", ("finland",)), Seat("b", ("soviet",))))


def play_checked(names: tuple[str, str], turns: int) -> set[str]:
    """Play some turns; every answer is checked against its decision. The keys of the reasons that were given."""
    players = {role: GAME.players[name]() for role, name in zip(ROLES, names, strict=True)}
    table = engine.begin(GAME, SETUP, KeyedStream(b"whole games"))
    state, stream, said = table.state, table.stream, set()
    while (decisions := engine.open_decisions(GAME, state)) and state.turn <= turns:
        role = decisions[0].role
        chosen = players[role].choose(position_for(GAME, state, (role,), role, Random(1)))
        decisions[0].space.check(chosen.action)
        sentence = render(chosen.why)
        assert not set("<>{}") & set(sentence), (chosen.why.key, sentence)
        said.add(chosen.why.key)
        engine.carry_out(Table(GAME, state, stream), decisions, role, chosen.action)
        assert not GAME.invariants(state)
    return said


@pytest.mark.parametrize("names", [("captain", "captain"), ("greedy", "greedy")], ids=["captain", "greedy"])
def test_every_answer_is_legal_and_says_why(names: tuple[str, str]) -> None:
    assert len(play_checked(names, turns=3)) > 5


def test_the_captain_plays_to_the_end() -> None:
    assert "core.why.none" in play_checked(("captain", "greedy"), turns=8)


def test_the_game_lists_its_players_strongest_first() -> None:
    assert list(GAME.players) == ["captain", "greedy"]
    assert [make().name for make in GAME.players.values()] == ["captain", "greedy"]
