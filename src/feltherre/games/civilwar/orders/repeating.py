"""What it comes to that a unit repeats its last order (03.03.3, R28).

The same action with the same parameters: it marches on in the same compass direction, in the formation and at the pace
that the order has led to. Changes that have been made are not made again, and a march to a place still leads there. An
attack goes on at the same target, without the legs to it that are made.
"""

from __future__ import annotations

from typing import Final, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from feltherre.core.marks import rule
from feltherre.games.civilwar.orders.language import Attack, Exit, Move, Order, Stand
from feltherre.games.civilwar.orders.legs import Along, Back, Enter, Go, GoTo, OrderLeg, Sideways, Wheel
from feltherre.games.civilwar.orders.places import POINT
from feltherre.ground.tabletop.measure import CIRCLE, DEGREE, rounded

#: legs that lead somewhere
MARCHES: Final = (Go, GoTo, Along, Back, Sideways, Enter)
#: marches in a direction, to no place
STRAIGHT: Final = (Go, Back, Sideways)
#: orders in legs
Legs: TypeAlias = Move | Exit | Attack
#: orders that lead on when their legs are made: over the edge of the table, at the target
BEYOND: Final = (Exit, Attack)

L = TypeVar("L", bound=OrderLeg)


class Stage(Struct, frozen=True):
    """A leg that a unit has come to by its order: a march or wheel that it has begun, a change that it has made."""

    leg: int
    #: where it faced then, and when that was
    facing: int
    tick: int


@rule("03.03.3", "02.05.1")
def going_on(
    order: Order,
    stages: tuple[Stage, ...],
    facing: int,
    *,
    inside: str = "",
    gone: int = 0,
    changing: int | None = None,
) -> Order:
    """What an order that was carried out so far comes to if it is repeated (R28), for a unit that faces so now, has
    gone so far by the last of the stages, and is inside that building. A change that is still under way (`changing`:
    that leg) goes on, and what follows it (R21)."""
    if not isinstance(order, Legs):
        return order
    legs = order.legs[changing:] if changing is not None else _legs_again(order, stages, facing, inside, gone)
    if isinstance(order, Move) and not legs:
        # changes alone, and all are made: there is nothing left to do but to stand (R28)
        return Stand()
    return replace(order, legs=legs)


def _legs_again(order: Legs, stages: tuple[Stage, ...], facing: int, inside: str, gone: int) -> tuple[OrderLeg, ...]:
    """The march that it is on, or was on last, and the legs that it has not come to."""
    if not stages:
        return order.legs
    rest = order.legs[stages[-1].leg + 1 :]
    marches = [one for one in stages if isinstance(_leg(order, one), MARCHES)]
    if isinstance(_leg(order, stages[-1]), Wheel) and (wheel := _rest_of_wheel(order, stages[-1], facing)):
        return (wheel, *rest)
    leads_on = isinstance(order, BEYOND) or any(isinstance(leg, MARCHES) for leg in rest)
    if not marches or (leads_on and marches[-1] != stages[-1]):
        return rest
    leg = order.legs[marches[-1].leg]
    if isinstance(leg, Enter) and leg.building == inside:
        return rest
    length = getattr(leg, "length", None)
    if isinstance(order, BEYOND) and length is not None:
        # what its legs lead to is still to come: of a march that was cut short only the rest is made
        if gone >= length:
            return rest
        leg = replace(leg, length=length - gone)
    return (_same_way(leg, marches[-1].facing, facing), *rest)


def _leg(order: Legs, stage: Stage) -> OrderLeg | None:
    """None for the way over the edge of the table or at the target of an attack, which is no leg on the sheet."""
    return order.legs[stage.leg] if stage.leg < len(order.legs) else None


def _rest_of_wheel(order: Legs, stage: Stage, facing: int) -> Wheel | None:
    """What is left of a wheel that was cut short."""
    wheel = order.legs[stage.leg]
    assert isinstance(wheel, Wheel)
    made = facing - stage.facing if wheel.side == "right" else stage.facing - facing
    left = wheel.angle - made % CIRCLE
    return replace(wheel, angle=left) if left > 0 else None


def _same_way(leg: OrderLeg, faced: int, faces: int) -> OrderLeg:
    """A march in the compass direction that it had, for a unit that may face otherwise now."""
    heading = heading_of(leg, faced)
    if heading is None or not isinstance(leg, STRAIGHT) or heading_of(leg, faces) == heading:
        return leg
    return Go(_on_the_sheet(heading), leg.length, leg.pace if isinstance(leg, Go) else "ordinary", leg.span)


def _on_the_sheet(heading: int) -> int:
    """A direction as it can be written: a compass point, or whole degrees."""
    return heading if heading % POINT == 0 else rounded(heading, DEGREE) * DEGREE % CIRCLE


def heading_of(leg: OrderLeg, facing: int) -> int | None:
    """The compass direction of a march by a unit that faces so; None if it leads to a place, or is no march."""
    if isinstance(leg, Go):
        return facing if leg.direction is None else leg.direction
    if isinstance(leg, Back):
        return (facing + CIRCLE // 2) % CIRCLE
    if isinstance(leg, Sideways):
        return (facing + (CIRCLE // 4 if leg.side == "right" else -CIRCLE // 4)) % CIRCLE
    return None


@rule("03.03.3")
def repeated(last: Order, again: Order | None, order: Order, facing: int) -> Order | None:
    """What a unit does that repeats its last order by this one; None if this is no repetition (R28).

    `again` is what the last order comes to by now (`going_on`; None: the order itself). It may be written as it was,
    or as what it comes to, or as the plain march that this begins with; without its charge pace where it had one, since
    that cannot be used again so soon.
    """
    again = last if again is None else again
    if order == last:
        return again
    if order == _at_ordinary_pace(last):
        return _at_ordinary_pace(again)
    paces = (again, _at_ordinary_pace(again))
    return order if order in paces or any(_is_plainly(order, one, facing) for one in paces) else None


def _is_plainly(order: Order, again: Order, facing: int) -> bool:
    """If an order is only the march with which another begins: the same compass direction, pace, length and time."""
    if not isinstance(order, Move) or not isinstance(again, Move) or len(order.legs) != 1:
        return False
    leg, march = order.legs[0], again.legs[0]
    if not isinstance(leg, STRAIGHT) or not isinstance(march, STRAIGHT):
        return False
    ways = []
    for one in (leg, march):
        heading = heading_of(one, facing)
        assert heading is not None
        ways.append((_on_the_sheet(heading), one.length, one.span, getattr(one, "pace", "ordinary")))
    return ways[0] == ways[1]


def _at_ordinary_pace(order: Order) -> Order:
    if isinstance(order, Attack):
        return replace(order, pace="ordinary")
    if isinstance(order, Move):
        return replace(order, legs=tuple(_slowed(leg) for leg in order.legs))
    return order


def _slowed(leg: L) -> L:
    return replace(leg, pace="ordinary") if isinstance(leg, Go | GoTo | Along | Wheel) else leg
