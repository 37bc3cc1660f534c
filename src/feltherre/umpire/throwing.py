"""Dice and draws at the desk where not all have been typed in: who is at the table is asked, or the computer throws."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from feltherre.core.chance import Dice, NeedsDraw, NeedsThrow, Ruling, Thrown
from feltherre.core.errors import BadInput
from feltherre.core.procedure import AnyProcedure
from feltherre.core.text import say
from feltherre.umpire.desk import FACES, DeskChance, read_dice
from feltherre.umpire.reading import one_of, read_chance

T = TypeVar("T")


class Wanted(Struct, frozen=True):
    """So many dice for a purpose, or so many things out of some."""

    purpose: str
    n: int
    rule: str
    #: what is drawn from; None: dice are thrown
    items: tuple[Any, ...] | None = None

    def by_chance(self) -> list[Any]:
        """What the computer throws or draws: nobody can know it before, and it cannot be had again."""
        if self.items is None:
            return [1 + secrets.randbelow(len(FACES)) for _ in range(self.n)]
        return secrets.SystemRandom().sample(self.items, self.n)

    def typed(self, words: str, called: str) -> list[Any]:
        """What somebody has typed in; BadInput if it cannot be, under the name by which he was asked."""
        wanted = list[int] if self.items is None else list[str]
        values = list(read_dice(called, wanted, read_chance(wanted, words)))
        if len(values) != self.n:
            raise BadInput(say("umpire.number-of-dice", field=called, n=self.n, given=len(values)))
        return values if self.items is None else [one_of(self.items, name) for name in values]


class AskedChance(DeskChance):
    """Dice and draws as far as they are known; asks for the next. What was `given` beforehand is all there is for its
    purpose."""

    def __init__(
        self, given: Mapping[str, Sequence[Any]], asked: Mapping[str, Sequence[Any]], by_computer: Collection[str] = ()
    ) -> None:
        super().__init__({**given, **asked})
        self.asked = asked
        self.by_computer = by_computer

    def throw(self, n: int, purpose: str, rule: str, reads: str = "values") -> Dice:
        if self._lacks(n, purpose):
            raise NeedsThrow(n, purpose, rule)
        return super().throw(n, purpose, rule, reads)

    def made(self) -> tuple[Thrown, ...]:
        return tuple(replace(throw, typed=throw.purpose not in self.by_computer) for throw in self.throws)

    def draw(self, k: int, items: Sequence[T], purpose: str, rule: str) -> tuple[T, ...]:
        if self._lacks(k, purpose):
            self.items = tuple(items)
            raise NeedsDraw(k, len(items), purpose, rule)
        return super().draw(k, items, purpose, rule)

    def _lacks(self, n: int, purpose: str) -> bool:
        return purpose in self.asked and len(self.asked[purpose]) < self.used[purpose] + n


class Asked(NamedTuple):
    """A ruling, and what the computer threw and drew for it."""

    ruling: Ruling
    by_computer: dict[str, list[Any]]


def rule_on(
    procedure: AnyProcedure, situation: Any, given: Mapping[str, Any], ask: Callable[[Wanted], list[Any] | None]
) -> Asked:
    """Rule with the dice and draws that are `given`; all others are asked for, and None leaves them to the computer."""
    known = {name: read_dice(name, procedure.chance_inputs[name], value) for name, value in given.items()}
    asked: dict[str, list[Any]] = {name: [] for name in procedure.chance_inputs if name not in known}
    by_computer: dict[str, list[Any]] = {}

    def answered(wanted: Wanted) -> None:
        values = ask(wanted)
        if values is None:
            values = wanted.by_chance()
            by_computer.setdefault(wanted.purpose, []).extend(values)
        asked[wanted.purpose] += values

    while True:
        chance = AskedChance(known, asked, by_computer)
        try:
            ruling = procedure.resolve(procedure.assess(situation), chance)
        except NeedsThrow as needed:
            answered(Wanted(needed.purpose, needed.n, needed.rule))
        except NeedsDraw as needed:
            answered(Wanted(needed.purpose, needed.k, needed.rule, chance.items))
        else:
            chance.refuse_leftovers()
            return Asked(ruling, by_computer)
