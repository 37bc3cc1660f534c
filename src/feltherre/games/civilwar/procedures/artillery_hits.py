"""Where artillery fire falls (06.01, 06.02): arc and overhead fire, deviation, canister; material loss (06.03.3 -
06.03.6): guns, limbers, horses and wagons, and their repair.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import ceil, cos, hypot, radians, sin
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from feltherre.core.chance import Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure, refuse
from feltherre.core.text import say
from feltherre.games.civilwar import tables
from feltherre.games.civilwar.procedures import inputs

PieceKey: TypeAlias = Literal[
    "6pdr_m41",
    "6pdr_whitworth",
    "10pdr_parrott",
    "10pdr_brooke",
    "3in_rodman",
    "12pdr_gunhow_m41",
    "12pdr_napoleon",
    "12pdr_blakely",
    "12pdr_armstrong",
    "12pdr_whitworth",
    "20pdr_parrott",
    "30pdr_parrott",
    "12pdr_howitzer",
    "24pdr_howitzer",
    "32pdr_howitzer",
    "3pdr_mountain",
    "12pdr_mountain",
    "10in_mortar",
]
GunClass: TypeAlias = Literal["smoothbore", "rifled", "special_rifled"]
Point: TypeAlias = tuple[inputs.Coordinate, inputs.Coordinate]

#: degrees to either side of the front
ARC: Final = 45
#: cm between battery and unit fired over, and between that and the point struck
CLEARANCE: Final = 10
#: where the round falls, in tenths of the guessed distance: along the line of fire, and to the gunners' right of it
OFFSETS: Final[Mapping[str, tuple[int, int]]] = {
    "too_short": (9, 0),
    "left": (10, -1),
    "on_the_spot": (10, 0),
    "right": (10, 1),
    "too_long": (11, 0),
}
#: decimals of cm that are told of a point; also how near an edge counts as on it
_DECIMALS: Final = 7
_ON_THE_EDGE: Final = 1e-6


def known_range(piece: str, ammunition: str) -> int:
    """The range of schema VII; ammunition that the piece does not have is refused (R103)."""
    reach = tables.PIECES[piece].range(ammunition)
    if reach is None:
        raise refuse(
            "civilwar.refuse.no-such-ammunition",
            "09.02.1",
            piece=say(f"civilwar.piece.{piece}"),
            ammunition=say(f"civilwar.ammunition.{ammunition}"),
        )
    return reach


@cache
def farthest(piece: str, ammunition: str) -> float:
    """cm from the guns to the farthest point that a shell or solid shot can strike: the guess is at most the range, and
    a round may fall a tenth of it beyond or aside (06.02.2, schema VIII, R59); to the next mm."""
    reach = known_range(piece, ammunition)
    ways = tables.DEVIATION[tables.PIECES[piece].gun_class].values()
    # tenths of so many cm are so many mm
    return max(ceil(hypot(*OFFSETS[way]) * reach) for way in ways) / 10


class Overshot(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit that the line of fire goes over."""

    from_battery_cm: inputs.Length
    to_point_cm: inputs.Length
    terraces_below: Annotated[int, Meta(ge=-1_000, le=1_000)] = 0


@rule("06.01.5", "09.02.2")
def overhead_reason(piece: str, ammunition: str, overshot: Iterable[Overshot]) -> str:
    """The first condition of overhead fire that is not met, or `ok` (06.01.5, R62). Cannon, as which a gun-howitzer
    counts, and solid shot need higher ground; a howitzer's or mortar's shell does not."""
    high = ammunition == "solid_shot" or tables.PIECES[piece].load not in ("howitzer", "mortar")
    unmet = (
        inputs.first(
            {
                "canister_overhead": ammunition == "canister",
                "too_near_battery": unit.from_battery_cm < CLEARANCE,
                "too_near_point": unit.to_point_cm < CLEARANCE,
                "no_higher_ground": high and unit.terraces_below < 1,
            }
        )
        for unit in overshot
    )
    return next((reason for reason in unmet if reason != "ok"), "ok")


class OverheadSituation(Struct, frozen=True, forbid_unknown_fields=True):
    piece: PieceKey
    ammunition: inputs.Ammunition
    angle_deg: inputs.Angle = 0
    overshot: tuple[Overshot, ...] = ()


@procedure("arc-and-overhead-fire")
def arc_and_overhead_fire(given: OverheadSituation, desk: Desk) -> Outcome:
    """Whether a battery may fire in a direction, measured at its wings (06.01.4), and over units (06.01.5, R62)."""
    known_range(given.piece, given.ammunition)
    in_arc = given.angle_deg <= ARC
    degrees = desk.telling and inputs.amount(given.angle_deg)
    desk.line("overhead.in-arc" if in_arc else "overhead.outside-arc", "06.01.4", degrees=degrees)
    reason = overhead_reason(given.piece, given.ammunition, given.overshot) if in_arc else "outside_arc"
    desk.line_if(in_arc and bool(given.overshot), f"overhead.{reason.replace('_', '-')}", "06.01.5")
    return {"in_arc": in_arc, "legal": reason == "ok", "reason": reason}


