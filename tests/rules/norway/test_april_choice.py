"""The choice of nine-April cards and the draw of ships (6.2, 7.0)."""

from random import Random

import pytest

from feltherre.core.game import Seat, Setup
from feltherre.core.state import canonical
from feltherre.core.table import Table
from feltherre.games.norway import cards
from feltherre.games.norway.april.steps import AprilPhase
from feltherre.games.norway.game import GAME
from feltherre.games.norway.state import ROLES, NorwayState
from norway_table import Playing, Script, example
from norway_table.april import april_game, april_hand, april_position

GERMAN = "choose April Paratroops + April Paratroops + April Bomber + April Bluff and threats + April Gebirgsjäger"
NORWEGIAN = "choose April Coastal fort + April Fighter + April april-submarine"
ALLIED = "choose April Reconnaissance plane + April Dive bomber + April april-reinforcements"


def chosen(german: str = GERMAN, norwegian: str = NORWEGIAN, allied: str = ALLIED) -> Playing:
    """All three have chosen."""
    play = april_game()
    for role, line in (("germany", german), ("norway", norwegian), ("allies", allied)):
        play(line.replace("April april-", "april-"), role)
    return play


@pytest.mark.proves("7.0-choice-ger", "7.0-choice-nor", "7.0-choice-all")
def test_germany_chooses_five_cards_norway_three_and_the_allies_three() -> None:
    play = april_game()
    assert play.asked == ["germany", "norway", "allies"]
    four = "choose April Paratroops + April Bomber + April Bluff and threats + April Gebirgsjäger"
    six = f"{GERMAN} + April Smoke screen"
    for line in (four, six):
        assert play.refusal(line, "germany") == ("norway.illegal.choose-april", "7.0-choice-ger")
    two, four = "choose April Coastal fort + April Fighter", "choose April Coastal fort + April Coastal fort"
    four += " + April Fighter + April Redeployment"
    for line in (two, four):
        assert play.refusal(line, "norway") == ("norway.illegal.choose-april", "7.0-choice-nor")
    two, four = "choose April Dive bomber + April Minelaying", "choose April Dive bomber + April Minelaying"
    four += " + April Ships to the rescue + April Reconnaissance plane"
    for line in (two, four):
        assert play.refusal(line, "allies") == ("norway.illegal.choose-april", "7.0-choice-all")


@pytest.mark.proves("7.0-choice-ger", "7.0-choice-nor", "7.0-choice-all")
def test_nobody_takes_cards_of_others_or_more_of_a_kind_than_there_are() -> None:
    play = april_game()
    thrice = "choose " + " + ".join(["April Paratroops"] * 3 + ["April Bomber", "April Smoke screen"])
    assert play.refusal(thrice, "germany")[1] == "7.0-choice-ger"
    theirs = "choose April Coastal fort + April Fighter + April Paratroops"
    assert play.refusal(theirs, "norway")[1] == "7.0-choice-nor"
    ordinary = "choose Fighter + Submarine + Reinforcements"
    assert play.refusal(ordinary, "allies")[1] == "7.0-choice-all"


@pytest.mark.proves("6.2-1", "7.0-choice-ger", "7.0-choice-nor", "7.0-choice-all")
def test_the_book_chooses_these_cards() -> None:
    given, then = example("ex-4-choice")
    play = chosen()
    assert {role: sorted(april_hand(play, role)) for role in given} == {r: sorted(c) for r, c in given.items()}
    assert play.state.hand_size == [then[f"{role}_cards"] for role in ("germany", "norway", "allies")]
    assert len(play.ships("allies", "home")) == then["allied_ships_total"] - then["allied_ships_drawn"]
    assert play.hand("germany") == [], "no play card is drawn before the end of the round"


@pytest.mark.proves("5-1", "7-1", "6.2-1")
def test_the_advanced_game_begins_before_anything_is_chosen_with_all_cards_in_the_box() -> None:
    setup = Setup(tuple(Seat(role, (role,)) for role in ROLES), {"rules": "advanced"})
    table = Table(GAME, NorwayState(), Script())
    GAME.begin(setup, table)
    state = table.state
    assert (state.round, state.phase, state.agenda) == (0, 0, [AprilPhase(0)])
    assert state.deck == list(cards.COUNT)
    assert state.battalions == [0] * len(state.battalions)


