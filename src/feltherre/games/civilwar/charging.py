"""Attacks that cannot be ordered because of where they lead at charge pace (02.05.6, 02.06.4), or because those who are
to support them cannot (07.03.5)."""

from __future__ import annotations

from copy import copy
from typing import Final

from msgspec.structs import replace

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.text import say
from feltherre.games.civilwar.changing import CHANGES, change_of, marches_at
from feltherre.games.civilwar.field import body, brigade_of, by_id, ground, name_of
from feltherre.games.civilwar.marching import OBSTACLE, marcher, rate_of, terrain_at
from feltherre.games.civilwar.orders.language import Attack, Order
from feltherre.games.civilwar.orders.situation import charges
from feltherre.games.civilwar.procedures.attack import SUPPORT_COMPANIES
from feltherre.games.civilwar.routes import Approach, Course, legs_of, pace_of
from feltherre.games.civilwar.sightings import as_remembered, known_to_chief
from feltherre.games.civilwar.state import CivilWarState, Sighting, Unit, index, unit_of
from feltherre.games.civilwar.watch import Front
from feltherre.ground.tabletop.measure import TURN
from feltherre.ground.tabletop.motion import NEVER, first_within
from feltherre.ground.tabletop.movers import Standing

#: what ends a course that has no charge pace where it is to begin
NO_PACE: Final = "no-pace"


def why_no_charge(state: CivilWarState, unit: Unit, order: Order) -> Illegal | None:
    """What forbids an attack: support that is none, or charge pace on the way that the order leads, as far as the
    unit's general knows it."""
    if isinstance(order, Attack) and (refusal := _why_no_support(state, unit, order)) is not None:
        return refusal
    if not charges(order):
        return None
    known = known_to_chief(state, unit).get(order.target) if isinstance(order, Attack) else None
    if known is not None and not known.live:
        state = _as_remembered(state, known)
    course = _course(state, unit, order)
    return _why_not_so_far_round(course) or _why_not_here(course) or _why_not_over(state, course, order, known)


@rule("07.03.5")
def _why_no_support(state: CivilWarState, unit: Unit, order: Attack) -> Illegal | None:
    """Two companies of the same brigade support; guns and wagons have no companies (07.03.5, R91). Formation, distance
    and front are asked when it comes to the shock."""
    for name in order.support:
        friend = by_id(state, name)
        if friend is None:
            continue
        if friend.arm in ("artillery", "wagon") or friend.companies < SUPPORT_COMPANIES:
            return Illegal(say("civilwar.no.support-companies", name=name_of(state, name)), "07.03.5")
        if brigade_of(state, friend) != brigade_of(state, unit):
            return Illegal(say("civilwar.no.support-brigade", name=name_of(state, name)), "07.03.5")
    return None


@rule("02.05.6")
def _why_not_so_far_round(course: Course) -> Illegal | None:
    """The direction is changed once, by at most 20 degrees; an order that needs more is refused (02.05.6, R8)."""
    return Illegal(say("civilwar.ruling.order.charge-direction"), "02.05.6") if course.overturned else None


@rule("02.06.1")
def _why_not_here(course: Course) -> Illegal | None:
    """Schema I has no charge pace for the formation on the ground on which it is to begin: it would stand still."""
    return Illegal(say("civilwar.no.charge-ground"), "02.06.1") if course.stopped == NO_PACE else None


@rule("02.06.4")
def _why_not_over(state: CivilWarState, course: Course, order: Order, known: Sighting | None) -> Illegal | None:
    """Mounted cavalry cannot charge if it has to pass an obstacle to come to its target (02.06.4, R23), also one that
    he stands behind. Only a target that is seen now is asked about: where another is, the order must not tell."""
    if not course.unit.mounted or not isinstance(order, Attack) or known is None or not known.live:
        return None
    if course.stopped != OBSTACLE or _is_met_before(course, unit_of(state, order.target)):
        return None
    return Illegal(say("civilwar.ruling.order.charge-obstacle"), "02.06.4")


def _is_met_before(course: Course, target: Unit) -> bool:
    """If a course comes to an enemy before it comes to what ends it."""
    track = course.track()
    if not track:
        return False
    there = Standing(*body(course.state, target).pieces)
    return first_within(Front(track), there, 0, 0, max(0, course.tick - 1)) != NEVER


def _course(state: CivilWarState, unit: Unit, order: Order) -> Course:
    """The way that an order leads, up to what bars it, as far as it is asked about."""
    course = Course(state, unit, 0, storms=charges(order))
    legs = legs_of(order)
    for number, leg in enumerate(legs):
        if pace_of(order, leg) == "charge" and not _has_pace(course):
            course.stopped = NO_PACE
            break
        if isinstance(leg, CHANGES):
            found = change_of(state, course.unit, leg, marches_at(legs, number + 1))
            if found is not None:
                course.unit = replace(course.unit, **found.becomes)
                course.tick = min(TURN, course.tick + found.ticks)
            continue
        if isinstance(leg, Approach) and not course.unit.mounted:
            # only mounted cavalry is asked what is on its way after that
            course.turn_at(leg.target, pace_of(order, leg))
            break
        course.march(leg, pace_of(order, leg))
        if course.stopped or course.tick >= TURN:
            break
    return course


def _has_pace(course: Course) -> bool:
    """If a unit can use charge pace on the ground that its course has come to; out of a house it comes first."""
    if course.unit.building:
        return True
    who = marcher(course.state, course.unit, "charge")
    if who is None:
        return False
    here = course.pose
    return bool(rate_of(who, terrain_at(ground(course.state), here.point, who, here.facing)))


def _as_remembered(state: CivilWarState, known: Sighting) -> CivilWarState:
    """The table with an enemy where the general saw him last: an order is judged by what he knows (03.02.2)."""
    shown = copy(state)
    shown.units = state.units[:]
    shown.units[index(state, known.unit)] = as_remembered(state, known)
    return shown
