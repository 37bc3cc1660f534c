"""Cards that stop others: counters of step 2 and reactions of step 3 of a land battle (4.2-cancel, 4.2-3)."""

import pytest
from msgspec.structs import replace

from cases import cases
from feltherre.games.norway import cards
from feltherre.games.norway.battle import fought, stopped_cards
from feltherre.games.norway.state import GERMANY, Played
from norway_table import Playing
from norway_table.battles import battle, battle_for_hamar, dice, fight

FIGHTER_BOMBER = cards.INDEX["ger-fighter-bomber"]


@cases(
    "says hands lines answer wanted",
    ("4.2-cancel 4.2-3 2.4-symbols-4", "Scouts cancel Ambush", {"germany": ["Scouts"], "norway": ["Ambush"]},
     ("pass", "play Ambush"), "play Scouts against Ambush", (2, 1)),
    ("4.2-3", "also after Scouts in step 1", {"germany": ["Scouts", "Scouts"], "norway": ["Ambush"]},
     ("play Scouts", "pass", "play Ambush"), "play Scouts against Ambush", (2, 1)),
    ("4.2-3 4.2-cancel", "Fighter-bomber saves the Bomber and only answers (R9)",
     {"germany": ["Bomber", "Fighter-bomber"], "allies": ["Fighter"]},
     ("play Bomber", "pass", "play Fighter against Bomber"), "play Fighter-bomber against Fighter", (2 + 2, 1)),
    ("4.2-3", "also another Fighter-bomber", {"germany": ["Fighter-bomber", "Fighter-bomber"], "allies": ["Fighter"]},
     ("play Fighter-bomber", "pass", "play Fighter against Fighter-bomber"), "play Fighter-bomber against Fighter",
     (2 + 1, 1)),
)  # fmt: skip
def test_germany_answers_cards_of_step_2_and_one_of_a_type_is_no_limit(
    hands: dict[str, list[str]], lines: tuple[str, ...], answer: str, wanted: tuple[int, int]
) -> None:
    play = battle_for_hamar(hands)
    for line in lines:
        play(line)
    assert play.decided == ("germany", "4.2-3")
    assert play.offered() == [answer, "pass"]
    play.throws([1] * wanted[0], [1] * wanted[1])(answer)
    assert dice(play) == wanted
    assert all(play.hand(country) == [] for country in hands), "stopped cards are used up all the same (R64)"


@pytest.mark.proves("4.2-cancel")
def test_at_any_moment_it_can_be_said_which_cards_are_stopped() -> None:
    play = battle_for_hamar(
        {"germany": ["Panzer", "Bomber", "Fighter-bomber"], "norway": ["Roadblock"], "allies": ["Fighter"]}
    )
    play("play Panzer")("play Bomber")("pass", "germany")("pass", "norway")
    assert stopped(play) == []
    play("play Fighter against Bomber")
    assert stopped(play) == ["Bomber"]
    play.state.battle = replace(
        fought(play.state), played=(*fought(play.state).played, Played(GERMANY, FIGHTER_BOMBER, 3, against=2))
    )
    assert stopped(play) == ["Fighter"], "and the Bomber counts again"


def stopped(play: Playing) -> list[str]:
    battle_now = fought(play.state)
    return [cards.TYPES[battle_now.played[i].card].name_en for i in sorted(stopped_cards(battle_now))]


@pytest.mark.proves("4.2-cancel", "4.2-2")
@pytest.mark.parametrize("country", ["norway", "allies"])
def test_anti_tank_gun_stops_panzer_in_attack(country: str) -> None:
    hands = {"germany": ["Panzer", "Artillery"], country: ["Anti-tank gun"]}
    play = battle("Åndalsnes", {"Dombås": 2}, {country: 1}, hands=hands)("play Panzer")("play Artillery")
    play.throws([1] * 3, [1])
    play("play Anti-tank gun against Panzer", country)
    assert dice(play) == (2 + 1, 1)
    assert play.used("germany") == ["Panzer", "Artillery"]


@pytest.mark.proves("4.2-3", "4.2-cancel", "2.4-symbols-4")
@pytest.mark.parametrize("country", ["norway", "allies"])
def test_anti_tank_gun_stops_panzer_in_defence_as_a_reaction(country: str) -> None:
    play = battle(
        "Åndalsnes", {"Dombås": 2}, {"germany": 1}, country, hands={"germany": ["Panzer"], country: ["Anti-tank gun"]}
    )
    play("pass", country)
    play("play Panzer", "germany")
    assert play.offered(country) == ["play Anti-tank gun against Panzer", "pass"]
    play.throws([1, 1], [1])
    play("play Anti-tank gun against Panzer")
    assert dice(play) == (2, 1)


@pytest.mark.proves("4.2-cancel")
def test_a_card_cannot_stop_what_it_is_not_made_for() -> None:
    play = battle_for_hamar({"germany": ["Artillery", "Panzer"], "norway": ["Anti-tank gun"], "allies": ["Fighter"]})
    play("play Artillery")("pass", "germany")
    assert play.refusal("play Anti-tank gun against Artillery", "norway") == ("norway.illegal.no-target", "4.2-cancel")
    assert play.refusal("play Anti-tank gun against Panzer", "norway") == ("norway.illegal.no-target", "4.2-cancel")
    assert play.offered() == ["play Anti-tank gun", "pass"]


@pytest.mark.proves("4.2-cancel", "4.2-2")
def test_what_is_stopped_is_not_stopped_again() -> None:
    play = battle_for_hamar({"germany": ["Panzer"], "norway": ["Anti-tank gun"], "allies": ["Anti-tank gun"]}, allies=1)
    play("play Panzer")("play Anti-tank gun against Panzer", "norway")
    assert play.offered("allies") == ["play Anti-tank gun", "pass"]
    fight(play, [1, 1], [1, 1])


@pytest.mark.proves("4.2-3", "4.2b-3")
def test_nobody_answers_the_reactions_and_each_step_is_done_once() -> None:
    hands = {"germany": ["Scouts", "Panzer"], "norway": ["Ambush", "Anti-tank gun"], "allies": ["Anti-tank gun"]}
    play = battle_for_hamar(hands, allies=1)
    play("pass", "germany")("play Ambush", "norway")("pass", "norway")("pass", "allies")
    assert play.refusal("play Panzer", "germany") == ("norway.illegal.not-in-step", "4.2-3")
    play.throws([1, 1], [1, 1])
    play("play Scouts against Ambush")
    assert not play.script.dice_to_come, "straight to the dice (R65)"


@pytest.mark.proves("4.2-3")
def test_without_a_card_to_counter_step_3_is_not_asked() -> None:
    play = battle_for_hamar({"germany": ["Scouts", "Fighter-bomber"], "norway": ["Anti-tank gun"]})
    play("pass", "germany")
    play.throws([1, 1], [1, 1])
    play("play Anti-tank gun", "norway")
    assert not play.script.dice_to_come
