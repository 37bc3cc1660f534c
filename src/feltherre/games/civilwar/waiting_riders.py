"""Generals and couriers who wait for something before they ride (03.01.5, R31): the first instant at which it comes
about. They act on what their general sees or is told of, as orders do (03.02.2).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import asdict, replace

from feltherre.core.marks import rule
from feltherre.games.civilwar import triggers
from feltherre.games.civilwar.field import COMMAND, by_id, enemy_of, staff_body
from feltherre.games.civilwar.orders.language import OrderSheet, StaffLine, StaffMove
from feltherre.games.civilwar.orders.triggers import AtTime, EnemyCrosses, EnemyVisible, EnemyWithin, OwnDoes, Trigger
from feltherre.games.civilwar.sightings import commands
from feltherre.games.civilwar.state import CivilWarState, Staff, Unit, index, present
from feltherre.games.civilwar.triggers import who_may_come
from feltherre.games.civilwar.watch import mover_of
from feltherre.ground.tabletop.bodies import Body
from feltherre.ground.tabletop.distance import pieces_distance, pieces_within
from feltherre.ground.tabletop.measure import EIGHTH, TURN
from feltherre.ground.tabletop.motion import NEVER, first_within
from feltherre.ground.tabletop.movers import Mover, Standing
from feltherre.ground.tabletop.tracks import leg_at, pose_at

#: what an enemy does on his way
BY_WAY: Final = (EnemyWithin, EnemyCrosses, EnemyVisible)


def line_of(state: CivilWarState, one: Staff) -> StaffLine | None:
    sheet = state.sheets[one.side]
    return sheet.staff.get(one.id) if sheet is not None else None


def waiting(state: CivilWarState) -> Iterator[tuple[Staff, Trigger]]:
    """Those who have not ridden yet and wait for something other than a time."""
    waits = [_waits_in(sheet) if sheet is not None else {} for sheet in state.sheets]
    for one in list(state.staff) if any(waits) else ():
        when = waits[one.side].get(one.id)
        if when is not None and one.on_table and not one.moved:
            yield one, when


def _waits_in(sheet: OrderSheet) -> dict[str, Trigger]:
    """Staff figure -> what it waits for."""
    moves = {name: line.order for name, line in sheet.staff.items() if isinstance(line.order, StaffMove)}
    return {name: order.when for name, order in moves.items() if not isinstance(order.when, AtTime)}


def is_planned(when: Trigger) -> bool:
    """If the ways of the units say when it comes about, or when who waits for it learns of it."""
    return isinstance(when, (*BY_WAY, OwnDoes))


@rule("03.01.5")
def tick_of(state: CivilWarState, one: Staff, when: Trigger, begin: int) -> int:
    """The first tick at which what a rider waits for comes about, by the ways of all as they are; NEVER if that does
    not say."""
    if isinstance(when, AtTime):
        return when.eighths * EIGHTH
    if isinstance(when, EnemyWithin | EnemyCrosses | EnemyVisible):
        mark = None
        if not isinstance(when, EnemyVisible):
            mark = triggers.mark_for(state, Standing(*staff_body(one).pieces), when)
            if mark is None:
                return NEVER
        # near to himself: where he will have come with his unit
        along = isinstance(when, EnemyWithin) and when.of is None and one.beside != ""
        in_question = (
            present(state, enemy_of(one.side)) if mark is None or along else who_may_come(state, one.side, mark)
        )
        meant = [unit for unit in in_question if triggers.fits(state, unit, when.enemy)]
        ticks = [_tick_for(state, one, unit, mark, along, begin) for unit in meant]
        return min((tick for tick in ticks if tick != NEVER), default=NEVER)
    friend = by_id(state, when.unit) if isinstance(when, OwnDoes) else None
    if friend is None or not friend.on_table or not isinstance(when, OwnDoes):
        return NEVER
    moment = triggers.moves_at(state, when)
    if moment is None:
        moment = begin if triggers.does(state, when.unit, when.event) else NEVER
    begin = max(moment, begin)
    if moment == NEVER or begin > TURN:
        return NEVER
    # what he does not learn of as it comes about he sees later, if the friend comes into sight
    return triggers.first_true(lambda tick: learns_of(state, one, (friend,), tick), begin, any(state.tracks))


def _tick_for(
    state: CivilWarState, one: Staff, enemy: Unit, mark: tuple[Mover, int] | None, along: bool, begin: int
) -> int:
    """The first tick at which an enemy comes to a mark, if there is one (`along`: it goes with him and his unit), and
    the rider's general learns of it."""
    mover = mover_of(state, index(state, enemy.id))
    tick = begin if mark is None or along else first_within(mover, *mark, begin, TURN)

    def comes_about(later: int) -> bool:
        if mark is not None:
            there = _staff_then(state, one, later).pieces if along else mark[0].pieces(later)
            if not pieces_within(mover.pieces(later), there, mark[1]):
                return False
        return learns_of(state, one, (enemy,), later)

    return NEVER if tick == NEVER else triggers.first_true(comes_about, tick, any(state.tracks))


@rule("03.01.5", "03.02.2")
def learns_of(state: CivilWarState, one: Staff, units: Sequence[Unit], tick: int | None = None) -> bool:
    """If the rider, his general, or a unit under him within 40 cm of him sees one of these units (03.02.2)."""
    when = state.line.now if tick is None else tick
    eyes = _eyes(state, one, when)
    return any(
        triggers.is_seen(state, eye, index(state, unit.id), when) for unit in units if unit.on_table for eye in eyes
    )


def _eyes(state: CivilWarState, one: Staff, tick: int) -> list[Body]:
    general = next((other for other in state.staff if other.id == one.under and other.on_table), None)
    general = general if one.rank == "courier" else one
    eyes = [_staff_then(state, one, tick)]
    if general is None:
        return eyes
    here = _staff_then(state, general, tick)
    under = [
        triggers.body_then(state, place, tick) for place, unit in enumerate(state.units) if _under(state, general, unit)
    ]
    near = [body for body in under if pieces_distance(here.pieces, body.pieces) <= COMMAND]
    return [*eyes, here, *near] if general.id != one.id else [here, *near]


def _staff_then(state: CivilWarState, one: Staff, tick: int) -> Body:
    """A general or courier at a tick: one who rides with a unit is where it is then (03.01.5)."""
    from feltherre.games.civilwar.riding import spot_by

    unit = by_id(state, one.beside) if one.beside else None
    track = state.tracks[index(state, unit.id)] if unit is not None else ()
    if unit is None or not track:
        return staff_body(one)
    leg = leg_at(track, tick)
    trail = (leg.pose.point, *leg.trail) if leg.column else ()
    spot = spot_by(state, one, replace(unit, **asdict(pose_at(leg, tick)), trail=trail))
    return staff_body(replace(one, **asdict(spot)))


def _under(state: CivilWarState, general: Staff, unit: Unit) -> bool:
    return unit.on_table and commands(state, general, unit)
