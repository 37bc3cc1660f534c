"""Which orders can be given, as far as that can be said without the table (03.03)."""

from typing import Any

import pytest
from msgspec.structs import replace

from cases import cases, each
from civilwar_table import order
from feltherre.core.catalogue import languages, missing_keys, render
from feltherre.games.civilwar.orders import legality, legality_legs, repeating, situation
from feltherre.games.civilwar.orders.facts import OrderFacts
from feltherre.games.civilwar.orders.language import EMPTY_SHEET, OrderLine, OrderSheet, Resupply, Stand

REGIMENT = OrderFacts(unit="va33", turn=6, figures=24, companies=8)
TROOPERS = replace(REGIMENT, arm="cavalry", mounted=True, figures=30, companies=10, in_motion=True)
BATTERY = OrderFacts(
    unit="pendleton",
    turn=6,
    arm="artillery",
    figures=4,
    companies=0,
    formation="unlimbered",
    guns=4,
    piece="6pdr_m41",
    shell=4,
    shot=6,
    canister=2,
)
LIMBERED = replace(BATTERY, formation="march_column")
HORSE_BATTERY = replace(LIMBERED, horse_artillery=True)
GUNNERS = replace(BATTERY, arm="infantry", formation="line", ammunition=False, gunners=True)
WAGON = OrderFacts(unit="wagon-1", turn=6, arm="wagon", figures=1, companies=0, formation="wagon")


def judged(facts: OrderFacts, text: str, sheet: OrderSheet = EMPTY_SHEET) -> list[tuple[str, str | None]]:
    """(last part of the key, rule) of every fault; each is a sentence in every language."""
    found = list(legality.faults(facts, order(text), sheet))
    for lang in languages():
        assert not missing_keys([fault.reason for fault in found], lang)
    return [(fault.reason.key.rpartition(".")[2], fault.rule) for fault in found]


def allowed(facts: OrderFacts, *texts: str) -> None:
    for text in texts:
        assert judged(facts, text) == [], text


def refused(facts: OrderFacts, text: str, why: str, rule: str, sheet: OrderSheet = EMPTY_SHEET) -> None:
    assert (why, rule) in judged(facts, text, sheet), text


#: an order, why it cannot be given, and by which rule
No = tuple[str, str, str]


# what everybody may do


@pytest.mark.proves("03.03.5")
def test_companies_sent_out_charge_only_if_enough_of_the_regiment_attacks() -> None:
    """R29: their figures are compared with the regiment's, not with their own."""
    part = replace(REGIMENT, unit="va33/1", figures=6, companies=2, part_of="va33", others={"va33": (18, 6)})
    refused(part, "A ricketts SM", "charge-without-orders", "03.03.5")
    allowed(part, "A ricketts")
    allowed(replace(part, figures=13, others={"va33": (11, 4)}), "A ricketts SM")
    half = replace(part, figures=12, companies=4, others={"va33": (12, 4)})
    refused(half, "A ricketts SM", "charge-without-orders", "03.03.5")
    for rest, enough in (("A ricketts", True), ("A ricketts WITH 1", True), ("A griffin", False), ("GO N", False)):
        sheet = OrderSheet({"va33": OrderLine(order(rest)), "va33/1": OrderLine(order("A ricketts SM"))})
        assert (judged(half, "A ricketts SM", sheet) == []) is enough, rest
    troop = replace(TROOPERS, unit="va1/1", figures=10, companies=3, part_of="va1", others={"va1": (20, 7)})
    allowed(troop, "A ricketts SM")
    refused(replace(troop, figures=9, others={"va1": (21, 7)}), "A ricketts SM", "charge-without-orders", "03.03.5")


