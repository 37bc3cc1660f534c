"""Ammunition (11)."""

from __future__ import annotations

from typing import Any

from cases import cases
from napoleon_desk import ask, refusal

FIRED = {"fired_or_infantry_melee_this_turn": True}


@cases(
    "says given stock grades",
    ("11.01.1", "a turn of fire", {"arm": "infantry", "stock_turns": 12, **FIRED}, 11, 0),
    ("11.01.1", "a turn without", {"arm": "infantry", "stock_turns": 12}, 12, 0),
    ("10.01.6", "a battery that fired more than once in it", {"arm": "artillery", "stock_turns": 9, **FIRED}, 8, 0),
    ("11.02.2", "the last of infantry", {"arm": "infantry", "stock_turns": 1, **FIRED}, 0, 1),
    ("11.02.2", "the last but one", {"arm": "infantry", "stock_turns": 2, **FIRED}, 1, 0),
    ("11.02.2", "the last of a battery", {"arm": "artillery", "stock_turns": 1, **FIRED}, 0, 0),
    ("11.02.2", "the last of cavalry", {"arm": "cavalry", "stock_turns": 1, **FIRED}, 0, 0),
    ("12.01.5", "melee with empty pouches", {"arm": "infantry", "stock_turns": 0, **FIRED}, 0, 0),
)
def test_what_fire_and_melee_use(given: dict[str, Any], stock: int, grades: int) -> None:
    assert ask("ammunition", **given) == {"stock_turns": stock, "lu_grades": grades, "resupplied": False}


@cases(
    "says given stock resupplied",
    ("11.04.1", "one turn is not enough", {"arm": "infantry", "stock_turns": 0, "resupply_turns_done": 1}, 0, False),
    ("11.04.1 11.04.2", "two are", {"arm": "infantry", "stock_turns": 0, "resupply_turns_done": 2}, 12, True),
    ("11.01.3 11.02.1", "12 turns at most", {"arm": "cavalry", "stock_turns": 3, "resupply_turns_done": 2}, 12, True),
    ("11.01.3 11.03.1", "a battery gets 8", {"arm": "artillery", "stock_turns": 3, "resupply_turns_done": 2}, 11, True),
    ("11.01.2", "and holds 16", {"arm": "artillery", "stock_turns": 15, "resupply_turns_done": 2}, 16, True),
    (
        "11.04.1 11.01.2",
        "a company in one turn, with what the scenario lets it carry",
        {
            "arm": "infantry",
            "stock_turns": 5,
            "resupply_turns_done": 1,
            "small_independent_company": True,
            "allotment_turns": 15,
        },
        15,
        True,
    ),
)
def test_what_the_train_brings(given: dict[str, Any], stock: int, resupplied: bool) -> None:
    assert ask("ammunition", **given) == {"stock_turns": stock, "lu_grades": 0, "resupplied": resupplied}


@cases(
    "says given reason",
    ("11.01.2", "more than it can carry", {"arm": "infantry", "stock_turns": 13}, "more than the 12"),
    ("11.01.2", "a battery too", {"arm": "artillery", "stock_turns": 17}, "more than the 16"),
    ("11.01.1 09.01.7", "fire without ammunition", {"arm": "artillery", "stock_turns": 0, **FIRED}, "no fire"),
    ("11.01.1", "cavalry too", {"arm": "cavalry", "stock_turns": 0, **FIRED}, "no fire"),
    ("11.04.1", "busy", {"arm": "infantry", "stock_turns": 4, "resupply_turns_done": 1, **FIRED}, "nothing else"),
)
def test_what_cannot_be_is_refused(given: dict[str, Any], reason: str) -> None:
    assert reason in refusal("ammunition", **given)
