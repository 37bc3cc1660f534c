"""Rivers and inland lakes, drawn along the hexsides on which they count, so that a player sees which those are."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from typing import Any

from mapmaker.noise import Wobble
from shapely import LineString, MultiLineString, Point, line_merge, unary_union
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from hexmaker.hand import rounded, strayed
from hexmaker.sheet import Point as Spot
from hexmaker.sheet import Sheet

RIVER_STRAY = (15.0, 190.0)  # reach and length of its waves
LAKE_STRAY = (20.0, 220.0)
LAKE_WIDTH = (36.0, 24.0)  # half the width of a lake, and by how much it changes
#: bays beside it: one in so many steps, how far from the middle, how large
BAY_EVERY = 4
BAY_OFF = (26.0, 62.0)
BAY_SIZE = (12.0, 30.0)
ISLAND_EVERY = 260.0
#: a river's own first or last point is drawn too if the hexsides end no farther from it
MOUTH = 420.0
SPAN = 45.0  # the way within so much of a bridge tells how it lies


def rivers(sheet: Sheet, sea: BaseGeometry) -> BaseGeometry:
    """All rivers as lines, each to its mouth."""
    lines = []
    for river in sheet.of_map("rivers"):
        for number, line in enumerate(_chains(sheet, river["hexsides"])):
            line = _to_ends(line, sheet.line(river["line"]), sea)
            name = f"{river['name']} {number}"
            lines.append(LineString(strayed(name, rounded(line, 3), *RIVER_STRAY, calm_ends=40.0)))
    return unary_union(lines)


def lakes(sheet: Sheet) -> dict[str, BaseGeometry]:
    """Each lake as water of changing width along its hexsides, the longer ones with an island or two."""
    drawn = {}
    for lake in sheet.of_map("inland_lakes"):
        parts = [
            _lake(f"{lake['name']} {number}", line) for number, line in enumerate(_chains(sheet, lake["hexsides"]))
        ]
        drawn[lake["name"]] = unary_union(parts)
    return drawn


def bridges(sheet: Sheet, ways: Mapping[str, BaseGeometry]) -> list[list[int]]:
    """x, y and the direction of the way over it in degrees, for each hexside with a bridge."""
    rails = {frozenset(pair) for pair in sheet.pairs("rail_links")}
    placed = []
    for a, b in sheet.pairs("bridged_water_hexsides"):
        way = ways["rail" if frozenset((a, b)) in rails else "road"]
        start, end = (Point(corner) for corner in sheet.side(a, b))
        middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
        # the way as drawn strays from the middle of the hexside
        near = way.intersection(middle.buffer(SPAN))
        spot = nearest_points(near, middle)[0]
        around = [Point(x, y) for line in getattr(near, "geoms", [near]) for x, y in (line.coords[0], line.coords[-1])]
        one = max(around, key=lambda other: float(other.distance(spot)))
        turn = math.degrees(math.atan2(one.y - spot.y, one.x - spot.x))
        placed.append([round(spot.x), round(spot.y), round(turn)])
    return placed


def sides_path(sheet: Sheet) -> list[list[int]]:
    """All hexsides with water, plain: for whoever wants to see exactly which they are."""
    sides = [sheet.side(a, b) for a, b in sheet.pairs("water_hexsides")]
    return [[round(number) for number in (*start, *end)] for start, end in sides]


def _chains(sheet: Sheet, hexsides: list[Any]) -> list[list[Spot]]:
    """The hexsides joined to lines from corner to corner."""
    sides = [sheet.side(sheet.grid.index(a), sheet.grid.index(b)) for a, b in hexsides]
    # corners of two hexes may differ in the last bit
    exact = [[(round(x, 3), round(y, 3)) for x, y in side] for side in sides]
    merged = line_merge(MultiLineString(exact)) if len(exact) > 1 else LineString(exact[0])
    return [[(x, y) for x, y in line.coords] for line in getattr(merged, "geoms", [merged])]


def _to_ends(line: list[Spot], course: list[Spot], sea: BaseGeometry) -> list[Spot]:
    """With the river's true ends, and to the shore if that is near."""
    for end in (course[0], course[-1]):
        first = math.dist(line[0], end) <= math.dist(line[-1], end)
        near = line[0] if first else line[-1]
        if not 40 < math.dist(near, end) < MOUTH:
            continue
        line = [end, *line] if first else [*line, end]
    for first in (True, False):
        end = line[0] if first else line[-1]
        spot = Point(end)
        if 0 < sea.distance(spot) < MOUTH / 2:
            shore = sea.boundary.interpolate(sea.boundary.project(spot))
            line = [(shore.x, shore.y), *line] if first else [*line, (shore.x, shore.y)]
    return line


def _lake(name: str, line: list[Spot]) -> BaseGeometry:
    course = LineString(strayed(name, rounded(line, 2), *LAKE_STRAY, calm_ends=50.0))
    width = Wobble(f"{name} width", 110.0, octaves=2)
    middle, change = LAKE_WIDTH
    steps = max(4, round(course.length / 14))
    pools = []
    for step in range(steps + 1):
        along = step / steps * course.length
        end = min(along, course.length - along)
        reach = (middle + change * width.at(along)) * (0.55 + 0.45 * min(1.0, end / 70))
        pools.append(course.interpolate(along).buffer(reach))
    water = unary_union([*pools, *_bays(name, course, steps)]).buffer(8).buffer(-14).buffer(6)
    return water.difference(unary_union(_islands(name, course)))


def _bays(name: str, course: LineString, steps: int) -> list[BaseGeometry]:
    rng = random.Random(f"bays of {name}")
    found: list[BaseGeometry] = []
    for step in range(2, steps - 2, BAY_EVERY):
        spot, ahead = (course.interpolate(along / steps, normalized=True) for along in (step, step + 1))
        length = math.hypot(ahead.x - spot.x, ahead.y - spot.y) or 1.0
        off = rng.uniform(*BAY_OFF) * rng.choice((-1, 1))
        middle = Point(spot.x - (ahead.y - spot.y) / length * off, spot.y + (ahead.x - spot.x) / length * off)
        # an arm of the lake reaches into the bay
        found.append(
            unary_union([middle.buffer(rng.uniform(*BAY_SIZE)), LineString([spot, middle]).buffer(BAY_SIZE[0])])
        )
    return found


def _islands(name: str, course: LineString) -> list[BaseGeometry]:
    wobble = Wobble(f"{name} islands", 60.0, octaves=1)
    found: list[BaseGeometry] = []
    for number in range(1, int(course.length / ISLAND_EVERY) + 1):
        along = (number - 0.5 + 0.3 * wobble.at(number * 60.0)) * ISLAND_EVERY
        spot = course.interpolate(along)
        found.append(spot.buffer(9 + 5 * abs(wobble.at(number * 37.0))))
    return found
