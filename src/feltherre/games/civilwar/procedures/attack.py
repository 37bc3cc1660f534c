"""Attacks (07.01 - 07.03): whether one comes to a shock throw, from which side, with what support, and who throws."""

from __future__ import annotations

from decimal import Decimal
from typing import Final, Literal

from msgspec import Struct

from feltherre.core.chance import Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.games.civilwar.procedures.inputs import (
    Arm,
    Aspect,
    Bearing,
    Count,
    Length,
    Order,
    Share,
    amount,
    two_dice_if,
    worse,
)

#: cm between the attacker's front and the nearest point of the enemy (07.01.1)
CHARGE_DISTANCE: Final = 2
#: degrees of the angle of attack
OVERLAP_FROM: Final = 20
FLANK_FROM: Final = 45
REAR_BEYOND: Final = 135
COMPANIES_THAT_OVERLAP: Final = 2

# where an attack comes from


class GeometrySituation(Struct, frozen=True, forbid_unknown_fields=True):
    distance_cm: Length
    advance_bearing_deg: Bearing
    defender_facing_deg: Bearing
    defender_formation: Literal["line", "attack_column", "march_column", "thin_line", "chain", "building"] = "line"
    open_formations_have_flanks: bool = True
    share_behind_front_line: Share = 0.0
    front_middle_behind_rear_line: bool = False
    companies_facing_open_flank: Count = 0


@procedure("attack-geometry")
@rule("02.04.3")
def attack_geometry(given: GeometrySituation, desk: Desk) -> Outcome:
    """Whether an attacker is at charge distance, and the side from which he attacks. Units in buildings have neither
    flank nor rear (02.04.3); others have, thin lines and chains by option (R73)."""
    near = at_charge_distance(given.distance_cm)
    desk.line("geometry.at" if near else "geometry.short", "07.01.1", cm=desk.telling and amount(given.distance_cm))
    angle = angle_of_attack(given.advance_bearing_deg, given.defender_facing_deg)
    desk.line("geometry.angle", "07.03.4", degrees=desk.telling and amount(angle))
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
def aspect_of(angle: float, share_behind: float, front_middle_behind: bool, companies_on_flank: int) -> Aspect:
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
    arm: Arm = "infantry"
    order_state: Order = "OR"
    declared_attack: bool = True
    enough_take_part: bool = True
    charge_pace: bool = False
    whole_turn: bool = True
    at_charge_distance: bool
    impassable_obstacle: bool = False
    aspect: Aspect = "front"
    frontal_attacks_before: Count = 0
    target_order_state: Order = "OR"

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
def charge_attempt(attempt: AttemptSituation, desk: Desk) -> Outcome:
    """What becomes of an advance on an enemy. A unit that comes to charge distance attacks whatever its orders, and
    then without them (07.01.2, 07.01.3), as does one that declared it with too few (03.03.5); a declared attack at
    charge pace that found nobody, or an impassable obstacle, ends in LU (07.01.6, R79)."""
    reason = attempt_reason(attempt)
    outcome, rule_id = ATTEMPTS[reason]
    desk.line(f"attempt.{reason.replace('_', '-')}", rule_id)
    unbidden = reason == "ok" and not attempt.with_orders
    desk.line_if(unbidden and attempt.declared_attack, "order.without-orders", "03.03.5")
    desk.line_if(unbidden and not attempt.declared_attack, "attempt.without-orders", "07.01.3")
    charged = attempt.with_orders and attempt.charge_pace
    blown = reason == "found_nobody" or (reason == "impassable_obstacle" and charged)
    desk.line_if(blown, "attempt.blown", "07.01.6")
    after = worse(attempt.order_state, "LU") if blown else attempt.order_state
    return {"outcome": outcome, "without_orders": unbidden, "order_after": after, "reason": reason}


@rule("07.01.4", "07.01.5", "07.01.6")
def attempt_reason(attempt: AttemptSituation) -> str:
    """What becomes of an advance on an enemy; the first that applies (07.01.4 - 07.01.6, R79, R101)."""
    if attempt.impassable_obstacle:
        return "impassable_obstacle"
    if not attempt.at_charge_distance:
        charged = attempt.with_orders and attempt.charge_pace
        return "found_nobody" if charged and attempt.whole_turn else "not_reached"
    if attempt.arm == "artillery":
        return "artillery"
    if attempt.order_state in ("U", "FU"):
        return "disorder"
    if attempt.target_order_state == "FU":
        return "target_in_rout"
    frontal = attempt.aspect in ("front", "overlap")
    return "second_frontal_attack" if frontal and attempt.frontal_attacks_before else "ok"


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
    conditions = {
        "orders": (both.a_with_orders, both.b_with_orders),
        "charge_pace": (both.a_charge_pace, both.b_charge_pace),
        "moving": (both.a_moving, both.b_moving),
    }
    decided_by = next((what for what, (a, b) in conditions.items() if a != b), "dice")
    known = "" if decided_by == "dice" else "a" if conditions[decided_by][0] else "b"
    desk.line(f"initiative.by-{decided_by.replace('_', '-')}", "07.03.1", side=known)

    def resolve(chance: Chance) -> Outcome:
        dice_a = two_dice_if(not known, chance, "07.03.1", "dice_a")
        dice_b = two_dice_if(not known, chance, "07.03.1", "dice_b")
        thrower = known
        if dice_a is not None and dice_b is not None:
            a, b = dice_a.total, dice_b.total
            desk.line("initiative.dice", "07.03.1", a=a, b=b)
            thrower = "again" if a == b else "a" if a > b else "b"
        desk.line("initiative.again" if thrower == "again" else "initiative.throws", "07.03.1", side=thrower)
        return {"thrower": thrower, "decided_by": decided_by}

    return resolve
