"""The one-line notation of the Winter War; hexgame/notation.py says how units, hexes and ways are written."""

from __future__ import annotations

from typing import Final

from feltherre.core.notation import Notation
from feltherre.games.winterwar import actions, board, units
from feltherre.hexgame.notation import codecs

NOTATION: Final = Notation.of(actions.WinterWarAction.__args__, codecs(units.COUNTERS, board.BOARD))
