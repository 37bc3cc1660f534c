"""Zones of control (1.2.1-a, 2.1-k, turn-3-h, turn-3-j; R17 to R20) and the maps that are kept of them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltherre.games.winterwar import board, maps, units
from feltherre.games.winterwar.board import GRID, LINKED_WAYS
from feltherre.games.winterwar.opening import deploy_historically, rules_of
from feltherre.games.winterwar.procedures.zones import exerts_zone, why_no_zone
from feltherre.games.winterwar.state import AWAITED, DESTROYED, WinterWarState
from feltherre.games.winterwar.units import COUNT, FINLAND, ROLES, SIDE, SOVIET, UNITS
from winterwar_table import hex_, position, unit


def zone(name: str, place: str, bridge_zoc: str = "off", **fields: object) -> set[str]:
    """The hexes into which a unit alone on the map has a zone of control."""
    side = ROLES[SIDE[unit(name)]]
    options = {"bridge_zoc": bridge_zoc}
    state = position(side=side, turn=8, options=options, **{side: {place: [name]}}, **fields).state  # type: ignore[arg-type]
    enemy = 1 - SIDE[unit(name)]
    return {board.number(there) for there in range(board.SIZE) if maps.in_enemy_zone(state, there, enemy)}


def around(place: str) -> set[str]:
    return {board.number(there) for there in GRID.neighbours[hex_(place)]}


@pytest.mark.proves("1.2.1-a")
def test_a_finnish_unit_has_a_zone_all_around_over_land() -> None:
    assert zone("1Br", "1722") == around("1722") - {"1821"}  # a river lies before 1821
    assert zone("4D", "1525") == around("1525")
    # not over the sea
    assert zone("4D", "1641") == around("1641") - {"1541"}


@pytest.mark.proves("turn-3-h", "1.4-f", "1.4-g", "1.2.1-a")
def test_R18_a_soviet_unit_has_a_zone_only_along_road_and_rail() -> None:
    assert zone("138RD", "1742") == {"1842", "1843", "1642", "1741"}
    assert zone("138RD", "1742") == {board.number(there) for there in LINKED_WAYS[hex_("1742")]}
    # railways count like roads
    assert board.MAP.link_between(hex_("1742"), hex_("1843")) == board.RAIL
    assert board.MAP.link_between(hex_("1742"), hex_("1741")) == board.ROAD


@pytest.mark.proves("turn-3-j", "1.4-d")
def test_R19_no_zone_reaches_over_a_river_or_lake_bridge_or_not() -> None:
    assert zone("4D", "1740") == {"1840", "1739", "1839"}
    assert zone("138RD", "1740") == {"1839"}
    assert {board.number(there) for there in LINKED_WAYS[hex_("1740")]} == {"1841", "1640", "1839"}


@pytest.mark.proves("turn-3-j")
def test_R19_by_option_a_bridge_carries_the_zone() -> None:
    # 1741 lies over the river without a bridge
    assert zone("4D", "1740", "on") == {"1840", "1739", "1839", "1841", "1640"}
    assert zone("138RD", "1740", "on") == {"1839", "1841", "1640"}


@pytest.mark.parametrize("name", ["RTR1", "Pion", "19KA", "7Eng"])
@pytest.mark.proves("1.2.1-a")
def test_R41_artillery_and_engineers_have_no_zone(name: str) -> None:
    assert zone(name, "1742") == set()


@pytest.mark.proves("1.2.1-a")
def test_R40_air_units_and_ships_have_no_zone() -> None:
    assert zone("KBF", "Leningrad") == set()
    assert zone("59IAB", "Leningrad") == set()
    assert zone("LeR2", "Viipuri") == set()


@pytest.mark.proves("2.1-k", "1.2.1-a")
def test_R17_partisans_have_no_zone() -> None:
    assert zone("P1", "1742") == set()


@pytest.mark.proves("1.2.1-a")
def test_R17_flipped_and_unsupplied_units_keep_their_zone() -> None:
    assert zone("138RD", "1742", flipped=["138RD"], cut_off=["138RD"]) == zone("138RD", "1742") != set()
    assert zone("4D", "1525", flipped=["4D"], cut_off=["4D"]) == around("1525")


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
                and why_no_zone(
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
    kept, anew = maps.maps_of(state), maps.made_anew(state)
    assert kept.layers.same(anew.layers)
    assert [stacks.held for stacks in kept.stacks] == [stacks.held for stacks in anew.stacks]
    for net in (maps.FINNISH, maps.RUSSIAN, maps.SWEDISH):
        assert maps.supply_of(state, net).lengths == anew.supply[net].lengths
    fresh = state.clone()
    maps.keep_maps(fresh, anew)
    for each in range(0, COUNT, 7):
        if units.IS_GROUND[each] and state.places[each] >= 0:
            ours, theirs = maps.reach_of(state, each), maps.reach_of(fresh, each)
            assert (sorted(ours.hexes), ours.costs) == (sorted(theirs.hexes), theirs.costs)
