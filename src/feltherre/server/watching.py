"""What spectators are shown of a game. Whoever has their link may be one of its players, so its makers choose: what
every seat knows, as it happens; or what all seats know together, some turns late; or nothing before the end.

`live` asks nothing of a game but that its view without roles holds only what every seat knows. Late, spectators are
served from the state in which an earlier turn began: from that turn on nothing reaches them, neither a position nor an
event nor that anything has happened.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal
from weakref import WeakKeyDictionary

from msgspec import Meta, Struct
from msgspec.structs import replace

from feltherre.core.match import SPECTATOR, Match
from feltherre.core.record import AnyLine, Ended, Undone
from feltherre.server import messages as m
from feltherre.server.pace import Days

if TYPE_CHECKING:
    from feltherre.server.presence import Connection

Watched = Literal["live", "late", "end"]
LIVE: Final = "live"
LATE: Final = "late"
TurnsLate = Annotated[int, Meta(ge=1, le=100)]


class TableInfo(Struct, frozen=True):
    """What the server knows of a game beside its record."""

    spectators: bool = False
    watched: Watched = LIVE
    turns_late: TurnsLate = 1
    #: what the person is called who made it
    maker: str = ""
    #: days for each answer; 0: as long as it takes
    pace: Days = 0


class Eyes(Struct, frozen=True):
    """What somebody sees: the game after a line of its record, with the eyes of these roles."""

    line: int
    state: Any
    roles: tuple[str, ...]
    #: the game has gone on since, and nothing of that may be told
    held: bool = False


class Begun(Struct, frozen=True):
    """The state in which a turn began, and the line that led to it."""

    turn: int
    line: int
    state: Any


def begun_turns(match: Match[Any], table: TableInfo) -> list[Begun]:
    """The turns of a game that has been played again, and whose states are still at hand."""
    if not table.spectators or table.watched == LIVE:
        return []
    counting = match.lines_that_count()
    found: list[Begun] = []
    for line, state in sorted(match.states.items()):
        if line in counting:
            _add(found, match, line, state)
    return found


def _add(turns: list[Begun], match: Match[Any], line: int, state: Any) -> None:
    turn = match.game.turns(state)
    if not turns or turn > turns[-1].turn:
        turns.append(Begun(turn, line, state.clone()))


class Gallery:
    """The spectators of one game. `note` is called after every change."""

    def __init__(self, match: Match[Any], table: TableInfo, turns: Sequence[Begun]) -> None:
        self.match = match
        self.table = table
        self._turns = list(turns)
        #: what each page was sent last, so that it is sent nothing when nothing has changed for it
        self._sent: WeakKeyDictionary[Connection, m.Position] = WeakKeyDictionary()

    @property
    def is_held(self) -> bool:
        return bool(self._turns) and not isinstance(self.match.lines[-1], Ended)

    def note(self, lines: Sequence[AnyLine]) -> None:
        if not self._turns:
            return
        for line in lines:
            if isinstance(line, Undone):
                self._turns = [begun for begun in self._turns if begun.line <= line.to] or self._turns[:1]
        _add(self._turns, self.match, self.match.next_line - 1, self.match.state)

    def eyes(self) -> Eyes:
        """What spectators see now."""
        match = self.match
        if not self.is_held:
            # a game that has ended lies open
            ended = isinstance(match.lines[-1], Ended)
            return Eyes(match.next_line - 1, match.state, match.game.roles_in(match.setup) if ended else ())
        if self.table.watched == LATE:
            latest = match.game.turns(match.state) - self.table.turns_late
            for begun in reversed(self._turns):
                if begun.turn <= latest:
                    return Eyes(begun.line, begun.state, match.game.roles_in(match.setup), held=True)
        opening = self._turns[0]
        return Eyes(opening.line, opening.state, (), held=True)

    def is_news(self, connection: Connection, position: m.Position) -> bool:
        """Whether a page has not been sent this yet: how often something happens tells something too."""
        if connection.seat != SPECTATOR or not self.is_held:
            return True
        bare = replace(position, events=[], anew=False)
        if position.events or position.anew or self._sent.get(connection) != bare:
            self._sent[connection] = bare
            return True
        return False


def eyes_of(gallery: Gallery, seat: str) -> Eyes:
    """What a seat sees now, or a spectator."""
    if seat == SPECTATOR:
        return gallery.eyes()
    match = gallery.match
    return Eyes(match.next_line - 1, match.state, match.seat(seat).roles)
