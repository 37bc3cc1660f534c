"""What units and towns are worth, in points of the game (win-4 to win-7).

A town that changes hands is counted twice: one side has the points more, the other has them less.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from feltherre.games.winterwar import board, units
from feltherre.games.winterwar.state import WinterWarState

#: a capital ends the game (intro-8): more than all towns together
SUDDEN_DEATH: Final = 60.0
#: the first face of a unit costs no point by itself, but it is half of what has to be destroyed, and half its strength
FIRST_FACE: Final = 0.45
LAST_FACE: Final = 0.8
ONLY_FACE: Final = 1.1
#: a partisan's strength on average (2.1-m)
PARTISAN: Final = 2

#: unit -> the points it gives when it is destroyed, at its usual worth
POINTS: Final = tuple(
    (units.AIR_COMBAT[unit] if units.IS_AIR[unit] else PARTISAN if units.IS_PARTISAN[unit] else units.ATTACK[unit][0])
    / 4
    for unit in range(units.COUNT)
)


def town_swing(town: int, taker: int) -> float:
    """By how much a side gets ahead by taking a town."""
    if board.TOWN_HEX[town] == board.SUDDEN_DEATH[taker]:
        return SUDDEN_DEATH
    return 2.0 * board.TOWN_VALUE[town]


def prize(state: WinterWarState, hex_: int, side: int) -> float:
    """What a side gains at once by entering a hex."""
    town = board.TOWN_AT[hex_]
    return town_swing(town, side) if town >= 0 and state.owners[town] != side else 0.0


def attack_of(state: WinterWarState, unit: int) -> int:
    """The attack value, for a partisan whose die has not been thrown what it is on average."""
    if units.IS_PARTISAN[unit]:
        return state.strengths[unit] or PARTISAN
    return units.ATTACK[unit][state.flipped[unit]]


def defence_of(state: WinterWarState, unit: int) -> int:
    if units.IS_PARTISAN[unit]:
        return state.strengths[unit] or PARTISAN
    return units.DEFENCE[unit][state.flipped[unit]]


def loss_cost(state: WinterWarState, unit: int) -> float:
    """What one loss of a unit costs its owner."""
    if not units.HAS_BACK[unit]:
        return ONLY_FACE * POINTS[unit]
    return (LAST_FACE if state.flipped[unit] else FIRST_FACE) * POINTS[unit]


def rising_costs(state: WinterWarState, fighting: Iterable[int]) -> list[float]:
    """What the first, second... loss of some units costs, if the owner gives up the cheapest first."""
    return sorted(loss_cost(state, unit) for unit in fighting)
