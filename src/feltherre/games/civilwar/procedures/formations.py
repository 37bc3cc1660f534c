"""Formation changes and facing turns (02.05): what they take, in turns."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure
from feltherre.core.text import say
from feltherre.games.civilwar.procedures.inputs import Length, amount, exact, turns_of
from feltherre.games.civilwar.tables import DRILL, HALF_TURN, MARCH, QUARTER_TURN, QUARTERS

ChangingArm: TypeAlias = Literal["infantry", "mounted_cavalry", "artillery"]
ChangeKind: TypeAlias = Literal[
    "formation", "quarter_turn", "half_turn", "line_column_by_turn", "mount", "dismount", "unlimber", "limber_up"
]
ChangeTerrain: TypeAlias = Literal["ordinary", "difficult", "wood", "marsh", "stream"]

#: the least time for a formation change (02.05.2)
LEAST_TIME: Final = Fraction(1, QUARTERS)
_DRILL_ROW: Final = {
    "mount": "mount_dismount",
    "dismount": "mount_dismount",
    "unlimber": "unlimber",
    "limber_up": "limber_up",
}


@rule("02.05.1", "02.05.2")
def formation_time(arm: str, longest_move: Fraction, terrain: str) -> Fraction | None:
    """Time until the company with the longest way is in its new place, at least ¼ turn (02.05.1, 02.05.2, R21).

    None where companies cannot march to new places: artillery, and ground without a rate.
    """
    rate = MARCH[arm, "formation_change"][terrain] if arm != "artillery" else None
    return None if rate is None else max(LEAST_TIME, longest_move / rate)


@rule("02.05.2", "02.05.3")
def facing_time(
    arm: str, half: bool, limbered: bool, terrain: str, open_formation: bool, with_limbering: bool
) -> Fraction:
    """Time for a facing turn (schema II, R22); none in open formation, nor for guns that face about as they unlimber
    or after they limber up (02.05.3)."""
    guns = arm == "artillery"
    if open_formation or (guns and half and with_limbering):
        return Fraction(0)
    row = ("artillery_limbered" if limbered else "artillery_unlimbered") if guns else "infantry_cavalry"
    quarters = (HALF_TURN if half else QUARTER_TURN)[row]
    if quarters == QUARTERS and terrain == "difficult":
        quarters *= 2
    return Fraction(quarters, QUARTERS)


@rule("02.05.2", "02.05.4")
def drill_time(arm: str, kind: str) -> Fraction | None:
    """Time to form column from line by a quarter turn, to mount, dismount, limber or unlimber (02.05.2, 02.05.4)."""
    guns = arm == "artillery"
    if guns != (kind in ("unlimber", "limber_up")):
        return None
    quarters = QUARTER_TURN["infantry_cavalry"] if kind == "line_column_by_turn" else DRILL[_DRILL_ROW[kind]]
    return Fraction(quarters, QUARTERS)


class ChangeSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    arm: ChangingArm = "infantry"
    kind: ChangeKind
    longest_company_move_cm: Length = 0
    terrain: ChangeTerrain = "ordinary"
    open_formation: bool = False
    limbered: bool = False
    with_limbering: bool = False


def change_time(change: ChangeSituation) -> Fraction | None:
    """The time any change takes; None if it is not possible."""
    if change.kind == "formation":
        return formation_time(change.arm, exact(change.longest_company_move_cm), change.terrain)
    if change.kind in ("quarter_turn", "half_turn"):
        half = change.kind == "half_turn"
        return facing_time(
            change.arm, half, change.limbered, change.terrain, change.open_formation, change.with_limbering
        )
    return drill_time(change.arm, change.kind)


class ChangeAssessment(Assessment, frozen=True, kw_only=True):
    given: ChangeSituation
    possible: bool
    time: float | None


class FormationChange(CertainProcedure[ChangeSituation, ChangeAssessment]):
    name = "formation-change"
    situation = ChangeSituation
    outputs = ("possible", "time")

    def assess(self, situation: ChangeSituation) -> ChangeAssessment:
        time = change_time(situation)
        return ChangeAssessment(given=situation, possible=time is not None, time=None if time is None else float(time))

    def lines(self, assessment: ChangeAssessment) -> list[Line]:
        given, time = assessment.given, assessment.time
        if time is None:
            return [_impossible_line(given)]
        if not time:
            return [Line(say("civilwar.ruling.change.free"), "02.05.3")]
        kind = given.kind.replace("_", "-")
        told = [Line(say(f"civilwar.ruling.change.{kind}", time=turns_of(time)), _KIND_RULE.get(kind, "02.05.2"))]
        if kind == "formation":
            text = say("civilwar.ruling.change.way", cm=amount(given.longest_company_move_cm))
            told.insert(0, Line(text, "02.05.1"))
        elif time > 1:
            told.append(Line(say("civilwar.ruling.change.difficult"), "02.05.2"))
        return told


_KIND_RULE: Final = {"line-column-by-turn": "02.05.4"}


def _impossible_line(given: ChangeSituation) -> Line:
    if given.kind in ("unlimber", "limber_up"):
        return Line(say("civilwar.ruling.change.no-guns"), "02.05.2")
    if given.arm == "artillery":
        return Line(say("civilwar.ruling.change.artillery"), "02.05.2")
    return Line(say("civilwar.ruling.change.ground"), "02.05.2")
