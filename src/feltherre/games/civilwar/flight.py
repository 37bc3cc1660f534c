"""Flight without time (04.02.1, R39): a unit that falls into FU runs from the cause, straight on through its friends,
and carries them away or is checked behind one of them (08.03).

The flight goes from friend to friend: each throw is a step of its own, and what is left of the flight is worked out
anew after it, since whoever was carried away has left his place. Flights that take the whole turn are in `running`.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.games.civilwar import carried, gunners, motion
from feltherre.games.civilwar.buildings import outside
from feltherre.games.civilwar.corridor import Reach, along_edge, away_from, beyond, driven, faced, shifted, ticks_of
from feltherre.games.civilwar.driven import CROWD, OFF, clear_way, driven_way, note_passed, room_at
from feltherre.games.civilwar.driven_told import tell_driven
from feltherre.games.civilwar.field import body, by_id, ground, kind, shape
from feltherre.games.civilwar.marching import BUILDING, OBSTACLE, TIME
from feltherre.games.civilwar.orderstate import Flight
from feltherre.games.civilwar.procedures.forced_actions import ForcedSituation, forced_action
from feltherre.games.civilwar.riding import ride_along
from feltherre.games.civilwar.room import step_off
from feltherre.games.civilwar.sightings import take_off
from feltherre.games.civilwar.state import LEFT, Change, CivilWarState, Driven, Unit, change, index, note, unit_of
from feltherre.games.civilwar.steps import steps
from feltherre.games.civilwar.telling import name, tell
from feltherre.games.civilwar.triggers import notice
from feltherre.ground.tabletop.angles import BITS, Point, ahead, forward
from feltherre.ground.tabletop.bodies import Body, Pose, face_about
from feltherre.ground.tabletop.measure import CIRCLE, TURN

#: a flight that is turned aside more often than this is caught between walls
MOST_TURNS: Final = 8
QUARTER: Final = CIRCLE // 4
#: the way straight to an edge
TO_EDGE: Final = {"north": 0, "east": QUARTER, "south": 2 * QUARTER, "west": 3 * QUARTER}


@rule("04.02.1", "08.02.6")
def flee(table: Table[CivilWarState], unit_id: str, cause: str, heading: int | None = None) -> None:
    """A unit that has fallen into FU runs at once, with its back to the cause (04.02.1); guns are left (08.02.6)."""
    state = table.state
    unit = unit_of(state, unit_id)
    situation = ForcedSituation(event="became_FU", kind=kind(unit))  # type: ignore[arg-type]
    turns = forced_action.outputs(situation)["turns"]
    # where it stood in its ranks, of which a crowd has become
    stood = replace(unit, order="U")
    if heading is None:
        heading = away_from(state, stood, by_id(state, cause))
    motion.halt(state, unit_id, "FU")
    note(state, unit_id, fled=True, moved=True, to_fire=())
    turn_tail(table, unit_id, heading, body(state, stood).centre)
    tell(table, "civilwar.forced.flees", "04.02.1", unit_id, unit=name(state, unit_id))
    notice(state, unit_id, "routs")
    back = None if unit.building else reach_back(body(state, stood), heading)
    table.push(Flight(unit_id, heading, int(turns * TURN), back=back))


@rule("08.03.1")
def reach_back(ranks: Body, heading: int) -> int:
    """How far ranks reach from their middle to their edge nearest the cause of a flight (R87)."""
    x, y = ranks.centre
    return -min(ahead(px - x, py - y, heading) for piece in ranks.pieces for px, py in piece) >> BITS


def turn_tail(table: Table[CivilWarState], unit_id: str, heading: int, middle: Point) -> None:
    """The unit stands as a crowd about its middle, or beside the house that is in its way there, with its face to where
    it runs; out of a building by the side away from the cause (R15), away from guns that cannot be taken along."""
    state = table.state
    if gunners.must_leave_guns(unit_of(state, unit_id)):
        gunners.leave_guns(table, unit_id)
    if unit_of(state, unit_id).building:
        leave_building(state, unit_id, heading, front_kept=False)
        middle = body(state, unit_of(state, unit_id)).centre
    unit = unit_of(state, unit_id)
    there = faced(shape(state, unit), middle, heading)
    change(state, unit_id, x=there.x, y=there.y, facing=heading, trail=(), parted=0)
    step_off(state, unit_id)


@rule("02.04.3")
def leave_building(state: CivilWarState, unit_id: str, heading: int, *, front_kept: bool) -> None:
    """Occupants who fall into U or FU leave by the side farthest from the cause (R15)."""
    unit = unit_of(state, unit_id)
    if not unit.building:
        return
    there = outside(state, unit, heading)
    change(state, unit_id, building="", x=there.x, y=there.y, facing=there.facing, trail=())
    if front_kept:
        # it backs out, with its front to the house and the enemy
        there = face_about(shape(state, unit_of(state, unit_id)), there)
        change(state, unit_id, x=there.x, y=there.y, facing=there.facing)


@steps.does(Flight)
@rule("04.02.1", "08.03.1")
def flight_goes_on(table: Table[CivilWarState], step: Flight) -> None:
    """On to the next friend who is near, past something impassable, or to the end of the flight (R39, R87)."""
    state, unit = table.state, by_id(table.state, step.unit)
    if unit is None or not unit.on_table or unit.order != "FU":
        return
    if step.checked_by and unit_of(state, step.checked_by).order != "FU":
        come_behind(table, step)
        return
    who = driven(state, unit, "flight")
    heading, far = next_leg(state, unit, step)
    threat = carried.next_near(state, unit, step, heading, far.way)
    way = far.way if threat is None else threat.way
    left = step.left - ticks_of(state, unit, who, heading, way)
    _go(state, unit, heading, way)
    on = replace(step, left=max(0, left), gone=step.gone + way)
    if threat is not None:
        carried.threaten(table, unit.id, threat.friend, heading, on)
    elif far.stopped in (OBSTACLE, BUILDING) and on.left and step.turns < MOST_TURNS:
        table.push(replace(on, turns=step.turns + 1))
    else:
        stopped = far.stopped if on.left or far.stopped == OFF else TIME
        tell_driven(table, unit.id, "04.02.1", on.gone, Driven("flight", step.heading, stopped, far.by))
        if far.stopped == OFF:
            go_over_edge(table, unit.id, far.by)
        else:
            settle(table, unit.id)


def next_leg(state: CivilWarState, unit: Unit, step: Flight) -> tuple[int, Reach]:
    """Straight on; where something impassable stands against the unit, along its edge until it is passed (R39)."""
    who = driven(state, unit, "flight")
    far = driven_way(state, unit, who, step.heading, step.left)
    if far.way or far.stopped not in (OBSTACLE, BUILDING):
        return step.heading, far
    for along, length in along_edge(ground(state).feature(far.by), body(state, unit).pieces, step.heading):
        aside = driven_way(state, unit, who, along, step.left)
        if length < aside.way:
            # round the corner, and on as before
            return along, replace(aside, way=length, stopped=OBSTACLE, by=far.by)
        if aside.way:
            return along, aside
    return step.heading, replace(far, stopped=CROWD)


def _go(state: CivilWarState, unit: Unit, heading: int, way: int) -> None:
    note_passed(state, unit, heading, way)
    x, y = forward((unit.x, unit.y), heading, way)
    change(state, unit.id, x=x, y=y)


@rule("08.03.1", "08.03.4")
def come_behind(table: Table[CivilWarState], step: Flight) -> None:
    """On to behind the friend who checks the flight; others to whom that brings it near may still be carried away
    (08.03.1, R87)."""
    state = table.state
    unit = unit_of(state, step.unit)
    behind = way_behind(state, step)
    threat = carried.next_near(state, unit, step, step.heading, behind)
    if threat is None:
        stop_behind(table, step)
        checked = Driven("flight", step.heading, "checked", step.checked_by)
        tell_driven(table, unit.id, "08.03.4", step.gone + behind, checked)
        return
    left = step.left - ticks_of(state, unit, driven(state, unit, "flight"), step.heading, threat.way)
    _go(state, unit, step.heading, threat.way)
    on = replace(step, left=max(0, left), gone=step.gone + threat.way)
    carried.threaten(table, unit.id, threat.friend, step.heading, on)


@rule("08.03.4", "02.06.3")
def way_behind(state: CivilWarState, step: Flight) -> int:
    """The way to directly behind the friend who checks a flight; where others leave no room there, to beyond them too,
    however little is left of the flight, since it ends behind him (08.03.4); only if no way leads there, short of him
    (R25, R87)."""
    unit, heading = unit_of(state, step.unit), step.heading
    pieces = body(state, unit).pieces
    others = [body(state, other).pieces for other in state.units if other.on_table and other.id != unit.id]
    past = beyond(pieces, body(state, unit_of(state, step.checked_by)).pieces, heading)
    farthest = driven_way(state, unit, driven(state, unit, "flight"), heading, TURN).way
    behind = sorted(way for theirs in others if past < (way := beyond(pieces, theirs, heading)) <= farthest)
    free = (way for way in (past, *behind) if room_at(state, unit, shifted(pieces, heading, way)))
    found = next(free, None)
    return clear_way(ground(state), pieces, heading, past, others) if found is None else found


@rule("08.03.4")
def stop_behind(table: Table[CivilWarState], step: Flight) -> None:
    """The flight is checked: the unit passes through the friend and stops behind him (08.03.4, R87)."""
    state = table.state
    unit, friend = unit_of(state, step.unit), unit_of(state, step.checked_by)
    _go(state, unit, step.heading, way_behind(state, step))
    note(state, unit.id, checked=True)
    tell(
        table,
        "civilwar.forced.checked",
        "08.03.4",
        unit.id,
        friend.id,
        unit=name(state, unit.id),
        friend=name(state, friend.id),
    )
    settle(table, unit.id)


def settle(table: Table[CivilWarState], unit_id: str) -> None:
    """The end of a forced move without time: the unit stands here for the rest of the turn."""
    unit = unit_of(table.state, unit_id)
    motion.relocate(table.state, unit_id, Pose(unit.x, unit.y, unit.facing), trail=unit.trail)


@rule("08.04.3", "04.02.2")
def go_over_edge(table: Table[CivilWarState], unit_id: str, edge: str) -> None:
    """A unit whose whole outline is over an edge is lost for the game: neither killed nor prisoners (R100)."""
    state = table.state
    unit = unit_of(state, unit_id)
    tell(table, "civilwar.forced.over-edge", "04.02.2", unit_id, unit=name(state, unit_id))
    state.tracks[index(state, unit_id)] = ()
    take_off(state, unit_id, LEFT, figures=0, fled=unit.fled + unit.figures, pinned=0)
    ride_along(state)
    state.history.append(Change(state.turn, "fled", unit_id, edge=edge, figures=unit.figures))
    motion.watch(state, unit_id)
