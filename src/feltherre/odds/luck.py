"""What the dice of a ruling were good for, against what they could have been: the exact chances of the situation it was
made in, and its place among them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from msgspec import Struct

from feltherre.core.chance import Ruling
from feltherre.core.procedure import AnyProcedure
from feltherre.core.tally import Stake
from feltherre.odds.enumerate import distribution
from feltherre.odds.lists import ListChances

#: ways to fall that are walked through for one ruling; where there are more, it is not judged
MOST_WAYS = 20_000


class Luck(Struct, frozen=True):
    """What one ruling came to, what was to be expected, and (where they are few enough) the chances of every value."""

    came: int
    expected: float
    chances: dict[int, float] | None = None


def luck_of(procedure: AnyProcedure, situation: Any, ruling: Ruling, stake: Stake) -> Luck | None:
    """None where nothing was left to chance, or where there are too many ways to fall."""
    came = sum(stake.of(name, ruling.outputs[name]) for name in stake.weights if name in ruling.outputs)
    assessed = procedure.assess(situation, telling=False)
    folded = procedure.chances(assessed)
    if folded is not None:
        return Luck(came, float(sum(_mean(stake, name, folded[name]) for name in stake.weights)))
    try:
        found = distribution(
            procedure, assessed, lambda outputs: sum(stake.of(n, outputs[n]) for n in stake.weights), limit=MOST_WAYS
        )
    except RuntimeError:
        return None
    expected = sum((value * chance for value, chance in found.items()), Fraction(0))
    return None if len(found) < 2 else Luck(came, float(expected), {n: float(chance) for n, chance in found.items()})


def _mean(stake: Stake, name: str, chances: Any) -> Fraction:
    """The expectation of a folded output; that of a list hangs on its length alone."""
    if isinstance(chances, ListChances):
        return sum((stake.of(name, [0] * length) * p for length, p in chances.length.items()), Fraction(0))
    return sum((stake.of(name, value) * p for value, p in chances.items()), Fraction(0))


def share_as_good(lucks: Iterable[Luck]) -> float | None:
    """In which share of all games the dice of these rulings together would have been as good as they were, or better;
    None where the chances of one are not known."""
    total: dict[int, float] = {0: 1.0}
    came = 0
    for luck in lucks:
        if luck.chances is None:
            return None
        came += luck.came
        after: dict[int, float] = {}
        for before, p in total.items():
            for value, q in luck.chances.items():
                after[before + value] = after.get(before + value, 0.0) + p * q
        total = after
    return min(1.0, sum(p for value, p in total.items() if value >= came))
