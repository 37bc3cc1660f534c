"""What cannot be is refused with a reason (R103): values that the book does not have.

Values of the wrong kind, missing and unknown inputs and impossible dice: tests/rules/test_procedures.py.
"""

from collections.abc import Callable
from typing import Any

import pytest

from civilwar_desk import ask, refusal
from feltherre.core.ledger import load_ledger
from feltherre.core.ledger.counting import directory_of
from feltherre.games.civilwar.procedures import PROCEDURES
from feltherre.umpire import desk
from procedure_situations import lawful

LEDGER = load_ledger(directory_of("feltherre.games.civilwar") / "ledger.yaml")


def situation(name: str) -> dict[str, Any]:
    """A situation that is ruled upon, with its dice."""
    return lawful("civilwar", name)[0]


def asked_for(wanted: Callable[[Any], bool]) -> list[tuple[str, str]]:
    """(procedure, input) for every input of the kind."""
    return [(name, asked.name) for name in PROCEDURES for asked in LEDGER.procedures[name].inputs if wanted(asked)]


@pytest.mark.parametrize(("name", "grade"), asked_for(lambda asked: asked.name.endswith("grade")))
def test_a_morale_grade_is_between_minus_one_and_plus_two(name: str, grade: str) -> None:
    for value in (-2, 3):
        assert grade in refusal(name, **{**situation(name), grade: value})
    for value in (-1, 2):
        assert desk.run(PROCEDURES[name], {**situation(name), grade: value})["outputs"]


CLASSES = asked_for(lambda asked: asked.type == "int" and asked.name.endswith(("cover", "obstacle")))


@pytest.mark.parametrize(("name", "asked"), CLASSES)
def test_a_class_of_cover_or_obstacle_is_nought_to_three(name: str, asked: str) -> None:
    assert asked in refusal(name, **{**situation(name), asked: 4})


@pytest.mark.parametrize("name", ["counter-battery", "prisoners"])
def test_an_earlier_throw_is_between_two_and_twelve(name: str) -> None:
    for total in (1, 13):
        assert "dice_sum" in refusal(name, **{**situation(name), "dice_sum": total})


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


GUNS = {"piece": "6pdr_m41", "guns_serviceable": 4, "gunners": 6, "dice": [4, 3]}


@pytest.mark.parametrize(
    ("piece", "ammunition", "reach", "farthest"),
    [
        # the guess is at most the range of schema VII, and a round that falls too long strikes a tenth beyond it
        ("6pdr_m41", "shell", "80", 88),
        ("12pdr_napoleon", "shell", "85", 93.5),
        ("12pdr_napoleon", "solid_shot", "115", 126.5),
        ("10pdr_parrott", "solid_shot", "140", 154),
        # in the third row of schema VIII no round falls too long: a tenth aside at 100 cm is 100.5 cm from the guns
        ("12pdr_blakely", "shell", "100", 100.5),
    ],
)
def test_no_round_strikes_farther_than_it_can_fall(piece: str, ammunition: str, reach: str, farthest: float) -> None:
    given = {**GUNS, "piece": piece, "ammunition": ammunition}
    assert ask("artillery-fire", **given, distance_cm=farthest)["guns"] == 4
    reason = refusal("artillery-fire", **given, distance_cm=farthest + 0.1)
    assert f"{reach} cm" in reason
    assert "distance_cm" in reason


def test_a_battery_is_at_most_two_models_of_four_guns() -> None:
    given = {**GUNS, "ammunition": "shell", "distance_cm": 50}
    assert ask("artillery-fire", **{**given, "guns_serviceable": 8})["guns"] == 6
    reason = refusal("artillery-fire", **{**given, "guns_serviceable": 9})
    assert "guns_serviceable" in reason
    assert "8" in reason


def test_figures_that_are_gone_and_those_left_are_no_more_than_there_were() -> None:
    given = {"original_figures": 10, "dice": [3, 4]}
    assert ask("morale-test", **given, present_figures=8, figures_removed=2)["total"]
    for removed in (3, 50):
        assert "figures_removed" in refusal("morale-test", **given, present_figures=8, figures_removed=removed)


def test_all_ranks_are_not_fewer_than_those_in_front() -> None:
    volley = {"firers": 12, "weapon": "rifle_cartridge", "distance_cm": 8, "dice": [3, 4], "front_ranks": 5}
    shot = {**GUNS, "ammunition": "solid_shot", "distance_cm": 50, "front_ranks_hit": 5}
    for none_behind in (0, 5):
        assert ask("small-arms-fire", **volley, all_ranks=none_behind)["extra_losses_men"] == 0
        assert ask("artillery-fire", **shot, all_ranks_hit=none_behind)["extra_losses_men"] == 0
    assert "all_ranks" in refusal("small-arms-fire", **volley, all_ranks=2)
    assert "all_ranks_hit" in refusal("artillery-fire", **shot, all_ranks_hit=2)


def test_a_melee_has_somebody_who_fights() -> None:
    dice = {"dice_a": [1, 1], "dice_b": [3, 4]}
    assert ask("melee", a_figures=6, b_figures=0, **dice)["losses_a"] == 0
    assert "a_figures" in refusal("melee", a_figures=0, b_figures=0, **dice)
