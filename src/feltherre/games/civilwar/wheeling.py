"""Wheels about a front corner (02.05.5): how far a unit wheels to have a place before it, over what ground,
and what it runs into."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.games.civilwar.crossing import barred_by, crossings, outline_of
from feltherre.games.civilwar.marchers import fastest
from feltherre.games.civilwar.marching import (
    EDGE,
    Bar,
    Marcher,
    Piece,
    Way,
    edges,
    go,
    inner,
    parts_of,
    terrain_at,
    wheel_way,
)
from feltherre.games.civilwar.room import stand_on
from feltherre.ground.tabletop.angles import Point, bearing, rotate_about, turn_to
from feltherre.ground.tabletop.bodies import Pose
from feltherre.ground.tabletop.distance import pieces_within
from feltherre.ground.tabletop.measure import CIRCLE, TURN, way_in
from feltherre.ground.tabletop.motion import NEVER, first_clear, first_within
from feltherre.ground.tabletop.movers import Moving, Standing
from feltherre.ground.tabletop.shapes import Box, Outline, box_of, boxes_meet, widened
from feltherre.ground.tabletop.table import Table
from feltherre.ground.tabletop.tracks import Leg, pose_at, wheel

#: no wheel is greater than this, however near the goal
_GREATEST: Final = 5 * CIRCLE // 12
#: how often one looks during a wheel that begins in touch with something
_LOOKS: Final = 8
#: one looks at the ground under the middle of the front each time that it has gone so far
_LOOK: Final = 10
#: what makes the ground no other
_NO_GROUND: Final = ("hill", "linear")


def wheel_towards(here: Pose, who: Marcher, goal: Point) -> int:
    """The turn after which a place lies straight ahead of the middle of the front, which a wheel moves too."""
    turn = turn_to(here.facing, bearing(goal[0] - here.x, goal[1] - here.y))
    for _ in range(8):
        leg = wheel(0, here, who.width, who.depth, turn or 1, 1, TURN)
        after = pose_at(leg, 1)
        if goal == after.point:
            break
        off = turn_to(after.facing, bearing(goal[0] - after.x, goal[1] - after.y))
        if abs(off) <= 1 or abs(turn + off) > _GREATEST:
            break
        turn += off
    return turn


@rule("02.05.5", "02.06.1", "02.06.5", "02.06.6")
def wheeled(table: Table, who: Marcher, pose: Pose, turn: int, tick: int, until: int) -> Way:
    """A wheel, as far as it goes in the time from `tick` to `until`: over each ground at its own rate (R16)."""
    way = _Wheel(table, who, pose, turn, way_in(until - tick, fastest(who)))
    bar = _first_bar(way)
    parts = parts_of(way.grounds(), way.passed(), bar.way if bar else way.length)
    gone = go(who, parts, way.whole, bar, tick, until)
    legs = tuple(leg for piece in gone.pieces if (leg := way.leg_of(piece)).turn)
    if not legs:
        return Way((), tick, pose, gone.stopped, gone.by)
    return Way(legs, gone.tick, pose_at(legs[-1], legs[-1].end), gone.stopped, gone.by)


class _Wheel:
    """A wheel: where the body is along the march length that it costs, and where it meets things."""

    def __init__(self, table: Table, who: Marcher, pose: Pose, turn: int, reach: int) -> None:
        self.table, self.who, self.turn = table, who, turn
        self.whole = wheel_way(who.width, turn)
        #: no farther than it comes in the time
        self.length = min(self.whole, reach)
        #: at this rate a tick of the leg is 0.1 mm of its way
        self.leg = wheel(0, pose, who.width, who.depth, turn, self.whole, TURN)
        self.moving = Moving((self.leg,))

    def at(self, way: int) -> Point:
        return pose_at(self.leg, way).point

    def leading(self, way: int) -> Point:
        return self.at(way)

    def box(self) -> Box:
        return self.moving.box

    def touches(self, solids: tuple[Outline, ...], half: int) -> bool:
        return pieces_within(self.moving.pieces(0), solids, half)

    def meets(self, solids: tuple[Outline, ...], half: int, after: int = 0) -> int:
        return first_within(self.moving, Standing(*solids), half, after, self.length)

    def clear_of(self, solids: tuple[Outline, ...], half: int, after: int = 0) -> int:
        way = first_clear(self.moving, Standing(*solids), half, after, self.length)
        return self.length if way == NEVER else way

    def leg_of(self, piece: Piece) -> Leg:
        """A piece of the wheel as a leg of the track; without any turn if it is not a tenth of a degree."""
        turn = self._angle(piece.end) - self._angle(piece.begin)
        turn, way = turn if self.turn > 0 else -turn, piece.end - piece.begin
        start = pose_at(self.leg, piece.begin)
        over = {"rate": piece.rate, "ground": piece.ground, "obstacle": piece.obstacle}
        return replace(self.leg, start=piece.tick, pose=start, way=way, turn=turn, **over)

    def passed(self) -> list[tuple[int, int, int]]:
        """Where which class of obstacle is passed, to the tenth of a degree."""
        return [(self._whole_tenth(begin), self._whole_tenth(end), what) for begin, end, what in crossings(self)]

    @rule("02.06.1")
    def grounds(self) -> list[tuple[int, int, str]]:
        """From where to where which ground lies under the middle of the front, which goes along an arc (R16)."""
        looks = self._looks()
        begin, here, terrain = 0, looks[0], self._terrain(looks[0])
        found = []
        for look in looks[1:]:
            while self._terrain(look) != terrain:
                here = self._border(here, look, terrain)
                end = self._way(here - 1)
                found.append((begin, end, terrain))
                begin, terrain = end, self._terrain(here)
            here = look
        return [*found, (begin, self.length, terrain)]

    def _looks(self) -> list[int]:
        """The angles at which one looks what ground it is: first where the middle has left its place, as it goes away
        from a border on which it stood. Where there are only hills, and walls and the like, once is enough."""
        last, (x, y) = self._angle(self.length), self.leg.pivot
        first = next((angle for angle in range(1, last) if self._middle(angle) != self.leg.pose.point), last)
        round_it = widened((x, y, x, y), self.who.width // 2 + 2)
        if all(one.type in _NO_GROUND for one in self.table.meeting(round_it)):
            return [first]
        # the middle goes about half as far as the wheel counts
        steps = self.length // (2 * _LOOK) + 1
        return [first, *(angle for step in range(1, steps + 1) if (angle := last * step // steps) > first)]

    def _border(self, here: int, there: int, terrain: str) -> int:
        """The first angle after one with this ground, up to one with another, that has another."""
        while there - here > 1:
            middle = (here + there) // 2
            here, there = (middle, there) if self._terrain(middle) == terrain else (here, middle)
        return there

    def _terrain(self, angle: int) -> str:
        turn = angle if self.turn > 0 else -angle
        return terrain_at(self.table, self._middle(angle), self.who, (self.leg.pose.facing + turn) % CIRCLE)

    def _middle(self, angle: int) -> Point:
        """The middle of the front after so much of the wheel."""
        return rotate_about(self.leg.pose.point, self.leg.pivot, angle if self.turn > 0 else -angle)

    def _angle(self, way: int) -> int:
        """The whole 0.1 degrees that a march length pays for."""
        return abs(self.turn) * way // self.whole

    def _way(self, angle: int) -> int:
        """The march length that so much of the wheel costs."""
        return -(-self.whole * angle // abs(self.turn))

    def _whole_tenth(self, way: int) -> int:
        return self._way(self._angle(way))


@rule("02.06.6")
def _first_bar(way: _Wheel) -> Bar | None:
    """The first thing that a wheel runs into and that bars it, short of it."""
    bars: list[tuple[tuple[Outline, ...], int, str, str]] = [
        (*outline_of(one), why, one.id) for one in way.table.meeting(way.box()) if (why := barred_by(one, way.who))
    ]
    ends = edges(way.table).items()
    bars += [((outline,), 0, EDGE, edge) for edge, outline in ends if boxes_meet(box_of(outline), way.box())]
    found: Bar | None = None
    for solids, half, why, name in bars:
        if way.touches(solids, half):
            met = 0 if _wheels_into(way, solids, half) else NEVER
        else:
            met = way.meets(solids, half)
        if met != NEVER and (found is None or met - 1 < found.way):
            found = Bar(max(0, met - 1), why, name)
    return found


def _wheels_into(way: _Wheel, solids: tuple[Outline, ...], half: int) -> bool:
    """If a body that touches something wheels into it, or off the table with the middle of its front."""
    areas = [solid for solid in solids if len(solid) > 2]
    lines = tuple(solid for solid in solids if len(solid) < 3)
    x, y = way.at(way.length)
    if not (0 <= x <= way.table.width and 0 <= y <= way.table.height):
        return True
    here = way.moving.pieces(0)
    inside = inner(here, lines, half) if lines else 0
    if stand_on(here, areas) or pieces_within(here, lines, inside):
        return False
    looks = [way.moving.pieces(way.length * part // _LOOKS) for part in range(1, _LOOKS + 1)]
    return any(stand_on(pieces, areas) or pieces_within(pieces, lines, inside) for pieces in looks)
