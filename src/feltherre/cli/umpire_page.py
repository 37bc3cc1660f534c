"""How the umpire's desk looks in the terminal: the ruling as a page to read, and the short list of procedures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import cycle
from typing import Any

from msgspec import UNSET
from rich.console import Console
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Line

from feltherre.cli.words import chapter_heading, put, words
from feltherre.core.amounts import in_decimals, in_eighths
from feltherre.core.asks import Asks
from feltherre.core.book import Book
from feltherre.core.catalogue import render, show, throw_name
from feltherre.core.chance import Ruling
from feltherre.core.figures import plain
from feltherre.core.introduction import title_of
from feltherre.core.ledger import Ledger, LedgerProcedure
from feltherre.core.procedure import AnyProcedure
from feltherre.core.text import Text, say
from feltherre.umpire.asking import Question, Sheet, choice_word, output_word, procedure_word

DICE = " ⚀⚁⚂⚃⚄⚅"
#: how the ledger writes a word of its own
CODE = re.compile(r"[a-z]+([_-][a-z]+)*")
#: the key of what stands as it is, without a word of its own
PLAIN = "core.plain"


def show_books(console: Console, books: Iterable[Book]) -> None:
    """A line for each game and book that has a desk."""
    for book in books:
        line = Line.assemble((book.id, "bold cyan"), "  ", render(title_of(book)))
        put(console, line.append(f"  {render(say('umpire.procedures', n=len(book.procedures)))}", style="dim"))
    console.print()
    put(console, Line(render(say("umpire.which-game", command="feltherre umpire")), style="dim"))


def show_procedures(console: Console, procedures: Mapping[str, AnyProcedure], ledger: Ledger) -> None:
    """A line for each procedure, by the chapters of its first rule: its name, and what it is called."""
    chapters: dict[str, list[AnyProcedure]] = {}
    for name, procedure in procedures.items():
        chapters.setdefault(ledger.procedures[name].in_chapter, []).append(procedure)
    order = [rule.chapter for rule in ledger.rules.values()]
    width = max(map(len, procedures))
    for chapter, own in sorted(chapters.items(), key=lambda pair: order.index(pair[0]) if pair[0] in order else -1):
        console.print(Line(chapter_heading(ledger.game, chapter), style="bold"))
        for procedure in own:
            line = Line.assemble((f"{procedure.name:<{width}}", "cyan"), "  ")
            line.append(render(procedure_word(procedure.owner, procedure.name)))
            put(console, line.append(f"  {ledger.procedures[procedure.name].rules[0]}", style="dim"), indent=2)
    console.print()
    put(console, Line(render(say("umpire.how-to-ask", command=f"feltherre umpire {ledger.game}")), style="dim"))


def show_ruling(
    console: Console, procedure: AnyProcedure, ledger: LedgerProcedure, asks: Asks, sheet: Sheet, ruling: Ruling
) -> None:
    """What was asked, each point that was decided with its rule, the dice, and what follows, the result first."""
    title = Line(render(procedure_word(procedure.owner, procedure.name)), style="bold")
    put(console, title.append(f"  {procedure.name}", style="dim"))
    put(console, Line(_situation(sheet)), indent=2)
    console.print()
    points = Table.grid(padding=(0, 2))
    points.add_column(overflow="fold")
    points.add_column(style="dim", no_wrap=True)
    for line in ruling.explanation:
        points.add_row(Line(render(line.text)), line.rule or "")
    console.print(Padding(points, (0, 0, 0, 2)))
    _show_dice(console, procedure, ruling)
    # a code without a word of its own says what the explanation has said already
    told = {name: value for name, value in ruling.outputs.items() if not _is_code(procedure.owner, name, value)}
    large = [name for name in asks.result if name in told] or list(told)
    facts = [_fact(procedure.owner, name, told[name]) for name in large]
    console.print(Panel(Line("\n".join(facts), style="bold"), expand=False, border_style="green", padding=(0, 2)))
    rest = [_fact(procedure.owner, name, value) for name, value in told.items() if name not in large]
    if rest:
        put(console, Line(" · ".join(rest)), indent=2)
    # a table that is not the book's has only a name for the code
    tables = [table for table in ledger.tables if not CODE.fullmatch(table)]
    rules = f"{words('rules.on-rules')}: {', '.join((*ledger.rules, *tables))}"
    put(console, Line(rules, style="dim"), indent=2)


def _show_dice(console: Console, procedure: AnyProcedure, ruling: Ruling) -> None:
    for throw in ruling.throws:
        name = throw_name(procedure.owner, procedure.name, throw.purpose)
        line = Line(" ".join(DICE[value] for value in throw.values), style="bold")
        how = say("umpire.typed" if throw.typed else "umpire.by-computer", name=name)
        values = " + ".join(map(str, throw.values))
        line.append(f"  {values} = {sum(throw.values)}" if len(throw.values) > 1 else f"  {values}")
        put(console, line.append(f"  {render(how)}  {throw.rule}", style="dim"), indent=2)


def _situation(sheet: Sheet) -> str:
    """What was told; what is as usual is left out."""
    asked = [question for question in sheet.questions.values() if question.ask.known is None]
    return " · ".join(_said(asked, {question.name: sheet.value(question.name) for question in asked}))


def _said(asked: Iterable[Question], values: Mapping[str, Any]) -> list[str]:
    """Each answer that is worth telling, after what it is called."""
    told = []
    for question in asked:
        value = values.get(question.name, UNSET)
        if value is UNSET or value == question.default or (value is False and question.required):
            continue
        word = capital(render(question.word))
        told.append(word if value is True else f"{word}: {worded(question, value)} {question.unit}".rstrip())
    return told


def _is_code(owner: str, name: str, value: Any) -> bool:
    """Whether a value is a word of the ledger, or a list of such, for which the reader's language has none."""
    values = value if isinstance(value, list | tuple) else [value]
    words = [choice_word(owner, name, one).key for one in values if isinstance(one, str) and CODE.fullmatch(one)]
    return bool(words) and len(words) == len(values) and set(words) == {PLAIN}


