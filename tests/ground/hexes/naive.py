"""The rules of movement once more, in the way one would first write them: hex objects, dicts and a heap.

The tests compare the ground with it, and the benchmark measures against it.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass

from feltherre.ground.hexes.reach import FREELY, NEVER, Mover
from feltherre.ground.hexes.tables import Price

#: the six neighbours as (column, row), in an unshifted row and in one shifted to the right
UNSHIFTED = ((1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1))
SHIFTED = ((1, 0), (1, 1), (0, 1), (-1, 0), (0, -1), (1, -1))


@dataclass(frozen=True, order=True)
class Hex:
    """A hex of a board of pointy-topped hexes whose even rows (as printed) are shifted."""

    column: int
    row: int

    def beside(self) -> list[Hex]:
        return [Hex(self.column + dc, self.row + dr) for dc, dr in (SHIFTED if self.row % 2 else UNSHIFTED)]


class Board:
    """What a naive reach needs to know of a board."""

    def __init__(self, columns: int, rows: int, price: Price, bits: list[int]) -> None:
        self.hexes = {Hex(column, row): row * columns + column for row in range(rows) for column in range(columns)}
        self.by_number = {number: hex_ for hex_, number in self.hexes.items()}
        self.price = price
        self.marks = {hex_: bits[number] for hex_, number in self.hexes.items()}


def naive_reach(board: Board, mover: Mover, start_number: int, allowance: int) -> dict[int, int]:
    """The hexes a unit can enter and the least cost of each."""
    start = board.by_number[start_number]
    costs: dict[Hex, int] = {}
    heap = [(0, start)]
    while heap:
        spent, here = heapq.heappop(heap)
        if here in costs:
            continue
        costs[here] = spent
        if here != start and board.marks[here] & mover.stop:
            continue
        for direction, there in enumerate(here.beside()):
            if there in board.hexes and there not in costs:
                cost = _cost(board, mover, here, direction, there, first=here == start, allowance=allowance)
                if cost is not None and spent + cost <= allowance:
                    heapq.heappush(heap, (spent + cost, there))
    del costs[start]
    return {board.hexes[hex_]: cost for hex_, cost in costs.items()}


def _cost(
    board: Board, mover: Mover, here: Hex, direction: int, there: Hex, *, first: bool, allowance: int
) -> int | None:
    price = board.price(board.hexes[here], direction, board.hexes[there])
    if allowance == 0 or price < 0 or board.marks[there] & mover.bar:
        return None
    if first and mover.zone_to_zone != FREELY and board.marks[here] & mover.stop and board.marks[there] & mover.stop:
        return None if mover.zone_to_zone == NEVER else allowance
    if price == 0:
        return allowance if first else None
    if first and mover.minimum:
        return min(price, allowance)
    return price
