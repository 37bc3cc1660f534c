"""The turn under way, carried out event by event (04.01.4, R32).

The queue is part of the state. `RunTurn` begins the next event, brings every moving unit to where it is at that tick,
and hands the event to the module that knows its kind; what that module pushes on the agenda (a throw, a question to a
player, the umpire's gate) is done before the event is finished and the next one begins. So a turn can be stopped at any
question, saved, and resumed elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from feltherre.core.agenda import StepRules
from feltherre.core.marks import rule
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.games.civilwar.field import scenario_of
from feltherre.games.civilwar.objects import look_at_objects
from feltherre.games.civilwar.riding import ride_along
from feltherre.games.civilwar.sightings import in_view
from feltherre.games.civilwar.state import CivilWarState
from feltherre.games.civilwar.watch import go_to
from feltherre.ground.tabletop.measure import TURN
from feltherre.ground.tabletop.schedule import Event, begin_next, finish

#: kind of event -> what carries it out
Handlers = Mapping[str, Callable[[Table[CivilWarState], Event], None]]


#: where everybody stood when they were brought to a tick last: if it is still so, at that tick, nobody has to move
_LAST: Final[list[tuple[Any, ...]]] = []


class RunTurn(Step, frozen=True, tag="run-turn"):
    """The next event of the turn."""


class AllLook(Step, frozen=True, tag="all-look"):
    """Stands before a question, also before one that comes up only when something else has been ruled."""


class FinishEvent(Step, frozen=True, tag="finish-event"):
    """Everything that the event under way brought about is done."""


class RunTurnRules(StepRules[CivilWarState, RunTurn]):
    def __init__(
        self, handlers: Handlers, after: Callable[[Table[CivilWarState]], None], questions: Collection[type[Step]]
    ) -> None:
        self.handlers = handlers
        self.questions = frozenset(questions)
        #: what follows when no event is left
        self.after = after

    @rule("04.01.4")
    def proceed(self, table: Table[CivilWarState], step: RunTurn) -> None:
        """Movement, fire, shock and forced actions in the order of time (04.01.4)."""
        state = table.state
        event = begin_next(state.line)
        advance(state, state.line.now)
        if event is None:
            self.after(table)
            return
        table.push(FinishEvent(), RunTurn())
        self.handlers[event.kind](table, event)
        if self._asks(table):
            table.push(AllLook())

    def _asks(self, table: Table[CivilWarState]) -> bool:
        """If a question stands on the agenda."""
        return any(type(step) in self.questions for step in table.state.agenda)


class AllLookRules(StepRules[CivilWarState, AllLook]):
    def proceed(self, table: Table[CivilWarState], step: AllLook) -> None:
        """While somebody is asked everybody sees what has come about so far."""
        found = look_at_objects(table.state)
        if not table.quiet:
            table.reveal(*in_view(table.state), *map(str, found))


class FinishEventRules(StepRules[CivilWarState, FinishEvent]):
    def proceed(self, table: Table[CivilWarState], step: FinishEvent) -> None:
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


def rules(
    handlers: Handlers, after: Callable[[Table[CivilWarState]], None], questions: Collection[type[Step]] = ()
) -> dict[type[Step], Any]:
    return {RunTurn: RunTurnRules(handlers, after, questions), AllLook: AllLookRules(), FinishEvent: FinishEventRules()}
