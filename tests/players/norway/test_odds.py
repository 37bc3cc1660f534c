"""The players' odds: exact chances of a battle, and of what a hand that nobody has seen can add."""

from __future__ import annotations

from itertools import combinations

import pytest

from feltherre.games.norway.players.odds import expected_losses, hand_dice, win_against, win_chance


def test_one_die_each_is_won_by_the_attacker_in_fifteen_of_thirty_six() -> None:
    assert win_chance(1, 1) == pytest.approx(15 / 36)


def test_without_dice_nothing_is_won_and_without_a_defence_everything() -> None:
    assert win_chance(0, 0) == 0
    assert win_chance(3, 0) == 1


def test_two_dice_destroy_a_sixth_each_as_long_as_anybody_is_there() -> None:
    assert expected_losses(2, 2) == pytest.approx(2 / 6)
    assert expected_losses(2, 1) == pytest.approx(11 / 36)
    assert expected_losses(0, 3) == 0


def test_a_hidden_hand_is_counted_over_all_hands_that_could_be_dealt() -> None:
    """Two cards of two dice, one of one die and three of none; two are held. By hand: all fifteen pairs."""
    cards = ["two", "two", "one", "none", "none", "none"]
    dice = {"two": 2, "one": 1, "none": 0}
    counted: dict[int, int] = {}
    for hand in combinations(cards, 2):
        added = sum(dice[card] for card in set(hand))  # one of each kind in a battle (4.2-2)
        counted[added] = counted.get(added, 0) + 1
    found = dict(hand_dice(((2, 2), (1, 1)), 3, 2))
    assert found == pytest.approx({added: n / 15 for added, n in counted.items()})


def test_a_card_that_was_seen_is_certain() -> None:
    assert hand_dice((), 4, 2, certain=2) == ((2, 1.0),)


def test_the_chance_against_a_hidden_hand_is_the_mean_over_its_dice() -> None:
    added = ((0, 0.25), (2, 0.75))
    assert win_against(4, 2, added) == pytest.approx(0.25 * win_chance(4, 2) + 0.75 * win_chance(4, 4))
