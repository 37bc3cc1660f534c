"""Distances along road and railway, as Soviet units go, and what lies behind a hex on them; Soviet lines of supply and
where Finnish units cut them off (turn-1, R7, R8); how soon and how strong Soviet units will come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, NamedTuple

from feltherre.games.winterwar import board, maps, units
from feltherre.games.winterwar.board import IS_ARCTIC, TERRAIN
from feltherre.games.winterwar.players import weights
from feltherre.games.winterwar.players.field import POINTS, Field, attack_of, defence_of, town_swing
from feltherre.games.winterwar.state import WinterWarState
from feltherre.games.winterwar.tables import TERRAIN_MODIFIER
from feltherre.games.winterwar.units import FINLAND, SOVIET
from feltherre.ground.hexes.zones import Template
from feltherre.hexgame.distances import branches, distances, way_back
from feltherre.hexgame.weighing import Danger

#: a rifle division's allowance: two points
TURN: Final = 8.0
#: how much less a town counts for each turn it is away
FADES: Final = 0.6
#: the same for each hex that has to be fought for
EACH_HEX: Final = 0.8
#: the capital as a goal of marches: reached, it ends the game, but it is far
CAPITAL: Final = 10.0

_RIFLE = next(unit for unit in units.OF_SIDE[SOVIET] if units.IS_GROUND[unit])
STEPS: Final = maps.mover_of(_RIFLE).table.steps
IS_ON_ROAD: Final = tuple(bool(STEPS[hex_]) for hex_ in range(board.SIZE))
_NO_TOLLS: Final = [0.0] * board.SIZE


def distances_to(target: int, tolls: Sequence[float] = _NO_TOLLS) -> list[float]:
    """hex -> what the way from it to a target costs; `tolls`: what it costs besides to enter a hex."""
    return distances(STEPS, {target: tolls[target]}, tolls)


#: hex -> how far it is to another, both ways, if nobody stands in between
free_distances: Final = cache(distances_to)


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
def _behind(town: int) -> tuple[float, ...]:
    """hex -> how much of a Finnish town lies behind it. Against resistance a march makes a hex or two in a turn,
    on rail no more than on roads."""
    target = board.TOWN_HEX[town]
    value = CAPITAL if target == board.HELSINKI else town_swing(town, SOVIET)
    behind, hexes = [0.0] * board.SIZE, {-1: -1}
    for hex_, next_ in branches(board.WAYS[SOVIET], [target]).items():
        hexes[hex_] = hexes[next_] + 1
        behind[hex_] = value * EACH_HEX ** hexes[hex_]
    return tuple(behind)


@cache
def gates(owners: tuple[int, ...]) -> tuple[float, ...]:
    """hex -> what Soviet units there have before them: the Finnish towns down the roads, the near ones most."""
    held = [_behind(town) for town, owner in enumerate(owners) if owner == FINLAND]
    return tuple(map(sum, zip(*held, strict=True))) if held else (0.0,) * board.SIZE


def tolls(field: Field, share: float = 1.0) -> list[float]:
    """What holds up Soviet marches: a Finnish stack until it is beaten, a zone of control for a while."""
    bits, zone = field.bits, maps.ZONE[FINLAND]
    found = [weights.ZONE_TOLL if bits[hex_] & zone else 0.0 for hex_ in range(board.SIZE)]
    for hex_, stack in field.stacks[FINLAND].items():
        found[hex_] = weights.STACK_TOLL + weights.STRENGTH_TOLL * sum(defence_of(field.state, unit) for unit in stack)
    return [share * toll for toll in found]


@cache
def finnish_zones(bridge_zoc: bool) -> Template:
    """hex -> the hexes in the zone of control of a Finnish unit there."""
    return board.zone_templates(bridge_zoc)[FINLAND]


class Roads(NamedTuple):
    """Supply with some hexes closed: the hexes in use, and the points of the units that have none."""

    used: frozenset[int]
    cut: float


class Cuts:
    """What a Finnish unit cuts off by standing somewhere, with what the others close."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self._zones = finnish_zones(field.state.rules.bridge_zoc)
        self._sources = [
            hex_ for hex_ in maps.sources(field.state, maps.RUSSIAN) if not field.bits[hex_] & maps.UNIT[FINLAND]
        ]
        self._roads = cache(self._traced)
        self._closed_by_others = cache(self._others)

    def worth(self, unit: int, hex_: int) -> float:
        """The points of the Soviet units that lose their supply if a unit stands in a hex."""
        others = self._closed_by_others(unit)
        before = self._roads(others)
        closed = self._closes(unit, hex_)
        if before.used.isdisjoint(closed):
            return 0.0
        return self._roads(others | closed).cut - before.cut

    def taken(self) -> None:
        """Somebody has moved."""
        self._closed_by_others.cache_clear()

    def _closes(self, unit: int, hex_: int) -> frozenset[int]:
        """The hexes without a Soviet unit that a Finnish unit closes: its own, and those in its zone (R8)."""
        own = self.field.stacks[SOVIET]
        touched = (hex_, *self._zones[hex_]) if units.HAS_ZOC[unit] else (hex_,)
        return frozenset(there for there in touched if there not in own)

    def _others(self, unit: int) -> frozenset[int]:
        """What is closed without it."""
        places = self.field.state.places
        others = (one for one in units.GROUND_UNITS[FINLAND] if one != unit and places[one] >= 0)
        return frozenset(hex_ for other in others for hex_ in self._closes(other, places[other]))

    def _traced(self, closed: frozenset[int]) -> Roads:
        """From the sources outwards; a closed source is none for others."""
        homeward = branches(board.WAYS[SOVIET], self._sources, closed.__contains__)
        used: set[int] = set()
        cut = 0.0
        for here, stack in self.field.stacks[SOVIET].items():
            if here in homeward:
                used.update(way_back(homeward, here))
            else:
                cut += sum(POINTS[unit] for unit in stack)
        return Roads(frozenset(used), cut)


