"""Correspondence: so many days for each answer, for people who look in now and then.

No rule of any game knows of it. The days are those of the calendar: they go on while nobody has the game open and while
the server is down, and stand in a pause. When they are up nothing happens by itself: the others may let a computer play
for the seat (presence.py), until its people take it back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

DAY = 24 * 60 * 60.0
#: days for each answer; 0: as long as it takes
Days = Annotated[int, Meta(ge=0, le=30)]


class Awaited(Struct, frozen=True):
    """A seat that is asked: the decisions that wait for it, and since when (in seconds since 1970)."""

    seat: str
    decisions: str
    since: float


class StoredPace(Struct, frozen=True):
    """What the store keeps of it; `paused`: since when time has stood."""

    awaited: tuple[Awaited, ...] = ()
    paused: float | None = None


class Pace:
    """Since when each seat of one game has been awaited."""

    def __init__(self, days: int, stored: StoredPace) -> None:
        self.days = days
        self._paused = stored.paused
        self._awaited = {awaited.seat: awaited for awaited in stored.awaited}

    def look(self, waiting: Mapping[str, str], now: float, *, paused: bool) -> None:
        """After a change. `waiting`: the seats that are awaited, each with the ids of what they are asked: with another
        question the days begin anew."""
        stood = 0.0
        if self._paused is not None and not paused:
            stood, self._paused = now - self._paused, None
        found = {}
        for seat, decisions in waiting.items():
            before = self._awaited.get(seat)
            if before is None or before.decisions != decisions:
                found[seat] = Awaited(seat, decisions, now)
            else:
                found[seat] = replace(before, since=before.since + stood)
        self._awaited = found
        if paused and self._paused is None:
            self._paused = now

    def until(self, seat: str) -> float | None:
        """Until when a seat has time, in seconds since 1970; None: it is not awaited, or time stands."""
        awaited = self._awaited.get(seat)
        return None if awaited is None or self._paused is not None else awaited.since + self.days * DAY

    def is_late(self, seat: str, now: float) -> bool:
        until = self.until(seat)
        return until is not None and until <= now

    def stored(self) -> StoredPace:
        return StoredPace(tuple(self._awaited.values()), self._paused)
