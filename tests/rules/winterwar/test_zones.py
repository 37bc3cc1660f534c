"""Zones of control (1.2.1-a, 2.1-k, turn-3-h, turn-3-j; R17 to R20) and the maps that are kept of them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import cases
from feltherre.games.winterwar import board, maps, units
from feltherre.games.winterwar.board import GRID, LINKED_WAYS
from feltherre.games.winterwar.opening import deploy_historically, rules_of
from feltherre.games.winterwar.procedures.movement import UNREACHED, exerts_zone
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.units import COUNT, FINLAND, ROLES, SIDE, SOVIET, UNITS
from feltherre.ground.hexes.derived import keep_maps
from feltherre.hexgame.counters import AWAITED, DESTROYED
from winterwar_table import hex_, position, unit

BRIDGES = {"options": {"bridge_zoc": "on"}}
WORN = {"flipped": ["138RD", "4D"], "cut_off": ["138RD", "4D"]}


@cases(
    "says name place more wanted",
    ("1.2.1-a", "Finnish: all round, not over the river at 1821", "1Br", "1722", {}, "1822 1823 1723 1622 1721"),
    ("1.2.1-a", "Finnish: all round over land", "4D", "1525", {}, "1625 1526 1426 1425 1424 1524"),
    ("1.2.1-a", "Finnish: not over the sea at 1541", "4D", "1641", {}, "1741 1642 1542 1540 1640"),
    ("turn-3-h 1.4-f 1.4-g 1.2.1-a", "R18, Soviet: along links only", "138RD", "1742", {}, "1842 1843 1642 1741"),
    ("turn-3-j 1.4-d", "R19: over no river or lake, bridge or not", "4D", "1740", {}, "1840 1739 1839"),
    ("turn-3-j 1.4-d", "R19, Soviet", "138RD", "1740", {}, "1839"),
    ("turn-3-j", "R19: by option over a bridge (not 1741)", "4D", "1740", BRIDGES, "1840 1739 1839 1841 1640"),
    ("turn-3-j", "R19, Soviet: by option a bridge carries it", "138RD", "1740", BRIDGES, "1839 1841 1640"),
    ("1.2.1-a", "R41: Finnish artillery has none", "RTR1", "1742", {}, ""),
    ("1.2.1-a", "R41: Finnish engineers", "Pion", "1742", {}, ""),
    ("1.2.1-a", "R41: Soviet artillery", "19KA", "1742", {}, ""),
    ("1.2.1-a", "R41: Soviet engineers", "7Eng", "1742", {}, ""),
    ("1.2.1-a", "R40: ships have none", "KBF", "Leningrad", {}, ""),
    ("1.2.1-a", "R40: Soviet air units", "59IAB", "Leningrad", {}, ""),
    ("1.2.1-a", "R40: Finnish air units", "LeR2", "Viipuri", {}, ""),
    ("2.1-k 1.2.1-a", "R17: partisans have none", "P1", "1742", {}, ""),
    ("1.2.1-a", "R17: kept if flipped and unsupplied, Soviet", "138RD", "1742", WORN, "1842 1843 1642 1741"),
    ("1.2.1-a", "R17: kept if flipped and unsupplied", "4D", "1525", WORN, "1625 1526 1426 1425 1424 1524"),
)  # fmt: skip
def test_the_zone_of_a_unit_alone_on_the_map(name: str, place: str, more: dict[str, Any], wanted: str) -> None:
    side = SIDE[unit(name)]
    state = position(side=ROLES[side], turn=8, **{ROLES[side]: {place: [name]}}, **more).state  # type: ignore[arg-type]
    zone = {board.number(there) for there in range(board.SIZE) if maps.in_enemy_zone(state, there, 1 - side)}
    assert zone == set(wanted.split())


def test_the_links_that_the_cases_speak_of() -> None:
    assert {board.number(there) for there in LINKED_WAYS[hex_("1742")]} == {"1842", "1843", "1642", "1741"}
    assert board.MAP.link_between(hex_("1742"), hex_("1843")) == board.RAIL
    assert board.MAP.link_between(hex_("1742"), hex_("1741")) == board.ROAD
    assert {board.number(there) for there in LINKED_WAYS[hex_("1740")]} == {"1841", "1640", "1839"}


@pytest.mark.proves("2.1-g", "1.2.1-a")
def test_a_unit_keeps_its_zone_when_a_loss_flips_it() -> None:
    """The attack goes wrong: the flipped division holds the road as before."""
    play = position(phase="combat", soviet={"1842": ["142RD"]}, finland={"1742": ["11D", "4D", "5D"][:2]})
    play.throws([1])("attack 1742 with 142RD")
    assert play.flipped("142RD")
    assert maps.in_enemy_zone(play.state, hex_("1943"), FINLAND)


# against the procedure, in every hex


@pytest.mark.parametrize("bridge_zoc", [False, True])
def test_every_zone_on_the_map_is_the_procedures(bridge_zoc: bool) -> None:
    for side, template in enumerate(board.zone_templates(bridge_zoc)):
        for here in range(board.SIZE):
            wanted = {
                there
                for there in GRID.neighbours[here]
                if not board.IS_NEUTRAL[there]
                and UNREACHED.first(
                    ROLES[side],
                    board.is_linked(here, there),
                    board.is_water(here, there),
                    board.IS_SEA[there],
                    bridge_zoc,
                )
                is None
            }
            assert set(template[here]) == wanted, board.number(here)


def test_the_data_give_a_zone_to_the_kinds_that_the_procedure_gives_one() -> None:
    assert [each.zoc for each in UNITS] == [exerts_zone(each.type) for each in UNITS]


# the maps that are kept are those that would be made anew

PUTS = st.lists(st.tuples(st.integers(0, COUNT - 1), st.integers(0, 2**16)), min_size=1, max_size=60)


@given(PUTS, st.booleans(), st.randoms(use_true_random=False))
def test_after_any_puts_the_kept_maps_are_those_made_anew(
    puts: list[tuple[int, int]], bridge_zoc: bool, rng: Random
) -> None:
    """Units come, go and are destroyed in any order, towns change hands, clones are taken, supply and reach are asked
    for in between."""
    state = WinterWarState(rules=rules_of({"bridge_zoc": "on" if bridge_zoc else "off"}))
    for side in (FINLAND, SOVIET):
        deploy_historically(state, side)
    maps.maps_of(state)
    clones: list[WinterWarState] = []
    for each, seed in puts:
        there = _somewhere(each, seed)
        maps.put(state, each, there)
        match seed % 5:
            case 0:
                maps.supply_of(state, seed % 3)
            case 1:
                town = seed % len(board.TOWNS)
                state.owners[town] = 1 - state.owners[town]
            case 2 if there >= 0 and units.IS_GROUND[each]:
                maps.reach_of(state, each)
            case 3:
                clones.append(state)
                state = state.clone()
    for one in (state, *clones[-3:]):
        _same_as_anew(one)


def _somewhere(each: int, seed: int) -> int:
    if seed % 11 == 0:
        return AWAITED
    if seed % 13 == 0:
        return DESTROYED
    hexes = list(board.TOWN_HEX) if units.IS_AIR[each] else _OPEN if SIDE[each] == FINLAND else _NETWORK
    return hexes[seed % len(hexes)]


_OPEN = [there for there in range(board.SIZE) if board.IS_OPEN[there]]
_NETWORK = [there for there in _OPEN if LINKED_WAYS[there]]


def _same_as_anew(state: WinterWarState) -> None:
    kept, anew = maps.maps_of(state), maps.THEATRE.made_anew(state)
    assert kept.layers.same(anew.layers)
    assert [stacks.held for stacks in kept.stacks] == [stacks.held for stacks in anew.stacks]
    for net in (maps.FINNISH, maps.RUSSIAN, maps.SWEDISH):
        assert maps.supply_of(state, net).lengths == anew.supply[net].lengths
    fresh = state.clone()
    keep_maps(fresh, anew)
    for each in range(0, COUNT, 7):
        if units.IS_GROUND[each] and state.places[each] >= 0:
            ours, theirs = maps.reach_of(state, each), maps.reach_of(fresh, each)
            assert (sorted(ours.hexes), ours.costs) == (sorted(theirs.hexes), theirs.costs)
