"""Order sheets: who writes one, with which signs, what a courier has brought (03.01.2, 03.01.3, 03.03.2, R27, R137)."""

from random import Random

import pytest

from civilwar_orders import bull_run
from civilwar_sheets import begin, out_of_command, play
from civilwar_table import field_of, foot, order, with_unit
from feltherre.core import dice, engine
from feltherre.core.table import Table
from feltherre.core.text import Text
from feltherre.games.civilwar import edits, sheets
from feltherre.games.civilwar.display import look
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders import legs, lexicon, places, reading, writing
from feltherre.games.civilwar.orders.language import GunFire, Move, OrderLine, OrderSheet, Prefs, Stand
from feltherre.games.civilwar.redeal import redeal
from feltherre.games.civilwar.scene import scene
from feltherre.games.civilwar.state import AWAITED, LOST, ON_TABLE, CivilWarState, Staff, move_staff, unit_of

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
    assert sheets.SheetSpace(state, "union").begun() is None
    played = play(state)
    assert unit_of(state, "a").y == 2000
    assert "civilwar.order.brought" not in played.told


@pytest.mark.proves("03.03.2")
def test_R137_nobody_does_what_a_courier_still_carries() -> None:
    state = with_courier(beside="")
    assert sheets.SheetSpace(state, "union").begun() is None
    play(state)
    assert unit_of(state, "a").y == 2000


@pytest.mark.proves("03.01.2")
def test_R137_the_sheet_begins_with_it_and_it_is_offered_first() -> None:
    state = with_courier()
    space = sheets.SheetSpace(state, "union")
    assert space.begun() == sheets.SealOrders(OrderSheet({"a": BROUGHT}))
    assert space.options(())[0] == "GO N 8"
    assert space.parts(sheets.SealOrders(OrderSheet()))[0] == writing.write_line(BROUGHT)
    # a line for somebody else leaves it there, one for the unit takes its place
    other = space.add_line(None, "chief-0: X")
    assert other.sheet.units == {"a": BROUGHT}
    assert space.add_line(other, "a: X").sheet.units["a"].order == Stand()


@pytest.mark.proves("03.03.2")
def test_R137_board_and_look_tell_it_to_its_own_side_alone() -> None:
    state = with_courier()
    for roles, reads in ((["union"], True), (["confederate"], False)):
        board = [key for words in scene(state, roles).told.values() for key in told(words)]
        assert ("civilwar.display.brought" in board and writing.write_line(BROUGHT) in board) is reads
    assert "civilwar.display.brought" in [key for line in look(state, ["union"], "a") for key in told(line.text)]
    under_way = with_courier(beside="")
    assert "civilwar.display.bound-with-order" in [
        key for line in look(under_way, ["union"], "rider") for key in told(line.text)
    ]


def test_R137_who_deals_for_the_other_side_does_not_know_what_a_courier_brings() -> None:
    state = with_courier()
    carries = {role: redeal(state, [role], Random(1)).staff[-1].carries for role in ("union", "confederate")}
    assert carries == {"union": BROUGHT, "confederate": None}


# the signs of the sheet: arrows from one's own base line, and short signs for fire


@pytest.mark.proves("03.01.3")
@pytest.mark.parametrize(
    ("own_edge", "arrow", "degrees"),
    [("south", "↑", 0), ("north", "↑", 180), ("north", "→", 270), ("west", "↑", 90), ("east", "↗", 315)],
)
def test_an_arrow_is_drawn_with_the_sheet_along_the_players_own_base_line(
    own_edge: places.Edge, arrow: str, degrees: int
) -> None:
    order = reading.read_order(arrow, lexicon.OpenLexicon(own_edge=own_edge)).order
    assert order == Move((legs.Go(degrees * 10),))


@pytest.mark.parametrize(("sign", "ammunition"), [("sg", "shell"), ("sf", "shot"), ("sk", "canister")])
def test_fire_has_short_signs(sign: str, ammunition: str) -> None:
    order = reading.read_order(sign, bull_run(), "pendleton").order
    assert isinstance(order, GunFire)
    assert order.ammunition == ammunition


# who writes one: everybody who plays, also who has nobody left; else all others would learn from the waiting that
# nobody is left, which they have not seen (03.02.2)


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
        sheets.SealOrders(OrderSheet()),
        (),
    )
    played = play(state, union={"a": "GO FWD 6"})
    assert (state.turn, unit_of(state, "a").y, asked(state)) == (2, 2600, ["union", "confederate"])
    assert "civilwar.event.turn" in played.told


@pytest.mark.proves("01.06.1")
def test_the_umpire_acts_while_sheets_are_written() -> None:
    state = without_enemies()
    state.umpire = True
    table: Table[CivilWarState] = Table(GAME, state, dice.KeyedStream(bytes(32)), line=1)
    before = list(state.agenda)
    GAME.edit(table, edits.SetOrder("a", "U"))
    engine.go_on(table, before)
    assert (asked(state), state.turn, unit_of(state, "a").order) == (["union", "confederate"], 1, "U")
