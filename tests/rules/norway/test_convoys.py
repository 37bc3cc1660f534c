"""U-boat and Submarine against reinforcements by sea (4.3-cards, R41)."""

import pytest

from cases import cases
from feltherre.games.norway.edits import RemoveBattalions
from feltherre.games.norway.game import GAME
from norway_table import Playing, position

HELD = {"germany": ["U-boat"]}


def allied_convoy(**more: object) -> Playing:
    """The Allies bring two battalions to Namsos by sea."""
    given: dict[str, object] = {
        "germany": {"Oslo": 1},
        "norway": {"Finnmark": 1},
        "hands": {"allies": ["Reinforcements"], **HELD},
        **more,
    }
    play = position("allies", 3, **given)  # type: ignore[arg-type]
    return play("reinforce with Reinforcements at Namsos 2")


def german_convoy(line: str = "reinforce with Reinforcements at Oslo 1, Horten 1", **more: object) -> Playing:
    given: dict[str, object] = {
        "germany": {"Oslo": 1, "Trondheim": 1},
        "hands": {"germany": ["Reinforcements", "Transport plane"], "allies": ["Submarine"]},
        **more,
    }
    return position("germany", 3, **given)(line)  # type: ignore[arg-type]


@cases(
    "says die left event",
    ("4.3-cards 2.4-symbols-3", "struck on four", 4, 1, "convoy-struck"),
    ("4.3-cards 2.4-symbols-3", "missed on three", 3, 2, "convoy-missed"),
)
def test_a_u_boat_strikes_allied_reinforcements_in_the_allied_turn(die: int, left: int, event: str) -> None:
    play = allied_convoy()
    assert (play.asked, play.offered()) == (["germany"], ["torpedo Namsos", "pass"])
    play.throws([die])("torpedo Namsos")
    assert (play.battalions("allies"), play.used("germany")) == ({"Namsos": left}, ["U-boat"])
    assert f"norway.event.{event}" in play.told()
    ruling = next(event.ruling for event in play.events if event.ruling is not None)
    assert ruling.outputs["battalions_removed"] == 2 - left
    assert GAME.marked(ruling) == [[0] if left == 1 else []], "the die that sank something is shown as one"


@pytest.mark.proves("4.3-cards")
def test_a_submarine_strikes_german_reinforcements_by_sea() -> None:
    play = german_convoy()
    assert (play.asked, play.offered()) == (["allies"], ["torpedo Oslo", "torpedo Horten", "pass"])
    play.throws([6])("torpedo Horten")
    assert play.battalions("germany") == {"Oslo": 2, "Trondheim": 1}
    assert play.used("allies") == ["Submarine"]


@pytest.mark.proves("4.3-cards")
def test_battalions_flown_in_are_safe() -> None:
    """The free battalion comes by air: with nothing by sea no window opens, and otherwise only the sea is struck."""
    by_air = german_convoy("reinforce with - at - and fly to Trondheim")
    assert by_air.asked == ["norway"]
    both = german_convoy("reinforce with Reinforcements at Oslo 1 and fly to Trondheim")
    assert both.offered() == ["torpedo Oslo", "pass"]
    assert both.refusal("torpedo Trondheim") == ("norway.illegal.no-convoy", "4.3-cards")


@pytest.mark.proves("4.3-cards")
def test_in_one_area_only_the_battalions_by_sea_can_be_struck() -> None:
    play = german_convoy("reinforce with Reinforcements at Oslo 1 and fly to Oslo")
    play.throws([5])("torpedo Oslo")
    assert play.at("germany", "Oslo") == 2


@pytest.mark.proves("4.3-cards")
def test_norwegian_battalions_come_by_land_and_nobody_strikes_them() -> None:
    hands = {"norway": ["Reinforcements"], **HELD, "allies": ["Submarine"]}
    play = position("norway", 3, hands=hands)("reinforce with Reinforcements at Bergen 1")
    assert play.asked == ["allies"]
    assert play.state.phase == 1


@pytest.mark.proves("4.3-cards")
def test_one_card_in_a_phase() -> None:
    play = allied_convoy(hands={"allies": ["Reinforcements"], "germany": ["U-boat", "U-boat"]})
    play.throws([2])("torpedo Namsos")
    assert play.hand("germany") == ["U-boat"]
    assert play.state.country == 0
    assert play.state.phase == 1


