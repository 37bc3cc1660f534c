"""The effect of artillery fire (06.03): the throw, the losses in men, generals and bursting guns."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from feltherre.core.chance import TALLY, Chance, Dice, Line, Ruling
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, Planned, Procedure, refuse
from feltherre.core.text import say
from feltherre.games.civilwar.procedures.artillery_hits import PieceKey, farthest, known_range
from feltherre.games.civilwar.procedures.inputs import (
    TWO_DICE,
    Ammunition,
    Class,
    Count,
    FightingOrder,
    Grade,
    Length,
    Share,
    amount,
    check_ranks,
)
from feltherre.games.civilwar.procedures.losses import Reduction, divisor_of, men_of, reduction_lines
from feltherre.games.civilwar.procedures.modifiers import (
    Modifier,
    dice_line,
    grade_modifier,
    modifier_lines,
    total,
    when,
)
from feltherre.games.civilwar.tables import (
    ARTILLERY_DIVISORS,
    ARTILLERY_LOSSES,
    ARTILLERY_OWN,
    ARTILLERY_TARGET,
    GENERAL_FALLS_ARTILLERY,
    GUN_SIZES,
    PIECES,
)

TargetFormation: TypeAlias = Literal[
    "closed", "thin_line", "chain", "building", "limbered_artillery", "wagon", "unlimbered_artillery"
]

#: real guns that one gunner figure serves (06.01.3)
GUNS_PER_GUNNER: Final = 2
MOST_GUNS: Final = max(ARTILLERY_LOSSES)
#: real guns of the largest battery: two models side by side (02.03.2) of four each (01.01.2), though six count at most
LARGEST_BATTERY: Final = 8
#: cm beyond which shell has its advantage
SHELL_DISTANCE: Final = 20
#: a share of figures is a ratio of whole numbers; told with seven decimals, it is read as the nearest such ratio
_MOST_FIGURES: Final = 1_000
_BURSTING_PIECE: Final = "10pdr_parrott"


@rule("06.01.3")
def guns_firing(serviceable: int, gunners: int) -> int:
    """Guns that count: half a gunner figure for each (06.01.3, R58)."""
    return min(serviceable, GUNS_PER_GUNNER * gunners, MOST_GUNS)


@rule("06.03.1")
def battery_modifiers(piece: str, ammunition: str, distance_cm: float) -> tuple[Modifier, ...]:
    """What size and ammunition give in schema IX (06.03.1, R63)."""
    size = PIECES[piece].size_mod
    far_shell = ammunition == "shell" and distance_cm > SHELL_DISTANCE
    return (
        *when(size != 0, f"gun.{GUN_SIZES.get(size, '').replace('_', '-')}", size, "06.03.1"),
        *when(ammunition == "canister", "gun.canister", ARTILLERY_OWN["canister"], "06.03.1"),
        *when(far_shell, "gun.shell", ARTILLERY_OWN["shell_over_20"], "06.03.1"),
    )


@rule("06.02.3")
def rank_modifier(ranks: int) -> tuple[Modifier, ...]:
    """Ranks that a solid shot goes through (06.02.3, schema IX, R64)."""
    row, what = ("shot_5_ranks", "target.ranks-5") if ranks >= 5 else ("shot_3_4_ranks", "target.ranks-3")
    return when(ranks >= 3, what, ARTILLERY_TARGET[row], "06.02.3")


_TARGET_ROWS: Final[dict[str, tuple[str, str, str]]] = {
    "thin_line": ("target.thin-line", "thin_line", "06.03.1"),
    "building": ("target.building", "thin_line", "02.04.3"),
    "chain": ("target.chain", "chain", "06.03.1"),
    "limbered_artillery": ("target.limbered-artillery", "limbered_or_wagon", "06.03.1"),
    "wagon": ("target.wagon", "limbered_or_wagon", "06.03.4"),
}


@rule("06.03.1", "06.03.4")
def target_modifiers(formation: str, cover: int) -> tuple[Modifier, ...]:
    """What formation and cover of the target give; cover III reduces the losses instead (schema IX, R53)."""
    what, row, rule_id = _TARGET_ROWS.get(formation, ("", "chain", ""))
    return (
        *when(bool(what), what, ARTILLERY_TARGET[row], rule_id),
        *when(cover == 1, "target.cover-1", ARTILLERY_TARGET["cover_1"], "06.03.1"),
        *when(cover == 2, "target.cover-2", ARTILLERY_TARGET["cover_2"], "06.03.1"),
    )


@rule("06.03.8")
def artillery_reductions(formation: str, cover: int, pinned: bool) -> tuple[Reduction, ...]:
    """What reduces losses: cover III, being unlimbered guns, lying pinned (06.03.8, schema X, R53)."""
    found = {
        Reduction("cover-3", ARTILLERY_DIVISORS["cover_3_factor"], "06.03.1"): cover == 3,
        Reduction("unlimbered", ARTILLERY_DIVISORS["unlimbered_factor"], "06.03.1"): formation
        == "unlimbered_artillery",
        Reduction("pinned", ARTILLERY_DIVISORS["pinned_factor"], "06.03.8"): pinned,
    }
    return tuple(reduction for reduction, is_there in found.items() if is_there)


@rule("06.03.1")
def artillery_losses(guns: int, result: int, share: Fraction, divisor: int) -> int:
    """Men lost to so many guns (06.03.1, schema X), rounded once, a half upwards (R2)."""
    men = men_of(ARTILLERY_LOSSES[guns], result) if guns else 0
    return int(men * share / divisor + Fraction(1, 2))


@rule("06.03.9")
def general_falls(in_contact: bool, losses: int, dice: int) -> bool:
    """A general with a unit that loses men falls if the dice themselves show 10 (06.03.9, R56)."""
    return in_contact and losses > 0 and dice == GENERAL_FALLS_ARTILLERY


@rule("06.03.7")
def can_burst(piece: str, guns: int) -> bool:
    """Two ones burst a gun of a 10-pounder Parrott battery (06.03.7, R69)."""
    return piece == _BURSTING_PIECE and guns > 0


class ArtillerySituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    piece: PieceKey
    ammunition: Ammunition
    guns_serviceable: Annotated[int, Meta(ge=0, le=LARGEST_BATTERY)]
    gunners: Count
    order_state: FightingOrder = "OR"
    grade: Grade = 0
    surprised: bool = False
    distance_cm: Length
    target_formation: TargetFormation = "closed"
    front_ranks_hit: Count = 0
    all_ranks_hit: Count = 0
    target_cover: Class = 0
    target_pinned: bool = False
    canister_share: Share = 1.0
    general_in_contact: bool = False


@rule("06.03.1")
def fire_modifiers(fire: ArtillerySituation, ranks: int) -> tuple[Modifier, ...]:
    """Everything of schema IX that changes the throw, for a shot through so many ranks (06.03.1)."""
    return (
        *battery_modifiers(fire.piece, fire.ammunition, fire.distance_cm),
        *(rank_modifier(ranks) if fire.ammunition == "solid_shot" else ()),
        *target_modifiers(fire.target_formation, fire.target_cover),
        *when(fire.surprised, "fire.surprised", ARTILLERY_OWN["surprised"], "04.02.13"),
        *when(fire.order_state == "LU", "own.lu", ARTILLERY_OWN["lu"], "06.03.1"),
        *when(fire.order_state == "U", "own.u", ARTILLERY_OWN["u"], "06.03.1"),
        *grade_modifier(fire.grade, "06.03.1"),
    )


class ArtilleryAssessment(Assessment, frozen=True, kw_only=True):
    given: ArtillerySituation
    guns: int
    modifiers: tuple[Modifier, ...]
    modifier: int
    #: what the modifier would be with the ranks of the units behind; None if there are none
    all_ranks_modifier: int | None
    share: Fraction
    reductions: tuple[Reduction, ...]
    divisor: int

    def table_loss(self, dice: int) -> int:
        """What schema X gives against the unit hit, a wagon too."""
        return artillery_losses(self.guns, dice + self.modifier, self.share, self.divisor)

    @rule("06.03.4")
    def losses(self, dice: int) -> int:
        """Men of the unit hit; a wagon has none to lose (06.03.4, R67)."""
        return 0 if self.given.target_formation == "wagon" else self.table_loss(dice)

    @rule("06.02.4")
    def extra_losses(self, dice: int) -> int:
        """Men of the units behind, for the ranks they add, all together (06.02.4, R54)."""
        if self.all_ranks_modifier is None:
            return 0
        through = artillery_losses(self.guns, dice + self.all_ranks_modifier, self.share, self.divisor)
        return through - self.table_loss(dice)


class ArtilleryFire(Procedure[ArtillerySituation, ArtilleryAssessment]):
    name = "artillery-fire"
    situation = ArtillerySituation
    chance_inputs: ClassVar = TWO_DICE

    def assess(self, situation: ArtillerySituation) -> ArtilleryAssessment:
        given = situation
        check_ammunition(given.piece, given.ammunition, given.distance_cm)
        check_ranks(given.front_ranks_hit, given.all_ranks_hit, "front_ranks_hit", "all_ranks_hit", "06.02.4")
        modifiers = fire_modifiers(given, given.front_ranks_hit)
        reductions = artillery_reductions(given.target_formation, given.target_cover, given.target_pinned)
        goes_through = given.ammunition == "solid_shot" and given.all_ranks_hit > given.front_ranks_hit
        return ArtilleryAssessment(
            given=given,
            guns=guns_firing(given.guns_serviceable, given.gunners),
            modifiers=modifiers,
            modifier=total(modifiers),
            all_ranks_modifier=total(fire_modifiers(given, given.all_ranks_hit)) if goes_through else None,
            share=Fraction(given.canister_share).limit_denominator(_MOST_FIGURES),
            reductions=reductions,
            divisor=divisor_of(reductions),
            will_throw=(Planned("dice", 2, "06.03.1"),),
        )

    def resolve(self, assessment: ArtilleryAssessment, chance: Chance) -> Ruling:
        a = assessment
        dice = chance.throw(2, "dice", "06.03.1", TALLY)

        def falls() -> bool:
            return general_falls(a.given.general_in_contact, a.losses(dice.total), dice.total)

        def bursts() -> bool:
            return can_burst(a.given.piece, a.guns) and dice.count(1) == 2

        outputs = {
            "guns": lambda: a.guns,
            "modifier": lambda: a.modifier,
            "result": lambda: dice.total + a.modifier,
            "losses_men": lambda: a.losses(dice.total),
            "extra_losses_men": lambda: a.extra_losses(dice.total),
            "general_falls": falls,
            "gun_bursts": bursts,
        }
        return chance.ruling(self.name, outputs, lambda: [*self.lines(a), *_effect_lines(a, dice, falls(), bursts())])

    def lines(self, assessment: ArtilleryAssessment) -> list[Line]:
        a = assessment
        told = [Line(say("civilwar.ruling.artillery.guns", n=a.guns), "06.01.3", a.guns)]
        return [*told, *modifier_lines(a.modifiers)] if a.guns else told


@rule("06.02.1", "06.02.2")
def check_ammunition(piece: str, ammunition: str, distance_cm: float) -> None:
    """The piece must have this ammunition; canister reaches only as far as its zone, shell and solid shot strike no
    farther than they can fall (06.02.1, 06.02.2, R59, R103)."""
    reach = known_range(piece, ammunition)
    if ammunition == "canister":
        if distance_cm > reach:
            raise refuse("civilwar.refuse.canister-range", "06.02.1", cm=amount(distance_cm), reach=reach)
    elif distance_cm > farthest(piece, ammunition):
        told = {"cm": amount(distance_cm), "reach": reach, "most": amount(farthest(piece, ammunition))}
        ammunition_name = say(f"civilwar.ammunition.{ammunition}")
        raise refuse("civilwar.refuse.gun-range", "06.02.2", ammunition=ammunition_name, **told)


def _effect_lines(a: ArtilleryAssessment, dice: Dice, falls: bool, bursts: bool) -> list[Line]:
    if not a.guns:
        return [Line(say("civilwar.ruling.artillery.silent"), "06.01.3")]
    told = [dice_line(dice.total, a.modifier, "06.03.1"), *_loss_lines(a, dice.total)]
    if falls:
        told.append(Line(say("civilwar.ruling.fire.general"), "06.03.9"))
    if bursts:
        told.append(Line(say("civilwar.ruling.artillery.bursts"), "06.03.7"))
    return told


def _loss_lines(a: ArtilleryAssessment, dice: int) -> list[Line]:
    men = men_of(ARTILLERY_LOSSES[a.guns], dice + a.modifier)
    told = [Line(say("civilwar.ruling.artillery.men", n=men), "06.03.1", men)]
    if a.share != 1:
        told.append(Line(say("civilwar.ruling.artillery.share", share=str(a.share)), "06.02.1"))
    told += reduction_lines(a.reductions)
    losses, extra = a.losses(dice), a.extra_losses(dice)
    if a.given.target_formation == "wagon":
        told.append(Line(say("civilwar.ruling.artillery.wagon"), "06.03.4"))
    else:
        told.append(Line(say("civilwar.ruling.fire.losses", n=losses), "06.03.2", losses))
    if a.all_ranks_modifier is not None:
        told.append(Line(say("civilwar.ruling.fire.extra", n=extra), "06.02.4", extra))
    return told
