"""How the captain places units. Allied ones: off the beaches and towards the places that count, in force. German ones:
before what lies behind them, on ground that helps, and on the beaches that stand empty."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from typing import Final

from feltherre.games.normandy import board, maps
from feltherre.games.normandy.board import GRID, PLACE_HEX, VALUES
from feltherre.games.normandy.players import weights
from feltherre.games.normandy.players.field import Field, attack_of, holds, swing, time_left, worth
from feltherre.games.normandy.tables import LAST_TURN
from feltherre.games.normandy.units import ALLIED, GERMAN, STRENGTH
from feltherre.ground.hexes.tables import ways
from feltherre.hexgame.counters import enemy_of
from feltherre.hexgame.distances import FAR, branches, distances, way_back
from feltherre.hexgame.weighing import Goals, Parts, shares

STEPS: Final = maps.LAND.steps
ROADS: Final = ways(GRID, lambda here, direction, there: board.is_road(here, direction))


@cache
def free_distances(hex_: int) -> list[float]:
    """hex -> how far it is to another, both ways, if nobody stands in between."""
    return distances(STEPS, {hex_: 0.0}, [0.0] * board.SIZE)


def fading(distance: float) -> float:
    """What is left of a value so far away."""
    return float(weights.FADES ** (distance / weights.TURN))


@cache
def gates(owners: tuple[int, ...], holder: int) -> tuple[float, ...]:
    """hex -> what the enemy there has before him: the places of a side, the near ones most."""
    held = [place for place, owner in enumerate(owners) if owner == holder and VALUES[place]]
    found = [(2.0 * VALUES[place], free_distances(PLACE_HEX[place])) for place in held]
    return tuple(
        sum(value * fading(way[hex_]) for value, way in found if way[hex_] < FAR) for hex_ in range(board.SIZE)
    )


def tolls(field: Field, enemy: int) -> list[float]:
    """What holds up marches: an enemy stack until it is beaten, a zone of control for a while."""
    bits, zone = field.bits, maps.ZONE[enemy]
    found = [weights.ZONE_TOLL if bits[hex_] & zone else 0.0 for hex_ in range(board.SIZE)]
    for hex_, stack in field.stacks[enemy].items():
        found[hex_] = weights.STACK_TOLL + weights.STRENGTH_TOLL * field.defence(stack, hex_)
    return found


@lru_cache(maxsize=256)
def shares_of(hex_: int, held_up: tuple[float, ...]) -> list[float]:
    """By hex, how much of a place counts there; asked for again and again while one position is thought about."""
    return shares(distances(STEPS, {hex_: held_up[hex_]}, held_up), fading)


def traffic(field: Field) -> dict[int, int]:
    """hex of road -> the strength of the Germans who come to the front by it."""
    forward, passing = branches(ROADS, field.stacks[ALLIED]), Counter[int]()
    for here, stack in field.stacks[GERMAN].items():
        for hex_ in [*way_back(forward, here)][:-1]:
            passing[hex_] += sum(STRENGTH[unit] for unit in stack)
    return passing


def goals_of(field: Field, side: int) -> Goals:
    """The places that the enemy holds, each with the force it needs: those around it, and something in any case."""
    enemy, state = enemy_of(side), field.state
    held_up = tuple(tolls(field, enemy))
    goals = {place: hex_ for place, hex_ in enumerate(PLACE_HEX) if swing(state, hex_, side) >= 1}

    def need(hex_: int) -> float:
        near = [(here, stack) for here, stack in field.stacks[enemy].items() if GRID.distance(here, hex_) <= 2]
        return weights.LEAST_FORCE + weights.SUPERIORITY * sum(field.defence(stack, here) for here, stack in near)

    return Goals(
        {place: swing(state, hex_, side) for place, hex_ in goals.items()},
        {place: shares_of(hex_, held_up) for place, hex_ in goals.items()},
        {place: need(hex_) for place, hex_ in goals.items()},
    )


class SideScores:
    """What a side weighs in a hex."""

    def __init__(self, field: Field, side: int) -> None:
        self.field = field
        self.side = side
        self.danger = weights.danger_of(field, side)
        self.goals = goals_of(field, side)
        self._supply = maps.THEATRE.supply_of(field.state, side)
        self.gates = gates(tuple(field.state.owners), side)
        enemies = field.stacks[enemy_of(side)]
        coming = distances(STEPS, dict.fromkeys(enemies, 0.0), tolls(field, side))
        #: hex -> how soon the enemy can be there
        self.near = [fading(cost) if cost < FAR and hex_ not in enemies else 0.0 for hex_, cost in enumerate(coming)]

    def parts(self, unit: int, hex_: int) -> Parts:
        state, danger, others = self.field.state, self.danger, self.danger.others(unit, hex_)
        if not time_left(state):  # nobody can answer what the Germans do in the last player turn (SEQ-4)
            return {"prize": swing(state, hex_, self.side)}
        with_it = [*others, unit]
        kept = 1.0 - weights.TAKEN_BACK * self.lost(hex_, with_it) if board.PLACE_AT[hex_] >= 0 else 1.0
        parts: Parts = {
            "prize": swing(state, hex_, self.side, kept),
            "march": weights.MARCH[self.side] * STRENGTH[unit] * sum(self.goals.pull(hex_).values()),
            "exposed": weights.BOLDNESS[self.side] * (danger.cost(hex_, others) - danger.cost(hex_, with_it)),
        }
        if holds(state, hex_, self.side):
            kept = self.lost(hex_, others) - self.lost(hex_, with_it)
            if not others:
                kept = max(kept, weights.ALONE * self.near[hex_])
            parts["garrison"] = kept * swing(state, hex_, enemy_of(self.side))
        if self.side == GERMAN:
            parts["hold"] = weights.HOLD * self.gates[hex_] * (self.opened(hex_, others) - self.opened(hex_, with_it))
        if state.turn < LAST_TURN and not self._supply.supplied(hex_):
            parts["supply"] = -weights.NO_SUPPLY * worth(state, unit)
        return parts

    def opened(self, hex_: int, stack: list[int]) -> float:
        """How far the way through a hex lies open to the enemy."""
        near = self.near[hex_]
        if stack:
            return near * weights.DRIVEN_OUT * self.lost(hex_, stack)
        return near * (weights.ONLY_ZONE if self.field.bits[hex_] & maps.ZONE[self.side] else 1.0)

    def lost(self, hex_: int, stack: list[int]) -> float:
        """How likely these lose a hex. Not by the table alone: against a whole army a second division does not change
        the odds of a single combat, but it takes more combats to be rid of both."""
        at_once, attack = self.danger.lost(hex_, stack), self.danger.threat.attack(hex_)
        if not stack or not attack:
            return at_once
        in_the_end = attack / (attack + weights.HOLDS_AGAINST * self.field.defence(stack, hex_))
        return (at_once + in_the_end) / 2

    def taken(self, unit: int, hex_: int) -> None:
        """It counts for the goal it is nearest to."""
        self._supply = maps.THEATRE.supply_of(self.field.state, self.side)
        self.goals.send(hex_, attack_of(unit, hex_))
