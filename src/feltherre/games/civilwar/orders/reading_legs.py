"""Reads the legs of a movement: `GO NW 8 SM FOR 1/2`, `↗ 1/2`, `WHEEL LEFT 30`, `MK`, `AP ABOUT`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from feltherre.core.errors import BadInput
from feltherre.core.text import say
from feltherre.games.civilwar.orders.legs import (
    Along,
    Back,
    Dismount,
    Enter,
    Face,
    Form,
    Go,
    GoTo,
    Limber,
    Mount,
    OrderLeg,
    Pace,
    Side,
    Sideways,
    Unlimber,
    Wheel,
)
from feltherre.games.civilwar.orders.lexicon import Lexicon
from feltherre.games.civilwar.orders.places import ARROWS
from feltherre.games.civilwar.orders.reading_places import direction, name, place
from feltherre.games.civilwar.orders.signs import ACTIONS, CHARGE, FORMATIONS, FORWARD
from feltherre.games.civilwar.orders.tokens import Cursor
from feltherre.ground.tabletop.measure import CIRCLE, CM, DEGREE

_SIDES: Final[dict[str, Side]] = {"LEFT": "left", "RIGHT": "right"}
#: the widest gap in a chain that the language can say, in 0.1 mm; what is allowed is another question (R13)
_WIDEST_GAP: Final = 300


def legs(cursor: Cursor, lexicon: Lexicon) -> tuple[OrderLeg, ...]:
    """Legs with commas between them; only legs can follow one another (03.03.1)."""
    found = [leg(cursor, lexicon)]
    while goes_on(cursor):
        if cursor.at(*ACTIONS):
            raise BadInput(say("civilwar.sheet.one-action", word=cursor.word))
        found.append(leg(cursor, lexicon))
    return tuple(found)


def goes_on(cursor: Cursor) -> bool:
    """Whether another leg follows: after a comma, which is taken, or an arrow, as the book writes it (03.01.3)."""
    return cursor.skip(",") or at_arrow(cursor)


def at_arrow(cursor: Cursor) -> bool:
    return bool(cursor.word) and cursor.word in ARROWS


def at_leg(cursor: Cursor) -> bool:
    """Whether a leg begins here."""
    return at_arrow(cursor) or (bool(cursor.word) and cursor.at(*_LEGS))


def leg(cursor: Cursor, lexicon: Lexicon) -> OrderLeg:
    if at_arrow(cursor):
        return _march(cursor, lexicon)
    return cursor.choose(_LEGS, "leg", "GO NW 8")(cursor, lexicon)


def _march(cursor: Cursor, lexicon: Lexicon) -> Go:
    """A march in a direction; the fraction after an arrow is its part of the turn."""
    example = "GO NW 8 FOR 1/2"
    way = None if cursor.skip(FORWARD) else direction(cursor, lexicon, example)
    length = cursor.length_if_any(example)
    pace = _pace(cursor)
    return Go(way, length, pace, _span(cursor))


def _to(cursor: Cursor, lexicon: Lexicon) -> GoTo:
    where = place(cursor, lexicon, "TO henry-house +SW 8")
    pace = _pace(cursor)
    return GoTo(where, pace, _span(cursor))


def _along(cursor: Cursor, lexicon: Lexicon) -> Along:
    example = "ALONG pike TO henry-house"
    line = name(cursor, lexicon, "object", "object", example)
    cursor.need("TO", "to", example)
    where = place(cursor, lexicon, example)
    pace = _pace(cursor)
    return Along(line, where, pace, _span(cursor))


def _back(cursor: Cursor, lexicon: Lexicon) -> Back:
    length = cursor.length_if_any("BACK 5")
    return Back(length, _span(cursor))


def _sideways(cursor: Cursor, lexicon: Lexicon) -> Sideways:
    side = cursor.choose(_SIDES, "side", "SIDE LEFT 5")
    length = cursor.length_if_any("SIDE LEFT 5")
    return Sideways(side, length, _span(cursor))


def _wheel(cursor: Cursor, lexicon: Lexicon) -> Wheel:
    example = "WHEEL LEFT 30"
    side = cursor.choose(_SIDES, "side", example)
    angle = cursor.decimal(DEGREE, CIRCLE // 2, "angle", example)
    return Wheel(side, angle, _pace(cursor))


def _face(cursor: Cursor, lexicon: Lexicon) -> Face:
    if cursor.skip("ABOUT"):
        return Face("about")
    return Face(cursor.choose(_SIDES, "turn", "FACE ABOUT"))


def _form(sign: str) -> Callable[[Cursor, Lexicon], Form]:
    def read(cursor: Cursor, lexicon: Lexicon) -> Form:
        files = cursor.number("number", "AK FILES 6", 100) if cursor.skip("FILES") else None
        gap = _gap(cursor) if cursor.skip("GAP") else None
        standing = cursor.number("number", "L ON 4", 100) if cursor.skip("ON") else None
        return Form(FORMATIONS[sign], files, gap, standing)

    return read


def _gap(cursor: Cursor) -> int:
    if cursor.skip("0"):
        return 0
    return cursor.decimal(CM, _WIDEST_GAP, "gap", "T GAP 1.2")


def _enter(cursor: Cursor, lexicon: Lexicon) -> Enter:
    return Enter(name(cursor, lexicon, "object", "object", "ENTER henry-house"))


def _pace(cursor: Cursor) -> Pace:
    return "charge" if cursor.skip(CHARGE) else "ordinary"


def _span(cursor: Cursor) -> int | None:
    if cursor.skip("FOR") or cursor.at_fraction():
        return cursor.eighths("GO N FOR 1/2")
    return None


_LEGS: Final[dict[str, Callable[[Cursor, Lexicon], OrderLeg]]] = {
    "GO": _march,
    "TO": _to,
    "ALONG": _along,
    "BACK": _back,
    "SIDE": _sideways,
    "WHEEL": _wheel,
    "FACE": _face,
    **{sign: _form(sign) for sign in FORMATIONS},
    "PP": lambda cursor, lexicon: Limber(cursor.skip("ABOUT")),
    "AP": lambda cursor, lexicon: Unlimber(cursor.skip("ABOUT")),
    "MOUNT": lambda cursor, lexicon: Mount(),
    "DISMOUNT": lambda cursor, lexicon: Dismount(),
    "ENTER": _enter,
}
