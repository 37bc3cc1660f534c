"""The time line: order of events, and that it can be written and resumed anywhere."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltherre.core.errors import BadInput
from feltherre.ground.tabletop.reasons import Late
from feltherre.ground.tabletop.schedule import (
    Event,
    TimeLine,
    begin_next,
    begin_step,
    enter,
    finish,
    strike,
    strike_unit,
    under_way,
    why_late,
)

STEPS = ("melee", "fire", "shock", "move")
entries = st.lists(
    st.tuples(st.integers(0, 20), st.sampled_from(STEPS), st.integers(0, 3), st.sampled_from("abc")), max_size=25
)


def new() -> TimeLine:
    return TimeLine(steps=STEPS, end=4096)


def run(line: TimeLine, *, saved_every_time: bool = False) -> list[Event]:
    """Carry all out; each fire has a shock as its consequence, and each shock a move two ticks later."""
    done: list[Event] = []
    while (event := begin_next(line)) is not None:
        if saved_every_time:
            line = msgspec.json.decode(msgspec.json.encode(line), type=TimeLine)
            assert under_way(line) == event
            assert begin_next(line) == event
        if event.kind == "fire":
            enter(line, line.now, "shock", "shock", order=event.order, who=event.who)
        if event.kind == "shock":
            enter(line, line.now + 2, "move", "move", order=event.order, who=event.who)
        done.append(event)
        assert finish(line) == event
        if saved_every_time:
            line = msgspec.json.decode(msgspec.json.encode(line), type=TimeLine)
    assert (line.now, begin_step(line), under_way(line)) == (line.end, [], None)
    return done


def fill(rows: list[tuple[int, str, int, str]]) -> TimeLine:
    line = new()
    for tick, step, order, who in rows:
        enter(line, tick, step, step, order=(order,), who=(who,))
    return line


@given(entries)
def test_events_come_by_tick_step_and_order(rows: list[tuple[int, str, int, str]]) -> None:
    done = run(fill(rows))
    keys = [(event.tick, event.step, event.order, event.number) for event in done]
    assert keys == sorted(keys)
    fires = sum(step == "fire" for _, step, _, _ in rows)
    shocks = fires + sum(step == "shock" for _, step, _, _ in rows)
    assert len(done) == len(rows) + fires + shocks


@given(entries)
def test_a_time_line_saved_and_resumed_at_every_event_ends_the_same(rows: list[tuple[int, str, int, str]]) -> None:
    assert run(fill(rows), saved_every_time=True) == run(fill(rows))


@given(st.permutations([(5, "fire", 0, "a"), (5, "fire", 1, "b"), (5, "melee", 2, "c"), (3, "move", 0, "a")]))
def test_what_is_listed_first_does_not_matter(rows: list[tuple[int, str, int, str]]) -> None:
    told = [(event.tick, event.kind, event.who) for event in run(fill(rows))]
    assert told[:4] == [(3, "move", ("a",)), (5, "melee", ("c",)), (5, "fire", ("a",)), (5, "fire", ("b",))]


def test_a_step_is_one_batch_and_consequences_come_later() -> None:
    line = fill([(5, "fire", 1, "b"), (5, "fire", 0, "a"), (5, "move", 0, "a")])
    assert [event.who for event in begin_step(line)] == [("a",), ("b",)]
    assert begin_step(line) == line.batch
    assert why_late(line, 5, "fire") is Late.PAST_STEP
    assert why_late(line, 5, "melee") is Late.PAST_STEP
    assert why_late(line, 4, "move") is Late.PAST_TICK
    assert why_late(line, 6, "melee") is None
    assert why_late(line, 5, "shock") is None
    assert why_late(line, 9, "tea") is Late.NO_STEP
    with pytest.raises(BadInput, match="past-step"):
        enter(line, 5, "fire", "volley")


def test_what_is_due_after_the_end_does_not_come() -> None:
    line = new()
    assert enter(line, 4097, "move", "march") is None
    event = enter(line, 4096, "move", "march", data={"leg": 2, "why": ["a", "b"]})
    assert event is not None
    assert run(line) == [event]
    with pytest.raises(BadInput, match="past-tick"):
        enter(line, 4095, "move", "march")


def test_events_are_struck_out() -> None:
    line = fill([(5, "fire", 0, "a"), (5, "fire", 1, "b"), (7, "move", 0, "a"), (8, "move", 0, "b")])
    begun = begin_next(line)
    assert begun is not None
    assert begun.who == ("a",)
    # what has begun stays, the rest of its batch and what waits may go
    assert [event.tick for event in strike_unit(line, "a")] == [7]
    assert under_way(line) == begun
    assert [event.tick for event in strike_unit(line, "b", kinds=("fire",))] == [5]
    finish(line)
    assert strike(line, lambda event: event.tick > 7, ("fire",)) == []
    assert [event.tick for event in strike(line, lambda event: event.tick > 7)] == [8]
    assert begin_next(line) is None
    with pytest.raises(BadInput, match="no event"):
        finish(line)
