"""Passing through units (02.06.3), and through pinned ones (04.02.9)."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from feltherre.core.chance import Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, Row, Rows, procedure
from feltherre.games.civilwar.procedures.dice import tell_dice
from feltherre.games.civilwar.procedures.inputs import TWO_DICE_OR_NONE, Grade, Order, two_dice_if

#: an attacker gets through a pinned unit on two dice with his grade (04.02.9)
PASSES_FROM: Final = 10
GRADE: Final = Rows(__name__, "GRADE", {"grade": Row(0, "04.02.9", "civilwar.modifier.grade")})


class PassSituation(Struct, frozen=True, forbid_unknown_fields=True):
    same_side: bool = True
    mover_kind: Literal["foot", "mounted", "artillery"] = "foot"
    mover_order_state: Order = "OR"
    mover_charge_pace: bool = False
    formation: Literal["march_column", "attack_column", "line", "thin_line", "chain"] = "line"
    order_state: Order = "OR"
    pinned: bool = False
    order: Literal["stand", "move", "fire"] = "stand"
    fire_locked: bool = False


@procedure("pass-through")
@rule("04.02.9")
def pass_through(way: PassSituation, desk: Desk) -> Outcome:
    """Whether a unit gets through another (02.06.3, R25); one that does not stops at base contact (04.02.5). Foot in OR
    or LU that is let through must first pass the test of a pinned unit (04.02.9, R26)."""
    reason = bar(way)
    allowed = reason == "ok"
    tested = way.mover_kind == "foot" and way.mover_order_state in ("OR", "LU")
    pinned_test = allowed and way.same_side and way.pinned and tested
    desk.line(f"pass.{reason.replace('_', '-')}", "02.06.3")
    desk.line_if(pinned_test, "pass.pinned-test", "04.02.9")
    desk.line_if(not allowed, "pass.stops", "04.02.5")
    return {"allowed": allowed, "pinned_test": pinned_test, "reason": reason}


@rule("02.04.1", "02.04.2")
def is_open(formation: str, order: Order) -> bool:
    """Chain, thin line and units in rout are open formations, all others closed (02.04.1, 02.04.2)."""
    return order == "FU" or formation in ("thin_line", "chain")


@rule("02.06.3", "04.02.5")
def bar(way: PassSituation) -> str:
    """What bars the way through a unit, or `ok`; a barred unit stops at base contact (02.06.3, 04.02.5, R25)."""
    if not way.same_side:
        return "ok" if way.order_state == "FU" else "enemy"
    if is_open(way.formation, way.order_state):
        return "ok"
    if way.mover_charge_pace:
        return "charge_pace"
    if way.mover_order_state == "FU":
        return "ok"
    if way.order_state == "U":
        return "disorder"
    if way.order != "stand":
        return "moving_or_firing"
    return "fire_locked" if way.fire_locked else "ok"


class PassPinnedSituation(Struct, frozen=True, forbid_unknown_fields=True):
    declared_attack: bool
    grade: Grade = 0
    order_state: Literal["OR", "LU"] = "OR"


@procedure("pass-through-pinned", **TWO_DICE_OR_NONE)
def pass_through_pinned(given: PassPinnedSituation, desk: Desk) -> Resolve:
    """Whether foot gets through a pinned unit: only who has declared an attack gets a throw (04.02.9)."""

    def resolve(chance: Chance) -> Outcome:
        dice = two_dice_if(given.declared_attack, chance, "04.02.9")
        passes = dice is not None and dice.total + given.grade >= PASSES_FROM
        if dice is None:
            desk.line("pass.no-attack", "04.02.9")
        else:
            desk.add(GRADE, {"grade": given.grade})
            tell_dice(dice.total, given.grade, desk, "04.02.9")
        desk.line("pass.through" if passes else "pass.caught", "04.02.9")
        after = given.order_state if passes else "LU"
        return {"passes": passes, "order_after": after, "becomes_pinned": not passes}

    return resolve
