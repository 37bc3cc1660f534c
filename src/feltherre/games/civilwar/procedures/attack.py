"""Attacks (07.01 - 07.03): whether one comes to a shock throw, from which side, and who throws; whether it breaks the
enemy, or breaks itself; support units (07.03.5).
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import TALLY, Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, Rows, procedure
from feltherre.games.civilwar import tables
from feltherre.games.civilwar.procedures import inputs

#: cm between the attacker's front and the nearest point of the enemy (07.01.1)
CHARGE_DISTANCE: Final = 2
#: degrees of the angle of attack
OVERLAP_FROM: Final = 20
FLANK_FROM: Final = 45
REAR_BEYOND: Final = 135
COMPANIES_THAT_OVERLAP: Final = 2

# where an attack comes from


class GeometrySituation(Struct, frozen=True, forbid_unknown_fields=True):
    distance_cm: inputs.Length
    advance_bearing_deg: inputs.Bearing
    defender_facing_deg: inputs.Bearing
    defender_formation: Literal["line", "attack_column", "march_column", "thin_line", "chain", "building"] = "line"
    open_formations_have_flanks: bool = True
    share_behind_front_line: inputs.Share = 0.0
    front_middle_behind_rear_line: bool = False
    companies_facing_open_flank: inputs.Count = 0


@procedure("attack-geometry")
@rule("02.04.3")
def attack_geometry(given: GeometrySituation, desk: Desk) -> Outcome:
    """Whether an attacker is at charge distance, and the side from which he attacks. Units in buildings have neither
    flank nor rear (02.04.3); others have, thin lines and chains by option (R73)."""
    near = at_charge_distance(given.distance_cm)
    desk.line(
        "geometry.at" if near else "geometry.short", "07.01.1", cm=desk.telling and inputs.amount(given.distance_cm)
    )
    angle = angle_of_attack(given.advance_bearing_deg, given.defender_facing_deg)
    desk.line("geometry.angle", "07.03.4", degrees=desk.telling and inputs.amount(angle))
    open_formation = given.defender_formation in ("thin_line", "chain")
    has_flanks = given.open_formations_have_flanks if open_formation else given.defender_formation != "building"
    desk.line_if(not has_flanks, "geometry.no-flanks", "02.04.3")
    aspect = "front"
    if has_flanks:
        rear, companies = given.front_middle_behind_rear_line, given.companies_facing_open_flank
        aspect = aspect_of(angle, given.share_behind_front_line, rear, companies)
    desk.line(f"geometry.{aspect}", "07.03.3" if aspect == "overlap" else "07.03.4")
    return {"at_charge_distance": near, "angle_deg": angle, "aspect": aspect}


@rule("07.01.1")
def at_charge_distance(distance_cm: float) -> bool:
    """Whether an attacker's front has come to charge distance (07.01.1)."""
    return distance_cm <= CHARGE_DISTANCE


def angle_of_attack(advance_bearing_deg: float, defender_facing_deg: float) -> float:
    """0 from straight ahead of the defender, 180 from behind (R71)."""
    # as they were written: 0.1 is a tenth
    off = abs(Decimal(str(advance_bearing_deg)) - Decimal(str(defender_facing_deg)) - 180) % 360
    return float(min(off, 360 - off))


@rule("07.03.3", "07.03.4")
def aspect_of(angle: float, share_behind: float, front_middle_behind: bool, companies_on_flank: int) -> inputs.Aspect:
    """The side from which a unit with flanks is attacked; never two at once (07.03.3, 07.03.4, R73)."""
    if angle > REAR_BEYOND and front_middle_behind:
        return "rear"
    if angle >= FLANK_FROM and share_behind >= 0.5:
        return "flank"
    if angle >= OVERLAP_FROM and companies_on_flank >= COMPANIES_THAT_OVERLAP:
        return "overlap"
    return "front"


# whether it comes to a shock throw


class AttemptSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    arm: inputs.Arm = "infantry"
    order_state: inputs.Order = "OR"
    declared_attack: bool = True
    enough_take_part: bool = True
    charge_pace: bool = False
    whole_turn: bool = True
    at_charge_distance: bool
    impassable_obstacle: bool = False
    aspect: inputs.Aspect = "front"
    frontal_attacks_before: inputs.Count = 0
    target_order_state: inputs.Order = "OR"

    @property
    def with_orders(self) -> bool:
        """If it is an attack with orders: declared, and enough of the unit takes part in it (03.03.5, R29)."""
        return self.declared_attack and self.enough_take_part