@pytest.mark.proves("7.0-choice-all")
def test_the_allies_draw_nine_of_eighteen_ships_at_random() -> None:
    play = april_game()
    play.draws([17, 0, 3, 5, 7, 9, 11, 13, 15])
    for role, line in (("germany", GERMAN), ("norway", NORWEGIAN), ("allies", ALLIED)):
        play(line.replace("April april-", "april-"), role)
    assert len(play.ships("allies", "home")) == 9
    drawn = next(event for event in play.events if event.text.key == "norway.event.draws-ships")
    assert drawn.text.args["n"] == 9
    assert [secret.role for secret in drawn.secrets] == ["allies"], "the others see how many, not which"
    names = [ship.key for ship in drawn.secrets[0].text.args["ships"]]
    assert names[0] == "norway.ship.hms-ark-royal"
    assert names[-1] == "norway.ship.light-cruiser-emile-bertin"


@pytest.mark.proves("7.0-choice-all", "6.2-2")
def test_ships_to_the_rescue_draws_three_more() -> None:
    allied = "choose April Ships to the rescue + April Dive bomber + April Minelaying"
    play = chosen(allied=allied)
    assert play.decided == ("allies", "7.0-choice-all")
    assert len(play.ships("allies", "home")) == 9
    play("call ships")
    assert len(play.ships("allies", "home")) == 6
    assert april_hand(play, "allies") == ["Dive bomber", "Minelaying"]
    assert play.asked == ["norway"]


@pytest.mark.proves("6.2-2")
def test_who_does_not_hold_the_card_is_asked_in_vain_and_the_others_cannot_tell() -> None:
    with_it = chosen(allied="choose April Ships to the rescue + April Dive bomber + April Minelaying")
    without = chosen(allied="choose April Reconnaissance plane + April Dive bomber + April Minelaying")
    assert without.offered() == ["pass"]
    assert without.refusal("call ships") == ("norway.illegal.no-card", "7.0-choice-all")
    one, other = with_it.decision(), without.decision()
    assert (one.id, one.prompt, one.waiting, one.rule) == (other.id, other.prompt, other.waiting, other.rule)


@pytest.mark.proves("6.2-2")
def test_without_cards_in_hand_nobody_is_asked() -> None:
    play = april_position(1, ships_at={"III": ["KMS Emden"]}, hands={"norway": ["Fighter"]})
    assert play.asked == ["germany"], "Germany has no card: no Paratroops are asked for, and the landing comes"
    assert play.decision().rule == "7.2-landing-1"


def test_a_choice_that_is_in_is_sealed() -> None:
    play = april_game()
    play(GERMAN, "germany")
    for role in ("norway", "allies"):
        seen = GAME.view(play.state, (role,))
        assert (seen.answered, seen.sealed, seen.hand_size) == (["germany"], [], [0, 0, 0])
        assert sum(seen.hand) == 0
    twins = {canonical(GAME.redeal(play.state, ("norway",), Random(seed)).sealed) for seed in range(9)}
    assert len(twins) > 1, "any choice of Germany's is possible"
    assert canonical(GAME.redeal(play.state, ("germany",), Random(1)).sealed) == canonical(play.state.sealed)


def test_the_others_know_only_how_many_cards_were_chosen() -> None:
    play = chosen()
    told = [event for event in play.events if event.text.key == "norway.event.chooses-april"]
    assert [event.text.args["n"] for event in told] == [5, 3, 3]
    assert [[secret.role for secret in event.secrets] for event in told] == [["germany"], ["norway"], ["allies"]]
    for seed in range(5):
        twin = GAME.redeal(play.state, ("allies",), Random(seed))
        assert canonical(GAME.view(twin, ("allies",))) == canonical(GAME.view(play.state, ("allies",)))
    hands = {tuple(GAME.redeal(play.state, ("allies",), Random(seed)).hand) for seed in range(9)}
    assert len(hands) > 1
