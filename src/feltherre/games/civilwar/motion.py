"""Units in motion (02.05, 02.06, 03.03.4): setting out by their orders, changing formation on the way, being stopped.

set_out         work out the track of a unit with a movement order
halt            it goes no farther in this turn
go_for          it advances on a (new) target with what is left of the turn
march_away      a forced move that takes the rest of the turn; ride_away after facing about
relocate        a forced move without time: it stands somewhere else at once
room_for        why it cannot stand somewhere
way_left        how far it could still march in this turn
watch           who comes near whom (watch.py); settle_moves the end of all moves (settling.py)
"""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.games.civilwar.changing import CHANGES, about, leaving, marches_at
from feltherre.games.civilwar.corridor import away_from
from feltherre.games.civilwar.drill import DIVIDED, enter_barred, enter_cannot, has_turned, lead, leads_to, take
from feltherre.games.civilwar.entering import enter_table
from feltherre.games.civilwar.field import by_id, ground, is_pinned, pose
from feltherre.games.civilwar.grips import fights_first
from feltherre.games.civilwar.halting import halt, relocate, set_track, stop_changing
from feltherre.games.civilwar.marching import Way, far_goal, marcher, rate_of, straight, tail_of, terrain_at
from feltherre.games.civilwar.orders.language import Attack, Detach, Exit, Move, Order, OrderLine, Prefs, Rejoin, Stand
from feltherre.games.civilwar.parts import detach
from feltherre.games.civilwar.repeating import again_of
from feltherre.games.civilwar.room import room_for, step_off
from feltherre.games.civilwar.routes import Approach, Course, legs_of
from feltherre.games.civilwar.settling import settle_moves
from feltherre.games.civilwar.state import CivilWarState, Driven, Unit, change, doing_of, note, unit_of
from feltherre.games.civilwar.watch import changed, watch, watch_all
from feltherre.ground.tabletop.angles import apart
from feltherre.ground.tabletop.measure import CIRCLE, TURN, way_in

__all__ = [
    "changed",
    "enter_table",
    "go_for",
    "halt",
    "march_away",
    "moves",
    "relocate",
    "ride_away",
    "room_for",
    "set_out",
    "settle_moves",
    "watch",
    "watch_all",
    "way_left",
]


#: the forced moves that take the rest of the turn, by how fast they are made
KINDS: Final = {"ordinary": "away", "flight": "flight", "backwards": "retirement"}


def moves(line: OrderLine) -> bool:
    """If a line is a movement order, by which a unit sets out."""
    return isinstance(line.order, Move | Attack | Exit | Detach | Rejoin)


@rule("03.03.4", "02.05.6", "03.03.1")
def set_out(state: CivilWarState, unit_id: str) -> None:
    """Work out the track of a unit from its movement order; what it takes to change formation is entered (03.03.4). Who
    has a melee to fight sets out after it (R80)."""
    if fights_first(state, unit_id):
        return
    unit, line = unit_of(state, unit_id), doing_of(state, unit_id).line
    left = unit.change_left
    if left:
        change(state, unit_id, change_left=0, change_leg=0)
    if line is None or unit.order == "FU" or is_pinned(state, unit) or doing_of(state, unit_id).void:
        return
    if isinstance(line.order, Attack) and (line.order.companies or unit.companies) < unit.companies:
        _lead_part(state, unit_id, _sent_to_attack(state, unit_id, line.order, line.prefs))
        return
    if isinstance(line.order, Detach):
        _lead_part(state, unit_id, _sent_off(state, unit_id, line.order, line.prefs))
        return
    lead(state, unit_id, *_goes_on_changing(unit, line.order) if left else (0, 0))


def _lead_part(state: CivilWarState, unit_id: str, part: str | None) -> None:
    """The companies that were sent off go their way, if so many could be."""
    if part is None:
        enter_cannot(state, unit_id, state.line.now, DIVIDED)
    else:
        lead(state, part, 0)


@rule("01.02.2", "02.06.3")
def _sent_off(state: CivilWarState, unit_id: str, order: Detach, prefs: Prefs) -> str | None:
    """The companies that are sent off go their way; the others stand, and let them through (R25, R136)."""
    part = detach(state, unit_id, OrderLine(order, prefs), _first_heading(state, unit_id, order))
    if part is not None:
        note(state, unit_id, line=OrderLine(Stand(), prefs))
    return part


def _first_heading(state: CivilWarState, unit_id: str, order: Order) -> int | None:
    """Where the first march of an order leads; None if it has none."""
    legs = legs_of(order)
    first = next((leg for number, leg in enumerate(legs) if marches_at(legs, number)), None)
    return None if first is None else leads_to(state, unit_of(state, unit_id), first)


