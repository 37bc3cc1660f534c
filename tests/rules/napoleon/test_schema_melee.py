"""Schemas XV, XVII and XVIII, typed in again from the book and asked through the procedures that read them."""

from __future__ import annotations

from typing import Any

import pytest

from napoleon_desk import ask, refusal

Row = tuple[str, int | None, int | None]

#: schema XV in its groups (R3): row, and what it gives the attacker and the defender; cells that depend on the case
#: with the value of one
XV: list[list[Row]] = [
    [("more_100", 1, 1), ("more_200", 2, 2)],
    [("march_column", -2, -3), ("attack_column", 2, None)],
    [("obstacle_1", -1, None), ("obstacle_2", -3, None), ("obstacle_3", -6, None), ("cover", None, 2)],
    [
        ("cavalry_vs_square", -3, 1),
        ("cavalry_vs_mass", 0, 0),
        ("cavalry_vs_other_infantry", 1, -2),
        ("vs_artillery", 3, -1),
    ],
    [("no_skirmish_line", 2, 2)],
    [
        ("smoke_last_turn", None, -1),
        ("smoke_this_turn", None, -2),
        ("rifles_only", -2, -2),
        ("defender_not_stationary", None, -2),
    ],
    [("uphill", -1, None)],
    [("flank_or_rear", 3, -3), ("closed_vs_open_or_fu", 6, None)],
    [("per_lu_grade", -1, -1), ("state_u", -4, -4), ("state_fu", None, -8)],
    [("supporting_unit", 2, 2)],
    [("infantry_first_fire", 2, 2), ("cavalry_first_attack", 1, 1), ("infantry_no_ammunition", -2, -2)],
    [("cavalry_charge", 1, None), ("cavalry_no_impetus", -2, -2)],
    [("complete_victory", 2, 2)],
    [("heavy_cavalry", 2, 2), ("medium_cavalry", 0, 0), ("light_cavalry", -2, -2), ("cossacks", -3, -3)],
    [("training", 2, 2)],
    [("morale_grade", 5, 5)],
    [("commander", 2, 2)],
]
SIDES = ("attacker", "defender")
CELLS = [
    (key, side, value) for group in XV for key, *values in group for side, value in zip(SIDES, values, strict=True)
]


@pytest.mark.proves("12.02.1")
@pytest.mark.parametrize(("key", "side", "value"), CELLS)
def test_a_row_counts_where_its_cell_is_not_blank(key: str, side: str, value: int | None) -> None:
    if value is None:
        assert key in refusal("group-pick", table="XV", column=side, applicable={key: 1})
    else:
        assert ask("group-pick", table="XV", column=side, applicable={key: value}) == {"total": value}


@pytest.mark.proves("12.02.1")
@pytest.mark.parametrize("side", SIDES)
def test_of_each_group_one_row_counts(side: str) -> None:
    everything: dict[str, int] = {}
    total = 0
    for group in XV:
        values = {row[0]: value for row in group if (value := row[1 + SIDES.index(side)]) is not None}
        greatest = max(values.values(), key=lambda value: (abs(value), value < 0), default=0)
        assert ask("group-pick", table="XV", column=side, applicable=values) == {"total": greatest}
        everything |= values
        total += greatest
    assert ask("group-pick", table="XV", column=side, applicable=everything) == {"total": total}


FOOT = {"arm": "infantry", "figures_by_rank": [10, 10, 10]}
HORSE = {"arm": "cavalry", "weight": "medium", "figures_by_rank": [10, 10, 10]}
MASS = {**FOOT, "formation": "battalion_mass"}
GUNS = {**FOOT, "arm": "artillery"}


def fought(attacker: dict[str, Any], defender: dict[str, Any], **given: Any) -> dict[str, Any]:
    """A melee in which both throw ten, if nothing else is given."""
    thrown = {"attacker_dice": [3, 3, 4], "defender_dice": [3, 3, 4]}
    return ask("melee", **{"attacker": attacker, "defender": defender, **thrown, **given})


def points(attacker: dict[str, Any], defender: dict[str, Any], **given: Any) -> tuple[int, int]:
    """The points of both sides, which are what their results have over the dice."""
    found = fought(attacker, defender, **given)
    both = found["attacker_points"], found["defender_points"]
    assert (found["attacker_result"], found["defender_result"]) == (10 + both[0], 10 + both[1])
    return both


