"""The result codes of the combat tables (1.5-b to 1.5-f, 1.6-a to 1.6-e), read letter by letter.

A part of a code is a side (A attacker, F defender), its losses (a number, or E for every unit that took part) and R if
that side retreats; a hyphen joins the parts of both sides. The air table knows H and S besides.

>>> parse_ground("A1-F2R")
Code(attacker=Part(losses=1, everyone=False, retreats=False), defender=Part(losses=2, everyone=False, retreats=True))
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from feltherre.core.marks import rule

SideLetter = Literal["A", "F"]

#: results of the air table that concern both sides (1.6-d, 1.6-e)
HALF, STOP = "H", "S"

_PART = re.compile(r"([AF])(E|\d{1,2})?(R)?")


class Part(Struct, frozen=True):
    """What a result does to one side."""

    losses: int = 0
    #: E: every unit that took part takes a loss
    everyone: bool = False
    retreats: bool = False


#: nothing happens to a side of which the code does not speak
NOTHING = Part()


class Code(Struct, frozen=True):
    """What a result does to both sides."""

    attacker: Part = NOTHING
    defender: Part = NOTHING

    @rule("1.5-b", "1.6-a")
    def part(self, side: SideLetter) -> Part:
        """What happens to the attacking side A or the defending side F (1.5-b, 1.6-a)."""
        return self.attacker if side == "A" else self.defender


class AirCode(Struct, frozen=True):
    """A result of the air table: H takes half of each side, S stops the combat, others speak of sides."""

    sides: Code = Code()
    half: bool = False
    stop: bool = False


@lru_cache(maxsize=1024)
def parse_ground(text: str) -> Code | None:
    """The code of a ground result; None if it is none (1.5-b)."""
    parts: dict[str, Part] = {}
    for word in text.split("-"):
        found = _PART.fullmatch(word)
        if found is None or len(word) == 1 or found[1] in parts:
            return None
        losses = int(found[2]) if found[2] and found[2] != "E" else 0
        parts[found[1]] = Part(losses, found[2] == "E", found[3] is not None)
    return Code(parts.get("A", NOTHING), parts.get("F", NOTHING))


@lru_cache(maxsize=1024)
def parse_air(text: str) -> AirCode | None:
    """The code of an air result; None if it is none (1.6-a)."""
    if text in (HALF, STOP):
        return AirCode(half=text == HALF, stop=text == STOP)
    sides = parse_ground(text)
    return None if sides is None else AirCode(sides)
