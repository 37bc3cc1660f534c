"""Land and countries: the coast of Natural Earth with the borders of 1939 and the two great lakes."""

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

NEUTRAL = {"norway": "Norway", "sweden": "Sweden", "estonia": "Estonia"}
BELLIGERENT = ("Finland", "Russia")
NEAR = (57.0, 72.5, 12.0, 44.0)  # latitudes and longitudes that can lie on the paper
LEAST_ISLAND = 900.0  # smaller ones are specks
COAST_DETAIL = 4.0
LITTLE = 0.3
BEYOND = 220.0  # so much longer the border is made at its ends, to meet the coast as drawn
HELSINKI = (60.25, 24.9)
#: Finnish ground that the two border lines part from the rest of the country
FINNISH = (HELSINKI, (69.4, 30.7))


@dataclass(frozen=True)
class Land:
    """All in units, cut to the paper; countries without the great lakes."""

    finland: BaseGeometry
    soviet: BaseGeometry
    neutral: dict[str, BaseGeometry]
    #: the Finnish-Soviet border, and the other ones
    front: BaseGeometry
    borders: BaseGeometry

    @property
    def played(self) -> BaseGeometry:
        return unary_union([self.finland, self.soviet])

    @property
    def all(self) -> BaseGeometry:
        return unary_union([self.finland, self.soviet, *self.neutral.values()])


def lay_land(sheet: Sheet, atlas: Atlas) -> Land:
    paper = sheet.paper
    lakes = unary_union([_outline(sheet, lake["outline"]) for lake in sheet.geography["great_lakes"]])
    neutral = {key: _country(sheet, atlas, name, paper).difference(lakes) for key, name in NEUTRAL.items()}
    # the border runs to Lake Ladoga and from there to the Gulf: only with the lake it parts the land
    ours = unary_union([_country(sheet, atlas, name, paper) for name in BELLIGERENT]).difference(lakes)
    lines = [rounded(sheet.line(border["line"]), 2) for border in sheet.geography["borders"]]
    front = [_beyond(line) for line in lines[:2]]
    finland, soviet = _parted(sheet, ours.buffer(0.5), front)
    closed = _closed_hexes(sheet, neutral)
    neutral["by hand"] = unary_union([finland, soviet]).intersection(closed)
    finland, soviet = finland.difference(closed), soviet.difference(closed)
    played = unary_union([finland, soviet]).buffer(1)
    touching = unary_union([neutral_land.boundary for neutral_land in neutral.values()])
    return Land(
        finland=_without_specks(finland),
        soviet=_without_specks(soviet),
        neutral={key: _without_specks(shape) for key, shape in neutral.items()},
        front=unary_union([LineString(line) for line in front]).intersection(played),
        borders=_inner_borders(touching, played, neutral),
    )


def _country(sheet: Sheet, atlas: Atlas, name: str, paper: Polygon) -> BaseGeometry:
    south, north, west, east = NEAR

    def is_near(latitude: float, longitude: float) -> bool:
        return south < latitude < north and west < longitude < east

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


def _parted(sheet: Sheet, land: BaseGeometry, border: list[list[Spot]]) -> tuple[BaseGeometry, BaseGeometry]:
    # both lines at once: one alone runs from the sea to a lake and parts nothing
    net = unary_union([land.boundary, *(LineString(line) for line in border)])
    pieces = [piece for piece in polygonize(net) if land.contains(piece.representative_point())]
    seeds = [Point(sheet.project(*place)) for place in FINNISH]
    open_hexes = {
        letter: unary_union([sheet.outline(n) for n, at in enumerate(sheet.letters("territory")) if at == letter])
        for letter in "FS"
    }

    def is_finnish(piece: Polygon) -> bool:
        if any(piece.contains(seed) for seed in seeds):
            return True
        shares = [piece.intersection(open_hexes[letter]).area for letter in "FS"]
        if max(shares) > 0:
            return shares[0] > shares[1]
        # an island off the hexes goes with the nearer country
        return bool(piece.distance(open_hexes["F"]) <= piece.distance(open_hexes["S"]))

    finnish = [piece for piece in pieces if is_finnish(piece)]
    rest = [piece for piece in pieces if piece not in finnish]
    return unary_union(finnish), unary_union(rest)


def _closed_hexes(sheet: Sheet, neutral: dict[str, BaseGeometry]) -> BaseGeometry:
    """Neutral hexes with little neutral land (Haparanda, Narva): a player must see that they are closed."""
    letters = sheet.letters("territory")
    grey = unary_union(list(neutral.values()))
    outlines = [sheet.outline(hex_) for hex_, letter in enumerate(letters) if letter in "NWE"]
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