def _fact(owner: str, name: str, value: Any) -> str:
    return f"{capital(render(output_word(owner, name)))}: {_told(owner, name, value)}"


def _told(owner: str, name: str, value: Any, within: str = "") -> str:
    """The value of an output in words; `within`: the output in which it stands under a name of its own."""
    if isinstance(value, bool):
        return yes_or_no(value)
    if value is None:
        return "–"
    if isinstance(value, str):
        word = choice_word(owner, name, value)
        return render(choice_word(owner, within, value) if within and word.key == PLAIN else word)
    if isinstance(value, list | tuple):
        return ", ".join(_told(owner, name, item, within) for item in value) or "–"
    if isinstance(value, Mapping):
        told = [(output_word(owner, str(key)), _told(owner, str(key), of, name)) for key, of in value.items()]
        # what has several things of its own is parted from the next by more than they are
        comma = "; " if any(", " in of for _, of in told) else ", "
        return comma.join(f"{render(word)} {of}" for word, of in told) or "–"
    return in_figures(value) if isinstance(value, float) else plain(value)


def in_figures(value: float) -> str:
    """A length, time or share as people write it: 2½, or with two decimals as the reader's language has them."""
    if value < 0:
        return f"−{in_figures(-value)}"
    whole, part = in_decimals(value)
    return in_eighths(value) or (render(say("umpire.decimal", whole=whole, part=part)) if part else whole)


def with_unit(question: Question) -> str:
    """What an input is called, with its unit."""
    word = capital(render(question.word))
    return f"{word} ({question.unit})" if question.unit else word


def worded(question: Question, value: Any) -> str:
    """A value as an answer to a question, in words."""
    if value is None or value == "" or (isinstance(value, list | tuple | Mapping) and not value):
        empty = next((choice.word for choice in question.choices if choice.value == value), None)
        return "–" if empty is None else render(empty)
    if isinstance(value, bool):
        return yes_or_no(value)
    if isinstance(value, list | tuple) and question.kind == "list":
        if question.of_records:
            return str(len(value))
        # a list of so many items has a word for each
        return ", ".join(worded(part, item) for part, item in zip(cycle(question.of), value, strict=False))
    if question.kind == "record" and isinstance(value, Mapping):
        return f"({', '.join(_said(question.of, value))})"
    if isinstance(value, Mapping):
        return ", ".join(f"{key}={show(of)}" for key, of in value.items())
    word: Text | None = next((choice.word for choice in question.choices if choice.value == value), None)
    return render(word) if word else in_figures(value) if isinstance(value, float) else str(value)


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def yes_or_no(value: bool) -> str:
    return render(say("umpire.yes" if value else "umpire.no"))
