"""What can be typed on an order sheet, how it is written, and what is said to a line that cannot be read."""

import pytest

from cases import each
from civilwar_orders import bull_run
from feltherre.core.catalogue import render
from feltherre.core.errors import BadInput
from feltherre.games.civilwar.orders.language import (
    Attack,
    Courier,
    Detach,
    Fire,
    FirePart,
    GunFire,
    Message,
    Move,
    OrderLine,
    OrderSheet,
    Prefs,
    StaffLine,
    StaffMove,
    StaffWith,
    Stand,
)
from feltherre.games.civilwar.orders.legs import Along, Go, GoTo, Unlimber
from feltherre.games.civilwar.orders.lexicon import OpenLexicon
from feltherre.games.civilwar.orders.places import CornerMark, Gate, ObjectMark, Place, PointMark, UnitMark
from feltherre.games.civilwar.orders.reading import read_order, read_staff
from feltherre.games.civilwar.orders.sheets import BadSheet, read_sheet, write_sheet
from feltherre.games.civilwar.orders.triggers import AtTime, BeforeShock, EnemyCrosses
from feltherre.games.civilwar.orders.writing import write_line
from refusals import refusal_of

JACKSON = bull_run()

#: typed by va33 (8 companies) of the side whose base line is the south edge -> how it is written
TYPED = [
    ("x", "X"),
    ("reorg", "REORG"),
    ("r", "R"),
    ("↑", "GO N"),
    ("→ 8", "GO E 8"),
    ("↖ 1/2", "GO NW FOR 1/2"),
    ("↗ 8 SM ½", "GO NE 8 SM FOR 1/2"),
    ("1/2 ↗ 3/8", "4 OF GO NE FOR 3/8"),
    ("mk ↑", "MK, GO N"),
    ("1/4 t gap 1 ↗ 6 → 1/4", "2 OF T GAP 1, GO NE 6, GO E FOR 1/4"),
    ("a ricketts sm ↗", "A ricketts VIA GO NE SM"),
    ("a ricketts ↗ 8 ↑ sm then hold", "A ricketts VIA GO NE 8, GO N SM THEN HOLD"),
    ("exit s via mk ↓", "EXIT S VIA MK, GO S"),
    ("1/4 of go east for 1/2", "2 OF GO E FOR 1/2"),
    ("3 of a ricketts sm", "A ricketts WITH 3 SM"),
    ("1/2 of s at griffin", "S AT griffin WITH 4"),
    ("split 3 companies", "SPLIT 3"),
    ("go north-west 7,5", "GO NW 7.5"),
    ("go NØ", "GO NE"),
    ("go SV", "GO SW"),
    ("go 317°", "GO 317"),
    ("go 45", "GO NE"),
    ("go fwd 5.50", "GO FWD 5.5"),
    ("to henry", "TO henry-house"),
    ("to henry-house +↙ 8", "TO henry-house +SW 8"),
    ("to va2", "TO @va2"),
    ("to 11th-new-york +S 4", "TO @ny11 +S 4"),
    ("along sudley to road-fence/n, ap about", "ALONG sudley-road TO road-fence/N, AP ABOUT"),
    ("back 4, wheel left 22,5, face about", "BACK 4, WHEEL LEFT 22.5, FACE ABOUT"),
    ("side right 3 for 2/8", "SIDE RIGHT 3 FOR 1/4"),
    ("l on 4, ak files 6, mk, t gap 1.20, tl gap 0", "L ON 4, AK FILES 6, MK, T GAP 1.2, TL GAP 0"),
    ("pp, mount, dismount, enter henry-house", "PP, MOUNT, DISMOUNT, ENTER henry-house"),
    ("a ricketts via go nw sm support va2 ; surprised yes", "A ricketts VIA GO NW SM SUPPORT va2 ; SURPRISED YES"),
    ("a ricketts via go nw sm, wheel left 20", "A ricketts VIA GO NW, WHEEL LEFT 20 SM"),
    ("a ricketts support va2 va49 then next griffin", "A ricketts SUPPORT va2 + va49 THEN NEXT griffin"),
    ("a griffin then hold ; pursue no ; fallback ask", "A griffin THEN HOLD ; PURSUE NO"),
    ("s", "S"),
    ("s at nearest", "S"),
    ("s when 1/4", "S WHEN AT 1/4"),
    ("s when at 0", "S"),
    ("s when before shock va2", "S WHEN BEFORE SHOCK OF va2"),
    ("s when after shock", "S WHEN AFTER SHOCK"),
    ("s when within 8 of henry by cav ak attacking", "S WHEN WITHIN 8 OF henry-house BY CAV AK ATTACKING"),
    ("s when seen by ricketts", "S WHEN SEEN BY @ricketts"),
    ("s when fires at va2", "S WHEN FIRES AT va2"),
    ("s when own va2 routs", "S WHEN OWN va2 ROUTS"),
    ('s when umpire "smoke; \\"thick\\" # so"', 'S WHEN UMPIRE "smoke; \\"thick\\" # so"'),
    ("s at griffin with 1/2, s with 4 when 1/2", "S AT griffin WITH 4, S WITH 4 WHEN AT 1/2"),
    ("sg at ny11 guess 52", "S SHELL AT ny11 GUESS 52"),
    ("sf guess 52,5 when seen", "S SHOT GUESS 52.5 WHEN SEEN"),
    ("sk at ricketts + griffin", "S CANISTER AT ricketts + griffin"),
    ("sg at ny11 guess 52 repair gun + limber when seen", "S SHELL AT ny11 GUESS 52 REPAIR GUN + LIMBER WHEN SEEN"),
    ("s at griffin ; first yes ; surprised no", "S AT griffin ; SURPRISED NO ; FIRST YES"),
    ("work repair-gun with 2", "WORK REPAIR-GUN WITH 2"),
    ("work abatis 1/2", "WORK ABATIS-HALF"),
    ("work abatis facing ↑", "WORK ABATIS-FULL FACING N"),
    ("work clear-fence with 3 at road-fence", "WORK CLEAR-FENCE WITH 3 AT road-fence"),
    ("supply va49", "SUPPLY va49"),
    ("exit south via to henry-house", "EXIT S VIA TO henry-house"),
    ("join va2", "JOIN va2"),
]


