"""Stacking (setup-5 to setup-8, 1.2.1-b to 1.2.1-k; R12 to R16)."""

from __future__ import annotations

from itertools import product

import pytest

from feltherre.games.winterwar import board, maps
from feltherre.games.winterwar.procedures.places import fits
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.units import ARTILLERY, DIVISION, LESSER, OF_SIDE, SOVIET, STACK
from winterwar_table import hex_, position, unit

SOUTH, LINE, NORTH = "1523", "1522", "1514"

DIVISIONS = [each for each in OF_SIDE[SOVIET] if STACK[each] == DIVISION]
LESSERS = [each for each in OF_SIDE[SOVIET] if STACK[each] == LESSER]
GUNS = [each for each in OF_SIDE[SOVIET] if STACK[each] == ARTILLERY]


def room(place: str, divisions: int = 0, lesser: int = 0, artillery: int = 0) -> tuple[bool, bool, bool]:
    """Whether a hex with so many units has room for another division, lesser unit, artillery unit."""
    state = WinterWarState()
    for kind, count in ((DIVISIONS, divisions), (LESSERS, lesser), (GUNS, artillery)):
        for each in kind[:count]:
            state.places[each] = hex_(place)
    return (
        maps.has_room(state, hex_(place), DIVISIONS[-1]),
        maps.has_room(state, hex_(place), LESSERS[-1]),
        maps.has_room(state, hex_(place), GUNS[-1]),
    )


@pytest.mark.proves("1.2.1-k")
def test_R16_a_corps_counts_as_a_division_engineers_and_partisans_as_lesser_units() -> None:
    play = position(soviet={"1944": ["138RD", "10TK"], "1844": ["123RD"]})
    assert play.refusal("123RD > 1944") == ("winterwar.illegal.full-stack", "setup-8")
    finnish = position(side="finland", finland={LINE: ["Pion", "P1"], "1523": ["ErP13", "RTR1"]})
    assert finnish.refusal("ErP13 > 1522") == ("winterwar.illegal.full-stack", "setup-8")
    finnish("RTR1 > 1522")
    assert finnish.place("RTR1") == LINE


@pytest.mark.proves("1.2.1-k", "2.1-g")
def test_R16_a_flipped_division_still_is_a_division() -> None:
    play = position(
        phase="combat", soviet={"1842": ["142RD", "49RD"], "1943": ["24RD"]}, finland={"1742": ["11D", "4D"]}
    )
    play.throws([1])("attack 1742 with 142RD")
    assert play.flipped("142RD")
    assert not maps.has_room(play.state, hex_("1842"), unit("24RD"))


@pytest.mark.proves("setup-5")
def test_R16_air_units_and_ships_take_no_place() -> None:
    play = position(soviet={"Leningrad": ["123RD", "10TK", "KBF", "59IAB", "18SBB"], "1943": ["20TB"]})
    play("20TB > 1844")
    assert play.place("20TB") == "1844"
    assert maps.has_room(play.state, hex_("1844"), unit("AON1"))


# the limits


@pytest.mark.proves("setup-5", "setup-6", "setup-7", "1.2.1-i", "1.2.1-j")
@pytest.mark.parametrize(("place", "arctic"), [(SOUTH, False), (LINE, True), (NORTH, True)])
def test_R12_R13_R14_the_map_has_room_exactly_where_the_procedure_finds_it_legal(place: str, arctic: bool) -> None:
    """On the arctic line itself as north of it; the limits themselves are in test_procedures_movement."""
    assert board.GEOGRAPHY.grid.arctic_line_row == 22
    assert room(place, 1 if arctic else 2) == (False, True, True)
    for stack in product(range(3), range(5), range(4)):
        if fits(arctic, *stack):
            one_more = [[n + (kind == more) for kind, n in enumerate(stack)] for more in range(3)]
            assert room(place, *stack) == tuple(fits(arctic, *larger) for larger in one_more), stack


# moving through a full stack (setup-8)

FULL = {"Petrozavodsk": ["75RD"], "2435": ["139RD", "155RD"]}


@pytest.mark.proves("setup-8")
def test_nobody_moves_through_a_full_stack() -> None:
    play = position(soviet=FULL)
    assert play.refusal("75RD > 2435") == ("winterwar.illegal.full-stack", "setup-8")
    assert play.refusal("75RD > 2435 > 2335") == ("winterwar.illegal.full-stack", "setup-8")
    assert "2335" not in play.reach("75RD")
    # a lesser unit finds room and passes
    with_brigade = position(soviet={**FULL, "Petrozavodsk": ["34TB"]})("34TB > 2435 > 2335")
    assert with_brigade.place("34TB") == "2335"


@pytest.mark.proves("setup-8", "win-4")
def test_R15_whoever_insists_eliminates_a_unit_in_that_hex_and_it_counts() -> None:
    play = position(soviet=FULL)("force 75RD > 2435 > 2335")
    assert (play.step, play.asked) == ("OverStacked", ["soviet"])
    assert sorted(play.offered()) == ["eliminate 139RD", "eliminate 155RD", "eliminate 75RD"]
    play("eliminate 139RD")
    assert (play.place("139RD"), play.place("75RD")) == ("destroyed", "2335")
    assert [(loss.unit, loss.value) for loss in play.state.destroyed] == [(unit("139RD"), 5)]


@pytest.mark.proves("setup-8")
def test_R15_the_moving_unit_may_be_the_one() -> None:
    play = position(soviet=FULL)("force 75RD > 2435 > 2335", "eliminate 75RD")
    assert play.place("75RD") == "destroyed"
    assert (play.step, play.state.phase) == ("Movement", "movement")


@pytest.mark.proves("setup-8")
def test_R15_each_full_stack_on_the_way_costs_a_unit() -> None:
    play = position(soviet={**FULL, "2335": ["18RD", "56RD"]})
    play("force 75RD > 2435 > 2335 > 2234", "eliminate 139RD")
    assert play.step == "OverStacked"
    play("eliminate 18RD")
    assert play.place("75RD") == "2234"
    assert len(play.state.destroyed) == 2


@pytest.mark.proves("setup-8")
def test_R12_R15_the_unit_eliminated_must_make_the_stack_legal() -> None:
    """Three divisions and a brigade: without the brigade there would still be three divisions."""
    play = position(soviet={"Petrozavodsk": ["75RD"], "2435": ["139RD", "155RD", "34TB"]})("force 75RD > 2435")
    assert play.refusal("eliminate 34TB") == ("winterwar.illegal.still-too-many", "setup-8")
    assert play.refusal("eliminate 18RD") == ("winterwar.illegal.not-in-hex", "setup-8")
    play("eliminate 155RD")
    assert play.place("75RD") == "2435"


@pytest.mark.proves("setup-8")
def test_R12_a_unit_may_come_back_to_its_own_place_in_a_full_stack() -> None:
    """To take the empty town beside it, for example; nobody has moved through anything full."""
    line = "43RD > Terijoki > 1843"
    play = position(soviet={"1843": ["43RD", "70RD"]})(line)
    assert (play.place("43RD"), play.owner("Terijoki")) == ("1843", "soviet")
    assert (play.step, play.state.destroyed) == ("Movement", [])
    forced = position(soviet={"1843": ["43RD", "70RD"]})(f"force {line}")
    assert (forced.step, forced.state.destroyed) == ("Movement", [])
