"""Artillery fire (10): zones by gun, what a shot does to each unit in its way, guns and horses, ranging in, ricochet,
and fire over the heads of others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from feltherre.core.amounts import exact
from feltherre.core.chance import Chance, Outcome
from feltherre.core.figures import signed
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.games.napoleon.procedures.buildings import third_die
from feltherre.games.napoleon.procedures.fields import no_flanks
from feltherre.games.napoleon.procedures.groups import add_column, band
from feltherre.games.napoleon.procedures.inputs import (
    GRADES,
    THREE_DICE,
    Count,
    FightingState,
    Length,
    Points,
    Share,
    State,
    amount,
    cut,
    lu_grades,
)
from feltherre.games.napoleon.procedures.small_arms import COMMANDERS, COVERS, TRAINING
from feltherre.games.napoleon.tables import by_key, records

Die = Annotated[int, Meta(ge=1, le=6)]

#: schema XIV: gun -> the limits of its four zones in cm; on a limit the nearer zone holds (R24)
ZONES: Final[dict[str, tuple[int, ...]]] = {
    f"{row['nation']} {row['gun']}": tuple(row[f"zone_{zone}_to"] for zone in (1, 2, 3, 4)) for row in records("XIV")
}
#: the zones there are, and those in which balls ricochet (10.04.1)
ALL_ZONES: Final = (1, 2, 3, 4)
#: schema XII, and schema XIII by the third die
EFFECTS: Final = records("XII")
MATERIEL: Final[dict[int, dict[str, Any]]] = by_key("XIII", key="die")
#: real guns that a gunner figure serves (10.01.1, R53), and figures to a gun that are no large target (10.02.2)
SERVED: Final = 2
FIGURES_TO_A_GUN: Final = 10
#: the loss of a battery from which its materiel suffers (10.02.1)
MATERIEL_FROM: Final = 5
#: what a unit behind the first gets off the result (10.05.5)
BEHIND: Final = -4
#: how far behind the first target a ball still goes, in cm, and in soft ground (10.05.4)
THROUGH: Final = {False: 10, True: 5}
#: the worst and best grade of a battery that count (schema XI, R91)
OWN_GRADE: Final = (-3, 3)

TargetKind = Literal[
    "thin_skirmish",
    "dense_skirmish",
    "artillery_in_position",
    "working_pioneers",
    "limbered_artillery_or_train",
    "other",
]
#: kind of target -> its row of schema XI
KIND_ROW: Final = {
    "thin_skirmish": "thin_skirmish",
    "dense_skirmish": "dense_skirmish",
    "artillery_in_position": "artillery_in_position_or_pioneers",
    "working_pioneers": "artillery_in_position_or_pioneers",
    "limbered_artillery_or_train": "limbered_artillery_train",
}
#: those in open formation (05.04.2)
OPEN_KINDS: Final = frozenset({"thin_skirmish", "dense_skirmish", "working_pioneers"})
#: those whose guns and horses can be hit
GUNS: Final = frozenset({"artillery_in_position", "limbered_artillery_or_train"})


class Body(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit that is hit by a ball, or stands near a blast."""

    range_cm: Length | None = None
    figures: Count
    kind: TargetKind = "other"
    column: bool = False
    square: bool = False
    flank: bool = False
    charging: bool = False
    unseen: bool = False
    cover: Count = 0
    non_ricochet: bool = False
    state: State = "OR"
    grade: Points = 0
    commander_points: Points = 0
    loss_share: Share = 1

    @property
    def struck_in_flank(self) -> bool:
        """Whether it is hit in a flank that it has: not in open formation, nor in FU (05.04.2)."""
        return self.flank and self.kind not in OPEN_KINDS and self.state != "FU"


