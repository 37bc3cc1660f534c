"""The course of a game: eight turns, two player turns in each, phases in their order (intro-2, intro-3, order; R1)."""

from __future__ import annotations

import pytest

from winterwar_table import Playing, position, unit

#: two sides that do not meet, so that nobody is asked about combat
APART = {"finland": {"Kouvola": ["4D"]}, "soviet": {"Petrozavodsk": ["75RD"]}}


def player_turns(play: Playing) -> list[str]:
    """The side of each player turn that has begun."""
    key = "winterwar.event.player-turn"
    return [event.text.args["side"].key.rpartition(".")[2] for event in play.events if event.text.key == key]


@pytest.mark.proves("order-2", "intro-2")
def test_R1_the_soviet_side_takes_its_player_turn_first_in_every_turn() -> None:
    play = position(phase="turn", **APART)
    assert (play.state.turn, play.asked) == (1, ["soviet"])
    play.end_turn()
    assert (play.state.turn, play.asked) == (1, ["finland"])
    play.end_turn()
    assert (play.state.turn, play.asked) == (2, ["soviet"])
    assert player_turns(play) == ["soviet", "finland", "soviet"]


@pytest.mark.proves("order-2")
def test_R1_by_option_finland_goes_first() -> None:
    play = position(phase="turn", options={"first_player": "finland"}, **APART)
    assert play.asked == ["finland"]
    play.end_turn().end_turn()
    assert (play.state.turn, play.asked) == (2, ["finland"])
    assert player_turns(play) == ["finland", "soviet", "finland"]


@pytest.mark.proves("order-1", "turn-3-a")
def test_a_player_turn_is_supply_check_reinforcements_movement_and_combat() -> None:
    """A division in Petsamo has Finns behind it: supply is checked before anything else."""
    play = position(
        turn=2,
        phase="player-turn",
        finland={"Terijoki": ["1Br"], "1703": ["ErP17"], "1804": ["Pets"]},
        soviet={"1842": ["142RD"], "Petsamo": ["104RD"]},
    )
    assert play.told() == ["winterwar.event.player-turn", "winterwar.event.cut-off"]
    assert play.cut_off() == ["104RD"]
    assert play.state.phase == "reinforcement"
    play("end reinforcement")
    assert play.state.phase == "movement"
    play("end movement")
    assert play.state.phase == "combat"
    play("end combat")
    assert play.asked == ["finland"]


@pytest.mark.proves("intro-2", "intro-3", "win-1", "intro-5")
def test_the_game_ends_after_turn_eight() -> None:
    play = position(phase="turn", **APART)
    for _ in range(15):
        play.end_turn()
    assert (play.state.turn, play.asked) == (8, ["finland"])
    assert play.state.result is None
    play.end_turn()
    assert play.asked == []
    assert play.state.phase == "over"
    assert player_turns(play) == ["soviet", "finland"] * 8
    result = play.state.result
    assert result is not None
    assert (result.winners, result.degree, result.reason) == (("finland",), "points", "turns")
    assert result.score == (30 - 11) * 4


@pytest.mark.proves("turn-3-a", "order-1")
def test_who_has_moved_moves_again_in_the_next_turn_only() -> None:
    play = position(phase="player-turn", finland={"Kouvola": ["4D"]}, soviet={"Petrozavodsk": ["75RD", "34TB"]})
    play("75RD > 2435")
    assert play.refusal("75RD > 2535") == ("winterwar.illegal.moved-already", "turn-3-a")
    play.end_turn().end_turn()
    assert play.asked == ["soviet"]
    assert play.state.moved[unit("75RD")] == 0
    play("end reinforcement", "75RD > 2535")
    assert play.place("75RD") == "2535"


@pytest.mark.proves("2.1-m", "order-2")
def test_R43_the_strength_of_partisans_is_forgotten_when_a_turn_begins() -> None:
    play = position(phase="combat", finland={"1714": ["P1"]}, soviet={"1813": ["122RD"]})
    play.throws([5], [1])("attack 1714 with 122RD")
    assert play.state.strengths[unit("P1")] == 3
    while play.state.turn == 1:
        play.end_turn() if play.step in ("Movement", "Reinforcement", "CombatPhase") else play(play.offered()[0])
    assert play.state.strengths[unit("P1")] == 0
