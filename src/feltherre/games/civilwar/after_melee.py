"""What units that have fought a melee do in the rest of the turn (07.04.1, R80, R129): they set out when it is over,
unless they are in U or an enemy still stands against them.
"""

from __future__ import annotations

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.civilwar import falling_back, motion
from feltherre.games.civilwar.commanders import role_of
from feltherre.games.civilwar.field import by_id
from feltherre.games.civilwar.grips import AFTER_MELEE, opponents
from feltherre.games.civilwar.state import CivilWarState, doing_of
from feltherre.games.civilwar.steps import events
from feltherre.games.civilwar.telling import name
from feltherre.ground.tabletop.schedule import Event


@events.of(AFTER_MELEE)
@rule("07.04.1")
def set_out_after(table: Table[CivilWarState], event: Event) -> None:
    """A movement order is carried out after the melee, but not by who is in U then (R80). While an enemy still stands
    against a unit it is void, wherever it leads: out of a melee there is only a declared retreat (R129)."""
    state = table.state
    unit = by_id(state, event.who[0])
    if unit is None or not unit.on_table:
        return
    doing = doing_of(state, unit.id)
    if doing.void or doing.line is None or not motion.moves(doing.line):
        return
    # melee counts as firing (R51)
    fought = unit.fired == state.turn
    if (fought and unit.order == "U") or opponents(state, unit):
        motion.halt(state, unit.id, "melee")
        # what it was ordered is not for the enemy to know
        told = say("civilwar.attack.held", attacker=name(state, unit.id))
        table.tell(told, "07.04.1", (unit.id,), audience=(role_of(state, unit),))
        return
    number = len(state.units)
    falling_back.come_together(state, unit)
    motion.set_out(state, unit.id)
    # those who go: itself, or the companies that it sends off
    for mover in (unit, *state.units[number:]):
        motion.changed(state, mover.id)
