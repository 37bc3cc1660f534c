"""The one-line notation of the Winter War: how each action is written and typed.

138RD 2214 > 2213 > 2212        a move; the hex it starts from, and `move` before it, may be left out
attack 1412 with 139RD + 34TB   units may also be parted by commas or blanks
place 21D Viipuri               a town stands for its hex
"""

from __future__ import annotations

import re
from typing import Any, Final

from feltherre.core.notation import ARROW, TYPED_ARROW, Notation
from feltherre.games.winterwar import actions, board, chart, spaces, units


class UnitCodec:
    """A unit by what stands at the side of its counter: `138RD`; its id, or an ending that fits no other, will do."""

    pattern = r"[\w-]+"

    def write(self, value: Any) -> str:
        known = units.INDEX.get(value)
        return str(value) if known is None else chart.UNIT_NAMES.name(known)

    def read(self, text: str) -> Any:
        return chart.UNIT_NAMES.ids[chart.UNIT_NAMES.find(text)]


class HexCodec:
    """A hex by its printed number, or by its town: `1540`, `Viipuri`. `by_town`: a town's name is written."""

    def __init__(self, by_town: bool = False) -> None:
        self.by_town = by_town

    def write(self, value: Any) -> str:
        hex_ = spaces.hex_at(value) if self.by_town else -1
        town = board.TOWN_AT[hex_] if hex_ >= 0 else -1
        return chart.TOWN_NAMES.name(town) if town >= 0 else str(value)

    def read(self, text: str) -> Any:
        return board.number(chart.find_hex(text))


class PathCodec:
    """The hexes a unit enters: `> 2213 > 2212`. Where it stands the position says, so that is never written; a person
    may well put it down first: `2214 > 2213 > 2212`."""

    pattern = rf"(?:.*?{TYPED_ARROW}|to\s).+"
    _between = re.compile(TYPED_ARROW, re.IGNORECASE)

    def __init__(self, hex_: HexCodec) -> None:
        self.hex = hex_

    def write(self, value: Any) -> str:
        return "".join(f" {ARROW} {self.hex.write(hex_)}" for hex_ in value).strip()

    def read(self, text: str) -> Any:
        start, *entered = self._between.split(f" {text.strip()}")
        if start.strip():
            self.hex.read(start.strip())
        return tuple(self.hex.read(hex_) for hex_ in entered)


class UnitsCodec:
    """Several units: `4D + 5D`, also `4D, 5D`, `4D 5D` and `4D and 5D`; nobody is written `-`."""

    _between = re.compile(r"\s*[+,]\s*|\s+and\s+|\s+", re.IGNORECASE)

    def __init__(self, unit: UnitCodec) -> None:
        self.unit = unit

    def write(self, value: Any) -> str:
        return " + ".join(self.unit.write(unit) for unit in value) or "-"

    def read(self, text: str) -> Any:
        if text.strip() == "-":
            return ()
        return tuple(self.unit.read(part) for part in self._between.split(text.strip()))


_UNIT: Final = UnitCodec()
_HEX: Final = HexCodec()

NOTATION: Final = Notation.of(
    actions.WinterWarAction.__args__,
    {
        "unit": _UNIT,
        "units": UnitsCodec(_UNIT),
        "hex": _HEX,
        "town": HexCodec(by_town=True),
        "path": PathCodec(_HEX),
    },
)
