"""How counters, hexes and ways are written and typed in the one-line notation.

138RD 2214 > 2213 > 2212        a move; the hex it starts from may be left out
attack 1412 with 139RD + 34TB   counters may also be parted by commas or blanks
place 21D Viipuri               a town stands for its hex
"""

from __future__ import annotations

import re
from typing import Any

from feltherre.core.notation import ARROW, TYPED_ARROW, Codec, Named
from feltherre.hexgame.board import Board
from feltherre.hexgame.counters import Counters


class UnitCodec(Named):
    """A counter by what stands on it: `138RD`; its id, or an ending that fits no other, will do."""

    pattern = r"[\w-]+"


class HexCodec:
    """A hex by its printed number, or by its town: `1540`, `Viipuri`. `by_town`: a town's name is written."""

    def __init__(self, board: Board, by_town: bool = False) -> None:
        self.board = board
        self.by_number = {number: hex_ for hex_, number in enumerate(board.grid.numbers)} if by_town else {}

    def write(self, value: Any) -> str:
        hex_ = self.by_number.get(value, -1)
        town = self.board.town_at[hex_] if hex_ >= 0 else -1
        return self.board.typed.name(town) if town >= 0 else str(value)

    def read(self, text: str) -> Any:
        return self.board.number(self.board.find(text))


class PathCodec:
    """The hexes a counter enters: `> 2213 > 2212`. Where it stands the position says, so that is never written; a
    person may well put it down first: `2214 > 2213 > 2212`."""

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
    """Several counters: `4D + 5D`, also `4D, 5D`, `4D 5D` and `4D and 5D`; nobody is written `-`."""

    _between = re.compile(r"\s*[+,]\s*|\s+and\s+|\s+", re.IGNORECASE)

    def __init__(self, unit: UnitCodec) -> None:
        self.unit = unit

    def write(self, value: Any) -> str:
        return " + ".join(self.unit.write(unit) for unit in value) or "-"

    def read(self, text: str) -> Any:
        if text.strip() == "-":
            return ()
        return tuple(self.unit.read(part) for part in self._between.split(text.strip()))


def codecs(counters: Counters, board: Board) -> dict[str, Codec]:
    """What the forms of actions may name: `unit`, `units`, `hex`, `town` (a hex written as its town) and `path`."""
    unit, hex_ = UnitCodec(counters.typed), HexCodec(board)
    return {
        "unit": unit,
        "units": UnitsCodec(unit),
        "hex": hex_,
        "town": HexCodec(board, by_town=True),
        "path": PathCodec(hex_),
    }
