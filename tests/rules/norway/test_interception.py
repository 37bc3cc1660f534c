"""Interception at sea (8.1-int)."""

from __future__ import annotations

import pytest

from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.fleet import sea_of
from feltherre.games.norway.sea.pieces import Hunt
from norway_table import sea_position


def caught(play):
    return [ships.NAMES.name(ship) for ship in sea_of(play.state).caught]


@pytest.mark.proves("8.1-int-1", "8.1-int-2", "8.1-int-8")
def test_who_moves_decides_first_and_then_the_other():
    play = sea_position(ships_at={"IV": ["KMS Emden"], "V": ["HMS York"]})
    play("sail KMS Emden > V")
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
    play("pass")
    play("sail KMS Köln > V")
    assert play.asked == ["allies"]  # nothing is left to look for, so Germany is not asked


def test_the_interception_limit_is_an_option():
    play = sea_position(ships_at={"IV": ["KMS Emden"], "V": ["HMS York"]}, sea={"interception_from": 4}).throws([4])
    play("sail KMS Emden > V")("intercept")
    assert caught(play) == ["HMS York"]
