"""Movement at sea (8.1): groups, borders, raiders, the Home Fleet."""

import pytest

from feltherre.games.norway.game import GAME
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.actions import EndSailing
from feltherre.games.norway.sea.fleet import change, sea_of
from feltherre.games.norway.sea.pieces import Sighting
from norway_table import sea_position


@pytest.mark.proves("8.1-1", "5.1-sea-1")
def test_a_ship_moves_up_to_two_sea_areas():
    play = sea_position(ships_at={"IV": ["KMS Emden", "KMS Köln"]})("sail KMS Emden > VIII")
    assert play.ships("germany", "VIII") == ["KMS Emden"]
    play("sail KMS Emden > II")
    assert play.ships("germany", "II") == ["KMS Emden"]
    assert play.refusal("sail KMS Emden > I") == ("norway.illegal.ship-has-moved", "8.1-1")


@pytest.mark.proves("5.1-sea-3")
def test_viii_borders_all_sea_areas_except_i():
    play = sea_position(ships_at={"VIII": ["KMS Emden"]})
    assert [line.split("> ")[1] for line in play.offered() if line.startswith("sail")] == [
        "II",
        "III",
        "IV",
        "V",
        "VI",
        "VII",
    ]
    assert play.refusal("sail KMS Emden > I") == ("norway.illegal.no-sea-border", "5.1-sea-3")


@pytest.mark.proves("8.1-5", "5.1-sea-2")
def test_allied_ships_never_enter_i_or_ii():
    play = sea_position("allies", ships_at={"III": ["HMS Warspite"]})
    assert play.refusal("sail HMS Warspite > II") == ("norway.illegal.closed-sea", "8.1-5")
    assert {line.split("> ")[1] for line in play.offered() if line.startswith("sail")} == {"IV", "VIII"}


@pytest.mark.proves("8.1-2")
def test_a_group_completes_its_movement_before_the_next_begins():
    play = sea_position(ships_at={"IV": ["KMS Emden", "KMS Köln"], "VI": ["KMS Blücher"]})
    play("sail KMS Emden + KMS Köln > V")
    assert play.refusal("sail KMS Blücher > VII") == ("norway.illegal.group-under-way", "8.1-2")
    assert play.refusal("end sailing") == ("norway.illegal.group-under-way", "8.1-2")
    play("sail KMS Köln > VI")  # Emden stays behind, and is still of the group under way
    assert play.refusal("sail KMS Blücher > VII") == ("norway.illegal.group-under-way", "8.1-2")
    assert play.refusal("sail KMS Köln > VII") == ("norway.illegal.group-under-way", "8.1-2")
    play("sail KMS Emden > IV")
    assert play.ships("germany", "IV") == ["KMS Emden"]
    play("sail KMS Blücher > VII")
    assert play.ships("germany", "VII") == ["KMS Blücher"]


@pytest.mark.proves("8.1-2")
def test_a_group_that_has_stopped_does_not_move_again_in_the_turn():
    play = sea_position(ships_at={"IV": ["KMS Emden", "KMS Köln"], "VI": ["KMS Blücher"]})
    play("sail KMS Emden + KMS Köln > V")("sail KMS Köln > VI")("stay")
    assert play.refusal("sail KMS Emden > IV") == ("norway.illegal.ship-has-moved", "8.1-1")
    play("sail KMS Blücher > VII")("stay")
    assert play.ships("germany", "V") == ["KMS Emden"]
    assert play.asked == ["germany"]
    assert play.offered()[-1] == "end movement"  # no ship can move any more


def test_ships_of_a_group_start_together():
    play = sea_position(ships_at={"IV": ["KMS Emden"], "VI": ["KMS Blücher"]})
    assert play.refusal("sail KMS Emden + KMS Blücher > V") == ("norway.illegal.ships-apart", "8.1-2")
    assert play.refusal("sail HMS Warspite > V") == ("norway.illegal.not-your-ship", "8.1-1")


@pytest.mark.proves("6.1-coast-defence")
def test_eidsvoll_and_norge_moves_one_sea_area_and_lies_open():
    play = sea_position("norway", ships_at={"IV": ["Eidsvoll & Norge"]})("sail Eidsvoll & Norge > V")
    assert play.face_up("Eidsvoll & Norge")
    assert play.ships("norway", "V") == ["Eidsvoll & Norge"]
    assert not any(line.startswith("sail") for line in play.offered())  # movement on land has begun


@pytest.mark.proves("8-1")
def test_movement_at_sea_comes_before_movement_on_land():
    play = sea_position(germany={"Oslo": 1}, ships_at={"I": ["KMS Emden"]})
    assert play.refusal("move Oslo > Horten 1")[0] == "core.illegal.other-decision"
    play("end sailing")("move Oslo > Horten 1")
    assert play.at("germany", "Horten") == 1


