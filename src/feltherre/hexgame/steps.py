"""Steps of the agenda that most hex games have. A title notes in its register what is done about those it uses, and
adds its own; their tags and fields stand in records."""

from __future__ import annotations

from feltherre.core.chance import Ruling, Thrown
from feltherre.core.state import Step

# the course of a game


class SideDice(Step, frozen=True, tag="side-dice"):
    """Both teams throw for the choice of sides."""

    throws: tuple[Thrown, ...] = ()


class SideRuled(Step, frozen=True, tag="side-ruled"):
    ruling: Ruling


class SideChoice(Step, frozen=True, tag="side-choice"):
    """The team that threw higher chooses; it sits where this side was meant to be."""

    side: int


class Setup(Step, frozen=True, tag="setup"):
    """A side places its starting counters."""

    side: int


class HistoricalSetup(Step, frozen=True, tag="historical-setup"):
    """A side stands as history had it; nobody is asked."""

    side: int


class Turn(Step, frozen=True, tag="turn"):
    """Both sides' player turns."""

    number: int


class PlayerTurn(Step, frozen=True, tag="player-turn"):
    """One side's phases."""

    side: int


class PhaseBegins(Step, frozen=True, tag="phase-begins"):
    """A part of the game begins: set-up of a side, or a phase of its player turn."""

    phase: str
    side: int


class Reinforcement(Step, frozen=True, tag="reinforcement"):
    """Reinforcements are placed."""


class Movement(Step, frozen=True, tag="movement"):
    """Counters move, one after the other."""


class CombatPhase(Step, frozen=True, tag="combat-phase"):
    """A side attacks one hex after the other."""


class EndOfPlayerTurn(Step, frozen=True, tag="end-of-player-turn"):
    """The other side follows."""


class EndOfGame(Step, frozen=True, tag="end-of-game"):
    """The winner is found. `reason`: what ended the game."""

    reason: str


# inside the phases


class March(Step, frozen=True, tag="march"):
    """What is left of a counter's move, hex by hex."""

    unit: int
    path: tuple[int, ...]


class GroundBattle(Step, frozen=True, tag="ground-battle"):
    """The throw of an attack on a hex; `units`: all that take part in it."""

    hex: int
    units: tuple[int, ...]
    throws: tuple[Thrown, ...] = ()


class GroundRuled(Step, frozen=True, tag="ground-ruled"):
    hex: int
    units: tuple[int, ...]
    ruling: Ruling


class BattleOver(Step, frozen=True, tag="battle-over"):
    """A fight for a hex has been fought to its end. `on_ground`: it was an attack of ground units."""

    hex: int
    units: tuple[int, ...]
    on_ground: bool = False


class Losses(Step, frozen=True, tag="losses"):
    """A side chooses which of these counters take so many losses. `rule`: what they are taken for."""

    side: int
    hex: int
    units: tuple[int, ...]
    count: int
    rule: str


class Retreating(Step, frozen=True, tag="retreating"):
    """Beaten counters leave a hex. `attackers`: hexes from which they were beaten; `entered`: (hex, counter) of those
    that have gone already."""

    side: int
    hex: int
    units: tuple[int, ...]
    attackers: tuple[int, ...]
    entered: tuple[tuple[int, int], ...] = ()


class Advancing(Step, frozen=True, tag="advancing"):
    """The attackers may enter the hex they have won."""

    hex: int
    units: tuple[int, ...]
