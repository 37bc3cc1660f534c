"""The drawing as data: shared lines, and what is made of them. docs/games/norway-map.md describes each field."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import shapely
from shapely import LineString, Polygon, shortest_line, union_all
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry
from shapely.ops import polygonize

from mapmaker.coast import polygons_of
from mapmaker.faces import OUTSIDE, Label
from mapmaker.ground import Ground
from mapmaker.hachures import hachures
from mapmaker.lines import Arc, rings_of
from mapmaker.overlays import air_ranges, flat, lines_of, north
from mapmaker.places import place_all
from mapmaker.projection import Point
from mapmaker.shapes import Name, Shapes

OUTLINE_DETAIL = 45.0  # for the small map
OUTLINE_LEAST = 40_000
TOWN_INSIDE = 25.0  # a town stands at least so far from the edge of its area

Tree = dict[str, Any]


class Drawing:
    def __init__(self, shapes: Shapes, board: Any, ground: Ground, arcs: list[Arc]) -> None:
        self.shapes = shapes
        self.board = board
        self.ground = ground
        self.arcs = arcs
        self.sheet = shapes.sheet.sheet()
        self.labels = sorted({label for arc in arcs for label in (arc.left, arc.right)} - {OUTSIDE})

    def tree(self) -> Tree:
        width, height = self.sheet.size
        return {
            "game": "norway",
            "file": "drawing",
            "made_with": f"shapely {shapely.__version__}, GEOS {shapely.geos_version_string}",
            "view_box": [0, 0, width, height],
            "units_per_pixel": self.shapes.sheet.units_per_pixel,
            "north": north(self.sheet, 61.0, 9.0),
            "boxes": {entry.id: list(entry.box) for entry in self.shapes.boxes},
            "areas": self._areas(),
            "massifs": self._massifs(),
            "lakes": [
                {"id": lake.id, "rings": self._rings("lake", lake.id), "names": self._names(lake.names)}
                for lake in self.shapes.lakes
            ],
            "crossings": self._crossings(),
            "seas": self._seas(),
            "beyond": [{"id": entry.id, "rings": self._rings("beyond", entry.id)} for entry in self.shapes.beyond],
            "countries": self._countries(),
            "borders": self._borders(),
            "lines": self._lines(),
            "air_ranges": air_ranges(self.sheet, self.board, self.ground.view),
            "telegraph": self._telegraph(),
            "outline": self._outline(),
            "arcs": [_deltas(arc.points) for arc in self.arcs],
        }

    # ------------------------------------------------------------------------------------------------ shapes and lines

    def _rings(self, kind: str, key: str) -> list[list[int]]:
        return rings_of(self.arcs, [label for label in self.labels if (label.kind, label.id) == (kind, key)])

    def _shape(self, rings: Iterable[list[int]]) -> BaseGeometry:
        """The ground inside the rings; a ring inside another is a hole."""
        polygons = [Polygon(self._ring_points(ring)) for ring in rings]
        shape: BaseGeometry = Polygon()
        for polygon in sorted(polygons, key=lambda polygon: -polygon.area):
            shape = shape.symmetric_difference(polygon)
        return shape

    def _ring_points(self, ring: Iterable[int]) -> list[Point]:
        points: list[Point] = []
        for step in ring:
            line = self.arcs[step].points if step >= 0 else self.arcs[~step].points[::-1]
            points.extend(line[1:] if points else line)
        return points

    def _borders(self) -> list[Tree]:
        """The lines between two areas, for each pair that has some."""
        between: dict[tuple[str, str], list[int]] = defaultdict(list)
        for number, arc in enumerate(self.arcs):
            first, second = arc.sides
            if first.kind == second.kind == "area":
                between[(first.id, second.id)].append(number)
        return [{"between": list(pair), "arcs": numbers} for pair, numbers in sorted(between.items())]

    def _lines(self) -> dict[str, list[int]]:
        """The numbers of all other lines, by what they are."""
        lines: dict[str, list[int]] = {key: [] for key in LINES.values()}
        for number, arc in enumerate(self.arcs):
            kinds = "-".join(sorted(_ground_kind(label) for label in arc.sides))
            if kinds in LINES and arc.sides[0].id != arc.sides[1].id:
                lines[LINES[kinds]].append(number)
        return lines

    # -------------------------------------------------------------------------------------------------------- the parts

    def _areas(self) -> list[Tree]:
        rings = {area["id"]: self._rings("area", area["id"]) for area in self.board["areas"]}
        shapes = {key: self._shape(value) for key, value in rings.items()}
        names = {area["id"]: area["name"] for area in self.board["areas"]}
        towns = {area["id"]: self._town(shapes[area["id"]], area["position"]) for area in self.board["areas"]}
        places = place_all(self.sheet.size, shapes, names, self._symbols(), self._abroad())
        entries = []
        for area in self.board["areas"]:
            key, place = area["id"], places[area["id"]]
            entry: Tree = {
                "id": key,
                "stack": flat([place.stack]),
                "label": flat([place.label]),
                "label_width": round(place.width),
                "town": flat([towns[key]]),
                "rings": rings[key],
            }
            if place.above:
                entry["above"] = True
            if place.leader:
                entry["leader"] = flat([place.leader])
            entries.append(entry)
        return entries

    def _abroad(self) -> BaseGeometry:
        """Land that is no area: other countries, impassable mountains."""
        entries = [("massif", entry.id) for entry in self.shapes.massifs]
        entries += [("country", entry.id) for entry in self.shapes.countries]
        return union_all([self._shape(self._rings(*entry)) for entry in entries])

    def _symbols(self) -> dict[str, int]:
        """How many symbols stand with each name: point city, mobilisation point, airfield."""
        marked = [*self.board["point_cities"]["areas"], *self.board["mobilisation_points"]["areas"]]
        marked.extend(field["area"] for field in self.board["air_range"]["airfields"])
        return {area["id"]: marked.count(area["id"]) for area in self.board["areas"]}

    def _town(self, shape: BaseGeometry, position: list[float]) -> Point:
        """Where the namesake lies, moved inland if the coast as drawn would put it in the water."""
        spot = Spot(self.sheet.project(*position))
        inside = shape.buffer(-TOWN_INSIDE)
        x, y = shortest_line(inside, spot).coords[0]
        return x, y

    def _massifs(self) -> list[Tree]:
        entries = []
        for entry in self.shapes.massifs:
            rings = self._rings("massif", entry.id)
            strokes = [number for polygon in polygons_of(self._shape(rings)) for number in hachures(entry.id, polygon)]
            entries.append({"id": entry.id, "names": self._names(entry.names), "rings": rings, "hachures": strokes})
        return entries

    def _crossings(self) -> list[Tree]:
        entries = []
        for entry in self.shapes.crossings:
            key = "-".join(entry.between)
            rings = rings_of(self.arcs, [label for label in self.labels if label.crossing == key])
            entries.append(
                {
                    "between": list(entry.between),
                    "names": self._names(entry.names),
                    "ferry": self._ferry(entry.between, self._shape(rings)),
                    "rings": rings,
                }
            )
        return entries

    def _ferry(self, between: tuple[str, str], water: BaseGeometry) -> list[int]:
        """A short way over the water, from shore to shore, near the middle of the crossing."""
        shores = [self._shore(area, water) for area in between]
        middle = water.representative_point() if water.is_empty else water.centroid
        ways = [shortest_line(shores[0], shores[1])]
        for along in range(1, 40):
            spot = shores[0].interpolate(along / 40, normalized=True)
            ways.append(shortest_line(spot, shores[1]))
        ways = [way for way in ways if water.buffer(8).covers(way)]
        best = min(ways, key=lambda way: way.length + 0.6 * way.centroid.distance(middle))
        return flat([(x, y) for x, y in best.coords])

    def _shore(self, area: str, water: BaseGeometry) -> BaseGeometry:
        lines = [LineString(arc.points) for arc in self.arcs if area in (arc.left.id, arc.right.id)]
        shore = union_all(lines).intersection(water.boundary)
        return max(getattr(shore, "geoms", [shore]), key=lambda part: part.length) if shore.length == 0 else shore

    def _seas(self) -> list[Tree]:
        return [
            {
                "id": entry.id,
                "label": flat([self.sheet.project(*entry.label)]),
                "stack": flat([self.sheet.project(*entry.stack)]),
                "rings": self._rings("sea", entry.id),
            }
            for entry in self.shapes.sea_areas
        ]

    def _countries(self) -> list[Tree]:
        entries = []
        for entry in self.shapes.countries:
            rings = self._rings("country", entry.id)
            if rings:
                label = flat([self.sheet.project(*entry.label)]) if entry.label else None
                entries.append({"id": entry.id, "label": label, "turn": entry.turn, "rings": rings})
        return entries

    def _names(self, names: Iterable[Name]) -> list[Tree]:
        return [
            {
                "text": name.text,
                "at": flat([self.sheet.project(*name.at)]),
                "turn": name.turn,
                "size": name.size,
                "spaced": name.spaced,
            }
            for name in names
        ]

    def _telegraph(self) -> Tree:
        entry = self.shapes.telegraph
        line = LineString(self.sheet.line(entry.line)).intersection(self.ground.view)
        return {"lines": lines_of(line), "label": flat([self.sheet.project(*entry.label)]), "turn": entry.turn}

    def _outline(self) -> list[list[int]]:
        """The country's outline for the small map."""
        edges = [LineString(arc.points) for arc in self.arcs if _is_norway(arc.left) != _is_norway(arc.right)]
        inside = [self._shape(self._rings("area", area["id"])) for area in self.board["areas"]]
        inside.extend(self._shape(self._rings("massif", massif.id)) for massif in self.shapes.massifs)
        land = union_all(inside)
        whole = [polygon for polygon in polygonize(union_all(edges)) if land.contains(polygon.representative_point())]
        large = [LineString(polygon.exterior) for polygon in whole if polygon.area >= OUTLINE_LEAST]
        return [flat((x, y) for x, y in edge.simplify(OUTLINE_DETAIL).coords) for edge in large]


