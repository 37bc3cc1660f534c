"""What each step costs a class of unit: a table made once from the map by a function of the game.

Costs are whole numbers in units the game chooses, such as quarters of a point where a railway costs a quarter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from feltherre.core.errors import BadInput
from feltherre.ground.hexes.grid import Grid

#: what a function of the game answers for a step that takes the whole allowance and is made only as the first
WHOLE: Final = 0
#: (hex, direction, hex beyond) -> the cost, WHOLE, or a number below 0: barred, and the game's own code for why
Price = Callable[[int, int, int], int]
#: (hex beyond, cost) of every step out of a hex, the cheapest first
Steps = tuple[tuple[int, int], ...]
#: no step costs as much
DEAR: Final = 1 << 30


class MoveTable:
    """The steps of one class of unit. Nothing in it changes; a change makes another table that shares the rest."""

    def __init__(
        self, grid: Grid, prices: list[int], steps: list[Steps], whole: list[tuple[int, ...]], cheapest: list[int]
    ) -> None:
        """`move_table` and `with_tolls` make tables."""
        self.grid = grid
        #: at `hex * 6 + direction` the answer of the game's function (of no meaning beyond the board)
        self.prices = prices
        #: ordinary steps out of each hex
        self.steps = steps
        #: hexes that can be entered from each hex only with the whole allowance
        self.whole = whole
        #: the price of the cheapest ordinary step out of each hex
        self.cheapest = cheapest

    def price(self, here: int, there: int) -> int:
        """The cost of a step between neighbours, WHOLE, or a number below 0."""
        return self.prices[self.grid.side(here, there)]


def move_table(grid: Grid, price: Price) -> MoveTable:
    """The table of a class of unit, by asking the game about every step on the board: `price(hex, direction, next hex)`
    is what it costs, WHOLE for the whole allowance, or a number below 0 that says why it cannot be made."""
    prices = [-1] * (grid.size * 6)
    for side, there in enumerate(grid.beyond):
        if there >= 0:
            asked = price(side // 6, side % 6, there)
            if not isinstance(asked, int):
                raise BadInput(f"the step into {grid.number(there)} costs {asked!r}: prices are whole numbers")
            prices[side] = asked
            if asked >= DEAR:
                raise BadInput(f"the step into {grid.number(there)} costs more than can be counted")
    hexes = range(grid.size)
    steps = [_steps(grid, prices, hex_) for hex_ in hexes]
    return MoveTable(grid, prices, steps, [_whole(grid, prices, hex_) for hex_ in hexes], list(map(_cheapest, steps)))


def with_tolls(table: MoveTable, hexes: Iterable[int], toll: Price) -> MoveTable:
    """The table with something added to the ordinary steps into some hexes, such as those under enemy aircraft."""
    grid = table.grid
    prices, steps, cheapest = table.prices[:], table.steps[:], table.cheapest[:]
    touched: dict[int, None] = {}
    for there in dict.fromkeys(hexes):
        for beside in grid.neighbours[there]:
            side = grid.side(beside, there)
            if prices[side] > 0:
                prices[side] += toll(beside, side % 6, there)
                touched[beside] = None
    for hex_ in touched:
        steps[hex_] = _steps(grid, prices, hex_)
        cheapest[hex_] = _cheapest(steps[hex_])
    return MoveTable(grid, prices, steps, table.whole, cheapest)


def ways(grid: Grid, leads: Callable[[int, int, int], bool]) -> tuple[tuple[int, ...], ...]:
    """For each hex the neighbours to which a way leads, by asking the game, `leads(hex, direction, next hex)`: for
    zones, supply and retreat."""
    return tuple(
        tuple(
            there
            for direction in range(6)
            if (there := grid.beyond[hex_ * 6 + direction]) >= 0 and leads(hex_, direction, there)
        )
        for hex_ in range(grid.size)
    )


def _steps(grid: Grid, prices: list[int], hex_: int) -> Steps:
    sides = range(hex_ * 6, hex_ * 6 + 6)
    steps = [(grid.beyond[side], prices[side]) for side in sides if grid.beyond[side] >= 0 and prices[side] > 0]
    return tuple(sorted(steps, key=_cost))


def _whole(grid: Grid, prices: list[int], hex_: int) -> tuple[int, ...]:
    sides = range(hex_ * 6, hex_ * 6 + 6)
    return tuple(grid.beyond[side] for side in sides if grid.beyond[side] >= 0 and prices[side] == WHOLE)


def _cheapest(out: Steps) -> int:
    return out[0][1] if out else DEAR


def _cost(step: tuple[int, int]) -> int:
    return step[1]
