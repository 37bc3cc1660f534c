"""The Allied deck is used up: four battalions are called home (2.4-all-3, R26)."""

import pytest

from cases import cases
from norway_table import Playing, position

ALLIES = {"Namsos": 3, "Bodø": 2, "Narvik": 1}


def last_cards(allies: dict[str, int], left: int = 2, **more: object) -> Playing:
    """The Allies have used their hand; `left` cards lie face down."""
    given: dict[str, object] = {"norway": {"Finnmark": 1}, "decks": {"allies": left}, **more}
    return position("allies", 4, allies=allies, **given)  # type: ignore[arg-type]


@pytest.mark.proves("2.4-all-3")
def test_four_battalions_of_their_choice_leave_at_once() -> None:
    play = last_cards(ALLIES)
    assert play.decided == ("allies", "2.4-all-3")
    assert play.state.country == 2, "before the turn passes on"
    assert len(play.offered()) == 5
    play("withdraw Namsos 1, Bodø 2, Narvik 1")
    assert play.battalions("allies") == {"Namsos": 2}
    assert play.battalions("norway") == {"Finnmark": 1}
    assert play.asked == ["germany"]


@pytest.mark.proves("2.4-all-3")
def test_neither_more_nor_fewer_and_none_that_are_not_there() -> None:
    play = last_cards(ALLIES)
    for line in ("Namsos 3", "Namsos 3, Bodø 2", "Namsos 2, Narvik 2", "Finnmark 1, Namsos 3", "-"):
        refused = play.refused(f"withdraw {line}")
        assert (refused.reason.key, refused.rule) == ("norway.illegal.allocation", "2.4-all-3")
        assert refused.reason.args["n"] == 4


@pytest.mark.proves("2.4-all-3")
@pytest.mark.parametrize(("left", "called"), [(1, True), (3, True), (4, False)])
def test_they_leave_when_the_last_face_down_card_does(left: int, called: bool) -> None:
    play = last_cards(ALLIES, left)
    assert (play.asked == ["allies"]) is called
    assert play.state.allies_withdrawn is called
    assert ("norway.event.allied-deck-empty" in play.told()) is called


@pytest.mark.proves("2.4-all-3")
def test_the_cards_in_hand_are_kept_and_may_still_be_used() -> None:
    play = last_cards(ALLIES)("withdraw Namsos 3, Narvik 1")
    assert play.hand("allies") == ["Reinforcements", "Reinforcements"]
    assert play.state.hand_size[2] == 2


@pytest.mark.proves("2.4-all-3")
def test_it_happens_once() -> None:
    """In the next Allied turn a card is used, none drawn, and nobody called home."""
    play = last_cards({"Namsos": 6, "Bodø": 2})("withdraw Namsos 4")
    play("end movement")("reinforce with - at Oslo 1").passes()("end movement")
    play("end movement")("reinforce with Reinforcements at Namsos 2")
    assert play.hand("allies") == ["Reinforcements"]
    assert play.battalions("allies") == {"Namsos": 4, "Bodø": 2}
    assert play.told().count("norway.event.allied-deck-empty") == 1


@cases(
    "allies left",
    ("2.4-all-3", {"Namsos": 6}, {"Namsos": 2}),
    ("2.4-all-3", {"Namsos": 4}, {}),
    ("2.4-all-3", {"Namsos": 2, "Bodø": 2}, {}),
    ("2.4-all-3", {"Namsos": 1, "Bodø": 2}, {}),
    ("2.4-all-3", {}, {}),
)
def test_without_a_choice_nobody_is_asked_and_fewer_than_four_all_go(
    allies: dict[str, int], left: dict[str, int]
) -> None:
    play = last_cards(allies)
    assert play.battalions("allies") == left
    assert play.state.removed[2] == min(4, sum(allies.values()))
    assert play.asked == ["germany"]


@pytest.mark.proves("2.4-all-3", "1.3-5")
def test_the_game_is_over_if_nobody_is_left_against_germany() -> None:
    play = last_cards({"Namsos": 2, "Bodø": 1}, norway={}, germany={"Oslo": 1})
    assert play.state.result is not None
    assert (play.state.result.winners, play.state.result.degree) == (("germany",), "clear")
    assert play.asked == []


@pytest.mark.proves("2.4-all-3")
def test_the_battalions_that_stay_go_on_as_usual() -> None:
    play = last_cards(ALLIES)("withdraw Bodø 2, Narvik 1, Namsos 1")
    play("end movement")("reinforce with - at Oslo 1").passes()("end movement")
    assert "move Namsos > Steinkjer 2" in play.offered()
