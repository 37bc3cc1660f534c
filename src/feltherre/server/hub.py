"""All games of a server: those in the store, and those in memory because somebody has them open."""

from __future__ import annotations

import asyncio
import logging
import time

from feltherre.core.errors import BadInput
from feltherre.core.text import say
from feltherre.server.creating import Creation
from feltherre.server.driver import Driver
from feltherre.server.forms import Invited, Link, Made, NewMatch
from feltherre.server.inviting import invited
from feltherre.server.keeping import last_kept
from feltherre.server.loading import Loaded
from feltherre.server.post import Post
from feltherre.server.room import Room
from feltherre.server.settings import Settings
from feltherre.server.store import Damaged, Store, StoredToken
from feltherre.server.timekeeping import Calendar, MachineCalendar
from feltherre.server.tokens import INVITATION, LINK, is_token, new_token, same, token_hash
from feltherre.server.workers import Workers, make_workers

log = logging.getLogger("feltherre.server")

#: close code: the server stops
GOING_AWAY = 1001
#: games to which people are called in one round
CALLED_AT_ONCE = 20


class NotThere(BadInput):
    """A link, an invitation or a game that the server does not know."""


class ClaimedAlready(BadInput):
    """An invitation that is worthless by now."""


class Hub:
    def __init__(self, store: Store, settings: Settings | None = None, watch: Calendar | None = None) -> None:
        self.store = store
        self.settings = settings or Settings()
        #: by which the clocks of all games are kept
        self.watch: Calendar = watch or MachineCalendar()
        #: for the people at the tables, and for anybody who asks over HTTP: neither keeps the other waiting
        self.workers: Workers = make_workers(self.settings.workers)
        self.desk: Workers = make_workers(min(2, self.settings.workers))
        #: for the acts of heavy games, which wait for no thought; two, so that questions do not wait for an act either
        self.acts: Workers = make_workers(2 if self.settings.workers else 0)
        self.post = Post(self.settings.office)
        self.rooms: dict[str, Room] = {}
        self._drivers: dict[str, Driver] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._housekeeping: asyncio.Task[None] | None = None

    # games

    async def create(self, new: NewMatch) -> Made:
        creation = await asyncio.to_thread(Creation, new)
        await self.store.create(creation.stored, creation.tokens)
        return creation.answer

    async def claim(self, invitation: str, link: str | None = None) -> Link:
        """Turn an invitation into a link; afterwards it is worthless."""
        token = link or new_token()
        if not is_token(invitation) or not is_token(token):
            raise NotThere(say("server.error.no-such-invitation"))
        stored = await self.store.claim(token_hash(invitation), token_hash(token))
        if stored is None:
            known = await self.store.token(token_hash(invitation))
            in_use = await self.store.token(token_hash(token)) is not None
            if known is None or not (known.claimed or in_use):
                raise NotThere(say("server.error.no-such-invitation"))
            raise ClaimedAlready(say("server.error.claimed"))
        room = await self.room(stored.game_id)
        await room.seat_claimed(stored.seat)
        return Link(LINK, stored.game_id, stored.seat, room.match.seat(stored.seat).roles, token)

    async def invited(self, invitation: str) -> Invited:
        """What an invitation is to, while nobody has claimed it."""
        stored = await self.store.token(token_hash(invitation)) if is_token(invitation) else None
        summary = await self.store.summary(stored.game_id) if stored and stored.kind == INVITATION else None
        if stored is None or summary is None:
            raise NotThere(say("server.error.no-such-invitation"))
        if stored.claimed:
            raise ClaimedAlready(say("server.error.claimed"))
        return invited(summary, stored)

    async def find(self, token: str) -> StoredToken | None:
        """The link of a token."""
        if not is_token(token):
            return None
        hashed = token_hash(token)
        stored = await self.store.token(hashed)
        if stored is None or stored.kind != LINK or not same(stored.hash, hashed):
            return None
        return stored

    # rooms

    async def room(self, match_id: str) -> Room:
        """The room of a game, opened if need be."""
        room = self.rooms.get(match_id)
        if room is not None and not room.closed:
            return room
        task = self._opening.get(match_id)
        if task is None:
            task = self._opening[match_id] = asyncio.create_task(self._open(match_id))
            task.add_done_callback(lambda _: self._opening.pop(match_id, None))
        return await asyncio.shield(task)

    async def _open(self, match_id: str) -> Room:
        self._drop(match_id)
        try:
            loaded = await self._load(match_id)
        except Damaged as damage:
            log.error("game %s is damaged (%s); the others go on", match_id, damage)
            raise
        room = self.rooms[match_id] = Room(loaded, self.store, self.settings, self.watch, self.acts)
        if room.elsewhere is not None:
            room.elsewhere.get_ready()
        driver = self._drivers[match_id] = Driver(room, self.workers)
        driver.start()
        return room

    async def _load(self, match_id: str) -> Loaded:
        stored = await self.store.load(match_id)
        if stored is None:
            raise NotThere(say("server.error.no-such-game"))
        claimed = await self.store.claimed_seats(match_id)
        return await asyncio.to_thread(Loaded, stored, claimed)

    def _drop(self, match_id: str) -> None:
        room = self.rooms.pop(match_id, None)
        if room is not None:
            room.drop()
        driver = self._drivers.pop(match_id, None)
        if driver is not None:
            driver.stop()

    # the life of the server

    def start(self) -> None:
        self.post.start()
        self._housekeeping = asyncio.create_task(self._keep_house())

    async def close(self) -> None:
        if self._housekeeping is not None:
            self._housekeeping.cancel()
        for match_id, room in list(self.rooms.items()):
            await room.clockwork.keep()
            await room.note_down()
            room.close(GOING_AWAY, say("server.closed.stopping"))
            self._drop(match_id)
        await self.post.close()
        self.workers.close()
        self.desk.close()
        self.acts.close()
        await self.store.close()

    async def _keep_house(self) -> None:
        while True:
            await asyncio.sleep(self.settings.housekeeping)
            try:
                await self.note_down()
                self.keep_house()
                await self.delete_old()
                await self.call()
            except Exception:
                log.exception("housekeeping has failed")

    async def note_down(self) -> None:
        """For lists of games: how those stand that nobody has open any more."""
        for room in list(self.rooms.values()):
            if not room.closed and not room.people.connections:
                await room.note_down()

    async def call(self) -> None:
        """Call people who are away to the games in which they are asked."""
        if not self.settings.office.open:
            return
        for match_id in await self.store.calls_due(self.watch.date(), CALLED_AT_ONCE):
            try:
                await (await self.room(match_id)).call(self.post)
            except (BadInput, Damaged):
                log.exception("nobody can be called to game %s: its addresses are forgotten", match_id)
                await self.store.keep_calls(match_id, b"", None)

    async def delete_old(self) -> tuple[str, ...]:
        """Delete games in which nothing has happened for as long as the settings say, and which nobody has open."""
        days = self.settings.keep_days
        if not days:
            return ()
        return await self.store.delete_idle(last_kept(days), {*self.rooms, *self._opening})

    def keep_house(self) -> None:
        """Drop what nobody has open, and let the other rooms look at their clocks."""
        long_ago = time.monotonic() - self.settings.drop_after
        for match_id, room in list(self.rooms.items()):
            unused = not room.people.connections and not room.busy and room.people.empty_since <= long_ago
            if room.closed or unused:
                self._drop(match_id)
            else:
                room.tick()
