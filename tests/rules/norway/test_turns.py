"""Turns and phases (4-1 to 4-5), as the engine goes through them."""

import pytest

from feltherre.core import engine
from feltherre.core.dice import KeyedStream
from feltherre.core.errors import Illegal
from feltherre.core.game import Seat, Setup
from feltherre.core.table import Table
from feltherre.games.norway.actions import EndMovement, Move
from feltherre.games.norway.game import GAME
from norway_table import Playing, position

SEATS = (Seat("Anna", ("germany",)), Seat("Bo", ("norway",)), Seat("Cato", ("allies",)))


def new_game() -> Playing:
    return Playing(engine.begin(GAME, Setup(SEATS), KeyedStream(bytes(32))).state)


def end_turn(play: Playing) -> None:
    """The rest of a turn: movement ends, and the first thing offered is done in the other phases."""
    country = play.state.country
    if play.state.phase == 1:
        play("end movement")
    while play.state.country == country:
        (first,) = play.decision().space.candidates(1)
        play(GAME.notation.write(first))


# 4-1 and 4-2


@pytest.mark.proves("4-2")
def test_germany_has_the_first_turn() -> None:
    play = new_game()
    assert play.asked == ["germany"]
    assert (play.state.round, play.state.phase) == (1, 1)


@pytest.mark.proves("4-1", "4-2")
def test_the_order_of_turns_is_germany_norway_allies_and_never_changes() -> None:
    play = new_game()
    seen = []
    for _ in range(7):
        seen.append((play.state.round, play.asked[0]))
        end_turn(play)
    assert seen == [
        (1, "germany"),
        (1, "norway"),
        (1, "allies"),
        (2, "germany"),
        (2, "norway"),
        (2, "allies"),
        (3, "germany"),
    ]


@pytest.mark.proves("4-1")
def test_a_turn_begins_afresh() -> None:
    play = position(germany={"Oslo": 2, "Narvik": 1}, norway={"Hønefoss": 1, "Finnmark": 1})
    play.throws([6], [1])("move Oslo > Hønefoss 1")("move Narvik > Gratangen 1")("end movement").passes()
    assert play.state.origins
    end_turn(play)
    assert play.asked == ["norway"]
    assert (play.state.phase, play.state.origins, sum(play.state.moved)) == (1, [], 0)
    assert play.state.used_this_turn == 0


@pytest.mark.proves("4-1", "4-5")
def test_nobody_else_acts_in_a_turn_that_is_not_his() -> None:
    play = position(germany={"Oslo": 1}, norway={"Voss": 1}, allies={"Namsos": 1})
    for role, area in (("norway", "voss"), ("allies", "namsos")):
        table = Table(GAME, play.state, play.script)
        with pytest.raises(Illegal) as refusal:
            engine.apply(GAME, table, role, play.decision().id, Move(area, "bergen", 1))
        assert refusal.value.reason.key == "core.illegal.wrong-seat"
    assert play.asked == ["germany"]


# 4-3 and 4-4


@pytest.mark.proves("4-3")
def test_the_four_phases_come_in_their_order() -> None:
    play = position(
        germany={"Oslo": 2}, norway={"Hønefoss": 2, "Voss": 1}, hands={"germany": ["Artillery"], "norway": ["Ambush"]}
    )
    phases = [play.state.phase]
    play("move Oslo > Hønefoss 2")("end movement")
    assert play.asked == ["norway"], "sabotage belongs to phase 1"
    phases.append(play.state.phase)
    play.throws([1, 1], [1, 2])("pass")
    while play.state.country == 0:
        phases.append(play.state.phase)
        play(play.offered()[-1])
    assert list(dict.fromkeys(phases)) == [1, 2, 3, 4]
    assert phases == sorted(phases)
    assert (play.asked, play.state.phase) == (["norway"], 1)