@rule("06.02.2")
def impact(origin: tuple[float, float], bearing_deg: float, guess_cm: float, deviation: str) -> tuple[float, float]:
    """The point struck: a tenth of the guess short, long, left or right of the guessed point (06.02.2, R59)."""
    along, across = (tenths * guess_cm / 10 for tenths in OFFSETS[deviation])
    east, north = _direction(bearing_deg)
    x = origin[0] + along * east + across * north
    y = origin[1] + along * north - across * east
    return round(x, _DECIMALS) + 0.0, round(y, _DECIMALS) + 0.0


#: (east, north) along the axes, where sine and cosine would be a hair off
_AXES: Final = {0.0: (0.0, 1.0), 90.0: (1.0, 0.0), 180.0: (0.0, -1.0), 270.0: (-1.0, 0.0)}


def _direction(bearing_deg: float) -> tuple[float, float]:
    bearing = float(bearing_deg % 360)
    return _AXES.get(bearing, (sin(radians(bearing)), cos(radians(bearing))))


@rule("06.02.3")
def contains(polygon: Sequence[tuple[float, float]], point: tuple[float, float]) -> bool:
    """Whether an outline has figures on the point struck, its edges included (06.02.3)."""
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if _on_edge(point, (x1, y1), (x2, y2)):
            return True
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


