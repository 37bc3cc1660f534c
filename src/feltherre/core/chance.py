"""Where dice and draws come from. A procedure asks for chance when it needs it and does not know who answers.

Live dice, typed-in dice, recorded dice and the enumerating source of the odds (odds/) share this interface, so that
one piece of code throws, replays and counts the chances.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from msgspec import UNSET, Struct, UnsetType, structs

from feltherre.core.text import Text

T = TypeVar("T")

#: a throw of which only the total and the number of one face are read; the odds convolve it
TALLY = "tally"
#: a throw whose single dice are read
VALUES = "values"


class Line(Struct, frozen=True, omit_defaults=True):
    """One line of an explanation: a fact, modifier or result, the rule behind it, and its number if it has one."""

    text: Text
    rule: str | None = None
    value: int | None = None


class Thrown(Struct, frozen=True):
    """A throw as the record keeps it."""

    purpose: str
    rule: str
    values: tuple[int, ...]
    typed: bool = False
    #: where it is told, not where it is kept: the places of the dice that did something by themselves, such as a hit
    marked: tuple[int, ...] | UnsetType = UNSET


class Drawn(Struct, frozen=True):
    """A draw as the record keeps it: which positions of the pile were taken, in order."""

    purpose: str
    rule: str
    size: int
    taken: tuple[int, ...]


class Ruling(Struct, frozen=True):
    """What a procedure ruled: its outputs by the ledger's names, and why. Plain data, kept in the state."""

    procedure: str
    outputs: dict[str, Any]
    explanation: tuple[Line, ...]
    throws: tuple[Thrown, ...] = ()

    def with_marks(self, marked: Sequence[Sequence[int]]) -> Ruling:
        """The same ruling with these dice of each of its throws marked."""
        if not any(marked):
            return self
        throws = zip(self.throws, marked, strict=True)
        return structs.replace(
            self, throws=tuple(structs.replace(thrown, marked=tuple(those)) for thrown, those in throws)
        )


class Dice:
    """One throw. Ask for `total` or `count(5, 6)` where that is all the rule reads."""

    __slots__ = ("values",)

    def __init__(self, values: tuple[int, ...]) -> None:
        self.values = values

    @property
    def total(self) -> int:
        return sum(self.values)

    def count(self, *faces: int) -> int:
        """How many dice show one of these faces, each named once."""
        return sum(map(self.values.count, faces))


#: outputs by the ledger's names as a procedure gives them: values, or functions that are called only when one is read
Outcome = Mapping[str, Any]


class Outputs:
    """The outputs of a procedure for whoever reads some of them: `outputs["winner"]`."""

    __slots__ = ("outcome",)

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome

    def __getitem__(self, name: str) -> Any:
        value = self.outcome[name]
        return value() if callable(value) else value


class Chance(ABC):
    """The interface every source of chance has."""

    #: whether somebody reads the explanation
    tells: ClassVar[bool] = True

    @abstractmethod
    def throw(self, n: int, purpose: str, rule: str, reads: str = VALUES) -> Dice:
        """Throw n six-sided dice. `purpose` is the ledger's input name where the throw is one (`attacker_dice`)."""

    @abstractmethod
    def draw(self, k: int, items: Sequence[T], purpose: str, rule: str) -> tuple[T, ...]:
        """Draw k of the items at random, in order."""

    def ignore(self, n: int, purpose: str) -> None:  # noqa: B027 - most sources have nothing to do
        """Nothing is thrown or drawn here; if people have done it all the same, what they typed in is passed over."""

    def ruling(self, procedure: str, outcome: Outcome, explain: Callable[[], Sequence[Line]]) -> Ruling:
        """Close a procedure. Outputs may be given as functions, so that the odds can ask for one without the others."""
        outputs = Outputs(outcome)
        return Ruling(procedure, {name: outputs[name] for name in outcome}, tuple(explain()), self.made())

    def made(self) -> tuple[Thrown, ...]:
        """The throws made so far, for the explanation."""
        return ()


class NeedsThrow(Exception):
    """A typed-in or replayed source has no dice for this throw yet: somebody must be asked for n of them."""

    def __init__(self, n: int, purpose: str, rule: str) -> None:
        super().__init__(n, purpose, rule)
        self.n = n
        self.purpose = purpose
        self.rule = rule


class NeedsDraw(Exception):
    """A typed-in or replayed source has no draw of k out of `size` yet: whoever has the table must draw."""

    def __init__(self, k: int, size: int, purpose: str, rule: str) -> None:
        super().__init__(k, size, purpose, rule)
        self.k = k
        self.size = size
        self.purpose = purpose
        self.rule = rule


class GivenDice(Chance):
    """Dice and draws that are already there, in the order in which they were made: typed in at the table, or replayed.

    A throw or draw that is not the one asked for (the situation has changed since) counts as not made, and so do all
    that follow it.
    """

    def __init__(self, throws: Sequence[Thrown], draws: Sequence[Drawn] = ()) -> None:
        self.throws = tuple(throws)
        self.draws = tuple(draws)
        self.used = 0
        self.used_draws = 0

    def throw(self, n: int, purpose: str, rule: str, reads: str = VALUES) -> Dice:
        given = self.throws[self.used] if self.used < len(self.throws) else None
        if given is not None and given.purpose == purpose and len(given.values) == n:
            self.used += 1
            return Dice(given.values)
        if n == 0:
            return Dice(())
        raise NeedsThrow(n, purpose, rule)

    def draw(self, k: int, items: Sequence[T], purpose: str, rule: str) -> tuple[T, ...]:
        given = self.draws[self.used_draws] if self.used_draws < len(self.draws) else None
        if given is None or (given.purpose, given.size, len(given.taken)) != (purpose, len(items), k):
            raise NeedsDraw(k, len(items), purpose, rule)
        self.used_draws += 1
        return tuple(items[position] for position in given.taken)

    def made(self) -> tuple[Thrown, ...]:
        return self.throws[: self.used]
