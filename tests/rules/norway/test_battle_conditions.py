"""What cards of a land battle show and need: Scouts, air range, coasts; and who is asked for a card at all."""

from __future__ import annotations

import pytest

from feltherre.core.event import Event, seen_by
from feltherre.games.norway.edits import RemoveBattalions
from feltherre.games.norway.hands import BY_SHORT_ID
from feltherre.games.norway.state import ALLIES, GERMANY, NORWAY, Known
from norway_table.battles import attack, battle, battle_for_hamar, dice, edit, fight

# Scouts


@pytest.mark.proves("4.2-1", "2.4-symbols-5")
def test_scouts_show_the_hands_of_the_defenders_and_of_nobody_else() -> None:
    play = battle_for_hamar({"germany": ["Scouts", "Panzer"], "norway": ["Ambush", "Roadblock"], "allies": ["Tank"]})
    play("play Scouts")
    assert play.asked == ["germany"], "and then he goes on with step 1"
    ambush, roadblock = BY_SHORT_ID[NORWAY]["ambush"], BY_SHORT_ID[NORWAY]["roadblock"]
    assert play.state.known == [Known(GERMANY, NORWAY, ambush), Known(GERMANY, NORWAY, roadblock)]
    looks = [event for event in play.events if event.text.key == "norway.event.hand-looked-at"]
    assert len(looks) == 1
    assert read_by(looks[0], "germany") == ["norway.event.hand-seen"]
    assert read_by(looks[0], "norway") == ["norway.event.hand-shown"]
    assert read_by(looks[0], "allies") == ["norway.event.hand-looked-at"]
    assert "cards" not in looks[0].text.args
    play("pass", "germany")("play Ambush", "norway")
    assert play.state.known == [Known(GERMANY, NORWAY, roadblock)], "what is used is no longer in the hand"


@pytest.mark.proves("4.2-1", "4.2b-2")
def test_scouts_show_both_hands_of_a_joint_defence() -> None:
    play = battle_for_hamar({"germany": ["Scouts"], "norway": ["Ambush"], "allies": ["Tank"]}, allies=1)
    play("play Scouts")
    assert play.state.known == [
        Known(GERMANY, NORWAY, BY_SHORT_ID[NORWAY]["ambush"]),
        Known(GERMANY, ALLIES, BY_SHORT_ID[ALLIES]["tank"]),
    ]


def read_by(event: Event, role: str) -> list[str]:
    return [seen.text.key for seen in seen_by(event, [role])]


# air range (2.3-air-1, R40)


@pytest.mark.proves("2.3-air-1")
@pytest.mark.parametrize("card", ["Bomber", "Fighter-bomber"])
def test_aircraft_need_a_held_airfield_that_reaches_the_battle(card: str) -> None:
    far = {"Tysfjord": 2}, {"allies": 1}
    play = battle("Narvik", *far, others={"germany": {"Oslo": 1}}, hands={"germany": [card]})
    assert play.offered() == ["pass"]
    assert play.refusal(f"play {card}") == ("norway.illegal.out-of-air-range", "2.3-air-1")
    play = battle("Narvik", *far, others={"germany": {"Trondheim": 1}}, hands={"germany": [card]})
    assert play.offered() == [f"play {card}", "pass"]


@pytest.mark.proves("2.3-air-1")
def test_south_of_the_line_from_germany_no_airfield_is_needed() -> None:
    play = battle("Kongsvinger", {"Østfold": 1}, {"norway": 1}, hands={"germany": ["Bomber"]})
    assert play.offered() == ["play Bomber", "pass"]
    play = battle("Hamar", {"Kongsvinger": 1}, {"norway": 1}, hands={"germany": ["Bomber"]})
    assert play.offered() == ["pass"]


@pytest.mark.proves("2.3-air-1")
@pytest.mark.parametrize(("left_behind", "offered"), [({}, ["pass"]), ({"Trondheim": 1}, ["play Bomber", "pass"])])
def test_an_airfield_whose_battalions_have_left_to_attack_is_not_held(
    left_behind: dict[str, int], offered: list[str]
) -> None:
    others = {"germany": left_behind}
    play = battle("Steinkjer", {"Trondheim": 2}, {"norway": 1}, others=others, hands={"germany": ["Bomber"]})
    assert play.offered() == offered


@pytest.mark.proves("2.3-air-1", "4.2-0")
@pytest.mark.parametrize(("first", "offered"), [("Bardufoss", ["play Bomber", "pass"]), ("Gratangen", ["pass"])])
def test_range_is_judged_at_the_moment_of_play(first: str, offered: list[str]) -> None:
    play = attack(
        {"Bardufoss": {"Narvik": 1}, "Gratangen": {"Narvik": 1}},
        {"norway": {"Bardufoss": 1, "Gratangen": 1}},
        hands={"germany": ["Bomber"]},
    )
    play(f"fight {first}")
    fight(play, [5], [1])
    while play.asked == ["norway"]:
        play("retreat to Tromsø" if first == "Bardufoss" else "retreat to Harstad")
    assert play.asked == ["germany"]
    assert play.offered() == offered


@pytest.mark.proves("2.3-air-1", "4.2-3")
def test_fighter_bomber_as_a_reaction_needs_range_too() -> None:
    play = battle(
        "Narvik",
        {"Tysfjord": 1},
        {"allies": 1},
        others={"germany": {"Trondheim": 1}},
        hands={"germany": ["Bomber", "Fighter-bomber"], "allies": ["Fighter"]},
    )
    play("play Bomber")("pass", "germany")
    edit(play, RemoveBattalions("germany", "trondheim", 1))
    play.throws([1], [1])
    play("play Fighter against Bomber")
    play.passes()
    assert dice(play) == (1, 1)
    assert play.hand("germany") == ["Fighter-bomber"]


# Coastal bombardment (2.3-sea-2)


@pytest.mark.proves("2.3-sea-2")
@pytest.mark.parametrize(
    ("target", "origin", "allowed"),
    [("Åndalsnes", "Dombås", True), ("Dombås", "Åndalsnes", False), ("Kristiansand", "Egersund", False)],
)
def test_coastal_bombardment_only_on_coasts_of_iii_to_vii(target: str, origin: str, allowed: bool) -> None:
    play = battle(target, {origin: 1}, {"germany": 1}, "allies", hands={"allies": ["Coastal bombardment"]})
    if allowed:
        assert play.offered() == ["play Coastal bombardment", "pass"]
        return
    assert play.offered() == ["pass"]
    assert play.refusal("play Coastal bombardment") == ("norway.illegal.no-allied-coast", "2.3-sea-2")


# windows open by what everybody can see


@pytest.mark.proves("4.2-1", "4.2-2")
def test_a_country_with_cards_is_asked_and_one_without_is_not() -> None:
    play = battle_for_hamar({"germany": ["U-boat"], "norway": ["Roadblock"]})
    assert (play.asked, play.offered()) == (["germany"], ["pass"])
    play("pass")
    assert (play.asked, play.offered()) == (["norway"], ["pass"])
    play = battle_for_hamar({"norway": ["Roadblock"]})
    assert play.asked == ["norway"], "an empty German hand is not asked"


@pytest.mark.proves("4.2-2")
def test_a_country_whose_fitting_cards_all_lie_face_up_is_not_asked() -> None:
    play = battle(
        "Hamar",
        {"Kongsvinger": 1},
        {"norway": 1},
        hands={"norway": ["Roadblock"]},
        decks={"norway": 0},
        throws=([1], [1]),
    )
    assert not play.script.dice_to_come, "no card that could be in the Norwegian hand fits"
