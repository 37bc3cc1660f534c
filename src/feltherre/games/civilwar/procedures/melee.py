"""Melee (07.04, 07.05): melee units, both throws, the losses of both sides."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Chance, Dice, Line, Ruling
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure, Planned, Procedure, refuse
from feltherre.core.text import Text, say
from feltherre.games.civilwar.procedures.ammunition import runs_out
from feltherre.games.civilwar.procedures.inputs import Class, Count, FightingOrder, Grade
from feltherre.games.civilwar.procedures.losses import Reduction, divisor_of, men_of, reduced, reduction_lines
from feltherre.games.civilwar.procedures.modifiers import Modifier, dice_line, modifier_lines, total
from feltherre.games.civilwar.procedures.small_arms import below_the_line, fire_reductions
from feltherre.games.civilwar.tables import FIRE_LOSSES, GENERAL_FALLS_MELEE, MELEE_UNITS

Troops: TypeAlias = Literal["mounted", "dismounted", "other"]

#: melee is read in the row of zone 1 (R80)
_ZONE = 1


@rule("07.04.2", "07.04.3")
def melee_units(troops: str, figures: int) -> int:
    """How many melee units so many figures make; pinning does not matter (07.04.2, 07.04.3)."""
    size, remainder = MELEE_UNITS[troops]
    full, rest = divmod(figures, size)
    return full + (rest >= remainder)


@rule("07.05.1")
def melee_modifiers(cover: int, order: str, shotgun: bool, grade: int) -> tuple[Modifier, ...]:
    """The rows below the line of schema V and no others (07.05.1)."""
    return below_the_line(cover, order, shotgun, grade, "07.05.1")


@rule("07.05.1")
def melee_losses(result: int, units: int, divisor: int) -> int:
    """Men the other side loses to so many melee units; whoever is out of ammunition fights alike (07.05.1)."""
    return reduced(men_of(FIRE_LOSSES[_ZONE], result) * units, divisor)


@rule("07.05.4")
def general_falls_in_melee(with_unit: bool, losses: int, enemy_dice: int) -> bool:
    """A general with a unit that loses men falls if the enemy's dice themselves show 7 (07.05.4, R56)."""
    return with_unit and losses > 0 and enemy_dice == GENERAL_FALLS_MELEE


@rule("09.01.1", "09.01.2")
def runs_out_in_melee(has_ammunition: bool, dice: tuple[int, ...]) -> bool:
    """A pair empties the pouches in melee too, and no first firing saves them (09.01.1, R94); whoever has nothing left
    fights on (09.01.2)."""
    return has_ammunition and runs_out(dice, first_firing=False)


class MeleeCountSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    troops: Troops = "other"
    #: in base contact with the enemy, or with figures that are (07.04.4)
    figures: Count


class MeleeCountAssessment(Assessment, frozen=True, kw_only=True):
    given: MeleeCountSituation
    melee_units: int


class MeleeUnitCount(CertainProcedure[MeleeCountSituation, MeleeCountAssessment]):
    name = "melee-unit-count"
    situation = MeleeCountSituation
    outputs = ("melee_units",)

    def assess(self, situation: MeleeCountSituation) -> MeleeCountAssessment:
        return MeleeCountAssessment(given=situation, melee_units=melee_units(situation.troops, situation.figures))

    def lines(self, assessment: MeleeCountAssessment) -> list[Line]:
        given = assessment.given
        size, remainder = MELEE_UNITS[given.troops]
        text = say(
            "civilwar.ruling.melee.units", n=assessment.melee_units, figures=given.figures, each=size, rest=remainder
        )
        return [Line(text, "07.04.2", assessment.melee_units)]


class MeleeSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    a_troops: Troops = "other"
    a_figures: Count
    a_order_state: FightingOrder = "OR"
    a_grade: Grade = 0
    a_cover: Class = 0
    a_shotgun: bool = False
    a_pinned: bool = False
    a_general: bool = False
    a_has_ammunition: bool = True
    b_troops: Troops = "other"
    b_figures: Count
    b_order_state: FightingOrder = "OR"
    b_grade: Grade = 0
    b_cover: Class = 0
    b_shotgun: bool = False
    b_pinned: bool = False
    b_general: bool = False
    b_has_ammunition: bool = True


class Fighter(Struct, frozen=True):
    """One side of a melee before the dice."""

    side: str
    figures: int
    units: int
    modifiers: tuple[Modifier, ...]
    modifier: int
    #: what reduces its own losses, and by what they are divided
    reductions: tuple[Reduction, ...]
    divisor: int
    general: bool
    has_ammunition: bool

    def losses(self, enemy: Fighter, enemy_dice: int) -> int:
        """Men this side loses to the enemy's throw."""
        return melee_losses(enemy_dice + enemy.modifier, enemy.units, self.divisor)


class MeleeAssessment(Assessment, frozen=True, kw_only=True):
    a: Fighter
    b: Fighter


