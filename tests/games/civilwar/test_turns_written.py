"""A sheet that is written line by line, as at the keyboard: each line is checked as it is written."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from civilwar_players import orders_due
from civilwar_table import cannon, chief, foot, unit
from civilwar_turns import Battle, battle_at
from feltherre.cli.main import app
from feltherre.core.catalogue import render
from feltherre.core.errors import BadInput, Illegal
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.language import Message
from feltherre.games.civilwar.sheets import SealOrders, SheetSpace
from feltherre.games.civilwar.state import ROLES, change
from refusals import refusal_of


@pytest.fixture
def battle() -> Battle:
    return battle_at("hokes-run", 1, 1)


def written(space: SheetSpace, *lines: str) -> str:
    draft: SealOrders | None = None
    for line in lines:
        draft = space.add_line(draft, line)
    assert draft is not None
    space.check(draft)
    return GAME.notation.write(draft)


def test_lines_make_a_sheet_and_a_later_line_takes_the_place_of_an_earlier(battle: Battle) -> None:
    space = SheetSpace(battle.state, "confederate")
    sheet = written(space, "va5: GO N", "gun: S CANISTER", "jackson: WITH va5", "va5: X")
    assert sheet == "orders gun: S CANISTER | va5: X | STAFF jackson: WITH va5"


def test_names_may_be_written_as_people_say_them(battle: Battle) -> None:
    assert written(SheetSpace(battle.state, "confederate"), "5th-virginia: X") == "orders va5: X"


def test_a_line_that_cannot_stand_is_refused_with_its_reason(battle: Battle) -> None:
    space = SheetSpace(battle.state, "confederate")
    assert "FLY" in render(refusal_of(BadInput, lambda: space.add_line(None, "va5: FLY")).reason)
    with pytest.raises(BadInput):
        space.add_line(None, "wi1: GO N")
    assert refusal_of(Illegal, lambda: space.add_line(None, "va5: MOUNT")).reason.key.startswith("civilwar.")


def why_not(space: SheetSpace, line: str) -> str:
    """The key of what forbids a line."""
    return refusal_of(Illegal, lambda: space.add_line(None, line)).reason.key


def test_lines_that_can_come_to_nothing_are_refused_as_they_are_written(battle: Battle) -> None:
    space = SheetSpace(battle.state, "union")
    assert why_not(space, "perkins: L") == "civilwar.no.form-limbered"
    assert why_not(space, "wi1: 3 OF ENTER pike") == "civilwar.no.enter-building"
    assert why_not(space, "wi1: S WHEN OWN wi1 STARTS") == "civilwar.no.own-wait"


def test_an_attack_is_supported_by_two_companies_of_the_brigade(battle: Battle) -> None:
    """Guns have no companies (R91)."""
    space = SheetSpace(battle.state, "union")
    assert why_not(space, "wi1: A va5 SUPPORT perkins") == "civilwar.no.support-companies"
    assert space.add_line(None, "wi1: A va5 SUPPORT pa11")
    chiefs = [chief("chief-0", 0, at=(50, 30)), chief("other", 0, at=(70, 30)), chief("chief-1", 1, at=(50, 70))]
    placed = foot("a", 0, 50, 40), foot("c", 0, 70, 40, under="other"), foot("b", 1, 50, 60)
    space = SheetSpace(orders_due(*placed, staff=chiefs), "union")
    assert why_not(space, "a: A b SUPPORT c") == "civilwar.no.support-brigade"


def test_nobody_sends_a_message_to_himself(battle: Battle) -> None:
    with pytest.raises(BadInput) as unread:
        SheetSpace(battle.state, "union").add_line(None, 'MESSAGE abercrombie > abercrombie: "Come."')
    assert unread.value.reason.key == "civilwar.sheet.to-himself"
    with pytest.raises(ValueError, match="himself"):
        Message("lee", "lee", "Come.")


@pytest.mark.parametrize("line", ['va5: S WHEN UMPIRE "smoke"', 'jackson: TO va5 WHEN UMPIRE "smoke"'])
def test_only_where_there_is_an_umpire_is_anything_left_to_his_judgement(battle: Battle, line: str) -> None:
    state = battle.state.clone()
    space = SheetSpace(state, "confederate")
    assert refusal_of(Illegal, lambda: space.add_line(None, line)).reason.key == "civilwar.illegal.no-umpire"
    state.umpire = True
    assert space.add_line(None, line)


def test_the_example_can_be_written_and_every_sign_is_explained(battle: Battle) -> None:
    for role in ROLES:
        space = SheetSpace(battle.state, role)
        assert written(space, space.example_line())
        assert all(render(sign).endswith(".") for sign in space.signs())


def test_a_turn_is_played_in_the_terminal_line_by_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    typed = ["done", "va5: GO S 6", "jackson: WITH va5", "done", "quit"]
    options = ["--scenario", "hokes-run", "--as", "confederate", "--against", "random", "--seed", "5"]
    ran = CliRunner().invoke(app, ["play", "civilwar", *options], input="\n".join(typed) + "\n")
    assert ran.exit_code == 0, ran.output
    said = " ".join(ran.output.split())
    assert "Nothing has been written yet." in said
    assert "orders va5: GO S 6 | STAFF jackson: WITH va5" in said
    assert "has marched 6 cm" in said
    assert "Turn 2 of 12" in said


WAGON = {"arm": "wagon", "formation": "wagon", "figures": 0, "companies": 0, "weapon": None}


def test_a_wagon_that_is_taken_from_is_offered_no_march() -> None:
    """Lines are offered one by one, but who takes ammunition needs a wagon that stays (09.03.1)."""
    state = orders_due(foot("a", 0, 50, 40), unit("w", 0, at=(50, 37), **WAGON), foot("b", 1, 120, 100))
    change(state, "a", out_of_ammunition=True)
    space = SheetSpace(state, "union")
    assert [one.id for one in space.units] == ["a", "w"]
    taking = next(line for line in space.options(()) if line.startswith("SUPPLY"))
    assert len(space.options(("X",))) > 1
    for line in space.options((taking,)):
        space.check(space.build((taking, line)))
    assert len(space.options((taking,))) == 1


def test_a_third_unit_is_not_offered_a_wagon_from_which_two_take_ammunition() -> None:
    """A wagon serves two units a turn (09.03.1, R95): those above on the sheet have taken its turn."""
    takers = foot("a", 0, 50, 40), foot("c", 0, 50, 25.99, face=180), cannon("g", 0, 47.79, 32, face=270)
    placed = *takers, unit("w", 0, at=(50, 37), **WAGON)
    state = orders_due(*placed, foot("b", 1, 120, 100))
    for taker in ("a", "c"):
        change(state, taker, out_of_ammunition=True)
    space = SheetSpace(state, "union")
    assert [one.id for one in space.units] == ["a", "c", "g", "w"]
    for partial in ((), ("X",), ("SUPPLY w",), ("X", "SUPPLY w"), ("SUPPLY w", "X")):
        assert "SUPPLY w" in space.options(partial)
    both = ("SUPPLY w", "SUPPLY w")
    assert "SUPPLY w" not in space.options(both)
    assert "X" in space.options(both)
    for line in space.options(both):
        space.check(space.build((*both, line, "X")))
    assert space.why_not(both, "SUPPLY w").reason.key == "civilwar.no.wagon-busy"


def test_a_wagon_that_marches_is_offered_to_nobody_below_it_on_the_sheet() -> None:
    state = orders_due(unit("w", 0, at=(50, 37), **WAGON), foot("a", 0, 50, 40), foot("b", 1, 120, 100))
    change(state, "a", out_of_ammunition=True)
    space = SheetSpace(state, "union")
    assert "SUPPLY w" in space.options(("X",))
    marches = [line for line in space.options(()) if line.startswith("GO")]
    assert marches
    assert all("SUPPLY w" not in space.options((line,)) for line in marches)
    assert space.why_not((marches[0],), "SUPPLY w").reason.key == "civilwar.no.wagon-moves"
