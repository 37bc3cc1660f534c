"""The turn under way, carried out event by event (04.01.4, R32).

The queue is part of the state. `RunTurn` begins the next event, brings every moving unit to where it is at that tick,
and hands the event to the module that knows its kind; what that module pushes on the agenda (a throw, a question to a
player, the umpire's gate) is done before the event is finished and the next one begins. So a turn can be stopped at any
question, saved, and resumed elsewhere.
"""

from __future__ import annotations

from typing import Any, Final

from feltherre.core.marks import rule
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.games.civilwar.field import scenario_of
from feltherre.games.civilwar.objects import look_at_objects
from feltherre.games.civilwar.riding import ride_along
from feltherre.games.civilwar.sightings import in_view
from feltherre.games.civilwar.state import CivilWarState
from feltherre.games.civilwar.steps import EndOfMoves, Events, events, steps
from feltherre.games.civilwar.watch import go_to
from feltherre.ground.tabletop.measure import TURN
from feltherre.ground.tabletop.schedule import begin_next, finish

#: where everybody stood when they were brought to a tick last: if it is still so, at that tick, nobody has to move
_LAST: Final[list[tuple[Any, ...]]] = []


class RunTurn(Step, frozen=True, tag="run-turn"):
    """The next event of the turn."""


class AllLook(Step, frozen=True, tag="all-look"):
    """Stands before a question, also before one that comes up only when something else has been ruled."""


class FinishEvent(Step, frozen=True, tag="finish-event"):
    """Everything that the event under way brought about is done."""


@steps.does(RunTurn)
@rule("04.01.4")
def run_turn(table: Table[CivilWarState], step: RunTurn) -> None:
    """Movement, fire, shock and forced actions in the order of time (04.01.4), until no event is left."""
    if not next_event(table, events):
        table.push(EndOfMoves())


def next_event(table: Table[CivilWarState], handlers: Events) -> bool:
    """Carry out the next event of the turn by these functions; False if there is none left."""
    state = table.state
    event = begin_next(state.line)
    advance(state, state.line.now)
    if event is None:
        return False
    table.push(FinishEvent(), RunTurn())
    handlers[event.kind](table, event)
    if any(_is_question(step) for step in state.agenda):
        table.push(AllLook())
    return True


def _is_question(step: Step) -> bool:
    """If a step asks a player something in the middle of the turn; the dice of a throw are typed by anybody."""
    rules = steps.get(type(step))
    return rules is not None and rules.asks and rules.throwing is None


@steps.does(AllLook)
def all_look(table: Table[CivilWarState], step: AllLook) -> None:
    """While somebody is asked everybody sees what has come about so far."""
    found = look_at_objects(table.state)
    if not table.quiet:
        table.reveal(*in_view(table.state), *map(str, found))


@steps.does(FinishEvent)
def finish_event(table: Table[CivilWarState], step: FinishEvent) -> None:
    done = finish(table.state.line)
    table.state.situations.pop(str(done.number), None)


def advance(state: CivilWarState, tick: int) -> None:
    """Bring every moving unit to where its way leads it at a tick, and those who ride with it (03.01.5)."""
    tick = min(tick, TURN)
    if _LAST and _LAST[0] == (tick, scenario_of(state), state.tracks, state.units, state.staff):
        return
    go_to(state, tick)
    ride_along(state)
    _LAST[:] = [(tick, scenario_of(state), state.tracks[:], state.units[:], state.staff[:])]
