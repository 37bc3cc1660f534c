"""Telegraph line, mobilisation, reinforcements and the end of the nine-April round (5.1, 7.3, 7.4)."""

from typing import Any

import pytest

from feltherre.core.errors import Illegal
from feltherre.games.norway import board, cards
from feltherre.games.norway.april.steps import AprilPhase, Telegraph
from feltherre.games.norway.edits import PlaceBattalions, PlaceShip
from feltherre.games.norway.game import GAME
from feltherre.games.norway.hands import deck_size
from feltherre.games.norway.sea.fleet import sea_of
from feltherre.games.norway.state import ALLIES, GERMANY, NORWAY
from norway_table import Playing
from norway_table.april import april_hand, april_position

#: six of the twelve points, and where Germans stand on the others
SIX_POINTS = "mobilise Kongsberg + Hamar + Voss + Steinkjer + Bardufoss + Tromsø"


def phase_3(**more: Any) -> Playing:
    more.setdefault("germany", {"Arendal": 1})
    return april_position(3, **more)


# the telegraph line


@pytest.mark.proves("5.1-telegraph")
def test_the_allies_lose_one_card_if_germany_holds_egersund() -> None:
    play = phase_3(germany={"Egersund": 1})
    assert deck_size(play.state, ALLIES) == 28 - 1
    assert len(play.used("allies")) == 1, "it lies face up below the deck"
    assert sea_of(play.state).telegraph_cut


@pytest.mark.proves("5.1-telegraph")
def test_it_is_judged_again_after_reinforcements_and_costs_a_card_only_once() -> None:
    play = april_position(
        3, steps=(Telegraph(), Telegraph(), AprilPhase(4)), germany={"Egersund": 1}, norway={"Oslo": 1}
    )
    assert play.told().count("norway.event.telegraph") == 1
    play = phase_3(ships_at={"III": ["KMS Emden"]})
    play(SIX_POINTS)
    assert not sea_of(play.state).telegraph_cut
    play("reinforce at Egersund 1")
    assert "norway.event.telegraph" in play.told()
    assert len(play.used("allies")) == 1


@pytest.mark.proves("5.1-telegraph")
def test_norwegians_in_egersund_keep_the_line() -> None:
    play = phase_3(norway={"Egersund": 1})
    assert deck_size(play.state, ALLIES) == 28
    assert "norway.event.telegraph" not in play.told()


# decoys


@pytest.mark.proves("6.1-decoy", "7.4-3")
def test_the_decoys_that_are_left_are_shown_and_removed_before_phase_3() -> None:
    play = phase_3(ships_at={"III": ["Decoy 1", "KMS Emden"], "V": ["Decoy 2"], "IV": ["HMS York"]})
    assert play.ships("germany", "III") == ["KMS Emden"]
    assert play.ships("germany", "V") == []
    told = next(event for event in play.events if event.text.key == "norway.event.decoys-gone")
    assert told.text.args["n"] == 2
    assert told.places == ("III", "V")
    assert not play.face_up("KMS Emden")


def test_R72_an_umpire_may_place_a_decoy_until_phase_3() -> None:
    play = phase_3(ships_at={"III": ["KMS Emden"]})
    play.state.phase = 2
    assert play.edit(PlaceShip("decoy-1", "IV")).ships("germany", "IV") == ["Decoy 1"]
    play.state.phase = 3
    with pytest.raises(Illegal) as refused:
        play.edit(PlaceShip("decoy-2", "IV"))
    assert refused.value.rule == "6.1-decoy"


def test_an_umpire_places_99_battalions_at_once_and_no_more() -> None:
    play = april_position(1)
    with pytest.raises(Illegal):
        play.edit(PlaceBattalions("norway", "hamar", 100))
    assert play.edit(PlaceBattalions("norway", "hamar", 99)).at("norway", "Hamar") == 99


@pytest.mark.proves("6.1-decoy")
def test_a_decoy_gives_no_control_when_reinforcements_are_placed() -> None:
    play = phase_3(ships_at={"V": ["Decoy 1"], "III": ["HMS York"]})
    play(SIX_POINTS)
    assert play.refusal("reinforce at Namsos 1") == ("norway.illegal.sea-placement.germany", "8.3-ger-2")


# mobilisation


