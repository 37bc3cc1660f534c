"""What is put right at the end of a turn: light disorder and disorder (08.04.1, 08.04.2), lost generals (08.05)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import TALLY, Chance, Outcome
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.games.civilwar.procedures.inputs import Count
from feltherre.games.civilwar.procedures.order_states import order_name
from feltherre.games.civilwar.tables import APPOINTED_FROM, REORGANISE_TURNS

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
