"""The duty of Germany and the Allies to use a card in each of their turns (2.4, 4.4-2, R22)."""

import pytest

from cases import cases
from norway_table import Playing, position

FIVE = ["Panzer", "Panzer", "Artillery", "Bomber", "Scouts"]


@pytest.mark.proves("4.4-2", "2.4-ger-2")
def test_germany_throws_a_card_away_if_it_has_used_none_and_draws_another() -> None:
    play = position("germany", 4, hands={"germany": FIVE})
    assert play.offered() == ["discard Panzer", "discard Artillery", "discard Bomber", "discard Scouts"]
    for line in ("discard Rapid movement", "pass", "discard Ambush"):
        assert play.refusal(line) == ("norway.illegal.discard", "4.4-2")
    play("discard Bomber")
    assert play.used("germany") == ["Bomber"]
    assert len(play.hand("germany")) == 5
    assert play.hand("germany").count("Panzer") == 2
    assert play.asked == ["norway"]


@pytest.mark.proves("4.4-2", "2.4-all-2")
def test_the_allies_throw_a_card_away_if_they_have_used_none() -> None:
    play = position("allies", 4, hands={"allies": ["Fighter", "Tank", "Submarine"]})("discard Tank")
    assert (play.used("allies"), len(play.hand("allies")), play.asked) == (["Tank"], 3, ["germany"])


@cases(
    "says turn hand drawn",
    ("4.4-2", "Norway need not", "norway", ["Ambush", "Ambush", "Roadblock"], 3),
    ("4.4-2", "an empty German hand", "germany", [], 5),
    ("4.4-2", "an empty Allied hand", "allies", [], 3),
)
def test_who_throws_nothing_away(turn: str, hand: list[str], drawn: int) -> None:
    play = position(turn, 4, hands={turn: hand})
    assert (play.used(turn), len(play.hand(turn))) == ([], drawn)
    assert play.hand(turn)[: len(hand)] == hand


# what counts as use


def to_phase_4(play: Playing) -> Playing:
    """Nobody does anything more in this turn."""
    country = play.asked[0]
    play("end movement")
    return play("reinforce with - at Oslo 1" if country == "germany" else "reinforce with - at -")


@pytest.mark.proves("4.4-2", "2.4-ger-2")
def test_a_card_used_in_phase_1_counts() -> None:
    hands = {"germany": ["Rapid movement", "Panzer"]}
    play = position("germany", 1, germany={"Oslo": 2}, hands=hands)("rapid Oslo > Hønefoss > Fagernes 1")
    assert play.state.used_this_turn == 1
    to_phase_4(play)
    assert play.asked == ["norway"]
    assert play.used("germany") == ["Rapid movement"]


@pytest.mark.proves("4.4-2", "2.4-ger-2")
def test_a_card_used_in_phase_2_counts_even_when_it_is_cancelled() -> None:
    """The Anti-tank gun stops the Panzer; it is used up all the same (R22, R64)."""
    hands = {"germany": ["Panzer", "Bomber"], "norway": ["Anti-tank gun"]}
    play = position("germany", 1, germany={"Oslo": 2}, norway={"Hønefoss": 1, "Finnmark": 1}, hands=hands)
    play("move Oslo > Hønefoss 1")("end movement").passes("germany")
    play.throws([1], [5])("play Panzer")("pass")("play Anti-tank gun against Panzer").passes()
    play("reinforce with - at Oslo 1")
    assert play.asked == ["norway"]
    assert play.used("germany") == ["Panzer"]
    assert play.used("norway") == ["Anti-tank gun"]


@cases(
    "turn hand line",
    ("4.4-2 2.4-ger-2 2.4-all-2", "germany", ["Reinforcements", "Bomber"], "reinforce with Reinforcements at Oslo 2"),
    ("4.4-2 2.4-ger-2 2.4-all-2", "germany", ["Transport plane", "Bomber"], "reinforce with - at - and fly to Oslo"),
    ("4.4-2 2.4-ger-2 2.4-all-2", "allies", ["Reinforcements", "Tank"], "reinforce with Reinforcements at Namsos 2"),
)
def test_an_exchange_or_a_flight_in_phase_3_counts(turn: str, hand: list[str], line: str) -> None:
    play = position(turn, 3, germany={"Oslo": 1}, norway={"Hamar": 1}, hands={turn: hand})(line)
    assert play.state.country != ("germany", "norway", "allies").index(turn)
    assert play.used(turn) == hand[:1]


@pytest.mark.proves("4.4-2", "2.4-ger-2")
def test_a_card_used_in_the_opponents_turn_does_not_count() -> None:
    """The U-boat strikes in the Allied turn; in its own turn Germany uses nothing and must throw a card away."""
    hands = {"allies": ["Reinforcements", "Tank"], "germany": ["U-boat", "Panzer"]}
    play = position("allies", 3, germany={"Oslo": 1}, norway={"Hamar": 1}, hands=hands)
    play("reinforce with Reinforcements at Namsos 2").throws([1])("torpedo Namsos")
    assert play.asked == ["germany"]
    to_phase_4(play)
    play.passes("germany")
    assert play.offered() == ["discard Panzer"]


@pytest.mark.proves("4.4-2", "2.4-all-2")
def test_a_fighter_in_the_german_turn_does_not_free_the_allies() -> None:
    hands = {"germany": ["Paratroops"], "allies": ["Fighter", "Tank"]}
    play = position("germany", 1, germany={"Oslo": 1}, norway={"Finnmark": 1}, hands=hands)
    play("drop Hønefoss")("divert Oslo")("end movement")("reinforce with - at Oslo 1").passes("norway")
    play("end movement")
    to_phase_4(play)
    assert play.offered() == ["discard Tank"]


@pytest.mark.proves("4.4-2")
def test_what_is_thrown_away_is_no_use_of_a_card_and_the_next_turn_counts_anew() -> None:
    play = position("germany", 4, hands={"germany": ["Panzer"]})("discard Panzer")
    assert play.state.used_this_turn == 0
    assert play.hand("germany").count("Reinforcements") == 5


@pytest.mark.proves("4.4-2", "2.4-all-3")
def test_with_an_empty_allied_deck_a_card_is_still_thrown_away_and_none_drawn() -> None:
    hands = {"allies": ["Fighter", "Tank"]}
    play = position("allies", 4, allies={"Namsos": 2}, hands=hands, decks={"allies": 0}, allies_withdrawn=True)
    assert play.offered() == ["discard Fighter", "discard Tank"]
    play("discard Tank")
    assert play.hand("allies") == ["Fighter"]
    assert play.battalions("allies") == {"Namsos": 2}
    assert play.asked == ["germany"]
