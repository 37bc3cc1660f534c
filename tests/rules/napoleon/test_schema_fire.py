"""Schemas VIII to XIV, typed in again from the book and asked through the procedures that read them."""

from __future__ import annotations

from typing import Any

import pytest

from napoleon_desk import ask, refusal

Row = tuple[str, int | None, int | None, int | None]

#: schema VIII in its groups (R1): row, and what it gives in own loss, opponent's loss and opponent's morale; cells that
#: depend on the case with the value of one
VIII: list[list[Row]] = [
    [("column", None, 2, None), ("dense_skirmish", 2, -2, None), ("thin_skirmish", 2, -3, None)],
    [
        ("mounted_cavalry", -1, 1, None),
        ("cavalry_charging", None, -1, None),
        ("limbered_artillery_train", None, -1, None),
        ("unlimbered_artillery", None, -3, None),
    ],
    [("cover_1", 2, -2, None), ("cover_2", 2, -4, None), ("cover_3", 2, -8, None)],
    [("smoke", -2, None, None), ("not_stationary", -2, None, None), ("up_or_down_hill_zone_1", -1, None, None)],
    [("flank_or_rear", None, None, 3), ("no_answer", None, None, 2)],
    [("per_lu_grade", -1, None, 1), ("state_u", -4, None, 4), ("state_fu", None, None, 8)],
    [("own_more", None, None, 1), ("opponent_more", None, None, -1)],
    [("opponent_supported", None, None, -2)],
    [("first_fire", 2, None, None)],
    [("zone_2", -4, None, None)],
    [("training", 2, None, None)],
    [("morale_grade", 5, None, 4)],
    [("commander", None, None, 2)],
]
#: schema XI in its groups (R2)
XI: list[list[Row]] = [
    [
        ("thin_skirmish", None, -8, None),
        ("dense_skirmish", None, -4, None),
        ("artillery_in_position_or_pioneers", None, -5, None),
        ("limbered_artillery_train", None, -2, None),
        ("column_zone_2_4", None, 2, None),
        ("flank_or_square_zone_2_4", None, 4, None),
    ],
    [("cavalry_charging", None, -2, None)],
    [("target_unseen", None, -4, None)],
    [("cover_2", 1, -3, None), ("cover_3", 1, -5, None)],
    [("zone_1", None, 4, 2), ("zone_2", None, -2, None), ("zone_3", None, -4, None), ("zone_4", None, -6, None)],
    [("no_ricochet_zone_2_4", None, -4, None)],
    [("ranging_in_zone_2_4", None, -2, None)],
    [("battery_does_not_answer", -2, None, None)],
    [("twelve_pounder", 2, None, None)],
    [("per_lu_grade", -1, None, 1), ("state_u", -4, None, 4)],
    [("large_target", None, None, -3)],
    [("training", 2, None, None)],
    [("morale_grade", 3, None, 4)],
]
COLUMNS = ("own_loss", "opponent_loss", "opponent_morale")
CELLS = [
    (table, key, column, value)
    for table, groups in (("VIII", VIII), ("XI", XI))
    for group in groups
    for key, *values in group
    for column, value in zip(COLUMNS, values, strict=True)
]


@pytest.mark.proves("09.02.1", "10.02.1")
@pytest.mark.parametrize(("table", "key", "column", "value"), CELLS)
def test_a_row_counts_where_its_cell_is_not_blank(table: str, key: str, column: str, value: int | None) -> None:
    if value is None:
        assert key in refusal("group-pick", table=table, column=column, applicable={key: 1})
    else:
        assert ask("group-pick", table=table, column=column, applicable={key: value}) == {"total": value}


