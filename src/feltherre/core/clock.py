"""Time enters a game as recorded acts: apply reads no clock.

A game says which clocks it has and which of them run (`Clock`); whoever plays it keeps the time, and tells the game
what happened to it (`ClockEvent`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from feltherre.core.agenda import UMPIRE
from feltherre.core.seats import seat_name
from feltherre.core.text import Text, say

if TYPE_CHECKING:
    from feltherre.core.game import Game, Seat


class Clock(Struct, frozen=True):
    """A clock of a game, as its state has it: what it was given, not what is left of it."""

    name: str
    #: the role whose time it is; "": everyone's
    role: str
    #: what it was given for this period, added time included
    seconds: int
    #: whether it runs now, unless the game is paused. After `TimeUp` it does not, or it has another period
    running: bool
    #: another number wherever the clock starts afresh: it has the whole of its seconds again
    period: int = 0


class ClockAct(Struct, frozen=True, tag_field="clock", forbid_unknown_fields=True):
    """Something that happened to a clock."""


class TimeUp(ClockAct, frozen=True, tag="time-up"):
    """A role's (or everyone's) time has run out. `clock` names which of the game's clocks."""

    name: str
    role: str = ""


class Paused(ClockAct, frozen=True, tag="paused"):
    """All clocks stand still and nobody may act, or no longer. `by`: the seats that decided it, as `decided_by` joins
    them."""

    on: bool
    by: str


class TimeAdded(ClockAct, frozen=True, tag="time-added"):
    """A clock is given more than the rules give it."""

    name: str
    seconds: int
    by: str
    role: str = ""


ClockEvent = TimeUp | Paused | TimeAdded

_AND = ", "


def decided_by(seats: Iterable[str]) -> str:
    """The seats that decided something about a clock, as the record names them."""
    return _AND.join(seats)


def told_of(event: Paused | TimeAdded, game: Game[Any], seats: Iterable[Seat]) -> Text:
    """What people read of it. That time is up, the game tells: it knows what follows."""
    by = _names(event.by, game, seats)
    if isinstance(event, Paused):
        return say("core.event.paused", by=by) if event.on else say("core.event.resumed", by=by)
    clock, time = game.clock_name(event.name), f"{event.seconds // 60}:{event.seconds % 60:02}"
    if not event.role:
        return say("core.event.time-added", clock=clock, time=time, by=by)
    return say("core.event.time-added-for", clock=clock, role=game.role_name(event.role), time=time, by=by)


def _names(by: str, game: Game[Any], seats: Iterable[Seat]) -> list[str | Text]:
    names = {seat.name: seat_name(game, seat) for seat in seats}
    found: list[str | Text] = []
    for name in by.split(_AND):
        known = [say("core.event.by-umpire")] if name == UMPIRE else names.get(name, name)
        found += [known] if isinstance(known, str) else known
    return found
