"""Schemas VIII, XI and XV: additions and deductions in groups, of each of which one row counts in a column (R1 to R4).

Groups, values and words are those of the ledger: whoever remembers the printed book otherwise corrects them there.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from feltherre.core.chance import TALLY, Chance, Dice
from feltherre.core.figures import signed
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk
from feltherre.core.text import say
from feltherre.games.napoleon.tables import by_key

#: the columns with values of each schema
COLUMNS: Final = {
    "VIII": ("own_loss", "opponent_loss", "opponent_morale"),
    "XI": ("own_loss", "opponent_loss", "opponent_morale"),
    "XV": ("attacker", "defender"),
}
#: schema -> the rule that brings it
RULES: Final = {"VIII": "09.02.1", "XI": "10.02.1", "XV": "12.02.1"}


@cache
def schema(table: str) -> Mapping[str, Mapping[str, Any]]:
    """The rows of a schema by their keys."""
    return by_key(table)


def cell(table: str, key: str, column: str) -> int:
    """What a row gives in a column. A cell that depends on the case is given by the case itself."""
    value: int = schema(table)[key][column]
    return value


@rule("09.02.1", "10.02.1", "12.02.1")
def kept(table: str, applicable: Mapping[str, int]) -> dict[str, int]:
    """The rows that count: of each group the greatest in size, of two equal ones the deduction (R4)."""
    best: dict[Any, tuple[tuple[int, bool], str]] = {}
    for key, value in applicable.items():
        group, rank = schema(table)[key]["group"], (abs(value), value < 0)
        if value and (group not in best or rank > best[group][0]):
            best[group] = rank, key
    return {key: applicable[key] for _, key in best.values()}


def add_column(desk: Desk, table: str, column: str, holds: Mapping[str, bool | int]) -> int:
    """The sum of a column: of the rows that hold those that count, each told with the rule that speaks of it, or else
    with its schema. A row that is True gives what the schema says, a number stands in the place of its cell."""
    applicable = {
        key: cell(table, key, column) if holding is True else int(holding) for key, holding in holds.items() if holding
    }
    total = 0
    for key, value in kept(table, applicable).items():
        what = say(f"napoleon.row.{key.replace('_', '-')}")
        cited = schema(table)[key]["rule"] or table
        desk.line(f"column.{column.replace('_', '-')}", cited, value, what=what, value=signed(value))
        total += value
    return total


def throw_three(chance: Chance, rule_id: str) -> Dice:
    """The three dice of a shot, of which only the sum is read (R11)."""
    return chance.throw(3, "dice", rule_id, TALLY)


def band(rows: list[dict[str, Any]], result: int) -> dict[str, Any]:
    """The row of a schema of effects; below the first as the first."""
    at = max(result, rows[0]["min"])
    return next(row for row in rows if row["max"] is None or at <= row["max"])
