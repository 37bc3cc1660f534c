"""Terrain objects: areas, and lines with a width, with the numbers that the game gives them.

`FeatureData` is what a file holds, in centimetres; `features_of` checks all of it and makes `Feature`s in whole
0.1 mm. The ground reads levels, widths and what screens; obstacle, cover and capacity it only keeps for the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from feltherre.core.errors import BadInput
from feltherre.ground.tabletop.angles import Point, bearing, forward
from feltherre.ground.tabletop.distance import point_gap
from feltherre.ground.tabletop.measure import CIRCLE, centimetres, tenths_of_mm
from feltherre.ground.tabletop.polygons import clockwise, convex_pieces, is_inside, is_simple
from feltherre.ground.tabletop.shapes import Box, Outline, box_of, joined, widened

#: a passage reaches so far beyond the banks, so that no sliver of water is left beside rounding
BANK: Final = 10


class FeatureData(Struct, frozen=True):
    """A terrain object as a file holds it; exactly one of `poly`, `rect`, `line` and `at` is given."""

    id: str
    type: str
    kind: str = ""
    poly: tuple[tuple[float, float], ...] = ()
    #: west, south, east, north
    rect: tuple[float, float, float, float] | None = None
    line: tuple[tuple[float, float], ...] = ()
    #: the middle of a ford or bridge; `crosses` names the line that it leads over, `width` is measured along that
    at: tuple[float, float] | None = None
    crosses: str = ""
    width: float | None = None
    level: int = 0
    crest: tuple[tuple[float, float], ...] = ()
    obstacle: int | None = None
    cover: int | None = None
    capacity: int | None = None
    screens: bool | None = None


class Classes(Struct, frozen=True):
    """What a game says of a type or kind of object; an object's own numbers come first."""

    obstacle: int = 0
    cover: int = 0
    capacity: int = 0
    #: no sight runs through it, and it hides what is inside
    screens: bool = False
    #: the width of a line that names none, in 0.1 mm
    width: int = 20


class Feature(Struct, frozen=True):
    """A terrain object on the table. `solids` are convex; a line's are its stretches, and it reaches `half` around."""

    id: str
    type: str
    kind: str
    points: Outline
    area: bool
    half: int
    solids: tuple[Outline, ...]
    box: Box
    level: int
    crest: Outline
    obstacle: int
    cover: int
    capacity: int
    screens: bool
    crosses: str = ""


def features_of(data: Sequence[FeatureData], classes: Mapping[str, Classes]) -> tuple[Feature, ...]:
    """The objects of a table. `classes` is looked up by kind, then by type. BadInput names all faults at once."""
    faults = [f"there are several objects {name}" for name, n in Counter(one.id for one in data).items() if n > 1]
    found: dict[str, Feature] = {}
    for one in sorted(data, key=lambda one: one.at is not None):  # passages last: they need what they cross
        try:
            found[one.id] = _feature(one, classes.get(one.kind) or classes.get(one.type) or Classes(), found)
        except BadInput as fault:
            faults.append(f"{one.id}: {fault}")
    faults += _level_faults(list(found.values()))
    if faults:
        raise BadInput("; ".join(faults))
    return tuple(found[one.id] for one in data)


def is_on(feature: Feature, point: Point) -> bool:
    """Whether a place lies on an object, its edge included."""
    x, y = point
    box = feature.box
    if not (box[0] <= x <= box[2] and box[1] <= y <= box[3]):
        return False
    if feature.area:
        return is_inside(feature.points, point)
    square = feature.half * feature.half
    for a, b in feature.solids:
        top, bottom = point_gap(x, y, a, b)
        if top <= square * bottom:
            return True
    return False


def _feature(data: FeatureData, classes: Classes, others: Mapping[str, Feature]) -> Feature:
    points, half = _ground(data, classes, others)
    area = half < 0
    solids = convex_pieces(points) if area else tuple(pairwise(points))
    return Feature(
        id=data.id,
        type=data.type,
        kind=data.kind,
        points=points,
        area=area,
        half=max(half, 0),
        solids=solids,
        box=widened(joined([box_of(solid) for solid in solids]), max(half, 0)),
        level=data.level,
        crest=_points(data.crest),
        obstacle=classes.obstacle if data.obstacle is None else data.obstacle,
        cover=classes.cover if data.cover is None else data.cover,
        capacity=classes.capacity if data.capacity is None else data.capacity,
        screens=classes.screens if data.screens is None else data.screens,
        crosses=data.crosses,
    )