#: what a full Soviet stack attacks with, south of the arctic line and north of it
FULL_STACK = (22, 12)


#: a defence of one holds about as well as so much attack breaks it
HOLDS_AGAINST = 3.0
#: what a -1 of the terrain makes of a defence
GOOD_GROUND = 0.3


class Front:
    """Hexes of road before the Soviet units."""

    def __init__(self, field: Field, danger: Danger[WinterWarState]) -> None:
        self.field = field
        self.danger = danger
        coming = distances(STEPS, dict.fromkeys(field.stacks[SOVIET], 0.0), tolls(field))
        #: hex -> how soon Soviet units can be there: 1 in their next turn, 0 never or much later
        self.near = [soon(cost) if IS_ON_ROAD[hex_] else 0.0 for hex_, cost in enumerate(coming)]
        for hex_ in field.stacks[SOVIET]:
            self.near[hex_] = 0.0
        self.hexes = [hex_ for hex_, near in enumerate(self.near) if near]
        self._strengths = [
            (free_distances(hex_), sum(attack_of(field.state, unit) for unit in stack))
            for hex_, stack in field.stacks[SOVIET].items()
        ]
        self.pressure = cache(self._how_strong)

    def _how_strong(self, hex_: int) -> int:
        """How strong an attack on a hex will be: what can be brought now, or what is on its way."""
        coming = sum(strength * soon(distances[hex_]) for distances, strength in self._strengths)
        room = sum(FULL_STACK[IS_ARCTIC[here]] for here in self.field.attack_hexes[SOVIET][hex_])
        return max(self.danger.threat.attack(hex_), int(min(coming, room)))

    def driven_out(self, hex_: int, stack: list[int]) -> float:
        """How likely these lose the hex. Not by the table alone: against a whole army a second division does not change
        the odds of a single combat, but it takes one combat more to be rid of it."""
        attack = self.pressure(hex_)
        if not attack:
            return 0.0
        defence, modifier = self.field.defence(stack, hex_), TERRAIN_MODIFIER[TERRAIN[hex_]]
        at_once = self.field.odds.driven_out(attack, defence, modifier, self.field.faces(stack))
        in_the_end = attack / (attack + HOLDS_AGAINST * (1 - GOOD_GROUND * modifier) * defence)
        return (at_once + in_the_end) / 2


def hex_worth(field: Field, side: int) -> Callable[[int], float]:
    """To the Soviet side a way in to the towns behind it, to Finland ground."""
    if side == SOVIET:
        behind = gates(tuple(field.state.owners))
        return lambda hex_: weights.WAY_IN * behind[hex_]
    return lambda hex_: weights.GROUND
