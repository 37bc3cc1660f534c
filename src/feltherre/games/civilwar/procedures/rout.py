"""Rout (08.03, 08.04.3): who is carried away by a fleeing unit, and how it is rallied; what is put right at the end of
a turn: light disorder and disorder (08.04.1, 08.04.2), lost generals (08.05).
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from feltherre.core.chance import TALLY, Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, Row, Rows, procedure
from feltherre.games.civilwar.procedures.inputs import (
    TWO_DICE_OR_NONE,
    Count,
    Grade,
    Length,
    Order,
    amount,
    as_order,
    order_name,
    tell_dice,
    two_dice_if,
    worse,
)
from feltherre.games.civilwar.tables import (
    APPOINTED_FROM,
    CARRIED_AWAY,
    CARRIED_AWAY_RESULTS,
    RALLY,
    RALLY_NEEDS,
    REORGANISE_TURNS,
)

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


# the end of a turn


Shaken: TypeAlias = Literal["LU", "U"]
#: the order that a shaken unit comes back to
BETTER: Final[dict[Shaken, Literal["OR", "LU"]]] = {"LU": "OR", "U": "LU"}


class ClockSituation(Struct, frozen=True, forbid_unknown_fields=True):
    order_state: Shaken
    counter: Count = 0
    entered_this_turn: bool = False
    lost_men: bool = False
    attacked: bool = False
    acted: bool = False


@procedure("reorganise-clock")
def reorganise_clock(unit: ClockSituation, desk: Desk) -> Outcome:
    """Whether enough good turns in a row bring a unit one step back (08.04.1, 08.04.2, schema XIX).

    From LU a turn counts without losses, from U also without an attack and without doing anything; never that in which
    the state was entered (R88).
    """
    order, disorder = unit.order_state, unit.order_state == "U"
    better, rule_id = BETTER[order], "08.04.2" if disorder else "08.04.1"
    spoilt = {
        "entered": unit.entered_this_turn,
        "lost-men": unit.lost_men,
        "attacked": disorder and unit.attacked,
        "acted": disorder and unit.acted,
    }
    why_not = next((why for why, is_so in spoilt.items() if is_so), None)
    counter = 0 if why_not else unit.counter + 1
    if why_not:
        desk.line(f"reorganise.{why_not}", rule_id)
    elif counter >= REORGANISE_TURNS[f"{order} to {better}"]:
        desk.line("reorganise.done", rule_id, order=order_name(better))
        return {"counter_after": 0, "order_after": better}
    else:
        desk.line("reorganise.counts", rule_id, counter, n=counter)
    return {"counter_after": counter, "order_after": order}


class AppointSituation(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing but the dice decides."""


@procedure("appoint-general", dice=list[int])
def appoint_general(given: AppointSituation, desk: Desk) -> Resolve:
    """Whether the throw gives a lost general a successor (08.05.4, schema XX)."""

    def resolve(chance: Chance) -> Outcome:
        dice = chance.throw(2, "dice", "08.05.4", TALLY).total
        appointed = dice >= APPOINTED_FROM
        desk.line("appoint.appointed" if appointed else "appoint.vacant", "08.05.4", dice=dice)
        return {"appointed": appointed}

    return resolve
