"""Whether an order can be given, as far as that can be said without the table (03.03).

`faults` asks the procedure `order-legality` and adds what that does not answer: what an arm can do at all, the times
of the parts, what the general knows of, ammunition, guesses and works. Each refusal says why, and where the book says
so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.text import say
from feltherre.games.civilwar.orders.facts import OrderFacts
from feltherre.games.civilwar.orders.language import (
    EMPTY_SHEET,
    Attack,
    Detach,
    Exit,
    Fire,
    GunFire,
    Move,
    Order,
    OrderSheet,
    Rejoin,
    Resupply,
    Stand,
    Work,
)
from feltherre.games.civilwar.orders.legality_fire import fire_faults, gun_faults
from feltherre.games.civilwar.orders.legality_legs import leg_faults
from feltherre.games.civilwar.orders.legality_works import work_faults
from feltherre.games.civilwar.orders.named import all_named
from feltherre.games.civilwar.orders.repeating import repeated
from feltherre.games.civilwar.orders.situation import is_commanded, situation_of
from feltherre.games.civilwar.procedures.orders import order_faults

#: units that a wagon serves in a turn (R95)
UNITS_PER_WAGON: Final = 2


def why_illegal(facts: OrderFacts, order: Order, sheet: OrderSheet = EMPTY_SHEET) -> Illegal | None:
    """The first thing that forbids an order, or None if it may stand. The rest of the sheet counts where units share
    a wagon, and where parts of a regiment attack together."""
    return next(faults(facts, order, sheet), None)


def faults(facts: OrderFacts, order: Order, sheet: OrderSheet = EMPTY_SHEET) -> Iterator[Illegal]:
    """Everything that forbids an order. Of one that is repeated out of command what it comes to is asked about."""
    again = repeats(facts, order)
    if again is not None and not is_commanded(facts, order):
        order = again
    yield from _procedure_faults(facts, order, again is not None, sheet)
    yield from _unknown(facts, order)
    if facts.arm == "wagon" and not isinstance(order, Stand | Move | Exit):
        yield Illegal(say("civilwar.no.wagon"), "01.02.7")
        return
    match order:
        case Move():
            yield from leg_faults(facts, order.legs, None)
        case Attack():
            yield from _attack_faults(facts, order)
        case Fire():
            yield from fire_faults(facts, order)
        case GunFire():
            yield from gun_faults(facts, order)
        case Work():
            yield from work_faults(facts, order)
        case Resupply():
            yield from _resupply_faults(facts, order, sheet)
        case Exit():
            yield from _exit_faults(facts, order)
        case Detach():
            yield from _detach_faults(facts, order)
        case Rejoin() if facts.part_of != order.unit:
            yield Illegal(say("civilwar.no.rejoin"), "01.02.2")


@rule("03.01.2", "03.03.1")
def _procedure_faults(facts: OrderFacts, order: Order, repeats: bool, sheet: OrderSheet) -> list[Illegal]:
    """What the procedure `order-legality` finds."""
    found = order_faults(situation_of(facts, order, repeats, sheet))
    return [Illegal(say(f"civilwar.ruling.order.{name.replace('_', '-')}"), rule_id) for name, rule_id in found]


@rule("03.03.3")
def repeats(facts: OrderFacts, order: Order) -> Order | None:
    """What a unit does that repeats its last order by this one (R28); None if it does not."""
    if facts.last is None:
        return None
    return repeated(facts.last.order, facts.again, order, facts.facing)


@rule("03.02.2")
def _unknown(facts: OrderFacts, order: Order) -> Iterator[Illegal]:
    """An order is based on what the general has seen or been told: he names nothing else (03.02.2)."""
    names_in_order = all_named(order)
    if not names_in_order:
        return
    known: dict[str, tuple[frozenset[str] | None, ...]] = {
        "unit": (facts.units,),
        "enemy": (facts.enemies,),
        "object": (facts.objects,),
        "staff": (facts.staff,),
        "own": (facts.units, facts.staff),
        "anyone": (facts.units, facts.staff, facts.enemies),
        "point": (None if facts.umpire else frozenset(),),
    }
    for kind, name in names_in_order:
        if not any(names is None or name in names for names in known[kind]):
            yield Illegal(say(f"civilwar.no.unknown-{kind}", name=name), "03.02.2")


@rule("03.03.5", "07.03.5")
def _attack_faults(facts: OrderFacts, order: Attack) -> Iterator[Illegal]:
    yield from _too_many(facts, order.companies)
    yield from leg_faults(facts, order.legs, order.companies)
    if facts.unit in order.support:
        yield Illegal(say("civilwar.no.own-support"), "07.03.5")


@rule("09.03.1", "09.03.2")
def _resupply_faults(facts: OrderFacts, order: Resupply, sheet: OrderSheet) -> Iterator[Illegal]:
    """A wagon in base contact serves two units, and neither it nor they move (09.03.1, R95)."""
    if order.wagon not in facts.wagons:
        yield Illegal(say("civilwar.no.wagon-contact", wagon=order.wagon), "09.03.1")
    wagon = sheet.units.get(order.wagon)
    if wagon is not None and not isinstance(wagon.order, Stand):
        yield Illegal(say("civilwar.no.wagon-moves", wagon=order.wagon), "09.03.1")
    others = sum(line.order == order for unit, line in sheet.units.items() if unit != facts.unit)
    if others >= UNITS_PER_WAGON:
        yield Illegal(say("civilwar.no.wagon-busy", wagon=order.wagon), "09.03.1")


@rule("01.05.3")
def _exit_faults(facts: OrderFacts, order: Exit) -> Iterator[Illegal]:
    """Units leave the table under orders only where the scenario says so (R100)."""
    if order.edge not in facts.exits:
        yield Illegal(say("civilwar.no.exit"), "01.05.3")
    yield from leg_faults(facts, order.legs, None, goes_on=True)


def _detach_faults(facts: OrderFacts, order: Detach) -> Iterator[Illegal]:
    """Companies are the smallest part that the book speaks of, and one stays (R11)."""
    if facts.arm == "artillery" or order.companies >= facts.companies:
        yield Illegal(say("civilwar.no.detach", n=facts.companies), "01.02.2")
    yield from leg_faults(facts, order.legs, order.companies)


def _too_many(facts: OrderFacts, companies: int | None) -> Iterator[Illegal]:
    if companies is not None and companies > facts.companies:
        yield Illegal(say("civilwar.no.companies", n=facts.companies), "01.02.2")
