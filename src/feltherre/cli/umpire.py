"""`feltherre umpire GAME [PROCEDURE] [FILE|-]` and `feltherre odds GAME PROCEDURE [FILE|-]`: the umpire's desk."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated, Any, BinaryIO, NoReturn

import msgspec
import typer
from msgspec import Struct
from rich.console import Console
from rich.padding import Padding
from rich.text import Text as Line

from feltherre.core.catalogue import render
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.ledger import Ledger
from feltherre.core.procedure import AnyProcedure
from feltherre.core.text import say
from feltherre.umpire import desk

STANDARD_INPUT = "-"
_BATCH_LINE = ("procedure", "input")

Game = Annotated[str, typer.Argument(metavar="GAME", help="The game, e.g. norway.", show_default=False)]
File = Annotated[
    str | None, typer.Argument(metavar="FILE|-", help="The situation as JSON; - or nothing: standard input.")
]


class Desk(Struct, frozen=True):
    """What these commands need of a game."""

    game: str
    procedures: Mapping[str, AnyProcedure]
    ledger: Ledger

    def find(self, name: Any) -> AnyProcedure:
        if not isinstance(name, str) or name not in self.procedures:
            told = {"game": self.game, "name": str(name), "known": list(self.procedures)}
            near = ", ".join(one for one in self.ledger.near(str(name)) if one in self.procedures)
            raise BadInput(
                say("umpire.near-procedure", near=near, **told) if near else say("umpire.no-procedure", **told)
            )
        return self.procedures[name]


def find_desk(game_id: str) -> Desk:
    from feltherre.core.registry import get_game

    game = get_game(game_id)
    return Desk(game.id, game.procedures, game.ledger)


def umpire_command(
    game: Game,
    procedure: Annotated[
        str | None,
        typer.Argument(metavar="PROCEDURE", help="What to rule on; without it the procedures are listed."),
    ] = None,
    file: File = None,
    batch: Annotated[
        bool,
        typer.Option(
            "--batch",
            help='JSON Lines {"procedure": ..., "input": {...}} from FILE; an answer a line; exit 1 if one is refused.',
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="List the procedures as JSON.")] = False,
) -> None:
    """Rule on a situation as an umpire at the table would, and explain it."""
    try:
        asked = find_desk(game)
        if batch:
            # the first argument after the game is then the file
            if file is not None:
                raise BadInput(say("umpire.batch-and-procedure"))
            with _opened(procedure) as lines:
                all_ruled = _answer_lines(asked, lines)
            if not all_ruled:
                raise typer.Exit(1)
        elif procedure is None:
            _show_list(asked, as_json)
        else:
            _print_json(desk.run(asked.find(procedure), _read(file)))
    except (BadInput, Illegal) as error:
        _refuse(error)


def odds_command(
    game: Game,
    procedure: Annotated[
        str | None,
        typer.Argument(metavar="PROCEDURE", help="What to weigh; without it the procedures are listed."),
    ] = None,
    file: File = None,
) -> None:
    """The exact chances of every output of a procedure, for a situation without its dice."""
    try:
        asked = find_desk(game)
        if procedure is None:
            _show_list(asked, as_json=False)
            return
        _print_json(desk.odds(asked.find(procedure), _read(file)))
    except (BadInput, Illegal) as error:
        _refuse(error)


def _answer_lines(asked: Desk, lines: BinaryIO) -> bool:
    """One answer a line, at once, so that another program can talk to the desk; a bad line does not stop the others.
    Whether every line was ruled upon."""
    all_ruled = True
    for number, line in enumerate(lines, start=1):
        answer = _answer(asked, line, number)
        all_ruled = all_ruled and "error" not in answer
        typer.echo(msgspec.json.encode(answer))
    return all_ruled


def _answer(asked: Desk, line: bytes, number: int) -> dict[str, Any]:
    try:
        # a blank line is answered too, so that the nth answer belongs to the nth line
        question = _batch_line(_decode(line) if line.strip() else None, number)
        return desk.run(asked.find(question["procedure"]), question["input"])
    except (BadInput, Illegal) as error:
        return {"error": desk.reason(error)}


def _batch_line(question: Any, number: int) -> dict[str, Any]:
    """A line of a batch, if it has what belongs to it and nothing else."""
    if isinstance(question, dict):
        for field in _BATCH_LINE:
            if question.get(field) is None:
                raise BadInput(say("umpire.batch-line-lacks", line=number, field=field))
        if set(question) == set(_BATCH_LINE):
            return question
    raise BadInput(say("umpire.no-batch-line", line=number))


def _show_list(asked: Desk, as_json: bool) -> None:
    described = desk.describe(asked.procedures, asked.ledger.procedures)
    if as_json:
        _print_json(described)
        return
    console = Console()
    for procedure in described:
        console.print(Line(procedure["name"], style="bold"))
        for heading, entries in (("umpire.asks", procedure["inputs"]), ("umpire.tells", procedure["outputs"])):
            console.print(Padding(Line(render(say(heading)), style="dim"), (0, 0, 0, 2)))
            for entry in entries:
                console.print(Padding(Line.assemble((entry["name"], "cyan"), told_entry(entry)), (0, 0, 0, 4)))
        console.print()


def told_entry(entry: dict[str, Any]) -> str:
    """What the list says of an input or output behind its name."""
    words = f"  {entry['type']}"
    if entry["meaning"]:
        words += f"  {entry['meaning']}"
    default = entry.get("default_from", msgspec.json.encode(entry["default"]).decode() if "default" in entry else None)
    if default is not None:
        words += f" ({render(say('umpire.default', default=default))})"
    chance = entry.get("chance")
    # the throw of another procedure is known here: the odds ask for it too
    if chance is not None and "throw_of" not in chance:
        words += f" ({render(say('umpire.thrown'))})"
    return words


def _read(file: str | None) -> Any:
    with _opened(file) as stream:
        data = stream.read()
    if not data.strip():
        raise BadInput(say("umpire.nothing-read"))
    return _decode(data)


def _decode(data: bytes) -> Any:
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(say("umpire.no-json", fault=str(error))) from None


def _opened(file: str | None) -> AbstractContextManager[BinaryIO]:
    if file is None or file == STANDARD_INPUT:
        if sys.stdin.isatty():
            typer.echo(render(say("umpire.reading")), err=True)
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(file).open("rb")
    except OSError as error:
        raise BadInput(say("umpire.no-file", file=file, fault=error.strerror)) from None


def _print_json(value: Any) -> None:
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2))


def _refuse(error: BadInput | Illegal) -> NoReturn:
    typer.echo(desk.reason(error), err=True)
    raise typer.Exit(2)
