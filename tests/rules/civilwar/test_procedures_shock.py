"""The shock throw (07.02, 07.03)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from civilwar_desk import ask, explained
from feltherre.games.civilwar.procedures import PROCEDURES
from feltherre.games.civilwar.procedures.attack import ShockSituation, shock_outcome
from feltherre.umpire import desk


def shock(**changed: Any) -> dict[str, Any]:
    """Twenty against twenty in line, with orders: no modifier."""
    return ask("shock", **{"own_figures": 20, "enemy_figures": 20, "dice": [3, 4], **changed})


MOUNTED = {"own_arm": "cavalry_mounted"}
BOTH_MOUNTED = {**MOUNTED, "enemy_arm": "cavalry_mounted"}
ATTACKS = {"enemy_attacking": True}


@pytest.mark.proves("07.03.2")
@pytest.mark.parametrize(
    ("changed", "modifier"),
    [
        ({}, 0),
        ({"own_figures": 39}, 0),
        ({"own_figures": 40}, 1),
        ({"own_figures": 59}, 1),
        ({"own_figures": 60}, 2),
        ({"enemy_figures": 39}, 0),
        ({"enemy_figures": 40}, -1),
        ({"enemy_figures": 60}, -2),
        ({"own_formation": "march_column"}, -2),
        ({"own_formation": "thin_line"}, -2),
        ({"own_formation": "chain"}, -3),
        ({"own_formation": "attack_column"}, 0),
        ({"enemy_formation": "march_column"}, 2),
        ({"enemy_formation": "thin_line"}, 2),
        ({"enemy_formation": "chain"}, 3),
        ({"enemy_formation": "building"}, 0),
        ({"aspect": "overlap"}, 1),
        ({"aspect": "rear"}, 2),
        ({"aspect": "flank"}, 4),
        ({"aspect": "flank", "enemy_formation": "building"}, 0),
        ({"enemy_working": True}, 4),
        ({"enemy_working": True, "aspect": "rear"}, 4),
        ({"enemy_working": True, "aspect": "flank"}, 4),
        ({"enemy_overlaps": True}, 0),
        ({"enemy_overlaps": True, **ATTACKS}, -1),
        ({"own_confederate": True}, 0),
        ({"own_confederate": True, **BOTH_MOUNTED}, 1),
        ({"enemy_confederate": True, **BOTH_MOUNTED}, -1),
        ({"enemy_confederate": True}, 0),
        (BOTH_MOUNTED, 0),
        ({"enemy_halted": True, **BOTH_MOUNTED}, 3),
        ({"enemy_halted": True, **MOUNTED}, 1),
        (MOUNTED, 1),
        ({"enemy_arm": "cavalry_dismounted", **MOUNTED}, 1),
        ({"enemy_arm": "artillery", **MOUNTED}, 1),
        ({"own_with_orders": False}, -2),
        ({"enemy_with_orders": False}, 0),
        ({"enemy_with_orders": False, **ATTACKS}, 2),
        ({"own_charge_pace": True}, 1),
        ({"enemy_charge_pace": True}, 0),
        ({"enemy_charge_pace": True, **ATTACKS}, -1),
        ({"own_support": True}, 1),
        ({"enemy_support": True}, -1),
        ({"own_general": True}, 1),
        ({"enemy_general": True}, -1),
        ({"own_obstacle": 1}, -1),
        ({"own_obstacle": 2}, -2),
        ({"own_obstacle": 3}, -3),
        ({"enemy_obstacle": 3}, 0),
        ({"enemy_obstacle": 1, **ATTACKS}, 1),
        ({"enemy_obstacle": 2, **ATTACKS}, 2),
        ({"enemy_obstacle": 3, **ATTACKS}, 3),
        ({"enemy_cover": 2}, 0),
        ({"enemy_cover": 3}, -1),
        ({"own_order_state": "LU"}, -2),
        ({"enemy_order_state": "LU"}, 2),
        ({"enemy_order_state": "U"}, 4),
        ({"own_grade": 2}, 0),
        ({"own_grade": 2, "own_arm": "cavalry_dismounted"}, 0),
        ({"own_grade": 2, **BOTH_MOUNTED}, 2),
        ({"enemy_grade": 2}, -2),
        ({"enemy_grade": -1}, 1),
        ({"enemy_grade": 2, **ATTACKS}, 0),
        ({"enemy_grade": 2, "enemy_arm": "cavalry_dismounted", **ATTACKS}, 0),
        ({"enemy_grade": 2, **BOTH_MOUNTED, **ATTACKS}, -2),
        ({"enemy_grade": 2, "enemy_arm": "artillery"}, -2),
    ],
)
def test_every_row_of_schema_xii(changed: dict[str, Any], modifier: int) -> None:
    answer = shock(**changed)
    assert (answer["modifier"], answer["result"]) == (modifier, 7 + modifier)


#: schema XIII as the book prints it: result 1 to 15 -> order of the thrower and of his enemy
SCHEMA_XIII = [("FU", "OR"), *[("U", "OR")] * 2, *[("LU", "OR")] * 2, *[("OR", "OR")] * 2]
SCHEMA_XIII += [*[("OR", "LU")] * 3, *[("OR", "U")] * 2, *[("OR", "FU")] * 3]


@pytest.mark.proves("07.03.2", "07.02.3", "07.02.4", "07.06.1")
@pytest.mark.parametrize("result", range(-4, 19))
def test_schema_xiii_and_its_ends(result: int) -> None:
    outcome = shock_outcome(ShockSituation(own_figures=20, enemy_figures=20), result)
    assert (outcome["own_order_after"], outcome["enemy_order_after"]) == SCHEMA_XIII[min(max(result, 1), 15) - 1]
    assert outcome["advance_continues"] is (result >= 8)
    assert outcome["prisoners_due"] is (result >= 13)


@pytest.mark.proves("07.03.2")
def test_an_order_only_gets_worse() -> None:
    assert shock(own_order_state="LU", dice=[4, 5])["own_order_after"] == "LU"
    disordered = shock(enemy_order_state="U", dice=[1, 3])
    assert (disordered["result"], disordered["enemy_order_after"], disordered["advance_continues"]) == (8, "U", True)


@pytest.mark.proves("07.02.3")
def test_cavalry_repelled_by_another_arm_turns_away_unless_it_breaks() -> None:
    assert shock(**MOUNTED, dice=[3, 3])["own_turns_away"] is True
    assert shock(**MOUNTED, dice=[1, 2])["own_turns_away"] is True  # a result of 4: LU
    assert shock(**MOUNTED, dice=[1, 1])["own_turns_away"] is False  # a result of 3: U, which retires instead
    assert shock(**MOUNTED, dice=[3, 4])["own_turns_away"] is False
    assert shock(**BOTH_MOUNTED, dice=[3, 3])["own_turns_away"] is False
    assert shock(dice=[3, 3])["own_turns_away"] is False


def test_the_odds_of_a_shock_throw_are_exact() -> None:
    found = desk.odds(PROCEDURES["shock"], {"own_figures": 20, "enemy_figures": 20})["outputs"]
    assert {c["value"]: Fraction(c["p"]) for c in found["advance_continues"]}[True] == Fraction(15, 36)


def test_a_shock_throw_is_told_like_an_umpire_tells_it() -> None:
    told = explained(
        "shock", own_figures=30, enemy_figures=10, own_charge_pace=True, enemy_support=True, enemy_grade=2, dice=[6, 5]
    )
    assert told == [
        ("At least three times as many as the enemy: +2.", "07.03.2"),
        ("Attack at charge pace: +1.", "07.03.2"),
        ("The enemy has a support unit: −1.", "07.03.5"),
        ("The enemy's morale grade: −2.", "07.03.2"),
        ("The dice show 11.", "07.03.2"),
        ("The enemy falls into disorder (U).", "07.03.2"),
        ("The advance goes on, to base contact if it reaches so far.", "07.02.4"),
    ]
