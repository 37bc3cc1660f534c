"""The melee (12.02, 12.03). What the schemas give is asked in test_schema_melee.py."""

from __future__ import annotations

from typing import Any

import pytest

from cases import cases
from napoleon_desk import ask, explained, refusal

FOOT = {"arm": "infantry", "figures_by_rank": [10, 10, 10]}
HORSE = {"arm": "cavalry", "weight": "medium", "figures_by_rank": [10, 10, 10]}
MASS = {**FOOT, "formation": "battalion_mass"}
SQUARE = {**FOOT, "formation": "square"}
LINE = {**FOOT, "formation": "thin_skirmish_line"}
DICE = {"attacker_dice": [3, 3, 4], "defender_dice": [3, 3, 4]}


def fought(attacker: dict[str, Any], defender: dict[str, Any], **given: Any) -> dict[str, Any]:
    """A melee in which both throw ten, if nothing else is given."""
    return ask("melee", **{"attacker": attacker, "defender": defender, **DICE, **given})


def points(attacker: dict[str, Any], defender: dict[str, Any], **given: Any) -> tuple[int, int]:
    found = fought(attacker, defender, **given)
    return found["attacker_points"], found["defender_points"]


@cases(
    "says given elements",
    ("12.02.3", "two ranks", {"figures_by_rank": [11, 11, 11], "ranks": 2}, 2),
    ("12.02.3", "three over are another element", {"figures_by_rank": [12, 11], "ranks": 2}, 3),
    ("12.02.3", "none take part", {"figures_by_rank": [12, 12], "ranks": 0}, 0),
    ("12.02.3", "no more ranks than there are", {"figures_by_rank": [12], "ranks": 3}, 1),
    (
        "12.01.5",
        "with empty pouches the first only",
        {"figures_by_rank": [12, 12], "ranks": 2, "infantry_without_ammunition": True},
        1,
    ),
    ("14.04.3", "eight skirmishers before the first rank", {"figures_by_rank": [12 + 8, 12], "ranks": 1}, 2),
)
def test_melee_elements(given: dict[str, Any], elements: int) -> None:
    assert ask("melee-elements", **given) == {"elements": elements}


def of(unit: dict[str, Any], figures: int, **given: Any) -> dict[str, Any]:
    return {**unit, "figures_by_rank": [figures], **given}


@cases(
    "says attacker defender given points_of_both",
    (
        "12.02.1",
        "a column in the English way",
        {**FOOT, "formation": "attack_column", "nation": "England"},
        FOOT,
        {},
        (0, 0),
    ),
    ("12.02.1", "a French one", {**FOOT, "formation": "attack_column_fr", "nation": "France"}, FOOT, {}, (2, 0)),
    (
        "12.02.1",
        "a brigade column whose fourth rank has one figure (R51)",
        {**FOOT, "formation": "brigade_column", "figures_by_rank": [10, 10, 9, 1]},
        FOOT,
        {},
        (2, 0),
    ),
    ("12.03.2", "flanks that are safe make a square", HORSE, {**FOOT, "flanks_blocked": True}, {}, (-3, 1)),
    ("12.03.3", "a clump", HORSE, {**FOOT, "formation": "clump"}, {}, (1, -2)),
    ("12.03.9", "the first attack", {**HORSE, "first_attack_unused": True}, HORSE, {}, (1, 0)),
    (
        "12.03.4",
        "without impetus no first attack",
        {**HORSE, "first_attack_unused": True, "straight_15cm": False},
        HORSE,
        {},
        (-2, 0),
    ),
    ("12.03.10", "at the charge", {**HORSE, "charge_half_turn": True}, HORSE, {}, (1, 0)),
    ("12.03.4", "no impetus as it goes on", HORSE, HORSE, {"continued": True}, (-2, -2)),
    ("12.03.1", "twice as many", of(FOOT, 20), of(FOOT, 10), {}, (1, 0)),
    ("12.03.1", "thrice as many", of(FOOT, 10), of(FOOT, 30), {}, (0, 2)),
    ("12.03.5", "uphill", FOOT, FOOT, {"uphill": True}, (-1, 0)),
    ("12.03.11", "over an obstacle", FOOT, FOOT, {"obstacle": 2}, (-3, 0)),
    ("12.03.6", "in the flank", FOOT, FOOT, {"flank_or_rear": True}, (3, -3)),
    ("12.03.7", "with support", {**FOOT, "supported": True}, FOOT, {}, (2, 0)),
    ("12.03.8", "no skirmish line before the defender", FOOT, {**FOOT, "has_skirmish_line": False}, {}, (2, 0)),
    ("12.02.1", "he fired in this turn", FOOT, {**FOOT, "fired_this_turn": True, "fired_last_turn": True}, {}, (0, -2)),
    ("12.02.1", "he did not stand still", FOOT, {**FOOT, "stationary_quarter": False}, {}, (0, -2)),
    ("12.03.9", "his first fire", FOOT, {**FOOT, "first_fire_unused": True}, {}, (0, 2)),
    ("12.03.12", "a complete victory", {**FOOT, "complete_victory_recent": True}, FOOT, {}, (2, 0)),
    (
        "12.02.1",
        "both attack: both reckon as attackers",
        HORSE,
        {**HORSE, "charge_half_turn": True},
        {"both_attack": True},
        (0, 1),
    ),
    ("12.02.1", "one alone", HORSE, {**HORSE, "charge_half_turn": True}, {}, (0, 0)),
    (
        "17.03.1",
        "no skirmish line in a town",
        FOOT,
        {**FOOT, "has_skirmish_line": False},
        {"in_built_up_area": True},
        (0, 0),
    ),
    ("17.03.2", "a march column", FOOT, {**FOOT, "formation": "march_column"}, {}, (0, -3)),
    (
        "17.03.2",
        "where there is no room for more",
        FOOT,
        {**FOOT, "formation": "march_column", "in_road_or_garden_without_room": True},
        {},
        (0, 0),
    ),
    ("17.03.2", "riders in a road", HORSE, {**FOOT, "on_road_in_town": True}, {}, (0, 0)),
    ("17.03.2", "from the flank", HORSE, {**FOOT, "on_road_in_town": True}, {"flank_or_rear": True}, (1 + 3, -2 - 3)),
    # the infantry gets 2 for its number, and loses 2 for its pouches
    (
        "12.01.6",
        "a mass without ammunition, by a quarter",
        of(HORSE, 10),
        of(MASS, 40, has_ammunition=False),
        {},
        (1, -2),
    ),
    ("12.01.6", "by less", of(HORSE, 9), of(MASS, 40, has_ammunition=False), {}, (0, 0)),
    ("12.01.6", "a square, by a quarter", of(HORSE, 10), of(SQUARE, 40, has_ammunition=False), {}, (0, 0)),
    ("12.01.6", "by less", of(HORSE, 9), of(SQUARE, 40, has_ammunition=False), {}, (-3, 1)),
    ("12.01.6", "a mass with ammunition", of(HORSE, 10), of(MASS, 40), {}, (0, 2)),
)
def test_points(
    attacker: dict[str, Any], defender: dict[str, Any], given: dict[str, Any], points_of_both: tuple[int, int]
) -> None:
    assert points(attacker, defender, **given) == points_of_both