def _ground(data: FeatureData, classes: Classes, others: Mapping[str, Feature]) -> tuple[Outline, int]:
    """The places of an object and half its width; -1 for an area."""
    given = sum((bool(data.poly), data.rect is not None, bool(data.line), data.at is not None))
    if given != 1:
        raise BadInput("give one of poly, rect, line and at")
    if data.line:
        return _line(data.line), _half_width(data, classes)
    if data.at is not None:
        return _passage(data, classes, others), -1
    if data.rect is not None:
        west, south, east, north = (tenths_of_mm(edge) for edge in data.rect)
        points: Outline = ((west, south), (west, north), (east, north), (east, south))
    else:
        points = _points(data.poly)
    if not is_simple(points):
        raise BadInput("its edges cross or touch, or it covers no ground")
    return clockwise(points), -1


def _line(written: Sequence[tuple[float, float]]) -> Outline:
    points = _points(written)
    if len(points) < 2 or any(a == b for a, b in pairwise(points)):
        raise BadInput("a line has two or more places, each another than the one before")
    return points


def _half_width(data: FeatureData, classes: Classes) -> int:
    width = classes.width if data.width is None else tenths_of_mm(data.width)
    if width < 0 or width % 2:
        raise BadInput("the width of a line is a multiple of 0.02 cm")
    return width // 2


def _passage(data: FeatureData, classes: Classes, others: Mapping[str, Feature]) -> Outline:
    """The ground of a ford or bridge: `width` along what it crosses, over its whole width and a little more."""
    assert data.at is not None
    crossed = others.get(data.crosses)
    if crossed is None or crossed.area:
        raise BadInput(f"it leads over {data.crosses or 'nothing'}, which is no line")
    x, y = tenths_of_mm(data.at[0]), tenths_of_mm(data.at[1])
    half = crossed.half
    gaps = [point_gap(x, y, a, b) for a, b in pairwise(crossed.points)]
    nearest = min(range(len(gaps)), key=lambda i: gaps[i][0] / gaps[i][1])
    if gaps[nearest][0] > half * half * gaps[nearest][1]:
        raise BadInput(f"it stands beside {data.crosses}, not on it")
    a, b = crossed.points[nearest], crossed.points[nearest + 1]
    direction = bearing(b[0] - a[0], b[1] - a[1])
    along = (classes.width if data.width is None else tenths_of_mm(data.width)) // 2
    if along < 1:
        raise BadInput("a passage has a width")
    across = half + BANK
    left, right = (direction + CIRCLE * 3 // 4) % CIRCLE, (direction + CIRCLE // 4) % CIRCLE
    back = (direction + CIRCLE // 2) % CIRCLE
    start, end = forward((x, y), back, along), forward((x, y), direction, along)
    return (
        forward(start, left, across),
        forward(end, left, across),
        forward(end, right, across),
        forward(start, right, across),
    )


def _points(written: Sequence[tuple[float, float]]) -> Outline:
    return tuple((tenths_of_mm(x), tenths_of_mm(y)) for x, y in written)


def _level_faults(features: Sequence[Feature]) -> list[str]:
    """A terrace lies on the one below: each of its corners is on an object of the next lower level."""
    faults = []
    for one in features:
        below = [other for other in features if other.level == one.level - 1]
        if one.level < 0 or (one.level > 0 and not one.area):
            faults.append(f"{one.id}: only areas have levels, from 1 upwards")
        elif one.level > 1:
            faults += [
                f"{one.id}: at {centimetres(x)}, {centimetres(y)} it does not stand on level {one.level - 1}"
                for x, y in one.points
                if not any(is_on(other, (x, y)) for other in below)
            ]
    return faults
