"""Formation changes and facing turns (02.05): what they take, in turns."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
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


@procedure("formation-change")
def formation_change(change: ChangeSituation, desk: Desk) -> Outcome:
    """What a formation change, a facing turn or another change takes, in turns, if it is possible (02.05)."""
    found, kind = change_time(change), change.kind.replace("_", "-")
    if found is None:
        guns = "no-guns" if change.kind in ("unlimber", "limber_up") else ""
        why = guns or ("artillery" if change.arm == "artillery" else "ground")
        desk.line(f"change.{why}", "02.05.2")
        return {"possible": False, "time": None}
    time = float(found)
    if not time:
        desk.line("change.free", "02.05.3")
    else:
        way = kind == "formation"
        desk.line_if(way, "change.way", "02.05.1", cm=amount(change.longest_company_move_cm))
        desk.line(f"change.{kind}", "02.05.4" if kind == "line-column-by-turn" else "02.05.2", time=turns_of(time))
        desk.line_if(time > 1 and not way, "change.difficult", "02.05.2")
    return {"possible": True, "time": time}
