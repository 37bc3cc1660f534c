"""Attacks (07.01 - 07.03): whether one comes to a shock throw, from which side, with what support, and who throws."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import Chance, Line, Ruling
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure, Planned, Procedure
from feltherre.core.text import say
from feltherre.games.civilwar.procedures.inputs import (
    Arm,
    Aspect,
    Bearing,
    Count,
    Length,
    Order,
    Share,
    amount,
    exact,
    two_dice_if,
)
from feltherre.games.civilwar.procedures.order_states import worse

#: cm between the attacker's front and the nearest point of the enemy (07.01.1)
CHARGE_DISTANCE: Final = 2
#: degrees of the angle of attack
OVERLAP_FROM: Final = 20
FLANK_FROM: Final = 45
REAR_BEYOND: Final = 135
COMPANIES_THAT_OVERLAP: Final = 2

# where an attack comes from


@rule("07.01.1")
def at_charge_distance(distance_cm: float) -> bool:
    """Whether an attacker's front has come to charge distance (07.01.1)."""
    return distance_cm <= CHARGE_DISTANCE


def angle_of_attack(advance_bearing_deg: float, defender_facing_deg: float) -> float:
    """0 from straight ahead of the defender, 180 from behind (R71)."""
    off = (exact(advance_bearing_deg) - exact(defender_facing_deg) - 180) % 360
    return float(min(off, 360 - off))


class GeometrySituation(Struct, frozen=True, forbid_unknown_fields=True):
    distance_cm: Length
    advance_bearing_deg: Bearing
    defender_facing_deg: Bearing
    defender_formation: Literal["line", "attack_column", "march_column", "thin_line", "chain", "building"] = "line"
    open_formations_have_flanks: bool = True
    share_behind_front_line: Share = 0.0
    front_middle_behind_rear_line: bool = False
    companies_facing_open_flank: Count = 0


@rule("02.04.3")
def has_flanks(formation: str, open_formations_have_flanks: bool) -> bool:
    """Units in buildings have neither flank nor rear (02.04.3); others have, thin lines and chains by option (R73)."""
    if formation in ("thin_line", "chain"):
        return open_formations_have_flanks
    return formation != "building"


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


class GeometryAssessment(Assessment, frozen=True, kw_only=True):
    given: GeometrySituation
    at_charge_distance: bool
    angle_deg: float
    aspect: Aspect


class AttackGeometry(CertainProcedure[GeometrySituation, GeometryAssessment]):
    name = "attack-geometry"
    situation = GeometrySituation
    outputs = ("at_charge_distance", "angle_deg", "aspect")

    def assess(self, situation: GeometrySituation) -> GeometryAssessment:
        given = situation
        angle = angle_of_attack(given.advance_bearing_deg, given.defender_facing_deg)
        aspect: Aspect = "front"
        if has_flanks(given.defender_formation, given.open_formations_have_flanks):
            aspect = aspect_of(
                angle,
                given.share_behind_front_line,
                given.front_middle_behind_rear_line,
                given.companies_facing_open_flank,
            )
        return GeometryAssessment(
            given=given, at_charge_distance=at_charge_distance(given.distance_cm), angle_deg=angle, aspect=aspect
        )

    def lines(self, assessment: GeometryAssessment) -> list[Line]:
        a, given = assessment, assessment.given
        near = "at" if a.at_charge_distance else "short"
        told = [
            Line(say(f"civilwar.ruling.geometry.{near}", cm=amount(given.distance_cm)), "07.01.1"),
            Line(say("civilwar.ruling.geometry.angle", degrees=amount(a.angle_deg)), "07.03.4"),
        ]
        if not has_flanks(given.defender_formation, given.open_formations_have_flanks):
            told.append(Line(say("civilwar.ruling.geometry.no-flanks"), "02.04.3"))
        rule_id = "07.03.3" if a.aspect == "overlap" else "07.03.4"
        return [*told, Line(say(f"civilwar.ruling.geometry.{a.aspect}"), rule_id)]


# whether it comes to a shock throw

Outcome: TypeAlias = Literal["shock", "stopped", "no_throw", "not_reached"]
AttemptReason: TypeAlias = Literal[
    "ok",
    "impassable_obstacle",
    "found_nobody",
    "not_reached",
    "artillery",
    "disorder",
    "target_in_rout",
    "second_frontal_attack",
]


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


@rule("07.01.4", "07.01.5", "07.01.6")
def attempt_reason(attempt: AttemptSituation) -> AttemptReason:
    """What becomes of an advance on an enemy; the first that applies (07.01.4 - 07.01.6, R79, R101)."""
    charged = attempt.with_orders and attempt.charge_pace
    frontal = attempt.aspect in ("front", "overlap")
    if attempt.impassable_obstacle:
        return "impassable_obstacle"
    if not attempt.at_charge_distance:
        return "found_nobody" if charged and attempt.whole_turn else "not_reached"
    if attempt.arm == "artillery":
        return "artillery"
    if attempt.order_state in ("U", "FU"):
        return "disorder"
    if attempt.target_order_state == "FU":
        return "target_in_rout"
    return "second_frontal_attack" if frontal and attempt.frontal_attacks_before else "ok"


_OUTCOMES: Final[dict[AttemptReason, Outcome]] = {
    "ok": "shock",
    "impassable_obstacle": "stopped",
    "found_nobody": "not_reached",
    "not_reached": "not_reached",
    "artillery": "stopped",
    "disorder": "stopped",
    "target_in_rout": "no_throw",
    "second_frontal_attack": "stopped",
}


