"""Where a line of supply breaks: for a unit that is cut off, the line that comes nearest to holding."""

from __future__ import annotations

from heapq import heappop, heappush

from feltherre.ground.hexes.reasons import Broken, LineBreak
from feltherre.ground.hexes.supply import SupplyMap


def broken_line(supply: SupplyMap, bits: list[int], hex_: int) -> Broken | None:
    """Why a hex has no supply, None if it has.

    Of the lines to any source the one with the fewest hexes that break it is named, of these the shortest. Without a
    line of the allowed length, the shortest of all.
    """
    if supply.supplied(hex_):
        return None
    line = _least_broken(supply, hex_, supply.rules.longest)
    if line is None:
        line = _least_broken(supply, hex_, len(bits))
        if line is None:
            return Broken(LineBreak.NO_LINE)
        return Broken(LineBreak.TOO_FAR, line, line[-1], len(line) - 1)
    cut = next((at for at in line[1:] if _breaks(supply, at)), hex_)
    return Broken(LineBreak.CUT, line, cut, bits[cut])


def _least_broken(supply: SupplyMap, start: int, longest: int) -> tuple[int, ...] | None:
    """The line with the fewest breaks, then the fewest hexes, then the lowest numbers."""
    waiting: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, (start,))]
    shortest: dict[int, int] = {}
    while waiting:
        breaks, length, line = heappop(waiting)
        here = line[-1]
        if here in supply.sources:
            return line
        # a line with more breaks is of use only where it is shorter than those before it
        if length >= shortest.get(here, length + 1):
            continue
        shortest[here] = length
        if length < longest:
            for there in supply.rules.ways[here]:
                heappush(waiting, (breaks + _breaks(supply, there), length + 1, (*line, there)))
    return None


def _breaks(supply: SupplyMap, hex_: int) -> int:
    return 0 if supply.open[hex_] else 1
