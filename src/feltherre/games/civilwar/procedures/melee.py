"""Melee (07.04, 07.05): melee units, both throws, the losses of both sides; prisoners (07.06): figures and generals of
a routed unit, and staff caught alone.
"""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Chance, Dice, Line, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, Rows, procedure
from feltherre.core.text import Text, say
from feltherre.games.civilwar import tables
from feltherre.games.civilwar.procedures import inputs
from feltherre.games.civilwar.procedures.ammunition import runs_out
from feltherre.games.civilwar.procedures.attack import at_charge_distance
from feltherre.games.civilwar.procedures.losses import Reduction, divisor_of, men_of, tell_reductions
from feltherre.games.civilwar.procedures.small_arms import below_the_line, fire_losses, fire_reductions

Troops: TypeAlias = Literal["mounted", "dismounted", "other"]

#: melee is read in the row of zone 1 (R80)
_ZONE = 1
#: the rows below the line of schema V, which alone count in melee (07.05.1)
BELOW: Final = Rows(
    __name__, "V", {key: tables.FIRE_OWN[key]._replace(rule="07.05.1") for key in sorted(tables.MELEE_ROWS)}
)


@rule("07.04.2", "07.04.3")
def melee_units(troops: str, figures: int) -> int:
    """How many melee units so many figures make; pinning does not matter (07.04.2, 07.04.3)."""
    size, remainder = tables.MELEE_UNITS[troops]
    full, rest = divmod(figures, size)
    return full + (rest >= remainder)


@rule("07.05.1")
def melee_losses(result: int, units: int, divisor: int) -> int:
    """Men the other side loses to so many melee units; whoever is out of ammunition fights alike (07.05.1)."""
    return fire_losses(_ZONE, result, units, divisor)


class MeleeCountSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    troops: Troops = "other"
    #: in base contact with the enemy, or with figures that are (07.04.4)
    figures: inputs.Count


@procedure("melee-unit-count")
def melee_unit_count(given: MeleeCountSituation, desk: Desk) -> Outcome:
    """How many melee units the figures in contact make (07.04.2)."""
    units, (size, remainder) = melee_units(given.troops, given.figures), tables.MELEE_UNITS[given.troops]
    desk.line("melee.units", "07.04.2", units, n=units, figures=given.figures, each=size, rest=remainder)
    return {"melee_units": units}


class MeleeSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    a_troops: Troops = "other"
    a_figures: inputs.Count
    a_order_state: inputs.FightingOrder = "OR"
    a_grade: inputs.Grade = 0
    a_cover: inputs.Class = 0
    a_shotgun: bool = False
    a_pinned: bool = False
    a_general: bool = False
    a_has_ammunition: bool = True
    b_troops: Troops = "other"
    b_figures: inputs.Count
    b_order_state: inputs.FightingOrder = "OR"
    b_grade: inputs.Grade = 0
    b_cover: inputs.Class = 0
    b_shotgun: bool = False
    b_pinned: bool = False
    b_general: bool = False
    b_has_ammunition: bool = True


class Fighter(NamedTuple):
    """One side of a melee before the dice."""

    side: str
    units: int
    modifier: int
    #: what reduces its own losses, and by what they are divided
    reductions: tuple[Reduction, ...]
    divisor: int
    general: bool
    has_ammunition: bool
    #: what is told of it before the dice
    told: list[Line]

    def losses(self, enemy: Fighter, enemy_dice: int) -> int:
        """Men this side loses to the enemy's throw."""
        return melee_losses(enemy_dice + enemy.modifier, enemy.units, self.divisor)

    @rule("07.05.4")
    def general_falls(self, enemy: Fighter, enemy_dice: int) -> bool:
        """A general with a unit that loses men falls if the enemy's dice themselves show 7 (07.05.4, R56)."""
        return self.general and enemy_dice == tables.GENERAL_FALLS_MELEE and self.losses(enemy, enemy_dice) > 0

    @rule("09.01.1", "09.01.2")
    def runs_out(self, dice: Dice) -> bool:
        """A pair empties the pouches in melee too, and no first firing saves them (09.01.1, R94); whoever has nothing
        left fights on (09.01.2)."""
        return self.has_ammunition and runs_out(dice.values, first_firing=False)


def fighter(melee: MeleeSituation, side: str, desk: Desk, cover_reduces: bool, pin_reduces: bool) -> Fighter:
    """The melee units of a side, its modifiers, and what reduces its losses (07.04.2, 07.05.1)."""

    def given(name: str) -> Any:
        return getattr(melee, f"{side}_{name}")

    first, figures, cover = len(desk.lines), given("figures"), given("cover")
    units = melee_units(given("troops"), figures)
    desk.line("melee.side", "07.04.2", units, side=side, figures=figures, n=units)
    modifier = desk.add(BELOW, below_the_line(cover, given("order_state"), given("shotgun"), given("grade")))
    reductions = fire_reductions(cover if cover_reduces else 0, given("pinned") and pin_reduces, "07.05.1")
    return Fighter(
        side=side,
        units=units,
        modifier=modifier,
        reductions=reductions,
        divisor=divisor_of(reductions),
        general=given("general"),
        has_ammunition=given("has_ammunition"),
        told=desk.lines[first:],
    )


