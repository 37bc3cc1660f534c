"""Rout (08.03, 08.04.3): who is carried away by a fleeing unit, and how it is rallied."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from feltherre.core.chance import Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, Row, Rows, procedure
from feltherre.games.civilwar.procedures.dice import tell_dice
from feltherre.games.civilwar.procedures.inputs import (
    TWO_DICE_OR_NONE,
    Count,
    Grade,
    Length,
    Order,
    amount,
    two_dice_if,
)
from feltherre.games.civilwar.procedures.order_states import as_order, order_name, worse
from feltherre.games.civilwar.tables import CARRIED_AWAY, CARRIED_AWAY_RESULTS, RALLY, RALLY_NEEDS

#: cm within which a fleeing unit may carry others away (08.03.1)
PANIC_DISTANCE: Final = 8
#: a unit so many times as large is safe (08.03.3)
SAFE_SIZE: Final = 3
LAST_ATTEMPT: Final = max(RALLY_NEEDS)

XVIII: Final = Rows.of(
    __name__,
    "XVIII",
    CARRIED_AWAY,
    "08.03.2",
    "civilwar.modifier.unit.",
    lu=Row(CARRIED_AWAY["lu"], "08.03.2", "civilwar.modifier.own.lu"),
    u=Row(CARRIED_AWAY["u"], "08.03.2", "civilwar.modifier.own.u"),
    grade=Row(0, "08.03.2", "civilwar.modifier.grade"),
)
_XIX_GRADE: Final = Row(0, "08.04.3", "civilwar.modifier.grade")
XIX: Final = Rows.of(__name__, "XIX", RALLY, "08.04.3", "civilwar.modifier.unit.", grade=_XIX_GRADE)


class CarriedSituation(Struct, frozen=True, forbid_unknown_fields=True):
    fleeing_figures: Count
    threatened_figures: Count
    distance_cm: Length = 0
    beside_or_behind: bool = True
    in_path: bool = False
    support: bool = False
    general: bool = False
    cover: bool = False
    order_state: Order = "OR"
    grade: Grade = 0


@procedure("carried-away", **TWO_DICE_OR_NONE)
def carried_away(unit: CarriedSituation, desk: Desk) -> Resolve:
    """Whether a flight carries a unit away (08.03.2, schema XVIII), and whether a unit in its way that is not carried
    into rout checks it (08.03.4, R87)."""
    tested = desk.known["tested"] = is_tested(unit, desk)
    modifier = 0
    if tested:
        facts = {"support": unit.support, "general": unit.general, "cover": unit.cover}
        order = {"lu": unit.order_state == "LU", "u": unit.order_state == "U"}
        modifier = desk.add(XVIII, {**facts, **order, "grade": unit.grade})

    def resolve(chance: Chance) -> Outcome:
        dice = two_dice_if(tested, chance, "08.03.2")
        total, after = None, unit.order_state
        if dice is not None:
            total = dice.total + modifier
            after = order_when_carried(unit.order_state, total)
            tell_dice(dice.total, modifier, desk, "08.03.2")
            key = "carried.keeps" if after == unit.order_state else "carried.falls"
            desk.line(key, "08.03.2", order=order_name(after))
        checked = unit.in_path and unit.distance_cm <= PANIC_DISTANCE and after != "FU"
        desk.line_if(checked, "carried.checked", "08.03.4")
        return {"total": total, "order_after": after, "flight_checked": checked}

    return resolve


@rule("08.03.1", "08.03.3")
def is_tested(unit: CarriedSituation, desk: Desk) -> bool:
    """Whether a flight threatens a unit: near enough, beside or behind, not thrice as large, and not in rout itself
    (08.03.1, 08.03.3, R87)."""
    if unit.order_state == "FU":
        desk.line("carried.in-rout", "08.03.1")
    elif unit.distance_cm > PANIC_DISTANCE:
        desk.line("carried.far", "08.03.1", cm=amount(unit.distance_cm))
    elif not unit.beside_or_behind:
        desk.line("carried.in-front", "08.03.1")
    elif unit.threatened_figures >= SAFE_SIZE * unit.fleeing_figures:
        desk.line("carried.large", "08.03.3")
    else:
        return True
    return False


@rule("08.03.2")
def order_when_carried(order: Order, result: int) -> Order:
    """The order after the throw; never better than before (08.03.2, schema XVIII)."""
    found = next((as_order(name) for most, name in CARRIED_AWAY_RESULTS if result <= most), order)
    return worse(order, found)


class RallySituation(Struct, frozen=True, forbid_unknown_fields=True):
    attempt: Annotated[int, Meta(ge=1, le=LAST_ATTEMPT)]
    flight_checked: bool = False
    general: bool = False
    grade: Grade = 0
    enemy_within_2cm: bool = False


@procedure("rally", **TWO_DICE_OR_NONE)
def rally(unit: RallySituation, desk: Desk) -> Resolve:
    """An attempt to rally a unit in rout: 8, 9 or 10 is needed at the first, second and third (08.04.3, schema XIX).
    Figures at charge distance of an enemy at the end of the turn give up instead (08.04.4, R90)."""
    surrenders = desk.known["surrenders"] = unit.enemy_within_2cm
    desk.line_if(surrenders, "rally.surrenders", "08.04.4")
    facts = {"flight_checked": unit.flight_checked, "general": unit.general, "grade": unit.grade}
    modifier = 0 if surrenders else desk.add(XIX, facts)

    def resolve(chance: Chance) -> Outcome:
        dice = two_dice_if(not surrenders, chance, "08.04.3")
        if dice is None:
            return {"total": None, "rallied": False, "lost": False}
        total, needs = dice.total + modifier, RALLY_NEEDS[unit.attempt]
        rallied = total >= needs
        lost = unit.attempt == LAST_ATTEMPT and not rallied
        tell_dice(dice.total, modifier, desk, "08.04.3")
        desk.line(f"rally.{'rallied' if rallied else 'lost' if lost else 'flees'}", "08.04.3", needs=needs)
        return {"total": total, "rallied": rallied, "lost": lost}

    return resolve
