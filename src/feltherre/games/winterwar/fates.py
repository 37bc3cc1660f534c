"""What becomes of counters: a loss, destruction, the way home (2.1-e to 2.1-g, win-4)."""

from __future__ import annotations

from collections.abc import Sequence

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.winterwar import board, maps, texts, units
from feltherre.games.winterwar.procedures import losses, partisans
from feltherre.games.winterwar.state import DESTROYED, Loss, WinterWarState, can_flip, is_on_map
from feltherre.games.winterwar.steps import LostBase, March, PartisanRuled, steps


@rule("2.1-e", "2.1-f", "2.1-g", "1.5-c", "1.5-d")
def lose(table: Table[WinterWarState], unit: int) -> None:
    """A unit takes a loss: it is flipped and stays where it is, or, without a back side or flipped before, destroyed.

    Nothing ever turns it back (2.1-f), and all its other properties stay (2.1-g).
    """
    state = table.state
    if can_flip(state, unit):
        state.flipped[unit] = 1
        table.tell(say("winterwar.event.flipped", unit=texts.unit_name(unit)), "2.1-e", _places(state, unit))
    else:
        destroy(table, unit)


@rule("win-4", "intro-6", "2.1-e")
def victory_value(state: WinterWarState, unit: int) -> int:
    """What a destroyed unit gives the enemy before dividing by four: its front attack value (R31), an air unit's air
    combat value (R58), a partisan's strength in this combat, or 1 if it is lost otherwise (R43)."""
    if units.IS_AIR[unit]:
        return losses.victory_value(units.AIR_COMBAT[unit], None)
    if units.IS_PARTISAN[unit]:
        fought = state.phase == "combat" and state.strengths[unit]
        return losses.victory_value(fought or partisans.UNTHROWN_VALUE, None)
    front, back = units.ATTACK[unit]
    return losses.victory_value(front, back, state.rules.victory_value)


def destroy(table: Table[WinterWarState], unit: int) -> None:
    """A unit leaves the map for good and is counted for the enemy."""
    state = table.state
    value = victory_value(state, unit)
    name, side = texts.unit_name(unit), texts.side_name(units.SIDE[unit])
    table.tell(say("winterwar.event.destroyed", unit=name, side=side, n=value), "win-4", _places(state, unit))
    maps.put(state, unit, DESTROYED)
    state.flown[unit] = 0
    state.destroyed.append(Loss(unit, value, state.turn))


@steps.alive(March, LostBase, PartisanRuled)
def is_there(state: WinterWarState, step: March | LostBase | PartisanRuled) -> bool:
    """What is under way with a unit ends when it has left the map."""
    return is_on_map(state, step.unit)


def fly_home(table: Table[WinterWarState], flyers: Sequence[int], hex_: int, rule_id: str) -> None:
    """Air units leave a hex by the result of a combat, and all are told."""
    if flyers:
        text = say("winterwar.event.fly-home", n=len(flyers), units=texts.unit_names(flyers))
        table.tell(text, rule_id, (board.number(hex_),))
    for unit in flyers:
        go_home(table, unit)


@rule("1.5-e", "1.6-c", "1.6-m")
def go_home(table: Table[WinterWarState], unit: int) -> None:
    """An air unit returns to the base it came from; without it, it looks for another (R37)."""
    state = table.state
    state.flown[unit] = 0
    base = state.bases[unit]
    if state.owners[board.TOWN_AT[base]] == units.SIDE[unit]:
        maps.put(state, unit, base)
    else:
        table.push(LostBase(unit))


def _places(state: WinterWarState, unit: int) -> tuple[str, ...]:
    hex_ = state.places[unit]
    return (board.number(hex_),) if hex_ >= 0 else ()
