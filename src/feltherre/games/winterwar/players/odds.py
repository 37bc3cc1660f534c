"""The exact chances of a ground combat (1.5), as numbers a player can weigh."""

from __future__ import annotations

from functools import cache, lru_cache

from feltherre.games.winterwar.codes import Code, parse_ground
from feltherre.games.winterwar.tables import TERRAIN_MODIFIER, tables_of
from feltherre.hexgame import results

DIE = range(1, 7)


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
    return results.driven_out(six_results(tables, column_of(tables, attack, defence), die_modifier), faces)


@lru_cache(maxsize=65536)
def losses(tables: str, attack: int, defence: int, die_modifier: int, defenders: int) -> float:
    """How many of so many defending units take a loss on average, one more for a retreat under pressure not counted."""
    codes = six_results(tables, column_of(tables, attack, defence), die_modifier)
    return sum(results.taken(code.defender, defenders) for code in codes) / len(codes)
