"""Reads a unit's or staff figure's line of an order sheet: text in the book's signs to data (03.01.3).

`va33: A ricketts VIA GO NW SM SUPPORT va2 ; SURPRISED YES`. Signs and words may be small or capital. Names are ids or
any clear part of a name. What cannot be read is BadInput that names the word, says what could stand there and gives an
example. Whole sheets are in `sheets`.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar, get_args

import msgspec
from msgspec.structs import replace

from feltherre.core.errors import BadInput
from feltherre.core.text import say
from feltherre.games.civilwar.orders import language
from feltherre.games.civilwar.orders.language import OrderLine, StaffLine
from feltherre.games.civilwar.orders.lexicon import Lexicon
from feltherre.games.civilwar.orders.reading_parts import Reader, by_first_word
from feltherre.games.civilwar.orders.signs import AMMUNITION, ANSWERS, EVADE, PREFS, SHORT_FIRE
from feltherre.games.civilwar.orders.tokens import split

T = TypeVar("T")

#: orders by their first word; movement and fire begin otherwise
_ORDERS: Final = by_first_word(get_args(language.Order))
_STAFF_ORDERS: Final = by_first_word(get_args(language.StaffOrder))


def read_order(text: str, lexicon: Lexicon, unit: str = "") -> OrderLine:
    """What stands after a unit's name: its order and standing instructions. A share such as 1/2 is read by the
    companies of the unit, so that one must be named for it."""
    reader = Reader(split(text), lexicon, unit)
    line = order_line(reader)
    reader.end("X ; SURPRISED YES")
    return line


def read_staff(text: str, lexicon: Lexicon) -> StaffLine:
    """What stands after a general's or courier's name."""
    reader = Reader(split(text), lexicon)
    line = staff_line(reader)
    reader.end("TO henry-house ; EVADE YES")
    return line


def order_line(reader: Reader) -> OrderLine:
    """An order and its standing instructions, as far as they go."""
    order = _order(reader)
    given: dict[str, Any] = {}
    while reader.skip(";"):
        reader.example = "X ; SURPRISED YES"
        pref = reader.choose({word: word.lower() for word in PREFS}, "pref")
        given[pref] = reader.choose(ANSWERS, "answer")
    return _checked(OrderLine(order, language.Prefs(**given)), OrderLine)


def staff_line(reader: Reader) -> StaffLine:
    """What a staff figure does, and whether he rides away from an enemy."""
    kind = reader.kind(_STAFF_ORDERS, "staff-order", "TO henry-house +SW 8")
    order: language.StaffOrder = _ride(reader) if kind is language.Courier else reader.read(kind)
    evade: language.Answer = "ask"
    if reader.skip(";"):
        reader.example = "TO henry-house ; EVADE YES"
        reader.need(EVADE, "evade")
        evade = reader.choose(ANSWERS, "answer")
    return _checked(StaffLine(order, evade), StaffLine)


def _ride(reader: Reader) -> language.Courier:
    """A courier with an order in brackets, or with words."""
    reader.take()
    reader.example = "RIDE va49 ORDER [GO NW]"
    _, to = reader.find(("unit", "staff"), "receiver")
    if reader.skip("SAY"):
        reader.example = 'RIDE bee SAY "Hold the pines."'
        return language.Courier(to, reader.quotation())
    reader.need("ORDER", "load")
    reader.need("[", "bracket")
    reader.unit = to
    line = order_line(reader)
    reader.example = "RIDE va49 ORDER [GO NW]"
    reader.need("]", "closing-bracket")
    return language.Courier(to, line)


# orders of units


def _order(reader: Reader) -> language.Order:
    share = _share(reader)
    word = reader.word
    if reader.at_leg():
        order: language.Order = language.Move(reader.legs())
    elif reader.at("S", *SHORT_FIRE):
        order = _fire(reader)
    else:
        kind = reader.kind(_ORDERS, "order", "GO NW 8")
        order = reader.read(kind) if kind is not language.Attack else _attack(reader)
    if reader.word == ",":
        raise BadInput(say("civilwar.sheet.one-action", word=reader.after()))
    return order if share is None else _by_a_part(order, share, word)


def _share(reader: Reader) -> int | None:
    """The share of the unit before its order: `3 OF`, `1/4 OF`, or a fraction before an arrow."""
    if not (reader.at_fraction() or (reader.at_number() and reader.after() == "OF")):
        return None
    reader.example = "1/2 OF GO E"
    companies = reader.companies()
    if not reader.skip("OF") and not reader.at_leg():
        reader.refuse("of")
    return companies


def _by_a_part(order: language.Order, companies: int, word: str) -> language.Order:
    """The order, carried out by some companies of the unit."""
    if isinstance(order, language.Move):
        return language.Detach(companies, order.legs)
    if isinstance(order, language.Attack | language.Work):
        return replace(order, companies=companies)
    if isinstance(order, language.Fire) and len(order.parts) == 1:
        return language.Fire((replace(order.parts[0], companies=companies),))
    raise BadInput(say("civilwar.sheet.no-part", word=word))


def _attack(reader: Reader) -> language.Attack:
    """The sign for charge pace may stand before the way, in it or after it: it is for the whole of the attack."""
    given = reader.fields(language.Attack)
    legs = given.get("legs", ())
    pace = "charge" if "pace" in given or any(leg.pace == "charge" for leg in legs) else "ordinary"
    return language.Attack(**given | {"pace": pace, "legs": tuple(replace(leg, pace="ordinary") for leg in legs)})


def _fire(reader: Reader) -> language.Order:
    """Fire of guns names its ammunition; all other is small arms, perhaps in several parts (05.01.3)."""
    short = SHORT_FIRE.get(reader.take().upper())
    if short is None and reader.at(*AMMUNITION):
        short = AMMUNITION[reader.take().upper()]
    if short is None:
        parts = [reader.read(language.FirePart, begun=1)]
        while reader.word == "," and reader.after() == "S":
            reader.take()
            parts.append(reader.read(language.FirePart))
        return language.Fire(tuple(parts))
    given = reader.fields(language.GunFire, begun=2)
    if short != "canister" and len(given.get("targets", ())) > 1:
        raise BadInput(say("civilwar.sheet.one-target"))
    if short == "canister" and "guess" in given:
        raise BadInput(say("civilwar.sheet.no-guess"))
    return language.GunFire(short, **given)


def _checked(line: T, kind: type[T]) -> T:
    """The line, if it is not longer than an order may be."""
    try:
        return msgspec.convert(msgspec.to_builtins(line), kind)
    except msgspec.ValidationError as error:
        raise BadInput(say("civilwar.sheet.too-much", fault=str(error))) from None
