"""Whole turns on a small battlefield: sheets are sealed as players seal them, and the turn runs to the next sheets.

    state = begin(field_of(...))
    played = play(state, (6, 6), union={"a": Move((Go(),))})

Dice fall as they are given, then always 3 and 4; questions in the middle of the turn are answered by the last answer
that is offered, unless `answer` says otherwise.
"""

from collections.abc import Callable, Mapping
from typing import Any

from civilwar_table import chiefs, field_of, order_of
from feltherre.core import engine, space
from feltherre.core.table import Table
from feltherre.games.civilwar import sheets, steps
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.language import Order, OrderLine, OrderSheet
from feltherre.games.civilwar.state import ROLES, CivilWarState

Lines = Mapping[str, Order | OrderLine | str]


class Dice:
    """Throws that are made in this order, then threes and fours."""

    def __init__(self, throws: tuple[tuple[int, ...], ...]) -> None:
        self.throws = list(throws)

    def dice(self, n: int) -> tuple[int, ...]:
        thrown = self.throws.pop(0) if self.throws else (3, 4)[:n]
        assert len(thrown) == n
        return thrown

    def positions(self, k: int, size: int) -> tuple[int, ...]:
        raise AssertionError("nothing is drawn")

    def mix(self, contribution: str) -> None:
        raise AssertionError("nobody contributes")


def begin(state: CivilWarState) -> CivilWarState:
    """Both sides are to write their sheets for the turn of the state."""
    state.turn -= 1
    table: Table[CivilWarState] = Table(GAME, state, Dice(()), line=1)
    table.push(steps.NewTurn())
    engine.settle(table)
    return state


class Played:
    """What was told and asked in a turn."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.asked: list[space.Decision[Any]] = []


def play(
    state: CivilWarState,
    *throws: tuple[int, ...],
    answer: Callable[[space.Decision[Any]], Any] | None = None,
    union: Lines | OrderSheet | None = None,
    confederate: Lines | OrderSheet | None = None,
) -> Played:
    """One turn by these sheets; whoever has no line stands still."""
    dice, played = Dice(throws), Played()
    for role, lines in zip(ROLES, (union, confederate), strict=True):
        decision = next(one for one in engine.open_decisions(GAME, state) if one.role == role)
        table: Table[CivilWarState] = Table(GAME, state, dice, line=state.opened)
        engine.apply(GAME, table, role, decision.id, sheets.SealOrders(_sheet(lines)))
        played.told += [event.text.key for event in table.events]
    while (open_ := engine.open_decisions(GAME, state)) and not isinstance(state.agenda[-1], steps.WriteOrders):
        played.asked.append(open_[0])
        action = open_[0].space.last() if answer is None else answer(open_[0])
        table = Table(GAME, state, dice, line=state.opened)
        engine.carry_out(table, open_, open_[0].role, action)
        played.told += [event.text.key for event in table.events]
    return played


def _sheet(lines: Lines | OrderSheet | None) -> OrderSheet:
    if isinstance(lines, OrderSheet):
        return lines
    given = {unit: order_of(line) for unit, line in (lines or {}).items()}
    return OrderSheet({unit: line if isinstance(line, OrderLine) else OrderLine(line) for unit, line in given.items()})


def out_of_command(*placed: Any) -> CivilWarState:
    """Nobody of the Union has his general near him."""
    return begin(field_of(*placed, staff=chiefs((155, 5), (50, 60))))
