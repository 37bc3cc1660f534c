"""Flight, prisoners, surrender and rally (13)."""

from __future__ import annotations

from typing import Any

import pytest

from cases import cases
from napoleon_desk import ask, refusal


def fled(**given: Any) -> dict[str, Any]:
    return ask("flight", **{"men": 300, **given})


@cases(
    "says given lost",
    ("13.02.4", "nobody in the first turn", {}, 0),
    ("13.02.4", "a tenth later", {"flight_turn": 2}, 30),
    ("13.02.4", "rounded up", {"flight_turn": 3, "men": 401}, 41),
    ("13.02.4", "a tenth of 70 is 7", {"flight_turn": 2, "men": 70}, 7),
    ("13.02.4", "a quarter in narrow water", {"crosses_watercourse_cm": 4}, 75),
    ("13.02.4", "instead of the tenth", {"flight_turn": 2, "crosses_watercourse_cm": 0.5}, 75),
    ("13.02.4", "three quarters in wider", {"crosses_watercourse_cm": 4.1}, 225),
    ("07.04.1", "a ditch takes nothing", {"crosses_watercourse_cm": 0.49}, 0),
)
def test_men_lost_in_flight(given: dict[str, Any], lost: int) -> None:
    assert fled(**given)["men_lost"] == lost


@cases(
    "given goes",
    ("13.01.2 13.02.3", {"cause_position": [10, 10]}, "away_from_cause"),
    ("13.01.2", {}, "away_from_nearest_enemy"),
    ("13.07.3", {"cause_position": [10, 10], "grade": -5}, "to_own_edge"),
    ("13.07.3", {"cause_position": [10, 10], "grade": -4}, "away_from_cause"),
)
def test_where_it_flees_a_whole_turn(given: dict[str, Any], goes: str) -> None:
    found = fled(**given)
    assert (found["goes"], found["distance_turns"]) == (goes, 1)


@cases("models limbered left", ("13.03.2", 3, False, 3), ("13.03.3", 3, True, 2), ("13.03.3", 2, True, 1))
def test_guns_left_behind(models: int, limbered: bool, left: int) -> None:
    assert fled(arm="artillery", guns_models=models, limbered=limbered)["gun_models_left"] == left


@cases(
    "available reached figures taken",
    ("13.04.1 13.04.3", 8, True, 20, 8),
    ("13.04.1", 8, True, 5, 5),
    ("13.04.2", 8, False, 20, 0),
)
def test_prisoners(available: int, reached: bool, figures: int, taken: int) -> None:
    given = {"position_reached_by_intact_unit": reached, "loser_figures": figures}
    assert ask("prisoners", prisoners_available=available, **given) == {"prisoners": taken}


@cases(
    "says given surrenders",
    ("13.02.2", "a quarter", {"consecutive_lost_attacks": 2, "attacker_figures": 10, "own_figures": 40}, True),
    ("13.02.2", "less", {"consecutive_lost_attacks": 2, "attacker_figures": 9, "own_figures": 40}, False),
    ("13.02.2", "one attack", {"consecutive_lost_attacks": 1, "attacker_figures": 40, "own_figures": 40}, False),
    (
        "13.02.2",
        "riders count double",
        {"consecutive_lost_attacks": 2, "attacker_figures": 5, "own_figures": 40, "attacker_cavalry": True},
        True,
    ),
    (
        "13.02.2",
        "on either side",
        {"consecutive_lost_attacks": 2, "attacker_figures": 9, "own_figures": 20, "own_cavalry": True},
        False,
    ),
    ("12.02.3", "a remnant", {"attacker_figures": 1, "own_figures": 2}, True),
    ("12.02.3", "three are none", {"attacker_figures": 9, "own_figures": 3}, False),
)
def test_surrender(given: dict[str, Any], surrenders: bool) -> None:
    assert ask("surrender-test", **given) == {"surrenders": surrenders}


#: schema XIX typed in again from the book: situation -> points, and total -> state
POINTS: list[tuple[dict[str, Any], int]] = [
    ({"nearest_commander_with_unit": True}, 1),
    ({"corps_commander_with_unit": True}, 2),
    ({"no_enemy_within_50cm": True}, 2),
    ({"intact_friend_between": True}, 1),
    ({"flight_turns": 2}, -1),
    ({"flight_turns": 4}, -3),
    ({"gave_prisoners": True}, -2),
    ({"friend_u_within_25cm": True}, -1),
    ({"friend_fu_within_25cm": True}, -2),
    *(({"grade": grade}, grade) for grade in range(-4, 6)),
    ({"grade": 7}, 5),
]
BROKEN = {**dict.fromkeys(range(3, 11), "FU"), **dict.fromkeys(range(11, 15), "U")}
STATES = {**BROKEN, 15: "LU-3", 16: "LU-2", 17: "LU-1", 18: "OR"}


@pytest.mark.proves("13.06.5")
@pytest.mark.parametrize(("situation", "points"), POINTS)
def test_the_points_of_a_rally(situation: dict[str, Any], points: int) -> None:
    assert ask("rally", dice=[3, 4, 4])["total"] == 11
    assert ask("rally", dice=[3, 4, 4], **situation)["total"] == 11 + points


@pytest.mark.proves("13.06.5")
@pytest.mark.parametrize("total", STATES)
def test_the_results_of_a_rally(total: int) -> None:
    first = min(6, total - 2)
    second = min(6, total - first - 1)
    found = ask("rally", dice=[first, second, total - first - second])
    state = STATES[total]
    assert found == {"total": total, "state": state, "flees_again": state == "FU"}


@cases(
    "given",
    ("13.06.6", {"intact_enemy_within_closing_distance": True}),
    ("16.03.1 17.03.5", {"in_wood_plantation_or_building": True}),
    ("13.07.3", {"grade": -5}),
)
def test_who_cannot_try(given: dict[str, Any]) -> None:
    assert ask("rally", dice=[6, 6, 6], **given) == {"total": None, "state": "FU", "flees_again": True}


@cases(
    "procedure given reason",
    ("13.02.4", "flight", {"men": 20, "flight_turn": 0}, "first turn of flight"),
    ("13.03.2", "flight", {"men": 20, "guns_models": 1}, "Only artillery"),
    ("13.06.5", "rally", {"flight_turns": 0, "dice": [6, 6, 6]}, "first turn of flight"),
    ("12.02.3", "surrender-test", {"attacker_figures": 0, "own_figures": 3}, "without figures"),
)
def test_what_cannot_be_is_refused(procedure: str, given: dict[str, Any], reason: str) -> None:
    assert reason in refusal(procedure, **given)
