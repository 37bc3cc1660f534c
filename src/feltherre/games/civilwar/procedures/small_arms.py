"""Small-arms fire (05): firing units, zone, modifiers, losses."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure, refuse
from feltherre.core.text import say
from feltherre.games.civilwar.procedures.inputs import Count, FireFormation, Length, amount
from feltherre.games.civilwar.procedures.losses import Reduction, men_of, reduced
from feltherre.games.civilwar.procedures.modifiers import Modifier, grade_modifier, when
from feltherre.games.civilwar.tables import (
    FIRE_DIVISORS,
    FIRE_LOSSES,
    FIRE_OWN,
    FIRE_TARGET,
    FIRING_UNITS,
    GENERAL_FALLS_FIRE,
    ZONES,
)

FireArm: TypeAlias = Literal["infantry", "cavalry"]
Weapon: TypeAlias = Literal[
    "smoothbore_musket",
    "rifle_ball",
    "rifle_cartridge",
    "sharpshooter",
    "marksman",
    "rifled_carbine",
    "shotgun",
    "pistol",
]
WeaponMod: TypeAlias = Literal[
    "obsolete_musket", "flintlock", "maynard_percussion", "breech_loader_0_25", "repeater_0_25"
]
NoShot: TypeAlias = Literal["ok", "no_firing_unit", "out_of_range"]

#: a column of so many ranks is easier to hit
DEEP_COLUMN: Final = 5
#: cm up to which breech loaders and repeaters have their advantage
QUICK_LOADING: Final = 25


@rule("05.01.5", "02.02.5", "02.04.3")
def firing_unit_size(arm: str, mounted: bool, formation: str) -> tuple[int, int] | None:
    """(figures, remainder that counts as one more); None where there is no such formation (05.01.5).

    Whoever is in the saddle is cavalry (02.02.5), and cavalry has no thin line, as which a building counts (02.04.3).
    """
    chain = formation == "chain"
    if mounted:
        if formation in ("thin_line", "building"):
            return None
        return FIRING_UNITS["mounted_chain" if chain else "mounted_closed"]
    troops = "dismounted" if arm == "cavalry" else "infantry"
    return FIRING_UNITS[f"{troops}_chain" if chain else f"{troops}_closed_or_thin"]


@rule("05.01.4", "05.01.6", "02.04.3")
def firing_units(size: tuple[int, int], firers: int, pinned: bool, building: bool) -> int:
    """How many firing units so many figures make; pinned twice as many to each, with their remainder (05.01.4,
    05.01.6, R57), and one only from a side of a house (02.04.3)."""
    figures, remainder = (2 * size[0], 2 * size[1]) if pinned else size
    full, rest = divmod(firers, figures)
    units = full + (rest >= remainder)
    return min(units, 1) if building else units


@rule("05.01.3")
def zone_of(weapon: str, distance_cm: float) -> int | None:
    """The zone of schema IV; None beyond the last (05.01.3, R5, R6)."""
    return next((zone for zone, limit in ZONES[weapon] if distance_cm <= limit), None)


@rule("05.02.1")
def target_modifiers(kind: str, formation: str, deep_column: bool) -> tuple[Modifier, ...]:
    """What the target gives in schema V: one formation, and the saddle (05.02.1, R4)."""
    key = _target_row(kind, formation, deep_column)
    building = not deep_column and formation == "building" and key == "thin_line"
    rule_id = "02.04.3" if building else "05.02.1"
    what = "target.building" if building else f"target.{(key or '').replace('_', '-')}"
    return (
        *when(key is not None, what, FIRE_TARGET[key] if key else 0, rule_id),
        *when(kind == "mounted", "target.mounted", FIRE_TARGET["mounted_cavalry"], "05.02.1"),
    )


def _target_row(kind: str, formation: str, deep_column: bool) -> str | None:
    if deep_column:
        return "column_5_ranks"
    if kind in ("limbered_artillery", "unlimbered_artillery"):
        return kind
    return {"thin_line": "thin_line", "building": "thin_line", "chain": "chain"}.get(formation)


@rule("05.02.1")
def weapon_modifier(weapon_mod: str | None, distance_cm: float) -> tuple[Modifier, ...]:
    """What is peculiar to a weapon; quick loading tells up to 25 cm only (schema V, R50)."""
    if weapon_mod is None or (weapon_mod.endswith("_0_25") and distance_cm > QUICK_LOADING):
        return ()
    what = weapon_mod.removesuffix("_0_25").replace("_", "-")
    return (Modifier(f"fire.{what}", FIRE_OWN[weapon_mod], "05.02.1"),)


@rule("05.02.4")
def rest_modifier(first_fire: bool, fired_last_turn: bool) -> tuple[Modifier, ...]:
    """The first fire of the game, or else rest since last turn; never both (05.02.4, R51)."""
    if first_fire:
        return (Modifier("fire.first-fire", FIRE_OWN["first_fire"], "05.02.4"),)
    return when(not fired_last_turn, "fire.rested", FIRE_OWN["not_fired_last_turn"], "05.02.4")


def cover_row(cover: int) -> str:
    return "cover_1" if cover == 1 else "cover_2_3"


def below_the_line(cover: int, order: str, shotgun: bool, grade: int, rule_id: str) -> tuple[Modifier, ...]:
    """The rows of schema V that count in fire and in melee: own cover, order, shotguns in zone 1, grade."""
    row = cover_row(cover)
    return (
        *when(cover > 0, f"own.{row.replace('_', '-')}", FIRE_OWN[row], rule_id),
        *when(order == "LU", "own.lu", FIRE_OWN["lu"], rule_id),
        *when(order == "U", "own.u", FIRE_OWN["u"], rule_id),
        *when(shotgun, "fire.shotgun", FIRE_OWN["shotgun_zone_1"], rule_id),
        *grade_modifier(grade, rule_id),
    )


@rule("02.06.7")
def cover_behind(cover: int, light_field_work: bool, kind: str) -> int:
    """The class that cover has for a unit: a light field work is too low for horses and guns (02.06.7, R52)."""
    return 0 if light_field_work and kind != "foot" else cover


@rule("05.02.6")
def fire_reductions(cover: int, pinned: bool, rule_id: str) -> tuple[Reduction, ...]:
    """What reduces losses: cover of the target, and its lying pinned (05.02.6, schema VI, R53)."""
    row = cover_row(cover)
    in_cover = Reduction(row.replace("_", "-"), FIRE_DIVISORS[f"{row}_factor"], rule_id)
    lying = Reduction("pinned", FIRE_DIVISORS["pinned_factor"], "05.02.6")
    return (*((in_cover,) if cover else ()), *((lying,) if pinned else ()))


@rule("05.02.1")
def fire_losses(zone: int, result: int, units: int, divisor: int) -> int:
    """Men lost to so many firing units (05.02.1, schema VI)."""
    return reduced(men_of(FIRE_LOSSES[zone], result) * units, divisor)


@rule("05.02.7")
def general_falls(in_contact: bool, losses: int, dice: int) -> bool:
    """A general with a unit that loses men falls if the dice themselves show 10 (05.02.7, R56)."""
    return in_contact and losses > 0 and dice == GENERAL_FALLS_FIRE


class UnitCountSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    arm: FireArm = "infantry"
    mounted: bool = False
    formation: FireFormation = "closed"
    pinned: bool = False
    firers: Count


class UnitCountAssessment(Assessment, frozen=True, kw_only=True):
    given: UnitCountSituation
    size: tuple[int, int]
    firing_units: int


class FiringUnitCount(CertainProcedure[UnitCountSituation, UnitCountAssessment]):
    name = "firing-unit-count"
    situation = UnitCountSituation
    outputs = ("firing_units",)

    def assess(self, situation: UnitCountSituation) -> UnitCountAssessment:
        given = situation
        size = known_size(given.arm, given.mounted, given.formation)
        units = firing_units(size, given.firers, given.pinned, given.formation == "building")
        return UnitCountAssessment(given=given, size=size, firing_units=units)

    def lines(self, assessment: UnitCountAssessment) -> list[Line]:
        given = assessment.given
        building = given.formation == "building"
        return units_lines(assessment.size, given.firers, given.pinned, building, assessment.firing_units)


def known_size(arm: str, mounted: bool, formation: str) -> tuple[int, int]:
    size = firing_unit_size(arm, mounted, formation)
    if size is None:
        raise refuse("civilwar.refuse.mounted-thin-line", "02.02.4")
    return size


def units_lines(size: tuple[int, int], firers: int, pinned: bool, building: bool, units: int) -> list[Line]:
    """How the figures divide into firing units."""
    told = [Line(say("civilwar.ruling.fire.pinned-firer"), "05.01.6")] if pinned else []
    factor = 2 if pinned else 1
    text = say("civilwar.ruling.fire.units", n=units, figures=firers, each=size[0] * factor, rest=size[1] * factor)
    told.append(Line(text, "05.01.4", units))
    if building:
        told.append(Line(say("civilwar.ruling.fire.building"), "02.04.3"))
    return told


class ZoneSituation(Struct, frozen=True, forbid_unknown_fields=True):
    weapon: Weapon
    distance_cm: Length


class ZoneAssessment(Assessment, frozen=True, kw_only=True):
    given: ZoneSituation
    zone: int | None


class SmallArmsZone(CertainProcedure[ZoneSituation, ZoneAssessment]):
    name = "small-arms-zone"
    situation = ZoneSituation
    outputs = ("zone",)

    def assess(self, situation: ZoneSituation) -> ZoneAssessment:
        return ZoneAssessment(given=situation, zone=zone_of(situation.weapon, situation.distance_cm))

    def lines(self, assessment: ZoneAssessment) -> list[Line]:
        return [zone_line(assessment.given.distance_cm, assessment.zone)]


def zone_line(distance_cm: float, zone: int | None) -> Line:
    cm = amount(distance_cm)
    if zone is None:
        return Line(say("civilwar.ruling.fire.out-of-range", cm=cm), "05.01.3")
    return Line(say("civilwar.ruling.fire.zone", cm=cm, zone=zone), "05.01.3", zone)
