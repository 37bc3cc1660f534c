"""The worked instant: a regiment charges an unlimbered battery that has kept its canister for it (07.02.1, 07.02.2)."""

from __future__ import annotations

import pytest

from civilwar_attack import Fight, attack
from civilwar_fire import fire_turn, gun_fire
from civilwar_table import cannon, field_of, foot
from feltherre.games.civilwar.field import distance, is_pinned
from feltherre.games.civilwar.orders.triggers import BeforeShock
from feltherre.ground.tabletop.measure import TURN


def charge(*dice: tuple[int, int]) -> Fight:
    """33rd Virginia from 12 cm at charge pace, Ricketts' six Parrotts waiting."""
    state = field_of(cannon("ricketts", 0, 60, 40, guns=6, piece="10pdr_parrott", grade=2), foot("va33", 1, 60, 52, 22))
    orders = {"ricketts": gun_fire("canister", when=BeforeShock()), "va33": attack("ricketts", pace="charge")}
    return fire_turn(state, orders, dice=dice)


@pytest.mark.proves("07.02.1", "07.02.2", "06.02.1", "04.02.7")
def test_canister_pins_the_regiment_at_two_centimetres_and_the_attack_is_off() -> None:
    fought = charge((3, 2), (4, 4))
    shot, test = fought.ruling("artillery-fire"), fought.ruling("morale-test")
    assert (shot.outputs["result"], shot.outputs["losses_men"]) == (10, 48)
    assert (test.outputs["total"], test.outputs["table_order"]) == (-3, "LU")
    regiment = fought.unit("va33")
    assert (regiment.figures, regiment.men) == (20, 8)
    assert is_pinned(fought.state, regiment)
    assert regiment.pinned == fought.state.turn + 1
    assert not fought.made("shock")
    assert distance(fought.state, regiment, fought.unit("ricketts")) == 200


@pytest.mark.proves("06.03.7", "07.02.2")
def test_two_ones_burst_a_gun_and_the_shock_throw_follows() -> None:
    fought = charge((1, 1), (3, 3))
    shot = fought.ruling("artillery-fire")
    assert (shot.outputs["result"], shot.outputs["losses_men"]) == (7, 18)
    battery = fought.unit("ricketts").battery
    assert battery is not None
    assert battery.guns == 5
    assert not fought.made("morale-test")
    assert fought.made("shock")


@pytest.mark.proves("07.02.2")
def test_it_comes_about_at_half_the_turn() -> None:
    state = charge((3, 2), (4, 4)).state
    place = next(number for number, unit in enumerate(state.units) if unit.id == "va33")
    assert state.doing[place].void
    # 10 of the 12 cm at 20 cm a turn
    assert (state.units[place].y, TURN // 2) == (4200, 2048)
