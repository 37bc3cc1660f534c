"""Series of games: the same seed gives the same games, whoever plays them and however many at a time."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from feltherre.core import errors, pace, record, registry, replay
from feltherre.core.game import Seat
from feltherre.lab import runner
from feltherre.lab.series import play_series, tasks
from feltherre.players import listed
from processes import SECONDS, all_gone, children

THREE = ("random", "random", "random")


def same(games: list[runner.Played]) -> list[tuple[object, ...]]:
    """Everything but the time it took."""
    return [(game.number, game.winner, game.degree, game.score, game.turns, game.actions) for game in games]


def test_same_seed_same_games_whatever_the_processes() -> None:
    todo = tasks("norway", THREE, 3, seed=11)
    alone = play_series(todo)
    watched: list[int] = []
    assert same(play_series(todo, jobs=2, watch=lambda game: watched.append(game.number))) == same(alone)
    assert sorted(watched) == [1, 2, 3]
    assert same(play_series(tasks("norway", THREE, 2, seed=11))) == same(alone)[:2], "games do not hang on their number"


def test_other_seed_other_games() -> None:
    assert same(play_series(tasks("norway", THREE, 2, seed=1))) != same(play_series(tasks("norway", THREE, 2, seed=2)))


def test_games_end_with_a_winner_and_count_their_turns() -> None:
    game = runner.play(tasks("norway", THREE, 1, seed=5)[0])
    assert game.winner in ("germany", "norway+allies")
    assert game.degree in ("clear", "narrow")
    assert game.score is not None
    assert 0 <= game.score <= 6
    assert game.turns >= 5
    assert game.actions > 2 * game.turns


def test_a_kept_record_is_of_the_same_game_and_can_be_verified(tmp_path: Path) -> None:
    (quick,) = play_series(tasks("norway", THREE, 1, seed=4))
    (kept,) = play_series(tasks("norway", THREE, 1, seed=4, records=tmp_path / "new"))
    assert same([kept]) == same([quick]), "the quick way and the whole way play the same game"
    (file,) = (tmp_path / "new").iterdir()
    found = replay.verify(file.read_bytes())
    assert (found.finished, found.dice_checked, found.states_checked) == (True, True, True)
    lines = record.read_lines(file.read_bytes())
    taken = sum(isinstance(line, record.Snapshot) for line in lines)
    assert taken == 2 + kept.turns // pace.SNAPSHOT_EVERY, "at the start, at every fifth turn and at the end"


def test_a_game_without_end_is_counted_as_unfinished(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(runner, "MOST_ACTIONS", 10)
    for records in (None, tmp_path):
        game = runner.play(tasks("norway", THREE, 1, seed=1, records=records)[0])
        assert (game.winner, game.degree, game.score, game.actions) == (None, None, None, 10)


def test_three_players_have_a_country_each_and_of_two_the_second_has_two() -> None:
    norway = registry.get_game("norway")
    assert [seat.roles for seat in listed.seats_for(norway, THREE)] == [("germany",), ("norway",), ("allies",)]
    assert listed.seats_for(norway, THREE[:2])[1] == Seat("norway+allies", ("norway", "allies"))
    with pytest.raises(errors.BadInput):
        listed.seats_for(norway, THREE[:1])


def test_players_are_found_by_name() -> None:
    norway = registry.get_game("norway")
    assert listed.player_names(norway)[-1] == "random"
    for name in listed.player_names(norway):
        assert listed.make_player(norway, name).name == name
        assert listed.make_player(norway, name) is not listed.make_player(norway, name), "every seat has its own"
    with pytest.raises(errors.BadInput, match="napoleon"):
        listed.make_player(norway, "napoleon")


@pytest.mark.skipif(not Path("/proc").exists(), reason="reads /proc")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_series_that_is_ended_leaves_no_worker_behind(how: signal.Signals) -> None:
    words = ("simulate", "winterwar", "--players", "captain,captain", "--games", "400", "--jobs", "2")
    series = subprocess.Popen(
        [sys.executable, "-m", "feltherre.cli.main", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # where the tests run in the background of a shell, Ctrl-C is ignored
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    end = time.monotonic() + SECONDS
    while len(children(series.pid)) < 3 and time.monotonic() < end:  # two players, and Python's keeper of resources
        time.sleep(0.05)
    workers = children(series.pid)
    assert len(workers) >= 2
    series.send_signal(how)
    assert series.wait(SECONDS) != 0
    assert all_gone(workers)
