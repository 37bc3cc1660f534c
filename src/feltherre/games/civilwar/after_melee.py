"""What units that have fought a melee do in the rest of the turn (07.04.1, R80): they set out when it is over unless
they are in U, and if an enemy still stands against them only away from him.
"""

from __future__ import annotations

from typing import Final

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.games.civilwar import falling_back, motion
from feltherre.games.civilwar.field import body, by_id, pose
from feltherre.games.civilwar.grips import AFTER_MELEE, opponents
from feltherre.games.civilwar.state import CivilWarState, Unit, doing_of, index, unit_of
from feltherre.games.civilwar.telling import name, tell
from feltherre.ground.tabletop.angles import apart, bearing
from feltherre.ground.tabletop.measure import CIRCLE
from feltherre.ground.tabletop.schedule import Event
from feltherre.ground.tabletop.tracks import leg_at


@rule("07.04.1")
def set_out_after(table: Table[CivilWarState], event: Event) -> None:
    """A movement order is carried out after the melee, but not by who is in U then; if an enemy still stands and it
    does not lead away from him, it is void (R80)."""
    state = table.state
    unit = by_id(state, event.who[0])
    if unit is None or not unit.on_table:
        return
    doing = doing_of(state, unit.id)
    if doing.void or doing.line is None or not motion.moves(doing.line):
        return
    # melee counts as firing (R51)
    fought = unit.fired == state.turn
    if (fought and unit.order == "U") or (opponents(state, unit) and not _leads_away(state, unit)):
        motion.halt(state, unit.id, "melee")
        tell(table, "civilwar.attack.held", "07.04.1", unit.id, attacker=name(state, unit.id))
        return
    for mover in _set_out(state, unit):
        motion.changed(state, mover)


def _set_out(state: CivilWarState, unit: Unit) -> list[str]:
    """The unit goes as its order says; those who go: itself, or the companies that it sends off."""
    number = len(state.units)
    falling_back.come_together(state, unit)
    motion.set_out(state, unit.id)
    return [unit.id, *(part.id for part in state.units[number:])]


def _leads_away(state: CivilWarState, unit: Unit) -> bool:
    """If an order leads away from all enemies in contact, or nowhere. That is worked out on a copy: what takes no time,
    as a facing turn of an open formation, would else be done."""
    trial = state.clone()
    whole, *parts = (unit_of(trial, mover) for mover in _set_out(trial, unit))
    if not parts and not doing_of(trial, whole.id).moved and pose(whole) == pose(unit):
        return True
    return all(_goes_away(trial, mover, enemy) for mover in parts or [whole] for enemy in opponents(trial, mover))


def _goes_away(state: CivilWarState, unit: Unit, enemy: Unit) -> bool:
    """If a unit's march leads away from an enemy: more than a right angle off the way to him."""
    track = state.tracks[index(state, unit.id)]
    leg = leg_at(track, state.line.now) if track else None
    if leg is None or leg.turn or not (leg.dx or leg.dy):
        return False
    (x, y), (ex, ey) = body(state, unit).centre, body(state, enemy).centre
    return (x, y) != (ex, ey) and apart(bearing(leg.dx, leg.dy), bearing(ex - x, ey - y)) > CIRCLE // 4


HANDLERS: Final = {AFTER_MELEE: set_out_after}
