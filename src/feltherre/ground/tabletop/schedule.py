"""A time line: events in ticks, carried out instant by instant and, at one instant, step by step.

The whole is plain data, a part of a state: it can be written at any moment, even between two events of one instant,
and resumed elsewhere. Equal ticks are one instant. The game names its steps in their order (melee before fire before
movement); within a step events come in the order that each event says, then in the order in which they were entered.

    while (event := begin_next(line)) is not None:
        ...            # the event is `under_way` now: stop here, save, resume
        finish(line)
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Collection

from msgspec import Struct

from feltherre.core.errors import BadInput
from feltherre.ground.tabletop.reasons import Late

#: what an event carries for the game
Value = int | str | bool | None | list[int | str]


class Event(Struct, frozen=True):
    """Something that is due at a tick, in a step; `who` are the units that it concerns."""

    tick: int
    step: int
    #: lower comes first: the place of the side, then of the unit
    order: tuple[int, ...]
    #: given by the time line
    number: int
    kind: str
    who: tuple[str, ...] = ()
    data: dict[str, Value] = {}


class TimeLine(Struct):
    """Events that wait, those of the step under way, and the time. Change it only by the functions here."""

    steps: tuple[str, ...]
    #: nothing is due after this tick
    end: int
    now: int = 0
    #: the step of this instant that is under way or was last; -1 at the beginning of an instant
    step: int = -1
    numbers: int = 0
    waiting: list[Event] = []
    #: the rest of the step that has begun, in order; the first is under way if `busy`
    batch: list[Event] = []
    busy: bool = False


def why_late(line: TimeLine, tick: int, step: str) -> Late | None:
    """Why an event cannot be entered for this tick and step, None if it can.

    A step that has begun takes no more events: all of it is decided by what was known at its beginning.
    """
    if step not in line.steps:
        return Late.NO_STEP
    if tick < line.now:
        return Late.PAST_TICK
    if tick == line.now and line.steps.index(step) <= line.step:
        return Late.PAST_STEP
    return None


def enter(
    line: TimeLine,
    tick: int,
    step: str,
    kind: str,
    *,
    order: tuple[int, ...] = (),
    who: tuple[str, ...] = (),
    data: dict[str, Value] | None = None,
) -> Event | None:
    """Enter an event and give it; None if it is due only after the end. BadInput if it is too late for it."""
    late = why_late(line, tick, step)
    if late is not None:
        raise BadInput(f"{kind} cannot be entered for tick {tick}, step {step}: {late.value}")
    if tick > line.end:
        return None
    event = Event(tick, line.steps.index(step), order, line.numbers, kind, who, data or {})
    line.numbers += 1
    insort(line.waiting, event, key=_place)
    return event


def strike(line: TimeLine, which: Callable[[Event], bool], kinds: Collection[str] = ()) -> list[Event]:
    """Take out events that have not begun, also of the step under way, and give them; only of some kinds if these are
    named."""
    some = (*line.batch[int(line.busy) :], *line.waiting)
    if kinds:
        some = tuple([event for event in some if event.kind in kinds])
    struck = [event for event in some if which(event)]
    if struck:
        gone = {event.number for event in struck}
        line.batch = [event for event in line.batch if event.number not in gone]
        line.waiting = [event for event in line.waiting if event.number not in gone]
    return struck


def strike_unit(line: TimeLine, unit: str, kinds: tuple[str, ...] = ()) -> list[Event]:
    """Take out the events that concern a unit, all or those of some kinds."""
    return strike(line, lambda event: unit in event.who, kinds)


def under_way(line: TimeLine) -> Event | None:
    """The event that has begun and is not finished."""
    return line.batch[0] if line.busy else None


def begin_next(line: TimeLine) -> Event | None:
    """Begin the next event; None when all are done, and the time is then the end.

    If one is under way already (a time line that was saved in the middle of it), that one is given again.
    """
    if line.busy:
        return line.batch[0]
    if not line.batch and not begin_step(line):
        return None
    line.busy = True
    return line.batch[0]


def begin_step(line: TimeLine) -> list[Event]:
    """The events of the step under way, or if it is over, of the next that has any; empty when all are done.

    A game that builds all situations of a step before it applies one looks here first.
    """
    if line.batch:
        return list(line.batch)
    if not line.waiting:
        line.now, line.step = line.end, len(line.steps)
        return []
    first = line.waiting[0]
    line.now, line.step = first.tick, first.step
    count = sum(1 for event in line.waiting if event.tick == first.tick and event.step == first.step)
    line.batch, line.waiting = line.waiting[:count], line.waiting[count:]
    return list(line.batch)


def finish(line: TimeLine) -> Event:
    """The event under way is over."""
    if not line.busy:
        raise BadInput("no event is under way")
    line.busy = False
    return line.batch.pop(0)


def _place(event: Event) -> tuple[int, int, tuple[int, ...], int]:
    return event.tick, event.step, event.order, event.number
