"""The exact chances of a ground combat (1.5), as numbers a player can weigh."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from feltherre.games.winterwar.codes import Code, parse_ground
from feltherre.games.winterwar.tables import TERRAIN_MODIFIER, tables_of

DIE = range(1, 7)


class Forecast(NamedTuple):
    """What a combat brings on average: points for the attacker, losses of each side, and how often the hex is won."""

    gain: float
    attacker_losses: float
    defender_losses: float
    won: float


@cache
def six_results(tables: str, column: int, modifier: int) -> tuple[Code, ...]:
    """The results of the six faces of the die."""
    table = tables_of(tables).ground
    return tuple(parse_ground(table.result(column, die + modifier)) or Code() for die in DIE)


@lru_cache(maxsize=65536)
def column_of(tables: str, attack: int, defence: int) -> int:
    return tables_of(tables).ground.odds_column(attack, defence)


def heading(tables: str, attack: int, defence: int) -> str:
    """The odds as the table prints them, an open end as its number."""
    return tables_of(tables).ground.headings[column_of(tables, attack, defence)].lstrip("<>=")


def modifier(terrain: str, winter: bool, ski: bool, air: bool) -> int:
    """What is added to the die; `winter`: the defender has winter units and the attacker none (1.2.1-e)."""
    return TERRAIN_MODIFIER[terrain] - winter + ski + air


@lru_cache(maxsize=65536)
def driven_out(tables: str, attack: int, defence: int, die_modifier: int, faces: int) -> float:
    """How often an attack empties the hex: the defenders retreat, or lose the last of so many faces."""
    results = six_results(tables, column_of(tables, attack, defence), die_modifier)
    return sum(
        1
        for code in results
        if code.defender.retreats or code.defender.losses >= faces or (code.defender.everyone and faces <= 1)
    ) / len(results)


@lru_cache(maxsize=65536)
def losses(tables: str, attack: int, defence: int, die_modifier: int, defenders: int) -> float:
    """How many of so many defending units take a loss on average, one more for a retreat under pressure not counted."""
    results = six_results(tables, column_of(tables, attack, defence), die_modifier)
    return sum(defenders if code.defender.everyone else min(code.defender.losses, defenders) for code in results) / len(
        results
    )


def forecast(
    results: tuple[Code, ...],
    attacker_costs: list[float],
    defender_costs: list[float],
    faces: int,
    flight_cost: float,
    stuck: bool,
    hex_prize: float,
) -> Forecast:
    """Weigh the six results. `flight_cost`: what a retreat costs the defender besides; `stuck`: he has nowhere to go;
    `faces`: how many losses destroy him; `hex_prize`: what the attacker gains if he wins the hex."""
    gain = lost = killed = won = 0.0
    for code in results:
        own, their = code.attacker, code.defender
        own_losses = len(attacker_costs) if own.everyone else min(own.losses, len(attacker_costs))
        their_losses = len(defender_costs) if their.everyone else min(their.losses, len(defender_costs))
        gain += sum(defender_costs[:their_losses]) - sum(attacker_costs[:own_losses])
        lost += own_losses
        killed += their_losses
        if their_losses >= faces or (their.retreats and not stuck):
            won += 1
            gain += hex_prize
        if their.retreats:
            gain += flight_cost
    n = len(results)
    return Forecast(gain / n, lost / n, killed / n, won / n)
