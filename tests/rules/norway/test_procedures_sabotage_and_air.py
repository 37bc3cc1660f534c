"""Sabotage (4.1, phase 1c) and air range (2.3, 5.1)."""

from __future__ import annotations

from typing import Any

import pytest

from feltherre.games.norway import board
from norway_desk import ask, explained, refusal


def group(origin: str, to: str, battalions: int, mode: str = "land") -> dict[str, Any]:
    return {"from": origin, "to": to, "mode": mode, "battalions": battalions}


def sabotage(card: str = "Roadblock", **changed: Any) -> dict[str, Any]:
    given: dict[str, Any] = {
        "attack_groups": [group("Oslo", "Hønefoss", 5), group("Gjøvik", "Hamar", 2, "water")],
        "card": card,
        "target_from": "Oslo",
        "target_to": "Hønefoss",
        "norwegian_battalions_in_target": 1,
        "engineer_company": False,
    }
    return {**given, **changed}


@pytest.mark.proves("4.1c-1", "4.1c-2")
@pytest.mark.parametrize(("battalions", "back"), [(1, 1), (2, 2), (3, 2), (5, 2)])
def test_roadblock_sends_back_up_to_two_battalions_of_one_group(battalions: int, back: int) -> None:
    groups = [group("Oslo", "Hønefoss", battalions), group("Kongsberg", "Hønefoss", 1)]
    left = [group("Oslo", "Hønefoss", battalions - back)] if battalions > back else []
    assert ask("sabotage", **sabotage(attack_groups=groups)) == {
        "sent_back": back,
        "remaining_groups": [*left, group("Kongsberg", "Hønefoss", 1)],
    }


@pytest.mark.proves("4.1c-1", "4.1c-2")
def test_blown_bridge_sends_back_the_whole_group() -> None:
    assert ask("sabotage", **sabotage("blown BRIDGE")) == {
        "sent_back": 5,
        "remaining_groups": [group("Gjøvik", "Hamar", 2, "water")],
    }


@pytest.mark.proves("4.1c-3")
@pytest.mark.parametrize("card", ["Roadblock", "Blown bridge"])
def test_an_engineer_company_prevents_either(card: str) -> None:
    assert ask("sabotage", **sabotage(card, engineer_company=True)) == {
        "sent_back": 0,
        "remaining_groups": [group("Oslo", "Hønefoss", 5), group("Gjøvik", "Hamar", 2, "water")],
    }


@pytest.mark.proves("4.1c-2")
def test_battalions_of_one_area_that_came_in_two_moves_are_one_group_to_the_card() -> None:
    groups = [group("Oslo", "Hønefoss", 1), group("Oslo", "Hønefoss", 2), group("air", "Hønefoss", 1, "air")]
    assert ask("sabotage", **sabotage(attack_groups=groups)) == {
        "sent_back": 2,
        "remaining_groups": [group("Oslo", "Hønefoss", 1), group("air", "Hønefoss", 1, "air")],
    }


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"target_from": "Kongsberg"}, "No group"),
        ({"target_to": "Hamar"}, "No group"),
        ({"target_from": "Gjøvik", "target_to": "Hamar"}, "without water"),
        ({"norwegian_battalions_in_target": 0}, "No Norwegian"),
        ({"card": "Train transport"}, "no sabotage"),
        ({"card": "Landslide"}, "no card"),
        ({"attack_groups": []}, "No group"),
    ],
)
def test_a_card_that_cannot_be_used_there_is_refused(changed: dict[str, Any], reason: str) -> None:
    assert reason in refusal("sabotage", **sabotage(**changed))


def test_sabotage_is_explained() -> None:
    assert explained("sabotage", **sabotage()) == [
        ("Roadblock against 5 battalions attacking Hønefoss from Oslo.", "4.1c-1"),
        ("2 battalions go back to Oslo and neither move nor fight again this turn.", "4.1c-2"),
        ("3 battalions from Oslo still attack Hønefoss.", "4.1c-2"),
    ]
    assert explained("sabotage", **sabotage(engineer_company=True))[-1][1] == "4.1c-3"


def air(target: str, held: list[str], **changed: Any) -> dict[str, Any]:
    given: dict[str, Any] = {
        "target": target,
        "held_airfields": held,
        "from_germany": ["Stavanger", "Oslo"],
        "reach": {"Trondheim": ["Narvik", "Bergen"], "Bardufoss": ["Tromsø"]},
        "airfield_coasts": {"Trondheim": ["V"], "Stavanger": ["III"]},
    }
    return {**given, **changed}


def in_range(target: str, *held: str) -> bool:
    found = ask("air-range-check", **air(target, list(held)))
    assert set(found) == {"in_range"}
    return bool(found["in_range"])


@pytest.mark.proves("2.3-air-1")
def test_south_of_the_line_from_germany_no_airfield_is_needed_and_north_of_it_one_is() -> None:
    assert in_range("stavanger")
    assert not in_range("Bergen")
    assert in_range("Bergen", "trondheim")
    assert not in_range("Bergen", "Bardufoss")
    assert in_range("TROMSO", "Trondheim", "Bardufoss")
    assert not in_range("Finnmark", "Trondheim", "Bardufoss", "Oslo")


@pytest.mark.proves("2.3-air-1", "2.3-air-2")
def test_the_reach_of_each_airfield_is_that_of_the_board() -> None:
    reach = {
        board.AREAS[area]: [board.AREAS[other] for other in range(board.AREA_COUNT) if board.REACH[area] >> other & 1]
        for area in board.AIRFIELDS
    }
    for airfield in reach:
        given = air("Kristiansand", [airfield], from_germany=[], reach=reach)
        assert ask("air-range-check", **given)["in_range"] is (airfield != "bardufoss")


@pytest.mark.proves("5.1-air-sea")
def test_at_sea_a_held_airfield_on_the_coast_is_needed_and_bardufoss_reaches_vii() -> None:
    assert in_range("V", "Trondheim")
    assert in_range("iii", "Trondheim", "Stavanger")
    assert not in_range("III", "Trondheim")
    assert not in_range("VI", "Trondheim", "Stavanger", "Bardufoss")
    assert in_range("VII", "Bardufoss")
    assert not in_range("VII", "Trondheim")
    assert not in_range("I")
    assert not ask("air-range-check", **air("VII", [], airfield_coasts={"bardufoss": ["VII"]}))["in_range"]


def test_the_umpire_says_from_where_an_area_is_reached() -> None:
    assert explained("air-range-check", **air("Oslo", [])) == [
        ("Oslo lies south of the line from Germany: in range without any airfield.", "2.3-air-1")
    ]
    assert explained("air-range-check", **air("Narvik", ["Bardufoss", "Trondheim"])) == [
        ("Narvik is in range from Trondheim.", "2.3-air-1")
    ]
    assert explained("air-range-check", **air("Bodø", ["Trondheim"]))[0][0].startswith("Bodø is out of range")
    assert explained("air-range-check", **air("VII", ["Bardufoss"])) == [
        ("Sea area VII is in range from Bardufoss.", "5.1-air-sea")
    ]
    assert explained("air-range-check", **air("VIII", ["Bardufoss"]))[0][1] == "5.1-air-sea"
