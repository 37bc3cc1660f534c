"""The order sheet as a page shows it: who has a row, what stands there, who can be written to."""

from civilwar_players import orders_due
from civilwar_table import cannon, chief, chiefs, foot, inf
from feltherre.core.catalogue import render
from feltherre.core.sheet import Row
from feltherre.core.state import Sealed
from feltherre.games.civilwar.orders.language import EMPTY_SHEET, Move, OrderLine, OrderSheet
from feltherre.games.civilwar.orders.legs import Go
from feltherre.games.civilwar.sheets import SealOrders, SheetSpace
from feltherre.games.civilwar.state import CivilWarState, Staff, change
from feltherre.ground.tabletop.measure import CM


def field(*more: Staff) -> CivilWarState:
    state = orders_due(
        foot("a", 0, 50, 20),
        foot("c", 0, 80, 20),
        foot("b", 1, 50, 60),
        staff=[chief("chief-0", 0, at=(50, 12)), chief("second", 0, at=(80, 12)), chief("chief-1", 1, at=(50, 70))],
    )
    state.staff = [*state.staff, *more]
    return state


def courier(x: int, y: int) -> Staff:
    return Staff("chief-0-1", 0, "courier", "chief-0", x=x * CM, y=y * CM)


def rows_of(state: CivilWarState, role: str = "union") -> dict[str, Row]:
    return {row.id: row for row in SheetSpace(state, role).rows()}


def test_everybody_whom_the_role_commands_has_a_row_and_nobody_else() -> None:
    rows = rows_of(field(courier(52, 12)))
    assert list(rows) == ["a", "c", "chief-0", "second", "chief-0-1"]
    assert [row.head for row in rows.values()] == ["a", "c", "STAFF chief-0", "STAFF second", "STAFF chief-0-1"]
    assert list(rows_of(field(), "confederate")) == ["b", "chief-1"]


def test_who_is_in_rout_has_a_row_in_which_nothing_is_written() -> None:
    """Nobody commands him (04.02.2): the row says so."""
    state = field()
    change(state, "a", order="FU")
    row = rows_of(state)["a"]
    assert not row.writable
    assert row.limits is not None
    assert (row.limits.text.key, row.limits.rule) == ("civilwar.ruling.order.in-rout", "04.02.2")
    change(state, "a", order="OR", pinned=state.turn)
    row = rows_of(state)["a"]
    assert row.writable
    assert row.limits is not None
    assert row.limits.rule == "04.02.7"
    assert rows_of(state)["c"].limits is None


def test_who_has_a_melee_before_him_is_told_with_whom() -> None:
    """An order to march would come to nothing (R129); but nobody reads of an enemy whom his general does not know."""
    fighting = (inf("a", 0, at=(50, 46), face=0, figures=24), inf("b", 1, at=(50, 46), face=180, figures=24))
    state = orders_due(*fighting, staff=chiefs((50, 40), (50, 70)))
    told = [render(fact) for fact in rows_of(state)["a"].facts]
    assert "in a melee with b" in told
    assert "in a melee with a" in [render(fact) for fact in rows_of(state, "confederate")["b"].facts]
    state.sightings = []
    assert not any("melee" in render(fact) for fact in rows_of(state)["a"].facts)


def test_guns_are_offered_their_targets_and_no_distance() -> None:
    """The guess is left to whoever writes (06.02.2): one offer for each target and kind of ammunition."""
    state = orders_due(cannon("g", 0, 50, 20), foot("b", 1, 50, 60), foot("c", 1, 80, 60))
    offers = [offer for offer in SheetSpace(state, "union").offers("g") if "GUESS" in offer.line]
    assert [offer.line for offer in offers] == [
        *("g: S SHELL AT b GUESS", "g: S SHELL AT c GUESS", "g: S SHOT AT b GUESS", "g: S SHOT AT c GUESS")
    ]
    assert all(offer.open for offer in offers)
    assert render(offers[0].words) == "Fire shell at b at once. The guess is yours to write."
    assert not any(offer.open for offer in SheetSpace(state, "union").offers("g") if "GUESS" not in offer.line)


def test_a_row_holds_last_turns_order_and_what_is_sealed() -> None:
    state = field()
    march = OrderLine(Move((Go(),)))
    change(state, "a", last=march)
    assert (rows_of(state)["a"].last, rows_of(state)["a"].line) == ("a: GO FWD", "")
    space = SheetSpace(state, "union")
    written = space.add_line(space.add_line(None, "c: GO FWD 7"), 'MESSAGE chief-0 > second: "Hold."')
    state.sealed = [Sealed("union", written)]
    assert rows_of(state)["c"].line == "c: GO FWD 7"
    assert SheetSpace(state, "union").others() == ['MESSAGE chief-0 > second: "Hold."']
    # the other side is not shown it
    other = SheetSpace(state, "confederate")
    assert all(row.line == "" for row in other.rows())
    assert other.others() == []


def test_letters_go_to_generals_and_by_couriers_who_are_with_their_general() -> None:
    letters = {one.id: one for one in SheetSpace(field(courier(52, 12)), "union").letters()}
    assert set(letters) == {"message", "order", "words"}
    assert [one.id for one in letters["message"].writers] == ["chief-0", "second"]
    # an order goes to units of his own general (03.03.2)
    assert [one.id for one in letters["order"].receivers] == ["a", "c"]
    assert [one.id for one in letters["order"].writers] == ["chief-0-1"]
    far = {one.id for one in SheetSpace(field(courier(150, 110)), "union").letters()}
    assert far == {"message"}


def test_the_lines_of_a_letter_can_be_read() -> None:
    space = SheetSpace(field(courier(52, 12)), "union")
    for letter in space.letters():
        to = letter.receivers[-1].id if letter.id != "message" else "second"
        line = letter.form.format(**{"from": letter.writers[0].id, "to": to, "text": '"Hold."', "line": "GO N"})
        assert space.add_line(None, line)


def test_what_a_drag_on_the_board_writes_can_be_read() -> None:
    space = SheetSpace(field(), "union")
    names = {"bearing": "NE", "place": "a", "enemy": "b", "friend": "a"}
    for row in space.rows():
        for what, form in row.drawn.items():
            assert space.add_line(None, f"{row.head}: {form.format(to=names[what])}")


def test_every_answer_of_a_switch_can_be_written_and_read() -> None:
    space = SheetSpace(field(), "union")
    for row in space.rows():
        for switch in row.switches:
            for value in switch.values:
                written = space.add_line(None, f"{row.head}: X {value.sign}")
                lines = {**written.sheet.units, **written.sheet.staff}
                line = lines[row.id]
                found = getattr(line, "evade", "") or getattr(getattr(line, "prefs", None), switch.name.lower())
                assert found == value.value


def test_a_line_must_be_allowed_beside_all_the_others() -> None:
    """The same line twice for a unit: the later one counts, and both are told."""
    space = SheetSpace(field(), "union")
    action, read = space.read_lines(["a: X", "a: GO N", "# a note"])
    assert action is not None
    assert action.sheet == OrderSheet({"a": OrderLine(Move((Go(0),)))})
    assert [bool(line.words) for line in read] == [True, True, False]
    empty, read = space.read_lines([])
    assert (empty, read) == (SealOrders(EMPTY_SHEET), [])
    refused, read = space.read_lines(["a: X", "a: A nobody"])
    assert refused is None
    assert read[1].reason is not None


def test_a_line_is_one_line() -> None:
    space = SheetSpace(field(), "union")
    action, (read,) = space.read_lines(["a: X\nc: GO N"])
    assert action is None
    assert (read.reason is None, read.words) == (False, None)
