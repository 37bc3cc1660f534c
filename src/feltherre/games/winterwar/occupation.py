"""What a ground unit does by entering a hex: towns change hands, ships are lost, bases too, a capital ends the game."""

from __future__ import annotations

from collections.abc import Sequence

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.winterwar import board, fates, maps, units, victory
from feltherre.games.winterwar.state import WinterWarState, based_in, enemy_of, ships_in
from feltherre.games.winterwar.steps import LostBase
from feltherre.games.winterwar.texts import side_name, town_name


def enter(table: Table[WinterWarState], unit: int, hex_: int) -> None:
    """A ground unit comes into a hex; what it finds there may have to be settled first (steps are pushed)."""
    maps.put(table.state, unit, hex_)
    if board.TOWN_AT[hex_] >= 0:
        take_town(table, units.SIDE[unit], hex_)


@rule("win-3", "1.1-g", "2.1-k")
def take_town(table: Table[WinterWarState], side: int, hex_: int) -> None:
    """The side whose ground unit was in a town last owns it (win-3, R46); in a capital that is the end (intro-8)."""
    change_owner(table, side, hex_)
    victory.check_sudden_death(table, side, hex_)


@rule("win-3", "move-8")
def change_owner(table: Table[WinterWarState], side: int, hex_: int) -> None:
    """A town changes hands; ships and air units of the other side lose their port and base (R40, R11)."""
    state, town = table.state, board.TOWN_AT[hex_]
    if state.owners[town] == side:
        return
    state.owners[town] = side
    points = board.TOWN_VALUE[town]
    text = say("winterwar.event.captured", side=side_name(side), town=town_name(town), points=points)
    table.tell(text, "win-3", (board.number(hex_),))
    for ship in ships_in(state, hex_, enemy_of(side)):
        fates.destroy(table, ship)
    _lose_base(table, based_in(state, hex_, enemy_of(side)))


@rule("supply-4")
def _lose_base(table: Table[WinterWarState], based: Sequence[int]) -> None:
    """Air units at the base look for another at once; those in flight when they come home (R11)."""
    at_base = [unit for unit in based if not table.state.flown[unit]]
    table.push(*(LostBase(unit) for unit in at_base))


def interrupts(state: WinterWarState, side: int, hex_: int) -> bool:
    """Whether somebody has to be asked when a ground unit of this side comes into a hex."""
    town = board.TOWN_AT[hex_]
    if town < 0 or state.owners[town] == side:
        return False
    return any(not state.flown[unit] for unit in based_in(state, hex_, enemy_of(side)))
