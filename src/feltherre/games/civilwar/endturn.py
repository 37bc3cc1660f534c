"""The end of a turn (04.01.5, 04.01.6): surrender, rally and reorganising, new generals, resupply, in this order.

Each throw is a step of its own, so that an umpire sees it before it takes effect.
"""

from __future__ import annotations

from feltherre.core.marks import rule
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.games.civilwar import rallying, resupplying, succession
from feltherre.games.civilwar.field import is_pinned
from feltherre.games.civilwar.state import CivilWarState, change
from feltherre.games.civilwar.steps import steps


class EndThrows(Step, frozen=True, tag="end-throws"):
    """The throws of the end of the turn, when those who surrender have done so (04.01.5)."""


@steps.does(EndThrows)
@rule("04.01.5", "08.05.3")
def end_throws(table: Table[CivilWarState], step: EndThrows) -> None:
    """Who throws is known only now: a general who surrendered with his unit is to be replaced too (08.05.3)."""
    succession.fill_high_command(table)
    table.push(*steps_of(table.state))


def steps_of(state: CivilWarState) -> list[Step]:
    """The throws of the end of the turn, in order (04.01.5): rallying, clocks, generals, resupply."""
    return [
        *rallying.rallies(state),
        rallying.Reorganising(),
        *succession.vacancies(state),
        *resupplying.resupplies(state),
    ]


@rule("04.02.7", "08.02.1")
def age_pins(state: CivilWarState) -> None:
    """A pin that has run out is over: the unit is in plain LU (R42). Called when a new turn has begun."""
    for unit in state.units:
        if unit.pinned and not is_pinned(state, unit):
            change(state, unit.id, pinned=0)
