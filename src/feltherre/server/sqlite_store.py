"""Games in a file of SQLite: WAL mode, synchronous=FULL, so that a confirmed act survives a power cut.

There is one writer thread: what comes in while a commit is under way goes into the next one together, so that many
games share the cost of a flush.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from feltherre.core.record import Ended
from feltherre.core.state import Result
from feltherre.server.keeping import DELETED_AT_ONCE, today
from feltherre.server.store import (
    TALK_KEPT,
    Damaged,
    DoneAct,
    Lost,
    StoredGame,
    StoredTalk,
    StoredToken,
    StoreFailed,
    Summary,
)
from feltherre.server.tokens import INVITATION, LINK, same

try:
    import fcntl
except ImportError:  # a system without file locks of this kind
    fcntl = None  # type: ignore[assignment]

T = TypeVar("T")

#: each version of the file adds to the one before; a file says in its `user_version` how many of these it has
VERSIONS = (
    """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, dice_key BLOB NOT NULL, made TEXT NOT NULL, table_json BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lines (
    game_id TEXT NOT NULL, n INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (game_id, n)
);
CREATE TABLE IF NOT EXISTS acts (
    game_id TEXT NOT NULL, seat TEXT NOT NULL, id TEXT NOT NULL, line INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tokens (
    hash BLOB PRIMARY KEY, game_id TEXT NOT NULL, kind TEXT NOT NULL, seat TEXT NOT NULL, claimed INTEGER NOT NULL,
    claimed_by BLOB
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tokens_of_game ON tokens (game_id);
""",
    """
CREATE TABLE talk (
    game_id TEXT NOT NULL, n INTEGER NOT NULL, seat TEXT NOT NULL, who TEXT NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (game_id, n)
) WITHOUT ROWID;
CREATE TABLE endings (game_id TEXT NOT NULL, seat TEXT NOT NULL, PRIMARY KEY (game_id, seat)) WITHOUT ROWID;
""",
    """
CREATE TABLE clocks (game_id TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID;
""",
    # for games that are there already the time begins now, so that nobody loses one unwarned
    """
ALTER TABLE games ADD COLUMN touched TEXT NOT NULL DEFAULT '';
UPDATE games SET touched = date('now');
CREATE INDEX games_by_touch ON games (touched);
""",
    """
CREATE TABLE glances (game_id TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID;
""",
    """
CREATE TABLE calls (game_id TEXT PRIMARY KEY, data BLOB NOT NULL, due REAL) WITHOUT ROWID;
CREATE INDEX calls_by_due ON calls (due);
""",
)

#: how long SQLite waits for another process that has the file locked
BUSY_SECONDS = 5.0
#: commits after which what they wrote is moved from the log into the file itself
COMMITS_TO_MOVE = 500
#: a name of SQLite's for a database that is in no file
MEMORY = ":memory:"
#: SQLite's codes for a page that does not hold what it should
DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
ENDED = Ended.__struct_config__.tag
_GLANCE = "SELECT data FROM glances WHERE game_id = ?"


class _Kind(Struct):
    """All that is read of a line to see what it is, and how the game ended if it is the last."""

    kind: str
    result: Result | None = None


_kind = msgspec.json.Decoder(_Kind)


class InUse(OSError):
    """Another server has this file."""


class SqliteStore:
    """The store in one file."""

    def __init__(self, path: str | Path, synchronous: str = "FULL") -> None:
        self._path = str(path)
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._held = _held(self._path)
        self._db = _opened(self._path, synchronous)
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()
        self._mover = _Mover(self._path)

    # what the server asks

    async def create(self, game: StoredGame, tokens: Sequence[StoredToken]) -> None:
        def write(db: sqlite3.Connection) -> None:
            row = (game.id, game.game, game.dice_key, game.made, game.table, today())
            db.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)", row)
            db.executemany("INSERT INTO lines VALUES (?, ?, ?)", [(game.id, n, d) for n, d in enumerate(game.lines)])
            db.executemany("INSERT INTO tokens VALUES (?, ?, ?, ?, ?, NULL)", [_row(token) for token in tokens])
            if game.glance:
                _keep_glance(db, game.id, game.glance)

        await self._do(write)

    async def append(
        self,
        game_id: str,
        first: int,
        lines: Sequence[bytes],
        act: DoneAct | None = None,
        ending: Collection[str] | None = None,
        clocks: bytes | None = None,
    ) -> None:
        rows = [(game_id, first + i, data) for i, data in enumerate(lines)]
        line = first if rows else first - 1

        def write(db: sqlite3.Connection) -> None:
            try:
                db.executemany("INSERT INTO lines VALUES (?, ?, ?)", rows)
                if act is not None:
                    db.execute("INSERT INTO acts VALUES (?, ?, ?, ?)", (game_id, act.seat, act.id, line))
            except sqlite3.IntegrityError:
                raise Lost(game_id, first) from None
            if ending is not None:
                db.execute("DELETE FROM endings WHERE game_id = ?", (game_id,))
                db.executemany("INSERT INTO endings VALUES (?, ?)", [(game_id, seat) for seat in ending])
            if clocks is not None:
                _keep_time(db, game_id, clocks)
            _touch(db, game_id)

        await self._do(write)

    async def keep_time(self, game_id: str, clocks: bytes) -> None:
        await self._do(lambda db: _keep_time(db, game_id, clocks))

    async def keep_glance(self, game_id: str, glance: bytes) -> None:
        await self._do(lambda db: _keep_glance(db, game_id, glance))

    async def keep_calls(self, game_id: str, calls: bytes, due: float | None) -> None:
        def write(db: sqlite3.Connection) -> None:
            if calls:
                db.execute("INSERT OR REPLACE INTO calls VALUES (?, ?, ?)", (game_id, calls, due))
            else:
                db.execute("DELETE FROM calls WHERE game_id = ?", (game_id,))

        await self._do(write)

    async def calls_due(self, now: float, most: int) -> tuple[str, ...]:
        query = "SELECT game_id FROM calls WHERE due <= ? ORDER BY due LIMIT ?"
        return await self._do(lambda db: tuple(game_id for (game_id,) in db.execute(query, (now, most))))

    async def say(self, game_id: str, talk: StoredTalk) -> None:
        last = "SELECT coalesce(max(n), 0) FROM talk WHERE game_id = ?"

        def write(db: sqlite3.Connection) -> None:
            (n,) = db.execute(last, (game_id,)).fetchone()
            db.execute("INSERT INTO talk VALUES (?, ?, ?, ?, ?)", (game_id, n + 1, talk.seat, talk.who, talk.text))
            db.execute("DELETE FROM talk WHERE game_id = ? AND n <= ?", (game_id, n + 1 - TALK_KEPT))
            _touch(db, game_id)

        await self._do(write)

    async def load(self, game_id: str) -> StoredGame | None:
        def read(db: sqlite3.Connection) -> StoredGame | None:
            row = db.execute(
                "SELECT id, game, dice_key, made, table_json, touched FROM games WHERE id = ?", (game_id,)
            ).fetchone()
            if row is None:
                return None
            lines = db.execute("SELECT data FROM lines WHERE game_id = ? ORDER BY n", (game_id,)).fetchall()
            acts = db.execute("SELECT seat, id, line FROM acts WHERE game_id = ?", (game_id,)).fetchall()
            talk = db.execute("SELECT seat, who, text FROM talk WHERE game_id = ? ORDER BY n", (game_id,)).fetchall()
            ending = db.execute("SELECT seat FROM endings WHERE game_id = ? ORDER BY seat", (game_id,)).fetchall()
            clocks = db.execute("SELECT data FROM clocks WHERE game_id = ?", (game_id,)).fetchone()
            glance = db.execute(_GLANCE, (game_id,)).fetchone()
            calls = db.execute("SELECT data FROM calls WHERE game_id = ?", (game_id,)).fetchone()
            return replace(
                StoredGame(*row[:-1]),
                touched=row[-1],
                lines=tuple(data for (data,) in lines),
                acts=tuple(acts),
                talk=tuple(StoredTalk(*said) for said in talk),
                ending=tuple(seat for (seat,) in ending),
                clocks=b"" if clocks is None else clocks[0],
                glance=b"" if glance is None else glance[0],
                calls=b"" if calls is None else calls[0],
            )

        return await self._do(read)

    async def token(self, token_hash: bytes) -> StoredToken | None:
        return await self._do(lambda db: _token(db, token_hash))

    async def claim(self, invitation_hash: bytes, link_hash: bytes) -> StoredToken | None:
        def write(db: sqlite3.Connection) -> StoredToken | None:
            invitation = _token(db, invitation_hash)
            if invitation is None or invitation.kind != INVITATION:
                return None
            link = StoredToken(link_hash, invitation.game_id, LINK, invitation.seat)
            if invitation.claimed:
                (by,) = db.execute("SELECT claimed_by FROM tokens WHERE hash = ?", (invitation_hash,)).fetchone()
                return link if same(by, link_hash) else None
            if _token(db, link_hash) is not None:
                return None
            db.execute("UPDATE tokens SET claimed = 1, claimed_by = ? WHERE hash = ?", (link_hash, invitation_hash))
            db.execute("INSERT INTO tokens VALUES (?, ?, ?, ?, ?, NULL)", _row(link))
            _touch(db, link.game_id)
            return link

        return await self._do(write)

    async def add_link(self, link: StoredToken) -> None:
        query = "INSERT OR IGNORE INTO tokens VALUES (?, ?, ?, ?, ?, NULL)"
        await self._do(lambda db: db.execute(query, _row(link)))

    async def claimed_seats(self, game_id: str) -> tuple[str, ...]:
        query = "SELECT DISTINCT seat FROM tokens WHERE game_id = ? AND kind = ?"
        return await self._do(lambda db: tuple(row[0] for row in db.execute(query, (game_id, LINK))))

    async def summary(self, game_id: str) -> Summary | None:
        first = "SELECT n, data FROM lines WHERE game_id = ? AND n = 0"
        last = "SELECT n, data FROM lines WHERE game_id = ? ORDER BY n DESC LIMIT 1"

        def read(db: sqlite3.Connection) -> Summary | None:
            query = "SELECT id, game, made, touched, table_json FROM games WHERE id = ?"
            row = db.execute(query, (game_id,)).fetchone()
            if row is None:
                return None
            name, game, made, touched, table = row
            glance = db.execute(_GLANCE, (game_id,)).fetchone()
            try:
                (_, header), (n, end) = (db.execute(query, (game_id,)).fetchone() for query in (first, last))
                line = _kind.decode(end)
                known = b"" if glance is None else glance[0]
                finished = line.kind == ENDED
                return Summary(name, game, made, finished, header, touched, table, known, n + 1, line.result)
            except (TypeError, msgspec.DecodeError, UnicodeError):
                raise Damaged(f"the first or the last line of {game_id}") from None

        return await self._do(read)

    async def delete_idle(self, before: str, spared: Collection[str]) -> tuple[str, ...]:
        query = "SELECT id FROM games WHERE touched < ? ORDER BY touched"

        def write(db: sqlite3.Connection) -> tuple[str, ...]:
            idle = (game_id for (game_id,) in db.execute(query, (before,)) if game_id not in spared)
            deleted = tuple(islice(idle, DELETED_AT_ONCE))
            rows = [(game_id,) for game_id in deleted]
            for table in ("lines", "acts", "tokens", "talk", "endings", "clocks", "glances", "calls"):
                db.executemany(f"DELETE FROM {table} WHERE game_id = ?", rows)
            db.executemany("DELETE FROM games WHERE id = ?", rows)
            return deleted

        return await self._do(write)

    async def alive(self) -> bool:
        """Writes the number of the file's version again: what is refused on a full disk is refused here too."""
        try:
            await self._do(lambda db: db.execute(f"PRAGMA user_version = {len(VERSIONS)}"))
        except StoreFailed:
            return False
        return True

    async def close(self) -> None:
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)
        await asyncio.to_thread(self._mover.stop)
        if self._held is not None:
            os.close(self._held)

    # the writer thread

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        job = _Job(work, asyncio.get_running_loop())
        self._queue.put(job)
        try:
            result: T = await job.future
        except sqlite3.OperationalError as error:
            raise StoreFailed(str(error)) from error
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF not in DAMAGE:
                raise
            raise Damaged(str(error)) from error
        return result

    def _run(self) -> None:
        closing = False
        while not closing:
            batch = [self._queue.get()]
            while not self._queue.empty():
                batch.append(self._queue.get())
            closing = None in batch
            self._commit([job for job in batch if job is not None])
            self._mover.committed()
        self._db.close()

    def _commit(self, batch: Sequence[_Job]) -> None:
        """One transaction for the batch; a job that fails is undone alone, and nobody hears before the commit."""
        db = self._db
        outcomes: list[tuple[_Job, Any, Exception | None]] = []
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
            with suppress(sqlite3.Error):
                if db.in_transaction:
                    db.execute("ROLLBACK")
            outcomes = [(job, None, error) for job in batch]
        for job, result, failure in outcomes:
            job.tell(result, failure)


class _Mover:
    """Moves what has been committed from the log (WAL) into the file now and then, in a thread of its own: nobody who
    waits for a commit waits for that too."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._commits = 0
        self._due = threading.Event()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="store-mover", daemon=True)
        if path != MEMORY:
            self._thread.start()

    def committed(self) -> None:
        self._commits += 1
        if self._commits % COMMITS_TO_MOVE == 0:
            self._due.set()

    def stop(self) -> None:
        self._stopped = True
        self._due.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        db = sqlite3.connect(self._path, isolation_level=None, timeout=BUSY_SECONDS)
        while self._due.wait() and not self._stopped:
            self._due.clear()
            with suppress(sqlite3.OperationalError):  # busy: the next time will do
                db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        db.close()


class _Job:
    """Something to be done in the writer thread, and who waits for it."""

    def __init__(self, work: Callable[[sqlite3.Connection], Any], loop: asyncio.AbstractEventLoop) -> None:
        self.work = work
        self.loop = loop
        self.future: asyncio.Future[Any] = loop.create_future()

    def tell(self, result: Any, error: Exception | None) -> None:
        def settle() -> None:
            if self.future.cancelled():
                return
            if error is not None:
                self.future.set_exception(error)
            else:
                self.future.set_result(result)

        with suppress(RuntimeError):  # the loop has been closed: nobody waits any more
            self.loop.call_soon_threadsafe(settle)


def _held(path: str) -> int | None:
    """Hold the file for this server alone; the system lets go of it when the server ends, however it ends.

    Two servers on one file would each believe their own idea of a game. (Where the system has no such locks, nothing is
    held.)
    """
    if path == MEMORY or fcntl is None:
        return None
    descriptor = os.open(f"{path}.lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise InUse(path) from None
    return descriptor


def _opened(path: str, synchronous: str) -> sqlite3.Connection:
    """The file, made for its owner's eyes only: it holds hands, decks and the keys of the dice."""
    if path != MEMORY and not Path(path).exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    try:
        db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=BUSY_SECONDS)
        try:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute(f"PRAGMA synchronous = {synchronous}")
            db.execute("PRAGMA wal_autocheckpoint = 0")  # see _Mover
            _bring_up_to_date(db)
        except (sqlite3.DatabaseError, OSError):
            db.close()
            raise
    except sqlite3.DatabaseError as error:
        raise OSError(str(error)) from None
    return db


def _bring_up_to_date(db: sqlite3.Connection) -> None:
    """Add what a file of earlier software lacks; a file of later software is left alone."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > len(VERSIONS):
        raise OSError(f"made by later software (version {version} of the file, {len(VERSIONS)} is known here)")
    for number, statements in enumerate(VERSIONS[version:], version + 1):
        db.executescript(f"BEGIN IMMEDIATE; {statements} PRAGMA user_version = {number}; COMMIT;")


def _keep_time(db: sqlite3.Connection, game_id: str, clocks: bytes) -> None:
    db.execute("INSERT OR REPLACE INTO clocks VALUES (?, ?)", (game_id, clocks))


def _keep_glance(db: sqlite3.Connection, game_id: str, glance: bytes) -> None:
    db.execute("INSERT OR REPLACE INTO glances VALUES (?, ?)", (game_id, glance))


def _touch(db: sqlite3.Connection, game_id: str) -> None:
    """Note that something has happened in a game; mostly the day is noted already."""
    day = today()
    db.execute("UPDATE games SET touched = ? WHERE id = ? AND touched <> ?", (day, game_id, day))


def _token(db: sqlite3.Connection, token_hash: bytes) -> StoredToken | None:
    row = db.execute("SELECT hash, game_id, kind, seat, claimed FROM tokens WHERE hash = ?", (token_hash,)).fetchone()
    if row is None or not same(row[0], token_hash):
        return None
    return StoredToken(row[0], row[1], row[2], row[3], bool(row[4]))


def _row(token: StoredToken) -> tuple[bytes, str, str, str, int]:
    return (token.hash, token.game_id, token.kind, token.seat, int(token.claimed))
