"""What the search for a first meeting asks of a body: its ground at a tick, and how fast it can come nearer."""

from __future__ import annotations

from functools import cached_property
from math import hypot, pi
from typing import Final, Protocol

from feltherre.ground.tabletop.measure import CIRCLE, TURN, rounded
from feltherre.ground.tabletop.shapes import Box, Outline, box_of, joined, moved
from feltherre.ground.tabletop.tracks import Leg, Track, box_of_track, farthest, leg_at, pieces_at

#: later than any tick
ENDLESS: Final = 1 << 60


class Pace:
    """How a body moves for a while, a tick."""

    def __init__(self, speed: float, velocity: tuple[float, float] | None, rounding: float, same: object) -> None:
        #: no part of it moves faster
        self.speed = speed
        #: if it goes straight
        self.velocity = velocity
        #: how much farther than that it may come by rounding, now and then together (where it goes straight, at most
        #: 1 along each axis along which it goes at all)
        self.rounding = rounding
        #: bodies for which this is equal move exactly alike
        self.same = same


_STILL: Final = Pace(0.0, (0.0, 0.0), 0.0, "still")


class Mover(Protocol):
    """A body over some time."""

    @property
    def box(self) -> Box:
        """A box that it never leaves."""

    def pieces(self, tick: int) -> tuple[Outline, ...]:
        """The ground that it covers."""

    def pace(self, tick: int) -> Pace:
        """How it moves from this tick to its next change."""

    def next_change(self, tick: int) -> int:
        """The first tick after this one at which the pace may be another."""


class Standing:
    """Something that stays where it is."""

    def __init__(self, *pieces: Outline) -> None:
        self._pieces = pieces

    @cached_property
    def box(self) -> Box:
        return joined([box_of(piece) for piece in self._pieces])

    def pieces(self, tick: int) -> tuple[Outline, ...]:
        return self._pieces

    def pace(self, tick: int) -> Pace:
        return _STILL

    def next_change(self, tick: int) -> int:
        return ENDLESS


class Sliding:
    """Outlines that go straight, a whole way in so many ticks."""

    def __init__(self, pieces: tuple[Outline, ...], dx: int, dy: int, ticks: int) -> None:
        self._pieces, self.dx, self.dy, self.ticks = pieces, dx, dy, ticks

    @property
    def box(self) -> Box:
        return joined([box_of(piece) for tick in (0, self.ticks) for piece in self.pieces(tick)])

    def pieces(self, tick: int) -> tuple[Outline, ...]:
        done = min(max(tick, 0), self.ticks)
        x, y = rounded(self.dx * done, self.ticks), rounded(self.dy * done, self.ticks)
        return tuple(moved(piece, x, y) for piece in self._pieces)

    def pace(self, tick: int) -> Pace:
        if tick >= self.ticks:
            return _STILL
        velocity = self.dx / self.ticks, self.dy / self.ticks
        return Pace(hypot(*velocity), velocity, 2.0, (self.dx, self.dy, self.ticks))

    def next_change(self, tick: int) -> int:
        return self.ticks if tick < self.ticks else ENDLESS


class Moving:
    """The body of a track."""

    def __init__(self, track: Track) -> None:
        self.track = track
        #: where it was asked for before: many are asked for at one tick
        self._known: dict[int, tuple[Outline, ...]] = {}

    @cached_property
    def box(self) -> Box:
        return box_of_track(self.track, self.track[0].start, self.track[-1].end)

    def pieces(self, tick: int) -> tuple[Outline, ...]:
        found = self._known.get(tick)
        if found is None:
            found = self._known[tick] = pieces_at(leg_at(self.track, tick), tick)
        return found

    def pace(self, tick: int) -> Pace:
        leg = leg_at(self.track, tick)
        return _STILL if leg.way == 0 or not leg.start <= tick < leg.end else _pace_of(leg)

    def next_change(self, tick: int) -> int:
        leg = leg_at(self.track, tick)
        if tick < leg.start:
            return leg.start
        if leg.way and tick < leg.end:
            return leg.end
        return next((later.start for later in self.track if later.start > tick), ENDLESS)


def _pace_of(leg: Leg) -> Pace:
    ticks = leg.way * TURN / leg.rate
    if leg.turn:
        reach = farthest(leg)
        tenth = reach * 2 * pi / CIRCLE  # how far the farthest corner goes for 0.1 degree
        return Pace(tenth * abs(leg.turn) / ticks, None, 4.0 + tenth, leg)
    velocity = leg.dx / ticks, leg.dy / ticks
    if leg.column:
        return Pace(hypot(*velocity), None, 5.0, leg)
    return Pace(hypot(*velocity), velocity, 2.0, (leg.start, leg.dx, leg.dy, leg.way, leg.rate))