@rule("07.01.6")
def blown(attempt: AttemptSituation, reason: AttemptReason) -> bool:
    """A declared attack at charge pace that found nobody, or an impassable obstacle, ends in LU (07.01.6, R79)."""
    charged = attempt.with_orders and attempt.charge_pace
    return reason == "found_nobody" or (reason == "impassable_obstacle" and charged)


@rule("07.01.2", "07.01.3", "03.03.5")
def attacks_unbidden(attempt: AttemptSituation, reason: AttemptReason) -> bool:
    """A unit that comes to charge distance attacks whatever its orders, and then without them (07.01.2, 07.01.3);
    so does one that declared it with too few (03.03.5)."""
    return reason == "ok" and not attempt.with_orders


class AttemptAssessment(Assessment, frozen=True, kw_only=True):
    outcome: Outcome
    without_orders: bool
    order_after: Order
    reason: AttemptReason
    blown: bool
    too_few: bool = False


_ATTEMPT_RULE: Final[dict[AttemptReason, str]] = {
    "ok": "07.01.2",
    "impassable_obstacle": "07.01.6",
    "found_nobody": "07.01.6",
    "not_reached": "07.01.1",
    "artillery": "07.01.4",
    "disorder": "07.01.4",
    "target_in_rout": "07.02.5",
    "second_frontal_attack": "07.01.5",
}


class ChargeAttempt(CertainProcedure[AttemptSituation, AttemptAssessment]):
    name = "charge-attempt"
    situation = AttemptSituation
    outputs = ("outcome", "without_orders", "order_after", "reason")

    def assess(self, situation: AttemptSituation) -> AttemptAssessment:
        reason = attempt_reason(situation)
        spent = blown(situation, reason)
        return AttemptAssessment(
            outcome=_OUTCOMES[reason],
            without_orders=attacks_unbidden(situation, reason),
            order_after=worse(situation.order_state, "LU") if spent else situation.order_state,
            reason=reason,
            blown=spent,
            too_few=situation.declared_attack and not situation.enough_take_part,
        )

    def lines(self, assessment: AttemptAssessment) -> list[Line]:
        a = assessment
        told = [Line(say(f"civilwar.ruling.attempt.{a.reason.replace('_', '-')}"), _ATTEMPT_RULE[a.reason])]
        if a.without_orders and a.too_few:
            told.append(Line(say("civilwar.ruling.order.without-orders"), "03.03.5"))
        elif a.without_orders:
            told.append(Line(say("civilwar.ruling.attempt.without-orders"), "07.01.3"))
        if a.blown:
            told.append(Line(say("civilwar.ruling.attempt.blown"), "07.01.6"))
        return told


# who throws when both attack

DecidedBy: TypeAlias = Literal["orders", "charge_pace", "moving", "dice"]


class InitiativeSituation(Struct, frozen=True, forbid_unknown_fields=True):
    a_with_orders: bool = True
    a_charge_pace: bool = False
    a_moving: bool = True
    b_with_orders: bool = True
    b_charge_pace: bool = False
    b_moving: bool = True


@rule("07.03.1")
def initiative(both: InitiativeSituation) -> tuple[DecidedBy, str | None]:
    """What gives the initiative, and to whom; None if the dice must say (07.03.1, R75)."""
    conditions: tuple[tuple[DecidedBy, bool, bool], ...] = (
        ("orders", both.a_with_orders, both.b_with_orders),
        ("charge_pace", both.a_charge_pace, both.b_charge_pace),
        ("moving", both.a_moving, both.b_moving),
    )
    for what, a, b in conditions:
        if a != b:
            return what, "a" if a else "b"
    return "dice", None


class InitiativeAssessment(Assessment, frozen=True, kw_only=True):
    decided_by: DecidedBy
    thrower: str | None


class Initiative(Procedure[InitiativeSituation, InitiativeAssessment]):
    name = "initiative"
    situation = InitiativeSituation
    chance_inputs: ClassVar[dict[str, Any]] = {"dice_a": list[int] | None, "dice_b": list[int] | None}

    def assess(self, situation: InitiativeSituation) -> InitiativeAssessment:
        decided_by, thrower = initiative(situation)
        planned = () if thrower else (Planned("dice_a", 2, "07.03.1"), Planned("dice_b", 2, "07.03.1"))
        return InitiativeAssessment(decided_by=decided_by, thrower=thrower, will_throw=planned)

    def resolve(self, assessment: InitiativeAssessment, chance: Chance) -> Ruling:
        known = assessment.thrower
        dice_a = two_dice_if(known is None, chance, "07.03.1", "dice_a")
        dice_b = two_dice_if(known is None, chance, "07.03.1", "dice_b")

        def thrower() -> str:
            if dice_a is None or dice_b is None:
                return known or "again"
            if dice_a.total == dice_b.total:
                return "again"
            return "a" if dice_a.total > dice_b.total else "b"

        def explain() -> list[Line]:
            told = self.lines(assessment)
            if dice_a is not None and dice_b is not None:
                text = say("civilwar.ruling.initiative.dice", a=dice_a.total, b=dice_b.total)
                told = [*told, Line(text, "07.03.1")]
            who = thrower()
            key = "again" if who == "again" else "throws"
            return [*told, Line(say(f"civilwar.ruling.initiative.{key}", side=who), "07.03.1")]

        outputs = {"thrower": thrower, "decided_by": lambda: assessment.decided_by}
        return chance.ruling(self.name, outputs, explain)

    def lines(self, assessment: InitiativeAssessment) -> list[Line]:
        key = assessment.decided_by.replace("_", "-")
        return [Line(say(f"civilwar.ruling.initiative.by-{key}", side=assessment.thrower or ""), "07.03.1")]
