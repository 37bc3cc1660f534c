"""`feltherre rules GAME [ID]`: the rules in our words, and how much of them code and tests cover."""

from __future__ import annotations

from typing import Annotated, Any, NoReturn

import msgspec
import typer
from msgspec import Struct
from rich.console import Console

from feltherre.cli import rules_page
from feltherre.core.catalogue import FALLBACK, language, render
from feltherre.core.errors import BadInput
from feltherre.core.ledger import Ledger, Rule, coverage
from feltherre.core.ledger.counting import Marks, find_marks
from feltherre.core.text import Text, say

#: names the whole book where a scope is asked for
WHOLE_BOOK = "book"


class Book(Struct, frozen=True):
    """What this command needs of a game."""

    ledger: Ledger
    #: the scope that the game carries out
    scope: str | None
    package: str


def find_book(game_id: str, lang: str) -> Book:
    """A book, its rules in this language."""
    from feltherre.core.ledger.translated import ledger_in
    from feltherre.core.registry import get_book

    book = get_book(game_id)
    return Book(ledger_in(book, lang), book.scope, book.package)


def rules_command(
    game: Annotated[str, typer.Argument(help="The game, e.g. norway.", show_default=False)],
    entry_id: Annotated[
        str | None,
        typer.Argument(
            metavar="[ID]", help="A rule (4.2-7), ruling (R16), table, procedure or example.", show_default=False
        ),
    ] = None,
    count: Annotated[bool, typer.Option("--coverage", help="Count the rules that have code and a test.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    scope: Annotated[
        str | None,
        typer.Option(
            help=f"A scope of the ledger, or `{WHOLE_BOOK}`. Coverage counts what the game carries out.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """The rules of a game in our words: all of them, or one with its rulings, examples, code and tests."""
    try:
        # what programs read is the same in every language
        book = find_book(game, FALLBACK if as_json else language())
        if count:
            if entry_id is not None:
                raise BadInput(say("cli.rules.coverage-of-one"))
            _show_coverage(book, scope, as_json)
        elif entry_id is None:
            _show_list(book, scope, as_json)
        else:
            _show_entry(book, entry_id, as_json)
    except BadInput as error:
        _refuse(error.reason)


def _show_coverage(book: Book, scope: str | None, as_json: bool) -> None:
    counted = coverage(book.ledger, _scope(book.ledger, scope or book.scope), package=book.package)
    if as_json:
        _print_json(counted)
    else:
        rules_page.show_coverage(Console(), counted)
    if counted.errors:
        raise typer.Exit(1)


def _show_list(book: Book, scope: str | None, as_json: bool) -> None:
    rules = book.ledger.rules_in_scope(_scope(book.ledger, scope))
    if as_json:
        _print_json([{"id": rule.id, "title": rule.title, "kind": rule.kind} for rule in rules])
    else:
        rules_page.show_list(Console(), book.ledger, rules)


def _show_entry(book: Book, entry_id: str, as_json: bool) -> None:
    ledger = book.ledger
    entry = ledger.find(entry_id)
    if entry is None:
        near = ledger.near(entry_id)
        hints = [say("cli.rules.did-you-mean", ids=", ".join(near))] if near else []
        _refuse(say("cli.rules.unknown", game=ledger.game, id=entry_id), *hints)
    marks = find_marks(ledger, book.package) if isinstance(entry, Rule) else None
    if as_json:
        _print_json(_entry_json(ledger, entry, marks))
    else:
        rules_page.show_entry(Console(), ledger, entry, marks)


def _entry_json(ledger: Ledger, entry: Struct, marks: Marks | None) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(entry)
    if isinstance(entry, Rule) and marks is not None:
        found["rulings"] = ledger.rulings_on(entry)
        found["tables"] = [table.id for table in ledger.tables_on(entry)]
        found["procedures"] = [procedure.name for procedure in ledger.procedures_on(entry)]
        found["examples"] = ledger.examples_on(entry)
        found["code"] = [place.function for place in marks.code.get(entry.id, ())]
        found["tests"] = None if marks.proofs is None else [proof.test for proof in marks.proofs.get(entry.id, ())]
    return found


def _scope(ledger: Ledger, name: str | None) -> str | None:
    return None if name == WHOLE_BOOK and name not in ledger.scopes else name


def _print_json(value: Any) -> None:
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def _refuse(*reasons: Text) -> NoReturn:
    for reason in reasons:
        typer.echo(render(reason), err=True)
    raise typer.Exit(2)
