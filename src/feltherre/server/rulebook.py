"""The rules of a game for the client: what a line of the log opens."""

from __future__ import annotations

import msgspec

from feltherre.core.book import Book
from feltherre.core.ledger import Example, LedgerProcedure, LedgerTable, Rule, Ruling, chapter_of
from feltherre.core.text import say
from feltherre.server.forms import RuleEntry, RuleTitle
from feltherre.server.hub import NotThere

_TYPES: dict[type, str] = {
    Rule: "rule",
    Ruling: "ruling",
    LedgerTable: "table",
    LedgerProcedure: "procedure",
    Example: "example",
}


def rule_list(book: Book) -> list[RuleTitle]:
    """The rules that the game carries out, or all of a book without one."""
    rules = book.ledger.rules_in_scope(book.scope)
    return [RuleTitle(rule.id, rule.title, rule.kind, chapter_of(rule.id)) for rule in rules]


def rule_entry(book: Book, entry_id: str) -> RuleEntry:
    ledger = book.ledger
    entry = ledger.find(entry_id)
    if entry is None:
        raise NotThere(say("server.error.no-such-rule", id=entry_id, near=ledger.near(entry_id)))
    found = RuleEntry(_TYPES[type(entry)], msgspec.to_builtins(entry))
    if isinstance(entry, Rule):
        return msgspec.structs.replace(
            found,
            rulings=msgspec.to_builtins(ledger.rulings_on(entry)),
            tables=[table.id for table in ledger.tables_on(entry)],
            procedures=[procedure.name for procedure in ledger.procedures_on(entry)],
            examples=msgspec.to_builtins(ledger.examples_on(entry)),
            terms=ledger.terms_in(f"{entry.title} {entry.text}"),
        )
    return found
