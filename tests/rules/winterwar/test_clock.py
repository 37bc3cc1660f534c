"""The two clocks: five minutes for reinforcements and movement, two hours for everything (order-1, intro-4; R3, R4)."""

from __future__ import annotations

from typing import Any

import pytest

from feltherre.core.clock import Clock, Paused, TimeAdded, TimeUp
from feltherre.core.errors import Illegal
from feltherre.core.game import Seat, Setup
from feltherre.core.match import Match
from feltherre.core.state import canonical
from feltherre.games.winterwar.game import GAME
from feltherre.games.winterwar.state import WinterWarState
from feltherre.hexgame.clocks import CHOICE as CHOICE_CLOCK
from feltherre.hexgame.clocks import GAME as GAME_CLOCK
from feltherre.hexgame.clocks import MOVEMENT as MOVEMENT_CLOCK
from winterwar_table import Playing, position

MOVEMENT_UP = TimeUp(MOVEMENT_CLOCK)
GAME_UP = TimeUp(GAME_CLOCK)
CHOICE_UP = TimeUp(CHOICE_CLOCK)
#: a Soviet division beside a Finnish brigade: there is something to move and to attack
FRONT = {"finland": {"Terijoki": ["1Br", "2Br"]}, "soviet": {"1842": ["142RD", "49RD"], "1843": ["43RD"]}}


def refusal(play: Playing, event: TimeUp | TimeAdded) -> tuple[str, str | None]:
    before = canonical(play.state)
    with pytest.raises(Illegal) as refused:
        play.clock(event)
    assert canonical(play.state) == before
    return refused.value.reason.key, refused.value.rule


# five minutes


@pytest.mark.proves("order-1", "turn-3-b")
def test_R3_the_five_minutes_run_through_reinforcement_and_movement_only() -> None:
    play = position(turn=2, phase="player-turn", **FRONT)
    assert (play.state.phase, GAME.clocks(play.state)[0]) == (
        "reinforcement",
        Clock("movement", "soviet", 300, True, 4),
    )
    play("end reinforcement")
    assert (play.state.phase, GAME.clocks(play.state)[0]) == ("movement", Clock("movement", "soviet", 300, True, 4))
    play("end movement")
    assert (play.state.phase, GAME.clocks(play.state)[0].running) == ("combat", False)
    play("end combat")
    # the other side has its own five minutes
    assert GAME.clocks(play.state)[0] == Clock("movement", "finland", 300, True, 5)


@pytest.mark.proves("order-1", "turn-3-b")
def test_R3_at_zero_units_that_have_not_moved_stay_and_combat_follows() -> None:
    play = position(phase="movement", **FRONT)
    play("43RD > 1844").clock(MOVEMENT_UP)
    assert play.state.phase == "combat"
    assert [play.place(name) for name in ("43RD", "142RD", "49RD")] == ["1844", "1842", "1842"]
    assert "attack" in play.kinds()
    assert play.told()[-1] == "winterwar.event.movement-time-up"


@pytest.mark.proves("turn-3-b", "2.1-b")
def test_R3_at_zero_reinforcements_that_are_not_placed_wait_for_the_next_turn() -> None:
    play = position(turn=2, phase="player-turn", **FRONT)
    play("place 44RD Kandalaksha").clock(MOVEMENT_UP)
    assert play.state.phase == "combat"
    assert (play.place("44RD"), play.place("136RD")) == ("2012", "awaited")
    play("end combat").end_turn()
    assert (play.state.turn, play.asked) == (3, ["soviet"])
    play("place 136RD Kem")
    assert play.place("136RD") == "2422"


@pytest.mark.proves("turn-3-b", "setup-8")
def test_R3_a_move_under_way_ends_in_the_hex_last_entered() -> None:
    """The 44th Division forces its way through a full stack and is asked to eliminate a unit when time runs out."""
    full = ["139RD", "155RD"]
    play = position(phase="movement", soviet={"Petrozavodsk": ["75RD"], "2435": full})
    play("force 75RD > 2435 > 2335")
    assert play.step == "OverStacked"
    play.clock(MOVEMENT_UP)
    assert play.step == "OverStacked"
    play("eliminate 155RD")
    assert play.place("75RD") == "2435"
    # without the clock it would have gone on
    again = position(phase="movement", soviet={"Petrozavodsk": ["75RD"], "2435": full})
    again("force 75RD > 2435 > 2335", "eliminate 155RD")
    assert again.place("75RD") == "2335"


@pytest.mark.proves("turn-3-b")
def test_R3_the_five_minutes_cannot_run_out_when_nobody_moves() -> None:
    play = position(phase="combat", **FRONT)
    assert refusal(play, MOVEMENT_UP) == ("winterwar.illegal.no-movement-under-way", "turn-3-b")
    assert refusal(play, TimeAdded(MOVEMENT_CLOCK, 60, "umpire"))[0] == "winterwar.illegal.no-movement-under-way"


