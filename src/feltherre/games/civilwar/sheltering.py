"""Gunners take shelter (04.02.12, R46, R99): they leave the guns and stand behind a closed friend within 8 cm."""

from __future__ import annotations

from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.games.civilwar import gunners, motion
from feltherre.games.civilwar.driven import room_at
from feltherre.games.civilwar.field import NEAR, body, distance, friends, is_closed, kind, shape
from feltherre.games.civilwar.state import CivilWarState, Unit, note, place_in_order, unit_of
from feltherre.games.civilwar.telling import name, tell
from feltherre.ground.tabletop.angles import forward, opposite
from feltherre.ground.tabletop.bodies import Pose, body_at
from feltherre.ground.tabletop.distance import CONTACT
from feltherre.ground.tabletop.measure import CIRCLE, rounded


@rule("04.02.12")
def shelters(state: CivilWarState, unit: Unit) -> list[Unit]:
    """The friends behind whom the gunners of a battery may go, the nearest first."""
    if kind(unit) != "unlimbered_artillery":
        return []
    closed = [one for one in friends(state, unit) if is_closed(one) and one.arm != "wagon"]
    near = [one for one in closed if distance(state, unit, one) <= NEAR and place_behind(state, unit, one) is not None]
    return sorted(near, key=lambda one: (distance(state, unit, one), place_in_order(state, one.id)))


def place_behind(state: CivilWarState, unit: Unit, friend: Unit) -> Pose | None:
    """Behind the middle of a unit's rear, or towards one end of it; None if there is no room."""
    crew = shape(state, replace(unit, **gunners.ON_FOOT))
    (ax, ay), (bx, by) = body(state, friend).rear
    middle = rounded(ax + bx, 2), rounded(ay + by, 2)
    back, right = opposite(friend.facing), (friend.facing + CIRCLE // 4) % CIRCLE
    start = forward(middle, back, CONTACT + 1)
    for aside in (0, crew.width, -crew.width):
        x, y = forward(start, right if aside >= 0 else opposite(right), abs(aside))
        there = Pose(x, y, friend.facing)
        if room_at(state, unit, body_at(crew, there).pieces):
            return there
    return None


@rule("04.02.12", "08.02.6")
def shelter(table: Table[CivilWarState], unit_id: str, friend_id: str) -> None:
    """At once and without time; the guns stay and can be lost (R46, R99)."""
    state = table.state
    there = place_behind(state, unit_of(state, unit_id), unit_of(state, friend_id))
    assert there is not None
    motion.halt(state, unit_id, "sheltered")
    note(state, unit_id, moved=True, to_fire=())
    gunners.leave_guns(table, unit_id)
    motion.relocate(state, unit_id, there)
    tell(
        table,
        "civilwar.react.sheltered",
        "04.02.12",
        unit_id,
        friend_id,
        unit=name(state, unit_id),
        friend=name(state, friend_id),
    )
