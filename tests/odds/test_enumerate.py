"""The enumerating source: whatever a procedure reads, and in whatever order, the chances come out exact."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest
from msgspec import Struct

from feltherre.core.chance import TALLY, VALUES, Chance, Dice, Outcome
from feltherre.core.procedure import AnyProcedure, Desk, Resolve, procedure
from feltherre.odds.enumerate import Distribution, distribution, fold, outcomes, output_names

FACES = range(1, 7)


class Nothing(Struct, frozen=True):
    pass


def reading(n: int, reads: str, read: Callable[[Dice], Any]) -> AnyProcedure:
    """A procedure that throws n dice and reads them as it is told."""

    @procedure("reading", dice=list[int])
    def made(given: Nothing, desk: Desk) -> Resolve:
        def resolve(chance: Chance) -> Outcome:
            dice = chance.throw(n, "dice", "1-1", reads)
            return {"read": lambda: read(dice)}

        return resolve

    return made


def chances(made: AnyProcedure, output: str = "read", **more: Any) -> dict[Any, Fraction]:
    return distribution(made, made.assess(Nothing()), lambda outputs: outputs[output], **more)


def counted(n: int, read: Callable[[Dice], Any]) -> dict[Any, Fraction]:
    """By walking through every throw."""
    found = Counter(read(Dice(values)) for values in product(FACES, repeat=n))
    return {value: Fraction(ways, 6**n) for value, ways in found.items()}


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
    found = chances(reading(n, reads, read))
    assert found == counted(n, read)
    assert sum(found.values()) == 1


def test_single_dice_are_read_where_they_were_asked_for() -> None:
    assert chances(reading(3, VALUES, highest)) == counted(3, highest)
    with pytest.raises(RuntimeError, match="tally"):
        chances(reading(3, TALLY, highest))
    with pytest.raises(RuntimeError, match="one face"):
        chances(reading(3, TALLY, lambda dice: dice.count(6) + dice.count(5)))


def test_too_many_ways_are_refused_instead_of_walked_through() -> None:
    with pytest.raises(RuntimeError, match="more than 100 ways"):
        chances(reading(3, VALUES, highest), limit=100)


def highest(dice: Dice) -> int:
    return max(dice.values)


BALLS = ("red", "red", "blue", "green")


@procedure("draw", first=list[str], second=list[str])
def draw_twice(given: Nothing, desk: Desk) -> Resolve:
    """A second draw only if the first shows red."""

    def resolve(chance: Chance) -> Outcome:
        first = chance.draw(1, BALLS, "first", "1-1")
        more = chance.draw(2, ("a", "b", "b"), "second", "1-2") if first == ("red",) else ()
        return {"drawn": lambda: [*first, *more], "n": lambda: len(more)}

    return resolve


def test_draws_have_their_exact_chance_and_may_depend_on_each_other() -> None:
    assert output_names(draw_twice, draw_twice.assess(Nothing())) == ("drawn", "n")
    found = chances(draw_twice, "drawn")
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
        return step(step(step(BALLS, chance), chance), chance)

    states: Distribution = {BALLS: Fraction(1)}
    for _ in range(3):
        states = fold(states, step)
    assert states == outcomes(three_steps)
    assert sum(states.values()) == 1
    assert states[("red",)] == Fraction(1, 8) * Fraction(2, 4)
