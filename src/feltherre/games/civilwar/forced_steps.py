"""Steps of flights and of being carried away by them."""

from __future__ import annotations

from feltherre.core.chance import Ruling, Thrown
from feltherre.core.state import Step
from feltherre.games.civilwar.procedures.rout import CarriedSituation


class Flight(Step, frozen=True, tag="flight"):
    """A unit is in flight without time (04.02.1): so many ticks of march are left to it."""

    unit: str
    heading: int
    left: int
    #: how often it has been turned aside by something impassable
    turns: int = 0
    #: the friend who checks it: it stops directly behind him (08.03.4)
    checked_by: str = ""
    #: how far its ranks reached from their middle towards the cause, of which a deeper crowd has become (08.03.1)
    back: int | None = None
    #: how far it has gone
    gone: int = 0


class CarriedThrow(Step, frozen=True, tag="carried-throw"):
    """A flight comes near a friend: is he carried away (08.03.2)? `flight` is what is left of one without time."""

    fleer: str
    friend: str
    heading: int
    situation: CarriedSituation
    flight: Flight | None = None
    throws: tuple[Thrown, ...] = ()


class CarriedRuled(Step, frozen=True, tag="carried-ruled"):
    fleer: str
    friend: str
    heading: int
    flight: Flight | None
    ruling: Ruling
