"""Where games in the terminal are kept: a journal that is on the disk before anything is shown, and its dice key.

`norway-20250101-120000.jsonl` is the record as it grows; `norway-20250101-120000.jsonl.key` the key of its dice, which
nobody should look into before the game is over. The finished record holds the key itself, and the file goes.
"""

from __future__ import annotations

import os
import shlex
import sys
from contextlib import suppress
from datetime import datetime
from io import FileIO
from pathlib import Path

from msgspec import Struct

from feltherre.core.dice import KEY_BYTES
from feltherre.core.errors import BadInput
from feltherre.core.record import AnyLine, Ended, Header, read_journal
from feltherre.core.text import say

#: where the games are, if not in the place that the system has for them
HOME_VARIABLE = "FELTHERRE_HOME"


def home() -> Path:
    """The directory for this user's games."""
    if given := os.environ.get(HOME_VARIABLE):
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home()) / "feltherre"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "feltherre"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "feltherre"


class Journal:
    """A file to which lines are added; each is on the disk before `add` comes back."""

    def __init__(self, path: Path, file: FileIO, length: int) -> None:
        self.path = path
        self._file = file
        self._length = length

    @classmethod
    def begun(cls, path: Path, key: bytes, lines: bytes = b"") -> Journal:
        """A new file with these lines, and its key beside it."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = FileIO(path, "x")
            _lock(file, path)
            write_key(path, key)
            _sync_directory(path.parent)
        except FileExistsError:
            raise BadInput(say("cli.play.exists", file=str(path))) from None
        except OSError as error:
            raise _cannot_write(path, error) from None
        journal = cls(path, file, 0)
        journal.add(lines)
        return journal

    @classmethod
    def reopened(cls, saved: Saved) -> Journal:
        """Go on with a game in its own file; the rest of a line that a crash cut off is dropped."""
        try:
            file = FileIO(saved.path, "r+")
            _lock(file, saved.path)
            if os.fstat(file.fileno()).st_size != saved.size:  # somebody has played on since it was read
                raise BadInput(say("cli.play.in-use", file=str(saved.path)))
            file.truncate(saved.length)
            file.seek(saved.length)
        except OSError as error:
            raise _cannot_write(saved.path, error) from None
        return cls(saved.path, file, saved.length)

    def add(self, data: bytes) -> None:
        """Write lines and see them on the disk; if that fails the file is as it was, and BadInput says so."""
        try:
            left = memoryview(data)
            while left:
                left = left[self._file.write(left) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(self._length)
                self._file.seek(self._length)
            raise _cannot_write(self.path, error) from None
        self._length += len(data)

    def close(self) -> None:
        self._file.close()


def _cannot_write(path: Path, error: OSError) -> BadInput:
    return BadInput(say("cli.play.no-write", file=str(path), fault=error.strerror or str(error)))


class Saved(Struct, frozen=True):
    """A record on the disk, with what is needed to go on with it."""

    path: Path
    lines: list[AnyLine]
    key: bytes
    #: bytes of the file, and how many of them are whole lines
    size: int
    length: int

    @property
    def header(self) -> Header:
        header = self.lines[0]
        assert isinstance(header, Header)
        return header


def read_saved(path: Path) -> Saved:
    """A game to go on with; BadInput says what is wrong with it."""
    data = read_file(path)
    lines, torn = read_journal(data)
    if isinstance(lines[-1], Ended):
        raise BadInput(say("cli.play.over", file=str(path)))
    return Saved(path, lines, _read_key(path), len(data), len(data) if torn is None else data.rfind(b"\n") + 1)


def read_file(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(say("cli.bad.file", file=str(path), fault=error.strerror)) from None


def save(path: Path, data: bytes, key: bytes, *, finished: bool) -> None:
    """A copy of a record as it stands; as long as the game goes on, its key is laid beside it.

    An earlier copy of the same game is replaced, any other file is not.
    """
    header = data[: data.find(b"\n") + 1]
    try:
        if path.exists() and not path.read_bytes().startswith(header):
            raise BadInput(say("cli.play.exists", file=str(path)))
        whole = path.with_name(path.name + ".part")
        whole.write_bytes(data)
        if not finished:
            write_key(path, key)
        whole.replace(path)
    except OSError as error:
        raise _cannot_write(path, error) from None


def key_file(path: Path) -> Path:
    return path.with_name(path.name + ".key")


def write_key(path: Path, key: bytes) -> None:
    file = key_file(path)
    file.touch(mode=0o600)
    file.write_text(key.hex() + "\n")


def forget_key(path: Path) -> None:
    """The game is over and its record holds the key."""
    with suppress(OSError):
        key_file(path).unlink()


def _read_key(path: Path) -> bytes:
    file = key_file(path)
    try:
        key = bytes.fromhex(file.read_text().strip())
    except (OSError, ValueError):
        key = b""
    if len(key) != KEY_BYTES:
        raise BadInput(say("cli.play.no-key", file=str(path), key=file.name))
    return key


def new_path(game_id: str, now: datetime) -> Path:
    """A file name that is not taken."""
    stem = f"{game_id}-{now:%Y%m%d-%H%M%S}"
    for suffix in ("", *(f"-{number}" for number in range(2, 1000))):
        path = home() / "games" / f"{stem}{suffix}.jsonl"
        if not path.exists():
            return path
    raise BadInput(say("cli.play.no-write", file=str(home()), fault="full"))


def unfinished(game_id: str) -> list[Path]:
    """Games of this kind that can be gone on with, the newest first."""
    found = sorted((home() / "games").glob(f"{game_id}-*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True)
    return [path for path in found if key_file(path).exists() and not _is_over(path)]


def how_to_go_on(path: Path, game_id: str) -> str:
    """The command that goes on with the game in this file: `--resume` finds only the last one in its own directory."""
    last = unfinished(game_id)[:1]
    if last and path.exists() and last[0].samefile(path):
        return f"feltherre play {game_id} --resume"
    return f"feltherre play --load {shlex.quote(str(path))}"


def _is_over(path: Path) -> bool:
    try:
        lines, _ = read_journal(read_file(path))
    except BadInput:
        return True
    return isinstance(lines[-1], Ended)


def _lock(file: FileIO, path: Path) -> None:
    """Two terminals must not write the same game."""
    try:
        import fcntl
    except ImportError:  # a system without such locks
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BadInput(say("cli.play.in-use", file=str(path))) from None


def _sync_directory(directory: Path) -> None:
    """So that the new file's name is on the disk too (where directories can be opened)."""
    with suppress(OSError):
        handle = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
