"""The sand table: marches are walked through on the field as the side knows it before they are ordered.

Nobody fires or attacks there and the enemy stands. What it shows is who gets in whose way, who finds no room, and where
everybody stands in the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from feltherre.core import engine
from feltherre.core.dice import KeyedStream
from feltherre.core.space import ListSpace
from feltherre.core.table import Table
from feltherre.games.civilwar.commanders import side_of
from feltherre.games.civilwar.fire_questions import FireSurprised
from feltherre.games.civilwar.orders.language import EMPTY_SHEET, Move, Order, OrderLine, OrderSheet
from feltherre.games.civilwar.players.knowledge import Knowledge
from feltherre.games.civilwar.players.questions import answer
from feltherre.games.civilwar.players.sheet import PREFS
from feltherre.games.civilwar.sheets import SealOrders
from feltherre.games.civilwar.state import CivilWarState
from feltherre.games.civilwar.surrender import Surrender
from feltherre.players.player import Position

#: what little is thrown there, in melees that are under way, falls the same in every walk
DICE: Final = b"the captain's sand table"


class SandTable:
    """The field as one side knows it, on which it tries its marches."""

    def __init__(self, known: Knowledge) -> None:
        self.known = known

    def walk(self, orders: Mapping[str, Order]) -> CivilWarState:
        """Where everybody stands when these marches are done; a unit with another order stands still."""
        marches = {name: OrderLine(order, PREFS) for name, order in orders.items() if isinstance(order, Move)}
        state = self.known.state.clone()
        state.sealed.clear()
        # the dice of the sand table nobody throws, and no umpire looks at it
        state.dice, state.umpire, state.gate_held = "live", False, False
        table = Table(self.known.game, state, KeyedStream(DICE), 0, quiet=True)
        decisions = engine.open_decisions(self.known.game, state)
        for decision in decisions:
            own = side_of(decision.role) == self.known.side
            sheet = SealOrders(OrderSheet(marches) if own else EMPTY_SHEET)
            asked = engine.carry_out(table, decisions, decision.role, sheet, (Surrender,))
        while asked:
            role = asked[len(state.sealed)].role if len(asked) > 1 else asked[0].role
            decision = next(one for one in asked if one.role == role)
            position = Position(self.known.game, state, (role,), decision, self.known.view, self.known.rng)
            asked = engine.carry_out(table, asked, role, _peaceful(position), (Surrender,))
        return state


def _peaceful(position: Position) -> Any:
    """An answer without a shot: the targets are not known before."""
    space = position.decision.space
    offers = space.actions if isinstance(space, ListSpace) else ()
    held = [one for one in offers if isinstance(one, FireSurprised) and not one.fire]
    return held[0] if held else answer(position).action
