"""Dice that did something by themselves, for those who show a throw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from feltherre.core.chance import Ruling
from feltherre.games.norway.procedures.combat import DESTROYS

#: lines of a sea battle that tell of a shot, one for each die in the order of the dice -> whether it struck a ship
_SHOTS: Final = {
    "norway.ruling.sea.misses": False,
    **dict.fromkeys((f"norway.ruling.sea.{result}" for result in ("sink", "chase", "first", "no-flight")), True),
}
#: the least die of a boat, a mine, a fort or a card that hits (4.3-cards)
_HITS_FROM: Final = 4


def marked(ruling: Ruling) -> list[list[int]]:
    """For each throw, the places of its dice that did something by themselves (4.2-4, 4.2-5, 4.3-cards, 8.1-int-3,
    8.2-seq-4)."""
    does_something = _each_die(ruling)
    return [[place for place, _ in enumerate(thrown.values) if next(does_something)] for thrown in ruling.throws]


def _each_die(ruling: Ruling) -> Iterator[bool]:
    dice = [(thrown.purpose, value) for thrown in ruling.throws for value in thrown.values]
    if ruling.procedure == "land-combat":
        return (value == DESTROYS for _, value in dice)
    if ruling.procedure == "naval-interception":
        limit = _limit(ruling)
        return (value >= limit for _, value in dice)
    if ruling.procedure == "naval-combat":
        shots = [_SHOTS[line.text.key] for line in ruling.explanation if line.text.key in _SHOTS]
        # an umpire may have changed the ruling
        return iter([*shots, *(False for _ in dice[len(shots) :])])
    return (purpose == "die" and value >= _HITS_FROM for purpose, value in dice)


def _limit(ruling: Ruling) -> int:
    """The lowest die that intercepts (8.1-int-3)."""
    told = (line.text.args for line in ruling.explanation if line.text.key == "norway.ruling.interception.throws")
    limit = next(told, {}).get("limit")
    return limit if isinstance(limit, int) else DESTROYS
