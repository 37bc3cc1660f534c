"""Beyond undo: a takeback that the others grant, recorded."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltherre.core import dice, errors, record, replay, state
from feltherre.core.game import Seat
from feltherre.core.match import Match
from feltherre.core.seats import Resigned, Standing, TakebackAsked, TakebackGranted, TakebackRefused
from tinygame.actions import Bid, Rest
from tinygame.play import KEY, act_at_random, answer, fingerprint, new_match, play_out
from tinygame.steps import Turn
from tinygame.town import ROLES, Town

pytestmark = pytest.mark.usefixtures("lanterns_installed")


def some_way_in(lines: int = 12, seed: int = 5) -> Match[Town]:
    match, rng = new_match(umpire=True), Random(seed)
    while len(match.lines) < lines:
        act_at_random(match, rng)
    return match


def take_back(match: Match[Town], to: int) -> None:
    match.seat_act("Ann", TakebackAsked(to))
    for seat in ("Bob", "Cid"):
        match.seat_act(seat, TakebackGranted(to))


def test_a_takeback_needs_every_other_seat() -> None:
    match = some_way_in()
    before = state.canonical(match.state)
    match.seat_act("Ann", TakebackAsked(5))
    match.seat_act("Bob", TakebackGranted(5))
    assert state.canonical(match.state) == before
    match.seat_act("Cid", TakebackGranted(5))
    assert match.takeback is None
    line = match.lines[-1]
    assert isinstance(line, record.Undone)
    assert (line.seat, line.to, line.granted) == ("Ann", 5, ("Bob", "Cid"))


def test_the_game_goes_on_from_the_line_named_even_past_dice() -> None:
    match = some_way_in()
    opened = match.state.opened
    take_back(match, 5)
    again = some_way_in(6)
    assert match.state.opened == opened + 1
    match.state.opened = again.state.opened
    assert state.state_hash(match.state) == state.state_hash(again.state)
    told = [seen.text.key for seen in match.seen("Cid")]
    assert told[: len(again.seen("Cid"))] == [seen.text.key for seen in again.seen("Cid")]
    assert told[len(again.seen("Cid")) :] == [
        "core.event.ask-takeback",
        "core.event.grant-takeback",
        "core.event.grant-takeback",
        "core.event.undone",
    ]


def test_dice_that_were_seen_do_not_come_again() -> None:
    match, rng = new_match(), Random(1)
    while not any(getattr(line, "throws", ()) for line in match.lines):
        act_at_random(match, rng)
    first = match.lines[-1]
    assert isinstance(first, record.Acted)
    take_back(match, first.n - 1)
    answer(match, first.role, first.action)
    second = match.lines[-1]
    assert isinstance(second, record.Acted)
    stream = dice.KeyedStream(KEY)
    for thrown in (*first.throws, *second.throws):
        assert thrown.values == stream.dice(len(thrown.values)), "the stream goes on, it does not go back"


def test_one_refusal_is_enough_and_the_asker_may_think_better_of_it() -> None:
    for seat in ("Cid", "Ann", "umpire"):
        match = some_way_in()
        match.seat_act("Ann", TakebackAsked(5))
        match.seat_act("Bob", TakebackGranted(5))
        match.seat_act(seat, TakebackRefused())
        assert match.takeback is None
        with pytest.raises(errors.Illegal):
            match.seat_act("Cid", TakebackGranted(5))


def test_nobody_grants_more_than_was_asked_nor_to_himself() -> None:
    match = some_way_in()
    match.seat_act("Ann", TakebackAsked(9))
    match.seat_act("Ann", TakebackAsked(2))
    before = fingerprint(match)
    for seat, to in (("Bob", 9), ("Ann", 2)):
        with pytest.raises(errors.Illegal) as refusal:
            match.seat_act(seat, TakebackGranted(to))
        assert refusal.value.reason.key == "core.illegal.no-takeback-asked"
    assert fingerprint(match) == before


def test_a_request_lapses_when_the_game_goes_on() -> None:
    match = some_way_in()
    match.seat_act("Ann", TakebackAsked(5))
    act_at_random(match, Random(1))
    with pytest.raises(errors.Illegal):
        match.seat_act("Bob", TakebackGranted(5))


@pytest.mark.parametrize("line", [-1, 11, 12, 999])
def test_only_to_a_line_that_is_there(line: int) -> None:
    match = some_way_in(12)
    with pytest.raises(errors.Illegal) as refusal:
        match.seat_act("Ann", TakebackAsked(line))
    assert refusal.value.reason.key == "core.illegal.takeback-line"


def test_only_to_a_line_that_still_counts() -> None:
    """What was taken back once is no longer part of the game, and its log is gone."""
    match = some_way_in()
    take_back(match, 5)
    act_at_random(match, Random(1))
    for line in (6, 9, 11):
        with pytest.raises(errors.Illegal) as refusal:
            match.seat_act("Ann", TakebackAsked(line))
        assert refusal.value.reason.key == "core.illegal.takeback-line"
    match.seat_act("Ann", TakebackAsked(3))


def test_alone_at_the_table_nobody_has_to_be_asked() -> None:
    match, rng = new_match(seats=(Seat("Solo", ROLES),)), Random(2)
    while len(match.lines) < 10:
        act_at_random(match, rng)
    match.seat_act("Solo", TakebackAsked(4))
    assert isinstance(match.lines[-1], record.Undone)
    play_out(match, rng)
    match.end()
    assert replay.verify(match.data()).finished


def test_a_resignation_can_be_taken_back() -> None:
    match = some_way_in()
    match.seat_act("Ann", Resigned())
    assert match.over
    take_back(match, 11)
    assert not match.over
    assert "lanterns.event.resigns" not in [seen.text.key for seen in match.seen("Bob")]


def test_standing_instructions_are_not_taken_back() -> None:
    match = some_way_in()
    match.seat_act("Bob", Standing("blue", "pass"))
    take_back(match, 3)
    assert match.standing["blue"].mode == "pass"


@given(st.integers(0, 10**6))
@settings(max_examples=10, deadline=None)
def test_a_game_with_takebacks_replays_to_the_byte(seed: int) -> None:
    match, rng = new_match(), Random(seed)
    for _ in range(6):
        for _ in range(rng.randrange(1, 8)):
            if not match.over:
                act_at_random(match, rng)
        take_back(match, rng.choice(sorted(match.lines_that_count() - {match.next_line - 1})))
        if rng.random() < 0.3:
            match.snapshot()
    play_out(match, rng)
    match.end()
    assert replay.verify(match.data()).result == match.state.result


def test_many_takebacks_are_checked_in_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record with takebacks inside takebacks does not make its replay start over for each."""
    match = new_match()
    for _ in range(30):
        answer(match, "amber", Bid(0))
        take_back(match, 0)
    started = 0
    begin = replay._begin

    def counted(*args: object) -> object:
        nonlocal started
        started += 1
        return begin(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(replay, "_begin", counted)
    assert replay.verify(match.data()).states_checked
    assert started == 1


def test_the_state_after_each_line_is_the_line_s_own() -> None:
    match = some_way_in()
    take_back(match, 5)
    act_at_random(match, Random(1))
    states = replay.states_by_line(match.game, match.lines)
    assert [state.state_hash(states[line.n]) for line in match.lines] == [line.state for line in match.lines]


def test_a_turn_taken_back_is_asked_again() -> None:
    match = new_match()
    for role in ROLES:
        answer(match, role, Bid(0))
    answer(match, "amber", Rest())
    answer(match, "blue", Rest())
    take_back(match, 3)
    assert match.state.agenda[-1] == Turn("amber")
    answer(match, "amber", Rest())
