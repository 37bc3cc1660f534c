"""Sight (03.02.3, R30): who sees whom. 250 cm in the open; units in woods and towns at 8 cm, or 15 cm in a turn in
which they have fired or moved; crests and dead ground. Troops do not block sight, but they block fire.
"""

from __future__ import annotations

from typing import Final

from feltherre.core.marks import rule
from feltherre.games.civilwar.commanders import are_several, role_of, role_over, side_of
from feltherre.games.civilwar.field import body, ground, range_of_sight, staff_body
from feltherre.games.civilwar.procedures.sight import SEEN_ACTIVE, SEEN_STILL
from feltherre.games.civilwar.state import CivilWarState, Staff, Unit, doing_of
from feltherre.ground.tabletop.bodies import Body
from feltherre.ground.tabletop.measure import CM
from feltherre.ground.tabletop.sight import Look, body_hidden

#: in woods and towns (03.02.3): standing still and silent, or having fired or moved
HIDDEN: Final = SEEN_STILL * CM
STIRRING: Final = SEEN_ACTIVE * CM
#: from deeper inside nothing outside is seen (R30: looking out from the edge is free)
OUT_OF: Final = 200


@rule("03.02.3")
def look(state: CivilWarState, target: Unit) -> Look:
    """How far this target is seen in the open and in a wood or town."""
    stirs = doing_of(state, target.id).moved or doing_of(state, target.id).shots > 0
    return Look(*look_at(state, target, stirs), OUT_OF)


def look_at(state: CivilWarState, target: Unit, stirs: bool) -> tuple[int, int]:
    """How far a target is seen in the open and in a wood or town; one in a building is always inside (R30)."""
    inside = STIRRING if stirs else HIDDEN
    return (inside if target.building else range_of_sight(state)), inside


def sees(state: CivilWarState, observer: Unit | Staff, target: Unit) -> bool:
    """If a unit or staff figure sees a unit."""
    eye = body(state, observer) if isinstance(observer, Unit) else staff_body(observer)
    return sees_body(state, eye, target)


def sees_body(state: CivilWarState, eye: Body, target: Unit) -> bool:
    return body_hidden(ground(state), eye, body(state, target), look(state, target)) is None


def side_sees(state: CivilWarState, side: int, target: Unit) -> bool:
    """If anybody of a side sees a unit: its units, generals and couriers."""
    if target.side == side:
        return True
    observers: list[Unit | Staff] = [unit for unit in state.units if unit.on_table and unit.side == side]
    observers += [one for one in state.staff if one.on_table and one.side == side]
    return any(sees(state, observer, target) for observer in observers)


def role_sees(state: CivilWarState, role: str, target: Unit) -> bool:
    """If anybody whom a role commands sees a unit; its own it always does."""
    if not are_several(state):
        return side_sees(state, side_of(role), target)
    return role_of(state, target) == role or any(sees(state, eye, target) for eye in _eyes(state, role))


def staff_seen(state: CivilWarState, role: str, one: Staff) -> bool:
    """If anybody whom a role commands sees a general or courier of somebody else."""
    look_at = Look(range_of_sight(state), HIDDEN, OUT_OF)
    eyes = [body(state, eye) if isinstance(eye, Unit) else staff_body(eye) for eye in _eyes(state, role)]
    target = staff_body(one)
    return any(body_hidden(ground(state), eye, target, look_at) is None for eye in eyes)


def _eyes(state: CivilWarState, role: str) -> list[Unit | Staff]:
    """The units, generals and couriers of a role that are on the table."""
    side = side_of(role)
    units = [unit for unit in state.units if unit.on_table and unit.side == side and role_of(state, unit) == role]
    staff = [one for one in state.staff if one.on_table and one.side == side and role_over(state, one) == role]
    return [*units, *staff]
