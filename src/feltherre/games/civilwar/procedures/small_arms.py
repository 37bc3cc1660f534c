"""Small-arms fire (05): firing units, zone, the rows of schema V, what reduces losses."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Row, Rows, procedure
from feltherre.games.civilwar.procedures.inputs import Count, FireFormation, Length, amount
from feltherre.games.civilwar.procedures.losses import Reduction, men_of, reduced
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

#: a column of so many ranks is easier to hit
DEEP_COLUMN: Final = 5
#: cm up to which breech loaders and repeaters have their advantage
QUICK_LOADING: Final = 25

#: what the target gives in schema V
TARGET: Final = Rows.of(
    __name__,
    "V",
    FIRE_TARGET,
    "05.02.1",
    "civilwar.modifier.target.",
    mounted_cavalry=Row(FIRE_TARGET["mounted_cavalry"], "05.02.1", "civilwar.modifier.target.mounted"),
    # closed order is what the others are compared with: nothing is told of it
    closed=Row(0, "05.02.1", ""),
    # a building counts as thin line (02.04.3)
    building=Row(FIRE_TARGET["thin_line"], "02.04.3", "civilwar.modifier.target.building"),
)


def _own(row: str, says: str, by_rule: str = "05.02.1") -> Row:
    return Row(FIRE_OWN.get(row, 0), by_rule, f"civilwar.modifier.{says}")


#: what the firer gives in schema V
OWN: Final = Rows.of(
    __name__,
    "V",
    FIRE_OWN,
    "05.02.1",
    "civilwar.modifier.fire.",
    mounted_cavalry=_own("mounted_cavalry", "fire.mounted"),
    breech_loader_0_25=_own("breech_loader_0_25", "fire.breech-loader"),
    repeater_0_25=_own("repeater_0_25", "fire.repeater"),
    first_fire=_own("first_fire", "fire.first-fire", "05.02.4"),
    not_fired_last_turn=_own("not_fired_last_turn", "fire.rested", "05.02.4"),
    surprised=_own("surprised", "fire.surprised", "04.02.13"),
    cover_1=_own("cover_1", "own.cover-1"),
    cover_2_3=_own("cover_2_3", "own.cover-2-3"),
    lu=_own("lu", "own.lu"),
    u=_own("u", "own.u"),
    shotgun_zone_1=_own("shotgun_zone_1", "fire.shotgun"),
    morale_grade=_own("morale_grade", "grade"),
)


def below_the_line(cover: int, order: str, shotgun: bool, grade: int) -> dict[str, bool | int]:
    """The rows of schema V that count in fire and in melee: own cover, order, shotguns in zone 1, grade."""
    return {
        "cover_1": cover == 1,
        "cover_2_3": cover > 1,
        "lu": order == "LU",
        "u": order == "U",
        "shotgun_zone_1": shotgun,
        "morale_grade": grade,
    }


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


@rule("02.06.7")
def cover_behind(cover: int, light_field_work: bool, kind: str) -> int:
    """The class that cover has for a unit: a light field work is too low for horses and guns (02.06.7, R52)."""
    return 0 if light_field_work and kind != "foot" else cover


@rule("05.02.6")
def fire_reductions(cover: int, pinned: bool, rule_id: str) -> tuple[Reduction, ...]:
    """What reduces losses: cover of the target, and its lying pinned (05.02.6, schema VI, R53)."""
    row = "cover_1" if cover == 1 else "cover_2_3"
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


@procedure("firing-unit-count")
def firing_unit_count(given: UnitCountSituation, desk: Desk) -> Outcome:
    """How many firing units the figures that can fire make (05.01.4)."""
    return {"firing_units": count_units(given, desk)}


@rule("05.01.4", "05.01.6", "02.04.3")
def count_units(given: UnitCountSituation, desk: Desk) -> int:
    """How many firing units so many figures make; pinned twice as many to each, with their remainder (05.01.4,
    05.01.6, R57), and one only from a side of a house (02.04.3)."""
    size = firing_unit_size(given.arm, given.mounted, given.formation)
    if size is None:
        desk.refuse("mounted-thin-line", "02.02.4")
    figures, remainder = (2 * size[0], 2 * size[1]) if given.pinned else size
    full, rest = divmod(given.firers, figures)
    units, building = full + (rest >= remainder), given.formation == "building"
    if building:
        units = min(units, 1)
    if desk.telling:
        desk.line_if(given.pinned, "fire.pinned-firer", "05.01.6")
        desk.line("fire.units", "05.01.4", units, n=units, figures=given.firers, each=figures, rest=remainder)
        desk.line_if(building, "fire.building", "02.04.3")
    return units


class ZoneSituation(Struct, frozen=True, forbid_unknown_fields=True):
    weapon: Weapon
    distance_cm: Length


@procedure("small-arms-zone")
def small_arms_zone(given: ZoneSituation, desk: Desk) -> Outcome:
    """The zone in which a target is (05.01.3)."""
    return {"zone": zone_of(given.weapon, given.distance_cm, desk)}


@rule("05.01.3")
def zone_of(weapon: str, distance_cm: float, desk: Desk) -> int | None:
    """The zone of schema IV; None beyond the last (05.01.3, R5, R6)."""
    zone = next((zone for zone, limit in ZONES[weapon] if distance_cm <= limit), None)
    if desk.telling:
        cm = amount(distance_cm)
        desk.line_if(zone is None, "fire.out-of-range", "05.01.3", cm=cm)
        desk.line_if(zone is not None, "fire.zone", "05.01.3", zone, cm=cm, zone=zone)
    return zone
