"""Time enters as recorded acts; nothing reads a clock."""

from __future__ import annotations

import time
from random import Random

import msgspec
import pytest

from feltherre.core.clock import ClockEvent, Paused, TimeAdded, TimeUp
from feltherre.core.errors import Illegal
from feltherre.core.game import Game, Setup
from feltherre.core.match import Match
from feltherre.core.record import Clocked
from feltherre.core.state import canonical
from feltherre.core.table import Table
from tinygame import GAME
from tinygame.actions import Bid, Rest
from tinygame.game import Lanterns
from tinygame.play import KEY, THREE, answer, fingerprint, new_match, play_out
from tinygame.steps import Bidding, Turn
from tinygame.town import ROLES, Town


@pytest.mark.parametrize("event", [TimeUp("bid", "amber"), Paused(True, "Ann"), TimeAdded("bid", 60, "umpire", "blue")])
def test_a_clock_event_goes_through_json_and_comes_back(event: ClockEvent) -> None:
    assert msgspec.json.decode(canonical(event), type=ClockEvent) == event


def test_time_up_is_an_act_of_the_game() -> None:
    match = new_match()
    answer(match, "amber", Bid(2))
    match.clock(TimeUp("bid", "blue"))
    assert [sealed.role for sealed in match.state.sealed] == ["amber", "blue"]
    match.clock(TimeUp("bid", "coral"))
    assert match.state.oil == [2, 4, 4]
    match.clock(TimeUp("turn", "amber"))
    assert match.state.oil == [3, 4, 4]
    assert match.decisions()[0].role == "blue"
    assert [type(line).__name__ for line in match.lines] == ["Header", "Acted", "Clocked", "Clocked", "Clocked"]


def test_pause_and_added_time_are_recorded_and_disturb_no_open_decision() -> None:
    match = new_match()
    answer(match, "amber", Bid(2))
    ids = [decision.id for decision in match.decisions()]
    match.clock(Paused(on=True, by="Ann"))
    match.clock(TimeAdded("bid", 60, "umpire", "blue"))
    assert match.state.paused
    assert match.state.seconds == [0, 60, 0]
    assert [decision.id for decision in match.decisions()] == ids
    assert [sealed.action for sealed in match.state.sealed] == [Bid(2)]
    line = match.lines[-1]
    assert isinstance(line, Clocked)
    assert line.event == TimeAdded("bid", 60, "umpire", "blue")


def test_time_that_cannot_be_changes_nothing() -> None:
    match = new_match()
    answer(match, "amber", Bid(2))
    before = fingerprint(match)
    with pytest.raises(Illegal):
        match.clock(TimeUp("bid", "amber"))
    assert fingerprint(match) == before


def test_no_clock_runs_after_the_end() -> None:
    match = play_out(new_match(), Random(3))
    with pytest.raises(Illegal) as refusal:
        match.clock(Paused(on=True, by="Ann"))
    assert refusal.value.reason.key == "core.illegal.over"


def test_a_game_without_a_clock_refuses_time() -> None:
    class Timeless(Lanterns):
        def clock(self, table: Table[Town], event: ClockEvent) -> None:
            Game.clock(self, table, event)

    match = Match(Timeless(), Setup(THREE), key=KEY)
    with pytest.raises(Illegal) as refusal:
        match.clock(Paused(on=True, by="Ann"))
    assert refusal.value.reason.key == "core.illegal.no-clock"


def test_time_ends_what_could_be_undone() -> None:
    match = new_match()
    answer(match, "amber", Bid(2))
    match.clock(TimeAdded("bid", 60, "umpire", "blue"))
    with pytest.raises(Illegal):
        match.undo("Ann")


def test_sealed_answers_that_time_has_overtaken_are_not_kept() -> None:
    """A game that closes the bidding on its own leaves no answer behind for the next decision."""

    class Hasty(Lanterns):
        def clock(self, table: Table[Town], event: ClockEvent) -> None:
            assert table.state.agenda.pop() == Bidding()
            table.push(Turn("blue"), Bidding())

    match = Match(Hasty(), Setup(THREE), key=KEY)
    answer(match, "amber", Bid(4))
    match.clock(TimeUp("bid"))
    assert match.state.sealed == []
    assert [decision.role for decision in match.decisions()] == ["blue"]
    answer(match, "blue", Rest())
    for role in ROLES:
        answer(match, role, Bid(1))
    assert match.state.oil[0] == 3


def test_apply_reads_no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object) -> float:
        raise AssertionError("the rules looked at a clock")

    for name in ("time", "time_ns", "monotonic"):
        monkeypatch.setattr(time, name, forbidden)
    match = new_match()
    play_out(match, Random(3))
    match.end()
    assert GAME.invariants(match.state) == []
