"""One line of the table: what was measured, what was asked for, and whether it is enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

HEADINGS = ("what", "asked", "measured", "")


@dataclass(frozen=True)
class Row:
    what: str
    asked: str
    measured: str
    ok: bool


def at_least(what: str, asked: int, measured: int) -> Row:
    return Row(what, f"at least {asked:,}", f"{measured:,}", measured >= asked)


def none(what: str, measured: Sequence[str]) -> Row:
    """Nothing of the kind may be there; the first one is named."""
    return Row(what, "none", f"{len(measured)}: {measured[0]}" if measured else "none", not measured)


def table(rows: Sequence[Row]) -> str:
    cells = [HEADINGS, *((row.what, row.asked, row.measured, "ok" if row.ok else "NOT OK") for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(HEADINGS))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in cells]
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]])
