"""A volley of small arms (05.02): the throw, the losses of the unit in front and of those behind it."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from feltherre.core.chance import Chance, Dice, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.core.text import say
from feltherre.games.civilwar.procedures.ammunition import runs_out
from feltherre.games.civilwar.procedures.inputs import (
    Class,
    Count,
    FightingOrder,
    FireFormation,
    Grade,
    Kind,
    Length,
    check_ranks,
    tell_dice,
)
from feltherre.games.civilwar.procedures.losses import Reduction, divisor_of, men_of, tell_reductions
from feltherre.games.civilwar.procedures.small_arms import (
    DEEP_COLUMN,
    OWN,
    QUICK_LOADING,
    TARGET,
    UnitCountSituation,
    Weapon,
    WeaponMod,
    below_the_line,
    count_units,
    fire_losses,
    fire_reductions,
    general_falls,
    zone_of,
)
from feltherre.games.civilwar.tables import FIRE_LOSSES

#: what follows where no shot is made: no dice, no losses, no ammunition spent (R104)
NO_SHOT: Final = {
    "result": None,
    "losses_men": 0,
    "extra_losses_men": 0,
    "general_falls": False,
    "out_of_ammunition": False,
}


class VolleySituation(UnitCountSituation, frozen=True, forbid_unknown_fields=True, kw_only=True):
    order_state: FightingOrder = "OR"
    grade: Grade = 0
    weapon: Weapon
    weapon_mod: WeaponMod | None = None
    first_fire: bool = False
    fired_last_turn: bool = True
    surprised: bool = False
    own_cover: Class = 0
    distance_cm: Length
    target_kind: Kind = "foot"
    target_formation: FireFormation = "closed"
    front_ranks: Count = 0
    all_ranks: Count = 0
    target_cover: Class = 0
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
    check_ranks(v.front_ranks, v.all_ranks, "front_ranks", "all_ranks", "05.02.5")
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
    modifier += desk.add(OWN, own_rows(v, zone))
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
    men, losses, extra = men_of(FIRE_LOSSES[aim.zone], total + aim.modifier), aim.losses(total), aim.extra_losses(total)
    tell_dice(total, aim.modifier, desk, "05.02.1")
    desk.line("fire.men", "05.02.1", men, n=men, units=say("civilwar.count.each-firing-unit", n=aim.units))
    tell_reductions(desk, aim.reductions)
    desk.line("fire.losses", "05.02.2", losses, n=losses)
    desk.line_if(aim.column_modifier is not None, "fire.extra", "05.02.5", extra, n=extra)
    desk.line_if(general_falls(v.general_in_contact, losses, total), "fire.general", "05.02.7")
    desk.line_if(runs_out(dice.values, v.first_fire), "ammunition.out", "09.01.1")
