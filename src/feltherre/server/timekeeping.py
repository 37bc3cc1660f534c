"""The clocks of one game: how much of each is used, and when the next runs out.

A game says which of its clocks run; here the time is measured, by a clock of the machine that only goes forward. What
is used is kept beside the record, with every act, so that a restart takes no time from anybody. What happens to a
clock (time is up, a pause, more time) is an act of the record.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from feltherre.core.clock import Clock
from feltherre.core.match import Match
from feltherre.server import messages as m
from feltherre.server.pace import StoredPace

#: name, role and period of a clock: what is used belongs to all three
Key = tuple[str, str, int]


class Alarm(Protocol):
    def cancel(self) -> None: ...


class Watch(Protocol):
    """Where time comes from; tests bring their own."""

    def now(self) -> float:
        """Seconds since whenever; it never goes back."""

    def call_later(self, seconds: float, ring: Callable[[], None]) -> Alarm: ...


class Calendar(Watch, Protocol):
    """One that knows the day as well."""

    def date(self) -> float:
        """Seconds since 1970; they go on while the server is down."""


class MachineCalendar:
    """The machine's own."""

    def now(self) -> float:
        return time.monotonic()

    def date(self) -> float:
        return time.time()

    def call_later(self, seconds: float, ring: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_later(seconds, ring)


class Used(Struct, frozen=True):
    name: str
    role: str
    period: int
    ms: int


class StoredClocks(Struct, frozen=True):
    """What the store keeps of a game's clocks."""

    used: tuple[Used, ...] = ()
    offer: m.TimeOffer | None = None
    pace: StoredPace = StoredPace()


class Timekeeper:
    """Keeps the time of one match."""

    def __init__(self, match: Match[Any], watch: Watch, stored: StoredClocks) -> None:
        self.match = match
        self.watch = watch
        #: made with clocks; otherwise nothing here ever runs
        self.kept = bool(match.setup.clocks)
        self.used: dict[Key, float] = {(u.name, u.role, u.period): u.ms / 1000 for u in stored.used}
        self._running: frozenset[Key] = frozenset()
        #: clocks at which time is up and the game knows it, though it says that they run
        self._given: set[Key] = set()
        self._since = watch.now()
        self._alarm: Alarm | None = None

    # measuring

    def count(self) -> None:
        """Note what has been used until now."""
        now = self.watch.now()
        for key in self._running:
            self.used[key] = self.used.get(key, 0.0) + now - self._since
        self._since = now

    def look(self, going: bool, ring: Callable[[], None]) -> None:
        """After a change: which clocks run from here on, and when to ring. `going`: time is to run (timing.py)."""
        self.count()
        going = going and not self.match.paused
        self._running = frozenset(_key(clock) for clock in self.clocks() if clock.running) if going else frozenset()
        self._given &= self._running
        self.stop_alarm()
        to_come = [self.left(clock) for clock in self._awaited()]
        if to_come:
            self._alarm = self.watch.call_later(min(to_come), ring)

    def stop_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    # what is asked of it

    @property
    def started(self) -> bool:
        """Whether any clock has ever run."""
        return bool(self.used or self._running)

    def clocks(self) -> Sequence[Clock]:
        return self.match.game.clocks(self.match.state) if self.kept else ()

    def left(self, clock: Clock) -> float:
        """Seconds as of the last count."""
        return max(0.0, clock.seconds - self.used.get(_key(clock), 0.0))

    def up(self) -> Clock | None:
        """A clock that has run out, and the game does not know it yet."""
        self.count()
        return next((clock for clock in self._awaited() if not self.left(clock)), None)

    def given(self, clock: Clock) -> None:
        """The game has been told. If it still says that the clock runs, it is not told again and again."""
        if _key(clock) in self._running:
            self._given.add(_key(clock))

    def seen(self) -> list[m.ClockSeen]:
        """What everybody sees of the clocks at this moment."""
        self.count()
        paused = self.match.paused
        return [
            m.ClockSeen(clock.name, clock.role, int(self.left(clock) * 1000), _key(clock) in self._running, paused)
            for clock in self.clocks()
        ]

    def stored(self) -> StoredClocks:
        """What is used, as of the last count."""
        return StoredClocks(tuple(Used(*key, int(seconds * 1000)) for key, seconds in sorted(self.used.items())))

    def _awaited(self) -> list[Clock]:
        return [clock for clock in self.clocks() if _key(clock) in self._running - self._given]


def _key(clock: Clock) -> Key:
    return clock.name, clock.role, clock.period


def write_clocks(clocks: StoredClocks) -> bytes:
    return msgspec.json.encode(clocks)


def read_clocks(stored: bytes) -> StoredClocks:
    return msgspec.json.decode(stored, type=StoredClocks) if stored else StoredClocks()
