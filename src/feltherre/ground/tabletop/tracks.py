"""Bodies in motion: legs of a march, wheels and halts, and where a body is at each tick.

A leg is plain data. Where the body is at a tick follows from the leg's start and its rate alone, in whole 0.1 mm and
0.1 degree, so that nothing drifts. On the way the rest is cut off: a body is never farther than its rate allows, and
comes to a place at the first tick at or after its arrival. A track is a tuple of legs, each beginning at or after the
tick at which the one before has ended.
"""

from __future__ import annotations

import itertools
from math import isqrt

from msgspec import Struct

from feltherre.core.errors import BadInput
from feltherre.ground.tabletop.angles import Point, forward, rotate_about
from feltherre.ground.tabletop.bodies import Pose, bent_column, outline_at, round_length
from feltherre.ground.tabletop.measure import CIRCLE, TURN, rounded, ticks_for
from feltherre.ground.tabletop.shapes import Box, Outline, box_of, joined, widened


class Leg(Struct, frozen=True):
    """A part of a motion, from tick `start`.

    The body is `width` x `depth` behind `pose`. It goes `dx`, `dy`, or turns by `turn` (clockwise above 0) about
    `pivot`; that counts as `way` and is done at `rate` a turn. With no way it halts.
    """

    start: int
    pose: Pose
    width: int
    depth: int
    way: int = 0
    rate: int = 1
    dx: int = 0
    dy: int = 0
    turn: int = 0
    pivot: Point = (0, 0)
    #: a column that follows its head: the places where the head has been before this leg, the latest first
    trail: tuple[Point, ...] = ()
    column: bool = False
    #: the ground that gives it its rate, and the class of an obstacle that it passes (0: none)
    ground: str = ""
    obstacle: int = 0

    @property
    def end(self) -> int:
        """The tick at which the motion is over."""
        return self.start + ticks_for(self.way, self.rate)


Track = tuple[Leg, ...]


def halt(start: int, pose: Pose, width: int, depth: int) -> Leg:
    """The body stands still."""
    return Leg(start, pose, width, depth)


def march(start: int, pose: Pose, width: int, depth: int, direction: int, way: int, rate: int) -> Leg:
    """The body goes straight in a direction without changing its facing."""
    x, y = forward((0, 0), direction, way)
    return Leg(start, pose, width, depth, way, rate, x, y)


def march_to(start: int, pose: Pose, width: int, depth: int, goal: Point, rate: int) -> Leg:
    """The middle of the front goes straight to a place."""
    dx, dy = goal[0] - pose.x, goal[1] - pose.y
    way = round_length(dx, dy) if dx or dy else 0
    return Leg(start, pose, width, depth, way, rate, dx, dy)


def wheel(start: int, pose: Pose, width: int, depth: int, turn: int, way: int, rate: int) -> Leg:
    """The body wheels about the front corner on the side to which it turns; the game says what way that counts as."""
    corners = outline_at(width, depth, pose)
    return Leg(start, pose, width, depth, way, rate, turn=turn, pivot=corners[1] if turn > 0 else corners[0])


def spin(start: int, pose: Pose, width: int, depth: int, turn: int, way: int, rate: int) -> Leg:
    """The body turns about its centre."""
    left, _, right, _ = outline_at(width, depth, pose)
    centre = rounded(left[0] + right[0], 2), rounded(left[1] + right[1], 2)
    return Leg(start, pose, width, depth, way, rate, turn=turn, pivot=centre)


def pose_at(leg: Leg, tick: int) -> Pose:
    """Where the body of a leg is; before the leg at its start, after it at its end."""
    pose = leg.pose
    whole = leg.way * TURN
    done = (tick - leg.start) * leg.rate
    if whole == 0 or done <= 0:
        return pose
    done = min(done, whole)
    if leg.turn:
        angle = _cut_off(leg.turn * done, whole)
        x, y = rotate_about((pose.x, pose.y), leg.pivot, angle)
        return Pose(x, y, (pose.facing + angle) % CIRCLE)
    return Pose(pose.x + _cut_off(leg.dx * done, whole), pose.y + _cut_off(leg.dy * done, whole), pose.facing)


def pieces_at(leg: Leg, tick: int) -> tuple[Outline, ...]:
    """The ground that the body of a leg covers."""
    pose = pose_at(leg, tick)
    if leg.column:
        return bent_column((pose.point, leg.pose.point, *leg.trail), pose.facing, leg.width, leg.depth).pieces
    return (outline_at(leg.width, leg.depth, pose),)


def leg_at(track: Track, tick: int) -> Leg:
    """The leg that is under way at a tick: the last that has begun."""
    for leg in reversed(track):  # they are few
        if leg.start <= tick:
            return leg
    return track[0]


def track_of(*legs: Leg) -> Track:
    """Legs as a track; BadInput if one begins before the one before has ended."""
    for before, leg in itertools.pairwise(legs):
        if leg.start < before.end:
            raise BadInput(f"a leg begins at tick {leg.start}, the one before ends at {before.end}")
    if not legs:
        raise BadInput("a track has at least one leg")
    return legs


def cut(track: Track, tick: int) -> Track:
    """The track up to a tick, and a halt from there."""
    leg = leg_at(track, tick)
    kept = tuple(one for one in track if one.start < tick)
    if leg.column:
        stopped = Leg(tick, pose_at(leg, tick), leg.width, leg.depth, trail=(leg.pose.point, *leg.trail), column=True)
        return (*kept, stopped)
    return (*kept, halt(tick, pose_at(leg, tick), leg.width, leg.depth))


def farthest(leg: Leg) -> int:
    """How far the farthest corner of a turning body is from its pivot, rounded up."""
    px, py = leg.pivot
    corners = outline_at(leg.width, leg.depth, leg.pose)
    return max(isqrt((x - px) ** 2 + (y - py) ** 2) for x, y in corners) + 2


def box_of_track(track: Track, begin: int, end: int) -> Box:
    """A box that the body does not leave between two ticks."""
    boxes = []
    for place, leg in enumerate(track):
        until = track[place + 1].start if place + 1 < len(track) else end
        if leg.start > end or (until < begin and place + 1 < len(track)):
            continue
        if leg.turn:
            reach = farthest(leg)
            boxes.append(widened((*leg.pivot, *leg.pivot), reach))
        else:
            for tick in (max(begin, leg.start), min(end, max(until, leg.start))):
                boxes += [box_of(piece) for piece in pieces_at(leg, tick)]
    first = track[0]
    if begin < first.start:
        boxes += [box_of(piece) for piece in pieces_at(first, begin)]
    return widened(joined(boxes), 2)


def _cut_off(top: int, bottom: int) -> int:
    """The whole part of a fraction, towards 0."""
    return top // bottom if top >= 0 else -(-top // bottom)
