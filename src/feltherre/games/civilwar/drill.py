"""Carrying out a movement order leg by leg (02.05, 03.03.4): marches as a track, changes as events at the end of their
time. When a change is done, the rest of the order is worked out from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.civilwar.approach import bars, keeps_out
from feltherre.games.civilwar.buildings import room_in
from feltherre.games.civilwar.changing import CHANGES, KINDS, Change, about, change_of, leaving, marches_at
from feltherre.games.civilwar.field import body, ground, pose
from feltherre.games.civilwar.halting import set_track
from feltherre.games.civilwar.marching import BUILDING, EDGE, OBSTACLE, OUTWARD, TERRAIN
from feltherre.games.civilwar.orders.legs import Back, Enter, Face
from feltherre.games.civilwar.orders.repeating import Stage, heading_of
from feltherre.games.civilwar.orders.situation import charges
from feltherre.games.civilwar.parts import enough_attack
from feltherre.games.civilwar.room import room_to_change
from feltherre.games.civilwar.routes import Approach, Course, LeaveTable, RouteLeg, legs_of, pace_of
from feltherre.games.civilwar.sightings import aimed_at, known_to_chief
from feltherre.games.civilwar.state import CivilWarState, Unit, change, doing_of, index, note, place_in_order, unit_of
from feltherre.games.civilwar.steps import events
from feltherre.games.civilwar.telling import name, tell
from feltherre.games.civilwar.watch import changed
from feltherre.games.civilwar.whereabouts import place_of
from feltherre.ground.tabletop.angles import Point, bearing
from feltherre.ground.tabletop.measure import EIGHTH, TURN
from feltherre.ground.tabletop.schedule import Event, Value, enter, why_late
from feltherre.ground.tabletop.shapes import middle

#: what companies are that are sent off
DIVIDED: Final = "divided"
#: a change that is done: kind of event -> rule
CHANGED: Final = {
    "formed": "02.05.1",
    "faced": "02.05.2",
    "limbered": "02.03.4",
    "mounted": "02.05.2",
    "entered": "02.04.3",
    "exited": "02.04.3",
}


def lead(state: CivilWarState, unit_id: str, first: int, left: int = 0) -> None:
    """Work out the way of a unit from a leg of its order on, from where it is now. `left`: the ticks still to go of a
    change that the turn before has left undone."""
    line = doing_of(state, unit_id).line
    assert line is not None
    legs = legs_of(line.order)
    unit = unit_of(state, unit_id)
    if (first == 0 or left) and doing_of(state, unit_id).attacks:
        _enter(state, state.line.now + _late(state, state.line.now), "attack-begins", unit_id, {})
    course = Course(state, unit, state.line.now, turned=has_turned(state, unit), storms=charges(line.order))
    if first:
        _come_to(state, course, first - 1)
    for number in range(first, len(legs)):
        leg, pace = legs[number], pace_of(line.order, legs[number])
        if course.unit.building and isinstance(leg, CHANGES) and not isinstance(leg, Enter):
            enter_cannot(state, unit_id, course.tick, KINDS[type(leg)])
            continue
        if course.unit.building and not _leave_building(state, course, leg, number, left):
            break
        if pace == "charge":
            _storms_from(state, unit_id, course.tick)
        if not isinstance(leg, CHANGES) or isinstance(leg, Enter):
            _come_to(state, course, number)
            course.march(leg, pace)
            enter_barred(state, course)
            if course.tick >= TURN or (course.stopped and isinstance(leg, Enter | LeaveTable)):
                break
        if isinstance(leg, CHANGES):
            if not _begin_change(state, course, legs, number, left):
                break
            _come_to(state, course, number)
        if isinstance(leg, LeaveTable):
            _enter(state, course.tick + _late(state, course.tick), "off-table", unit_id, {"edge": leg.edge})
        left = 0
    take(state, course)


@rule("03.03.3")
def _come_to(state: CivilWarState, course: Course, number: int) -> None:
    """Note that a unit goes on a leg of its order, or has made the change that it is: for repeating it (R28)."""
    stages = doing_of(state, course.unit.id).stages
    note(state, course.unit.id, stages=(*stages, Stage(number, course.unit.facing, course.tick)))


def take(state: CivilWarState, course: Course) -> None:
    """The unit goes the way that was worked out."""
    unit_id = course.unit.id
    track = course.track()
    # a column that closed up without time has changed its formation all the same, which is moving (03.03.1)
    closed = course.unit.files != unit_of(state, unit_id).files
    if track or closed or any(event.kind in CHANGED and unit_id in event.who for event in state.line.waiting):
        _moves_from(state, unit_id, next((leg.start for leg in track if leg.way), state.line.now))
    if not track and (here := course.pose) != pose(unit_of(state, unit_id)):
        change(state, unit_id, x=here.x, y=here.y, facing=here.facing, trail=course.unit.trail)
    # a chain that moves closes up again, and a column may have done so (R14, R46)
    change(state, unit_id, files=course.unit.files, parted=0 if track else course.unit.parted)
    set_track(state, unit_id, track)


def _moves_from(state: CivilWarState, unit_id: str, tick: int) -> None:
    """The unit moves from an instant on, unless it does so already."""
    if not doing_of(state, unit_id).moved:
        note(state, unit_id, moved=True, begins=tick)


@rule("03.03.4")
def _storms_from(state: CivilWarState, unit_id: str, tick: int) -> None:
    """Charge pace is used from an instant on, unless it is already."""
    if doing_of(state, unit_id).storms < 0:
        note(state, unit_id, storms=tick)


def has_turned(state: CivilWarState, unit: Unit) -> bool:
    """If it has changed its direction in this turn already (02.05.6)."""
    track = state.tracks[index(state, unit.id)]
    return bool(track) and track[0].pose.facing != unit.facing


# changes on the way


def _begin_change(state: CivilWarState, course: Course, legs: Sequence[Any], number: int, left: int) -> bool:
    """Begin a change where the course has come to; True if it takes no time and the course goes on at once. An open
    formation that faces to a side takes none, but lies otherwise from then on (R106)."""
    leg, following = legs[number], number + 1
    found = change_of(state, course.unit, leg, marches_at(legs, following))
    if found is None:
        return _cannot(state, course, KINDS[type(leg)])
    ticks = left or found.ticks
    if ticks == 0 and not (isinstance(leg, Face) and "files" in found.becomes):
        course.unit = replace(course.unit, **found.becomes)
        return True
    _enter_change(state, course, KINDS[type(leg)], Change(ticks, found.becomes), following)
    return False


def _cannot(state: CivilWarState, course: Course, kind: str) -> bool:
    """A change that cannot be made is left out; the rest of the order is carried out."""
    enter_cannot(state, course.unit.id, course.tick, kind)
    return True


def enter_cannot(state: CivilWarState, unit_id: str, tick: int, what: str) -> None:
    """That a unit cannot do a thing is told when it is its turn."""
    _enter(state, tick + _late(state, tick), "cannot", unit_id, {"what": what})


def _leave_building(state: CivilWarState, course: Course, leg: RouteLeg, number: int, left: int) -> bool:
    """True if the leg can be gone from where the unit is: else it first comes out of its building (R15)."""
    if isinstance(leg, Enter) and leg.building == course.unit.building:
        return True
    found = leaving(state, course.unit, leads_to(state, course.unit, leg))
    if found is not None:
        becomes = found.becomes
        if isinstance(leg, Back):
            # with its front to the house, from which it goes backwards
            becomes |= about(state, replace(course.unit, **becomes))
        _enter_change(state, course, "exited", Change(left or found.ticks, becomes), number)
    return False


def leads_to(state: CivilWarState, unit: Unit, leg: RouteLeg) -> int:
    """The direction in which a leg leads from where a unit is."""
    goal: Point | None = None
    if isinstance(leg, Approach):
        target = aimed_at(state, unit_of(state, unit.id), leg.target)
        goal = body(state, target).centre if target is not None else None
    elif isinstance(leg, LeaveTable):
        return OUTWARD[leg.edge]
    elif isinstance(leg, Enter):
        goal = middle(ground(state).feature(leg.building).points)
    elif (place := getattr(leg, "place", None)) is not None:
        goal = place_of(state, place, (unit.x, unit.y), known_to_chief(state, unit))
    if goal is not None and goal != (unit.x, unit.y):
        return bearing(goal[0] - unit.x, goal[1] - unit.y)
    heading = None if isinstance(leg, Approach | LeaveTable) else heading_of(leg, unit.facing)
    return unit.facing if heading is None else heading


def _enter_change(state: CivilWarState, course: Course, kind: str, found: Change, following: int) -> None:
    """Enter the end of a change; one that runs over the end of the turn is remembered (R21)."""
    _moves_from(state, course.unit.id, course.tick)
    end = course.tick + found.ticks
    course.tick = min(end, TURN)
    if end > TURN:
        change(state, course.unit.id, change_left=end - TURN, change_leg=_leg_of(kind, following))
        return
    becomes = {key: value for key, value in found.becomes.items() if key != "trail"}
    trail: list[int | str] = [number for point in found.becomes.get("trail", ()) for number in point]
    data: dict[str, Value] = {"leg": following, "trail": trail, **becomes}
    _enter(state, end + _late(state, end), kind, course.unit.id, data)


def _leg_of(kind: str, following: int) -> int:
    """The leg of the order to which a change belongs, by the one with which the order goes on after it."""
    return following if kind == "exited" else following - 1


def enter_barred(state: CivilWarState, course: Course) -> None:
    """What ends a march before its end is found out when the unit gets there (07.01.6)."""
    if course.stopped in (TERRAIN, OBSTACLE, BUILDING, EDGE):
        tick = course.tick + _late(state, course.tick)
        _enter(state, tick, "barred", course.unit.id, {"why": course.stopped, "by": course.by})


def _late(state: CivilWarState, tick: int) -> int:
    """1 if the movement of this instant is past already."""
    return int(why_late(state.line, tick, "move") is not None)


def _enter(state: CivilWarState, tick: int, kind: str, unit_id: str, data: dict[str, Value]) -> None:
    order = place_in_order(state, unit_id)
    enter(state.line, tick, "move", kind, order=order, who=(unit_id,), data=data)


@events.of(*CHANGED)
@rule("02.05.1", "02.05.2", "02.03.3", "02.03.4", "02.04.3")
def change_done(table: Table[CivilWarState], event: Event) -> None:
    """The time of a change is up: the unit has its new formation, if there is room for it; else it waits (R21). A house
    that has no more room for it, or has come to be the enemy's, it does not enter (02.04.3, R15)."""
    from feltherre.games.civilwar import reactions

    state, unit_id = table.state, event.who[0]
    unit = unit_of(state, unit_id)
    if not unit.on_table or doing_of(state, unit_id).void:
        return
    becomes: dict[str, Any] = {key: value for key, value in event.data.items() if key not in ("leg", "trail", "waits")}
    flat = event.data["trail"]
    assert isinstance(flat, list)
    becomes["trail"] = tuple(zip(flat[::2], flat[1::2], strict=True))
    after = replace(unit, **becomes)
    if after.building and unit.companies > room_in(state, after.building, unit):
        # others have come in before it; of those who come at one instant the first in order has (R32)
        set_track(state, unit_id, ())
        tell(table, "civilwar.motion.cannot.entered", "02.04.3", unit_id, unit=name(state, unit_id))
        _go_on(state, event)
        return
    if room_to_change(state, unit_id, after) is not None:
        _wait(table, event)
        return
    set_track(state, unit_id, ())
    change(state, unit_id, parted=0, **becomes)
    _tell_change(table, event.kind, after)
    reactions.check_chain(table, unit_id)
    if not doing_of(state, unit_id).void:
        _go_on(state, event)


