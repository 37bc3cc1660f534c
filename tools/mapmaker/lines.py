"""Faces as a net of lines: each line once, from where lines meet to where they meet again, with both its sides."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from mapmaker.faces import OUTSIDE, Face, Label
from mapmaker.projection import Point

Sides = tuple[Label, Label]  # left and right of a line as it is walked, on paper with y downwards


@dataclass
class Arc:
    points: list[Point]
    left: Label
    right: Label

    @property
    def closed(self) -> bool:
        return self.points[0] == self.points[-1]

    @property
    def sides(self) -> tuple[Label, Label]:
        return tuple(sorted((self.left, self.right)))  # type: ignore[return-value]


def net_of(faces: Iterable[Face]) -> list[Arc]:
    """The lines between faces of different labels."""
    sides = _segments(faces)
    ways: dict[Point, list[Point]] = defaultdict(list)
    for start, end in sides:
        ways[start].append(end)
        ways[end].append(start)
    nodes = {point for point in ways if _is_node(point, ways[point], sides)}
    used: set[tuple[Point, Point]] = set()
    arcs = [arc for node in sorted(nodes) for arc in _walks(node, ways, nodes, sides, used)]
    for start in sorted(ways):  # rings without a node: islands
        arcs.extend(_walks(start, ways, {start}, sides, used))
    return arcs


def without_stubs(arcs: list[Arc], least: float) -> list[Arc]:
    """Lines that are too short to be seen shrink to a point, and their ends become one."""
    moved: dict[Point, Point] = {}
    for arc in arcs:
        ends = (arc.points[0], arc.points[-1])
        if not arc.closed and sum(math.dist(*pair) for pair in pairwise(arc.points)) < least:
            target = moved.get(ends[0], ends[0])
            moved = {old: target if new == ends[1] else new for old, new in moved.items()} | {ends[1]: target}
    kept = []
    for arc in arcs:
        points = [moved.get(arc.points[0], arc.points[0]), *arc.points[1:-1], moved.get(arc.points[-1], arc.points[-1])]
        if len(set(points)) > 2 or points[0] != points[-1]:
            kept.append(Arc(points, arc.left, arc.right))
    return kept


def _segments(faces: Iterable[Face]) -> dict[tuple[Point, Point], Sides]:
    """Every short piece of line, once, in the direction of its smaller end, with the labels of its sides."""
    seen: dict[tuple[Point, Point], list[Label]] = {}
    for face, label in faces:
        for number, ring in enumerate([face.exterior, *face.interiors]):
            inside_left = ring.is_ccw == (number == 0)
            for start, end in pairwise(ring.coords):
                forward = (start, end) < (end, start)
                key = (start, end) if forward else (end, start)
                pair = seen.setdefault(key, [OUTSIDE, OUTSIDE])
                pair[0 if forward == inside_left else 1] = label
    return {key: (left, right) for key, (left, right) in seen.items() if left != right}


def _sides(start: Point, end: Point, sides: dict[tuple[Point, Point], Sides]) -> Sides:
    if (start, end) in sides:
        return sides[(start, end)]
    left, right = sides[(end, start)]
    return right, left


def _is_node(point: Point, ends: list[Point], sides: dict[tuple[Point, Point], Sides]) -> bool:
    if len(ends) != 2:
        return True
    return _sides(ends[0], point, sides) != _sides(point, ends[1], sides)


def _walks(
    node: Point,
    ways: dict[Point, list[Point]],
    nodes: set[Point],
    sides: dict[tuple[Point, Point], Sides],
    used: set[tuple[Point, Point]],
) -> Iterable[Arc]:
    for first in sorted(ways[node]):
        if (node, first) in used:
            continue
        points = [node, first]
        while points[-1] not in nodes:
            before, here = points[-2:]
            points.append(next(end for end in ways[here] if end != before))
        for start, end in pairwise(points):
            used.update(((start, end), (end, start)))
        left, right = _sides(points[0], points[1], sides)
        yield Arc(points, left, right)


def rings_of(arcs: list[Arc], wanted: Iterable[Label]) -> list[list[int]]:
    """The rings round all faces of the labels, as numbers of arcs, ~n for one walked backwards.

    Lines between two wanted labels do not count. The inside is to the left; rings that touch in a point are parted.
    """
    inside = set(wanted)
    starts: dict[Point, list[int]] = defaultdict(list)
    for number, arc in enumerate(arcs):
        if (arc.left in inside) != (arc.right in inside):
            step = number if arc.left in inside else ~number
            starts[_walk(arcs, step)[0]].append(step)
    rings = []
    while starts:
        first = next(iter(starts.values()))[0]
        ring, step = [], first
        while True:
            ring.append(step)
            end = _walk(arcs, step)
            _take(starts, end[0], step)
            here = end[-1]
            if here not in starts:
                break
            step = _leftmost(arcs, end, starts[here])
        rings.extend(_simple(arcs, ring))
    return rings


def _simple(arcs: list[Arc], ring: list[int]) -> list[list[int]]:
    """A ring that comes back to a place on its way, as several that do not."""
    loops: list[list[int]] = []
    way: list[int] = []
    starts: list[Point] = []
    for step in ring:
        line = _walk(arcs, step)
        way.append(step)
        starts.append(line[0])
        if line[-1] in starts:
            cut = starts.index(line[-1])
            loops.append(way[cut:])
            way, starts = way[:cut], starts[:cut]
    return loops


def _take(starts: dict[Point, list[int]], at: Point, step: int) -> None:
    starts[at].remove(step)
    if not starts[at]:
        del starts[at]


def _walk(arcs: list[Arc], step: int) -> list[Point]:
    return arcs[step].points if step >= 0 else arcs[~step].points[::-1]


def _leftmost(arcs: list[Arc], coming: list[Point], choices: list[int]) -> int:
    """The sharpest turn towards the inside."""
    back = _direction(coming[-1], coming[-2])

    def turn(step: int) -> float:
        line = _walk(arcs, step)
        return (back - _direction(line[0], line[1])) % (2 * math.pi)

    return min(choices, key=turn)


def _direction(start: Point, end: Point) -> float:
    return math.atan2(end[1] - start[1], end[0] - start[0])
