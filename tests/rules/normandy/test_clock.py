"""The clocks: five minutes for each side's movement (STEP-4-b, R50), and by an option of ours a time for the game."""

from __future__ import annotations

from typing import Any

import pytest

from feltherre.core.clock import Clock, TimeAdded, TimeUp
from feltherre.core.errors import Illegal
from feltherre.core.game import Seat, Setup
from feltherre.core.match import Match
from feltherre.core.space import DiceTyped
from feltherre.games.normandy.game import GAME
from normandy_table import Playing, hex_, opening, position, unit

MOVEMENT_UP, GAME_UP, CHOICE_UP = TimeUp("movement"), TimeUp("game"), TimeUp("choice")
FRONT = {"allied": {"1613": ["br-7-arm"], "1516": ["ca-3-inf"]}, "german": {"1614": ["de-711-inf"]}}


def refusal(play: Playing, event: TimeUp) -> str:
    with pytest.raises(Illegal) as refused:
        play.clock(event)
    return refused.value.reason.key.removeprefix("normandy.illegal.")


def test_R50_no_clock_is_kept_unless_it_is_chosen() -> None:
    seats = (Seat("one", ("allied",)), Seat("two", ("german",)))
    assert not Match(GAME, Setup(seats), key=bytes(32)).setup.clocks
    assert Match(GAME, Setup(seats, clocks=True), key=bytes(32)).setup.clocks


@pytest.mark.proves("STEP-4-b")
def test_R50_each_side_has_five_minutes_for_reinforcements_and_movement() -> None:
    play = position(**FRONT)
    assert GAME.clocks(play.state) == (Clock("movement", "allied", 300, True, 4),)
    play.clock(TimeAdded("movement", 60, "umpire"))
    assert GAME.clocks(play.state)[0].seconds == 360
    play("end movement")
    assert (play.prompt, GAME.clocks(play.state)[0].running) == ("combat", False)
    assert refusal(play, MOVEMENT_UP) == "no-movement-under-way"
    # the other side has its own five minutes
    play("end combat")
    if play.prompt == "bombing-plan":
        play("no bombing")
    assert GAME.clocks(play.state) == (Clock("movement", "german", 300, True, 5),)


@pytest.mark.proves("STEP-4-b")
def test_R50_at_zero_the_phase_ends_where_everybody_stands() -> None:
    play = position(phase="reinforcement", **FRONT)
    play("end reinforcement", "ca-3-inf > 1515").clock(MOVEMENT_UP)
    assert (play.state.phase, play.place("ca-3-inf"), play.place("br-7-arm")) == ("combat", "1515", "1613")
    assert play.told()[-1] == "movement-time-up"


@pytest.mark.proves("STEP-4-b", "SET-4")
def test_R50_at_zero_whoever_has_not_landed_waits() -> None:
    play = opening()("place us-1-inf utah").clock(MOVEMENT_UP)
    assert play.state.phase == "combat" or play.asked == ["german"]
    assert (play.place("us-1-inf"), play.place("us-2-inf")) == ("0708", "awaited")


@pytest.mark.proves("STEP-4-b", "STEP-4-e")
def test_R24_at_zero_whoever_came_on_and_finds_no_room_waits() -> None:
    names = ["us-1-inf", "us-2-inf", "us-4-inf", "us-9-inf", "us-29-inf"]
    play = position(allied={"utah": names}, landed=names).clock(MOVEMENT_UP)
    assert [play.place(name) for name in names] == ["0708", "0708", "0708", "awaited", "awaited"]
    assert play.told().count("sent-back") == 2


@pytest.mark.proves("STEP-4-b", "STEP-4-f")
def test_R32_at_zero_aircraft_over_the_germans_fly_home() -> None:
    play = position("german", flying={"bm-us-8af": "1613"}, german={"1614": ["de-711-inf"]}, dice=[[4]]).clock(
        MOVEMENT_UP
    )
    assert not any(play.state.flown)


def halted_by_fire(**given: Any) -> Playing:
    """A regiment on its way through a full hex, where it comes near aircraft; the die of its fire is typed in."""
    play = position("german", typed=True, flying={"bm-us-8af": "1615"}, **given)
    play("de-flak-32 > 1617 > 1616 > 1715")
    assert (play.place("de-flak-32"), GAME.invariants(play.state)) == ("1616", [])
    return play


FULL = ["de-21-pz", "de-77-inf", "de-2-pz"]


