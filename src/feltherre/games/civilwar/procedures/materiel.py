"""Material loss (06.03.3 - 06.03.6): guns, limbers, horses and wagons, and their repair."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure, refuse
from feltherre.core.text import say
from feltherre.games.civilwar.procedures.inputs import Ammunition, Class, Count, DiceSum
from feltherre.games.civilwar.procedures.modifiers import Modifier, dice_line, modifier_line
from feltherre.games.civilwar.tables import MATERIEL, MATERIEL_NOTES

#: whole turns of one gunner's work, and under effective fire (06.03.6)
REPAIR_TURNS: Final = 2
REPAIR_TURNS_UNDER_FIRE: Final = 3
#: an input that is not given: as many as anybody could lose
PLENTY: Final = 99


class MaterielLoss(Struct, frozen=True):
    """What a hit destroys; real guns and limbers, horses in figures."""

    guns_damaged: int = 0
    guns_destroyed: int = 0
    limbers_damaged: int = 0
    limbers_destroyed: int = 0
    horses_killed: int = 0
    wagon_destroyed: bool = False


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


@rule("06.03.3")
def materiel_result(dice_sum: int, cover: int) -> int:
    """The loss throw again, with nothing but the deduction for cover (06.03.3, schema XI)."""
    return dice_sum + (MATERIEL_NOTES[f"cover_{cover}"] if cover else 0)


@rule("06.03.3")
def damaged_or_destroyed(damaged: int, destroyed: int, left: int, already_damaged: int) -> tuple[int, int]:
    """(damaged, destroyed) of guns or limbers that are there: damage falls on a sound one, or else destroys a damaged
    one; what is gone cannot be lost again (06.03.3, R66)."""
    if damaged and left <= already_damaged:
        damaged, destroyed = 0, damaged
    return min(damaged, left), min(destroyed, left)


@rule("06.03.3", "06.03.4")
def materiel_loss(hit: CounterBatterySituation) -> MaterielLoss:
    """What schema XI takes from a battery or wagon; canister hurts horses only (06.03.3, 06.03.4, R66, R67)."""
    result = materiel_result(hit.dice_sum, hit.target_cover)
    row = MATERIEL.get(result, {})
    horses = min(row.get("horses_killed", 0), hit.horses_left)
    if hit.ammunition == "canister":
        return MaterielLoss(horses_killed=horses)
    if hit.is_wagon:
        return MaterielLoss(horses_killed=horses, wagon_destroyed=result >= MATERIEL_NOTES["wagon_destroyed_from"])
    gone = row.get("guns_destroyed", 0) + (row.get("if_limbered_guns_destroyed", 0) if hit.target_limbered else 0)
    guns = damaged_or_destroyed(row.get("guns_damaged", 0), gone, hit.guns_left, hit.guns_already_damaged)
    limbers = damaged_or_destroyed(
        row.get("limbers_damaged", 0),
        row.get("limbers_destroyed", 0),
        hit.limbers_left,
        hit.limbers_already_damaged,
    )
    return MaterielLoss(*guns, *limbers, horses)


class CounterBatteryAssessment(Assessment, frozen=True, kw_only=True):
    given: CounterBatterySituation
    result: int
    guns_damaged: int
    guns_destroyed: int
    limbers_damaged: int
    limbers_destroyed: int
    horses_killed: int
    wagon_destroyed: bool


_COUNTED: Final = ("guns_damaged", "guns_destroyed", "limbers_damaged", "limbers_destroyed", "horses_killed")


class CounterBattery(CertainProcedure[CounterBatterySituation, CounterBatteryAssessment]):
    name = "counter-battery"
    situation = CounterBatterySituation
    outputs = ("result", *_COUNTED, "wagon_destroyed")

    def assess(self, situation: CounterBatterySituation) -> CounterBatteryAssessment:
        given = situation
        if given.guns_already_damaged > given.guns_left or given.limbers_already_damaged > given.limbers_left:
            raise refuse("civilwar.refuse.damaged", "06.03.3")
        loss = materiel_loss(given)
        return CounterBatteryAssessment(
            given=given,
            result=materiel_result(given.dice_sum, given.target_cover),
            guns_damaged=loss.guns_damaged,
            guns_destroyed=loss.guns_destroyed,
            limbers_damaged=loss.limbers_damaged,
            limbers_destroyed=loss.limbers_destroyed,
            horses_killed=loss.horses_killed,
            wagon_destroyed=loss.wagon_destroyed,
        )

    def lines(self, assessment: CounterBatteryAssessment) -> list[Line]:
        a, given = assessment, assessment.given
        cover = a.result - given.dice_sum
        told = []
        if cover:
            told.append(modifier_line(Modifier(f"target.cover-{given.target_cover}", cover, "06.03.3")))
        told.append(dice_line(given.dice_sum, cover, "06.03.3"))
        if given.ammunition == "canister":
            told.append(Line(say("civilwar.ruling.materiel.canister"), "06.03.3"))
        effects = [_effect_line(name, getattr(a, name)) for name in _COUNTED if getattr(a, name)]
        if a.wagon_destroyed:
            effects.append(Line(say("civilwar.ruling.materiel.wagon"), "06.03.4"))
        return [*told, *(effects or [Line(say("civilwar.ruling.materiel.none"), "06.03.3")])]


def _effect_line(name: str, n: int) -> Line:
    return Line(say(f"civilwar.ruling.materiel.{name.replace('_', '-')}", n=n), "06.03.3", n)


@rule("06.03.6")
def repair_turns(turns_worked: int, attacked_or_melee: bool) -> int:
    """Turns of work after this one; none is done while the battery is attacked (06.03.6)."""
    return turns_worked + (not attacked_or_melee)


@rule("06.03.6")
def repaired(turns: int, under_effective_fire: bool) -> bool:
    """Whether so many turns of one gunner's work mend a gun or limber (06.03.6)."""
    return turns >= (REPAIR_TURNS_UNDER_FIRE if under_effective_fire else REPAIR_TURNS)


class RepairSituation(Struct, frozen=True, forbid_unknown_fields=True):
    turns_worked: Count
    under_effective_fire: bool = False
    attacked_or_melee: bool = False


class RepairAssessment(Assessment, frozen=True, kw_only=True):
    given: RepairSituation
    turns_after: int
    repaired: bool


class Repair(CertainProcedure[RepairSituation, RepairAssessment]):
    name = "repair"
    situation = RepairSituation
    outputs = ("turns_after", "repaired")

    def assess(self, situation: RepairSituation) -> RepairAssessment:
        turns = repair_turns(situation.turns_worked, situation.attacked_or_melee)
        return RepairAssessment(
            given=situation, turns_after=turns, repaired=repaired(turns, situation.under_effective_fire)
        )

    def lines(self, assessment: RepairAssessment) -> list[Line]:
        a = assessment
        needed = REPAIR_TURNS_UNDER_FIRE if a.given.under_effective_fire else REPAIR_TURNS
        told = [Line(say("civilwar.ruling.repair.attacked"), "06.03.6")] if a.given.attacked_or_melee else []
        key = "done" if a.repaired else "working"
        return [*told, Line(say(f"civilwar.ruling.repair.{key}", turns=a.turns_after, needed=needed), "06.03.6")]
