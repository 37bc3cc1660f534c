"""A general or courier who waits for what only the umpire can judge (03.01.5, R31, R35)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from feltherre.core.marks import rule
from feltherre.core.space import Decision
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.games.civilwar.judging import EventJudged, asked_of_umpire
from feltherre.games.civilwar.orders.language import StaffMove
from feltherre.games.civilwar.orders.triggers import UmpireSays
from feltherre.games.civilwar.riding import ask_umpire, set_off
from feltherre.games.civilwar.state import CivilWarState, staff_of
from feltherre.games.civilwar.steps import events, steps
from feltherre.games.civilwar.waiting_riders import line_of
from feltherre.ground.tabletop.schedule import Event


class JudgedRide(Step, frozen=True, tag="judged-ride"):
    """Has the event come about that a rider's line leaves to the umpire?"""

    staff: str


@steps.alive(JudgedRide)
def still_waits(state: CivilWarState, step: JudgedRide) -> bool:
    one = staff_of(state, step.staff)
    return one.on_table and not one.moved


@steps.asks(JudgedRide)
def has_come_about(state: CivilWarState, step: JudgedRide) -> Iterator[Decision[Any]]:
    line = line_of(state, staff_of(state, step.staff))
    when = line.order.when if line is not None and isinstance(line.order, StaffMove) else None
    if state.umpire and isinstance(when, UmpireSays):
        yield asked_of_umpire(state, "ride", "03.01.5", step.staff, when.text)


@steps.does(JudgedRide)
def nobody_judges(table: Table[CivilWarState], step: JudgedRide) -> None:
    """Nobody is there to say so: it does not come about."""


@steps.answer(JudgedRide)
@rule("03.01.5")
def judged(table: Table[CivilWarState], step: JudgedRide, role: str, action: EventJudged) -> None:
    """He rides at once, or the umpire is asked again an eighth later."""
    one = staff_of(table.state, step.staff)
    if action.met:
        set_off(table.state, one)
    else:
        ask_umpire(table.state, one)


@events.of("ask-ride")
def ask(table: Table[CivilWarState], event: Event) -> None:
    table.push(JudgedRide(str(event.data["staff"])))
