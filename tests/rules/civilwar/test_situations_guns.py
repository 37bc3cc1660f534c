"""What the game puts before the throws of artillery and of ammunition wagons (schema IX, 06.02, 09.03)."""

from __future__ import annotations

from typing import Any

import pytest

from civilwar_course import carried
from civilwar_fire import fire_turn, gun_fire
from civilwar_rows import rows
from civilwar_table import cannon, field_of, foot, inf, unit, with_unit
from feltherre.games.civilwar import resupplying
from feltherre.games.civilwar.gun_steps import Cannonade
from feltherre.games.civilwar.guns import GunOrder, NoShot
from feltherre.games.civilwar.guns import gun_fire as laid
from feltherre.games.civilwar.orders.language import OrderLine, Resupply
from feltherre.games.civilwar.shots import shot_at
from feltherre.games.civilwar.state import note, unit_of
from feltherre.ground.tabletop.measure import CM

ON_THE_SPOT = (3, 4)


def canister(*others: Any, target: tuple[float, float], at: tuple[str, ...] = ("b",)) -> Any:
    """What canister at a regiment, and perhaps others, comes to."""
    battery = cannon("g", 0, 50, 20, guns=6, piece="12pdr_napoleon")
    state = field_of(battery, inf("b", 1, at=target, face=180), *others)
    return laid(state, unit_of(state, "g"), GunOrder("canister", at))


@pytest.mark.proves("06.02.1")
@pytest.mark.parametrize(
    ("friend", "fires"),
    [((45, 28), False), ((62, 28), True), ((45, 40), True), ((30, 18), True)],
    ids=["nearer in the same half", "nearer in the other half", "farther", "behind the guns"],
)
def test_a_friend_nearer_in_the_same_half_of_the_arc_forbids_canister(friend: tuple[float, float], fires: bool) -> None:
    found = canister(inf("f", 0, at=friend, figures=6, companies=2), target=(42, 33))
    assert isinstance(found, Cannonade if fires else NoShot)


@pytest.mark.proves("06.02.1")
@pytest.mark.parametrize(("chain", "share"), [(0, 24 / 48), (6, 30 / 54), (12, 36 / 60)])
def test_a_chain_before_a_target_adds_its_figures_to_what_that_target_takes(chain: int, share: float) -> None:
    skirmishers = {"at": (46.5, 28), "face": 180, "formation": "chain", "figures": chain, "companies": 2}
    second = foot("d", 1, 58, 33)
    found = canister(second, *([inf("c", 1, **skirmishers)] if chain else []), target=(42, 33), at=("b", "d"))
    assert isinstance(found, Cannonade)
    shares = {one.struck.unit: one.situation.canister_share for one in (found.shot, *found.sharing)}
    assert shares == pytest.approx({"b": share, "d": 1 - share}, abs=0.001)


@pytest.mark.proves("06.02.3", "06.02.4")
@pytest.mark.parametrize(("second", "ranks"), [(80.0, 3), (80.1, 2)])
def test_a_solid_shot_goes_on_for_10_cm_beyond_the_point_struck(second: float, ranks: int) -> None:
    """A line of two ranks, and another whose first rank is so far behind the first rank of the first."""
    state = field_of(cannon("g", 0, 50, 40, piece="12pdr_napoleon"), foot("b", 1, 50, 70), foot("c", 1, 50, second))
    g, b = unit_of(state, "g"), unit_of(state, "b")
    shot = shot_at(state, g, b, (50 * CM, 70 * CM), ammunition="solid_shot", guns=4)
    assert (shot.situation.front_ranks_hit, shot.situation.all_ranks_hit) == (2, ranks)
    assert [one.unit for one in shot.behind] == (["c"] if ranks > 2 else [])


@pytest.mark.proves("06.02.2")
@pytest.mark.parametrize(("y", "cm"), [(97, 87), (98, 88), (110, 88)])
def test_a_hit_that_the_umpire_gives_beyond_all_range_is_one_at_the_farthest_point(y: float, cm: float) -> None:
    """Shell of a 6-pounder reaches 80 cm, and falls at 88 cm if it is guessed so and falls too long."""
    state = field_of(cannon("g", 0, 50, 10, piece="6pdr_m41"), foot("b", 1, 50, y))
    shot = shot_at(
        state, unit_of(state, "g"), unit_of(state, "b"), (50 * CM, round(y * CM)), ammunition="shell", guns=4
    )
    assert shot.situation.distance_cm == cm
    assert shot.struck.range == (y - 10) * CM, "the test of morale has the true range"


@pytest.mark.proves("06.03.1")
@pytest.mark.parametrize(("order", "counts"), [("OR", {}), ("LU", {"own.lu": -1}), ("U", {"own.u": -3})])
def test_the_disorder_of_the_battery_that_fires_counts(order: str, counts: dict[str, int]) -> None:
    state = field_of(cannon("g", 0, 50, 40, piece="12pdr_napoleon"), foot("b", 1, 50, 70))
    before = rows(fire_at(state))
    state = field_of(cannon("g", 0, 50, 40, piece="12pdr_napoleon"), foot("b", 1, 50, 70))
    with_unit(state, "g", order=order)
    assert rows(fire_at(state)) == before | counts


def fire_at(state: Any) -> Any:
    fought = fire_turn(state, {"g": gun_fire("shell", "b", guess=31)}, dice=[ON_THE_SPOT, (1, 2)])
    return fought.ruling("artillery-fire")


# ammunition


@pytest.mark.proves("09.03.1", "09.03.2")
@pytest.mark.parametrize(
    ("who", "did", "served"),
    [("a", {}, True), ("w", {"moved": True}, False), ("a", {"moved": True}, False), ("a", {"surprised": True}, False)],
    ids=["both stood", "the wagon moved", "the unit moved", "the unit fired as surprised"],
)
def test_who_is_supplied_stands_with_the_wagon_all_turn_and_does_not_fire(
    who: str, did: dict[str, bool], served: bool
) -> None:
    wagon = unit("w", 0, at=(50, 30), arm="wagon", figures=0, companies=0, weapon=None, formation="wagon")
    state = field_of(wagon, foot("a", 0, 50, 18.98, 6, companies=2), foot("b", 1, 50, 100, face=0))
    with_unit(state, "a", out_of_ammunition=True)
    note(state, "a", line=OrderLine(Resupply("w")))
    note(state, who, **did)
    (step,) = resupplying.resupplies(state)
    carried(state, step, dice=(6,))
    assert unit_of(state, "a").out_of_ammunition is not served
