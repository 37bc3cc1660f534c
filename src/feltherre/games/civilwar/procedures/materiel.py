"""Material loss (06.03.3 - 06.03.6): guns, limbers, horses and wagons, and their repair."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Rows, procedure
from feltherre.games.civilwar.procedures.dice import tell_dice
from feltherre.games.civilwar.procedures.inputs import Ammunition, Class, Count, DiceSum
from feltherre.games.civilwar.tables import MATERIEL, MATERIEL_NOTES

#: whole turns of one gunner's work, and under effective fire (06.03.6)
REPAIR_TURNS: Final = 2
REPAIR_TURNS_UNDER_FIRE: Final = 3
#: an input that is not given: as many as anybody could lose
PLENTY: Final = 99

_DEDUCTIONS: Final = {name: value for name, value in MATERIEL_NOTES.items() if name.startswith("cover")}
COVER: Final = Rows.of(__name__, "XI-b", _DEDUCTIONS, "06.03.3", "civilwar.modifier.target.")
NO_LOSS: Final = dict.fromkeys(
    ("guns_damaged", "guns_destroyed", "limbers_damaged", "limbers_destroyed", "horses_killed"), 0
)


class CounterBatterySituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    #: the unmodified loss throw; it is not thrown again
    dice_sum: DiceSum
    target_cover: Class = 0
    ammunition: Ammunition
    target_limbered: bool = False
    is_wagon: bool = False
    guns_left: Count = PLENTY
    guns_already_damaged: Count = 0
    limbers_left: Count = PLENTY
    limbers_already_damaged: Count = 0
    horses_left: Count = PLENTY


@procedure("counter-battery")
def counter_battery(hit: CounterBatterySituation, desk: Desk) -> Outcome:
    """What schema XI takes from a battery or wagon: the loss throw again, with nothing but the deduction for cover
    (06.03.3, 06.03.4, R66, R67)."""
    too_many = hit.guns_already_damaged > hit.guns_left or hit.limbers_already_damaged > hit.limbers_left
    desk.refuse_if(too_many, "damaged", "06.03.3")
    cover = desk.add(COVER, {f"cover_{hit.target_cover}": True} if hit.target_cover else {})
    tell_dice(hit.dice_sum, cover, desk, "06.03.3")
    desk.line_if(hit.ammunition == "canister", "materiel.canister", "06.03.3")
    result = hit.dice_sum + cover
    lost, wagon_destroyed = materiel_loss(hit, result)
    for what, n in lost.items():
        if n:
            desk.line(f"materiel.{what.replace('_', '-')}", "06.03.3", n, n=n)
    desk.line_if(wagon_destroyed, "materiel.wagon", "06.03.4")
    desk.line_if(not (wagon_destroyed or any(lost.values())), "materiel.none", "06.03.3")
    return {"result": result, **lost, "wagon_destroyed": wagon_destroyed}


@rule("06.03.3", "06.03.4")
def materiel_loss(hit: CounterBatterySituation, result: int) -> tuple[dict[str, int], bool]:
    """Real guns and limbers and horses in figures that are lost, and whether a wagon is; canister hurts horses only
    (06.03.3, 06.03.4, R66, R67)."""
    row = MATERIEL.get(result, NO_LOSS)
    lost = {**NO_LOSS, "horses_killed": min(row["horses_killed"], hit.horses_left)}
    if hit.ammunition == "canister":
        return lost, False
    if hit.is_wagon:
        return lost, result >= MATERIEL_NOTES["wagon_destroyed_from"]
    gone = row["guns_destroyed"] + (row.get("if_limbered_guns_destroyed", 0) if hit.target_limbered else 0)
    guns = damaged_or_destroyed(row["guns_damaged"], gone, hit.guns_left, hit.guns_already_damaged)
    broken, gone = row["limbers_damaged"], row["limbers_destroyed"]
    limbers = damaged_or_destroyed(broken, gone, hit.limbers_left, hit.limbers_already_damaged)
    lost["guns_damaged"], lost["guns_destroyed"] = guns
    lost["limbers_damaged"], lost["limbers_destroyed"] = limbers
    return lost, False


@rule("06.03.3")
def damaged_or_destroyed(damaged: int, destroyed: int, left: int, already_damaged: int) -> tuple[int, int]:
    """(damaged, destroyed) of guns or limbers that are there: damage falls on a sound one, or else destroys a damaged
    one; what is gone cannot be lost again (06.03.3, R66)."""
    if damaged and left <= already_damaged:
        damaged, destroyed = 0, damaged
    return min(damaged, left), min(destroyed, left)


class RepairSituation(Struct, frozen=True, forbid_unknown_fields=True):
    turns_worked: Count
    under_effective_fire: bool = False
    attacked_or_melee: bool = False


@procedure("repair")
def repair(given: RepairSituation, desk: Desk) -> Outcome:
    """Whether a gunner's work mends a gun or limber in this turn; none is done while the battery is attacked
    (06.03.6)."""
    desk.line_if(given.attacked_or_melee, "repair.attacked", "06.03.6")
    turns = given.turns_worked + (not given.attacked_or_melee)
    needed = REPAIR_TURNS_UNDER_FIRE if given.under_effective_fire else REPAIR_TURNS
    repaired = turns >= needed
    desk.line("repair.done" if repaired else "repair.working", "06.03.6", turns=turns, needed=needed)
    return {"turns_after": turns, "repaired": repaired}
