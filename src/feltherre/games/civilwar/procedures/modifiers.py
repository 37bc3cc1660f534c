"""Additions to and deductions from a throw: each is a row of a schema, and is told with its rule (R4).

Every condition that is true counts once; of the steps of one scale only the strongest counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from feltherre.core.chance import Line
from feltherre.core.figures import plain, signed
from feltherre.core.text import say


class Modifier(NamedTuple):
    """`what` is the end of the key of its sentence, `civilwar.modifier.<what>`."""

    what: str
    value: int
    rule: str


def when(condition: bool, what: str, value: int, rule: str) -> tuple[Modifier, ...]:
    """The modifier, if its condition holds."""
    return (Modifier(what, value, rule),) if condition else ()


def total(modifiers: Iterable[Modifier]) -> int:
    return sum(modifier.value for modifier in modifiers)


def grade_modifier(grade: int, rule: str) -> tuple[Modifier, ...]:
    """The morale grade is added as it is; a grade of 0 is not worth a word."""
    return when(grade != 0, "grade", grade, rule)


def modifier_line(modifier: Modifier) -> Line:
    text = say(f"civilwar.modifier.{modifier.what}", value=signed(modifier.value))
    return Line(text, modifier.rule, modifier.value)


def modifier_lines(modifiers: Iterable[Modifier]) -> list[Line]:
    return [modifier_line(modifier) for modifier in modifiers]


def dice_line(dice: int, modifier: int, rule: str) -> Line:
    """What was thrown, and what it counts with its modifiers."""
    result = dice + modifier
    if not modifier:
        return Line(say("civilwar.ruling.dice", dice=dice), rule, result)
    return Line(say("civilwar.ruling.dice-counts", dice=dice, counts=plain(result)), rule, result)
