"""How far battalions are from the point cities, in turns of marching, given who stands in the way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from heapq import heappop, heappush

from feltherre.games.norway import board

CITIES = board.POINT_CITY
#: number of the point city in each area, or -1
CITY_AT: tuple[int, ...] = tuple(CITIES.index(area) if area in CITIES else -1 for area in range(board.AREA_COUNT))

#: what crossing water adds to a march of one turn: the attack over it has half the dice (4.2-dice-4)
OVER_WATER = 0.7
#: what enemies in an area add, for none, one or two, and more of them
IN_THE_WAY = (0.0, 0.8, 1.6)
#: farther than anything on the board
FAR = 30.0

#: by area: the distance to each of the six cities
Distances = tuple[tuple[float, ...], ...]


def obstacles(enemies: Sequence[int]) -> tuple[int, ...]:
    """Which areas hold no enemies (0), few (1) or many (2)."""
    return tuple([0 if not n else 1 if n < 3 else 2 for n in enemies])


@lru_cache(maxsize=1024)
def distances(in_the_way: tuple[int, ...]) -> Distances:
    """Distance of every area to every point city for a country with these enemies in the way."""
    columns = [_from_city(city, in_the_way) for city in CITIES]
    return tuple(tuple(column[area] for column in columns) for area in range(board.AREA_COUNT))


def _from_city(city: int, in_the_way: tuple[int, ...]) -> list[float]:
    """Marching towards the city; battalions in the city itself are weighed elsewhere."""
    found = [FAR] * board.AREA_COUNT
    found[city] = 0.0
    heap = [(0.0, city)]
    while heap:
        so_far, area = heappop(heap)
        if so_far > found[area]:
            continue
        entering = so_far + 1.0 + (IN_THE_WAY[in_the_way[area]] if area != city else 0.0)
        for other in board.NEIGHBOURS[area]:
            along = entering + (OVER_WATER if board.WATER[other][area] else 0.0)
            if along < found[other]:
                found[other] = along
                heappush(heap, (along, other))
    return found