def _on_edge(point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> bool:
    dx, dy = end[0] - start[0], end[1] - start[1]
    px, py = point[0] - start[0], point[1] - start[1]
    square = dx * dx + dy * dy
    along = min(max((px * dx + py * dy) / square, 0.0), 1.0) if square else 0.0
    away = (px - along * dx) ** 2 + (py - along * dy) ** 2
    return away <= _ON_THE_EDGE**2


class Outline(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    polygon: Annotated[tuple[Point, ...], Meta(min_length=3)]


class DeviationSituation(Struct, frozen=True, forbid_unknown_fields=True):
    gun_class: GunClass
    guess_cm: inputs.Length
    origin: Point
    bearing_deg: inputs.Bearing
    continued_hit: str | None = None
    outlines: tuple[Outline, ...] = ()


@procedure("artillery-deviation", **inputs.TWO_DICE_OR_NONE)
def artillery_deviation(given: DeviationSituation, desk: Desk) -> Resolve:
    """Where a round falls (06.02.2, schema VIII) and who stands there (06.02.3); continued fire at a target that was
    hit hits again without a throw (06.02.5, R60)."""

    def resolve(chance: Chance) -> Outcome:
        dice = inputs.two_dice_if(given.continued_hit is None, chance, "06.02.2")
        if dice is None:
            desk.line("deviation.continued", "06.02.5", unit=given.continued_hit)
            return {"deviation": "continued", "impact": None, "hit": given.continued_hit}
        fell = tables.DEVIATION[given.gun_class][dice.total]
        desk.line(f"deviation.{fell.replace('_', '-')}", "06.02.2", dice=dice.total)
        point = impact(given.origin, given.bearing_deg, given.guess_cm, fell)
        hit = next((unit.id for unit in given.outlines if contains(unit.polygon, point)), None)
        # the distance itself is not told: a gunner may not measure it (06.02.2)
        if hit:
            desk.line("deviation.hit", "06.02.3", unit=hit)
        else:
            desk.line("deviation.nobody", "06.02.3")
        return {"deviation": fell, "impact": list(point), "hit": hit}

    return resolve


class CanisterTarget(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    figures_two_ranks: inputs.Count
    figures_chain_in_front: inputs.Count = 0
    covered_by_closed: bool = False
    nearer_friend_same_half: bool = False

    @property
    def can_be_hit(self) -> bool:
        return not (self.covered_by_closed or self.nearer_friend_same_half)

    @property
    def weight(self) -> int:
        return self.figures_two_ranks + self.figures_chain_in_front


class CanisterSituation(Struct, frozen=True, forbid_unknown_fields=True):
    targets: tuple[CanisterTarget, ...]


@procedure("canister-shares")
def canister_shares(given: CanisterSituation, desk: Desk) -> Outcome:
    """The share of the loss of each target that can be hit: by figures of its two foremost ranks and of the chains in
    front of them (06.02.1, R61)."""
    desk.refuse_if(len({target.id for target in given.targets}) < len(given.targets), "target-twice", "06.02.1")
    everyone = sum(target.weight for target in given.targets if target.can_be_hit)
    shares = {}
    for target in given.targets:
        if target.covered_by_closed:
            desk.line("canister.covered", "06.02.1", unit=target.id)
        elif target.nearer_friend_same_half:
            desk.line("canister.friend", "06.02.1", unit=target.id)
        elif everyone:
            share = Fraction(target.weight, everyone)
            shares[target.id] = round(float(share), _DECIMALS)
            told = desk.telling and str(share)
            desk.line("canister.share", "06.02.1", unit=target.id, figures=target.weight, share=told)
    desk.line_if(not desk.lines, "canister.nobody", "06.02.1")
    return {"shares": shares}


# material


#: whole turns of one gunner's work, and under effective fire (06.03.6)
REPAIR_TURNS: Final = 2
REPAIR_TURNS_UNDER_FIRE: Final = 3
#: an input that is not given: as many as anybody could lose
PLENTY: Final = 99

NO_LOSS: Final = dict.fromkeys(
    ("guns_damaged", "guns_destroyed", "limbers_damaged", "limbers_destroyed", "horses_killed"), 0
)


class CounterBatterySituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    #: the unmodified loss throw; it is not thrown again
    dice_sum: inputs.DiceSum
    target_cover: inputs.Class = 0
    ammunition: inputs.Ammunition
    target_limbered: bool = False
    is_wagon: bool = False
    guns_left: inputs.Count = PLENTY
    guns_already_damaged: inputs.Count = 0
    limbers_left: inputs.Count = PLENTY
    limbers_already_damaged: inputs.Count = 0
    horses_left: inputs.Count = PLENTY


@procedure("counter-battery")
def counter_battery(hit: CounterBatterySituation, desk: Desk) -> Outcome:
    """What schema XI takes from a battery or wagon: the loss throw again, with nothing but the deduction for cover
    (06.03.3, 06.03.4, R66, R67)."""
    too_many = hit.guns_already_damaged > hit.guns_left or hit.limbers_already_damaged > hit.limbers_left
    desk.refuse_if(too_many, "damaged", "06.03.3")
    cover = desk.add(tables.MATERIEL_COVER, {f"cover_{hit.target_cover}": True} if hit.target_cover else {})
    inputs.tell_dice(hit.dice_sum, cover, desk, "06.03.3")
    desk.line_if(hit.ammunition == "canister", "materiel.canister", "06.03.3")
    result = hit.dice_sum + cover
    lost, wagon_destroyed = materiel_loss(hit, result)
    for what, n in lost.items():
        if n:
            desk.line(f"materiel.{what.replace('_', '-')}", "06.03.3", n, n=n)
    desk.line_if(wagon_destroyed, "materiel.wagon", "06.03.4")
    desk.line_if(not (wagon_destroyed or any(lost.values())), "materiel.none", "06.03.3")
    return {"result": result, **lost, "wagon_destroyed": wagon_destroyed}


@rule("06.03.3", "06.03.4")
def materiel_loss(hit: CounterBatterySituation, result: int) -> tuple[dict[str, int], bool]:
    """Real guns and limbers and horses in figures that are lost, and whether a wagon is; canister hurts horses only
    (06.03.3, 06.03.4, R66, R67)."""
    row = tables.MATERIEL.get(result, NO_LOSS)
    lost = {**NO_LOSS, "horses_killed": min(row["horses_killed"], hit.horses_left)}
    if hit.ammunition == "canister":
        return lost, False
    if hit.is_wagon:
        return lost, result >= tables.WAGON_DESTROYED_FROM
    gone = row["guns_destroyed"] + (row.get("if_limbered_guns_destroyed", 0) if hit.target_limbered else 0)
    guns = damaged_or_destroyed(row["guns_damaged"], gone, hit.guns_left, hit.guns_already_damaged)
    broken, gone = row["limbers_damaged"], row["limbers_destroyed"]
    limbers = damaged_or_destroyed(broken, gone, hit.limbers_left, hit.limbers_already_damaged)
    lost["guns_damaged"], lost["guns_destroyed"] = guns
    lost["limbers_damaged"], lost["limbers_destroyed"] = limbers
    return lost, False


@rule("06.03.3")
def damaged_or_destroyed(damaged: int, destroyed: int, left: int, already_damaged: int) -> tuple[int, int]:
    """(damaged, destroyed) of guns or limbers that are there: damage falls on a sound one, or else destroys a damaged
    one; what is gone cannot be lost again (06.03.3, R66)."""
    if damaged and left <= already_damaged:
        damaged, destroyed = 0, damaged
    return min(damaged, left), min(destroyed, left)


class RepairSituation(Struct, frozen=True, forbid_unknown_fields=True):
    turns_worked: inputs.Count
    under_effective_fire: bool = False
    attacked_or_melee: bool = False


@procedure("repair")
def repair(given: RepairSituation, desk: Desk) -> Outcome:
    """Whether a gunner's work mends a gun or limber in this turn; none is done while the battery is attacked
    (06.03.6)."""
    desk.line_if(given.attacked_or_melee, "repair.attacked", "06.03.6")
    turns = given.turns_worked + (not given.attacked_or_melee)
    needed = REPAIR_TURNS_UNDER_FIRE if given.under_effective_fire else REPAIR_TURNS
    repaired = turns >= needed
    desk.line("repair.done" if repaired else "repair.working", "06.03.6", turns=turns, needed=needed)
    return {"turns_after": turns, "repaired": repaired}