#: why -> what becomes of the advance, and the rule
ATTEMPTS: Final = {
    "ok": ("shock", "07.01.2"),
    "impassable_obstacle": ("stopped", "07.01.6"),
    "found_nobody": ("not_reached", "07.01.6"),
    "not_reached": ("not_reached", "07.01.1"),
    "artillery": ("stopped", "07.01.4"),
    "disorder": ("stopped", "07.01.4"),
    "target_in_rout": ("no_throw", "07.02.5"),
    "second_frontal_attack": ("stopped", "07.01.5"),
}


@procedure("charge-attempt")
@rule("07.01.4", "07.01.5", "07.01.6")
def charge_attempt(attempt: AttemptSituation, desk: Desk) -> Outcome:
    """What becomes of an advance on an enemy, by the first that applies (R79, R101). A unit at charge distance
    attacks whatever its orders, and then without them (07.01.2, 07.01.3), as does one that declared it with too few
    (03.03.5); a declared attack at charge pace that found nobody, or an impassable obstacle, ends in LU (07.01.6)."""
    short, charged = not attempt.at_charge_distance, attempt.with_orders and attempt.charge_pace
    reason = inputs.first(
        {
            "impassable_obstacle": attempt.impassable_obstacle,
            "found_nobody": short and charged and attempt.whole_turn,
            "not_reached": short,
            "artillery": attempt.arm == "artillery",
            "disorder": attempt.order_state in ("U", "FU"),
            "target_in_rout": attempt.target_order_state == "FU",
            "second_frontal_attack": attempt.aspect in ("front", "overlap") and attempt.frontal_attacks_before > 0,
        }
    )
    outcome, rule_id = ATTEMPTS[reason]
    desk.line(f"attempt.{reason.replace('_', '-')}", rule_id)
    unbidden = reason == "ok" and not attempt.with_orders
    desk.line_if(unbidden and attempt.declared_attack, "order.without-orders", "03.03.5")
    desk.line_if(unbidden and not attempt.declared_attack, "attempt.without-orders", "07.01.3")
    blown = reason == "found_nobody" or (reason == "impassable_obstacle" and charged)
    desk.line_if(blown, "attempt.blown", "07.01.6")
    after = inputs.worse(attempt.order_state, "LU") if blown else attempt.order_state
    return {"outcome": outcome, "without_orders": unbidden, "order_after": after, "reason": reason}


# who throws when both attack


class InitiativeSituation(Struct, frozen=True, forbid_unknown_fields=True):
    a_with_orders: bool = True
    a_charge_pace: bool = False
    a_moving: bool = True
    b_with_orders: bool = True
    b_charge_pace: bool = False
    b_moving: bool = True


@procedure("initiative", dice_a=list[int] | None, dice_b=list[int] | None)
def initiative(both: InitiativeSituation, desk: Desk) -> Resolve:
    """Who throws when both attack: with orders, at charge pace, moving; if they are alike the dice must say (07.03.1,
    R75)."""
    ahead = {
        "orders": both.a_with_orders - both.b_with_orders,
        "charge_pace": both.a_charge_pace - both.b_charge_pace,
        "moving": both.a_moving - both.b_moving,
    }
    decided_by = next((what for what, a in ahead.items() if a), "dice")
    known = "" if decided_by == "dice" else "a" if ahead[decided_by] > 0 else "b"
    desk.line(f"initiative.by-{decided_by.replace('_', '-')}", "07.03.1", side=known)

    def resolve(chance: Chance) -> Outcome:
        dice_a = inputs.two_dice_if(not known, chance, "07.03.1", "dice_a")
        dice_b = inputs.two_dice_if(not known, chance, "07.03.1", "dice_b")
        thrower = known
        if dice_a is not None and dice_b is not None:
            a, b = dice_a.total, dice_b.total
            desk.line("initiative.dice", "07.03.1", a=a, b=b)
            thrower = "again" if a == b else "a" if a > b else "b"
        desk.line("initiative.again" if thrower == "again" else "initiative.throws", "07.03.1", side=thrower)
        return {"thrower": thrower, "decided_by": decided_by}

    return resolve


# the shock throw, and who is near enough behind a unit to steady it

