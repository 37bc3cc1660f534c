"""Morale: whether a unit that has lost figures keeps its order (08.02.7), who is carried away by a fleeing one and how
it is rallied (08.03, 08.04.3), and what is put right at the end of a turn (08.04.1, 08.04.2, 08.05).
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from feltherre.core.chance import TALLY, Chance, Outcome
from feltherre.core.figures import plain, signed
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.games.civilwar import tables
from feltherre.games.civilwar.procedures import inputs
from feltherre.games.civilwar.procedures.forced_actions import close_fire

Cause: TypeAlias = Literal["small_arms", "artillery", "melee"]

#: a body of fewer companies than this that was sent out counts as detached
WHOLE_BODY: Final = 5
#: who shies at close fire
HORSES: Final = ("mounted", "limbered_artillery")


class MoraleSituation(Struct, frozen=True, forbid_unknown_fields=True):
    figures_removed: inputs.Some
    original_figures: inputs.Some
    present_figures: inputs.Count
    detached_companies: inputs.Count | None = None
    support: bool = False
    general: bool = False
    cover: inputs.Class = 0
    pinned: bool = False
    cause: Cause = "small_arms"
    melee_vs_mounted: bool = False
    melee_more_losses: bool = False
    flank_or_rear_fire: bool = False
    not_answering: bool = False
    order_state: inputs.Order = "OR"
    grade: inputs.Grade = 0
    range_cm: inputs.Length | None = None
    kind: inputs.Kind = "foot"


def loss_rows(removed: int, original: int, present: int) -> dict[str, bool]:
    """The rows of schema XV for the figures removed now, and for the share lost since the start of the game (R86)."""
    lost = original - present
    two_thirds = 3 * lost >= 2 * original
    return {
        f"removed_{removed}" if removed < 5 else "removed_5_plus": True,
        "lost_two_thirds": two_thirds,
        "lost_third": not two_thirds and 3 * lost >= original,
    }


@rule("08.02.7")
def table_order(test_total: int) -> inputs.Order:
    """What schema XVII says."""
    return next(inputs.as_order(order) for least, order in tables.MORALE_RESULTS if test_total >= least)


@procedure("morale-test", dice=list[int])
@rule("04.02.6", "04.02.7")
def morale_test(m: MoraleSituation, desk: Desk) -> Resolve:
    """Whether a unit that has lost figures keeps its order (08.02.7, schemas XV to XVII, R85, R86).

    Foot that close fire leaves in LU is pinned: by a result of LU, or again if it was so already (04.02.7, R41). Horses
    that it puts into LU turn away (04.02.6, R45).
    """
    gone = m.original_figures - m.present_figures
    desk.refuse_if(gone < 0, "more-than-original", "08.02.7")
    desk.refuse_if(m.figures_removed > gone, "more-removed", "08.02.7", removed=m.figures_removed, gone=gone)
    melee = m.cause == "melee"
    modifier = desk.add(
        tables.MORALE,
        {
            **loss_rows(m.figures_removed, m.original_figures, m.present_figures),
            "detached": m.detached_companies is not None and m.detached_companies < WHOLE_BODY,
            "support": m.support,
            "general": m.general,
            "cover_1": m.cover == 1,
            "cover_2": m.cover == 2,
            "cover_3": m.cover == 3,
            "pinned": m.pinned,
            "melee_vs_mounted": melee and m.melee_vs_mounted,
            "melee_more_losses": melee and m.melee_more_losses,
            "flank_or_rear_fire": not melee and m.flank_or_rear_fire,
            "not_answering": m.cause == "small_arms" and m.not_answering,
            "lu": m.order_state == "LU",
            "u": m.order_state == "U",
            "morale_grade": m.grade,
        },
    )

    def close(by_rule: str) -> bool:
        return close_fire("melee" if melee else "fire", m.range_cm, by_rule)

    def resolve(chance: Chance) -> Outcome:
        dice = chance.throw(2, "dice", "08.02.7", TALLY).total
        gives = tables.MORALE_DICE[dice]
        total = modifier + gives
        table = table_order(total)
        after = inputs.worse(m.order_state, table)
        pinned = m.kind == "foot" and after == "LU" and (table == "LU" or m.pinned) and close("04.02.7")
        away = m.kind in HORSES and after == table == "LU" and close("04.02.6")
        if desk.telling:
            words = {"gives": signed(gives), "total": plain(total), "order": inputs.order_name(table)}
            desk.line("morale.dice", "08.02.7", total, dice=dice, **words)
            desk.line(
                f"morale.{'keeps' if after == m.order_state else 'falls'}", "08.02.7", order=inputs.order_name(after)
            )
            desk.line_if(pinned, "morale.pinned", "04.02.7")
            desk.line_if(away, "morale.turns-away", "04.02.6")
        return {
            "total": total,
            "table_order": table,
            "order_after": after,
            "becomes_pinned": pinned,
            "must_turn_away": away,
        }

    return resolve


# rout: who is carried away, and how it is rallied


#: cm within which a fleeing unit may carry others away (08.03.1)
PANIC_DISTANCE: Final = 8
#: a unit so many times as large is safe (08.03.3)
SAFE_SIZE: Final = 3
LAST_ATTEMPT: Final = max(tables.RALLY_NEEDS)


class CarriedSituation(Struct, frozen=True, forbid_unknown_fields=True):
    fleeing_figures: inputs.Count
    threatened_figures: inputs.Count
    distance_cm: inputs.Length = 0
    beside_or_behind: bool = True
    in_path: bool = False
    support: bool = False
    general: bool = False
    cover: bool = False
    order_state: inputs.Order = "OR"
    grade: inputs.Grade = 0


@procedure("carried-away", **inputs.TWO_DICE_OR_NONE)
def carried_away(unit: CarriedSituation, desk: Desk) -> Resolve:
    """Whether a flight carries a unit away (08.03.2, schema XVIII), and whether a unit in its way that is not carried
    into rout checks it (08.03.4, R87)."""
    tested = desk.known["tested"] = is_tested(unit, desk)
    facts = {
        "support": unit.support,
        "general": unit.general,
        "cover": unit.cover,
        "lu": unit.order_state == "LU",
        "u": unit.order_state == "U",
        "morale_grade": unit.grade,
    }
    modifier = desk.add(tables.CARRIED_AWAY, facts if tested else {})

    def resolve(chance: Chance) -> Outcome:
        dice = inputs.two_dice_if(tested, chance, "08.03.2")
        total, after = None, unit.order_state
        if dice is not None:
            total = dice.total + modifier
            after = order_when_carried(unit.order_state, total)
            inputs.tell_dice(dice.total, modifier, desk, "08.03.2")
            key = "carried.keeps" if after == unit.order_state else "carried.falls"
            desk.line(key, "08.03.2", order=inputs.order_name(after))
        checked = unit.in_path and unit.distance_cm <= PANIC_DISTANCE and after != "FU"
        desk.line_if(checked, "carried.checked", "08.03.4")
        return {"total": total, "order_after": after, "flight_checked": checked}

    return resolve


@rule("08.03.1", "08.03.3")
def is_tested(unit: CarriedSituation, desk: Desk) -> bool:
    """Whether a flight threatens a unit: near enough, beside or behind, not thrice as large, and not in rout itself
    (08.03.1, 08.03.3, R87)."""
    safe = {
        "in-rout": unit.order_state == "FU",
        "far": unit.distance_cm > PANIC_DISTANCE,
        "in-front": not unit.beside_or_behind,
        "large": unit.threatened_figures >= SAFE_SIZE * unit.fleeing_figures,
    }
    why = inputs.first(safe, "")
    far = {"cm": inputs.amount(unit.distance_cm)} if why == "far" else {}
    desk.line_if(why != "", f"carried.{why}", "08.03.3" if why == "large" else "08.03.1", **far)
    return not why


@rule("08.03.2")
def order_when_carried(order: inputs.Order, result: int) -> inputs.Order:
    """The order after the throw; never better than before (08.03.2, schema XVIII)."""
    found = next((inputs.as_order(name) for most, name in tables.CARRIED_AWAY_RESULTS if result <= most), order)
    return inputs.worse(order, found)


class RallySituation(Struct, frozen=True, forbid_unknown_fields=True):
    attempt: Annotated[int, Meta(ge=1, le=LAST_ATTEMPT)]
    flight_checked: bool = False
    general: bool = False
    grade: inputs.Grade = 0
    enemy_within_2cm: bool = False


@procedure("rally", **inputs.TWO_DICE_OR_NONE)
def rally(unit: RallySituation, desk: Desk) -> Resolve:
    """An attempt to rally a unit in rout: 8, 9 or 10 is needed at the first, second and third (08.04.3, schema XIX).
    Figures at charge distance of an enemy at the end of the turn give up instead (08.04.4, R90)."""
    surrenders = desk.known["surrenders"] = unit.enemy_within_2cm
    desk.line_if(surrenders, "rally.surrenders", "08.04.4")
    facts = {"flight_checked": unit.flight_checked, "general": unit.general, "morale_grade": unit.grade}
    modifier = desk.add(tables.RALLY, {} if surrenders else facts)

    def resolve(chance: Chance) -> Outcome:
        dice = inputs.two_dice_if(not surrenders, chance, "08.04.3")
        if dice is None:
            return {"total": None, "rallied": False, "lost": False}
        total, needs = dice.total + modifier, tables.RALLY_NEEDS[unit.attempt]
        rallied = total >= needs
        lost = unit.attempt == LAST_ATTEMPT and not rallied
        inputs.tell_dice(dice.total, modifier, desk, "08.04.3")
        desk.line(f"rally.{'rallied' if rallied else 'lost' if lost else 'flees'}", "08.04.3", needs=needs)
        return {"total": total, "rallied": rallied, "lost": lost}

    return resolve


# the end of a turn


Shaken: TypeAlias = Literal["LU", "U"]
#: the order that a shaken unit comes back to
BETTER: Final[dict[Shaken, Literal["OR", "LU"]]] = {"LU": "OR", "U": "LU"}


class ClockSituation(Struct, frozen=True, forbid_unknown_fields=True):
    order_state: Shaken
    counter: inputs.Count = 0
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
    why_not = inputs.first(spoilt, "")
    counter = 0 if why_not else unit.counter + 1
    if why_not:
        desk.line(f"reorganise.{why_not}", rule_id)
    elif counter >= tables.REORGANISE_TURNS[f"{order} to {better}"]:
        desk.line("reorganise.done", rule_id, order=inputs.order_name(better))
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
        appointed = dice >= tables.APPOINTED_FROM
        desk.line("appoint.appointed" if appointed else "appoint.vacant", "08.05.4", dice=dice)
        return {"appointed": appointed}

    return resolve
