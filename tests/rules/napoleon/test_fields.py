"""Fields of fire, flanks, retreat, and who is carried away."""

from __future__ import annotations

from typing import Any

from cases import cases
from napoleon_desk import ask, refusal

NEAR = {"footprint": [[-5, 8], [5, 8], [5, 11], [-5, 11]]}
ASIDE = {"footprint": [[6, 8], [16, 8], [16, 10], [6, 10]]}
BESIDE = {"footprint": [[8, 6], [16, 6], [16, 8], [8, 8]]}
FAR = {"footprint": [[-5, 40], [5, 40], [5, 43], [-5, 43]]}


def fires(kind: str, target: dict[str, Any], **given: Any) -> tuple[bool, float]:
    element = {"kind": kind, "position": [0, 0], "facing_deg": 0}
    found = ask("field-of-fire", element=element, target=target, **given)
    return found["can_fire"], found["range_cm"]


@cases(
    "says kind target given seen",
    ("09.01.4", "straight ahead", "closed", NEAR, {}, (True, 8)),
    ("09.03.2", "beyond 30 degrees", "closed", ASIDE, {}, (False, 10)),
    ("09.03.3", "skirmishers 45", "skirmish", ASIDE, {}, (True, 10)),
    ("10.03.2", "guns 45 from their front", "gun", ASIDE, {}, (True, 10)),
    ("10.03.2", "guns to the side", "gun", BESIDE, {}, (True, 10)),
    ("10.03.2", "in an embrasure 20", "gun_in_embrasure", BESIDE, {}, (False, 10)),
    ("09.01.8", "a wall", "closed", NEAR, {"position": {"wall_height_m": 1.1}}, (False, 8)),
    ("09.01.8", "a low one", "closed", NEAR, {"position": {"wall_height_m": 1}}, (True, 8)),
    (
        "09.01.8",
        "with loopholes",
        "closed",
        NEAR,
        {"position": {"wall_height_m": 2, "loopholes_or_fire_step": True}},
        (True, 8),
    ),
    ("10.01.7", "guns behind obstacle I", "gun", FAR, {"position": {"obstacle": 1}}, (True, 40)),
    ("10.01.7", "behind obstacle II", "gun", FAR, {"position": {"obstacle": 2}}, (False, 40)),
    ("10.01.7", "through an embrasure", "gun", FAR, {"position": {"obstacle": 2, "embrasure": True}}, (True, 40)),
)
def test_fields_of_fire(kind: str, target: dict[str, Any], given: dict[str, Any], seen: tuple[bool, float]) -> None:
    assert fires(kind, target, **given) == seen


def test_what_is_no_field_of_fire_is_refused() -> None:
    element = {"kind": "closed", "position": [0, 0], "facing_deg": 0}
    assert "outline" in refusal("field-of-fire", element=element, target={"footprint": []})


BACK = {"time_left": 1, "position": [30, 30], "cause_position": [30, 60], "rate_cm_per_turn": 20}


@cases(
    "says given end",
    ("13.01.1 13.02.3", "backwards at half the rate", {"mode": "backwards"}, [30, 20]),
    ("13.01.1", "turned about", {"mode": "about_face"}, [30, 15]),
    ("13.01.1", "facing away already", {"mode": "about_face", "facing_deg": 160}, [30, 10]),
    ("13.01.1", "a degree too far aside", {"mode": "backwards", "facing_deg": 159}, [30, 20]),
    ("13.03.1", "guns manhandled", {"mode": "manhandle", "arm": "artillery", "formation": "artillery_line"}, [30, 10]),
)
def test_retreat(given: dict[str, Any], end: list[float]) -> None:
    assert ask("retreat", **{**BACK, **given})["path"] == [[[30, 30], end]]


@cases(
    "given reason",
    ("13.03.1", {"mode": "limber_up"}, "Only artillery"),
    ("13.01.1", {"mode": "backwards", "cause_position": [30, 30]}, "does not stand where"),
)
def test_retreats_that_cannot_be(given: dict[str, Any], reason: str) -> None:
    assert reason in refusal("retreat", **{**BACK, **given})


def met(fleeing: dict[str, Any], threatened: dict[str, Any], **given: Any) -> dict[str, Any]:
    dice = {"fleeing_dice": [4, 4, 4], "threatened_dice": [4, 4, 4]}
    return ask("carried-away", fleeing=fleeing, threatened=threatened, **{**dice, **given})


FOOT = {"arm": "infantry", "figures": 20}
HORSE = {"arm": "cavalry", "figures": 20, "weight": "medium"}


@cases(
    "says fleeing threatened points",
    ("13.05.1 13.05.2", "even", FOOT, FOOT, (0, 0)),
    ("13.05.2", "twice as many", {**FOOT, "figures": 40}, FOOT, (1, 0)),
    ("13.05.2", "a square", FOOT, {**FOOT, "formation": "square"}, (-3, 1)),
    ("13.05.2", "of fewer than 8 figures", FOOT, {"arm": "infantry", "figures": 7, "formation": "square"}, (1, 0)),
    ("13.05.3", "no deduction against cavalry", HORSE, FOOT, (1, 0)),
    ("13.05.2", "support and grade count", FOOT, {**FOOT, "supported": True, "grade": 1}, (0, 3)),
)
def test_points_of_those_who_meet(fleeing: dict[str, Any], threatened: dict[str, Any], points: tuple[int, int]) -> None:
    found = met(fleeing, threatened)
    assert (found["fleeing_points"], found["threatened_points"]) == points


@cases(
    "dice effect",
    ("13.05.4", [4, 4, 4], "OR"),
    ("13.05.4", [4, 4, 5], "LU-2"),
    ("13.05.4", [4, 5, 5], "LU-2"),
    ("13.05.4", [5, 5, 5], "U"),
    ("13.05.4", [5, 5, 6], "U"),
    ("13.05.4", [5, 6, 6], "FU"),
)
def test_what_becomes_of_the_threatened(dice: list[int], effect: str) -> None:
    assert met(FOOT, FOOT, fleeing_dice=dice)["threatened_effect"] == effect


@cases(
    "threatened",
    ("13.05.5", {"arm": "infantry", "figures": 6, "formation": "swarm"}),
    ("13.05.5", {"arm": "artillery", "figures": 8, "unlimbered": True}),
)
def test_whom_nobody_carries_away(threatened: dict[str, Any]) -> None:
    assert met({**FOOT, "figures": 90}, threatened, fleeing_dice=[6, 6, 6])["threatened_effect"] == "OR"
