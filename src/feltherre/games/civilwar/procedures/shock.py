"""The shock throw (07.03): whether an attack breaks the enemy, or breaks itself."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import TALLY, Chance, Line, Ruling
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, Planned, Procedure
from feltherre.core.text import say
from feltherre.games.civilwar.procedures.inputs import (
    TWO_DICE,
    Arm,
    Aspect,
    Class,
    FightingOrder,
    Grade,
    Order,
    Some,
)
from feltherre.games.civilwar.procedures.modifiers import Modifier, dice_line, modifier_lines, total, when
from feltherre.games.civilwar.procedures.order_states import as_order, order_name, worse
from feltherre.games.civilwar.tables import SHOCK_ENEMY, SHOCK_OWN, SHOCK_RESULTS

ShockFormation: TypeAlias = Literal["line", "attack_column", "march_column", "thin_line", "chain", "building"]

#: results from here on speak of the enemy and let the advance go on, and of his rout
ADVANCE_FROM: Final = 8
ROUT_FROM: Final = 13
_FORMATION_ROWS: Final = {
    "march_column": "march_column_or_thin_line",
    "thin_line": "march_column_or_thin_line",
    "chain": "chain",
}
_ASPECT_ROWS: Final = {"overlap": "overlap", "rear": "attack_rear", "flank": "attack_flank_or_working"}


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


def _own(condition: bool, row: str, rule_id: str = "07.03.2") -> tuple[Modifier, ...]:
    return when(condition, f"shock.own.{row.replace('_', '-')}", SHOCK_OWN[row], rule_id)


def _enemy(condition: bool, row: str, rule_id: str = "07.03.2") -> tuple[Modifier, ...]:
    return when(condition, f"shock.enemy.{row.replace('_', '-')}", SHOCK_ENEMY[row], rule_id)


@rule("07.03.2")
def number_modifiers(own: int, enemy: int) -> tuple[Modifier, ...]:
    """Twice or three times as many figures, on either side (schema XII, R74)."""
    if own >= 2 * enemy:
        return _own(True, "more_200" if own >= 3 * enemy else "more_100")
    return _enemy(enemy >= 2 * own, "more_200" if enemy >= 3 * own else "more_100")


@rule("07.03.2", "02.04.3")
def formation_modifiers(own: str, enemy: str) -> tuple[Modifier, ...]:
    """Loose and narrow formations; a building counts as line (02.04.3)."""
    own_row, enemy_row = _FORMATION_ROWS.get(own), _FORMATION_ROWS.get(enemy)
    return (
        *(_own(True, own_row) if own_row else ()),
        *(_enemy(True, enemy_row) if enemy_row else ()),
    )


@rule("07.03.3", "07.03.4", "02.04.3")
def direction_modifiers(shock: ShockSituation) -> tuple[Modifier, ...]:
    """One of overlap, rear and flank (07.03.3, 07.03.4, R73); a working unit is as easily taken as a flank."""
    rule_id = "07.03.3" if shock.aspect == "overlap" else "07.03.4"
    row = None if shock.enemy_formation == "building" else _ASPECT_ROWS.get(shock.aspect)
    if shock.enemy_working and row != "attack_flank_or_working":
        direction = when(True, "shock.own.working", SHOCK_OWN["attack_flank_or_working"], "07.03.2")
    elif row:
        direction = when(True, f"shock.own.{shock.aspect}", SHOCK_OWN[row], rule_id)
    else:
        direction = ()
    return (*direction, *_enemy(shock.enemy_attacking and shock.enemy_overlaps, "overlap", "07.03.3"))


@rule("07.03.2")
def cavalry_modifiers(shock: ShockSituation) -> tuple[Modifier, ...]:
    """Mounted Confederates, and what the saddle gives against halted cavalry and other arms (R74)."""
    own, enemy = shock.own_arm == "cavalry_mounted", shock.enemy_arm == "cavalry_mounted"
    return (
        *_own(own and shock.own_confederate, "confederate_mounted"),
        *_enemy(enemy and shock.enemy_confederate, "confederate_mounted"),
        *_own(own and enemy and shock.enemy_halted, "mounted_vs_halted_cavalry"),
        *_own(own and not enemy, "mounted_vs_other_arms"),
    )


@rule("07.03.2", "07.01.3", "07.03.5")
def impetus_modifiers(shock: ShockSituation) -> tuple[Modifier, ...]:
    """Orders, charge pace, support and generals; the enemy's orders and pace only if he attacks too (R74)."""
    attacking = shock.enemy_attacking
    return (
        *_own(not shock.own_with_orders, "attack_without_orders", "07.01.3"),
        *_enemy(attacking and not shock.enemy_with_orders, "attack_without_orders", "07.01.3"),
        *_own(shock.own_charge_pace, "charge_pace"),
        *_enemy(attacking and shock.enemy_charge_pace, "charge_pace"),
        *_own(shock.own_support, "support", "07.03.5"),
        *_enemy(shock.enemy_support, "support", "07.03.5"),
        *_own(shock.own_general, "general"),
        *_enemy(shock.enemy_general, "general"),
    )