@rule("03.03.5")
def _sent_to_attack(state: CivilWarState, unit_id: str, order: Attack, prefs: Prefs) -> str | None:
    """The companies that take part in an attack go as a unit of their own, the others stand (03.03.5, R29)."""
    doing = doing_of(state, unit_id)
    note(state, unit_id, line=OrderLine(Stand(), prefs), attacks="", charging=False)
    assert order.companies is not None
    sent_off = OrderLine(Detach(order.companies), prefs)
    part = detach(state, unit_id, sent_off, _first_heading(state, unit_id, order))
    if part is not None:
        sent = OrderLine(replace(order, companies=None), prefs)
        note(state, part, line=sent, attacks=doing.attacks, charging=doing.charging)
    return part


@rule("02.05.1", "03.03.3")
def _goes_on_changing(unit: Unit, order: Order) -> tuple[int, int]:
    """The leg with which a unit begins that was changing when the turn ended, and the ticks that are left of it. Its
    change goes on if the order is repeated, or a new one begins with it (R21); else it is broken off."""
    again = again_of(unit)
    legs, last = legs_of(order), legs_of(again) if again is not None else ()
    if legs and legs == last:
        return unit.change_leg, unit.change_left
    begins = bool(legs) and isinstance(legs[0], CHANGES) and legs[0] in last[unit.change_leg : unit.change_leg + 1]
    return 0, unit.change_left if begins else 0


# other moves


@rule("07.02.5")
def go_for(state: CivilWarState, unit_id: str, target: str) -> None:
    """Advance on a target with what is left of the turn (07.02.5, R77)."""
    unit = unit_of(state, unit_id)
    stop_changing(state, unit_id)
    course = Course(state, unit, state.line.now, turned=has_turned(state, unit))
    pace = "charge" if doing_of(state, unit_id).charging else "ordinary"
    course.march(Approach(target), pace)
    enter_barred(state, course)
    take(state, course)
    changed(state, unit_id)


def march_away(
    state: CivilWarState,
    unit_id: str,
    heading: int,
    rate_kind: str = "ordinary",
    *,
    after: int = 0,
    way: int | None = None,
) -> None:
    """A forced move that takes the rest of the turn, in a direction; it begins after so many ticks.

    `rate_kind`: ordinary, facing where it goes; flight, the same at the rate of flight; backwards, keeping its front
    at half speed (02.06.2).
    """
    unit = unit_of(state, unit_id)
    stop_changing(state, unit_id)
    if unit.building:
        place = leaving(state, unit, heading)
        if place is not None:
            unit = change(state, unit_id, **place.becomes)
    if rate_kind != "backwards" or unit.trail:
        # a bent column goes backwards as one straight body
        straight_now = {"trail": ()} if rate_kind == "backwards" else _facing_away(state, unit, heading)
        change(state, unit_id, **straight_now)
        step_off(state, unit_id)
        unit = unit_of(state, unit_id)
    pace = "flight" if rate_kind == "flight" else "ordinary"
    who = marcher(state, unit, pace, backwards=rate_kind == "backwards", free=True)
    tick = min(TURN, state.line.now + after)
    gone = Way((), tick, pose(unit))
    if who is not None and tick < TURN:
        trail = (unit.trail or (tail_of(pose(unit), who.depth),)) if who.column else ()
        goal = far_goal(who, pose(unit), heading, TURN - tick, way)
        gone = straight(ground(state), who, pose(unit), goal, tick, TURN, trail=trail)
    set_track(state, unit_id, gone.legs)
    doing = doing_of(state, unit_id)
    move = Driven(KINDS[rate_kind], heading, gone.stopped, gone.by, doing.marched, doing.void)
    # whatever pace it came at, it goes away at another (R45)
    note(state, unit_id, moved=True, charging=False, driven=move)
    changed(state, unit_id)


def _facing_away(state: CivilWarState, unit: Unit, heading: int) -> dict[str, Any]:
    """Turned about on its ground, and then to where it goes about the middle of its front (04.02.6: without time)."""
    turned = about(state, unit) if apart(heading, unit.facing) > CIRCLE // 4 else {}
    return {**turned, "facing": heading, "trail": ()}


@rule("07.02.3")
def ride_away(state: CivilWarState, unit_id: str, foe: str, ticks: int) -> None:
    """Face about, which takes so many ticks, and go away from an enemy for the rest of the turn (07.02.3, R78)."""
    heading = away_from(state, unit_of(state, unit_id), by_id(state, foe))
    march_away(state, unit_id, heading, after=ticks)


def way_left(state: CivilWarState, unit_id: str) -> int:
    """How far a unit could still march straight on in this turn, at the rate of the ground under it."""
    unit = unit_of(state, unit_id)
    pace = "charge" if doing_of(state, unit_id).charging else "ordinary"
    who = marcher(state, unit, pace) or marcher(state, unit)
    if who is None:
        return 0
    rate = rate_of(who, terrain_at(ground(state), (unit.x, unit.y), who, unit.facing))
    return way_in(TURN - state.line.now, rate or 0)
