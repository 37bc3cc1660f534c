"""The steps of the agenda, named after the book's words; their rules are in the modules of their chapters."""

from __future__ import annotations

from feltherre.core.chance import Ruling, Thrown
from feltherre.core.state import Step
from feltherre.core.steps import Steps
from feltherre.hexgame.steps import March

#: where the modules of the chapters note what is done about each step
steps = Steps()


class WeatherDie(Step, frozen=True, tag="weather-die"):
    """The Allies throw for the weather of the turn (WEA-1)."""

    throws: tuple[Thrown, ...] = ()


class WeatherRuled(Step, frozen=True, tag="weather-ruled"):
    ruling: Ruling


class CarpetDue(Step, frozen=True, tag="carpet-due"):
    """What was planned in the turn before is carried out, or lapses (STEP-2)."""


class Carpet(Step, frozen=True, tag="carpet"):
    """The bombers are over the hex that was written down (CAR-3)."""

    hex: int
    throws: tuple[Thrown, ...] = ()


class CarpetRuled(Step, frozen=True, tag="carpet-ruled"):
    hex: int
    ruling: Ruling


class BombingPlan(Step, frozen=True, tag="bombing-plan"):
    """At the end of their player turn the Allies may plan a carpet for the next (CAR-2)."""


class Isolation(Step, frozen=True, tag="isolation"):
    """Both sides' units are checked for supply at once (STEP-3-a)."""


class Gunfire(Step, frozen=True, tag="gunfire"):
    """The throw of ships against coastal artillery, or the reverse (1.6)."""

    hex: int
    units: tuple[int, ...]
    throws: tuple[Thrown, ...] = ()


class GunfireRuled(Step, frozen=True, tag="gunfire-ruled"):
    hex: int
    units: tuple[int, ...]
    ruling: Ruling


class Flight(Step, frozen=True, tag="flight"):
    """What is left of an air unit's way, hex by hex (R32)."""

    unit: int
    path: tuple[int, ...]


class HaltedMarch(March, frozen=True, tag="halted-march"):
    """The same after a halt. `behind`: the hexes left behind, from where it set out."""

    behind: tuple[int, ...]


class FlightHome(Step, frozen=True, tag="flight-home"):
    """The Germans have moved: aircraft over them return when the fire that is owed has been thrown (R32, R33)."""


class FlakFire(Step, frozen=True, tag="flak-fire"):
    """These regiments throw together at an air unit over a hex (1.7)."""

    hex: int
    unit: int
    regiments: tuple[int, ...]
    throws: tuple[Thrown, ...] = ()


class FlakRuled(Step, frozen=True, tag="flak-ruled"):
    hex: int
    unit: int
    regiments: tuple[int, ...]
    ruling: Ruling
