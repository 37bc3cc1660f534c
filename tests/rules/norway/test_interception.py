"""Interception at sea (8.1-int)."""

import pytest

from feltherre.core.agenda import RulingChanged
from feltherre.core.dice import KeyedStream
from feltherre.core.errors import Illegal
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.fleet import sea_of
from feltherre.games.norway.sea.pieces import Hunt, at_rest
from feltherre.games.norway.sea.steps import InterceptionChoice
from feltherre.games.norway.state import ALLIES, GERMANY
from norway_table import sea_position
from norway_table.sea_battles import on_9_april, to_sea_combat


def caught(play):
    return [ships.NAMES.name(ship) for ship in sea_of(play.state).caught]


@pytest.mark.proves("8.1-int-1", "8.1-int-2", "8.1-int-8")
def test_who_moves_decides_first_and_then_the_other():
    play = sea_position(ships_at={"IV": ["KMS Emden"], "V": ["HMS York"]})("sail KMS Emden > V")
    assert play.asked == ["germany"]
    play("pass")
    assert play.asked == ["allies"]
    play("pass")
    assert play.asked == ["germany"]
    play("sail KMS Emden > VI")  # neither has intercepted: the ship may go on (8.1-int-9)
    assert play.ships("germany", "VI") == ["KMS Emden"]


@pytest.mark.proves("8.1-int-3", "8.1-int-4", "6.1-2")
def test_one_die_for_each_enemy_card_and_five_or_six_intercepts_one_at_random():
    play = sea_position(ships_at={"IV": ["KMS Emden"], "V": ["HMS York", "HMS Renown", "HMS Warspite"]}).throws(
        [4, 5, 6]
    )
    play.draws([2, 0])
    play("sail KMS Emden > V")("intercept")
    assert caught(play) == ["HMS Warspite", "HMS York"]
    assert play.face_up("HMS York")
    assert play.face_up("HMS Warspite")
    assert not play.face_up("HMS Renown")


@pytest.mark.proves("8.1-int-2", "8.1-int-7")
def test_who_tries_shows_his_ships_and_goes_no_further():
    play = sea_position(ships_at={"IV": ["KMS Emden", "KMS Köln"], "V": ["HMS York"]}).throws([1])
    play("sail KMS Emden > V")("intercept")
    assert "norway.event.nothing-intercepted" in play.told()
    assert not play.face_up("KMS Emden")  # in vain: turned back (R46)
    assert play.sightings("allies") == {"KMS Emden": ["V"]}
    play("pass")
    assert play.asked == ["germany"]
    assert play.refusal("sail KMS Emden > VI") == ("norway.illegal.ship-has-moved", "8.1-1")
    play("sail KMS Köln > III")


@pytest.mark.proves("8.1-int-2")
def test_all_ships_of_the_sea_area_try_or_none():
    play = sea_position(ships_at={"IV": ["KMS Emden"], "V": ["KMS Köln", "HMS York"]}).throws([6])
    play("sail KMS Emden > V")("intercept")
    assert play.face_up("KMS Köln")  # it lay there already
    assert sea_of(play.state).hunts == (Hunt(ships.SEA_V, 0),)


@pytest.mark.proves("8.1-int-9")
def test_an_intercepted_ship_stops_and_the_others_may_go_on():
    play = sea_position(ships_at={"IV": ["KMS Emden", "KMS Köln"], "V": ["HMS York"]}).throws([6, 2])
    play("sail KMS Emden + KMS Köln > V")("pass")
    play.draws([1])
    play("intercept")  # the Allies: KMS Emden and KMS Köln stand in the order of the cards, Köln first
    assert caught(play) == ["KMS Emden"]
    assert play.refusal("sail KMS Emden > VI") == ("norway.illegal.group-under-way", "8.1-2")
    play("sail KMS Köln > VI")
    assert play.ships("germany", "VI") == ["KMS Köln"]


