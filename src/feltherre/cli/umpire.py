"""`feltherre umpire GAME [PROCEDURE] [FILE|- or NAME=VALUE ...]` and `feltherre odds GAME PROCEDURE [FILE|-]`: the
umpire's desk. A program gives JSON and gets JSON; a person is asked, and reads a page (umpire_ask.py, umpire_page.py).
"""

from __future__ import annotations

import re
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

from feltherre.cli.options import read_options
from feltherre.cli.play.reading import width
from feltherre.cli.umpire_ask import EXPLAIN, ask_and_rule, by_line, pick_procedure, rule_alone, show_questions
from feltherre.cli.umpire_page import show_books, show_procedures, show_ruling
from feltherre.cli.words import chapter_heading, refuse_all
from feltherre.core.asks import NOTHING_SAID, Asks
from feltherre.core.catalogue import render
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.ledger import Ledger
from feltherre.core.names import AmbiguousName, UnknownName
from feltherre.core.procedure import AnyProcedure
from feltherre.core.text import say
from feltherre.umpire import desk
from feltherre.umpire.asking import Sheet, chance_questions, describe_asking, procedure_word, questions
from feltherre.umpire.reading import find_procedure, read_line

STANDARD_INPUT = "-"
#: an input on the line; anything else is a file
INPUT = re.compile(r"[^\W\d][\w.-]*=")
_BATCH_LINE = ("procedure", "input")
#: procedures that a refusal offers at most
MOST_NEAR = 3

Game = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help="The game, e.g. norway; without it they are listed.", show_default=False),
]
File = Annotated[
    str | None, typer.Argument(metavar="FILE|-", help="The situation as JSON; - or nothing: standard input.")
]


class Desk(Struct, frozen=True):
    """What these commands need of a game."""

    game: str
    procedures: Mapping[str, AnyProcedure]
    ledger: Ledger
    asks: Mapping[str, Asks] = {}

    def meant(self, name: str) -> AnyProcedure:
        """The procedure that a person means by its name, a word for it, or the beginning of one."""
        procedures = list(self.procedures.values())
        try:
            return find_procedure(procedures, name)
        except UnknownName as unknown:
            near = [procedures[number] for number in unknown.near[:MOST_NEAR]]
            told = [f"{one.name} ({render(procedure_word(one.owner, one.name))})" for one in near]
            raise self._unknown(name, told) from None

    def find(self, name: Any) -> AnyProcedure:
        if not isinstance(name, str) or name not in self.procedures:
            raise self._unknown(str(name), [one for one in self.ledger.near(str(name)) if one in self.procedures])
        return self.procedures[name]

    def _unknown(self, name: str, near: list[str]) -> BadInput:
        """There is no such procedure, and what comes near; a book has too many to name them all here."""
        told = {"game": self.game, "name": name, "command": f"feltherre umpire {self.game}"}
        return BadInput(say("umpire.near-procedure", near=near, **told) if near else say("umpire.no-procedure", **told))


def find_desk(game_id: str) -> Desk:
    from feltherre.core.registry import get_book

    book = get_book(game_id)
    return Desk(book.id, book.procedures, book.ledger, book.asks)


