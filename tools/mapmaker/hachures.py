"""Hachures: the short strokes by which engravers showed mountains, from the edge of a massif towards its heights."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

from shapely import LinearRing, LineString, Polygon, prepare

from mapmaker.coast import polygons_of

ROWS = ((8, 40), (62, 34), (112, 28))  # distance of a row from the edge, and the length of its strokes
SPACING = 23.0


def hachures(name: str, shape: Polygon) -> list[int]:
    """Strokes as x, y, dx, dy, x, y, dx, dy, ..."""
    rng = random.Random(f"hachures {name}")
    numbers: list[int] = []
    prepare(shape)
    for inset, length in ROWS:
        for polygon in polygons_of(shape.buffer(-inset, join_style="mitre")):
            for ring in [polygon.exterior, *polygon.interiors]:
                for x, y, dx, dy in _row(ring, length, rng):
                    if shape.contains(LineString([(x, y), (x + dx, y + dy)])):
                        numbers.extend((round(x), round(y), round(dx), round(dy)))
    return numbers


def _row(ring: LinearRing, length: float, rng: random.Random) -> Iterator[tuple[float, float, float, float]]:
    along = 0.0
    while along < ring.length:
        start, ahead = ring.interpolate(along), ring.interpolate(along + 14)
        dx, dy = ahead.x - start.x, ahead.y - start.y
        size = math.hypot(dx, dy) or 1.0
        reach = length * rng.uniform(0.7, 1.15)
        slant = rng.uniform(-0.18, 0.18)
        nx, ny = (-dy + slant * dx) / size, (dx + slant * dy) / size
        if not ring.is_ccw:
            nx, ny = -nx, -ny
        yield start.x, start.y, nx * reach, ny * reach
        along += SPACING * rng.uniform(0.8, 1.25)
