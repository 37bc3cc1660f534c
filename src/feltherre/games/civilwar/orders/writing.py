"""Writes orders as lines of text: the one form in which log, record and order sheet show them.

`reading` gives back what was written here. On a player's own paper sheet (`own_edge` given) the eight directions that
have one are written as arrows, with the sheet's lower edge along his base line (03.01.3).
"""

from __future__ import annotations

from typing import Final, assert_never

from feltherre.games.civilwar.orders.language import (
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
    Rejoin,
    Reorganise,
    Resupply,
    Retreat,
    StaffLine,
    StaffMove,
    StaffOrder,
    StaffStay,
    StaffWith,
    Stand,
    Work,
)
from feltherre.games.civilwar.orders.places import Edge
from feltherre.games.civilwar.orders.signs import (
    AMMUNITION,
    ANSWERS,
    CHARGE,
    EDGES,
    EVADE,
    NEAREST,
    PREFS,
    UNIT_SIGN,
    WORKS,
)
from feltherre.games.civilwar.orders.tokens import quoted
from feltherre.games.civilwar.orders.writing_parts import Writer, signs_of, spaced
from feltherre.ground.tabletop.measure import centimetres

_AMMUNITION: Final = signs_of(AMMUNITION)
_WORK: Final = signs_of(WORKS)
_EDGE: Final = signs_of(EDGES)
_ANSWER: Final = signs_of(ANSWERS)


def write_line(line: OrderLine, own_edge: Edge | None = None) -> str:
    """A unit's order and standing instructions; what it asks about is not written."""
    given = ((pref, getattr(line.prefs, pref.lower())) for pref in PREFS)
    prefs = [f"{pref} {_ANSWER[answer]}" for pref, answer in given if answer != "ask"]
    return " ; ".join([write_order(line.order, own_edge), *prefs])


def write_staff(line: StaffLine, own_edge: Edge | None = None) -> str:
    """A general's or courier's line."""
    order = _staff_order(line.order, own_edge)
    return order if line.evade == "ask" else f"{order} ; {EVADE} {_ANSWER[line.evade]}"


def write_order(order: Order, own_edge: Edge | None = None) -> str:
    """An order alone."""
    writer = Writer(own_edge)
    match order:
        case Stand():
            return "X"
        case Reorganise():
            return "REORG"
        case Retreat():
            return "R"
        case Move():
            return writer.legs(order.legs)
        case Detach():
            return f"{order.companies} OF {writer.legs(order.legs)}" if order.legs else f"SPLIT {order.companies}"
        case Attack():
            return _attack(order, writer)
        case Fire():
            return ", ".join(_fire_part(part, writer) for part in order.parts)
        case GunFire():
            return _gun_fire(order, writer)
        case Work():
            facing = None if order.direction is None else f"FACING {writer.direction(order.direction)}"
            return spaced("WORK", _WORK[order.kind], _given("WITH", order.companies), _given("AT", order.at), facing)
        case Resupply():
            return f"SUPPLY {order.wagon}"
        case Rejoin():
            return f"JOIN {order.unit}"
        case Exit():
            way = f"VIA {writer.legs(order.legs)}" if order.legs else None
            return spaced("EXIT", _EDGE[order.edge], way)
        case _:
            assert_never(order)


def _attack(order: Attack, writer: Writer) -> str:
    follow = order.follow
    return spaced(
        f"A {order.target}",
        _given("WITH", order.companies),
        f"VIA {writer.legs(order.legs)}" if order.legs else None,
        CHARGE if order.pace == "charge" else None,
        f"SUPPORT {' + '.join(order.support)}" if order.support else None,
        f"THEN NEXT {follow.target}" if isinstance(follow, NextTarget) else _given("THEN", follow and follow.upper()),
    )


def _fire_part(part: FirePart, writer: Writer) -> str:
    return spaced(
        "S", _given("AT", part.target and _target(part.target)), _given("WITH", part.companies), writer.when(part.when)
    )


def _gun_fire(order: GunFire, writer: Writer) -> str:
    return spaced(
        f"S {_AMMUNITION[order.ammunition]}",
        f"AT {' + '.join(map(_target, order.targets))}" if order.targets else None,
        None if order.guess is None else f"GUESS {centimetres(order.guess)}",
        f"REPAIR {' + '.join(what.upper() for what in order.repairs)}" if order.repairs else None,
        writer.when(order.when),
    )


def _staff_order(order: StaffOrder, own_edge: Edge | None) -> str:
    writer = Writer(own_edge)
    match order:
        case StaffStay():
            return "X"
        case StaffMove():
            return spaced("TO", writer.place(order.to), writer.when(order.when))
        case StaffWith():
            return f"WITH {order.unit}"
        case Courier(load=OrderLine() as line):
            return f"RIDE {order.to} ORDER [{write_line(line, own_edge)}]"
        case Courier():
            return f"RIDE {order.to} SAY {quoted(str(order.load))}"
        case _:
            assert_never(order)


def _target(target: str) -> str:
    """A unit may even be called like the word for the nearest enemy."""
    return f"{UNIT_SIGN}{target}" if target.upper() == NEAREST else target


def _given(word: str, value: object) -> str | None:
    return None if value is None else f"{word} {value}"