@pytest.mark.proves("8.1-int-1")
def test_a_side_tries_once_in_a_sea_area_and_phase():
    """R85: ships that come one by one do not give their side one try after the other, nor the enemy."""
    play = sea_position(ships_at={"IV": ["KMS Emden", "KMS Köln", "KMS Lützow"], "V": ["HMS York"]})
    play.throws([1], [1])("sail KMS Emden > V")("intercept")("intercept")
    assert play.asked == ["germany"]
    play("sail KMS Köln > V")
    assert play.told().count("norway.event.has-tried") == 2
    assert play.decision().rule == "8.1-1", "nobody is asked whether to intercept: KMS Köln may go on"


@pytest.mark.proves("8.1-int-1")
def test_who_let_one_group_pass_may_try_against_the_next():
    play = sea_position(ships_at={"IV": ["KMS Emden", "KMS Köln"], "V": ["HMS York"]})
    play("sail KMS Emden > V")("pass")("pass")("stay")("sail KMS Köln > V")
    assert play.asked == ["germany"]
    play.throws([1, 1])("pass")("intercept")
    assert sea_of(play.state).tried == (Hunt(ships.SEA_V, ALLIES),)


@pytest.mark.proves("8.1-int-1")
def test_in_the_next_turn_it_may_try_again():
    play = sea_position(ships_at={"IV": ["KMS Emden", "KMS Köln"], "V": ["HMS York"]})
    play.throws([1])("sail KMS Emden > V")("intercept")("pass")
    assert at_rest(sea_of(play.state)).tried == ()


@pytest.mark.proves("8.1-int-6", "6.1-coast-defence")
def test_germany_always_intercepts_eidsvoll_and_norge_and_it_never_intercepts():
    play = sea_position(ships_at={"IV": ["KMS Emden"], "V": ["Eidsvoll & Norge"]}).throws([])
    play("sail KMS Emden > V")
    assert play.asked == ["germany"]
    play("intercept")
    assert caught(play) == ["Eidsvoll & Norge"]
    play = sea_position("norway", ships_at={"IV": ["Eidsvoll & Norge"], "V": ["KMS Emden"]})
    play("sail Eidsvoll & Norge > V")
    assert play.asked == ["germany"]  # Norway is not asked


@pytest.mark.proves("8.1-int-4")
def test_ships_already_caught_are_not_looked_for_again():
    play = sea_position(ships_at={"IV": ["KMS Emden", "KMS Köln"], "V": ["HMS York"]}).throws([6])
    play("sail KMS Emden > V")("intercept")
    assert play.asked == ["allies"]
    play("pass")("sail KMS Köln > V")
    assert play.asked == ["allies"]  # nothing is left to look for, so Germany is not asked


def test_the_interception_limit_is_an_option():
    play = sea_position(ships_at={"IV": ["KMS Emden"], "V": ["HMS York"]}, sea={"interception_from": 4}).throws([4])
    play("sail KMS Emden > V")("intercept")
    assert caught(play) == ["HMS York"]


@pytest.mark.proves("8.1-int-5", "6.1-decoy")
def test_an_intercepted_decoy_leaves_the_game_and_nothing_else_happens():
    play = on_9_april("V", [], ["HMS York"], hunters=(), hidden=["Decoy 1", "Decoy 2", "KMS Emden"])
    play.state.agenda.append(InterceptionChoice(ships.SEA_V, ALLIES))
    play.draws([1, 2]).throws([5, 4, 6])("intercept")  # the cards lie in the order of the card file, Emden first
    assert play.told()[-2:] == ["norway.event.decoy-found"] * 2
    assert {"Decoy 1", "Decoy 2"} <= set(play.ships("germany", "removed"))
    assert caught(play) == []
    assert sea_of(play.state).hunts == ()
    assert not play.face_up("HMS York")  # nothing is caught, and so there is no battle
    assert play.used("germany") == []


