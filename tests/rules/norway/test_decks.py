"""Hands and decks (2.4, 4.4): who draws what and when, and what happens when a deck is used up."""

import pytest

from cases import cases
from feltherre.games.norway import cards
from feltherre.games.norway.game import GAME
from feltherre.games.norway.state import ROLES, Known
from norway_table import Playing, position

LIMIT = {"germany": 5, "norway": 3, "allies": 3}


def face_down(play: Playing, country: str) -> int:
    return sum(play.state.deck[card] for card in cards.OF_COUNTRY[GAME.roles.index(country)])


def drawn(play: Playing, country: str) -> list[int]:
    """How many cards the country drew, draw by draw, as everyone reads it."""
    name = f"norway.country.{country}"
    texts = [event.text for event in play.events if event.text.key == "norway.event.draws"]
    return [text.args["n"] for text in texts if text.args["country"].key == name]


# drawing


@cases(
    "says turn card held deck follows",
    ("4.4-1 4.4-3 2.4-ger-1", "Germany draws four", "germany", "Panzer", 1, 62, "norway"),
    ("4.4-1 4.4-3 2.4-ger-1", "Germany has five", "germany", "Panzer", 5, 62, "norway"),
    ("4.4-1 4.4-4 2.4-nor-1", "Norway draws three", "norway", "Ambush", 0, 22, "allies"),
    ("4.4-1 4.4-4 2.4-nor-1", "Norway has three", "norway", "Ambush", 3, 22, "allies"),
    ("4.4-1 4.4-5 2.4-all-1", "the Allies draw one", "allies", "Fighter", 2, 28, "germany"),
    ("4.4-1 4.4-5 2.4-all-1", "the Allies have three", "allies", "Fighter", 3, 28, "germany"),
)
def test_who_draws_how_many_in_his_own_turn(turn: str, card: str, held: int, deck: int, follows: str) -> None:
    play = position(turn, 4, hands={turn: [card] * held}, used_this_turn=1)
    assert {country: len(play.hand(country)) for country in LIMIT} == {**dict.fromkeys(LIMIT, 0), turn: LIMIT[turn]}
    assert face_down(play, turn) == deck - LIMIT[turn]
    assert drawn(play, turn) == ([LIMIT[turn] - held] if held < LIMIT[turn] else [])
    assert play.asked == [follows]


@pytest.mark.proves("4.4-1")
def test_others_read_how_many_cards_were_drawn_and_not_which() -> None:
    play = position("norway", 4, hands={"norway": ["Ambush"]})
    event = next(event for event in play.events if event.text.key == "norway.event.draws")
    assert "cards" not in event.text.args
    assert [secret.role for secret in event.secrets] == ["norway"]
    assert sum(card.args.get("n", 1) for card in event.secrets[0].text.args["cards"]) == 2


@pytest.mark.proves("2.4-3")
def test_a_used_card_lies_face_up_below_the_deck_and_is_not_drawn_again() -> None:
    """Twelve Panzers would be drawn first if used ones came back: the front of the pile is drawn here."""
    play = position("germany", 3, germany={"Oslo": 1}, hands={"germany": ["Reinforcements", "Panzer"]})
    play("reinforce with Reinforcements + Panzer at Oslo 3")
    assert play.used("germany") == ["Reinforcements", "Panzer"]
    assert face_down(play, "germany") == 62 - 2 - 5
    assert play.state.hand_size == [5, 0, 0]


# Germany


@cases(
    "says left held drawn_cards over",
    ("2.4-ger-3 1.3-1", "one is left", 5, 1, 4, False),
    ("2.4-ger-3 1.3-1 4.4-6", "none is left", 4, 1, 4, True),
    ("2.4-ger-3 1.3-1 4.4-6", "in the middle of drawing", 3, 1, 3, True),
    ("2.4-ger-3 1.3-1 4.4-6", "with an empty hand", 1, 0, 1, True),
)
def test_the_game_ends_when_the_last_face_down_card_leaves_the_german_deck(
    left: int, held: int, drawn_cards: int, over: bool
) -> None:
    """R20: how many cards Germany then holds does not matter."""
    hands = {"germany": ["Panzer"] * held}
    play = position("germany", 4, germany={"Oslo": 1}, hands=hands, decks={"germany": left}, used_this_turn=1)
    assert sum(drawn(play, "germany")) == drawn_cards
    assert (len(play.hand("germany")), face_down(play, "germany")) == (held + drawn_cards, left - drawn_cards)
    assert (play.outcome is not None, play.asked) == (over, [] if over else ["norway"])


