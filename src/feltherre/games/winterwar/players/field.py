"""The board as a player reads it: what units and towns are worth, in points of the game (win-4 to win-7), the exact
chances of a ground combat (1.5), who could strike where, and the best set of units for an attack.

A town that changes hands is counted twice: one side has the points more, the other has them less."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache, partial
from typing import Final

from feltherre.games.winterwar import board, combat, maps, tables, units
from feltherre.games.winterwar import state as states
from feltherre.games.winterwar.procedures.combat import unsupplied_defence
from feltherre.games.winterwar.state import WinterWarState
from feltherre.ground.hexes.retreat import away
from feltherre.hexgame import field as hexgame
from feltherre.hexgame.counters import enemy_of
from feltherre.hexgame.field import Assault
from feltherre.hexgame.results import Odds, forecast

#: a capital ends the game (intro-8): more than all towns together
SUDDEN_DEATH: Final = 60.0
#: the first face of a unit costs no point by itself, but it is half of what has to be destroyed, and half its strength
FIRST_FACE: Final = 0.45
LAST_FACE: Final = 0.8
ONLY_FACE: Final = 1.1
#: a partisan's strength on average (2.1-m)
PARTISAN: Final = 2

#: unit -> the points it gives when it is destroyed, at its usual worth
POINTS: Final = tuple(
    (units.AIR_COMBAT[unit] if units.IS_AIR[unit] else PARTISAN if units.IS_PARTISAN[unit] else units.ATTACK[unit][0])
    / 4
    for unit in range(units.COUNT)
)


def town_swing(town: int, taker: int) -> float:
    """By how much a side gets ahead by taking a town."""
    if board.TOWN_HEX[town] == board.SUDDEN_DEATH[taker]:
        return SUDDEN_DEATH
    return 2.0 * board.TOWN_VALUE[town]


def prize(state: WinterWarState, hex_: int, side: int) -> float:
    """What a side gains at once by entering a hex."""
    town = board.TOWN_AT[hex_]
    return town_swing(town, side) if town >= 0 and state.owners[town] != side else 0.0


def attack_of(state: WinterWarState, unit: int) -> int:
    """The attack value, for a partisan whose die has not been thrown what it is on average."""
    return states.attack_value(state, unit) or PARTISAN * units.IS_PARTISAN[unit]


def defence_of(state: WinterWarState, unit: int) -> int:
    return states.defence_value(state, unit) or PARTISAN * units.IS_PARTISAN[unit]


def loss_cost(state: WinterWarState, unit: int) -> float:
    """What one loss of a unit costs its owner."""
    if not units.HAS_BACK[unit]:
        return ONLY_FACE * POINTS[unit]
    return (LAST_FACE if state.flipped[unit] else FIRST_FACE) * POINTS[unit]


def rising_costs(state: WinterWarState, fighting: Iterable[int]) -> list[float]:
    """What the first, second... loss of some units costs, if the owner gives up the cheapest first."""
    return sorted(loss_cost(state, unit) for unit in fighting)


@cache
def odds_of(kept: str) -> Odds:
    """The ground combat table of a game as players weigh it."""
    return Odds(tables.tables_of(kept).ground)


def modifier(terrain: str, winter: bool, ski: bool, air: bool) -> int:
    """What is added to the die; `winter`: the defender has winter units and the attacker none (1.2.1-e)."""
    return tables.TERRAIN_MODIFIER[terrain] - winter + ski + air


class Field(hexgame.Field[WinterWarState]):
    """A position, read once: stacks of both sides by hex."""

    def __init__(self, state: WinterWarState) -> None:
        movers, odds = maps.THEATRE.movers, odds_of(state.rules.tables)
        super().__init__(maps.THEATRE, state, combat.ATTACK_HEXES, self._strength, odds, movers)

    def _strength(self, unit: int, hex_: int) -> int:
        return attack_of(self.state, unit)

    def beside(self, side: int, hex_: int) -> list[int]:
        """The ground units that could attack a hex from where they stand."""
        cut_off, attacked = self.state.cut_off, self.state.attacked
        those = (unit for here in self.attack_hexes[side][hex_] for unit in self.stack(side, here))
        return [unit for unit in those if not cut_off[unit] and not attacked[unit]]

    def faces(self, fighting: Iterable[int]) -> int:
        """How many losses destroy all of these."""
        state = self.state
        return sum(2 if states.can_flip(state, unit) else 1 for unit in fighting)

    def defence(self, defending: Sequence[int], hex_: int) -> int:
        """What some ground units would defend a hex with, with ships and the air units over it (turn-4-d, R10)."""
        state = self.state
        full = sum(defence_of(state, unit) for unit in defending if not state.cut_off[unit])
        half = unsupplied_defence([defence_of(state, unit) for unit in defending if state.cut_off[unit]])
        return full + half + (self.help_at(units.SIDE[defending[0]], hex_) if defending else 0)

    def help_at(self, side: int, hex_: int) -> int:
        """Ships, and air units in flight over a hex to defend it."""
        state = self.state
        air = sum(units.GROUND_SUPPORT[unit] for unit in states.flying_over(state, hex_, side))
        return air + sum(defence_of(state, unit) for unit in states.ships_in(state, hex_, side))

    def die_modifier(self, hex_: int, attacking: Sequence[int], defending: Sequence[int], air: bool) -> int:
        defender_winter = any(units.HAS_WINTER[unit] for unit in defending)
        attacker_winter = any(units.HAS_WINTER[unit] for unit in attacking)
        ski = any(units.IS_SKI[unit] for unit in attacking)
        air_counts = air and self.state.rules.air_support != "value-only"
        return modifier(board.TERRAIN[hex_], defender_winter and not attacker_winter, ski, air_counts)


def threat_of(field: Field, side: int) -> hexgame.Threat[WinterWarState]:
    """What a side could bring in its next player turn: all that its next supply check would leave free to move, as
    things stand (turn-1)."""
    state = field.state
    own = units.GROUND_UNITS[side]
    return hexgame.Threat(field, side, [u for u in own if state.places[u] >= 0 and maps.is_supplied(state, u)])


#: a unit that adds less than this stays out: it may be needed elsewhere, and cannot be lost
WORTH_JOINING = 0.03
#: below 1-1 the attackers are mostly worn down for nothing: only what pays by more than this is worth it
AGAINST_ODDS = 0.3


def weigh(
    field: Field,
    side: int,
    hex_: int,
    ground: Sequence[int],
    air: Sequence[int] = (),
    more: float = 0.0,
    origins: Iterable[int] | None = None,
) -> Assault:
    """The forecast of an attack; `more`: what the hex is worth to the attacker besides a town in it; `origins`: the
    hexes it is made from, if the units are not there yet."""
    state = field.state
    attacked_from = {state.places[unit] for unit in ground} if origins is None else set(origins)
    defending = field.stack(enemy_of(side), hex_)
    support = 0 if state.rules.air_support == "die-only" else sum(units.GROUND_SUPPORT[unit] for unit in air)
    attack = sum(attack_of(state, unit) for unit in ground) + support
    defence = field.defence(defending, hex_)
    modifier = field.die_modifier(hex_, ground, defending, bool(air))
    costs = rising_costs(state, defending)
    stuck, flight_cost = flight(field, hex_, side, attacked_from, costs)
    found = forecast(
        field.odds.of(attack, defence, modifier),
        rising_costs(state, [unit for unit in ground if units.IS_GROUND[unit]]),
        costs,
        field.faces(defending),
        lambda losses: (flight_cost, not stuck),
        prize(state, hex_, side) + more,
    )
    if attack < defence:
        found = found._replace(gain=found.gain - AGAINST_ODDS)
    return Assault(hex_, tuple(ground), tuple(air), attack, defence, found)


def flight(
    field: Field, hex_: int, side: int, attacked_from: Collection[int], costs: Sequence[float]
) -> tuple[bool, float]:
    """Whether beaten defenders have nowhere to go, and what a retreat costs them: a loss each if they cannot, one if
    they must pass into a zone of control (1.5-f, 1.5-g, R33)."""
    bits, barred = field.bits, maps.UNIT[side]
    ways = [
        there for there in board.WAYS[enemy_of(side)][hex_] if not bits[there] & barred and there not in attacked_from
    ]
    if not ways:
        return True, sum(costs)
    touched = {there: sum(board.GRID.distance(place, there) <= 1 for place in attacked_from) for there in ways}
    if all(bits[there] & maps.ZONE[side] for there in away(touched)):
        return False, costs[0] if costs else 0.0
    return False, 0.0


def best_set(
    field: Field, side: int, hex_: int, able: Sequence[int], air: Sequence[int] = (), more: float = 0.0
) -> Assault | None:
    """Who of those that can should attack a hex: all but those that add nothing. None if nobody can lead."""
    leading, places = field.attack_hexes[side][hex_], field.state.places

    def led(chosen: Sequence[int]) -> bool:
        return any(units.IS_GROUND[unit] and places[unit] in leading for unit in chosen)

    def by(chosen: Sequence[int]) -> Assault:
        return weigh(field, side, hex_, chosen, air, more)

    order = sorted(able, key=partial(attack_of, field.state))
    return hexgame.without_idlers(able, order, by, WORTH_JOINING, led) if led(able) else None
