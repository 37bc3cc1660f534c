"""Who writes an order sheet (03.01.2): every side that has anybody left, on the table or still to come."""

from __future__ import annotations

import pytest

from civilwar_sheets import begin
from civilwar_table import field_of, inf, with_unit
from feltherre.core import engine
from feltherre.core.dice import KeyedStream
from feltherre.core.table import Table
from feltherre.games.civilwar import edits
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.language import Move, OrderLine, OrderSheet
from feltherre.games.civilwar.orders.legs import Go
from feltherre.games.civilwar.sheets import SealOrders
from feltherre.games.civilwar.state import AWAITED, LOST, ON_TABLE, CivilWarState, move_staff, unit_of


def asked(state: CivilWarState) -> list[str]:
    return [decision.role for decision in engine.open_decisions(GAME, state)]


def without_enemies(general: str = LOST, unit: str = LOST) -> CivilWarState:
    """A turn whose enemy unit and general are gone, or where it is said."""
    state = field_of(inf("a", 0, at=(20, 20)), inf("b", 1, at=(50, 100), face=180))
    with_unit(state, "b", where=unit)
    move_staff(state, "chief-1", where=general, vacant=0 if general == ON_TABLE else 1)
    return begin(state)


@pytest.mark.proves("03.01.2")
def test_a_side_with_nobody_left_writes_no_orders() -> None:
    state = without_enemies()
    assert asked(state) == ["union"]
    (decision,) = engine.open_decisions(GAME, state)
    table: Table[CivilWarState] = Table(GAME, state, KeyedStream(bytes(32)), line=1)
    sheet = OrderSheet({"a": OrderLine(Move((Go(length=600),)))})
    engine.apply(GAME, table, "union", decision.id, SealOrders(sheet))
    assert (state.turn, unit_of(state, "a").y, asked(state)) == (2, 2600, ["union"])
    assert "civilwar.event.turn" in [event.text.key for event in table.events]


@pytest.mark.proves("03.01.2")
@pytest.mark.parametrize(("general", "unit"), [(ON_TABLE, LOST), (LOST, ON_TABLE), (LOST, AWAITED)])
def test_a_side_with_a_general_or_troops_on_the_table_or_to_come_writes_orders(general: str, unit: str) -> None:
    assert asked(without_enemies(general, unit)) == ["union", "confederate"]


@pytest.mark.proves("03.01.2")
def test_where_nobody_is_left_who_could_write_the_turns_go_by_themselves() -> None:
    state = without_enemies()
    with_unit(state, "a", where=LOST)
    move_staff(state, "chief-0", where=LOST, vacant=1)
    table: Table[CivilWarState] = Table(GAME, state, KeyedStream(bytes(32)), line=1)
    engine.settle(table)
    assert (asked(state), state.phase) == ([], "over")


@pytest.mark.proves("01.06.1")
def test_the_umpire_acts_while_one_side_alone_writes() -> None:
    state = without_enemies()
    state.umpire = True
    table: Table[CivilWarState] = Table(GAME, state, KeyedStream(bytes(32)), line=1)
    before = list(state.agenda)
    GAME.edit(table, edits.SetOrder("a", "U"))
    engine.go_on(table, before)
    assert (asked(state), state.turn, unit_of(state, "a").order) == (["union"], 1, "U")
