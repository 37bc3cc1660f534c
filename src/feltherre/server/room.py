"""A room is one game that people have open: the match, who is connected, and what each of them is sent.

Everything that reads or changes the match goes through the room's lock, one after another. A change is checked by the
match, written to the store, and told only when the store has confirmed it. If the store fails, nothing was told: the
room is closed, and whoever connects again finds the game as the store has it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from feltherre.core.agenda import UMPIRE
from feltherre.core.clock import Clock, TimeUp
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.match import SPECTATOR, Match
from feltherre.core.pace import snapshot_due
from feltherre.core.record import Acted, AnyLine, Ended, Overridden, SeatAct, Undone
from feltherre.core.replay import states_by_line
from feltherre.core.seats import HandedOver, Resigned
from feltherre.core.text import Text, say
from feltherre.lab.players import player_names
from feltherre.server import asking, timing
from feltherre.server import messages as m
from feltherre.server.loading import Loaded, slim
from feltherre.server.numbering import sealed_in, seat_event
from feltherre.server.past import Past
from feltherre.server.settings import Settings
from feltherre.server.store import TALK_KEPT, DoneAct, Store, StoredTalk
from feltherre.server.telling import position_of, welcome
from feltherre.server.timekeeping import Timekeeper, Watch

log = logging.getLogger("feltherre.server")

T = TypeVar("T")

#: close codes, see docs/wire.md
OPEN_AGAIN = 4000


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


class Room:
    """One game with the people who have it open."""

    def __init__(self, loaded: Loaded, store: Store, settings: Settings, watch: Watch) -> None:
        self.id = loaded.id
        self.match: Match[Any] = loaded.match
        self.open = asking.Open(self.match)
        self.table = loaded.table
        self.claimed = set(loaded.claimed)
        self.numbering = loaded.numbering
        self.done: dict[tuple[str, str], int] = dict(loaded.acts)
        self.store = store
        self.settings = settings
        self.lock = asyncio.Lock()
        self.closed = False
        self.connections: list[Connection] = []
        #: seat -> the connection that writes, where several people share it
        self.pens: dict[str, Connection] = {}
        #: seats that have offered to end the game as it stands
        self.ending: frozenset[str] = frozenset(loaded.ending)
        self.keeper = Timekeeper(self.match, watch, loaded.clocks)
        #: a pause or more time that is asked for
        self.time_offer = loaded.clocks.offer
        #: (role, decision) of what was open when time ran out, and can no longer be answered
        self._overtaken: set[tuple[str, str]] = set()
        #: alarms that are being answered
        self.ringing: set[asyncio.Task[None]] = set()
        self.talk = [m.Said(said.who, said.text, said.seat) for said in loaded.talk]
        self.past = Past()
        #: set after every change, for the driver
        self.changed = asyncio.Event()
        #: when somebody last had each seat open, and anybody the room
        now = time.monotonic()
        self.left: dict[str, float] = {seat.name: now for seat in self.match.setup.seats}
        self.empty_since = now
        self._absent: frozenset[str] = frozenset()
        #: seats whose computer player could not answer
        self.stuck: set[str] = set()
        self._turn = self.match.game.turns(self.match.state)
        self._journal: list[bytes] = []
        self.match.journal = self._journal.append

    # people

    async def join(self, connection: Connection, seen: int) -> bool:
        """False if the room was closed in the meantime: open it again. Raises Full."""
        async with self.lock:
            if self.closed:
                return False
            self._check_place(connection.seat)
            self.connections.append(connection)
            self.look_at_clocks()
            if connection.seat != SPECTATOR:
                self.pens.setdefault(connection.seat, connection)
            line = self.numbering.line(seen, connection.seat) if seen >= 0 else -1
            connection.told = line if line < self.match.next_line else -1
            connection.send(welcome(self, connection))
            for said in self.talk:
                connection.send(said)
            self.tell_all()
            return True

    def _check_place(self, seat: str) -> None:
        """Spectators have places of their own, so that they never keep a player out."""
        settings = self.settings
        most = settings.spectators_per_match if seat == SPECTATOR else settings.connections_per_seat
        if len(self.here(seat)) >= most:
            raise Full

    async def leave(self, connection: Connection) -> None:
        async with self.lock:
            if connection not in self.connections:
                return
            self.connections.remove(connection)
            seat = connection.seat
            heirs = self.here(seat)
            if self.pens.get(seat) is connection:
                del self.pens[seat]
                if heirs:
                    self.pens[seat] = heirs[0]
            if not heirs:
                self.left[seat] = time.monotonic()
            if not self.connections:
                self.empty_since = time.monotonic()
            if not self.closed:
                self.look_at_clocks()
                if not self.connections:
                    await self._keep_time()
            if not self.closed:
                self.tell_all()

    async def take_pen(self, connection: Connection) -> None:
        async with self.lock:
            if connection.seat != SPECTATOR and connection in self.connections and not self.closed:
                self.pens[connection.seat] = connection
                self.tell_all()

    async def seat_claimed(self, seat: str) -> None:
        """Somebody has the seat's link now; all see it."""
        async with self.lock:
            if seat not in self.claimed and not self.closed:
                self.claimed.add(seat)
                self.tell_all()

    async def say(self, connection: Connection, text: str) -> None:
        """Talk, heard by everybody at the table when it has been written down."""
        if connection.seat == SPECTATOR:
            raise Illegal(say("server.illegal.spectator"))
        await _to_the_end(self._say(StoredTalk(connection.seat, connection.name, text)))

    async def _say(self, talk: StoredTalk) -> None:
        async with self.lock:
            self._check_open()
            await self._durable(self.store.say(self.id, talk))
            said = m.Said(talk.who, talk.text, talk.seat)
            self.talk = [*self.talk[1 - TALK_KEPT :], said]
            for connection in self.connections:
                connection.send(said)

    def holds_pen(self, connection: Connection) -> bool:
        return self.pens.get(connection.seat) is connection

    def here(self, seat: str) -> list[Connection]:
        return [connection for connection in self.connections if connection.seat == seat]

    def absent(self) -> frozenset[str]:
        """Seats without a computer that nobody has had open for long."""
        long_ago = time.monotonic() - self.settings.absent_after
        return frozenset(
            seat for seat in asking.people(self.match) if not self.here(seat) and self.left[seat] <= long_ago
        )

    # changes

    async def change(self, act: Callable[[], Any], done: DoneAct | None = None) -> int:
        """Make a change, make it durable, and tell everybody: the number of its line. Nothing is told before it is on
        disk. Raises Illegal or BadInput, and nothing has changed."""
        return await _to_the_end(self._change(act, done))

    async def _change(self, act: Callable[[], Any], done: DoneAct | None) -> int:
        async with self.lock:
            self._check_open()
            if done is not None and (done.seat, done.id) in self.done:
                return self.done[done.seat, done.id]  # a resend after a break: it has been carried out already
            await self._run_out()
            return await self._make(act, done)

    async def _make(self, act: Callable[[], Any], done: DoneAct | None) -> int:
        """The change itself, by whoever holds the lock."""
        first, sealed = self.match.next_line, sealed_in(self.match.state)
        ending, time_offer = self.ending, self.time_offer
        try:
            if done is not None and first >= self.settings.lines_per_match:
                raise Illegal(say("server.illegal.too-long"))
            act()
            if self.nobody_watches():
                self._pass_at_once()
            self._close_turn()
        except BaseException:
            self.ending, self.time_offer = ending, time_offer
            if self.match.next_line != first:
                self._fail("an act was carried out by half")
            raise
        hidden = self._note(self.match.lines[first:], sealed)
        self.look_at_clocks()
        await self._write(first, done, None if self.ending == ending else self.ending)
        try:
            return self._changed(first, hidden, done)
        except Exception:
            self._fail("a change could not be told")
            raise

    def _note(self, lines: Sequence[AnyLine], sealed: Collection[str]) -> bool:
        """Count the new lines: whether they are all of a kind that only their own seat sees."""
        hidden = [self.numbering.note(line, () if number else sealed) for number, line in enumerate(lines)]
        unseen = bool(hidden) and all(hidden)
        if not unseen and any(self._withdraws_offers(line) for line in lines):
            self.ending = frozenset()
        return unseen

    def _withdraws_offers(self, line: AnyLine) -> bool:
        """An offer to end the game as it stands lasts until people change how it stands."""
        if isinstance(line, Acted):
            # also a pass by a standing instruction: nobody is to tell it from one that a person gives
            return not self.match.players.get(line.seat)
        if isinstance(line, SeatAct):
            return isinstance(seat_event(line), Resigned | HandedOver)
        return isinstance(line, Undone | Overridden)

    def _changed(self, first: int, hidden: bool, done: DoneAct | None) -> int:
        """The change is durable: note it, and tell those who may know of it."""
        match = self.match
        line = min(first, match.next_line - 1)
        if done is not None:
            self.done[done.seat, done.id] = line
        match.states = {}  # a takeback is over
        slim(match, first)
        self.past.add(match)
        if hidden:
            self.tell_all(only=getattr(match.lines[first], "seat", ""))
        elif match.next_line > first or done is not None:
            self.tell_all()
        return line

    async def _write(self, first: int, done: DoneAct | None, ending: Collection[str] | None) -> None:
        lines = b"".join(self._journal).splitlines(keepends=True)
        self._journal.clear()
        clocks = self.keeper.stored(self.time_offer)
        if lines or done is not None:
            await self._durable(self.store.append(self.id, first, lines, done, ending, clocks))

    async def _durable(self, writing: Awaitable[None]) -> None:
        try:
            await writing
        except BaseException as error:
            self._fail("the store did not take it")
            if isinstance(error, Exception):
                raise BadInput(say("server.error.store")) from error
            raise

    # time

    def look_at_clocks(self) -> None:
        if self.keeper.kept:
            self.keeper.look(timing.time_runs(self), self._ring)

    def _ring(self) -> None:
        """A clock may have run out."""
        task = asyncio.ensure_future(self.run_out())
        self.ringing.add(task)
        task.add_done_callback(self.ringing.discard)

    async def run_out(self) -> None:
        """Tell the game of the clocks that have run out, and wait for the next."""
        async with self.lock:
            if self.closed:
                return
            with suppress(BadInput):  # the store failed, and the room has been closed
                await self._run_out()
                self.look_at_clocks()

    async def _run_out(self) -> None:
        while (clock := self.keeper.up()) is not None:
            try:
                await self._time_up(clock)
            except Illegal:
                log.exception("a game does not know that time is up")
            self.keeper.given(clock)

    async def _time_up(self, clock: Clock) -> None:
        """A move not yet sent is not made: what was open and is closed by this, or has its answer by it, is noted."""
        state, before = self.match.state, self.open.decisions()
        answered = sealed_in(state)
        await self._make(lambda: self.match.clock(TimeUp(clock.name, clock.role)), None)
        by_time = sealed_in(self.match.state) - answered
        still = {decision.id for decision in self.open.decisions() if decision.role not in by_time}
        self._overtaken |= {(decision.role, decision.id) for decision in before if decision.id not in still}

    def check_in_time(self, role: str, decision: str) -> None:
        if (role, decision) in self._overtaken:
            raise Illegal(say("server.illegal.time-up"))

    async def keep_time(self) -> None:
        """Before the server stops."""
        if self.keeper.kept:
            async with self.lock:
                self.keeper.count()
                await self._keep_time()

    async def _keep_time(self) -> None:
        """If the store fails, what was used since the last act is given back."""
        clocks = self.keeper.stored(self.time_offer)
        if clocks is not None and not (self.closed or self.ended):
            with suppress(BadInput):
                await self._durable(self.store.keep_time(self.id, clocks))

    async def prepare_takeback(self, to: int) -> None:
        """Play the game again up to the line to which a takeback goes. It takes time, so another thread does it; those
        lines do not change any more."""
        match = self.match
        if match.takeback is not None and match.takeback[1] == to and to not in match.states:
            states = await asyncio.to_thread(states_by_line, match.game, match.lines[: to + 1])
            match.states = {to: states[to]}

    def _fail(self, why: str) -> None:
        """What is in memory must not be believed any more."""
        log.exception("room closed: %s", why)
        self.close(OPEN_AGAIN, say("server.closed.open-again"))

    def close(self, code: int, reason: Text) -> None:
        self.closed = True
        self.keeper.stop_alarm()
        for connection in self.connections:
            connection.close(code, reason)
        self.changed.set()

    def nobody_watches(self) -> bool:
        """One person against computers: there is nobody from whom a pause could hide anything."""
        alone = len(asking.people(self.match)) == 1
        return alone and not self.match.setup.umpire and not self.table.spectators

    def _pass_at_once(self) -> None:
        """Windows in which a standing instruction passes are not even shown."""
        match = self.match
        while not (self.ended or match.paused or match.takeback) and (passes := match.standing_passes()):
            seat, decision, action = passes[0]
            match.act(seat, decision.role, decision.id, action, auto=True)

    def _close_turn(self) -> None:
        """Write down what each seat sees now and then, and close the record when the game is over."""
        match = self.match
        turn = match.game.turns(match.state)
        if self.ended:
            return
        if match.over:
            match.snapshot()
            match.end()
        elif snapshot_due(turn, self._turn):
            match.snapshot()
        self._turn = turn

    # checks

    @property
    def ended(self) -> bool:
        return isinstance(self.match.lines[-1], Ended)

    def sees_all(self, seat: str) -> bool:
        """The umpire always; everybody once the game has ended, when its record lies open too."""
        return seat == UMPIRE or self.ended

    def check_player(self, name: str) -> None:
        known = player_names(self.match.game)
        if name and name not in known:
            raise BadInput(say("server.bad.player", name=name, known=known))

    def _check_open(self) -> None:
        if self.closed:
            raise BadInput(say("server.error.closed"))

    # telling

    def tell_all(self, only: str | None = None) -> None:
        """`only`: a seat that has done something of which the others may not know, not even that it was done."""
        sights: dict[str, Any] = {}
        for connection in self.connections:
            if only is not None and connection.seat not in (only, UMPIRE):
                continue
            connection.send(position_of(self, connection, sights))
            connection.told = self.match.next_line - 1
        self.changed.set()

    def tell_stuck(self, seat: str) -> None:
        """A computer player could not answer: nobody is to wait without knowing why."""
        if seat not in self.stuck:
            self.stuck.add(seat)
            self.tell_all()

    def tick(self) -> None:
        """Once in a while: forget what can be found again, and tell who has been away for long."""
        self.past.forget(self.settings.past_kept)
        self.open.forget()
        if self.connections and not self.lock.locked() and self.absent() != self._absent:
            self.tell_all()

    def note_absent(self) -> frozenset[str]:
        self._absent = self.absent()
        return self._absent


async def _to_the_end(work: Coroutine[Any, Any, T]) -> T:
    """A page that goes away in the middle must not leave a change half made."""
    return await asyncio.shield(asyncio.ensure_future(work))
