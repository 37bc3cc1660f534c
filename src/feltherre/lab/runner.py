"""One game between computer players, quickly, or through a match that leaves a record.

Everything follows from the seed and the number of the game: the key of the dice, and a source of chance of its own for
each player, so that the same game comes out wherever and in whatever order it is played.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from feltherre.core import engine
from feltherre.core.dice import KeyedStream
from feltherre.core.game import Game, Seat, Setup
from feltherre.core.match import Match
from feltherre.core.pace import snapshot_due
from feltherre.core.registry import get_game
from feltherre.core.state import Result, State
from feltherre.core.table import Table
from feltherre.players.listed import make_player
from feltherre.players.player import Player, position_for

#: a game that has not ended after so many actions is counted as unfinished
MOST_ACTIONS = 20_000


class Task(Struct, frozen=True):
    """One game to be played; it travels to the process that plays it."""

    game: str
    setup: Setup
    #: the computer player of each seat
    players: tuple[str, ...]
    seed: int
    number: int
    #: the file for its record; empty: none is kept
    record: str = ""


class Played(Struct, frozen=True):
    """How a game went."""

    number: int
    winner: str | None
    degree: str | None
    score: int | None
    turns: int
    actions: int
    seconds: float


class Seated:
    """A computer player on its seat, with its own source of chance."""

    __slots__ = ("player", "rng", "roles")

    def __init__(self, seat: Seat, player: Player, rng: Random) -> None:
        self.roles = seat.roles
        self.player = player
        self.rng = rng

    def answer(self, game: Game[Any], state: Any, role: str) -> Any:
        position = position_for(game, state, self.roles, role, self.rng)
        return self.player.choose(position).action


def play(task: Task) -> Played:
    """Play one game to its end."""
    game = get_game(task.game)
    seated = seat_players(game, task)
    start = time.perf_counter()
    if task.record:
        state, actions = _through_match(game, task, seated)
    else:
        state, actions = _quickly(game, task, seated)
    seconds = time.perf_counter() - start
    result: Result | None = state.result
    return Played(
        number=task.number,
        winner=winner_of(result),
        degree=result.degree if result else None,
        score=result.score if result else None,
        turns=game.turns(state),
        actions=actions,
        seconds=seconds,
    )


def winner_of(result: Result | None) -> str | None:
    """The roles that won, as one word: `norway+allies`; None if nobody did."""
    return "+".join(result.winners) or None if result else None


def key_of(task: Task) -> bytes:
    """The key of a game's dice, from its seed and number."""
    return hashlib.sha256(f"feltherre series {task.seed} game {task.number}".encode()).digest()


def seat_players(game: Game[Any], task: Task) -> dict[str, Seated]:
    """The player that answers for each role."""
    seated: dict[str, Seated] = {}
    for seat, name in zip(task.setup.seats, task.players, strict=True):
        rng = Random(f"feltherre series {task.seed} game {task.number} seat {seat.name}")
        player = Seated(seat, make_player(game, name), rng)
        seated |= dict.fromkeys(seat.roles, player)
    return seated


def _quickly(game: Game[Any], task: Task, seated: dict[str, Seated]) -> tuple[State, int]:
    """Without seats, record, undo and log: only the rules. Players give legal answers; they are not checked again."""
    table = engine.begin(game, task.setup, KeyedStream(key_of(task)))
    state, stream = table.state, table.stream
    actions = 0
    while actions < MOST_ACTIONS and (decisions := engine.open_decisions(game, state)):
        role = _next_to_answer(state, [decision.role for decision in decisions])
        action = seated[role].answer(game, state, role)
        actions += 1
        engine.carry_out(Table(game, state, stream, actions, quiet=True), decisions, role, action)
    return state, actions


def _through_match(game: Game[Any], task: Task, seated: dict[str, Seated]) -> tuple[State, int]:
    """With everything a game between people has, so that its record can be verified."""
    lines: list[bytes] = []
    match = Match(game, task.setup, key=key_of(task), journal=lines.append)
    snapshot = _snapshot_now_and_then(match)
    actions = 0
    while actions < MOST_ACTIONS and not match.over:
        snapshot()
        decision = match.unanswered()[0]
        match.answer(decision, seated[decision.role].answer(game, match.state, decision.role))
        actions += 1
    match.snapshot()
    match.end("" if match.over else "unfinished")
    Path(task.record).write_bytes(b"".join(lines))
    return match.state, actions


def _snapshot_now_and_then(match: Match[Any]) -> Callable[[], None]:
    """A function that writes a snapshot at the start, and whenever some turns have passed."""
    last = -1

    def snapshot() -> None:
        nonlocal last
        turn = match.game.turns(match.state)
        if last < 0 or snapshot_due(turn, last):
            match.snapshot()
        last = turn

    return snapshot


def _next_to_answer(state: State, roles: Sequence[str]) -> str:
    """The first role that is asked and has not yet answered."""
    if not state.sealed:
        return roles[0]
    answered = {sealed.role for sealed in state.sealed}
    return next(role for role in roles if role not in answered)
