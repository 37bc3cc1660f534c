"""Distances along road and railway, as Soviet units go, and what lies behind a hex on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from heapq import heappop, heappush
from typing import Final

from feltherre.games.winterwar import board, maps, units
from feltherre.games.winterwar.players.captain import weights
from feltherre.games.winterwar.players.field import Field
from feltherre.games.winterwar.players.worth import defence_of, town_swing

#: a rifle division's allowance: two points
TURN: Final = 8.0
#: how much less a town counts for each turn it is away
FADES: Final = 0.6
#: the same for each hex that has to be fought for
EACH_HEX: Final = 0.8
FAR: Final = 999.0
#: the capital as a goal of marches: reached, it ends the game, but it is far
CAPITAL: Final = 10.0

_RIFLE = next(unit for unit in units.OF_SIDE[units.SOVIET] if units.IS_GROUND[unit])
STEPS: Final = maps.mover_of(_RIFLE).table.steps
IS_ON_ROAD: Final = tuple(bool(STEPS[hex_]) for hex_ in range(board.SIZE))
_NO_TOLLS: Final = [0.0] * board.SIZE


def distances_to(target: int, tolls: Sequence[float] = _NO_TOLLS) -> list[float]:
    """hex -> what the way from it to a target costs; `tolls`: what it costs besides to enter a hex."""
    found = [FAR] * board.SIZE
    found[target] = 0.0
    waiting = [(0.0, target)]
    while waiting:
        cost, hex_ = heappop(waiting)
        if cost > found[hex_]:
            continue
        entering = cost + tolls[hex_]
        for before, price in STEPS[hex_]:
            total = entering + price
            if total < found[before]:
                found[before] = total
                heappush(waiting, (total, before))
    return found


@cache
def free_distances(hex_: int) -> list[float]:
    """hex -> how far it is to another, both ways, if nobody stands in between."""
    return distances_to(hex_)


def arrivals(starts: Iterable[int], tolls: Sequence[float]) -> list[float]:
    """hex -> what it costs the nearest of these to come to it, tolls on the way included, its own not."""
    found = [FAR] * board.SIZE
    waiting = [(0.0, start) for start in starts]
    for _, start in waiting:
        found[start] = 0.0
    while waiting:
        cost, hex_ = heappop(waiting)
        if cost > found[hex_]:
            continue
        leaving = cost + (tolls[hex_] if cost else 0.0)
        for there, price in STEPS[hex_]:
            total = leaving + price
            if total < found[there]:
                found[there] = total
                heappush(waiting, (total, there))
    return found


def soon(distance: float) -> float:
    """How much of something counts that comes in so many quarters: all of it within a turn, then less and less."""
    return 1.0 if distance <= TURN else float(LATER ** (distance / TURN - 1)) if distance < TOO_LATE else 0.0


#: how much less it counts for each further turn, and from when on not at all
LATER: Final = 0.35
TOO_LATE: Final = 3.5 * TURN


def fading(distance: float) -> float:
    """What is left of a value so far away."""
    return float(FADES ** (distance / TURN))


@cache
def _hexes_to(target: int) -> list[int]:
    """hex -> how many hexes of road lie between it and a target, -1 if there is no way."""
    found = [-1] * board.SIZE
    found[target] = 0
    waiting = [target]
    for hex_ in waiting:
        for beside, _ in STEPS[hex_]:
            if found[beside] < 0:
                found[beside] = found[hex_] + 1
                waiting.append(beside)
    return found


@cache
def _behind(town: int) -> tuple[float, ...]:
    """hex -> how much of a Finnish town lies behind it. Against resistance a march makes a hex or two in a turn,
    on rail no more than on roads."""
    value = CAPITAL if board.TOWN_HEX[town] == board.HELSINKI else town_swing(town, units.SOVIET)
    return tuple(value * EACH_HEX**hexes if hexes >= 0 else 0.0 for hexes in _hexes_to(board.TOWN_HEX[town]))


@cache
def gates(owners: tuple[int, ...]) -> tuple[float, ...]:
    """hex -> what Soviet units there have before them: the Finnish towns down the roads, the near ones most."""
    held = [_behind(town) for town, owner in enumerate(owners) if owner == units.FINLAND]
    return tuple(map(sum, zip(*held, strict=True))) if held else (0.0,) * board.SIZE


def tolls(field: Field, share: float = 1.0) -> list[float]:
    """What holds up Soviet marches: a Finnish stack until it is beaten, a zone of control for a while."""
    bits, zone = field.bits, maps.ZONE[units.FINLAND]
    found = [weights.ZONE_TOLL if bits[hex_] & zone else 0.0 for hex_ in range(board.SIZE)]
    for hex_, stack in field.stacks[units.FINLAND].items():
        found[hex_] = weights.STACK_TOLL + weights.STRENGTH_TOLL * sum(defence_of(field.state, unit) for unit in stack)
    return [share * toll for toll in found]
