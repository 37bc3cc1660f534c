"""Examples in refusals and in the help name what is on the table, and can be typed as they stand."""

import re
from functools import cache

import pytest

from feltherre.core.catalogue import languages, reading_in, render
from feltherre.core.errors import BadInput
from feltherre.core.game import Seat, Setup
from feltherre.core.match import Match
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.examples import COURIER, ENEMIES, GENERALS, OBJECTS, OWN, Examples
from feltherre.games.civilwar.orders.sheets import read_sheet
from feltherre.games.civilwar.sheets import SheetSpace
from feltherre.games.civilwar.state import ROLES
from refusals import refusal_of

#: signs of the help that stand in a line as they are; those for guns, cavalry and wagons are for other units
TYPED = (
    *("X", "GO NW", "GO FWD 8", "GO N FOR 1/2", "TO {house}", "ALONG {road} TO {house}", "BACK 4", "WHEEL RIGHT 45"),
    *("FACE LEFT", "MK, GO N", "A {enemy}", "A {enemy} SM", "S AT {enemy}", "S WHEN WITHIN 8", "S WHEN BEFORE SHOCK"),
    *("S WHEN AT 1/2", "S WHEN SEEN", "S WHEN FIRES", "S WHEN CROSS {wood}/NE + E 20", "S WHEN AFTER SHOCK"),
    *("S WHEN OWN {friend} STARTS", "WORK LIGHT", "S ; SURPRISED YES ; FALLBACK NO ; PURSUE ASK"),
)


@cache
def space(scenario: str, role: str) -> SheetSpace:
    match = Match(GAME, Setup(tuple(Seat(one, (one,)) for one in ROLES), scenario=scenario), key=bytes(32))
    found = next(one.space for one in match.decisions() if one.role == role)
    assert isinstance(found, SheetSpace)
    return found


def refused(sheet: SheetSpace, line: str) -> str:
    return render(refusal_of(BadInput, lambda: sheet.add_line(None, line)).reason)


def test_a_refusal_gives_an_example_with_names_of_this_table() -> None:
    sheet = space("hokes-run", "union")
    assert "“wi1: GO NW”" in refused(sheet, "zz: X")
    assert "“A gun VIA GO NW SM”" in refused(sheet, "wi1: A")
    assert "“S SHELL AT gun GUESS 52”" in refused(sheet, "perkins: S SHELL AT")
    assert "“ALONG pike TO porterfield-house”" in refused(sheet, "wi1: ALONG")
    assert "“CROSS west-wood/NE +N 12”" in refused(sheet, "wi1: S WHEN CROSS")
    assert "“WITH wi1”" in refused(sheet, "abercrombie: WITH")


def test_names_that_come_near_are_given_as_they_can_be_typed() -> None:
    sheet = space("hokes-run", "union")
    assert "wi1 (1st Wisconsin)" in refused(sheet, "wi2: GO S")
    assert "porterfield-house and porterfield-barn" in refused(sheet, "wi1: TO porterfeld-house")
    assert "porterfield-house and porterfield-barn" in refused(sheet, "wi1: TO porterfield")
    assert "wi1 (1st Wisconsin)" in refused(sheet, "pa11: TO wi2"), "a place may be a unit too"


def test_names_may_be_written_with_spaces() -> None:
    sheet = space("hokes-run", "union")
    for line, short in (
        ("wi1: TO porterfield house +S 4 SM, L", "wi1: TO porterfield-house +S 4 SM, L"),
        ("1st Wisconsin: A 5th Virginia SUPPORT 11th Pennsylvania THEN HOLD", "wi1: A va5 SUPPORT pa11 THEN HOLD"),
        ("Col. Abercrombie: WITH 1st wisconsin", "abercrombie: WITH wi1"),
    ):
        assert read_sheet(line, sheet.lexicon) == read_sheet(short, sheet.lexicon)


