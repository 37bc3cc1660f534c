"""Retreat: the hexes around a beaten stack, and what a retreat into each means."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from feltherre.ground.hexes.grid import Grid
from feltherre.ground.hexes.reasons import Retreat, RetreatOption
from feltherre.ground.hexes.zones import Template


def retreat_options(
    grid: Grid,
    ways: Template,
    bits: list[int],
    start: int,
    *,
    bar: int,
    zone: int,
    attackers: Iterable[int],
    has_room: Callable[[int], bool],
    shielded: Callable[[int], bool] | None = None,
) -> list[RetreatOption]:
    """All neighbouring hexes, each with its verdict, clockwise.

    Allowed are those that a way leads to, that nothing bars and that have room; of them those that touch the fewest
    hexes of `attackers` (away from the opponent). A zone makes such a hex costly unless it is `shielded`.
    """
    from_where = frozenset(attackers)
    touched = {hex_: sum(beside in from_where for beside in grid.neighbours[hex_]) for hex_ in grid.neighbours[start]}
    verdicts = [_barred(ways, bits, start, hex_, bar, has_room) for hex_ in grid.neighbours[start]]
    fewest = min((touched[option.hex] for option in verdicts if option.allowed), default=0)
    return [_judged(option, bits, zone, touched[option.hex], fewest, shielded) for option in verdicts]


def _barred(
    ways: Template, bits: list[int], start: int, hex_: int, bar: int, has_room: Callable[[int], bool]
) -> RetreatOption:
    """Whether a hex can be entered at all."""
    if hex_ not in ways[start]:
        return RetreatOption(hex_, Retreat.NO_WAY)
    if bits[hex_] & bar:
        return RetreatOption(hex_, Retreat.MARKED, bits[hex_] & bar)
    return RetreatOption(hex_, Retreat.FREE if has_room(hex_) else Retreat.NO_ROOM)


def _judged(
    option: RetreatOption,
    bits: list[int],
    zone: int,
    touched: int,
    fewest: int,
    shielded: Callable[[int], bool] | None,
) -> RetreatOption:
    """Away from the opponent first; the zone is looked at afterwards."""
    if not option.allowed:
        return option
    if touched > fewest:
        return RetreatOption(option.hex, Retreat.NOT_AWAY, touched)
    marks = bits[option.hex] & zone
    if marks and not (shielded is not None and shielded(option.hex)):
        return RetreatOption(option.hex, Retreat.COSTLY, marks)
    return option
