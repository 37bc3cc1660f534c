"""Ammunition (09): when the cartridges are gone, and resupply from a wagon."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, Literal

from msgspec import Struct

from feltherre.core.chance import Chance, Line, Ruling
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure, Planned, Procedure
from feltherre.core.text import say
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


class AmmunitionAssessment(Assessment, frozen=True, kw_only=True):
    given: AmmunitionSituation
    out: bool


class AmmunitionCheck(CertainProcedure[AmmunitionSituation, AmmunitionAssessment]):
    name = "ammunition-check"
    situation = AmmunitionSituation
    outputs = ("out",)

    def assess(self, situation: AmmunitionSituation) -> AmmunitionAssessment:
        return AmmunitionAssessment(given=situation, out=runs_out(situation.dice, situation.first_firing))

    def lines(self, assessment: AmmunitionAssessment) -> list[Line]:
        first, second = assessment.given.dice
        told = [Line(say("civilwar.ruling.ammunition.dice", first=first, second=second), "09.01.1")]
        if assessment.given.first_firing:
            return [*told, Line(say("civilwar.ruling.ammunition.first"), "09.01.1")]
        return [*told, ammunition_line(assessment.out)]


def ammunition_line(out: bool) -> Line:
    return Line(say(f"civilwar.ruling.ammunition.{'out' if out else 'holds'}"), "09.01.1")


@rule("09.03.1", "09.03.2")
def can_resupply(contact_all_turn: bool, units_served: int, fired_as_surprised: bool) -> bool:
    """At a wagon all turn, one of at most two units, and not when it has fired (09.03.1, 09.03.2, R95)."""
    return contact_all_turn and units_served <= UNITS_PER_WAGON and not fired_as_surprised


@rule("09.03.1")
def resupplied(arm: str, die: int) -> bool:
    """Whether the wagon's stores reach the unit this turn (09.03.1)."""
    return die not in RESUPPLY_FAILS["artillery" if arm == "artillery" else "infantry_cavalry"]


class ResupplySituation(Struct, frozen=True, forbid_unknown_fields=True):
    arm: Literal["infantry", "cavalry", "artillery"]
    contact_all_turn: bool = True
    units_served: Count = 1
    fired_as_surprised: bool = False


class ResupplyAssessment(Assessment, frozen=True, kw_only=True):
    given: ResupplySituation
    possible: bool


class Resupply(Procedure[ResupplySituation, ResupplyAssessment]):
    name = "resupply"
    situation = ResupplySituation
    chance_inputs: ClassVar[dict[str, Any]] = {"die": int | None}

    def assess(self, situation: ResupplySituation) -> ResupplyAssessment:
        given = situation
        possible = can_resupply(given.contact_all_turn, given.units_served, given.fired_as_surprised)
        planned = (Planned("die", 1, "09.03.1"),) if possible else ()
        return ResupplyAssessment(given=given, possible=possible, will_throw=planned)

    def resolve(self, assessment: ResupplyAssessment, chance: Chance) -> Ruling:
        a = assessment
        die = chance.throw(1, "die", "09.03.1") if a.possible else None
        if die is None:
            chance.ignore(1, "die")

        def reached() -> bool:
            return die is not None and resupplied(a.given.arm, die.values[0])

        outputs = {"possible": lambda: a.possible, "resupplied": reached}
        return chance.ruling(
            self.name, outputs, lambda: [*self.lines(a), *([_die_line(die.values[0], reached())] if die else [])]
        )

    def lines(self, assessment: ResupplyAssessment) -> list[Line]:
        given = assessment.given
        if not given.contact_all_turn:
            return [Line(say("civilwar.ruling.resupply.no-contact"), "09.03.1")]
        if given.units_served > UNITS_PER_WAGON:
            return [Line(say("civilwar.ruling.resupply.busy"), "09.03.1")]
        if given.fired_as_surprised:
            return [Line(say("civilwar.ruling.resupply.fired"), "09.03.2")]
        return [Line(say("civilwar.ruling.resupply.possible"), "09.03.1")]


def _die_line(die: int, reached: bool) -> Line:
    return Line(say(f"civilwar.ruling.resupply.{'done' if reached else 'failed'}", die=die), "09.03.1")