@pytest.mark.proves("8.1-int-6")
def test_germany_is_told_that_eidsvoll_and_norge_is_caught_for_certain():
    play = sea_position(ships_at={"IV": ["KMS Emden"], "V": ["Eidsvoll & Norge", "HMS York"]})
    play("sail KMS Emden > V")
    assert play.decision().prompt.key == "norway.prompt.intercept-coast-defence"
    assert play.decision().prompt.args["n"] == 1
    play.throws([1])("intercept")
    assert caught(play) == ["Eidsvoll & Norge"]
    play("pass")
    assert play.offered()[-1] == "end movement"
    assert play.face_up("KMS Emden")  # the hunt is on, although HMS York was not found


@pytest.mark.proves("8.1-int-4")
def test_an_umpire_rules_only_that_is_caught_which_is_there():
    lie = {"IV": ["KMS Emden"], "V": ["HMS York"], "VII": ["Eidsvoll & Norge"]}
    play = sea_position(ships_at=lie, umpire=True, gate_held=True).throws([1])
    play.script.positions = KeyedStream(bytes(32)).positions
    play("sail KMS Emden > V")("intercept")
    assert play.asked == ["umpire"]
    # Eidsvoll & Norge lies elsewhere
    for changed in ({"intercepted": -1}, {"intercepted": 9}, {"coast_defence_intercepted": True}):
        with pytest.raises(Illegal):
            play.answer(RulingChanged(changed, "the dice were cocked"))
    play.answer(RulingChanged({"intercepted": 1}, "the dice were cocked"))
    assert caught(play) == ["HMS York"]
    assert play.face_up("KMS Emden")


@pytest.mark.proves("8.1-int-1", "8.1-int-4", "8.2-3")
def test_both_sides_can_catch_each_other_and_then_all_fight():
    play = sea_position("allies", ships_at={"IV": ["HMS York"], "V": ["KMS Emden", "KMS Köln", "HMS Renown"]})
    play.draws([0], [0]).throws([6, 1], [5, 1])("sail HMS York > V")("intercept")("intercept")
    assert caught(play) == ["KMS Köln", "HMS Renown"]
    assert sea_of(play.state).hunts == (Hunt(ships.SEA_V, ALLIES), Hunt(ships.SEA_V, GERMANY))
    play.throws([1], [1], [1], [1])  # four ships fire, and nobody is asked whether more join
    to_sea_combat(play)
    assert play.told().count("norway.event.sea-battle-over") == 1


@pytest.mark.proves("8.1-int-1", "8.1-int-3", "8.2-4")
def test_in_the_norwegian_turn_germany_looks_for_allied_ships_too():
    there = ["KMS Emden", "HMS York", "HMS Renown"]
    play = sea_position("norway", ships_at={"IV": ["Eidsvoll & Norge"], "V": there}).throws([5, 1]).draws([0])
    play("sail Eidsvoll & Norge > V")
    assert play.asked == ["germany"]  # the Allies have not moved
    play("intercept")
    assert caught(play) == ["Eidsvoll & Norge", "HMS Renown"]
    to_sea_combat(play)
    assert play.asked == ["allies"]
    play.throws([1], [1], [1])("join none")
    assert not play.face_up("HMS Renown")


@pytest.mark.proves("8.1-int-9", "7.2-raiding-3")
def test_raiders_that_come_back_can_be_intercepted_and_flee_to_the_sea():
    play = sea_position(
        ships_at={"raid": ["KMS Lützow"], "VII": ["HMS York"]}, hands={"germany": ["Reinforcements", "Panzer"]}
    ).throws([6])
    play("recall raiders with Reinforcements + Panzer")("sail KMS Lützow > VII")("pass")("intercept")
    assert caught(play) == ["KMS Lützow"]
    to_sea_combat(play.throws([1], [4]))
    assert (play.asked, play.offered()) == (["allies"], ["chase KMS Lützow > VI", "chase KMS Lützow > VIII"])
