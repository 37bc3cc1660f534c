"""Whole games of the computer players: every answer is legal and has a reason that can be read."""

from __future__ import annotations

import pytest

from feltherre.core.catalogue import render
from feltherre.core.game import Setup
from feltherre.games.norway.game import GAME
from feltherre.lab.runner import Task, play
from feltherre.lab.series import tasks
from norway_table.redeals import ADVANCED_THREE, THREE, positions, redealt

ADVANCED = {"rules": "advanced"}


def series(players: str, games: int, options: dict[str, str] | None = None) -> list[Task]:
    return tasks("norway", tuple(players.split(",")), games, 3, options=options)


@pytest.mark.parametrize("players", ["captain,captain,captain", "greedy,greedy", "captain,random,greedy"])
def test_games_come_to_an_end(players: str) -> None:
    for task in series(players, 2):
        played = play(task)
        assert played.winner in ("germany", "norway+allies")
        assert 0 <= played.score <= 6


@pytest.mark.parametrize(
    "players", ["captain,captain,captain", "greedy,greedy", "captain,random,greedy", "random,captain,captain"]
)
def test_games_with_ships_come_to_an_end(players: str) -> None:
    for task in series(players, 2, ADVANCED):
        played = play(task)
        assert played.winner in ("germany", "norway+allies")


def test_the_game_lists_its_players_strongest_first() -> None:
    assert list(GAME.players) == ["captain", "greedy"]
    assert [make().name for make in GAME.players.values()] == ["captain", "greedy"]


@pytest.mark.parametrize("setup", [THREE, ADVANCED_THREE], ids=["basic", "advanced"])
def test_every_reason_can_be_read(setup: Setup) -> None:
    """No key without its sentence, no sentence with a hole in it."""
    player = GAME.players["captain"]()
    said = set()
    for state, roles, role in positions("captain", setup, seed=5):
        why = player.choose(redealt(state, roles, role, 1)).why
        sentence = render(why)
        assert not set("<>{}") & set(sentence), (why.key, sentence)
        said.add(why.key)
    assert len(said) > 8
