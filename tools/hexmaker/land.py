"""Land and countries: the coast of Natural Earth with the borders of the time and the great lakes."""

from __future__ import annotations

import math
from dataclasses import dataclass

from mapmaker.coast import Atlas, multi, polygons_of
from shapely import LineString, Point, Polygon, make_valid, unary_union
from shapely.geometry.base import BaseGeometry
from shapely.ops import polygonize

from hexmaker.hand import rounded
from hexmaker.sheet import Point as Spot
from hexmaker.sheet import Sheet

LEAST_ISLAND = 900.0  # smaller ones are specks
COAST_DETAIL = 4.0
LITTLE = 0.3
BEYOND = 220.0  # so much longer the border is made at its ends, to meet the coast as drawn


@dataclass(frozen=True)
class Land:
    """All in units, cut to the paper; countries without the great lakes."""

    #: what is played on
    sides: dict[str, BaseGeometry]
    neutral: dict[str, BaseGeometry]
    #: the border between the sides, and the other ones
    front: BaseGeometry
    borders: BaseGeometry

    @property
    def played(self) -> BaseGeometry:
        return unary_union(list(self.sides.values()))

    @property
    def all(self) -> BaseGeometry:
        return unary_union([*self.sides.values(), *self.neutral.values()])


def lay_land(sheet: Sheet, atlas: Atlas) -> Land:
    paper = sheet.paper
    lakes = unary_union([_outline(sheet, lake["outline"]) for lake in sheet.of_map("great_lakes")])
    countries = sheet.drawn["neutral"].items()
    neutral = {key: _country(sheet, atlas, name, paper).difference(lakes) for key, name in countries}
    # the border may run to a lake and from there to the sea: only with the lake it parts the land
    ours = unary_union([_country(sheet, atlas, name, paper) for name in sheet.drawn["belligerent"]]).difference(lakes)
    lines = [rounded(sheet.line(border["line"]), 2) for border in sheet.of_map("borders")]
    front = [_beyond(line) for line in lines[: sheet.drawn["fronts"]]]
    sides = _parted(sheet, ours.buffer(0.5), front)
    closed = _closed_hexes(sheet, neutral)
    neutral["by hand"] = unary_union(list(sides.values())).intersection(closed)
    sides = {side: shape.difference(closed) for side, shape in sides.items()}
    played = unary_union(list(sides.values())).buffer(1)
    touching = unary_union([neutral_land.boundary for neutral_land in neutral.values()])
    return Land(
        sides={side: _without_specks(shape) for side, shape in sides.items()},
        neutral={key: _without_specks(shape) for key, shape in neutral.items()},
        front=unary_union([LineString(line) for line in front]).intersection(played),
        borders=_inner_borders(touching, played, neutral),
    )


def _country(sheet: Sheet, atlas: Atlas, name: str, paper: Polygon) -> BaseGeometry:
    near = sheet.drawn["near"]

    def is_near(latitude: float, longitude: float) -> bool:
        return bool(near["south"] < latitude < near["north"] and near["west"] < longitude < near["east"])

    shape = atlas.country(name, sheet.project, is_near)
    softened = [_softened(polygon) for polygon in polygons_of(make_valid(shape).intersection(paper.buffer(400)))]
    return unary_union(softened).intersection(paper)


def _softened(polygon: Polygon) -> BaseGeometry:
    """Corners off: the atlas is angular at this scale."""
    rings = [rounded(list(ring.coords), 1, 0.22) for ring in (polygon.exterior, *polygon.interiors)]
    return Polygon(rings[0], rings[1:]).buffer(0)


def _outline(sheet: Sheet, points: list[Spot]) -> BaseGeometry:
    return Polygon(rounded(sheet.line([*points, points[0]] if points[0] != points[-1] else points), 1)).buffer(0)


def _beyond(line: list[Spot]) -> list[Spot]:
    """The border a little longer at both ends, so that it parts the land also where the coast is drawn softer."""

    def further(end: Spot, before: Spot) -> Spot:
        part = BEYOND / math.dist(end, before)
        return end[0] + part * (end[0] - before[0]), end[1] + part * (end[1] - before[1])

    return [further(line[0], line[4]), *line, further(line[-1], line[-5])]


def _parted(sheet: Sheet, land: BaseGeometry, border: list[list[Spot]]) -> dict[str, BaseGeometry]:
    """The land of each side, by their seeds and by most of the hexes; the others of one side alone have it all."""
    # all lines at once: one alone may run from the sea to a lake and part nothing
    net = unary_union([land.boundary, *(LineString(line) for line in border)])
    pieces = [piece for piece in polygonize(net) if land.contains(piece.representative_point())]
    open_hexes = {side: unary_union(sheet.hexes_of(letter)) for side, letter in sheet.sides.items()}
    seeds: dict[str, list[Point]] = {
        side: [Point(sheet.project(*place)) for place in of.get("seeds", ())]
        for side, of in sheet.drawn["sides"].items()
    }

    def side_of(piece: Polygon) -> str:
        for side, own in seeds.items():
            if any(piece.contains(seed) for seed in own):
                return side
        shares = {side: piece.intersection(shape).area for side, shape in open_hexes.items()}
        if max(shares.values()) > 0:
            # of two with as much the later one
            return max(reversed(shares), key=shares.__getitem__)
        # an island off the hexes goes with the nearer country
        return min(open_hexes, key=lambda side: float(piece.distance(open_hexes[side])))

    parts: dict[str, list[Polygon]] = {side: [] for side in open_hexes}
    for piece in pieces:
        parts[side_of(piece)].append(piece)
    return {side: unary_union(own) for side, own in parts.items()}


def _closed_hexes(sheet: Sheet, neutral: dict[str, BaseGeometry]) -> BaseGeometry:
    """Neutral hexes with little neutral land (Haparanda, Narva): a player must see that they are closed."""
    grey = unary_union(list(neutral.values()))
    outlines = sheet.hexes_of(sheet.drawn["closed"])
    return unary_union([shape for shape in outlines if shape.intersection(grey).area < LITTLE * shape.area])


def _inner_borders(rims: BaseGeometry, played: BaseGeometry, neutral: dict[str, BaseGeometry]) -> BaseGeometry:
    """The borders of neutral countries with us and with each other: their rims where other land lies beyond."""
    countries = list(neutral.values())
    lines = [rims.intersection(played.buffer(6))]
    for number, country in enumerate(countries):
        for other in countries[number + 1 :]:
            lines.append(country.boundary.intersection(other.buffer(4)))
    return unary_union(lines)


def _without_specks(shape: BaseGeometry) -> BaseGeometry:
    simple = shape.simplify(COAST_DETAIL)
    return multi(polygon for polygon in polygons_of(simple.buffer(0)) if polygon.area >= LEAST_ISLAND)
