"""Combat tables as a ledger has them, and those of a file that a club uses in their place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from feltherre.core.datafile import DamagedFile, read_tree
from feltherre.core.errors import BadInput
from feltherre.ground.hexes.combat_table import CombatTable

_WHOLE_NUMBER = re.compile(r"[+-]?\d+")


class TableData(Struct, frozen=True, forbid_unknown_fields=True):
    """A table as a file holds it: headings, and rows that begin with theirs."""

    id: str
    columns: tuple[str | int, ...]
    rows: tuple[tuple[str | bool | int | float | None, ...], ...]
    title: str = ""
    note: str = ""
    provenance: str = ""

    def by_key(self) -> dict[Any, dict[str, Any]]:
        """Each row by what stands in its first column, its other cells by their headings."""
        names = [str(name) for name in self.columns[1:]]
        return {row[0]: dict(zip(names, row[1:], strict=True)) for row in self.rows}


class TableKind(NamedTuple):
    """What a combat table must be like: columns by odds, or by differences; and what is a result of it."""

    by_odds: bool
    is_result: Callable[[str], bool]


@cache
def ledger_tables(ledger: Path) -> Mapping[str, TableData]:
    """The tables of a ledger by their ids; its other sections are read where rules are shown."""
    entries = read_tree(ledger)["tables"]
    return {entry["id"]: msgspec.convert(entry, TableData) for entry in entries}


def given_tables(tree: Any, name: str, kinds: Mapping[str, TableKind]) -> dict[str, TableData]:
    """The tables of plain data, `{"tables": [{"id": "1.5", "columns": [...], "rows": [...]}, ...]}`, by their ids;
    DamagedFile says what is wrong with the file `name`. `kinds`: those that can be replaced."""
    entries = tree.get("tables") if isinstance(tree, dict) else None
    if not isinstance(entries, list) or not entries:
        raise DamagedFile(name, "", "has no list of tables")
    given: dict[str, TableData] = {}
    for number, entry in enumerate(entries, start=1):
        data = _entry(entry, name, number)
        if data.id not in kinds:
            raise DamagedFile(name, f"table {data.id}", f"cannot be replaced; only {' and '.join(kinds)} can")
        if data.id in given:
            raise DamagedFile(name, f"table {data.id}", "is there twice")
        given[data.id] = data
    return given


def _entry(entry: Any, name: str, number: int) -> TableData:
    title = entry.get("id", number) if isinstance(entry, dict) else number
    try:
        return msgspec.convert(entry, TableData)
    except msgspec.ValidationError as error:
        raise DamagedFile(name, f"table {title}", str(error)) from error


def combat_table(data: TableData) -> CombatTable:
    return CombatTable(
        data.columns, [[cell if isinstance(cell, int) else str(cell) for cell in row] for row in data.rows]
    )


def checked_table(data: TableData, name: str, kind: TableKind) -> CombatTable:
    """The table if its headings are of the right kind and all its results can be read."""
    try:
        if len(data.columns) < 2 or not data.rows or not all(data.rows):
            raise BadInput("has no columns, no rows, or an empty row")
        table = combat_table(data)
        if table.by_odds != kind.by_odds:
            wanted = "odds such as 2-1" if kind.by_odds else "differences such as +1..+2"
            raise BadInput(f"its columns must be {wanted}")
        _check_span(table.row_headings, 1, 6)
        for heading, cells in zip(table.row_headings, table.cells, strict=True):
            for cell in cells:
                if not kind.is_result(cell):
                    raise BadInput(f"row {heading}: {cell!r} is no result of this table")
    except ZeroDivisionError as error:
        raise DamagedFile(name, f"table {data.id}", "odds against nothing make no column") from error
    except BadInput as error:
        raise DamagedFile(name, f"table {data.id}", str(error.reason.args["text"])) from error
    return table


def _check_span(headings: Sequence[str], lowest: int, highest: int) -> None:
    """Whether the headings leave out none of the numbers that can be thrown."""
    ends = [[int(end) for end in _WHOLE_NUMBER.findall(heading)] for heading in headings]
    for before, after, heading in zip(ends, ends[1:], headings[1:], strict=False):
        if after[0] != before[-1] + 1:
            raise BadInput(f"nothing is said of {before[-1] + 1}, before {heading}")
    if ends[0][0] > lowest and not headings[0].startswith("<="):
        raise BadInput(f"nothing is said of {lowest}")
    if ends[-1][-1] < highest and not headings[-1].startswith(">="):
        raise BadInput(f"nothing is said of {highest}")


_PARTS = {0: "", 1: "¼", 2: "½", 3: "¾"}


def amount(parts: int, of: int) -> str:
    """A number counted in halves or quarters (`of` 2 or 4) as it is read in every language: 2, 1¾, ½."""
    whole, rest = divmod(abs(parts), of)
    sign = "−" if parts < 0 else ""
    return f"{sign}{whole if whole or not rest else ''}{_PARTS[rest * 4 // of]}"
