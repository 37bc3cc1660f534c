"""What a rules ledger holds: the rules of a book in our own words, its tables, procedures, examples and rulings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from feltherre.core.errors import BadInput
from feltherre.core.ledger.types import Type, parse_type

#: enforce: the software sees to it; choice: a decision of a player; umpire: needs a person's judgement;
#: setup: how a game begins; define: says what a word means; physical: concerns the printed pieces only
KINDS = ("enforce", "choice", "umpire", "setup", "define", "physical")
#: rules of these kinds need code that carries them out and a test that proves it
PROVEN_KINDS = ("enforce", "choice", "umpire", "setup")


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule, under its number in the book."""

    id: str
    title: str
    text: str
    kind: str
    #: rules or tables
    see: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()

    @property
    def chapter(self) -> str:
        return chapter_of(self.id)

    @property
    def needs_proof(self) -> bool:
        return self.kind in PROVEN_KINDS


class Ruling(Struct, frozen=True, forbid_unknown_fields=True):
    """What we decided where the book is unclear, and why."""

    id: str
    #: rules or tables
    rules: tuple[str, ...]
    question: str
    decision: str
    why: str
    tables: tuple[str, ...] = ()


class LedgerTable(Struct, frozen=True):
    """A table with the book's headings; `extra` holds what only some tables have (groups, remarks...)."""

    id: str
    title: str
    columns: tuple[str | int, ...]
    rows: tuple[tuple[Any, ...], ...]
    note: str = ""
    provenance: str = ""
    extra: dict[str, Any] = {}