def umpire_command(
    game: Game = None,
    procedure: Annotated[
        str | None,
        typer.Argument(metavar="PROCEDURE", help="What to rule on; without it the procedures are listed."),
    ] = None,
    given: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILE|-] [NAME=VALUE]... [?]",
            help="The situation: JSON from a file or -, or inputs; at a terminal you are asked. ? explains them.",
            show_default=False,
        ),
    ] = None,
    batch: Annotated[
        bool,
        typer.Option(
            "--batch",
            help='JSON Lines {"procedure": ..., "input": {...}} from FILE; an answer a line; exit 1 if one is refused.',
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON, also at a terminal.")] = False,
    describe: Annotated[
        bool, typer.Option("--describe", help="What a procedure asks, as JSON for a program that asks a person.")
    ] = False,
) -> None:
    """Rule on a situation as an umpire at the table would, and explain it."""
    try:
        if game is None:
            _list_books(as_json)
            return
        asked = find_desk(game)
        if batch:
            # the first argument after the game is then the file
            if given:
                raise BadInput(say("umpire.batch-and-procedure"))
            with _opened(procedure) as lines:
                all_ruled = _answer_lines(asked, lines)
            if not all_ruled:
                raise typer.Exit(1)
        elif procedure is None:
            _list_procedures(asked, as_json)
        elif given == [EXPLAIN]:
            _explain(asked, _meant(asked, procedure))
        elif describe:
            _print_json(_described(asked, asked.meant(procedure)))
        else:
            file, inputs = _file_or_inputs(given or [])
            if file is None and (inputs or _at_terminal()):
                _ask(asked, _meant(asked, procedure), inputs, as_json)
            else:
                _print_json(desk.run(asked.meant(procedure), _read(file)))
    except (BadInput, Illegal) as error:
        _refuse(error)


def odds_command(
    game: Game = None,
    procedure: Annotated[
        str | None,
        typer.Argument(metavar="PROCEDURE", help="What to weigh; without it the procedures are listed."),
    ] = None,
    file: File = None,
) -> None:
    """The exact chances of every output of a procedure, for a situation without its dice."""
    try:
        if game is None:
            _list_books(as_json=False)
            return
        asked = find_desk(game)
        if procedure is None:
            _show_list(asked, as_json=False)
            return
        _print_json(desk.odds(asked.meant(procedure), _read(file)))
    except (BadInput, Illegal) as error:
        _refuse(error)


def _meant(asked: Desk, name: str) -> AnyProcedure:
    """The procedure that a person means; of several he picks one where he can be asked."""
    try:
        return asked.meant(name)
    except AmbiguousName as several:
        if not _at_terminal():
            raise
        procedures = list(asked.procedures.values())
        near = [procedures[number] for number in several.matches]
        picked = pick_procedure(Console(width=width(), highlight=False), name, near)
        if picked is None:
            raise typer.Exit(1) from None
        return picked


def _at_terminal() -> bool:
    """Whether a person types and reads, and no program."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _file_or_inputs(given: list[str]) -> tuple[str | None, dict[str, str]]:
    """(the file, or what is told of each input); never both."""
    files = [word for word in given if not INPUT.match(word)]
    if len(files) > 1 or (files and len(given) > len(files)):
        raise BadInput(say("umpire.file-and-inputs"))
    return (files[0], {}) if files else (None, read_options(given))


def _ask(asked: Desk, procedure: AnyProcedure, inputs: Mapping[str, str], as_json: bool) -> None:
    """Rule with the inputs of the line; who is at a terminal is asked for the others."""
    asks, entry = asked.asks.get(procedure.name, NOTHING_SAID), asked.ledger.procedures[procedure.name]
    given, dice = read_line(questions(procedure, entry, asks), procedure, inputs)

    def check(data: dict[str, Any]) -> None:
        procedure.assess(desk.read_situation(procedure, data))

    sheet = Sheet(questions(procedure, entry, asks), given, check, at_once=procedure.name in asked.asks)
    console = Console(width=width(), highlight=False)
    ruled = ask_and_rule(console, procedure, sheet, dice) if _at_terminal() else rule_alone(procedure, sheet, dice)
    if ruled is None:
        raise typer.Exit(1)
    if as_json or not sys.stdout.isatty():
        thrown = {"thrown": ruled.by_computer} if ruled.by_computer else {}
        _print_json(desk.told(ruled.ruling) | thrown)
    else:
        show_ruling(console, procedure, entry, asks, sheet, ruled.ruling)
        # on one line, however narrow the window, so that it can be copied
        console.print(Line(by_line(asked.game, procedure, sheet, ruled.ruling), style="dim"), soft_wrap=True)


def _explain(asked: Desk, procedure: AnyProcedure) -> None:
    """Everything that a procedure asks, for a person who wants to write it on the line."""
    asks, entry = asked.asks.get(procedure.name, NOTHING_SAID), asked.ledger.procedures[procedure.name]
    show_questions(Console(highlight=False), questions(procedure, entry, asks))
    show_questions(Console(highlight=False), chance_questions(procedure, entry).values())


def _described(asked: Desk, procedure: AnyProcedure) -> dict[str, Any]:
    """What a procedure asks and tells, for a program that asks a person."""
    return describe_asking(
        procedure, asked.ledger.procedures[procedure.name], asked.asks.get(procedure.name, NOTHING_SAID)
    )


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


def _list_books(as_json: bool) -> None:
    """The games and books that have a desk."""
    from feltherre.core.registry import books

    found, broken = books()
    if as_json:
        _print_json([{"id": book.id, "title": book.title, "procedures": list(book.procedures)} for book in found])
    else:
        show_books(Console(highlight=False), found)
    refuse_all(broken)


def _list_procedures(asked: Desk, as_json: bool) -> None:
    """A person gets the short list, a program all of it."""
    if as_json or not _at_terminal():
        _show_list(asked, as_json)
    else:
        show_procedures(Console(highlight=False), asked.procedures, asked.ledger)


def _show_list(asked: Desk, as_json: bool) -> None:
    described = desk.describe(asked.procedures, asked.ledger.procedures)
    if as_json:
        _print_json(described)
        return
    console = Console()
    chapter = ""
    for procedure in described:
        of = asked.ledger.procedures[procedure["name"]].in_chapter
        if of != chapter:
            chapter = of
            console.print(Line(chapter_heading(asked.game, chapter), style="bold underline"))
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