@pytest.mark.parametrize("line", ["GO S {}", "GO FWD {}", "BACK {}", "T, SIDE LEFT {}", "A va5 VIA GO S {}"])
@pytest.mark.parametrize("length", ["abc", "-5", "9999999999999999999", "0", "1001", "1.005"])
def test_where_a_length_is_wanted_a_refusal_says_so_and_how_long(line: str, length: str) -> None:
    said = refused(space("hokes-run", "union"), f"wi1: {line.format(length)}")
    assert f"“{length}” cannot stand here: write a length in centimetres, from 0.01 to 1000" in said


def test_the_example_of_a_message_is_one_to_another() -> None:
    sheet = space("hokes-run", "union")
    assert "“MESSAGE abercrombie > abercrombie-1:" in refused(sheet, "MESSAGE abercrombie")
    assert "“MESSAGE tyler > kimball:" in refused(space("kernstown", "union"), "MESSAGE tyler")


def test_how_a_sheet_is_typed_names_nobody_of_another_battle() -> None:
    said = render(refusal_of(BadInput, lambda: GAME.notation.read("orders")).reason)
    assert "orders UNIT: GO N 8" in said
    assert not [name for name in (*OWN, *ENEMIES) if name in " ".join((said, *GAME.notation.usage()))]


def test_the_other_side_is_given_its_own_names() -> None:
    assert "“va5: GO NW”" in refused(space("hokes-run", "confederate"), "zz: X")


def test_words_between_quotation_marks_stay() -> None:
    here = Examples(units=["oh7"], enemies=[], generals=["tyler", "kimball"], features=[])
    assert here.suited('MESSAGE jackson > bee: "Hold the pines."') == 'MESSAGE tyler > kimball: "Hold the pines."'
    assert here.suited("A ricketts SUPPORT va2") == "A ricketts SUPPORT oh7", "no enemy is known"
    assert here.suited("jackson-1: RIDE va49") == "tyler-1: RIDE oh7"
    stock = {*OWN, *ENEMIES, *GENERALS, COURIER, *OBJECTS}
    assert set(here.names) <= stock


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_what_the_help_says_can_be_typed(scenario: str, lang: str) -> None:
    sheet = space(scenario, "union")
    with reading_in(lang):
        page = " ".join(render(sign) for sign in sheet.signs())
    words = {key: value for sign in sheet.signs() for key, value in sign.args.items()}
    assert not re.search(r"[{}]", page)
    for sign in TYPED:
        typed = sign.format(**words)
        piece = typed.removeprefix("S WHEN ")
        assert piece in page, f"{piece} is not in the help in {lang}"


@pytest.mark.parametrize("scenario", ["hokes-run", "kernstown"])
def test_signs_of_the_help_are_read(scenario: str) -> None:
    sheet = space(scenario, "union")
    words = {key: value for sign in sheet.signs() for key, value in sign.args.items()}
    for sign in TYPED:
        read = GAME.notation.read(f"orders {words['unit']}: {sign.format(**words)}")
        assert read.sheet.units
    for line in ("{general}: WITH {unit}", "{general}: X", "{courier}: RIDE {unit} ORDER [GO N]"):
        sheet.add_line(None, line.format(**words))


def test_who_is_the_only_general_is_not_told_of_messages() -> None:
    assert "MESSAGE" not in " ".join(render(sign) for sign in space("hokes-run", "union").signs())
    assert "MESSAGE tyler > kimball" in " ".join(render(sign) for sign in space("kernstown", "union").signs())


@pytest.mark.parametrize("role", ROLES)
def test_the_help_of_the_tutorial_offers_nothing_that_is_refused_there(role: str) -> None:
    sheet = space("hokes-run", role)
    words = {key: str(value) for sign in sheet.signs() for key, value in sign.args.items()}
    page = " ".join(render(sign) for sign in sheet.signs())
    guns = {one.id for one in sheet.units if one.arm == "artillery"}
    assert guns
    assert not {words["unit"], words["friend"]} & guns, "guns support nobody and join nobody"
    assert f"JOIN {words['unit']} " in page
    assert " SAY " not in page, "there is no other general to talk to"
    assert "RIDE " in page


def test_who_plays_without_an_umpire_is_not_told_to_wait_for_his_word() -> None:
    said = refused(space("hokes-run", "union"), "wi1: S WHEN ZZ")
    assert "AFTER SHOCK or OWN" in said
    assert "UMPIRE" not in said