def _go_on(state: CivilWarState, event: Event) -> None:
    """The rest of the order is carried out from here."""
    lead(state, event.who[0], int(str(event.data["leg"])))
    changed(state, event.who[0])


def _tell_change(table: Table[CivilWarState], kind: str, unit: Unit) -> None:
    state = table.state
    args: dict[str, Any] = {"unit": name(state, unit.id)}
    key, rule_id = kind, CHANGED[kind]
    if kind == "formed":
        args["formation"] = say(f"civilwar.formation.{unit.formation.replace('_', '-')}")
    elif kind == "entered":
        args["building"] = name(state, unit.building)
    elif kind == "limbered" and unit.formation == "unlimbered":
        key, rule_id = "unlimbered", "02.03.3"
    elif kind == "mounted" and not unit.mounted:
        key = "dismounted"
    tell(table, f"civilwar.motion.{key}", rule_id, unit.id, **args)


def _wait(table: Table[CivilWarState], event: Event) -> None:
    """No room for the new formation: it is tried again an eighth later (R21, 02.03.4)."""
    state, unit_id = table.state, event.who[0]
    if "waits" not in event.data:
        tell(table, "civilwar.motion.no-room", CHANGED[event.kind], unit_id, unit=name(state, unit_id))
    if state.line.now + EIGHTH <= TURN:
        _enter(state, state.line.now + EIGHTH, event.kind, unit_id, {**event.data, "waits": True})
    else:
        leg = _leg_of(event.kind, int(str(event.data["leg"])))
        change(state, unit_id, change_left=EIGHTH, change_leg=leg)