@pytest.mark.proves("4.3-cards", "3-6")
def test_the_first_six_are_a_convoy_too() -> None:
    play = position("allies", 3, norway={"Finnmark": 1}, first_allies_landed=False, hands=HELD)
    play("land Namsos and Åndalsnes")
    assert play.offered() == ["torpedo Åndalsnes", "torpedo Namsos", "pass"]
    play.throws([4])("torpedo Namsos")
    assert play.battalions("allies") == {"Åndalsnes": 3, "Namsos": 2}


@pytest.mark.proves("4.3-cards", "3-6")
def test_the_first_six_and_those_bought_are_placed_before_the_boat_is_asked() -> None:
    hands = {"allies": ["Reinforcements"], **HELD}
    play = position("allies", 3, norway={"Finnmark": 1}, first_allies_landed=False, hands=hands)
    play("land Namsos and Åndalsnes")
    assert play.asked == ["allies"]
    play("reinforce with Reinforcements at Bodø 1, Namsos 1")
    assert play.offered() == ["torpedo Åndalsnes", "torpedo Namsos", "torpedo Bodø", "pass"]
    assert [placed.battalions for placed in play.state.placed] == [3, 4, 1]


@pytest.mark.proves("4.3-cards", "1.3-5")
def test_the_last_battalion_sunk_ends_the_game_at_once() -> None:
    """Germany has nothing but the battalion at sea; the last German battalion is gone before anybody draws a card."""
    play = position("germany", 3, germany={}, norway={"Hamar": 1}, hands={"allies": ["Submarine"]})
    play("reinforce with - at Oslo 1").throws([4])("torpedo Oslo")
    assert play.outcome == (("norway", "allies"), "clear", "germans-destroyed")
    assert (play.asked, play.hand("germany")) == ([], [])


@pytest.mark.proves("4.3-cards")
def test_the_window_opens_by_what_everyone_can_see() -> None:
    """With an empty hand nobody waits at sea; with other cards, or when both boats lie face up, it depends on those."""
    assert allied_convoy(hands={"allies": ["Reinforcements"]}).asked == ["germany"]
    assert allied_convoy(hands={"allies": ["Reinforcements"]}).state.phase == 1
    other_cards = allied_convoy(hands={"allies": ["Reinforcements"], "germany": ["Panzer"]})
    assert other_cards.offered() == ["pass"]
    assert other_cards.refusal("torpedo Namsos") == ("norway.illegal.no-card", "4.3-cards")
    both_used = allied_convoy(hands={"allies": ["Reinforcements"], "germany": ["Panzer"]}, decks={"germany": 40})
    assert both_used.state.phase == 1


@pytest.mark.proves("4.3-cards")
def test_the_boat_strikes_in_phase_3_only() -> None:
    """An Invasion in phase 1 comes by sea as well, but the card's sign says 3."""
    hands = {"allies": ["Invasion", "Reinforcements"], **HELD}
    play = position("allies", 1, norway={"Finnmark": 1}, hands=hands)("invade with Reinforcements at Namsos 2")
    assert play.asked == ["allies"]
    play("end movement")
    assert play.asked == ["germany"]
    assert play.state.phase == 1
    assert play.battalions("allies") == {"Namsos": 2}


@pytest.mark.proves("4.3-cards")
def test_with_real_dice_the_owner_of_the_boat_throws() -> None:
    play = allied_convoy(dice="typed")("torpedo Namsos")
    assert play.decided == ("germany", "4.3-cards")
    play("dice 4")
    assert play.at("allies", "Namsos") == 1


@pytest.mark.proves("4.3-cards")
def test_an_umpire_may_change_the_ruling_but_no_more_is_lost_than_stands_there() -> None:
    play = allied_convoy(umpire=True, gate_held=True).throws([1])("torpedo Namsos")
    assert play.asked == ["umpire"]
    for nonsense in (9, -2):
        refused = play.refusal(f'change ruling {{"battalions_removed": {nonsense}}} because fog')
        assert refused == ("core.illegal.output-number", None)
    play('change ruling {"battalions_removed": 2} because fog')
    assert play.at("allies", "Namsos") == 0
    unhurt = allied_convoy(umpire=True, gate_held=True).throws([6])("torpedo Namsos")
    unhurt('change ruling {"battalions_removed": 0} because luck')
    assert unhurt.at("allies", "Namsos") == 2


def test_a_boat_whose_prey_an_umpire_has_removed_throws_no_die() -> None:
    play = allied_convoy(dice="typed")("torpedo Namsos")
    play.edit(RemoveBattalions("allies", "namsos", 2))
    assert play.state.phase == 1
