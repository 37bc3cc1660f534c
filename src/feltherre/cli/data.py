"""`feltherre data GAME [FILES] [--into FOLDER]`: a map or an order of battle of one's own is checked, and put where
server, terminal and series of games find it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

from feltherre.cli.words import words
from feltherre.core.datafile import CHECKED, OWN_DATA, mark_of, own_mark
from feltherre.core.registry import get_game


def data_command(
    game: Annotated[str, typer.Argument(help="The game.", show_default=False)],
    files: Annotated[list[Path] | None, typer.Argument(help="Files of data that you have written.")] = None,
    into: Annotated[
        Path | None, typer.Option(help="Put them, if they are in order, where a game is played with them.")
    ] = None,
) -> None:
    """Check data that you have written in the place of a game's own: all faults at once; or say whose are in use."""
    found = get_game(game).check_data(files or ())
    if not files:
        mark = own_mark(game)
        typer.echo(words("data.own", mark=mark) if mark else words("data.ours"))
        return
    typer.echo(words("data.in-order", files=list(found)))
    if into is not None:
        folder = into / game
        folder.mkdir(parents=True, exist_ok=True)
        for name, path in found.items():
            shutil.copyfile(path, folder / name)
        (folder / CHECKED).write_text(mark_of(sorted(folder.glob("*.yaml"))), encoding="utf-8")
        typer.echo(words("data.put", variable=OWN_DATA, folder=str(into.resolve())))
