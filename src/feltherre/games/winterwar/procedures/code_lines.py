"""What a result code means, in words (table codes-ground)."""

from __future__ import annotations

from feltherre.core.chance import Line
from feltherre.core.text import say
from feltherre.games.winterwar.codes import Part, parse_ground


def code_lines(result: str, loss_numbers: str = "units") -> list[Line]:
    """The result for both sides; losses are taken before anybody retreats."""
    code = parse_ground(result)
    if code is None:
        return []
    sides = (("attacker", code.attacker), ("defender", code.defender))
    return [line for side, part in sides for line in _part_lines(side, part, loss_numbers)]


def _part_lines(side: str, part: Part, loss_numbers: str) -> list[Line]:
    told = []
    if part.everyone:
        told.append(Line(say(f"winterwar.ruling.code.{side}.everyone"), "1.5-c"))
    elif part.losses:
        text = say(f"winterwar.ruling.code.{side}.{loss_numbers}", n=part.losses)
        told.append(Line(text, "2.1-e", part.losses))
    if part.retreats:
        told.append(Line(say(f"winterwar.ruling.code.{side}.retreats"), "1.5-f"))
    return told