@pytest.mark.proves("7.3-mob-1")
def test_each_point_city_without_germans_that_has_not_mobilised_gets_a_battalion() -> None:
    play = phase_3(germany={"Bergen": 1, "Arendal": 1}, sea={"mobilised": (board.find_area("Trondheim"),)})
    play(SIX_POINTS)
    there = play.battalions("norway")
    assert {
        city: there.get(city, 0) for city in ("Oslo", "Kristiansand", "Stavanger", "Narvik", "Bergen", "Trondheim")
    } == {"Oslo": 1, "Kristiansand": 1, "Stavanger": 1, "Narvik": 1, "Bergen": 0, "Trondheim": 0}


@pytest.mark.proves("7.3-mob-2")
def test_one_battalion_for_every_second_free_mobilisation_point_rounded_down() -> None:
    for occupied, raised in (
        ({}, 6),
        ({"Hamar": 1}, 5),
        ({"Hamar": 1, "Voss": 1}, 5),
        ({"Hamar": 1, "Voss": 1, "Tromsø": 1}, 4),
    ):
        play = phase_3(germany={"Arendal": 1, **occupied})
        assert play.decision().prompt.args["n"] == raised, occupied


@pytest.mark.proves("7.3-mob-2")
def test_norway_chooses_the_points_one_battalion_on_each() -> None:
    play = phase_3(norway={"Finnmark": 1, "Tromsø": 1}, germany={"Voss": 1})
    assert play.decided == ("norway", "7.3-mob-2")
    refusal = ("norway.illegal.mobilise", "7.3-mob-2")
    five = ["Kongsberg", "Hamar", "Steinkjer", "Bardufoss", "Tromsø"]
    assert play.refusal("mobilise " + " + ".join(five[:4])) == refusal
    assert play.refusal("mobilise " + " + ".join([*five, "Gjøvik"])) == refusal
    assert play.refusal("mobilise " + " + ".join([*five[:4], "Hamar"])) == refusal, "one on each"
    assert play.refusal("mobilise " + " + ".join([*five[:4], "Voss"])) == refusal, "Germans are there"
    assert play.refusal("mobilise " + " + ".join([*five[:4], "Bergen"])) == refusal, "no mobilisation point"
    play("mobilise " + " + ".join(reversed(five)))
    assert play.at("norway", "Tromsø") == 2, "a point may hold a battalion already (R50)"
    assert all(play.at("norway", area) == 1 for area in five[:4])


# reinforcements


@pytest.mark.proves("7.3-reinf-1")
def test_germany_then_norway_then_the_allies_exchange_what_cards_are_left() -> None:
    play = phase_3(
        hands={"germany": ["Reinforcements", "Bomber"], "norway": ["Reinforcements"], "allies": ["Reinforcements"]},
        ships_at={"V": ["HMS York"]},
    )
    play(SIX_POINTS)
    assert play.asked == ["germany"]
    assert play.decision().prompt.args["n"] == 1, "one battalion is free"
    line = "reinforce with april-reinforcements at Oslo 1, Arendal 1"
    assert play.refusal(line) == ("norway.illegal.placement-enemy", "8.3-ger-2"), "Norwegians hold Oslo"
    play("reinforce with april-reinforcements at Arendal 2")
    assert play.at("germany", "Arendal") == 3, "five symbols are one battalion, and one is free"
    play.passes()
    assert play.asked == ["norway"]
    assert play.refusal("reinforce with april-reinforcements at Oslo 2") == ("norway.illegal.one-each", "4.3-nor-2")
    play("reinforce with april-reinforcements at Oslo 1")
    assert play.at("norway", "Oslo") == 2, "four symbols are one battalion; mobilisation does not count against it"
    assert play.asked == ["allies"]
    play("reinforce with april-reinforcements at Namsos 2")
    assert play.at("allies", "Namsos") == 2
    assert (play.state.round, play.state.used_this_turn) == (1, 0), "Germany's first turn would begin"


@pytest.mark.proves("7.3-cards")
def test_transport_plane_flies_the_free_battalion_to_a_held_airfield() -> None:
    play = phase_3(germany={"Trondheim": 1}, hands={"germany": ["Transport plane", "Bomber"]})
    play(SIX_POINTS)
    assert play.refusal("reinforce fly to Oslo")[0] == "norway.illegal.no-held-airfield"
    play("reinforce fly to Trondheim")
    assert play.at("germany", "Trondheim") == 2