@pytest.mark.parametrize(("typed", "written"), TYPED)
def test_what_is_typed_is_written_in_one_way(typed: str, written: str) -> None:
    line = read_order(typed, JACKSON, "va33")
    assert write_line(line) == written
    assert read_order(written, JACKSON, "va33") == line


def test_the_examples_of_the_book() -> None:
    """Fire when the enemy passes the corner of the wood, fire before shock, `sg`, and the arrow (03.01.3, 03.03.6)."""
    gate = Gate(CornerMark("pines", "NE"), CornerMark("pines", "N"))
    corner = read_order("S WHEN CROSS pines/NE - pines/N", JACKSON)
    assert corner.order == Fire((FirePart(when=EnemyCrosses(gate)),))
    assert read_order("S WHEN BEFORE SHOCK", JACKSON).order == Fire((FirePart(when=BeforeShock()),))
    assert read_order("sg at ny11 guess 52 when 1/4", JACKSON).order == GunFire("shell", ("ny11",), 5200, AtTime(2))
    assert read_order("↗", JACKSON).order == Move((Go(450),))


def test_an_order_as_data() -> None:
    line = read_order("A ricketts WITH 6 VIA GO NW 8 SM SUPPORT va2 ; SURPRISED YES ; PURSUE NO", JACKSON)
    attack = Attack("ricketts", (Go(3150, 800),), "charge", 6, ("va2",))
    assert line == OrderLine(attack, Prefs(surprised="yes", pursue="no"))
    legs = (Along("sudley-road", Place(ObjectMark("henry-house")), span=4), Unlimber())
    assert read_order("ALONG sudley-road TO henry-house FOR 1/2, AP", JACKSON).order == Move(legs)


@pytest.mark.parametrize(("edge", "north_arrow"), [("south", "↑"), ("west", "←"), ("north", "↓"), ("east", "→")])
def test_arrows_lie_as_the_sheet_does_on_the_players_base_line(edge: str, north_arrow: str) -> None:
    lexicon = bull_run()
    lexicon.own_edge = edge  # type: ignore[assignment]
    line = read_order(north_arrow, lexicon)
    assert line.order == Move((Go(0),))
    assert write_line(line, lexicon.own_edge) == north_arrow


def test_an_arrow_on_nobodys_sheet_has_no_direction() -> None:
    assert "write a compass point" in render(refusal_of(BadInput, lambda: read_order("↑", OpenLexicon())).reason)


def test_only_the_umpire_writes_coordinates() -> None:
    assert read_order("TO (40,90.5)", bull_run(umpire=True)).order == Move((GoTo(Place(PointMark(4000, 9050))),))
    refused = refusal_of(BadInput, lambda: read_order("TO (40,90.5)", JACKSON))
    assert "Only the umpire writes co-ordinates such as (40,90.5)" in render(refused.reason)


# what cannot be read: the line, the word that is named, what is wanted, an example

