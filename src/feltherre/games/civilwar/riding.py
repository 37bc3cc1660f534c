"""Generals and couriers (03.01.5, R31): one move a turn without time, riding along with a unit, and what they bring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from feltherre.core.kept import kept
from feltherre.core.marks import rule
from feltherre.core.space import Decision
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.civilwar import triggers, waiting_riders
from feltherre.games.civilwar.commanders import role_over
from feltherre.games.civilwar.field import (
    STAFF_DEPTH,
    STAFF_WIDTH,
    body,
    body_in,
    by_id,
    ground,
    scenario_of,
    shape_in,
    staff_body,
)
from feltherre.games.civilwar.judging import EventJudged, asked_of_umpire
from feltherre.games.civilwar.marching import Way
from feltherre.games.civilwar.orders.language import Courier, OrderLine, StaffLine, StaffMove, StaffStay, StaffWith
from feltherre.games.civilwar.orders.triggers import ANY_ENEMY, AfterShock, BeforeShock, EnemyFires, OwnDoes, UmpireSays
from feltherre.games.civilwar.ridden import ROUND, ridden
from feltherre.games.civilwar.scenario import Scenario
from feltherre.games.civilwar.shapes import in_file
from feltherre.games.civilwar.sightings import known_to_general
from feltherre.games.civilwar.state import ROLES, CivilWarState, Message, Staff, Unit, move_staff, staff_of, unit_of
from feltherre.games.civilwar.steps import events, steps
from feltherre.games.civilwar.telling import name
from feltherre.games.civilwar.waiting_riders import line_of
from feltherre.games.civilwar.watch import watch_staff
from feltherre.games.civilwar.whereabouts import place_of
from feltherre.ground.tabletop.angles import Point, forward
from feltherre.ground.tabletop.bodies import Pose
from feltherre.ground.tabletop.distance import CONTACT, pieces_distance, pieces_within
from feltherre.ground.tabletop.measure import CIRCLE, CM, TURN
from feltherre.ground.tabletop.motion import NEVER
from feltherre.ground.tabletop.schedule import Event, Value, enter, strike, why_late

#: generals so near to each other can talk (tabletop 7)
TALK: Final = 5 * CM


# orders for staff


@rule("03.01.5")
def plan_rides(table: Table[CivilWarState]) -> None:
    """What the sheets say of generals and couriers; their moves are entered for their instants (R31)."""
    state = table.state
    _hand_over(state)
    for side, sheet in enumerate(state.sheets):
        lines = sheet.staff if sheet is not None else {}
        for one in [one for one in state.staff if one.side == side and one.on_table and not halted(state, one)]:
            line = lines.get(one.id)
            if line is not None:
                _take_line(state, one, line)
            elif one.bound_for:
                _enter_ride(state, one, 0)
        for message in sheet.messages if sheet is not None else ():
            number = len(state.messages) + 1
            state.messages.append(Message(number, message.sender, message.to, message.text, state.turn))


@rule("03.03.2")
def _hand_over(state: CivilWarState) -> None:
    """An order that a courier has brought was given with the sheet now in force, or not at all (R27)."""
    for one in list(state.staff):
        here = one.on_table and one.carries is not None and _is_with(state, one, one.bound_for)
        if here and not halted(state, one):
            move_staff(state, one.id, bound_for="", carries=None)


@rule("01.06.2")
def halted(state: CivilWarState, one: Staff) -> bool:
    """Nobody of a side or commander whom the umpire has halted rides in this turn (01.06.2)."""
    return not {ROLES[one.side], role_over(state, one)}.isdisjoint(state.halted)


def _take_line(state: CivilWarState, one: Staff, line: StaffLine) -> None:
    order = line.order
    if isinstance(order, StaffStay):
        move_staff(state, one.id, beside="", bound_for="", carries=None, message="")
    elif isinstance(order, StaffWith):
        unit = by_id(state, order.unit)
        if unit is not None and unit.on_table and _touches(state, one, unit):
            move_staff(state, one.id, beside=unit.id)
        else:
            _enter_ride(state, one, 0)
    elif isinstance(order, StaffMove):
        # until he rides he goes along with the unit that he is with
        data = {"staff": one.id}
        enter(state.line, 0, "arrive", "staff-plan", order=_order(state, one), data=dict(data))
    elif isinstance(order, Courier):
        carries = order.load if isinstance(order.load, OrderLine) else None
        message = "" if isinstance(order.load, OrderLine) else order.load
        move_staff(state, one.id, beside="", bound_for=order.to, carries=carries, message=message)
        _enter_ride(state, one, 0)


def _order(state: CivilWarState, one: Staff) -> tuple[int, int, int]:
    return one.side, len(state.units), next(place for place, other in enumerate(state.staff) if other.id == one.id)


def _enter_ride(state: CivilWarState, one: Staff, tick: int, *, planned: bool = False) -> None:
    data: dict[str, Value] = {"staff": one.id, "planned": True} if planned else {"staff": one.id}
    enter(state.line, tick, "move", "staff-move", order=_order(state, one), data=data)


@events.of("staff-plan")
@rule("03.01.5")
def staff_plan(table: Table[CivilWarState], event: Event) -> None:
    """When a rider sets out: at an instant, or when something comes about (R31)."""
    _plan(table.state, staff_of(table.state, str(event.data["staff"])))


def replan(state: CivilWarState) -> None:
    """The way of a unit has changed: riders who wait for something to come about are planned anew."""
    for one, when in waiting_riders.waiting(state):
        if waiting_riders.is_planned(when):
            _strike_planned(state, one.id)
            _plan(state, one)


def _strike_planned(state: CivilWarState, name: str) -> None:
    """What has come about already and sets a rider off is not taken back."""
    strike(state.line, lambda event: event.data["staff"] == name and "planned" in event.data, ("staff-move",))


def _plan(state: CivilWarState, one: Staff) -> None:
    line = line_of(state, one)
    if line is None or not isinstance(line.order, StaffMove):
        return
    if isinstance(line.order.when, UmpireSays):
        ask_umpire(state, one)
        return
    tick = waiting_riders.tick_of(state, one, line.order.when, _begin(state))
    if tick != NEVER and not _rides(state, one):
        _enter_ride(state, one, max(tick, _begin(state)), planned=True)


def ask_umpire(state: CivilWarState, one: Staff) -> None:
    """The umpire, if there is one, is asked at the next eighth whether what a rider waits for has come about."""
    tick = triggers.next_look(state)
    if state.umpire and tick <= TURN:
        enter(state.line, tick, "arrive", "ask-ride", order=_order(state, one), data={"staff": one.id})


def _begin(state: CivilWarState) -> int:
    """The first tick at which somebody can still ride."""
    return state.line.now + int(why_late(state.line, state.line.now, "move") is not None)


def set_off(state: CivilWarState, one: Staff) -> None:
    """He rides now, whenever he was to ride by the ways of the units."""
    _strike_planned(state, one.id)
    if not _rides(state, one):
        _enter_ride(state, one, _begin(state))


def _rides(state: CivilWarState, one: Staff) -> bool:
    return any(event.kind == "staff-move" and event.data["staff"] == one.id for event in state.line.waiting)


# what others tell of


@rule("03.01.5")
def notice(state: CivilWarState, unit_id: str, event: str) -> None:
    """A unit fires, retires or routs: riders who wait for that set off, if their general learns of it (R31)."""
    unit = unit_of(state, unit_id)
    for one, when in waiting_riders.waiting(state):
        waits = isinstance(when, OwnDoes) and (when.unit, when.event) == (unit_id, event)
        if waits and waiting_riders.learns_of(state, one, (unit,)):
            set_off(state, one)


@rule("03.01.5")
def notice_fire(state: CivilWarState, enemy: Unit, targets: tuple[str, ...]) -> None:
    """An enemy has fired at a unit: the one that a rider names, or that he stands with."""
    for one, when in waiting_riders.waiting(state):
        if isinstance(when, EnemyFires) and one.side != enemy.side and triggers.fits(state, enemy, when.enemy):
            units = [unit_of(state, target) for target in targets if _concerns(state, one, when.at, target)]
            if units and waiting_riders.learns_of(state, one, (enemy, *units)):
                set_off(state, one)


@rule("03.01.5")
def notice_shock(
    state: CivilWarState, kind: type[BeforeShock] | type[AfterShock], defender: Unit, attacker: Unit
) -> None:
    """A unit is about to be shocked, or has been and holds: the one that a rider names, or that he stands with."""
    for one, when in waiting_riders.waiting(state):
        if not isinstance(when, kind) or one.side != defender.side:
            continue
        named = when.unit if isinstance(when, BeforeShock) else None
        wanted = when.enemy if isinstance(when, BeforeShock) else ANY_ENEMY
        meant = _concerns(state, one, named, defender.id) and triggers.fits(state, attacker, wanted)
        if meant and waiting_riders.learns_of(state, one, (defender, attacker)):
            set_off(state, one)


def _concerns(state: CivilWarState, one: Staff, named: str | None, unit_id: str) -> bool:
    unit = by_id(state, unit_id)
    return unit is not None and (named == unit_id if named else unit.on_table and _touches(state, one, unit))


# riding


@events.of("staff-move")
@rule("03.01.5")
def staff_move(table: Table[CivilWarState], event: Event) -> None:
    """The one move of a general or courier (03.01.5)."""
    state = table.state
    one = staff_of(state, str(event.data["staff"]))
    if not one.on_table or one.moved:
        return
    line = line_of(state, one)
    order = line.order if line is not None else None
    if isinstance(order, StaffMove):
        general = one.under if one.rank == "courier" else one.id
        goal = place_of(state, order.to, (one.x, one.y), known_to_general(state, general))
        if goal is not None:
            _tell_ride(table, one, ride(state, one.id, goal))
        else:
            _tell_no_ride(table, one)
        return
    to = order.unit if isinstance(order, StaffWith) else one.bound_for
    unit = by_id(state, to)
    if unit is not None and unit.on_table:
        _tell_ride(table, one, ride_to_unit(state, one.id, unit), unit.id)
        return
    other = next((other for other in state.staff if other.id == to and other.on_table), None)
    if other is not None:
        behind = forward((other.x, other.y), (other.facing + CIRCLE // 2) % CIRCLE, STAFF_DEPTH)
        _tell_ride(table, one, ride(state, one.id, behind), other.id)
    else:
        _tell_no_ride(table, one)


def _tell_no_ride(table: Table[CivilWarState], one: Staff) -> None:
    """What he was to ride to is gone; his own commander hears of it."""
    words = say("civilwar.motion.rides-not", who=name(table.state, one.id))
    table.tell(words, "03.01.5", (one.id,), audience=(role_over(table.state, one),))


def _tell_ride(table: Table[CivilWarState], one: Staff, way: Way, to: str = "") -> None:
    """His own commander hears how far he has come, and what bars his way if something does."""
    end = "rides-to" if to else "rides"
    if way.stopped:
        end, to = ("rides-barred", way.by) if way.stopped in ROUND else ("rides-on", to)
    words = say(f"civilwar.motion.{end}", who=name(table.state, one.id), to=name(table.state, to))
    table.tell(words, "03.01.5", (one.id,), audience=(role_over(table.state, one),))


@rule("03.01.5")
def ride(state: CivilWarState, name: str, goal: Point) -> Way:
    """Use a rider's move: as far towards a place as the staff's length over the ground goes (schema I, R31)."""
    one = staff_of(state, name)
    way = ridden(ground(state), (one.x, one.y), goal)
    if goal == (one.x, one.y):
        move_staff(state, name, beside="")
    else:
        x, y, facing = way.pose.x, way.pose.y, way.pose.facing
        move_staff(state, name, x=x, y=y, facing=facing, moved=True, beside="")
    watch_staff(state, name)
    return way


def ride_to_unit(state: CivilWarState, name: str, unit: Unit) -> Way:
    """Ride to a unit, and stay with it if he comes there."""
    spot = spot_by(state, staff_of(state, name), unit)
    way = ride(state, name, spot.point)
    if not way.stopped:
        move_staff(state, name, x=spot.x, y=spot.y, facing=spot.facing, beside=unit.id)
        watch_staff(state, name)
    return way


def spot_by(state: CivilWarState, one: Staff, unit: Unit) -> Pose:
    """Where a rider stands with a unit, in base contact: behind the middle of it, beside the head of a bent column,
    beside the middle of a file."""
    others = [other.id for other in state.staff if other.beside == unit.id or other.id == one.id]
    return _spot(scenario_of(state), unit, others.index(one.id))


@kept(4096)
def _spot(scenario: Scenario, unit: Unit, number: int) -> Pose:
    """Where a rider stands with a unit if so many stand there before him."""
    aside = number * STAFF_WIDTH
    if unit.building:
        box = body_in(scenario, unit).box
        return Pose((box[0] + box[2]) // 2 + aside, box[1], 0)
    right = (unit.facing + CIRCLE // 4) % CIRCLE
    size = shape_in(scenario, unit)
    if unit.trail:
        x, y = forward((unit.x, unit.y), right, size.width // 2 + STAFF_WIDTH // 2 + aside)
        return Pose(x, y, unit.facing)
    back = (unit.facing + CIRCLE // 2) % CIRCLE
    if in_file(unit.formation, unit.files):
        x, y = forward(forward((unit.x, unit.y), back, size.depth // 2), right, (size.width + STAFF_WIDTH) // 2 + aside)
        return Pose(x, y, unit.facing)
    rear = forward((unit.x, unit.y), back, size.depth)
    x, y = forward(rear, right, min(aside, size.width // 2))
    if not (0 <= x <= scenario.width and 0 <= y <= scenario.height):
        # the rear of a column that comes onto the table is still off it: he stands at the corner of its head
        ahead = forward((unit.x, unit.y), unit.facing, STAFF_DEPTH)
        x, y = forward(ahead, right, size.width // 2 + STAFF_WIDTH // 2 + aside)
    return Pose(x, y, unit.facing)


@rule("03.01.5")
def ride_along(state: CivilWarState) -> None:
    """A rider with a unit is where it is; that is no move of his own (03.01.5)."""
    beside: dict[str, int] = {}
    scenario = scenario_of(state)
    for one in [one for one in state.staff if one.beside]:
        unit = by_id(state, one.beside)
        if unit is None or not unit.on_table or not one.on_table:
            move_staff(state, one.id, beside="")
            # he is alone now, and an enemy on his way may come to him (07.06.3)
            watch_staff(state, one.id)
            continue
        number = beside.get(unit.id, 0)
        beside[unit.id] = number + 1
        spot = _spot(scenario, unit, number)
        if (one.x, one.y, one.facing) != (spot.x, spot.y, spot.facing):
            move_staff(state, one.id, x=spot.x, y=spot.y, facing=spot.facing)


def _touches(state: CivilWarState, one: Staff, unit: Unit) -> bool:
    return one.beside == unit.id or pieces_within(staff_body(one).pieces, body(state, unit).pieces, CONTACT)


# messages


@rule("03.01.1")
def deliver(table: Table[CivilWarState]) -> None:
    """Messages are read between turns: those that a courier has brought, and those between generals who have met."""
    state = table.state
    for one in list(state.staff):
        if one.on_table and one.bound_for and one.message and _is_with(state, one, one.bound_for):
            number = len(state.messages) + 1
            state.messages.append(Message(number, one.under, one.bound_for, one.message, state.turn, state.turn))
            move_staff(state, one.id, bound_for="", message="")
    for place, message in enumerate(state.messages):
        if not message.read and _have_met(state, message.sender, message.to):
            state.messages[place] = replace(message, read=state.turn)


def _is_with(state: CivilWarState, one: Staff, to: str) -> bool:
    unit = by_id(state, to)
    if unit is not None:
        return unit.on_table and _touches(state, one, unit)
    other = next((other for other in state.staff if other.id == to and other.on_table), None)
    return other is not None and pieces_within(staff_body(one).pieces, staff_body(other).pieces, CONTACT)


def _have_met(state: CivilWarState, sender: str, to: str) -> bool:
    found = [one for one in state.staff if one.id in (sender, to) and one.on_table]
    return len(found) > 1 and pieces_distance(staff_body(found[0]).pieces, staff_body(found[1]).pieces) <= TALK


# a general or courier who waits for what only the umpire can judge (R31, R35)


class JudgedRide(Step, frozen=True, tag="judged-ride"):
    """Has the event come about that a rider's line leaves to the umpire?"""

    staff: str


