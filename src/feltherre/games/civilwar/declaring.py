"""Declarations at the start of a turn (04.01.2): attacks, retreats of pinned units, firings with their time or trigger,
and field works. Each is told to those who see the unit.
"""

from __future__ import annotations

from typing import Final

from feltherre.core.marks import rule
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.civilwar.commanders import role_of, roles
from feltherre.games.civilwar.field import by_id, name_of
from feltherre.games.civilwar.orders.language import Attack, Fire, GunFire, Order, Retreat, Work
from feltherre.games.civilwar.orders.named import named
from feltherre.games.civilwar.orders.telling import tell_waiting
from feltherre.games.civilwar.orders.triggers import Trigger, UmpireSays
from feltherre.games.civilwar.sight import role_sees
from feltherre.games.civilwar.state import CivilWarState, Unit, by_place, doing_of
from feltherre.games.civilwar.telling import name, tell

#: what is declared, in this order
_KINDS: Final[tuple[tuple[str, tuple[type, ...]], ...]] = (
    ("attack", (Attack,)),
    ("retreat", (Retreat,)),
    ("fire", (Fire, GunFire)),
    ("work", (Work,)),
)


@rule("04.01.2")
def declare(table: Table[CivilWarState]) -> None:
    """First all attacks, then retreats, then firings, then works that can be seen (04.01.2)."""
    state = table.state
    for key, orders in _KINDS:
        for unit in by_place(state):
            line = doing_of(state, unit.id).line
            if unit.on_table and line is not None and isinstance(line.order, orders):
                _declare(table, key, unit, line.order)


def _declare(table: Table[CivilWarState], key: str, unit: Unit, order: Order) -> None:
    if isinstance(order, Fire | GunFire):
        for when in dict.fromkeys(_times(order)):
            _declare_fire(table, unit, when)
        return
    target = order.target if isinstance(order, Attack) else unit.id
    words = {"unit": name(table.state, unit.id), "target": name(table.state, target)}
    concerned = (unit.id, target) if isinstance(order, Attack) else (unit.id,)
    tell(table, f"civilwar.declare.{key}", "04.01.2", *concerned, ruling=None, **words)


def _times(order: Fire | GunFire) -> tuple[Trigger, ...]:
    return (order.when,) if isinstance(order, GunFire) else tuple(part.when for part in order.parts)


@rule("04.01.2", "03.03.6")
def _declare_fire(table: Table[CivilWarState], unit: Unit, when: Trigger) -> None:
    """With its time or what it waits for; a reader who does not see the units named learns only that it will fire."""
    if table.quiet:
        return
    state = table.state
    hearers = tuple(role for role in roles(state) if role_sees(state, role, unit))
    knowing = tuple(role for role in hearers if _may_know(state, role, unit, when))
    who = name(state, unit.id)
    fires = tell_waiting(say("civilwar.declare.will-fire", unit=who), when, lambda thing: name_of(state, thing))
    table.tell(
        say("civilwar.declare.fire-when", fires=fires),
        "04.01.2",
        (unit.id,),
        audience=knowing,
    )
    others = tuple(role for role in hearers if role not in knowing)
    if others:
        table.tell(say("civilwar.declare.fire", unit=who), "04.01.2", (unit.id,), audience=others)


def _may_know(state: CivilWarState, role: str, unit: Unit, when: Trigger) -> bool:
    """If a commander sees all units that a trigger names; what the umpire is told in words is the firer's alone."""
    if role == role_of(state, unit):
        return True
    units = [by_id(state, thing) for _, thing in named(when)]
    return not isinstance(when, UmpireSays) and all(role_sees(state, role, one) for one in units if one is not None)
