"""Whole turns as players seal them, and steps of the end of a turn alone, with dice that fall as they are told."""

from typing import Any

from feltherre.core import engine
from feltherre.core.dice import KeyedStream
from feltherre.core.game import Seat, Setup
from feltherre.core.table import Table
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.language import EMPTY_SHEET, OrderLine, OrderSheet
from feltherre.games.civilwar.sheets import SealOrders
from feltherre.games.civilwar.state import CivilWarState
from feltherre.games.civilwar.steps import WriteOrders

SETUP = Setup((Seat("A", ("union",)), Seat("B", ("confederate",))), scenario="hokes-run")
WOOD = {"id": "wood", "type": "wood", "poly": [[20, 30], [40, 30], [40, 36], [20, 36]]}


class Dice:
    """Dice that fall as they are told; whoever throws more than there are finds that out."""

    def __init__(self, *values: int) -> None:
        self.values = list(values)

    def dice(self, n: int) -> tuple[int, ...]:
        taken, self.values = tuple(self.values[:n]), self.values[n:]
        assert len(taken) == n, "more dice were thrown than expected"
        return taken

    def positions(self, k: int, size: int) -> tuple[int, ...]:
        raise AssertionError("nothing is drawn here")

    def mix(self, contribution: str) -> None:
        raise AssertionError("nobody mixes")


def begun(setup: Setup = SETUP) -> Table[CivilWarState]:
    return engine.begin(GAME, setup, KeyedStream(bytes(32)))


def seal(table: Table[CivilWarState], **sheets: OrderSheet) -> Table[CivilWarState]:
    """Both sides seal their sheets; those not given are empty. Questions of the turn are answered by passing."""
    state = table.state
    for role in ("union", "confederate"):
        after = Table(GAME, state, table.stream, line=state.opened)
        decision = next(one for one in engine.open_decisions(GAME, state) if one.role == role)
        engine.apply(GAME, after, role, decision.id, SealOrders(sheets.get(role, EMPTY_SHEET)))
    while (open_ := engine.open_decisions(GAME, state)) and not isinstance(state.agenda[-1], WriteOrders):
        engine.carry_out(after, open_, open_[0].role, open_[0].space.last())
    return after


def told(table: Table[CivilWarState]) -> list[str]:
    return [event.text.key for event in table.events]


def orders(**lines: Any) -> OrderSheet:
    return OrderSheet({unit: OrderLine(order) for unit, order in lines.items()})


def carried(state: CivilWarState, *steps: Any, dice: tuple[int, ...] = ()) -> Table[CivilWarState]:
    """Carry steps out, and nothing that would follow them."""
    table: Table[CivilWarState] = Table(GAME, state, Dice(*dice), line=1)
    for step in steps:
        table.push(step)
        while state.agenda:
            one = state.agenda.pop()
            rules = GAME.all_steps[type(one)]
            if rules.alive(state, one):
                rules.proceed(table, one)
    return table
