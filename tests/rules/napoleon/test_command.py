"""Staff and command (08)."""

from __future__ import annotations

from typing import Any

import pytest

from cases import cases
from feltherre.umpire import desk
from napoleon_desk import DESK, ask, refusal


@cases(
    "says distance alive in_command",
    ("08.03.4 08.01.4", "35 cm is the limit", 35, True, True),
    ("08.03.4", "a hair beyond it", 35.01, True, False),
    ("08.03.6", "a fallen commander commands nobody", 0, False, False),
)
def test_who_is_in_command(distance: float, alive: bool, in_command: bool) -> None:
    assert ask("command-check", distance_cm=distance, commander_alive=alive) == {"in_command": in_command}


@cases(
    "says dice given obeys",
    ("08.03.5", "13 carries the order out", [4, 4, 5], {}, True),
    ("08.03.5", "12 does not", [4, 4, 4], {}, False),
    ("08.03.6", "so it is with a unit whose commander has fallen", [1, 1, 1], {"follows_instruction": True}, False),
    ("08.03.5", "a grade beyond the schema is cut to it (R91)", [2, 2, 3], {"grade": 9}, False),
    ("08.03.5", "and at its worst to -4", [6, 6, 5], {"grade": -9}, True),
)
def test_the_reaction_roll(dice: list[int], given: dict[str, Any], obeys: bool) -> None:
    assert ask("reaction-roll", dice=dice, **given)["obeys"] is obeys


@cases(
    "says given reason",
    ("03.03.7", "four LU grades", {"lu_grades": 4}, "at most three LU grades, not 4"),
    ("03.03.7", "LU grades in disorder", {"lu_grades": 1, "in_u": True}, "has no LU grades"),
)
def test_orders_that_no_unit_has_are_refused(given: dict[str, Any], reason: str) -> None:
    assert reason in refusal("reaction-roll", dice=[1, 1, 1], **given)


@pytest.mark.proves("08.03.1", "08.03.2")
def test_a_message_is_read_after_its_turn_of_arrival_at_the_earliest() -> None:
    assert ask("courier-delay", die=6, arrival=1) == {"readable_between": 1}
    assert "There is no turn 0" in refusal("courier-delay", die=6, arrival=0)


@cases(
    "says given removed",
    ("08.02.5", "6 removes him", {"dice": [1, 1, 4]}, True),
    ("08.02.5", "7 does not", {"dice": [1, 2, 4]}, False),
    ("08.02.5", "8 does if he rode far", {"dice": [2, 2, 4], "moved_more_than_half": True}, True),
    ("08.02.5", "9 does not", {"dice": [3, 2, 4], "moved_more_than_half": True}, False),
    ("08.02.5", "in contact dice are passed over", {"dice": [1, 1, 1], "in_contact": True}, False),
)
def test_couriers_in_the_open(given: dict[str, Any], removed: bool) -> None:
    assert ask("courier-survival", **given) == {"removed": removed}


@pytest.mark.proves("08.02.3")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_staff_figure_falls_on_a_1(die: int) -> None:
    assert ask("staff-casualty", die=die) == {"falls": die == 1}


@cases(
    "says given replaced",
    ("08.02.6 08.03.6", "13 points appoint him", {"dice": [4, 4, 5]}, True),
    ("08.02.6 03.02.4", "12 do not, and it is tried again", {"dice": [4, 4, 4]}, False),
    ("08.02.6", "each whole turn is a point", {"dice": [1, 1, 1], "whole_turns_since_fall": 10}, True),
    ("08.02.6", "a turn too early", {"dice": [1, 1, 1], "whole_turns_since_fall": 9}, False),
    ("08.02.6", "without couriers nobody is tested", {"dice": [6, 6, 6], "couriers_available": 0}, False),
)
def test_the_place_of_a_fallen_commander(given: dict[str, Any], replaced: bool) -> None:
    assert ask("replace-commander", **given) == {"replaced": replaced}


@cases(
    "says procedure given output chance",
    ("08.03.5", "13 or more on three dice", "reaction-roll", {}, "obeys", "7/27"),
    ("08.02.5", "6 or less", "courier-survival", {}, "removed", "5/54"),
    ("08.02.5", "8 or less after a long ride", "courier-survival", {"moved_more_than_half": True}, "removed", "7/27"),
    ("08.02.3", "a 1", "staff-casualty", {}, "falls", "1/6"),
    ("08.02.3", "a 1 or 2 of XVI", "commander-intervention", {"use": "melee"}, "falls", "1/3"),
    ("08.02.6", "10 or more", "replace-commander", {"whole_turns_since_fall": 3}, "replaced", "5/8"),
)
def test_the_odds(procedure: str, given: dict[str, Any], output: str, chance: str) -> None:
    found = desk.odds(DESK.procedures[procedure], given)["outputs"][output]
    assert next(one["p"] for one in found if one["value"] is True) == chance


@pytest.mark.proves("08.03.2")
def test_the_odds_of_a_delay() -> None:
    found = desk.odds(DESK.procedures["courier-delay"], {"arrival": 2})["outputs"]["readable_between"]
    assert {one["value"]: one["p"] for one in found} == {None: "1/6", 5: "1/6", 4: "1/6", 3: "1/3", 2: "1/6"}
