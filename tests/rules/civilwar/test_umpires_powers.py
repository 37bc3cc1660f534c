"""What the umpire may do (01.06), also with orders (03.02.1) and works (10.01.2)."""

from typing import Any

import pytest
from msgspec.structs import replace

from civilwar_course import begun, orders, seal
from civilwar_table import table_for
from feltherre.core import catalogue, errors
from feltherre.core.state import canonical
from feltherre.core.table import Table
from feltherre.games.civilwar import edits, field, turn
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders import language, legs
from feltherre.games.civilwar.state import CivilWarState, unit_of


def edited(state: CivilWarState, edit: Any) -> Table[CivilWarState]:
    table = table_for(state, GAME, bytes(32))
    GAME.edit(table, edit)
    return table


@pytest.mark.proves("01.06.1")
def test_the_umpire_changes_what_is_on_the_table_and_nothing_impossible() -> None:
    state = begun().state
    edited(state, edits.SetOrder("wi1", "LU", pinned=True))
    assert field.is_pinned(state, unit_of(state, "wi1"))
    edited(state, edits.SetLosses("wi1", 20, 7))
    assert (unit_of(state, "wi1").figures, unit_of(state, "wi1").lost, unit_of(state, "wi1").men) == (20, 10, 7)
    edited(state, edits.PlaceUnit("wi1", 80, 65, 180))
    assert unit_of(state, "wi1").y == 6500
    edited(state, edits.SetAmmunition("perkins", shell=1))
    before = state.clone()
    for wrong in (
        edits.PlaceUnit("wi1", 66, 41.5, 180),  # on the house
        edits.SetLosses("wi1", 31),
        edits.SetOrder("wi1", "U", pinned=True),
        edits.SetFormation("wi1", "unlimbered"),
        edits.SetOrder("nobody", "OR"),
    ):
        with pytest.raises(errors.Illegal):
            edited(state, wrong)
    assert GAME.invariants(state) == []
    assert state.units == before.units
    with pytest.raises(errors.Illegal, match="line, attack_column"):
        edited(state, edits.SetFormation("wi1", "column"))


@pytest.mark.proves("01.06.2")
def test_the_umpire_may_lower_a_grade_for_the_rest_of_the_battle() -> None:
    """R98: of the unit and of companies that it has sent out; a copy of the state keeps its own."""
    state = begun().state
    before = state.clone()
    edited(state, edits.SetGrade("perkins", "0"))
    battery = unit_of(state, "perkins")
    assert (field.grade(before, battery), field.grade(state, battery)) == (2, 0)
    assert field.grade(state, replace(battery, id="perkins-1")) == 0
    told = [catalogue.render(line.text) for line in GAME.look(state, ("union",), "perkins")]
    assert "Morale grade +0" in told
    assert field.grade(GAME.read_state(canonical(state)), battery) == 0


@pytest.mark.proves("01.06.2")
def test_the_umpire_may_halt_a_players_units_for_a_turn() -> None:
    table = begun()
    before = unit_of(table.state, "pa11")
    edited(table.state, edits.HaltUnits("union"))
    seal(table, union=orders(pa11=language.Move((legs.Go(),))))
    assert unit_of(table.state, "pa11").y == before.y
    assert table.state.halted == []


@pytest.mark.proves("03.02.1", "fw-3")
def test_the_umpire_refuses_an_order_against_the_instruction() -> None:
    table = begun()
    edited(table.state, edits.RefuseOrder("pa11"))
    assert turn.line_of(table.state, unit_of(table.state, "pa11")) == language.OrderLine(language.Stand())
    before = unit_of(table.state, "pa11").y
    seal(table, union=orders(pa11=language.Move((legs.Go(),)), wi1=language.Move((legs.Go(length=300),))))
    assert unit_of(table.state, "pa11").y == before
    assert unit_of(table.state, "wi1").y == 6200 - 300


@pytest.mark.proves("10.01.2")
def test_other_works_are_agreed_with_the_umpire() -> None:
    state = begun().state
    edited(state, edits.PlaceWork("rifle pit", (10, 10), (15, 10), 1, 2))
    assert (field.ground(state).feature("work-1").obstacle, field.ground(state).feature("work-1").cover) == (1, 2)
    with pytest.raises(errors.Illegal):
        edited(state, edits.PlaceWork("rifle pit", (10, 10), (10, 10), 1, 2))
    edited(state, edits.PlaceWork("light_field_work", (10, 20), (15, 20), 1, 1))
    for half in ("light", "Light field", "fence", "light-field-work"):
        with pytest.raises(errors.Illegal) as refusal:
            edited(state, edits.PlaceWork(half, (10, 30), (15, 30), 1, 1))
        assert refusal.value.reason.key == "civilwar.illegal.edit-work-kind"