@steps.alive(JudgedRide)
def still_waits(state: CivilWarState, step: JudgedRide) -> bool:
    one = staff_of(state, step.staff)
    return one.on_table and not one.moved


@steps.asks(JudgedRide)
def has_come_about(state: CivilWarState, step: JudgedRide) -> Iterator[Decision[Any]]:
    line = line_of(state, staff_of(state, step.staff))
    when = line.order.when if line is not None and isinstance(line.order, StaffMove) else None
    if state.umpire and isinstance(when, UmpireSays):
        yield asked_of_umpire(state, "ride", "03.01.5", step.staff, when.text)


@steps.does(JudgedRide)
def nobody_judges(table: Table[CivilWarState], step: JudgedRide) -> None:
    """Nobody is there to say so: it does not come about."""


@steps.answer(JudgedRide)
@rule("03.01.5")
def judged(table: Table[CivilWarState], step: JudgedRide, role: str, action: EventJudged) -> None:
    """He rides at once, or the umpire is asked again an eighth later."""
    one = staff_of(table.state, step.staff)
    if action.met:
        set_off(table.state, one)
    else:
        ask_umpire(table.state, one)


@events.of("ask-ride")
def ask(table: Table[CivilWarState], event: Event) -> None:
    table.push(JudgedRide(str(event.data["staff"])))