class Input(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing a procedure is told. Without `default` and `default_from` it must be given."""

    name: str
    #: as the ledger writes it: `list[record{area: str, battalions: int}]`
    type: str
    meaning: str
    default: Any | UnsetType = UNSET
    #: in words: how it follows from the other inputs
    default_from: str | None = None
    #: defaults of the fields of a record, or of each record in a list (`hexes.sea` of the records in its field hexes)
    field_defaults: dict[str, Any] = {}
    nullable: bool = False
    #: {dice: how many} or {draw: from what} or {throw_of: the procedure whose throw is read}
    chance: dict[str, Any] | None = None

    @property
    def parsed(self) -> Type:
        return parse_type(self.type)

    @property
    def required(self) -> bool:
        return self.default is UNSET and self.default_from is None and not self.nullable


class Output(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing a procedure answers."""

    name: str
    type: str
    meaning: str = ""

    @property
    def parsed(self) -> Type:
        return parse_type(self.type)


class LedgerProcedure(Struct, frozen=True, forbid_unknown_fields=True):
    """A calculation an umpire makes, step by step."""

    name: str
    rules: tuple[str, ...]
    inputs: tuple[Input, ...]
    outputs: tuple[Output, ...]
    steps: tuple[str, ...]
    tables: tuple[str, ...] = ()
    #: the part of the book that a list shows it under, in a word; left out, the chapter of its first rule
    chapter: str = ""

    @property
    def in_chapter(self) -> str:
        return self.chapter or next(map(chapter_of, self.rules), "")


class Example(Struct, frozen=True, forbid_unknown_fields=True):
    """A worked example. Without a procedure it is played through the game."""

    id: str
    #: book: printed there; derived: worked out from the tables of the ledger; ours: worked from the book's text before
    #: there was code, by somebody who did not write the code
    origin: str
    procedure: str | None
    rules: tuple[str, ...]
    given: dict[str, Any]
    then: dict[str, Any]
    note: str = ""
    tables: tuple[str, ...] = ()
    #: the procedure refuses this input
    refused: bool = False


class LedgerOption(Struct, frozen=True, forbid_unknown_fields=True):
    """A reading of the book that may be chosen when a game is made."""

    name: str
    values: tuple[Any, ...]
    default: Any
    rulings: tuple[str, ...]
    meaning: str


class Scope(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the book that can be played by itself."""

    chapters: tuple[str, ...]
    procedures: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()


class PlayAid(Struct, frozen=True, forbid_unknown_fields=True):
    """What lies beside the board: these tables, in this order, without the columns that only the software reads."""

    tables: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


class Lost(Struct, frozen=True, forbid_unknown_fields=True):
    """What the book only showed in a picture, and all that is known about it."""

    what: str
    constraints: tuple[str, ...]


Entry = Rule | Ruling | LedgerTable | LedgerProcedure | Example


class Ledger(Struct, frozen=True):
    """The ledger of one game. Everything with an id is found by it, in the order of the file."""

    game: str
    title: str
    rules: dict[str, Rule]
    source: str = ""
    scale: dict[str, str] = {}
    tables: dict[str, LedgerTable] = {}
    procedures: dict[str, LedgerProcedure] = {}
    examples: dict[str, Example] = {}
    rulings: dict[str, Ruling] = {}
    #: the book's word -> ours
    glossary: dict[str, str] = {}
    options: dict[str, LedgerOption] = {}
    scopes: dict[str, Scope] = {}
    missing: tuple[Lost, ...] = ()
    play_aid: PlayAid = PlayAid()
    #: further sections of a single game, as plain data
    other: dict[str, Any] = {}

    # parts of the book

    def rules_in_scope(self, scope: str | None = None) -> tuple[Rule, ...]:
        """The rules of the chapters of a scope; None is the whole book."""
        if scope is None:
            return tuple(self.rules.values())
        chapters = {chapter for part in self._parts(scope) for chapter in part.chapters}
        return tuple(rule for rule in self.rules.values() if rule.chapter in chapters)

    def procedures_in_scope(self, scope: str | None = None) -> tuple[LedgerProcedure, ...]:
        if scope is None:
            return tuple(self.procedures.values())
        names = {name for part in self._parts(scope) for name in part.procedures}
        return tuple(procedure for name, procedure in self.procedures.items() if name in names)

    def _parts(self, scope: str) -> Iterator[Scope]:
        """A scope and those it includes."""
        if scope not in self.scopes:
            known = ", ".join(self.scopes) or "no scopes, only the whole book"
            raise BadInput(f"the ledger of {self.game} has no scope {scope!r}; it has {known}")
        yield self.scopes[scope]
        for included in self.scopes[scope].includes:
            yield from self._parts(included)

    # what belongs together

    def find(self, entry_id: str) -> Entry | None:
        """The rule, ruling, table, procedure or example of this id."""
        sections: tuple[dict[str, Any], ...] = (self.rules, self.rulings, self.tables, self.procedures, self.examples)
        return next((section[entry_id] for section in sections if entry_id in section), None)

    def near(self, wrong_id: str) -> list[str]:
        """Ids that a person may have meant: those it is the beginning of, then those spelt much like it."""
        ids = [*self.rules, *self.rulings, *self.tables, *self.procedures, *self.examples]
        folded = {known.casefold(): known for known in ids}
        wrong = wrong_id.casefold()
        begin = [known for key, known in folded.items() if key.startswith(wrong)]
        alike = [folded[key] for key in get_close_matches(wrong, folded, n=6, cutoff=0.6)]
        return list(dict.fromkeys(begin + alike))[:6]

    def rulings_on(self, entry: Rule | LedgerTable) -> list[Ruling]:
        """Rulings that the rule names or that name it."""
        named = entry.rulings if isinstance(entry, Rule) else ()
        return [r for r in self.rulings.values() if r.id in named or entry.id in r.rules or entry.id in r.tables]

    def procedures_on(self, entry: Rule | LedgerTable) -> list[LedgerProcedure]:
        return [p for p in self.procedures.values() if entry.id in p.rules or entry.id in p.tables]

    def examples_on(self, entry: Rule | LedgerTable | LedgerProcedure) -> list[Example]:
        if isinstance(entry, LedgerProcedure):
            return [e for e in self.examples.values() if e.procedure == entry.name]
        return [e for e in self.examples.values() if entry.id in e.rules or entry.id in e.tables]

    @property
    def terms(self) -> dict[str, str]:
        """Our word, without its explanation in brackets -> the book's."""
        return {ours.partition(" (")[0]: term for term, ours in self.glossary.items()}

    def terms_in(self, text: str) -> dict[str, str]:
        """The glossary's words that a text uses: the book's word -> ours, without its explanation in brackets."""
        plain = {term: ours.partition(" (")[0] for term, ours in self.glossary.items()}
        left, found = text.casefold(), set()
        # longer words first, so that "land area" does not speak of landing
        for term, ours in sorted(plain.items(), key=lambda pair: -len(pair[1])):
            rest = _spoken(ours).sub(" ", left)
            if rest != left:
                found.add(term)
                left = rest
        return {term: ours for term, ours in plain.items() if term in found}

    def tables_on(self, rule: Rule) -> list[LedgerTable]:
        """Tables that the rule points to or speaks of ("table 2.2"), and those whose note or cells name the rule."""
        spoken = {word.rstrip(".,;:)") for word in re.findall(r"\btables? (\S+)", rule.text)}
        named = set(rule.see) | spoken
        return [table for table in self.tables.values() if table.id in named or _names(table, rule.id)]


def chapter_of(rule_id: str) -> str:
    """`4.2-7` is in chapter 4, `MOV-3` in MOV: what stands before the first dot or hyphen."""
    return re.split(r"[.-]", rule_id, maxsplit=1)[0]


def _spoken(ours: str) -> re.Pattern[str]:
    """Finds a word in a text, also in the plural (`point city` in "point cities")."""
    stem = ours.casefold().removesuffix("y")
    return re.compile(rf"\b{re.escape(stem)}(y|ies|s|es|ed)?\b")


def _names(table: LedgerTable, rule_id: str) -> bool:
    texts = [table.note, *(cell for row in table.rows for cell in row if isinstance(cell, str))]
    whole = re.compile(rf"(?<![\w.-]){re.escape(rule_id)}(?![\w-]|\.\w)")
    return any(whole.search(text) for text in texts)
