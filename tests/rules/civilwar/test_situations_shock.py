"""What the game puts before the shock throw (schema XII, R74): every row that the table gives, and no other."""

from typing import Any

import pytest

from civilwar_attack import Fight, advance, attack, fight_of
from civilwar_rows import rows
from civilwar_table import chief, field_of, foot, horse, inf

NOTHING = (3, 3)
FIRST = foot("a", 0, 50, 40)


def wall(y: float, cover: int) -> dict[str, Any]:
    line = ((30, y), (70, y))
    return {"id": "wall", "type": "linear", "kind": "wall", "line": line, "obstacle": 1, "cover": cover}


def counted(fight: Fight) -> dict[str, int]:
    return rows(fight.ruling("shock"))


@pytest.mark.proves("07.03.2")
@pytest.mark.parametrize("grade", [-1, 1, 2])
def test_the_grade_of_mounted_cavalry_that_attacks_counts(grade: int) -> None:
    riders = horse("a", 0, 50, 34, 12, grade=grade)
    state = field_of(riders, foot("b", 1, 50, 40, 12))
    fight = fight_of(state, {"a": attack("b")}, dice=[NOTHING])
    assert counted(fight) == {"shock.own.mounted-vs-other-arms": 1, "shock.own.grade": grade}


@pytest.mark.proves("07.03.2")
@pytest.mark.parametrize(("at", "counts"), [((50, 49.2), {"shock.enemy.general": -1}), ((50, 60), {})])
def test_a_general_with_the_unit_attacked_counts_against_the_attack(
    at: tuple[float, float], counts: dict[str, int]
) -> None:
    staff = [chief("chief-0", 0, at=(150, 5)), chief("chief-1", 1, at=at)]
    state = field_of(FIRST, foot("b", 1, 50, 46), staff=staff)
    assert counted(fight_of(state, {"a": attack("b")}, dice=[NOTHING])) == counts


@pytest.mark.proves("07.03.2", "02.06.6")
@pytest.mark.parametrize(("cover", "counts"), [(2, {}), (3, {"shock.enemy.cover-3": -1})])
def test_only_the_best_cover_of_the_unit_attacked_counts(cover: int, counts: dict[str, int]) -> None:
    state = field_of(FIRST, foot("b", 1, 50, 46), terrain=[wall(45.98, cover)])
    fight = fight_of(state, {"a": attack("b")}, dice=[NOTHING])
    assert counted(fight) == {"shock.own.obstacle-1": -1} | counts


# what counts of an opponent only because he attacks too


@pytest.mark.proves("07.03.3", "07.03.2")
@pytest.mark.parametrize(
    ("at", "face", "overlaps"), [((56, 40.5), 335, {"shock.enemy.overlap": -1}), ((50, 40.5), 0, {})]
)
def test_an_opponent_who_overlaps_in_his_own_attack_counts_against_the_throw(
    at: tuple[float, float], face: float, overlaps: dict[str, int]
) -> None:
    """25 degrees off the straight way his right companies reach past the thrower's left; straight on none do."""
    wide = inf("a", 0, at=at, face=face, figures=30, companies=10)
    state = field_of(wide, foot("b", 1, 50, 48, 12, companies=4))
    fight = fight_of(state, {"a": advance(), "b": attack("a")}, dice=[NOTHING])
    usual = {"shock.enemy.more-100": -1, "shock.enemy.attack-without-orders": 2}
    assert counted(fight) == usual | overlaps


@pytest.mark.proves("07.03.2")
def test_an_obstacle_between_two_who_attack_counts_for_both() -> None:
    state = field_of(FIRST, foot("b", 1, 50, 50), terrain=[wall(45, 0)])
    fight = fight_of(state, {"a": attack("b"), "b": advance()}, dice=[NOTHING])
    assert counted(fight) == {
        "shock.enemy.attack-without-orders": 2,
        "shock.own.obstacle-1": -1,
        "shock.enemy.obstacle-1": 1,
    }


@pytest.mark.proves("07.03.2")
@pytest.mark.parametrize(
    ("pace", "counts"), [("charge", {"shock.own.charge-pace": 1, "shock.enemy.charge-pace": -1}), ("ordinary", {})]
)
def test_the_charge_pace_of_both_who_attack_counts(pace: str, counts: dict[str, int]) -> None:
    state = field_of(FIRST, foot("b", 1, 50, 50))
    orders = {"a": attack("b", pace=pace), "b": attack("a", pace=pace)}
    fight = fight_of(state, orders, dice=[(6, 6), (1, 1), NOTHING])
    assert fight.ruling("initiative").outputs == {"thrower": "a", "decided_by": "dice"}
    assert counted(fight) == counts
