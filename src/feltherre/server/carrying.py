"""What is done in another process for a game whose acts take long (`Game.heavy`): the acts themselves, what each seat
sees then, and what it asks about its decisions.

Each function here takes bytes and gives bytes back, in the encodings of the record, and keeps nothing that matters: a
process that dies in the middle has changed nothing.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Raw, Struct

from feltherre.core.chance import Drawn, Thrown
from feltherre.core.dice import KeyedStream, StreamPosition
from feltherre.core.event import Event
from feltherre.core.game import Game, Setup
from feltherre.core.hands import Hands, Picture
from feltherre.core.match import Match
from feltherre.core.pace import snapshot_due
from feltherre.core.record import AnyLine, Doing, Snapshot, write_line
from feltherre.core.registry import get_game
from feltherre.core.replay import do_again
from feltherre.core.seats import Standing, Takeback
from feltherre.core.state import canonical
from feltherre.core.table import Table
from feltherre.server import asking
from feltherre.server import messages as m
from feltherre.server.telling import Sight, sight_of

#: states that are kept as they came out of the last acts, so that they need not be read again
MOST_STATES = 8
_STATES: OrderedDict[bytes, Any] = OrderedDict()


class Now(Struct, frozen=True):
    """Where a match stands, for another process to take it up. As secret as the key of the dice: it goes over the pipe
    to our own process, and nowhere else."""

    game: str
    setup: Setup
    #: the number of the last line
    line: int
    state: Raw
    stream: StreamPosition
    players: dict[str, str]
    standing: dict[str, Standing]
    takeback: Takeback | None
    paused: bool
    ended: bool


class Task(Struct, frozen=True):
    """An act to be carried out."""

    now: Now
    #: the line of the record that it is to become
    line: Raw
    #: the turn in which the last snapshot was thought of
    turn: int
    #: one person plays against computers (`pass_at_once`)
    alone: bool
    #: the seats that are to be told what they see
    seats: tuple[str, ...]


class Outcome(Struct, frozen=True):
    """What has come of one line."""

    line: Raw
    state: Raw
    stream: StreamPosition
    events: list[Event]
    throws: list[Thrown]
    draws: list[Drawn]
    barrier: bool


class Done(Struct, frozen=True):
    """What has come of an act, and of all that follows from it by itself."""

    outcomes: list[Outcome]
    #: for the snapshot that is due
    pictures: list[Picture] | None
    sights: dict[str, Sight]


class _Noting(Hands):
    """Carry out everything here, and note what comes of it."""

    def __init__(self) -> None:
        self.outcomes: list[Outcome] = []
        self.seen: list[Picture] | None = None

    def carry_out(self, match: Match[Any], line: Doing) -> Table[Any]:
        table = super().carry_out(match, line)
        state, stream = Raw(canonical(match.state)), _position(match)
        made = table.events, table.throws, table.draws, table.barrier
        self.outcomes.append(Outcome(Raw(write_line(line)), state, stream, *made))
        return table

    def pictures(self, match: Match[Any], names: Sequence[str]) -> Sequence[Picture]:
        self.seen = list(super().pictures(match, names))
        return self.seen


# what goes in


def now_of(match: Match[Any], ended: bool) -> Now:
    return Now(
        game=match.game.id,
        setup=match.setup,
        line=match.next_line - 1,
        state=Raw(canonical(match.state)),
        stream=_position(match),
        players=match.players,
        standing=match.standing,
        takeback=match.takeback,
        paused=match.paused,
        ended=ended,
    )


def _position(match: Match[Any]) -> StreamPosition:
    assert isinstance(match.stream, KeyedStream)
    return match.stream.position


# what is done with it


def carry_out(task: bytes) -> bytes:
    """Carry out an act; Illegal or BadInput if it is not allowed."""
    wanted = msgspec.json.decode(task, type=Task)
    match = _taken_up(wanted.now)
    match.hands = hands = _Noting()
    line: AnyLine = msgspec.json.decode(wanted.line, type=AnyLine)
    do_again(match, line)
    if not isinstance(line, Snapshot):
        if wanted.alone:
            pass_at_once(match)
        if wants_snapshot(match, wanted.turn):
            match.snapshot()
    sights = {} if isinstance(line, Snapshot) else _sights(match, wanted.seats, match.over)
    _keep(match, hands.outcomes[-1].state if hands.outcomes else wanted.now.state)
    return msgspec.json.encode(Done(hands.outcomes, hands.seen, sights))


def look(now: bytes, seats: tuple[str, ...]) -> bytes:
    """What each of these seats sees."""
    stands = msgspec.json.decode(now, type=Now)
    match = _taken_up(stands)
    sights = _sights(match, seats, stands.ended)
    _keep(match, stands.state)
    return msgspec.json.encode(sights)


def ask(now: bytes, seat: str, message: str) -> bytes:
    """What a seat asks about its decisions, answered; Illegal or BadInput as there."""
    stands = msgspec.json.decode(now, type=Now)
    match = _taken_up(stands)
    try:
        return m.write(asking.answer(asking.Open(match), seat, m.read(message)))
    finally:
        _keep(match, stands.state)


def get_ready(game_id: str) -> None:
    """Read the game, so that nobody waits for it later."""
    get_game(game_id)


def pass_at_once(match: Match[Any]) -> None:
    """Windows in which a standing instruction passes are not even shown."""
    while not (match.paused or match.takeback) and (passes := match.standing_passes()):
        seat, decision, action = passes[0]
        match.act(seat, decision.role, decision.id, action, auto=True)


def wants_snapshot(match: Match[Any], last: int) -> bool:
    """What each seat sees is written down now and then, and when the game is over."""
    return match.over or snapshot_due(match.game.turns(match.state), last)


def _sights(match: Match[Any], seats: Sequence[str], ended: bool) -> dict[str, Sight]:
    now = asking.Open(match)
    return {seat: sight_of(match, now, seat, ended) for seat in seats}


def _taken_up(now: Now) -> Match[Any]:
    game = get_game(now.game)
    last = Snapshot(n=now.line, seats=(), state="")
    match = Match.taken_up(game, now.setup, _state(game, bytes(now.state)), KeyedStream.at(now.stream), last)
    match.players, match.standing = now.players, now.standing
    match.takeback, match.paused = now.takeback, now.paused
    return match


def _state(game: Game[Any], data: bytes) -> Any:
    """The state itself if it is still here, and with it all that the game has found out about its pieces."""
    found = _STATES.pop(data, None)
    return game.read_state(data) if found is None else found


def _keep(match: Match[Any], data: Raw) -> None:
    _STATES[bytes(data)] = match.state
    while len(_STATES) > MOST_STATES:
        _STATES.popitem(last=False)