@pytest.mark.proves("STEP-4-b", "STEP-4-e")
def test_R24_at_zero_a_unit_halted_in_a_full_hex_goes_back_along_its_way() -> None:
    play = halted_by_fire(german={"1618": ["de-flak-32"], "1616": FULL}).clock(MOVEMENT_UP)
    assert (play.place("de-flak-32"), play.told()[-1]) == ("1617", "goes-back")
    play.answer(DiceTyped((1,)))
    assert (play.place("de-flak-32"), GAME.invariants(play.state)) == ("1617", [])


@pytest.mark.proves("STEP-4-b", "STEP-4-e")
def test_R24_at_zero_it_goes_back_past_hexes_that_are_full_too() -> None:
    more = ["de-12-ss-pz", "de-lehr-pz", "de-352-inf"]
    play = halted_by_fire(german={"1618": ["de-flak-32"], "1617": more, "1616": FULL}).clock(MOVEMENT_UP)
    assert (play.place("de-flak-32"), play.state.moved[unit("de-flak-32")]) == ("1618", 0)
    assert play.told()[-1] == "goes-back"


@pytest.mark.proves("STEP-4-b")
def test_R24_at_zero_a_unit_halted_where_there_is_room_stays() -> None:
    play = halted_by_fire(german={"1618": ["de-flak-32"], "1616": FULL[:1]}).clock(MOVEMENT_UP)
    assert (play.place("de-flak-32"), "goes-back" in play.told()) == ("1616", False)


@pytest.mark.proves("STEP-4-b", "STEP-4-f", "1.2-f")
def test_R33_at_zero_fire_that_is_owed_comes_before_the_flight_home() -> None:
    play = halted_by_fire(german={"1618": ["de-flak-32"]}).clock(MOVEMENT_UP)
    assert (play.place("bm-us-8af"), play.asked) == ("1615", ["german"])
    play.answer(DiceTyped((6,)))
    assert play.place("bm-us-8af") == "destroyed"
    assert "fly-home" not in play.told()


@pytest.mark.proves("STEP-4-b", "STEP-4-f", "1.2-f")
def test_R33_at_zero_whoever_is_not_shot_down_flies_home_afterwards() -> None:
    play = halted_by_fire(german={"1618": ["de-flak-32"]}).clock(MOVEMENT_UP).answer(DiceTyped((1,)))
    assert [word for word in play.told() if word in ("flak-misses", "fly-home")] == ["flak-misses", "fly-home"]
    assert not any(play.state.flown)


# the limit for the whole game, which is ours


def test_there_is_no_limit_unless_it_is_chosen() -> None:
    assert refusal(opening(), GAME_UP) == "no-such-clock"
    clocks = GAME.clocks(opening(game_limit="two-hours").state)
    assert clocks[1] == Clock("game", "", 7200, True)
    for limit, hours in (("three-hours", 3), ("four-hours", 4)):
        assert GAME.clocks(opening(game_limit=limit).state)[1].seconds == hours * 3600


def test_when_the_time_is_up_the_points_decide_as_they_stand() -> None:
    play = position(game_time=7200, **FRONT).clock(GAME_UP)
    assert play.state.result is not None
    assert (play.state.result.reason, play.state.result.winners) == ("time", ("german",))


def test_the_combat_under_way_is_finished_first_and_who_is_silent_has_his_choices_made() -> None:
    play = position(phase="combat", game_time=7200, **FRONT).throws([3])("attack 1614 with br-7-arm")
    assert play.prompt == "retreat"
    assert refusal(play, CHOICE_UP) == "no-last-choice"
    play.clock(GAME_UP)
    assert play.state.result is None
    assert GAME.clocks(play.state)[2].name == "choice"
    silent = 0
    while play.asked:
        play.clock(CHOICE_UP)
        silent += 1
    assert (silent, play.told().count("choice-time-up")) == (silent, silent)
    assert silent
    assert play.state.result is not None
    assert play.state.result.reason == "time"


def test_with_more_time_the_game_goes_on_after_the_combat() -> None:
    play = position(phase="combat", game_time=7200, **FRONT).throws([3])("attack 1614 with br-7-arm")
    play.clock(GAME_UP).clock(TimeAdded("game", 600, "umpire"))
    assert not play.state.time_over
    play("fall back to 1615")
    assert play.state.result is None


def test_losses_of_a_carpet_are_still_taken() -> None:
    play = position(
        *("allied", "turn", 3),
        allied={"1001": ["bm-us-8af"], "juno": ["br-3-inf"]},
        german={"1613": ["de-711-inf", "de-716-inf"], "2106": ["de-346-inf"]},
        dice=[[4], [2]],
        game_time=7200,
        plan=hex_("1613"),
        asked_to_plan=True,
        alone=True,
    )
    assert play.prompt == "losses"
    play.clock(GAME_UP)
    assert play.state.result is None
    play("losses de-711-inf + de-716-inf")
    assert play.state.result is not None