@pytest.mark.proves("09.02.1", "10.02.1")
@pytest.mark.parametrize(("table", "groups"), [("VIII", VIII), ("XI", XI)])
@pytest.mark.parametrize("column", COLUMNS)
def test_of_each_group_one_row_counts(table: str, groups: list[list[Row]], column: str) -> None:
    place = 1 + COLUMNS.index(column)
    everything: dict[str, int] = {}
    total = 0
    for group in groups:
        values = {str(row[0]): row[place] for row in group if isinstance(row[place], int)}
        greatest = max(values.values(), key=lambda value: (abs(value), value < 0), default=0)
        assert ask("group-pick", table=table, column=column, applicable=values) == {"total": greatest}
        everything |= values
        total += greatest
    assert ask("group-pick", table=table, column=column, applicable=everything) == {"total": total}


# small arms

SHOT = {
    "firing_figures": 20,
    "firer_figures": 20,
    "weapon": "musket",
    "range_cm": 10,
    "target_figures": 20,
    "dice": [3, 3, 4],
}
#: schema VIII: situation -> addition to the loss result
LOSS: list[tuple[dict[str, Any], int]] = [
    ({"target_formation": "column"}, 2),
    ({"firer_formation": "dense_skirmish"}, 2),
    ({"target_formation": "dense_skirmish"}, -2),
    ({"firer_formation": "thin_skirmish"}, 2),
    ({"target_formation": "thin_skirmish"}, -3),
    ({"firer_mounted": True}, -1),
    ({"target_kind": "mounted_cavalry"}, 1),
    ({"target_kind": "charging_cavalry"}, -1),
    ({"target_kind": "limbered_artillery_or_train"}, -1),
    ({"target_kind": "unlimbered_artillery"}, -3),
    *(({"firer_cover": cover}, 2) for cover in (1, 2, 3)),
    *(({"target_cover": cover}, value) for cover, value in ((1, -2), (2, -4), (3, -8))),
    ({"firer_smoke": True}, -2),
    ({"firer_smoke": True, "firer_formation": "thin_skirmish"}, 2),
    ({"firer_stationary_quarter": False}, -2),
    ({"firer_stationary_quarter": False, "firer_formation": "dense_skirmish"}, 2),
    ({"different_hill_steps": True}, -1),
    ({"different_hill_steps": True, "range_cm": 10.1}, -4),
    *(({"firer_state": f"LU-{grades}"}, -grades) for grades in (1, 2, 3)),
    ({"firer_state": "U"}, -4),
    ({"first_fire": True}, 2),
    ({"range_cm": 18}, -4),
    *(({"firer_training": training}, training) for training in range(-1, 3)),
    *(({"firer_grade": grade}, grade) for grade in range(-4, 6)),
]
#: schema VIII: situation -> addition to the morale result
MORALE: list[tuple[dict[str, Any], int]] = [
    ({"flank_or_rear": True}, 3),
    ({"target_answers": False}, 2),
    *(({"target_state": f"LU-{grades}"}, grades) for grades in (1, 2, 3)),
    ({"target_state": "U"}, 4),
    ({"target_state": "FU"}, 8),
    ({"target_figures": 10}, 1),
    ({"target_figures": 6}, 2),
    ({"target_figures": 40}, -1),
    ({"target_figures": 61}, -2),
    ({"target_supported": True}, -2),
    *(({"target_grade": grade}, -grade) for grade in range(-4, 6)),
    *(({"commander_points": points}, -points) for points in range(-2, 3)),
]


@pytest.mark.proves("09.02.1", "09.02.6", "09.02.7")
@pytest.mark.parametrize(("situation", "points"), LOSS)
def test_the_points_of_losses_by_small_arms(situation: dict[str, Any], points: int) -> None:
    found = ask("small-arms-fire", **{**SHOT, **situation})
    assert (found["loss_result"], found["morale_result"]) == (10 + points, 10 + points)


@pytest.mark.proves("09.02.1", "09.03.4")
@pytest.mark.parametrize(("situation", "points"), MORALE)
def test_the_points_of_morale_under_small_arms(situation: dict[str, Any], points: int) -> None:
    found = ask("small-arms-fire", **{**SHOT, **situation})
    assert (found["loss_result"], found["morale_result"]) == (10, 10 + points)


