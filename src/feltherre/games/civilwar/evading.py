"""A general or courier whom an enemy comes to (03.01.5, 07.06.3, R31, R84): caught, or off at once if he has not moved.

He may ride to a friendly unit that he can reach, or straight away from the enemy; his player is asked, unless the order
sheet says what he does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from feltherre.core.marks import rule
from feltherre.core.space import Action, Decision, ListSpace
from feltherre.core.state import Step
from feltherre.core.steps import ask
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.civilwar import prisoners
from feltherre.games.civilwar.commanders import role_name, role_over
from feltherre.games.civilwar.cover import nearest_place
from feltherre.games.civilwar.field import (
    STAFF_DEPTH,
    STAFF_WIDTH,
    are_there,
    body,
    by_id,
    distance_to_staff,
    ground,
    staff_body,
)
from feltherre.games.civilwar.marching import far_goal, staff_marcher, straight
from feltherre.games.civilwar.state import CivilWarState, Staff, Unit, move_staff, staff_of
from feltherre.games.civilwar.steps import events, steps
from feltherre.games.civilwar.telling import name
from feltherre.games.civilwar.watch import watch_staff
from feltherre.ground.tabletop.angles import bearing, forward
from feltherre.ground.tabletop.bodies import Pose, outline_at
from feltherre.ground.tabletop.distance import CONTACT, point_distance
from feltherre.ground.tabletop.measure import TURN
from feltherre.ground.tabletop.motion import NEVER, way_until
from feltherre.ground.tabletop.schedule import Event, enter

#: not to a unit, but straight away from the enemy
AWAY: Final = "away"
#: of the units that he can reach so many are offered, the nearest
OFFERED: Final = 5


class Evade(Action, frozen=True, tag="evade"):
    """A general or courier rides to a unit, straight `away`, or stays (to is empty)."""

    staff: str
    to: str = ""


class EvadeAsked(Step, frozen=True, tag="evade-asked"):
    staff: str
    enemy: str


@events.of("staff-near")
@rule("07.06.3")
def staff_near(table: Table[CivilWarState], event: Event) -> None:
    """An enemy unit is at charge distance of a staff figure: what becomes of him waits for the reactions."""
    line = table.state.line
    enter(line, line.now, "react", "staff-reached", order=event.order, who=event.who, data=event.data)


@events.of("staff-reached")
@rule("07.06.3", "03.01.5")
def staff_reached(table: Table[CivilWarState], event: Event) -> None:
    """Captured if he has used his move; if not he may use it at once (R84)."""
    state = table.state
    one, enemy = staff_of(state, str(event.data["staff"])), by_id(state, event.who[0])
    if enemy is None or not one.on_table or not enemy.on_table:
        return
    if prisoners.is_caught(state, one, enemy) == "move_left":
        table.push(EvadeAsked(one.id, enemy.id))
    else:
        prisoners.capture_staff(table, one.id, enemy.id)


@steps.alive(EvadeAsked)
def may_evade(state: CivilWarState, step: EvadeAsked) -> bool:
    one = staff_of(state, step.staff)
    return one.on_table and not one.moved and are_there(state, step.enemy)


@steps.asks(EvadeAsked)
@rule("03.01.5")
def evades(state: CivilWarState, step: EvadeAsked) -> Iterator[Decision[Any]]:
    """Where he rides, unless the order sheet says it."""
    one = staff_of(state, step.staff)
    if instruction(state, one) != "ask":
        return
    refuges = [unit.id for unit in refuges_of(state, one)]
    answers = [*(Evade(one.id, unit) for unit in refuges), Evade(one.id, AWAY), Evade(one.id)]
    labels: list[Text] = [say("civilwar.react.evade.to", unit=name(state, unit)) for unit in refuges]
    space = ListSpace(answers, [*labels, say("civilwar.react.evade.away"), say("civilwar.react.evade.stay")])
    role, who, enemy = role_over(state, one), name(state, one.id), name(state, step.enemy)
    told = role_name(role)
    yield ask(
        state, role, "evade", "03.01.5", space, reaction=True, waiting="reaction", role=told, who=who, enemy=enemy
    )


@steps.does(EvadeAsked)
def evades_as_instructed(table: Table[CivilWarState], step: EvadeAsked) -> None:
    one = staff_of(table.state, step.staff)
    if instruction(table.state, one) == "yes":
        refuges = refuges_of(table.state, one)
        evade(table, one.id, refuges[0].id if refuges else AWAY, step.enemy)


@steps.answer(EvadeAsked)
def evades_as_answered(table: Table[CivilWarState], step: EvadeAsked, role: str, action: Evade) -> None:
    if action.to:
        evade(table, step.staff, action.to, step.enemy)


def instruction(state: CivilWarState, one: Staff) -> str:
    """The standing instruction on the order sheet."""
    sheet = state.sheets[one.side]
    line = sheet.staff.get(one.id) if sheet is not None else None
    return line.evade if line is not None else "ask"


@rule("03.01.5")
def evade(table: Table[CivilWarState], staff: str, to: str, enemy_id: str) -> None:
    """He uses his move of the turn, without time (03.01.5, R31)."""
    state = table.state
    one, enemy, refuge = staff_of(state, staff), by_id(state, enemy_id), by_id(state, to)
    there = way_to(state, one, refuge) if refuge is not None else None
    if there is None:
        there = way_off(state, one, enemy)
    beside = refuge.id if refuge is not None else ""
    move_staff(state, staff, x=there.x, y=there.y, facing=there.facing, beside=beside, moved=True)
    text = say("civilwar.react.evaded", who=name(state, staff))
    table.tell(text, "03.01.5", (staff,), audience=(role_over(state, one),))
    watch_staff(state, staff)


def refuges_of(state: CivilWarState, one: Staff) -> list[Unit]:
    """Friendly units that he can reach with his move, the nearest first."""
    own = [unit for unit in state.units if unit.on_table and unit.side == one.side and unit.order != "FU"]
    own.sort(key=lambda unit: (distance_to_staff(state, one, unit), state.units.index(unit)))
    return [unit for unit in own if way_to(state, one, unit) is not None][:OFFERED]


def way_to(state: CivilWarState, one: Staff, unit: Unit) -> Pose | None:
    """Where he is in base contact with a unit after riding straight to it; None if his move does not reach."""
    theirs = body(state, unit)
    x, y = theirs.centre
    if (x, y) == (one.x, one.y):
        return None
    heading = bearing(x - one.x, y - one.y)
    mine = (outline_at(STAFF_WIDTH, STAFF_DEPTH, Pose(one.x, one.y, heading)),)
    way = way_until(mine, x - one.x, y - one.y, theirs.pieces, CONTACT)
    if way == NEVER:
        return None
    goal = forward((one.x, one.y), heading, way)
    return Pose(*goal, heading) if rides(state, one, heading, way) >= way else None


def way_off(state: CivilWarState, one: Staff, enemy: Unit | None) -> Pose:
    """As far as his move takes him straight away from the enemy."""
    heading = one.facing
    if enemy is not None:
        x, y = staff_body(one).centre
        point = nearest_place(body(state, enemy), (x, y))
        heading = bearing(x - point[0], y - point[1]) if (x, y) != point else one.facing
    return Pose(*forward((one.x, one.y), heading, rides(state, one, heading)), heading)


def rides(state: CivilWarState, one: Staff, heading: int, way: int | None = None) -> int:
    """How far he comes in a direction with the length of schema I."""
    rider, start = staff_marcher(STAFF_WIDTH, STAFF_DEPTH), Pose(one.x, one.y, heading)
    goal = far_goal(rider, start, heading, TURN, way)
    ridden = straight(ground(state), rider, start, goal, 0, TURN)
    return point_distance(start.point, ridden.pose.point)
