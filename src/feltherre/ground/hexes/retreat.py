"""Retreat: the hexes around a beaten stack, and what a retreat into each means."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

from feltherre.ground.hexes.grid import Grid
from feltherre.ground.hexes.reasons import Retreat, RetreatOption
from feltherre.ground.hexes.zones import Template

K = TypeVar("K", bound=Hashable)


def away(touched: Mapping[K, int]) -> tuple[K, ...]:
    """Away from the opponent: of the hexes that can be entered those that touch the fewest he attacked from."""
    fewest = min(touched.values(), default=0)
    return tuple(hex_ for hex_, touches in touched.items() if touches == fewest)


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
) -> list[RetreatOption]:
    """All neighbouring hexes, each with its verdict, clockwise.

    Allowed are those that a way leads to, that nothing bars and that have room; of them those that touch the fewest
    hexes of `attackers` (`away`). Such a hex touches itself, though nobody may be left in it. A zone makes a hex
    costly.
    """
    from_where = frozenset(attackers)
    verdicts = [_barred(ways, bits, start, hex_, bar, has_room) for hex_ in grid.neighbours[start]]
    free = [option.hex for option in verdicts if option.allowed]
    touched = {hex_: sum(beside in from_where for beside in (hex_, *grid.neighbours[hex_])) for hex_ in free}
    best = away(touched)
    return [_judged(option, bits, zone, touched, best) for option in verdicts]


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
    touched: Mapping[int, int],
    best: tuple[int, ...],
) -> RetreatOption:
    """Away from the opponent first; the zone is looked at afterwards."""
    if not option.allowed:
        return option
    if option.hex not in best:
        return RetreatOption(option.hex, Retreat.NOT_AWAY, touched[option.hex])
    marks = bits[option.hex] & zone
    if marks:
        return RetreatOption(option.hex, Retreat.COSTLY, marks)
    return option
