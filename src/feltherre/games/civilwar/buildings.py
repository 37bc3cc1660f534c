"""Going into buildings and out of them (02.04.3, R15)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.games.civilwar.field import body, ground, shape
from feltherre.games.civilwar.marching import marcher, rate_of
from feltherre.games.civilwar.room import Floor, drawn_in
from feltherre.games.civilwar.shapes import FOOT
from feltherre.games.civilwar.state import CivilWarState, Unit
from feltherre.ground.tabletop.angles import apart, bearing, forward
from feltherre.ground.tabletop.bodies import Pose
from feltherre.ground.tabletop.distance import CONTACT, pieces_within
from feltherre.ground.tabletop.measure import CIRCLE, rounded, ticks_for
from feltherre.ground.tabletop.terrain import Feature

#: each company has to pass the wall by the depth of one figure (R15)
DEPTH: Final = FOOT[1]
#: a unit that comes out stands clear of the wall by this
_CLEAR: Final = 2


@rule("02.04.3")
def room_in(state: CivilWarState, building: str, unit: Unit) -> int:
    """How many companies can still go into a building: it holds three, and those of one side alone (02.04.3, R15)."""
    feature = building_of(state, building)
    if feature is None:
        return 0
    inside = [other for other in state.units if other.on_table and other.building == building and other.id != unit.id]
    if any(other.side != unit.side for other in inside):
        return 0
    return feature.capacity - sum(other.companies for other in inside)


def building_of(state: CivilWarState, name: str) -> Feature | None:
    return next((one for one in ground(state).features if one.id == name and one.type == "building"), None)


@rule("02.04.3", "02.06.6")
def entering_ticks(state: CivilWarState, unit: Unit, building: str, *, leaving: bool = False) -> int | None:
    """How long all companies of a unit take through the walls (R15); None if they cannot go in: horses, guns, too many,
    not at the building."""
    feature = building_of(state, building)
    if feature is None or unit.arm in ("artillery", "wagon") or unit.mounted or unit.order == "FU":
        return None
    if not leaving and (unit.companies > room_in(state, building, unit) or not at_building(state, unit, feature)):
        return None
    who = marcher(state, replace(unit, building="", formation="line"))
    rate = rate_of(who, "ordinary", feature.obstacle) if who is not None else None
    return None if rate is None else ticks_for(DEPTH * max(1, unit.companies), rate)


def at_building(state: CivilWarState, unit: Unit, feature: Feature) -> bool:
    return unit.building == feature.id or pieces_within(body(state, unit).pieces, feature.solids, CONTACT)


@rule("02.04.3")
def outside(state: CivilWarState, unit: Unit, direction: int) -> Pose:
    """Before the side of its building that looks most in a direction, with its back to the wall; not one at which the
    next house stands, or the table ends, if there is another."""
    feature = ground(state).feature(unit.building)
    corners = feature.points
    sides = [(corners[place - 1], corners[place]) for place in range(len(corners))]
    # the corners run clockwise: what is to the left of an edge is outside
    outward = [(bearing(b[0] - a[0], b[1] - a[1]) - CIRCLE // 4) % CIRCLE for a, b in sides]
    depth = shape(state, replace(unit, building="")).depth
    poses = [
        Pose(*forward((rounded(ax + bx, 2), rounded(ay + by, 2)), out, depth + _CLEAR), out)
        for ((ax, ay), (bx, by)), out in zip(sides, outward, strict=True)
    ]
    poses.sort(key=lambda pose: apart(pose.facing, direction))
    return next((pose for pose in poses if _is_free(state, unit, pose)), poses[0])


def _is_free(state: CivilWarState, unit: Unit, pose: Pose) -> bool:
    """If the ground lets a unit stand there, whoever is on it."""
    there = replace(unit, building="", trail=(), x=pose.x, y=pose.y, facing=pose.facing)
    on_table = ground(state).holds(drawn_in(body(state, there).pieces))
    return on_table and not Floor(state, unit.id).on_object(there, grace=True)