@pytest.mark.proves("4-3")
def test_a_battle_is_fought_in_phase_2_and_no_reinforcements_come_before_phase_3() -> None:
    play = position(germany={"Oslo": 2}, norway={"Hønefoss": 1, "Voss": 1})("move Oslo > Hønefoss 2")
    assert play.state.phase == 1
    assert play.at("norway", "Hønefoss") == 1, "not yet fought"
    play.throws([6, 1], [1])("end movement")
    assert play.state.phase == 3
    assert play.decided == ("germany", "4.3-1")
    assert play.state.raised[0] == 2, "the free battalion is still to be placed"


@pytest.mark.proves("4-3")
def test_the_first_allies_come_in_the_first_reinforcement_phase_of_the_allies_and_of_nobody_else() -> None:
    play = new_game()
    asked = []
    for _ in range(6):
        play("end movement")
        while play.state.phase == 2:
            play(play.offered()[0])
        asked.append((play.state.round, play.asked[0], play.decision().rule))
        end_turn(play)
    assert asked == [
        (1, "germany", "4.3-1"),
        (1, "norway", "4.3-1"),
        (1, "allies", "3-6"),
        (2, "germany", "4.3-1"),
        (2, "norway", "4.3-1"),
        (2, "allies", "4.3-1"),
    ]


@pytest.mark.proves("4-4", "4-3")
@pytest.mark.parametrize("phase", [2, 3, 4])
def test_movement_is_not_reopened(phase: int) -> None:
    play = position(
        phase=phase,
        germany={"Oslo": 4, "Horten": 2},
        norway={"Voss": 1, "Hønefoss": 1, "Kongsberg": 1},
        hands={"germany": ["Rapid movement"]},
    )
    assert play.asked == ["germany"]
    for line in ("move Oslo > Hønefoss 1", "rapid Oslo > Gjøvik > Lillehammer 1", "end movement"):
        assert play.refused(line).reason.key in ("core.illegal.other-decision", "norway.illegal.discard")


@pytest.mark.proves("4-4")
def test_ending_movement_ends_it() -> None:
    play = position(turn="norway", norway={"Voss": 2}, hands={"norway": ["Reinforcements"]})
    play("move Voss > Geilo 1")("end movement")
    assert play.state.phase == 3
    assert play.refused("move Voss > Geilo 1").reason.key == "core.illegal.other-decision"
    assert play.told()[-1:] == ["norway.event.movement-over"]


# 4-5


@pytest.mark.proves("4-5")
def test_in_the_opponents_turn_one_may_use_a_card_with_a_red_square() -> None:
    play = position(
        germany={"Kongsvinger": 1}, norway={"Hamar": 1}, hands={"norway": ["Roadblock", "Reinforcements", "Ambush"]}
    )
    play("move Kongsvinger > Hamar 1")("end movement")
    assert play.asked == ["norway"]
    assert play.offered() == ["roadblock Kongsvinger > Hamar 1", "pass"], "neither moves nor reinforcements"


@pytest.mark.proves("4-5")
def test_in_the_opponents_turn_one_throws_dice_in_defence_and_moves_battalions_that_must_retreat() -> None:
    play = position(germany={"Oslo": 2}, norway={"Hønefoss": 1, "Finnmark": 1})
    play.throws([3, 3], [5])("move Oslo > Hønefoss 2")("end movement")
    assert play.asked == ["norway"]
    assert all(line.startswith("retreat to ") for line in play.offered())
    play("retreat to Fagernes")
    assert play.battalions("norway") == {"Fagernes": 1, "Finnmark": 1}


@pytest.mark.proves("4-5")
def test_an_answer_of_the_wrong_country_is_refused() -> None:
    play = position(germany={"Oslo": 1}, norway={"Voss": 1})
    table = Table(GAME, play.state, play.script)
    with pytest.raises(Illegal) as refusal:
        engine.apply(GAME, table, "norway", "0-norway", EndMovement())
    assert refusal.value.reason.key == "core.illegal.not-asked"
