"""Reads a unit's or staff figure's line of an order sheet: text in the book's signs to data (03.01.3).

`va33: A ricketts VIA GO NW SM SUPPORT va2 ; SURPRISED YES`. Signs and words may be small or capital. Names are ids or
any clear part of a name. What cannot be read is BadInput that names the word, says what could stand there and gives an
example. Whole sheets are in `sheets`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from feltherre.core.errors import BadInput
from feltherre.core.text import say
from feltherre.games.civilwar.orders.language import (
    GUESS_STEP,
    Ammunition,
    Answer,
    Attack,
    Courier,
    Detach,
    Exit,
    Fire,
    FirePart,
    GunFire,
    Move,
    NextTarget,
    Order,
    OrderLine,
    Prefs,
    Rejoin,
    Reorganise,
    Repaired,
    Resupply,
    Retreat,
    StaffLine,
    StaffMove,
    StaffOrder,
    StaffStay,
    StaffWith,
    Stand,
    Work,
    WorkKind,
)
from feltherre.games.civilwar.orders.legs import Along, AttackLeg, Go, GoTo, Wheel
from feltherre.games.civilwar.orders.lexicon import Lexicon
from feltherre.games.civilwar.orders.reading_legs import at_arrow, at_leg, goes_on, leg, legs
from feltherre.games.civilwar.orders.reading_places import direction, find, name, names, place, when
from feltherre.games.civilwar.orders.signs import (
    AMMUNITION,
    ANSWERS,
    CHARGE,
    EDGES,
    EVADE,
    NEAREST,
    PREFS,
    REPAIRED,
    SHORT_FIRE,
    WORKS,
    compass,
)
from feltherre.games.civilwar.orders.tokens import Cursor, split

T = TypeVar("T")

#: what may follow the targets of fire, and the units in support
_AFTER_TARGETS: Final = frozenset({"GUESS", "WITH", "WHEN", "REPAIR"})
_AFTER_SUPPORT: Final = frozenset({"THEN"})


def read_order(text: str, lexicon: Lexicon, unit: str = "") -> OrderLine:
    """What stands after a unit's name: its order and standing instructions. A share such as 1/2 is read by the
    companies of the unit, so that one must be named for it."""
    cursor = Cursor(split(text))
    line = order_line(cursor, lexicon, unit)
    cursor.end("end", "X ; SURPRISED YES")
    return line


def read_staff(text: str, lexicon: Lexicon) -> StaffLine:
    """What stands after a general's or courier's name."""
    cursor = Cursor(split(text))
    line = staff_line(cursor, lexicon)
    cursor.end("end", "TO henry-house ; EVADE YES")
    return line


def order_line(cursor: Cursor, lexicon: Lexicon, unit: str) -> OrderLine:
    """An order and its standing instructions, as far as they go."""
    order = _order(cursor, lexicon, unit)
    given: dict[str, Any] = {}
    while cursor.skip(";"):
        pref = cursor.choose({word: word.lower() for word in PREFS}, "pref", "X ; SURPRISED YES")
        given[pref] = cursor.choose(ANSWERS, "answer", "X ; SURPRISED YES")
    return _checked(OrderLine(order, Prefs(**given)), OrderLine)


def staff_line(cursor: Cursor, lexicon: Lexicon) -> StaffLine:
    """What a staff figure does, and whether he rides away from an enemy."""
    order = cursor.choose(_STAFF_ORDERS, "staff-order", "TO henry-house +SW 8")(cursor, lexicon)
    evade: Answer = "ask"
    if cursor.skip(";"):
        cursor.need(EVADE, "evade", "TO henry-house ; EVADE YES")
        evade = cursor.choose(ANSWERS, "answer", "TO henry-house ; EVADE YES")
    return _checked(StaffLine(order, evade), StaffLine)


# orders of units


def _order(cursor: Cursor, lexicon: Lexicon, unit: str) -> Order:
    share = _share(cursor, lexicon, unit)
    word = cursor.word
    if at_leg(cursor):
        order: Order = Move(legs(cursor, lexicon))
    elif cursor.at(*_FIRE):
        order = _fire(cursor, lexicon, unit)
    else:
        order = cursor.choose(_ORDERS, "order", "GO NW 8")(cursor, lexicon, unit)
    if cursor.word == ",":
        raise BadInput(say("civilwar.sheet.one-action", word=cursor.after()))
    return order if share is None else _by_a_part(order, share, word)


def _share(cursor: Cursor, lexicon: Lexicon, unit: str) -> int | None:
    """The share of the unit before its order: `3 OF`, `1/4 OF`, or a fraction before an arrow."""
    if not (cursor.at_fraction() or (cursor.at_number() and cursor.after() == "OF")):
        return None
    companies = _companies(cursor, lexicon, unit, "1/2 OF GO E")
    if not cursor.skip("OF") and not at_leg(cursor):
        cursor.refuse("of", "1/2 OF GO E")
    return companies


def _companies(cursor: Cursor, lexicon: Lexicon, unit: str, example: str) -> int:
    if cursor.at_fraction():
        return lexicon.share(unit, Fraction(cursor.fraction("companies", example)))
    return cursor.number("companies", example, 100)


def _by_a_part(order: Order, companies: int, word: str) -> Order:
    """The order, carried out by some companies of the unit."""
    if isinstance(order, Move):
        return Detach(companies, order.legs)
    if isinstance(order, Attack):
        return replace(order, companies=companies)
    if isinstance(order, Work):
        return replace(order, companies=companies)
    if isinstance(order, Fire) and len(order.parts) == 1:
        return Fire((replace(order.parts[0], companies=companies),))
    raise BadInput(say("civilwar.sheet.no-part", word=word))


def _with(cursor: Cursor, lexicon: Lexicon, unit: str, example: str) -> int | None:
    return _companies(cursor, lexicon, unit, example) if cursor.skip("WITH") else None


def _attack(cursor: Cursor, lexicon: Lexicon, unit: str) -> Order:
    example = "A ricketts VIA GO NW SM"
    target = name(cursor, lexicon, "enemy", "enemy", example)
    companies = _with(cursor, lexicon, unit, "A ricketts WITH 6")
    charges = cursor.skip(CHARGE)
    way: tuple[AttackLeg, ...] = ()
    if cursor.skip("VIA") or at_arrow(cursor):
        way, at_pace = _attack_legs(cursor, lexicon)
        charges = charges or at_pace
    charges = cursor.skip(CHARGE) or charges
    support: tuple[str, ...] = ()
    if cursor.skip("SUPPORT"):
        support = names(cursor, lexicon, "unit", "own-unit", "A ricketts SUPPORT va2", _AFTER_SUPPORT)
    follow = _follow(cursor, lexicon) if cursor.skip("THEN") else None
    return Attack(target, way, "charge" if charges else "ordinary", companies, support, follow)


def _attack_legs(cursor: Cursor, lexicon: Lexicon) -> tuple[tuple[AttackLeg, ...], bool]:
    """The legs of an attack, and whether they are gone at charge pace: a sign for the whole of it."""
    found: list[AttackLeg] = []
    charges = False
    while not found or goes_on(cursor):
        ahead = Cursor([cursor.word])
        one = leg(cursor, lexicon)
        if not isinstance(one, Go | GoTo | Along | Wheel):
            ahead.refuse("attack-leg", "A ricketts VIA GO NW")
        charges = one.pace == "charge" or charges
        found.append(replace(one, pace="ordinary"))
    return tuple(found), charges


def _follow(cursor: Cursor, lexicon: Lexicon) -> Any:
    example = "A ricketts THEN NEXT griffin"
    if cursor.skip("NEXT"):
        return NextTarget(name(cursor, lexicon, "enemy", "enemy", example))
    return cursor.choose({"PURSUE": "pursue", "HOLD": "hold"}, "follow", example)


def _fire(cursor: Cursor, lexicon: Lexicon, unit: str) -> Order:
    """Fire of guns names its ammunition; all other is small arms, perhaps in several parts (05.01.3)."""
    short = SHORT_FIRE.get(cursor.take().upper())
    if short is None and cursor.at(*AMMUNITION):
        short = AMMUNITION[cursor.take().upper()]
    if short is not None:
        return _gun_fire(cursor, lexicon, short)
    parts = [_fire_part(cursor, lexicon, unit)]
    while cursor.word == "," and cursor.after() == "S":
        cursor.take()
        cursor.take()
        parts.append(_fire_part(cursor, lexicon, unit))
    return Fire(tuple(parts))


def _fire_part(cursor: Cursor, lexicon: Lexicon, unit: str) -> FirePart:
    target = None
    if cursor.skip("AT") and not cursor.skip(NEAREST):
        target = name(cursor, lexicon, "enemy", "target", "S AT ricketts")
    companies = _with(cursor, lexicon, unit, "S AT ricketts WITH 4")
    return FirePart(target, companies, when(cursor, lexicon))


def _gun_fire(cursor: Cursor, lexicon: Lexicon, ammunition: Ammunition) -> GunFire:
    example = "S SHELL AT ricketts GUESS 52"
    targets: tuple[str, ...] = ()
    if cursor.skip("AT") and not cursor.skip(NEAREST):
        targets = names(cursor, lexicon, "enemy", "target", example, _AFTER_TARGETS)
    if len(targets) > 1 and ammunition != "canister":
        raise BadInput(say("civilwar.sheet.one-target"))
    guess = None
    if cursor.at("GUESS") and ammunition == "canister":
        raise BadInput(say("civilwar.sheet.no-guess"))
    if cursor.skip("GUESS"):
        before = Cursor([cursor.word])
        guess = cursor.length(example)
        if guess % GUESS_STEP:
            before.refuse("guess", example)
    repairs = _repairs(cursor)
    return GunFire(ammunition, targets, guess, when(cursor, lexicon), repairs)


def _repairs(cursor: Cursor) -> tuple[Repaired, ...]:
    """What gunners mend beside the fire: `REPAIR GUN + LIMBER`."""
    if not cursor.skip("REPAIR"):
        return ()
    example = "S SHELL AT ricketts GUESS 52 REPAIR GUN"
    found = [cursor.choose(REPAIRED, "repaired", example)]
    while cursor.skip("+"):
        found.append(cursor.choose(REPAIRED, "repaired", example))
    return tuple(found)


def _work(cursor: Cursor, lexicon: Lexicon, unit: str) -> Order:
    example = "WORK CLEAR-FENCE AT road-fence"
    kind = _work_kind(cursor)
    companies = _with(cursor, lexicon, unit, "WORK LIGHT WITH 4")
    if cursor.skip("AT"):
        return Work(kind, at=name(cursor, lexicon, "object", "object", example), companies=companies)
    if cursor.skip("FACING"):
        return Work(kind, direction=direction(cursor, lexicon, "WORK LIGHT FACING N"), companies=companies)
    return Work(kind, companies=companies)


def _work_kind(cursor: Cursor) -> WorkKind:
    """The abatis is built to half the unit's width, or in twice the time, as the sheet says (10.03.1)."""
    if cursor.skip("ABATIS"):
        if cursor.word == "1/2":
            cursor.take()
            return "abatis_half"
        return "abatis_full"
    return cursor.choose(WORKS, "work", "WORK LIGHT FACING N")


