"""The table: its terrain objects, what lies under a place or a body, and what a straight way leads over."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from msgspec import Struct

from feltherre.core.errors import BadInput
from feltherre.ground.tabletop.angles import Point, bearing
from feltherre.ground.tabletop.bodies import Body, rectangle, round_length
from feltherre.ground.tabletop.distance import CONTACT, point_distance, within
from feltherre.ground.tabletop.measure import rounded
from feltherre.ground.tabletop.polygons import chords
from feltherre.ground.tabletop.reasons import Misplaced, NoRoom
from feltherre.ground.tabletop.shapes import Box, Outline, box_of, boxes_meet, joined, overlap, widened
from feltherre.ground.tabletop.terrain import Feature, is_on

#: the side of a square by which objects are looked up
CELL: Final = 1000


class Stretch(Struct, frozen=True):
    """A part of a straight way, from and to a distance from its start; the objects under it in the table's order."""

    start: int
    end: int
    under: tuple[str, ...]


class Screening(Struct, frozen=True):
    """An outline through which no sight runs, and its object; a line's stretches are rectangles."""

    name: str
    outline: Outline
    box: Box
    convex: bool


class Table:
    """A table with its objects. Nothing in it changes; works built during a game make another table."""

    def __init__(self, width: int, height: int, features: Iterable[Feature] = ()) -> None:
        if width < 1 or height < 1:
            raise BadInput(f"a table is not {width} x {height}")
        self.width = width
        self.height = height
        self.features = tuple(features)
        self._by_id = {feature.id: feature for feature in self.features}

    @cached_property
    def hills(self) -> tuple[Feature, ...]:
        return tuple(feature for feature in self.features if feature.level > 0)

    @cached_property
    def screens(self) -> tuple[Screening, ...]:
        """The outlines through which no sight runs."""
        return tuple(
            Screening(one.id, outline, box_of(outline), not one.area or len(one.solids) == 1)
            for one in self.features
            if one.screens
            for outline in _screens_of(one)
        )

    @cached_property
    def screen_boxes(self) -> tuple[tuple[Screening, Box], ...]:
        """The same, each with its box."""
        return tuple((screen, screen.box) for screen in self.screens)

    def feature(self, name: str) -> Feature:
        """The object of this name; BadInput if there is none."""
        found = self._by_id.get(name)
        if found is None:
            raise BadInput(f"there is no object {name} on the table")
        return found

    def under(self, point: Point) -> list[Feature]:
        """The objects at a place, the topmost last."""
        x, y = point
        return [feature for feature in self._by_cell.get((x // CELL, y // CELL), ()) if is_on(feature, point)]

    @cached_property
    def _by_cell(self) -> dict[tuple[int, int], list[Feature]]:
        """Squares of the table -> the objects that may lie there, in the table's order."""
        found: dict[tuple[int, int], list[Feature]] = {}
        for feature in self.features:
            west, south, east, north = feature.box
            for column in range(west // CELL, east // CELL + 1):
                for row in range(south // CELL, north // CELL + 1):
                    found.setdefault((column, row), []).append(feature)
        return found

    def level_at(self, point: Point) -> int:
        """The terrace at a place; 0 is the level ground."""
        return max((hill.level for hill in self.hills if is_on(hill, point)), default=0)

    def near(self, pieces: Sequence[Outline], limit: int = CONTACT) -> list[Feature]:
        """The objects at most so far from a body, in the table's order."""
        box = widened(joined([box_of(piece) for piece in pieces]), limit)
        return [feature for feature in self.meeting(box) if near_feature(pieces, feature, limit)]

    def meeting(self, box: Box) -> list[Feature]:
        """The objects whose boxes meet a box, in the table's order."""
        west, south, east, north = box
        return [
            feature
            for feature, (left, low, right, high) in self._boxes
            if left <= east and west <= right and low <= north and south <= high
        ]

    @cached_property
    def _boxes(self) -> list[tuple[Feature, Box]]:
        return [(feature, feature.box) for feature in self.features]

    def inside(self, feature: Feature, points: Iterable[Point]) -> int:
        """How many of some places lie on an object."""
        return sum(is_on(feature, point) for point in points)

    def holds(self, pieces: Sequence[Outline]) -> bool:
        """Whether a body lies on the table."""
        return all(0 <= x <= self.width and 0 <= y <= self.height for piece in pieces for x, y in piece)

    def no_room(self, body: Body, barred: Collection[str], others: Mapping[int, Body]) -> NoRoom | None:
        """Why a body cannot stand where it is: off the table, on an object that bars it, or on another body."""
        if not self.holds(body.pieces):
            return NoRoom(Misplaced.OFF_TABLE)
        for feature in self.features:
            if feature.id in barred and boxes_meet(feature.box, body.box) and covers_part(feature, body.pieces):
                return NoRoom(Misplaced.ON_OBJECT, what=feature.id)
        for name, other in others.items():
            if boxes_meet(other.box, body.box) and any(overlap(a, b) for a in body.pieces for b in other.pieces):
                return NoRoom(Misplaced.ON_BODY, who=name)
        return None

    def stretches(self, start: Point, end: Point) -> list[Stretch]:
        """What a straight way leads over, cut where something begins or ends; the parts add up to the way.

        Whether an object is under the way is asked in whole 0.1 mm along it; the floating point only proposes where
        to ask. What is only just touched, by less than rounding, may be left out.
        """
        length = point_distance(start, end)
        if length == 0:
            return []
        way = _Way(start, end, length)
        box = box_of((start, end))
        spans: list[tuple[str, list[tuple[int, int]]]] = []
        cuts = {0, length}
        for feature in self.meeting(box):
            if found := way.spans(feature):
                spans.append((feature.id, found))
                cuts.update(place for span in found for place in span)
        borders = sorted(cuts)
        return [
            Stretch(a, b, tuple(name for name, found in spans if any(c <= a and b <= d for c, d in found)))
            for a, b in itertools.pairwise(borders)
        ]

    def with_features(self, features: Iterable[Feature]) -> Table:
        """The same table with objects added on top; one of a name that is there already takes its place."""
        new = {feature.id: feature for feature in features}
        kept = [new.pop(feature.id, feature) for feature in self.features]
        return Table(self.width, self.height, (*kept, *new.values()))

    def without(self, names: Collection[str]) -> Table:
        """The same table without some objects."""
        return Table(self.width, self.height, (one for one in self.features if one.id not in names))


def near_feature(pieces: Sequence[Outline], feature: Feature, limit: int) -> bool:
    """Whether a body is at most so far from an object."""
    reach = limit + feature.half
    return any(within(piece, solid, reach) for piece in pieces for solid in feature.solids)


def covers_part(feature: Feature, pieces: Sequence[Outline]) -> bool:
    """Whether a body and an object have ground in common; an area that is only touched has none."""
    if feature.area:
        return any(overlap(piece, solid) for piece in pieces for solid in feature.solids)
    return near_feature(pieces, feature, 0)


def _screens_of(feature: Feature) -> list[Outline]:
    if feature.area:
        return [feature.points]
    return [
        rectangle(b[0], b[1], bearing(b[0] - a[0], b[1] - a[1]), -2 * feature.half, 0, 2 * feature.half, length)
        for a, b in feature.solids
        if (length := round_length(b[0] - a[0], b[1] - a[1])) and feature.half
    ]


class _Way:
    """A straight way in steps of 0.1 mm."""

    def __init__(self, start: Point, end: Point, length: int) -> None:
        self.start, self.end, self.length = start, end, length

    def at(self, step: int) -> Point:
        (x, y), (ex, ey) = self.start, self.end
        return x + rounded((ex - x) * step, self.length), y + rounded((ey - y) * step, self.length)

    def spans(self, feature: Feature) -> list[tuple[int, int]]:
        """Between which steps an object is under the way."""
        places = sorted({0, self.length, *self._proposed(feature)})
        found: list[tuple[int, int]] = []
        for a, b in itertools.pairwise(places):
            if is_on(feature, self.at((a + b) // 2)):
                first, last = self._border(feature, a, -1), self._border(feature, b, 1)
                if found and found[-1][1] >= first:
                    found[-1] = found[-1][0], last
                elif first < last:
                    found.append((first, last))
        return found

    def _border(self, feature: Feature, place: int, step: int) -> int:
        """The last step in a direction at which the object is still under the way, near a proposed one."""
        while not is_on(feature, self.at(place)):
            place -= step
        while 0 <= place + step <= self.length and is_on(feature, self.at(place + step)):
            place += step
        return place

    def _proposed(self, feature: Feature) -> list[int]:
        if feature.area:
            parts = [top / bottom for chord in chords(feature.points, self.start, self.end) for top, bottom in chord]
        else:
            parts = [part for a, b in feature.solids for part in self._near_line(a, b, feature.half)]
        return [round(part * self.length) for part in parts if 0 < part < 1]

    def _near_line(self, a: Point, b: Point, half: int) -> list[float]:
        """The parts of the way at which the distance to a line may become `half`: at its sides and round its ends."""
        (x, y), (ex, ey) = self.start, self.end
        dx, dy = ex - x, ey - y
        parts: list[float] = []
        lx, ly = b[0] - a[0], b[1] - a[1]
        length = (lx * lx + ly * ly) ** 0.5
        across = (lx * dy - ly * dx) / length
        if across:
            aside = (lx * (y - a[1]) - ly * (x - a[0])) / length
            parts += [(half - aside) / across, (-half - aside) / across]
        for cx, cy in (a, b):
            px, py = x - cx, y - cy
            square, product = dx * dx + dy * dy, px * dx + py * dy
            root = product * product - square * (px * px + py * py - half * half)
            if root >= 0:
                parts += [(-product - root**0.5) / square, (-product + root**0.5) / square]
        return parts
