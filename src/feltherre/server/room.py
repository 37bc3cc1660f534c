"""A room is one game that people have open: the match, who is connected, and what each of them is sent.

Everything that reads or changes the match goes through the room's lock, one after another. A change is checked by the
match, written to the store, and told only when the store has confirmed it. If the store fails, nothing was told: the
room is closed, and whoever connects again finds the game as the store has it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, Protocol

from feltherre.core.agenda import UMPIRE
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.match import SPECTATOR, Match
from feltherre.core.record import Acted, Ended
from feltherre.core.seats import HandedOver, TakebackAsked, TakebackGranted
from feltherre.core.text import Text, say
from feltherre.lab.players import player_names
from feltherre.server import asking
from feltherre.server import messages as m
from feltherre.server.loading import Loaded, slim
from feltherre.server.past import Past
from feltherre.server.settings import Settings
from feltherre.server.store import DoneAct, Store
from feltherre.server.telling import position_of

log = logging.getLogger("feltherre.server")

#: close codes, see docs/wire.md
OPEN_AGAIN = 4000
#: lines of talk that somebody who comes later still reads
TALK_KEPT = 50


class Connection(Protocol):
    """One person's open page."""

    seat: str
    name: str
    #: number of the last line of the record this page has been told of; -1: nothing yet
    told: int

    def send(self, message: m.Message) -> None: ...

    def close(self, code: int, reason: Text) -> None: ...