@events.of("attack-begins")
@rule("03.03.5")
def attack_begins(table: Table[CivilWarState], event: Event) -> None:
    """The first movement of an attack: the companies that take part in it are counted now (R29)."""
    state, unit = table.state, unit_of(table.state, event.who[0])
    if unit.on_table and doing_of(state, unit.id).ordered is None:
        note(state, unit.id, ordered=enough_attack(state, unit))


@events.of("cannot")
def cannot(table: Table[CivilWarState], event: Event) -> None:
    """What the unit cannot do is told and left out."""
    state, unit_id, what = table.state, event.who[0], str(event.data["what"])
    if unit_of(state, unit_id).on_table and not doing_of(state, unit_id).void:
        rule_id = "01.02.2" if what == DIVIDED else "02.05.2"
        tell(table, f"civilwar.motion.cannot.{what}", rule_id, unit_id, unit=name(state, unit_id))


@events.of("barred")
@rule("02.06.5", "02.06.6", "07.01.6")
def barred(table: Table[CivilWarState], event: Event) -> None:
    """A march has come to what it cannot pass (02.06.5, 02.06.6); an attack ends there (07.01.6)."""
    state, unit_id = table.state, event.who[0]
    unit = unit_of(state, unit_id)
    if not unit.on_table or doing_of(state, unit_id).void:
        return
    why, by = str(event.data["why"]), str(event.data["by"])
    if doing_of(state, unit_id).attacks and _bars_the_arm(state, unit, why, by):
        note(state, unit_id, barred=True)
    note(state, unit_id, stopped=why)
    args: dict[str, Any] = {"what": name(state, by)} if why in (OBSTACLE, BUILDING) else {}
    tell(table, f"civilwar.motion.stopped.{why}", "02.06.6", unit_id, unit=name(state, unit_id), **args)


def _bars_the_arm(state: CivilWarState, unit: Unit, why: str, by: str) -> bool:
    """If what has stopped a unit is impassable for its arm, not only in its formation or at its pace (07.01.6, R79)."""
    if why == OBSTACLE:
        return bars(state, unit, ground(state).feature(by))
    return why == BUILDING or (why == TERRAIN and keeps_out(state, unit, by))