@pytest.mark.proves("07.01.4", "10.02.1")
def test_gunners_away_from_their_guns_march_and_do_nothing_that_is_the_infantrys() -> None:
    allowed(replace(GUNNERS, in_town=True), "X", "GO N", "WORK BARRICADE")
    refused(GUNNERS, "A ricketts", "artillery-attack", "07.01.4")
    refused(GUNNERS, "A ricketts SM", "artillery-attack", "07.01.4")
    refused(replace(GUNNERS, horse_artillery=True), "GO N SM", "charge-not-attack", "03.03.4")
    refused(GUNNERS, "WORK LIGHT FACING N", "no-arm", "10.02.1")
    refused(GUNNERS, "S", "no-ammunition", "05.01.1")


@pytest.mark.proves("03.03.1")
def test_a_regiment_in_good_order_may_be_given_every_kind_of_order() -> None:
    allowed(
        REGIMENT,
        "X",
        "REORG",
        "GO N",
        "GO N 8 FOR 1/2, WHEEL LEFT 30, BACK 3",
        "L, GO FWD",
        "A ricketts",
        "A ricketts SM SUPPORT va2",
        "S",
        "S AT ricketts WITH 4, S WITH 4 WHEN BEFORE SHOCK",
        "WORK LIGHT FACING N",
        "SPLIT 3",
        "3 OF GO E",
        "ENTER henry-house",
    )


def test_the_first_fault_is_the_answer() -> None:
    found = legality.why_illegal(replace(BATTERY, order_state="FU"), order("A ricketts"))
    assert found is not None
    assert render(found.reason) == "The unit is in rout (FU): its officers have no influence on it."
    assert found.rule == "08.02.6"
    assert legality.why_illegal(REGIMENT, order("GO N")) is None


# order, pin, fire-fight: the procedure answers


@pytest.mark.parametrize("text", ["X", "GO N", "S", "REORG", "R"])
def test_a_unit_in_rout_has_no_orders(text: str) -> None:
    refused(replace(REGIMENT, order_state="FU"), text, "in-rout", "08.02.6")


def test_a_unit_in_disorder_stands_moves_and_fires_but_does_not_attack() -> None:
    shaken = replace(REGIMENT, order_state="U")
    allowed(shaken, "X", "REORG", "BACK", "S")
    refused(shaken, "A ricketts", "disorder-attack", "07.01.4")


@pytest.mark.parametrize("text", ["GO N", "FACE ABOUT", "L", "WORK LIGHT", "A ricketts", "SPLIT 2", "JOIN va2"])
def test_a_pinned_unit_stands_fires_or_declares_its_retreat(text: str) -> None:
    pinned = replace(REGIMENT, order_state="LU", pinned=True)
    # to reorganise is to stand still (03.03.1), and the turns of a pin count (R42)
    allowed(pinned, "X", "S", "R", "REORG")
    refused(pinned, text, "pinned", "04.02.8")


def test_a_locked_unit_fires_at_the_same_target_or_declares_its_retreat() -> None:
    locked = replace(REGIMENT, locked_on="ny11")
    allowed(
        locked, "S", "S WHEN 1/4", "S AT ny11", "S AT ny11 WHEN 1/4", "S AT ny11 WITH 4, S AT ny11 WITH 4 WHEN 1/2", "R"
    )
    for text in ("X", "GO N", "S WHEN SEEN", "S AT ny14", "S AT ny11 WHEN SEEN", "S AT ny11 WITH 4, S AT ny14 WITH 4"):
        refused(locked, text, "fire-locked", "04.02.14")
    refused(REGIMENT, "R", "no-retreat", "04.02.8")


# command


@pytest.mark.proves("03.03.3")
def test_out_of_command_a_unit_stands_fires_or_repeats_its_last_order() -> None:
    marching = replace(REGIMENT, in_command=False, last=OrderLine(order("GO N, FACE LEFT")))
    allowed(replace(REGIMENT, in_command=False), "X", "REORG", "S", "S AT ricketts WHEN SEEN")
    assert legality.repeats(marching, order("GO N, FACE LEFT"))
    for text in ("GO NE", "A ricketts", "WORK LIGHT", "MK", "GO N SM"):
        refused(marching, text, "out-of-command", "03.03.3")
    refused(replace(marching, last=None), "GO N", "out-of-command", "03.03.3")
    # the plain march that it comes to: the same direction and pace, and the same length
    allowed(marching, "GO N", "GO FWD")
    refused(replace(marching, facing=900), "GO FWD", "out-of-command", "03.03.3")
    refused(marching, "GO N 5", "out-of-command", "03.03.3")


