"""Small-arms fire (05): firing units, zone, the rows of schema V, what reduces losses; a volley (05.02): the throw, the
losses of the unit in front and of those behind it.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Chance, Dice, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, Row, Rows, procedure
from feltherre.core.text import say
from feltherre.games.civilwar import tables
from feltherre.games.civilwar.procedures import inputs
from feltherre.games.civilwar.procedures.ammunition import runs_out
from feltherre.games.civilwar.procedures.losses import Reduction, divisor_of, men_of, reduced, tell_reductions

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

#: what the target gives in schema V; nothing is told of closed order, and a building counts as thin line (02.04.3)
TARGET: Final = Rows(
    __name__,
    "V",
    {
        **tables.FIRE_TARGET,
        "closed": Row(0, "05.02.1", ""),
        "building": tables.FIRE_TARGET["thin_line"]._replace(rule="02.04.3", says="civilwar.modifier.target.building"),
    },
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
        return tables.FIRING_UNITS["mounted_chain" if chain else "mounted_closed"]
    troops = "dismounted" if arm == "cavalry" else "infantry"
    return tables.FIRING_UNITS[f"{troops}_chain" if chain else f"{troops}_closed_or_thin"]


@rule("02.06.7")
def cover_behind(cover: int, light_field_work: bool, kind: str) -> int:
    """The class that cover has for a unit: a light field work is too low for horses and guns (02.06.7, R52)."""
    return 0 if light_field_work and kind != "foot" else cover


@rule("05.02.6")
def fire_reductions(cover: int, pinned: bool, rule_id: str) -> tuple[Reduction, ...]:
    """What reduces losses: cover of the target, and its lying pinned (05.02.6, schema VI, R53)."""
    row = "cover_1" if cover == 1 else "cover_2_3"
    in_cover = Reduction(row.replace("_", "-"), tables.FIRE_DIVISORS[f"{row}_factor"], rule_id)
    lying = Reduction("pinned", tables.FIRE_DIVISORS["pinned_factor"], "05.02.6")
    return (*((in_cover,) if cover else ()), *((lying,) if pinned else ()))


@rule("05.02.1")
def fire_losses(zone: int, result: int, units: int, divisor: int) -> int:
    """Men lost to so many firing units (05.02.1, schema VI)."""
    return reduced(men_of(tables.FIRE_LOSSES[zone], result) * units, divisor)


@rule("05.02.7")
def general_falls(in_contact: bool, losses: int, dice: int) -> bool:
    """A general with a unit that loses men falls if the dice themselves show 10 (05.02.7, R56)."""
    return in_contact and losses > 0 and dice == tables.GENERAL_FALLS_FIRE


class UnitCountSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    arm: FireArm = "infantry"
    mounted: bool = False
    formation: inputs.FireFormation = "closed"
    pinned: bool = False
    firers: inputs.Count


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
    distance_cm: inputs.Length


@procedure("small-arms-zone")
def small_arms_zone(given: ZoneSituation, desk: Desk) -> Outcome:
    """The zone in which a target is (05.01.3)."""
    return {"zone": zone_of(given.weapon, given.distance_cm, desk)}


@rule("05.01.3")
def zone_of(weapon: str, distance_cm: float, desk: Desk) -> int | None:
    """The zone of schema IV; None beyond the last (05.01.3, R5, R6)."""
    zone = next((zone for zone, limit in tables.ZONES[weapon] if distance_cm <= limit), None)
    if desk.telling:
        cm = inputs.amount(distance_cm)
        desk.line_if(zone is None, "fire.out-of-range", "05.01.3", cm=cm)
        desk.line_if(zone is not None, "fire.zone", "05.01.3", zone, cm=cm, zone=zone)
    return zone


# a volley


#: what follows where no shot is made: no dice, no losses, no ammunition spent (R104)
NO_SHOT: Final = {
    "result": None,
    "losses_men": 0,
    "extra_losses_men": 0,
    "general_falls": False,
    "out_of_ammunition": False,
}


class VolleySituation(UnitCountSituation, frozen=True, forbid_unknown_fields=True, kw_only=True):
    order_state: inputs.FightingOrder = "OR"
    grade: inputs.Grade = 0
    weapon: Weapon
    weapon_mod: WeaponMod | None = None
    first_fire: bool = False
    fired_last_turn: bool = True
    surprised: bool = False
    own_cover: inputs.Class = 0
    distance_cm: inputs.Length
    target_kind: inputs.Kind = "foot"
    target_formation: inputs.FireFormation = "closed"
    front_ranks: inputs.Count = 0
    all_ranks: inputs.Count = 0
    target_cover: inputs.Class = 0
    target_pinned: bool = False
    general_in_contact: bool = False


class Aim(Struct, frozen=True):
    """A volley before the dice."""

    zone: int
    units: int
    modifier: int
    #: what the modifier would be with all ranks of a column of several units; None if that makes no difference
    column_modifier: int | None
    reductions: tuple[Reduction, ...]
    divisor: int

    def losses(self, dice: int) -> int:
        """Men that the unit in front loses to a throw."""
        return fire_losses(self.zone, dice + self.modifier, self.units, self.divisor)

    def extra_losses(self, dice: int) -> int:
        """Men that the units behind it lose for the ranks they add, all together (05.02.5, R54)."""
        if self.column_modifier is None:
            return 0
        return fire_losses(self.zone, dice + self.column_modifier, self.units, self.divisor) - self.losses(dice)


def aimed(volley: VolleySituation) -> Aim | None:
    """A volley for whoever reads no explanation."""
    return take_aim(volley, Desk("civilwar", telling=False))


@rule("05.02.5")
def take_aim(v: VolleySituation, desk: Desk) -> Aim | None:
    """A volley worked out up to the dice; None where nobody can fire, or the target is out of range (R104)."""
    inputs.check_ranks(v.front_ranks, v.all_ranks, "front_ranks", "all_ranks", "05.02.5")
    units, zone = count_units(v, desk), zone_of(v.weapon, v.distance_cm, desk)
    reason = "no_firing_unit" if not units else "out_of_range" if zone is None else "ok"
    desk.known |= {"legal": reason == "ok", "reason": reason, "firing_units": units, "zone": zone, "modifier": None}
    if zone is None or not units:
        desk.line("fire.no-shot", "05.01.3")
        return None
    # one formation of the target counts, and the saddle (05.02.1, R4)
    row: str = v.target_kind if v.target_kind.endswith("artillery") else v.target_formation
    if v.front_ranks >= DEEP_COLUMN:
        row = "column_5_ranks"
    modifier = desk.add(TARGET, {row: row != "closed", "mounted_cavalry": v.target_kind == "mounted"})
    modifier += desk.add(tables.FIRE_OWN, own_rows(v, zone))
    desk.known["modifier"] = modifier
    deepened = v.front_ranks < DEEP_COLUMN <= v.all_ranks
    column = modifier + TARGET["column_5_ranks"].value - TARGET[row].value if deepened else None
    reductions = fire_reductions(v.target_cover, v.target_pinned, "05.02.1")
    return Aim(zone, units, modifier, column, reductions, divisor_of(reductions))


def own_rows(v: VolleySituation, zone: int) -> dict[str, bool | int]:
    """What the firer gives in schema V (05.02.1). Quick loading tells up to 25 cm only (R50), and the first fire of the
    game and rest since last turn never count together (05.02.4, R51)."""
    weapon = v.weapon_mod
    if weapon is not None and weapon.endswith("_0_25") and v.distance_cm > QUICK_LOADING:
        weapon = None
    return {
        "mounted_cavalry": v.mounted,
        **({weapon: True} if weapon else {}),
        "first_fire": v.first_fire,
        "not_fired_last_turn": not v.first_fire and not v.fired_last_turn,
        "surprised": v.surprised,
        **below_the_line(v.own_cover, v.order_state, v.weapon == "shotgun" and zone == 1, v.grade),
    }


@procedure("small-arms-fire", dice=list[int] | None)
def small_arms_fire(v: VolleySituation, desk: Desk) -> Resolve:
    """A volley: its dice with the modifiers of schema V, and the losses of schema VI (05.02.1)."""
    aim = take_aim(v, desk)

    def resolve(chance: Chance) -> Outcome:
        if aim is None:
            chance.ignore(2, "dice")
            return NO_SHOT
        # the pair matters for the ammunition, so the single dice are read
        dice = chance.throw(2, "dice", "05.02.1")
        if desk.telling:
            tell_volley(v, aim, dice, desk)
        return {
            "result": lambda: dice.total + aim.modifier,
            "losses_men": lambda: aim.losses(dice.total),
            "extra_losses_men": lambda: aim.extra_losses(dice.total),
            "general_falls": lambda: general_falls(v.general_in_contact, aim.losses(dice.total), dice.total),
            "out_of_ammunition": lambda: runs_out(dice.values, v.first_fire),
        }

    return resolve


def tell_volley(v: VolleySituation, aim: Aim, dice: Dice, desk: Desk) -> None:
    """What the dice of a volley do."""
    total = dice.total
    men, losses, extra = (
        men_of(tables.FIRE_LOSSES[aim.zone], total + aim.modifier),
        aim.losses(total),
        aim.extra_losses(total),
    )
    inputs.tell_dice(total, aim.modifier, desk, "05.02.1")
    desk.line("fire.men", "05.02.1", men, n=men, units=say("civilwar.count.each-firing-unit", n=aim.units))
    tell_reductions(desk, aim.reductions)
    desk.line("fire.losses", "05.02.2", losses, n=losses)
    desk.line_if(aim.column_modifier is not None, "fire.extra", "05.02.5", extra, n=extra)
    desk.line_if(general_falls(v.general_in_contact, losses, total), "fire.general", "05.02.7")
    desk.line_if(runs_out(dice.values, v.first_fire), "ammunition.out", "09.01.1")
