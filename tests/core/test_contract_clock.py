"""Time enters as recorded acts; nothing reads a clock."""

import time
from random import Random

import msgspec
import pytest

from feltherre.core import catalogue, errors, record, replay, state
from feltherre.core.clock import Clock, ClockEvent, Paused, TimeAdded, TimeUp, decided_by
from feltherre.core.game import Game, Setup
from feltherre.core.match import Match
from feltherre.core.table import Table
from refusals import refusal_of
from tinygame import GAME
from tinygame.actions import Bid, Rest
from tinygame.game import Lanterns
from tinygame.play import KEY, THREE, answer, fingerprint, new_match, play_out
from tinygame.steps import Bidding, Turn
from tinygame.stories import take_back
from tinygame.town import NIGHT, ROLES, WATCH, Town


@pytest.mark.parametrize(
    "event", [TimeUp("bid", "amber"), Paused(True, "Ann"), TimeAdded("watch", 60, "umpire", "blue")]
)
def test_a_clock_event_goes_through_json_and_comes_back(event: ClockEvent) -> None:
    assert msgspec.json.decode(state.canonical(event), type=ClockEvent) == event


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
    match.clock(TimeAdded("watch", 60, "umpire", "blue"))
    assert match.paused
    assert match.state.seconds == [0, 60, 0]
    assert [decision.id for decision in match.decisions()] == ids
    assert [sealed.action for sealed in match.state.sealed] == [Bid(2)]
    line = match.lines[-1]
    assert isinstance(line, record.Clocked)
    assert line.event == TimeAdded("watch", 60, "umpire", "blue")


def test_time_that_cannot_be_changes_nothing() -> None:
    match = new_match()
    answer(match, "amber", Bid(2))
    before = fingerprint(match)
    with pytest.raises(errors.Illegal):
        match.clock(TimeUp("bid", "amber"))
    assert fingerprint(match) == before


def test_no_clock_runs_after_the_end() -> None:
    match = play_out(new_match(), Random(3))
    assert refusal_of(errors.Illegal, lambda: match.clock(Paused(on=True, by="Ann"))).reason.key == "core.illegal.over"


def test_a_game_without_a_clock_refuses_time_and_can_be_paused() -> None:
    class Timeless(Lanterns):
        def clock(self, table: Table[Town], event: ClockEvent) -> None:
            Game.clock(self, table, event)

    match = Match(Timeless(), Setup(THREE), key=KEY)
    refusal = refusal_of(errors.Illegal, lambda: match.clock(TimeAdded("watch", 60, "Ann", "amber")))
    assert refusal.reason.key == "core.illegal.no-clock"
    match.clock(Paused(on=True, by="Ann"))
    assert match.paused


def test_time_ends_what_could_be_undone() -> None:
    match = new_match()
    answer(match, "amber", Bid(2))
    match.clock(TimeAdded("watch", 60, "umpire", "blue"))
    with pytest.raises(errors.Illegal):
        match.undo("Ann")


def test_a_game_says_which_clocks_it_has_and_which_of_them_run() -> None:
    match = new_match()
    answer(match, "amber", Bid(2))
    match.clock(TimeAdded("watch", 30, "umpire", "blue"))
    before = state.canonical(match.state)
    assert list(GAME.clocks(match.state)) == [
        Clock("night", "", NIGHT, running=True),
        Clock("watch", "amber", WATCH, running=False, period=1),
        Clock("watch", "blue", WATCH + 30, running=True, period=1),
        Clock("watch", "coral", WATCH, running=True, period=1),
    ]
    assert state.canonical(match.state) == before
    for role in ("blue", "coral"):
        match.clock(TimeUp("watch", role))
    for role in ROLES:
        assert match.decisions()[0].role == role
        answer(match, role, Rest())
    assert {clock.period for clock in GAME.clocks(match.state) if clock.role} == {2}
    assert Game.clocks(GAME, match.state) == ()


def test_nobody_acts_and_no_time_runs_out_in_a_pause() -> None:
    match = new_match()
    match.clock(Paused(on=True, by="Ann"))
    before = fingerprint(match)
    for act in (
        lambda: answer(match, "amber", Bid(2)),
        lambda: match.clock(TimeUp("watch", "amber")),
        lambda: match.clock(Paused(on=True, by="Bob")),
    ):
        with pytest.raises(errors.Illegal) as refusal:
            act()
        assert refusal.value.reason.key == "core.illegal.paused"
    assert fingerprint(match) == before
    match.clock(Paused(on=False, by="Ann"))
    answer(match, "amber", Bid(2))
    refusal = refusal_of(errors.Illegal, lambda: match.clock(Paused(on=False, by="Ann")))
    assert refusal.reason.key == "core.illegal.not-paused"


@pytest.mark.usefixtures("lanterns_installed")
def test_a_takeback_takes_back_no_pause() -> None:
    match = new_match()
    answer(match, "amber", Bid(2))
    match.clock(Paused(on=True, by="Ann"))
    match.clock(TimeAdded("watch", 60, "Ann", "amber"))
    take_back(match, 1)
    assert match.paused
    assert match.state.seconds == [0, 0, 0]
    told = [event.text.key for _, event in match.log]
    assert "core.event.paused" in told
    assert "core.event.time-added-for" not in told
    match.clock(Paused(on=False, by="Ann"))
    answer(match, "blue", Bid(1))
    assert replay.verify(match.data()).states_checked


@pytest.mark.usefixtures("lanterns_installed")
def test_people_read_what_was_done_to_the_clocks_and_who_decided_it() -> None:
    match = new_match(umpire=True)
    by = decided_by(["Ann", "Bob"])
    said = [
        *match.clock(Paused(on=True, by=by)),
        *match.clock(TimeAdded("night", 300, "umpire")),
        *match.clock(TimeAdded("watch", 65, by, "blue")),
        *match.clock(Paused(on=False, by="umpire")),
    ]
    assert [catalogue.render(event.text) for event in said] == [
        "The game is paused, decided by Ann and Bob. Time stands still.",
        "The night: 5:00 more, decided by the umpire.",
        "The watch, Blue: 1:05 more, decided by Ann and Bob.",
        "The game goes on, decided by the umpire.",
    ]


def test_a_game_is_made_with_clocks_only_if_it_has_any() -> None:
    class Timeless(Lanterns):
        has_clocks = False

    setup = Setup(THREE, clocks=True)
    GAME.check_setup(setup)
    assert refusal_of(errors.BadInput, lambda: Timeless().check_setup(setup)).reason.key == "core.illegal.no-clock"
    assert msgspec.json.decode(state.canonical(setup), type=Setup).clocks is True


def test_a_header_of_before_there_were_clocks_is_written_as_it_was() -> None:
    assert b"clocks" not in state.canonical(Setup(THREE))
    assert not Setup(THREE).clocks


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
