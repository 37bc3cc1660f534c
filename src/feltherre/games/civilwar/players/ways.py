"""Ways over the table: where a march goes round woods, houses and water.

The table is laid out in squares; what a square costs is the time that its ground takes. The way is the quickest from
square to square, made straight again where the ground allows it.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from feltherre.games.civilwar.ground import Ground, ground_at
from feltherre.ground.tabletop.angles import Point
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM
from feltherre.ground.tabletop.shapes import Outline
from feltherre.ground.tabletop.table import Table, near_feature

SQUARE: Final = 4 * CM
#: how much longer a way over this ground takes than over ordinary ground, for foot and horse, and for guns
_FOOT: Final = {"ordinary": 1.0, "road": 1.0, "difficult": 2.0, "wood": 4.0, "marsh": 8.0, "stream": 2.5}
_GUNS: Final = {"ordinary": 1.0, "road": 0.7, "difficult": 2.0, "wood": 6.0, "marsh": 40.0, "stream": 3.0}
_BARRED: Final = 60.0
_WATER: Final = ("stream", "canal", "marsh")
#: beside a house there is little room; beside ground that is worse, so far to all sides, one easily gets into it
_TIGHT: Final = 2.0
_EDGE: Final = 2.0
_ASIDE: Final = 3 * CM
BESIDE_HOUSE: Final = 4 * CM
#: ground that needs no going round, and how much longer than the quickest the straight way may take
_GOOD: Final = 1.2
_AS_LONG: Final = 1.1
#: obstacles of this class stop guns
_STOPS_GUNS: Final = 2
_NEIGHBOURS: Final = tuple((dx, dy, math.hypot(dx, dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0))

Cell = tuple[int, int]


def cell_of(point: Point) -> Cell:
    return point[0] // SQUARE, point[1] // SQUARE


def middle_of_cell(cell: Cell) -> Point:
    return cell[0] * SQUARE + SQUARE // 2, cell[1] * SQUARE + SQUARE // 2


def cells_about(place: Point, reach: int) -> Iterator[Cell]:
    """The squares about a place, at least as far as this."""
    x, y = cell_of(place)
    steps = range(-(reach // SQUARE) - 1, reach // SQUARE + 2)
    return ((x + dx, y + dy) for dx in steps for dy in steps)


@lru_cache(maxsize=32)
def costs(table: Table, guns: bool) -> dict[Cell, float]:
    """What every square of a table costs."""
    across, up = -(-table.width // SQUARE), -(-table.height // SQUARE)
    return {(x, y): _cost(table, (x, y), guns) for x in range(across) for y in range(up)}


def _cost(table: Table, cell: Cell, guns: bool) -> float:
    x, y = cell[0] * SQUARE, cell[1] * SQUARE
    square = ((x, y), (x, y + SQUARE), (x + SQUARE, y + SQUARE), (x + SQUARE, y))
    rates = _GUNS if guns else _FOOT
    middle = middle_of_cell(cell)
    here, *beside = (_ground(table, place, guns) for place in (middle, *_beside(middle)))
    found = rates.get(here, _BARRED)
    # a unit along the edge of worse ground soon has the middle of its front in it (R16), unless a road leads it
    if here != "road" and max(rates.get(ground, _BARRED) for ground in beside) > max(found, _GOOD):
        found = max(found, _EDGE)
    for feature in table.near((square,), BESIDE_HOUSE):
        if feature.type == "building":
            found = max(found, _BARRED if near_feature(((middle,),), feature, SQUARE // 2) else _TIGHT)
        elif not near_feature((square,), feature, 0):
            continue
        elif feature.type == "canal":
            found = max(found, _BARRED)
        elif feature.type == "stream":
            found = max(found, rates["stream"])
        elif guns and feature.obstacle >= _STOPS_GUNS:
            found = max(found, _BARRED)
    return found


def _ground(table: Table, place: Point, guns: bool) -> Ground:
    return ground_at(table, place, "march_column" if guns else "attack_column", "infantry")


def _beside(place: Point) -> list[Point]:
    """The places on all sides of another to which a march beside the way may lead."""
    x, y = place
    return [(x - _ASIDE, y), (x + _ASIDE, y), (x, y - _ASIDE), (x, y + _ASIDE)]


def times_to(price: dict[Cell, float], goal: Cell) -> dict[Cell, float]:
    """How long the way from each square to a goal is."""
    goal = min(price, key=lambda cell: (abs(cell[0] - goal[0]) + abs(cell[1] - goal[1]), cell))
    best: dict[Cell, float] = {goal: 0.0}
    waiting = [(0.0, goal)]
    while waiting:
        time, cell = heapq.heappop(waiting)
        if time > best[cell]:
            continue
        for dx, dy, length in _NEIGHBOURS:
            to = cell[0] + dx, cell[1] + dy
            if to in price and (new := time + length * (price[cell] + price[to]) / 2) < best.get(to, math.inf):
                best[to] = new
                heapq.heappush(waiting, (new, to))
    return best


@lru_cache(maxsize=1024)
def _plain_times(table: Table, goal: Cell, guns: bool) -> dict[Cell, float]:
    return times_to(costs(table, guns), goal)


class Ways:
    """The ways over the field of one side in a turn; what lies under the enemy's fire is gone round where it can be."""

    def __init__(self, table: Table, danger: dict[Cell, float]) -> None:
        self.table = table
        self._danger = danger
        self._price: dict[bool, dict[Cell, float]] = {}
        self._times: dict[tuple[Cell, bool], dict[Cell, float]] = {}

    def price(self, guns: bool) -> dict[Cell, float]:
        """What every square costs now."""
        if guns not in self._price:
            base = costs(self.table, guns)
            extra = {cell: base[cell] + more for cell, more in self._danger.items() if cell in base}
            self._price[guns] = base | extra
        return self._price[guns]

    def times(self, goal: Cell, guns: bool) -> dict[Cell, float]:
        """How long the way from each square to a goal is, in squares of ordinary ground."""
        if not self._danger:
            return _plain_times(self.table, goal, guns)
        if (goal, guns) not in self._times:
            self._times[goal, guns] = times_to(self.price(guns), goal)
        return self._times[goal, guns]

    def next_point(self, start: Point, goal: Point, length: int, guns: bool = False) -> Point:
        """The point to march to now, at most so far away, on the quickest way to a goal."""
        price, here = self.price(guns), cell_of(start)
        if here not in price or _is_even(price, start, goal):
            return towards(start, goal, length)
        times = self.times(cell_of(goal), guns)
        if _straight(price, start, goal, times[here]):
            return towards(start, goal, length)
        trail = self.trail(times, here, length // SQUARE + 2, guns)
        points = [middle_of_cell(cell) for cell in trail[1:]]
        free = [point for point in points if _straight(price, start, point, times[here] - times[cell_of(point)])]
        return towards(start, free[-1] if free else points[0] if points else goal, length)

    def trail(self, times: dict[Cell, float], start: Cell, most: int | None = None, guns: bool = False) -> list[Cell]:
        """The squares on the quickest way to the goal of these times, at most so many."""
        price, trail = self.price(guns), [start]
        while times[trail[-1]] > 0 and (most is None or len(trail) < most):
            x, y = trail[-1]
            around = [((x + dx, y + dy), way) for dx, dy, way in _NEIGHBOURS if (x + dx, y + dy) in times]
            here = price[x, y]
            step = min(around, key=lambda one: (times[one[0]] + one[1] * (here + price[one[0]]) / 2, one[0]))[0]
            trail.append(step)
        return trail


def _is_even(price: dict[Cell, float], start: Point, end: Point) -> bool:
    """If the straight way is over nothing but good ground."""
    return all(price.get(cell, 1.0) <= _GOOD for cell in _between(start, end))


def _straight(price: dict[Cell, float], start: Point, end: Point, time: float) -> bool:
    """If the straight way is over no dearer ground than that where it begins and ends, and takes no longer than the
    quickest: a unit in a wood comes out of it first."""
    ends = {cell_of(start), cell_of(end)}
    # a unit beside a house, or on its way to one, does not go through another for that
    most = max([_GOOD, *(cost for cell in ends if (cost := price.get(cell, 1.0)) < _BARRED)])
    between = [price.get(cell, 1.0) for cell in _between(start, end)]
    if any(cost > most for cost in between):
        return False
    return sum(between) * point_distance(start, end) <= time * _AS_LONG * SQUARE * max(1, len(between))


def _between(start: Point, end: Point) -> list[Cell]:
    """The squares under a straight way, one for each half of a square's length, without those at its ends."""
    steps = max(1, point_distance(start, end) // (SQUARE // 2))
    cells = [cell_of(_at(start, end, step, steps)) for step in range(1, steps)]
    return [cell for cell in cells if cell not in (cell_of(start), cell_of(end))]


def _at(start: Point, end: Point, step: int, steps: int) -> Point:
    return start[0] + (end[0] - start[0]) * step // steps, start[1] + (end[1] - start[1]) * step // steps


def towards(start: Point, goal: Point, length: int) -> Point:
    """The point so far on the way to a goal, or the goal if it is nearer."""
    whole = point_distance(start, goal)
    return goal if whole <= length else _at(start, goal, length, whole)


def crosses_water(table: Table, start: Point, end: Point) -> bool:
    """If a straight way leads over a stream, which only a march column crosses (02.06.5)."""
    return in_water(table, ((start, end),))


def in_water(table: Table, pieces: Sequence[Outline]) -> bool:
    """If a place or a way touches water."""
    return any(near_feature(pieces, one, 0) for one in table.features if one.type in _WATER)
