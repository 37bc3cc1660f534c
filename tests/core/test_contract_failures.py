"""When something goes wrong inside a step, in the notation or on the disk, the match is as it was."""

import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from feltherre.core import clock, engine, errors, names, notation, record, replay, seats, text
from feltherre.core.game import Setup
from feltherre.core.match import Match
from tinygame import GAME
from tinygame.actions import Bid, Light, SetOil
from tinygame.game import Lanterns
from tinygame.play import KEY, THREE, act_at_random, answer, fingerprint, hold, new_match, play_out
from tinygame.steps import STEPS, Bidding, Lit, Round
from tinygame.town import ROLES, Town

pytestmark = pytest.mark.usefixtures("lanterns_installed")


def broken(*_: Any, **__: Any) -> Any:
    raise ZeroDivisionError("a mistake in the rules")


def up_to_a_throw(seed: int = 1) -> tuple[Match[Town], Any]:
    """A match, and the act by which dice are thrown next."""
    ahead, rng = new_match(), Random(seed)
    while not any(getattr(line, "throws", ()) for line in ahead.lines):
        act_at_random(ahead, rng)
    match, rng = new_match(), Random(seed)
    while len(match.lines) < len(ahead.lines) - 1:
        act_at_random(match, rng)
    return match, ahead.lines[-1]


def test_a_mistake_after_a_throw_leaves_state_record_and_dice_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    match, act = up_to_a_throw()
    before = fingerprint(match)
    with monkeypatch.context() as patch:
        patch.setattr(STEPS[Lit], "proceed", broken)
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                match.act(act.seat, act.role, act.decision, act.action)
            assert fingerprint(match) == before
    match.act(act.seat, act.role, act.decision, act.action)
    assert match.lines[-1] == act, "the same dice as if nothing had gone wrong"
    play_out(match, Random(1))
    match.end()
    assert replay.verify(match.data()).dice_checked


def test_a_disk_that_is_full_leaves_everything_as_it_was() -> None:
    match, act = up_to_a_throw()
    before = fingerprint(match)

    def full(line: bytes) -> None:
        raise OSError("no space left")

    match.journal = full
    acts: list[Callable[[], object]] = [
        lambda: match.act(act.seat, act.role, act.decision, act.action),
        lambda: match.seat_act("Ann", seats.Resigned()),
        lambda: match.snapshot(),
        lambda: match.end(),
    ]
    for attempt in acts:
        with pytest.raises(OSError, match="no space"):
            attempt()
        assert fingerprint(match) == before
    match.journal = None
    play_out(match, Random(1))
    match.end()
    assert replay.verify(match.data()).dice_checked


def test_an_undo_that_cannot_be_written_has_not_happened() -> None:
    match = new_match()
    answer(match, "amber", Bid(2))
    before = fingerprint(match)

    def full(line: bytes) -> None:
        raise OSError("no space left")

    match.journal = full
    with pytest.raises(OSError, match="no space"):
        match.undo("Ann")
    assert fingerprint(match) == before
    match.journal = None
    match.undo("Ann")
    assert match.state.sealed == []


def test_an_action_the_notation_cannot_write_leaves_everything_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    match, act = up_to_a_throw()
    before = fingerprint(match)
    monkeypatch.setattr(notation.Notation, "write", broken)
    with pytest.raises(ZeroDivisionError):
        match.act(act.seat, act.role, act.decision, act.action)
    assert fingerprint(match) == before


def test_a_mistake_in_an_edit_in_time_or_in_resigning_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match(umpire=True)
    answer(match, "amber", Bid(1))
    before = fingerprint(match)

    def half_done(self: Lanterns, table: Any, *_: Any) -> None:
        table.state.oil[0] = 77
        table.throw(2, "by mistake", "L0")
        table.state.sealed.clear()
        raise ZeroDivisionError

    for name in ("edit", "clock", "resign"):
        monkeypatch.setattr(Lanterns, name, half_done)
    attempts: list[Callable[[], object]] = [
        lambda: match.override(SetOil("amber", 1), "because"),
        lambda: match.clock(clock.TimeUp("bid", "blue")),
        lambda: match.seat_act("Bob", seats.Resigned()),
    ]
    for attempt in attempts:
        with pytest.raises(ZeroDivisionError):
            attempt()
        assert fingerprint(match) == before


def test_a_mistake_while_sealed_answers_are_opened_keeps_them_sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match()
    answer(match, "amber", Bid(1))
    answer(match, "blue", Bid(2))
    before = fingerprint(match)
    with monkeypatch.context() as patch:
        patch.setattr(STEPS[Bidding], "answers", broken)
        with pytest.raises(ZeroDivisionError):
            answer(match, "coral", Bid(0))
    assert fingerprint(match) == before
    answer(match, "coral", Bid(0))
    assert match.state.oil == [3, 2, 4]


def test_an_agenda_that_never_comes_to_rest_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match()
    for role in ROLES[:2]:
        answer(match, role, Bid(0))
    before = fingerprint(match)
    monkeypatch.setattr(engine, "MOST_STEPS", 50)
    monkeypatch.setattr(STEPS[Bidding], "answers", lambda table, step, actions: table.push(Round(1)))
    monkeypatch.setattr(STEPS[Round], "proceed", lambda table, step: table.push(step))
    with pytest.raises(RuntimeError, match="does not come to rest"):
        answer(match, "coral", Bid(0))
    assert fingerprint(match) == before
    assert match.state.agenda[-1] == Bidding()


def test_a_mistake_while_a_game_is_set_up_makes_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[bytes] = []
    monkeypatch.setattr(Lanterns, "begin", broken)
    with pytest.raises(ZeroDivisionError):
        Match(GAME, Setup(THREE), key=KEY, journal=written.append)
    assert written == []


def test_refusals_after_a_mistake_are_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match()
    hold(match, "blue")
    hold(match, "coral")
    for role in ROLES:
        answer(match, role, Bid(0))
    with monkeypatch.context() as patch:
        patch.setattr(STEPS[Lit], "proceed", broken)
        with pytest.raises(ZeroDivisionError):
            answer(match, "amber", Light("gate"))
    with pytest.raises(errors.Illegal):
        answer(match, "amber", Light("moon"))


@pytest.mark.parametrize(
    "error",
    [
        errors.Illegal(text.say("core.illegal.over"), "L3"),
        errors.BadInput("plain words"),
        errors.BadInput(text.say("core.bad.seat", name="x")),
        record.BadRecord(7, "dice"),
        names.UnknownName(text.say("core.names.unknown", name="x"), (1, 2)),
    ],
)
def test_errors_travel_whole_between_processes(error: Any) -> None:
    other = pickle.loads(pickle.dumps(error))
    assert type(other) is type(error)
    assert other.__dict__ == error.__dict__
    assert str(other) == str(error)