#: schema IX: from, to, men for each fire element, order, figures of horses
IX = [
    (-5, 0, 0, "OR", 0),
    (1, 4, 1, "OR", 0),
    (5, 8, 2, "OR", 0),
    (9, 12, 4, "OR", 0),
    (13, 14, 6, "LU-1", 0),
    (15, 16, 8, "LU-2", 1),
    (17, 18, 12, "U", 2),
    (19, 20, 16, "FU", 3),
    (21, 24, 20, "FU", 4),
    (25, 26, 24, "FU", 6),
]


def thrown(total: int) -> list[int]:
    """Three dice that come to a number."""
    first = min(6, total - 2)
    second = min(6, total - first - 1)
    return [first, second, total - first - second]


def small_arms_at(result: int) -> dict[str, Any]:
    """A shot whose loss result and morale result are a number."""
    if result < 3:
        return {"dice": thrown(result + 8), "target_cover": 3}
    if result > 15:
        return {"dice": thrown(result - 9), "firer_grade": 5, "first_fire": True, "firer_training": 2}
    return {"dice": thrown(result)}


@pytest.mark.proves("09.02.1")
@pytest.mark.parametrize(("first", "last", "men", "effect", "horses"), IX)
def test_what_small_arms_do(first: int, last: int, men: int, effect: str, horses: int) -> None:
    for result in range(first, last + 1):
        found = ask("small-arms-fire", **{**SHOT, **small_arms_at(result)})
        told = (found["loss_result"], found["loss_men"], found["morale_effect"], found["horses_lost"])
        assert told == (result, 2 * men, effect, 0)
        # limbered artillery gives one off the result
        at_guns = {**SHOT, **small_arms_at(result + 1), "target_kind": "limbered_artillery_or_train"}
        found = ask("small-arms-fire", **at_guns)
        assert (found["loss_result"], found["loss_men"], found["horses_lost"]) == (result, 2 * men, horses)


#: schema X: weapon -> how far zones I and II go, in cm
X = {"carbine": (6, 12), "musket": (10, 18), "rifle": (18, 30)}


@pytest.mark.proves("09.03.1")
@pytest.mark.parametrize("weapon", X)
def test_the_zones_of_small_arms(weapon: str) -> None:
    near, far = X[weapon]
    shots = {cm: {**SHOT, "weapon": weapon, "range_cm": cm} for cm in (0, near, near + 0.1, far, far + 0.1)}
    zones = [ask("small-arms-fire", **shots[cm])["zone"] for cm in (0, near, near + 0.1, far)]
    assert zones == [1, 1, 2, 2]
    assert f"{far} cm" in refusal("small-arms-fire", **shots[far + 0.1])


# artillery


def salvo(target: dict[str, Any] | None = None, **given: Any) -> dict[str, Any]:
    """What one gun does to ten figures in zone 2, where a throw of 12 is a result of 10."""
    body = {"range_cm": 40, "figures": 10, **(target or {})}
    shot = {"guns": 1, "gunner_figures": 1, "gun": "Denmark 6pdr foot", "targets": [body], "dice": [3, 4, 5], **given}
    found: dict[str, Any] = ask("artillery-fire", **shot)["per_target"][0]
    return found


