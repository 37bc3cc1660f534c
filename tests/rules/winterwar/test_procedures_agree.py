"""The maps of the game and the umpire's procedures say the same of movement on the real board (supply: test_supply)."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from feltherre.games.winterwar import board, maps, units
from feltherre.games.winterwar.board import GRID, IS_NEUTRAL, IS_OPEN, IS_SEA, MAP, RAIL, TERRAIN
from feltherre.games.winterwar.procedures import movement
from feltherre.games.winterwar.state import WinterWarState, movement_of
from feltherre.games.winterwar.tables import QUARTERS
from feltherre.games.winterwar.units import FINLAND, SIDE, SOVIET, UNITS
from feltherre.ground.hexes.path import walk as walk_on_the_map

#: how many positions are tried, and how many ways of each unit in them
POSITIONS = 12
WAYS = 12


def crowded_position(random: Random) -> WinterWarState:
    """Both sides thrown together around one hex, some towns in enemy hands."""
    state = WinterWarState()
    land = [hex_ for hex_ in range(board.SIZE) if IS_OPEN[hex_]]
    middle = random.choice(land)
    around = [hex_ for hex_ in land if GRID.distance(middle, hex_) <= 5]
    random.shuffle(around)
    half = len(around) // 2
    hexes = (around[:half] or around, around[half:])
    for side in (FINLAND, SOVIET):
        ground = [unit for unit in units.OF_SIDE[side] if units.IS_GROUND[unit]]
        for unit in random.sample(ground, min(len(ground), 16)):
            if hexes[side]:
                state.places[unit] = random.choice(hexes[side])
    state.owners = [random.choice((owner, owner, 1 - owner)) for owner in board.FIRST_OWNER]
    return state


def placed(state: WinterWarState) -> list[int]:
    return [unit for unit, hex_ in enumerate(state.places) if hex_ >= 0 and units.IS_GROUND[unit]]


def described(state: WinterWarState, unit: int, here: int, there: int) -> movement.PathHex:
    """A step on the map as an umpire describes it."""
    side = SIDE[unit]
    links = MAP.link_between(here, there)
    terrain = "sea" if IS_SEA[there] else "neutral" if IS_NEUTRAL[there] else TERRAIN[there]
    return movement.PathHex(
        link="rail" if links & RAIL else "road" if links else "none",
        terrain=terrain,  # type: ignore[arg-type]
        enemy_zoc=maps.in_enemy_zone(state, there, side),
        enemy_unit=maps.has_enemy(state, there, side),
    )


def move_described(state: WinterWarState, unit: int, way: list[int]) -> movement.Movement:
    counter = UNITS[unit]
    return movement.Movement(
        side=counter.side,
        unit_type=counter.type,
        ski=counter.ski,
        allowance=movement_of(state, unit),
        in_supply=True,
        starts_in_enemy_zoc=maps.in_enemy_zone(state, state.places[unit], SIDE[unit]),
        path=tuple(described(state, unit, here, there) for here, there in pairwise(way)),
    )


def a_way(random: Random, start: int) -> list[int]:
    """A ramble; roads are followed more often than not, or Soviet units would never get anywhere."""
    way = [start]
    for _ in range(random.randint(1, 6)):
        beside = GRID.neighbours[way[-1]]
        linked = [hex_ for hex_ in beside if MAP.link_between(way[-1], hex_)]
        way.append(random.choice(linked if linked and random.random() < 0.7 else beside))
    return way


@pytest.mark.proves("turn-3-a", "turn-3-c", "turn-3-d", "turn-3-g", "move-1", "move-3", "move-4", "move-5", "move-7")
def test_a_way_on_the_map_goes_as_far_and_costs_as_much_as_the_umpire_says() -> None:
    random = Random(1939)
    stopped = set()
    for _ in range(POSITIONS):
        state = crowded_position(random)
        for unit in placed(state):
            for _ in range(WAYS):
                way = a_way(random, state.places[unit])
                wanted = movement.movement_cost.outputs(move_described(state, unit, way))
                mover, allowance = maps.mover_of(unit, forced=True), movement_of(state, unit) * QUARTERS
                found = walk_on_the_map(mover, maps.bits_of(state), way, allowance)
                assert (len(found.costs), found.spent / QUARTERS) == (wanted["entered"], wanted["spent"]), (
                    UNITS[unit].id,
                    way,
                )
                stopped.add(wanted["stopped_by"])
    assert stopped == {"none", "zoc", "glide", "allowance", "illegal"}