@pytest.mark.proves("03.03.3")
def test_R28_what_has_been_done_by_an_order_does_not_forbid_to_repeat_it() -> None:
    """Troopers who have mounted cannot mount; repeated, the order comes to the march after it."""
    text = "MOUNT, GO N"
    mounted = replace(TROOPERS, last=OrderLine(order(text)), again=order("GO N"))
    refused(mounted, text, "already-mounted", "02.02.5")
    allowed(replace(mounted, in_command=False), text, "GO N")


@cases(
    "text stages again",
    ("03.03.3", "EXIT S VIA FACE ABOUT, GO S 5", (), "EXIT S VIA FACE ABOUT, GO S 5"),
    ("03.03.3", "EXIT S VIA FACE ABOUT, GO S 5", (0,), "EXIT S VIA GO S 5"),
    ("03.03.3", "EXIT S VIA FACE ABOUT, GO S 5", (0, 1), "EXIT S VIA GO S 5"),
    ("03.03.3", "EXIT S VIA FACE ABOUT, GO S 5", (0, 1, 2), "EXIT S"),
    ("03.03.3", "TO mill, TO bridge, L", (0,), "TO mill, TO bridge, L"),
    ("03.03.3", "TO mill, TO bridge, L", (0, 1), "TO bridge, L"),
    ("03.03.3", "TO mill, TO bridge, L", (0, 1, 2), "TO bridge"),
    ("03.03.3", "GO N 5, L, GO E", (0, 1), "GO E"),
    ("03.03.3", "A ricketts VIA WHEEL LEFT 20, GO NW 5", (0, 1), "A ricketts VIA GO NW 5"),
    ("03.03.3", "A ricketts VIA WHEEL LEFT 20, GO NW 5", (0, 1, 2), "A ricketts"),
    ("03.03.3", "A ricketts WITH 6 VIA GO N SUPPORT a THEN HOLD", (0, 1), "A ricketts WITH 6 SUPPORT a THEN HOLD"),
)
def test_R28_a_repeated_march_begins_with_the_leg_that_was_come_to(text: str, stages: Any, again: str) -> None:
    come_to = tuple(repeating.Stage(leg, 1800, 100 * leg) for leg in stages)
    assert repeating.going_on(order(text), come_to, 1800) == order(again)


@pytest.mark.proves("03.03.3")
def test_a_repeated_attack_drops_its_charge_pace() -> None:
    attacking = replace(REGIMENT, in_command=False, charged=5, last=OrderLine(order("A ricketts VIA GO NW SM")))
    allowed(attacking, "A ricketts VIA GO NW")
    refused(attacking, "A ricketts VIA GO NW SM", "charge-too-soon", "03.03.4")
    refused(attacking, "A griffin VIA GO NW", "out-of-command", "03.03.3")
    slow = replace(attacking, charged=0, last=OrderLine(order("A ricketts VIA GO NW")))
    refused(slow, "A ricketts VIA GO NW SM", "out-of-command", "03.03.3")
    guns = replace(HORSE_BATTERY, in_command=False, last=OrderLine(order("GO N SM")))
    allowed(guns, "GO N")


# charge pace


