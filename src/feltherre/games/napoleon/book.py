"""The Napoleonic book as the house knows it: an umpire's book, of which there is no game yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from feltherre.core.asks import Asks
from feltherre.core.book import Book
from feltherre.core.procedure import AnyProcedure
from feltherre.games.napoleon.asks import ASKS
from feltherre.games.napoleon.procedures import PROCEDURES


class Napoleon(Book):
    id: ClassVar[str] = "napoleon"
    title: ClassVar[str] = "Napoleonic rules 1812-15"
    package: ClassVar[str] = "feltherre.games.napoleon"
    procedures: Mapping[str, AnyProcedure] = PROCEDURES
    asks: Mapping[str, Asks] = ASKS


BOOK = Napoleon()
