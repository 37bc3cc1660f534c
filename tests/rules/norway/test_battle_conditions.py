"""What cards of a land battle show and need: Scouts, air range, coasts; and who is asked for a card at all."""

import pytest

from cases import cases
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


OUT_OF_RANGE = ("norway.illegal.out-of-air-range", "2.3-air-1")


@cases(
    "says card target attackers held reached",
    ("2.3-air-1", "Oslo does not reach Narvik", "Bomber", "Narvik", {"Tysfjord": 2}, {"Oslo": 1}, False),
    ("2.3-air-1", "Trondheim does", "Bomber", "Narvik", {"Tysfjord": 2}, {"Trondheim": 1}, True),
    ("2.3-air-1", "nor with a Fighter-bomber", "Fighter-bomber", "Narvik", {"Tysfjord": 2}, {"Oslo": 1}, False),
    ("2.3-air-1", "a Fighter-bomber too", "Fighter-bomber", "Narvik", {"Tysfjord": 2}, {"Trondheim": 1}, True),
    ("2.3-air-1", "south of the line from Germany", "Bomber", "Kongsvinger", {"Østfold": 1}, {}, True),
    ("2.3-air-1", "north of it without an airfield", "Bomber", "Hamar", {"Kongsvinger": 1}, {}, False),
    ("2.3-air-1", "all have left the airfield", "Bomber", "Steinkjer", {"Trondheim": 2}, {}, False),
    ("2.3-air-1", "some hold it", "Bomber", "Steinkjer", {"Trondheim": 2}, {"Trondheim": 1}, True),
)
def test_aircraft_need_a_held_airfield_that_reaches_the_battle(
    card: str, target: str, attackers: dict[str, int], held: dict[str, int], reached: bool
) -> None:
    play = battle(target, attackers, {"norway": 1}, others={"germany": held}, hands={"germany": [card]})
    assert play.offered() == ([f"play {card}", "pass"] if reached else ["pass"])
    if not reached:
        assert play.refusal(f"play {card}") == OUT_OF_RANGE


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


@cases(
    "target origin allowed",
    ("2.3-sea-2", "Åndalsnes", "Dombås", True),
    ("2.3-sea-2", "Dombås", "Åndalsnes", False),
    ("2.3-sea-2", "Kristiansand", "Egersund", False),
)
def test_coastal_bombardment_only_on_coasts_of_iii_to_vii(target: str, origin: str, allowed: bool) -> None:
    play = battle(target, {origin: 1}, {"germany": 1}, "allies", hands={"allies": ["Coastal bombardment"]})
    assert play.offered() == (["play Coastal bombardment", "pass"] if allowed else ["pass"])
    if not allowed:
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