@pytest.mark.proves("order-1", "turn-3-b")
def test_R3_time_can_be_added_and_holds_for_this_player_turn() -> None:
    play = position(phase="movement", **FRONT).clock(TimeAdded(MOVEMENT_CLOCK, 120, "umpire"))
    assert GAME.clocks(play.state)[0].seconds == 420
    assert play.step == "Movement"
    play("end movement", "end combat")
    assert GAME.clocks(play.state)[0] == Clock("movement", "finland", 300, True, 3)


@pytest.mark.proves("order-1", "turn-3-b")
def test_R3_while_the_enemy_looks_for_a_base_the_five_minutes_stand_still() -> None:
    play = position(phase="movement", finland={"Terijoki": ["LeR2"], "Kouvola": ["4D"]}, soviet={"1843": ["43RD"]})
    play("43RD > Terijoki")
    assert play.asked == ["finland"]
    assert not GAME.clocks(play.state)[0].running
    play("escape LeR2 Kouvola")
    assert play.asked == ["soviet"]
    assert GAME.clocks(play.state)[0].running


# two hours


@pytest.mark.proves("intro-4")
def test_R4_the_two_hours_run_from_the_set_up_on() -> None:
    match = new_match()
    assert match.state.phase == "setup"
    assert GAME.clocks(match.state) == (Clock("movement", "finland", 300, False, 1), Clock("game", "", 7200, True))


@pytest.mark.parametrize("phase", ["movement", "combat"])
@pytest.mark.proves("intro-3", "intro-4", "intro-5")
def test_R4_at_zero_the_game_is_scored_as_it_stands(phase: str) -> None:
    play = position(turn=3, phase=phase, owners={"Viipuri": "soviet"}, **FRONT).clock(GAME_UP)
    result = play.state.result
    assert result is not None
    assert (result.winners, result.reason, result.score) == (("finland",), "time", (28 - 13) * 4)
    assert (play.asked, play.state.phase) == ([], "over")
    assert not GAME.clocks(play.state)[1].running


@pytest.mark.proves("intro-3", "intro-4")
def test_R4_the_combat_being_resolved_is_finished_first() -> None:
    """2-1 against two brigades in a town, die 6 less 2 (town, winter): A1-F1R or the like asks for losses."""
    play = position(phase="combat", **FRONT)
    play.throws([6])("attack Terijoki with 142RD + 49RD + 43RD")
    assert play.step == "Losses"
    play.clock(GAME_UP)
    assert play.state.result is None
    assert play.state.time_over
    assert not GAME.clocks(play.state)[1].running
    while play.asked:
        assert play.step in ("Losses", "Retreating", "Advancing")
        play(play.offered()[0])
    result = play.state.result
    assert result is not None
    assert result.reason == "time"
    # no further attack was asked for, and Finland's player turn did not come
    assert "winterwar.event.player-turn" not in play.told()


@pytest.mark.proves("intro-4", "setup-8")
def test_R4_R15_the_end_of_time_saves_nobody_from_the_price_of_a_full_stack() -> None:
    play = position(soviet={"Petrozavodsk": ["75RD"], "2435": ["139RD", "155RD"]})("force 75RD > 2435 > 2335")
    play.clock(GAME_UP)
    assert (play.step, play.asked) == ("OverStacked", ["soviet"])
    play("eliminate 139RD")
    result = play.state.result
    assert result is not None
    # the move is not gone on with; the destroyed division of 5 counts
    assert (play.place("75RD"), result.reason, result.score) == ("2435", "time", (30 - 11) * 4 + 5)


@pytest.mark.proves("intro-4", "supply-4")
def test_R4_R11_an_air_unit_without_a_base_still_looks_for_another() -> None:
    play = position(phase="movement", finland={"Terijoki": ["LeR2"], "Kouvola": ["4D"]}, soviet={"1843": ["43RD"]})
    play("43RD > Terijoki").clock(GAME_UP)
    assert play.asked == ["finland"]
    play("escape LeR2 Kouvola")
    assert (play.base("LeR2"), play.state.phase) == ("1140", "over")


@pytest.mark.proves("intro-4")
def test_R4_time_added_while_the_last_combat_is_resolved_lets_the_game_go_on() -> None:
    play = position(phase="combat", **FRONT)
    play.throws([6])("attack Terijoki with 142RD + 49RD + 43RD").clock(GAME_UP)
    play.clock(TimeAdded(GAME_CLOCK, 600, "umpire"))
    assert GAME.clocks(play.state)[1] == Clock("game", "", 7800, True)
    while play.step in ("Losses", "Retreating", "Advancing"):
        play(play.offered()[0])
    assert play.state.result is None


