"""The one way in which anything in a room's game changes: checked by the match, written to the store, and told only
when the store has confirmed it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from feltherre.core.errors import Illegal
from feltherre.core.record import Acted, AnyLine, Overridden, SeatAct, Undone
from feltherre.core.seats import HandedOver, Resigned
from feltherre.core.text import say
from feltherre.server.carrying import pass_at_once, wants_snapshot
from feltherre.server.keeping import today
from feltherre.server.loading import slim
from feltherre.server.numbering import sealed_in, seat_event
from feltherre.server.store import DoneAct

if TYPE_CHECKING:
    from feltherre.server.room import Room

T = TypeVar("T")
Act = Callable[[], Any]


class Changes:
    """Makes the changes of one room, one after another.

    Where the game is heavy, the room's lock is let go of while an act is carried out elsewhere, so that whoever asks is
    answered from the state before it; the next change still waits for this one.
    """

    def __init__(self, room: Room, done: Mapping[tuple[str, str], int]) -> None:
        self.room = room
        #: (seat, id) of the acts that have been carried out, with their lines
        self.done = dict(done)
        #: held from the beginning of a change to its end: they come one after another, in the order of the asking
        self.order = asyncio.Lock()
        self._turn = room.match.game.turns(room.match.state)
        self._journal: list[bytes] = []
        room.match.journal = self._journal.append

    async def change(self, act: Act, done: DoneAct | None = None, check: Act | None = None) -> int:
        """Make a change, make it durable, and tell everybody: the number of its line. Nothing is told before it is on
        disk. Raises Illegal or BadInput, and nothing has changed.

        `act` may be tried more than once before it has changed anything, `check` is asked once when its turn has come.
        """
        return await to_the_end(self._change(act, done, check))

    async def _change(self, act: Act, done: DoneAct | None, check: Act | None) -> int:
        room = self.room
        async with self.order, room.lock:
            room.check_open()
            if done is not None and (done.seat, done.id) in self.done:
                return self.done[done.seat, done.id]  # a resend after a break: it has been carried out already
            if check is not None:
                check()
            await room.clockwork.run_out()
            return await self.make(act, done)

    async def make(self, act: Act, done: DoneAct | None = None) -> int:
        """The change itself, by whoever holds both locks."""
        room, match = self.room, self.room.match
        first, sealed, ending = match.next_line, sealed_in(match.state), room.ending
        elsewhere = room.elsewhere
        if elsewhere is None:
            self._do(act, done)
        else:
            await elsewhere.change(lambda: self._do(act, done), self._turn)
        hidden = self._note(match.lines[first:], sealed)
        room.clockwork.look()
        await self._write(first, done, None if room.ending == ending else room.ending)
        await room.keep_calls()
        if elsewhere is not None:
            await elsewhere.look()
        try:
            return self._tell(first, hidden, done)
        except Exception:
            room.fail("a change could not be told")
            raise

    def _do(self, act: Act, done: DoneAct | None) -> None:
        """The act and what follows from it; if it is refused, nothing has changed."""
        room, match = self.room, self.room.match
        first, ending, offer = match.next_line, room.ending, room.clockwork.offer
        try:
            full = first >= room.settings.lines_per_match or room.written >= room.settings.bytes_per_match
            if done is not None and full:
                raise Illegal(say("server.illegal.too-long"))
            act()
            if room.nobody_watches() and not room.ended:
                pass_at_once(match)
            self._close_turn()
        except BaseException:
            room.ending, room.clockwork.offer = ending, offer
            if match.next_line != first:
                room.fail("an act was carried out by half")
            raise

    def _close_turn(self) -> None:
        """Write down what each seat sees now and then, and close the record when the game is over."""
        match = self.room.match
        if self.room.ended:
            return
        if wants_snapshot(match, self._turn):
            match.snapshot()
        if match.over:
            match.end()
        self._turn = match.game.turns(match.state)

    def _note(self, lines: Sequence[AnyLine], sealed: Collection[str]) -> bool:
        """Count the new lines: whether they are all of a kind that only their own seat sees."""
        room = self.room
        hidden = [room.numbering.note(line, () if number else sealed) for number, line in enumerate(lines)]
        unseen = bool(hidden) and all(hidden)
        if not unseen and any(self._withdraws_offers(line) for line in lines):
            room.ending = frozenset()
        return unseen

    def _withdraws_offers(self, line: AnyLine) -> bool:
        """An offer to end the game as it stands lasts until people change how it stands."""
        if isinstance(line, Acted):
            # also a pass by a standing instruction: nobody is to tell it from one that a person gives
            return not self.room.match.players.get(line.seat)
        if isinstance(line, SeatAct):
            return isinstance(seat_event(line), Resigned | HandedOver)
        return isinstance(line, Undone | Overridden)

    async def _write(self, first: int, done: DoneAct | None, ending: Collection[str] | None) -> None:
        room = self.room
        lines = b"".join(self._journal).splitlines(keepends=True)
        self._journal.clear()
        if lines or done is not None:
            clocks = room.clockwork.stored()
            await room.durable(room.store.append(room.id, first, lines, done, ending, clocks))
            room.written += sum(map(len, lines))
            room.touched = today()

    def _tell(self, first: int, hidden: bool, done: DoneAct | None) -> int:
        """The change is durable: note it, and tell those who may know of it."""
        room, match = self.room, self.room.match
        line = min(first, match.next_line - 1)
        if done is not None:
            self.done[done.seat, done.id] = line
        match.states = {}  # a takeback is over
        slim(match, first)
        room.past.add(match)
        room.gallery.note(match.lines[first:])
        if hidden:
            room.tell_all(only=getattr(match.lines[first], "seat", ""))
        elif match.next_line > first or done is not None:
            room.tell_all()
        return line


async def to_the_end(work: Coroutine[Any, Any, T]) -> T:
    """A page that goes away in the middle must not leave a change half made."""
    return await asyncio.shield(asyncio.ensure_future(work))
