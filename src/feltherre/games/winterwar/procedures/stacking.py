"""Stacking (setup-5 to setup-7, 1.2.1): places for divisions, lesser units and artillery."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure
from feltherre.core.text import Text, say
from feltherre.games.winterwar.procedures.inputs import Count
from feltherre.games.winterwar.tables import STACKING_PLACES
from feltherre.ground.hexes.stacking import Limit, places

DIVISION, LESSER, ARTILLERY = range(3)

#: whose places a class may take besides its own: a lesser unit a division's, artillery a lesser unit's (R12)
SUBSTITUTES: Final = ((), (DIVISION,), (LESSER,))

_SOUTH: Final = places(STACKING_PLACES[False], SUBSTITUTES)
_NORTH: Final = places(STACKING_PLACES[True], SUBSTITUTES)


@rule("setup-5", "1.2.1-b", "1.2.1-g")
def southern_limits() -> tuple[Limit, ...]:
    """South of the arctic line: two divisions, two lesser units, one artillery unit (R14)."""
    return _SOUTH


@rule("setup-6", "setup-7", "1.2.1-c", "1.2.1-h")
def northern_limits() -> tuple[Limit, ...]:
    """On the arctic line and north of it: one of each, or two lesser units instead of the division (R13)."""
    return _NORTH


@rule("1.2.1-i", "1.2.1-j", "1.2.1-k", "2.1-g")
def fits(arctic: bool, divisions: int, lesser: int, artillery: int) -> bool:
    """Whether these units of one side may stand together (R12 to R16). A corps is a division (1.2.1-k), flipped or
    not; engineers, partisans and battle groups are lesser units; air units and ships take no place."""
    held = (divisions, lesser, artillery)
    return all(
        sum(weight * n for weight, n in zip(limit.weights, held, strict=True)) <= limit.most
        for limit in (northern_limits() if arctic else southern_limits())
    )


class StackingSituation(Struct, frozen=True, forbid_unknown_fields=True):
    arctic: bool
    divisions: Count
    lesser: Count
    artillery: Count


class StackingAssessment(Assessment, frozen=True, kw_only=True):
    situation: StackingSituation
    legal: bool


class StackingCheck(CertainProcedure[StackingSituation, StackingAssessment]):
    name = "stacking-check"
    situation = StackingSituation
    outputs = ("legal",)

    def assess(self, situation: StackingSituation) -> StackingAssessment:
        given = situation
        return StackingAssessment(
            situation=given, legal=fits(given.arctic, given.divisions, given.lesser, given.artillery)
        )

    def lines(self, assessment: StackingAssessment) -> list[Line]:
        given = assessment.situation
        number = "setup-6" if given.arctic else "setup-5"
        room = "winterwar.ruling.stacking.arctic" if given.arctic else "winterwar.ruling.stacking.south"
        verdict = "winterwar.ruling.stacking.fits" if assessment.legal else "winterwar.ruling.stacking.too-many"
        told = [Line(say(room, units=_listed(*STACKING_PLACES[given.arctic])), number)]
        held = _listed(given.divisions, given.lesser, given.artillery)
        if not held:
            return [*told, Line(say("winterwar.ruling.stacking.nobody"), number)]
        if assessment.legal:
            told += _substitute_lines(given)
        return [*told, Line(say(verdict, units=held), number)]


def _substitute_lines(given: StackingSituation) -> list[Line]:
    """Who stands in whose place, where all find one."""
    _, lesser_places, artillery_places = STACKING_PLACES[given.arctic]
    guns = max(0, given.artillery - artillery_places)
    lesser = max(0, given.lesser + guns - lesser_places)
    told = []
    if lesser:
        told.append(Line(say("winterwar.ruling.stacking.lesser", n=lesser), "1.2.1-i", lesser))
    if guns:
        told.append(Line(say("winterwar.ruling.stacking.artillery", n=guns), "1.2.1-j", guns))
    return told


def _listed(divisions: int, lesser: int, artillery: int) -> list[Text]:
    """What is there, without what is not."""
    counted = (("divisions", divisions), ("lesser", lesser), ("artillery", artillery))
    return [say(f"winterwar.count.{what}", n=n) for what, n in counted if n]
