"""Dice and outcome of a land battle (4.2)."""

from typing import Any

import pytest

from feltherre.games.norway.procedures.combat import battalion_dice, destroyed, winner
from norway_desk import ask, explained, refusal


@pytest.mark.proves("4.2-dice-1", "2.2-4", "2.2-2")
@pytest.mark.parametrize("battalions", range(6))
def test_a_battalion_is_one_die(battalions: int) -> None:
    assert battalion_dice(battalions, 0) == battalions


@pytest.mark.proves("4.2-dice-2", "4.2-dice-3")
@pytest.mark.parametrize("battalions", [5, 6, 7, 40])
def test_no_more_than_five_battalions_of_a_side_give_dice(battalions: int) -> None:
    assert battalion_dice(battalions, 0) == 5


@pytest.mark.proves("4.2-dice-4", "2.3-fjord-2")
@pytest.mark.parametrize(("over_water", "dice"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2), (11, 2)])
def test_dice_of_battalions_over_water_are_halved_and_rounded_down(over_water: int, dice: int) -> None:
    assert battalion_dice(0, over_water) == dice


@pytest.mark.proves("4.2-dice-2", "4.2-dice-4")
@pytest.mark.parametrize(
    ("plain", "over_water", "dice"), [(1, 1, 1), (1, 2, 2), (1, 9, 3), (2, 9, 3), (3, 9, 4), (4, 9, 4), (5, 9, 5)]
)
def test_battalions_by_land_count_first_and_only_the_others_are_halved(plain: int, over_water: int, dice: int) -> None:
    assert battalion_dice(plain, over_water) == dice


@pytest.mark.proves("4.2-dice-6")
def test_dice_of_cards_are_neither_limited_nor_halved() -> None:
    assert ask("dice-count", bn_plain=9, bn_water=0, card_dice=4)["total_dice"] == 9
    assert ask("dice-count", bn_plain=0, bn_water=3, card_dice=3)["total_dice"] == 4
    assert ask("dice-count", bn_plain=6, bn_water=2, card_dice=7) == {"battalion_dice": 5, "total_dice": 12}


@pytest.mark.proves("4.2-dice-7", "4.2-6")
@pytest.mark.parametrize(("sixes", "there", "lost"), [(0, 3, 0), (1, 3, 1), (3, 3, 3), (4, 3, 3), (2, 0, 0)])
def test_each_six_destroys_one_battalion_as_long_as_there_are_any(sixes: int, there: int, lost: int) -> None:
    assert destroyed(sixes, there) == lost


@pytest.mark.proves("4.2-7", "4.2-dice-8")
@pytest.mark.parametrize(
    ("attack", "defence", "won"),
    [(7, 6, "attacker"), (6, 6, "defender"), (6, 7, "defender"), (0, 0, "defender"), (1, 0, "attacker")],
)
def test_the_higher_sum_wins_and_the_defender_wins_a_tie(attack: int, defence: int, won: str) -> None:
    assert winner(attack, defence) == won


def battle(**changed: Any) -> dict[str, Any]:
    given: dict[str, Any] = {
        "attack_groups": [{"from": "Oslo", "mode": "land", "battalions": 2}],
        "defender_battalions": 1,
        "attacker_cards": [],
        "defender_cards": [],
        "reaction_cards": [],
        "dice_values": {},
        "attacker_dice": [1, 1],
        "defender_dice": [1],
    }
    return {**given, **changed}


@pytest.mark.proves("4.2-4", "4.2-5", "4.2-6", "4.2-7")
def test_a_whole_battle() -> None:
    assert ask("land-combat", **battle(attacker_dice=[6, 6], defender_dice=[6])) == {
        "attacker_dice_count": 2,
        "defender_dice_count": 1,
        "attacker_sum": 12,
        "defender_sum": 6,
        "attacker_losses": 1,
        "defender_losses": 1,
        "attackers_left": 1,
        "defenders_left": 0,
        "winner": "attacker",
        "withdraws": "defender",
    }


@pytest.mark.proves("4.2-5")
def test_defenders_that_the_attacker_has_destroyed_still_throw() -> None:
    found = ask("land-combat", **battle(defender_battalions=2, attacker_dice=[6, 6], defender_dice=[6, 5]))
    assert (found["defenders_left"], found["attacker_losses"]) == (0, 1)
    cards = {"defender_cards": ["Ambush"], "dice_values": {"Ambush": 1}}
    with_card = ask("land-combat", **battle(defender_battalions=2, **cards, defender_dice=[1, 1, 1]))
    assert with_card["defender_dice_count"] == 3


@pytest.mark.proves("4.2-7")
def test_the_sums_alone_decide_even_if_the_winner_has_nobody_left() -> None:
    one = {"attack_groups": [{"from": "Oslo", "mode": "land", "battalions": 1}]}
    cards = {"attacker_cards": ["Panzer"], "dice_values": {"Panzer": 2}}
    found = ask("land-combat", **battle(**one, **cards, attacker_dice=[5, 5, 5], defender_dice=[6]))
    assert (found["attackers_left"], found["winner"], found["withdraws"]) == (0, "attacker", "defender")


@pytest.mark.proves("4.2-dice-4", "4.2-dice-5")
@pytest.mark.parametrize(("mode", "dice"), [("land", 3), ("water", 1), ("sea", 3), ("air", 3)])
def test_only_attackers_over_water_are_halved(mode: str, dice: int) -> None:
    groups = [{"from": {"sea": "sea", "air": "air"}.get(mode, "Bergen"), "mode": mode, "battalions": 3}]
    found = ask("land-combat", **battle(attack_groups=groups, attacker_dice=[1] * dice))
    assert found["attacker_dice_count"] == dice


