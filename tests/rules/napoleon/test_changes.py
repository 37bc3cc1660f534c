"""Changes of front and formation (06), obstacles and watercourses (07.04, 07.05)."""

from __future__ import annotations

from typing import Any

from cases import cases
from napoleon_desk import ask, refusal


@cases(
    "says given time grades",
    ("06.04.2", "90 degrees are one and a half times the front", {"angle_deg": 90}, 3, 1),
    ("06.04.1", "a rotation takes as long (R48)", {"angle_deg": 90, "kind": "rotation"}, 3, 1),
    ("06.01.3", "20 degrees leave it in order", {"angle_deg": 20}, 2 / 3, 0),
    ("06.01.3", "21 do not", {"angle_deg": 21}, 0.7, 1),
    ("06.01.3", "nor 6 after 15", {"angle_deg": 6, "angle_in_last_turn": 15}, 0.2, 1),
    ("06.01.3", "one grade for the turn (R12)", {"angle_deg": 30, "angle_in_last_turn": 21}, 1, 0),
    ("06.01.3", "march columns keep their order", {"angle_deg": 90, "formation": "single_file"}, 3, 0),
    ("06.01.3", "and open formations", {"angle_deg": 90, "formation": "routed"}, 3, 0),
    ("07.02.5", "so far no charge march goes", {"angle_deg": 30}, 1, 1),
)
def test_front_changes(given: dict[str, Any], time: float, grades: int) -> None:
    asked = {"kind": "wheel", "frontage_cm": 20, "rate_cm_per_turn": 10, **given}
    assert ask("front-change-cost", **asked) == {"time": time, "lu_grades": grades}


@cases(
    "says given reason",
    ("06.04.1", "cavalry", {"arm": "cavalry"}, "cannot rotate"),
    ("06.04.1", "limbered guns", {"arm": "limbered_artillery"}, "cannot rotate"),
    ("06.04.1", "a column of guns", {"formation": "artillery_march_column"}, "cannot rotate"),
    ("06.04.2", "no rate", {"rate_cm_per_turn": 0}, "above 0"),
)
def test_rotations_that_cannot_be(given: dict[str, Any], reason: str) -> None:
    asked = {"kind": "rotation", "angle_deg": 10, "frontage_cm": 20, "rate_cm_per_turn": 10, **given}
    assert reason in refusal("front-change-cost", **asked)


@cases(
    "says given time grades",
    ("06.04.3 06.01.3 06.01.2", "a line", {"arm": "infantry"}, 0.25, 1),
    ("06.02.5", "a square that comes to face one way", {"arm": "infantry", "formation": "square"}, 0.25, 1),
    ("06.01.3", "figures in open formation", {"arm": "cavalry", "formation": "swarm"}, 0, 0),
    ("06.01.3", "guns that limber", {"arm": "artillery", "while_limbering": True}, 0, 0),
)
def test_facing_turns(given: dict[str, Any], time: float, grades: int) -> None:
    assert ask("about-face-time", **given) == {"time": time, "lu_grades": grades}


@cases(
    "says given reason",
    ("06.04.3", "a quarter turn of a column", {"turn_kind": "quarter"}, "Only squares"),
    ("06.03.2", "infantry has no limbers", {"while_limbering": True}, "Only artillery"),
    (
        "06.03.2",
        "a quarter turn of guns",
        {"arm": "artillery", "while_limbering": True, "turn_kind": "quarter", "formation": "square"},
        "half turns only",
    ),
)
def test_facing_turns_that_cannot_be(given: dict[str, Any], reason: str) -> None:
    assert reason in refusal("about-face-time", **{"arm": "infantry", **given})


