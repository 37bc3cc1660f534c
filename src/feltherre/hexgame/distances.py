"""How far it is along the ways of a class of counters, and what hangs on a road: for players, who look farther than one
move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import heappop, heappush

from feltherre.ground.hexes.zones import Template

#: there is no way
FAR = 999.0


def distances(
    steps: Sequence[Sequence[tuple[int, int]]], starts: Mapping[int, float], tolls: Sequence[float]
) -> list[float]:
    """hex -> what the way there costs from the nearest start. `steps`: hex -> (next hex, price), as a move table has
    them; `starts`: with what it costs to leave each; `tolls`: what a hex costs besides whoever goes on from it."""
    found = [FAR] * len(steps)
    waiting = [(0.0, start) for start in starts]
    for _, start in waiting:
        found[start] = 0.0
    while waiting:
        cost, hex_ = heappop(waiting)
        if cost > found[hex_]:
            continue
        leaving = cost + (tolls[hex_] if cost else starts[hex_])
        for there, price in steps[hex_]:
            total = leaving + price
            if total < found[there]:
                found[there] = total
                heappush(waiting, (total, there))
    return found


def branches(
    ways: Template, starts: Iterable[int], closed: Callable[[int], bool] = lambda hex_: False
) -> dict[int, int]:
    """hex -> the next one towards the nearest start, -1 for the starts, the near ones first. Nothing leads through a
    closed hex, nor out of a closed start."""
    found = dict.fromkeys(starts, -1)
    waiting = [hex_ for hex_ in found if not closed(hex_)]
    for hex_ in waiting:
        for beside in ways[hex_]:
            if beside not in found and not closed(beside):
                found[beside] = hex_
                waiting.append(beside)
    return found


def way_back(branches: Mapping[int, int], hex_: int) -> Iterable[int]:
    """The hexes between one and its start, the start included."""
    here = branches.get(hex_, -1)
    while here >= 0:
        yield here
        here = branches[here]
