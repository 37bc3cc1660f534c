"""Support units (07.03.5): who stands near enough behind a unit to steady it."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.games.civilwar.procedures.inputs import Angle, Count, Length

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
def support_reason(unit: SupportSituation) -> str:
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


@procedure("support-unit-check")
def support_unit_check(unit: SupportSituation, desk: Desk) -> Outcome:
    """Whether a unit is a support unit of another (07.03.5)."""
    reason = support_reason(unit)
    desk.line(f"support.{reason.replace('_', '-')}", "07.03.5")
    return {"supports": reason == "ok", "reason": reason}
