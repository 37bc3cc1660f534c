"""Everything a player of the Winter War can answer, one kind of action for each decision of the rules.

Units are named by their ids (`SU-138RD`), hexes by their printed numbers (`1540`).
"""

from __future__ import annotations

from typing import Literal

from feltherre.core.agenda import RulingAccepted, RulingChanged
from feltherre.core.space import Action, DiceTyped

# choosing sides (setup-2)


class TakeSide(Action, frozen=True, tag="side"):
    """The team that threw higher takes Finland or the Soviet Union."""

    side: Literal["finland", "soviet"]


# setting up (setup-3, setup-4)


class Deploy(Action, frozen=True, tag="deploy"):
    """A starting counter is placed in its zone, or moved to another hex of it."""

    unit: str
    hex: str


class DeployHistorically(Action, frozen=True, tag="historical"):
    """Every starting counter of the side goes where it stood in November 1939; it can be moved afterwards."""


class EndSetup(Action, frozen=True, tag="end-setup"):
    """All starting counters are placed."""


# reinforcements (turn-2, 2.1)


class Place(Action, frozen=True, tag="place"):
    """A reinforcement enters."""

    unit: str
    hex: str


class EndReinforcement(Action, frozen=True, tag="end-reinforcement"):
    """Whatever is left waits for a later turn (R45)."""


# movement (turn-3)


class Move(Action, frozen=True, tag="move"):
    """A ground unit moves; `path` holds the hexes it enters, one after the other."""

    unit: str
    path: tuple[str, ...]


class ForceMove(Action, frozen=True, tag="force"):
    """A ground unit moves through a full stack: its owner insists and pays with a unit of his own (setup-8, R15)."""

    unit: str
    path: tuple[str, ...]


class Fly(Action, frozen=True, tag="fly"):
    """An air unit flies over a hex: to attack, to fight enemy air units, or as defensive support (1.6-j, R37)."""

    unit: str
    hex: str


class ChangeBase(Action, frozen=True, tag="rebase"):
    """An air unit flies to another base for good (R37)."""

    unit: str
    hex: str


class EndMovement(Action, frozen=True, tag="end-movement"):
    """The movement phase is over."""


class Eliminate(Action, frozen=True, tag="eliminate"):
    """The unit that is lost for moving through a full stack (setup-8)."""

    unit: str


class Escape(Action, frozen=True, tag="escape"):
    """An air unit whose base is lost goes to another (R11)."""

    unit: str
    hex: str


# combat (turn-4, 1.5, 1.6)


class AirCombat(Action, frozen=True, tag="air-combat"):
    """Air units of both sides are over a hex: they fight. `units` are the ground units and ships that are to attack the
    hex afterwards (R60); `with_based`: enemy air units at their base there are drawn in (R37)."""

    hex: str
    units: tuple[str, ...] = ()
    with_based: bool = False


class Attack(Action, frozen=True, tag="attack"):
    """Ground units, ships and the air units over the hex attack it."""

    hex: str
    units: tuple[str, ...]


class EndCombat(Action, frozen=True, tag="end-combat"):
    """No more attacks in this player turn."""


class TakeLosses(Action, frozen=True, tag="losses"):
    """The units that take the losses of a result, a retreat or an air combat."""

    units: tuple[str, ...]


class Retreat(Action, frozen=True, tag="retreat"):
    """These beaten units retreat into this hex (1.5-f)."""

    hex: str
    units: tuple[str, ...]


class Advance(Action, frozen=True, tag="advance"):
    """These attackers move into the hex that was won; none is a choice too (1.5-h)."""

    units: tuple[str, ...] = ()


WinterWarAction = (
    TakeSide
    | Deploy
    | DeployHistorically
    | EndSetup
    | Place
    | EndReinforcement
    | Move
    | ForceMove
    | Fly
    | ChangeBase
    | EndMovement
    | Eliminate
    | Escape
    | AirCombat
    | Attack
    | EndCombat
    | TakeLosses
    | Retreat
    | Advance
)

AnyAction = WinterWarAction | DiceTyped | RulingAccepted | RulingChanged
