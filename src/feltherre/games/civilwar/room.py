"""Room to stand (tabletop 6, Fits): on the table, on nobody, on no building or other ground that bars everybody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from feltherre.games.civilwar.field import bodies, body, ground
from feltherre.games.civilwar.state import CivilWarState, Unit, unit_of
from feltherre.ground.tabletop.bodies import Body, Pose
from feltherre.ground.tabletop.reasons import Misplaced, NoRoom
from feltherre.ground.tabletop.shapes import Outline, overlap

#: objects on which nobody stands, and the class that nobody passes
BARRED: Final = ("building", "canal")
IMPASSABLE: Final = 4
#: bodies side by side may overlap by rounding: no more than base contact is
GRACE: Final = 5


def drawn_in(pieces: Sequence[Outline]) -> tuple[Outline, ...]:
    """Outlines with their corners drawn in a little, so that bodies which only touch do not overlap by rounding."""
    return tuple(_smaller(piece) for piece in pieces)


def _smaller(piece: Outline) -> Outline:
    cx = sum(x for x, _ in piece) // len(piece)
    cy = sum(y for _, y in piece) // len(piece)
    return tuple((_nearer(x, cx), _nearer(y, cy)) for x, y in piece)


def _nearer(place: int, centre: int) -> int:
    if abs(place - centre) <= GRACE:
        return place
    return place + GRACE if place < centre else place - GRACE


def stand_on(one: Sequence[Outline], other: Sequence[Outline]) -> bool:
    """If two bodies share ground."""
    return any(overlap(a, b) for a in drawn_in(one) for b in other)


def room_for(
    state: CivilWarState, unit_id: str, pose: Pose, *, unit: Unit | None = None, edge: bool = True
) -> NoRoom | None:
    """Why a unit cannot stand somewhere; None if it can. `unit`: as it would be there; `edge`: it has to be on the
    table with all of its ground."""
    unit = unit or replace(unit_of(state, unit_id), trail=(), building="")
    if unit.building:
        return None
    there = body(state, replace(unit, x=pose.x, y=pose.y, facing=pose.facing))
    table = ground(state)
    barred = [one.id for one in table.features if one.type in BARRED or one.obstacle == IMPASSABLE]
    others = {number: one for number, one in bodies(state, (unit_id,)).items() if not state.units[number].building}
    found = table.no_room(Body(drawn_in(there.pieces), there.facing, there.box), barred, others)
    return None if found is not None and found.reason is Misplaced.OFF_TABLE and not edge else found
