"""The one-line notation of the Civil War: an order sheet as its lines with a stroke between them, and the answers to
what is asked in the middle of a turn.

orders va33: A ricketts SM | va2: S | STAFF jackson: WITH va33
"""

from __future__ import annotations

from typing import Any, Final

from feltherre.core.notation import Form, Notation
from feltherre.games.civilwar.evading import Evade
from feltherre.games.civilwar.fire_questions import EventJudged, FireFirst, FireSurprised
from feltherre.games.civilwar.orders.lexicon import OpenLexicon
from feltherre.games.civilwar.orders.sheets import read_sheet, write_sheet
from feltherre.games.civilwar.pursuit import AttackNext, HoldGround, Pursue, TurnToMeet
from feltherre.games.civilwar.reactions import FallBack, Shelter
from feltherre.games.civilwar.sheets import SealOrders
from feltherre.games.civilwar.shock import LeadAttack

#: between the lines of a sheet
STROKE: Final = " | "
#: a sheet without any line: everybody stands still
NOTHING: Final = "-"


class SheetCodec:
    """A whole sheet in one line. Names are ids; whether they are known is asked when the order is checked."""

    def write(self, value: Any) -> str:
        return STROKE.join(write_sheet(value).splitlines()) or NOTHING

    def read(self, text: str) -> Any:
        lines = "" if text.strip() == NOTHING else "\n".join(parted(text))
        return read_sheet(lines, OpenLexicon())


def parted(text: str) -> list[str]:
    """The lines of a sheet; a stroke inside quoted words parts nothing."""
    lines, quoted = [""], False
    for sign in text:
        quoted ^= sign == '"'
        if sign == "|" and not quoted:
            lines.append("")
        else:
            lines[-1] += sign
    return [line.strip() for line in lines]


FORMS: Final = (
    Form(SealOrders, "orders {sheet:sheet}"),
    Form(FireSurprised, "hold fire", {"fire": False}),
    Form(FireSurprised, "fire surprised", {"fire": True}),
    Form(FireSurprised, "fire surprised with {ammunition:name}", {"fire": True}),
    Form(FireSurprised, "fire surprised with {ammunition:name} at {guess:number}", {"fire": True}),
    Form(FireFirst, "fire first {unit:name}"),
    Form(EventJudged, "it has come about", {"met": True}),
    Form(EventJudged, "not yet", {"met": False}),
    Form(Pursue, "pursue"),
    Form(HoldGround, "hold ground"),
    Form(AttackNext, "attack next {target:name}"),
    Form(TurnToMeet, "turn to meet", {"turn": True}),
    Form(TurnToMeet, "do not turn", {"turn": False}),
    Form(FallBack, "fall back {unit:name}", {"back": True}),
    Form(FallBack, "stand fast {unit:name}", {"back": False}),
    Form(Shelter, "shelter {unit:name} behind {behind:name}"),
    Form(Shelter, "stay with the guns {unit:name}", {"behind": ""}),
    Form(Evade, "ride {staff:name} to {to:name}"),
    Form(Evade, "stay {staff:name}", {"to": ""}),
    Form(LeadAttack, "lead {unit:name}"),
)


class NameCodec:
    """A unit, staff figure or object by its id."""

    pattern = r"[a-z0-9][a-z0-9_-]*(?:/[0-9]+)?"

    def write(self, value: Any) -> str:
        return str(value)

    def read(self, text: str) -> Any:
        return text.lower()


NOTATION: Final = Notation(
    FORMS,
    {"sheet": SheetCodec(), "name": NameCodec()},
    # names of units are those of the table, which nobody knows here
    {SealOrders: "orders UNIT: GO N 8 | UNIT: S"},
)
