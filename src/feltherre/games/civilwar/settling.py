"""The end of all moves (R25): nobody stands on another, columns stand where they have come to, and it is
noted who is still on the march (R23)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.games.civilwar.field import ground, pose, shape
from feltherre.games.civilwar.marched import count_way
from feltherre.games.civilwar.marching import marcher, rate_of, shortened, tail_of
from feltherre.games.civilwar.riding import ride_along
from feltherre.games.civilwar.room import Floor
from feltherre.games.civilwar.state import CivilWarState, Unit, by_place, change, doing_of, index, note, unit_of
from feltherre.games.civilwar.telling import name, tell
from feltherre.ground.tabletop.angles import forward
from feltherre.ground.tabletop.bodies import round_length
from feltherre.ground.tabletop.measure import CIRCLE, TURN, way_in
from feltherre.ground.tabletop.reasons import Misplaced
from feltherre.ground.tabletop.tracks import Leg, leg_at, pose_at

#: how closely one looks for the nearest place that is free, in ticks and in 0.1 mm, and how far at most
_TICKS: Final = 32
_WAY: Final = 20
_FAR: Final = 4000
#: where one looks, from where a unit faces
_ACROSS: Final = (CIRCLE // 2, 0, CIRCLE // 4, CIRCLE * 3 // 4)
_ASLANT: Final = tuple(CIRCLE * odd // 8 for odd in (3, 5, 1, 7))


@rule("02.06.3")
def settle_moves(table: Table[CivilWarState]) -> None:
    """Whoever would stand on another goes on to just beyond him or stops short of him (R25); then the turn's tracks are
    over."""
    state = table.state
    for unit in by_place(state):
        if unit.on_table:
            change(state, unit.id, in_motion=_in_motion(state, unit))
            _remember_moves(state, unit)
            _keep_on_table(state, unit)
            _stand_as_column(state, unit_of(state, unit.id))
    # the unit that ends its move on another makes room, not the one that stood there
    for unit in sorted(by_place(state), key=lambda one: _has_stood(state, one)):
        make_room(table, unit.id)
    for unit in by_place(state):
        count_way(state, unit.id, TURN)
        state.tracks[index(state, unit.id)] = ()
        if unit.on_table:
            note(state, unit.id, passing=())
    state.began = {}
    ride_along(state)


@rule("03.03.4")
def _remember_moves(state: CivilWarState, unit: Unit) -> None:
    """A unit that has moved has stirred, and charge pace is used up for four turns (03.03.4, R23)."""
    doing = doing_of(state, unit.id)
    if doing.moved:
        change(state, unit.id, stirred=True)
    if doing.storms >= 0:
        change(state, unit.id, charged=state.turn)


@rule("02.06.4")
def _in_motion(state: CivilWarState, unit: Unit) -> bool:
    """Still carrying out a movement order at the end of the turn, and not stopped by anything (R23)."""
    track, doing = state.tracks[index(state, unit.id)], doing_of(state, unit.id)
    if doing.void or not doing.moved:
        return False
    if unit.change_left:
        return True
    leg = leg_at(track, TURN) if track else None
    # no whole 0.1 mm fits into what is left of the turn
    return leg is not None and leg.way > 0 and way_in(TURN - leg.end, leg.rate) < 1


def _keep_on_table(state: CivilWarState, unit: Unit) -> None:
    """A unit stopped with the middle of its front over the edge stands at it: only whole outlines leave (R100)."""
    floor = ground(state)
    x, y = min(max(unit.x, 0), floor.width), min(max(unit.y, 0), floor.height)
    if (x, y) != (unit.x, unit.y):
        change(state, unit.id, x=x, y=y, trail=())


def _stand_as_column(state: CivilWarState, unit: Unit) -> None:
    """A column is remembered no farther back than it reaches, and one that is hardly bent stands straight: that is the
    ground it takes, so it has to be known before anybody looks for room."""
    if unit.trail:
        trail = shortened((unit.x, unit.y), unit.trail, unit.facing, shape(state, unit).depth)
        change(state, unit.id, trail=trail)


def _has_stood(state: CivilWarState, unit: Unit) -> bool:
    """If a unit is where it was when the turn began, as it was."""
    doing = doing_of(state, unit.id)
    return not doing.moved and doing.stood in ((), (unit.x, unit.y, unit.facing))


@rule("02.06.3")
def make_room(table: Table[CivilWarState], unit_id: str) -> None:
    """A unit that stands on another, or has just taken more ground, finds the nearest place that is free (R25)."""
    state = table.state
    unit = unit_of(state, unit_id)
    if not unit.on_table or unit.building:
        return
    floor = Floor(state, unit.id)
    if not floor.shared(unit):
        return
    track = state.tracks[index(state, unit.id)]
    on = _beyond(state, floor, unit, track)
    back = None if on else _short_of(floor, unit, track)
    place = on or back or _beside(floor, unit)
    if place is not None:
        way = round_length(place.x - unit.x, place.y - unit.y) * (1 if on else -1 if back else 0)
        note(state, unit.id, marched=doing_of(state, unit.id).marched + way)
        change(state, unit.id, x=place.x, y=place.y, facing=place.facing, trail=place.trail)
        tell(table, "civilwar.motion.makes-room", "02.06.3", unit.id, unit=name(state, unit.id))


@rule("02.06.3")
def _beyond(state: CivilWarState, floor: Floor, unit: Unit, track: tuple[Leg, ...]) -> Unit | None:
    """Straight on to just beyond, if it has march length left: past friends, but over nothing else (R25)."""
    last = next((leg for leg in reversed(track) if leg.way), None)
    who = marcher(state, unit)
    if last is None or who is None or doing_of(state, unit.id).void or unit.change_left or last.end >= TURN:
        return None
    left = way_in(TURN - last.end, min(last.rate, rate_of(who, "ordinary") or 0))
    for way in range(_WAY, left + 1, _WAY):
        there = _gone_on(state, unit, last, way)
        # the edge bars his way as it barred his march (R100)
        if floor.goes_out(unit, there):
            return None
        room = floor.no_room(there, edge=False)
        if room is None:
            return there
        if room.reason is not Misplaced.ON_BODY or state.units[room.who].side != unit.side:
            return None
    return None


def _gone_on(state: CivilWarState, unit: Unit, last: Leg, way: int) -> Unit:
    """A unit so far on in the direction of its last leg, after a wheel straight ahead; a column follows its head."""
    dx, dy = forward((0, 0), unit.facing, last.way) if last.turn else (last.dx, last.dy)
    x, y = unit.x + dx * way // last.way, unit.y + dy * way // last.way
    if not last.column:
        return replace(unit, x=x, y=y)
    depth = shape(state, unit).depth
    behind = ((unit.x, unit.y), *(unit.trail or (tail_of(pose(unit), depth),)))
    return replace(unit, x=x, y=y, trail=shortened((x, y), behind, unit.facing, depth))


def _short_of(floor: Floor, unit: Unit, track: tuple[Leg, ...]) -> Unit | None:
    """Back along its way to where it was last free."""
    if not track:
        return None
    last, first = min(TURN, track[-1].end), track[0].start
    for tick in range(last, first - 1, -_TICKS):
        there = _at(floor, unit, track, tick)
        if floor.no_room(there, edge=False) is None:
            nearer = range(min(last, tick + _TICKS - 1), tick, -1)
            return next(
                (one for at in nearer if floor.no_room(one := _at(floor, unit, track, at), edge=False) is None), there
            )
    return None


def _at(floor: Floor, unit: Unit, track: tuple[Leg, ...], tick: int) -> Unit:
    leg = leg_at(track, tick)
    here = pose_at(leg, tick)
    trail = (leg.pose.point, *leg.trail) if leg.column else ()
    depth = shape(floor.state, unit).depth
    trail = shortened(here.point, trail, here.facing, depth) if trail else ()
    return replace(unit, x=here.x, y=here.y, facing=here.facing, trail=trail)


def _beside(floor: Floor, unit: Unit) -> Unit | None:
    """The nearest place that is free: behind it, before it, to its sides; in a crowd also aslant, and anywhere."""
    whole = floor.table.width + floor.table.height
    return _free_place(floor, unit, _ACROSS, _FAR) or _free_place(floor, unit, (*_ACROSS, *_ASLANT), whole)


def _free_place(floor: Floor, unit: Unit, turns: tuple[int, ...], far: int) -> Unit | None:
    for way in range(_WAY, far, _WAY):
        for turn in turns:
            x, y = forward((unit.x, unit.y), (unit.facing + turn) % CIRCLE, way)
            there = replace(unit, x=x, y=y, trail=())
            if floor.no_room(there) is None:
                return there
    return None