#: schema XV: what holds for a side, whichever it is, and what it gives the attacker and the defender
OF_A_SIDE: list[tuple[dict[str, Any], dict[str, Any], int, int]] = [
    (FOOT, {"figures_by_rank": [30, 29]}, 0, 0),
    (FOOT, {"figures_by_rank": [30, 30]}, 1, 1),
    (FOOT, {"figures_by_rank": [45, 44]}, 1, 1),
    (FOOT, {"figures_by_rank": [45, 45]}, 2, 2),
    (FOOT, {"formation": "march_column"}, -2, -3),
    (FOOT, {"rifles_only": True}, -2, -2),
    *((FOOT, {"state": f"LU-{grades}"}, -grades, -grades) for grades in (1, 2, 3)),
    (FOOT, {"state": "U"}, -4, -4),
    (FOOT, {"supported": True}, 2, 2),
    (FOOT, {"first_fire_unused": True}, 2, 2),
    (FOOT, {"has_ammunition": False}, -2, -2),
    (FOOT, {"complete_victory_recent": True}, 2, 2),
    (HORSE, {"weight": "heavy"}, 2, 2),
    (HORSE, {"weight": "medium"}, 0, 0),
    (HORSE, {"weight": "light"}, -2, -2),
    *((FOOT, {"training_points": training}, training, training) for training in range(-1, 3)),
    *((FOOT, {"grade": grade}, grade, grade) for grade in range(-4, 6)),
    *((FOOT, {"commander_points": commander}, commander, commander) for commander in range(-2, 3)),
]


@pytest.mark.proves("12.02.1")
@pytest.mark.parametrize(("unit", "situation", "attacker", "defender"), OF_A_SIDE)
def test_the_points_of_a_side(unit: dict[str, Any], situation: dict[str, Any], attacker: int, defender: int) -> None:
    assert points({**unit, **situation}, unit) == (attacker, 0)
    assert points(unit, {**unit, **situation}) == (0, defender)


#: schema XV: attacker, defender, melee -> the points of both
OF_BOTH: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any], int, int]] = [
    ({**FOOT, "formation": "attack_column"}, FOOT, {}, 2, 0),
    *((FOOT, FOOT, {"obstacle": obstacle}, value, 0) for obstacle, value in ((1, -1), (2, -3), (3, -6))),
    *((FOOT, {**FOOT, "cover": cover}, {}, 0, 2) for cover in (1, 2, 3)),
    (HORSE, {**FOOT, "formation": "square"}, {}, -3, 1),
    (HORSE, MASS, {}, 0, 0),
    (HORSE, FOOT, {}, 1, -2),
    *((FOOT, {**FOOT, "arm": arm}, {}, 3, -1) for arm in ("artillery", "train")),
    # working pioneers are open (05.04.2), which gives a closed attacker 6 as well
    (FOOT, {**FOOT, "arm": "pioneers"}, {}, 3 + 6, -1),
    (FOOT, {**FOOT, "has_skirmish_line": False}, {}, 2, 0),
    ({**FOOT, "has_skirmish_line": False}, FOOT, {}, 0, 2),
    (FOOT, {**FOOT, "fired_last_turn": True}, {}, 0, -1),
    (FOOT, {**FOOT, "fired_this_turn": True}, {}, 0, -2),
    (FOOT, {**FOOT, "stationary_quarter": False}, {}, 0, -2),
    (FOOT, FOOT, {"uphill": True}, -1, 0),
    (FOOT, FOOT, {"flank_or_rear": True}, 3, -3),
    (FOOT, {**FOOT, "formation": "thin_skirmish_line"}, {}, 6, 0),
    (FOOT, {**FOOT, "state": "FU"}, {}, 6, -8),
    ({**HORSE, "first_attack_unused": True}, HORSE, {}, 1, 0),
    # his first attack counts for a defender with an order to attack who is taken in the flank (R96)
    (
        HORSE,
        {**HORSE, "first_attack_unused": True, "has_attack_order": True},
        {"flank_or_rear": True},
        3,
        -3 + 1,
    ),
    ({**HORSE, "charge_half_turn": True}, HORSE, {}, 1, 0),
    ({**HORSE, "straight_15cm": False}, HORSE, {}, -2, 0),
    (HORSE, {**HORSE, "straight_15cm": False}, {}, 0, -2),
    # cossacks do not attack with fewer points (15.03.1)
    ({**HORSE, "weight": "cossack"}, {**HORSE, "weight": "cossack"}, {}, -3, -3),
]