@pytest.mark.proves("7.2-raiding-3")
def test_six_symbols_call_all_raiders_back_to_sea():
    play = sea_position(
        ships_at={"raid": ["KMS Scharnhorst", "KMS Lützow"]},
        hands={"germany": ["Reinforcements", "Panzer", "Artillery"]},
    )
    assert play.refusal("recall raiders with Reinforcements") == ("norway.illegal.recall", "7.2-raiding-3")
    play("recall raiders with Reinforcements + Panzer")
    assert play.hand("germany") == ["Artillery"]
    assert not play.face_up("KMS Scharnhorst")
    play("sail KMS Scharnhorst > VII")("sail KMS Scharnhorst > VI")
    assert play.ships("germany", "VI") == ["KMS Scharnhorst"]
    # the others saw one of two cards leave the raid box, and then go on
    assert play.sightings("allies") == {"KMS Scharnhorst": ["VI", "raid"], "KMS Lützow": ["VI", "raid"]}


@pytest.mark.proves("7.2-raiding-3")
def test_the_raid_box_borders_vi_vii_and_viii_only():
    play = sea_position(ships_at={"raid": ["KMS Lützow"]}, hands={"germany": ["Reinforcements", "Reinforcements"]})
    play("recall raiders with Reinforcements + Reinforcements")
    assert {line.split("> ")[1] for line in play.offered() if line.startswith("sail")} == {"VI", "VII", "VIII"}
    assert play.refusal("sail KMS Lützow > V") == ("norway.illegal.no-sea-border", "5.1-sea-3")


@pytest.mark.proves("7.4-fleet")
def test_the_home_fleet_is_placed_in_iii_to_viii_in_the_first_allied_movement_phase():
    play = sea_position("allies", ships_at={"home": ["HMS Renown", "HMS York"]}, sea={"home_fleet_called": False})
    assert play.refusal("home fleet HMS Renown > II, HMS York > V") == ("norway.illegal.closed-sea", "5.1-sea-2")
    assert play.refusal("home fleet HMS Renown > V")[0] == "norway.illegal.stations"
    play("home fleet HMS Renown > V, HMS York > VIII")
    assert play.ships("allies", "V") == ["HMS Renown"]
    assert play.ships("allies", "VIII") == ["HMS York"]
    assert not any(line.startswith("sail") for line in play.offered())  # placing was their movement (R53)


@pytest.mark.proves("7.4-fleet")
def test_the_home_fleet_may_be_left_out_and_then_never_comes():
    """R87."""
    play = sea_position(
        "allies", ships_at={"home": ["HMS Renown"], "V": ["HMS York"]}, sea={"home_fleet_called": False}
    )
    (warning,) = GAME.warnings(play.state, "allies", EndSailing())
    assert warning.key == "norway.warning.fleet-left-at-home"
    play("end sailing")
    assert "norway.event.home-fleet-stays" in play.told()
    assert (play.ships("allies", "home"), sea_of(play.state).home_fleet_called) == (["HMS Renown"], True)
    assert not GAME.warnings(play.state, "allies", EndSailing())


@pytest.mark.proves("7.4-fleet", "8.1-2")
def test_other_allied_ships_may_sail_and_intercept_before_the_home_fleet_comes():
    play = sea_position(
        "allies",
        ships_at={"home": ["HMS Renown"], "IV": ["HMS York"], "V": ["KMS Emden"]},
        sea={"home_fleet_called": False},
    ).throws([6])
    play("sail HMS York > V")("intercept")("pass")
    assert play.asked == ["allies"]
    play("home fleet HMS Renown > V")
    assert play.asked == ["germany"]  # KMS Emden is caught already; Germany may still intercept those who came
    play("pass")
    assert play.ships("allies", "V") == ["HMS Renown", "HMS York"]


def test_the_others_see_how_many_cards_move_and_lose_track_of_which():
    play = sea_position(ships_at={"IV": ["KMS Emden", "KMS Blücher"]})
    seen = ships.INDEX["kms-blucher"]
    change(play.state, sightings=(Sighting(2, seen, (ships.SEA_IV,)),))
    play("sail KMS Emden > V")
    assert play.sightings("allies") == {"KMS Blücher": ["IV", "V"]}
    event = play.events[-1]
    assert event.text.key == "norway.event.sails"
    assert event.text.args["n"] == 1
    assert [secret.role for secret in event.secrets] == ["germany"]
    play("stay")("sail KMS Blücher > V")
    assert play.sightings("allies") == {"KMS Blücher": ["V"]}
    assert sea_of(play.state).place[seen] == ships.SEA_V