@pytest.mark.proves("intro-4")
def test_R4_time_can_be_added_to_the_game() -> None:
    play = position(phase="movement", **FRONT).clock(TimeAdded(GAME_CLOCK, 900, "umpire"))
    assert GAME.clocks(play.state)[1] == Clock("game", "", 8100, True)


# the last choices


def last_combat(**fields: Any) -> Playing:
    """The two hours end while losses are chosen; a retreat and an advance are still to come."""
    play = position(phase="combat", **FRONT, **fields)
    return play.throws([4])("attack Terijoki with 142RD + 49RD + 43RD").clock(GAME_UP)


@pytest.mark.proves("intro-4")
def test_R62_each_choice_of_the_last_combat_has_a_minute_of_its_own() -> None:
    play = position(phase="combat", **FRONT)
    assert [clock.name for clock in GAME.clocks(play.state)] == ["movement", "game"]
    play = last_combat()
    last = GAME.clocks(play.state)[2]
    assert (last.name, last.role, last.seconds, last.running) == ("choice", "", 60, True)
    play(play.offered()[0])
    assert play.asked
    assert GAME.clocks(play.state)[2].period != last.period


@pytest.mark.proves("intro-4")
def test_R62_who_does_not_answer_has_the_first_choice_made_for_him_until_the_game_is_scored() -> None:
    """What both would have answered is the same as what time answers for them: the first that is listed."""
    silent, answered = last_combat(), last_combat()
    choices = []
    while silent.asked:
        choices.append(silent.step)
        answered(answered.offered()[0])
        silent.clock(CHOICE_UP)
    assert choices == ["Losses", "Losses", "Retreating", "Advancing"]
    assert silent.state.result is not None
    assert silent.state.result == answered.state.result
    assert (silent.state.places, silent.state.flipped) == (answered.state.places, answered.state.flipped)
    assert silent.told().count("winterwar.event.choice-time-up") == len(choices)


@pytest.mark.proves("intro-4")
def test_R62_real_dice_that_nobody_types_in_are_thrown_by_the_software() -> None:
    play = position(phase="combat", dice="typed", **FRONT)("attack Terijoki with 142RD + 49RD + 43RD").clock(GAME_UP)
    assert play.step == "GroundBattle"
    play.throws([6]).clock(CHOICE_UP)
    assert play.step == "Losses"
    assert "winterwar.event.ground-ruled" in play.told()


@pytest.mark.proves("intro-4")
def test_R62_the_minute_can_be_lengthened_and_runs_only_in_the_last_combat() -> None:
    play = last_combat().clock(TimeAdded(CHOICE_CLOCK, 60, "umpire"))
    assert GAME.clocks(play.state)[2].seconds == 120
    for other in (position(phase="combat", **FRONT), position(phase="movement", **FRONT)):
        assert refusal(other, CHOICE_UP) == ("winterwar.illegal.no-last-choice", "intro-4")


@pytest.mark.proves("intro-4")
def test_R62_time_does_not_answer_for_the_umpire() -> None:
    play = last_combat(umpire=True, gate_held=True)
    assert play.asked == ["umpire"]
    assert refusal(play, CHOICE_UP) == ("winterwar.illegal.no-last-choice", "intro-4")


def test_there_are_no_other_clocks() -> None:
    play = position(phase="movement", **FRONT)
    assert refusal(play, TimeUp("tea")) == ("winterwar.illegal.no-such-clock", "intro-4")
    assert refusal(play, TimeAdded("tea", 60, "umpire")) == ("winterwar.illegal.no-such-clock", "intro-4")


# in a match


def new_match() -> Match[WinterWarState]:
    seats = (Seat("north", ("finland",)), Seat("east", ("soviet",)))
    return Match(GAME, Setup(seats, umpire=True, clocks=True), key=bytes(32))


@pytest.mark.proves("intro-4", "order-1")
def test_R4_a_pause_is_told_once_and_changes_no_rule() -> None:
    match = new_match()
    before = canonical(match.state)
    told = match.clock(Paused(True, "umpire"))
    assert [event.text.key for event in told] == ["core.event.paused"]
    assert canonical(match.state) == before
    with pytest.raises(Illegal):
        match.clock(GAME_UP)
    match.clock(Paused(False, "umpire"))
    told = match.clock(TimeAdded(GAME_CLOCK, 300, "umpire"))
    assert [event.text.key for event in told] == ["core.event.time-added"]
    match.clock(GAME_UP)
    assert match.state.result is not None
    assert match.state.result.reason == "time"