@pytest.mark.proves("03.03.4", "02.05.6")
def test_horse_artillery_gallops_into_and_out_of_position() -> None:
    """R23; what counts is how it stands as it moves."""
    unlimbered = replace(HORSE_BATTERY, formation="unlimbered")
    allowed(HORSE_BATTERY, "GO N 20 SM, AP", "GO N SM")
    allowed(unlimbered, "PP, GO N SM", "PP ABOUT, GO FWD SM")
    refused(unlimbered, "GO N SM", "charge-formation", "02.06.1")
    refused(HORSE_BATTERY, "AP, GO N 2 SM", "charge-formation", "02.06.1")
    refused(replace(BATTERY, horse_artillery=False), "PP, GO N SM", "charge-not-attack", "03.03.4")


@each(
    "facts text why rule",
    (REGIMENT, "GO N SM", "charge-not-attack", "03.03.4"),
    (LIMBERED, "GO N SM", "charge-not-attack", "03.03.4"),
    (replace(REGIMENT, charged=3), "A ricketts SM", "charge-too-soon", "03.03.4"),
    (replace(REGIMENT, formation="chain"), "A ricketts SM", "charge-formation", "02.06.1"),
    (replace(REGIMENT, facing=0), "A ricketts VIA GO NE SM", "charge-direction", "02.05.6"),
    (REGIMENT, "A ricketts VIA WHEEL LEFT 21 SM", "charge-direction", "02.05.6"),
    (REGIMENT, "A ricketts VIA WHEEL LEFT 10, GO FWD 3, WHEEL RIGHT 10 SM", "charge-direction", "02.05.6"),
    (REGIMENT, "A ricketts WITH 4 SM", "charge-without-orders", "03.03.5"),
    (replace(TROOPERS, in_motion=False), "A ricketts SM", "charge-not-in-motion", "02.06.4"),
    (TROOPERS, "A ricketts WITH 3 SM", "charge-without-orders", "03.03.5"),
    (replace(HORSE_BATTERY, horses_lost_half=True), "GO N SM", "charge-horses-lost", "06.03.5"),
    (HORSE_BATTERY, "L, GO N SM", "charge-formation-change", "02.05.6"),
)
def test_what_forbids_charge_pace(facts: OrderFacts, text: str, why: str, rule: str) -> None:
    refused(facts, text, why, rule)


def test_who_may_charge() -> None:
    allowed(replace(REGIMENT, charged=2), "A ricketts SM", "A ricketts WITH 5 SM", "A ricketts VIA WHEEL LEFT 20 SM")
    allowed(replace(REGIMENT, facing=200), "A ricketts VIA GO N SM")
    allowed(TROOPERS, "A ricketts SM", "A ricketts WITH 4 SM")
    allowed(HORSE_BATTERY, "GO N 20 SM, AP", "GO N SM")
    allowed(replace(REGIMENT, formation="chain"), "A ricketts", "A ricketts WITH 2")


def test_direction_changes_are_counted_leg_by_leg() -> None:
    facing_east = replace(REGIMENT, facing=900)

    def changes(text: str) -> tuple[float, ...]:
        return situation.situation_of(facing_east, order(text), False).direction_changes_deg

    assert changes("GO FWD 5, GO E 3") == ()
    assert changes("GO NE 5, WHEEL RIGHT 20, GO 65") == (45, 20)
    assert changes("WHEEL LEFT 30, GO 60") == (30,)
    assert changes("TO henry-house, GO N") == ()
    assert changes("GO N 5, TO henry-house, WHEEL LEFT 10, GO S") == (90, 10)


# legs


@pytest.mark.proves("03.03.4", "02.05.2")
def test_the_parts_of_a_movement_fit_into_the_turn() -> None:
    allowed(
        REGIMENT, "GO N FOR 1/2, GO NE FOR 1/2", "GO N FOR 3/4, MK", "MK, GO N", "GO N 8, GO E", "FACE LEFT, GO FWD"
    )
    refused(REGIMENT, "GO N FOR 1/2, GO NE FOR 5/8", "span", "03.03.4")
    refused(REGIMENT, "GO N FOR 1, MK", "time", "03.03.4")
    refused(REGIMENT, "MK, L, AK, T, GO N", "time", "03.03.4")
    refused(LIMBERED, "GO N FOR 1/2, AP, PP", "time", "03.03.4")
    allowed(LIMBERED, "GO N FOR 1/2, AP", "ALONG pike TO henry-house, AP ABOUT")
    for text in ("GO N, MK", "BACK, FACE ABOUT", "GO FWD SM, AP"):
        refused(REGIMENT, text, "endless", "03.03.4")
    allowed(replace(REGIMENT, formation="chain"), "FACE ABOUT, FACE LEFT, FACE ABOUT, GO N FOR 1")


