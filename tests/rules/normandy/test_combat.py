"""Attacks (STEP-5, 1.2, 1.4, 1.5, 3.1): who takes part, odds, results; the four examples of appendix 3."""

from __future__ import annotations

from typing import Any

import pytest

from cases import cases
from feltherre.games.normandy.battle import ground_combat
from feltherre.games.normandy.game import GAME
from feltherre.games.normandy.tables import GROUND
from feltherre.hexgame.actions import Attack
from feltherre.umpire import desk
from normandy_table import Playing, position
from procedure_desk import Desk

DESK = Desk(GAME.procedures)

COMBAT = [e for e in GAME.ledger.examples.values() if e.procedure == "ground-combat"]


@pytest.mark.proves(
    "STEP-5-a", "STEP-5-c", "STEP-5-d", "WEA-3", "1.2-g", "1.2-h", "1.4-open", "1.4-covered", "1.4-city"
)
@pytest.mark.proves("1.4-river", "1.5-a", "1.8-rain", "3.1-a", "3.1-c", "3.1-d", "3.1-f")
def test_the_umpire_rules_as_the_examples_of_the_book_say() -> None:
    assert len(COMBAT) == 11
    for example in COMBAT:
        DESK.check_example(example)


BOMBER = {"air": [{"id": "b", "type": "bomber", "strength": 2}]}
SHIP = {"ships": [{"id": "s", "strength": 2}]}
UNIT = {"id": "a", "type": "infantry", "strength": 6, "loss_value": 2}
GUNS = {**UNIT, "type": "artillery", "crossing": "river"}
FOE = {"id": "d", "type": "infantry", "strength": 3, "loss_value": 2}


def ruled(
    attackers: list[dict[str, Any]] | None = None, defenders: list[dict[str, Any]] | None = None, **more: Any
) -> Any:
    given = {"attackers": attackers or [UNIT], "defenders": defenders or [FOE], "terrain": "open", "dice": [3], **more}
    return DESK.ask("ground-combat", **given)


@cases(
    "says terrain modifier",
    ("1.4-open", "open", "open", 0),
    ("1.4-covered", "covered", "covered", -1),
    ("1.4-bocage", "bocage", "bocage", -2),
    ("1.4-marsh", "marsh", "marsh", -2),
    ("1.4-city", "city", "city", -1),
)
def test_the_die_by_the_terrain(terrain: str, modifier: int) -> None:
    found = ruled(terrain=terrain)
    assert (found["die_modifier"], found["modified_die"]) == (modifier, 3 + modifier)


@cases(
    "says defenders terrain total",
    ("1.2-g 1.2-h", "artillery counts 1", [{**FOE, "type": "artillery", "strength": 6}], "open", 1),
    ("1.4-open", "armour in the open counts double", [{**FOE, "type": "armour", "strength": 5}], "open", 10),
    ("1.4-open", "but not in bocage", [{**FOE, "type": "armour", "strength": 5}], "bocage", 5),
    ("1.4-city 3.1-d", "everybody counts double in a city", [FOE, {**FOE, "id": "e", "type": "artillery"}], "city", 8),
    ("1.7-c", "flak fights as a ground unit", [{**FOE, "type": "flak", "strength": 2}], "open", 2),
)
def test_what_the_defenders_count(defenders: list[dict[str, Any]], terrain: str, total: int) -> None:
    assert ruled(defenders=defenders, terrain=terrain)["defence_total"] == total


SMALL = {"type": "armour", "strength": 1}


@cases(
    "says more told",
    (
        "1.4-open STEP-5-c 1.2-h 1.5-b",
        "what counts 1 is told too",
        {
            "attackers": [{**UNIT, **SMALL}],
            "air": [{"id": "x", "type": "attack-aircraft", "strength": 1}],
            "defenders": [{**FOE, **SMALL}, {**FOE, "id": "g", "type": "artillery"}],
        },
        [
            ("1.4-open", 1, "Armour counts double against an open hex: 1 more."),
            ("STEP-5-c", 1, "Aircraft and ships add 1."),
            ("1.2-h", 1, "Artillery defends with 1 each: 1."),
            ("1.4-open", 1, "Armour in the open counts double in defence: 1 more."),
            ("1.5-a", None, "3 against 3: column 1-1."),
            ("1.5-a", 3, "A 3 counts 3: A1-F1."),
            ("1.5-b", 1, "The attacker takes 1."),
            ("1.5-b", 1, "The defender takes 1."),
        ],
    ),
    (
        "1.4-city 1.5-b",
        "a city",
        {"terrain": "city"},
        [
            ("1.4-city", 6, "The defence of a city counts double: 6."),
            ("1.5-a", None, "6 against 6: column 1-1."),
            ("1.4-city", -1, "−1 on the die for the city."),
            ("1.5-a", 2, "A 3 counts 2: A2-F1."),
            ("1.5-b", 2, "The attacker takes 2."),
            ("1.5-b", 1, "The defender takes 1."),
        ],
    ),
)
def test_a_ruling_tells_each_number_with_its_rule(more: dict[str, Any], told: list[tuple[Any, ...]]) -> None:
    given = {"attackers": [UNIT], "defenders": [FOE], "terrain": "open", "dice": [3], **more}
    lines = desk.run(GAME.procedures["ground-combat"], given)["explanation"]
    assert [(line["rule"], line.get("value"), line["text"]) for line in lines] == told