ShockFormation: TypeAlias = Literal["line", "attack_column", "march_column", "thin_line", "chain", "building"]

#: results from here on speak of the enemy and let the advance go on, and of his rout
ADVANCE_FROM: Final = 8
ROUT_FROM: Final = 13
#: formations that are easily broken through
NARROW: Final = ("march_column", "thin_line")
#: a unit at work is as easily taken as a flank (R73)
WORKING: Final = tables.SHOCK["own_attack_flank_or_working"]._replace(
    rule="07.03.2", says="civilwar.modifier.shock.own.working"
)
XII: Final = Rows(__name__, "XII", {**tables.SHOCK, "own_working": WORKING})


class ShockSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    own_arm: Literal["infantry", "cavalry_mounted", "cavalry_dismounted"] = "infantry"
    own_confederate: bool = False
    own_figures: inputs.Some
    own_formation: ShockFormation = "line"
    own_order_state: Literal["OR", "LU"] = "OR"
    own_grade: inputs.Grade = 0
    own_with_orders: bool = True
    own_charge_pace: bool = False
    own_support: bool = False
    own_general: bool = False
    own_obstacle: inputs.Class = 0
    aspect: inputs.Aspect = "front"
    enemy_arm: inputs.Arm = "infantry"
    enemy_confederate: bool = False
    enemy_figures: inputs.Some
    enemy_formation: ShockFormation = "line"
    enemy_order_state: inputs.FightingOrder = "OR"
    enemy_grade: inputs.Grade = 0
    enemy_with_orders: bool = True
    enemy_charge_pace: bool = False
    enemy_support: bool = False
    enemy_general: bool = False
    enemy_obstacle: inputs.Class = 0
    enemy_attacking: bool = False
    enemy_overlaps: bool = False
    enemy_halted: bool = False
    enemy_working: bool = False
    enemy_cover: inputs.Class = 0


@rule("07.03.2", "02.02.5", "02.04.3")
def shock_rows(s: ShockSituation) -> dict[str, bool | int]:
    """Everything of schema XII that changes the throw (07.03.2, R74).

    One direction counts (07.03.3, 07.03.4, R73); a building has none and counts as line (02.04.3). The enemy's orders,
    pace and obstacles count only if he attacks too, and the grade of infantry that attacks, dismounted cavalry too
    (02.02.5), does not.
    """
    own, enemy, attacking = s.own_figures, s.enemy_figures, s.enemy_attacking
    mounted, against_mounted = s.own_arm == "cavalry_mounted", s.enemy_arm == "cavalry_mounted"
    aspect = "front" if s.enemy_formation == "building" else s.aspect
    obstacle = s.enemy_obstacle if attacking else 0
    graded = not attacking or s.enemy_arm not in ("infantry", "cavalry_dismounted")
    return {
        "own_more_200": own >= 3 * enemy,
        "own_more_100": 2 * enemy <= own < 3 * enemy,
        "enemy_more_200": enemy >= 3 * own,
        "enemy_more_100": 2 * own <= enemy < 3 * own,
        "own_march_column_or_thin_line": s.own_formation in NARROW,
        "own_chain": s.own_formation == "chain",
        "enemy_march_column_or_thin_line": s.enemy_formation in NARROW,
        "enemy_chain": s.enemy_formation == "chain",
        "own_working": s.enemy_working and aspect != "flank",
        "own_overlap": aspect == "overlap" and not s.enemy_working,
        "own_attack_rear": aspect == "rear" and not s.enemy_working,
        "own_attack_flank_or_working": aspect == "flank",
        "enemy_overlap": attacking and s.enemy_overlaps,
        "own_confederate_mounted": mounted and s.own_confederate,
        "enemy_confederate_mounted": against_mounted and s.enemy_confederate,
        "own_mounted_vs_halted_cavalry": mounted and against_mounted and s.enemy_halted,
        "own_mounted_vs_other_arms": mounted and not against_mounted,
        "own_attack_without_orders": not s.own_with_orders,
        "enemy_attack_without_orders": attacking and not s.enemy_with_orders,
        "own_charge_pace": s.own_charge_pace,
        "enemy_charge_pace": attacking and s.enemy_charge_pace,
        "own_support": s.own_support,
        "enemy_support": s.enemy_support,
        "own_general": s.own_general,
        "enemy_general": s.enemy_general,
        **({f"own_obstacle_{s.own_obstacle}": True} if s.own_obstacle else {}),
        **({f"enemy_obstacle_{obstacle}": True} if obstacle else {}),
        "enemy_cover_3": s.enemy_cover == 3,
        "own_lu": s.own_order_state == "LU",
        "enemy_lu": s.enemy_order_state == "LU",
        "enemy_u": s.enemy_order_state == "U",
        "own_morale_grade": s.own_grade if mounted else 0,
        "enemy_morale_grade": -s.enemy_grade if graded else 0,
    }