@pytest.mark.proves("02.05.4")
def test_a_quarter_turn_makes_a_column_of_a_line_and_a_line_of_a_column() -> None:
    refused(REGIMENT, "FACE LEFT, SIDE LEFT 5", "sideways", "02.05.3")
    assert standing_after("FACE LEFT") == "march_column"
    assert standing_after("FACE LEFT, FACE RIGHT") == "line"
    assert standing_after("FACE ABOUT") == "line"


def standing_after(text: str) -> str:
    drill = legality_legs.Drill(REGIMENT, None)
    moved: Any = order(text)
    for leg in moved.legs:
        drill.carry_out(leg)
    return drill.formation


CHAIN = replace(REGIMENT, formation="chain")
LAID = replace(BATTERY, laid_on="ricketts", laid_with="shell")
BROKEN = replace(BATTERY, damaged_guns=2, damaged_limbers=1, figures=3)
STRANDED = replace(BATTERY, horses_lost_all=True)
HOUSE = replace(REGIMENT, buildings={"henry-house": 3}, objects=frozenset({"henry-house", "pike"}))


@cases(
    "says facts may no",
    ("02.03.3 02.03.4", "guns limber up", BATTERY, ["PP", "PP ABOUT, GO N", "GO N 2"],
     [("AP", "already-unlimbered", "02.03.3")]),
    ("02.03.3 02.03.4", "and unlimber", LIMBERED, ["AP ABOUT", "GO N"], [("PP", "already-limbered", "02.03.4")]),
    ("02.03.3", "nobody else does", REGIMENT, [], [("AP", "limber-guns", "02.03.3")]),
    ("02.05.2", "R21: guns have no formation change, for schema I has no rate for one", LIMBERED, [],
     [(sign, "form-limbered", "02.05.2") for sign in ("L", "MK", "AK", "T")]),
    ("02.05.2", "R21: nor unlimbered ones", BATTERY, [],
     [("PP, MK", "form-limbered", "02.05.2"),
      *((sign, "form-unlimbered", "02.05.2") for sign in ("L", "MK", "AK", "T"))]),
    ("02.05.2", "R21: gunners have", replace(GUNNERS, companies=1), ["MK"], []),
    ("06.03.5", "without horses guns move by hand", STRANDED, ["GO N 2", "FACE ABOUT"], [("PP", "horses", "06.03.5")]),
    ("06.03.5", "if they are unlimbered", replace(LIMBERED, horses_lost_all=True), ["AP"],
     [("GO N", "horses", "06.03.5")]),
    ("02.02.5", "cavalry mounts and dismounts", TROOPERS, ["DISMOUNT", "DISMOUNT, MOUNT", "DISMOUNT, TL"],
     [("MOUNT", "already-mounted", "02.02.5")]),
    ("02.02.5", "not on foot", replace(TROOPERS, mounted=False), [], [("DISMOUNT", "already-on-foot", "02.02.5")]),
    ("02.02.5", "nobody else does so", REGIMENT, [], [("MOUNT", "mount-cavalry", "02.02.5")]),
    ("02.01.1 02.01.2 02.01.5", "formations, files and gaps of the foot", REGIMENT,
     ["L", "AK FILES 6", "MK FILES 3", "MK FILES 2", "T GAP 0.8", "T GAP 1.6", "TL GAP 0.79", "L ON 8"],
     [("AK FILES 5", "files", "02.01.3"), ("T GAP 1.61", "gap", "02.01.5"), ("T GAP 0.79", "gap", "02.01.5"),
      ("TL GAP 0.8", "gap", "02.01.5"), ("L GAP 0.1", "gap", "02.01.5"), ("L ON 9", "companies", "02.05.1")]),
    ("02.01.2", "an attack column has a third rank", replace(REGIMENT, figures=13), ["AK"], []),
    ("02.01.2", "12 figures have none", replace(REGIMENT, figures=12), [], [("AK", "third-rank", "02.01.2")]),
    ("02.02.1 02.02.2 02.02.4", "formations of the horse", TROOPERS,
     ["AK FILES 5", "AK FILES 6", "MK FILES 2", "T GAP 1.5", "T GAP 0"],
     [("MK FILES 3", "files", "02.02.5"), ("T GAP 1.51", "gap", "02.02.4"), ("TL", "formation-arm", "02.02.5")]),
    ("02.02.2", "10 troopers have no third rank", replace(TROOPERS, figures=10), [],
     [("AK FILES 5", "third-rank", "02.02.2")]),
    ("02.05.3", "open formations go sideways", CHAIN, ["SIDE LEFT 5"], []),
    ("02.05.3", "and others when they have opened", REGIMENT, ["TL, SIDE RIGHT 4"],
     [("SIDE LEFT", "sideways", "02.05.3")]),
    ("02.04.3", "foot goes into buildings", TROOPERS, ["DISMOUNT, ENTER henry-house"],
     [("ENTER henry-house", "enter", "02.04.3")]),
    ("02.04.3", "guns do not", BATTERY, [], [("ENTER henry-house", "enter", "02.04.3")]),
    ("02.04.3", "as many companies as it holds, and into no road", HOUSE, ["3 OF ENTER henry-house"],
     [("4 OF ENTER henry-house", "enter-room", "02.04.3"), ("3 OF ENTER pike", "enter-building", "02.04.3"),
      ("TO henry-house, ENTER henry-house", "enter-room", "02.04.3")]),
    ("02.04.3", "a small unit as a whole", replace(HOUSE, companies=3, figures=9), ["ENTER henry-house"], []),
    ("02.04.3", "a house of which nobody knows how many it holds", replace(REGIMENT, buildings={"henry-house": 3}),
     ["3 OF ENTER barn"], []),
    ("03.03.5 07.03.5", "an attack has companies of the unit, and others in support", REGIMENT, [],
     [("A ricketts WITH 9", "companies", "01.02.2"), ("A ricketts SUPPORT va2 + va33", "own-support", "07.03.5")]),
    ("07.03.5", "guns do not attack", BATTERY, [], [("A ricketts", "artillery-attack", "07.01.4")]),
    ("05.01.3 03.03.6", "parts of a unit fire each with their own companies", REGIMENT,
     ["S WITH 8", "S WITH 3, S WITH 5 WHEN 1/2"],
     [("S WITH 9", "companies", "05.01.3"), ("S WITH 4, S WITH 5", "companies", "05.01.3"),
      ("S, S WITH 4", "parts-count", "05.01.3"), ("sg guess 20", "small-arms", "03.03.6")]),
    ("", "without ammunition nobody fires", replace(REGIMENT, ammunition=False), [],
     [("S", "no-ammunition", "05.01.1")]),
    ("03.03.7", "guns name ammunition and a guess within range", BATTERY,
     ["sk at ricketts", "sg at ricketts guess 52", "sf at ricketts guess 30 when seen"],
     [("S AT ricketts", "name-ammunition", "03.03.7"), ("sg at ricketts", "guess-missing", "03.03.7"),
      ("sg at ricketts guess 900", "guess-range", "03.03.7"),
      ("sk at ricketts + ricketts", "target-twice", "06.02.1")]),
    ("03.03.7", "ammunition that they have", replace(BATTERY, canister=0), [], [("sk", "no-ammunition", "05.01.1")]),
    ("03.03.7", "and for their piece", replace(BATTERY, piece="12pdr_howitzer", shot=0), [],
     [("sf guess 20", "piece-round", "03.03.7")]),
    ("03.03.7", "limbered they do not fire", LIMBERED, [], [("sk", "not-unlimbered", "06.01.2")]),
    ("06.02.5", "continued fire at what was hit needs no guess", LAID, ["sg at ricketts"],
     [(text, "guess-missing", "03.03.7") for text in ("sf at ricketts", "sg at griffin", "sg")]),
    ("06.03.6", "gunners mend what is damaged", replace(BATTERY, damaged_guns=1), ["WORK REPAIR-GUN"],
     [("WORK REPAIR-LIMBER", "repair", "06.03.6")]),
    ("06.03.6", "limbers too", replace(BATTERY, damaged_limbers=1), ["WORK REPAIR-LIMBER"], []),
    ("06.03.6", "not in melee", replace(BATTERY, damaged_guns=1, in_contact=True), [],
     [("WORK REPAIR-GUN", "repair-contact", "06.03.6")]),
    ("06.03.6 06.01.3", "a gunner for each repair and somebody at the guns", BROKEN,
     ["S CANISTER REPAIR GUN + LIMBER", "WORK REPAIR-GUN WITH 2"],
     [("S CANISTER REPAIR LIMBER + LIMBER", "repair", "06.03.6"), ("WORK REPAIR-GUN WITH 3", "repair", "06.03.6"),
      ("S CANISTER REPAIR GUN + GUN + LIMBER", "repair-hands", "06.01.3")]),
    ("06.03.6", "one man mends one", replace(BROKEN, figures=1), [],
     [("WORK REPAIR-GUN WITH 2", "repair-hands", "06.03.6")]),
    ("", "a wagon only stands or moves", WAGON, ["X", "GO N"],
     [(text, "wagon", "01.02.7") for text in ("S", "A ricketts", "WORK LIGHT", "SPLIT 1")]),
    ("01.05.3", "units leave the table only where the scenario says so", replace(REGIMENT, exits=("south",)),
     ["EXIT S", "EXIT S VIA ALONG pike TO pike/S"],
     [("EXIT N", "exit", "01.05.3"), ("EXIT S VIA GO S", "endless", "03.03.4")]),
    ("", "parts are sent out", REGIMENT, ["SPLIT 7", "7 OF GO N"],
     [("SPLIT 8", "detach", "01.02.2"), ("JOIN va2", "rejoin", "01.02.2"), ("4 OF AK", "third-rank", "02.01.2")]),
    ("", "and come back", replace(REGIMENT, unit="va33/1", part_of="va33"), ["JOIN va33"], []),
    ("", "not of guns", BATTERY, [], [("SPLIT 1", "detach", "01.02.2")]),
)  # fmt: skip
def test_what_a_unit_may_be_ordered(facts: OrderFacts, may: list[str], no: list[No]) -> None:
    allowed(facts, *may)
    for text, why, rule in no:
        refused(facts, text, why, rule)


