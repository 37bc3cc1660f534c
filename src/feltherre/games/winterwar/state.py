"""The state of a game of the Winter War: where every counter is, which way up, and what has been done this turn.

Lists are by unit or by town; everything is public. Zones, stacks and supply are made from it (maps.py). Whoever changes
where a unit is does it through `put`, which keeps those maps in step.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Final

from msgspec import Struct

from feltherre.games.winterwar import board, units
from feltherre.games.winterwar.procedures.victory import CHOICE_SECONDS, GAME_SECONDS, MOVEMENT_SECONDS
from feltherre.hexgame.clocks import ClockedState
from feltherre.hexgame.counters import AWAITED

units_in: Final = units.COUNTERS.in_hex
ground_in: Final = units.COUNTERS.ground_in
occupied: Final = units.COUNTERS.occupied

#: what an air unit in flight is there for (R37)
ATTACKS: Final = 1
DEFENDS: Final = 2


class Rules(Struct, frozen=True):
    """The options a game is made with (the ledger's rulings leave each of them open)."""

    first: int = units.SOVIET
    captured_supply: bool = False
    bridge_zoc: bool = False
    air_support: str = "both"
    loss_numbers: str = "units"
    victory_value: str = "front"
    blocked_retreat: str = "loss-each"
    own_unit_shields_retreat: bool = False
    #: the combat tables in use as `tables.kept` has them; "" for the ledger's own (R30, R36)
    tables: str = ""


class Loss(Struct, frozen=True):
    """A destroyed unit and what it is worth to the enemy before dividing by four (win-4, R31)."""

    unit: int
    value: int
    turn: int


@dataclass(slots=True)
class WinterWarState(ClockedState):
    owner: ClassVar[str] = "winterwar"
    rules: Rules = field(default_factory=Rules)
    #: the teams have changed places after the dice for the sides (setup-2)
    swapped: bool = False
    # the phases are setup, reinforcement, movement, air, combat, over; an air unit is at its base or over the hex to
    # which it has flown
    places: list[int] = field(default_factory=lambda: [AWAITED] * units.COUNT)
    #: air unit -> the hex of its base; AWAITED for all other units
    bases: list[int] = field(default_factory=lambda: [AWAITED] * units.COUNT)
    #: air unit -> 0 at its base; in the air ATTACKS, or DEFENDS a hex through the next enemy player turn (R37)
    flown: list[int] = field(default_factory=lambda: [0] * units.COUNT)
    flipped: list[int] = field(default_factory=lambda: [0] * units.COUNT)
    #: unit -> 1 if its last supply check failed
    cut_off: list[int] = field(default_factory=lambda: [0] * units.COUNT)
    moved: list[int] = field(default_factory=lambda: [0] * units.COUNT)
    attacked: list[int] = field(default_factory=lambda: [0] * units.COUNT)
    #: partisan -> the strength thrown for it in this turn, 0 if none (R43)
    strengths: list[int] = field(default_factory=lambda: [0] * units.COUNT)
    #: unit -> the hex it was named for before an air combat, AWAITED if none (R60)
    pledged: list[int] = field(default_factory=lambda: [AWAITED] * units.COUNT)
    #: hexes whose air combat has been fought, and hexes closed by S, in this player turn (R39)
    air_fought: list[int] = field(default_factory=list)
    stopped: list[int] = field(default_factory=list)
    owners: list[int] = field(default_factory=lambda: list(board.FIRST_OWNER))
    destroyed: list[Loss] = field(default_factory=list)
    # R3, R4, R62
    movement_time: int = MOVEMENT_SECONDS
    game_time: int = GAME_SECONDS
    choice_time: int = CHOICE_SECONDS


def ships_in(state: WinterWarState, hex_: int, side: int) -> list[int]:
    return [unit for unit in units_in(state, hex_, side) if units.IS_SHIP[unit]]


def flying_over(state: WinterWarState, hex_: int, side: int) -> list[int]:
    """The air units of a side in flight over a hex."""
    return [unit for unit in units.AIR_UNITS[side] if state.places[unit] == hex_ and state.flown[unit]]


def based_in(state: WinterWarState, hex_: int, side: int) -> list[int]:
    """The air units that have their base in a hex, in flight or not."""
    places, bases = state.places, state.bases
    return [unit for unit in units.AIR_UNITS[side] if bases[unit] == hex_ and places[unit] >= 0]


def attack_value(state: WinterWarState, unit: int) -> int:
    """The attack value that lies face up; of a partisan the strength of this turn (0 before its die)."""
    if units.IS_PARTISAN[unit]:
        return state.strengths[unit]
    return units.ATTACK[unit][state.flipped[unit]]


def defence_value(state: WinterWarState, unit: int) -> int:
    if units.IS_PARTISAN[unit]:
        return state.strengths[unit]
    return units.DEFENCE[unit][state.flipped[unit]]


def can_flip(state: WinterWarState, unit: int) -> bool:
    """Whether a loss leaves the unit on the map (2.1-e)."""
    return units.HAS_BACK[unit] and not state.flipped[unit]


def movement_of(state: WinterWarState, unit: int) -> int:
    """The movement allowance that lies face up, in movement points."""
    return units.MOVEMENT[unit][state.flipped[unit]]


def destroyed_of(state: WinterWarState, side: int) -> list[Loss]:
    """The losses of a side."""
    return [loss for loss in state.destroyed if units.SIDE[loss.unit] == side]
