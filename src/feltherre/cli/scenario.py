"""`feltherre scenario check FILE`: is a scenario file that somebody has written in order, and if not, why not?"""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from feltherre.core.catalogue import render
from feltherre.core.datafile import DamagedFile
from feltherre.core.errors import BadInput
from feltherre.core.foreign import foreign_text, read_foreign
from feltherre.core.game import Game
from feltherre.core.registry import get_game
from feltherre.core.text import say


class Act(StrEnum):
    """What can be done with a scenario file."""

    CHECK = "check"


def scenario_command(
    act: Annotated[Act, typer.Argument(help="`check` finds everything that is wrong with a file.", show_default=False)],
    file: Annotated[Path, typer.Argument(help="The scenario file (docs/scenarios.md).", show_default=False)],
    game: Annotated[
        str | None,
        typer.Option(help="The game to check it for; otherwise the one that the file names.", show_default=False),
    ] = None,
) -> None:
    """Check a scenario file that you have written: all its faults at once, each with where it is and what to do."""
    text = foreign_text(file)
    typer.echo(render(_game_of(text, file.name, game).check_scenario(text, file.name)))


def _game_of(text: str, name: str, game: str | None) -> Game[Any]:
    """The game that is asked for, or that the file names."""
    named = game or _named_in(text, name)
    if not named:
        raise BadInput(say("cli.bad.scenario-game", file=name))
    return get_game(str(named))


def _named_in(text: str, name: str) -> Any:
    """A file that is no YAML names its game all the same, and the game tells what is wrong in the reader's language."""
    try:
        tree = read_foreign(text, name)
    except DamagedFile:
        written = re.search(r"^game: *(\w+)", text, re.MULTILINE)
        if written is None:
            raise
        return written[1]
    return tree.get("game") if isinstance(tree, dict) else None
