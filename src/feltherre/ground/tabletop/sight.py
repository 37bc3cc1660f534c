"""Lines of sight: distance, what screens them, crests and dead ground over terraces, bodies in the way.

The height of a line runs straight from the terrace of the eye to that of the mark. A hill hides what lies beyond its
crest if the line is lower there than the hill. The crest is the middle between the hill's edges along the line, also
beyond the eye and the mark, or where the line cuts a crest that is drawn. Edges of terraces alone never hide anything,
and a terrace on which both stand cannot: the line is nowhere lower than it.

Seen from one end or the other, a line is the same, but for what a `Look` says of the ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from feltherre.core.kept import kept
from feltherre.ground.tabletop.angles import Point
from feltherre.ground.tabletop.bodies import Body
from feltherre.ground.tabletop.distance import nearest_points, pieces_distance, point_distance
from feltherre.ground.tabletop.firelines import bodies_on_line
from feltherre.ground.tabletop.measure import rounded
from feltherre.ground.tabletop.polygons import Chord, Part, chords, line_cuts, middle_of, sooner
from feltherre.ground.tabletop.reasons import Hidden, Unseen
from feltherre.ground.tabletop.shapes import Outline, box_of, boxes_meet
from feltherre.ground.tabletop.table import Table
from feltherre.ground.tabletop.terrain import Feature, is_on


class Look(Struct, frozen=True):
    """What the game says of a look from one place to another."""

    #: the range of sight
    limit: int
    #: the range at which something inside a screen is seen
    inside: int
    #: how much of a screen, measured along the line, an eye inside it sees through
    out_of: int = 0


class Crest(Struct, frozen=True):
    """A crest on a line: the hill, its level, the distance from the eye, and if both ends stand on the hill."""

    hill: str
    level: int
    at: int
    shared: bool


class Screen(Struct, frozen=True):
    """A screen on a line and the distances from the eye between which the line runs through it."""

    what: str
    enters: int
    leaves: int
    holds_eye: bool
    holds_mark: bool


class Line(Struct, frozen=True):
    """All that is to be known of a line of sight, for a procedure or an umpire."""

    length: int
    eye_level: int
    mark_level: int
    crests: tuple[Crest, ...]
    screens: tuple[Screen, ...]


def why_hidden(
    table: Table,
    eye: Point,
    mark: Point,
    look: Look,
    bodies: Mapping[int, Body] | None = None,
    leave_out: Sequence[int] = (),
) -> Unseen | None:
    """What hides the mark from the eye, None if it is seen. Bodies hide only if they are given."""
    dx, dy = mark[0] - eye[0], mark[1] - eye[1]
    square = dx * dx + dy * dy
    if square > look.limit * look.limit:
        return Unseen(Hidden.TOO_FAR)
    if square:
        hidden = _screened(table, eye, mark, square, look) or _behind_crest(table, eye, mark)
        if hidden is not None:
            return hidden
    if bodies is not None:
        on_line = bodies_on_line(bodies, eye, mark, leave_out)
        if on_line:
            return Unseen(Hidden.BODY, who=on_line[0].name)
    return None


def line_between(table: Table, eye: Point, mark: Point) -> Line:
    """The facts of a line."""
    length = point_distance(eye, mark)
    if length == 0:
        level = table.level_at(eye)
        return Line(0, level, level, (), ())
    crests = [
        Crest(hill.id, hill.level, _along(part, length), shared)
        for hill, shared, part in _crests(table.hills, eye, mark)
    ]
    screens = [
        Screen(name, _along(a, length), min(length, _along(b, length)), a[0] <= 0, b[0] >= b[1])
        for name, (a, b) in _screens(table, eye, mark)
    ]
    return Line(
        length,
        table.level_at(eye),
        table.level_at(mark),
        tuple(sorted(crests, key=lambda crest: (crest.at, crest.level))),
        tuple(sorted(screens, key=lambda screen: (screen.enters, screen.what))),
    )


def marks_on(target: Body) -> tuple[Point, Point, Point, Point, Point]:
    """What is looked at of a body beside its nearest place: both ends of its front, its centre, the ends of its rear. A
    column may be hidden but for its tail."""
    return (*target.front, target.centre, target.pieces[-1][-2], target.pieces[-1][-1])


def tried_lines(observer: Body, target: Body) -> list[tuple[Point, Point]]:
    """The lines by which one body may see another: between the nearest places, and from there to its other marks."""
    eye, mark = nearest_places(observer, target)
    return [(eye, mark), *((eye, other) for other in marks_on(target))]


def nearest_places(observer: Body, target: Body) -> tuple[Point, Point]:
    if len(observer.pieces) == 1 == len(target.pieces):
        return nearest_points(observer.outline, target.outline)
    return nearest_of_pieces(observer.pieces, target.pieces)


@kept(16384)
def body_seen(table: Table, observer: Body, target: Body, look: Look) -> bool:
    """Whether a body is seen from another; the answer is kept for these two where they stand, and this look."""
    return body_hidden(table, observer, target, look) is None


def body_hidden(table: Table, observer: Body, target: Body, look: Look) -> Unseen | None:
    """What hides a body from another along the nearest line, None if any of the tried lines is free."""
    first: Unseen | None = None
    eye, nearest = nearest_places(observer, target)
    for mark in (nearest, *marks_on(target)):
        hidden = why_hidden(table, eye, mark, look)
        if hidden is None:
            return None
        first = first or hidden
    return first


def nearest_of_pieces(a: Sequence[Outline], b: Sequence[Outline]) -> tuple[Point, Point]:
    """The nearest places of bodies made of several outlines: those of the first two that are nearest."""
    pairs = [(one, other) for one in a for other in b]
    one, other = min(pairs, key=lambda pair: pieces_distance(pair[:1], pair[1:]))
    return nearest_points(one, other)


def _screens(table: Table, eye: Point, mark: Point) -> list[tuple[str, Chord]]:
    """The screens that the line between the two runs through."""
    west, south, east, north = box_of((eye, mark))
    near = [
        screen
        for screen, (left, low, right, high) in table.screen_boxes
        if left <= east and west <= right and low <= north and south <= high
    ]
    return [
        (screen.name, chord)
        for screen in near
        for chord in chords(screen.outline, eye, mark)
        if chord[1][0] > 0 and chord[0][0] < chord[0][1]
    ]


def _screened(table: Table, eye: Point, mark: Point, square: int, look: Look) -> Unseen | None:
    found = _screens(table, eye, mark)
    if not found:
        return None
    for name, (_, leaves) in found:
        if leaves[0] >= leaves[1] and square > look.inside * look.inside:
            return Unseen(Hidden.INSIDE_TOO_FAR, what=name)
    for name, (enters, leaves) in found:
        if enters[0] <= 0 and leaves[0] < leaves[1]:
            top, bottom = leaves
            if top * top * square > look.out_of * look.out_of * bottom * bottom:
                return Unseen(Hidden.DEEP_INSIDE, what=name)
    for name, (enters, leaves) in found:
        if enters[0] > 0 and leaves[0] < leaves[1]:
            return Unseen(Hidden.SCREENED, what=name, at=_place(enters, eye, mark))
    return None


def _crests(hills: Sequence[Feature], eye: Point, mark: Point) -> list[tuple[Feature, bool, Part]]:
    """The crests strictly between the two: the hill, if both stand on it, the part of the line."""
    box = box_of((eye, mark))
    found = []
    for hill in hills:
        if not boxes_meet(hill.box, box):
            continue
        shared = is_on(hill, eye) and is_on(hill, mark)
        found += [(hill, shared, part) for part in _crests_of(hill, eye, mark)]
    return found


def _crests_of(hill: Feature, eye: Point, mark: Point) -> list[Part]:
    """The crests of a hill strictly between the two."""
    return [
        part
        for chord in chords(hill.points, eye, mark)
        for part in _crest_parts(hill, chord, eye, mark)
        if 0 < part[0] < part[1]
    ]


def _crest_parts(hill: Feature, chord: Chord, eye: Point, mark: Point) -> list[Part]:
    if hill.crest:
        cuts = [
            cut for cut in line_cuts(hill.crest, eye, mark) if sooner(chord[0], cut) <= 0 and sooner(cut, chord[1]) <= 0
        ]
        if cuts:
            return cuts
    return [middle_of(chord)]


def _behind_crest(table: Table, eye: Point, mark: Point) -> Unseen | None:
    box = box_of((eye, mark))
    near = [hill for hill in table.hills if boxes_meet(hill.box, box)]
    eye_level = max((hill.level for hill in near if is_on(hill, eye)), default=0)
    mark_level = max((hill.level for hill in near if is_on(hill, mark)), default=0)
    low = min(eye_level, mark_level)
    for hill in near:
        if hill.level > low:
            for top, bottom in _crests_of(hill, eye, mark):
                if eye_level * (bottom - top) + mark_level * top < hill.level * bottom:
                    return Unseen(Hidden.CREST, what=hill.id, at=_place((top, bottom), eye, mark))
    return None


def _place(part: Part, eye: Point, mark: Point) -> Point:
    top, bottom = part
    return (
        eye[0] + rounded((mark[0] - eye[0]) * top, bottom),
        eye[1] + rounded((mark[1] - eye[1]) * top, bottom),
    )


def _along(part: Part, length: int) -> int:
    """The distance of a part of the line, rounded up."""
    top, bottom = part
    return max(0, -(-top * length // bottom))