def _exit(cursor: Cursor, lexicon: Lexicon, unit: str) -> Order:
    edge = EDGES.get(compass(cursor.word) or "")
    if edge is None:
        cursor.refuse("edge", "EXIT S VIA ALONG pike TO pike/S")
    cursor.take()
    return Exit(edge, legs(cursor, lexicon) if cursor.skip("VIA") else ())


def _split(cursor: Cursor, lexicon: Lexicon, unit: str) -> Order:
    companies = _companies(cursor, lexicon, unit, "SPLIT 3")
    cursor.skip("COMPANIES")
    return Detach(companies)


_FIRE: Final = ("S", *SHORT_FIRE)
_ORDERS: Final[dict[str, Callable[[Cursor, Lexicon, str], Order]]] = {
    "X": lambda cursor, lexicon, unit: Stand(),
    "REORG": lambda cursor, lexicon, unit: Reorganise(),
    "R": lambda cursor, lexicon, unit: Retreat(),
    "A": _attack,
    "WORK": _work,
    "SUPPLY": lambda cursor, lexicon, unit: Resupply(name(cursor, lexicon, "unit", "wagon", "SUPPLY wagon-1")),
    "EXIT": _exit,
    "SPLIT": _split,
    "JOIN": lambda cursor, lexicon, unit: Rejoin(name(cursor, lexicon, "unit", "own-unit", "JOIN va33")),
}


