"""Orders as sentences, in the four languages of the house."""

from cases import each
from civilwar_orders import bull_run
from feltherre.core.catalogue import render
from feltherre.games.civilwar.orders.reading import read_order, read_staff
from feltherre.games.civilwar.orders.telling import tell_line, tell_staff

NAMES = {
    "va33": "33rd Virginia",
    "va2": "2nd Virginia",
    "va49": "49th Virginia",
    "ricketts": "Ricketts",
    "griffin": "Griffin",
    "bee": "General Bee",
    "henry-house": "Henry house",
    "pines": "Pines",
    "sudley-road": "Sudley road",
}


def naming(name: str) -> str:
    return NAMES.get(name, name)


def told(text: str, lang: str = "en") -> str:
    return render(tell_line(read_order(text, bull_run(), "va33"), naming), lang)


@each(
    "order sentence",
    ("X", "Stand still."),
    (
        "A ricketts VIA GO NW SM SUPPORT va2",
        "Attack Ricketts at the charge, going north-west, with 2nd Virginia in support.",
    ),
    (
        "A ricketts WITH 1 VIA GO FWD 8, WHEEL LEFT 22.5 THEN NEXT griffin ; SURPRISED NO",
        "Attack Ricketts with 1 company, going straight ahead for 8 cm, then wheeling left 22½°, then go for "
        "Griffin. If attacked, do not fire as surprised.",
    ),
    ("GO 317 8 FOR 1/2, AP ABOUT", "Move: go bearing 317° for 8 cm for ½ turn, then face about and unlimber."),
    (
        "ALONG sudley-road TO henry-house +SW 8, T GAP 1.2 ON 3",
        "Move: go along Sudley road to 8 cm south-west of Henry house, then form skirmish chain with 1.2 cm "
        "between the figures about company 3.",
    ),
    ("S", "Fire at the nearest enemy at once."),
    (
        "S AT griffin WITH 4, S WITH 4 WHEN WITHIN 8 OF henry-house BY CAV AK ATTACKING",
        "Fire at Griffin with 4 companies at once. Fire with 4 companies when enemy cavalry in attack column that "
        "attacks comes within 8 cm of Henry house.",
    ),
    (
        "S WHEN CROSS pines/NE +N 12",
        "Fire when an enemy crosses the line from the north-east corner of Pines to 12 cm north of the north-east "
        "corner of Pines.",
    ),
    ("S WHEN BEFORE SHOCK", "Fire before the shock throw of an enemy."),
    ("sg at ricketts guess 52.5 when 1/4", "Fire shell at Ricketts at ¼ of the turn, guessed distance 52½ cm."),
    ("sk at ricketts repair gun + gun", "Fire canister at Ricketts at once, gunners who repair guns meanwhile: 2."),
    ("WORK REPAIR-LIMBER WITH 2", "Repair a limber with 2 gunners."),
    (
        "S AT griffin ; FIRST NO",
        "Fire at Griffin at once. Fire after others that fire at the same target at the same instant.",
    ),
    ("sk at ricketts + griffin", "Fire canister at Ricketts and Griffin at once."),
    ("3 OF GO E", "Send out 3 companies: go east."),
    ("WORK ABATIS 1/2 FACING N", "Build an abatis of half the unit's width facing north."),
    ("EXIT S", "Leave the table by the south edge."),
)
def test_orders_in_english(order: str, sentence: str) -> None:
    assert told(order) == sentence


@each(
    "lang sentence",
    ("da", "Angrib Ricketts i storm, i retning mod nordvest, med 2nd Virginia i støtte."),
    ("nb", "Angrip Ricketts i storm, i retning mot nordvest, med 2nd Virginia i støtte."),
    ("sv", "Anfall Ricketts i storm, i riktning mot nordväst, med understöd av 2nd Virginia."),
)
def test_the_same_order_in_the_other_languages(lang: str, sentence: str) -> None:
    assert told("A ricketts VIA GO NW SM SUPPORT va2", lang) == sentence


def test_a_condition_has_its_comma_in_danish_only() -> None:
    assert told("S WHEN OWN va2 FIRES", "da") == "Skyd på den nærmeste modstander, når 2nd Virginia skyder."
    assert told("S WHEN OWN va2 FIRES", "sv") == "Skjut på närmaste fiende när 2nd Virginia skjuter."


@each(
    "order sentence",
    ("X", "Stay here."),
    ("WITH va33", "Ride with 33rd Virginia."),
    ("TO va33 ; EVADE YES", "Ride to 33rd Virginia. Ride away if an enemy comes to charge distance."),
    ("TO pines WHEN 1/2", "Ride to Pines at ½ of the turn."),
    ("RIDE va49 ORDER [A ricketts SM]", "Ride to 49th Virginia with the order: Attack Ricketts at the charge."),
    ('RIDE bee SAY "Hold."', "Ride to General Bee with the words: “Hold.”"),
)
def test_generals_and_couriers(order: str, sentence: str) -> None:
    assert render(tell_staff(read_staff(order, bull_run()), naming)) == sentence
