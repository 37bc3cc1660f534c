"""The straight way of a unit that is driven back (04.02.5, R25, R39, R100): past friends or not, up to the enemy, over
the edge of the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.games.civilwar.corridor import Pieces, Reach, beyond, in_path, met, reach, shifted
from feltherre.games.civilwar.field import body, ground
from feltherre.games.civilwar.marching import EDGE, Marcher
from feltherre.games.civilwar.passing import way_through
from feltherre.games.civilwar.procedures.march import pass_through
from feltherre.games.civilwar.room import drawn_in
from feltherre.games.civilwar.state import CivilWarState, Unit, note
from feltherre.ground.tabletop.angles import ahead
from feltherre.ground.tabletop.motion import NEVER
from feltherre.ground.tabletop.shapes import middle, overlap
from feltherre.ground.tabletop.table import Table as Ground

#: what else may stop a forced move: the table's edge is passed, a unit that it may not pass, no room to stand
OFF: Final = "off"
UNIT: Final = "unit"
CROWD: Final = "crowd"
#: a way that is shorter by so little has only lost what rounding gave it
HAIR: Final = 4


@rule("04.02.5", "02.06.3")
def driven_way(
    state: CivilWarState, unit: Unit, who: Marcher | None, heading: int, ticks: int, *, chosen: bool = False
) -> Reach:
    """How far a forced move of so many ticks takes a unit straight on; it swerves round nobody (04.02.5).

    It stops at base contact with an enemy, and with a friend whom it may not pass; it does not end on top of anybody.
    One that its side has chosen stops at the edge of the table too (R100).
    """
    far = (reach if chosen else over_edge)(state, unit, who, heading, ticks)
    pieces = body(state, unit).pieces
    others = [(other, body(state, other).pieces) for other in state.units if other.on_table and other.id != unit.id]
    for other, theirs in others:
        if unit.order == "FU" and _is_behind(pieces, heading, theirs):
            continue
        contact = met(pieces, heading, far.way, theirs)
        if contact != NEVER and contact < far.way and not may_pass(state, unit, other):
            far = Reach(contact, far.ticks, UNIT, other.id)
    if far.stopped == OFF:
        return far
    way = clear_way(ground(state), pieces, heading, far.way, [theirs for _, theirs in others])
    return far if way == far.way else Reach(way, far.ticks, far.stopped if far.way - way <= HAIR else CROWD, far.by)


def _is_behind(pieces: Pieces, heading: int, theirs: Pieces) -> bool:
    """If all of another lies behind the middle of who runs: the crowd is deeper than its line was, and may begin on
    whoever is at its back, but runs from him (R39)."""
    x, y = middle([point for piece in pieces for point in piece])
    return all(ahead(other[0] - x, other[1] - y, heading) < 0 for piece in theirs for other in piece)


@rule("02.06.3", "04.02.5")
def may_pass(state: CivilWarState, mover: Unit, other: Unit) -> bool:
    """If a unit that goes back gets through another (02.06.3, R25); whatever pace it had, it charges no more. Only a
    chain that falls back can come to a pinned friend whom it must not try to pass (R26)."""
    way = pass_through.outputs(replace(way_through(state, mover, other), mover_charge_pace=False))
    return way["allowed"] and not way["pinned_test"]


@rule("04.02.13")
def note_passed(state: CivilWarState, unit: Unit, heading: int, way: int) -> None:
    """A unit that stands in the way of one driven without time is passed through, and cannot fire as surprised."""
    pieces = drawn_in(body(state, unit).pieces)
    for other in state.units:
        if other.on_table and other.id != unit.id and in_path(pieces, heading, way, body(state, other).pieces):
            note(state, other.id, passed_through=True)


@rule("04.02.2", "08.04.3")
def over_edge(state: CivilWarState, unit: Unit, who: Marcher | None, heading: int, ticks: int) -> Reach:
    """A unit that would be over an edge with its whole outline goes over it; else it stops at the edge (R100)."""
    far = reach(state, unit, who, heading, ticks)
    if far.stopped != EDGE or not loses_units(state):
        return far
    farther = reach(state, unit, who, heading, ticks, open_edge=far.by)
    if is_off(ground(state), shifted(body(state, unit).pieces, heading, farther.way)):
        return Reach(farther.way, farther.ticks, OFF, far.by)
    return far


def loses_units(state: CivilWarState) -> bool:
    """If a unit driven over the edge is lost; the umpire may waive it (R100)."""
    return state.options.get("table_edge_loses_units") != "false"


def room_at(state: CivilWarState, unit: Unit, pieces: Pieces) -> bool:
    """If a unit can stand on some ground: on the table, in no house, and on nobody."""
    others = [body(state, other).pieces for other in state.units if other.on_table and other.id != unit.id]
    return _free(ground(state), pieces, 0, 0, [*others, *_houses(ground(state))])


def _houses(table: Ground) -> list[Pieces]:
    return [one.solids for one in table.features if one.type == "building"]


def is_off(table: Ground, pieces: Pieces) -> bool:
    """If no part of an outline lies on the table."""
    whole = ((0, 0), (0, table.height), (table.width, table.height), (table.width, 0))
    return not any(overlap(piece, whole) for piece in pieces)


@rule("02.06.3")
def clear_way(table: Ground, pieces: Pieces, heading: int, way: int, others: Sequence[Pieces]) -> int:
    """Where a unit stops that would end on top of others, in a house or over the edge: short of them; if it stood in
    them already, beyond (R25)."""
    taken = [*others, *_houses(table)]
    if _free(table, pieces, heading, way, taken):
        return way
    contacts = [met(pieces, heading, way, theirs) for theirs in taken]
    short = sorted((contact for contact in contacts if contact > 0), reverse=True)
    past = sorted(
        beyond(pieces, theirs, heading) for theirs, contact in zip(taken, contacts, strict=True) if contact != NEVER
    )
    hairs = range(way - 1, max(-1, way - 1 - HAIR), -1)
    return next((found for found in (*hairs, *short, 0, *past) if _free(table, pieces, heading, found, taken)), way)


def _free(table: Ground, pieces: Pieces, heading: int, way: int, taken: Sequence[Pieces]) -> bool:
    there = shifted(pieces, heading, way)
    return table.holds(there) and not any(overlap(one, other) for theirs in taken for one in there for other in theirs)