#: what a line is, from what lies on its two sides
LINES = {
    "massif-norway": "massif_edges",
    "norway-sea": "coast",
    "massif-sea": "coast",
    "lake-norway": "lake_shores",
    "country-norway": "frontier",
    "country-massif": "frontier",
    "country-sea": "coast_abroad",
    "beyond-country": "coast_abroad",
    "country-country": "frontier_abroad",
    "sea-sea": "sea_lines",
}


def _ground_kind(label: Label) -> str:
    return "norway" if label.kind == "area" else label.kind


def _is_norway(label: Label) -> bool:
    return label.kind in ("area", "massif", "lake")


def _deltas(points: list[Point]) -> list[int]:
    """The first point, then the step to each following one."""
    numbers = flat(points[:1])
    for (ax, ay), (bx, by) in pairwise(points):
        numbers.extend((round(bx - ax), round(by - ay)))
    return numbers


def written(tree: Tree) -> str:
    """JSON with a line for each part, so that a change can be read."""
    parts = []
    for key, value in tree.items():
        if isinstance(value, list) and value and isinstance(value[0], dict | list):
            rows = ",\n".join(_compact(row) for row in value)
            parts.append(f"{_compact(key)}:[\n{rows}\n]")
        else:
            parts.append(f"{_compact(key)}:{_compact(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
