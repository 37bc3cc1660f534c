"""The enumerating source: whatever a procedure reads, and in whatever order, the chances come out exact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest
from msgspec import Struct

from feltherre.core.chance import TALLY, VALUES, Chance, Dice, Ruling
from feltherre.core.procedure import Assessment, Procedure
from feltherre.odds.enumerate import Distribution, distribution, fold, outcomes, output_names

FACES = range(1, 7)


class Nothing(Struct, frozen=True):
    pass


class Reading(Procedure[Nothing, Assessment]):
    """Throws n dice and reads them as it is told."""

    name = "reading"
    situation = Nothing

    def __init__(self, n: int, reads: str, read: Callable[[Dice], Any]) -> None:
        self.n, self.reads, self.read = n, reads, read

    def assess(self, situation: Nothing) -> Assessment:
        return Assessment()

    def resolve(self, assessment: Assessment, chance: Chance) -> Ruling:
        dice = chance.throw(self.n, "dice", "1-1", self.reads)
        return chance.ruling(self.name, {"read": lambda: self.read(dice)}, list)


def counted(procedure: Reading) -> dict[Any, Fraction]:
    """By walking through every throw."""
    found = Counter(procedure.read(Dice(values)) for values in product(FACES, repeat=procedure.n))
    return {value: Fraction(ways, 6**procedure.n) for value, ways in found.items()}


READINGS: list[Callable[[Dice], Any]] = [
    lambda dice: dice.total,
    lambda dice: dice.count(6),
    lambda dice: dice.count(2),
    lambda dice: dice.count(4, 5, 6),
    lambda dice: (dice.total, dice.count(1, 6)),
    lambda dice: (dice.total, dice.count(6)),
    lambda dice: (dice.count(5), dice.total),
    lambda dice: dice.count(6) if dice.total > 9 else -1,
    lambda dice: dice.total if dice.count(6) else -1,
    lambda dice: 0,
]


@pytest.mark.parametrize("n", range(5))
@pytest.mark.parametrize("reads", [TALLY, VALUES])
@pytest.mark.parametrize("read", READINGS)
def test_what_is_read_of_a_throw_has_its_exact_chance(n: int, reads: str, read: Callable[[Dice], Any]) -> None:
    procedure = Reading(n, reads, read)
    found = distribution(procedure, Assessment(), lambda outputs: outputs["read"])
    assert found == counted(procedure)
    assert sum(found.values()) == 1


def test_single_dice_are_read_where_they_were_asked_for() -> None:
    procedure = Reading(3, VALUES, lambda dice: max(dice.values))
    assert distribution(procedure, Assessment(), lambda outputs: outputs["read"]) == counted(procedure)
    tally = Reading(3, TALLY, lambda dice: max(dice.values))
    with pytest.raises(RuntimeError, match="tally"):
        distribution(tally, Assessment(), lambda outputs: outputs["read"])
    two_faces = Reading(3, TALLY, lambda dice: dice.count(6) + dice.count(5))
    with pytest.raises(RuntimeError, match="one face"):
        distribution(two_faces, Assessment(), lambda outputs: outputs["read"])


def test_too_many_ways_are_refused_instead_of_walked_through() -> None:
    with pytest.raises(RuntimeError, match="more than 100 ways"):
        distribution(Reading(3, VALUES, sum_of), Assessment(), lambda outputs: outputs["read"], limit=100)


def sum_of(dice: Dice) -> int:
    return sum(dice.values)


class DrawTwice(Procedure[Nothing, Assessment]):
    """A second draw only if the first shows red."""

    name = "draw"
    situation = Nothing
    balls = ("red", "red", "blue", "green")

    def assess(self, situation: Nothing) -> Assessment:
        return Assessment()

    def resolve(self, assessment: Assessment, chance: Chance) -> Ruling:
        first = chance.draw(1, self.balls, "first", "1-1")
        more = chance.draw(2, ("a", "b", "b"), "second", "1-2") if first == ("red",) else ()
        return chance.ruling(self.name, {"drawn": lambda: [*first, *more], "n": lambda: len(more)}, list)


def test_draws_have_their_exact_chance_and_may_depend_on_each_other() -> None:
    procedure = DrawTwice()
    assert output_names(procedure, Assessment()) == ("drawn", "n")
    found = distribution(procedure, Assessment(), lambda outputs: outputs["drawn"])
    second = Counter(permutations(("a", "b", "b"), 2))
    expected = {("blue",): Fraction(1, 4), ("green",): Fraction(1, 4)}
    expected |= {("red", *pair): Fraction(1, 2) * Fraction(ways, 6) for pair, ways in second.items()}
    assert found == expected


def test_a_row_of_steps_is_folded_to_the_same_chances_as_a_walk_through_all_of_it() -> None:
    def step(left: tuple[str, ...], chance: Chance) -> tuple[str, ...]:
        """A ball leaves the bag on 4 or more."""
        if not left or chance.throw(1, "die", "1-1").values[0] < 4:
            return left
        taken = chance.draw(1, left, "ball", "1-1")[0]
        return tuple(sorted([*left[: left.index(taken)], *left[left.index(taken) + 1 :]]))

    def three_steps(chance: Chance) -> tuple[str, ...]:
        return step(step(step(DrawTwice.balls, chance), chance), chance)

    states: Distribution = {DrawTwice.balls: Fraction(1)}
    for _ in range(3):
        states = fold(states, step)
    assert states == outcomes(three_steps)
    assert sum(states.values()) == 1
    assert states[("red",)] == Fraction(1, 8) * Fraction(2, 4)
