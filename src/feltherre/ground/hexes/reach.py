"""Where a unit can go, and what it costs.

Costs are small whole numbers, so hexes wait in one list for each cost (Dial's queue) instead of in a heap. `reach` only
finds the costs; the way to a hex is read back from them when somebody asks (`path_to`), and why a hex is out of reach
is found in `path`.
"""

from __future__ import annotations

from typing import Final

from feltherre.ground.hexes.tables import MoveTable

#: how a unit may go straight from a hex that stops moves into another: like any step, with all it has, or not at all
FREELY: Final = 0
WITH_ALL: Final = 1
NEVER: Final = 2


class Mover:
    """How a class of unit moves, made once by the game. The masks are bits of the layers.

    `bar`: may not enter; `stop`: the move ends there; `no_end`: may be passed, but not be the end. `zone_to_zone`:
    FREELY, WITH_ALL or NEVER from a hex that stops moves into another. `minimum`: one hex may be entered as the whole
    move whatever it costs. `fresh`: it has spent nothing, so that a step can be made that takes the whole allowance.
    """

    __slots__ = ("bar", "fresh", "minimum", "no_end", "stop", "table", "zone_to_zone")

    def __init__(
        self,
        table: MoveTable,
        *,
        bar: int = 0,
        stop: int = 0,
        no_end: int = 0,
        zone_to_zone: int = FREELY,
        minimum: bool = False,
        fresh: bool = True,
    ) -> None:
        self.table = table
        self.bar = bar
        self.stop = stop
        self.no_end = no_end
        self.zone_to_zone = zone_to_zone
        self.minimum = minimum
        self.fresh = fresh

    @property
    def care(self) -> int:
        """All bits of a hex that matter to this mover."""
        return self.bar | self.stop | self.no_end


class Reach:
    """Where a unit can go. `hexes` are in the order of their cost and leave out the start."""

    __slots__ = ("allowance", "barred", "before", "costs", "hexes", "start")

    def __init__(self, start: int, allowance: int, costs: list[int], hexes: list[int], barred: list[int]) -> None:
        self.start = start
        self.allowance = allowance
        #: what it costs to come into each hex of the board; more than the allowance where it cannot
        self.costs = costs
        self.hexes = hexes
        #: hexes that were tried and found barred by what is in them
        self.barred = barred
        #: hex -> the one before it on a way of least cost, as far as somebody has asked for a way
        self.before: dict[int, int] = {}

    def __contains__(self, hex_: int) -> bool:
        return self.costs[hex_] <= self.allowance

    def ends(self, mover: Mover, bits: list[int]) -> list[int]:
        """The hexes in which the move may end."""
        no_end = mover.no_end
        if not no_end:
            return self.hexes
        return [hex_ for hex_ in self.hexes if not bits[hex_] & no_end]


def reach(mover: Mover, bits: list[int], start: int, allowance: int) -> Reach:
    """All hexes a unit can enter, each with the least it can pay. Without an allowance it cannot move."""
    unreached = allowance + 1
    costs = [unreached] * len(bits)
    costs[start] = 0
    hexes: list[int] = []
    barred: list[int] = []
    if allowance <= 0:
        return Reach(start, allowance, costs, hexes, barred)
    waiting: list[list[int]] = [[] for _ in range(unreached)]
    for there, total in _first_steps(mover, bits, start, allowance):
        if bits[there] & mover.bar:
            barred.append(there)
            costs[there] = -1
        elif total < costs[there]:
            costs[there] = total
            waiting[total].append(there)
    _spread(mover, bits, allowance, costs, waiting, hexes, barred)
    for there in barred:
        costs[there] = unreached
    return Reach(start, allowance, costs, hexes, barred)


def path_to(mover: Mover, bits: list[int], found: Reach, end: int) -> list[int]:
    """A way of least cost to a hex that can be reached, start and end included; always the same one."""
    way, here, before = [end], end, found.before
    while here != found.start:
        if here not in before:
            before[here] = _before(mover, bits, found, here)
        here = before[here]
        way.append(here)
    way.reverse()
    return way


def first_cost(mover: Mover, bits: list[int], start: int, there: int, price: int, allowance: int) -> int:
    """What the first step of a move costs, by its price in the table; more than the allowance if it cannot be made.

    A step that takes all there is takes it whatever the price.
    """
    if mover.zone_to_zone != FREELY and bits[start] & mover.stop and bits[there] & mover.stop:
        return allowance + 1 if mover.zone_to_zone == NEVER else allowance
    if price <= 0 and not mover.fresh:
        return allowance + 1
    if price <= 0 or (price > allowance and mover.minimum):
        return allowance
    return price


def has_step(mover: Mover, bits: list[int], start: int, allowance: int) -> bool:
    """Whether a move may end in one of the hexes around the start: mostly enough to know that there is one at all."""
    closed, table = mover.bar | mover.no_end, mover.table
    if allowance <= 0:
        return False
    for there, price in table.steps[start]:
        if not bits[there] & closed and first_cost(mover, bits, start, there, price, allowance) <= allowance:
            return True
    return any(
        not bits[there] & closed and first_cost(mover, bits, start, there, 0, allowance) <= allowance
        for there in table.whole[start]
    )


def _first_steps(mover: Mover, bits: list[int], start: int, allowance: int) -> list[tuple[int, int]]:
    """The hexes around the start and what it costs to enter each as the first."""
    steps = [
        (there, first_cost(mover, bits, start, there, price, allowance)) for there, price in mover.table.steps[start]
    ]
    for there in mover.table.whole[start] if mover.fresh else ():
        steps.append((there, first_cost(mover, bits, start, there, 0, allowance)))
    return steps


def _spread(
    mover: Mover,
    bits: list[int],
    allowance: int,
    costs: list[int],
    waiting: list[list[int]],
    hexes: list[int],
    barred: list[int],
) -> None:
    """Go on from the first steps until all is spent."""
    steps = mover.table.steps
    cheapest = mover.table.cheapest
    bar = mover.bar
    stop = mover.stop
    for spent in range(1, allowance + 1):
        for here in waiting[spent]:
            if costs[here] != spent:
                continue  # it was reached more cheaply later on
            hexes.append(here)
            if spent + cheapest[here] > allowance or bits[here] & stop:
                continue
            for there, price in steps[here]:
                total = spent + price
                if total < costs[there]:
                    if bits[there] & bar:
                        # below every cost, so that it is not tried again
                        costs[there] = -1
                        barred.append(there)
                    else:
                        costs[there] = total
                        waiting[total].append(there)


def _before(mover: Mover, bits: list[int], found: Reach, hex_: int) -> int:
    """The hex before this one on a way of least cost; the start if it can be."""
    table = mover.table
    prices, costs, cost, start = table.prices, found.costs, found.costs[hex_], found.start
    before = -1
    for beside, side in table.grid.entries[hex_]:
        if costs[beside] >= cost:
            continue
        price = prices[side]
        if beside == start:
            if price >= 0 and first_cost(mover, bits, start, hex_, price, found.allowance) == cost:
                return start
        elif before < 0 and 0 < price == cost - costs[beside] and not bits[beside] & mover.stop:
            before = beside
    if before < 0:
        raise ValueError(f"{table.grid.number(hex_)} cannot be reached from {table.grid.number(start)}")
    return before
