"""Where games are kept. The one place that touches the disk; everything is durable before it is confirmed.

`Store` is a small interface, so that another database can follow. `SqliteStore` has one writer thread: what comes in
while a commit is under way goes into the next one together, so many games share the cost of a flush.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Protocol, TypeVar

from msgspec import Struct

T = TypeVar("T")

SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, dice_key BLOB NOT NULL, made TEXT NOT NULL, table_json BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lines (
    game_id TEXT NOT NULL, n INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (game_id, n)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tokens (
    hash BLOB PRIMARY KEY, game_id TEXT NOT NULL, kind TEXT NOT NULL, seat TEXT NOT NULL, claimed INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS chat (
    game_id TEXT NOT NULL, n INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (game_id, n)
) WITHOUT ROWID;
"""


class StoredGame(Struct, frozen=True):
    """A game as it is kept: what it was made with, and the lines of its record."""

    id: str
    game: str
    dice_key: bytes
    made: str
    #: what the server itself knows of the game (who plays, umpire, spectators), as JSON
    table: bytes
    lines: tuple[bytes, ...] = ()


class StoredToken(Struct, frozen=True):
    """A link or an invitation; only its hash is kept."""

    hash: bytes
    game_id: str
    kind: str
    seat: str
    claimed: bool = False


class Store(Protocol):
    """What the server needs of a database. Every coroutine returns only when its effect is durable."""

    async def create(self, game: StoredGame, tokens: Sequence[StoredToken]) -> None: ...

    async def append(self, game_id: str, first: int, lines: Sequence[bytes]) -> None: ...

    async def load(self, game_id: str) -> StoredGame | None: ...

    async def change_table(self, game_id: str, table: bytes) -> None: ...

    async def token(self, token_hash: bytes) -> StoredToken | None: ...

    async def claim(self, invitation_hash: bytes, link: StoredToken) -> bool: ...

    async def unfinished(self) -> list[str]: ...

    async def close(self) -> None: ...


class Lost(Exception):
    """The line is already there: two writers at one game, which must not happen."""


class SqliteStore:
    """SQLite in WAL mode with synchronous=FULL (by default): a confirmed action survives a power cut."""

    def __init__(self, path: str | Path, synchronous: str = "FULL") -> None:
        self._path = str(path)
        self._synchronous = synchronous
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    # what the server asks

    async def create(self, game: StoredGame, tokens: Sequence[StoredToken]) -> None:
        def write(db: sqlite3.Connection) -> None:
            row = (game.id, game.game, game.dice_key, game.made, game.table)
            db.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?)", row)
            db.executemany("INSERT INTO lines VALUES (?, ?, ?)", [(game.id, n, d) for n, d in enumerate(game.lines)])
            db.executemany("INSERT INTO tokens VALUES (?, ?, ?, ?, ?)", [_row(token) for token in tokens])

        await self._do(write)

    async def append(self, game_id: str, first: int, lines: Sequence[bytes]) -> None:
        def write(db: sqlite3.Connection) -> None:
            rows = [(game_id, first + i, data) for i, data in enumerate(lines)]
            try:
                db.executemany("INSERT INTO lines VALUES (?, ?, ?)", rows)
            except sqlite3.IntegrityError:
                raise Lost(game_id, first) from None

        await self._do(write)

    async def load(self, game_id: str) -> StoredGame | None:
        def read(db: sqlite3.Connection) -> StoredGame | None:
            row = db.execute(
                "SELECT id, game, dice_key, made, table_json FROM games WHERE id = ?", (game_id,)
            ).fetchone()
            if row is None:
                return None
            lines = db.execute("SELECT data FROM lines WHERE game_id = ? ORDER BY n", (game_id,)).fetchall()
            return StoredGame(*row, lines=tuple(data for (data,) in lines))

        return await self._do(read)

    async def change_table(self, game_id: str, table: bytes) -> None:
        await self._do(lambda db: db.execute("UPDATE games SET table_json = ? WHERE id = ?", (table, game_id)) and None)

    async def token(self, token_hash: bytes) -> StoredToken | None:
        def read(db: sqlite3.Connection) -> StoredToken | None:
            row = db.execute("SELECT * FROM tokens WHERE hash = ?", (token_hash,)).fetchone()
            return None if row is None else StoredToken(row[0], row[1], row[2], row[3], bool(row[4]))

        return await self._do(read)

    async def claim(self, invitation_hash: bytes, link: StoredToken) -> bool:
        """Make an invitation worthless and its link valid, both or neither; False if it was claimed before."""

        def write(db: sqlite3.Connection) -> bool:
            claimed = db.execute("UPDATE tokens SET claimed = 1 WHERE hash = ? AND claimed = 0", (invitation_hash,))
            if claimed.rowcount != 1:
                return False
            db.execute("INSERT INTO tokens VALUES (?, ?, ?, ?, ?)", _row(link))
            return True

        return await self._do(write)

    async def unfinished(self) -> list[str]:
        query = (
            "SELECT g.id FROM games g JOIN lines l ON l.game_id = g.id "
            'WHERE l.n = (SELECT max(n) FROM lines WHERE game_id = g.id) AND l.data NOT LIKE \'%"kind":"end"%\''
        )
        return await self._do(lambda db: [row[0] for row in db.execute(query)])

    async def close(self) -> None:
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    # the writer thread

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        job = _Job(work, asyncio.get_running_loop())
        self._queue.put(job)
        result: T = await job.future
        return result

    def _run(self) -> None:
        db = sqlite3.connect(self._path, isolation_level=None)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute(f"PRAGMA synchronous = {self._synchronous}")
        db.executescript(SCHEMA)
        while (job := self._queue.get()) is not None:
            batch = [job]
            closing = False
            while not self._queue.empty():
                following = self._queue.get()
                if following is None:
                    closing = True
                    break
                batch.append(following)
            self._commit(db, batch)
            if closing:
                break
        db.close()

    def _commit(self, db: sqlite3.Connection, batch: Sequence[_Job]) -> None:
        """One transaction for the batch; a job that fails is undone alone."""
        outcomes: list[tuple[_Job, Any, BaseException | None]] = []
        try:
            db.execute("BEGIN IMMEDIATE")
            for job in batch:
                db.execute("SAVEPOINT job")
                try:
                    outcomes.append((job, job.work(db), None))
                except Exception as error:
                    db.execute("ROLLBACK TO job")
                    outcomes.append((job, None, error))
                db.execute("RELEASE job")
            db.execute("COMMIT")
        except Exception as error:
            if db.in_transaction:
                db.execute("ROLLBACK")
            outcomes = [(job, None, error) for job in batch]
        for job, result, failure in outcomes:
            job.tell(result, failure)


class _Job:
    """Something to be done in the writer thread, and who waits for it."""

    def __init__(self, work: Callable[[sqlite3.Connection], Any], loop: asyncio.AbstractEventLoop) -> None:
        self.work = work
        self.loop = loop
        self.future: asyncio.Future[Any] = loop.create_future()

    def tell(self, result: Any, error: BaseException | None) -> None:
        def settle() -> None:
            if self.future.cancelled():
                return
            if error is not None:
                self.future.set_exception(error)
            else:
                self.future.set_result(result)

        self.loop.call_soon_threadsafe(settle)


def _row(token: StoredToken) -> tuple[bytes, str, str, str, int]:
    return (token.hash, token.game_id, token.kind, token.seat, int(token.claimed))
