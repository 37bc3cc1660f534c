"""The shock throw (07.03): whether an attack breaks the enemy, or breaks itself; support units (07.03.5): who stands
near enough behind a unit to steady it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import asdict

from feltherre.core.chance import TALLY, Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, Row, Rows, procedure
from feltherre.games.civilwar.procedures.inputs import (
    Angle,
    Arm,
    Aspect,
    Class,
    Count,
    FightingOrder,
    Grade,
    Length,
    Order,
    Some,
    as_order,
    order_name,
    tell_dice,
    worse,
)
from feltherre.games.civilwar.tables import SHOCK_ENEMY, SHOCK_OWN, SHOCK_RESULTS

ShockFormation: TypeAlias = Literal["line", "attack_column", "march_column", "thin_line", "chain", "building"]

#: results from here on speak of the enemy and let the advance go on, and of his rout
ADVANCE_FROM: Final = 8
ROUT_FROM: Final = 13
#: formations that are easily broken through
NARROW: Final = ("march_column", "thin_line")


class ShockSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    own_arm: Literal["infantry", "cavalry_mounted", "cavalry_dismounted"] = "infantry"
    own_confederate: bool = False
    own_figures: Some
    own_formation: ShockFormation = "line"
    own_order_state: Literal["OR", "LU"] = "OR"
    own_grade: Grade = 0
    own_with_orders: bool = True
    own_charge_pace: bool = False
    own_support: bool = False
    own_general: bool = False
    own_obstacle: Class = 0
    aspect: Aspect = "front"
    enemy_arm: Arm = "infantry"
    enemy_confederate: bool = False
    enemy_figures: Some
    enemy_formation: ShockFormation = "line"
    enemy_order_state: FightingOrder = "OR"
    enemy_grade: Grade = 0
    enemy_with_orders: bool = True
    enemy_charge_pace: bool = False
    enemy_support: bool = False
    enemy_general: bool = False
    enemy_obstacle: Class = 0
    enemy_attacking: bool = False
    enemy_overlaps: bool = False
    enemy_halted: bool = False
    enemy_working: bool = False
    enemy_cover: Class = 0


#: the rows of schema XII that are explained by a rule of their own
_EXPLAINED: Final = {
    "attack_without_orders": "07.01.3",
    "overlap": "07.03.3",
    "rear": "07.03.4",
    "flank": "07.03.4",
    "support": "07.03.5",
}


def _column(side: str, values: Mapping[str, int]) -> dict[str, Row]:
    """A column of schema XII, each row by its name with the side before it."""
    says = f"civilwar.modifier.shock.{side}."
    return {
        f"{side}_{row}": Row(value, _EXPLAINED.get(row, "07.03.2"), says + row.replace("_", "-"))
        for row, value in values.items()
    }


_FLANK: Final = SHOCK_OWN["attack_flank_or_working"]
_DIRECTIONS: Final = {"rear": SHOCK_OWN["attack_rear"], "flank": _FLANK, "working": _FLANK}
XII: Final = Rows(
    __name__,
    "XII",
    {
        **_column("own", {**SHOCK_OWN, **_DIRECTIONS, "grade": 0}),
        **_column("enemy", {**SHOCK_ENEMY, "grade": 0}),
    },
)


@rule("02.02.5", "02.04.3")
def shock_rows(s: ShockSituation) -> dict[str, bool | int]:
    """Everything of schema XII that changes the throw (07.03.2, R74).

    One direction counts (07.03.3, 07.03.4, R73): a unit at work is as easily taken as a flank, a building has none and
    counts as line (02.04.3). The enemy's orders, pace and obstacles count only if he attacks too, and the grade of
    infantry that attacks, dismounted cavalry too (02.02.5), does not.
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
        "own_rear": aspect == "rear" and not s.enemy_working,
        "own_flank": aspect == "flank",
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
        "own_grade": s.own_grade if mounted else 0,
        "enemy_grade": -s.enemy_grade if graded else 0,
    }


