"""Where games are kept: a small interface, so that another database can follow. Everything is durable before it is
confirmed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from feltherre.core.errors import BadInput
from feltherre.core.state import Result
from feltherre.core.text import say

#: `sqlite:///games.db`, or just the name of the file
SQLITE = "sqlite:///"
#: lines of talk of a game that are kept, for those who come later
TALK_KEPT = 50


class StoredTalk(Struct, frozen=True):
    """What somebody said at the table."""

    seat: str
    who: str
    text: str


class StoredGame(Struct, frozen=True):
    """A game as it is kept: what it was made with, and the lines of its record."""

    id: str
    game: str
    dice_key: bytes
    made: str
    #: what the server itself knows of the game (umpire, spectators), as JSON
    table: bytes
    lines: tuple[bytes, ...] = ()
    #: (seat, id, line) of the acts that have been carried out
    acts: tuple[tuple[str, str, int], ...] = ()
    #: the last lines of talk, oldest first
    talk: tuple[StoredTalk, ...] = ()
    #: the seats that have offered to end the game as it stands
    ending: tuple[str, ...] = ()
    #: what is used of its clocks, as JSON
    clocks: bytes = b""
    #: the day on which something last happened in it
    touched: str = ""
    #: what it looked like when it was last looked at (glance.py), as JSON
    glance: bytes = b""
    #: the addresses that players have left, as JSON (calls.py)
    calls: bytes = b""


class StoredToken(Struct, frozen=True):
    """A link or an invitation; only its hash is kept."""

    hash: bytes
    game_id: str
    kind: str
    seat: str
    claimed: bool = False


class DoneAct(Struct, frozen=True):
    """An act of a seat that must not be carried out a second time."""

    seat: str
    id: str


class Summary(Struct, frozen=True):
    """A game in a list of games."""

    id: str
    game: str
    made: str
    finished: bool
    #: the first line of its record
    header: bytes
    #: the day on which something last happened in it
    touched: str = ""
    #: as of a stored game
    table: bytes = b"{}"
    glance: bytes = b""
    #: how many its record has
    lines: int = 1
    #: of a game that has ended
    result: Result | None = None


class Store(Protocol):
    """What the server needs of a database. Every coroutine returns only when its effect is durable."""

    async def create(self, game: StoredGame, tokens: Sequence[StoredToken]) -> None: ...

    async def append(
        self,
        game_id: str,
        first: int,
        lines: Sequence[bytes],
        act: DoneAct | None = None,
        ending: Collection[str] | None = None,
        clocks: bytes | None = None,
    ) -> None:
        """Add lines, of which the first has this number, note the act that made them (with the line before, if it made
        none), the seats that offer to end the game if that has changed, and what is used of its clocks if it has any:
        all of it or nothing."""

    async def keep_time(self, game_id: str, clocks: bytes) -> None:
        """Note what is used of a game's clocks."""

    async def keep_glance(self, game_id: str, glance: bytes) -> None:
        """Note what a game looks like, for lists of games."""

    async def keep_calls(self, game_id: str, calls: bytes, due: float | None) -> None:
        """Note the addresses that players have left at a game, in place of those before (none: forget them), and when
        one of them is to be called, in seconds since 1970."""

    async def calls_due(self, now: float, most: int) -> tuple[str, ...]:
        """The games in which somebody is to be called by now."""

    async def say(self, game_id: str, talk: StoredTalk) -> None:
        """Add a line of talk; of earlier ones only the last `TALK_KEPT` are kept."""

    async def load(self, game_id: str) -> StoredGame | None: ...

    async def token(self, token_hash: bytes) -> StoredToken | None: ...

    async def claim(self, invitation_hash: bytes, link_hash: bytes) -> StoredToken | None:
        """Make an invitation worthless and its link valid, both or neither: the link, or None if it was claimed before
        (unless for this very link), or if the link is in use already."""

    async def add_link(self, link: StoredToken) -> None:
        """A further link to a game, unless there is this one already."""

    async def claimed_seats(self, game_id: str) -> tuple[str, ...]:
        """The seats for which there is a link."""

    async def summary(self, game_id: str) -> Summary | None: ...

    async def delete_idle(self, before: str, spared: Collection[str]) -> tuple[str, ...]:
        """Delete games, a few at once, in which nothing has happened since the day `before`, with all that belongs to
        them: their ids. Those that are `spared` stay."""

    async def alive(self) -> bool:
        """Whether something can be written."""

    async def close(self) -> None: ...


class StoreFailed(Exception):
    """Nothing could be read or written: the disk is full or damaged."""


class Damaged(StoreFailed):
    """What is stored of this game cannot be read; the others are not touched by it."""


class Lost(Exception):
    """The line is already there: somebody else has written to this game."""


def file_of(url: str) -> str:
    """The file of an address of games."""
    path = url.removeprefix(SQLITE)
    if "://" in path:
        raise BadInput(say("server.bad.database", url=url.partition("://")[0]))
    if not path:
        raise BadInput(say("server.bad.database-name"))
    return path


def open_store(url: str) -> Store:
    """The store of an address: a file of SQLite."""
    from feltherre.server.sqlite_store import InUse, SqliteStore

    path = file_of(url)
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        return SqliteStore(path)
    except InUse:
        raise BadInput(say("server.bad.database-in-use", file=path)) from None
    except OSError as error:
        raise BadInput(say("server.bad.database-file", file=path, error=str(error))) from None
