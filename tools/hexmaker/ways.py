"""Roads and railways: from hexside to hexside through each hex they link, straight into towns and junctions."""

from __future__ import annotations

from collections import defaultdict

from shapely import LineString, MultiLineString, line_merge, unary_union
from shapely.geometry.base import BaseGeometry

from hexmaker.hand import strayed
from hexmaker.sheet import Point, Sheet

STRAY = {"rail": (22.0, 420.0), "road": (26.0, 250.0)}
CURVE = 6  # pieces of a bend


def ways(sheet: Sheet) -> dict[str, BaseGeometry]:
    """The lines of each kind."""
    links = {kind: _beside(sheet.pairs(f"{kind}_links")) for kind in sheet.drawn["ways"]}
    towns = {sheet.grid.index(number) for number in sheet.hexes["towns"]}
    drawn = {}
    for kind in links:
        pieces = [
            piece
            for hex_, others in sorted(links[kind].items())
            for piece in _through(sheet, hex_, others, _is_stop(hex_, kind, links, towns))
        ]
        stops = {sheet.centre(hex_) for hex_ in links[kind] if _is_stop(hex_, kind, links, towns)}
        drawn[kind] = unary_union([_by_hand(kind, line) for line in _joined(pieces, stops)])
    return drawn


def _beside(pairs: list[tuple[int, int]]) -> dict[int, list[int]]:
    beside: dict[int, list[int]] = defaultdict(list)
    for a, b in pairs:
        beside[a].append(b)
        beside[b].append(a)
    return beside


def _is_stop(hex_: int, kind: str, links: dict[str, dict[int, list[int]]], towns: set[int]) -> bool:
    """Whether the way goes to the middle: a town, an end, a fork, or another way to meet."""
    others = [other for other in links if other != kind]
    return hex_ in towns or len(links[kind][hex_]) != 2 or any(links[other].get(hex_) for other in others)


def _through(sheet: Sheet, hex_: int, others: list[int], is_stop: bool) -> list[list[Point]]:
    middle = sheet.centre(hex_)
    edges = [_halfway(middle, sheet.centre(other)) for other in others]
    if is_stop:
        return [[edge, middle] for edge in edges]
    return [_bend(edges[0], middle, edges[1])]


def _halfway(a: Point, b: Point) -> Point:
    # rounded, so that the halves of both hexes meet
    return round((a[0] + b[0]) / 2, 3), round((a[1] + b[1]) / 2, 3)


def _bend(start: Point, towards: Point, end: Point) -> list[Point]:
    points = []
    for step in range(CURVE + 1):
        t = step / CURVE
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        points.append((a * start[0] + b * towards[0] + c * end[0], a * start[1] + b * towards[1] + c * end[1]))
    points[0], points[-1] = start, end
    return points


def _joined(pieces: list[list[Point]], stops: set[Point]) -> list[list[Point]]:
    """Long lines from stop to stop: there they must meet whatever else does, so that they may not stray."""
    merged = line_merge(MultiLineString(pieces))
    told: list[list[Point]] = []
    for line in getattr(merged, "geoms", [merged]):
        part: list[Point] = []
        for x, y in line.coords:
            part.append((x, y))
            if (x, y) in stops and len(part) > 1:
                told.append(part)
                part = [(x, y)]
        if len(part) > 1:
            told.append(part)
    return told


def _by_hand(kind: str, points: list[Point]) -> LineString:
    reach, wavelength = STRAY[kind]
    return LineString(strayed(f"{kind} {points[0]} {points[-1]}", points, reach, wavelength, calm_ends=120.0))
