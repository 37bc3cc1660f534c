"""A room is one game that people have open: the match, who is there, and what each of them is sent.

Everything that reads or changes the match goes through the room's lock, one after another. If the store fails, nothing
was told: the room is closed, and whoever connects again finds the game as the store has it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from feltherre.core.agenda import UMPIRE
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.match import SPECTATOR, Match
from feltherre.core.record import Ended
from feltherre.core.replay import states_by_line
from feltherre.core.text import Text, say
from feltherre.players.listed import player_names
from feltherre.server import asking
from feltherre.server import messages as m
from feltherre.server.calls import Calls
from feltherre.server.changing import Act, Changes, to_the_end
from feltherre.server.clockwork import Clockwork
from feltherre.server.elsewhere import Elsewhere
from feltherre.server.glance import Glance, glance_of, write_glance
from feltherre.server.keeping import today
from feltherre.server.loading import Loaded
from feltherre.server.past import Past
from feltherre.server.post import Post
from feltherre.server.presence import Connection, Presence
from feltherre.server.promises import Promise
from feltherre.server.settings import Settings
from feltherre.server.store import TALK_KEPT, DoneAct, Store, StoredTalk, StoreFailed
from feltherre.server.telling import position_of, roles_of, welcome
from feltherre.server.timekeeping import Calendar
from feltherre.server.watching import Eyes, Gallery, eyes_of
from feltherre.server.workers import Workers

log = logging.getLogger("feltherre.server")

#: close codes, see docs/wire.md
OPEN_AGAIN = 4000


class Room:
    """One game with the people who have it open."""

    def __init__(
        self, loaded: Loaded, store: Store, settings: Settings, watch: Calendar, workers: Workers | None = None
    ) -> None:
        """`workers`: they carry out the acts of a heavy game."""
        self.id = loaded.id
        self.match: Match[Any] = loaded.match
        self.open = asking.Open(self.match)
        self.table = loaded.table
        self.numbering = loaded.numbering
        self.store = store
        self.settings = settings
        self.lock = asyncio.Lock()
        self.closed = False
        self.calls = Calls(self, loaded.calls)
        self.changes = Changes(self, loaded.acts)
        self.elsewhere: Elsewhere | None = None
        if workers is not None and self.match.game.heavy:
            self.match.hands = self.elsewhere = Elsewhere(self, workers)
        self.clockwork = Clockwork(self, watch, loaded.clocks)
        self.people = Presence(
            self.match, settings, loaded.claimed, self.is_late, loaded.glance.called if loaded.glance else {}
        )
        #: seats that have offered to end the game as it stands
        self.ending: frozenset[str] = frozenset(loaded.ending)
        self.talk = [m.Said(said.who, said.text, said.seat) for said in loaded.talk]
        self.past = Past()
        #: what each seat's adviser has said it would do
        self.promises: dict[str, Promise] = {}
        self._glance = self._noted = loaded.glance
        self.gallery = Gallery(self.match, self.table, loaded.turns)
        #: set after every change, for the driver
        self.changed = asyncio.Event()
        #: bytes of the record, and the day on which something last happened
        self.written = loaded.written
        self.touched = loaded.touched
        #: seats whose computer player could not answer
        self.stuck: set[str] = set()

    # people

    async def join(self, connection: Connection, seen: int) -> bool:
        """False if the room was closed in the meantime: open it again. Raises Full."""
        if self.elsewhere is not None:
            await self.elsewhere.look_for(connection.seat)
        async with self.lock:
            if self.closed:
                return False
            self.people.come(connection)
            self.clockwork.look()
            line = self.numbering.line(seen, connection.seat) if seen >= 0 else -1
            connection.told = line if line < self.match.next_line else -1
            connection.send(welcome(self, connection))
            for said in self.talk:
                self._tell_said(connection, said)
            await self.keep_calls()
            self.tell_all()
            return True

    async def leave(self, connection: Connection) -> None:
        async with self.lock:
            if not self.people.go(connection):
                return
            if not self.closed:
                self.clockwork.look()
                if not self.people.connections:
                    await self.clockwork.keep_used()
                with suppress(BadInput):  # the store failed, and the room has been closed
                    await self.keep_calls()
            if not self.closed:
                self.tell_all()

    async def take_pen(self, connection: Connection) -> None:
        async with self.lock:
            if not self.closed and self.people.take_pen(connection):
                self.tell_all()

    async def seat_claimed(self, seat: str) -> None:
        """Somebody has the seat's link now; all see it."""
        async with self.lock:
            if seat not in self.people.claimed and not self.closed:
                self.people.claimed.add(seat)
                self.clockwork.look()
                await self.clockwork.keep_used()
                self.tell_all()

    async def say(self, connection: Connection, text: str) -> None:
        """Talk, heard by everybody at the table when it has been written down."""
        if connection.seat == SPECTATOR:
            raise Illegal(say("server.illegal.spectator"))
        await to_the_end(self._say(StoredTalk(connection.seat, connection.name, text)))

    async def _say(self, talk: StoredTalk) -> None:
        async with self.lock:
            self.check_open()
            await self.durable(self.store.say(self.id, talk))
            self.touched = today()
            said = m.Said(talk.who, talk.text, talk.seat)
            self.talk = [*self.talk[1 - TALK_KEPT :], said]
            for connection in self.people.connections:
                self._tell_said(connection, said)

    def _tell_said(self, connection: Connection, said: m.Said) -> None:
        """People talk about the game as it is: spectators who are shown an earlier one do not hear it."""
        if not self.eyes(connection.seat).held:
            connection.send(said)

    # changes

    async def change(self, act: Act, done: DoneAct | None = None, check: Act | None = None) -> int:
        """Make a change, make it durable, and tell everybody (changing.py)."""
        return await self.changes.change(act, done, check)

    async def keep_calls(self) -> None:
        """Look whom to call, and note it."""
        self.calls.look()
        calls = self.calls.to_store()
        if calls is not None:
            await self.durable(self.store.keep_calls(self.id, calls, self.calls.due()))

    async def call(self, post: Post) -> None:
        """Call those who are to be called by now."""
        async with self.lock:
            if not self.closed:
                self.calls.look()
                for letter in self.calls.letters():
                    post.put(letter)
                await self.keep_calls()

    async def ask(self, seat: str, message: m.Message) -> m.Message:
        """What a seat asks about its decisions, answered."""
        if self.elsewhere is not None:
            return await self.elsewhere.ask(seat, message)
        async with self.lock:
            return asking.answer(self.open, seat, message)

    async def prepare_takeback(self, to: int) -> None:
        """Play the game again up to the line to which a takeback goes. It takes time, so another thread does it; those
        lines do not change any more."""
        match = self.match
        if match.takeback is not None and match.takeback[1] == to and to not in match.states:
            states = await asyncio.to_thread(states_by_line, match.game, match.lines[: to + 1])
            match.states = {to: states[to]}

    async def durable(self, writing: Awaitable[None]) -> None:
        try:
            await writing
        except BaseException as error:
            self.fail("the store did not take it")
            if isinstance(error, Exception):
                raise BadInput(say("server.error.store")) from error
            raise

    # its life

    def fail(self, why: str) -> None:
        """What is in memory must not be believed any more."""
        log.exception("room closed: %s", why)
        self.close(OPEN_AGAIN, say("server.closed.open-again"))

    def close(self, code: int, reason: Text) -> None:
        self.drop()
        for connection in self.people.connections:
            connection.close(code, reason)
        self.changed.set()

    def drop(self) -> None:
        """Nobody has it open: it changes no more."""
        self.closed = True
        self.clockwork.keeper.stop_alarm()

    def tick(self) -> None:
        """Once in a while: forget what can be found again, and tell who has been away for long."""
        self.past.forget(self.settings.past_kept)
        self.open.forget()
        if not self.busy and self.people.absent_untold:
            self.tell_all()

    # at a glance

    def glance(self) -> Glance:
        """What everybody knows of it, by whoever holds the lock; found once after each of its lines."""
        now, called = self._glance, {seat: name for seat, name in self.people.called.items() if name}
        if now is None or now.lines != self.match.next_line or now.called != called:
            now = self._glance = glance_of(self.match, self.open.decisions(), called)
        return now

    async def note_down(self) -> None:
        """Have the store keep that, if it does not yet. If it fails, the list says less until the game is opened."""
        async with self.lock:
            now = self.glance()
            if now is not self._noted:
                with suppress(StoreFailed):
                    await self.store.keep_glance(self.id, write_glance(now))
                    self._noted = now

    # checks

    def is_late(self, seat: str) -> bool | None:
        """Whether a seat's days are up; None where there are none."""
        clockwork = self.clockwork
        return clockwork.pace.is_late(seat, clockwork.watch.date()) if self.table.pace else None

    @property
    def busy(self) -> bool:
        """Somebody reads or changes it at this moment."""
        return self.lock.locked() or self.changes.order.locked()

    @property
    def ended(self) -> bool:
        return isinstance(self.match.lines[-1], Ended)

    def sees_all(self, seat: str) -> bool:
        """The umpire always; everybody once the game has ended, when its record lies open too."""
        return seat == UMPIRE or self.ended

    def seen_through(self, seat: str, other: str | None) -> tuple[Eyes, bool]:
        """With which eyes a seat looks back, and whether it sees everything: its own; any seat's, or all, once the game
        has ended."""
        eyes = self.eyes(seat)
        if other is None:
            return eyes, self.sees_all(seat)
        if not self.ended:
            raise Illegal(say("server.error.not-ended"))
        return replace(eyes, roles=roles_of(self.match, other)), False

    def nobody_watches(self) -> bool:
        """One person against computers: there is nobody from whom a pause could hide anything."""
        alone = len(asking.people(self.match)) == 1
        return alone and not self.match.setup.umpire and not self.table.spectators

    def eyes(self, seat: str) -> Eyes:
        """What a seat sees now, or a spectator."""
        return eyes_of(self.gallery, seat)

    def check_player(self, name: str) -> None:
        known = player_names(self.match.game)
        if name and name not in known:
            raise BadInput(say("server.bad.player", name=name, known=known))

    def check_open(self) -> None:
        if self.closed:
            raise BadInput(say("server.error.closed"))

    # telling

    def tell_all(self, only: str | None = None) -> None:
        """`only`: a seat that has done something of which the others may not know, not even that it was done."""
        sights = {} if self.elsewhere is None else self.elsewhere.sights
        for connection in self.people.connections:
            if only is not None and connection.seat not in (only, UMPIRE):
                continue
            position = position_of(self, connection, sights)
            if self.gallery.is_news(connection, position):
                connection.send(position)
            connection.told = self.eyes(connection.seat).line
        self.changed.set()

    def tell_stuck(self, seat: str) -> None:
        """A computer player could not answer: nobody is to wait without knowing why."""
        if seat not in self.stuck:
            self.stuck.add(seat)
            self.tell_all()
