"""A way given hex by hex, and why a hex cannot be reached: the same rules as `reach`, one step at a time."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from feltherre.ground.hexes.reach import NEVER, Mover, Reach, first_cost
from feltherre.ground.hexes.reasons import Reason, Refusal
from feltherre.ground.hexes.tables import WHOLE


class Walk(Struct, frozen=True):
    """How far a way can be gone: the cost of each step that can be made, and what refuses the next, if anything."""

    costs: tuple[int, ...]
    refusal: Refusal | None

    @property
    def spent(self) -> int:
        return sum(self.costs)


def walk(mover: Mover, bits: list[int], way: Sequence[int], allowance: int) -> Walk:
    """Go a way that begins with the unit's own hex. Refused, too, if the move may not end where it ends."""
    costs: list[int] = []
    for place in range(1, len(way)):
        step = next_step(mover, bits, way[:place], way[place], allowance - sum(costs), allowance)
        if isinstance(step, Refusal):
            return Walk(tuple(costs), step)
        costs.append(step)
    end = way[-1]
    if len(way) > 1 and bits[end] & mover.no_end:
        return Walk(tuple(costs), Refusal(Reason.MAY_NOT_END, end, way[-2], bits[end] & mover.no_end))
    return Walk(tuple(costs), None)


def refusals(mover: Mover) -> set[Reason | int]:
    """All that can keep a unit with an allowance out of a hex: reasons, and in the place of NO_WAY the codes of
    the table's steps that are never made."""
    table, found = mover.table, {Reason.NOT_ADJACENT, Reason.TOO_DEAR}
    marks = (
        (mover.bar, Reason.MARKED),
        (mover.stop, Reason.MUST_STOP),
        (mover.zone_to_zone == NEVER, Reason.ZONE_TO_ZONE),
        (mover.no_end, Reason.MAY_NOT_END),
        (any(table.whole), Reason.NEEDS_ALL),
    )
    on_board = (price for price, there in zip(table.prices, table.grid.beyond, strict=True) if there >= 0)
    return found | {reason for mark, reason in marks if mark} | {-price for price in on_board if price < 0}


def next_step(
    mover: Mover, bits: list[int], gone: Sequence[int], there: int, left: int, allowance: int
) -> int | Refusal:
    """What one step more costs a unit that has gone this way (its own hex first) and has so much left."""
    here, first = gone[-1], len(gone) == 1
    if allowance <= 0:
        return Refusal(Reason.CANNOT_MOVE, there, here)
    if mover.table.grid.direction(here, there) < 0:
        return Refusal(Reason.NOT_ADJACENT, there, here)
    price = mover.table.price(here, there)
    if bits[there] & mover.bar:
        return Refusal(Reason.MARKED, there, here, bits[there] & mover.bar)
    if price < 0:
        return Refusal(Reason.NO_WAY, there, here, -price)
    if first:
        return _first_step(mover, bits, here, there, price, allowance)
    if bits[here] & mover.stop:
        return Refusal(Reason.MUST_STOP, there, here, bits[here] & mover.stop)
    if price == WHOLE:
        return Refusal(Reason.NEEDS_ALL, there, here)
    if price > left:
        return Refusal(Reason.TOO_DEAR, there, here, price - left)
    return price


def why_not(mover: Mover, bits: list[int], found: Reach, hex_: int) -> Refusal | None:
    """Why a hex is out of reach: what refuses the step from the hex that comes nearest to it, None if it is in reach.

    A hex that touches nothing in reach is refused from the nearest hex that does, as NOT_ADJACENT.
    """
    if hex_ == found.start:
        return None
    if hex_ in found:
        marks = bits[hex_] & mover.no_end
        return Refusal(Reason.MAY_NOT_END, hex_, hex_, marks) if marks else None
    grid = mover.table.grid
    near = [beside for beside in grid.neighbours[hex_] if beside in found]
    if not near:
        nearest = min([found.start, *found.hexes], key=lambda reached: (grid.distance(reached, hex_), reached))
        return Refusal(Reason.NOT_ADJACENT, hex_, nearest)
    return min((_refused(mover, bits, found, beside, hex_) for beside in near), key=_how_far)


def fringe(mover: Mover, bits: list[int], found: Reach) -> list[Refusal]:
    """The hexes just out of reach, each with the reason, in the order of their numbers inside."""
    neighbours = mover.table.grid.neighbours
    beside = {there for here in (found.start, *found.hexes) for there in neighbours[here] if there not in found}
    refusals = [why_not(mover, bits, found, hex_) for hex_ in sorted(beside)]
    return [refusal for refusal in refusals if refusal is not None]


def _first_step(mover: Mover, bits: list[int], here: int, there: int, price: int, allowance: int) -> int | Refusal:
    cost = first_cost(mover, bits, here, there, price, allowance)
    if cost <= allowance:
        return cost
    if price == WHOLE:
        return Refusal(Reason.NEEDS_ALL, there, here)
    both = bits[here] & bits[there] & mover.stop
    if mover.zone_to_zone == NEVER and both:
        return Refusal(Reason.ZONE_TO_ZONE, there, here, both)
    return Refusal(Reason.TOO_DEAR, there, here, price - allowance)


def _refused(mover: Mover, bits: list[int], found: Reach, here: int, there: int) -> Refusal:
    """What refuses the step from a hex in reach to one that is not."""
    gone = [here] if here == found.start else [found.start, here]
    step = next_step(mover, bits, gone, there, found.allowance - found.costs[here], found.allowance)
    if isinstance(step, Refusal):
        return step
    raise ValueError(f"{mover.table.grid.number(there)} is in reach")


#: from what a little more would mend to what nothing mends; MARKED comes first because it holds from everywhere
_ORDER = (
    Reason.MARKED,
    Reason.TOO_DEAR,
    Reason.MUST_STOP,
    Reason.ZONE_TO_ZONE,
    Reason.NEEDS_ALL,
    Reason.NO_WAY,
    Reason.NOT_ADJACENT,
    Reason.CANNOT_MOVE,
)


def _how_far(refusal: Refusal) -> tuple[int, int, int]:
    return _ORDER.index(refusal.reason), refusal.detail, refusal.before
