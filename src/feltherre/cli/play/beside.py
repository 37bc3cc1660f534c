"""What is kept beside the file of a game in the terminal, and never in its record."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

#: sheets that are not handed in (drafts.py), and what is used of the clocks (clocks.py)
DRAFT = ".draft"
CLOCKS = ".clocks"


def beside(path: Path, kind: str) -> Path:
    return path.with_name(path.name + kind)


def read_beside(path: Path, kind: str) -> bytes:
    """Nothing, if there is no such file."""
    try:
        return beside(path, kind).read_bytes()
    except OSError:
        return b""


def write_beside(path: Path, kind: str, data: bytes) -> None:
    """Whole or not at all, and for nobody else to read; nothing: the file goes. One that cannot be written is no reason
    to stop the game."""
    file = beside(path, kind)
    with suppress(OSError):
        if not data:
            file.unlink(missing_ok=True)
            return
        part = file.with_name(file.name + ".part")
        part.touch(mode=0o600)
        part.write_bytes(data)
        part.replace(file)


def take_along(old: Path, new: Path) -> None:
    """A game goes on in another file, or is copied: what lies beside it goes with it."""
    for kind in (DRAFT, CLOCKS):
        if data := read_beside(old, kind):
            write_beside(new, kind, data)
