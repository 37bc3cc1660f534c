"""The clocks of a room: when they are looked at, and what happens when one runs out."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace

from feltherre.core.clock import Clock, TimeUp
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.text import say
from feltherre.server import asking, timing
from feltherre.server.numbering import sealed_in
from feltherre.server.pace import Pace
from feltherre.server.timekeeping import Calendar, StoredClocks, Timekeeper, write_clocks

if TYPE_CHECKING:
    from feltherre.server.room import Room

log = logging.getLogger("feltherre.server")


class Clockwork:
    """Keeps the time of one room, and tells its game when time is up."""

    def __init__(self, room: Room, watch: Calendar, stored: StoredClocks) -> None:
        self.room = room
        self.watch = watch
        self.keeper = Timekeeper(room.match, watch, stored)
        self.pace = Pace(room.table.pace, stored.pace)
        #: a pause or more time that is asked for
        self.offer = stored.offer
        self._stored = stored
        #: (role, decision) of what was open when time ran out, and can no longer be answered
        self._overtaken: set[tuple[str, str]] = set()
        #: alarms that are being answered
        self.ringing: set[asyncio.Task[None]] = set()

    def look(self) -> None:
        """After a change, and when people come and go."""
        if self.keeper.kept:
            self.keeper.look(timing.time_runs(self.room), self._ring)
        if self.pace.days:
            match = self.room.match
            begun = self.room.people.claimed.issuperset(asking.people(match))
            waiting = timing.awaited(self.room) if begun else {}
            self.pace.look(waiting, self.watch.date(), paused=match.paused)

    def _ring(self) -> None:
        """A clock may have run out."""
        task = asyncio.ensure_future(self._answer_alarm())
        self.ringing.add(task)
        task.add_done_callback(self.ringing.discard)

    async def _answer_alarm(self) -> None:
        """Tell the game of the clocks that have run out, and wait for the next."""
        async with self.room.changes.order, self.room.lock:
            if self.room.closed:
                return
            with suppress(BadInput):  # the store failed, and the room has been closed
                await self.run_out()
                self.look()

    async def run_out(self) -> None:
        """Tell the game of the clocks that have run out, by whoever holds the room's locks."""
        while (clock := self.keeper.up()) is not None:
            try:
                await self._time_up(clock)
            except Illegal:
                log.exception("a game does not know that time is up")
            self.keeper.given(clock)

    async def _time_up(self, clock: Clock) -> None:
        """A move not yet sent is not made: what was open and is closed by this, or has its answer by it, is noted."""
        room = self.room
        before = room.open.decisions()
        answered = sealed_in(room.match.state)
        await room.changes.make(lambda: room.match.clock(TimeUp(clock.name, clock.role)))
        by_time = sealed_in(room.match.state) - answered
        still = {decision.id for decision in room.open.decisions() if decision.role not in by_time}
        self._overtaken |= {(decision.role, decision.id) for decision in before if decision.id not in still}

    def check_in_time(self, role: str, decision: str) -> None:
        if (role, decision) in self._overtaken:
            raise Illegal(say("server.illegal.time-up"))

    def stored(self) -> bytes | None:
        """What is to be kept beside the record; None: as it was."""
        clocks = replace(self.keeper.stored(), offer=self.offer, pace=self.pace.stored())
        if clocks == self._stored:
            return None
        self._stored = clocks
        return write_clocks(clocks)

    async def keep(self) -> None:
        """Before the server stops."""
        async with self.room.lock:
            self.keeper.count()
            await self.keep_used()

    async def keep_used(self) -> None:
        """If the store fails, what was used since the last act is given back."""
        room, clocks = self.room, self.stored()
        if clocks is not None and not (room.closed or room.ended):
            with suppress(BadInput):
                await room.durable(room.store.keep_time(room.id, clocks))