class ShockOutcome(Struct, frozen=True):
    """What a shock throw does to both sides."""

    own_order_after: Order
    enemy_order_after: Order
    advance_continues: bool
    own_turns_away: bool
    prisoners_due: bool


@rule("07.02.3", "07.02.4", "07.03.2", "07.06.1")
def shock_outcome(shock: ShockSituation, result: int) -> ShockOutcome:
    """What a result of schema XIII means; an order only gets worse (07.02.3, 07.02.4, R76, R78)."""
    column = min(max(result, 1), len(SHOCK_RESULTS))
    order, whose = SHOCK_RESULTS[column - 1]
    own = worse(shock.own_order_state, as_order(order) if whose == "own" else "OR")
    enemy = worse(shock.enemy_order_state, as_order(order) if whose == "enemy" else "OR")
    goes_on = column >= ADVANCE_FROM
    repelled = shock.own_arm == "cavalry_mounted" and shock.enemy_arm != "cavalry_mounted" and not goes_on
    return ShockOutcome(own, enemy, goes_on, repelled and own in ("OR", "LU"), column >= ROUT_FROM)


@procedure("shock", dice=list[int])
def shock_throw(s: ShockSituation, desk: Desk) -> Resolve:
    """The throw of an attack: schema XII, and what it does to both sides (07.03.2, schema XIII)."""
    modifier = desk.known["modifier"] = desk.add(XII, shock_rows(s))

    def resolve(chance: Chance) -> Outcome:
        dice = chance.throw(2, "dice", "07.03.2", TALLY).total
        result = dice + modifier
        outcome = shock_outcome(s, result)
        if desk.telling:
            tell_dice(dice, modifier, desk, "07.03.2")
            tell_outcome(result, outcome, desk)
        return {"result": result, **asdict(outcome)}

    return resolve


def tell_outcome(result: int, outcome: ShockOutcome, desk: Desk) -> None:
    """What the result does to both sides."""
    order, whose = SHOCK_RESULTS[min(max(result, 1), len(SHOCK_RESULTS)) - 1]
    desk.line_if(order != "OR", f"shock.{whose}", "07.03.2", order=order_name(order))
    if outcome.advance_continues:
        desk.line("shock.advance", "07.02.4")
    else:
        desk.line("shock.repelled", "07.02.3")
    desk.line_if(outcome.own_turns_away, "shock.turns-away", "07.02.3")
    desk.line_if(outcome.prisoners_due, "shock.prisoners", "07.06.1")


# support


SUPPORT_COMPANIES: Final = 2
#: cm
SUPPORT_DISTANCE: Final = 20
#: degrees from the front
SUPPORT_ARC: Final = 30
CLOSED_FORMATIONS: Final = ("march_column", "attack_column", "line")


class SupportSituation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    formation: Literal["march_column", "attack_column", "line", "thin_line", "chain", "rout", "building"] = "line"
    companies: Count
    same_brigade: bool = True
    distance_cm: Length
    angle_deg: Angle


@rule("07.03.5", "02.04.1", "02.04.2")
def support_reason(unit: SupportSituation) -> str:
    """The first condition that is not met, or `ok`; order and melee do not matter (07.03.5, R91)."""
    if unit.formation not in CLOSED_FORMATIONS:
        return "not_closed_formation"
    if unit.companies < SUPPORT_COMPANIES:
        return "too_few_companies"
    if not unit.same_brigade:
        return "other_brigade"
    if unit.distance_cm > SUPPORT_DISTANCE:
        return "too_far"
    return "outside_arc" if unit.angle_deg > SUPPORT_ARC else "ok"


@procedure("support-unit-check")
def support_unit_check(unit: SupportSituation, desk: Desk) -> Outcome:
    """Whether a unit is a support unit of another (07.03.5)."""
    reason = support_reason(unit)
    desk.line(f"support.{reason.replace('_', '-')}", "07.03.5")
    return {"supports": reason == "ok", "reason": reason}
