"""The supply check at the start of a player turn (turn-1, supply)."""

from __future__ import annotations

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.winterwar import maps, units
from feltherre.games.winterwar.state import AWAITED, WinterWarState, is_on_map
from feltherre.games.winterwar.texts import side_name, unit_names
from feltherre.ground.hexes.supply import CUT_OFF


@rule("turn-1-a", "turn-1-d", "supply-1", "supply-2", "supply-5", "supply-6")
def check_supply(table: Table[WinterWarState], side: int) -> None:
    """Each unit of the side draws a line or is cut off until the next check: it can neither move nor attack, and
    defends with half its value (supply-5, supply-6); with a line it is free again (turn-1-d, R2)."""
    state = table.state
    now = without_line(state, side)
    before = [unit for unit in units.OF_SIDE[side] if state.cut_off[unit]]
    for unit in units.OF_SIDE[side]:
        state.cut_off[unit] = 0
    for unit in now:
        state.cut_off[unit] = 1
    fresh = [unit for unit in now if unit not in before]
    freed = [unit for unit in before if unit not in now and is_on_map(state, unit)]
    for key, rule_id, those in (("cut-off", "supply-5", fresh), ("supplied", "turn-1-d", freed)):
        if those:
            told = say(f"winterwar.event.{key}", side=side_name(side), units=unit_names(those), n=len(those))
            table.tell(told, rule_id)


@rule("supply-2", "supply-4", "2.1-j", "turn-1-a", "supply-3")
def needs_line(unit: int) -> bool:
    """Partisans and ships are always supplied (2.1-j), air units while they have a base (supply-4, R11); others need a
    line."""
    return units.IS_GROUND[unit] and not units.IS_PARTISAN[unit]


#: side -> (net, its units that need a line)
_IN_NETS = tuple(
    tuple(
        (net, tuple(unit for unit in units.OF_SIDE[side] if needs_line(unit) and maps.net_of(unit) == net))
        for net in sorted({maps.net_of(unit) for unit in units.OF_SIDE[side]})
    )
    for side in maps.SIDES
)


@rule("supply-2", "supply-4", "2.1-j", "turn-1-a", "supply-3")
def without_line(state: WinterWarState, side: int) -> list[int]:
    """The units of a side on the map from which no line can be drawn now."""
    found: list[int] = []
    for net, in_net in _IN_NETS[side]:
        if there := [unit for unit in in_net if state.places[unit] > AWAITED]:
            lengths = maps.supply_of(state, net).lengths
            found += [unit for unit in there if lengths[state.places[unit]] == CUT_OFF]
    return sorted(found)


@rule("supply-2", "supply-4", "2.1-j", "turn-1-a", "supply-3")
def is_supplied(state: WinterWarState, unit: int) -> bool:
    """Whether a unit on the map could draw a line now, or needs none."""
    return not needs_line(unit) or maps.supply_of(state, maps.net_of(unit)).supplied(state.places[unit])
