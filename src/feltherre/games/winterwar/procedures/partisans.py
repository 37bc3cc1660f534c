"""The strength of partisan units (2.1-l, 2.1-m)."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from msgspec import Struct

from feltherre.core.chance import Chance, Line, Ruling
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, Planned, Procedure
from feltherre.core.text import say
from feltherre.games.winterwar.tables import PARTISAN_STRENGTH


@rule("2.1-l", "2.1-m")
def partisan_strength(die: int) -> int:
    """The strength for attack and defence until the end of the turn (2.1-m, R43)."""
    return PARTISAN_STRENGTH[die]


#: what a partisan counts that is removed without a strength: forced out of a full stack, for instance (R43)
UNTHROWN_VALUE: Final = 1


class PartisanSituation(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing but the die decides."""


class PartisanStrength(Procedure[PartisanSituation, Assessment]):
    name = "partisan-strength"
    situation = PartisanSituation
    chance_inputs: ClassVar[dict[str, Any]] = {"dice": list[int]}

    def assess(self, situation: PartisanSituation) -> Assessment:
        return Assessment(will_throw=(Planned("dice", 1, "2.1-l"),))

    def resolve(self, assessment: Assessment, chance: Chance) -> Ruling:
        dice = chance.throw(1, "dice", "2.1-l")
        outputs = {"strength": lambda: partisan_strength(dice.values[0])}
        return chance.ruling(self.name, outputs, lambda: [_told(dice.values[0])])


def _told(die: int) -> Line:
    strength = partisan_strength(die)
    return Line(say("winterwar.ruling.partisan.strength", die=die, strength=strength), "2.1-m", strength)
