"""Using cards (2.4-2, 2.4-3): at once, for this moment only, and then face up below the deck."""

import pytest

from feltherre.core.errors import Illegal
from feltherre.core.game import Seat, Setup
from feltherre.core.match import Match
from feltherre.games.norway.game import GAME
from norway_table import Playing, position
from norway_table.battles import attack, dice, fight


@pytest.mark.proves("2.4-2", "2.4-3")
def test_the_effect_comes_at_once() -> None:
    """The battalions of Rapid movement stand two areas further before anything else is asked."""
    play = position("germany", germany={"Oslo": 2}, hands={"germany": ["Rapid movement", "Panzer"]})
    play("rapid Oslo > Hønefoss > Fagernes 2")
    assert play.battalions("germany") == {"Fagernes": 2}
    assert (play.used("germany"), play.hand("germany")) == (["Rapid movement"], ["Panzer"])


def two_battles() -> Playing:
    """Germany attacks Hamar and Hønefoss with two battalions each."""
    return attack(
        {"Hamar": {"Kongsvinger": 2}, "Hønefoss": {"Oslo": 2}},
        {"norway": {"Hamar": 1, "Hønefoss": 1}},
        hands={"germany": ["Panzer", "Panzer"]},
    )


@pytest.mark.proves("2.4-2")
def test_the_effect_does_not_last() -> None:
    """Two more dice at Hamar; at Hønefoss in the same turn only a second Panzer gives them again."""
    once = fight(two_battles()("fight Hamar"), [1, 1, 1, 1], [6], "play Panzer")
    assert dice(once) == (4, 1)
    assert dice(fight(once, [1, 1], [6])) == (2, 1)
    twice = fight(two_battles()("fight Hamar"), [1, 1, 1, 1], [6], "play Panzer")
    assert dice(fight(twice, [1, 1, 1, 1], [6], "play Panzer")) == (4, 1)
    assert twice.used("germany") == ["Panzer", "Panzer"]


@pytest.mark.proves("2.4-2", "2.4-3")
def test_cards_are_used_in_different_phases_and_some_in_the_opponents_turn() -> None:
    """In one German turn: Paratroops in phase 1, a Fighter against them, Panzer in phase 2, an exchange in phase 3."""
    hands = {
        "germany": ["Paratroops", "Panzer", "Reinforcements"],
        "norway": ["Train transport"],
        "allies": ["Fighter"],
    }
    play = position("germany", germany={"Oslo": 2}, norway={"Hamar": 1, "Hønefoss": 1}, hands=hands)
    play("drop Hønefoss")("divert Oslo")("move Oslo > Hønefoss 2")("end movement")("pass")
    fight(play, [5, 5, 5, 5], [1], "play Panzer")
    while play.state.phase == 2:
        play(play.offered()[0])
    play("reinforce with Reinforcements at Oslo 2")
    assert play.used("germany") == ["Reinforcements", "Panzer", "Paratroops"]
    assert play.used("allies") == ["Fighter"]


@pytest.mark.proves("2.4-3")
def test_a_used_card_is_seen_by_all_and_no_longer_in_the_hand() -> None:
    play = position("norway", 3, norway={"Finnmark": 1}, hands={"norway": ["Reinforcements", "Roadblock"]})
    play("reinforce with Reinforcements at Oslo 1")
    for roles in ((), ("germany",), ("allies",)):
        seen = GAME.view(play.state, roles)
        assert sum(seen.used) == 1
    assert "Roadblock" in play.hand("norway")
    assert play.used("norway") == ["Reinforcements"]


@pytest.mark.proves("2.4-3")
def test_a_card_once_shown_is_not_taken_back() -> None:
    """R64. A move can be undone; a card on the table cannot, and what came before it neither."""
    state = position("germany", germany={"Oslo": 3}, hands={"germany": ["Rapid movement"]}).state
    match = Match(GAME, Setup(tuple(Seat(role, (role,)) for role in GAME.roles)), key=b"cards".ljust(32))
    match.state = state

    def act(line: str) -> None:
        match.act("germany", "germany", match.decisions()[0].id, GAME.notation.read(line))

    act("move Oslo > Horten 1")
    match.undo("germany")
    act("move Oslo > Horten 1")
    act("rapid Oslo > Hønefoss > Fagernes 2")
    with pytest.raises(Illegal) as refused:
        match.undo("germany")
    assert refused.value.reason.key == "core.illegal.nothing-to-undo"
