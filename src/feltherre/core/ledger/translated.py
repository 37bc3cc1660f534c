"""A ledger as it is read in a language: the same rules, rulings and tables, with the words of `rulebook/<language>.po`
beside the ledger. The ledger itself is the English; what a file does not have is read in English.

Keys: `4.2-7.title`, `4.2-7.text`; `R13.question`, `R13.decision`, `R13.why`; of tables `table:1.5.title`,
and for all tables together `column:die` and `cell:storm`. Only readers are given such a ledger: code that carries out
rules reads the tables of the ledger itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from feltherre.core.book import Book
from feltherre.core.catalogue import FALLBACK, locale_of, read_catalogue
from feltherre.core.ledger.model import Ledger, LedgerTable, Rule, Ruling

Words = Mapping[str, str]

#: what is read of each kind of entry
READ: Mapping[type, tuple[str, ...]] = {
    Rule: ("title", "text"),
    Ruling: ("question", "decision", "why"),
    LedgerTable: ("title",),
}


@cache
def ledger_in(book: Book, lang: str) -> Ledger:
    """The ledger of a book as somebody reads it in this language."""
    return book.ledger if lang == FALLBACK else translated(book.ledger, words_in(book, lang))


def words_in(book: Book, lang: str) -> Words:
    """What stands in the book's file of a language; nothing if it has none."""
    file = file_of(book, lang)
    if not file.is_file():
        return {}
    return {key: message.forms[0] for key, message in read_catalogue(file).items()}


def file_of(book: Book, lang: str) -> Path:
    return locale_of(book.id).parent / "rulebook" / f"{lang}.po"


def translated(ledger: Ledger, words: Words) -> Ledger:
    """The ledger with these words for its own, wherever there are some."""
    return replace(
        ledger,
        rules={name: _entry(rule, name, words) for name, rule in ledger.rules.items()},
        rulings={name: _entry(ruling, name, words) for name, ruling in ledger.rulings.items()},
        tables={name: _table(table, words) for name, table in ledger.tables.items()},
    )


def english(ledger: Ledger) -> dict[str, str]:
    """Every key that a file may have, with the English: what a translator is given."""
    entries = {**ledger.rules, **ledger.rulings, **{f"table:{name}": table for name, table in ledger.tables.items()}}
    found = {f"{key}.{field}": getattr(entry, field) for key, entry in entries.items() for field in READ[type(entry)]}
    for name in ledger.play_aid.tables:
        table = ledger.tables[name]
        for number, column in enumerate(table.columns):
            if column not in ledger.play_aid.without:
                found |= {f"column:{column}": column_words(column)} if has_words(str(column)) else {}
                found |= {f"cell:{word}": word for row in table.rows for word in _spoken(row[number])}
    return {key: text.strip() for key, text in found.items() if text.strip()}


def column_words(column: str | int) -> str:
    """The heading of a column as it is read: `movement cost`, and the result 7 of a column `r7`."""
    result = re.fullmatch(r"[rd](\d+)", str(column))
    return result[1] if result else str(column).replace("_", " ")


def has_words(text: str) -> bool:
    """Whether there is something to translate: `storm`, and neither `A2-F1` nor `>=7`."""
    return re.search(r"[a-z]{2}", text) is not None


def _spoken(cell: Any) -> Iterator[str]:
    """The words in a cell, which may be a list, or amounts of things."""
    if isinstance(cell, str):
        if has_words(cell):
            yield cell
    elif isinstance(cell, dict | list | tuple):
        for part in cell:
            yield from _spoken(part)


def _entry(entry: Any, key: str, words: Words) -> Any:
    own = {field: words[f"{key}.{field}"] for field in READ[type(entry)] if f"{key}.{field}" in words}
    return replace(entry, **own) if own else entry


def _table(table: LedgerTable, words: Words) -> LedgerTable:
    named: LedgerTable = _entry(table, f"table:{table.id}", words)
    columns = tuple(words.get(f"column:{column}", column) for column in table.columns)
    rows = tuple(tuple(_cell(cell, words) for cell in row) for row in table.rows)
    return replace(named, columns=columns, rows=rows)


def _cell(cell: Any, words: Words) -> Any:
    if isinstance(cell, str):
        return words.get(f"cell:{cell}", cell)
    if isinstance(cell, dict):
        return {_cell(name, words): value for name, value in cell.items()}
    if isinstance(cell, list | tuple):
        return [_cell(part, words) for part in cell]
    return cell
