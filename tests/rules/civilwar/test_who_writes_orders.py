"""Who writes an order sheet (03.01.2): everybody who plays, also who has nobody left. Else all others would learn from
the waiting that nobody is left, which they have not seen (03.02.2)."""

from __future__ import annotations

import pytest

from civilwar_sheets import begin, play
from civilwar_table import field_of, foot, with_unit
from feltherre.core import engine
from feltherre.core.dice import KeyedStream
from feltherre.core.table import Table
from feltherre.games.civilwar import edits
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.language import OrderSheet
from feltherre.games.civilwar.sheets import SealOrders
from feltherre.games.civilwar.state import AWAITED, LOST, ON_TABLE, CivilWarState, move_staff, unit_of


def asked(state: CivilWarState) -> list[str]:
    return [decision.role for decision in engine.open_decisions(GAME, state)]


def without_enemies(general: str = LOST, unit: str = LOST) -> CivilWarState:
    """A turn whose enemy unit and general are gone, or where it is said."""
    state = field_of(foot("a", 0, 20, 20), foot("b", 1, 50, 100))
    with_unit(state, "b", where=unit)
    move_staff(state, "chief-1", where=general, vacant=0 if general == ON_TABLE else 1)
    return begin(state)


@pytest.mark.proves("03.01.2", "03.02.2")
@pytest.mark.parametrize(("general", "unit"), [(LOST, LOST), (ON_TABLE, LOST), (LOST, ON_TABLE), (LOST, AWAITED)])
def test_nobody_learns_from_the_waiting_whether_the_other_side_has_anybody_left(general: str, unit: str) -> None:
    state = without_enemies(general, unit)
    assert asked(state) == ["union", "confederate"]
    assert len({decision.waiting.key for decision in engine.open_decisions(GAME, state)}) == 1


@pytest.mark.proves("03.01.2")
def test_the_sheet_of_a_side_with_nobody_left_is_empty_and_the_turn_runs() -> None:
    state = without_enemies()
    space = engine.open_decisions(GAME, state)[1].space
    assert (list(space.options(())), space.build(()), space.parts(space.build(()))) == (
        [],
        SealOrders(OrderSheet()),
        (),
    )
    played = play(state, union={"a": "GO FWD 6"})
    assert (state.turn, unit_of(state, "a").y, asked(state)) == (2, 2600, ["union", "confederate"])
    assert "civilwar.event.turn" in played.told


@pytest.mark.proves("01.06.1")
def test_the_umpire_acts_while_sheets_are_written() -> None:
    state = without_enemies()
    state.umpire = True
    table: Table[CivilWarState] = Table(GAME, state, KeyedStream(bytes(32)), line=1)
    before = list(state.agenda)
    GAME.edit(table, edits.SetOrder("a", "U"))
    engine.go_on(table, before)
    assert (asked(state), state.turn, unit_of(state, "a").order) == (["union", "confederate"], 1, "U")
