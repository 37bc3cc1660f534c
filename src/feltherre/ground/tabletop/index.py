"""Which bodies are near: buckets over the table for one body, a sweep along it for all pairs.

Boxes only leave out what cannot be; the exact distance is asked for the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from feltherre.ground.tabletop.bodies import Body
from feltherre.ground.tabletop.distance import CONTACT, pieces_within
from feltherre.ground.tabletop.shapes import Box, boxes_meet, widened

#: the side of a bucket: about the front of a battalion
BUCKET: Final = 1200


class Places:
    """Bodies by their place on the table; names are numbers that the game gives."""

    def __init__(self, bucket: int = BUCKET) -> None:
        self.bucket = bucket
        self.bodies: dict[int, Body] = {}
        self._in: dict[tuple[int, int], list[int]] = {}

    def put(self, name: int, body: Body) -> None:
        """A body is there now, wherever it was before."""
        if name in self.bodies:
            self.lift(name)
        self.bodies[name] = body
        for cell in self._cells(body.box):
            self._in.setdefault(cell, []).append(name)

    def lift(self, name: int) -> None:
        """The body is no longer there."""
        for cell in self._cells(self.bodies.pop(name).box):
            names = self._in[cell]
            names.remove(name)
            if not names:
                del self._in[cell]

    def meeting(self, box: Box) -> list[int]:
        """The bodies whose boxes meet a box, in the order of their names."""
        bodies = self.bodies
        found = {name for cell in self._cells(box) for name in self._in.get(cell, ())}
        return sorted(name for name in found if boxes_meet(bodies[name].box, box))

    def near(self, body: Body, limit: int, leave_out: int = -1) -> list[int]:
        """The bodies at most so far from a body, in the order of their names."""
        return [
            name
            for name in self.meeting(widened(body.box, limit))
            if name != leave_out and pieces_within(body.pieces, self.bodies[name].pieces, limit)
        ]

    def touching(self, name: int) -> list[int]:
        """The bodies in contact with one of them."""
        return self.near(self.bodies[name], CONTACT, name)

    def _cells(self, box: Box) -> Iterator[tuple[int, int]]:
        size = self.bucket
        rows = range(box[1] // size, box[3] // size + 1)
        for column in range(box[0] // size, box[2] // size + 1):
            for row in rows:
                yield column, row


def near(a: Body, b: Body, limit: int) -> bool:
    """Whether two bodies are at most so far apart."""
    west, south, east, north = a.box
    left, low, right, high = b.box
    if left - limit > east or west - limit > right or low - limit > north or south - limit > high:
        return False
    return pieces_within(a.pieces, b.pieces, limit)


def near_boxes(boxes: Sequence[Box], limit: int) -> list[tuple[int, int]]:
    """All pairs of boxes that may be at most so far apart, the lower number first, in no order to rely on."""
    order = sorted(range(len(boxes)), key=lambda place: boxes[place][0])
    found = []
    open_: list[tuple[int, int, int, int]] = []
    for place in order:
        left, low, right, high = boxes[place]
        left -= limit
        low -= limit
        high += limit
        open_ = [other for other in open_ if other[0] >= left]
        for _, other_low, other_high, other in open_:
            if other_low <= high and low <= other_high:
                found.append((other, place) if other < place else (place, other))
        open_.append((right, low + limit, high - limit, place))
    return found


def near_pairs(bodies: Sequence[Body], limit: int) -> list[tuple[int, int]]:
    """All pairs of bodies at most so far apart, by their places in the list, in order."""
    return sorted(
        (a, b)
        for a, b in near_boxes([body.box for body in bodies], limit)
        if pieces_within(bodies[a].pieces, bodies[b].pieces, limit)
    )


def contacts(bodies: Sequence[Body]) -> list[tuple[int, int]]:
    """All pairs in base contact."""
    return near_pairs(bodies, CONTACT)