# fire


@pytest.mark.proves("03.03.6", "03.03.7")
def test_fire_does_not_wait_for_what_the_firer_itself_does() -> None:
    for event in ("STARTS", "ENDS", "FIRES", "RETIRES", "ROUTS"):
        refused(REGIMENT, f"S WHEN OWN va33 {event}", "own-wait", "03.03.6")
    refused(BATTERY, "sk when own pendleton starts", "own-wait", "03.03.6")
    refused(REGIMENT, "S WITH 4, S WITH 4 WHEN OWN va33 STARTS", "own-wait", "03.03.6")
    refused(REGIMENT, "S WITH 4 WHEN OWN va33 FIRES, S WITH 4 WHEN OWN va33 FIRES", "own-wait", "03.03.6")
    allowed(REGIMENT, "S WITH 4, S WITH 4 WHEN OWN va33 FIRES", "S WHEN OWN va2 STARTS", "S WHEN OWN va33 CONTACT")


# works, wagons, exits, parts


@pytest.mark.proves("10.02.1", "10.03.1", "10.04.1", "10.05.1", "10.06.1")
def test_works_need_their_builders_and_what_they_are_built_of() -> None:
    wooded = replace(REGIMENT, wood_within_10cm=True, in_town=True, has_material=True)
    allowed(wooded, "WORK ABATIS", "WORK ABATIS 1/2", "WORK BARRICADE WITH 1", "WORK CHEVAUX WITH 2")
    allowed(REGIMENT, "WORK LIGHT")
    allowed(replace(REGIMENT, fences=("road-fence",)), "WORK CLEAR-FENCE WITH 1 AT road-fence")
    refused(REGIMENT, "WORK CLEAR-FENCE WITH 1 AT road-fence", "cleared-there", "10.06.1")
    refused(REGIMENT, "WORK CLEAR-BARRICADE WITH 1 AT road-fence", "cleared-there", "10.04.1")
    refused(TROOPERS, "WORK LIGHT", "no-arm", "10.02.1")
    refused(REGIMENT, "WORK ABATIS", "no-wood", "10.03.1")
    refused(REGIMENT, "WORK BARRICADE", "no-town", "10.04.1")
    refused(REGIMENT, "WORK CHEVAUX", "no-material", "10.05.1")
    refused(REGIMENT, "WORK LIGHT WITH 4", "whole-unit", "10.02.1")
    refused(wooded, "WORK CHEVAUX WITH 1", "gang", "10.05.1")
    refused(REGIMENT, "WORK CLEAR-FENCE", "cleared-object", "10.06.1")