@procedure("melee", dice_a=list[int], dice_b=list[int])
def melee_throw(m: MeleeSituation, desk: Desk, *, cover_reduces: bool = True, pin_reduces: bool = True) -> Resolve:
    """Two units that fight each other (07.05). How a game reads R53: whether cover and pinning reduce losses."""
    desk.refuse_if(not (m.a_figures or m.b_figures), "no-fighters", "07.04.4")
    a, b = (fighter(m, side, desk, cover_reduces, pin_reduces) for side in ("a", "b"))
    desk.known |= {"melee_units_a": a.units, "melee_units_b": b.units}

    def resolve(chance: Chance) -> Outcome:
        # pairs matter for the ammunition, so the single dice are read
        dice_a = chance.throw(2, "dice_a", "07.05.1")
        dice_b = chance.throw(2, "dice_b", "07.05.1")

        def more_losses() -> str:
            lost_a, lost_b = a.losses(b, dice_b.total), b.losses(a, dice_a.total)
            return "none" if lost_a == lost_b else "a" if lost_a > lost_b else "b"

        if desk.telling:
            # each side is told whole: what was said before the dice, then its throw
            desk.lines.clear()
            tell_throw(a, b, dice_a, desk)
            tell_throw(b, a, dice_b, desk)
            desk.line(f"melee.more-losses-{more_losses()}", "07.05.3")
        return {
            "result_a": lambda: dice_a.total + a.modifier,
            "result_b": lambda: dice_b.total + b.modifier,
            "losses_a": lambda: a.losses(b, dice_b.total),
            "losses_b": lambda: b.losses(a, dice_a.total),
            "general_a_falls": lambda: a.general_falls(b, dice_b.total),
            "general_b_falls": lambda: b.general_falls(a, dice_a.total),
            "ammo_out_a": lambda: a.runs_out(dice_a),
            "ammo_out_b": lambda: b.runs_out(dice_b),
            "more_losses": more_losses,
        }

    return resolve


def each_unit(units: int) -> Text:
    return say("civilwar.count.each-melee-unit", n=units)


def tell_throw(side: Fighter, enemy: Fighter, dice: Dice, desk: Desk) -> None:
    """All of one side: what was told of it before the dice, what it throws, and what the other loses by it."""
    men, lost = men_of(tables.FIRE_LOSSES[_ZONE], dice.total + side.modifier), enemy.losses(side, dice.total)
    desk.lines += side.told
    inputs.tell_dice(dice.total, side.modifier, desk, "07.05.1")
    desk.line("melee.men", "07.05.1", men, n=men, units=each_unit(side.units))
    tell_reductions(desk, enemy.reductions)
    desk.line("melee.losses", "07.05.2", lost, side=enemy.side, n=lost)
    desk.line_if(enemy.general_falls(side, dice.total), "melee.general", "07.05.4", side=enemy.side)
    desk.line_if(side.runs_out(dice), "melee.ammunition", "09.01.1", side=side.side)


# prisoners


WinnerArm: TypeAlias = Literal["infantry", "mounted_cavalry", "artillery"]

#: (winner, whether the loser is mounted) -> row of schema XIV
XIV: Final = {
    ("infantry", False): "infantry",
    ("infantry", True): "infantry",
    ("mounted_cavalry", False): "cavalry_vs_other",
    ("mounted_cavalry", True): "cavalry_vs_cavalry",
    ("artillery", False): "artillery_per_battery",
    ("artillery", True): "artillery_per_battery",
}


class PrisonersSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    winner_arm: WinnerArm
    loser_mounted_cavalry: bool = False
    melee_units: inputs.Count
    #: the shock throw or the winner's melee throw; it is not thrown again
    dice_sum: inputs.DiceSum
    loser_figures: inputs.Count
    general_in_contact: bool = False


@procedure("prisoners")
def prisoners(given: PrisonersSituation, desk: Desk) -> Outcome:
    """Figures that are taken: per melee unit of the winner, for artillery per battery, none below 5, at most all that
    are left; a general if the dice themselves show 10 (07.06.2, schema XIV, R83)."""
    dice = given.dice_sum
    each = tables.PRISONERS[XIV[given.winner_arm, given.loser_mounted_cavalry]].get(dice, 0)
    if given.winner_arm == "artillery":
        wanted = each
        desk.line("prisoners.battery", "07.06.2", each, dice=dice, n=each)
    else:
        wanted = each * given.melee_units
        desk.line("prisoners.each", "07.06.2", each, dice=dice, n=each, units=each_unit(given.melee_units))
    taken = min(given.loser_figures, wanted)
    desk.line("prisoners.taken", "07.06.4", taken, n=taken)
    desk.line_if(taken < wanted, "prisoners.all", "07.06.2")
    captured = given.general_in_contact and dice == tables.GENERAL_CAPTURED
    desk.line_if(captured, "prisoners.general", "07.06.2")
    return {"prisoner_figures": taken, "general_captured": captured}


class StaffSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    in_contact: bool = False
    move_used: bool = False
    enemy_distance_cm: inputs.Length
    #: arm and order of the enemy make no difference (R84)
    enemy_arm: inputs.Arm = "infantry"
    enemy_order_state: inputs.Order = "OR"


@procedure("capture-of-staff")
@rule("07.06.3")
def capture_of_staff(staff: StaffSituation, desk: Desk) -> Outcome:
    """Whether a general or courier is caught, or may still ride away (07.06.3, 03.01.5, R84): he is caught if an enemy
    is at charge distance, no unit of his own is there to stand with, and he has no move left in this turn."""
    near = at_charge_distance(staff.enemy_distance_cm)
    holds = {"no_enemy_near": not near, "in_contact": staff.in_contact, "captured": staff.move_used}
    reason = inputs.first(holds, "move_left")
    rule_id = "03.01.5" if reason == "move_left" else "07.06.3"
    cm = desk.telling and inputs.amount(staff.enemy_distance_cm)
    desk.line(f"staff.{reason.replace('_', '-')}", rule_id, cm=cm)
    return {"captured": reason == "captured", "may_move_away": reason == "move_left", "reason": reason}
