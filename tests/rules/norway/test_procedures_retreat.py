"""Where losers go (4.2, step 8)."""

from __future__ import annotations

from typing import Any

import pytest

from feltherre.games.norway.procedures.combat import open_for_retreat, surrounded
from norway_desk import ask, explained


def retreat(**changed: Any) -> dict[str, Any]:
    """A battle in Narvik."""
    given: dict[str, Any] = {
        "country": "norway",
        "role": "defender",
        "neighbours": [
            {"area": "Tysfjord", "water": False},
            {"area": "Bjørnfjell", "water": False},
            {"area": "Harstad", "water": True},
            {"area": "Gratangen", "water": False},
        ],
        "enemy_held": [],
        "pending_battles": [],
        "attack_origins": [],
        "own_origins": [],
    }
    return {**given, **changed}


def options(**changed: Any) -> list[str]:
    found: list[str] = ask("retreat-options", **retreat(**changed))["options"]
    return found


@pytest.mark.proves("4.2-8-def-1")
def test_enemies_undecided_battles_and_the_attackers_bases_close_an_area() -> None:
    assert options() == ["Tysfjord", "Bjørnfjell", "Harstad", "Gratangen"]
    assert options(enemy_held=["Tysfjord"]) == ["Bjørnfjell", "Harstad", "Gratangen"]
    assert options(pending_battles=["gratangen"]) == ["Tysfjord", "Bjørnfjell", "Harstad"]
    assert options(attack_origins=["BJORNFJELL", "Harstad"]) == ["Tysfjord", "Gratangen"]


@pytest.mark.proves("4.2-8-def-3", "2.3-fjord-2")
@pytest.mark.parametrize(("country", "crosses"), [("norway", True), ("germany", False), ("allies", False)])
def test_only_norwegians_retreat_over_water(country: str, crosses: bool) -> None:
    assert ("Harstad" in options(country=country)) is crosses
    assert ("Harstad" in options(country=country, role="attacker-sea-air")) is crosses


@pytest.mark.proves("4.2-8-def-4")
def test_defenders_without_an_open_area_are_all_lost() -> None:
    closed = ["Tysfjord", "Bjørnfjell", "Gratangen"]
    assert ask("retreat-options", **retreat(country="allies", enemy_held=closed)) == {"options": [], "all_lost": True}
    assert ask("retreat-options", **retreat(country="norway", enemy_held=closed)) == {
        "options": ["Harstad"],
        "all_lost": False,
    }
    assert surrounded([])
    assert not surrounded(["Harstad"])


@pytest.mark.proves("4.2-8-att-1")
def test_attackers_by_land_go_back_where_they_came_from_whatever_stands_there() -> None:
    found = ask(
        "retreat-options",
        **retreat(role="attacker-land", country="germany", enemy_held=["Harstad"], own_origins=["Harstad", "tysfjord"]),
    )
    assert found == {"options": ["Harstad", "Tysfjord"], "all_lost": False}


@pytest.mark.proves("4.2-8-att-2")
def test_attackers_from_sea_or_air_look_for_an_area_but_may_join_their_own_bases() -> None:
    given = {"country": "germany", "role": "attacker-sea-air", "attack_origins": ["Tysfjord"]}
    assert options(**given) == ["Tysfjord", "Bjørnfjell", "Gratangen"]
    assert options(**given, enemy_held=["Bjørnfjell"], pending_battles=["Gratangen"]) == ["Tysfjord"]
    lost = ask("retreat-options", **retreat(**given, enemy_held=["Tysfjord", "Bjørnfjell", "Gratangen"]))
    assert lost == {"options": [], "all_lost": True}


@pytest.mark.proves("4.2-8-def-1", "4.2-8-def-2")
def test_the_game_asks_the_same_function_with_numbers_of_areas() -> None:
    around = [(3, False), (5, True), (8, False), (9, False), (11, False)]
    assert open_for_retreat("allies", around, {8}, {9}, {11}) == [3]
    assert open_for_retreat("norway", around, {8}, {9}, {11}) == [3, 5]


@pytest.mark.proves("4.2b-2", "4.2-8-def-2")
def test_joint_defenders_go_to_the_same_area_if_one_is_open_to_both() -> None:
    found = ask("joint-retreat", norwegian_options=["Harstad", "tromso", "Narvik"], allied_options=["Narvik", "Tromsø"])
    assert found == {"common": ["Tromsø", "Narvik"], "separate": False}


@pytest.mark.proves("4.2b-2", "4.2-8-def-2")
@pytest.mark.parametrize(("norwegian", "allied"), [(["Harstad"], ["Narvik"]), (["Harstad"], []), ([], [])])
def test_otherwise_each_country_retreats_by_itself(norwegian: list[str], allied: list[str]) -> None:
    found = ask("joint-retreat", norwegian_options=norwegian, allied_options=allied)
    assert found == {"common": [], "separate": True}


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
