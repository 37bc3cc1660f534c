"""Fire at once comes before the first step (04.01.3, 04.01.4): who is stopped by it has not moved in that turn."""

from __future__ import annotations

import pytest

from civilwar_sheets import begin, play
from civilwar_table import Placed, chief, field_of, inf
from feltherre.games.civilwar.orders.language import Attack, Fire, FirePart, Move, Order, Stand, Work
from feltherre.games.civilwar.orders.legs import Back, Face, Form
from feltherre.games.civilwar.orders.triggers import AtTime
from feltherre.games.civilwar.state import CivilWarState, unit_of
from feltherre.ground.tabletop.measure import CM

GOES_BACK = Move((Back(),))
DIGS = Work("light_field_work")
AT_ONCE = Fire((FirePart("b"),))


def _field(*placed: Placed) -> CivilWarState:
    return begin(
        field_of(*placed, staff=[chief("chief-0", 0, at=(50, 30)), chief("chief-1", 1, at=(50, 66))]),
    )


def _before(y: int) -> CivilWarState:
    """A big regiment fires at b."""
    return _field(inf("a", 0, at=(50, 40), face=0, figures=60, companies=20), inf("b", 1, at=(50, y), face=180))


@pytest.mark.proves("08.02.7")
@pytest.mark.parametrize("order", [Stand(), DIGS, GOES_BACK, Move((Form("attack_column"),)), Move((Face("about"),))])
def test_who_has_still_to_set_out_does_not_answer_fire_either(order: Order) -> None:
    """The volley of the instant 0 finds all of them standing (R86): that is one less, and LU."""
    state = _before(46)
    play(state, (6, 5), (4, 4), union={"a": AT_ONCE}, confederate={"b": order})
    assert unit_of(state, "b").order == "LU"


@pytest.mark.proves("08.02.7", "03.03.1")
@pytest.mark.parametrize(("order", "after"), [(Stand(), "LU"), (Move((Back(CM),)), "OR"), (DIGS, "OR")])
def test_who_has_set_out_or_digs_is_not_standing(order: Order, after: str) -> None:
    """Half a turn later; field works count as moving."""
    state = _before(46)
    later = Fire((FirePart("b", when=AtTime(4)),))
    play(state, (6, 5), (4, 4), union={"a": later}, confederate={"b": order})
    assert unit_of(state, "b").order == after


@pytest.mark.proves("04.02.13")
@pytest.mark.parametrize("order", [Stand(), GOES_BACK])
def test_who_is_pinned_before_he_stirs_may_fire_as_surprised(order: Order) -> None:
    """R37: the order has not begun."""
    state = _field(
        inf("a", 0, at=(52, 42), face=0, figures=40, companies=12, weapon="rifle_cartridge"),
        inf("c", 0, at=(37, 44), face=0),
        inf("b", 1, at=(42, 52), face=180, weapon="rifle_cartridge"),
    )
    played = play(state, (1, 2), (2, 3), union={"a": AT_ONCE, "c": Attack("b")}, confederate={"b": order})
    assert [one.prompt.key for one in played.asked] == ["civilwar.fire.prompt.surprised"]


@pytest.mark.proves("10.01.1")
@pytest.mark.parametrize(("throw", "worked"), [((3, 3), 2), ((6, 6), 0)])
def test_a_work_is_lost_only_to_who_really_leaves_it(throw: tuple[int, int], worked: int) -> None:
    """In the third turn it is to go back, and is pinned at once or not."""
    state = _before(50)
    for _ in range(2):
        play(state, confederate={"b": DIGS})
    play(state, (6, 6), throw, union={"a": AT_ONCE}, confederate={"b": GOES_BACK})
    assert unit_of(state, "b").worked == worked


@pytest.mark.proves("03.03.4")
@pytest.mark.parametrize(("throw", "charged"), [((2, 3), 0), ((6, 6), 1)])
def test_charge_pace_is_used_up_with_the_first_step(throw: tuple[int, int], charged: int) -> None:
    state = _field(
        inf("c", 0, at=(42, 40), face=0),
        inf("b", 1, at=(42, 54), face=180, figures=40, companies=12, weapon="rifle_cartridge"),
    )
    fire = Fire((FirePart("c"),))
    play(state, (1, 2), throw, union={"c": Attack("b", pace="charge")}, confederate={"b": fire})
    assert (unit_of(state, "c").y > 4000) is bool(charged)
    assert unit_of(state, "c").charged == charged
