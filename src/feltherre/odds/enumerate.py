"""Exact chances of any procedure, by running its own `resolve` over every way that chance can fall.

For each output asked for, resolve is run again and again with a source that decides each statistic only when it is
read: `dice.total` of a throw opens one branch per total, weighted by the ways in which it can be thrown. What an
output does not read is never walked through, so twelve dice a side cost a few thousand runs and not 6^24.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from math import perm
from typing import Any, TypeVar

from feltherre.core.chance import TALLY, VALUES, Chance, Dice, Line, Outcome, Outputs, Ruling
from feltherre.core.procedure import AnyProcedure
from feltherre.odds.tallies import FACES, ways_by_count, ways_by_total, ways_by_total_and_count

T = TypeVar("T")

#: a distribution: every value an output can take, with its exact chance
Distribution = dict[Any, Fraction]


def distribution(
    procedure: AnyProcedure, assessment: Any, value: Callable[[Outputs], Any], *, limit: int = 5_000_000
) -> Distribution:
    """The exact distribution of `value(outputs)`; it may read one output or several (`lambda o: o["winner"]`)."""

    def resolved(source: _Enumerating) -> Any:
        source.value = value
        procedure.resolve(assessment, source)
        return source.result

    try:
        return _every_way(resolved, limit)
    except RuntimeError as error:
        raise RuntimeError(f"{procedure.name}: {error}") from error


def outcomes(run: Callable[[Chance], Any], *, limit: int = 5_000_000) -> Distribution:
    """The exact distribution of what `run` gives back, whatever it throws and draws."""
    return _every_way(run, limit)


def fold(states: Distribution, step: Callable[[Any, Chance], Any]) -> Distribution:
    """The states after one more step, equal ones merged: a long row of throws and draws stays short this way."""
    found: Distribution = {}
    for state, p in states.items():
        for after, q in outcomes(partial(step, state)).items():
            found[after] = found.get(after, Fraction(0)) + p * q
    return found


def _every_way(run: Callable[[_Enumerating], Any], limit: int) -> Distribution:
    found: Distribution = {}
    path: list[_Branch] = []
    for _ in range(limit):
        source = _Enumerating(path)
        key = _hashable(run(source))
        found[key] = found.get(key, Fraction(0)) + source.weight()
        while path and path[-1].at + 1 == len(path[-1].options):
            path.pop()
        if not path:
            return found
        path[-1].at += 1
    raise RuntimeError(f"more than {limit} ways to fall; read tallies instead of single dice")


def output_names(procedure: AnyProcedure, assessment: Any) -> tuple[str, ...]:
    """The names of the outputs this procedure gives in this situation."""
    source = _Enumerating([])
    procedure.resolve(assessment, source)
    return source.names


class _Branch:
    """One statistic that was read on the way, the values it can take, and the one taken now."""

    __slots__ = ("at", "options")

    def __init__(self, options: list[Any]) -> None:
        self.options = options
        self.at = 0


class _Enumerating(Chance):
    tells = False

    def __init__(self, path: list[_Branch]) -> None:
        self.path = path
        self.depth = 0
        self.value: Callable[[Outputs], Any] = lambda outputs: None
        self.result: Any = None
        self.names: tuple[str, ...] = ()
        self.throws: list[_OpenDice] = []
        self.draw_ways: list[tuple[int, int]] = []

    def choose(self, options: Callable[[], list[Any]]) -> Any:
        if self.depth == len(self.path):
            self.path.append(_Branch(options()))
        branch = self.path[self.depth]
        self.depth += 1
        return branch.options[branch.at]

    def throw(self, n: int, purpose: str, rule: str, reads: str = VALUES) -> Dice:
        dice = _OpenDice(self, n, reads)
        self.throws.append(dice)
        return dice

    def draw(self, k: int, items: Sequence[T], purpose: str, rule: str) -> tuple[T, ...]:
        """Equal items are one branch, weighted by the number of ways to take them."""

        def takings() -> list[Any]:
            counts: dict[Any, int] = {}
            for taken in permutations(items, k):
                counts[taken] = counts.get(taken, 0) + 1
            return list(counts.items())

        taken, ways = self.choose(takings)
        self.draw_ways.append((ways, perm(len(items), k)))
        return tuple(taken)

    def ruling(self, procedure: str, outcome: Outcome, explain: Callable[[], Sequence[Line]]) -> Ruling:
        self.names = tuple(outcome)
        self.result = self.value(Outputs(outcome))
        return Ruling(procedure, {}, ())

    def weight(self) -> Fraction:
        numerator = denominator = 1
        for dice in self.throws:
            ways, of = dice.ways()
            numerator *= ways
            denominator *= of
        for ways, of in self.draw_ways:
            numerator *= ways
            denominator *= of
        return Fraction(numerator, denominator)


class _OpenDice(Dice):
    """Dice whose statistics are decided when they are read."""

    __slots__ = ("_count", "_faces", "_n", "_reads", "_source", "_total", "_values")

    def __init__(self, source: _Enumerating, n: int, reads: str) -> None:
        self._source = source
        self._n = n
        self._reads = reads
        self._total: int | None = None
        self._count: int | None = None
        self._faces: tuple[int, ...] = (6,)
        self._values: tuple[int, ...] | None = None

    @property
    def values(self) -> tuple[int, ...]:  # type: ignore[override]
        if self._reads == TALLY:
            raise RuntimeError("this throw was declared a tally: its single dice may not be read")
        if self._values is None:
            self._values = self._source.choose(lambda: list(product(FACES, repeat=self._n)))
        return self._values

    @property
    def total(self) -> int:
        if self._reads == VALUES:
            return sum(self.values)
        if self._total is None:
            if self._count is None:
                self._total = self._source.choose(lambda: list(ways_by_total(self._n)))
            else:
                self._total = self._source.choose(lambda: [t for t, c in self._cells() if c == self._count])
        return self._total

    def count(self, *faces: int) -> int:
        if self._reads == VALUES:
            return sum(map(self.values.count, faces))
        if self._count is None:
            self._faces = faces
            if self._total is None:
                self._count = self._source.choose(lambda: list(ways_by_count(self._n, *faces)))
            else:
                self._count = self._source.choose(lambda: [c for t, c in self._cells() if t == self._total])
        elif faces != self._faces:
            raise RuntimeError(
                "a tally counts one face or one set of faces; declare the throw as values to read several"
            )
        return self._count

    def _cells(self) -> Iterator[tuple[int, int]]:
        return iter(ways_by_total_and_count(self._n, *self._faces))

    def ways(self) -> tuple[int, int]:
        """(ways in which what was read can be thrown, all ways)"""
        if self._reads == VALUES:
            return (1, 6**self._n) if self._values is not None else (1, 1)
        if self._total is None and self._count is None:
            return (1, 1)
        if self._total is None:
            return (ways_by_count(self._n, *self._faces)[self._count or 0], 6**self._n)
        if self._count is None:
            return (ways_by_total(self._n)[self._total], 6**self._n)
        return (ways_by_total_and_count(self._n, *self._faces)[(self._total, self._count)], 6**self._n)


def _hashable(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return tuple(_hashable(item) for item in value)
    if isinstance(value, dict):
        return tuple((key, _hashable(item)) for key, item in value.items())
    return value
