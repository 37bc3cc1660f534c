"""The result codes of the combat tables (1.5-b to 1.5-f, 1.6-a to 1.6-e): those of hexgame/results.py; the air table
knows H and S besides."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from feltherre.core.marks import rule_of
from feltherre.hexgame.results import Code as Code
from feltherre.hexgame.results import Part as Part
from feltherre.hexgame.results import SideLetter as SideLetter
from feltherre.hexgame.results import parse_result

#: results of the air table that concern both sides (1.6-d, 1.6-e)
HALF, STOP = "H", "S"

#: the code of a ground result; None if it is none (1.5-b)
parse_ground: Final = parse_result
# what happens to the attacking side A or the defending side F
rule_of(__name__, "1.5-b", "1.6-a")(Code.part)


class AirCode(Struct, frozen=True):
    """A result of the air table: H takes half of each side, S stops the combat, others speak of sides."""

    sides: Code = Code()
    half: bool = False
    stop: bool = False


@lru_cache(maxsize=1024)
def parse_air(text: str) -> AirCode | None:
    """The code of an air result; None if it is none (1.6-a)."""
    if text in (HALF, STOP):
        return AirCode(half=text == HALF, stop=text == STOP)
    sides = parse_ground(text)
    return None if sides is None else AirCode(sides)
