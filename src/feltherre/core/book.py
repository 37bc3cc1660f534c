"""A book of rules in the house: its ledger and what an umpire can ask it. A game (core/game.py) is a book that can be
played; one without a game serves an umpire at a real table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any, ClassVar

from feltherre.core.asks import Asks
from feltherre.core.declared import unsaid
from feltherre.core.procedure import AnyProcedure

if TYPE_CHECKING:
    from feltherre.core.ledger import Ledger


class Book:
    """One book. Its sentences are in the catalogues of its package, under its id."""

    id: ClassVar[str]
    title: ClassVar[str]
    #: the scope of its ledger that is carried out (None: the whole book)
    scope: ClassVar[str | None] = None
    #: the import name of its package, where its ledger and catalogues are
    package: ClassVar[str]
    procedures: Mapping[str, AnyProcedure] = {}
    #: how the desk asks for their inputs, where there is more to say than types and defaults
    asks: Mapping[str, Asks] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        procedures: Mapping[str, Any] = cls.__dict__.get("procedures", {})
        for procedure in procedures.values():
            procedure.owner = cls.id

    def faults(self) -> list[str]:
        """What is lacking or wrong in what the book says of itself; it is asked when it is loaded."""
        return [f"it does not say its {name}" for name in unsaid(self)]

    @cached_property
    def ledger(self) -> Ledger:
        from feltherre.core.ledger import load_ledger

        return load_ledger(files(self.package).joinpath("ledger.yaml"))