@pytest.mark.proves("09.03.1", "09.03.2")
def test_a_wagon_that_stands_serves_two_units_in_contact() -> None:
    near = replace(REGIMENT, wagons=("wagon-1",))
    served = OrderLine(Resupply("wagon-1"))
    one = OrderSheet({"va33": served, "va2": served, "wagon-1": OrderLine(Stand())})
    assert judged(near, "SUPPLY wagon-1", one) == []
    refused(near, "SUPPLY wagon-1", "wagon-busy", "09.03.1", OrderSheet({**one.units, "va4": served}))
    moving = OrderSheet({"wagon-1": OrderLine(order("GO N"))})
    refused(near, "SUPPLY wagon-1", "wagon-moves", "09.03.1", moving)
    refused(REGIMENT, "SUPPLY wagon-1", "wagon-contact", "09.03.1")


# knowledge


@pytest.mark.proves("03.02.2")
def test_an_order_names_only_what_the_general_knows_of() -> None:
    knowing = replace(
        REGIMENT,
        units=frozenset({"va33", "va2"}),
        enemies=frozenset({"ricketts"}),
        staff=frozenset({"jackson"}),
        objects=frozenset({"pines"}),
    )
    allowed(
        knowing, "A ricketts VIA TO pines/N +E 4 SUPPORT va2", "TO @ricketts", "TO @jackson", "S WHEN OWN va2 FIRES"
    )
    for text, kind in {
        "A griffin": "enemy",
        "A ricketts SUPPORT va49": "unit",
        "TO house": "object",
        "TO @griffin": "anyone",
        "S WHEN SEEN BY @griffin": "enemy",
        "S WHEN CROSS house/N +N 5": "object",
        "S WHEN BEFORE SHOCK OF va49": "unit",
        "S WHEN WITHIN 8 OF @jackson": "unit",
        "S WHEN WITHIN 8 OF @ricketts": "unit",
        "ENTER house": "object",
        "TO (40,40)": "point",
    }.items():
        refused(knowing, text, f"unknown-{kind}", "03.02.2")
    allowed(replace(REGIMENT, umpire=True), "TO (40,40)")
