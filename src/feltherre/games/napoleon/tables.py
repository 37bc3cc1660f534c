"""The schemas of the book as the procedures read them: from the ledger, whose notes tell what a cell means.

A procedure reads the rows of a schema by their keys (`by_key("III")`), or the cells of the columns that tell a case
(`cells("V", "from", "to", value="turns")`).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from feltherre.core.datafile import read_tree

LEDGER = Path(__file__).parent / "ledger.yaml"


@cache
def ledger_tree() -> Mapping[str, Any]:
    """The ledger as it is written; it is long, so it is read once."""
    tree: Mapping[str, Any] = read_tree(LEDGER)
    return tree


@cache
def schemas() -> Mapping[str, Mapping[str, Any]]:
    """The ledger's tables by their ids, as they are written."""
    return {table["id"]: table for table in ledger_tree()["tables"]}


def records(schema: str, part: str | None = None) -> list[dict[str, Any]]:
    """The rows of a schema by their headings; of a schema in several parts, those of one part."""
    table = schemas()[schema]
    rows = [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
    return [row for row in rows if part is None or row["part"] == part]


def by_key(schema: str, part: str | None = None, key: str = "key") -> dict[Any, dict[str, Any]]:
    """The rows by what stands in the column `key`."""
    return {row[key]: row for row in records(schema, part)}


def cells(schema: str, *keys: str, value: str, part: str | None = None) -> dict[Any, Any]:
    """One column by what stands in another, or in several others together; blank cells are left out."""
    found = {tuple(row[key] for key in keys): row[value] for row in records(schema, part) if row[value] is not None}
    return {case[0] if len(keys) == 1 else case: told for case, told in found.items()}


def turns(number: float | None) -> Fraction:
    """A time of a schema; a blank cell takes none."""
    return Fraction(str(number or 0))
