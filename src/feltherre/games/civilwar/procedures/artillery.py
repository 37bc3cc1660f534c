"""The effect of artillery fire (06.03): the throw, the losses in men, generals and bursting guns."""

from __future__ import annotations

from fractions import Fraction
from itertools import compress
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from feltherre.core.chance import TALLY, Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, Row, Rows, procedure
from feltherre.core.text import say
from feltherre.games.civilwar import tables
from feltherre.games.civilwar.procedures import inputs
from feltherre.games.civilwar.procedures.artillery_hits import PieceKey, farthest, known_range
from feltherre.games.civilwar.procedures.losses import Reduction, divisor_of, men_of, tell_reductions

TargetFormation: TypeAlias = Literal[
    "closed", "thin_line", "chain", "building", "limbered_artillery", "wagon", "unlimbered_artillery"
]

#: real guns that one gunner figure serves (06.01.3)
GUNS_PER_GUNNER: Final = 2
MOST_GUNS: Final = max(tables.ARTILLERY_LOSSES)
#: real guns of the largest battery: two models side by side (02.03.2) of four each (01.01.2), though six count at most
LARGEST_BATTERY: Final = 8
#: cm beyond which shell has its advantage
SHELL_DISTANCE: Final = 20
#: a share of figures is a ratio of whole numbers; told with seven decimals, it is read as the nearest such ratio
_MOST_FIGURES: Final = 1_000
_BURSTING_PIECE: Final = "10pdr_parrott"
_TWO_ONES: Final = 2
_REDUCTIONS: Final = (
    Reduction("cover-3", tables.ARTILLERY_DIVISORS["cover_3_factor"], "06.03.1"),
    Reduction("unlimbered", tables.ARTILLERY_DIVISORS["unlimbered_factor"], "06.03.1"),
    Reduction("pinned", tables.ARTILLERY_DIVISORS["pinned_factor"], "06.03.8"),
)


_UNTOLD: Final = Row(0, "06.03.1", "")
_THIN, _LIMBERED = tables.ARTILLERY_FIRE["thin_line"], tables.ARTILLERY_FIRE["limbered_or_wagon"]
#: and what the schema does not name: what is compared with, and what counts as something else
IX: Final = Rows(
    __name__,
    "IX",
    {
        **tables.ARTILLERY_FIRE,
        "few_ranks": Row(0, "06.02.3", ""),
        "closed": _UNTOLD,
        "unlimbered_artillery": _UNTOLD,
        "limbered_artillery": _LIMBERED,
        "wagon": _LIMBERED._replace(rule="06.03.4", says="civilwar.modifier.target.wagon"),
        "building": _THIN._replace(rule="02.04.3", says="civilwar.modifier.target.building"),
    },
)


class ArtillerySituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    piece: PieceKey
    ammunition: inputs.Ammunition
    guns_serviceable: Annotated[int, Meta(ge=0, le=LARGEST_BATTERY)]
    gunners: inputs.Count
    order_state: inputs.FightingOrder = "OR"
    grade: inputs.Grade = 0
    surprised: bool = False
    distance_cm: inputs.Length
    target_formation: TargetFormation = "closed"
    front_ranks_hit: inputs.Count = 0
    all_ranks_hit: inputs.Count = 0
    target_cover: inputs.Class = 0
    target_pinned: bool = False
    canister_share: inputs.Share = 1.0
    general_in_contact: bool = False


@procedure("artillery-fire", dice=list[int])
@rule("06.03.7")
def artillery_fire(fire: ArtillerySituation, desk: Desk) -> Resolve:
    """The throw for losses of a battery that hits (06.03.1, schemas IX and X): men of the unit hit and of those behind
    it (06.02.4, R54), whether a general falls (06.03.9, R56) and whether a gun bursts (06.03.7, R69)."""
    check_ammunition(fire, desk)
    inputs.check_ranks(fire.front_ranks_hit, fire.all_ranks_hit, "front_ranks_hit", "all_ranks_hit", "06.02.4")
    guns = desk.known["guns"] = guns_firing(fire.guns_serviceable, fire.gunners)
    desk.line("artillery.guns", "06.01.3", guns, n=guns)
    modifier = desk.known["modifier"] = fire_modifier(fire, desk)
    if not guns:
        del desk.lines[1:]  # of a battery that nobody serves no more is told
    behind = fire.ammunition == "solid_shot" and fire.all_ranks_hit > fire.front_ranks_hit
    added = IX[rank_row(fire.all_ranks_hit)].value - IX[rank_row(fire.front_ranks_hit)].value
    share = Fraction(fire.canister_share).limit_denominator(_MOST_FIGURES)
    reductions = artillery_reductions(fire.target_formation, fire.target_cover, fire.target_pinned)
    divisor = divisor_of(reductions)

    def resolve(chance: Chance) -> Outcome:
        dice = chance.throw(2, "dice", "06.03.1", TALLY).total
        result = dice + modifier
        by_table = artillery_losses(guns, result, share, divisor)
        losses = 0 if fire.target_formation == "wagon" else by_table
        extra = artillery_losses(guns, result + added, share, divisor) - by_table if behind else 0
        falls = general_falls(fire.general_in_contact, losses, dice)
        bursts = fire.piece == _BURSTING_PIECE and guns > 0 and dice == _TWO_ONES
        if not guns:
            desk.line("artillery.silent", "06.01.3")
        elif desk.telling:
            inputs.tell_dice(dice, modifier, desk, "06.03.1")
            men = men_of(tables.ARTILLERY_LOSSES[guns], result)
            desk.line("artillery.men", "06.03.1", men, n=men)
            desk.line_if(share != 1, "artillery.share", "06.02.1", share=str(share))
            tell_reductions(desk, reductions)
            desk.line_if(fire.target_formation == "wagon", "artillery.wagon", "06.03.4")
            desk.line_if(fire.target_formation != "wagon", "fire.losses", "06.03.2", losses, n=losses)
            desk.line_if(behind, "fire.extra", "06.02.4", extra, n=extra)
            desk.line_if(falls, "fire.general", "06.03.9")
            desk.line_if(bursts, "artillery.bursts", "06.03.7")
        return {
            "result": result,
            "losses_men": losses,
            "extra_losses_men": extra,
            "general_falls": falls,
            "gun_bursts": bursts,
        }

    return resolve