@cases(
    "says before to given time grades",
    ("06.02.4", "part of the battalion absent", "line", "square", {"part_absent": True}, 0.75, 1),
    ("06.02.1", "which matters to squares only", "line", "attack_column", {"part_absent": True}, 0.5, 1),
    (
        "06.02.3 06.02.4",
        "in difficult ground both add (R47)",
        "line",
        "brigade_square",
        {"part_absent": True, "difficult_ground": True},
        2.25,
        1,
    ),
    ("05.02.2", "a mass by way of a column", "line", "battalion_mass", {}, 0.75, 1),
    ("06.02.1", "national columns are columns", "attack_column_fr", "line", {}, 0.5, 1),
    ("06.01.3", "from one to another in no time", "attack_column_fr", "attack_column_ru", {}, 0, 1),
    ("06.02.1 05.02.4", "a clump is a mass", "clump", "battalion_mass", {}, 0, 1),
    ("04.01.5", "joining a brigade column", "line", "brigade_column", {}, 1, 1),
    ("04.01.5", "the turn of joining is not doubled", "line", "brigade_column", {"difficult_ground": True}, 1, 1),
    ("04.01.5", "dissolving a brigade square", "brigade_square", "march_column", {}, 1.5, 1),
    ("06.02.1", "from one of brigades to the other", "brigade_column", "brigade_square", {}, 0.5, 1),
    ("06.01.2", "no room", "line", "square", {"room": False}, None, 1),
    ("06.02.2", "skirmishers", "swarm", "line", {"skirmish_figures_companies": 1}, 0.5, 0),
    ("06.02.2", "of more than a company", "swarm", "line", {"skirmish_figures_companies": 1.5}, 0.5, 1),
    ("06.02.2", "no slower in difficult ground", "line", "working", {"difficult_ground": True}, 0.5, 0),
)
def test_formation_changes(before: str, to: str, given: dict[str, Any], time: float | None, grades: int) -> None:
    way = {"farthest_figure_cm": 10, "rate_cm_per_turn": 20}
    told = ask("formation-change-time", **{"from": before, "to": to, **way, **given})
    assert told == {"time": time, "lu_grades": grades}


@cases(
    "says before to given reason",
    ("06.02.1", "into the same", "line", "line", {}, "already"),
    ("13.01.3", "into flight", "line", "routed", {}, "rules of its own"),
    ("06.03.1", "out of a line of guns", "artillery_line", "line", {}, "rules of its own"),
    ("05.01.6", "a mass out of a brigade column", "brigade_column", "battalion_mass", {}, "brigade or division column"),
    ("country.france.3", "a line", "attack_column", "line", {"formations_not_allowed": ["line"]}, "cannot take"),
    ("country.england.4", "a mass", "line", "battalion_mass", {"formations_not_allowed": ["battalion_mass"]}, "take"),
    ("04.05.3", "another", "line", "clump", {"formations_not_allowed": ["clump"]}, "cannot take"),
    ("06.02.2", "skirmishers without a way", "line", "swarm", {"rate_cm_per_turn": 10}, "must be given"),
    ("06.02.2", "or a rate", "line", "swarm", {"farthest_figure_cm": 1, "rate_cm_per_turn": 0}, "must be given"),
)
def test_formation_changes_that_cannot_be(before: str, to: str, given: dict[str, Any], reason: str) -> None:
    assert reason in refusal("formation-change-time", **{"from": before, "to": to, **given})


@cases(
    "says given time",
    ("10.01.2", "after re-crewing", {"cause": "make_ready_after_recrewing_or_retreat"}, 0.5),
    ("06.03.1", "unlimbering needs no room", {"cause": "unlimber", "room_for_limbers": False}, 0.5),
)
def test_making_ready_and_room(given: dict[str, Any], time: float) -> None:
    assert ask("limber-time", **{"battery_class": "other foot", **given}) == {"time": time}


@cases("says", ("06.03.5", "limbering needs room"))
def test_no_room_for_the_limbers() -> None:
    refused = refusal("limber-time", battery_class="other foot", cause="limber", room_for_limbers=False)
    assert "There must be room" in refused


# obstacles


