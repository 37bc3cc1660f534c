"""Removal of destroyed battalions (4.2, step 6), and the game that ends with the last of them (1.3-5)."""

import pytest

from cases import cases
from norway_table import Playing, position
from norway_table.battles import battle, fight, ruling, to_battle


def at_hamar(attackers: dict[str, int], throws: tuple[list[int], list[int]], norwegians: int = 3) -> Playing:
    return battle("Hamar", attackers, {"norway": norwegians}, throws=throws)


@pytest.mark.proves("4.2-6")
def test_the_attacker_chooses_among_all_who_take_part_wherever_they_came_from() -> None:
    play = at_hamar({"Kongsvinger": 2, "Rena": 1, "Gjøvik": 2}, ([1] * 4, [6, 6, 1]))
    assert play.decided == ("germany", "4.2-6")
    assert sorted(play.offered()) == [
        "lose Gjøvik 2",
        "lose Kongsvinger 1, Gjøvik 1",
        "lose Kongsvinger 1, Rena 1",
        "lose Kongsvinger 2",
        "lose Rena 1, Gjøvik 1",
    ]
    play("lose Kongsvinger 1, Gjøvik 1")
    assert play.state.removed == [2, 0, 0]
    assert [play.at("germany", area) for area in ("Kongsvinger", "Rena", "Gjøvik")] == [1, 1, 1]


@pytest.mark.proves("4.2-6")
@pytest.mark.parametrize(
    "line",
    ["lose Kongsvinger 1", "lose Kongsvinger 2, Rena 1", "lose Rena 2", "lose Oslo 2", "lose norway 2", "lose -"],
)
def test_he_loses_neither_more_nor_fewer_nor_others(line: str) -> None:
    play = at_hamar({"Kongsvinger": 2, "Rena": 1}, ([1] * 3, [6, 6, 1]))
    assert play.refusal(line) == ("norway.illegal.allocation", "4.2-6")


@pytest.mark.proves("4.2-6")
def test_paratroops_and_marchers_are_told_apart() -> None:
    play = position(
        germany={"Oslo": 1, "Kongsvinger": 1}, norway={"Hamar": 1, "Finnmark": 1}, hands={"germany": ["Paratroops"]}
    ).throws([1, 6], [6])
    play("drop Hamar")("move Kongsvinger > Hamar 1")
    to_battle(play)
    assert sorted(play.offered()) == ["lose Kongsvinger 1", "lose air 1"]
    play("lose air 1")
    assert play.at("germany", "Hamar") == 1


@cases(
    "attackers defence left",
    ("4.2-6", {"Kongsvinger": 2}, [6, 1, 1], {"Kongsvinger": 1}),
    ("4.2-6", {"Kongsvinger": 1, "Rena": 1}, [6, 6, 1], {}),
    ("4.2-6", {"Kongsvinger": 1, "Rena": 1}, [1, 1, 1], {"Kongsvinger": 1, "Rena": 1}),
)
def test_nobody_is_asked_where_there_is_nothing_to_choose(
    attackers: dict[str, int], defence: list[int], left: dict[str, int]
) -> None:
    play = at_hamar(attackers, ([1, 1], defence))
    assert play.groups() == []
    assert {area: n for area, n in play.battalions("germany").items() if area != "Arendal"} == left


@pytest.mark.proves("4.2-6", "4.2-dice-7")
def test_more_sixes_than_battalions_have_no_further_effect() -> None:
    play = at_hamar({"Kongsvinger": 4}, ([6, 6, 6, 6], [6, 1]), norwegians=2)
    assert ruling(play).outputs["defender_losses"] == 2
    assert play.state.removed == [1, 2, 0]
    assert play.at("germany", "Hamar") == 3


@pytest.mark.proves("4.2-6", "4.2-5")
def test_both_sides_are_removed_together_and_may_both_be_gone() -> None:
    play = at_hamar({"Kongsvinger": 1}, ([6], [6]), norwegians=1)
    assert play.state.removed == [1, 1, 0]
    assert play.at("germany", "Hamar") == play.at("germany", "Kongsvinger") == play.at("norway", "Hamar") == 0
    assert play.state.result is None


# the game ends at the very moment (1.3-5; test_victory.py)


@pytest.mark.proves("1.3-5")
def test_the_last_german_battalion_ends_the_game_before_step_8() -> None:
    play = battle("Hamar", {"Kongsvinger": 1}, {"norway": 1}, reserves={}, hands={"germany": ["Panzer"]})
    fight(play, [5, 5, 1], [6], "play Panzer")
    assert play.outcome == (("norway", "allies"), "clear", "germans-destroyed")
    assert play.at("norway", "Hamar") == 1, "the sum is lower, but the game is over before anybody leaves"


@pytest.mark.proves("1.3-5", "4.2-6-evac")
def test_the_game_does_not_end_before_coastal_evacuation_could_save_a_battalion() -> None:
    for line, over in (("evacuate to Tromsø", False), ("pass", True)):
        play = battle("Narvik", {"Tysfjord": 2}, {"allies": 1}, reserves={}, hands={"allies": ["Coastal evacuation"]})
        fight(play, [6, 5], [1])
        assert (play.outcome, play.asked) == (None, ["allies"])
        play(line)
        assert play.outcome == ((("germany",), "clear", "enemies-destroyed") if over else None)
