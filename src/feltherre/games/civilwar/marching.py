"""Marching over the ground (02.06): the rates of schema I on what lies under a way, and what bars it (crossing.py).

A straight way is cut where the ground or the rate changes, and becomes legs of a track; every rate comes from the
procedure `march`. Whatever bars the way (water, an obstacle that the arm cannot pass, a building, the edge of the
table) ends it there.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from msgspec import Struct

from feltherre.core.amounts import exact
from feltherre.core.marks import rule
from feltherre.games.civilwar.crossing import (
    BUILDING,
    HARDLY,
    OBSTACLE,
    barred_by,
    crossings,
    led_over,
    outline_of,
    stretches,
    tail_of,
)
from feltherre.games.civilwar.ground import ground_at
from feltherre.games.civilwar.marchers import Marcher, fastest, has_teams, marcher, rate_of, staff_marcher
from feltherre.games.civilwar.procedures.march import wheel_length
from feltherre.games.civilwar.room import drawn_in, stand_on
from feltherre.ground.tabletop.angles import Point, apart, bearing, forward
from feltherre.ground.tabletop.bodies import Pose, outline_at, round_length
from feltherre.ground.tabletop.distance import pieces_distance, pieces_within, point_gap
from feltherre.ground.tabletop.measure import CIRCLE, CM, rounded, ticks_for, way_in
from feltherre.ground.tabletop.motion import NEVER, first_clear, way_until
from feltherre.ground.tabletop.movers import Sliding, Standing
from feltherre.ground.tabletop.shapes import Box, Outline, box_of, boxes_meet, joined, moved, widened
from feltherre.ground.tabletop.table import Table
from feltherre.ground.tabletop.terrain import Feature
from feltherre.ground.tabletop.tracks import Leg

__all__ = [
    "BUILDING",
    "EDGE",
    "OBSTACLE",
    "TERRAIN",
    "TIME",
    "Marcher",
    "Way",
    "far_goal",
    "has_teams",
    "marcher",
    "rate_of",
    "staff_marcher",
    "straight",
    "tail_of",
]

#: where more than one thing could end a march, which it was
TIME: Final = "time"
TERRAIN: Final = "terrain"
EDGE: Final = "edge"

#: a road helps those who follow it: those who go at most so far off its direction (R16)
FOLLOWS: Final = 450
#: the way out over each edge of the table
OUTWARD: Final = {"north": 0, "east": 900, "south": 1800, "west": 2700}
#: no body lies farther off the table than this
_BEYOND: Final = 100 * CM
#: a body that touches something at the start is let go if it is off it after this way
_OFF: Final = 20


class Way(Struct, frozen=True):
    """A march as it was worked out: its legs, where and when it ends, what ended it too soon ("": nothing)."""

    legs: tuple[Leg, ...]
    tick: int
    pose: Pose
    stopped: str = ""
    by: str = ""


# the ground under a way


@rule("02.06.1")
def terrain_at(table: Table, point: Point, who: Marcher, direction: int) -> str:
    """The ground under the middle of the front; a road only for those who follow it (R16)."""
    found: str = ground_at(table, point, who.formation, who.arm, who.pace)
    if found != "road":
        return found
    under = table.under(point)
    if any(one.type in ("stream", "canal") for one in under) or any(_follows(one, point, direction) for one in under):
        return found
    return ground_at(table, point, "line", "infantry")


def _follows(road: Feature, point: Point, direction: int) -> bool:
    if road.type != "road":
        return False
    gaps = [point_gap(*point, a, b) for a, b in pairwise(road.points)]
    nearest = min(range(len(gaps)), key=lambda place: gaps[place][0] / gaps[place][1])
    a, b = road.points[nearest], road.points[nearest + 1]
    angle = apart(direction, bearing(b[0] - a[0], b[1] - a[1]))
    return min(angle, CIRCLE // 2 - angle) <= FOLLOWS


def inner(pieces: tuple[Outline, ...], lines: tuple[Outline, ...], half: int) -> int:
    """So near to the middle of a canal or a wall is in it; whoever is in it already may go no nearer to the middle."""
    return min(max(0, half - 3), max(0, pieces_distance(pieces, lines) - 1))


class _Straight:
    """A straight way of a body: points along it, and where it meets things."""

    def __init__(self, table: Table, who: Marcher, pose: Pose, goal: Point) -> None:
        self.table, self.who, self.pose = table, who, pose
        self.start, self.goal = pose.point, goal
        self.dx, self.dy = goal[0] - pose.x, goal[1] - pose.y
        self.direction = bearing(self.dx, self.dy)
        self.length = round_length(self.dx, self.dy)
        # of a column only the head goes over new ground
        depth = 1 if who.column else who.depth
        self.pieces: tuple[Outline, ...] = (outline_at(who.width, depth, pose),)

    def at(self, way: int) -> Point:
        x, y = self.start
        return x + rounded(self.dx * way, self.length), y + rounded(self.dy * way, self.length)

    def leading(self, way: int) -> Point:
        here = self.at(way)
        return tail_of(Pose(*here, self.pose.facing), self.who.depth) if self.who.backwards else here

    def box(self) -> Box:
        return widened(joined([box_of(piece) for piece in (*self.pieces, *self.shifted(self.length))]), 2)

    def grounds(self) -> list[tuple[int, int, str]]:
        """From where to where which ground lies under the middle of the front."""
        found: list[tuple[int, int, str]] = []
        for part in self.table.stretches(self.start, self.goal):
            begin, end = min(part.start, self.length), min(part.end, self.length)
            kind = terrain_at(self.table, self.at((begin + end) // 2), self.who, self.direction)
            if found and found[-1][2] == kind:
                found[-1] = found[-1][0], end, kind
            elif begin < end:
                found.append((begin, end, kind))
        return found

    def shifted(self, way: int) -> tuple[Outline, ...]:
        x, y = self.at(way)
        return tuple(moved(piece, x - self.start[0], y - self.start[1]) for piece in self.pieces)

    def meets(self, solids: Iterable[Outline], half: int, after: int = 0) -> int:
        """How far until the body touches something; NEVER if it does not."""
        x, y = self.at(after)
        way = way_until(self.shifted(after), self.goal[0] - x, self.goal[1] - y, solids, half)
        return NEVER if way == NEVER else after + way

    def touches(self, solids: tuple[Outline, ...], half: int) -> bool:
        return pieces_within(self.pieces, solids, half)

    def goes_into(self, solid: Outline, half: int, name: str) -> bool:
        """If a body that touches something goes into it: not if it goes along it or away, or has to come out of it.
        Of who comes from beyond an edge it is asked that he goes no farther out."""
        if name in OUTWARD:
            return apart(self.direction, OUTWARD[name]) < CIRCLE // 4
        here, soon = self.pieces, self.shifted(min(_OFF, self.length))
        if len(solid) < 3:
            inside = inner(here, (solid,), half)
            before, after = (pieces_within(pieces, (solid,), inside) for pieces in (here, soon))
        else:
            before, after = (stand_on(pieces, (solid,)) for pieces in (here, soon))
        # the head of a column may have come against it only by bending
        return after and (self.who.column or not before)

    def slides_into(self, solid: Outline, half: int) -> int:
        """How far a body that touches something goes along it, aslant, until it is in it; NEVER if it does not."""
        if len(solid) < 3:
            inside = inner(self.pieces, (solid,), half)
            return NEVER if pieces_within(self.pieces, (solid,), inside) else self.meets((solid,), inside)
        smaller = drawn_in(self.pieces)
        if pieces_within(smaller, (solid,), 0):
            return NEVER
        return way_until(smaller, self.dx, self.dy, (solid,), 0)

    def clear_of(self, solids: tuple[Outline, ...], half: int, after: int = 0) -> int:
        sliding = Sliding(self.pieces, self.dx, self.dy, self.length)
        way = first_clear(sliding, Standing(*solids), half, after, self.length)
        return self.length if way == NEVER else way


class Bar(Struct, frozen=True):
    """What stops a march, and how far it goes until then."""

    way: int
    stopped: str
    by: str


# what bars a way


@rule("02.06.6", "02.06.4")
def _first_bar(way: _Straight, open_edge: str) -> Bar | None:
    """The first thing that stops the march, short of it (02.06.6, R19)."""
    bars = []
    box = way.box()
    for feature in way.table.features:
        why = barred_by(feature, way.who) if boxes_meet(feature.box, box) else ""
        if why:
            parts = [part for part in stretches(feature, box) if not led_over(way, feature, part)]
            solids = tuple(solid for part in parts for solid in part)
            bars.append(_bar(way, solids, outline_of(feature)[1], why, feature.id))
    for edge, outline in edges(way.table).items():
        if edge != open_edge and boxes_meet(box_of(outline), box):
            bars.append(_bar(way, (outline,), 0, EDGE, edge))
    return min((bar for bar in bars if bar is not None), key=lambda bar: bar.way, default=None)


def _bar(way: _Straight, solids: tuple[Outline, ...], half: int, why: str, by: str) -> Bar | None:
    touched = [solid for solid in solids if pieces_within(way.pieces, (solid,), half)]
    if any(way.goes_into(solid, half, by) for solid in touched):
        return Bar(0, why, by)
    mets = [way.meets([solid for solid in solids if solid not in touched], half)]
    if by not in OUTWARD:
        mets += [way.slides_into(solid, half) for solid in touched]
    met = min((one for one in mets if one != NEVER), default=NEVER)
    if met == NEVER:
        return None
    return Bar(max(0, met - 1), why, by)


def edges(table: Table) -> dict[str, Outline]:
    """What lies beyond each edge of the table, as an outline."""
    w, h, far = table.width, table.height, _BEYOND
    return {
        "north": ((-far, h + 1), (-far, h + far), (w + far, h + far), (w + far, h + 1)),
        "east": ((w + 1, -far), (w + 1, h + far), (w + far, h + far), (w + far, -far)),
        "south": ((-far, -far), (-far, -1), (w + far, -1), (w + far, -far)),
        "west": ((-far, -far), (-far, h + far), (-1, h + far), (-1, -far)),
    }


# the march


@rule("02.06.1", "02.06.2", "02.06.5", "02.06.6")
def straight(
    table: Table,
    who: Marcher,
    pose: Pose,
    goal: Point,
    tick: int,
    until: int,
    *,
    trail: tuple[Point, ...] = (),
    open_edge: str = "",
) -> Way:
    """A march straight to a place, as far as it goes in the time from `tick` to `until` (02.06.1, R16)."""
    if goal == pose.point or tick >= until:
        return Way((), tick, pose, TIME if tick >= until else "")
    way = _Straight(table, who, pose, goal)
    bar = _first_bar(way, open_edge)
    passed = crossings(way, trail or (tail_of(pose, who.depth),))
    parts = parts_of(way.grounds(), passed, bar.way if bar else way.length)
    gone = go(who, parts, way.length, bar, tick, until)
    #: where the head of a column has been before: on a straight way its start is enough
    turned = (pose.point, *trail) if who.column else ()
    legs = tuple(_leg(way, piece, turned if piece.begin else trail) for piece in gone.pieces)
    return Way(legs, gone.tick, Pose(*way.at(gone.here), pose.facing), gone.stopped, gone.by)


#: from where to where, over what ground, and over an obstacle of what class (0: none)
Part = tuple[int, int, str, int]


def parts_of(grounds: list[tuple[int, int, str]], passed: list[tuple[int, int, int]], length: int) -> list[Part]:
    """A way cut where the ground changes or an obstacle begins or ends, with the highest class there."""
    parts = []
    for begin, end, terrain in grounds:
        cuts = {begin, end, *(place for a, b, _ in passed for place in (a, b) if begin < place < end)}
        for a, b in pairwise(sorted(min(place, length) for place in cuts)):
            if a < b:
                classes = [obstacle for first, last, obstacle in passed if first <= a and b <= last]
                parts.append((a, b, terrain, max(classes, default=0)))
    return parts


class Piece(Struct, frozen=True):
    """A part of a way as it is gone, from a tick at the rate of its ground and of an obstacle of a class (0: none)."""

    begin: int
    end: int
    tick: int
    rate: int
    ground: str
    obstacle: int


class Gone(Struct, frozen=True):
    """A way as far as it is gone: where and when that is, and what ended it too soon ("": nothing)."""

    pieces: tuple[Piece, ...]
    here: int
    tick: int
    stopped: str = ""
    by: str = ""


@rule("02.06.1", "02.06.5")
def go(who: Marcher, parts: list[Part], length: int, bar: Bar | None, tick: int, until: int) -> Gone:
    """How far a way of this length is gone in the time from `tick` to `until`: each part takes the time of its own
    rate, and where there is none the march stops at the edge (R16)."""
    pieces: list[Piece] = []
    here, stopped, by = 0, "", ""
    for begin, end, terrain, obstacle in parts:
        rate = rate_of(who, terrain, obstacle)
        if rate is None:
            stopped, by = TERRAIN, terrain
            break
        done = min(end - begin, way_in(until - tick, rate))
        if done:
            pieces.append(Piece(begin, begin + done, tick, rate, terrain, obstacle))
            tick = min(until, tick + ticks_for(done, rate))
        here = begin + done
        if done < end - begin or tick >= until:
            stopped = TIME if here < length else ""
            break
    if not stopped and bar is not None and here >= bar.way:
        stopped, by = bar.stopped, bar.by
    return Gone(tuple(pieces), here, until if stopped == TIME else tick, stopped, by)


def _leg(way: _Straight, piece: Piece, trail: tuple[Point, ...]) -> Leg:
    (x, y), (to_x, to_y) = way.at(piece.begin), way.at(piece.end)
    pose, who, length = Pose(x, y, way.pose.facing), way.who, piece.end - piece.begin
    return Leg(
        piece.tick,
        pose,
        who.width,
        who.depth,
        length,
        piece.rate,
        to_x - x,
        to_y - y,
        trail=trail,
        column=who.column,
        ground=piece.ground,
        obstacle=piece.obstacle,
    )


@rule("02.05.5")
def wheel_way(width: int, turn: int) -> int:
    """The march length of a wheel by some 0.1 degrees: 1½ fronts for 90 degrees (02.05.5, R20)."""
    return -int(-wheel_length(exact(width), exact(abs(turn)) / 10) // 1)


def far_goal(who: Marcher, pose: Pose, direction: int, ticks: int, length: int | None = None) -> Point:
    """The place that a march of this length leads to, or one farther than it can come in the time."""
    return forward(pose.point, direction, way_in(ticks, fastest(who)) + 1 if length is None else length)


def shortened(head: Point, trail: tuple[Point, ...], facing: int, depth: int) -> tuple[Point, ...]:
    """The part of a column's trail that the column still covers, where it bends; () if it stands straight behind its
    head."""
    kept: list[Point] = []
    last, left, direction = head, depth, facing
    for point in trail:
        dx, dy = last[0] - point[0], last[1] - point[1]
        if (dx, dy) == (0, 0):
            continue
        towards = bearing(dx, dy)
        if kept and apart(towards, direction) <= HARDLY:
            kept.pop()
        kept.append(point)
        left -= round_length(dx, dy)
        last, direction = point, towards
        if left <= 0:
            break
    straight_behind = len(kept) == 1 and apart(facing, direction) <= HARDLY
    return () if straight_behind else tuple(kept)
