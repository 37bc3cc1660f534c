"""Support units (07.03.5): who stands near enough behind a unit to steady it."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure
from feltherre.core.text import say
from feltherre.games.civilwar.procedures.inputs import Angle, Count, Length

SupportReason: TypeAlias = Literal[
    "ok", "not_closed_formation", "too_few_companies", "other_brigade", "too_far", "outside_arc"
]

SUPPORT_COMPANIES: Final = 2
#: cm
SUPPORT_DISTANCE: Final = 20
#: degrees from the front
SUPPORT_ARC: Final = 30
CLOSED_FORMATIONS: Final = ("march_column", "attack_column", "line")


class SupportSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    formation: Literal["march_column", "attack_column", "line", "thin_line", "chain", "rout", "building"] = "line"
    companies: Count
    same_brigade: bool = True
    distance_cm: Length
    angle_deg: Angle


@rule("07.03.5", "02.04.1", "02.04.2")
def support_reason(unit: SupportSituation) -> SupportReason:
    """The first condition that is not met, or `ok`; order and melee do not matter (07.03.5, R91)."""
    if unit.formation not in CLOSED_FORMATIONS:
        return "not_closed_formation"
    if unit.companies < SUPPORT_COMPANIES:
        return "too_few_companies"
    if not unit.same_brigade:
        return "other_brigade"
    if unit.distance_cm > SUPPORT_DISTANCE:
        return "too_far"
    return "outside_arc" if unit.angle_deg > SUPPORT_ARC else "ok"


class SupportAssessment(Assessment, frozen=True, kw_only=True):
    supports: bool
    reason: SupportReason


class SupportUnitCheck(CertainProcedure[SupportSituation, SupportAssessment]):
    name = "support-unit-check"
    situation = SupportSituation
    outputs = ("supports", "reason")

    def assess(self, situation: SupportSituation) -> SupportAssessment:
        reason = support_reason(situation)
        return SupportAssessment(supports=reason == "ok", reason=reason)

    def lines(self, assessment: SupportAssessment) -> list[Line]:
        return [Line(say(f"civilwar.ruling.support.{assessment.reason.replace('_', '-')}"), "07.03.5")]
