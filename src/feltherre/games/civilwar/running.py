"""Forced moves that take the rest of the turn (04.02.2, 04.02.4, 04.02.6, R39, R100): flights of units that were in FU
before it, retirements, horses that turn away; and what becomes of them at the edge of the table.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.games.civilwar import carried, motion, watch
from feltherre.games.civilwar.corridor import along_edge, away_from, driven
from feltherre.games.civilwar.driven import OFF, is_off, loses_units
from feltherre.games.civilwar.driven_told import tell_run
from feltherre.games.civilwar.field import body, by_id, distance, ground, pose, scenario_of
from feltherre.games.civilwar.flight import MOST_TURNS, go_over_edge, turn_tail
from feltherre.games.civilwar.halting import set_track
from feltherre.games.civilwar.marching import BUILDING, EDGE, OBSTACLE, TIME, Marcher, far_goal, straight
from feltherre.games.civilwar.sight import sees
from feltherre.games.civilwar.state import CivilWarState, Unit, doing_of, note, unit_of
from feltherre.games.civilwar.steps import events
from feltherre.games.civilwar.telling import name, tell
from feltherre.ground.tabletop.angles import apart, forward
from feltherre.ground.tabletop.bodies import Pose, outline_at
from feltherre.ground.tabletop.measure import CIRCLE, CM, TURN
from feltherre.ground.tabletop.schedule import Event, enter
from feltherre.ground.tabletop.table import Table as Ground
from feltherre.ground.tabletop.tracks import Leg, leg_at, pieces_at

QUARTER: Final = CIRCLE // 4
#: an enemy in sight who is so near is run from: the longest flight of schema I
HEEDED: Final = 55 * CM
#: the way straight to an edge
TO_EDGE: Final = {"north": 0, "east": QUARTER, "south": 2 * QUARTER, "west": 3 * QUARTER}


class Run(Struct, frozen=True):
    """The way of a unit for the rest of the turn, and what ends it too soon; `edge` if it leads over one."""

    legs: tuple[Leg, ...]
    edge: str = ""
    stopped: str = ""
    by: str = ""


@rule("04.02.2", "08.04.3")
def run_all_turn(table: Table[CivilWarState], unit_id: str) -> None:
    """In FU since before the turn: flight for the whole of it, to its own edge and away from the enemy (04.02.2)."""
    state = table.state
    heading = heading_home(state, unit_of(state, unit_id))
    motion.halt(state, unit_id, "FU")
    turn_tail(table, unit_id, heading, body(state, unit_of(state, unit_id)).centre)
    note(state, unit_id, to_fire=())
    tell(table, "civilwar.forced.flees-on", "04.02.2", unit_id, unit=name(state, unit_id))
    go_away(state, unit_id, heading, "flight")


@rule("04.02.2")
def heading_home(state: CivilWarState, unit: Unit) -> int:
    """Straight to its own edge, or as near to it as it can without running nearer to an enemy it sees who is so near
    that it could run into him (R39); one that nobody can rally any more heeds nothing (08.04.3)."""
    home = TO_EDGE[scenario_of(state).sides[unit.side].own_edge]
    seen = [other for other in carried.foes(state, unit) if sees(state, unit, other)]
    nearest = carried.nearest(state, unit, seen)
    if nearest is None or unit.broken:
        return home
    near = [other for other in seen if other.id == nearest.id or distance(state, unit, other) <= HEEDED]
    aways = [away_from(state, unit, other) for other in near]
    ways = [home, *((away + turn) % CIRCLE for away in aways for turn in (QUARTER, -QUARTER))]
    clear = [way for way in ways if all(apart(way, away) <= QUARTER for away in aways)]
    # between two of them there may be no such way: then from the nearest
    first = away_from(state, unit, nearest)
    clear = clear or [way for way in ways if apart(way, first) <= QUARTER]
    return min(clear, key=lambda way: (apart(way, home), way))


def go_away(state: CivilWarState, unit_id: str, heading: int, rate_kind: str) -> None:
    """A forced move for the rest of the turn: ordinary, flight or backwards, as `motion.march_away` knows them.

    A flight follows what is impassable along its edge, and any of them may lead over the edge of the table.
    """
    motion.march_away(state, unit_id, heading, rate_kind)
    unit, flees = unit_of(state, unit_id), rate_kind == "flight"
    who = driven(state, unit, "flight" if flees else "ordinary", backwards=rate_kind == "backwards")
    if who is None:
        return
    run = run_of(state, who, pose(unit), heading, turns=MOST_TURNS if flees else 0)
    if not run.legs or not (flees or run.edge):
        return
    move = doing_of(state, unit_id).driven
    assert move is not None, "it was noted as the march began"
    note(state, unit_id, driven=replace(move, stopped=run.stopped, by=run.by))
    set_track(state, unit_id, run.legs)
    watch.changed(state, unit_id)
    if run.edge:
        tick = off_at(ground(state), run.legs)
        enter(state.line, tick, "move", "over-edge", who=(unit_id,), data={"edge": run.edge})


@rule("04.02.2")
def run_of(state: CivilWarState, who: Marcher, start: Pose, heading: int, turns: int) -> Run:
    """Straight on until the turn is over, and so often along the edge of something impassable until it is passed."""
    table, here, tick = ground(state), start, state.line.now
    legs: tuple[Leg, ...] = ()
    for turned in range(turns + 1):
        way = straight(table, who, here, far_goal(who, here, heading, TURN - tick), tick, TURN)
        if way.stopped == EDGE and loses_units(state):
            out = straight(table, who, here, far_goal(who, here, heading, TURN - tick), tick, TURN, open_edge=way.by)
            if out.legs and is_off(table, pieces_at(out.legs[-1], TURN)):
                return Run((*legs, *out.legs), way.by, OFF, way.by)
        legs, here, tick = (*legs, *way.legs), way.pose, way.tick
        if way.stopped not in (OBSTACLE, BUILDING) or tick >= TURN or turned == turns:
            break
        pieces = (outline_at(who.width, who.depth, here),)
        ways = (
            straight(table, who, here, forward(here.point, along, length), tick, TURN)
            for along, length in along_edge(table.feature(way.by), pieces, heading)
        )
        aside = next((one for one in ways if one.legs), None)
        if aside is None:
            break
        legs, here, tick = (*legs, *aside.legs), aside.pose, aside.tick
    return Run(legs, "", way.stopped if tick < TURN else TIME, way.by)


def off_at(table: Ground, legs: tuple[Leg, ...]) -> int:
    """The tick at which a way that leads over an edge has taken the unit off the table."""
    on, off = legs[0].start, TURN
    while off - on > 1:
        half = (on + off) // 2
        if is_off(table, pieces_at(leg_at(legs, half), half)):
            off = half
        else:
            on = half
    return off


@events.of("over-edge")
@rule("04.02.2", "08.04.3")
def over_edge(table: Table[CivilWarState], event: Event) -> None:
    """A move that took time has led over the edge of the table, unless it was stopped before (R100)."""
    state = table.state
    unit = by_id(state, event.who[0])
    if unit is not None and unit.on_table and is_off(ground(state), body(state, unit).pieces):
        tell_run(table, unit.id)
        go_over_edge(table, unit.id, str(event.data["edge"]))
