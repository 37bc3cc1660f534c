"""The steps of the agenda, named after the book's words; their rules are in the modules of their chapters."""

from __future__ import annotations

from feltherre.core.chance import Ruling, Thrown
from feltherre.core.state import Step
from feltherre.core.steps import Steps

#: where the modules of the chapters note what is done about each step
steps = Steps()

# the course of a game (setup, order)


class SideDice(Step, frozen=True, tag="side-dice"):
    """Both teams throw for the choice of sides (setup-2)."""

    throws: tuple[Thrown, ...] = ()


class SideRuled(Step, frozen=True, tag="side-ruled"):
    ruling: Ruling


class SideChoice(Step, frozen=True, tag="side-choice"):
    """The team that threw higher chooses; it sits where this side was meant to be (setup-2)."""

    side: int


class Setup(Step, frozen=True, tag="setup"):
    """A side places its starting counters (setup-3, setup-4)."""

    side: int


class HistoricalSetup(Step, frozen=True, tag="historical-setup"):
    """A side stands as in November 1939; nobody is asked (1.1)."""

    side: int


class Turn(Step, frozen=True, tag="turn"):
    """A turn of two weeks: both sides' player turns (order-2)."""

    number: int


class PlayerTurn(Step, frozen=True, tag="player-turn"):
    """One side's supply check, reinforcements, movement and combat (order-1)."""

    side: int


class PhaseBegins(Step, frozen=True, tag="phase-begins"):
    """A part of the game begins: set-up of a side, or a phase of its player turn."""

    phase: str
    side: int


class Reinforcement(Step, frozen=True, tag="reinforcement"):
    """Reinforcements are placed (turn-2)."""


class Movement(Step, frozen=True, tag="movement"):
    """Units move, one after the other (turn-3)."""


class CombatPhase(Step, frozen=True, tag="combat-phase"):
    """Air combats first, then attacks in any order (turn-4, 1.6-l). `stage`: begin, air (before the first attack, so
    that air combats may still be fought), ground."""

    stage: str = "begin"


class EndOfPlayerTurn(Step, frozen=True, tag="end-of-player-turn"):
    """Air units go home, the other side follows."""


class EndOfGame(Step, frozen=True, tag="end-of-game"):
    """Points are added up (intro-5). `reason`: turns, time."""

    reason: str


# inside the movement phase


class March(Step, frozen=True, tag="march"):
    """What is left of a unit's move, hex by hex."""

    unit: int
    path: tuple[int, ...]


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


class GroundBattle(Step, frozen=True, tag="ground-battle"):
    """Ground combat for a hex (1.5); `units`: all that attack it, air units included."""

    hex: int
    units: tuple[int, ...]
    throws: tuple[Thrown, ...] = ()


class GroundRuled(Step, frozen=True, tag="ground-ruled"):
    hex: int
    units: tuple[int, ...]
    ruling: Ruling


class Losses(Step, frozen=True, tag="losses"):
    """A side chooses which of these units take the losses: so many different ones, or so many losses in all (R29).
    `rule`: what they are taken for, the result of a combat or a retreat into a zone of control (1.5-g)."""

    side: int
    hex: int
    units: tuple[int, ...]
    count: int
    rule: str = "2.1-e"


class Retreating(Step, frozen=True, tag="retreating"):
    """Beaten units leave a hex (1.5-f). `attackers`: hexes from which they were beaten; `entered`: (hex, unit) of those
    that have gone already."""

    side: int
    hex: int
    units: tuple[int, ...]
    attackers: tuple[int, ...]
    entered: tuple[tuple[int, int], ...] = ()


class Advancing(Step, frozen=True, tag="advancing"):
    """The attackers may enter the hex they have won (1.5-h)."""

    hex: int
    units: tuple[int, ...]


class BattleOver(Step, frozen=True, tag="battle-over"):
    """If time is over, so is the game (R4). `on_ground`: air units that took part go home (1.5-e)."""

    hex: int
    units: tuple[int, ...]
    on_ground: bool = False
