"""The rules of a game for the client, in the reader's language: the whole book, and what a line of the log opens."""

from __future__ import annotations

from typing import Any

import msgspec

from feltherre.core.book import Book
from feltherre.core.catalogue import FALLBACK, text_or
from feltherre.core.ledger import Example, LedgerProcedure, LedgerTable, PlayAid, Rule, Ruling
from feltherre.core.ledger.translated import column_words, ledger_in
from feltherre.core.text import Text, say
from feltherre.server.forms import Chapter, Rulebook, RuleEntry, RuleRead, TableRead
from feltherre.server.hub import NotThere

_TYPES: dict[type, str] = {
    Rule: "rule",
    Ruling: "ruling",
    LedgerTable: "table",
    LedgerProcedure: "procedure",
    Example: "example",
}


def rulebook(book: Book, lang: str) -> Rulebook:
    """The rules that the game carries out, or all of a book without one, to be read from end to end in a language;
    and what lies beside the board."""
    ledger = ledger_in(book, lang)
    chapters: dict[str, list[RuleRead]] = {}
    for rule in ledger.rules_in_scope(book.scope):
        rulings = [ruling.id for ruling in ledger.rulings_on(rule)]
        chapters.setdefault(rule.chapter, []).append(RuleRead(rule.id, rule.title, rule.text.strip(), rulings))
    aid = ledger.play_aid
    return Rulebook(
        chapters=[Chapter(id_, chapter_name(book, id_), rules) for id_, rules in chapters.items()],
        play_aid=[_beside_the_board(ledger.tables[name], book.ledger.tables[name], aid, lang) for name in aid.tables],
    )


def chapter_name(book: Book, chapter: str) -> Text:
    """What a chapter is about, or its number."""
    return text_or(f"{book.id}.chapter.{chapter}", chapter)


def _beside_the_board(table: LedgerTable, source: LedgerTable, aid: PlayAid, lang: str) -> TableRead:
    """A table without the columns that are for the software alone."""
    shown = [number for number, column in enumerate(source.columns) if column not in aid.without]
    return TableRead(
        table.id,
        table.title,
        [column_words(table.columns[number]) for number in shown],
        [[cell_words(row[number], lang) for number in shown] for row in table.rows],
    )


def cell_words(cell: Any, lang: str = FALLBACK) -> str:
    """A cell as it stands in a printed table; only English writes a point before decimals."""
    if cell is None or cell is False:
        return ""
    if cell is True:
        return "\N{CHECK MARK}"
    if isinstance(cell, dict):
        return ", ".join(f"{amount} {cell_words(thing, lang)}" for thing, amount in cell.items())
    if isinstance(cell, list | tuple):
        return ", ".join(cell_words(part, lang) for part in cell)
    if isinstance(cell, float) and lang != FALLBACK:
        return str(cell).replace(".", ",")
    return str(cell).replace("_", " ")


def rule_entry(book: Book, entry_id: str, lang: str = FALLBACK) -> RuleEntry:
    """One entry of the ledger in a language, and what belongs to it."""
    ledger = ledger_in(book, lang)
    entry = ledger.find(entry_id)
    if entry is None:
        raise NotThere(say("server.error.no-such-rule", id=entry_id, near=ledger.near(entry_id)))
    rulings = ledger.rulings_on(entry) if isinstance(entry, Rule | LedgerTable) else []
    found = RuleEntry(_TYPES[type(entry)], msgspec.to_builtins(entry), msgspec.to_builtins(rulings))
    if isinstance(entry, Rule):
        return msgspec.structs.replace(
            found,
            tables=[table.id for table in ledger.tables_on(entry)],
            procedures=[procedure.name for procedure in ledger.procedures_on(entry)],
            examples=msgspec.to_builtins(ledger.examples_on(entry)),
            # our English words beside the book's; in another language the text has the book's own
            terms=ledger.terms_in(f"{entry.title} {entry.text}") if lang == FALLBACK else {},
        )
    return found
