"""What is drawn over the map: circles of air range, the telegraph cable, the compass."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from shapely import LineString, Polygon, line_merge
from shapely.geometry.base import BaseGeometry

from mapmaker.projection import EARTH_KM, Point, Sheet

DETAIL = 6.0


def circle(sheet: Sheet, middle: Point, radius_km: float) -> Polygon:
    """All places so far from the middle on the globe, on the paper."""
    latitude, longitude = (math.radians(angle) for angle in middle)
    reach = radius_km / EARTH_KM
    points = []
    for degree in range(0, 3600, 5):
        course = math.radians(degree / 10)
        sine = math.sin(latitude) * math.cos(reach) + math.cos(latitude) * math.sin(reach) * math.cos(course)
        east = math.atan2(
            math.sin(course) * math.sin(reach) * math.cos(latitude), math.cos(reach) - math.sin(latitude) * sine
        )
        points.append(sheet.project(math.degrees(math.asin(sine)), math.degrees(longitude + east)))
    return Polygon(points)


def air_ranges(sheet: Sheet, board: Any, view: Polygon) -> list[dict[str, Any]]:
    """A circle round each airfield and the base in Germany, cut to the view."""
    air = board["air_range"]
    radius = air["model"]["radius_km"]
    positions = {area["id"]: area["position"] for area in board["areas"]}
    bases = [(field["area"], positions[field["area"]]) for field in air["airfields"]]
    bases.append(("germany", air["from_germany"]["base"]["position"]))
    return [
        {"from": name, "lines": lines_of(circle(sheet, tuple(place), radius).exterior.intersection(view))}
        for name, place in bases
    ]


def lines_of(shape: BaseGeometry) -> list[list[int]]:
    """Lines as flat lists of whole units, joined where they meet."""
    merged = line_merge(shape) if shape.geom_type == "MultiLineString" else shape
    parts = [part for part in getattr(merged, "geoms", [merged]) if isinstance(part, LineString) and part.length > 1]
    return [flat((x, y) for x, y in part.simplify(DETAIL).coords) for part in parts]


def flat(points: Iterable[Point]) -> list[int]:
    return [round(number) for point in points for number in point]


def north(sheet: Sheet, latitude: float, longitude: float) -> float:
    """Degrees, clockwise from up, to which north points at a place on the paper."""
    (x0, y0), (x1, y1) = sheet.project(latitude, longitude), sheet.project(latitude + 0.05, longitude)
    return round(math.degrees(math.atan2(x1 - x0, y0 - y1)), 1)