#: schema XI: battery and target -> addition to the loss result, over that of zone 2
SALVO_LOSS: list[tuple[dict[str, Any], dict[str, Any], int]] = [
    ({}, {"kind": "thin_skirmish"}, -8),
    ({}, {"kind": "dense_skirmish"}, -4),
    ({}, {"kind": "artillery_in_position"}, -5),
    ({}, {"kind": "working_pioneers"}, -5),
    ({}, {"kind": "limbered_artillery_or_train"}, -2),
    ({}, {"column": True}, 2),
    ({}, {"flank": True}, 4),
    ({}, {"square": True}, 4),
    ({}, {"charging": True}, -2),
    ({}, {"unseen": True}, -4),
    *(({"firer_cover": cover}, {}, value) for cover, value in ((1, 0), (2, 1), (3, 1))),
    *(({}, {"cover": cover}, value) for cover, value in ((1, 0), (2, -3), (3, -5))),
    # instead of the -2 of zone 2
    ({}, {"range_cm": 70}, 2 - 4),
    ({}, {"range_cm": 110}, 2 - 6),
    ({}, {"non_ricochet": True}, -4),
    ({"ranged_in": False}, {}, -2),
    ({"not_answering": True}, {}, -2),
    # of whatever group: 4 and 5 have 12-pounders, and reach as far in zone 2
    *(({"gun": gun}, {}, 2) for gun in ("Russia short 12pdr", "France 12pdr An XI")),
    *(({"firer_state": f"LU-{grades}"}, {}, -grades) for grades in (1, 2, 3)),
    ({"firer_state": "U"}, {}, -4),
    *(({"firer_training": training}, {}, training) for training in range(-1, 3)),
    *(({"firer_grade": grade}, {}, grade) for grade in range(-3, 4)),
]
#: schema XI: target -> addition to the morale result
SALVO_MORALE: list[tuple[dict[str, Any], int]] = [
    *(({"state": f"LU-{grades}"}, grades) for grades in (1, 2, 3)),
    ({"state": "U"}, 4),
    *(({"figures": figures}, value) for figures, value in ((11, -1), (20, -1), (21, -2), (50, -4))),
    *(({"grade": grade}, -grade) for grade in range(-4, 6)),
    # not printed in the schema: schema XVI tells of it (R21)
    *(({"commander_points": points}, -points) for points in range(-2, 3)),
]
#: what gives nothing in zone 1
FAR: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({}, {"column": True}),
    ({}, {"flank": True}),
    ({}, {"square": True}),
    ({}, {"non_ricochet": True}),
    ({"ranged_in": False}, {}),
]


@pytest.mark.proves("10.02.1", "10.02.5", "10.03.3")
@pytest.mark.parametrize(("battery", "target", "points"), SALVO_LOSS)
def test_the_points_of_losses_by_artillery(battery: dict[str, Any], target: dict[str, Any], points: int) -> None:
    found = salvo(target, **battery)
    assert (found["loss_result"], found["morale_result"]) == (10 + points, 10 + points)


@pytest.mark.proves("10.02.1", "10.02.2")
@pytest.mark.parametrize(("target", "points"), SALVO_MORALE)
def test_the_points_of_morale_under_artillery(target: dict[str, Any], points: int) -> None:
    found = salvo(target)
    assert (found["loss_result"], found["morale_result"]) == (10, 10 + points)


@pytest.mark.proves("10.02.1", "10.03.3")
@pytest.mark.parametrize(("battery", "target"), [({}, {}), *FAR])
def test_the_points_of_zone_1(battery: dict[str, Any], target: dict[str, Any]) -> None:
    found = salvo({"range_cm": 25, **target}, **battery)
    assert (found["loss_result"], found["morale_result"]) == (12 + 4, 12 + 4 + 2)


#: schema XII: from, to, men for each fire element, order
XII = [
    (-4, 0, 0, "OR"),
    (1, 2, 1, "OR"),
    (3, 4, 2, "OR"),
    (5, 6, 3, "OR"),
    (7, 8, 4, "OR"),
    (9, 10, 6, "OR"),
    (11, 12, 8, "LU-1"),
    (13, 14, 10, "LU-2"),
    (15, 16, 12, "U"),
    (17, 18, 16, "FU"),
    (19, 20, 20, "FU"),
    (21, 24, 24, "FU"),
]


@pytest.mark.proves("10.02.1")
@pytest.mark.parametrize(("first", "last", "men", "effect"), XII)
def test_what_artillery_does(first: int, last: int, men: int, effect: str) -> None:
    for result in range(first, last + 1):
        if result < 1:
            found = salvo({"cover": 3}, dice=thrown(result + 2 + 5))
        elif result > 14:
            found = salvo({"flank": True}, dice=thrown(result + 2 - 9), firer_grade=3, firer_training=2)
        else:
            found = salvo(dice=thrown(result + 2))
        assert (found["loss_result"], found["loss_men"], found["morale_effect"]) == (result, men, effect)


