"""What every command needs to put words on the screen. Texts of games hold brackets: nothing is read as markup."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import typer
from rich.console import Console
from rich.text import Text as Line

from feltherre.core.catalogue import find, render, throw_name
from feltherre.core.chance import Thrown
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.text import Text, say


def words(key: str, /, **args: Any) -> str:
    """A sentence of the command line's own catalogue: `words("play.saved", file=...)`."""
    return render(say(f"cli.{key}", **args))


def named(prefix: str, word: str) -> str:
    """A word of the display schema as a person reads it; the word itself where the catalogue has none."""
    key = f"cli.{prefix}.{word}"
    return render(say(key)) if find(key) else word.replace("-", " ").replace("_", " ")


def chapter_heading(book: str, chapter: str) -> str:
    """The heading over the procedures of a chapter: the book's own word for it, or its number."""
    key = f"{book}.chapter.{chapter}"
    return render(say(key)) if find(key) else words("rules.chapter", chapter=chapter)


def reason(error: BadInput | Illegal) -> str:
    """Why something was refused, with the rule if there is one."""
    return error.told()


def refuse_all(errors: Sequence[BadInput]) -> None:
    """What is wrong with some things, told after the others have been shown; if there are any, it ends as refused."""
    for error in errors:
        typer.echo(reason(error), err=True)
    if errors:
        raise typer.Exit(2)


def put(console: Console, line: Line, indent: int = 0, hanging: int | None = None) -> None:
    """Print a line, broken at blanks where it is too long; what follows the first line is set in by `hanging`."""
    rest = indent if hanging is None else hanging
    for number, piece in enumerate(line.wrap(console, max(20, console.width - max(indent, rest)))):
        piece.rstrip()
        console.print(Line(" " * (rest if number else indent)).append_text(piece), no_wrap=True, crop=False)


def with_rule(text: Text, rule: str | None, style: str = "") -> Line:
    """A sentence, and the number of its rule in small."""
    line = Line(render(text), style=style)
    if rule:
        line.append(f"  {rule}", style="dim")
    return line


def thrown(throw: Thrown, procedure: str, game: str) -> str:
    """A throw as an umpire reads it: `thrown for the attack (4.2-4): 3 6 1`, and whether somebody typed it in."""
    values = " ".join(str(value) for value in throw.values) or "-"
    purpose = throw_name(game, procedure, throw.purpose)
    return words("thrown.typed" if throw.typed else "thrown.live", purpose=purpose, rule=throw.rule, values=values)
