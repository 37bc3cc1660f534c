"""How sides, units, hexes and towns are called in what people read, and the refusals of this game."""

from __future__ import annotations

from typing import Final

from feltherre.games.winterwar import board, units
from feltherre.games.winterwar.board import town_name as town_name
from feltherre.hexgame.words import Words

WORDS: Final = Words("winterwar", units.ROLES, units.COUNTERS, board.BOARD)

side_name: Final = WORDS.side_name
unit_name: Final = units.COUNTERS.name
unit_names: Final = units.COUNTERS.names
hex_name: Final = board.BOARD.name
kind_name: Final = WORDS.kind_name
