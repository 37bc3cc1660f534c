"""The ground of hexes on a board the size of the Winter War: reach, supply, zones, and what a clone and a copy cost.

python bench/hexes.py

110 units stand on a random board of 27 by 47 hexes; half of them move over any land with 12 quarters of a point, half
only along road and railway with 8; 55 enemies stand in a belt across the middle. The naive version (hex objects, dicts,
a heap) is measured in the same run. Figures by CPU time, which a busy machine changes less, stand under facts.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from _common import per_second, report

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from feltherre.ground.hexes.layers import Layers
from feltherre.ground.hexes.reach import WITH_ALL, Mover, reach
from feltherre.ground.hexes.tables import Price, move_table
from feltherre.ground.hexes.zones import Footprint, own_hexes, place
from feltherre.hexgame.theatre import SIDES
from ground.hexes.boards import random_board, winter_price
from ground.hexes.naive import Board, naive_reach
from hexgame.skirmish import MAP, Skirmish, march, theatre_of

UNITS = 110
THEATRE = theatre_of(UNITS)
ENEMY, ZONE = 1, 2


def often(work: Callable[[], Any], times: int) -> float:
    def some() -> int:
        for _ in range(times):
            work()
        return times

    return per_second(some, 1.0)


def per_cpu_second(work: Callable[[], int]) -> float:
    """The best of several rounds, in units of work for a second of this process's own time."""
    best = 0.0
    for _ in range(20):
        start, done = time.process_time(), 0
        while time.process_time() - start < 0.05:
            done += work()
        best = max(best, done / (time.process_time() - start))
    return best


class Units:
    """Units of two kinds on a board with enemies."""

    def __init__(self) -> None:
        rng = Random(7)
        self.board = random_board(7, 27, 47)
        land = [hex_ for hex_ in range(self.board.size) if self.board.named("terrain", hex_) != "sea"]
        linked = [hex_ for hex_ in land if any(self.board.links[hex_ * 6 : hex_ * 6 + 6])]
        layers = Layers(self.board.size, 2)
        enemy: Footprint = ((0, own_hexes(self.board.size)), (1, self.board.grid.neighbours))
        belt = [hex_ for hex_ in land if 10 <= hex_ % 27 < 16]
        for hex_ in rng.sample(belt, UNITS // 2):
            place(layers, enemy, hex_)
        self.bits = layers.bits
        prices = (winter_price(self.board), winter_price(self.board, road_bound=True))
        starts = (rng.choices(land, k=UNITS // 2), rng.choices(linked, k=UNITS // 2))
        self.kinds = [
            (price, self._mover(price), hexes, allowance)
            for price, hexes, allowance in zip(prices, starts, (12, 8), strict=True)
        ]
        self.naive_boards = [Board(27, 47, price, self.bits) for price in prices]

    def _mover(self, price: Price) -> Mover:
        table = move_table(self.board.grid, price)
        return Mover(table, bar=ENEMY, stop=ZONE, zone_to_zone=WITH_ALL, minimum=True)

    def fast(self, kinds: range = range(2)) -> int:
        for kind in kinds:
            _, mover, starts, allowance = self.kinds[kind]
            for start in starts:
                reach(mover, self.bits, start, allowance)
        return len(kinds) * UNITS // 2

    def naive(self) -> int:
        for board, (_, mover, starts, allowance) in zip(self.naive_boards, self.kinds, strict=True):
            for start in starts:
                naive_reach(board, mover, start, allowance)
        return UNITS

    def hexes_in_reach(self) -> float:
        found = [len(reach(m, self.bits, s, allowance).hexes) for _, m, starts, allowance in self.kinds for s in starts]
        return sum(found) / len(found)


def skirmish() -> Skirmish:
    rng = Random(3)
    land = [hex_ for hex_ in range(MAP.size) if MAP.named("terrain", hex_) != "sea"]
    return Skirmish(places=rng.sample(land, UNITS))


def marches(state: Skirmish, rng: Random) -> int:
    """Random marches through the whole: reach from the cache, refusal checked, maps kept up to date."""
    for _ in range(100):
        unit = rng.randrange(UNITS)
        ends = THEATRE.reach_of(state, unit).hexes
        if ends:
            march(state, unit, rng.choice(ends), THEATRE)
    return 100


def moves_with_supply(state: Skirmish, rng: Random) -> int:
    """A unit moves one hex and the supply of both sides is mended."""
    for _ in range(20):
        unit = rng.randrange(UNITS)
        THEATRE.put(state, unit, rng.choice(MAP.grid.neighbours[state.places[unit]]))
        for side in SIDES:
            THEATRE.supply_of(state, side)
    return 20


def moves_made_anew(state: Skirmish, rng: Random) -> int:
    """The same with all maps made anew."""
    unit = rng.randrange(UNITS)
    state.places[unit] = rng.choice(MAP.grid.neighbours[state.places[unit]])
    THEATRE.made_anew(state)
    return 1


def main() -> None:
    units = Units()
    state, unkept = skirmish(), skirmish()
    maps = THEATRE.maps_of(state)
    rng = Random(5)
    figures = {
        "reach_sets_per_second": per_second(units.fast),
        "reach_sets_over_land_per_second": per_second(lambda: units.fast(range(1))),
        "reach_sets_along_links_per_second": per_second(lambda: units.fast(range(1, 2))),
        "naive_reach_sets_per_second": per_second(units.naive),
        "clones_per_second": often(state.clone, 2000),
        "copies_of_all_maps_per_second": often(maps.copy, 200),
        "random_marches_per_second": per_second(lambda: marches(state, rng)),
        "moves_with_maps_mended_per_second": per_second(lambda: moves_with_supply(state, rng)),
        "moves_with_maps_made_anew_per_second": per_second(lambda: moves_made_anew(unkept, rng)),
    }
    by_cpu = {
        "reach_sets": per_cpu_second(units.fast),
        "naive_reach_sets": per_cpu_second(units.naive),
        "random_marches": per_cpu_second(lambda: marches(state, rng)),
    }
    report(
        "hexes",
        figures,
        hexes=units.board.size,
        units=UNITS,
        mean_hexes_in_reach=round(units.hexes_in_reach(), 1),
        reach_times_naive=round(by_cpu["reach_sets"] / by_cpu["naive_reach_sets"], 1),
        mending_times_making_anew=round(
            figures["moves_with_maps_mended_per_second"] / figures["moves_with_maps_made_anew_per_second"], 1
        ),
        clone_us=round(1e6 / figures["clones_per_second"], 2),
        copy_of_all_maps_us=round(1e6 / figures["copies_of_all_maps_per_second"], 1),
        per_cpu_second={name: round(value) for name, value in by_cpu.items()},
        load=round(os.getloadavg()[0], 2),
    )


main()
