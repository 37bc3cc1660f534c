"""Room to stand (tabletop 6, Fits): on the table, on nobody, on no building or other ground that bars everybody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import Final

from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.games.civilwar.field import body, ground
from feltherre.games.civilwar.neighbours import layout
from feltherre.games.civilwar.state import CivilWarState, Unit, change, unit_of
from feltherre.ground.tabletop.angles import Point, forward, rotate
from feltherre.ground.tabletop.bodies import Body, Pose
from feltherre.ground.tabletop.measure import CIRCLE, CM, rounded
from feltherre.ground.tabletop.reasons import Misplaced, NoRoom
from feltherre.ground.tabletop.shapes import Outline, box_of, overlap
from feltherre.ground.tabletop.table import covers_part

#: objects on which nobody stands, and the class that nobody passes
BARRED: Final = ("building", "canal")
IMPASSABLE: Final = 4
#: bodies side by side may overlap by rounding: no more than base contact is
GRACE: Final = 5
#: how closely one looks for a place off an object, how far at most, and where, from where a unit faces
_STEP: Final = 10
_FAR: Final = 40 * CM
_ROUND: Final = tuple(CIRCLE * eighth // 8 for eighth in (4, 0, 2, 6, 3, 5, 1, 7))


def drawn_in(pieces: Sequence[Outline]) -> tuple[Outline, ...]:
    """Outlines with their corners drawn in a little, so that bodies which only touch do not overlap by rounding."""
    return tuple(_smaller(piece) for piece in pieces)


def _smaller(piece: Outline) -> Outline:
    """Each corner moved along both of its edges."""
    corners = []
    for place, (x, y) in enumerate(piece):
        before, after = piece[place - 1], piece[(place + 1) % len(piece)]
        (ax, ay), (bx, by) = _step(before[0] - x, before[1] - y), _step(after[0] - x, after[1] - y)
        corners.append((x + ax + bx, y + ay + by))
    return tuple(corners)


def _step(dx: int, dy: int) -> Point:
    """A little way along an edge, not beyond its middle."""
    length = max(1, isqrt(dx * dx + dy * dy))
    grace = min(GRACE, length // 2)
    return rounded(dx * grace, length), rounded(dy * grace, length)


def stand_on(one: Sequence[Outline], other: Sequence[Outline]) -> bool:
    """If two bodies share ground."""
    return any(
        overlap(a, b) and overlap(_smaller(a), b) and overlap(a, _smaller(b)) for a in one for b in other if len(b) > 2
    )


class Floor:
    """What stands on the table beside one unit, for finding room for it more than once."""

    def __init__(self, state: CivilWarState, unit_id: str) -> None:
        self.state = state
        self.table = ground(state)
        self.barred = [one.id for one in self.table.features if one.type in BARRED or one.obstacle == IMPASSABLE]
        self.unit_id = unit_id
        self.layout = layout(state)

    def _others(self, there: Body) -> dict[int, Body]:
        """The other units in the open whose boxes meet that of a body, by their place in the list."""
        near = [(place, self.layout.things[place]) for place in self.layout.meeting(there.box)]
        return {place: body(self.state, one) for place, one in near if one.id != self.unit_id and not one.building}

    def no_room(self, unit: Unit, *, edge: bool = True) -> NoRoom | None:
        """Why a unit cannot stand where it is said to stand."""
        if unit.building:
            return None
        # only whole outlines leave the table (R100): a unit that stays has the middle of its front on it, with no grace
        if not self.table.holds([((unit.x, unit.y),)]):
            return NoRoom(Misplaced.OFF_TABLE)
        there = body(self.state, unit)
        smaller = Body(drawn_in(there.pieces), there.facing, there.box)
        if edge or self.table.holds(smaller.pieces):
            return self.table.no_room(smaller, self.barred, self._others(there))
        # a unit from beyond the edge is there in part only: nobody may stand on that part
        others = self._others(there).items()
        who = next((number for number, one in others if stand_on(there.pieces, one.pieces)), None)
        return None if who is None else NoRoom(Misplaced.ON_BODY, who=who)

    def goes_out(self, unit: Unit, there: Unit) -> bool:
        """If a unit would lie farther over an edge than it does, by more than rounding. Part of it may lie there: who
        comes from beyond the edge is not all on the table yet, and others are over it by a hair."""
        before = self._over(body(self.state, unit).pieces)
        after = self._over(drawn_in(body(self.state, there).pieces))
        return any(new > old for old, new in zip(before, after, strict=True))

    def _over(self, pieces: Sequence[Outline]) -> tuple[int, ...]:
        """How far a body lies over the west, south, east and north edge."""
        x1, y1, x2, y2 = box_of([point for piece in pieces for point in piece])
        return tuple(max(0, over) for over in (-x1, -y1, x2 - self.table.width, y2 - self.table.height))

    def on_object(self, unit: Unit, *, grace: bool = False) -> bool:
        """If a unit lies on something that bars everybody, be it by a hair: from there it could not set out. With
        `grace`, by more than rounding."""
        if unit.building:
            return False
        pieces = body(self.state, unit).pieces
        pieces = drawn_in(pieces) if grace else pieces
        return any(one.id in self.barred and covers_part(one, pieces) for one in self.table.features)

    def leads_over(self, start: Point, end: Point) -> bool:
        """If a straight way leads over something that bars everybody."""
        return any(name in self.barred for part in self.table.stretches(start, end) for name in part.under)

    def shared(self, unit: Unit) -> bool:
        """If a unit shares ground with another."""
        there = body(self.state, unit)
        return any(stand_on(there.pieces, one.pieces) for one in self._others(there).values())


def room_for(
    state: CivilWarState, unit_id: str, pose: Pose, *, unit: Unit | None = None, edge: bool = True
) -> NoRoom | None:
    """Why a unit cannot stand somewhere; None if it can. `unit`: as it would be there; `edge`: it has to be on the
    table with all of its ground."""
    unit = unit or replace(unit_of(state, unit_id), trail=(), building="")
    there = replace(unit, x=pose.x, y=pose.y, facing=pose.facing)
    return Floor(state, unit_id).no_room(there, edge=edge)


def room_to_change(state: CivilWarState, unit_id: str, after: Unit) -> NoRoom | None:
    """Why a unit cannot stand as it would after a change (R21). The edge does not hold a unit that has fled to it and
    stands over it in part."""
    here, there, floor = body(state, unit_of(state, unit_id)), body(state, after), Floor(state, unit_id)
    pieces = drawn_in(here.pieces)
    if all(abs(old - new) <= GRACE for old, new in zip(here.box, there.box, strict=True)):
        # a unit that turns about on its ground is borne by the bridge that led it over a canal
        floor.barred = [name for name in floor.barred if not covers_part(floor.table.feature(name), pieces)]
    return floor.no_room(after, edge=floor.table.holds(pieces))


@rule("01.02.2")
def beside_the_rest(state: CivilWarState, part: Unit, after: Unit) -> Point:
    """Where companies that were sent off stand in a new formation: beside the rest of their regiment, if they are
    beside it now and would come to stand on it (R136)."""
    here = after.x, after.y
    rest = next((one for one in state.units if one.id == part.parent and one.on_table and not one.building), None)
    if rest is None:
        return here
    now, there, theirs = (body(state, one).pieces for one in (part, after, rest))
    if stand_on(now, theirs) or not stand_on(there, theirs):
        return here
    (was_left, _), (left, right), (first, last) = (_across(pieces, part.facing) for pieces in (now, there, theirs))
    to_right = was_left > rounded(first + last, 2)
    return forward(here, (part.facing + CIRCLE // 4) % CIRCLE, last - left if to_right else first - right)


def _across(pieces: Sequence[Outline], facing: int) -> tuple[int, int]:
    """From where to where outlines reach, from left to right as somebody sees them who faces so."""
    found = [rotate(x, y, -facing)[0] for piece in pieces for x, y in piece]
    return min(found), max(found)


def step_off(state: CivilWarState, unit_id: str) -> None:
    """A unit that has taken its ground anew stands at the nearest place beside the house or the canal of which that
    ground covers part, on the side on which its middle is."""
    unit = unit_of(state, unit_id)
    floor = Floor(state, unit_id)
    if not unit.on_table or not floor.on_object(unit):
        return
    middle = body(state, unit).centre
    across = None
    for there in _places_round(unit):
        if not floor.table.holds(body(state, there).pieces) or floor.on_object(there):
            continue
        if not floor.leads_over(middle, body(state, there).centre):
            break
        across = across or there
    else:
        there = across or unit
    change(state, unit_id, x=there.x, y=there.y, trail=there.trail)


def _places_round(unit: Unit) -> Iterator[Unit]:
    """The unit in places round about, the nearest first."""
    for way in range(_STEP, _FAR, _STEP):
        for turn in _ROUND:
            x, y = forward((unit.x, unit.y), (unit.facing + turn) % CIRCLE, way)
            yield replace(unit, x=x, y=y, trail=())
