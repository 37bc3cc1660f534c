"""Lines of fire: which bodies a line meets and where, how many ranks it cuts, which bases touch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from feltherre.ground.tabletop.angles import Point
from feltherre.ground.tabletop.bodies import Body, Pose, Shape, base_outline
from feltherre.ground.tabletop.distance import CONTACT, point_distance, within
from feltherre.ground.tabletop.index import near_boxes
from feltherre.ground.tabletop.measure import rounded
from feltherre.ground.tabletop.shapes import Outline, box_of, boxes_meet, meet, widened


class OnLine(Struct, frozen=True):
    """A body on a line, and how far from the line's start it is entered and left (rounded up and down)."""

    name: int
    enters: int
    leaves: int


def stretch_in(outline: Outline, start: Point, end: Point) -> tuple[Point, Point] | None:
    """Where a line enters and leaves a convex outline, rounded; touching is enough. None if it does not meet it."""
    if not meet(outline, (start, end)):
        return None
    dx, dy = end[0] - start[0], end[1] - start[1]
    enters, leaves = (0, 1), (1, 1)  # parts of the way, as fractions
    ax, ay = outline[-1]
    for bx, by in outline:
        ex, ey = bx - ax, by - ay
        outside = ex * (start[1] - ay) - ey * (start[0] - ax)
        outward = ex * dy - ey * dx
        if outward < 0 and outside * enters[1] > enters[0] * -outward:
            enters = outside, -outward
        elif outward > 0 and -outside * leaves[1] < leaves[0] * outward:
            leaves = -outside, outward
        ax, ay = bx, by
    first, last = (
        (start[0] + rounded(dx * top, bottom), start[1] + rounded(dy * top, bottom)) for top, bottom in (enters, leaves)
    )
    return first, last


def bodies_on_line(bodies: Mapping[int, Body], start: Point, end: Point, leave_out: Sequence[int]) -> list[OnLine]:
    """The bodies that a line meets or touches, the nearest to its start first."""
    line_box = box_of((start, end))
    found = []
    for name, body in bodies.items():
        if name in leave_out or not boxes_meet(body.box, line_box):
            continue
        stretches = [cut for piece in body.pieces if (cut := stretch_in(piece, start, end)) is not None]
        if stretches:
            enters = min(point_distance(start, first) for first, _ in stretches)
            leaves = max(point_distance(start, last) for _, last in stretches)
            found.append(OnLine(name, enters, leaves))
    return sorted(found, key=lambda one: (one.enters, one.leaves, one.name))


def ranks_on_line(shape: Shape, pose: Pose, start: Point, end: Point) -> list[int]:
    """The ranks of a formation of which the line cuts a base; bases that face other ways count by their own ranks."""
    line = (start, end)
    found = {(base.turned, base.rank) for base in shape.bases if meet(base_outline(base, pose), line)}
    return sorted(rank for _, rank in found)


def bases_in_contact(own: Sequence[Outline], enemy: Sequence[Outline]) -> list[int]:
    """The places in `own` of the bases that touch an enemy base."""
    boxes = [box_of(outline) for outline in (*own, *enemy)]
    count = len(own)
    found: set[int] = set()
    for a, b in near_boxes(boxes, CONTACT):
        if a < count <= b and a not in found and within(own[a], enemy[b - count], CONTACT):
            found.add(a)
    return sorted(found)


def bases_beside(own: Sequence[Outline], chosen: Sequence[int]) -> list[int]:
    """The bases that touch one of the chosen, those included."""
    found = set(chosen)
    boxes = [widened(box_of(outline), CONTACT) for outline in own]
    for place, outline in enumerate(own):
        if place not in found and any(
            boxes_meet(boxes[place], boxes[other]) and within(outline, own[other], CONTACT) for other in chosen
        ):
            found.add(place)
    return sorted(found)
