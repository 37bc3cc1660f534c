"""Where counters and names go: each area's stack well inside it, its name beside the stack, and none over another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from shapely import Point as Spot
from shapely import Polygon, box, prepare, union_all
from shapely.geometry.base import BaseGeometry

from mapmaker.coast import polygons_of
from mapmaker.projection import Point

STACK = 360  # side of the square kept for counters: 34 pixels and a little air
LETTER = 62  # average width of a letter of an area's name, 11.5 pixels high
LINE = 130  # height of a name
SYMBOL = 130  # width of a symbol (point city, mobilisation point, airfield) before or after the name
GAP = 18
STEP = 36  # places are tried on a grid of this step


@dataclass(frozen=True)
class Place:
    stack: Point  # middle of the square of counters
    label: Point  # middle of the name
    width: float  # of the name with its symbols

    def boxes(self) -> tuple[Polygon, Polygon]:
        return _square(self.stack), _line(self.label, self.width)


def _square(middle: Point) -> Polygon:
    x, y = middle
    return box(x - STACK / 2, y - STACK / 2, x + STACK / 2, y + STACK / 2)


def _line(middle: Point, width: float) -> Polygon:
    x, y = middle
    return box(x - width / 2, y - LINE / 2, x + width / 2, y + LINE / 2)


def place_all(
    areas: Mapping[str, BaseGeometry],
    names: Mapping[str, str],
    symbols: Mapping[str, int],
    water: BaseGeometry,
    towns: Mapping[str, Point],
    fixed: Mapping[str, tuple[Point | None, Point | None]],
) -> dict[str, Place]:
    """Places for all areas, the most cramped first, so that the others make room."""
    mainlands = {area: max(polygons_of(shape), key=lambda polygon: polygon.area) for area, shape in areas.items()}
    houses = union_all([_house(town) for town in towns.values()])
    placed: dict[str, Place] = {}
    for area in sorted(mainlands, key=lambda key: (mainlands[key].area, key)):
        width = len(names[area]) * LETTER + symbols[area] * SYMBOL
        taken = union_all([shape for place in placed.values() for shape in place.boxes()])
        near = mainlands[area].envelope.buffer(STACK + width)
        around = Around(mainlands[area], water.intersection(near), houses.intersection(near), taken.intersection(near))
        placed[area] = max(_tries(around.shape, width, *fixed[area]), key=around.worth)
    return {area: placed[area] for area in areas}


def _house(town: Point) -> Polygon:
    x, y = town
    return box(x - 45, y - 45, x + 45, y + 45)


def _tries(shape: Polygon, width: float, stack: Point | None, label: Point | None) -> Iterator[Place]:
    """Spots that are not much nearer to the border than the best, each with the name below, above or beside."""
    beside = STACK / 2 + GAP + width / 2
    under = STACK / 2 + LINE / 2 - 6
    clear = {spot: shape.exterior.distance(Spot(spot)) for spot in ([stack] if stack else _grid(shape))}
    enough = 0.62 * min(max(clear.values()), 400)
    for (x, y), distance in clear.items():
        if distance >= enough:
            for dx, dy in ((0, under), (0, -under), (beside, 0), (-beside, 0), (width / 4, under), (-width / 4, under)):
                yield Place((x, y), label or (x + dx, y + dy), width)


def _grid(shape: Polygon) -> Iterator[Point]:
    left, top, right, bottom = (int(edge) for edge in shape.bounds)
    prepare(shape)
    for x in range(left, right, STEP):
        for y in range(top, bottom, STEP):
            if shape.contains(Spot(x, y)):
                yield float(x), float(y)


@dataclass(frozen=True)
class Around:
    """An area with what lies about it, which says how good a place is."""

    shape: Polygon
    water: BaseGeometry
    houses: BaseGeometry
    taken: BaseGeometry

    def worth(self, place: Place) -> float:
        """Counters on the area's own land, away from the border; the name there too, or else over water."""
        stack, label = place.boxes()
        clear = min(self.shape.exterior.distance(Spot(place.stack)), 420.0)
        stray = stack.difference(self.shape).area / stack.area
        outside = label.difference(self.shape)
        wet = outside.intersection(self.water).area / label.area
        dry = outside.area / label.area - wet
        clash = (self.taken.intersection(stack).area + self.taken.intersection(label).area) / stack.area
        hidden = self.houses.intersection(label).area + self.houses.intersection(stack).area / 3
        below = place.label[1] > place.stack[1] and place.label[0] == place.stack[0]
        return clear - 900 * stray - 420 * dry - 130 * wet - 3000 * clash - hidden / 160 - (0 if below else 18)
