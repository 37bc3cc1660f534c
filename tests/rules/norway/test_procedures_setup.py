"""Stacks, the choice of countries and the first Allied battalions (2.2, 1.2, 3)."""

from __future__ import annotations

from typing import Any

import pytest

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


@pytest.mark.proves("3-2")
@pytest.mark.parametrize(
    ("dice", "order"),
    [([2, 6, 4], [2, 3, 1]), ([6, 5, 4], [1, 2, 3]), ([1, 2, 3], [3, 2, 1]), ([1, 6], [2, 1]), ([3, 2], [1, 2])],
)
def test_the_highest_die_chooses_first(dice: list[int], order: list[int]) -> None:
    assert ask("country-choice", players=len(dice), dice=dice) == {
        "order": order,
        "throw_again": [],
        "assignment": [],
    }


@pytest.mark.proves("3-2")
@pytest.mark.parametrize(
    ("dice", "again"), [([4, 4, 2], [1, 2]), ([6, 4, 4], [2, 3]), ([5, 1, 5], [1, 3]), ([3, 3, 3], [1, 2, 3])]
)
def test_those_who_tie_throw_again(dice: list[int], again: list[int]) -> None:
    wishes = [["germany"], ["norway"], ["allies"]]
    found = ask("country-choice", players=3, dice=dice, wishes=wishes)
    assert found == {"order": [], "throw_again": again, "assignment": []}


@pytest.mark.proves("3-2")
def test_of_those_who_throw_again_only_their_own_order_is_found() -> None:
    found = ask("country-choice", players=3, again=[1, 3], dice=[2, 5], wishes=[["germany"], ["norway"], ["allies"]])
    assert found == {"order": [3, 1], "throw_again": [], "assignment": []}
    found = ask("country-choice", players=3, again=[2, 3], dice=[4, 4])
    assert found == {"order": [], "throw_again": [2, 3], "assignment": []}


@pytest.mark.parametrize("again", [[2], [3, 1], [1, 1], [1, 4], [0, 2]])
def test_those_who_throw_again_are_two_players_or_more(again: list[int]) -> None:
    assert "players 1 to 3" in refusal("country-choice", players=3, again=again, dice=[1, 2][: len(again)])


@pytest.mark.proves("1.2-1", "3-2")
def test_three_players_take_one_country_each_and_the_last_takes_what_is_left() -> None:
    wishes = [["germany"], ["germany", "norway"], ["germany", "allies"]]
    found = ask("country-choice", players=3, dice=[2, 6, 4], wishes=wishes)
    assert found["assignment"] == [["norway"], ["germany"], ["allies"]]


@pytest.mark.proves("1.2-1", "3-2")
def test_a_player_without_a_free_wish_gets_the_first_free_country_in_the_order_of_turns() -> None:
    found = ask("country-choice", players=3, dice=[6, 5, 4], wishes=[["norway"], ["norway"], []])
    assert found["assignment"] == [["norway"], ["germany"], ["allies"]]


@pytest.mark.proves("1.2-2", "3-2")
@pytest.mark.parametrize("wish", ["norway", "allies"])
def test_of_two_players_one_has_norway_and_the_allies_together(wish: str) -> None:
    found = ask("country-choice", players=2, dice=[1, 2], wishes=[["germany"], [wish]])
    assert found["assignment"] == [["germany"], ["norway", "allies"]]
    found = ask("country-choice", players=2, dice=[1, 2], wishes=[[wish], ["germany"]])
    assert found["assignment"] == [["norway", "allies"], ["germany"]]


@pytest.mark.parametrize("players", [0, 1, 4, -2])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    dice = [1, 2, 3, 4][: max(players, 0)]
    assert "2 or 3" in refusal("country-choice", players=players, dice=dice)


def test_wishes_are_given_by_all_players_or_by_none() -> None:
    assert "wishes" in refusal("country-choice", players=3, dice=[1, 2, 3], wishes=[["germany"], ["norway"]])
    assert "dice" in refusal("country-choice", players=3, dice=[1, 2], wishes=[])


def test_the_choice_is_explained_throw_by_throw() -> None:
    told = explained("country-choice", players=2, dice=[2, 5], wishes=[["norway"], ["germany"]])
    assert told == [
        ("Player 1 throws 2.", "3-2"),
        ("Player 2 throws 5.", "3-2"),
        ("The highest chooses first. Order of the players: 2 and 1.", "3-2"),
        ("Player 2: Germany.", "3-2"),
        ("Player 1: Norway and Allies.", "3-2"),
    ]


def placement(**changed: Any) -> dict[str, Any]:
    given: dict[str, Any] = {
        "group_areas": ["Namsos", "Åndalsnes"],
        "group_sizes": [3, 3],
        "allowed": ["Namsos", "Åndalsnes", "Harstad"],
        "bordering": False,
    }
    return {**given, **changed}


@pytest.mark.proves("3-6", "3-7")
def test_the_first_six_allied_battalions_are_two_groups_of_three_that_do_not_border() -> None:
    assert ask("first-allied-placement", **placement()) == {"valid": True}


@pytest.mark.proves("3-6")
def test_both_groups_need_an_area_that_is_open_to_the_allies() -> None:
    assert ask("first-allied-placement", **placement(allowed=["Namsos"])) == {"valid": False}
    assert ask("first-allied-placement", **placement(allowed=["Åndalsnes"])) == {"valid": False}


@pytest.mark.proves("3-7")
@pytest.mark.parametrize(
    "changed",
    [
        {"bordering": True},
        {"group_sizes": [4, 2]},
        {"group_sizes": [2, 3]},
        {"group_sizes": [3, 4]},
        {"group_sizes": [6]},
        {"group_sizes": [3, 3, 3]},
        {"group_areas": ["Namsos"], "group_sizes": [3]},
        {"group_areas": ["Namsos", "Namsos"]},
        {"group_areas": ["Namsos", "Åndalsnes", "Harstad"], "group_sizes": [2, 2, 2]},
        {"group_areas": ["Namsos", "Åndalsnes", "Harstad"], "group_sizes": [3, 3, 3]},
        {"group_areas": [], "group_sizes": []},
    ],
)
def test_any_other_split_of_the_first_battalions_is_not_valid(changed: dict[str, Any]) -> None:
    assert ask("first-allied-placement", **placement(**changed)) == {"valid": False}
    assert explained("first-allied-placement", **placement(**changed)), "the umpire says why"
