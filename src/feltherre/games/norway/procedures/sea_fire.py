"""Fire at sea (6.1, 8.2): what a die does to a ship, which ship it strikes, and a whole side's fire.

The game, the desk and the odds all fire by this.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct, structs

from feltherre.core.chance import Chance
from feltherre.core.marks import rule
from feltherre.games.norway.procedures.ships import CHASES_ON, SINKS_ON, NamedShip

Side = Literal["attacker", "defender"]
Result = Literal["sink", "chase", "none"]

#: the step of the battle in which each side fires
STEP: dict[Side, str] = {"attacker": "8.2-seq-4", "defender": "8.2-seq-5"}


@rule("5.2-3", "7.2a-dive-bomber", "6.1-5")
def strike_result(die: int, sink_on: Sequence[int], chase_on: Sequence[int]) -> Result:
    """What a die does to a ship: the die of a card (5.2-3, 7.2a-dive-bomber) or of another ship (6.1-5)."""
    if die in sink_on:
        return "sink"
    return "chase" if die in chase_on else "none"


class Targets(Struct, frozen=True):
    """One side under fire: ships that can still be struck, and those laid aside by the fire in the order struck.

    Ships are names here; the odds use one name for all ships that are alike.
    """

    afloat: tuple[str, ...]
    #: the name of Eidsvoll & Norge, if it takes part
    coast_defence: str | None = None
    sunk: tuple[str, ...] = ()
    chased: tuple[str, ...] = ()


class Shot(Struct, frozen=True):
    """What one ship's fire did. `result` is that of the die; a chased Eidsvoll & Norge stands among the sunk ships."""

    die: int
    result: Result
    struck: str | None
    targets: Targets


@rule(
    "6.1-carrier",
    "6.1-battleship",
    "6.1-heavy-cruiser",
    "6.1-minor",
    "6.1-coast-defence",
    "6.1-5",
    "8.2-seq-4",
    "8.2-seq-5",
)
def fire(side: Side, ship_class: str, targets: Targets, chance: Chance) -> Shot:
    """One ship fires one die by the numbers of its class, and the ship struck is settled at once (6.1, 8.2-seq-4)."""
    die = chance.throw(1, f"{side}_dice", STEP[side]).values[0]
    result = strike_result(die, SINKS_ON[ship_class], CHASES_ON[ship_class])
    if result == "none":
        return Shot(die, result, None, targets)
    struck = _struck_ship(side, result, targets, chance)
    return Shot(die, result, struck, _lay_aside(targets, struck, result))


@rule("8.2-seq-6-en", "8.2-seq-4")
def _struck_ship(side: Side, result: Result, targets: Targets, chance: Chance) -> str:
    """A ship drawn at random of those not laid aside; but Eidsvoll & Norge is sunk before any other (8.2-seq-6-en)."""
    first = targets.coast_defence
    if result == "sink" and first is not None and first in targets.afloat:
        chance.ignore(1, f"{side}_draws")
        return first
    return chance.draw(1, targets.afloat, f"{side}_draws", STEP[side])[0]


@rule("8.2-seq-4", "8.2-seq-7-en")
def _lay_aside(targets: Targets, struck: str, result: Result) -> Targets:
    """A ship is struck once in a battle (R48); a chased Eidsvoll & Norge cannot flee and is sunk (8.2-seq-7-en)."""
    left = list(targets.afloat)
    left.remove(struck)
    if result == "sink" or struck == targets.coast_defence:
        return structs.replace(targets, afloat=tuple(left), sunk=(*targets.sunk, struck))
    return structs.replace(targets, afloat=tuple(left), chased=(*targets.chased, struck))


@rule("8.2-seq-4", "8.2-seq-5")
def volley(side: Side, ships: Sequence[NamedShip], targets: Targets, chance: Chance) -> tuple[list[Shot], Targets]:
    """(shots, targets after them): all ships of a side fire in their order until every enemy ship has been laid aside
    (8.2-seq-4, 8.2-seq-5)."""
    shots: list[Shot] = []
    for ship in ships:
        if not targets.afloat:
            break
        shots.append(fire(side, ship.ship_class, targets, chance))
        targets = shots[-1].targets
    return shots, targets
