"""Turns of the Civil War with attacks in them: orders for some units, dice of one's own, run to the end of all moves or
to the first question.

    fight = fight_of(state, {"a": attack("b", pace="charge")}, dice=[(6, 6)])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from civilwar_forced import Act, Ran, game_with
from civilwar_table import Placed, foot, order_of
from feltherre.core.chance import Ruling
from feltherre.core.table import Table
from feltherre.games.civilwar import fire, melee, motion, timeline
from feltherre.games.civilwar.orders.language import Attack, Move, Order, OrderLine, Prefs, Stand
from feltherre.games.civilwar.orders.legs import Go
from feltherre.games.civilwar.state import CivilWarState, note
from feltherre.games.civilwar.steps import events
from feltherre.ground.tabletop.schedule import enter

#: nobody is asked anything that can be settled beforehand
SILENT = Prefs(surprised="no", fallback="no", shelter="no", pursue="yes", first="yes")


def attack(target: str, **values: Any) -> OrderLine:
    return OrderLine(Attack(target, **values), SILENT)


def advance(**values: Any) -> OrderLine:
    """Straight on, whatever is there."""
    return OrderLine(Move((Go(**values),)), SILENT)


def duel(gap: float = 6, y: float = 40, **values: Any) -> tuple[Placed, Placed]:
    """A regiment of each side, front to front."""
    return foot("a", 0, 50, y, **values), foot("b", 1, 50, y + gap)


class Fight(Ran):
    """A turn with attacks."""

    def __init__(self, state: CivilWarState, dice: Sequence[tuple[int, ...]]) -> None:
        super().__init__(state, dice)
        self.game = game_with({**events, "act": self._act})
        self.rulings: list[Ruling] = []

    def _heard(self, table: Table[CivilWarState]) -> Fight:
        super()._heard(table)
        self.rulings += [event.ruling for event in table.events if event.ruling is not None]
        return self

    def ruling(self, procedure: str) -> Ruling:
        """The last ruling of a procedure."""
        return [ruling for ruling in self.rulings if ruling.procedure == procedure][-1]

    def made(self, procedure: str) -> bool:
        return self.count(procedure) > 0

    def count(self, procedure: str) -> int:
        """How often a procedure has ruled."""
        return [ruling.procedure for ruling in self.rulings].count(procedure)

    def modifiers(self) -> list[int]:
        """What each shock throw was modified by."""
        return [ruling.outputs["modifier"] for ruling in self.rulings if ruling.procedure == "shock"]


def fight_of(
    state: CivilWarState,
    orders: Mapping[str, OrderLine | Order | str],
    dice: Sequence[tuple[int, ...]] = (),
    act: tuple[int, str, Act] | None = None,
) -> Fight:
    """Give these orders, all others standing still, and run the turn; `act` is done at a tick in a step."""
    for unit in state.units:
        given = order_of(orders.get(unit.id, Stand()))
        line = given if isinstance(given, OrderLine) else OrderLine(given, SILENT)
        order = line.order
        note(state, unit.id, line=line)
        if isinstance(order, Attack):
            note(state, unit.id, attacks=order.target, charging=order.pace == "charge")
    melee.plan_melees(state)
    for unit in list(state.units):
        if unit.id in orders and unit.on_table:
            motion.set_out(state, unit.id)
    for unit in list(state.units):
        motion.watch(state, unit.id)
    fire.plan_fire(state)
    fight = Fight(state, dice)
    if act is not None:
        fight.acts.append(act[2])
        enter(state.line, act[0], act[1], "act", data={"number": 0})
    table = fight.table()
    table.push(timeline.RunTurn())
    fight.go(table)
    return fight


def modifier(fight: Fight) -> int:
    """What the shock throw was modified by in all."""
    return int(fight.ruling("shock").outputs["modifier"])
