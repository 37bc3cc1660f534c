"""Onto the table and off it: reinforcements (01.05.1), and units that leave by an edge where the scenario allows it
(R100)."""

from __future__ import annotations

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.civilwar.commanders import role_of
from feltherre.games.civilwar.field import ground, pose, scenario_of, special
from feltherre.games.civilwar.halting import halt, set_track, stop_changing
from feltherre.games.civilwar.room import room_for
from feltherre.games.civilwar.sightings import take_off
from feltherre.games.civilwar.special_rules import Exits, Wagon
from feltherre.games.civilwar.state import (
    AWAITED,
    LEFT,
    ON_TABLE,
    ROLES,
    Change,
    CivilWarState,
    Unit,
    change,
    doing_of,
    move_staff,
    unit_of,
)
from feltherre.games.civilwar.steps import events
from feltherre.games.civilwar.telling import name, tell
from feltherre.games.civilwar.watch import changed
from feltherre.ground.tabletop.schedule import Event
from feltherre.ground.tabletop.table import near_feature


@rule("01.05.1")
def enter_table(table: Table[CivilWarState]) -> None:
    """Bring on all who are due: their heads stand at the edge, and they march on by their orders. Where somebody stands
    in the way they wait for the next turn, and their side is told before it writes its orders."""
    state = table.state
    for unit in list(state.units):
        if unit.where != AWAITED or not _due(state, unit):
            continue
        if room_for(state, unit.id, pose(unit), edge=False) is None:
            change(state, unit.id, where=ON_TABLE)
            tell(table, "civilwar.motion.arrives", "01.05.1", unit.id, unit=name(state, unit.id))
        else:
            own = (role_of(state, unit),)
            table.tell(say("civilwar.motion.waits", unit=name(state, unit.id)), "01.05.1", (unit.id,), audience=own)
    staff = scenario_of(state).staff
    for one in list(state.staff):
        general = staff.get(one.under if one.rank == "courier" else one.id)
        entry = general.reinforcement if general is not None else None
        if one.where == AWAITED and entry is not None and entry.turn <= state.turn:
            move_staff(state, one.id, where=ON_TABLE)


def _due(state: CivilWarState, unit: Unit) -> bool:
    wagons = [wagon for wagon in special(state, Wagon) if wagon.unit == unit.id]
    if wagons:
        return wagons[0].turn <= state.turn
    data = scenario_of(state).units.get(unit.parent)
    entry = data.reinforcement if data is not None else None
    return entry is not None and entry.turn <= state.turn


@events.of("off-table")
@rule("03.03.4")
def off_table(table: Table[CivilWarState], event: Event) -> None:
    """The head is at the edge: the unit leaves the table under orders where the scenario allows it (R100)."""
    state, unit_id, edge = table.state, event.who[0], str(event.data["edge"])
    unit = unit_of(state, unit_id)
    if not unit.on_table or doing_of(state, unit_id).void:
        return
    if not may_leave(state, unit, edge):
        halt(state, unit_id, "edge")
        tell(table, "civilwar.motion.no-exit", "03.03.4", unit_id, unit=name(state, unit_id))
        return
    tell(table, "civilwar.motion.leaves", "03.03.4", unit_id, unit=name(state, unit_id))
    stop_changing(state, unit_id)
    set_track(state, unit_id, ())
    take_off(state, unit_id, LEFT)
    state.history.append(Change(state.turn, "exit", unit_id, edge=edge, figures=unit.figures))
    for one in list(state.staff):
        if one.beside == unit_id:
            move_staff(state, one.id, where=LEFT, beside="")
    changed(state, unit_id)


@rule("01.05.3")
def may_leave(state: CivilWarState, unit: Unit, edge: str) -> bool:
    """If a special rule lets a side leave by this edge, here and now (R100)."""
    table = ground(state)
    for exits in special(state, Exits):
        if exits.side != ROLES[unit.side] or exits.edge != edge or state.turn < exits.from_turn:
            continue
        if exits.within is None or near_feature((((unit.x, unit.y),),), table.feature(exits.of), exits.within):
            return True
    return False
