"""A volley of small arms (05.02): the throw, the losses of the unit in front and of those behind it."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

from msgspec import Struct

from feltherre.core.chance import Chance, Dice, Line, Outcome, Ruling
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, Planned, Procedure
from feltherre.core.text import say
from feltherre.games.civilwar.procedures.ammunition import ammunition_line, runs_out
from feltherre.games.civilwar.procedures.inputs import (
    TWO_DICE_OR_NONE,
    Class,
    Count,
    FightingOrder,
    FireFormation,
    Grade,
    Kind,
    Length,
    check_ranks,
)
from feltherre.games.civilwar.procedures.losses import Reduction, divisor_of, men_of, reduction_lines
from feltherre.games.civilwar.procedures.modifiers import Modifier, dice_line, modifier_lines, total, when
from feltherre.games.civilwar.procedures.small_arms import (
    DEEP_COLUMN,
    FireArm,
    NoShot,
    Weapon,
    WeaponMod,
    below_the_line,
    fire_losses,
    fire_reductions,
    firing_units,
    general_falls,
    known_size,
    rest_modifier,
    target_modifiers,
    units_lines,
    weapon_modifier,
    zone_line,
    zone_of,
)
from feltherre.games.civilwar.tables import FIRE_LOSSES, FIRE_OWN


class VolleySituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    arm: FireArm = "infantry"
    mounted: bool = False
    formation: FireFormation = "closed"
    pinned: bool = False
    firers: Count
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


@rule("05.02.1")
def volley_modifiers(volley: VolleySituation, zone: int, deep_column: bool) -> tuple[Modifier, ...]:
    """Everything of schema V that changes the throw (05.02.1)."""
    shotgun = volley.weapon == "shotgun" and zone == 1
    return (
        *target_modifiers(volley.target_kind, volley.target_formation, deep_column),
        *when(volley.mounted, "fire.mounted", FIRE_OWN["mounted_cavalry"], "05.02.1"),
        *weapon_modifier(volley.weapon_mod, volley.distance_cm),
        *rest_modifier(volley.first_fire, volley.fired_last_turn),
        *when(volley.surprised, "fire.surprised", FIRE_OWN["surprised"], "04.02.13"),
        *below_the_line(volley.own_cover, volley.order_state, shotgun, volley.grade, "05.02.1"),
    )


@rule("05.01.3")
def no_shot(units: int, zone: int | None) -> NoShot:
    """Why no shot is made, or `ok`: nobody to fire, or out of range (05.01.3, R104)."""
    if not units:
        return "no_firing_unit"
    return "out_of_range" if zone is None else "ok"


class VolleyAssessment(Assessment, frozen=True, kw_only=True):
    given: VolleySituation
    size: tuple[int, int]
    firing_units: int
    zone: int | None
    reason: NoShot
    reductions: tuple[Reduction, ...] = ()
    divisor: int = 1
    modifiers: tuple[Modifier, ...] = ()
    modifier: int = 0
    #: what the modifier would be with all ranks of a column of several units; None if that makes no difference
    column_modifier: int | None = None

    @property
    def legal(self) -> bool:
        return self.reason == "ok"

    def losses(self, dice: int) -> int:
        """Men that the unit in front loses to a throw."""
        return self._losses(dice + self.modifier)

    @rule("05.02.5")
    def extra_losses(self, dice: int) -> int:
        """Men that the units behind it lose for the ranks they add, all together (05.02.5, R54)."""
        if self.column_modifier is None:
            return 0
        return self._losses(dice + self.column_modifier) - self.losses(dice)

    def no_shot_outputs(self) -> Outcome:
        """The outputs where no shot is made: no dice, no losses, no ammunition spent (R104)."""
        nothing: dict[str, Any] = {
            "legal": False,
            "reason": self.reason,
            "firing_units": self.firing_units,
            "zone": self.zone,
            "modifier": None,
            "result": None,
            "losses_men": 0,
            "extra_losses_men": 0,
            "general_falls": False,
            "out_of_ammunition": False,
        }
        return {name: partial(nothing.get, name) for name in nothing}

    def _losses(self, result: int) -> int:
        return fire_losses(self.zone, result, self.firing_units, self.divisor) if self.zone is not None else 0


class SmallArmsFire(Procedure[VolleySituation, VolleyAssessment]):
    name = "small-arms-fire"
    situation = VolleySituation
    chance_inputs: ClassVar = TWO_DICE_OR_NONE

    @rule("05.02.5")
    def assess(self, situation: VolleySituation) -> VolleyAssessment:
        given = situation
        check_ranks(given.front_ranks, given.all_ranks, "front_ranks", "all_ranks", "05.02.5")
        size = known_size(given.arm, given.mounted, given.formation)
        units = firing_units(size, given.firers, given.pinned, given.formation == "building")
        zone = zone_of(given.weapon, given.distance_cm)
        reason = no_shot(units, zone)
        if zone is None or reason != "ok":
            return VolleyAssessment(given=given, size=size, firing_units=units, zone=zone, reason=reason)
        reductions = fire_reductions(given.target_cover, given.target_pinned, "05.02.1")
        deep = given.front_ranks >= DEEP_COLUMN
        modifiers = volley_modifiers(given, zone, deep)
        deepened = not deep and given.all_ranks >= DEEP_COLUMN
        return VolleyAssessment(
            given=given,
            size=size,
            firing_units=units,
            zone=zone,
            reason=reason,
            reductions=reductions,
            divisor=divisor_of(reductions),
            modifiers=modifiers,
            modifier=total(modifiers),
            column_modifier=total(volley_modifiers(given, zone, True)) if deepened else None,
            will_throw=(Planned("dice", 2, "05.02.1"),),
        )

    def resolve(self, assessment: VolleyAssessment, chance: Chance) -> Ruling:
        a = assessment
        given = a.given
        if not a.legal:
            chance.ignore(2, "dice")
            return chance.ruling(self.name, a.no_shot_outputs(), lambda: self.lines(a))
        # the pair matters for the ammunition, so the single dice are read
        dice = chance.throw(2, "dice", "05.02.1")

        def falls() -> bool:
            return general_falls(given.general_in_contact, a.losses(dice.total), dice.total)

        outputs = {
            "legal": lambda: True,
            "reason": lambda: a.reason,
            "firing_units": lambda: a.firing_units,
            "zone": lambda: a.zone,
            "modifier": lambda: a.modifier,
            "result": lambda: dice.total + a.modifier,
            "losses_men": lambda: a.losses(dice.total),
            "extra_losses_men": lambda: a.extra_losses(dice.total),
            "general_falls": falls,
            "out_of_ammunition": lambda: runs_out(dice.values, given.first_fire),
        }
        return chance.ruling(self.name, outputs, lambda: [*self.lines(a), *_effect_lines(a, dice, falls())])

    def lines(self, assessment: VolleyAssessment) -> list[Line]:
        a, given = assessment, assessment.given
        told = units_lines(a.size, given.firers, given.pinned, given.formation == "building", a.firing_units)
        told.append(zone_line(given.distance_cm, a.zone))
        if not a.legal:
            return [*told, Line(say("civilwar.ruling.fire.no-shot"), "05.01.3")]
        return [*told, *modifier_lines(a.modifiers)]


def _effect_lines(a: VolleyAssessment, dice: Dice, falls: bool) -> list[Line]:
    told = [dice_line(dice.total, a.modifier, "05.02.1"), *_loss_lines(a, dice.total)]
    if falls:
        told.append(Line(say("civilwar.ruling.fire.general"), "05.02.7"))
    if runs_out(dice.values, a.given.first_fire):
        told.append(ammunition_line(out=True))
    return told


def _loss_lines(a: VolleyAssessment, dice: int) -> list[Line]:
    men = men_of(FIRE_LOSSES[a.zone or 1], dice + a.modifier)
    told = [
        Line(
            say("civilwar.ruling.fire.men", n=men, units=say("civilwar.count.each-firing-unit", n=a.firing_units)),
            "05.02.1",
            men,
        )
    ]
    told += reduction_lines(a.reductions)
    losses, extra = a.losses(dice), a.extra_losses(dice)
    told.append(Line(say("civilwar.ruling.fire.losses", n=losses), "05.02.2", losses))
    if a.column_modifier is not None:
        told.append(Line(say("civilwar.ruling.fire.extra", n=extra), "05.02.5", extra))
    return told
