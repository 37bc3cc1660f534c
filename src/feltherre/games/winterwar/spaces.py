"""What the spaces of this game share: units and hexes as things that answers name, and refusals."""

from __future__ import annotations

from typing import Final

from feltherre.games.winterwar import board, units
from feltherre.games.winterwar.texts import WORDS
from feltherre.hexgame.words import is_known as is_known

DONE_NAME: Final = WORDS.done
unit_things: Final = WORDS.unit_things
hex_things: Final = WORDS.hex_things
unit_of: Final = units.COUNTERS.number
hex_at: Final = WORDS.hex_at
ids: Final = units.COUNTERS.ids_of
not_yours: Final = WORDS.not_yours
no_such_unit: Final = WORDS.no_such_unit
no_such_hex: Final = WORDS.no_such_hex
named_twice: Final = WORDS.named_twice
about_unit: Final = WORDS.about_unit
about_hex: Final = WORDS.about_hex


def stacking_rule(hex_: int) -> str:
    """The rule that limits the stack in a hex."""
    return "setup-6" if board.IS_ARCTIC[hex_] else "setup-5"