class Melee(Procedure[MeleeSituation, MeleeAssessment]):
    """Made with the readings of its game: whether cover and pinning reduce losses in melee (R53)."""

    name = "melee"
    situation = MeleeSituation
    chance_inputs: ClassVar[dict[str, Any]] = {"dice_a": list[int], "dice_b": list[int]}

    def __init__(self, *, cover_reduces: bool = True, pin_reduces: bool = True) -> None:
        self.cover_reduces = cover_reduces
        self.pin_reduces = pin_reduces

    def assess(self, situation: MeleeSituation) -> MeleeAssessment:
        if not (situation.a_figures or situation.b_figures):
            raise refuse("civilwar.refuse.no-fighters", "07.04.4")
        return MeleeAssessment(
            a=self.fighter(situation, "a"),
            b=self.fighter(situation, "b"),
            will_throw=(Planned("dice_a", 2, "07.05.1"), Planned("dice_b", 2, "07.05.1")),
        )

    def fighter(self, melee: MeleeSituation, side: Literal["a", "b"]) -> Fighter:
        def given(name: str) -> Any:
            return getattr(melee, f"{side}_{name}")

        modifiers = melee_modifiers(given("cover"), given("order_state"), given("shotgun"), given("grade"))
        cover = given("cover") if self.cover_reduces else 0
        reductions = fire_reductions(cover, given("pinned") and self.pin_reduces, "07.05.1")
        return Fighter(
            side=side,
            figures=given("figures"),
            units=melee_units(given("troops"), given("figures")),
            modifiers=modifiers,
            modifier=total(modifiers),
            reductions=reductions,
            divisor=divisor_of(reductions),
            general=given("general"),
            has_ammunition=given("has_ammunition"),
        )

    def resolve(self, assessment: MeleeAssessment, chance: Chance) -> Ruling:
        a, b = assessment.a, assessment.b
        # pairs matter for the ammunition, so the single dice are read
        dice_a = chance.throw(2, "dice_a", "07.05.1")
        dice_b = chance.throw(2, "dice_b", "07.05.1")

        def losses_a() -> int:
            return a.losses(b, dice_b.total)

        def losses_b() -> int:
            return b.losses(a, dice_a.total)

        def more_losses() -> str:
            lost_a, lost_b = losses_a(), losses_b()
            return "none" if lost_a == lost_b else "a" if lost_a > lost_b else "b"

        outputs = {
            "melee_units_a": lambda: a.units,
            "melee_units_b": lambda: b.units,
            "result_a": lambda: dice_a.total + a.modifier,
            "result_b": lambda: dice_b.total + b.modifier,
            "losses_a": losses_a,
            "losses_b": losses_b,
            "general_a_falls": lambda: general_falls_in_melee(a.general, losses_a(), dice_b.total),
            "general_b_falls": lambda: general_falls_in_melee(b.general, losses_b(), dice_a.total),
            "ammo_out_a": lambda: runs_out_in_melee(a.has_ammunition, dice_a.values),
            "ammo_out_b": lambda: runs_out_in_melee(b.has_ammunition, dice_b.values),
            "more_losses": more_losses,
        }
        return chance.ruling(
            self.name,
            outputs,
            lambda: [
                *_side_lines(a, b, dice_a),
                *_side_lines(b, a, dice_b),
                Line(say(f"civilwar.ruling.melee.more-losses-{more_losses()}"), "07.05.3"),
            ],
        )

    def lines(self, assessment: MeleeAssessment) -> list[Line]:
        sides = (assessment.a, assessment.b)
        return [line for side in sides for line in (_units_line(side), *modifier_lines(side.modifiers))]


def each_unit(units: int) -> Text:
    return say("civilwar.count.each-melee-unit", n=units)


def _units_line(side: Fighter) -> Line:
    text = say("civilwar.ruling.melee.side", side=side.side, figures=side.figures, n=side.units)
    return Line(text, "07.04.2", side.units)


def _side_lines(side: Fighter, enemy: Fighter, dice: Dice) -> list[Line]:
    """What one side throws, and what the other loses by it."""
    men = men_of(FIRE_LOSSES[_ZONE], dice.total + side.modifier)
    lost = enemy.losses(side, dice.total)
    told = [
        _units_line(side),
        *modifier_lines(side.modifiers),
        dice_line(dice.total, side.modifier, "07.05.1"),
        Line(say("civilwar.ruling.melee.men", n=men, units=each_unit(side.units)), "07.05.1", men),
    ]
    told += reduction_lines(enemy.reductions)
    told.append(Line(say("civilwar.ruling.melee.losses", side=enemy.side, n=lost), "07.05.2", lost))
    if general_falls_in_melee(enemy.general, lost, dice.total):
        told.append(Line(say("civilwar.ruling.melee.general", side=enemy.side), "07.05.4"))
    if runs_out_in_melee(side.has_ammunition, dice.values):
        told.append(Line(say("civilwar.ruling.melee.ammunition", side=side.side), "09.01.1"))
    return told
