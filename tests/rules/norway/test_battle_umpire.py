"""An umpire's edits in the middle of a battle: steps that name what is gone drop out (4.2, R13)."""

import pytest

from feltherre.games.norway.edits import PlaceBattalions, RemoveBattalions
from norway_table import Playing
from norway_table.battles import attack, battle, dice, edit, fight

HANDS = {"germany": ["Panzer", "Scouts"], "norway": ["Ambush", "Roadblock"], "allies": ["Tank", "Fighter"]}


def at_hamar(**defenders: int) -> Playing:
    return battle("Hamar", {"Kongsvinger": 2}, defenders or {"norway": 1}, hands=HANDS)


def step_of(play: Playing) -> str:
    return play.decision().rule


@pytest.mark.parametrize("stage", ["4.2-1", "4.2-2", "4.2-3"])
def test_a_battle_without_defenders_is_not_fought(stage: str) -> None:
    play = at_hamar()
    if stage != "4.2-1":
        play("pass", "germany")
    if stage == "4.2-3":
        play("play Ambush", "norway")("pass", "norway")
    assert step_of(play) == stage
    edit(play, RemoveBattalions("norway", "hamar", 1))
    assert play.state.battle is None
    assert play.groups() == []
    assert play.at("germany", "Hamar") == 2, "the attackers walk in"
    assert (play.state.phase, play.asked) == (3, ["germany"])
    assert not [step for step in play.state.agenda if "Cards" in type(step).__name__]


def test_the_other_battles_are_still_fought() -> None:
    play = attack(
        {"Hamar": {"Kongsvinger": 1}, "Voss": {"Bergen": 1}}, {"norway": {"Hamar": 1, "Voss": 1}}, hands=HANDS
    )
    play("fight Hamar")
    edit(play, RemoveBattalions("norway", "hamar", 1))
    assert play.state.battle is not None
    assert step_of(play) == "4.2-1"
    fight(play, [1], [2])
    assert play.at("germany", "Bergen") == 1


def test_defenders_taken_from_another_attacked_area_leave_it_to_the_attackers() -> None:
    play = attack({"Hamar": {"Kongsvinger": 1}, "Voss": {"Bergen": 1}}, {"norway": {"Hamar": 1, "Voss": 1}})
    play.throws([1], [2])
    edit(play, RemoveBattalions("norway", "voss", 1))
    assert play.at("germany", "Voss") == 1
    assert play.at("germany", "Kongsvinger") == 1, "and the battle for Hamar was fought, and lost"


def test_a_card_stays_in_force_although_its_owner_is_gone() -> None:
    play = at_hamar(norway=1, allies=1)("pass", "germany")("pass", "norway")("play Tank", "allies")
    play.throws([1, 1], [1, 1])
    edit(play, RemoveBattalions("allies", "hamar", 1))
    assert dice(play) == (2, 1 + 1)


def test_new_defenders_throw_with_the_others() -> None:
    play = at_hamar()
    edit(play, PlaceBattalions("norway", "hamar", 2))
    fight(play, [1, 1], [1, 1, 1])
    assert dice(play) == (2, 3)


@pytest.mark.proves("4.2-7")
def test_once_the_dice_are_thrown_the_sums_decide_whoever_is_left() -> None:
    # 6 + 1 against 5 + 5: both defenders may be gone, the attackers have lost all the same
    play = battle(
        "Narvik", {"Tysfjord": 2}, {"norway": 1, "allies": 1}, hands={"allies": ["Coastal evacuation", "Invasion"]}
    )
    fight(play, [6, 1], [5, 5])
    play("lose Allies 1", "norway")("lose Allies 1", "allies")
    assert step_of(play) == "4.2-6-evac"
    edit(play, RemoveBattalions("norway", "narvik", 1))
    assert play.asked == ["allies"], "the battle goes on where it was"
    play("pass")
    assert play.at("germany", "Narvik") == 0
    assert play.at("germany", "Tysfjord") == 2


def test_an_edit_elsewhere_does_not_disturb_a_battle() -> None:
    play = battle("Narvik", {"Tysfjord": 2}, {"allies": 1}, hands={"allies": ["Coastal evacuation"]})
    fight(play, [6, 1], [5])
    assert step_of(play) == "4.2-6-evac", "nobody is left in Narvik, and one may be saved"
    edit(play, PlaceBattalions("norway", "voss", 1))
    assert step_of(play) == "4.2-6-evac"
    play("evacuate to Tromsø")
    assert play.at("allies", "Tromsø") == 1
    assert play.at("germany", "Narvik") == 2, "7 against 5"


