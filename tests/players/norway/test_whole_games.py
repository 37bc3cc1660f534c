"""Whole games of the computer players: every answer is legal and has a reason that can be read."""

from __future__ import annotations

import pytest

from feltherre.core.catalogue import render
from feltherre.games.norway.game import GAME
from feltherre.lab.runner import Task, play
from feltherre.lab.series import tasks


def series(players: str, games: int) -> list[Task]:
    return tasks("norway", tuple(players.split(",")), games, 3)


@pytest.mark.parametrize("players", ["captain,captain,captain", "greedy,greedy", "captain,random,greedy"])
def test_games_come_to_an_end(players: str) -> None:
    for task in series(players, 2):
        played = play(task)
        assert played.winner in ("germany", "norway+allies")
        assert 0 <= played.score <= 6


def test_the_game_lists_its_players_strongest_first() -> None:
    assert list(GAME.players) == ["captain", "greedy"]
    assert [make().name for make in GAME.players.values()] == ["captain", "greedy"]


@pytest.mark.parametrize("name", ["captain", "greedy"])
def test_every_reason_can_be_read(name: str) -> None:
    """No key without its sentence, no sentence with a hole in it."""
    from norway_table.redeals import THREE, positions, redealt

    player = GAME.players[name]()
    said = set()
    for state, roles, role in positions(name, THREE, seed=5):
        why = player.choose(redealt(state, roles, role, 1)).why
        sentence = render(why)
        assert not set("<>{}") & set(sentence), (why.key, sentence)
        said.add(why.key)
    assert len(said) > 8
