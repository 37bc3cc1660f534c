"""Closing up in a melee (07.04.1, R127): whoever is in base contact stays in it when figures are taken off.

Figures come off where the enemy is not. If that cannot keep the contact with all of several enemies, one of the two
closes up to the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.games.civilwar.field import body, shape, touching
from feltherre.games.civilwar.grips import fighting_figures, opponents
from feltherre.games.civilwar.riding import ride_along
from feltherre.games.civilwar.room import Floor
from feltherre.games.civilwar.state import CivilWarState, Unit, change, doing_of, index, note, unit_of
from feltherre.games.civilwar.telling import name, tell
from feltherre.ground.tabletop.angles import Point, forward
from feltherre.ground.tabletop.distance import nearest_points, point_distance
from feltherre.ground.tabletop.measure import CIRCLE


@rule("07.04.1")
def close_up(table: Table[CivilWarState], before: Unit) -> None:
    """Figures of a unit have been taken off: it stays in contact with the enemies whom it fought as it was before, and
    with as many figures as can be (R127)."""
    state = table.state
    unit = unit_of(state, before.id)
    if not unit.on_table or _is_under_way(state, unit):
        return
    foes = [foe.id for foe in opponents(state, before) if not _is_under_way(state, foe)]
    if not foes:
        return
    _stand(state, max(_anchored(state, before, unit), key=lambda there: _contact(state, there, foes)))
    for foe in foes:
        if not touching(state, unit_of(state, unit.id), unit_of(state, foe)):
            _join(table, unit.id, foe)
    ride_along(state)


def _is_under_way(state: CivilWarState, unit: Unit) -> bool:
    return bool(state.tracks[index(state, unit.id)])


def _anchored(state: CivilWarState, before: Unit, unit: Unit) -> Iterator[Unit]:
    """The places on its old ground where a unit may stand that takes less of it: first about the middle of its front,
    then at an end of it, then the same at its rear."""
    old, new = shape(state, before), shape(state, unit)
    aside = 0 if unit.building or unit.trail else max(0, old.width - new.width) // 2
    back = 0 if unit.building or unit.trail else max(0, old.depth - new.depth)
    for behind in (0, back):
        rear = forward((unit.x, unit.y), (unit.facing + CIRCLE // 2) % CIRCLE, behind)
        for way in (0, aside, -aside):
            x, y = forward(rear, (unit.facing + CIRCLE // 4) % CIRCLE, way)
            yield replace(unit, x=x, y=y)


def _contact(state: CivilWarState, unit: Unit, foes: list[str]) -> tuple[int, int]:
    """With how many of its enemies a unit is in contact where it stands, and with how many figures."""
    touched = [foe for foe in opponents(state, unit) if foe.id in foes]
    return len(touched), sum(fighting_figures(state, unit, touched).values())


@rule("07.04.1")
def _join(table: Table[CivilWarState], unit_id: str, foe_id: str) -> None:
    """Of two who have lost contact one closes up to the other, the enemy if he can; those whom he held before come
    after him, or else he stays."""
    state = table.state
    steps = _steps(state, foe_id, unit_id) or _steps(state, unit_id, foe_id)
    for there, _ in steps:
        _stand(state, there)
    key = "closes-up" if steps else "loses-contact"
    for one, other in [(there.id, to) for there, to in steps] or [(unit_id, foe_id)]:
        tell(table, f"civilwar.attack.{key}", "07.04.1", one, other, unit=name(state, one), other=name(state, other))


def _steps(state: CivilWarState, mover_id: str, other_id: str) -> list[tuple[Unit, str]]:
    """How a unit closes up to another: itself as it stands then, and those who come after it, each with
    the one it follows; nothing if it cannot."""
    shown = copy(state)
    shown.units = state.units[:]
    steps: list[tuple[Unit, str]] = []
    waiting = [(mover_id, other_id)]
    while waiting:
        who, whom = waiting.pop(0)
        there = _closed_up(shown, unit_of(shown, who), unit_of(shown, whom))
        if there is None or any(there.id == gone.id for gone, _ in steps):
            return []
        left = [foe.id for foe in opponents(shown, unit_of(shown, who)) if not touching(shown, there, foe)]
        shown.units[index(shown, who)] = there
        steps.append((there, whom))
        waiting += [(foe, who) for foe in left]
    return steps


def _closed_up(state: CivilWarState, mover: Unit, other: Unit) -> Unit | None:
    """A unit as it stands after it has gone straight to another who is just before it; None if it cannot."""
    if mover.building or mover.arm == "artillery":
        return None
    (x, y), (to_x, to_y) = _gap(state, mover, other)
    dx, dy = to_x - x, to_y - y
    there = replace(mover, x=mover.x + dx, y=mover.y + dy, trail=tuple((px + dx, py + dy) for px, py in mover.trail))
    return None if Floor(state, mover.id).no_room(there) is not None else there


def _gap(state: CivilWarState, one: Unit, other: Unit) -> tuple[Point, Point]:
    pairs = [nearest_points(a, b) for a in body(state, one).pieces for b in body(state, other).pieces]
    return min(pairs, key=lambda pair: point_distance(*pair))


def _stand(state: CivilWarState, there: Unit) -> None:
    """A unit stands there; to close up is no move (03.03.1)."""
    unit = unit_of(state, there.id)
    if doing_of(state, unit.id).stood == (unit.x, unit.y, unit.facing):
        note(state, unit.id, stood=(there.x, there.y, there.facing))
    change(state, unit.id, x=there.x, y=there.y, trail=there.trail)
