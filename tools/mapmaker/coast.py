"""The countries of Natural Earth 1:10m, from the TopoJSON file of the npm package world-atlas."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from shapely import MultiPolygon, Polygon, make_valid
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

ATLAS = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "world-atlas" / "countries-10m.json"
Point = tuple[float, float]


class Atlas:
    """The file's arcs, decoded once, and the countries made of them."""

    def __init__(self, path: Path = ATLAS) -> None:
        tree = json.loads(path.read_text(encoding="utf-8"))
        scale, shift = tree["transform"]["scale"], tree["transform"]["translate"]
        self.arcs = [_decode(arc, scale, shift) for arc in tree["arcs"]]
        countries = tree["objects"]["countries"]["geometries"]
        self.countries: dict[str, Any] = {entry["properties"]["name"]: entry for entry in countries}

    def country(
        self, name: str, project: Callable[[float, float], Point], keep: Callable[[float, float], bool]
    ) -> BaseGeometry:
        """Its parts with a point that is kept, projected."""
        entry = self.countries[name]
        parts = entry["arcs"] if entry["type"] == "MultiPolygon" else [entry["arcs"]]
        polygons = []
        for rings in parts:
            lines = [self._ring(ring) for ring in rings]
            if any(keep(latitude, longitude) for longitude, latitude in lines[0]):
                polygons.append(_polygon([[project(y, x) for x, y in line] for line in lines]))
        return unary_union(polygons)

    def _ring(self, indices: Iterable[int]) -> list[Point]:
        points: list[Point] = []
        for index in indices:
            arc = self.arcs[index] if index >= 0 else self.arcs[~index][::-1]
            points.extend(arc[1:] if points else arc)
        return points


def _decode(arc: list[list[int]], scale: list[float], shift: list[float]) -> list[Point]:
    x = y = 0
    points = []
    for dx, dy in arc:
        x, y = x + dx, y + dy
        points.append((x * scale[0] + shift[0], y * scale[1] + shift[1]))
    return points


def _polygon(rings: list[list[Point]]) -> BaseGeometry:
    return make_valid(Polygon(rings[0], rings[1:]))


def polygons_of(shape: BaseGeometry) -> list[Polygon]:
    """The polygons of whatever shapely gives back, without stray lines and points."""
    if isinstance(shape, Polygon):
        return [] if shape.is_empty else [shape]
    return [polygon for part in getattr(shape, "geoms", ()) for polygon in polygons_of(part)]


def multi(polygons: Iterable[Polygon]) -> MultiPolygon:
    return MultiPolygon(list(polygons))
