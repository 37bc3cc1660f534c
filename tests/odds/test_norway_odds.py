"""Exact odds of Norway's procedures, against counting every throw, and against icepool as a second opinion."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest

from feltherre.games.norway.procedures import PROCEDURES
from feltherre.games.norway.procedures.combat import battle_chances
from feltherre.umpire import desk

FACES = range(1, 7)


def battle(attackers: int, defenders: int, attacker_cards: int = 0, defender_cards: int = 0) -> dict[str, Any]:
    return {
        "attack_groups": [{"from": "Oslo", "mode": "land", "battalions": attackers}],
        "defender_battalions": defenders,
        "attacker_cards": ["Panzer"] if attacker_cards else [],
        "defender_cards": ["Ambush"] if defender_cards else [],
        "reaction_cards": [],
        "dice_values": {"Panzer": attacker_cards, "Ambush": defender_cards},
    }


def chances(procedure: str, given: dict[str, Any]) -> dict[str, dict[Any, Fraction]]:
    found = desk.odds(PROCEDURES[procedure], given)["outputs"]
    return {name: fractions(listed) for name, listed in found.items() if isinstance(listed, list)}


def fractions(listed: list[dict[str, Any]]) -> dict[Any, Fraction]:
    for entry in listed:
        assert entry["probability"] == float(Fraction(entry["p"]))
        assert "/" in entry["p"]
    return {entry["value"]: Fraction(entry["p"]) for entry in listed}


@pytest.mark.parametrize(("attackers", "defenders"), [(1, 1), (2, 1), (1, 3), (2, 2), (3, 2)])
def test_small_battles_are_counted_throw_by_throw(attackers: int, defenders: int) -> None:
    given = battle(attackers, defenders)
    counted: dict[str, Counter[Any]] = {}
    throws = list(product(FACES, repeat=attackers + defenders))
    for throw in throws:
        dice = {"attacker_dice": list(throw[:attackers]), "defender_dice": list(throw[attackers:])}
        for name, value in desk.run(PROCEDURES["land-combat"], {**given, **dice})["outputs"].items():
            counted.setdefault(name, Counter())[value] += 1
    expected = {
        name: {value: Fraction(ways, len(throws)) for value, ways in values.items()} for name, values in counted.items()
    }
    assert chances("land-combat", given) == expected


@pytest.mark.parametrize(("attack", "defence"), [(4, 3), (7, 5), (12, 12), (9, 14), (20, 16)])
def test_large_battles_agree_with_icepool(attack: int, defence: int) -> None:
    found = chances("land-combat", battle(5, 4, attack - 5 if attack > 5 else 0, max(defence - 4, 0)))
    dice = {name: next(iter(found[f"{name}_dice_count"])) for name in ("attacker", "defender")}
    attacker, defender = dice["attacker"] @ icepool.d6, dice["defender"] @ icepool.d6
    assert found["winner"]["attacker"] == (attacker > defender).probability(True)
    assert found["winner"]["defender"] == found["withdraws"]["attacker"]
    assert found["attacker_sum"] == {total: attacker.probability(total) for total in attacker}
    sixes = dice["defender"] @ (icepool.d6 == 6)
    lost = sixes.map(lambda n: min(n, 5))
    assert found["attacker_losses"] == {n: lost.probability(n) for n in lost}
    assert found["attackers_left"] == {5 - n: p for n, p in found["attacker_losses"].items()}


@pytest.mark.parametrize("attack", [1, 5, 12, 24])
@pytest.mark.parametrize("defence", [1, 12, 24])
def test_chances_add_up_to_exactly_one(attack: int, defence: int) -> None:
    given = battle(min(attack, 5), min(defence, 5), max(attack - 5, 0), max(defence - 5, 0))
    for values in chances("land-combat", given).values():
        assert sum(values.values()) == 1


def test_a_battle_against_nothing_to_throw_is_certain() -> None:
    given = {**battle(0, 2), "attack_groups": [{"from": "Gjøvik", "mode": "water", "battalions": 1}]}
    found = chances("land-combat", given)
    assert found["winner"] == {"defender": 1}
    assert found["attacker_losses"] == {0: Fraction(25, 36), 1: Fraction(11, 36)}


CHANCY = {
    "land-combat": battle(3, 2),
    "convoy-attack": {
        "card": "Submarine",
        "player": "allies",
        "placing_country": "germany",
        "placed": [{"area": "Oslo", "battalions": 2, "by": "sea"}],
        "chosen_area": "Oslo",
    },
    "country-choice": {"players": 3, "wishes": [["germany"], ["germany"], ["germany"]]},
    "naval-interception": {"interceptor": "germany", "target_cards": 18, "coast_defence_present": True},
    "naval-combat": {
        "attacker_ships": [{"name": "KMS Lützow", "class": "heavy-cruiser"}],
        "defender_ships": [{"name": "HMS York", "class": "heavy-cruiser"}],
    },
    "ship-strike": {"sink_on": [6], "chase_on": [4, 5]},
    "reconnaissance": {"target_cards": 17},
    "coastal-fort": {"landing_ships": 3},
    "norwegian-resistance": {"point_city": True, "battalions_landed": 2},
    "bluff-and-threats": {},
    "minelaying": {"sea_area": "V", "landing_ships": ["KMS Emden", "KMS Köln"]},
}


def test_every_procedure_with_chance_gives_odds() -> None:
    assert {name for name, procedure in PROCEDURES.items() if procedure.chance_inputs} == set(CHANCY)
    for name, given in CHANCY.items():
        for listed in desk.odds(PROCEDURES[name], given)["outputs"].values():
            for part in [listed] if isinstance(listed, list) else [listed["length"]]:
                assert sum(Fraction(entry["p"]) for entry in part) == 1


def test_who_gets_germany_is_a_matter_of_luck_for_all_alike() -> None:
    found = desk.odds(PROCEDURES["country-choice"], CHANCY["country-choice"])["outputs"]
    # all different: 6 * 5 * 4 of 216
    assert fractions(found["order"]["length"]) == {0: Fraction(4, 9), 3: Fraction(5, 9)}
    assert fractions(found["order"]["elements"]) == dict.fromkeys((1, 2, 3), Fraction(5, 9))
    assert fractions(found["throw_again"]["length"]) == {0: Fraction(5, 9), 2: Fraction(5, 12), 3: Fraction(1, 36)}


def test_a_procedure_without_chance_is_certain() -> None:
    found = desk.odds(PROCEDURES["dice-count"], {"bn_plain": 2, "bn_water": 3, "card_dice": 1})
    assert found == {
        "outputs": {
            "battalion_dice": [{"value": 3, "p": "1/1", "probability": 1.0}],
            "total_dice": [{"value": 4, "p": "1/1", "probability": 1.0}],
        }
    }
    areas = {"norwegian_options": ["Oslo", "Hamar"], "allied_options": ["Hamar"]}
    assert desk.odds(PROCEDURES["joint-retreat"], areas)["outputs"]["common"] == {
        "length": [{"value": 1, "p": "1/1", "probability": 1.0}],
        "elements": [{"value": "Hamar", "p": "1/1", "probability": 1.0}],
    }


@pytest.mark.parametrize(("attackers", "defenders", "cards"), [(2, 3, 0), (5, 5, 2), (9, 1, 3)])
def test_the_chances_for_computer_players_are_those_of_the_desk(attackers: int, defenders: int, cards: int) -> None:
    found = chances("land-combat", battle(attackers, defenders, cards))
    attack, defence = min(attackers, 5) + cards, min(defenders, 5)
    weighed = battle_chances(attack, defence, attackers, defenders)
    assert weighed.win == found["winner"]["attacker"]
    for name, losses in (("attacker_losses", weighed.attacker_losses), ("defender_losses", weighed.defender_losses)):
        assert {lost: p for lost, p in enumerate(losses) if p} == found[name]
        assert sum(losses) == 1
    assert battle_chances(0, 3, 1, 3).win == 0
