"""Support units (07.03.5, R91): who stands near enough behind a unit to steady it, for schemas XII, XV and XVIII."""

from __future__ import annotations

from typing import Any

from feltherre.core.marks import rule
from feltherre.games.civilwar.field import body, brigade_of, friends
from feltherre.games.civilwar.procedures.attack import SUPPORT_DISTANCE, SupportSituation, support_reason
from feltherre.games.civilwar.state import CivilWarState, Unit
from feltherre.ground.tabletop.angles import ONE, ahead
from feltherre.ground.tabletop.arcs import least_angle_from_front
from feltherre.ground.tabletop.bodies import Body
from feltherre.ground.tabletop.distance import CONTACT, pieces_distance
from feltherre.ground.tabletop.measure import CM, DEGREE
from feltherre.ground.tabletop.shapes import boxes_meet, widened


def supported(state: CivilWarState, unit: Unit) -> bool:
    """Whether a unit has a support unit; several give no more than one (R91)."""
    return any(supports(state, friend, unit) for friend in friends(state, unit))


def support_units(state: CivilWarState, unit: Unit) -> list[Unit]:
    """The support units of a unit, in the order of the lists."""
    return [friend for friend in friends(state, unit) if supports(state, friend, unit)]


@rule("07.03.5")
def supports(state: CivilWarState, supporter: Unit, unit: Unit) -> bool:
    """Whether one unit is a support unit of another (07.03.5): batteries and wagons have no companies."""
    if supporter.arm in ("artillery", "wagon") or supporter.id == unit.id:
        return False
    own, other = body(state, supporter), body(state, unit)
    if not boxes_meet(widened(own.box, SUPPORT_DISTANCE * CM), other.box) or not _is_ahead(own, other):
        return False
    formation: Any = "rout" if supporter.order == "FU" else "building" if supporter.building else supporter.formation
    situation = SupportSituation(
        formation=formation,
        companies=supporter.companies,
        same_brigade=brigade_of(state, supporter) == brigade_of(state, unit),
        distance_cm=pieces_distance(own.pieces, other.pieces) / CM,
        angle_deg=least_angle_from_front(own.front, own.facing, other.pieces) / DEGREE,
    )
    return support_reason(situation) == "ok"


def _is_ahead(own: Body, other: Body) -> bool:
    """Whether some part of a body lies before another's front, by more than base contact: a body beside it in the same
    line is at no angle to it, though their corners meet."""
    x, y = own.front[0]
    return any(ahead(px - x, py - y, own.facing) > CONTACT * ONE for piece in other.pieces for px, py in piece)