class Salvo(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    guns: Count
    gunner_figures: Count
    gun: str
    firer_cover: Count = 0
    not_answering: bool = False
    firer_state: FightingState = "OR"
    firer_training: Points = 0
    firer_grade: Points = 0
    ranged_in: bool = True
    targets: tuple[Body, ...]


@procedure("artillery-fire", **THREE_DICE)
@rule("10.01.1", "10.01.2", "10.01.3", "10.01.4", "10.01.6", "06.03.6")
def artillery_fire(salvo: Salvo, desk: Desk) -> Resolve:
    """What the fire of a battery does to each unit in its way: men lost for each gun, the moral effect, and guns,
    horses or loads of a battery (10.02, schemas XI to XIV)."""
    zones = zones_of(salvo, desk)
    elements = min(salvo.guns, SERVED * salvo.gunner_figures)
    desk.refuse_if(not elements, "no-guns", "10.01.1")
    check_targets(salvo, zones, desk)
    desk.line("artillery.elements", "10.01.1", elements, n=elements)
    own = add_column(desk, "XI", "own_loss", own_rows(salvo))
    sums = [target_sums(salvo, at, zone, elements, desk) for at, zone in enumerate(zones)]

    def resolve(chance: Chance) -> Outcome:
        dice = chance.throw(3, "dice", "10.02.1").values
        told = []
        for at, (body, zone) in enumerate(zip(salvo.targets, zones, strict=True)):
            loss, morale = sums[at]
            behind = BEHIND if at and body.loss_share == 1 else 0
            desk.line_if(bool(behind), "artillery.behind", "10.05.5", behind, n=at + 1)
            result = sum(dice) + own + loss + behind
            each = band(EFFECTS, result)["loss_men_per_element"]
            men = ceil(each * elements * exact(body.loss_share))
            hit = {
                "zone": zone,
                "loss_result": result,
                "loss_men": men,
                "morale_result": result + morale,
                "morale_effect": band(EFFECTS, result + morale)["morale"],
                "materiel": lost_materiel(body.kind in GUNS, men, dice, zone),
            }
            desk.line_if(body.loss_share < 1, "artillery.share", "14.03.2", n=at + 1, share=amount(body.loss_share))
            tell_hit(at + 1, hit, each, elements, desk)
            told.append(hit)
        return {"per_target": told}

    return resolve


def tell_hit(n: int, hit: Mapping[str, Any], each: int, elements: int, desk: Desk) -> None:
    """What a target suffers, in words: `each` is what a gun costs it."""
    men, result, morale = hit["loss_men"], hit["loss_result"], hit["morale_result"]
    desk.line("artillery.men", "10.02.1", men, n=n, result=result, each=each, guns=elements, men=men)
    desk.line("artillery.morale", "10.02.1", morale, n=n, result=morale, effect=hit["morale_effect"])
    for what, number in (hit["materiel"] or {}).items():
        desk.line(f"artillery.{what}", "10.02.1", number, n=number)


@rule("10.03.1")
def zones_of(salvo: Salvo, desk: Desk) -> list[int]:
    """The zone of each target (schema XIV, R24)."""
    limits = ZONES.get(salvo.gun)
    if limits is None:
        desk.refuse("no-such-gun", "10.03.1", gun=salvo.gun)
    found = []
    for body in salvo.targets:
        distance = exact(body.range_cm or 0)
        zone = next((zone for zone, limit in zip(ALL_ZONES, limits, strict=True) if distance <= limit), None)
        if zone is None:
            desk.refuse("out-of-range", "10.03.1", most=limits[-1])
        desk.line("artillery.zone", "10.03.1", zone, cm=amount(distance), n=zone)
        found.append(zone)
    return found


@rule("10.05.4", "10.05.6", "14.03.2")
def check_targets(salvo: Salvo, zones: Sequence[int], desk: Desk) -> None:
    """There are targets, from front to rear, and a ball reaches those behind the first only from zone 2 and close
    behind it (10.05.4, R55, R95)."""
    desk.refuse_if(not salvo.targets, "no-target", "10.02.1")
    desk.refuse_if(any(body.range_cm is None for body in salvo.targets), "no-range", "10.03.1")
    ranges = [exact(body.range_cm or 0) for body in salvo.targets]
    desk.refuse_if(ranges != sorted(ranges), "not-in-order", "10.05.4")
    for body in salvo.targets:
        desk.refuse_if(not body.figures, "no-figures", "10.02.1")
        desk.refuse_if(body.cover not in COVERS, "no-such-cover", "10.02.1", value=body.cover)
        desk.refuse_if(body.commander_points not in COMMANDERS, "commander-points", "08.02.1", n=body.commander_points)
    desk.refuse_if(salvo.firer_cover not in COVERS, "no-such-cover", "10.02.1", value=salvo.firer_cover)
    first, *behind = zip(salvo.targets, ranges, strict=True)
    for body, distance in behind if first[0].loss_share == 1 else ():
        most = THROUGH[body.non_ricochet]
        desk.refuse_if(zones[0] == 1, "through-in-zone-1", "10.05.4")
        desk.refuse_if(distance - first[1] >= most, "too-far-behind", "10.05.4", most=most)


@rule("10.02.3", "10.02.4", "10.02.5")
def own_rows(salvo: Salvo) -> dict[str, bool | int]:
    """The rows of the battery's own column that hold."""
    return {
        f"cover_{salvo.firer_cover}": salvo.firer_cover > 1,
        "battery_does_not_answer": salvo.not_answering,
        "twelve_pounder": "12pdr" in salvo.gun,
        "per_lu_grade": -lu_grades(salvo.firer_state),
        "state_u": salvo.firer_state == "U",
        "training": cut(salvo.firer_training, *TRAINING),
        "morale_grade": cut(salvo.firer_grade, *OWN_GRADE),
    }


@rule("10.02.1", "10.03.3")
def target_sums(salvo: Salvo, at: int, zone: int, elements: int, desk: Desk) -> tuple[int, int]:
    """(losses, morale): what the columns of one of the targets come to."""
    body = salvo.targets[at]
    desk.line_if(len(salvo.targets) > 1, "artillery.target", "10.05.5", n=at + 1)
    if body.flank and not body.struck_in_flank:
        no_flanks(desk, open_formation=True)
    loss = add_column(desk, "XI", "opponent_loss", target_rows(body, zone, ranged_in=salvo.ranged_in))
    return loss, morale_sum(body, zone, elements, desk)


def morale_sum(body: Body, zone: int, elements: int, desk: Desk) -> int:
    """What the column of morale comes to, with the commander: he is not in schema XI, but his effect is that of schema
    XVI all the same (R21)."""
    commander = -body.commander_points
    total = add_column(desk, "XI", "opponent_morale", morale_rows(body, zone, elements))
    desk.line_if(commander != 0, "artillery.commander", "08.02.1", commander, value=signed(commander))
    return total + commander


@rule("10.03.3", "10.04.1")
def target_rows(body: Body, zone: int, *, ranged_in: bool) -> dict[str, bool | int]:
    """The rows of a target's column of losses that hold."""
    far = zone > 1
    return {
        KIND_ROW.get(body.kind, ""): body.kind in KIND_ROW,
        "column_zone_2_4": body.column and far,
        "flank_or_square_zone_2_4": (body.struck_in_flank or body.square) and far,
        "cavalry_charging": body.charging,
        "target_unseen": body.unseen,
        f"cover_{body.cover}": body.cover > 1,
        f"zone_{zone}": True,
        "no_ricochet_zone_2_4": body.non_ricochet and far,
        "ranging_in_zone_2_4": not ranged_in and far,
    }


@rule("10.02.2")
def morale_rows(body: Body, zone: int, elements: int) -> dict[str, bool | int]:
    """The rows of a target's column of morale that hold: the larger the unit, the less it feels (10.02.2, R20)."""
    beyond = body.figures - FIGURES_TO_A_GUN * elements
    return {
        "zone_1": zone == 1,
        "per_lu_grade": lu_grades(body.state),
        "state_u": body.state == "U",
        "large_target": -ceil(Fraction(beyond, FIGURES_TO_A_GUN)) if beyond > 0 else 0,
        "morale_grade": -cut(body.grade, *GRADES),
    }


@rule("10.02.1", "07.01.6")
def lost_materiel(is_artillery: bool, men: int, dice: Sequence[int], zone: int) -> Mapping[str, int] | None:
    """What a battery loses besides men: by the die beside two equal ones, once for each shot (schema XIII, R22)."""
    third = third_die(dice)
    if not is_artillery or men < MATERIEL_FROM or third is None:
        return None
    lost: Mapping[str, int] = MATERIEL[third][f"zone_{zone}"]
    return lost or None


class Hit(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    target_is_artillery: bool = True
    loss_men: Count
    dice: tuple[Die, Die, Die]
    zone: Count


@procedure("counter-battery-materiel")
def counter_battery_materiel(hit: Hit, desk: Desk) -> Outcome:
    """What a battery that is fired at loses besides men (10.02.1, schema XIII, R22)."""
    check_zone(hit.zone, desk)
    lost = lost_materiel(hit.target_is_artillery, hit.loss_men, hit.dice, hit.zone)
    desk.line_if(lost is None, "artillery.no-materiel", "10.02.1")
    for what, number in (lost or {}).items():
        desk.line(f"artillery.{what}", "10.02.1", number, n=number)
    return {"materiel": lost}


@rule("10.03.1")
def check_zone(zone: int, desk: Desk) -> None:
    """There are four zones (10.03.1)."""
    desk.refuse_if(zone not in ALL_ZONES, "no-such-zone", "10.03.1", zone=zone)


#: a target that has moved so far unfired at must be found anew, in cm (10.02.3, R54)
LOST_SIGHT: Final = 10


class Ranging(Struct, frozen=True, forbid_unknown_fields=True):
    zone: Count
    fired_at_same_target_before: bool = False
    target_moved_cm_in_unfired_turn: Length = 0
    any_gun_ranged: bool = False


@procedure("ranging-in")
@rule("10.02.3")
def ranging_in(battery: Ranging, desk: Desk) -> Outcome:
    """Whether a battery has the range of its target: always in zone 1, else after a first shot, until the target has
    moved away unfired at (10.02.3, R54)."""
    check_zone(battery.zone, desk)
    if battery.zone == 1:
        desk.line("ranging.zone-1", "10.02.3")
        return {"ranged_in": True}
    before = battery.fired_at_same_target_before or battery.any_gun_ranged
    still = exact(battery.target_moved_cm_in_unfired_turn) < LOST_SIGHT
    told = "found" if before and still else "moved" if before else "first-shot"
    desk.line(f"ranging.{told}", "10.02.3", cm=amount(battery.target_moved_cm_in_unfired_turn))
    return {"ranged_in": before and still}


#: the depth before the target that takes a ball's bounds, in cm; built-up areas and woods at half of it (10.04.1, R76)
SOFT_CM: Final = {"wood": 5, "built_up": 5}
SOFT_ELSE: Final = 10


class Bounce(Struct, frozen=True, forbid_unknown_fields=True):
    zone: Count
    area_kind: Literal[
        "upward_slope", "bog_marsh_soft_plough", "wood", "plantation_scrub", "built_up", "two_steps_below", "none"
    ] = "none"
    depth_before_target_cm: Length = 0
    target_in_or_directly_behind: bool = False


@procedure("ricochet-test")
@rule("10.04.1", "10.04.2")
def ricochet_test(line: Bounce, desk: Desk) -> Outcome:
    """Whether a ball finds no ground to bound on before a target in or behind such an area (10.04.1, 10.04.2, R76)."""
    check_zone(line.zone, desk)
    needed = SOFT_CM.get(line.area_kind, SOFT_ELSE)
    deep = exact(line.depth_before_target_cm) >= needed
    there = line.area_kind != "none" and line.target_in_or_directly_behind
    soft = line.zone > 1 and there and deep
    desk.line("ricochet.none" if soft else "ricochet.bounds", "10.04.1", cm=needed)
    return {"non_ricochet": soft}


#: the room before the battery and before the target in which own units are in danger, in cm (10.05.3)
NEAR: Final = 10
#: the share of the range that own units beside the line must be away from it (10.05.1)
MARGIN: Final = Fraction(1, 10)


class Beside(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit on or beside the line of fire."""

    side: Literal["own", "enemy"]
    step: Count = 0
    along_from_cm: Length
    along_to_cm: Length
    lateral_cm: Length = 0


class Overhead(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    zone: Count
    battery_step: Count = 0
    pure_howitzers: bool = False
    range_cm: Length
    battery_front_cm: Length
    units_near_line: tuple[Beside, ...] = ()


@procedure("overhead-fire")
@rule("10.05.1", "10.05.2", "10.05.3", "14.03.2")
def overhead_fire(line: Overhead, desk: Desk) -> Outcome:
    """Whether a battery may fire over or past others, and the first thing that forbids it (10.05.1 to 10.05.3, R77)."""
    check_zone(line.zone, desk)
    desk.refuse_if(not line.range_cm, "no-range", "10.05.1")
    units = line.units_near_line
    desk.refuse_if(any(one.along_to_cm < one.along_from_cm for one in units), "edges-turned", "10.05.1")
    reason, cited = next(overhead_bars(line), ("none", "10.05.2"))
    desk.line(f"overhead.{reason.replace('_', '-')}", cited)
    return {"allowed": reason == "none", "reason": reason}


@rule("10.05.1", "10.05.2", "10.05.3")
def overhead_bars(line: Overhead) -> Iterator[tuple[str, str]]:
    """What forbids the fire, with its rule, unit by unit."""
    before = [one for one in line.units_near_line if one.along_from_cm < line.range_cm]
    over_any = any(one.lateral_cm == 0 for one in before)
    margin = max(MARGIN * exact(line.range_cm), exact(line.battery_front_cm) / 2)
    for one in before:
        near_target = exact(one.along_to_cm) > exact(line.range_cm) - NEAR
        if one.lateral_cm == 0:
            above = line.battery_step >= one.step + (0 if line.pure_howitzers else 1)
            bars = {
                "zone": (line.zone == 1, "10.05.2"),
                "height": (not above, "10.05.2"),
                "too_near_battery": (one.side == "own" and one.along_from_cm < NEAR, "10.05.3"),
                "too_near_target": (one.side == "own" and near_target, "10.05.3"),
            }
        else:
            in_danger = not over_any or one.along_from_cm < NEAR or near_target
            bars = {"side": (one.side == "own" and in_danger and exact(one.lateral_cm) < margin, "10.05.1")}
        yield from ((name, why) for name, (holds, why) in bars.items() if holds)


PROCEDURES = (artillery_fire, counter_battery_materiel, ranging_in, ricochet_test, overhead_fire)