class Room:
    """One game with the people who have it open."""

    def __init__(self, loaded: Loaded, store: Store, settings: Settings) -> None:
        self.id = loaded.id
        self.match: Match[Any] = loaded.match
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
        self.ending: set[str] = set()
        self.talk: list[m.Said] = []
        self.past = Past()
        #: set after every change, for the driver
        self.changed = asyncio.Event()
        #: when somebody last had each seat open, and anybody the room
        now = time.monotonic()
        self.left: dict[str, float] = {seat.name: now for seat in self.match.setup.seats}
        self.empty_since = now
        self._absent: frozenset[str] = frozenset()
        self._turn = self.match.game.turns(self.match.state)
        self._journal: list[bytes] = []
        self.match.journal = self._journal.append

    # people

    async def join(self, connection: Connection, seen: int) -> bool:
        """False if the room was closed in the meantime: open it again."""
        async with self.lock:
            if self.closed:
                return False
            self.connections.append(connection)
            if connection.seat != SPECTATOR:
                self.pens.setdefault(connection.seat, connection)
            line = self.numbering.line(seen, connection.seat) if seen >= 0 else -1
            connection.told = line if line < self.match.next_line else -1
            for said in self.talk:
                connection.send(said)
            self.tell_all()
            return True

    async def leave(self, connection: Connection) -> None:
        async with self.lock:
            if connection not in self.connections:
                return
            self.connections.remove(connection)
            seat = connection.seat
            heirs = [other for other in self.connections if other.seat == seat]
            if self.pens.get(seat) is connection:
                del self.pens[seat]
                if heirs:
                    self.pens[seat] = heirs[0]
            if not heirs:
                self.left[seat] = time.monotonic()
            if not self.connections:
                self.empty_since = time.monotonic()
            self.tell_all()

    async def take_pen(self, connection: Connection) -> None:
        async with self.lock:
            if connection.seat != SPECTATOR and connection in self.connections:
                self.pens[connection.seat] = connection
                self.tell_all()

    async def seat_claimed(self, seat: str) -> None:
        """Somebody has the seat's link now; all see it."""
        async with self.lock:
            if seat not in self.claimed:
                self.claimed.add(seat)
                self.tell_all()

    async def say(self, connection: Connection, text: str) -> None:
        async with self.lock:
            if connection.seat == SPECTATOR:
                raise Illegal(say("server.illegal.spectator"))
            said = m.Said(connection.name, text, connection.seat)
            self.talk = [*self.talk[1 - TALK_KEPT :], said]
            for other in self.connections:
                other.send(said)

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

    # acts

    async def act(self, connection: Connection, message: m.Act) -> int:
        """Answer a decision: seat, pen, decision and action are all checked here, whatever the client says."""
        game = self.match.game

        def answer() -> None:
            self._check_pen(connection)
            action = game.notation.read(message.text) if message.text else game.convert_action(message.action)
            seat = self._seat_for(connection.seat, message)
            self.match.act(seat, message.role, message.decision, action, act_id=message.id)
            self.ending.clear()

        return await self.change(answer, DoneAct(connection.seat, message.id))

    async def undo(self, connection: Connection, message: m.Undo) -> int:
        """Take back the seat's last action; automatic passes since then go with it."""

        def take_back() -> None:
            self._check_pen(connection)
            if not self.can_undo(connection.seat):
                raise Illegal(say("core.illegal.nothing-to-undo"))
            while True:
                automatic = self._was_automatic(self.match.undo_points[-1].line + 1)
                self.match.undo(connection.seat)
                if not automatic:
                    return

        return await self.change(take_back, DoneAct(connection.seat, message.id))

    def can_undo(self, seat: str) -> bool:
        """Whether there is an act of the seat's own people to take back."""
        match = self.match
        if self.ended or not match.undo_points or match.undo_points[-1].seat != seat or match.players.get(seat):
            return False
        return any(not self._was_automatic(point.line + 1) for point in match.undo_points)

    async def seat_act(self, connection: Connection, message: m.SeatActed) -> int:
        act = message.act

        def do() -> None:
            self._check_pen(connection)
            if isinstance(act, HandedOver):
                self.check_player(act.to)
            self.match.seat_act(connection.seat, self._in_lines_of_the_record(act, connection.seat))

        return await self.change(do, DoneAct(connection.seat, message.id))

    async def take_over(self, connection: Connection, message: m.TakeOver) -> int:
        """A computer plays for people who have been away for long, or whom the umpire wants replaced."""

        def do() -> None:
            self._check_pen(connection)
            self.check_player(message.player)
            if not message.player or (connection.seat != UMPIRE and message.seat not in self.absent()):
                raise Illegal(say("server.illegal.not-absent", seat=message.seat))
            self.match.seat_act(message.seat, HandedOver(message.player))

        return await self.change(do, DoneAct(connection.seat, message.id))

    async def override(self, connection: Connection, message: m.Override) -> int:
        def edit() -> None:
            if connection.seat != UMPIRE:
                raise Illegal(say("server.illegal.not-umpire"))
            self._check_pen(connection)
            self.match.override(self.match.game.convert_edit(message.edit), message.reason)
            self.ending.clear()

        return await self.change(edit, DoneAct(connection.seat, message.id))

    async def offer_end(self, connection: Connection, message: m.OfferEnd) -> int:
        """End the game as it stands once all seats that people hold want it; until then it is only talk."""

        def offer() -> None:
            self._check_pen(connection)
            if self.ended:
                raise Illegal(say("core.illegal.record-closed"))
            if connection.seat == UMPIRE:
                raise Illegal(say("core.illegal.umpire-plays-not"))
            if not message.agree:
                self.ending.clear()
                return
            self.ending.add(connection.seat)
            if set(asking.people(self.match)) <= self.ending:
                self.match.snapshot()
                self.match.end("agreed")

        return await self.change(offer, DoneAct(connection.seat, message.id))

    async def change(self, act: Callable[[], None], done: DoneAct | None = None) -> int:
        """Make a change, make it durable, and tell everybody: the number of its line. Nothing is told before it is on
        disk. Raises Illegal or BadInput, and nothing has changed."""
        # a page that goes away in the middle must not leave a change half made
        return await asyncio.shield(asyncio.ensure_future(self._change(act, done)))

    async def _change(self, act: Callable[[], None], done: DoneAct | None) -> int:
        async with self.lock:
            if self.closed:
                raise BadInput(say("server.error.closed"))
            if done is not None and (done.seat, done.id) in self.done:
                return self.done[done.seat, done.id]  # a resend after a break: it has been carried out already
            first, before = self.match.next_line, self.match.state.clone()
            try:
                act()
                if self.nobody_watches():
                    self._pass_at_once()
                self._close_turn()
            except BaseException:
                if self.match.next_line != first:
                    self._fail("an act was carried out by half")
                raise
            if self.match.next_line > first:
                await self._write(first, done)
            try:
                self._changed(first, before, done)
            except Exception:
                self._fail("a change could not be told")
                raise
            return first

    def _changed(self, first: int, before: Any, done: DoneAct | None) -> None:
        """The change is durable: note it, and tell those who may know of it."""
        if done is not None:
            self.done[done.seat, done.id] = first
        lines = self.match.lines[first:]
        slim(self.match, first)
        self.past.add(self.match)
        hidden = [self.numbering.note(line, None if n else before) for n, line in enumerate(lines)]
        if lines and all(hidden):
            self.tell_all(only=getattr(lines[0], "seat", ""))
        elif lines or done is not None:
            self.tell_all()

    async def _write(self, first: int, done: DoneAct | None) -> None:
        lines = b"".join(self._journal).splitlines(keepends=True)
        self._journal.clear()
        try:
            await self.store.append(self.id, first, lines, done)
        except BaseException as error:
            self._fail("the store did not take a line")
            if isinstance(error, Exception):
                raise BadInput(say("server.error.store")) from error
            raise

    def _fail(self, why: str) -> None:
        """What is in memory must not be believed any more."""
        log.exception("room closed: %s", why)
        self.close(OPEN_AGAIN, say("server.closed.open-again"))

    def close(self, code: int, reason: Text) -> None:
        self.closed = True
        for connection in self.connections:
            connection.close(code, reason)
        self.changed.set()

    def nobody_watches(self) -> bool:
        """One person against computers: there is nobody from whom a pause could hide anything."""
        alone = len(asking.people(self.match)) == 1
        return alone and not self.match.setup.umpire and not self.table.spectators

    def _pass_at_once(self) -> None:
        """Windows in which a standing instruction passes are not even shown."""
        while not self.ended and (passes := self.match.standing_passes()):
            seat, decision, action = passes[0]
            self.match.act(seat, decision.role, decision.id, action, auto=True)

    def _close_turn(self) -> None:
        """Write down what each seat sees when a turn begins, and close the record when the game is over."""
        match = self.match
        turn = match.game.turns(match.state)
        if self.ended:
            return
        if match.over:
            match.snapshot()
            match.end()
        elif turn > self._turn:
            match.snapshot()
        self._turn = turn

    # checks

    @property
    def ended(self) -> bool:
        return isinstance(self.match.lines[-1], Ended)

    def check_player(self, name: str) -> None:
        known = player_names(self.match.game)
        if name and name not in known:
            raise BadInput(say("server.bad.player", name=name, known=known))

    def _check_pen(self, connection: Connection) -> None:
        if connection.seat == SPECTATOR:
            raise Illegal(say("server.illegal.spectator"))
        if not self.holds_pen(connection):
            raise Illegal(say("server.illegal.no-pen"))

    def _seat_for(self, seat: str, message: m.Act) -> str:
        """The seat in whose name an answer is given: one's own, or a computer's for which one types in dice."""
        if self.match.players.get(seat):
            raise Illegal(say("server.illegal.computer-plays", player=self.match.players[seat]))
        for decision in self.match.decisions():
            asked = (decision.id, decision.role) == (message.decision, message.role)
            if asked and asking.asked_of(self.match, decision) == seat:
                return self.match.seat_of(decision.role).name
        return seat

    def _was_automatic(self, number: int) -> bool:
        line = self.match.lines[number]
        return isinstance(line, Acted) and line.auto

    def _in_lines_of_the_record(self, act: Any, seat: str) -> Any:
        """Takebacks name a line in the seat's own count. What is refused is refused in that count too."""
        if not isinstance(act, TakebackAsked | TakebackGranted):
            return act
        line = self.numbering.line(act.to, seat)
        last = self.numbering.number(self.match.next_line - 1, seat)
        if isinstance(act, TakebackAsked) and (act.to >= last or line not in self.match.lines_that_count()):
            raise Illegal(say("core.illegal.takeback-line", line=act.to))
        return type(act)(line)

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

    def tick(self) -> None:
        """Once in a while: tell who has been away for long, and forget states that nobody looks at."""
        self.past.forget(self.settings.past_kept)
        if self.connections and not self.lock.locked() and self.absent() != self._absent:
            self.tell_all()

    def note_absent(self) -> frozenset[str]:
        self._absent = self.absent()
        return self._absent