#: schema XIII: third die -> what is lost in each of the zones, and of which kind
XIII: dict[int, tuple[str, tuple[int, int, int, int]]] = {
    1: ("horses", (1, 0, 0, 0)),
    2: ("horses", (2, 1, 1, 1)),
    3: ("horses", (3, 2, 2, 1)),
    4: ("guns", (1, 1, 1, 1)),
    5: ("guns", (2, 2, 1, 1)),
    6: ("loads", (4, 4, 4, 4)),
}


@pytest.mark.proves("10.02.1", "07.01.6")
@pytest.mark.parametrize("die", XIII)
def test_what_a_battery_loses_besides_men(die: int) -> None:
    what, numbers = XIII[die]
    for zone, number in enumerate(numbers, start=1):
        lost = {what: number} if number else None
        for dice in ([6, 6, die], [6, die, 6], [die, 6, 6]):
            assert ask("counter-battery-materiel", loss_men=5, dice=dice, zone=zone) == {"materiel": lost}
        body = {"range_cm": (25, 40, 70, 110)[zone - 1], "kind": "artillery_in_position"}
        assert salvo(body, guns=8, gunner_figures=4, dice=[6, die, 6])["materiel"] == lost


#: schema XIV: group -> its guns, and how far its zones go, in cm
XIV: dict[str, tuple[list[str], tuple[int, int, int, int]]] = {
    "1": (["Prussia 3pdr", "Austria-Hungary 3pdr", "Denmark 6pdr horse", "Prussia 6pdr horse"], (20, 30, 50, 80)),
    "2": (
        [
            "Denmark 3pdr",
            "France 4pdr Gribeauval",
            "Bavaria 6pdr",
            "Denmark 6pdr foot",
            "England 6pdr",
            "Holland-Belgium 6pdr",
            "Prussia 6pdr",
            "Austria-Hungary 6pdr",
        ],
        (25, 40, 70, 110),
    ),
    "3": (["France 6pdr An XI", "Russia 6pdr", "Saxony 6pdr", "Saxony 8pdr", "Sweden 6pdr"], (25, 50, 90, 140)),
    "4": (
        ["France 8pdr Gribeauval", "England 9pdr", "Russia short 12pdr", "Saxony 12pdr", "Austria-Hungary 12pdr"],
        (30, 50, 90, 150),
    ),
    "5": (
        [
            "Bavaria 12pdr",
            "Denmark 12pdr Carl of Hesse",
            "France 12pdr Gribeauval",
            "France 12pdr An XI",
            "Prussia 12pdr",
            "Russia long 12pdr",
        ],
        (30, 60, 100, 175),
    ),
    "howitzer": (["England 5.5 inch howitzer"], (20, 35, 65, 130)),
    "howitzer of Prussia": (["Prussia 7pdr howitzer"], (20, 40, 65, 140)),
}
GUNS = [(gun, limits) for guns, limits in XIV.values() for gun in guns]


@pytest.mark.proves("10.03.1")
@pytest.mark.parametrize(("gun", "limits"), GUNS)
def test_the_zones_of_a_gun(gun: str, limits: tuple[int, int, int, int]) -> None:
    for zone, limit in enumerate(limits, start=1):
        assert salvo({"range_cm": limit}, gun=gun)["zone"] == zone
        if zone < 4:
            assert salvo({"range_cm": limit + 0.1}, gun=gun)["zone"] == zone + 1
    beyond = {"range_cm": limits[-1] + 0.1, "figures": 10}
    battery = {"guns": 1, "gunner_figures": 1, "gun": gun, "dice": [3, 4, 5]}
    assert f"{limits[-1]} cm" in refusal("artillery-fire", targets=[beyond], **battery)
