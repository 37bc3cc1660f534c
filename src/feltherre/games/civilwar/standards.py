"""The book's standard organisation (01.02), for what a scenario leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, get_args

from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.games.civilwar.brief import Rounds, StaffData, UnitData
from feltherre.games.civilwar.scenario_faults import Fault, fault
from feltherre.games.civilwar.shapes import usual_gap
from feltherre.games.civilwar.tables import PIECES, ROUNDS
from feltherre.games.civilwar.victory_terms import Arm

#: figures in a company (01.02.2-4)
COMPANY: Final = 3
#: army -> size -> figures
INFANTRY_SIZES: Final = {"company": 3, "battalion": 24, "regiment": 30}
CAVALRY_SIZES: Final = {
    "union": {"company": 3, "squadron": 5, "battalion": 10, "regiment": 30},
    "confederate": {"company": 3, "squadron": 6, "battalion": 18, "regiment": 30},
}
#: what the extra pair of horses of a horse battery adds (01.02.5, 01.02.6)
EXTRA_HORSES: Final = 2
WAGON_HORSES: Final = 4


@rule("01.02.2", "01.02.3", "01.02.4")
def figures_of(arm: str, side: str, size: str) -> int | None:
    """The figures of a unit that is named by its size; None if the arm has no such size (01.02.2-4)."""
    if arm == "cavalry":
        return CAVALRY_SIZES.get(side, {}).get(size)
    return INFANTRY_SIZES.get(size) if arm in ("infantry", "pioneers") else None


#: how troops are told apart for their morale grade (08.01.3-6)
GRADES: Final = {"regular": 2, "elite": 2, "veteran": 1, "well-trained": 1, "experienced": 0, "new": -1, "shaken": -1}


@rule("08.01.1", "08.01.2", "08.01.3", "08.01.4", "08.01.5", "08.01.6")
def standard_grade(entry: dict[str, Any], where: str) -> list[Fault]:
    """Put the number for a grade that an entry gives in words: regulars and elite +2, veterans and the well trained +1,
    some experience 0, newly raised troops and those of bad morale -1 (08.01.2-6). It never changes (08.01.1)."""
    grade = entry.get("grade")
    if not isinstance(grade, str):
        return []
    if grade not in GRADES:
        return [fault(where, "one-of", field="grade", value=grade, known=list(GRADES))]
    entry["grade"] = GRADES[grade]
    return []


def companies_of(figures: int) -> int:
    """How many companies so many figures are: a third, rounded, a half upwards (R11)."""
    return max(1, (2 * figures + COMPANY) // (2 * COMPANY))


@rule("01.02.5", "01.02.6")
def horses_of(guns: int, horse_battery: bool) -> int:
    """A battery's limber horses: one for each real gun, and a pair more if it is a horse battery (01.02.5-6, R58)."""
    return guns + (EXTRA_HORSES if horse_battery else 0)


def standard_size(entry: dict[str, Any], side: str, where: str) -> list[Fault]:
    """Put figures for the size that an entry names (`size: regiment`)."""
    size = entry.pop("size", None)
    if size is None:
        return []
    arm = str(entry.get("arm"))
    figures = figures_of(arm, side, str(size))
    sizes = {**INFANTRY_SIZES, **CAVALRY_SIZES["union"]}
    if arm not in get_args(Arm):
        # the arm is at fault, and is told where it is read
        figures = sizes.get(str(size))
    if figures is None:
        return [fault(where, "one-of", field="size", value=str(size), known=list(sizes))]
    entry.setdefault("figures", figures)
    return []


@rule("01.02.1", "01.02.7")
def completed(unit: UnitData) -> UnitData:
    """The unit with the book's standard in the place of what the scenario does not say (01.02.1)."""
    if unit.arm == "wagon":
        return replace(unit, horses=unit.horses or WAGON_HORSES)
    if unit.arm == "artillery":
        load = ROUNDS[PIECES[unit.piece].load] if unit.piece else {}
        return replace(
            unit,
            figures=unit.figures or unit.guns,
            horses=unit.horses or horses_of(unit.guns, unit.horse_battery),
            rounds=unit.rounds or Rounds(**load),
        )
    gap = usual_gap(unit.formation) if unit.gap < 0 else unit.gap
    return replace(unit, companies=unit.companies or companies_of(unit.figures), gap=gap)


@rule("01.02.8", "01.02.9")
def couriers_of(staff: Sequence[StaffData]) -> tuple[StaffData, ...]:
    """The staff with its couriers: one for a brigade; for a division or corps as many as it has divisions or brigades
    directly under it (01.02.8, 01.02.9)."""
    return tuple(
        one
        if one.couriers >= 0
        else replace(one, couriers=1 if one.rank == "brigade" else sum(other.under == one.id for other in staff))
        for one in staff
    )
