"""What cannot be is refused with a reason, by every procedure (R103)."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from civilwar_desk import ask, refusal
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.ledger import Input, load_ledger
from feltherre.core.ledger.counting import directory_of
from feltherre.core.ledger.types import Type
from feltherre.games.civilwar.procedures import PROCEDURES
from feltherre.umpire import desk

LEDGER = load_ledger(directory_of("feltherre.games.civilwar") / "ledger.yaml")

#: more than the examples have: something in every list
FULLER: dict[str, dict[str, Any]] = {
    "sight": {"distance_cm": 60, "crests": [{"level": 1, "at_cm": 30}]},
    "order-legality": {"action": "move", "direction_changes_deg": [10]},
}


def lawful(name: str) -> dict[str, Any]:
    """A situation that is ruled upon, with its dice."""
    example = next(e for e in LEDGER.examples.values() if e.procedure == name)
    return copy.deepcopy(FULLER.get(name) or example.given)


def refused(name: str, given: dict[str, Any]) -> str:
    with pytest.raises((BadInput, Illegal)) as error:
        desk.run(PROCEDURES[name], given)
    reason = desk.reason(error.value)
    assert reason
    return reason


def impossible(wanted: Type) -> list[Any]:
    """Values that no input of this type can have."""
    kinds = wanted.of if wanted.kind == "union" else (wanted,)
    plain = {kind.kind for kind in kinds}
    if "enum" in plain:
        return ["no such thing", 1, True]
    if plain & {"int", "number"}:
        return ["1", True, [1], {}, *([1.5] if "number" not in plain else [])]
    if "bool" in plain:
        return ["true", 1, None]
    if "str" in plain:
        return [1, []]
    return ["x", 1, {}]


@pytest.mark.parametrize("name", PROCEDURES)
def test_an_input_of_the_wrong_kind_is_refused(name: str) -> None:
    for asked in LEDGER.procedures[name].inputs:
        for value in impossible(asked.parsed):
            refused(name, {**lawful(name), asked.name: value})


@pytest.mark.parametrize("name", PROCEDURES)
def test_an_input_that_is_missing_or_unknown_is_refused(name: str) -> None:
    assert "no_such_input" in refused(name, {**lawful(name), "no_such_input": 1})
    for asked in LEDGER.procedures[name].inputs:
        if asked.required:
            given = lawful(name)
            given.pop(asked.name)
            assert asked.name in refused(name, given)


#: numbers that may be below zero: directions, places and heights, and the morale grade
SIGNED = {
    "grade",
    "own_grade",
    "enemy_grade",
    "a_grade",
    "b_grade",
    "bearing_deg",
    "advance_bearing_deg",
    "defender_facing_deg",
    "observer_level",
    "target_level",
}


def numbers(name: str) -> list[Input]:
    kinds = {"int", "number"}
    found = []
    for asked in LEDGER.procedures[name].inputs:
        of = asked.parsed.of if asked.parsed.kind == "union" else (asked.parsed,)
        if kinds & {kind.kind for kind in of} and asked.name not in SIGNED:
            found.append(asked)
    return found


@pytest.mark.parametrize("name", [name for name in PROCEDURES if numbers(name)])
def test_a_negative_count_length_distance_or_time_is_refused(name: str) -> None:
    for asked in numbers(name):
        refused(name, {**lawful(name), asked.name: -1})


@pytest.mark.parametrize("name", PROCEDURES)
def test_a_morale_grade_is_between_minus_one_and_plus_two(name: str) -> None:
    for asked in LEDGER.procedures[name].inputs:
        if asked.name.endswith("grade"):
            for grade in (-2, 3):
                assert asked.name in refused(name, {**lawful(name), asked.name: grade})
            for grade in (-1, 2):
                assert desk.run(PROCEDURES[name], {**lawful(name), asked.name: grade})["outputs"]


@pytest.mark.parametrize("name", PROCEDURES)
def test_a_class_of_cover_or_obstacle_is_nought_to_three(name: str) -> None:
    for asked in LEDGER.procedures[name].inputs:
        if asked.type == "int" and asked.name.endswith(("cover", "obstacle")):
            assert asked.name in refused(name, {**lawful(name), asked.name: 4})


DICE = [
    (name, asked.name)
    for name in PROCEDURES
    for asked in LEDGER.procedures[name].inputs
    if asked.type.startswith("list[int]")
]


@pytest.mark.parametrize(("name", "dice"), DICE)
@pytest.mark.parametrize("values", [[0, 3], [7, 3], [3], [3, 3, 3], [], [3.5, 3]])
def test_dice_are_two_and_show_one_to_six(name: str, dice: str, values: list[Any]) -> None:
    given = {**lawful(name), dice: values}
    if name == "initiative":
        given = {"dice_a": [1, 2], "dice_b": [1, 2], dice: values}
    refused(name, given)


@pytest.mark.parametrize("die", [0, 7, [1, 2], "1"])
def test_resupply_takes_one_die(die: Any) -> None:
    refused("resupply", {"arm": "infantry", "die": die})


@pytest.mark.parametrize("name", ["counter-battery", "prisoners"])
def test_an_earlier_throw_is_between_two_and_twelve(name: str) -> None:
    for total in (1, 13):
        assert "dice_sum" in refused(name, {**lawful(name), "dice_sum": total})


def test_the_other_things_that_cannot_be() -> None:
    assert "time_left" in refusal("forced-action", event="repelled", time_left=1.5)
    assert "remainder" in refusal("loss-booking", figures=9, remainder=20, losses_men=1)
    assert "attempt" in refusal("rally", attempt=4, dice=[1, 2])
    assert "attempt" in refusal("rally", attempt=0, dice=[1, 2])
    assert "figures_removed" in refusal(
        "morale-test", figures_removed=0, original_figures=9, present_figures=9, dice=[1, 2]
    )
    for order in ("U", "FU"):
        assert "own_order_state" in refusal("shock", own_figures=9, enemy_figures=9, own_order_state=order, dice=[1, 2])
    assert "damaged" in refusal("counter-battery", dice_sum=7, ammunition="shell", guns_left=1, guns_already_damaged=2)
    assert "damaged" in refusal(
        "counter-battery", dice_sum=7, ammunition="shell", limbers_left=0, limbers_already_damaged=1
    )
    for obstacle in (0, 5):
        assert "class" in refusal("march", arm="infantry", path=[{"do": "cross", "class": obstacle}])
    assert "length_cm" in refusal("march", arm="infantry", path=[{"do": "march", "length_cm": -1}])
    assert "polygon" in refusal(
        "artillery-deviation",
        gun_class="rifled",
        guess_cm=9,
        origin=[0, 0],
        bearing_deg=0,
        dice=[1, 2],
        outlines=[{"id": "a", "polygon": [[0, 0], [1, 1]]}],
    )


def test_what_the_rules_merely_forbid_is_judged_and_not_refused() -> None:
    assert ask("order-legality", action="attack", arm="artillery")["legal"] is False
    assert ask("small-arms-zone", weapon="pistol", distance_cm=99) == {"zone": None}
    assert ask("formation-change", kind="unlimber")["possible"] is False
    assert ask("field-works", work="barricade", figures=3, present_figures=3)["allowed"] is False
