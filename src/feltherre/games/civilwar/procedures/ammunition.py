"""Ammunition (09): when the cartridges are gone, and resupply from a wagon."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from feltherre.core.chance import Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.games.civilwar.procedures.inputs import Count, Die
from feltherre.games.civilwar.tables import LAST_EMPTYING_PAIR, PIECES, RESUPPLY_FAILS, ROUNDS

#: units that a wagon serves in a turn (09.03.1)
UNITS_PER_WAGON: Final = 2


@rule("09.01.1")
def runs_out(dice: Sequence[int], first_firing: bool) -> bool:
    """Two ones, twos, threes or fours empty the pouches, but not at the first firing (09.01.1, R94)."""
    first, second = dice
    return not first_firing and first == second <= LAST_EMPTYING_PAIR


@rule("09.02.1")
def rounds(piece: str, ammunition: str) -> int:
    """Rounds of a full load; none of what the piece does not have in schema VII (09.02.1, 09.02.2, R63)."""
    gun = PIECES[piece]
    return ROUNDS[gun.load][ammunition] if gun.range(ammunition) is not None else 0


class AmmunitionSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    first_firing: bool = False
    #: the dice of the fire or melee; they are not thrown again
    dice: tuple[Die, Die]


@procedure("ammunition-check")
def ammunition_check(given: AmmunitionSituation, desk: Desk) -> Outcome:
    """Whether the dice of a fire or melee have emptied the pouches (09.01.1)."""
    first, second = given.dice
    out = runs_out(given.dice, given.first_firing)
    desk.line("ammunition.dice", "09.01.1", first=first, second=second)
    desk.line(f"ammunition.{'first' if given.first_firing else 'out' if out else 'holds'}", "09.01.1")
    return {"out": out}


class ResupplySituation(Struct, frozen=True, forbid_unknown_fields=True):
    arm: Literal["infantry", "cavalry", "artillery"]
    contact_all_turn: bool = True
    units_served: Count = 1
    fired_as_surprised: bool = False


@procedure("resupply", die=int | None)
@rule("09.03.1", "09.03.2")
def resupply(given: ResupplySituation, desk: Desk) -> Resolve:
    """Whether the wagon's stores reach a unit: at the wagon all turn, one of at most two units, and not when it has
    fired; then one die (09.03.1, 09.03.2, R95)."""
    busy = given.units_served > UNITS_PER_WAGON
    possible = given.contact_all_turn and not busy and not given.fired_as_surprised
    desk.known["possible"] = possible
    if not given.contact_all_turn:
        desk.line("resupply.no-contact", "09.03.1")
    elif busy:
        desk.line("resupply.busy", "09.03.1")
    elif given.fired_as_surprised:
        desk.line("resupply.fired", "09.03.2")
    else:
        desk.line("resupply.possible", "09.03.1")
    fails_on = RESUPPLY_FAILS["artillery" if given.arm == "artillery" else "infantry_cavalry"]

    def resolve(chance: Chance) -> Outcome:
        if not possible:
            chance.ignore(1, "die")
            return {"resupplied": False}
        die = chance.throw(1, "die", "09.03.1").values[0]
        reached = die not in fails_on
        desk.line(f"resupply.{'done' if reached else 'failed'}", "09.03.1", die=die)
        return {"resupplied": reached}

    return resolve