WRONG = [
    ("", "Something is missing at the end", "an order", "GO NW 8"),
    ("FLY", "“FLY”", "an order", "GO NW 8"),
    ("GO UP", "“UP”", "a direction", "GO NW 8 FOR 1/2"),
    ("GO 360", "“360”", "a direction", "GO NW 8 FOR 1/2"),
    ("GO N 1000.5", "“1000.5”", "a length in centimetres", "GO NW 8"),
    ("GO N FOR 1/3", "“1/3”", "a part of the turn in eighths", "GO N FOR 1/2"),
    ("GO N FOR 9/8", "“9/8”", "a part of the turn in eighths", "GO N FOR 1/2"),
    ("GO N FOR 1/0", "“1/0”", "a part of the turn in eighths", "GO N FOR 1/2"),
    ("TO", "Something is missing", "a place", "TO henry-house +SW 8"),
    ("TO mars", "“mars”", "a place", "TO henry-house +SW 8"),
    ("ALONG pines henry-house", "“henry-house”", "TO and a place", "ALONG pike TO henry-house"),
    ("WHEEL UP 30", "“UP”", "LEFT or RIGHT", "WHEEL LEFT 30"),
    ("WHEEL LEFT 181", "“181”", "an angle", "WHEEL LEFT 30"),
    ("FACE NORTH", "“NORTH”", "LEFT, RIGHT or ABOUT", "FACE ABOUT"),
    ("T GAP 3.1", "“3.1”", "the gap", "T GAP 1.2"),
    ("A va2", "“va2”", "an enemy unit", "A ricketts VIA GO NW SM"),
    ("A ricketts VIA MK", "“MK”", "a leg that leads to the target", "A ricketts VIA GO NW"),
    ("A ricketts THEN RUN", "“RUN”", "PURSUE, HOLD, or NEXT", "A ricketts THEN NEXT griffin"),
    ("A ricketts SUPPORT ny11", "“ny11”", "one of your own units", "A ricketts SUPPORT va2"),
    ("S AT va2", "“va2”", "an enemy unit, or NEAREST", "S AT ricketts"),
    ("S WHEN", "Something is missing", "what to wait for", "S WHEN BEFORE SHOCK"),
    ("S WHEN BEFORE", "Something is missing", "the word SHOCK", "S WHEN BEFORE SHOCK"),
    ("S WHEN CROSS pines", "“pines”", "the corner or end of an object", "CROSS pines/NE +N 12"),
    ("S WHEN CROSS pines/NE N", "“N”", "another corner", "CROSS pines/NE +N 12"),
    ("S WHEN OWN va2 SLEEPS", "“SLEEPS”", "what the unit does", "S WHEN OWN va2 FIRES"),
    ("S WHEN SEEN BY", "Something is missing", "which enemies count", "S WHEN SEEN BY CAV ATTACKING"),
    ("S WHEN UMPIRE smoke", "“smoke”", "words in quotation marks", "their smoke clears"),
    ("S SHELL GUESS 5.3", "“5.3”", "whole or half centimetres", "S SHELL AT ricketts GUESS 52"),
    ("S SHOT REPAIR WAGON", "“WAGON”", "GUN or LIMBER", "S SHELL AT ricketts GUESS 52 REPAIR GUN"),
    ("WORK BRIDGE", "“BRIDGE”", "a work", "WORK LIGHT FACING N"),
    ("EXIT NE", "“NE”", "an edge of the table", "EXIT S VIA"),
    ("SPLIT many", "“many”", "a number of companies", "SPLIT 3"),
    ("X Y", "“Y”", "nothing more", "X ; SURPRISED YES"),
    ("X ; EVADE YES", "“EVADE”", "a standing instruction", "X ; SURPRISED YES"),
    ("X ; SURPRISED MAYBE", "“MAYBE”", "YES, NO or ASK", "X ; SURPRISED YES"),
]


@pytest.mark.parametrize(("typed", "word", "wanted", "example"), WRONG)
def test_a_refusal_names_the_word_and_says_what_to_write(typed: str, word: str, wanted: str, example: str) -> None:
    told = render(refusal_of(BadInput, lambda: read_order(typed, JACKSON, "va33")).reason)
    assert told.startswith(word)
    assert f"write {wanted}" in told or wanted in told
    assert example in told.partition("for example")[2]


@each(
    "typed told",
    ("GO N, S", "A unit has one action a turn, moving, standing still or firing: “S” cannot follow."),
    ("X, GO N", "A unit has one action a turn, moving, standing still or firing: “GO” cannot follow."),
    ("S CANISTER GUESS 5", "No distance is guessed for canister: leave GUESS out."),
    ("S SHOT AT ricketts + griffin", "Shell and solid shot have one target; only canister can have several."),
    ("S WHEN CROSS pines/NE +N 31", "A gate that fire waits at is at most 30 cm long."),
    (
        "1/3 OF GO N",
        "1/3 of 8 companies is no whole number of companies: write the number, for example “3 OF GO E”.",
    ),
    (
        "1/2 OF R",
        "Only marching, attacking, firing and working can be done by a part of a unit: leave the share before “R” out.",
    ),
    ('S WHEN UMPIRE "smoke', 'The quotation is not closed: write " at its end.'),
    ('S WHEN UMPIRE ""', "Write between 1 and 500 signs between the quotation marks."),
    ("GO N )", "“)” has no meaning in an order: leave it out."),
    ("A gryffin", 'Nothing here is called "gryffin". Near it: griffin (Griffin, D/5th US Artillery).'),
)
def test_other_refusals(typed: str, told: str) -> None:
    assert render(refusal_of(BadInput, lambda: read_order(typed, JACKSON, "va33")).reason) == told