# orders of staff


def _staff_to(cursor: Cursor, lexicon: Lexicon) -> StaffOrder:
    where = place(cursor, lexicon, "TO henry-house +SW 8")
    return StaffMove(where, when(cursor, lexicon))


def _ride(cursor: Cursor, lexicon: Lexicon) -> StaffOrder:
    """A courier with an order in brackets, or with words."""
    example = "RIDE va49 ORDER [GO NW]"
    _, to = find(cursor, lexicon, ("unit", "staff"), "receiver", example)
    if cursor.skip("SAY"):
        return Courier(to, cursor.quotation("quotation", 'RIDE bee SAY "Hold the pines."'))
    cursor.need("ORDER", "load", example)
    cursor.need("[", "bracket", example)
    line = order_line(cursor, lexicon, to)
    cursor.need("]", "closing-bracket", example)
    return Courier(to, line)


_STAFF_ORDERS: Final[dict[str, Callable[[Cursor, Lexicon], StaffOrder]]] = {
    "X": lambda cursor, lexicon: StaffStay(),
    "TO": _staff_to,
    "WITH": lambda cursor, lexicon: StaffWith(name(cursor, lexicon, "unit", "own-unit", "WITH va33")),
    "RIDE": _ride,
}


def _checked(line: T, kind: type[T]) -> T:
    """The line, if it is not longer than an order may be."""
    try:
        return msgspec.convert(msgspec.to_builtins(line), kind)
    except msgspec.ValidationError as error:
        raise BadInput(say("civilwar.sheet.too-much", fault=str(error))) from None
