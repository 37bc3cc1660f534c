"""The strength of partisan units (2.1-l, 2.1-m)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from feltherre.core.chance import Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.games.winterwar.tables import PARTISAN_STRENGTH

#: what a partisan counts that is removed without a strength: forced out of a full stack, for instance (R43)
UNTHROWN_VALUE: Final = 1


class Partisan(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing but the die decides."""


@procedure("partisan-strength", dice=list[int])
@rule("2.1-l")
def partisan(given: Partisan, desk: Desk) -> Resolve:
    """One die for a partisan unit that attacks or is attacked; its strength holds until the end of the turn (2.1-l,
    2.1-m, R43)."""

    def resolve(chance: Chance) -> Outcome:
        die = chance.throw(1, "dice", "2.1-l").values[0]
        strength = PARTISAN_STRENGTH[die]
        desk.line("partisan.strength", "2.1-m", strength, die=die, strength=strength)
        return {"strength": strength}

    return resolve
