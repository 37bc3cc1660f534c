"""What a courier has brought is the line of the unit on the next sheet (03.03.2, R27, R137)."""

from __future__ import annotations

from random import Random

import pytest

from civilwar_sheets import out_of_command, play
from civilwar_table import foot, order
from feltherre.core.display import DisplayPlace
from feltherre.core.text import Text
from feltherre.games.civilwar.display import display, look
from feltherre.games.civilwar.orders.language import OrderLine, OrderSheet, Prefs, Stand
from feltherre.games.civilwar.orders.writing import write_line
from feltherre.games.civilwar.redeal import redeal
from feltherre.games.civilwar.sheets import SealOrders, SheetSpace
from feltherre.games.civilwar.state import CivilWarState, Staff, unit_of

BROUGHT = OrderLine(order("GO N 8"), Prefs(surprised="yes"))


def with_courier(line: OrderLine = BROUGHT, beside: str = "a") -> CivilWarState:
    """A regiment far from its general to which a courier has come with an order, or is on his way."""
    state = out_of_command(foot("a", 0, 50, 20), foot("b", 1, 50, 90))
    unit = unit_of(state, "a")
    at = {"x": unit.x, "y": unit.y} if beside else {"x": 1000, "y": 1000}
    state.staff.append(Staff("rider", 0, "courier", "chief-0", beside=beside, bound_for="a", carries=line, **at))
    return state


def told(text: Text) -> list[str]:
    """The keys and plain words of a text and of all texts in it."""
    found = [text.key]
    for value in text.args.values():
        for one in value if isinstance(value, list | tuple) else [value]:
            found += told(one) if isinstance(one, Text) else [str(one)]
    return found


@pytest.mark.proves("03.03.2", "03.01.2")
def test_R137_what_a_courier_has_brought_is_done_though_nobody_writes_it_again() -> None:
    state = with_courier()
    played = play(state)
    assert (unit_of(state, "a").x, unit_of(state, "a").y) == (5000, 2800)
    assert "civilwar.order.brought" in played.told
    last = unit_of(state, "a").last
    assert last == BROUGHT, "with its standing instructions"


@pytest.mark.proves("03.03.2")
def test_R137_another_line_for_the_unit_takes_its_place() -> None:
    state = with_courier()
    played = play(state, union={"a": "X"})
    assert unit_of(state, "a").y == 2000
    assert "civilwar.order.brought" not in played.told


@pytest.mark.proves("03.03.2", "03.03.3")
def test_R137_an_order_that_the_rules_forbid_by_now_is_no_line_of_the_sheet() -> None:
    """There is no such wagon any more."""
    state = with_courier(OrderLine(order("SUPPLY wagon")))
    assert SheetSpace(state, "union").begun() is None
    played = play(state)
    assert unit_of(state, "a").y == 2000
    assert "civilwar.order.brought" not in played.told


@pytest.mark.proves("03.03.2")
def test_R137_nobody_does_what_a_courier_still_carries() -> None:
    state = with_courier(beside="")
    assert SheetSpace(state, "union").begun() is None
    play(state)
    assert unit_of(state, "a").y == 2000


@pytest.mark.proves("03.01.2")
def test_R137_the_sheet_begins_with_it_and_it_is_offered_first() -> None:
    state = with_courier()
    space = SheetSpace(state, "union")
    assert space.begun() == SealOrders(OrderSheet({"a": BROUGHT}))
    assert space.options(())[0] == "GO N 8"
    assert space.parts(SealOrders(OrderSheet()))[0] == write_line(BROUGHT)
    # a line for somebody else leaves it there, one for the unit takes its place
    other = space.add_line(None, "chief-0: X")
    assert other.sheet.units == {"a": BROUGHT}
    assert space.add_line(other, "a: X").sheet.units["a"].order == Stand()


@pytest.mark.proves("03.03.2")
def test_R137_board_and_look_tell_it_to_its_own_side_alone() -> None:
    state = with_courier()
    for roles, reads in ((["union"], True), (["confederate"], False)):
        board = [words for place in display(state, roles).places for words in _notes(place)]
        assert ("civilwar.display.brought" in board and write_line(BROUGHT) in board) is reads
    assert "civilwar.display.brought" in [key for line in look(state, ["union"], "a") for key in told(line.text)]
    under_way = with_courier(beside="")
    assert "civilwar.display.bound-order" in [
        key for line in look(under_way, ["union"], "rider") for key in told(line.text)
    ]


def test_R137_who_deals_for_the_other_side_does_not_know_what_a_courier_brings() -> None:
    state = with_courier()
    carries = {role: redeal(state, [role], Random(1)).staff[-1].carries for role in ("union", "confederate")}
    assert carries == {"union": BROUGHT, "confederate": None}


def _notes(place: DisplayPlace) -> list[str]:
    return [key for piece in place.pieces if piece.note is not None for key in told(piece.note)]
