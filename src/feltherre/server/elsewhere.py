"""The hands of a room whose game is heavy: its acts are carried out in another process (carrying.py), so that the loop
is free for everybody else.

The change is tried as always. Where the match would carry out the act, it finds that nothing has been worked out yet:
the room's lock is let go of, the act is carried out elsewhere, and the change is tried again with what came of it.
Meanwhile the match stands as it did, and whoever asks is answered from that. A process that dies is replaced, and the
act is carried out again from the same state and the same dice.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from feltherre.core.dice import KeyedStream
from feltherre.core.hands import Hands, Picture
from feltherre.core.match import Match
from feltherre.core.record import AnyLine, Doing, SeatAct, Snapshot, write_line
from feltherre.core.seats import Resigned
from feltherre.core.table import Table
from feltherre.server import carrying
from feltherre.server import messages as m
from feltherre.server.carrying import Done, Outcome, Task, now_of
from feltherre.server.telling import Sight
from feltherre.server.workers import MOST_PATIENCE, TookTooLong, WorkerDied, Workers

if TYPE_CHECKING:
    from feltherre.server.room import Room

log = logging.getLogger("feltherre.server")

#: nothing more is asked for in this change
NOTHING = -1
#: what is asked of the workers beside acts waits in a queue of its own
QUESTIONS = " questions"


class NotReady(Exception):
    """The act has yet to be carried out elsewhere."""

    def __init__(self, line: AnyLine) -> None:
        super().__init__(line.n)
        self.line = line


class Elsewhere(Hands):
    def __init__(self, room: Room, workers: Workers) -> None:
        self.room = room
        self.workers = workers
        self._tasks: set[asyncio.Task[None]] = set()
        #: how many times as long as the settings say an act may take: on a slow machine too one comes to its end
        self._patience = 1
        #: what the pages of each seat have in common, as far as it is known
        self.sights: dict[str, Sight] = {}
        #: the line before which an act can still be asked for: afterwards the match has changed
        self._first = NOTHING
        self._outcomes: deque[Outcome] = deque()
        self._pictures: list[Picture] | None = None
        #: what everybody sees when all of that has been done, and nothing else
        self._seen: dict[str, Sight] = {}

    def get_ready(self) -> None:
        """Have both processes started before the first act."""
        game_id = self.room.match.game.id
        for queue in ("", QUESTIONS):
            work = self.workers.run(self.room.settings.act_seconds, self.room.id + queue, carrying.get_ready, game_id)
            task = asyncio.ensure_future(work)
            self._tasks.add(task)
            task.add_done_callback(self._started)

    def _started(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None and not self.room.closed:
            log.warning("a worker could not be started: %s", task.exception())

    # as the hands of a match

    def carry_out(self, match: Match[Any], line: Doing) -> Table[Any]:
        if not isinstance(line, SeatAct) or isinstance(line.act, Resigned):
            if self._outcomes and bytes(self._outcomes[0].line) == write_line(line):
                return _take(match, line, self._outcomes.popleft())
            self._ask_for(line)
        self._seen = {}
        return super().carry_out(match, line)

    def pictures(self, match: Match[Any], names: Sequence[str]) -> Sequence[Picture]:
        if self._pictures is None or self._outcomes:
            self._ask_for(Snapshot(n=match.next_line, seats=(), state=""))
            return super().pictures(match, names)
        return self._pictures

    def _ask_for(self, line: AnyLine) -> None:
        """What was not foreseen is done here, if the change is under way already."""
        if line.n == self._first:
            raise NotReady(line)

    # changes

    async def change(self, do: Callable[[], None], turn: int) -> None:
        """Make a change with what is carried out elsewhere; the room's lock is let go of meanwhile."""
        self._first = self.room.match.next_line
        try:
            do()
        except NotReady as asked:
            await self._have_done(asked.line, turn)
            do()
        finally:
            self._first = NOTHING
            self._outcomes.clear()
            self._pictures, seen, self._seen = None, self._seen, {}
        self.sights = seen

    async def _have_done(self, line: AnyLine, turn: int) -> None:
        room = self.room
        now, alone = now_of(room.match, room.ended), room.nobody_watches()
        task = Task(now, msgspec.Raw(write_line(line)), turn, alone, self._seats())
        room.lock.release()
        try:
            done = await self._run("", carrying.carry_out, msgspec.json.encode(task))
        finally:
            await room.lock.acquire()
        room.check_open()
        found = msgspec.json.decode(done, type=Done)
        self._first = NOTHING
        self._outcomes.extend(found.outcomes)
        self._pictures, self._seen = found.pictures, found.sights

    # what is seen and asked

    async def look(self) -> None:
        """Find out what everybody sees, by whoever holds the room's lock."""
        await self._look("", self._now(), self._seats())

    async def look_for(self, seat: str) -> None:
        """Find out what somebody sees who comes in; he waits neither for an act nor for the processes to start."""
        if self._tasks:
            return
        async with self.room.lock:
            now = self._now()
        await self._look(QUESTIONS, now, (seat,))

    async def _look(self, queue: str, now: bytes, seats: Sequence[str]) -> None:
        """What cannot be found out elsewhere is found out when it is told."""
        match = self.room.match
        line, unknown = match.next_line, tuple(seat for seat in seats if seat not in self.sights)
        if not unknown:
            return
        try:
            found = await self._run(queue, carrying.look, now, unknown)
        except Exception:
            if not self.room.closed:
                log.exception("what is seen could not be found out elsewhere")
            return
        if match.next_line == line:
            self.sights.update(msgspec.json.decode(found, type=dict[str, Sight]))

    async def ask(self, seat: str, message: m.Message) -> m.Message:
        """What a seat asks about its decisions, answered as the match stands; it does not wait for an act."""
        async with self.room.lock:
            now = self._now()
        told = await self._run(QUESTIONS, carrying.ask, now, seat, m.write(message).decode())
        answered: m.Message = msgspec.json.decode(told, type=m.Answers)
        return answered

    def _now(self) -> bytes:
        return msgspec.json.encode(now_of(self.room.match, self.room.ended))

    def _seats(self) -> tuple[str, ...]:
        """The seats that are open, and see the game as it stands."""
        seats = {connection.seat: None for connection in self.room.people.connections}
        return tuple(seat for seat in seats if not self.room.eyes(seat).held)

    async def _run(self, queue: str, work: Callable[..., bytes], *args: Any) -> bytes:
        seconds, owner = self.room.settings.act_seconds * self._patience, self.room.id + queue
        try:
            return await self.workers.run(seconds, owner, work, *args)
        except WorkerDied:
            self.room.check_open()
            log.warning("a worker has died: what it was doing is done again by another")
            return await self.workers.run(seconds, owner, work, *args)
        except TookTooLong:
            self._patience = min(2 * self._patience, MOST_PATIENCE)
            raise


def _take(match: Match[Any], line: Doing, outcome: Outcome) -> Table[Any]:
    """The table as it was left elsewhere, with state and dice."""
    match.state = match.game.read_state(bytes(outcome.state))
    match.stream = KeyedStream.at(outcome.stream)
    table = Table(match.game, match.state, match.stream, line.n)
    table.events, table.throws, table.draws = outcome.events, outcome.throws, outcome.draws
    table.barrier = outcome.barrier
    return table