@pytest.mark.proves("12.02.1")
@pytest.mark.parametrize(("one", "other", "melee", "attacker", "defender"), OF_BOTH)
def test_the_points_of_attacker_and_defender(
    one: dict[str, Any], other: dict[str, Any], melee: dict[str, Any], attacker: int, defender: int
) -> None:
    assert points(one, other, **melee) == (attacker, defender)


#: schema XV: attacker, defender, melee, whose points change as it goes on, by how many (remark 2)
ONCE: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any], int, int]] = [
    ({**FOOT, "formation": "attack_column"}, FOOT, {}, 2, 0),
    (FOOT, {**FOOT, "has_skirmish_line": False}, {}, 2, 0),
    ({**FOOT, "has_skirmish_line": False}, FOOT, {}, 0, 2),
    (FOOT, FOOT, {"flank_or_rear": True}, 3, -3),
]


@pytest.mark.proves("12.02.1")
@pytest.mark.parametrize(("one", "other", "melee", "attacker", "defender"), ONCE)
def test_what_counts_only_at_first(
    one: dict[str, Any], other: dict[str, Any], melee: dict[str, Any], attacker: int, defender: int
) -> None:
    assert points(one, other, **melee) == (attacker, defender)
    assert points(one, other, continued=True, **melee) == (0, 0)


@pytest.mark.proves("12.02.1")
@pytest.mark.parametrize(("figures", "gets"), [(7, 0), (8, 2)])
def test_an_attack_column_has_eight_figures(figures: int, gets: int) -> None:
    column = {"arm": "infantry", "formation": "attack_column", "figures_by_rank": [figures]}
    assert points(column, {**FOOT, "figures_by_rank": [figures]}) == (gets, 0)


@pytest.mark.proves("12.02.1")
@pytest.mark.parametrize("formation", ["square", "battalion_mass"])
def test_a_square_and_a_mass_have_eight_figures(formation: str) -> None:
    foot = {"arm": "infantry", "formation": formation, "figures_by_rank": [7]}
    assert points({**HORSE, "figures_by_rank": [7]}, foot) == (1, -2)


@pytest.mark.proves("12.02.1")
@pytest.mark.parametrize("behind", [{"obstacle": 1}, {"cover": 1}])
def test_a_defender_behind_an_obstacle_needs_no_skirmish_line(behind: dict[str, int]) -> None:
    obstacle, cover = behind.get("obstacle", 0), behind.get("cover", 0)
    bare = {**FOOT, "cover": cover}
    expected = points(FOOT, bare, obstacle=obstacle)
    assert points(FOOT, {**bare, "has_skirmish_line": False}, obstacle=obstacle) == expected


#: schema XVII: kind, difference from and to, winner, the loser's order, ranks of attacker and defender; the last
#: difference stands for all that are greater
XVII = [
    ("infantry", 0, 0, "none", "OR", 2, 2),
    ("infantry", 1, 2, "attacker", "LU-2", 1, 2),
    ("infantry", 1, 2, "defender", "LU-2", 1, 2),
    ("infantry", 3, 4, "attacker", "U", 2, 1),
    ("infantry", 3, 4, "defender", "U", 1, 2),
    ("infantry", 5, 15, "attacker", "FU", 3, 1),
    ("infantry", 5, 15, "defender", "FU", 1, 2),
    ("cavalry", 0, 0, "none", "OR", 0, 0),
    ("cavalry", 1, 2, "attacker", "LU-2", 2, 2),
    ("cavalry", 1, 2, "defender", "LU-2", 2, 2),
    ("cavalry", 3, 4, "attacker", "U", 2, 2),
    ("cavalry", 3, 4, "defender", "U", 2, 2),
    ("cavalry", 5, 15, "attacker", "FU", 2, 2),
    ("cavalry", 5, 15, "defender", "FU", 2, 2),
    ("other", 0, 0, "none", "OR", 0, 2),
    ("other", 1, 2, "attacker", "LU-2", 0, 2),
    ("other", 1, 2, "defender", "LU-2", 0, 2),
    ("other", 3, 4, "attacker", "U", 0, 1),
    ("other", 3, 4, "defender", "U", 0, 2),
    ("other", 5, 15, "attacker", "FU", 3, 0),
    ("other", 5, 15, "defender", "FU", 0, 2),
]
#: kind -> who attacks whom, each without points
PAIRS = {"infantry": (FOOT, FOOT), "cavalry": (HORSE, HORSE), "other": (HORSE, MASS)}


