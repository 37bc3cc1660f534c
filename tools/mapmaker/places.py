"""Where counters and names stand: fixed, as on a printed map, and none over another.

They are found for the view of the whole map, where letters and counters are largest against it: nearer by each keeps
its middle and only has more room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from mapmaker.projection import Point

CELL = 50  # the ground is looked at in squares of this edge
WATER, ABROAD = -1, -2  # other cells have the number of their area
#: height of letters near by and from afar, and what follows from it: an average letter, a symbol, a line
LETTERS, FAR_LETTERS = 115, 225
LETTER = 62
SYMBOL = 115  # point city, mobilisation point, airfield
LINE = 0.98 * FAR_LETTERS
FAR = FAR_LETTERS / LETTERS
COUNTER = 470  # edge of a counter from afar
OFFSHORE = 300  # how far from the coast a name may stand on the water
BETWEEN, SAME_LINE = 100, 80  # room between two names in one line, and how far lines may differ to be one

#: what it costs to lie on other land, over water, at sea, over another name, over a counter; of counters among each
#: other; and to touch at all. The ground costs at most about 2
FOREIGN, OVER_WATER, AT_SEA = 2.6, 0.5, 1.5
OVER_NAME, OVER_COUNTER, COUNTERS = 60, 7, 14
TOUCH = 0.02
AWAY = 4000  # so far from the middle of the area costs 1
SWEEPS = 8


@dataclass(frozen=True)
class Rect:
    x: float
    y: float
    width: float
    height: float

    @cached_property
    def beside(self) -> Rect:
        """A name with the room beside it, in its line, that other names leave free."""
        return Rect(self.x - BETWEEN, self.y + SAME_LINE, self.width + 2 * BETWEEN, self.height - 2 * SAME_LINE)

    def covered(self, others: Iterable[Rect]) -> float:
        """How much of it the others cover: a touch counts already."""
        found = 0.0
        for other in others:
            wide = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
            high = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
            if wide > 0 and high > 0:
                found += TOUCH + wide * high / min(self.width * self.height, other.width * other.height)
        return found


@dataclass(frozen=True)
class Spot:
    """A place for a name or a counter. `cost`: what the ground under it is worth, the lower the better."""

    at: Point
    rect: Rect
    cost: float
    above: bool


@dataclass(frozen=True)
class Rooms:
    """The places to try in one area."""

    labels: Sequence[Spot]
    stacks: Sequence[Spot]

    @cached_property
    def extent(self) -> Rect:
        rects = [spot.rect for spot in (*self.labels, *self.stacks)]
        x, y = min(rect.x for rect in rects), min(rect.y for rect in rects)
        return Rect(
            x, y, max(rect.x + rect.width for rect in rects) - x, max(rect.y + rect.height for rect in rects) - y
        )


@dataclass(frozen=True)
class Place:
    stack: Point  # middle of the counters
    label: Point  # middle of the name with its symbols
    above: bool  # the symbols stand above the name, where a line would be too long
    width: float  # of the name with its symbols, as printed
    leader: Point | None  # of a name that stands on the water: where its area is nearest


class Cells:
    """What lies under each point of the sheet."""

    def __init__(self, size: tuple[int, int], areas: Iterable[BaseGeometry], abroad: BaseGeometry) -> None:
        self.columns, self.rows = -(-size[0] // CELL), -(-size[1] // CELL)
        x, y = np.meshgrid((np.arange(self.columns) + 0.5) * CELL, (np.arange(self.rows) + 0.5) * CELL)
        found = np.full(x.shape, WATER)
        found[shapely.contains_xy(abroad, x, y)] = ABROAD
        for number, shape in enumerate(areas):
            found[shapely.contains_xy(shape, x, y)] = number
        self.cells: list[list[int]] = found.tolist()

    def at(self, x: float, y: float) -> int:
        """Beyond the sheet is water."""
        column, row = int(x // CELL), int(y // CELL)
        return self.cells[row][column] if 0 <= column < self.columns and 0 <= row < self.rows else WATER

    def of(self, area: int) -> list[Point]:
        return [
            ((column + 0.5) * CELL, (row + 0.5) * CELL)
            for row, line in enumerate(self.cells)
            for column, value in enumerate(line)
            if value == area
        ]

    def spot(self, area: int, middle: Point, at: Point, size: Point, *, above: bool = False, extra: float = 0) -> Spot:
        """What lies under a name or a counter that is not its own area: other areas are worst."""
        rect = Rect(at[0] - size[0] / 2, at[1] - size[1] / 2, *size)
        under = [
            self.at(x, y)
            for x in np.arange(rect.x + CELL / 2, rect.x + rect.width, 2 * CELL)
            for y in np.arange(rect.y + CELL / 2, rect.y + rect.height, 2 * CELL)
        ]
        water = under.count(WATER)
        foreign = len(under) - water - under.count(area)
        away = _distance(at, middle) / AWAY
        cost = (FOREIGN * foreign + OVER_WATER * water) / max(1, len(under)) + away + extra
        return Spot(at, rect, cost, above)


def place_all(
    size: tuple[int, int],
    areas: Mapping[str, BaseGeometry],
    names: Mapping[str, str],
    symbols: Mapping[str, int],
    abroad: BaseGeometry,
) -> dict[str, Place]:
    """Places for all areas. `abroad`: land that is no area."""
    cells = Cells(size, areas.values(), abroad)
    own = [cells.of(number) for number in range(len(areas))]
    texts = [(len(names[area]) * LETTER, symbols[area] * SYMBOL) for area in areas]
    rooms = [_rooms(cells, own[number], number, *texts[number]) for number in range(len(areas))]
    chosen = _settled(rooms)
    places = {}
    for number, (area, (label, stack)) in enumerate(zip(areas, chosen, strict=True)):
        ashore = cells.at(*label.at) == number
        leader = None if ashore else min((_distance(at, label.at), at) for at in own[number])[1]
        places[area] = Place(stack.at, label.at, label.above, label.rect.width / FAR, leader)
    return places


def _rooms(cells: Cells, own: Sequence[Point], area: int, name: float, row: float) -> Rooms:
    middle = (sum(x for x, _ in own) / len(own), sum(y for _, y in own) / len(own))
    shapes = [((name + row) * FAR, LINE, False)]
    if row:
        shapes.append((max(name, row) * FAR, LINE * 1.95, True))
    labels = [
        cells.spot(area, middle, at, (width, height), above=above, extra=extra)
        for width, height, above in shapes
        for tried, extra in ((_lattice(own, 2), 0.0), (_offshore(cells, own), AT_SEA))
        for at in tried
    ]
    return Rooms(labels, [cells.spot(area, middle, at, (COUNTER, COUNTER)) for at in _lattice(own, 2)])


def _lattice(points: Sequence[Point], step: int) -> Sequence[Point]:
    """Every other cell of an area is a place to try; of a small one every cell."""
    coarse = [(x, y) for x, y in points if x // CELL % step == 0 and y // CELL % step == 0]
    return points if len(coarse) < 40 else coarse


def _offshore(cells: Cells, own: Iterable[Point]) -> Sequence[Point]:
    """Places on the water near the coast of an area."""
    steps = ((OFFSHORE, 0), (-OFFSHORE, 0), (0, OFFSHORE), (0, -OFFSHORE))
    near = dict.fromkeys((x + dx, y + dy) for x, y in own for dx, dy in steps)
    return _lattice([at for at in near if cells.at(*at) == WATER], 3)


Choice = tuple[Spot, Spot]


def _settled(rooms: Sequence[Rooms]) -> Sequence[Choice]:
    """Each area in turn takes the best pair of places against all others, until none finds a better one."""
    chosen = [(min(each.labels, key=_cost), min(each.stacks, key=_cost)) for each in rooms]
    near = [
        [i for i, other in enumerate(rooms) if other is not each and each.extent.covered([other.extent]) > 0]
        for each in rooms
    ]
    for i in sorted(range(len(rooms)), key=lambda i: len(rooms[i].stacks)) * SWEEPS:
        chosen[i] = _best_pair(rooms[i], [chosen[other] for other in near[i]])
    return chosen


def _best_pair(rooms: Rooms, others: Sequence[Choice]) -> Choice:
    names = [rect for label, _ in others for rect in (label.rect, label.rect.beside)]
    counters = [stack.rect for _, stack in others]
    labels = _priced(rooms.labels, names, OVER_NAME, counters, OVER_COUNTER)
    stacks = _priced(rooms.stacks, names, OVER_COUNTER, counters, COUNTERS)
    least, best = float("inf"), (labels[0][1], stacks[0][1])
    for cost, label in labels:
        if cost >= least:
            break
        for more, stack in stacks:
            if cost + more >= least:
                break
            both = cost + more + OVER_COUNTER * label.rect.covered([stack.rect])
            if both < least:
                least, best = both, (label, stack)
    return best


def _priced(
    spots: Iterable[Spot], names: Sequence[Rect], over_names: float, counters: Sequence[Rect], over_counters: float
) -> list[tuple[float, Spot]]:
    """The spots with their costs, the cheapest first."""

    def priced() -> Iterator[tuple[float, Spot]]:
        for spot in spots:
            cost = spot.cost + over_names * spot.rect.covered(names) + over_counters * spot.rect.covered(counters)
            yield cost, spot

    return sorted(priced(), key=lambda pair: pair[0])


def _cost(spot: Spot) -> float:
    return spot.cost


def _distance(a: Point, b: Point) -> float:
    return float(np.hypot(a[0] - b[0], a[1] - b[1]))