@rule("07.02.3", "07.02.4", "07.03.2", "07.06.1")
def shock_outcome(shock: ShockSituation, result: int) -> dict[str, Any]:
    """What a result of schema XIII does to both sides; an order only gets worse (07.02.3, 07.02.4, R76, R78)."""
    order, whose = verdict(result)
    own = inputs.worse(shock.own_order_state, order if whose == "own" else "OR")
    repelled = result < ADVANCE_FROM and shock.own_arm == "cavalry_mounted" and shock.enemy_arm != "cavalry_mounted"
    return {
        "own_order_after": own,
        "enemy_order_after": inputs.worse(shock.enemy_order_state, order if whose == "enemy" else "OR"),
        "advance_continues": result >= ADVANCE_FROM,
        "own_turns_away": repelled and own in ("OR", "LU"),
        "prisoners_due": result >= ROUT_FROM,
    }


def verdict(result: int) -> tuple[inputs.Order, str]:
    """The order that schema XIII names, and whose it is."""
    order, whose = tables.SHOCK_RESULTS[min(max(result, 1), len(tables.SHOCK_RESULTS)) - 1]
    return inputs.as_order(order), whose


@procedure("shock", dice=list[int])
def shock_throw(s: ShockSituation, desk: Desk) -> Resolve:
    """The throw of an attack: schema XII, and what it does to both sides (07.03.2, schema XIII)."""
    modifier = desk.known["modifier"] = desk.add(XII, shock_rows(s))

    def resolve(chance: Chance) -> Outcome:
        dice = chance.throw(2, "dice", "07.03.2", TALLY).total
        outcome = shock_outcome(s, dice + modifier)
        if desk.telling:
            inputs.tell_dice(dice, modifier, desk, "07.03.2")
            order, whose = verdict(dice + modifier)
            desk.line_if(order != "OR", f"shock.{whose}", "07.03.2", order=inputs.order_name(order))
            goes_on = outcome["advance_continues"]
            desk.line(f"shock.{'advance' if goes_on else 'repelled'}", "07.02.4" if goes_on else "07.02.3")
            desk.line_if(outcome["own_turns_away"], "shock.turns-away", "07.02.3")
            desk.line_if(outcome["prisoners_due"], "shock.prisoners", "07.06.1")
        return {"result": dice + modifier, **outcome}

    return resolve


# support


SUPPORT_COMPANIES: Final = 2
#: cm
SUPPORT_DISTANCE: Final = 20
#: degrees from the front
SUPPORT_ARC: Final = 30
CLOSED_FORMATIONS: Final = ("march_column", "attack_column", "line")


class SupportSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    formation: Literal["march_column", "attack_column", "line", "thin_line", "chain", "rout", "building"] = "line"
    companies: inputs.Count
    same_brigade: bool = True
    distance_cm: inputs.Length
    angle_deg: inputs.Angle


@rule("07.03.5", "02.04.1", "02.04.2")
def support_reason(unit: SupportSituation) -> str:
    """The first condition that is not met, or `ok`; order and melee do not matter (07.03.5, R91)."""
    return inputs.first(
        {
            "not_closed_formation": unit.formation not in CLOSED_FORMATIONS,
            "too_few_companies": unit.companies < SUPPORT_COMPANIES,
            "other_brigade": not unit.same_brigade,
            "too_far": unit.distance_cm > SUPPORT_DISTANCE,
            "outside_arc": unit.angle_deg > SUPPORT_ARC,
        }
    )


@procedure("support-unit-check")
def support_unit_check(unit: SupportSituation, desk: Desk) -> Outcome:
    """Whether a unit is a support unit of another (07.03.5)."""
    reason = support_reason(unit)
    desk.line(f"support.{reason.replace('_', '-')}", "07.03.5")
    return {"supports": reason == "ok", "reason": reason}