def test_an_order_that_is_too_long_is_refused() -> None:
    refused = refusal_of(BadInput, lambda: read_order(", ".join(["GO N 1"] * 21), JACKSON))
    assert render(refused.reason).startswith("The order is too long")


def test_an_unseen_enemy_is_refused_like_a_name_that_nobody_has() -> None:
    told = []
    for name in ("wi2", "zz9"):
        with pytest.raises(BadInput) as refused:
            read_order(f"A {name}", JACKSON)
        told.append(render(refused.value.reason).replace(name, "?"))
    assert told[0] == told[1]


# staff and sheets


def test_generals_and_couriers() -> None:
    there = StaffLine(StaffMove(Place(UnitMark("va33")), AtTime(2)), "yes")
    assert read_staff("TO va33 WHEN 1/4 ; EVADE YES", JACKSON) == there
    assert read_staff("WITH va33", JACKSON).order == StaffWith("va33")
    order = OrderLine(Detach(3, (Go(0),)), Prefs(pursue="no"))
    assert read_staff("RIDE va49 ORDER [1/2 ↑ ; PURSUE NO]", JACKSON).order == Courier("va49", order)
    assert read_staff('RIDE bee SAY "Hold."', JACKSON).order == Courier("bee", "Hold.")


@each(
    "typed wanted",
    ("S", "X, TO, WITH or RIDE"),
    ("X ; SURPRISED YES", "the standing instruction EVADE"),
    ("RIDE", "the unit or general that he rides to"),
    ("RIDE bee", "ORDER and an order in brackets"),
    ("RIDE va49 ORDER X", "the order in brackets"),
    ("RIDE va49 ORDER [X", "“]” after the order"),
    ("WITH ricketts", "one of your own units"),
)
def test_staff_lines_that_cannot_be_read(typed: str, wanted: str) -> None:
    assert wanted in render(refusal_of(BadInput, lambda: read_staff(typed, JACKSON)).reason)


def test_a_sheet_is_read_line_by_line() -> None:
    sheet = read_sheet(
        """
        # Jackson's brigade, turn 6
        va33: A ricketts SM ; SURPRISED YES   # the guns first
        2nd-Virginia: X
        jackson: WITH va33
        STAFF bee: X
        MESSAGE jackson > bee: "Hold the pines: # to the last."
        jackson > bee: "And write."
        """,
        JACKSON,
    )
    assert sheet.units == {
        "va33": OrderLine(Attack("ricketts", pace="charge"), Prefs(surprised="yes")),
        "va2": OrderLine(Stand()),
    }
    assert list(sheet.staff) == ["jackson", "bee"]
    assert sheet.messages == (
        Message("jackson", "bee", "Hold the pines: # to the last."),
        Message("jackson", "bee", "And write."),
    )
    assert write_sheet(sheet) == (
        "va2: X\n"
        "va33: A ricketts SM ; SURPRISED YES\n"
        "STAFF bee: X\n"
        "STAFF jackson: WITH va33\n"
        'MESSAGE jackson > bee: "Hold the pines: # to the last."\n'
        'MESSAGE jackson > bee: "And write."\n'
    )


def test_an_empty_sheet_orders_nothing() -> None:
    assert read_sheet("\n# nobody moves\n", JACKSON) == OrderSheet()


def test_all_faults_of_a_sheet_are_told_at_once_with_their_lines() -> None:
    with pytest.raises(BadSheet) as refused:
        read_sheet("va33: FLY\nva2: X\n\nva2: GO N\nny11: X\nva49 GO N\nMESSAGE jackson: hi\n", JACKSON)
    assert [line for line, _ in refused.value.faults] == [1, 4, 5, 6, 7]
    told = render(refused.value.reason)
    assert told.startswith("Line 1: “FLY” cannot stand here: write an order")
    assert "Line 4: va2 has two lines on the sheet: keep one." in told
    assert "Line 5: “ny11” cannot stand here: write one of your own units" in told
    assert "Line 6: “GO” cannot stand here: write “:” after the name" in told
    assert "Line 7: “:” cannot stand here: write “>”" in told
    assert render(refused.value.reason, "da").startswith("Linje 1: »FLY« kan ikke stå her: skriv en ordre")
