"""Sabotage (4.1, phase 1c) and air range (2.3, 5.1)."""

from typing import Any

import pytest

from cases import cases, each
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


OSLO, WATER = group("Oslo", "Hønefoss", 5), group("Gjøvik", "Hamar", 2, "water")
OTHER, DROPPED = group("Kongsberg", "Hønefoss", 1), group("air", "Hønefoss", 1, "air")


def from_oslo(battalions: int) -> dict[str, Any]:
    return group("Oslo", "Hønefoss", battalions)


ONE, TWO = from_oslo(1), from_oslo(2)


@cases(
    "says given back left",
    ("4.1c-1 4.1c-2", "Roadblock: one of one", {"attack_groups": [ONE, OTHER]}, 1, [OTHER]),
    ("4.1c-1 4.1c-2", "Roadblock: two of two", {"attack_groups": [TWO, OTHER]}, 2, [OTHER]),
    ("4.1c-1 4.1c-2", "Roadblock: two of three", {"attack_groups": [from_oslo(3), OTHER]}, 2, [ONE, OTHER]),
    ("4.1c-1 4.1c-2", "Roadblock: two of five", {"attack_groups": [OSLO, OTHER]}, 2, [from_oslo(3), OTHER]),
    ("4.1c-1 4.1c-2", "Blown bridge: the whole group", {"card": "blown BRIDGE"}, 5, [WATER]),
    ("4.1c-3", "Engineers prevent a Roadblock", {"engineer_company": True}, 0, [OSLO, WATER]),
    ("4.1c-3", "and a Blown bridge", {"card": "Blown bridge", "engineer_company": True}, 0, [OSLO, WATER]),
    ("4.1c-2", "two moves of one area: one group", {"attack_groups": [ONE, TWO, DROPPED]}, 2, [ONE, DROPPED]),
)
def test_who_is_sent_back(given: dict[str, Any], back: int, left: list[dict[str, Any]]) -> None:
    assert ask("sabotage", **sabotage(**given)) == {"sent_back": back, "remaining_groups": left}


@each(
    "changed reason",
    ({"target_from": "Kongsberg"}, "No group"),
    ({"target_to": "Hamar"}, "No group"),
    ({"target_from": "Gjøvik", "target_to": "Hamar"}, "without water"),
    ({"norwegian_battalions_in_target": 0}, "No Norwegian"),
    ({"card": "Train transport"}, "no sabotage"),
    ({"card": "Landslide"}, "no card"),
    ({"attack_groups": []}, "No group"),
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


@cases(
    "says target held reached",
    ("2.3-air-1", "south of the line from Germany", "stavanger", (), True),
    ("2.3-air-1", "north of it without an airfield", "Bergen", (), False),
    ("2.3-air-1", "north of it with one", "Bergen", ("trondheim",), True),
    ("2.3-air-1", "north of it with one too far", "Bergen", ("Bardufoss",), False),
    ("2.3-air-1", "by one of two", "TROMSO", ("Trondheim", "Bardufoss"), True),
    ("2.3-air-1", "by none of three", "Finnmark", ("Trondheim", "Bardufoss", "Oslo"), False),
    ("5.1-air-sea", "at sea, off the airfield", "V", ("Trondheim",), True),
    ("5.1-air-sea", "off one of two", "iii", ("Trondheim", "Stavanger"), True),
    ("5.1-air-sea", "off another", "III", ("Trondheim",), False),
    ("5.1-air-sea", "off none of three", "VI", ("Trondheim", "Stavanger", "Bardufoss"), False),
    ("5.1-air-sea", "Bardufoss reaches VII", "VII", ("Bardufoss",), True),
    ("5.1-air-sea", "Trondheim does not", "VII", ("Trondheim",), False),
    ("5.1-air-sea", "at sea without an airfield", "I", (), False),
)
def test_what_is_in_air_range(target: str, held: tuple[str, ...], reached: bool) -> None:
    assert ask("air-range-check", **air(target, list(held))) == {"in_range": reached}


@pytest.mark.proves("2.3-air-1", "2.3-air-2")
def test_the_reach_of_each_airfield_is_that_of_the_board() -> None:
    reach = {
        board.AREAS[area]: [board.AREAS[other] for other in range(board.AREA_COUNT) if board.REACH[area] >> other & 1]
        for area in board.AIRFIELDS
    }
    for airfield in reach:
        given = air("Kristiansand", [airfield], from_germany=[], reach=reach)
        assert ask("air-range-check", **given)["in_range"] is (airfield != "bardufoss")


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
