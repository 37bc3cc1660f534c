"""Where losers go (4.2, step 8)."""

from typing import Any

import pytest

from cases import cases
from feltherre.games.norway.procedures.combat import open_for_retreat, surrounded
from norway_desk import ask, explained

AROUND_NARVIK = {"Tysfjord": False, "Bjørnfjell": False, "Harstad": True, "Gratangen": False}


def retreat(**changed: Any) -> dict[str, Any]:
    """A battle in Narvik."""
    nothing: dict[str, Any] = {"enemy_held": [], "pending_battles": [], "attack_origins": [], "own_origins": []}
    neighbours = [{"area": area, "water": water} for area, water in AROUND_NARVIK.items()]
    return {"country": "norway", "role": "defender", "neighbours": neighbours, **nothing, **changed}


SEA_AIR = {"country": "germany", "role": "attacker-sea-air", "attack_origins": ["Tysfjord"]}
BY_LAND = {"country": "germany", "role": "attacker-land", "own_origins": ["Harstad", "tysfjord"]}
INLAND = ["Tysfjord", "Bjørnfjell", "Gratangen"]


@cases(
    "says changed options",
    ("4.2-8-def-1", "all that adjoin", {}, list(AROUND_NARVIK)),
    ("4.2-8-def-1", "not to the enemy", {"enemy_held": ["Tysfjord"]}, ["Bjørnfjell", "Harstad", "Gratangen"]),
    ("4.2-8-def-1", "not into an undecided battle", {"pending_battles": ["gratangen"]},
     ["Tysfjord", "Bjørnfjell", "Harstad"]),
    ("4.2-8-def-1", "not to the attackers' bases", {"attack_origins": ["BJORNFJELL", "Harstad"]}, INLAND[::2]),
    ("4.2-8-def-3 2.3-fjord-2", "Germans: not over water", {"country": "germany"}, INLAND),
    ("4.2-8-def-3 2.3-fjord-2", "Allies: not over water", {"country": "allies"}, INLAND),
    ("4.2-8-def-3", "Allies from the sea: nor they", {"country": "allies", "role": "attacker-sea-air"}, INLAND),
    ("4.2-8-def-3", "Norwegians from the sea: over water", {"role": "attacker-sea-air"}, list(AROUND_NARVIK)),
    ("4.2-8-def-4", "Norwegians escape over water", {"enemy_held": INLAND}, ["Harstad"]),
    ("4.2-8-def-4", "Allies are all lost", {"country": "allies", "enemy_held": INLAND}, []),
    ("4.2-8-att-1", "by land: back, whatever stands there", {**BY_LAND, "enemy_held": INLAND}, ["Harstad", "Tysfjord"]),
    ("4.2-8-att-2", "from sea or air: also to own bases", SEA_AIR, INLAND),
    ("4.2-8-att-2", "from sea or air: closed like a defender's",
     {**SEA_AIR, "enemy_held": ["Bjørnfjell"], "pending_battles": ["Gratangen"]}, ["Tysfjord"]),
    ("4.2-8-att-2", "from sea or air: all lost", {**SEA_AIR, "enemy_held": INLAND}, []),
)  # fmt: skip
def test_where_losers_may_go(changed: dict[str, Any], options: list[str]) -> None:
    assert ask("retreat-options", **retreat(**changed)) == {"options": options, "all_lost": not options}


@pytest.mark.proves("4.2-8-def-1", "4.2-8-def-2", "4.2-8-def-4")
def test_the_game_asks_the_same_functions_with_numbers_of_areas() -> None:
    around = [(3, False), (5, True), (8, False), (9, False), (11, False)]
    assert open_for_retreat("allies", around, {8}, {9}, {11}) == [3]
    assert open_for_retreat("norway", around, {8}, {9}, {11}) == [3, 5]
    assert (surrounded([]), surrounded([5])) == (True, False)


@cases(
    "says norwegian allied common",
    ("4.2b-2 4.2-8-def-2", "to one area", ["Harstad", "tromso", "Narvik"], ["Narvik", "Tromsø"], ["Tromsø", "Narvik"]),
    ("4.2b-2 4.2-8-def-2", "no area is open to both", ["Harstad"], ["Narvik"], []),
    ("4.2b-2 4.2-8-def-2", "none to the Allies", ["Harstad"], [], []),
    ("4.2b-2 4.2-8-def-2", "none to anybody", [], [], []),
)
def test_joint_defenders_go_together_if_they_can(norwegian: list[str], allied: list[str], common: list[str]) -> None:
    found = ask("joint-retreat", norwegian_options=norwegian, allied_options=allied)
    assert found == {"common": common, "separate": not common}


def test_the_umpire_says_why_each_area_is_closed() -> None:
    told = explained(
        "retreat-options",
        **retreat(country="allies", enemy_held=["Tysfjord"], attack_origins=["Bjørnfjell"], pending_battles=["Oslo"]),
    )
    assert told == [
        ("Tysfjord is closed: the enemy holds it.", "4.2-8-def-1"),
        ("Bjørnfjell is closed: the attacker attacks from there in this turn.", "4.2-8-def-1"),
        ("Harstad is closed: it lies over water, where only Norwegians retreat.", "4.2-8-def-3"),
        ("Allies: all battalions go to Gratangen.", "4.2-8-def-1"),
    ]
    assert explained("joint-retreat", norwegian_options=["Harstad"], allied_options=[]) == [
        ("No area is open to both countries: each retreats by itself.", "4.2-8-def-2"),
        ("Norway: all battalions go to Harstad.", "4.2-8-def-3"),
        ("Allies: no area is open, and all these battalions are lost.", "4.2-8-def-4"),
    ]
