"""Exact odds of every Napoleonic procedure that throws, against ruling on each throw there can be: through the desk
with the dice typed in, and counted here."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from feltherre.games.napoleon.procedures import PROCEDURES
from feltherre.umpire import desk
from procedure_desk import as_dice
from procedure_situations import lawful

FACES = range(1, 7)
THROWING = [name for name, procedure in PROCEDURES.items() if procedure.chance_inputs]
#: both sides throw three dice, of which nothing but the sum can matter (12.02.2, 13.05.2): one throw for each sum
SUMS_ONLY = ("melee", "carried-away")


def one_die(name: str) -> set[str]:
    """The purposes for which a procedure throws a single die."""
    return {of for of, wanted in PROCEDURES[name].chance_inputs.items() if "list" not in str(wanted)}


def situation(name: str) -> tuple[dict[str, Any], dict[str, int]]:
    """The ledger's example with the most dice, and how many of them are thrown for each purpose; a die that is thrown
    only after some throws is always given, and passed over after the others."""
    purposes = PROCEDURES[name].chance_inputs
    given = max(lawful("napoleon", name), key=lambda one: sum(len(as_dice(one.get(of))) for of in purposes))
    dice = {of: 1 if of in one_die(name) else len(as_dice(given.get(of))) for of in purposes}
    return {key: value for key, value in given.items() if key not in purposes}, dice


def throws_of(name: str, n: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """(dice, in how many ways) for each throw of so many."""
    every = list(product(FACES, repeat=n))
    if name not in SUMS_ONLY:
        yield from ((dice, 1) for dice in every)
        return
    ways = Counter(map(sum, every))
    yield from ((next(dice for dice in every if sum(dice) == total), count) for total, count in ways.items())


def counted(name: str) -> tuple[dict[str, list[tuple[Any, int]]], int]:
    """Output -> (value, ways) of each throw; and the ways of all throws together."""
    given, numbers = situation(name)
    found: dict[str, list[tuple[Any, int]]] = {}
    whole = 0
    for thrown in product(*(list(throws_of(name, n)) for n in numbers.values())):
        ways = 1
        typed: dict[str, Any] = {}
        for of, (dice, own) in zip(numbers, thrown, strict=True):
            ways *= own
            typed[of] = dice[0] if of in one_die(name) else list(dice)
        whole += ways
        for output, value in desk.run(PROCEDURES[name], {**given, **typed})["outputs"].items():
            found.setdefault(output, []).append((value, ways))
    return found, whole


def shares(values: list[tuple[Any, int]], whole: int) -> dict[str, Fraction]:
    """Value, as JSON -> its share of all throws."""
    total: Counter[str] = Counter()
    for value, ways in values:
        total[json.dumps(value, sort_keys=True)] += ways
    return {value: Fraction(ways, whole) for value, ways in total.items()}


def told(chances: list[dict[str, Any]]) -> dict[str, Fraction]:
    found = {json.dumps(one["value"], sort_keys=True): Fraction(one["p"]) for one in chances}
    assert len(found) == len(chances)
    assert all(one["probability"] == float(Fraction(one["p"])) for one in chances)
    return found


@pytest.mark.parametrize("name", THROWING)
def test_the_odds_are_those_of_ruling_on_every_throw(name: str) -> None:
    values, whole = counted(name)
    odds = desk.odds(PROCEDURES[name], situation(name)[0])["outputs"]
    assert set(odds) == set(values)
    for output, chances in odds.items():
        if isinstance(chances, list):
            assert told(chances) == shares(values[output], whole), output
            assert sum(told(chances).values()) == 1
            continue
        lengths = [(len(value), ways) for value, ways in values[output]]
        assert told(chances["length"]) == shares(lengths, whole), output
        assert sum(told(chances["length"]).values()) == 1
        within = [({json.dumps(one, sort_keys=True) for one in value}, ways) for value, ways in values[output]]
        elements = {one for value, _ in within for one in value}
        expected = {one: Fraction(sum(ways for value, ways in within if one in value), whole) for one in elements}
        assert told(chances["elements"]) == expected, output


def test_all_that_throws_is_counted_with_dice() -> None:
    assert len(THROWING) == 20
    assert all(sum(situation(name)[1].values()) for name in THROWING)


# by hand


@pytest.mark.parametrize(
    ("name", "given", "output", "value", "chance"),
    [
        # 18 by three sixes only; 11 and more half of the time
        ("rally", {"grade": 0}, "state", "OR", Fraction(1, 216)),
        ("rally", {"grade": 0}, "flees_again", True, Fraction(1, 2)),
        # a second try where the first makes no fire: 2/3 + 1/3 of 2/3
        ("burn", {"object": "boat"}, "burning", True, Fraction(8, 9)),
        ("burn", {"object": "boat", "throws_again": False}, "burning", True, Fraction(2, 3)),
        ("building-fire", {"occupied_at_outbreak": True}, "put_out", True, Fraction(1, 3)),
        ("building-fire", {"occupied_at_outbreak": False}, "put_out", True, Fraction(0)),
        # two equal dice and a third that is a six: three places for the six with five other pairs, and three sixes
        ("building-damage", {}, "fire_breaks_out", True, Fraction(16, 216)),
        ("courier-survival", {}, "removed", True, Fraction(20, 216)),
        ("staff-casualty", {}, "falls", True, Fraction(1, 6)),
        # both throw the same with three dice: the squares of the ways to each sum
        (
            "melee",
            {
                "attacker": {"arm": "infantry", "figures_by_rank": [10, 10]},
                "defender": {"arm": "infantry", "figures_by_rank": [10, 10]},
            },
            "winner",
            "none",
            Fraction(4332, 46656),
        ),
    ],
)
def test_odds_worked_by_hand(name: str, given: dict[str, Any], output: str, value: Any, chance: Fraction) -> None:
    found = told(desk.odds(PROCEDURES[name], given)["outputs"][output])
    assert found.get(json.dumps(value), Fraction(0)) == chance
