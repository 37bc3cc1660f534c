"""Combat tables: columns, rows, results and exact chances."""

import doctest
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltherre.core.errors import BadInput
from feltherre.ground.hexes import combat_table, grid
from feltherre.ground.hexes.combat_table import CombatTable

ODDS = ["<=1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", ">=6-1"]
#: a diagonal table like those of the hex games: a column to the right is worth one on the die
SERIES = [f"r{n:02}" for n in range(16)]
ROWS: list[list[str | int]] = [
    [heading, *SERIES[row : row + 9]] for row, heading in enumerate(["<=0", "1", "2", "3", "4", "5", "6", ">=7"])
]
GROUND = CombatTable(["die", *ODDS], ROWS)
AIR = CombatTable(
    ["die", "<=-5", "-4..-3", "-2..-1", "0", "+1..+2", "+3..+4", ">=+5"], [[1, *"abcdefg"], [2, *"hijklmn"]]
)
FLAK = CombatTable(["die", 2, 4], [[1, "-", "-"], [2, "-", 1], [3, 1, 2]])


@given(st.integers(1, 200), st.integers(1, 60))
def test_odds_are_rounded_in_the_defenders_favour(attack: int, defence: int) -> None:
    times = min(attack // defence, 6) if attack >= defence else -min(-(-defence // attack), 4)
    heading = GROUND.headings[GROUND.odds_column(attack, defence)].lstrip("<>=")
    assert heading == (f"{times}-1" if times > 0 else f"1-{-times}")


@pytest.mark.parametrize(
    ("attack", "defence", "heading"),
    [(7, 2, "3-1"), (8, 9, "1-2"), (1, 9, "<=1-4"), (16, 3, "5-1"), (0, 5, "<=1-4"), (4, 0, ">=6-1"), (90, 4, ">=6-1")],
)
def test_odds_columns(attack: int, defence: int, heading: str) -> None:
    assert GROUND.headings[GROUND.odds_column(attack, defence)] == heading


def test_differences_fall_into_their_spans() -> None:
    columns = [AIR.value_column(difference) for difference in range(-7, 8)]
    assert columns == [0, 0, 0, 1, 1, 2, 2, 3, 4, 4, 5, 5, 6, 6, 6]


def test_points_beyond_the_ends_use_the_end() -> None:
    assert [FLAK.value_column(n) for n in (1, 2, 3, 4, 9)] == [0, 0, 0, 1, 1]
    assert FLAK.result(1, 3) == "2"


@given(st.integers(0, 8), st.integers(-5, 12))
def test_a_modified_die_is_held_to_the_rows(column: int, die: int) -> None:
    assert GROUND.result(column, die) == SERIES[column + min(max(die, 0), 7)]


@given(st.integers(0, 8), st.integers(-4, 4))
def test_chances_are_exact(column: int, modifier: int) -> None:
    chances = GROUND.chances(column, modifier)
    thrown = [GROUND.result(column, die + modifier) for die in range(1, 7)]
    assert chances == {result: thrown.count(result) for result in thrown}
    probabilities = GROUND.probabilities(column, modifier)
    assert sum(probabilities.values()) == 1
    assert probabilities == {result: Fraction(ways, 6) for result, ways in chances.items()}


def test_other_dice_bring_their_own_ways() -> None:
    two_dice = {total: 6 - abs(7 - total) for total in range(2, 13)}
    assert GROUND.chances(0, modifier=-1, dice=two_dice) == {
        "r01": 1, "r02": 2, "r03": 3, "r04": 4, "r05": 5, "r06": 6, "r07": 15,
    }  # fmt: skip
    assert sum(GROUND.probabilities(0, dice=two_dice).values()) == 1


@pytest.mark.parametrize(
    ("columns", "rows", "fault"),
    [
        (["die", "1-1", "2-1"], [[1, "A"]], "row 1 has 1 results for 2 columns"),
        (["die", "2-1", "1-1"], [[1, "A", "B"]], "column 1-1 does not follow 2-1"),
        (["die", "1-1", "<=2-1"], [[1, "A", "B"]], "<=2-1 is open, but not at that end"),
        (["die", "1-1"], [[2, "A"], [1, "B"]], "1 does not follow 2"),
        (["die", "1-1"], [[">=1", "A"], [2, "B"]], ">=1 is open, but not at that end"),
        (["die", "1..3", "3..4"], [[1, "A", "B"]], "3..4 does not follow 1..3"),
        (["die", "strong"], [[1, "A"]], "'strong' is no heading"),
        (["die", "1-1", "2"], [[1, "A", "B"]], "'1-1' is no heading"),
    ],
)
def test_a_table_that_cannot_be_read_is_refused(columns: list[str], rows: list[list[str]], fault: str) -> None:
    with pytest.raises(BadInput) as refused:
        CombatTable(columns, rows)
    assert fault in str(refused.value)


def test_a_table_is_asked_only_for_the_columns_it_has() -> None:
    with pytest.raises(BadInput, match="are odds"):
        GROUND.value_column(3)
    with pytest.raises(BadInput, match="are not odds"):
        AIR.odds_column(3, 1)
    with pytest.raises(BadInput, match="make no sense"):
        GROUND.odds_column(-1, 2)


@pytest.mark.parametrize("module", [combat_table, grid])
def test_the_examples_in_the_texts_are_right(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert (result.attempted > 0, result.failed) == (True, 0)
