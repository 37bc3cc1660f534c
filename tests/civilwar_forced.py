"""A turn of the Civil War with nothing in it but forced actions and reactions: what follows from a unit's falling into
another order, run to its end with dice of one's own.

    ran = run(state, lambda table: becomes(table, "a", "FU", cause="b", by="fire"), dice=[(3, 4)])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from feltherre.core import engine, space
from feltherre.core.event import Event as Told
from feltherre.core.steps import Rules
from feltherre.core.table import Table
from feltherre.games.civilwar import field, motion, orderstate, timeline
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.state import CivilWarState, Doing, Unit, doing_of, unit_of
from feltherre.games.civilwar.steps import events
from feltherre.ground.tabletop import measure, schedule

Act = Callable[[Table[CivilWarState]], None]


class Dice:
    """Throws that are made in this order; nothing else is thrown."""

    def __init__(self, throws: Sequence[tuple[int, ...]]) -> None:
        self.throws = list(throws)
        self.made = 0

    def dice(self, n: int) -> tuple[int, ...]:
        thrown = self.throws.pop(0)
        self.made += 1
        assert len(thrown) == n
        return thrown

    def positions(self, k: int, size: int) -> tuple[int, ...]:
        raise AssertionError("nothing is drawn")

    def mix(self, contribution: str) -> None:
        raise AssertionError("nobody contributes")


def _stop(table: Table[CivilWarState], event: schedule.Event) -> None:
    """Nobody attacks here: who comes to charge distance stops."""
    motion.halt(table.state, event.who[0], "stopped")


def game_with(handlers: Mapping[str, Any]) -> Any:
    """The game, but for what carries out the events of a turn, and nothing follows when none is left."""
    running = Rules()
    running.proceed = lambda table, step: timeline.next_event(table, handlers)
    all_steps = {**GAME.all_steps, timeline.RunTurn: running}
    return SimpleNamespace(id="civilwar", moment=GAME.moment, all_steps=all_steps)


class Ran:
    """A turn that is run: where everything is, and what was told and asked."""

    def __init__(self, state: CivilWarState, dice: Sequence[tuple[int, ...]]) -> None:
        self.state = state
        self.dice = Dice(dice)
        self.game = game_with({**events, "act": self._act, "charge": _stop})
        self.acts: list[Act] = []
        self.told: list[str] = []
        self.events: list[Told] = []
        self.asked: Sequence[space.Decision[Any]] = ()

    def _act(self, table: Table[CivilWarState], event: schedule.Event) -> None:
        self.acts[int(str(event.data["number"]))](table)

    def table(self) -> Table[CivilWarState]:
        return Table(self.game, self.state, self.dice, line=1)

    def go(self, table: Table[CivilWarState]) -> Ran:
        self.asked = engine.settle(table)
        return self._heard(table)

    def answer(self, action: Any) -> Ran:
        """Give the answer to the open question, as its role."""
        table = self.table()
        (decision,) = self.asked
        decision.space.check(action)
        self.asked = engine.carry_out(table, self.asked, decision.role, action)
        return self._heard(table)

    def _heard(self, table: Table[CivilWarState]) -> Ran:
        self.told += [event.text.key for event in table.events]
        self.events += table.events
        return self

    def at(self, name: str) -> tuple[float, float]:
        """The middle of a unit's front in cm."""
        unit = self.unit(name)
        return unit.x / measure.CM, unit.y / measure.CM

    def middle(self, name: str) -> tuple[float, float]:
        x, y = field.body(self.state, self.unit(name)).centre
        return x / measure.CM, y / measure.CM

    def unit(self, name: str) -> Unit:
        return unit_of(self.state, name)

    def doing(self, name: str) -> Doing:
        return doing_of(self.state, name)


def run(state: CivilWarState, *acts: Act, dice: Sequence[tuple[int, ...]] = (), at: int = 0, step: str = "fire") -> Ran:
    """Do something in a step of an instant, and run the turn to its end or to the first question."""
    ran = Ran(state, dice)
    for number, act in enumerate(acts):
        ran.acts.append(act)
        schedule.enter(state.line, at, step, "act", order=(number,), data={"number": number})
    table = ran.table()
    table.push(timeline.RunTurn())
    return ran.go(table)


def falls(unit: str, order: str, cause: str = "enemy", by: str = "fire", **more: Any) -> Act:
    """Let a unit fall into another order."""
    return lambda table: orderstate.becomes(table, unit, order, cause=cause, by=by, **more)


def hit(unit: str, *, close: bool = False) -> Act:
    """Let a unit lose men to the enemy's fire."""
    return lambda table: orderstate.hit(table, unit, cause="enemy", close=close)
