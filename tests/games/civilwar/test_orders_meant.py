"""A line that cannot stand, and what is offered instead: plain words in four languages, slips of the pen, and only what
is allowed."""

import pytest

from civilwar_players import orders_due
from civilwar_table import cannon, foot
from civilwar_turns import battle_at
from feltherre.core.sheet import LineRead
from feltherre.games.civilwar.orders.meant import SIGNS
from feltherre.games.civilwar.orders.plain_words import PLAIN
from feltherre.games.civilwar.sheets import SheetSpace


@pytest.fixture(scope="module")
def union() -> SheetSpace:
    return SheetSpace(battle_at("hokes-run", 1, 1).state, "union")


def read(space: SheetSpace, line: str) -> LineRead:
    _, (told,) = space.read_lines([line])
    return told


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        # English
        ("march south 10", "GO S 10"),
        ("march north", "GO N"),
        ("move forward 6 cm", "GO FWD 6"),
        ("attack va5", "A va5"),
        ("attack the 5th virginia", "A va5"),
        ("stand", "X"),
        ("stand still", "X"),
        ("fire at va5", "S AT va5"),
        ("shoot va5", "S AT va5"),
        ("go to the east wood", "TO east-wood"),
        ("march along pike to pike-bridge", "ALONG pike TO pike-bridge"),
        ("form attack column", "AK"),
        ("turn about", "FACE ABOUT"),
        ("north-west 8", "GO NW 8"),
        # Norwegian
        ("marsjer mot nordøst 5", "GO NE 5"),
        ("rykk frem", "GO FWD"),
        ("angrip va5", "A va5"),
        ("stå stille", "X"),
        ("skyt på va5", "S AT va5"),
        ("gå til orchard", "TO orchard"),
        # Swedish
        ("marschera mot söder 10", "GO S 10"),
        ("ryck fram 10", "GO FWD 10"),
        ("anfall va5", "A va5"),
        ("stå kvar", "X"),
        ("skjut på va5", "S AT va5"),
        ("helt om", "FACE ABOUT"),
        # Danish
        ("ryk frem 10", "GO FWD 10"),
        ("angrib va5", "A va5"),
        ("bliv stående", "X"),
        ("skyd på va5", "S AT va5"),
        ("gå tilbage 4", "BACK 4"),
        # slips of the pen
        ("GOO NW 8", "GO NW 8"),
        ("A va55", "A va5"),
        ("TO orchad", "TO orchard"),
        ("S va5", "S AT va5"),
        ("attak va5", "A va5"),
        # what follows the order stays
        ("attack va5 ; SURPRISED YES", "A va5 ; SURPRISED YES"),
    ],
)
def test_plain_words_are_offered_as_signs(union: SheetSpace, written: str, meant: str) -> None:
    told = read(union, f"wi1: {written}")
    assert told.reason is not None
    assert told.instead[0] == f"wi1: {meant}"


def test_whose_line_it_is_may_be_a_slip_too(union: SheetSpace) -> None:
    assert read(union, "wi2: stand").instead[0] == "wi1: X"
    assert read(union, "STAFF abercrombie: stay").instead[0] == "STAFF abercrombie: X"
    assert read(union, "STAFF abercrombi-1: ride with wi1").instead[0] == "STAFF abercrombie-1: WITH wi1"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("follow pa11", "WITH pa11"),
        ("ride to wi1", "WITH wi1"),
        ("ri til wi1", "WITH wi1"),
        ("go to the orchard", "TO orchard"),
        ("rid mod west wood", "TO west-wood"),
    ],
)
def test_generals_ride_with_somebody_or_to_a_place(union: SheetSpace, written: str, meant: str) -> None:
    assert read(union, f"STAFF abercrombie: {written}").instead[0] == f"STAFF abercrombie: {meant}"


def test_guns_name_what_they_fire_and_how_far_it_is() -> None:
    placed = cannon("g", 0, 50, 20), foot("b", 1, 50, 50), foot("a", 0, 80, 20)
    space = SheetSpace(orders_due(*placed), "union")
    assert read(space, "g: shell b 30").instead[0] == "g: S SHELL AT b GUESS 30"
    assert read(space, "g: granat b 30").instead[0] == "g: S SHELL AT b GUESS 30"
    assert read(space, "g: fire at b").instead[0] == "g: S CANISTER AT b"


def test_what_is_not_allowed_is_not_offered_but_its_reason_is_told(union: SheetSpace) -> None:
    told = read(union, "wi1: retreat")
    assert told.instead == ()
    assert told.reason is not None
    assert (told.reason.key, told.rule) == ("civilwar.ruling.order.no-retreat", "04.02.8")


def test_what_can_be_read_is_not_corrected(union: SheetSpace) -> None:
    told = read(union, "wi1: GO NW 8")
    assert (told.reason, told.instead, told.line) == (None, (), "wi1: GO NW 8")


@pytest.mark.parametrize("line", ["wi1: asdf qwer", "wi1", "march south", "wi1: b c d e f g h i", 'wi1: "', ""])
def test_of_what_is_like_nothing_nothing_is_made(union: SheetSpace, line: str) -> None:
    assert read(union, line).instead == ()


def test_no_name_that_the_general_does_not_know_is_offered() -> None:
    """The nearest name would be that of an enemy behind a wood, of whom nobody knows (03.02.2)."""
    wood = {"id": "wood", "type": "wood", "rect": (0, 60, 160, 80)}
    placed = foot("a", 0, 50, 10), foot("seen", 1, 50, 40), foot("hidden", 1, 50, 110)
    space = SheetSpace(orders_due(*placed, terrain=[wood]), "union")
    assert next(space.nearly("a: attack seem")) == "a: A seen"
    assert all("hidden" not in other for other in space.nearly("a: attack hiden"))


def test_the_signs_themselves_are_no_plain_words() -> None:
    """A sign that stood for something else in plain words could never be corrected."""
    changed = {sign: PLAIN[sign.casefold()] for sign in SIGNS if PLAIN.get(sign.casefold(), (sign,))[-1] != sign}
    # within an order they stand as they are (THEN HOLD, REPAIR LIMBER); alone they are meant otherwise
    assert changed == {"HOLD": ("X",), "LIMBER": ("PP",)}
