"""Who comes near whom: the instants of a turn at which a unit threatens, reaches charge distance or touches another.

Everything is worked out ahead from the tracks of both; when a track changes, the unit is watched anew. The events are
entered in the step `arrive`, which only finds out what has come about:

    near        an enemy able to attack comes to 8 cm of a chain or of unlimbered guns (who: threatened, enemy)
    charge      the front of a unit that advances is at 2 cm from an enemy ahead of it (who: attacker, defender)
    contact     a unit that moves touches another (who: mover, other)
    staff-near  an enemy unit comes to 2 cm of a lone general or courier (who: unit; data: staff)
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from feltherre.core.kept import kept
from feltherre.core.marks import rule
from feltherre.games.civilwar.field import CHARGE, NEAR, arm, body, shape, staff_body
from feltherre.games.civilwar.neighbours import lone_staff, ways
from feltherre.games.civilwar.room import stand_on
from feltherre.games.civilwar.state import CivilWarState, Staff, Unit, index, place_in_order, staff_of
from feltherre.ground.tabletop.angles import ahead, apart, bearing
from feltherre.ground.tabletop.bodies import Body, Pose, bent_column, outline_at
from feltherre.ground.tabletop.distance import CONTACT, nearest_points, pieces_distance, pieces_within
from feltherre.ground.tabletop.index import near_boxes
from feltherre.ground.tabletop.measure import CIRCLE, TURN
from feltherre.ground.tabletop.motion import NEVER, first_within
from feltherre.ground.tabletop.movers import Mover, Moving, Pace, Standing
from feltherre.ground.tabletop.schedule import enter, strike, why_late
from feltherre.ground.tabletop.shapes import Box, Outline, boxes_meet, widened
from feltherre.ground.tabletop.tracks import Leg, Track, box_of_track, leg_at, pieces_at, pose_at

WATCHED: Final = ("near", "charge", "contact", "staff-near")
#: bodies that touch at the start may slide along each other: only what is this much smaller counts as running into
_SLACK: Final = 20
#: how far ahead one looks to see whether a unit comes nearer, in 0.1 mm and in ticks
_NUDGE: Final = 40
_SOON: Final = 64
_STEP: Final = 16
#: by which the box of a part of a track may stand out of that of the whole
_ROUNDING: Final = 4


class Front(Mover):
    """The front edge of a body in motion."""

    def __init__(self, track: Track) -> None:
        self.track = heads(track)
        self.moving = _moving(self.track)

    @property
    def box(self) -> Box:
        return self.moving.box

    def pieces(self, tick: int) -> tuple[Outline, ...]:
        leg = leg_at(self.track, tick)
        return (outline_at(leg.width, leg.depth, pose_at(leg, tick))[:2],)

    def pace(self, tick: int) -> Pace:
        return self.moving.pace(tick)

    def next_change(self, tick: int) -> int:
        return self.moving.next_change(tick)


@kept(1024)
def heads(track: Track) -> Track:
    """The track of the head alone where a column marches: the rest of it goes where the head has been."""
    if not any(leg.column for leg in track):
        return track
    return tuple(replace(leg, depth=_SLACK * 2, column=False, trail=()) if leg.column else leg for leg in track)


def changed(state: CivilWarState, unit: str) -> None:
    """A unit has another track: what it and others come to is worked out anew, and so are those who wait for it."""
    from feltherre.games.civilwar import fire, riding

    watch(state, unit)
    fire.rewatch(state, unit)
    riding.replan(state)


def watch(state: CivilWarState, unit_id: str) -> None:
    """Enter what comes about between a unit and all others from now on; what was entered before is struck."""
    from feltherre.games.civilwar import carried, gunners

    strike(state.line, lambda event: unit_id in event.who, WATCHED)
    carried.rewatch(state, unit_id)
    gunners.rewatch(state, unit_id)
    place = index(state, unit_id)
    if state.units[place].on_table:
        _watch_against(state, place, _who_comes_near(state, place))


def watch_all(state: CivilWarState) -> None:
    """`watch` for all units together, when the turn begins."""
    from feltherre.games.civilwar import carried, gunners

    strike(state.line, lambda event: True, WATCHED)
    begin = first_tick(state)
    there = [place for place, unit in enumerate(state.units) if unit.on_table]
    pairs = near_boxes([_box(state, place, begin) for place in there], NEAR + CONTACT)
    later: dict[int, list[int]] = {}
    for one, other in sorted(pairs):
        later.setdefault(there[one], []).append(there[other])
    for place, unit in enumerate(state.units):
        carried.rewatch(state, unit.id)
        gunners.rewatch(state, unit.id)
        if unit.on_table:
            _watch_against(state, place, later.get(place, []))


def _watch_against(state: CivilWarState, place: int, others: list[int]) -> None:
    begin = first_tick(state)
    for other in others:
        if state.tracks[place] or state.tracks[other]:
            _watch_pair(state, place, other, begin)
    if state.tracks[place]:
        for number in lone_staff(state).meeting(_box(state, place, begin), CHARGE):
            if state.staff[number].side != state.units[place].side:
                _watch_staff(state, place, state.staff[number])


def _who_comes_near(state: CivilWarState, place: int) -> list[int]:
    """The units that may come to 8 cm of a unit in the rest of the turn."""
    begin = first_tick(state)
    near = widened(_box(state, place, begin), NEAR + CONTACT)
    others = ways(state).meeting(near, _ROUNDING)
    return [other for other in others if other != place and boxes_meet(near, _box(state, other, begin))]


def watch_staff(state: CivilWarState, staff: str) -> None:
    """Enter the enemy units that come to a general or courier who has just come to stand somewhere else (R84)."""
    strike(state.line, lambda event: event.data.get("staff") == staff, ("staff-near",))
    one = staff_of(state, staff)
    if one.beside or not one.on_table:
        return
    for place in ways(state).meeting(staff_body(one).box, CHARGE + _ROUNDING):
        if state.tracks[place] and state.units[place].side != one.side:
            _watch_staff(state, place, one)


def first_tick(state: CivilWarState) -> int:
    """The first tick at which something can still come about: now, or the next if this instant is past that."""
    line = state.line
    return line.now if why_late(line, line.now, "arrive") is None else line.now + 1


def mover_of(state: CivilWarState, place: int) -> Mover:
    """A unit over the rest of the turn: on its track, or standing where it is."""
    track = state.tracks[place]
    return _moving(track) if track else _standing(body(state, state.units[place]))


def go_to(state: CivilWarState, tick: int) -> None:
    """Put every unit that is on its way where it is at a tick."""
    for place, track in enumerate(state.tracks):
        if not track:
            continue
        unit, leg = state.units[place], leg_at(track, tick)
        pose = pose_at(leg, tick)
        trail = (leg.pose.point, *leg.trail) if leg.column else ()
        if (unit.x, unit.y, unit.facing, unit.trail) != (pose.x, pose.y, pose.facing, trail):
            state.units[place] = replace(unit, x=pose.x, y=pose.y, facing=pose.facing, trail=trail)


def field_at(state: CivilWarState, tick: int) -> CivilWarState:
    """The field as it will be at a tick by the ways of all."""
    if tick == state.line.now:
        return state
    then = state.clone()
    then.line.now = tick
    go_to(then, tick)
    return then


@kept(1024)
def _moving(track: Track) -> Moving:
    return Moving(track)


@kept(1024)
def _standing(there: Body) -> Mover:
    return Standing(*there.pieces)


def _box(state: CivilWarState, place: int, begin: int) -> Box:
    track = state.tracks[place]
    return box_of_track(track, begin, TURN) if track else body(state, state.units[place]).box


def _watch_pair(state: CivilWarState, place: int, other: int, begin: int) -> None:
    pairs = (place, other), (other, place)
    if state.units[place].side == state.units[other].side:
        for one, two in pairs:
            _watch_contact(state, one, two, begin)
        return
    for one, two in pairs:
        _watch_near(state, one, two, begin)
    # neither charge distance nor contact comes about before they are so near at all
    first = first_within(mover_of(state, place), mover_of(state, other), CHARGE, begin, TURN)
    if first != NEVER:
        for one, two in pairs:
            _watch_charge(state, one, two, first)
            _watch_contact(state, one, two, first)


def _enter(state: CivilWarState, tick: int, kind: str, who: tuple[str, ...], **data: str) -> None:
    if NEVER < tick <= TURN:
        enter(state.line, tick, "arrive", kind, order=place_in_order(state, who[0]), who=who, data=dict(data))


# 8 cm


def can_be_threatened(unit: Unit) -> bool:
    """Chains and unlimbered guns may give way to a threat (04.02.10, 04.02.12)."""
    return unit.order != "FU" and not unit.building and unit.formation in ("chain", "unlimbered")


def can_attack(unit: Unit) -> bool:
    """Artillery and units in U or FU do not attack (07.01.4)."""
    return arm(unit) != "artillery" and unit.order in ("OR", "LU")


@rule("04.02.10", "04.02.12")
def _watch_near(state: CivilWarState, threatened: int, enemy: int, begin: int) -> None:
    """An enemy able to attack that has declared an attack on it, or comes nearer with its front (R46)."""
    one, two = state.units[threatened], state.units[enemy]
    if not can_be_threatened(one) or not can_attack(two) or two.id in state.doing[threatened].asked_about:
        return
    here, there, track = mover_of(state, threatened), mover_of(state, enemy), state.tracks[enemy]
    tick = first_within(here, there, NEAR, begin, TURN)
    declared = state.doing[enemy].attacks == one.id
    while tick != NEVER and not declared and not _nears(track, here, tick):
        later = next((leg.start for leg in track if leg.start > tick), TURN + 1)
        tick = first_within(here, there, NEAR, later, TURN) if later <= TURN else NEVER
    if tick != NEVER:
        _enter(state, tick, "near", (one.id, two.id))


def _nears(track: Track, target: Mover, tick: int) -> bool:
    """If the front of a unit in motion comes nearer to a target."""
    if not track or not _under_way(leg_at(track, tick), tick):
        return False
    front, pieces = Front(track), target.pieces(tick)
    return pieces_distance(front.pieces(tick + _SOON), pieces) < pieces_distance(front.pieces(tick), pieces)


# charge distance


@rule("07.01.1", "07.01.2")
def _watch_charge(state: CivilWarState, attacker: int, defender: int, begin: int) -> None:
    """The attacker's front comes to 2 cm from the nearest point of an enemy ahead of it while it advances (07.01.1); of
    one in FU too, for then it has not charged in vain (07.01.6)."""
    one, two, track = state.units[attacker], state.units[defender], state.tracks[attacker]
    if not track or one.order == "FU" or two.id in state.doing[attacker].shocked:
        return
    tick = charge_tick(track, mover_of(state, defender), begin)
    if tick != NEVER:
        _enter(state, tick, "charge", (one.id, two.id), attacker=one.id, defender=two.id)


def charge_tick(track: Track, target: Mover, begin: int) -> int:
    """The first tick at which the front of an advancing body is at charge distance of a target ahead of it."""
    front = Front(track)
    tick = first_within(front, target, CHARGE, begin, TURN)
    failed = begin - 1
    while tick != NEVER:
        if _charges(front, target, tick):
            return _first_true(front, target, max(failed + 1, begin), tick)
        failed = tick
        tick = first_within(front, target, CHARGE, tick + _STEP, TURN) if tick + _STEP <= TURN else NEVER
    return NEVER


def _first_true(front: Front, target: Mover, low: int, high: int) -> int:
    """The first tick of those looked over at which the charge holds, near one at which it does."""
    while low < high:
        tick = (low + high) // 2
        if _charges(front, target, tick):
            high = tick
        else:
            low = tick + 1
    return high


def _charges(front: Front, target: Mover, tick: int) -> bool:
    leg = leg_at(front.track, tick)
    if not _under_way(leg, tick) or not _advances(leg):
        return False
    facing = pose_at(leg, tick).facing
    edge = front.pieces(tick)[0]
    return any(at_charge_distance(edge, facing, piece) for piece in target.pieces(tick))


@rule("07.01.1")
def at_charge_distance(front: Outline, facing: int, piece: Outline) -> bool:
    """If an outline lies ahead of a front line and comes within 2 cm of the front."""
    x, y = front[0]
    if not any(ahead(px - x, py - y, facing) > 0 for px, py in piece) or not pieces_within((front,), (piece,), CHARGE):
        return False
    (ax, ay), (bx, by) = nearest_points(front, piece)
    return ahead(bx - ax, by - ay, facing) >= -(1 << 31)  # rounding of the nearest place apart


def _under_way(leg: Leg, tick: int) -> bool:
    return leg.way > 0 and leg.start <= tick <= leg.end


def _advances(leg: Leg) -> bool:
    """A march to the rear is no advance."""
    if leg.turn:
        return True
    return bool(leg.dx or leg.dy) and apart(bearing(leg.dx, leg.dy), leg.pose.facing) < CIRCLE // 4


# base contact


def _watch_contact(state: CivilWarState, mover: int, other: int, begin: int) -> None:
    """A body that moves runs into another, unless it is passing through it already (02.06.3)."""
    track = state.tracks[mover]
    one, two = state.units[mover], state.units[other]
    if not track or two.id in state.doing[mover].passing or one.id in state.doing[other].passing:
        return
    tick = contact_tick(state, mover, other, begin)
    if tick != NEVER:
        _enter(state, tick, "contact", (one.id, two.id))


def contact_tick(state: CivilWarState, mover: int, other: int, begin: int) -> int:
    """The first tick at which a moving unit runs into another."""
    track = heads(state.tracks[mover])
    there = mover_of(state, other)
    tick = first_within(_moving(track), there, CONTACT, begin, TURN)
    if tick == NEVER or runs_into(track, there, tick):
        return tick
    # they touch and slide along each other
    smaller = _smaller(state, other)
    mine = _moving(_smaller_track(track))
    tick = first_within(mine, smaller, 0, tick, TURN)
    while tick != NEVER and not runs_into(track, there, tick):
        tick = first_within(mine, smaller, 0, tick + _STEP, TURN) if tick + _STEP <= TURN else NEVER
    return tick


@rule("04.02.5")
def runs_into(track: Track, other: Mover, tick: int) -> bool:
    """Whether a unit that goes on a little, 0.4 cm at its rate, would stand on another that goes on too; the one in
    front runs into nobody, but is run into."""
    leg = leg_at(heads(track), tick)
    if not leg.way or not leg.start <= tick < leg.end:
        return False
    soon = tick + -(-_NUDGE * TURN // leg.rate)
    mine, theirs = pieces_at(leg, soon), other.pieces(soon)
    if not stand_on(mine, theirs):
        return False
    return stand_on(mine, other.pieces(tick)) or not stand_on(pieces_at(leg, tick), theirs)


@kept(1024)
def _smaller_track(track: Track) -> Track:
    return tuple(replace(leg, width=max(1, leg.width - _SLACK), depth=max(1, leg.depth - _SLACK)) for leg in track)


def _smaller(state: CivilWarState, place: int) -> Mover:
    track, unit = state.tracks[place], state.units[place]
    if track:
        return _moving(_smaller_track(track))
    if unit.building:
        return Standing(*body(state, unit).pieces)
    size = shape(state, unit)
    width, depth = max(1, size.width - _SLACK), max(1, size.depth - _SLACK)
    path = ((unit.x, unit.y), *unit.trail)
    if unit.trail:
        return Standing(*bent_column(path, unit.facing, width, depth).pieces)
    return Standing(outline_at(width, depth, Pose(unit.x, unit.y, unit.facing)))


# staff


@rule("07.06.3")
def _watch_staff(state: CivilWarState, place: int, one: Staff) -> None:
    """A unit on its way comes to charge distance of a general or courier of the enemy who rides with nobody (07.06.3,
    R84)."""
    there = Standing(*staff_body(one).pieces)
    tick = first_within(mover_of(state, place), there, CHARGE, first_tick(state), TURN)
    if tick != NEVER:
        _enter(state, tick, "staff-near", (state.units[place].id,), staff=one.id)
