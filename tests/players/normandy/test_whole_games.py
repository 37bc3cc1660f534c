"""Whole games of the computer players: every answer is legal, has a reason that can be read, and is the same again."""

from random import Random

import pytest

from feltherre.core import engine
from feltherre.core.catalogue import render
from feltherre.core.dice import KeyedStream
from feltherre.core.game import Seat, Setup
from feltherre.core.table import Table
from feltherre.games.normandy.game import GAME
from feltherre.games.normandy.units import ROLES
from feltherre.players.player import position_for
from normandy_table import hex_, position

SETUP = Setup(seats=(Seat("a", ("allied",)), Seat("b", ("german",))))


def play_checked(names: tuple[str, str], turns: int) -> tuple[list[str], set[str]]:
    """Play some turns; every answer is checked against its decision. All answers, and the keys of their reasons."""
    players = {role: GAME.players[name]() for role, name in zip(ROLES, names, strict=True)}
    table = engine.begin(GAME, SETUP, KeyedStream(b"whole games"))
    state, stream, given, said = table.state, table.stream, [], set()
    while (decisions := engine.open_decisions(GAME, state)) and state.turn <= turns:
        role = decisions[0].role
        chosen = players[role].choose(position_for(GAME, state, (role,), role, Random(len(given))))
        decisions[0].space.check(chosen.action)
        sentence = render(chosen.why)
        assert not set("<>{}") & set(sentence), (chosen.why.key, sentence)
        said.add(chosen.why.key)
        given.append(GAME.notation.write(chosen.action))
        engine.carry_out(Table(GAME, state, stream), decisions, role, chosen.action)
        assert not GAME.invariants(state)
    return given, said


@pytest.mark.parametrize("names", [("captain", "captain"), ("greedy", "greedy")], ids=["captain", "greedy"])
def test_every_answer_is_legal_and_says_why(names: tuple[str, str]) -> None:
    _, said = play_checked(names, turns=3)
    assert len(said) > 6
    assert "core.why.random" not in said, "a question that nobody has thought of"


def test_the_captain_plays_to_the_end() -> None:
    assert "core.why.none" in play_checked(("captain", "greedy"), turns=8)[1]


def test_the_same_dice_bring_the_same_choices() -> None:
    assert play_checked(("captain", "captain"), turns=1)[0] == play_checked(("captain", "captain"), turns=1)[0]


def test_the_game_lists_its_players_strongest_first() -> None:
    assert list(GAME.players) == ["captain", "greedy"]
    assert [make().name for make in GAME.players.values()] == ["captain", "greedy"]


def test_they_set_up_by_hand_what_the_scenario_has() -> None:
    seats = Setup(seats=SETUP.seats, options={"free_setup": "true"})
    for name in GAME.players:
        table, player = engine.begin(GAME, seats, KeyedStream(b"by hand")), GAME.players[name]()
        state, stream = table.state, table.stream
        while state.phase == "setup":
            decisions = engine.open_decisions(GAME, state)
            chosen = player.choose(position_for(GAME, state, ("german",), "german", Random(1)))
            engine.carry_out(Table(GAME, state, stream), decisions, "german", chosen.action)
        assert GAME.view(state, ()).places == GAME.view(engine.begin(GAME, SETUP, KeyedStream(b"")).state, ()).places


def test_the_germans_choose_alike_whatever_carpet_is_planned() -> None:
    """The plan is secret: what the captain is given has some other plan or none (R31)."""
    play = position(
        allied={"1511": ["br-3-inf", "ca-3-inf"], "1301": ["bm-raf-bc-1"]},
        german={"1512": ["de-21-pz", "de-711-inf"], "1613": ["de-12-ss-pz"]},
        side="german",
        asked_to_plan=True,
        alone=True,
    )
    chosen = set()
    for place in ("caen", "1613"):
        play.state.plan = hex_(place)
        given = position_for(GAME, play.state, ("german",), "german", Random(7))
        assert given.state.plan != play.state.plan
        chosen.add(GAME.notation.write(GAME.players["captain"]().choose(given).action))
    assert len(chosen) == 1
