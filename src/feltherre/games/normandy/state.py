"""The state of a game of Normandy: where every counter is, what it has suffered, and what has been done this turn.

Lists are by unit or by place; everything is public but `plan`. Zones, stacks and supply are made from it (maps.py).
Whoever changes where a unit is does it through `put`, which keeps those maps in step.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Final, Literal

from msgspec import Struct

from feltherre.games.normandy import board, units
from feltherre.hexgame.clocks import ClockedState
from feltherre.hexgame.counters import AWAITED

Weather = Literal["clear", "rain", "storm"]
#: the table of ships against coastal artillery (R5)
NavalTable = Literal["printed", "smoothed"]

ground_in: Final = units.COUNTERS.ground_in


class Rules(Struct, frozen=True):
    """The options of a game: what the ledger's rulings leave open (R5, R15, R16, R22, R51)."""

    naval_table: NavalTable = "printed"
    zoc_cancel: str = "contested-empty"
    artillery_zoc: bool = True
    beachhead_half: str = "landing"
    minimum_move: bool = False


#: seconds for the movement of a side in a turn (STEP-4-b), and for each choice when the time of the game is up
MOVEMENT_SECONDS: Final = 300
CHOICE_SECONDS: Final = 60


@dataclass(slots=True)
class NormandyState(ClockedState):
    owner: ClassVar[str] = "normandy"
    rules: Rules = field(default_factory=Rules)
    #: the teams have changed places after the dice for the sides (SET-2)
    swapped: bool = False
    weather: Weather = "clear"
    # the phases are setup, reinforcement, movement, combat, over
    places: list[int] = field(default_factory=lambda: [AWAITED] * units.COUNT)
    moved: list[int] = field(default_factory=lambda: [0] * units.COUNT)
    attacked: list[int] = field(default_factory=lambda: [0] * units.COUNT)
    owners: list[int] = field(default_factory=lambda: list(board.FIRST_OWNER))
    #: place -> 1 if it is a Start hex or a beachhead that its side has lost for good (SUP-5)
    lost: list[int] = field(default_factory=lambda: [0] * len(board.PLACES))
    #: unit -> the losses it has taken
    losses: list[int] = field(default_factory=lambda: [0] * units.COUNT)
    #: unit -> 1 if an umpire has taken it off the map so that it does not count as destroyed
    uncounted: list[int] = field(default_factory=lambda: [0] * units.COUNT)
    #: unit -> 1 if the last check found it isolated (1.2-d)
    isolated: list[int] = field(default_factory=lambda: [0] * units.COUNT)
    #: unit -> the hex in which it came onto the map in this player turn, AWAITED if it was there before
    landed: list[int] = field(default_factory=lambda: [AWAITED] * units.COUNT)
    #: air unit -> 1 over a hex, 0 at its base (R32)
    flown: list[int] = field(default_factory=lambda: [0] * units.COUNT)
    #: the hex on which a carpet is to fall next turn, AWAITED for none: the Allies alone know it (R31)
    plan: int = AWAITED
    #: the Allies could plan one, as everybody knows
    asked_to_plan: bool = False
    #: the bombers have laid a carpet in this turn, and do not fly again
    bombed: bool = False
    movement_time: int = MOVEMENT_SECONDS
    choice_time: int = CHOICE_SECONDS
    #: air unit -> the flak regiments that have fired at it in this player turn, as bits in the order of `FLAK_UNITS`
    fired_at: list[int] = field(default_factory=lambda: [0] * units.COUNT)


def left(state: NormandyState, unit: int) -> int:
    """How many losses destroy a unit (R35)."""
    return units.LOSS_VALUE[unit] - state.losses[unit]
