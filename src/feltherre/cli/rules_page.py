"""How the rules command shows a rule, a ruling, a table, a procedure, an example or the coverage in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Line

from feltherre.cli.words import chapter_heading
from feltherre.core.catalogue import FALLBACK, language, render
from feltherre.core.ledger import Coverage, Example, Input, Ledger, LedgerProcedure, LedgerTable, Rule, Ruling
from feltherre.core.ledger.counting import Marks
from feltherre.core.ledger.model import Entry
from feltherre.core.text import say

INDENT = 2


def show_list(console: Console, ledger: Ledger, rules: Iterable[Rule]) -> None:
    """The rules by chapter: number, title, kind."""
    console.print(Line(_words("source", title=ledger.title, source=ledger.source), style="bold"))
    chapters: dict[str, list[Rule]] = {}
    for rule in rules:
        chapters.setdefault(rule.chapter, []).append(rule)
    for chapter, own in chapters.items():
        _heading(console, chapter_heading(ledger.game, chapter))
        _columns(console, [(rule.id, rule.title, _words(f"kind.{rule.kind}")) for rule in own])


def show_entry(console: Console, ledger: Ledger, entry: Entry, marks: Marks | None) -> None:
    """One entry of the ledger with all that belongs to it."""
    if isinstance(entry, Rule):
        _show_rule(console, ledger, entry, marks)
    elif isinstance(entry, Ruling):
        _show_ruling(console, entry)
        _show_cited(console, ledger, "on-rules", (*entry.rules, *entry.tables))
    elif isinstance(entry, LedgerTable):
        _show_table(console, ledger, entry)
    elif isinstance(entry, LedgerProcedure):
        _show_procedure(console, ledger, entry)
    else:
        _show_example(console, entry)
        _show_cited(console, ledger, "on-rules", (*entry.rules, *entry.tables))


def show_briefly(console: Console, ledger: Ledger, entry: Entry) -> None:
    """For somebody in the middle of a game: of a rule only its text, what it refers to, and the rulings on it."""
    if isinstance(entry, Rule):
        _show_rule_text(console, ledger, entry)
    else:
        show_entry(console, ledger, entry, None)


def show_coverage(console: Console, counted: Coverage) -> None:
    """The count by chapter, then each rule that lacks something."""
    scope = counted.scope or _words("coverage.book")
    console.print(Line(_words("coverage.title", game=counted.game, scope=scope), style="bold"))
    table = Table()
    for heading in ("chapter", "rules", "code", "tests"):
        table.add_column(_words(f"coverage.{heading}"), justify="left" if heading == "chapter" else "right")
    for row in counted.chapters:
        table.add_row(row.chapter, str(row.rules), str(row.in_code), _number(row.in_tests))
    table.add_section()
    table.add_row(_words("coverage.all"), str(counted.rules), str(counted.in_code), _number(counted.in_tests))
    console.print(table)
    if counted.missing:
        console.print(_words("coverage.missing", n=len(counted.missing)))
        _columns(console, [(rule.id, rule.title, _needs(rule.needs)) for rule in counted.missing])
    else:
        console.print(_words("coverage.complete" if counted.tests else "coverage.complete-code"))
    if counted.tests is None:
        console.print(_words("coverage.no-tests", game=counted.game), style="yellow")
    if counted.errors:
        console.print(_words("coverage.errors"), style="red")
        for error in counted.errors:
            _text(console, error)


def _show_rule_text(console: Console, ledger: Ledger, rule: Rule) -> None:
    _title(console, rule.id, rule.title, _words(f"kind.{rule.kind}"))
    _text(console, rule.text)
    if language() == FALLBACK:  # our English words beside the book's
        _section(console, "terms", list(ledger.terms_in(f"{rule.title}. {rule.text}").items()))
    _show_cited(console, ledger, "see", rule.see)
    for number, ruling in enumerate(ledger.rulings_on(rule)):
        if number == 0:
            _heading(console, _words("rulings"))
        _show_ruling(console, ruling)


def _show_rule(console: Console, ledger: Ledger, rule: Rule, marks: Marks | None) -> None:
    _show_rule_text(console, ledger, rule)
    _section(console, "tables", [(table.id, table.title) for table in ledger.tables_on(rule)])
    _section(console, "procedures", [(p.name, ", ".join(p.rules)) for p in ledger.procedures_on(rule)])
    for number, example in enumerate(ledger.examples_on(rule)):
        if number == 0:
            _heading(console, _words("examples"))
        _show_example(console, example)
    if marks is not None:
        _show_marks(console, rule, marks)


def _show_marks(console: Console, rule: Rule, marks: Marks) -> None:
    places = marks.code.get(rule.id, ())
    code = [(f"{marks.within_checkout(Path(place.file))}:{place.line}", place.function) for place in places]
    _section(console, "code", code)
    if marks.proofs is not None and marks.tests is not None:
        directory = marks.within_checkout(marks.tests)
        proofs = marks.proofs.get(rule.id, ())
        _section(console, "tests", [(f"{directory}/{p.test.partition('::')[0]}:{p.line}", p.test) for p in proofs])


def _show_ruling(console: Console, ruling: Ruling) -> None:
    _title(console, ruling.id)
    parts = [("question", ruling.question), ("decision", ruling.decision), ("why", ruling.why)]
    _columns(console, [(_words(heading), text.strip()) for heading, text in parts])


def _show_example(console: Console, example: Example) -> None:
    _title(console, example.id)
    then = _words("refused") if example.refused else _data(example.then)
    parts = [("origin", example.origin), ("procedure", example.procedure or _words("played"))]
    parts += [("given", _data(example.given)), ("then", then), ("note", example.note.strip())]
    _columns(console, [(_words(heading), text) for heading, text in parts if text])


def _show_table(console: Console, ledger: Ledger, table: LedgerTable) -> None:
    _title(console, table.id, table.title)
    _text(console, " ".join(part.strip() for part in (table.note, table.provenance) if part))
    shown = Table(show_lines=False)
    for column in table.columns:
        shown.add_column(Line(str(column)), overflow="fold")
    for row in table.rows:
        shown.add_row(*(Line(_cell(cell)) for cell in row))
    console.print(shown)
    for name, extra in table.extra.items():
        _columns(console, [(name, _data(extra))])
    _section(console, "procedures", [(p.name, ", ".join(p.rules)) for p in ledger.procedures_on(table)])
    for ruling in ledger.rulings_on(table):
        _show_ruling(console, ruling)


def _show_procedure(console: Console, ledger: Ledger, procedure: LedgerProcedure) -> None:
    _title(console, procedure.name)
    _section(console, "inputs", [(value.name, value.type, _about(value)) for value in procedure.inputs])
    _section(console, "outputs", [(value.name, value.type, value.meaning) for value in procedure.outputs])
    _section(console, "steps", [(f"{number}.", step) for number, step in enumerate(procedure.steps, start=1)])
    _show_cited(console, ledger, "on-rules", (*procedure.rules, *procedure.tables))
    _section(console, "examples", [(example.id, example.note) for example in ledger.examples_on(procedure)])


def _about(value: Input) -> str:
    """What an input means, and what holds when it is left out."""
    parts = [value.meaning]
    if value.chance:
        parts += [_words(f"chance.{how}", what=what) for how, what in value.chance.items()]
    if value.default is not UNSET:
        parts.append(_words("default", value=_data(value.default)))
    if value.default_from:
        parts.append(_words("default-from", words=value.default_from))
    if value.nullable:
        parts.append(_words("may-be-null"))
    return "; ".join(parts)


def _show_cited(console: Console, ledger: Ledger, heading: str, cited: Iterable[str]) -> None:
    titles = {rule.id: rule.title for rule in ledger.rules.values()}
    titles |= {table.id: table.title for table in ledger.tables.values()}
    _section(console, heading, [(entry_id, titles[entry_id]) for entry_id in cited])


def _words(key: str, /, **args: Any) -> str:
    return render(say(f"cli.rules.{key}", **args))


def _needs(needs: Iterable[str]) -> str:
    return _words("coverage.needs", needs=[say(f"cli.rules.coverage.need.{need}") for need in needs])


def _number(count: int | None) -> str:
    return "-" if count is None else str(count)


def _data(value: Any) -> str:
    """On one line, with blanks at which the line can be broken."""
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else _data(value)


# The texts of a ledger hold brackets: nothing here is read as rich's markup.


def _title(console: Console, entry_id: str, title: str = "", kind: str = "") -> None:
    line = Line(entry_id, style="bold cyan")
    line.append(f"  {title}" if title else "", style="bold default")
    line.append(f"  ({kind})" if kind else "", style="dim default")
    console.print(line)


def _heading(console: Console, words: str) -> None:
    console.print()
    console.print(Line(words, style="bold"))


def _text(console: Console, text: str) -> None:
    if text.strip():
        console.print(Padding(Line(text.strip()), (0, 0, 0, INDENT)))


def _section(console: Console, heading: str, rows: Sequence[tuple[str, ...]]) -> None:
    if rows:
        _heading(console, _words(heading))
        _columns(console, rows)


def _columns(console: Console, rows: Sequence[tuple[str, ...]]) -> None:
    grid = Table.grid(padding=(0, 2))
    for number in range(max(map(len, rows))):
        grid.add_column(style="cyan" if number == 0 else None, no_wrap=number == 0, overflow="fold")
    for row in rows:
        grid.add_row(*(Line(cell) for cell in row))
    console.print(Padding(grid, (0, 0, 0, INDENT)))
