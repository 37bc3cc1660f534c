"""Sight (03.02.3): what a commander and his units can see."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure
from feltherre.core.text import say
from feltherre.games.civilwar.procedures.inputs import Coordinate, Count, Length, amount, exact

Area: TypeAlias = Literal["open", "wood", "town"]
Reason: TypeAlias = Literal["clear", "too_far", "inside_too_far", "deep_inside", "blocked", "crest"]
#: whole numbers in the game, exact fractions of what was typed at the desk
Number: TypeAlias = int | Fraction

#: cm
SIGHT_RANGE: Final = 250
#: cm at which a unit in wood or town is seen that stands still, and that fires or moves
SEEN_STILL: Final = 8
SEEN_ACTIVE: Final = 15


@rule("03.02.3")
def seen_inside(distance_cm: float, fired_or_moved: bool) -> bool:
    """Whether a unit in wood or town is near enough to be seen (03.02.3)."""
    return distance_cm <= (SEEN_ACTIVE if fired_or_moved else SEEN_STILL)


@rule("03.02.3")
def crest_hides(distance: Number, at: Number, level: Number, observer: Number, target: Number) -> bool:
    """Whether the line from observer to target passes below a crest between them (03.02.3, R30).

    Lengths are in any one unit, heights in terraces.
    """
    return 0 < at < distance and (target - observer) * at < (level - observer) * distance


class Crest(Struct, frozen=True, forbid_unknown_fields=True):
    level: Coordinate
    at_cm: Length
    #: observer and target both stand on this terrace
    shared: bool = False


class SightSituation(Struct, frozen=True, forbid_unknown_fields=True):
    distance_cm: Length
    limit_cm: Length = SIGHT_RANGE
    target_area: Area = "open"
    target_fired_or_moved: bool = False
    observer_deep_inside: bool = False
    blockers: Count = 0
    observer_level: Coordinate = 0
    target_level: Coordinate = 0
    crests: tuple[Crest, ...] = ()


def _hiding(line: SightSituation, crests: Iterable[Crest]) -> Crest | None:
    """The first crest that hides the target; that of a terrace on which both stand does not count (03.02.3)."""
    ends = exact(line.observer_level), exact(line.target_level)
    length = exact(line.distance_cm)
    for crest in crests:
        if not crest.shared and crest_hides(length, exact(crest.at_cm), exact(crest.level), *ends):
            return crest
    return None


@rule("03.02.3")
def sight_reason(line: SightSituation) -> Reason:
    """Why a sight line is not free, or `clear`; the first that applies (R30)."""
    if line.distance_cm > line.limit_cm:
        return "too_far"
    if line.target_area != "open" and not seen_inside(line.distance_cm, line.target_fired_or_moved):
        return "inside_too_far"
    if line.observer_deep_inside:
        return "deep_inside"
    if line.blockers:
        return "blocked"
    return "crest" if _hiding(line, line.crests) else "clear"


class SightAssessment(Assessment, frozen=True, kw_only=True):
    given: SightSituation
    visible: bool
    reason: Reason


class Sight(CertainProcedure[SightSituation, SightAssessment]):
    name = "sight"
    situation = SightSituation
    outputs = ("visible", "reason")

    def assess(self, situation: SightSituation) -> SightAssessment:
        reason = sight_reason(situation)
        return SightAssessment(given=situation, visible=reason == "clear", reason=reason)

    def lines(self, assessment: SightAssessment) -> list[Line]:
        given = assessment.given
        crest = _hiding(given, given.crests)
        text = say(
            f"civilwar.ruling.sight.{assessment.reason.replace('_', '-')}",
            cm=amount(given.distance_cm),
            limit=amount(given.limit_cm),
            near=SEEN_ACTIVE if given.target_fired_or_moved else SEEN_STILL,
            at=amount(crest.at_cm) if crest else "",
        )
        return [Line(text, "03.02.3")]
