"""Every order line of the kept games is read, written and told as it always was (tests/bank/)."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import msgspec

from feltherre.games.civilwar.orders.language import OrderLine, OrderSheet, StaffLine
from feltherre.games.civilwar.orders.lexicon import OpenLexicon
from feltherre.games.civilwar.orders.reading import read_order, read_staff
from feltherre.games.civilwar.orders.telling import tell_line, tell_staff
from feltherre.games.civilwar.orders.writing import write_line, write_staff

BANK = Path(__file__).parents[2] / "bank"
EVERYBODY = OpenLexicon()
#: of all lines as they are written, and as they are told: changed only by a commit that says so
WRITTEN = "57566739dd65ddd8"
TOLD = "32aa387514133b7a"


def sheets() -> Iterator[OrderSheet]:
    for file in sorted(BANK.glob("civilwar-*.jsonl.gz")):
        for line in gzip.decompress(file.read_bytes()).splitlines():
            action = msgspec.json.decode(line).get("action") or {}
            if action.get("kind") == "orders":
                yield msgspec.convert(action["sheet"], OrderSheet)


def digest(lines: list[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()[:16]


def test_every_line_of_the_bank_reads_writes_and_tells_as_before() -> None:
    of_units: dict[OrderLine, str] = {}
    of_staff: dict[StaffLine, str] = {}
    for sheet in sheets():
        of_units |= {line: write_line(line) for line in sheet.units.values()}
        of_staff |= {line: write_staff(line) for line in sheet.staff.values()}
    assert [line for line, text in of_units.items() if read_order(text, EVERYBODY) != line] == []
    assert [line for line, text in of_staff.items() if read_staff(text, EVERYBODY) != line] == []
    told = [repr(tell_line(line, str)) for line in of_units] + [repr(tell_staff(line, str)) for line in of_staff]
    assert (digest([*of_units.values(), *of_staff.values()]), digest(told)) == (WRITTEN, TOLD)
