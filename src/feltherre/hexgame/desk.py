"""Ways that an umpire describes, for a title's procedures: hexes in a row are a board of their own, on which counters
go as on the map."""

from __future__ import annotations

from collections.abc import Sequence

from feltherre.ground.hexes.grid import Grid
from feltherre.ground.hexes.path import Walk, walk
from feltherre.ground.hexes.reach import FREELY, Mover
from feltherre.ground.hexes.tables import move_table


def walked(
    prices: Sequence[int],
    bits: list[int],
    allowance: int,
    *,
    bar: int = 0,
    stop: int = 0,
    no_end: int = 0,
    zone_to_zone: int = FREELY,
    minimum: bool = False,
) -> Walk:
    """How far a way can be gone, the counter's own hex first: what it costs to enter each, or why it is closed, and
    what is in it; the rest as in a `Mover`."""
    table = move_table(Grid(len(bits), 1), lambda here, direction, there: prices[there])
    mover = Mover(table, bar=bar, stop=stop, no_end=no_end, zone_to_zone=zone_to_zone, minimum=minimum)
    return walk(mover, bits, range(len(bits)), allowance)