@pytest.mark.proves("4.2-dice-2", "4.2-dice-4")
def test_groups_from_several_areas_fight_as_one_side() -> None:
    groups = [
        {"from": "gjovik", "mode": "water", "battalions": 4},
        {"from": "KONGSVINGER", "mode": "land", "battalions": 1},
        {"from": "Lillehammer", "mode": "land", "battalions": 1},
    ]
    found = ask("land-combat", **battle(attack_groups=groups, attacker_dice=[6, 6, 6]))
    assert (found["attacker_dice_count"], found["attackers_left"]) == (3, 6)


@pytest.mark.proves("4.2-dice-2")
def test_losses_fall_on_all_battalions_also_on_those_that_gave_no_die() -> None:
    cards = {"defender_cards": ["Ambush", "Tank"], "dice_values": {"Ambush": 4, "Tank": 2}}
    groups = [{"from": "Oslo", "mode": "land", "battalions": 8}]
    found = ask(
        "land-combat",
        **battle(attack_groups=groups, attacker_dice=[1] * 5, defender_battalions=9, defender_dice=[6] * 11, **cards),
    )
    assert (found["attacker_dice_count"], found["attacker_losses"], found["attackers_left"]) == (5, 8, 0)
    assert found["defenders_left"] == 9


@pytest.mark.proves("4.2-dice-6", "4.2-1", "4.2-2", "4.2-3", "4.2-cancel")
def test_cards_add_their_dice_to_both_sides_unless_they_are_stopped() -> None:
    found = ask(
        "land-combat",
        **battle(
            attacker_cards=["Bomber", "Panzer"],
            defender_cards=["Fighter>Bomber", "Ambush"],
            reaction_cards=["Scouts>Ambush"],
            dice_values={"Bomber": 2, "Panzer": 2, "Ambush": 2},
            attacker_dice=[1, 1, 1, 1],
            defender_dice=[1],
        ),
    )
    assert (found["attacker_dice_count"], found["defender_dice_count"]) == (4, 1)


@pytest.mark.parametrize(
    ("attack", "defence"), [([1], [1]), ([1, 1, 1], [1]), ([1, 1], []), ([1, 1], [1, 1]), ([1, 0], [1]), ([1, 1], [7])]
)
def test_exactly_the_dice_of_the_battle_are_wanted_and_each_shows_1_to_6(attack: list[int], defence: list[int]) -> None:
    assert "_dice" in refusal("land-combat", **battle(attacker_dice=attack, defender_dice=defence))


def test_a_group_comes_from_an_area_of_the_board_or_from_sea_or_air() -> None:
    for origin, mode in (("Atlantis", "land"), ("sea", "land"), ("air", "sea"), ("sea", "air"), ("IX", "sea")):
        groups = [{"from": origin, "mode": mode, "battalions": 2}]
        assert origin in refusal("land-combat", **battle(attack_groups=groups))
    for origin, mode in (("VII", "sea"), ("Sea", "sea"), ("Tromsø", "sea"), ("Air", "air"), ("Oslo", "air")):
        groups = [{"from": origin, "mode": mode, "battalions": 2}]
        assert ask("land-combat", **battle(attack_groups=groups))["attacker_dice_count"] == 2


def test_the_umpire_explains_a_battle_as_he_would_at_the_table() -> None:
    told = explained(
        "land-combat",
        **battle(
            attack_groups=[{"from": "Gjøvik", "mode": "water", "battalions": 3}],
            attacker_cards=["Panzer"],
            defender_cards=["Ambush"],
            reaction_cards=["Scouts>Ambush"],
            dice_values={"Panzer": 1, "Ambush": 2},
            attacker_dice=[3, 3],
            defender_dice=[6],
        ),
    )
    assert told == [
        ("The attacker plays Panzer: 1 more die.", "4.2-1"),
        ("The defender plays Ambush.", "4.2-2"),
        ("The attacker answers Ambush with Scouts.", "4.2-3"),
        ("Scouts stops Ambush, which has no effect but is used up.", "4.2-cancel"),
        ("The attacker's 3 battalions over water count half: 1 die.", "4.2-dice-4"),
        ("Cards give the attacker 1 more die.", "4.2-dice-6"),
        ("The attacker has 2 dice.", "4.2-dice-1"),
        ("The defender's 1 battalion gives 1 die.", "4.2-dice-1"),
        ("The attacker throws 3 and 3: 6.", "4.2-4"),
        ("The defender loses no battalion.", "4.2-4"),
        ("The defender throws 6: 6.", "4.2-5"),
        ("1 six: the attacker loses 1 battalion, 2 left.", "4.2-5"),
        ("6 against 6: equal sums, so the defender wins and the attacker withdraws.", "4.2-7"),
    ]


def test_a_side_without_dice_is_told_so() -> None:
    groups = [{"from": "Gjøvik", "mode": "water", "battalions": 1}]
    told = explained("land-combat", **battle(attack_groups=groups, attacker_dice=[]))
    assert ("The attacker has nothing to throw: 0.", "4.2-4") in told
    assert told[-1] == ("0 against 1: the defender wins and the attacker withdraws.", "4.2-7")
