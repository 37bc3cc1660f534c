"""`feltherre backup`: a copy of the games, also while the server runs."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Annotated

import typer

from feltherre.cli.play.store import home
from feltherre.cli.words import words
from feltherre.core.errors import BadInput
from feltherre.core.text import say

#: pages that are copied at once; in between the server writes
PAGES = 500


def backup_command(
    file: Annotated[Path, typer.Argument(help="The copy; must not be there yet.", show_default=False)],
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Where the games are kept: sqlite:///FILE or FILE.", show_default=False),
    ] = None,
) -> None:
    """Copy the file in which the server keeps its games, and check the copy. The server may run meanwhile.

    To restore: stop the server, put the copy in the place of the file, and remove what lies beside it under the same
    name with -wal and -shm.
    """
    from feltherre.server.store import file_of

    source = Path(file_of(database or str(home() / "games.db")))
    if not source.is_file():
        raise BadInput(say("cli.bad.no-games", file=str(source)))
    typer.echo(words("backup.done", n=copied(source, file), file=str(file)))


def copied(source: Path, target: Path) -> int:
    """Copy the games; how many there are. The copy is for its owner's eyes only, as the file itself."""
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except OSError as error:
        raise BadInput(say("cli.bad.backup", file=str(target), fault=error.strerror)) from None
    try:
        return _copied(source, target)
    except sqlite3.Error as error:
        target.unlink()
        raise BadInput(say("cli.bad.backup", file=str(target), fault=str(error))) from None


def _copied(source: Path, target: Path) -> int:
    # opened for writing, since a server that was killed leaves a log that is to be read too
    games, copy = sqlite3.connect(source), sqlite3.connect(target)
    try:
        games.backup(copy, pages=PAGES)
        copy.execute("PRAGMA journal_mode = DELETE")
        (state,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if state != "ok":
            raise sqlite3.DatabaseError(state)
        (number,) = copy.execute("SELECT count(*) FROM games").fetchone()
        return int(number)
    finally:
        games.close()
        copy.close()