@cases(
    "says more reason",
    ("STEP-5-b", "nobody on the ground", {"attackers": (), **BOMBER}, "no-ground-unit"),
    ("STEP-5-c", "German aircraft", {"attacking_side": "german", **SHIP}, "support-not-allied"),
    ("STEP-5-e", "a unit that has attacked", {"already_attacked": ["a"]}, "already-attacked"),
    ("4.1-e", "coastal artillery", {"attackers": [{**UNIT, "type": "coastal-artillery"}]}, "coastal-artillery"),
    ("1.4-river", "infantry over a river", {"attackers": [{**UNIT, "crossing": "river"}]}, "river"),
    ("1.4-river", "artillery alone over it", {"attackers": [GUNS]}, "artillery-alone-over-river"),
    ("1.8-rain", "bombers in rain", {"weather": "rain", **BOMBER}, "bombers-in-rain"),
    ("1.8-storm", "aircraft in a storm", {"weather": "storm", **BOMBER}, "air-in-storm"),
    ("1.8-storm 4.1-h", "ships in a storm", {"weather": "storm", **SHIP}, "ships-in-storm"),
)
def test_what_is_no_attack(more: dict[str, Any], reason: str) -> None:
    given = {"attackers": [UNIT], "defenders": [FOE], "terrain": "open", "dice": [], **more}
    found = DESK.ask("ground-combat", **given)
    assert (found["legal"], found["reason"], found["result"]) == (False, reason, None)


@cases(
    "says more",
    ("STEP-5-e", "an attacker", {"attackers": [UNIT, UNIT]}),
    ("STEP-5-e", "as a ground unit and a ship", {"ships": [{"id": "a", "strength": 2}]}),
    ("STEP-5-d", "a defender", {"defenders": [FOE, FOE]}),
)
def test_nobody_is_counted_twice(more: dict[str, Any]) -> None:
    given = {"attackers": [UNIT], "defenders": [FOE], "terrain": "open", "dice": [3], **more}
    assert "named twice" in DESK.refusal("ground-combat", **given)


@cases(
    "says die strength result",
    ("1.5-a", "2-1, a 2", 2, 6, "A1-F1"),
    ("1.5-b", "2-1, a 3", 3, 6, "A2-F2R"),
    ("1.5-c", "6-1, a 2", 2, 18, "F1R"),
    ("1.5-g", "6-1, a 6", 6, 18, "FE"),
    ("1.5-g", "1-4, a 1", 1, 0, "AE"),
)
def test_the_ground_combat_table(die: int, strength: int, result: str) -> None:
    found = ruled([{**UNIT, "strength": strength}], dice=[die])
    assert found["result"] == result
    assert found["attackers_eliminated"] == (result == "AE")
    assert found["defenders_eliminated"] == (result == "FE")
    assert found["retreat_required"] == result.endswith("R")
    assert found["attacker_losses"] == (1 if result == "A1-F1" else 2 if result == "A2-F2R" else 0)


# in the game


def before_caen(**more: Any) -> Playing:
    """Allies on three sides of Caen, the 711th in it."""
    allied = {"1511": ["ca-3-inf", "br-5-agra"], "1412": ["br-7-arm"], "1611": ["br-3-inf"], "1513": ["br-51-inf"]}
    return position(phase="combat", allied=allied, german={"1512": ["de-711-inf"]}, **more)


@pytest.mark.proves("STEP-5-a", "STEP-5-b", "STEP-5-e", "3.1-f", "SEQ-1")
def test_units_in_several_hexes_attack_together_and_each_once() -> None:
    play = before_caen().throws([1])
    play("attack 1512 with ca-3-inf + br-7-arm + br-3-inf")
    # 20 against 6, the die 1 less: A2
    told = next(event for event in play.events if event.text.key == "normandy.event.battle")
    assert (told.text.args["attack"], told.text.args["defence"], told.text.args["column"]) == (20, 6, "3-1")
    assert told.text.args["result"] == "A2-F1"
    play(*["losses br-7-arm + ca-3-inf"] if play.prompt == "losses" else [])
    assert play.refusal("attack 1512 with ca-3-inf") == ("attack.has-attacked", "STEP-5-e")
    assert play.refusal("attack 1612 with br-51-inf") == ("attack.no-enemy", "STEP-5-a")
    assert play.refusal("attack 1512 with br-50-inf") == ("attack.not-yours", "STEP-5-a")


