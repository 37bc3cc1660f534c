"""The corridor of a forced move (04.02, R39): where to, how far along a straight way, and who stands in it.

Flights and retirements take no time of the turn, but their length is that of so many ticks of march over the ground
that they cross. Everything here is worked out from the state and changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.games.civilwar.cover import nearest_place
from feltherre.games.civilwar.field import body, ground, pose
from feltherre.games.civilwar.marching import TIME, Marcher, far_goal, marcher, straight
from feltherre.games.civilwar.state import CivilWarState, Unit
from feltherre.ground.tabletop.angles import BITS, Point, ahead, apart, bearing, forward, opposite
from feltherre.ground.tabletop.bodies import Pose, Shape
from feltherre.ground.tabletop.distance import CONTACT, nearest_points, point_distance
from feltherre.ground.tabletop.measure import TURN
from feltherre.ground.tabletop.motion import NEVER, way_until
from feltherre.ground.tabletop.shapes import Outline, left_of, moved, overlap
from feltherre.ground.tabletop.terrain import Feature

Pieces = Sequence[Outline]


class Reach(Struct, frozen=True):
    """How far along a straight way and in how many ticks; what stopped it there, and the object or unit that did."""

    way: int
    ticks: int
    stopped: str = ""
    by: str = ""


# where to


@rule("04.02.1", "04.02.3")
def away_from(state: CivilWarState, unit: Unit, cause: Unit | None) -> int:
    """Straight away from the cause: from its nearest point through the unit's middle (R39). Where a whole edge is as
    near, as between two lines face to face, that point is meant which is nearest to the middle."""
    mine = body(state, unit)
    if cause is None:
        return opposite(unit.facing)
    x, y = mine.centre
    point = nearest_place(body(state, cause), (x, y)) if cause.on_table else (cause.x, cause.y)
    return opposite(unit.facing) if (x, y) == point else bearing(x - point[0], y - point[1])


def faced(ground_shape: Shape, centre: Point, heading: int) -> Pose:
    """A formation with its middle at a place, facing where it goes."""
    x, y = forward(centre, heading, ground_shape.depth // 2)
    return Pose(x, y, heading)


def beyond(pieces: Pieces, others: Pieces, heading: int) -> int:
    """How far a body has to go in a direction to stand directly behind others, just clear of base contact."""
    last = max(ahead(x, y, heading) for piece in others for x, y in piece)
    rear = min(ahead(x, y, heading) for piece in pieces for x, y in piece)
    return max(0, ((last - rear) >> BITS) + CONTACT + 2)


# how far


def driven(state: CivilWarState, unit: Unit, pace: str, *, backwards: bool = False) -> Marcher | None:
    """A unit that is forced to move: it enters any ground that has a value in its row (R18), and goes as one body."""
    who = marcher(state, unit, pace, backwards=backwards, free=True)
    return None if who is None else replace(who, column=False)


def reach(
    state: CivilWarState, unit: Unit, who: Marcher | None, heading: int, ticks: int, open_edge: str = ""
) -> Reach:
    """How far a unit comes from where it stands: over the ground under the middle of its front (R16), as far as no
    object bars its way, and no farther than the table unless an edge is open."""
    start = pose(unit)
    if who is None or ticks <= 0:
        return Reach(0, 0, "time")
    goal = far_goal(who, start, heading, ticks)
    way = straight(ground(state), who, start, goal, 0, ticks, open_edge=open_edge)
    length = point_distance(start.point, way.pose.point)
    # a length is rounded, and so is the place to which it leads: both may not be beyond what stops it
    return Reach(length if way.stopped == TIME else max(0, length - 2), way.tick, way.stopped, way.by)


def ticks_of(state: CivilWarState, unit: Unit, who: Marcher | None, heading: int, way: int) -> int:
    """How many ticks of march a way takes."""
    if who is None or way <= 0:
        return 0
    start = pose(unit)
    goal = forward(start.point, heading, way)
    return straight(ground(state), who, start, goal, 0, TURN, open_edge=edge_there(state, goal)).tick


def edge_there(state: CivilWarState, point: Point) -> str:
    """The edge beyond which a place lies, "" if it is on the table."""
    table = ground(state)
    x, y = point
    outside = {"north": y - table.height, "east": x - table.width, "south": -y, "west": -x}
    edge = max(outside, key=lambda name: outside[name])
    return edge if outside[edge] > 0 else ""


def shifted(pieces: Pieces, heading: int, way: int) -> tuple[Outline, ...]:
    """The ground of a body after a straight way."""
    dx, dy = forward((0, 0), heading, way)
    return tuple(moved(piece, dx, dy) for piece in pieces)


@rule("04.02.1")
def along_edge(feature: Feature, pieces: Pieces, heading: int) -> list[tuple[int, int]]:
    """The two directions along the edge of an impassable object, first the one that turns a flight aside least (the
    shorter of two that are even), and how far it is followed until the object is passed (R39)."""
    one = _barring(feature, pieces, heading)
    ways = [(apart(along, heading), beyond(pieces, feature.solids, along), along) for along in (one, opposite(one))]
    return [(along, length + feature.half) for _, length, along in sorted(ways)]


def _barring(feature: Feature, pieces: Pieces, heading: int) -> int:
    """The direction of the edge that bars a way: of those that are nearest, as two are at a corner, the one that lies
    most square to it."""
    edges = [(solid[place - 1], solid[place]) for solid in feature.solids for place in range(len(solid))]
    away = [min(point_distance(*nearest_points(edge, piece)) for piece in pieces) for edge in edges]
    near = [edge for edge, way in zip(edges, away, strict=True) if way <= min(away) + CONTACT]
    found = [bearing(b[0] - a[0], b[1] - a[1]) for a, b in near]
    return max(found, key=lambda one: min(apart(one, heading), apart(opposite(one), heading)))


# who stands in it


def met(pieces: Pieces, heading: int, way: int, others: Pieces) -> int:
    """How far a body goes until base contact with another that stands in its way; NEVER if it does not.

    Neighbours that it only slides along are not in its way.
    """
    if not in_path(pieces, heading, way, others):
        return NEVER
    return max(0, way_until(pieces, *forward((0, 0), heading, way), others, CONTACT))


def in_path(pieces: Pieces, heading: int, way: int, others: Pieces) -> bool:
    """If a body covers ground of another on a straight way."""
    dx, dy = forward((0, 0), heading, way)
    return any(overlap(swept(piece, dx, dy), other) for piece in pieces for other in others)


def swept(piece: Outline, dx: int, dy: int) -> Outline:
    """All the ground that a convex piece covers on a straight way: the hull of its beginning and its end."""
    points = sorted({*piece, *moved(piece, dx, dy)})
    return (*_half_hull(points), *_half_hull(points[::-1]))


def _half_hull(points: Sequence[Point]) -> list[Point]:
    """One half of a hull, clockwise, without its last point."""
    hull: list[Point] = []
    for point in points:
        while len(hull) >= 2 and left_of(hull[-2], hull[-1], point) >= 0:
            hull.pop()
        hull.append(point)
    return hull[:-1]
