"""The steps of the agenda, named after the book's words; their rules are in the modules of their chapters."""

from __future__ import annotations

from feltherre.core.chance import Ruling, Thrown
from feltherre.core.state import Step
from feltherre.core.steps import Steps

#: where the modules of the chapters note what is done about each step
steps = Steps()

# the course of a game (order)


class CombatPhase(Step, frozen=True, tag="combat-phase"):
    """Air combats first, then attacks in any order (turn-4, 1.6-l). `stage`: begin, air (before the first attack, so
    that air combats may still be fought), ground."""

    stage: str = "begin"


# inside the movement phase


class OverStacked(Step, frozen=True, tag="over-stacked"):
    """A full stack was moved through: a unit in the hex is eliminated (setup-8)."""

    side: int
    hex: int


class LostBase(Step, frozen=True, tag="lost-base"):
    """An air unit has lost its base (R11)."""

    unit: int


# inside the combat phase


class PartisanDie(Step, frozen=True, tag="partisan-die"):
    """The strength of a partisan unit in this turn (2.1-l)."""

    unit: int
    throws: tuple[Thrown, ...] = ()


class PartisanRuled(Step, frozen=True, tag="partisan-ruled"):
    unit: int
    ruling: Ruling


class AirBattle(Step, frozen=True, tag="air-battle"):
    """Air units of both sides fight over a hex (1.6)."""

    hex: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    throws: tuple[Thrown, ...] = ()


class AirRuled(Step, frozen=True, tag="air-ruled"):
    hex: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    ruling: Ruling


class AirLosses(Step, frozen=True, tag="air-losses"):
    """A side removes so many of these air units (1.6-d); `home`: the others return to their base (1.6-c)."""

    side: int
    hex: int
    units: tuple[int, ...]
    count: int
    home: bool = False