@pytest.mark.proves("4.2-6-joint")
def test_a_proposal_that_is_still_possible_after_an_edit_stands() -> None:
    play = battle("Hamar", {"Kongsvinger": 2}, {"norway": 2, "allies": 1}, throws=([6, 1], [5, 5, 5]))
    play("lose Norway 1", "norway")
    edit(play, RemoveBattalions("norway", "hamar", 1))
    assert (play.asked, play.decision().prompt.key) == (["allies"], "norway.prompt.agree")
    play("lose Norway 1", "allies")
    assert play.at("allies", "Hamar") == 1


@pytest.mark.proves("4.2-6")
def test_if_an_edit_leaves_no_choice_the_losses_are_taken_at_once() -> None:
    play = battle("Hamar", {"Kongsvinger": 2}, {"norway": 2, "allies": 1}, throws=([6, 1], [5, 5, 5]))
    edit(play, RemoveBattalions("norway", "hamar", 2))
    assert play.battalions("allies") == {}
    assert play.state.removed == [0, 2, 1]
    assert play.at("germany", "Kongsvinger") == 2, "7 against 15"


@pytest.mark.proves("4.2-6-joint")
def test_germany_is_not_asked_for_losses_that_are_no_longer_to_be_chosen() -> None:
    play = battle("Hamar", {"Kongsvinger": 2}, {"norway": 1, "allies": 2}, throws=([6, 1], [5, 5, 5]))
    for _ in range(2):
        play("lose Allies 1", "norway")("lose Norway 1", "allies")
    assert play.asked == ["germany"]
    edit(play, RemoveBattalions("norway", "hamar", 1))
    assert play.battalions("allies") == {"Hamar": 1}
    assert play.state.removed == [0, 1, 1]


@pytest.mark.proves("4.2-8-def-2")
def test_germany_is_not_asked_for_a_retreat_that_is_no_longer_common() -> None:
    play = battle("Hamar", {"Kongsvinger": 2}, {"norway": 1, "allies": 1}, throws=([5, 5], [1, 1]))
    for _ in range(2):
        play("retreat to Rena", "norway")("retreat to Lillehammer", "allies")
    assert play.asked == ["germany"]
    edit(play, RemoveBattalions("allies", "hamar", 1))
    assert play.asked == ["norway"], "Norway now chooses alone"
    play("retreat to Gjøvik")
    assert play.at("norway", "Gjøvik") == 1


@pytest.mark.proves("4.2-8-def-2")
def test_nor_for_a_retreat_to_the_only_area_left() -> None:
    play = battle("Hamar", {"Kongsvinger": 2}, {"norway": 1, "allies": 1}, throws=([5, 5], [1, 1]))
    for _ in range(2):
        play("retreat to Rena", "norway")("retreat to Lillehammer", "allies")
    edit(play, PlaceBattalions("germany", "rena", 1))
    assert (play.at("norway", "Lillehammer"), play.at("allies", "Lillehammer")) == (1, 1)


def test_typed_dice_are_asked_for_anew_when_their_number_changes() -> None:
    play = battle("Hamar", {"Kongsvinger": 2}, {"norway": 1}, dice="typed")("dice 1 + 1")
    edit(play, PlaceBattalions("norway", "hamar", 1))
    assert play.asked == ["norway"], "the attacker's throw stands"
    play("dice 2 + 3")
    assert dice(play) == (2, 2)


def test_a_battle_broken_off_at_the_dice_asks_for_none() -> None:
    play = battle("Hamar", {"Kongsvinger": 2}, {"norway": 1}, dice="typed")("dice 1 + 1")
    edit(play, RemoveBattalions("norway", "hamar", 1))
    assert play.at("germany", "Hamar") == 2
    assert play.state.phase == 3


@pytest.mark.proves("4.2-6", "4.2-7")
def test_an_edit_at_the_gate_leaves_the_ruling_within_what_is_there() -> None:
    play = battle("Hamar", {"Kongsvinger": 3}, {"norway": 2}, throws=([6, 6, 1], [5, 5]), umpire=True, gate_held=True)
    edit(play, RemoveBattalions("norway", "hamar", 1))
    assert play.asked == ["umpire"]
    play("accept ruling")
    assert play.state.removed == [0, 2, 0], "one by the umpire, one by the sixes"
    assert play.at("germany", "Hamar") == 3
