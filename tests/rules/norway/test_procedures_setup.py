"""Stacks, the choice of countries and the first Allied battalions (2.2, 1.2, 3)."""

from typing import Any

import pytest

from cases import cases
from norway_desk import ask, explained, refusal


@pytest.mark.proves("2.2-6")
@pytest.mark.parametrize(
    ("pieces", "white", "black", "battalions"), [(0, 0, 0, 0), (1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 5), (1, 4, 3, 20)]
)
def test_a_piece_and_a_white_chip_are_one_battalion_and_a_black_chip_five(
    pieces: int, white: int, black: int, battalions: int
) -> None:
    assert ask("stack-count", pieces=pieces, white_chips=white, black_chips=black) == {"battalions": battalions}


def test_a_stack_has_at_most_one_piece() -> None:
    assert "pieces" in refusal("stack-count", pieces=2, white_chips=0, black_chips=0)


WISHES = [["germany"], ["norway"], ["allies"]]


@cases(
    "says given order again",
    ("3-2", "the highest chooses first", {"players": 3, "dice": [2, 6, 4]}, [2, 3, 1], []),
    ("3-2", "in the order of their dice", {"players": 3, "dice": [6, 5, 4]}, [1, 2, 3], []),
    ("3-2", "the last first", {"players": 3, "dice": [1, 2, 3]}, [3, 2, 1], []),
    ("3-2", "two players", {"players": 2, "dice": [1, 6]}, [2, 1], []),
    ("3-2", "two players, the first first", {"players": 2, "dice": [3, 2]}, [1, 2], []),
    ("3-2", "the highest tie", {"players": 3, "dice": [4, 4, 2], "wishes": WISHES}, [], [1, 2]),
    ("3-2", "the lowest tie", {"players": 3, "dice": [6, 4, 4], "wishes": WISHES}, [], [2, 3]),
    ("3-2", "the first and the last", {"players": 3, "dice": [5, 1, 5], "wishes": WISHES}, [], [1, 3]),
    ("3-2", "all tie", {"players": 3, "dice": [3, 3, 3], "wishes": WISHES}, [], [1, 2, 3]),
    ("3-2", "two threw again", {"players": 3, "again": [1, 3], "dice": [2, 5], "wishes": WISHES}, [3, 1], []),
    ("3-2", "and tie once more", {"players": 3, "again": [2, 3], "dice": [4, 4]}, [], [2, 3]),
)
def test_who_chooses_first_and_who_throws_again(given: dict[str, Any], order: list[int], again: list[int]) -> None:
    assert ask("country-choice", **given) == {"order": order, "throw_again": again, "assignment": []}


@pytest.mark.parametrize("again", [[2], [3, 1], [1, 1], [1, 4], [0, 2]])
def test_those_who_throw_again_are_two_players_or_more(again: list[int]) -> None:
    assert "players 1 to 3" in refusal("country-choice", players=3, again=again, dice=[1, 2][: len(again)])


@cases(
    "says dice wishes countries",
    ("1.2-1 3-2", "the last takes what is left", [2, 6, 4], "germany, germany norway, germany allies",
     "norway germany allies"),
    ("1.2-1 3-2", "no free wish: the first in turn", [6, 5, 4], "norway, norway, ", "norway germany allies"),
    ("1.2-2 3-2", "Norway with the Allies", [1, 2], "germany, norway", "germany norway+allies"),
    ("1.2-2 3-2", "the Allies with Norway", [1, 2], "germany, allies", "germany norway+allies"),
    ("1.2-2 3-2", "the first, with Norway", [1, 2], "norway, germany", "norway+allies germany"),
    ("1.2-2 3-2", "the first, with the Allies", [1, 2], "allies, germany", "norway+allies germany"),
)  # fmt: skip
def test_who_gets_which_country(dice: list[int], wishes: str, countries: str) -> None:
    wished = [wish.split() for wish in wishes.split(",")]
    found = ask("country-choice", players=len(dice), dice=dice, wishes=wished)
    assert found["assignment"] == [country.split("+") for country in countries.split()]


@pytest.mark.parametrize("players", [0, 1, 4, -2])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    dice = [1, 2, 3, 4][: max(players, 0)]
    assert "2 or 3" in refusal("country-choice", players=players, dice=dice)


def test_wishes_are_given_by_all_players_or_by_none() -> None:
    assert "wishes" in refusal("country-choice", players=3, dice=[1, 2, 3], wishes=[["germany"], ["norway"]])
    assert "dice" in refusal("country-choice", players=3, dice=[1, 2], wishes=[])


@pytest.mark.proves("3-2")
def test_the_choice_is_explained_throw_by_throw() -> None:
    told = explained("country-choice", players=2, dice=[2, 5], wishes=[["norway"], ["germany"]])
    assert told == [
        ("Player 1 throws 2.", "3-2"),
        ("Player 2 throws 5.", "3-2"),
        ("The highest chooses first. Order of the players: 2 and 1.", "3-2"),
        ("Player 2: Germany.", "3-2"),
        ("Player 1: Norway and Allies.", "3-2"),
    ]


THREE_AREAS = ["Namsos", "Åndalsnes", "Harstad"]


@cases(
    "says changed valid",
    ("3-6 3-7", "two groups of three that do not border", {}, True),
    ("3-6", "the second area is not open", {"allowed": ["Namsos"]}, False),
    ("3-6", "nor is the first", {"allowed": ["Åndalsnes"]}, False),
    ("3-7", "they border", {"bordering": True}, False),
    ("3-7", "four and two", {"group_sizes": [4, 2]}, False),
    ("3-7", "too few", {"group_sizes": [2, 3]}, False),
    ("3-7", "too many", {"group_sizes": [3, 4]}, False),
    ("3-7", "a size is missing", {"group_sizes": [6]}, False),
    ("3-7", "a size too many", {"group_sizes": [3, 3, 3]}, False),
    ("3-7", "one group", {"group_areas": ["Namsos"], "group_sizes": [3]}, False),
    ("3-7", "one area twice", {"group_areas": ["Namsos", "Namsos"]}, False),
    ("3-7", "three groups of two", {"group_areas": THREE_AREAS, "group_sizes": [2, 2, 2]}, False),
    ("3-7", "three groups of three", {"group_areas": THREE_AREAS, "group_sizes": [3, 3, 3]}, False),
    ("3-7", "nobody", {"group_areas": [], "group_sizes": []}, False),
)
def test_where_the_first_six_allied_battalions_may_land(changed: dict[str, Any], valid: bool) -> None:
    usual = {"group_areas": THREE_AREAS[:2], "group_sizes": [3, 3], "allowed": THREE_AREAS, "bordering": False}
    assert ask("first-allied-placement", **{**usual, **changed}) == {"valid": valid}
    assert explained("first-allied-placement", **{**usual, **changed}), "the umpire says why"