@rule("07.03.2")
def ground_modifiers(shock: ShockSituation) -> tuple[Modifier, ...]:
    """Obstacles that an attacker must still cross, and cover III of the enemy (schema XII, R74)."""
    own, enemy = shock.own_obstacle, shock.enemy_obstacle if shock.enemy_attacking else 0
    return (
        *(_own(True, f"obstacle_{own}") if own else ()),
        *(_enemy(True, f"obstacle_{enemy}") if enemy else ()),
        *_enemy(shock.enemy_cover == 3, "cover_3"),
    )


@rule("07.03.2", "02.02.5")
def morale_modifiers(shock: ShockSituation) -> tuple[Modifier, ...]:
    """Order and grade; the grade of infantry that attacks, dismounted cavalry too, does not count (07.03.2)."""
    enemy_on_foot = shock.enemy_arm in ("infantry", "cavalry_dismounted")
    own_grade = shock.own_grade if shock.own_arm == "cavalry_mounted" else 0
    enemy_grade = 0 if shock.enemy_attacking and enemy_on_foot else shock.enemy_grade
    return (
        *_own(shock.own_order_state == "LU", "lu"),
        *_enemy(shock.enemy_order_state == "LU", "lu"),
        *_enemy(shock.enemy_order_state == "U", "u"),
        *when(own_grade != 0, "shock.own.grade", own_grade, "07.03.2"),
        *when(enemy_grade != 0, "shock.enemy.grade", -enemy_grade, "07.03.2"),
    )


def shock_modifiers(shock: ShockSituation) -> tuple[Modifier, ...]:
    """Everything of schema XII that changes the throw (07.03.2)."""
    return (
        *number_modifiers(shock.own_figures, shock.enemy_figures),
        *formation_modifiers(shock.own_formation, shock.enemy_formation),
        *direction_modifiers(shock),
        *cavalry_modifiers(shock),
        *impetus_modifiers(shock),
        *ground_modifiers(shock),
        *morale_modifiers(shock),
    )


class ShockOutcome(Struct, frozen=True):
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


class ShockAssessment(Assessment, frozen=True, kw_only=True):
    given: ShockSituation
    modifiers: tuple[Modifier, ...]
    modifier: int


class Shock(Procedure[ShockSituation, ShockAssessment]):
    name = "shock"
    situation = ShockSituation
    chance_inputs: ClassVar = TWO_DICE

    def assess(self, situation: ShockSituation) -> ShockAssessment:
        modifiers = shock_modifiers(situation)
        return ShockAssessment(
            given=situation,
            modifiers=modifiers,
            modifier=total(modifiers),
            will_throw=(Planned("dice", 2, "07.03.2"),),
        )

    def resolve(self, assessment: ShockAssessment, chance: Chance) -> Ruling:
        a = assessment
        dice = chance.throw(2, "dice", "07.03.2", TALLY)

        def outcome() -> ShockOutcome:
            return shock_outcome(a.given, dice.total + a.modifier)

        outputs = {
            "modifier": lambda: a.modifier,
            "result": lambda: dice.total + a.modifier,
            "own_order_after": lambda: outcome().own_order_after,
            "enemy_order_after": lambda: outcome().enemy_order_after,
            "advance_continues": lambda: outcome().advance_continues,
            "own_turns_away": lambda: outcome().own_turns_away,
            "prisoners_due": lambda: outcome().prisoners_due,
        }
        return chance.ruling(
            self.name,
            outputs,
            lambda: [
                *self.lines(a),
                dice_line(dice.total, a.modifier, "07.03.2"),
                *_outcome_lines(a.given, dice.total + a.modifier, outcome()),
            ],
        )

    def lines(self, assessment: ShockAssessment) -> list[Line]:
        return modifier_lines(assessment.modifiers)


def _outcome_lines(shock: ShockSituation, result: int, outcome: ShockOutcome) -> list[Line]:
    order, whose = SHOCK_RESULTS[min(max(result, 1), len(SHOCK_RESULTS)) - 1]
    told = []
    if order != "OR":
        text = say(f"civilwar.ruling.shock.{whose}", order=order_name(order))
        told.append(Line(text, "07.03.2"))
    if outcome.advance_continues:
        told.append(Line(say("civilwar.ruling.shock.advance"), "07.02.4"))
    else:
        told.append(Line(say("civilwar.ruling.shock.repelled"), "07.02.3"))
    if outcome.own_turns_away:
        told.append(Line(say("civilwar.ruling.shock.turns-away"), "07.02.3"))
    if outcome.prisoners_due:
        told.append(Line(say("civilwar.ruling.shock.prisoners"), "07.06.1"))
    return told