SURPRISED = {**HORSE, "has_attack_order": True, "first_attack_unused": True}
ENGLISH = {**SURPRISED, "nation": "England"}
FIRED = {"fired_this_turn": True, "fired_last_turn": True}


@cases(
    "says attacker defender given points_of_both",
    # open formations have no flanks, nor have those that front to all sides (R68): only the 6 of row 20 counts
    ("05.04.2 12.03.6", "skirmishers have no flanks", FOOT, LINE, {"flank_or_rear": True}, (6, 0)),
    ("05.04.2 12.03.6", "nor those in FU", FOOT, {**FOOT, "state": "FU"}, {"flank_or_rear": True}, (6, -8)),
    ("12.03.6", "nor a battalion mass", FOOT, MASS, {"flank_or_rear": True}, (0, 0)),
    ("12.03.6", "nor a clump", HORSE, {**FOOT, "formation": "clump"}, {"flank_or_rear": True}, (1, -2)),
    ("12.03.6", "a square may front one way", FOOT, SQUARE, {"flank_or_rear": True}, (3, -3)),
    ("12.03.9", "surprised in its attack", HORSE, SURPRISED, {"flank_or_rear": True}, (3, -3 + 1)),
    (
        "12.03.9",
        "not the English in regimental column (R96)",
        HORSE,
        {**ENGLISH, "formation": "regimental_column"},
        {"flank_or_rear": True},
        (3, -3),
    ),
    ("12.03.9", "in line they too", HORSE, ENGLISH, {"flank_or_rear": True}, (3, -3 + 1)),
    ("09.02.7", "the smoke of a line", FOOT, {**FOOT, **FIRED}, {}, (0, -2)),
    ("12.02.1", "skirmishers make none (R17)", FOOT, {**LINE, **FIRED}, {}, (6, 0)),
)
def test_whom_a_row_does_not_concern(
    attacker: dict[str, Any], defender: dict[str, Any], given: dict[str, Any], points_of_both: tuple[int, int]
) -> None:
    assert points(attacker, defender, **given) == points_of_both


@pytest.mark.proves("05.04.2")
def test_the_umpire_is_told_that_there_is_no_flank() -> None:
    told = explained("melee", attacker=FOOT, defender={**FOOT, "state": "FU"}, flank_or_rear=True, **DICE)
    assert ("In open formation a unit has no flanks.", "05.04.2") in told
    assert not [text for text, _ in told if "flank or rear" in text]


