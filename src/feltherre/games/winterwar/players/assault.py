"""An attack weighed with exact odds, and the best set of units for one (turn-4, 1.5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from feltherre.games.winterwar import board, maps, units
from feltherre.games.winterwar.players.field import Field, attack_hexes
from feltherre.games.winterwar.players.odds import column_of, six_results
from feltherre.games.winterwar.players.worth import attack_of, prize, rising_costs
from feltherre.games.winterwar.state import enemy_of
from feltherre.hexgame.results import Forecast, forecast

#: a unit that adds less than this stays out: it may be needed elsewhere, and cannot be lost
WORTH_JOINING = 0.03


class Assault(NamedTuple):
    """An attack on a hex by ground units (ships among them) and air units, and what it brings."""

    hex: int
    ground: tuple[int, ...]
    air: tuple[int, ...]
    attack: int
    defence: int
    forecast: Forecast

    @property
    def gain(self) -> float:
        return self.forecast.gain


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
    attack = sum([attack_of(state, unit) for unit in ground]) + support
    defence = field.defence(defending, hex_)
    modifier = field.die_modifier(hex_, ground, defending, bool(air))
    costs = rising_costs(state, defending)
    stuck, flight_cost = flight(field, hex_, side, attacked_from, costs)
    found = forecast(
        six_results(field.tables, column_of(field.tables, attack, defence), modifier),
        rising_costs(state, [unit for unit in ground if units.IS_GROUND[unit]]),
        costs,
        field.faces(defending),
        flight_cost,
        stuck,
        prize(state, hex_, side) + more,
    )
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
    touched = [sum(board.GRID.distance(place, there) <= 1 for place in attacked_from) for there in ways]
    fewest = min(touched)
    best = [there for there, touches in zip(ways, touched, strict=True) if touches == fewest]
    if all(bits[there] & maps.ZONE[side] for there in best):
        return False, costs[0] if costs else 0.0
    return False, 0.0


def best_set(
    field: Field, side: int, hex_: int, able: Sequence[int], air: Sequence[int] = (), more: float = 0.0
) -> Assault | None:
    """Who of those that can should attack a hex: all but those that add nothing. None if nobody can lead."""
    leading = attack_hexes(side)[hex_]
    places = field.state.places

    def led(chosen: Sequence[int]) -> bool:
        return any(units.IS_GROUND[unit] and places[unit] in leading for unit in chosen)

    chosen = list(able)
    if not led(chosen):
        return None
    best = weigh(field, side, hex_, chosen, air, more)
    for unit in sorted(able, key=lambda one: attack_of(field.state, one)):
        fewer = [other for other in chosen if other != unit]
        if fewer and led(fewer):
            without = weigh(field, side, hex_, fewer, air, more)
            if without.gain >= best.gain - WORTH_JOINING:
                chosen, best = fewer, without
    return best
