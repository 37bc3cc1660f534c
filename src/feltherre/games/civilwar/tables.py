"""The schemas of the book as the code reads them, from the ledger.

A modifier is looked up by the key of its row; where a schema has the columns `own` and `enemy`, each is a mapping of
its own. What a cell means is told by the ledger's note on the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from feltherre.core.datafile import read_tree
from feltherre.core.procedure import Row, Rows

LEDGER = Path(__file__).parent / "ledger.yaml"


class TableData(Struct, frozen=True, forbid_unknown_fields=True):
    """A table as the ledger holds it: headings and rows."""

    id: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    title: str = ""
    note: str = ""

    def records(self) -> list[dict[str, Any]]:
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


@cache
def ledger_tree() -> Any:
    """The ledger as plain lists and mappings; it is long, so it is read once."""
    return read_tree(LEDGER)


@cache
def ledger_tables() -> Mapping[str, TableData]:
    """The ledger's tables by their ids."""
    return {entry["id"]: msgspec.convert(entry, TableData) for entry in ledger_tree()["tables"]}


def _records(table: str) -> list[dict[str, Any]]:
    return ledger_tables()[table].records()


def _column(table: str, column: str, key: str = "key") -> dict[str, int]:
    """The whole numbers of a column by the keys of their rows, without dashes and the words for the morale grade."""
    return {row[key]: row[column] for row in _records(table) if isinstance(row[column], int)}


def _schema(table: str, column: str = "value", prefix: str = "") -> Rows:
    """The rows of a schema that change a throw, each with its rule and its sentence (or that of the same end under
    another prefix); the morale grade adds itself."""
    rows = {}
    for row in _records(table):
        value, told = row[column], row["says"]
        if value is not None and told is not None:
            says = f"{prefix}.{told.rpartition('.')[2]}" if prefix else told
            rows[row["key"]] = Row(value if isinstance(value, int) else 0, row["rule"], f"civilwar.modifier.{says}")
    return Rows(__name__, table, rows)


def _results(table: str, heading: str) -> dict[int, tuple[int, ...]]:
    """Rows of results r1 to r15 by the number in their first column."""
    rows = (dict(row) for row in _records(table))
    return {row.pop(heading): tuple(row.values()) for row in rows}


# I: march lengths

#: (arm, row) -> terrain -> cm in a whole turn; None where the book has a dash
MARCH: Final[Mapping[tuple[str, str], Mapping[str, int | None]]] = {
    (row["arm"], row["key"]): {terrain: row[terrain] for terrain in ledger_tables()["I"].columns[3:]}
    for row in _records("I")
}

# II: formation changes and facing turns, in quarters of a turn

QUARTERS: Final = 4


def _turn_times(column: str) -> dict[str, int]:
    return {row["key"]: int(row[column] * QUARTERS) for row in _records("II") if row[column] is not None}


QUARTER_TURN: Final = _turn_times("quarter_turn")
HALF_TURN: Final = _turn_times("half_turn")
DRILL: Final = _turn_times("other")

# III: passage of obstacles

_PASSED_AS: Final = {
    "as ordinary terrain": "ordinary",
    "as difficult terrain": "difficult",
    "6 cm per turn": "6 cm",
    None: None,
}
#: class -> who passes -> the terrain as which it is passed, "6 cm", or None where it cannot be
PASSAGE: Final[tuple[Mapping[str, str | None], ...]] = (
    {},
    *({name: _PASSED_AS[row[name]] for name in row if name != "class"} for row in _records("III")),
)
CLASS_III_RATE: Final = 6

# IV: small-arms zones

#: weapon -> (zone, upper limit in cm) in rising order; the upper limit belongs to the nearer zone (R5)
ZONES: Final[Mapping[str, tuple[tuple[int, int], ...]]] = {
    row["key"]: tuple((zone, row[f"zone_{zone}"][1]) for zone in range(1, 6) if row[f"zone_{zone}"] is not None)
    for row in _records("IV")
}

# V, VI: small-arms fire and melee

FIRE_OWN: Final = _schema("V", "own")
FIRE_TARGET: Final = _schema("V", "enemy", "target")
#: the rows below the line, which alone count in melee
MELEE_ROWS: Final = frozenset(row["key"] for row in _records("V") if row["melee"])
#: zone -> men per firing unit for the results 1 to 15
FIRE_LOSSES: Final = _results("VI", "zone")


def _divisors(table: str) -> dict[str, int]:
    """The loss factors under a schema, as what the loss is divided by: they are halves and quarters."""
    return {row["key"]: round(1 / row["value"]) for row in _records(table) if row["key"].endswith("_factor")}


FIRE_DIVISORS: Final = _divisors("VI-b")
#: a general with a unit that has losses falls when the enemy's dice show this (05.02.7, 06.03.9, 07.05.4)
GENERAL_FALLS_FIRE: Final = _column("VI-b", "value")["general_falls_fire"]
GENERAL_FALLS_MELEE: Final = _column("VI-b", "value")["general_falls_melee"]


