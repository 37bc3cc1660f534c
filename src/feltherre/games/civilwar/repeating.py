"""Last turn's order, from turn to turn (03.03.3, R28): what is kept of it, and how it is carried out again."""

from __future__ import annotations

from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.games.civilwar.command import brought_to, in_command
from feltherre.games.civilwar.field import name_of
from feltherre.games.civilwar.orders.language import Order, OrderLine
from feltherre.games.civilwar.orders.repeating import Legs, going_on, repeated
from feltherre.games.civilwar.orders.telling import tell_order
from feltherre.games.civilwar.state import CivilWarState, Doing, Unit, by_place, change, doing_of
from feltherre.games.civilwar.telling import name
from feltherre.games.civilwar.under_fire import tell_own


@rule("03.03.3")
def keep_order(state: CivilWarState, unit: Unit, prevented: bool) -> None:
    """At the end of a turn: the order as it was written, and what it comes to if it is repeated."""
    doing = doing_of(state, unit.id)
    if prevented or doing.line is None:
        change(state, unit.id, last=None, again=None)
        return
    changing = unit.change_leg if unit.change_left else None
    again = going_on(
        doing.line.order, doing.stages, unit.facing, inside=unit.building, gone=_gone(doing), changing=changing
    )
    # a change under way is now the first leg of what is repeated
    leg = 0 if isinstance(doing.line.order, Legs) else unit.change_leg
    change(state, unit.id, last=doing.written or doing.line, again=again, change_leg=leg)


def _gone(doing: Doing) -> int:
    """How far a unit has marched straight on since it has come to the last stage of its order."""
    began = doing.stages[-1].tick if doing.stages else 0
    return sum(leg.way for leg in doing.went if leg.start >= began and not leg.turn)


def again_of(unit: Unit) -> Order | None:
    """What a unit does that repeats its last order (R28); None if it has none to repeat."""
    return None if unit.last is None else unit.again or unit.last.order


@rule("03.03.3", "02.05.1")
def carried_out(state: CivilWarState, unit: Unit, line: OrderLine) -> OrderLine:
    """A line as it is carried out: an order that is repeated out of command goes on where it was, and so does one by
    which a unit is changing still (R21). Any other begins from the start, as does one that a courier brings."""
    if unit.last is None:
        return line
    order = repeated(unit.last.order, unit.again, line.order, unit.facing)
    if order is None or order == line.order:
        return line
    return line if _is_new(state, unit, line) and not unit.change_left else replace(line, order=order)


def _is_new(state: CivilWarState, unit: Unit, line: OrderLine) -> bool:
    """If an order is given anew: by its general, or by the courier who has brought it (R27)."""
    brought = brought_to(state, unit)
    return in_command(state, unit) or (brought is not None and brought.order == line.order)


@rule("03.03.3", "02.05.1")
def tell_repeated(table: Table[CivilWarState]) -> None:
    """Its own commander hears of a unit that goes on with its last order instead of beginning what is written (R28)."""
    state = table.state
    for unit in () if table.quiet else by_place(state):
        doing = doing_of(state, unit.id)
        if doing.written is None or doing.line is None:
            continue
        why, rule_id = ("changing", "02.05.1") if _is_new(state, unit, doing.written) else ("out-of-command", "03.03.3")
        order = tell_order(doing.line.order, lambda thing: name_of(state, thing))
        tell_own(table, f"civilwar.repeat.{why}", rule_id, unit.id, unit=name(state, unit.id), order=order)
