"""The luck of dice: what came of a ruling against the exact chances, and how often all together would be as good."""

from fractions import Fraction
from types import MappingProxyType
from typing import Any

import pytest
from msgspec import Struct

from feltherre.core.chance import TALLY, VALUES, Chance, Outcome, Ruling
from feltherre.core.procedure import Desk, Procedure, Resolve
from feltherre.core.tally import Stake
from feltherre.odds.lists import ListChances
from feltherre.odds.luck import Luck, luck_of, share_as_good


class Shots(Struct, frozen=True):
    dice: int = 2


def hits(shots: Shots, desk: Desk) -> Resolve:
    def resolve(chance: Chance) -> Outcome:
        found = chance.throw(shots.dice, "dice", "1", TALLY if shots.dice else VALUES).count(5, 6)
        return {"hits": found, "names": ["hit"] * found, "word": "good" if found else "bad", "any": found > 0}

    return resolve


SHOTS = Procedure(hits, "shots", {"dice": list[int]})
HITS = Stake("hits", {"hits": 1})


def ruled(found: int) -> Ruling:
    outputs = {"hits": found, "names": ["hit"] * found, "word": "good" if found else "bad", "any": found > 0}
    return Ruling("shots", outputs, ())


def luck(found: int, stake: Stake = HITS, dice: int = 2) -> Luck | None:
    return luck_of(SHOTS, Shots(dice), ruled(found), stake)


def test_what_came_is_set_against_the_exact_expectation() -> None:
    found = luck(2)
    assert found is not None
    assert (found.came, found.expected) == (2, pytest.approx(2 / 3))
    assert found.chances == pytest.approx({0: 4 / 9, 1: 4 / 9, 2: 1 / 9})


def test_outputs_of_every_kind_are_added_up_with_their_weights() -> None:
    # a list by its length, a yes as one, a word by what is said of it
    stake = Stake("losses", {"names": 2, "any": -1, "word": lambda word: 10 * (word == "good")})
    found = luck(1, stake)
    assert found is not None
    assert found.came == 2 - 1 + 10
    assert found.expected == pytest.approx(2 * 2 / 3 + 5 / 9 * (10 - 1))


def test_nothing_left_to_chance_or_too_much_of_it_is_not_judged() -> None:
    assert luck(0, dice=0) is None
    assert luck(1, Stake("hits", {"word": lambda word: 1})) is None

    def values(shots: Shots, desk: Desk) -> Resolve:
        return lambda chance: {"hits": max(chance.throw(8, "dice", "1").values)}

    assert luck_of(Procedure(values, "shots", {}), Shots(), ruled(1), HITS) is None


def test_where_a_procedure_folds_its_ways_the_expectation_is_made_of_the_outputs() -> None:
    def folded(shots: Shots, desk: Desk) -> Any:
        chances = {
            "hits": {0: Fraction(1, 2), 3: Fraction(1, 2)},
            "names": ListChances({0: Fraction(1, 4), 1: Fraction(3, 4)}, ()),
        }
        desk.folds = lambda: MappingProxyType(chances)
        return lambda chance: {}

    found = luck_of(Procedure(folded, "shots", {}), Shots(), ruled(2), Stake("hits", {"hits": 1, "names": -2}))
    assert found == Luck(2 - 4, 1.5 - 1.5)


def test_all_dice_together_are_as_good_or_better_so_often() -> None:
    two = [one for one in (luck(1), luck(0)) if one is not None]
    # at least one hit with four dice
    assert share_as_good(two) == pytest.approx(1 - (2 / 3) ** 4)
    assert share_as_good([*two, Luck(0, 0.5)]) is None
    assert share_as_good([]) == pytest.approx(1)
