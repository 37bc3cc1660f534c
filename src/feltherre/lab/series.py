"""A series of games: the same set-up and players again and again, on one core, on several, or on a cluster."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import active_children, get_context, parent_process
from pathlib import Path

from msgspec import UNSET
from msgspec.structs import replace

from feltherre.core.errors import BadInput
from feltherre.core.game import Setup
from feltherre.core.registry import get_game
from feltherre.core.text import say
from feltherre.lab.runner import Played, Task, play
from feltherre.players.listed import make_player, seats_for

#: called with each game as it ends, in whatever order
Watch = Callable[[Played], None]


def tasks(
    game_id: str,
    players: tuple[str, ...],
    games: int,
    seed: int,
    *,
    scenario: str = "",
    scenario_file: str = "",
    options: dict[str, str] | None = None,
    records: Path | None = None,
) -> list[Task]:
    """The games of a series; BadInput if they cannot be played so."""
    game = get_game(game_id)
    made = Setup((), options or {}, scenario, scenario_file=scenario_file or UNSET)
    game.check_choices(made)
    setup = replace(made, seats=seats_for(game, players, made))
    game.check_setup(setup)
    for name in players:
        make_player(game, name)
    if records is not None:
        try:
            records.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(say("cli.bad.directory", path=str(records), fault=error.strerror)) from None
    return [
        Task(game_id, setup, players, seed, number, _record_file(records, game_id, seed, number, games))
        for number in range(1, games + 1)
    ]


def _record_file(records: Path | None, game_id: str, seed: int, number: int, games: int) -> str:
    if records is None:
        return ""
    return str(records / f"{game_id}-{seed}-{number:0{len(str(games))}}.jsonl")


def play_series(todo: list[Task], jobs: int = 1, watch: Watch = lambda played: None) -> list[Played]:
    """Play all games and give them in their order, whatever the number of processes."""
    if jobs <= 1 or len(todo) <= 1:
        return _in_order(_watched(map(play, todo), watch))
    # spawned, not forked: a progress bar has a thread of its own, and a fork with threads can hang
    context, processes = get_context("spawn"), min(jobs, len(todo))
    others = set(active_children())
    with ProcessPoolExecutor(processes, mp_context=context, initializer=follow_the_parent) as pool:
        futures = [pool.submit(play, task) for task in todo]
        try:
            return _in_order(_watched((future.result() for future in as_completed(futures)), watch))
        except BaseException:
            # the games under way would not be counted any more
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in set(active_children()) - others:
                worker.kill()
            raise


def follow_the_parent() -> None:
    """Ctrl-C reaches every process of a terminal; one of them is enough to stop the series. A parent that is ended
    otherwise takes its workers with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, name="parent", daemon=True).start()


def _end_with_the_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _watched(games: Iterable[Played], watch: Watch) -> Iterable[Played]:
    for game in games:
        watch(game)
        yield game


def _in_order(games: Iterable[Played]) -> list[Played]:
    return sorted(games, key=lambda game: game.number)
