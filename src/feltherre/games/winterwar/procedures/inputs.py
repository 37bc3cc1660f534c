"""The kinds of input that several procedures share, as the ledger names them, and how numbers are told."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from feltherre.core.figures import plain as plain
from feltherre.core.figures import signed as signed
from feltherre.games.winterwar.tables import QUARTERS

#: a number of things on the table: it cannot be negative, nor beyond all counting
Count: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
#: the sum of the modifiers of a die
Modification: TypeAlias = Annotated[int, Meta(ge=-1_000, le=1_000)]
#: time, points, movement: whole numbers and parts of them
Amount: TypeAlias = Annotated[float, Meta(ge=0, le=1_000_000)]

Side: TypeAlias = Literal["finland", "soviet"]
Nation: TypeAlias = Literal["finland", "sweden", "soviet"]
GroundType: TypeAlias = Literal[
    "infantry", "cavalry", "tank", "ski", "mountain", "motorised", "airborne", "artillery", "engineer", "partisan"
]
#: who can fight on the ground
FighterType: TypeAlias = Literal[GroundType, "ship"]
UnitType: TypeAlias = Literal[GroundType, "air", "ship"]
#: what lies on the hexside to the attacked hex: water = a river or lake without a road or railway over it
Crossing: TypeAlias = Literal["none", "bridge", "water"]

_PARTS: Final = ("", "¼", "½", "¾")


def number(quarters: int) -> float:
    """A number of quarters as the ledger's type number: whole where it is whole."""
    return quarters // QUARTERS if quarters % QUARTERS == 0 else quarters / QUARTERS


def amount(quarters: int) -> str:
    """A number of quarters as it is read in every language: 2, 1¾, ¼."""
    whole, part = divmod(abs(quarters), QUARTERS)
    sign = "−" if quarters < 0 else ""
    return f"{sign}{whole if whole or not part else ''}{_PARTS[part]}"


def amount_of(value: float) -> str:
    """Any number as it is read; with a sign for a fraction where it has quarters."""
    quarters = value * QUARTERS
    return amount(int(quarters)) if quarters == int(quarters) else str(value)
