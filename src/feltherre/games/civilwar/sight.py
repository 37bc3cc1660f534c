"""Sight (03.02.3, R30): who sees whom. 250 cm in the open; units in woods and towns at 8 cm, or 15 cm in a turn in
which they have fired or moved; crests and dead ground. Troops do not block sight, but they block fire.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final

from feltherre.core.marks import rule
from feltherre.games.civilwar.commanders import role_of, role_over
from feltherre.games.civilwar.field import body, ground, is_working, range_of_sight, staff_body
from feltherre.games.civilwar.procedures.orders import SEEN_ACTIVE, SEEN_STILL
from feltherre.games.civilwar.state import CivilWarState, Staff, Unit, doing_of
from feltherre.ground.tabletop.bodies import Body
from feltherre.ground.tabletop.measure import CM
from feltherre.ground.tabletop.sight import Look, body_seen
from feltherre.ground.tabletop.sight_all import one_sees, seen_by_any

#: in woods and towns (03.02.3): standing still and silent, or having fired or moved
HIDDEN: Final = SEEN_STILL * CM
STIRRING: Final = SEEN_ACTIVE * CM
#: from deeper inside nothing outside is seen (R30: looking out from the edge is free)
OUT_OF: Final = 200


@rule("03.02.3")
def look(state: CivilWarState, target: Unit, tick: int | None = None) -> Look:
    """How far this target is seen in the open and in a wood or town, now or at a tick of its way."""
    return _look(*look_at(state, target, stirs(state, target, state.line.now if tick is None else tick)))


@rule("03.02.3", "04.01.3")
def stirs(state: CivilWarState, unit: Unit, tick: int) -> bool:
    """If a unit has moved or fired by then; at the instant 0, at which nobody has moved, what it did in the turn before
    still counts (R110)."""
    doing = doing_of(state, unit.id)
    moved = doing.moved and tick > doing.begins
    return moved or doing.shots > 0 or is_working(state, unit) or (tick == 0 and doing.stirred)


@lru_cache(maxsize=256)
def _look(limit: int, inside: int) -> Look:
    """One and the same for all who are seen as far."""
    return Look(limit, inside, OUT_OF)


def look_at(state: CivilWarState, target: Unit, stirs: bool) -> tuple[int, int]:
    """How far a target is seen in the open and in a wood or town; one in a building is always inside (R30)."""
    inside = STIRRING if stirs else HIDDEN
    return (inside if target.building else range_of_sight(state)), inside


def sees(state: CivilWarState, observer: Unit | Staff, target: Unit) -> bool:
    """If a unit or staff figure sees a unit."""
    eye = body(state, observer) if isinstance(observer, Unit) else staff_body(observer)
    return sees_body(state, eye, target)


def sees_body(state: CivilWarState, eye: Body, target: Unit) -> bool:
    return body_seen(ground(state), eye, body(state, target), look(state, target))


def role_sees(state: CivilWarState, role: str, target: Unit) -> bool:
    """If anybody whom a role commands sees a unit; its own it always does."""
    if role_of(state, target) == role:
        return True
    return one_sees(ground(state), _eyes(state, (role,)), body(state, target), look(state, target))


def seen_by(state: CivilWarState, those: Collection[str], targets: Sequence[Unit | Staff]) -> list[bool]:
    """If anybody whom these roles command sees them, for many units, generals and couriers of others together."""
    looks = [look(state, one) if isinstance(one, Unit) else look_at_staff(state) for one in targets]
    bodies = [body(state, one) if isinstance(one, Unit) else staff_body(one) for one in targets]
    return seen_by_any(ground(state), _eyes(state, those), bodies, looks)


def body_seen_by(state: CivilWarState, role: str, target: Body) -> bool:
    """If anybody whom a role commands sees something that stands still and is no unit."""
    return one_sees(ground(state), _eyes(state, (role,)), target, look_at_staff(state))


def look_at_staff(state: CivilWarState) -> Look:
    """How far a general or courier is seen."""
    return _look(range_of_sight(state), HIDDEN)


def _eyes(state: CivilWarState, those: Collection[str]) -> list[Body]:
    """Everybody of these roles who looks: units, generals and couriers."""
    units = [body(state, unit) for unit in state.units if unit.on_table and role_of(state, unit) in those]
    return units + [staff_body(one) for one in state.staff if one.on_table and role_over(state, one) in those]
