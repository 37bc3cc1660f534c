"""Units that fire strikes: what each of them brings to the losses and to its morale test, as it was before the first
volley of the instant (R33), and what the losses then do to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from feltherre.core.changes import Value, YesNo
from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.games.civilwar.cover import cover_against
from feltherre.games.civilwar.field import (
    CLOSE,
    bodies,
    body,
    by_id,
    generals_beside,
    has_moved,
    is_closed,
    shape,
    touching,
)
from feltherre.games.civilwar.grips import sheltered_by_melee
from feltherre.games.civilwar.losses import book, generals_at_risk, generals_fall, men_left
from feltherre.games.civilwar.morale import MoraleThrow
from feltherre.games.civilwar.orderstate import hit
from feltherre.games.civilwar.procedures.morale import Cause
from feltherre.games.civilwar.shapes import has_flanks
from feltherre.games.civilwar.state import CivilWarState, Unit, doing_of, unit_of
from feltherre.games.civilwar.support import supported
from feltherre.ground.tabletop.angles import Point, apart, bearing
from feltherre.ground.tabletop.arcs import edge_met
from feltherre.ground.tabletop.bodies import Edge
from feltherre.ground.tabletop.firelines import bodies_on_line
from feltherre.ground.tabletop.measure import CIRCLE, CM, DEGREE

#: fire meets a flank at this angle to it or more squarely (R55)
FLANK_ANGLE: Final = 45 * DEGREE
#: farther than any column of units reaches
_LONG: Final = 200 * CM


class Struck(Struct, frozen=True):
    """A unit under fire."""

    unit: str
    #: of the fire, in 0.1 mm
    range: int
    cover: int
    flank: bool
    support: bool
    general: bool
    not_answering: bool
    #: ranks that it adds to the effect on those behind the first (R54)
    ranks: int = 0


def struck_unit(
    state: CivilWarState, unit: Unit, origin: Point, mark: Point, way: int, *, artillery: bool = False, ranks: int = 0
) -> Struck:
    """A unit struck by fire from a place, at a place of it, over some way."""
    return Struck(
        unit=unit.id,
        range=way,
        cover=cover_against(state, unit, origin, artillery=artillery),
        flank=in_flank_or_rear(state, unit, origin, mark),
        support=supported(state, unit),
        general=bool(generals_beside(state, unit)),
        not_answering=not_answering(state, unit),
        ranks=ranks,
    )


@rule("08.02.7")
def in_flank_or_rear(state: CivilWarState, unit: Unit, origin: Point, mark: Point) -> bool:
    """Whether a line of fire takes a unit in flank or rear (R55): it meets its rear edge, or a side at 45 degrees or
    more. Units in rout have neither front nor flank."""
    open_flanks = state.options.get("open_formations_have_flanks") != "false"
    formation = "rout" if unit.order == "FU" else unit.formation
    if not has_flanks(formation, in_building=bool(unit.building), open_formations_have_flanks=open_flanks):
        return False
    end = 2 * mark[0] - origin[0], 2 * mark[1] - origin[1]
    met = [found for piece in body(state, unit).pieces if (found := edge_met(piece, origin, end)) is not None]
    if not met:
        return False
    first = min(met, key=lambda found: found.way)
    # a side runs as the unit faces; in a bent column as it lies, within the rounding of its corners
    off = apart(unit.facing, bearing(end[0] - origin[0], end[1] - origin[1]))
    angle = first.angle if unit.trail else min(off, CIRCLE // 2 - off)
    return first.edge == Edge.REAR or (first.edge != Edge.FRONT and angle >= FLANK_ANGLE)


@rule("08.02.7")
def not_answering(state: CivilWarState, unit: Unit) -> bool:
    """It has not moved by now, nor fired, and has no fire to come in this turn (R86)."""
    doing = doing_of(state, unit.id)
    return not (has_moved(state, unit) or doing.shots or doing.to_fire)


@rule("05.02.5")
def column_behind(state: CivilWarState, firer: Unit, target: Unit, origin: Point, mark: Point) -> list[Unit]:
    """The units that make one column with a target: along the line of fire each touches the one before (05.02.5). One
    that is wholly in a melee is not under fire (R114)."""
    dx, dy = mark[0] - origin[0], mark[1] - origin[1]
    length = max(abs(dx), abs(dy))
    if not length or not is_closed(target):
        return []
    end = mark[0] + dx * _LONG // length, mark[1] + dy * _LONG // length
    column = [target]
    for one in bodies_on_line(bodies(state, but=(target.id,)), mark, end, ()):
        unit = state.units[one.name]
        if unit.side != target.side or not is_closed(unit) or not touching(state, unit, column[-1]):
            break
        if sheltered_by_melee(state, firer, unit):
            break
        column.append(unit)
    return column[1:]


def ranks_of(state: CivilWarState, unit: Unit) -> int:
    return shape(state, unit).ranks


# what the losses do


@rule("05.02.5", "06.02.4")
def shares_behind(behind: Sequence[Struck], men: int) -> Iterator[tuple[Struck, int]]:
    """The extra losses of the units behind, by the ranks each adds; what does not divide falls on the nearer (R54)."""
    ranks, left = sum(one.ranks for one in behind), men
    parts = [men * one.ranks // ranks if ranks else 0 for one in behind]
    for place, one in enumerate(behind):
        rest = left - sum(parts[place:])
        extra = min(rest, 1) if place + 1 < len(behind) else rest
        left -= parts[place] + extra
        yield one, parts[place] + extra


@rule("05.02.3", "06.03.2", "05.02.7", "06.03.9")
def suffer(
    table: Table[CivilWarState], one: Struck, men: int, *, by: str, cause: Cause, general_falls: bool
) -> tuple[MoraleThrow, ...]:
    """A unit takes its losses at once; gives the test that follows if figures came off (05.02.3, 06.03.2)."""
    state = table.state
    if men <= 0 or not unit_of(state, one.unit).on_table:
        return ()
    if general_falls:
        generals_fall(table, one.unit)
    # one who has fallen steadies nobody (R115)
    general = one.general and bool(generals_beside(state, unit_of(state, one.unit)))
    removed = book(table, one.unit, men, cause=by, rule_id="06.03.2" if cause == "artillery" else "05.02.2")
    hit(table, one.unit, cause=by, close=one.range <= CLOSE)
    if not removed:
        return ()
    test = MoraleThrow(
        unit=one.unit,
        by=by,
        removed=removed,
        cause=cause,
        range=one.range,
        cover=one.cover,
        support=one.support,
        general=general,
        flank=one.flank,
        not_answering=one.not_answering,
    )
    return (test,)


def losses_changed(state: CivilWarState, one: Struck, behind: Sequence[Struck], men: object) -> dict[str, Value]:
    """What an umpire may change in the losses of the unit struck and of those behind it; generals fall only where men
    do."""
    found: dict[str, Value] = {}
    unit = by_id(state, one.unit)
    if unit is not None and unit.arm != "wagon":
        found["losses_men"] = men_left(state, one.unit)
        if men and generals_at_risk(state, one.unit):
            found["general_falls"] = YesNo()
    if behind:
        found["extra_losses_men"] = men_left(state, *(other.unit for other in behind))
    return found