@rule("06.02.1", "06.02.2")
def check_ammunition(fire: ArtillerySituation, desk: Desk) -> None:
    """The piece must have this ammunition; canister reaches only as far as its zone, shell and solid shot strike no
    farther than they can fall (06.02.1, 06.02.2, R59, R103)."""
    reach = known_range(fire.piece, fire.ammunition)
    most = reach if fire.ammunition == "canister" else farthest(fire.piece, fire.ammunition)
    if fire.distance_cm <= most:
        return
    cm, ammunition = inputs.amount(fire.distance_cm), say(f"civilwar.ammunition.{fire.ammunition}")
    desk.refuse_if(fire.ammunition == "canister", "canister-range", "06.02.1", cm=cm, reach=reach)
    desk.refuse("gun-range", "06.02.2", ammunition=ammunition, cm=cm, reach=reach, most=inputs.amount(most))


@rule("06.01.3")
def guns_firing(serviceable: int, gunners: int) -> int:
    """Guns that count: half a gunner figure for each (06.01.3, R58)."""
    return min(serviceable, GUNS_PER_GUNNER * gunners, MOST_GUNS)


def fire_modifier(fire: ArtillerySituation, desk: Desk) -> int:
    """Everything of schema IX that changes the throw (06.03.1); cover III reduces the losses instead (R53)."""
    size = tables.GUN_SIZES.get(tables.PIECES[fire.piece].size_mod)
    ranks = rank_row(fire.front_ranks_hit if fire.ammunition == "solid_shot" else 0)
    formation = fire.target_formation
    return desk.add(
        IX,
        {
            **({size: True} if size else {}),
            "canister": fire.ammunition == "canister",
            "shell_over_20": fire.ammunition == "shell" and fire.distance_cm > SHELL_DISTANCE,
            ranks: IX[ranks].value,
            formation: IX[formation].value,
            "cover_1": fire.target_cover == 1,
            "cover_2": fire.target_cover == 2,
            "surprised": fire.surprised,
            "lu": fire.order_state == "LU",
            "u": fire.order_state == "U",
            "morale_grade": fire.grade,
        },
    )


def rank_row(ranks: int) -> str:
    """The row of schema IX for so many ranks that a solid shot goes through (06.02.3, R64)."""
    return "shot_5_ranks" if ranks >= 5 else "shot_3_4_ranks" if ranks >= 3 else "few_ranks"


@rule("06.03.8")
def artillery_reductions(formation: str, cover: int, pinned: bool) -> tuple[Reduction, ...]:
    """What reduces losses: cover III, being unlimbered guns, lying pinned (06.03.8, schema X, R53)."""
    there = (cover == 3, formation == "unlimbered_artillery", pinned)
    return tuple(compress(_REDUCTIONS, there))


@rule("06.03.1")
def artillery_losses(guns: int, result: int, share: Fraction, divisor: int) -> int:
    """Men lost to so many guns (06.03.1, schema X), rounded once, a half upwards (R2)."""
    men = men_of(tables.ARTILLERY_LOSSES[guns], result) if guns else 0
    parts = share.denominator * divisor
    return (2 * men * share.numerator + parts) // (2 * parts)


@rule("06.03.9")
def general_falls(in_contact: bool, losses: int, dice: int) -> bool:
    """A general with a unit that loses men falls if the dice themselves show 10 (06.03.9, R56)."""
    return in_contact and losses > 0 and dice == tables.GENERAL_FALLS_ARTILLERY
