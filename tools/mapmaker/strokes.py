"""How each line is drawn: coasts are simplified, borders are smoothed and given the wobble of a hand."""

from __future__ import annotations

import math
from itertools import pairwise

from shapely import LineString, STRtree

from mapmaker.faces import OUTSIDE
from mapmaker.lines import Arc
from mapmaker.noise import Wobble
from mapmaker.projection import Point

COAST_DETAIL = 2.5  # units that a simplified line may leave the true one
ABROAD_DETAIL = 5.0
BORDER_DETAIL = 1.6
STEP = 20.0  # borders are redrawn in steps of this length
ROUNDNESS = 75.0  # corners are rounded over this length
#: how far a line strays at most, and how long its waves are
WOBBLE = {"border": (36.0, 300.0), "massif": (75.0, 340.0), "shore": (22.0, 200.0)}


def draw(arcs: list[Arc]) -> list[Arc]:
    """All lines in whole units; a border that would run into another line is drawn with less wobble."""
    drawn = [_stroke(arc, 1.0) for arc in arcs]
    for calm in (0.6, 0.3, 0.1, 0.0):
        bad = crossing_lines(drawn)
        if not bad:
            break
        for number in bad:
            drawn[number] = _stroke(arcs[number], calm)
    return drawn


def _stroke(arc: Arc, liveliness: float) -> Arc:
    points = _points(arc, liveliness)
    whole: list[Point] = []
    for x, y in points:
        spot = (float(round(x)), float(round(y)))
        if not whole or spot != whole[-1]:
            whole.append(spot)
    return Arc(whole, arc.left, arc.right)


def _points(arc: Arc, liveliness: float) -> list[Point]:
    left, right = arc.left, arc.right
    if OUTSIDE in (left, right):
        return arc.points
    kinds = {left.kind, right.kind}
    if kinds <= {"area", "massif"} or "lake" in kinds:
        return _redrawn(arc, liveliness)
    if kinds <= {"sea", "beyond"}:
        return _simplified(arc.points, BORDER_DETAIL)
    abroad = kinds <= {"country", "sea", "beyond"}
    detail = min(1.0, 0.2 + liveliness) * (ABROAD_DETAIL if abroad else COAST_DETAIL)
    return _simplified(_softened(_simplified(arc.points, detail)) if liveliness > 0.5 else arc.points, detail / 2)


def _softened(points: list[Point]) -> list[Point]:
    """Corners cut twice: the atlas is angular at this scale."""
    ring = points[0] == points[-1]
    for _ in range(2):
        cut = [] if ring else [points[0]]
        for (ax, ay), (bx, by) in pairwise(points):
            cut.append((0.8 * ax + 0.2 * bx, 0.8 * ay + 0.2 * by))
            cut.append((0.2 * ax + 0.8 * bx, 0.2 * ay + 0.8 * by))
        points = [*cut, cut[0]] if ring else [*cut, points[-1]]
    return points


def _simplified(points: list[Point], detail: float) -> list[Point]:
    if points[0] == points[-1]:  # a ring keeps its two ends of greatest distance, so that it cannot collapse
        far = max(range(len(points)), key=lambda number: math.dist(points[0], points[number]))
        first, second = points[: far + 1], points[far:]
        return [*_simplified(first, detail)[:-1], *_simplified(second, detail)]
    return [(x, y) for x, y in LineString(points).simplify(detail, preserve_topology=True).coords]


def _redrawn(arc: Arc, liveliness: float) -> list[Point]:
    line = LineString(arc.points)
    steps = max(3, round(line.length / STEP))
    even = [line.interpolate(step / steps, normalized=True) for step in range(steps + 1)]
    smooth = _rounded([(spot.x, spot.y) for spot in even], arc.closed, round(ROUNDNESS / STEP))
    kinds = {arc.left.kind, arc.right.kind}
    reach, wavelength = WOBBLE["shore" if "lake" in kinds else "massif" if "massif" in kinds else "border"]
    wobble = Wobble(f"{arc.left.id}|{arc.right.id}|{round(line.length)}", wavelength, octaves=3)
    strayed = []
    for number, (x, y) in enumerate(smooth):
        along = number * STEP
        ends = 1.0 if arc.closed else min(1.0, along / 120, (steps - number) * STEP / 120)
        stray = liveliness * reach * ends * wobble.at(along)
        nx, ny = _normal(smooth, number, arc.closed)
        strayed.append((x + nx * stray, y + ny * stray))
    if arc.closed:
        strayed[-1] = strayed[0]
    else:
        strayed[0], strayed[-1] = arc.points[0], arc.points[-1]
    return _simplified(strayed, BORDER_DETAIL)


def _rounded(points: list[Point], closed: bool, rounds: int) -> list[Point]:
    """Each point moves towards the middle of its neighbours, again and again; ends stay."""
    for _ in range(rounds):
        inner = [
            ((ax + 2 * bx + cx) / 4, (ay + 2 * by + cy) / 4)
            for (ax, ay), (bx, by), (cx, cy) in zip(points, points[1:], points[2:], strict=False)
        ]
        if closed:
            (ax, ay), (bx, by), (cx, cy) = points[-2], points[0], points[1]
            seam = ((ax + 2 * bx + cx) / 4, (ay + 2 * by + cy) / 4)
            points = [seam, *inner, seam]
        else:
            points = [points[0], *inner, points[-1]]
    return points


def _normal(points: list[Point], number: int, closed: bool) -> Point:
    last = len(points) - 1
    before = points[number - 1] if number else points[last - 1 if closed else 0]
    after = points[number + 1] if number < last else points[1 if closed else last]
    dx, dy = after[0] - before[0], after[1] - before[1]
    length = math.hypot(dx, dy) or 1.0
    return -dy / length, dx / length


def crossing_lines(arcs: list[Arc]) -> list[int]:
    """The lines that cross or touch another line elsewhere than at their ends, or themselves."""
    lines = [LineString(arc.points) for arc in arcs]
    bad = {number for number, line in enumerate(lines) if not line.is_simple}
    tree = STRtree(lines)
    for number, line in enumerate(lines):
        for other in tree.query(line, predicate="intersects"):
            if other > number and not _meet_at_ends(line, lines[other]):
                bad.update((number, int(other)))
    return sorted(bad)


def _meet_at_ends(line: LineString, other: LineString) -> bool:
    met = line.intersection(other)
    spots = {tuple(part.coords[0]) for part in getattr(met, "geoms", [met]) if part.geom_type == "Point"}
    if any(part.geom_type != "Point" for part in getattr(met, "geoms", [met])):
        return False
    return spots <= {line.coords[0], line.coords[-1]} & {other.coords[0], other.coords[-1]}