def thrown(total: int) -> list[int]:
    """Three dice that come to a number."""
    first = min(6, total - 2)
    second = min(6, total - first - 1)
    return [first, second, total - first - second]


@pytest.mark.proves("12.02.2")
@pytest.mark.parametrize(("kind", "first", "last", "winner", "effect", "attacker", "defender"), XVII)
def test_order_and_ranks_by_the_difference(
    kind: str, first: int, last: int, winner: str, effect: str, attacker: int, defender: int
) -> None:
    for difference in range(first, last + 1):
        high, low = thrown(3 + difference), thrown(3)
        dice = {"attacker_dice": low, "defender_dice": high}
        if winner == "attacker":
            dice = {"attacker_dice": high, "defender_dice": low}
        found = fought(*PAIRS[kind], **dice)
        told = (found["winner"], found["loser_effect"], found["ranks"], found["elements"])
        assert told == (winner, effect, [attacker, defender], [attacker, defender])


@pytest.mark.proves("12.02.2")
def test_infantry_beats_any_arm_by_the_same_rows() -> None:
    found = fought(FOOT, GUNS, attacker_dice=[1, 1, 1], defender_dice=[5, 1, 1])
    assert (found["attacker_result"], found["defender_result"], found["ranks"]) == (6, 6, [2, 2])


#: schema XVIII: from, to, men for each element, figures of prisoners by cavalry from other arms, and by all others
XVIII = [
    (0, 0, 0, 0, 0),
    (1, 4, 1, 1, 0),
    (5, 8, 2, 2, 1),
    (9, 12, 4, 3, 1),
    (13, 14, 8, 4, 2),
    (15, 16, 12, 6, 2),
    (17, 18, 16, 8, 2),
    (19, 20, 20, 8, 4),
    (21, 24, 24, 10, 4),
    (25, 25, 32, 10, 4),
]
#: what makes a result of three thrown -5: it loses by five at least, and loses everything
BROKEN = {"grade": -4, "state": "U"}
MANY = [10, 10, 10, 29]


def strong(result: int) -> tuple[dict[str, Any], list[int]]:
    """What a side without points must be, and throw, for a result."""
    total = min(18, max(3, result))
    training = 2 if result > 23 else 0
    return {"grade": result - total - training, "training_points": training}, thrown(total)


@pytest.mark.proves("12.02.3")
@pytest.mark.parametrize(("first", "last", "men", "riders", "others"), XVIII)
@pytest.mark.parametrize(("kind", "elements"), [("infantry", 3), ("cavalry", 2), ("other", 3)])
def test_what_an_attacker_takes(
    kind: str, elements: int, first: int, last: int, men: int, riders: int, others: int
) -> None:
    one, other = PAIRS[kind]
    each = riders if kind == "other" else others
    for result in range(first, last + 1):
        with_points, dice = strong(result)
        loser = {**other, **BROKEN, "figures_by_rank": MANY}
        found = fought({**one, **with_points}, loser, attacker_dice=dice, defender_dice=[1, 1, 1])
        assert (found["attacker_result"], found["defender_result"]) == (result, -5)
        told = (found["loss_of_defender_men"], found["loss_of_attacker_men"], found["prisoners_available"])
        assert told == (men * elements, 0, each * elements)


@pytest.mark.proves("12.02.3")
@pytest.mark.parametrize(("first", "last", "men"), [row[:3] for row in XVIII])
def test_what_a_defender_takes(first: int, last: int, men: int) -> None:
    for result in range(first, last + 1):
        with_points, dice = strong(result)
        found = fought({**FOOT, **BROKEN}, {**FOOT, **with_points}, attacker_dice=[1, 1, 1], defender_dice=dice)
        told = (found["defender_result"], found["loss_of_attacker_men"], found["loss_of_defender_men"])
        assert told == (result, 2 * men, 0)
        # only an attacker takes prisoners (13.04.1)
        assert found["prisoners_available"] == 0