@pytest.mark.proves("7.3-cards")
def test_submarines_of_norway_and_the_allies_strike_german_battalions_placed_by_sea() -> None:
    play = phase_3(hands={"germany": ["Bomber"], "norway": ["Submarine"], "allies": ["Submarine"]})
    play(SIX_POINTS)
    play("reinforce at Arendal 1")
    assert play.asked == ["norway"]
    assert play.refusal("torpedo Oslo")[0] == "norway.illegal.no-convoy"
    play.throws([3])("torpedo Arendal")
    assert play.at("germany", "Arendal") == 2, "three fails"
    assert play.asked == ["allies"]
    play.throws([4])("torpedo Arendal")
    assert play.at("germany", "Arendal") == 1
    assert april_hand(play, "norway") == april_hand(play, "allies") == []


# the end


def ending(**more: Any) -> Playing:
    hands = {"germany": ["Bomber"], "norway": ["Coastal fort"], "allies": ["Minelaying"]}
    return april_position(4, hands=hands, norway={"Oslo": 1}, germany={"Arendal": 1}, **more)


@pytest.mark.proves("7.4-1", "6.2-1")
def test_nine_april_cards_leave_the_game() -> None:
    play = ending()
    april = slice(cards.TYPE_COUNT, cards.ALL_COUNT)
    assert sum(play.state.hand[april] + play.state.deck[april] + play.state.used[april]) == 0
    assert play.refusal("choose April Bomber")[0] == "core.illegal.other-decision"


@pytest.mark.proves("7.4-2")
def test_germany_draws_five_cards_the_others_three() -> None:
    play = ending()
    assert play.state.hand_size == [5, 3, 3]
    assert [len(play.hand(country)) for country in ("germany", "norway", "allies")] == [5, 3, 3]
    assert [deck_size(play.state, country) for country in (GERMANY, NORWAY, ALLIES)] == [
        cards.DECK_TOTAL[0] - 5,
        cards.DECK_TOTAL[1] - 3,
        cards.DECK_TOTAL[2] - 3,
    ]


@pytest.mark.proves("7.4-3")
def test_germany_begins_the_first_ordinary_turn() -> None:
    play = ending()
    assert (play.state.round, play.state.country, play.state.phase) == (1, GERMANY, 1)
    play("move Arendal > Kristiansand 1")
    assert play.at("germany", "Kristiansand") == 1


@pytest.mark.proves("7.4-fleet")
def test_the_home_fleet_comes_in_the_first_allied_movement_phase() -> None:
    play = ending(ships_at={"home": ["HMS York", "HMS Renown"], "III": ["HMS Rodney"]})
    assert play.ships("allies", "home") == ["HMS Renown", "HMS York"]
    while play.asked != ["allies"] or play.decision().rule != "8.1-1":
        play.answer(quiet(play))
    assert any(line.startswith("home fleet") for line in play.offered())
    play("home fleet HMS York > VIII, HMS Renown > III")
    assert play.ships("allies", "III") == ["HMS Rodney", "HMS Renown"]


@pytest.mark.proves("8.4-1")
def test_an_ordinary_turn_ends_with_drawing_as_in_the_basic_game() -> None:
    play = ending()
    while play.state.country == GERMANY:
        play.answer(quiet(play))
    assert play.state.hand_size == [5, 3, 3], "Germany has thrown a card away, for it used none, and drawn one"
    assert len(play.used("germany")) == 1


def quiet(play: Playing) -> Any:
    """An answer that does as little as can be."""
    for line in ("pass", "end sailing", "end movement", "reinforce nothing", "reinforce at Arendal 1"):
        action = GAME.notation.read(line)
        if play.decision().space.contains(action):
            return action
    return next(iter(play.decision().space.candidates()))


@pytest.mark.proves("1.3-5", "7.4-3")
def test_who_has_no_battalion_loses_only_when_the_round_is_over() -> None:
    play = april_position(3, germany={}, norway={"Oslo": 1}, hands={"allies": ["Submarine"]})
    play(SIX_POINTS)
    assert play.state.result is None, "Germany has nothing on land, and the round goes on (R24)"
    play("reinforce at Arendal 1").throws([6])("torpedo Arendal")
    assert play.state.result is not None
    assert play.state.result.winners == ("norway", "allies")
    assert (play.state.round, play.state.used_this_turn) == (1, 0), "Germany's first turn would begin"