@cases(
    "says given told",
    ("07.05.4", "a closed formation", {"obstacle": 1}, (True, 0, 1, False)),
    ("07.05.4", "an open one", {"obstacle": 1, "closed_formation": False}, (True, 0, 0, False)),
    ("07.05.4", "a unit in rout is open", {"obstacle": 1, "state": "FU"}, (True, 0, 0, False)),
    ("07.05.1 16.02.1 17.01.2", "three ranks are two pairs", {"obstacle": 2, "ranks": 3}, (True, 1, 1, False)),
    ("07.05.1", "no obstacle", {"obstacle": 0, "state": "U"}, (True, 0, 0, False)),
    ("07.05.2", "a wall", {"obstacle": "impassable"}, (False, 0, 0, False)),
    ("07.05.2", "with ladders", {"obstacle": "impassable", "ladders_or_opening": True}, (True, 1, 1, False)),
    ("07.05.3", "cavalry", {"obstacle": 1, "arm": "cavalry"}, (True, 0, 1, True)),
    ("07.05.3", "cavalry at a wall", {"obstacle": "impassable", "arm": "cavalry"}, (False, 0, 0, False)),
    ("07.05.5", "a gap for guns", {"obstacle": 1, "arm": "artillery"}, (True, 1, 1, False)),
    ("07.05.5", "none with cover", {"obstacle": 1, "arm": "artillery", "has_cover_value": True}, (False, 0, 0, False)),
    ("07.05.5", "none for train", {"obstacle": 1, "arm": "train"}, (False, 0, 0, False)),
    ("07.01.3", "backwards", {"obstacle": 1, "moving_back_or_sideways": True}, (False, 0, 0, False)),
    ("13.01.1", "in disorder", {"obstacle": 1, "state": "U"}, (False, 0, 0, False)),
)
def test_obstacles(given: dict[str, Any], told: tuple[bool, float, int, bool]) -> None:
    names = ("allowed", "time", "lu_grades", "ends_charge")
    assert ask("obstacle-passage", **{"arm": "infantry", **given}) == dict(zip(names, told, strict=True))


@cases(
    "says given reason",
    ("07.05.1", "obstacle IV", {"obstacle": 4}, "I to III"),
    ("07.05.1", "nobody", {"obstacle": 1, "ranks": 0}, "at least one rank"),
)
def test_obstacles_that_cannot_be(given: dict[str, Any], reason: str) -> None:
    assert reason in refusal("obstacle-passage", **{"arm": "infantry", **given})


# watercourses


@cases(
    "says width crossing formation told",
    ("07.04.1", "a ditch", 0.49, "none", "line", ("ordinary", 1)),
    ("07.04.1", "for an open formation", 0.49, "none", "dense_skirmish_line", ("ordinary", 0)),
    ("07.04.2 07.04.5 07.04.3", "half a centimetre is water", 0.5, "none", "march_column", ("watercourse", 1)),
    ("07.04.5", "4 cm by a swarm", 4, "none", "swarm", ("watercourse", 1)),
    ("07.04.2", "wider at a ford", 9, "ford", "single_file", ("watercourse", 1)),
    ("07.04.4", "a bridge", 9, "bridge", "artillery_march_column", ("road", 0)),
    ("07.04.4", "a footbridge", 9, "footbridge", "single_file", ("path", 0)),
)
def test_watercourses(width: float, crossing: str, formation: str, told: tuple[str, int]) -> None:
    found = ask("watercourse-passage", width_cm=width, ford_or_bridge=crossing, formation=formation)
    column, grades = told
    assert found == {"allowed": True, "rate_column": column, "lu_grades": grades, "flight_loss_share": 0}


@cases(
    "says width crossing formation",
    ("07.04.1", "over 4 cm without a ford", 4.01, "none", "march_column"),
    ("07.04.3", "in line", 2, "none", "line"),
    ("07.04.3", "a skirmish line is infantry", 2, "ford", "thin_skirmish_line"),
    ("07.04.4", "a line on a bridge", 2, "bridge", "line"),
    ("07.04.4", "a march column on a footbridge", 2, "footbridge", "march_column"),
)
def test_watercourses_that_are_not_passed(width: float, crossing: str, formation: str) -> None:
    found = ask("watercourse-passage", width_cm=width, ford_or_bridge=crossing, formation=formation)
    assert found == {"allowed": False, "rate_column": None, "lu_grades": 0, "flight_loss_share": 0}


@cases(
    "says width crossing column share",
    ("13.02.4 07.04.3", "4 cm", 4, "none", "watercourse", 0.25),
    ("13.02.4", "wider", 4.5, "ford", "watercourse", 0.75),
    ("07.04.4", "on a bridge nothing (R97)", 9, "bridge", "road", 0),
    ("07.04.4", "on a footbridge nothing", 9, "footbridge", "path", 0),
    ("07.04.1", "over a ditch nothing", 0.4, "none", "ordinary", 0),
)
def test_flight_across_water(width: float, crossing: str, column: str, share: float) -> None:
    asked = {"width_cm": width, "ford_or_bridge": crossing, "formation": "line", "fleeing": True}
    told = {"allowed": True, "rate_column": column, "lu_grades": 0, "flight_loss_share": share}
    assert ask("watercourse-passage", **asked) == told
