"""The hand of the draughtsman: rounded corners, lines with a slight wobble, whole units at the end."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from mapmaker.coast import multi, polygons_of
from mapmaker.noise import Wobble
from shapely import LineString, Polygon, line_merge
from shapely.geometry.base import BaseGeometry

from hexmaker.sheet import Point

STEP = 24.0  # a line is redrawn in steps of this length


def rounded(points: Sequence[Point], times: int = 2, cut: float = 0.25) -> list[Point]:
    """Corners cut again and again; the ends of an open line stay."""
    line = list(points)
    ring = line[0] == line[-1]
    for _ in range(times):
        softer: list[Point] = [] if ring else [line[0]]
        for (ax, ay), (bx, by) in pairwise(line):
            softer.append((ax + cut * (bx - ax), ay + cut * (by - ay)))
            softer.append((bx - cut * (bx - ax), by - cut * (by - ay)))
        line = [*softer, softer[0]] if ring else [*softer, line[-1]]
    return line


def strayed(name: str, points: Sequence[Point], reach: float, wavelength: float, calm_ends: float) -> list[Point]:
    """The line with a wobble that dies away towards open ends."""
    line = LineString(points)
    ring = points[0] == points[-1]
    steps = max(2, round(line.length / STEP))
    even = [line.interpolate(step / steps, normalized=True) for step in range(steps + 1)]
    wobble = Wobble(name, wavelength, octaves=2)
    told: list[Point] = []
    for step, spot in enumerate(even):
        along = step / steps * line.length
        ends = min(1.0, along / calm_ends, (line.length - along) / calm_ends)
        before, after = even[max(0, step - 1)], even[min(steps, step + 1)]
        dx, dy = after.x - before.x, after.y - before.y
        length = math.hypot(dx, dy) or 1.0
        stray = reach * ends * wobble.at(along)
        told.append((spot.x - dy / length * stray, spot.y + dx / length * stray))
    if ring:
        told[-1] = told[0]
    return told


def soft_shape(name: str, shape: BaseGeometry, reach: float, wavelength: float) -> BaseGeometry:
    """A shape with the corners off its rim, and a rim that wobbles."""
    polygons = []
    for polygon in polygons_of(shape):
        rings = [
            strayed(f"{name}/{number}/{round(ring.length)}", rounded(_coords(ring), 2), reach, wavelength, 60.0)
            for number, ring in enumerate((polygon.exterior, *polygon.interiors))
        ]
        polygons.extend(polygons_of(Polygon(rings[0], rings[1:]).buffer(0)))
    return multi(polygons)


def whole(shape: BaseGeometry, detail: float, least: float) -> list[list[int]]:
    """The rings of a shape as flat lists of whole units; the even-odd rule tells holes."""
    rings = []
    for polygon in polygons_of(shape):
        if polygon.area < least:
            continue
        for ring in (polygon.exterior, *polygon.interiors):
            if Polygon(ring).area >= least:
                rings.append(_ring(ring, detail))
    return [ring for ring in rings if len(ring) >= 6]


def whole_lines(shape: BaseGeometry, detail: float) -> list[list[int]]:
    """Lines as flat lists of whole units, joined where they meet."""
    merged = line_merge(shape) if shape.geom_type == "MultiLineString" else shape
    parts = [part for part in getattr(merged, "geoms", [merged]) if isinstance(part, LineString) and part.length > 1]
    return [flat(_coords(part.simplify(detail))) for part in parts]


def flat(points: Iterable[Point]) -> list[int]:
    """Without points that fall on the one before."""
    numbers: list[int] = []
    for x, y in points:
        spot = [round(x), round(y)]
        if numbers[-2:] != spot:
            numbers.extend(spot)
    return numbers


def _ring(ring: Any, detail: float) -> list[int]:
    numbers = flat(_coords(polygons_of(Polygon(ring).simplify(detail))[0].exterior))
    return numbers[:-2]  # a ring closes by itself


def _coords(line: Any) -> list[Point]:
    return [(x, y) for x, y in line.coords]
