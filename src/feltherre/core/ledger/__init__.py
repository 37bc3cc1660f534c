"""The rules ledger of a game: what the book says, in our words, and how much of it code and tests cover."""

from feltherre.core.ledger.check import Defect
from feltherre.core.ledger.counting import Coverage, coverage
from feltherre.core.ledger.load import LedgerError, load_ledger, read_ledger
from feltherre.core.ledger.model import (
    KINDS,
    PROVEN_KINDS,
    Example,
    Input,
    Ledger,
    LedgerOption,
    LedgerProcedure,
    LedgerTable,
    Lost,
    Output,
    PlayAid,
    Rule,
    Ruling,
    Scope,
    chapter_of,
)
from feltherre.core.ledger.types import Type, misfit, parse_type

__all__ = [
    "KINDS",
    "PROVEN_KINDS",
    "Coverage",
    "Defect",
    "Example",
    "Input",
    "Ledger",
    "LedgerError",
    "LedgerOption",
    "LedgerProcedure",
    "LedgerTable",
    "Lost",
    "Output",
    "PlayAid",
    "Rule",
    "Ruling",
    "Scope",
    "Type",
    "chapter_of",
    "coverage",
    "load_ledger",
    "misfit",
    "parse_type",
    "read_ledger",
]
