"""A procedure is a calculation an umpire makes at the table, as a pure function that is used three times:
by the game, by the umpire's desk and by the odds.

    assess(situation)            no chance: every modifier with its rule, what will be thrown
    resolve(assessment, chance)  the result and the complete explanation
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from feltherre.core.chance import Chance, Line, Ruling
from feltherre.core.errors import Illegal
from feltherre.core.text import say


class Planned(Struct, frozen=True):
    """A throw that will be made: how many dice, and what for."""

    purpose: str
    n: int
    rule: str


class Assessment(Struct, frozen=True, kw_only=True):
    """What is known before chance: subclassed by each procedure with the numbers it needs."""

    lines: tuple[Line, ...] = ()
    will_throw: tuple[Planned, ...] = ()


S = TypeVar("S", bound=Struct)
A = TypeVar("A", bound=Assessment)


class Procedure(ABC, Generic[S, A]):
    """One procedure of a ledger. `situation` is the Struct of its inputs without the dice and draws."""

    name: ClassVar[str]
    situation: type[S]
    #: the ledger's inputs that are chance (purposes of throws and draws) -> their type: `{"die": int}`
    chance_inputs: ClassVar[Mapping[str, Any]] = {}

    @abstractmethod
    def assess(self, situation: S) -> A:
        """Everything that can be said before a die is thrown; raises Illegal on what cannot be."""

    @abstractmethod
    def resolve(self, assessment: A, chance: Chance) -> Ruling:
        """Throw what has to be thrown and rule; ends with `return chance.ruling(self.name, outputs, explain)`."""

    def chances(self, assessment: A) -> Mapping[str, Any] | None:
        """The exact chances of every output, from a procedure that folds its ways of falling (odds/lists.py) because
        there are too many to walk through; None, as usual: the odds walk through `resolve`."""
        return None

    def lines(self, assessment: A) -> Sequence[Line]:
        """The assessment in words, made only when somebody reads it: a game assesses far more often than it tells."""
        return assessment.lines


class CertainProcedure(Procedure[S, A]):
    """A procedure without chance: its outputs are fields of its assessment."""

    outputs: ClassVar[tuple[str, ...]]

    def resolve(self, assessment: A, chance: Chance) -> Ruling:
        outputs = {name: partial(getattr, assessment, name) for name in self.outputs}
        return chance.ruling(self.name, outputs, lambda: self.lines(assessment))


AnyProcedure = Procedure[Any, Any]


def refuse(reason: str, rule: str | None = None, **args: Any) -> Illegal:
    """`raise refuse("norway.refuse.die", rule, die=7)`: input that cannot be, with the reason."""
    return Illegal(say(reason, **args), rule)