@pytest.mark.proves("1.3-1", "2.4-ger-3")
def test_nothing_more_is_played_after_the_last_german_card() -> None:
    play = position("germany", 4, germany={"Oslo": 1}, decks={"germany": 2}, hands={"norway": ["Ambush"]})
    assert play.state.agenda == []
    assert play.told()[-1] == "norway.event.over"
    assert play.state.round == 1
    assert play.state.country == 0


# Norway


@cases(
    "says hand left drawn_cards face_down_left used",
    ("2.4-nor-2", "and goes on drawing", [], 1, [1, 2], 19, 0),
    ("2.4-nor-2", "though no more are wanted (R21)", ["Ambush", "Roadblock"], 1, [1], 19, 0),
    ("2.4-nor-2", "but not before", ["Ambush", "Roadblock"], 2, [1], 1, 18),
)
def test_norway_shuffles_its_used_cards_when_the_last_one_is_drawn(
    hand: list[str], left: int, drawn_cards: list[int], face_down_left: int, used: int
) -> None:
    play = position("norway", 4, hands={"norway": hand}, decks={"norway": left})
    assert (drawn(play, "norway"), len(play.hand("norway"))) == (drawn_cards, 3)
    assert (face_down(play, "norway"), len(play.used("norway"))) == (face_down_left, used)
    assert play.told().count("norway.event.reshuffled") == (not used)


@pytest.mark.proves("2.4-nor-2")
def test_the_norwegian_hand_is_not_shuffled_in() -> None:
    """Both Reinforcements are in hand: none of them is in the new deck."""
    hand = ["Reinforcements", "Reinforcements"]
    play = position("norway", 4, hands={"norway": hand}, decks={"norway": 1})
    ambush, reinforcements = cards.INDEX["nor-ambush"], cards.INDEX["nor-reinforcements"]
    assert play.hand("norway") == ["Ambush", *hand]
    assert play.state.deck[ambush] == cards.COUNT[ambush] - 1
    assert play.state.deck[reinforcements] == 0


@pytest.mark.proves("2.4-nor-2")
@pytest.mark.parametrize("viewer", ["germany", "allies"])
def test_when_the_last_card_is_drawn_the_others_know_the_norwegian_hand_but_not_what_follows(viewer: str) -> None:
    """A Roadblock in hand and an Ambush drawn: all others lie face up. The third card comes from the new deck."""
    country = ROLES.index(viewer)
    scouted = Known(country, 1, cards.INDEX["nor-roadblock"])
    play = position("norway", 4, hands={"norway": ["Roadblock"]}, decks={"norway": 1}, known=[scouted])
    assert play.told().count("norway.event.reshuffled") == 1
    assert len(play.hand("norway")) == 3
    seen = GAME.view(play.state, (viewer,)).known
    assert [(known.viewer, cards.IDS[known.card]) for known in seen] == [
        (country, "nor-ambush"),
        (country, "nor-roadblock"),
    ]
    assert {known.viewer for known in play.state.known} == {0, 2}
    assert {known.country for known in play.state.known} == {1}
    earlier = position("norway", 4, hands={"norway": ["Roadblock"]}, decks={"norway": 3})
    assert earlier.state.known == [], "cards lie face down"


@pytest.mark.proves("2.4-nor-2")
def test_a_norwegian_card_can_be_used_again_after_the_shuffle() -> None:
    play = position("norway", 3, hands={"norway": ["Ambush"] * 3}, decks={"norway": 2})
    play("reinforce with Ambush + Ambush + Ambush at Hamar 1")
    assert drawn(play, "norway") == [2, 1]
    assert "Ambush" in play.hand("norway")
    assert play.state.result is None


# the Allies


@pytest.mark.proves("2.4-all-3")
def test_the_allies_get_no_more_cards_when_their_deck_is_used_up() -> None:
    hands = {"allies": ["Reinforcements", "Tank"]}
    play = position("allies", 3, hands=hands, decks={"allies": 0}, allies={"Namsos": 5}, allies_withdrawn=True)
    play("reinforce with Reinforcements at Namsos 2")
    assert play.hand("allies") == ["Tank"]
    assert play.battalions("allies") == {"Namsos": 7}
    assert play.asked == ["germany"]
    assert drawn(play, "allies") == []
