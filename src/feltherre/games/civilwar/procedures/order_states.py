"""The states of order (08.02.1): which is the worse, and what they are called."""

from __future__ import annotations

from typing import Final, cast

from feltherre.core.changes import OneOf
from feltherre.core.text import Text, say
from feltherre.games.civilwar.procedures.inputs import Order

#: from the best to the worst
ORDERS: Final[tuple[Order, ...]] = ("OR", "LU", "U", "FU")
_RANK: Final = {order: rank for rank, order in enumerate(ORDERS)}


def as_order(name: str) -> Order:
    """The order that a cell of a schema names."""
    return cast("Order", name)


def worse(present: Order, result: Order) -> Order:
    """The worse of two states: no throw makes an order better (R76, R85)."""
    return result if _RANK[result] > _RANK[present] else present


def order_name(order: str) -> Text:
    """`light disorder (LU)`."""
    return say(f"civilwar.order.{order}")


def no_better(order: str) -> OneOf:
    """What an umpire may make of the order that a result leaves a unit in: never a better one (R76, R85)."""
    return OneOf(ORDERS[ORDERS.index(as_order(order)) :])
