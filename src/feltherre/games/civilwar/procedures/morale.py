"""The morale test (08.02.7): whether a unit that has lost figures keeps its order."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import TALLY, Chance, Outcome
from feltherre.core.figures import plain, signed
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, Row, Rows, procedure
from feltherre.games.civilwar.procedures.forced_actions import close_fire
from feltherre.games.civilwar.procedures.inputs import (
    Class,
    Count,
    Grade,
    Kind,
    Length,
    Order,
    Some,
    as_order,
    order_name,
    worse,
)
from feltherre.games.civilwar.tables import MORALE, MORALE_DICE, MORALE_RESULTS

Cause: TypeAlias = Literal["small_arms", "artillery", "melee"]

#: a body of fewer companies than this that was sent out counts as detached
WHOLE_BODY: Final = 5
#: who shies at close fire
HORSES: Final = ("mounted", "limbered_artillery")


class MoraleSituation(Struct, frozen=True, forbid_unknown_fields=True):
    figures_removed: Some
    original_figures: Some
    present_figures: Count
    detached_companies: Count | None = None
    support: bool = False
    general: bool = False
    cover: Class = 0
    pinned: bool = False
    cause: Cause = "small_arms"
    melee_vs_mounted: bool = False
    melee_more_losses: bool = False
    flank_or_rear_fire: bool = False
    not_answering: bool = False
    order_state: Order = "OR"
    grade: Grade = 0
    range_cm: Length | None = None
    kind: Kind = "foot"


XV: Final = Rows.of(
    __name__,
    "XV",
    MORALE,
    "08.02.7",
    "civilwar.modifier.unit.",
    lu=Row(MORALE["lu"], "08.02.7", "civilwar.modifier.own.lu"),
    u=Row(MORALE["u"], "08.02.7", "civilwar.modifier.own.u"),
    grade=Row(0, "08.02.7", "civilwar.modifier.grade"),
)


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
def table_order(test_total: int) -> Order:
    """What schema XVII says."""
    return next(as_order(order) for least, order in MORALE_RESULTS if test_total >= least)


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
        XV,
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
            "grade": m.grade,
        },
    )

    def close(by_rule: str) -> bool:
        return close_fire("melee" if melee else "fire", m.range_cm, by_rule)

    def resolve(chance: Chance) -> Outcome:
        dice = chance.throw(2, "dice", "08.02.7", TALLY).total
        gives = MORALE_DICE[dice]
        total = modifier + gives
        table = table_order(total)
        after = worse(m.order_state, table)
        pinned = m.kind == "foot" and after == "LU" and (table == "LU" or m.pinned) and close("04.02.7")
        away = m.kind in HORSES and after == table == "LU" and close("04.02.6")
        if desk.telling:
            words = {"gives": signed(gives), "total": plain(total), "order": order_name(table)}
            desk.line("morale.dice", "08.02.7", total, dice=dice, **words)
            desk.line(f"morale.{'keeps' if after == m.order_state else 'falls'}", "08.02.7", order=order_name(after))
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
