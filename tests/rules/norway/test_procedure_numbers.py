"""The number that stands beside a line of an explanation; and lines that are said only where there is something to
tell."""

from __future__ import annotations

from typing import Any

import pytest

from cases import cases
from feltherre.games.norway.asks import ASKS
from feltherre.games.norway.procedures import PROCEDURES
from feltherre.umpire.asking import questions
from norway_desk import numbers

Lines = list[tuple[str, int | None]]
CARDS = {"reaction_cards": [], "dice_values": {"Bomber": 2}}
STOPPED = {"attacker_cards": ["Scouts", "Bomber"], "defender_cards": ["Fighter>Bomber"], **CARDS}
ONE = [{"from": "Oslo", "mode": "land", "battalions": 1}]
DUEL = {"attack_groups": ONE, "defender_battalions": 1, "attacker_cards": [], "defender_cards": [], **CARDS}
ROADBLOCK = {
    "attack_groups": [{"from": "Oslo", "to": "Hønefoss", "mode": "land", "battalions": 3}],
    "card": "Roadblock",
    "target_from": "Oslo",
    "target_to": "Hønefoss",
    "norwegian_battalions_in_target": 1,
    "engineer_company": False,
}
MINOR = {"class": "minor", "sea_area": "VI"}
ONE_SHIP = {"interceptor": "allies", "target_cards": 1, "coast_defence_present": False, "dice": [6]}


@cases(
    "says procedure given told",
    ("2.4-nor-3", "Norway need use no card", "forced-discard",
     {"country": "norway", "used_in_own_turn": 0, "hand": 3}, [("2.4-nor-3", 0)]),
    ("4.4-2", "a card was used", "forced-discard",
     {"country": "germany", "used_in_own_turn": 1, "hand": 4}, [("4.4-2", 0)]),
    ("4.4-2", "none was used", "forced-discard",
     {"country": "germany", "used_in_own_turn": 0, "hand": 4}, [("4.4-2", 1)]),
    ("8.2-seq-6-loss", "Norway loses no cards", "deck-loss",
     {"country": "norway", "face_down": 1, "loss": 2}, [("8.2-seq-6-loss", 0)]),
    ("2.2-6", "one chip of each", "stack-count",
     {"pieces": 0, "white_chips": 1, "black_chips": 1}, [("2.2-6", 1), ("2.2-6", 5), ("2.2-6", 6)]),
    ("4.2-dice-1 4.2-dice-4 4.2-dice-6", "four over water count half", "dice-count",
     {"bn_plain": 1, "bn_water": 4, "card_dice": 2},
     [("4.2-dice-1", 1), ("4.2-dice-4", 2), ("4.2-dice-6", 2), ("4.2-dice-1", 5)]),
    ("4.2-dice-1 4.2-dice-4 4.2-dice-6", "one over water gives none, a card one", "dice-count",
     {"bn_plain": 0, "bn_water": 1, "card_dice": 1}, [("4.2-dice-4", 0), ("4.2-dice-6", 1), ("4.2-dice-1", 1)]),
    ("4.2-dice-1 4.2-5", "one against one: the first line of a side says its dice", "land-combat",
     {**DUEL, "attacker_dice": [3], "defender_dice": [4]},
     [("4.2-dice-1", 1), ("4.2-dice-1", 1), ("4.2-4", 3), ("4.2-4", 0), ("4.2-5", 4), ("4.2-5", 0), ("4.2-7", None)]),
    ("4.2-cancel 4.2-dice-6", "Scouts and a card that is stopped give no dice", "card-resolution", STOPPED,
     [("4.2-1", None), ("4.2-1", None), ("4.2-2", None), ("4.2-cancel", None), ("4.2-dice-6", None)]),
    ("4.1c-1 4.1c-2", "two of three go back", "sabotage", ROADBLOCK,
     [("4.1c-1", None), ("4.1c-2", 2), ("4.1c-2", 1)]),
    ("4.1c-3", "engineers: none goes back", "sabotage", {**ROADBLOCK, "engineer_company": True},
     [("4.1c-1", None), ("4.1c-3", 0)]),
    ("7.2-raiding-1", "nobody raids", "raid", {"raiders": []}, [("7.2-raiding-1", 0)]),
    ("7.2-raiding-1", "a minor ship may not", "raid", {"raiders": [MINOR]},
     [("7.2-raiding-1", None), ("7.2-raiding-1", 0)]),
    ("7.2-raiding-3", "one symbol too many", "raid-recall", {"symbols": [7]},
     [("7.2-raiding-3", None), ("7.2-raiding-3", 1)]),
    ("6.2-coastal-fort", "one of two is sunk, the other goes elsewhere", "coastal-fort", {"die": 6, "landing_ships": 2},
     [("6.2-coastal-fort", None), ("6.2-coastal-fort", 6), ("6.2-coastal-fort", 1)]),
    ("7.2-resist-2", "no city", "norwegian-resistance", {"point_city": False, "battalions_landed": 1},
     [("7.2-resist-2", 0)]),
    ("7.2-resist-1", "nobody lands", "norwegian-resistance", {"point_city": True, "battalions_landed": 0},
     [("7.2-resist-1", 0)]),
    ("4.3-1 4.3-ger-1", "the free battalion alone", "reinforcement-purchase", {"symbols": [], "free_battalions": 1},
     [("4.3-1", 0), ("4.3-ger-1", 1), ("4.3-1", 1)]),
    ("4.3-2", "one symbol is left over", "reinforcement-purchase", {"symbols": [4], "free_battalions": 1},
     [("4.3-2", 1), ("4.3-2", 1), ("4.3-ger-1", 1), ("4.3-1", 2)]),
    ("3-6", "several that are free are the first Allies", "reinforcement-purchase",
     {"symbols": [], "free_battalions": 2}, [("4.3-1", 0), ("3-6", 2), ("4.3-1", 2)]),
    ("8.1-int-4 8.1-int-5", "one card is intercepted", "naval-interception", ONE_SHIP,
     [("8.1-int-3", None), ("8.1-int-3", None), ("8.1-int-4", 1), ("8.1-int-5", None)]),
)  # fmt: skip
def test_the_number_beside_each_line(procedure: str, given: dict[str, Any], told: Lines) -> None:
    assert numbers(procedure, **given) == told


@pytest.mark.parametrize(
    ("procedure", "name", "usual"),
    [
        ("country-choice", "players", 2),
        ("reinforcement-purchase", "free_battalions", 0),
        ("norwegian-resistance", "battalions_landed", 1),
    ],
)
def test_what_the_desk_takes_as_usual(procedure: str, name: str, usual: int) -> None:
    asked = {question.name: question for question in questions(PROCEDURES[procedure], None, ASKS[procedure])}
    assert asked[name].default == usual