@cases(
    "says state cannot effect",
    ("13.02.1", "with a way back", "U", False, "LU-2"),
    ("13.02.1", "without", "U", True, "FU"),
    ("13.02.1", "not in U", "LU-3", True, "LU-2"),
)
def test_a_loser_in_u_with_no_way_back(state: str, cannot: bool, effect: str) -> None:
    grades = {"U": 4, "LU-3": 3}[state]
    defender = {**FOOT, "state": state, "cannot_retreat": cannot}
    found = fought(FOOT, defender, attacker_dice=[3, 3, 4], defender_dice=[3, 3, 3 + grades - 1])
    assert (found["winner"], found["attacker_result"] - found["defender_result"]) == ("attacker", 2)
    assert found["loser_effect"] == effect


@pytest.mark.proves("12.01.5")
def test_infantry_without_ammunition_hurts_only_those_it_routs() -> None:
    empty = {**FOOT, "has_ammunition": False}
    found = fought(empty, FOOT, attacker_dice=[3, 4, 6])
    assert (found["attacker_result"], found["winner"], found["loser_effect"]) == (11, "attacker", "LU-2")
    assert (found["loss_of_defender_men"], found["elements"]) == (0, [1, 2])
    found = fought(empty, FOOT, attacker_dice=[6, 6, 5])
    assert (found["attacker_result"], found["loser_effect"]) == (15, "FU")
    assert (found["loss_of_defender_men"], found["elements"]) == (12, [1, 1])


@cases(
    "attacker defender surrenders",
    ("12.02.3", 3, 2, "defender"),
    ("12.02.3", 2, 3, "attacker"),
    ("12.02.3", 3, 3, None),
)
def test_a_remnant_surrenders(attacker: int, defender: int, surrenders: str | None) -> None:
    found = fought(of(FOOT, attacker), of(FOOT, defender))
    assert found["surrenders"] == surrenders


@pytest.mark.proves("12.02.3")
def test_no_more_prisoners_than_are_left() -> None:
    # three elements could take four each; three figures are dead
    fourteen = {**FOOT, "figures_by_rank": [10, 4]}
    found = fought({**FOOT, "grade": 5}, fourteen, attacker_dice=[4, 5, 5], defender_dice=[1, 1, 1])
    assert (found["attacker_result"], found["loss_of_defender_men"]) == (20, 60)
    assert found["prisoners_available"] == 11


@pytest.mark.proves("12.02.3")
def test_nobody_is_hurt_by_those_who_flee() -> None:
    found = fought(FOOT, {**FOOT, "state": "FU"}, attacker_dice=[1, 1, 1], defender_dice=[6, 6, 6])
    assert (found["attacker_result"], found["defender_result"]) == (9, 10)
    assert (found["winner"], found["loss_of_attacker_men"]) == ("defender", 0)


@cases(
    "says attacker defender given reason",
    ("15.03.1", "fewer points", {**HORSE, "weight": "cossack"}, HORSE, {}, "Cossacks with -3 points against 0"),
    ("12.01.4", "infantry at cavalry", FOOT, HORSE, {}, "closed cavalry"),
    ("12.01.4", "both attack", HORSE, FOOT, {"both_attack": True}, "closed cavalry"),
    ("14.04.4", "skirmishers at a line", LINE, FOOT, {}, "Skirmishers attack only"),
    ("12.01.4", "in FU", {**FOOT, "state": "FU"}, FOOT, {}, "in FU does not attack"),
    ("12.03.6", "a flank of both", FOOT, FOOT, {"both_attack": True, "flank_or_rear": True}, "is the defender"),
    ("12.01.4", "riders of no weight", {**HORSE, "weight": None}, FOOT, {}, "heavy, medium, light"),
    ("12.01.4", "a commander of three", {**FOOT, "commander_points": 3}, FOOT, {}, "not 3"),
    ("12.01.4", "cover IV", FOOT, {**FOOT, "cover": 4}, {}, "not 4"),
    ("12.01.4", "obstacle IV", FOOT, FOOT, {"obstacle": 4}, "bstacle"),
    (
        "12.02.3",
        "more in the ranks than there are",
        {**FOOT, "figures": 29},
        FOOT,
        {},
        "hold 30 figures, more than the 29",
    ),
    ("12.02.3", "nobody", FOOT, {**FOOT, "figures_by_rank": []}, {}, "without figures"),
    (
        "15.02.1",
        "cossacks at the charge",
        {**HORSE, "weight": "cossack", "charge_half_turn": True},
        FOOT,
        {},
        "Cossacks",
    ),
)
def test_what_is_no_melee(
    attacker: dict[str, Any], defender: dict[str, Any], given: dict[str, Any], reason: str
) -> None:
    assert reason in refusal("melee", attacker=attacker, defender=defender, **DICE, **given)


@pytest.mark.proves("12.02.3")
def test_at_most_three_ranks_take_part() -> None:
    assert "At most 3 ranks" in refusal("melee-elements", figures_by_rank=[10] * 4, ranks=4)