def _sizes(table: str) -> dict[str, tuple[int, int]]:
    return {row["key"]: (row["figures"], row["remainder"]) for row in _records(table)}


#: troops -> (figures per unit, remainder that counts as one more)
FIRING_UNITS: Final = _sizes("VI-c")
MELEE_UNITS: Final = _sizes("VI-d")

# VII to XI: artillery


class Piece(Struct, frozen=True):
    """A row of schema VII; a range is None where the piece does not have that ammunition."""

    canister: int | None
    shell: int | None
    solid_shot: int | None
    #: row of schema VIII
    gun_class: str
    #: row of schema XXI
    load: str
    #: what its size gives in schema IX
    size_mod: int

    def range(self, ammunition: str) -> int | None:
        reach: int | None = getattr(self, ammunition)
        return reach


PIECES: Final[Mapping[str, Piece]] = {
    row["key"]: Piece(row["canister"], row["shell"], row["solid_shot"], row["class"], row["load"], row["size_mod"])
    for row in _records("VII")
}


def _deviations(row: Mapping[str, Any]) -> dict[int, str]:
    ways = {name: row[name] for name in ledger_tables()["VIII"].columns[2:] if row[name] is not None}
    return {total: name for name, (low, high) in ways.items() for total in range(low, high + 1)}


#: class of gun -> sum of the dice -> where the round falls
DEVIATION: Final[Mapping[str, Mapping[int, str]]] = {row["key"]: _deviations(row) for row in _records("VIII")}
#: what a piece of this size_mod is called in schema IX
GUN_SIZES: Final[Mapping[int, str]] = {row["own"]: row["key"] for row in _records("IX") if row["ladder"] == "size"}
ARTILLERY_FIRE: Final = {**_schema("IX", "own"), **_schema("IX", "enemy")}
#: guns -> men for the results 1 to 15
ARTILLERY_LOSSES: Final = _results("X", "guns")
ARTILLERY_DIVISORS: Final = _divisors("X-b")
GENERAL_FALLS_ARTILLERY: Final = _column("X-b", "value")["general_falls_fire"]
#: result 5 to 12 -> material lost
MATERIEL: Final[Mapping[int, Mapping[str, int]]] = {
    row["result"]: {name: row[name] for name in ledger_tables()["XI"].columns[1:-1]}
    for row in _records("XI")
    if isinstance(row["result"], int)
}
MATERIEL_COVER: Final = _schema("XI-b")
WAGON_DESTROYED_FROM: Final = _column("XI-b", "value")["wagon_destroyed_from"]

# XII to XIV: shock and prisoners

#: of both sides: own_support, enemy_support
SHOCK: Final[Mapping[str, Row]] = {
    f"{side}_{row}": value for side in ("own", "enemy") for row, value in _schema("XII", side, f"shock.{side}").items()
}
#: results 1 to 15 -> (order, whose)
SHOCK_RESULTS: Final[tuple[tuple[str, str], ...]] = tuple(
    zip(*(row[1:] for row in ledger_tables()["XIII"].rows), strict=True)
)
#: row -> sum of the dice -> figures per melee unit
PRISONERS: Final[Mapping[str, Mapping[int, int]]] = {
    row["key"]: {total: row[f"d{total}"] for total in range(5, 13)} for row in _records("XIV")
}
GENERAL_CAPTURED: Final = _column("XIV-b", "value")["general_captured"]

# XV to XX: morale

MORALE: Final = _schema("XV")
MORALE_DICE: Final[Mapping[int, int]] = {row["dice"]: row["value"] for row in _records("XVI")}
#: (least total, order), the best first
MORALE_RESULTS: Final[tuple[tuple[float, str], ...]] = tuple(
    (-float("inf") if row["from"] is None else row["from"], row["order"]) for row in reversed(_records("XVII"))
)
CARRIED_AWAY: Final = _schema("XVIII")
#: (greatest total, order), the worst first; more than the last leaves a unit as it is
CARRIED_AWAY_RESULTS: Final[tuple[tuple[int, str], ...]] = tuple(
    (row["to"], row["order"]) for row in _records("XVIII-b") if row["to"] is not None
)
RALLY: Final = _schema("XIX")
RALLY_NEEDS: Final[Mapping[int, int]] = {row["attempt"]: row["from"] for row in _records("XIX-b")}
REORGANISE_TURNS: Final = _column("XIX-c", "turns", key="change")
#: schema XX: a throw of at least this appoints
APPOINTED_FROM: Final = 9

# XXI: ammunition

#: a pair of these and the cartridges are gone (XXI; the row is in words)
LAST_EMPTYING_PAIR: Final = 4
ROUNDS: Final[Mapping[str, Mapping[str, int]]] = {
    row["key"]: {kind: row[kind] or 0 for kind in ("shell", "solid_shot", "canister")} for row in _records("XXI-b")
}
RESUPPLY_FAILS: Final[Mapping[str, tuple[int, ...]]] = {row["key"]: tuple(row["fails_on"]) for row in _records("XXI-c")}