@pytest.mark.proves("1.4-river", "3.1-b", "1.4-bridge", "STEP-5-b")
def test_over_a_river_only_artillery_supports() -> None:
    allied = {"1412": ["br-7-arm", "br-5-agra"], "1512": ["br-3-inf"]}
    play = position(phase="combat", allied=allied, german={"1513": ["de-711-inf"]})
    assert play.refusal("attack 1513 with br-3-inf + br-7-arm") == ("attack.river", "1.4-river")
    assert play.refusal("attack 1513 with br-5-agra") == ("attack.nobody-leads", "1.4-river")
    play.throws([4])("attack 1513 with br-3-inf + br-5-agra")
    # 12 against 3: 4-1, a 4 is F1; the artillery may not follow over the river
    assert play.losses("de-711-inf") == 1


@pytest.mark.proves("STEP-5-c", "MOV-5", "STEP-5-d")
def test_aircraft_over_the_hex_add_their_strength_and_fly_home() -> None:
    play = before_caen(flying={"at-83-grp-1": "1512", "bm-us-8af": "1612"}).throws([6])
    assert play.refusal("attack 1512 with ca-3-inf + bm-us-8af") == ("attack.not-over", "STEP-5-c")
    assert play.refusal("attack 1512 with at-83-grp-1") == ("attack.nobody-leads", "STEP-5-b")
    play("attack 1512 with ca-3-inf + br-3-inf + at-83-grp-1")
    told = next(event for event in play.events if event.text.key == "normandy.event.battle")
    assert told.text.args["attack"] == 13
    # 13 against 6, a 6 less 1 for the city: F1
    assert (play.losses("de-711-inf"), play.prompt) == (1, "combat")
    assert play.place("at-83-grp-1") == "1601"
    assert play.place("bm-us-8af") == "1612"


@pytest.mark.proves("4.1-e")
def test_coastal_artillery_takes_no_part_in_attacks_on_land() -> None:
    stand = {"1710": ["cb-merville"], "1810": ["de-711-inf"], "1711": ["de-21-pz"]}
    play = position(side="german", phase="combat", allied={"1611": ["br-3-inf"]}, german=stand)
    assert play.refusal("attack 1611 with de-21-pz + cb-merville")[0] in ("attack.battery", "attack.not-beside")


@pytest.mark.proves("1.5-g", "VIC-3", "INT-2")
def test_elimination_removes_everybody() -> None:
    play = position(
        phase="combat", allied={"1411": ["br-7-arm", "br-3-inf"]}, german={"1511": ["de-716-inf", "de-7-werfer"]}
    ).throws([6])
    before = GAME.scene(play.state, ()).status.notes[-1].args["allied"]
    play("attack 1511 with br-7-arm + br-3-inf")
    assert (play.place("de-716-inf"), play.place("de-7-werfer")) == ("destroyed", "destroyed")
    assert GAME.scene(play.state, ()).status.notes[-1].args["allied"] == before + 3


def test_the_chances_of_an_attack_are_seen_before_it_is_made() -> None:
    """Where it is, on what column, and what each result of that column means in this ground."""
    play = position(phase="combat", allied={"1411": ["br-7-arm"]}, german={"1511": ["de-716-inf"]})
    attack = GAME.notation.read("attack 1511 with br-7-arm")
    (seen,) = GAME.foreseen(play.state, "allied", attack)
    assert (seen.place, seen.procedure) == ("1511", "ground-combat")
    column = GROUND.headings.index(ground_combat.assess(seen.situation).known["odds"])
    assert set(seen.values) == {row[column] for row in GROUND.cells}
    # two losses, then a retreat
    meaning = seen.values["F2R"].args["meaning"]
    told = [meaning.args[part].key.removeprefix("normandy.ruling.code.") for part in ("first", "then")]
    assert told == ["defender.losses", "retreats"]


@pytest.mark.parametrize("line", ["attack 1511 with us-1-inf", "attack 9999 with br-7-arm", "attack 1511 with nobody"])
def test_nothing_is_foreseen_of_an_attack_that_cannot_be(line: str) -> None:
    play = position(
        phase="combat", allied={"1411": ["br-7-arm"], "0611": ["us-1-inf"]}, german={"1511": ["de-716-inf"]}
    )
    hex_, unit = line.removeprefix("attack ").split(" with ")
    assert GAME.foreseen(play.state, "allied", Attack(hex_, (unit,))) == []
