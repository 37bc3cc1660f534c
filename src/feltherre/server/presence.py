"""The people in a room: who has which seat open, who of them writes, and who has been away for long."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from typing import Any, Protocol

from feltherre.core.match import SPECTATOR, Match
from feltherre.core.text import Text
from feltherre.server import asking
from feltherre.server import messages as m
from feltherre.server.settings import Settings


class Connection(Protocol):
    """One person's open page."""

    seat: str
    name: str
    #: number of the last line of the record this page has been told of; -1: nothing yet
    told: int

    def send(self, message: m.Message) -> None: ...

    def close(self, code: int, reason: Text) -> None: ...


class Full(Exception):
    """Nobody more may have this seat open."""


class Presence:
    """Everybody who has the game open."""

    def __init__(
        self,
        match: Match[Any],
        settings: Settings,
        claimed: Collection[str],
        is_late: Callable[[str], bool | None] = lambda seat: None,
        called: Mapping[str, str] | None = None,
    ) -> None:
        """`is_late`: whether the days of a seat are up, None where it has none; `called`: people's names, by seat."""
        self.match = match
        self.settings = settings
        self.is_late = is_late
        self.connections: list[Connection] = []
        #: the seats whose link somebody has
        self.claimed = set(claimed)
        #: what the person is called who last had each seat open
        self.called = dict(called or {})
        #: seat -> the connection that writes, where several people share it
        self.pens: dict[str, Connection] = {}
        #: when somebody last had each seat open, and anybody the room
        now = time.monotonic()
        self.left: dict[str, float] = {seat.name: now for seat in match.setup.seats}
        self.empty_since = now
        self._told_absent: frozenset[str] = frozenset()

    def come(self, connection: Connection) -> None:
        """Somebody comes in; the first on a seat writes. Raises Full. Spectators have places of their own, so that they
        never keep a player out."""
        seat, settings = connection.seat, self.settings
        most = settings.spectators_per_match if seat == SPECTATOR else settings.connections_per_seat
        if len(self.here(seat)) >= most:
            raise Full
        self.connections.append(connection)
        if seat != SPECTATOR:
            self.pens.setdefault(seat, connection)
            self.called[seat] = connection.name or self.called.get(seat, "")

    def go(self, connection: Connection) -> bool:
        """Somebody leaves, and the next on his seat writes; False if he was not there."""
        if connection not in self.connections:
            return False
        self.connections.remove(connection)
        seat = connection.seat
        heirs = self.here(seat)
        if self.pens.get(seat) is connection:
            del self.pens[seat]
            if heirs:
                self.pens[seat] = heirs[0]
        now = time.monotonic()
        if not heirs:
            self.left[seat] = now
        if not self.connections:
            self.empty_since = now
        return True

    def take_pen(self, connection: Connection) -> bool:
        """From now on this one of those on a seat writes; False if it is nobody's to take."""
        if connection.seat == SPECTATOR or connection not in self.connections:
            return False
        self.pens[connection.seat] = connection
        return True

    def holds_pen(self, connection: Connection) -> bool:
        return self.pens.get(connection.seat) is connection

    def here(self, seat: str) -> list[Connection]:
        return [connection for connection in self.connections if connection.seat == seat]

    def absent(self) -> frozenset[str]:
        """Seats without a computer that nobody has had open for long, or, where people have days for each answer,
        whose days are up; none in a pause."""
        if self.match.paused:
            return frozenset()
        return frozenset(seat for seat in asking.people(self.match) if not self.here(seat) and self._is_long_gone(seat))

    def _is_long_gone(self, seat: str) -> bool:
        late = self.is_late(seat)
        return self.left[seat] <= time.monotonic() - self.settings.absent_after if late is None else late

    def tell_absent(self) -> frozenset[str]:
        """Those who are absent, for everybody to be told."""
        self._told_absent = self.absent()
        return self._told_absent

    @property
    def absent_untold(self) -> bool:
        """Whether others are absent than everybody was told last."""
        return bool(self.connections) and self.absent() != self._told_absent
