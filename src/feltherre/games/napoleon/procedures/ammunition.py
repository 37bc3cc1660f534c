"""Ammunition (11): what a turn of fire uses, what it means to have none, and what a train brings."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.games.napoleon.procedures.inputs import Count

#: turns of fire that a unit can carry unless the scenario says otherwise (11.01.2), and what a train gives (11.01.3)
CARRIED: Final = {"infantry": 12, "cavalry": 12, "artillery": 16}
RECEIVED: Final = {"infantry": 12, "cavalry": 12, "artillery": 8}
#: turns beside the train: a unit, and a small independent company (11.04.1)
SERVED_IN: Final = {False: 2, True: 1}


class Pouches(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    arm: Literal["infantry", "cavalry", "artillery"]
    stock_turns: Count
    fired_or_infantry_melee_this_turn: bool = False
    resupply_turns_done: Count = 0
    small_independent_company: bool = False
    allotment_turns: Count | None = None


@procedure("ammunition")
@rule("11.01.1", "11.01.3", "11.02.1", "11.02.2", "11.04.1", "11.04.2")
def ammunition(unit: Pouches, desk: Desk) -> Outcome:
    """What ammunition a unit has left after a turn, what order it costs to have spent the last, and what the train
    brings (11.01 to 11.04)."""
    most = CARRIED[unit.arm] if unit.allotment_turns is None else unit.allotment_turns
    check_pouches(unit, most, desk)
    used = unit.fired_or_infantry_melee_this_turn and unit.stock_turns > 0
    stock = unit.stock_turns - used
    desk.line_if(used, "ammunition.used", "11.01.1", stock, n=stock)
    fights_without = unit.fired_or_infantry_melee_this_turn and not used
    desk.line_if(fights_without, "ammunition.melee-without", "12.01.5")
    disordered = used and not stock and unit.arm == "infantry"
    desk.line_if(disordered, "ammunition.lu", "11.02.2", 1)
    needed = SERVED_IN[unit.small_independent_company]
    resupplied = unit.resupply_turns_done >= needed
    if resupplied:
        stock = min(most, stock + RECEIVED[unit.arm])
        desk.line("ammunition.received", "11.01.3", stock, n=stock, most=most)
    elif unit.resupply_turns_done:
        desk.line("ammunition.waits", "11.04.1", done=unit.resupply_turns_done, n=needed)
    return {"stock_turns": stock, "lu_grades": int(disordered), "resupplied": resupplied}


@rule("09.01.7", "11.01.2", "11.03.1", "11.03.3", "10.01.6", "12.01.5")
def check_pouches(unit: Pouches, most: int, desk: Desk) -> None:
    """A unit has no more than it can carry, fires nothing it has not, and does nothing else while it is resupplied;
    only infantry fights on with empty pouches (11.01.2, 11.04.1, 12.01.5)."""
    acted = unit.fired_or_infantry_melee_this_turn
    desk.refuse_if(unit.stock_turns > most, "ammunition-too-much", "11.01.2", n=unit.stock_turns, most=most)
    desk.refuse_if(acted and not unit.stock_turns and unit.arm != "infantry", "ammunition-none", "11.01.1")
    desk.refuse_if(acted and unit.resupply_turns_done > 0, "ammunition-busy", "11.04.1")


PROCEDURES = (ammunition,)
