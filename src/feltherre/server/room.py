"""A room is one game that people have open: the match, who is connected, and what each of them is sent.

All acts of a room go through its lock, one after another: checked by the match, written to the store, and told to the
others only when the store has confirmed them. If the store fails, the room forgets its match and reads it anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from feltherre.core.agenda import UMPIRE
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.event import seen_by
from feltherre.core.match import SPECTATOR, Match
from feltherre.core.record import read_lines
from feltherre.core.replay import resume
from feltherre.core.seats import HandedOver
from feltherre.core.space import Decision
from feltherre.core.text import say
from feltherre.server import messages as m
from feltherre.server.store import Store, StoredGame


class TableInfo(Struct, frozen=True):
    """What the server knows of a game beside its record."""

    spectators: bool = False
    claimed: tuple[str, ...] = ()


class Connection(Protocol):
    """One person's open page."""

    seat: str
    name: str
    #: number of the last line this page has been told of
    told: int
    #: the length of the log's history when it was told, to notice that something was taken back
    undone: int

    def send(self, message: m.Message) -> None: ...


class Room:
    """One game with the people who have it open."""

    def __init__(self, game_id: str, store: Store, match: Match[Any], table: TableInfo) -> None:
        self.id = game_id
        self.store = store
        self.match = match
        self.table = table
        self.lock = asyncio.Lock()
        self.connections: list[Connection] = []
        #: seat -> the connection that writes, where several people share it
        self.pens: dict[str, Connection] = {}
        self.buffer: list[bytes] = []
        self.match.journal = self.buffer.append
        #: how often something was taken back; pages that were told before get the log anew
        self.undone = 0
        self.changed: asyncio.Event = asyncio.Event()

    # people

    def join(self, connection: Connection, seen: int) -> None:
        self.connections.append(connection)
        self.pens.setdefault(connection.seat, connection)
        connection.told = seen
        connection.undone = self.undone if 0 <= seen < self.match.next_line else -1
        self.tell_all()

    def leave(self, connection: Connection) -> None:
        if connection in self.connections:
            self.connections.remove(connection)
        if self.pens.get(connection.seat) is connection:
            del self.pens[connection.seat]
            heirs = [other for other in self.connections if other.seat == connection.seat]
            if heirs:
                self.pens[connection.seat] = heirs[0]
        self.tell_all()

    def take_pen(self, connection: Connection) -> None:
        self.pens[connection.seat] = connection
        self.tell_all()

    def holds_pen(self, connection: Connection) -> bool:
        return self.pens.get(connection.seat) is connection

    # acts

    async def act(self, connection: Connection, message: m.Act) -> None:
        """Answer a decision: seat, pen, decision and action are all checked here, whatever the client says."""
        self._check_pen(connection)
        game = self.match.game
        action = game.notation.read(message.text) if message.text else game.convert_action(message.action)
        await self.change(
            lambda: self.match.act(connection.seat, message.role, message.decision, action, act_id=message.id)
        )

    async def undo(self, connection: Connection) -> None:
        self._check_pen(connection)
        await self.change(lambda: self.match.undo(connection.seat))

    async def seat_act(self, connection: Connection, act: Any) -> None:
        self._check_pen(connection)
        await self.change(lambda: self.match.seat_act(connection.seat, act))

    async def override(self, connection: Connection, edit: Any, reason: str) -> None:
        if connection.seat != UMPIRE:
            raise Illegal(say("server.illegal.not-umpire"))
        try:
            typed = msgspec.convert(edit, self.match.game.any_edit)
        except msgspec.ValidationError as error:
            raise BadInput(say("core.bad.action", error=str(error))) from None
        await self.change(lambda: self.match.override(typed, reason))

    async def computer_acts(self, seat: str, choose: Callable[[Decision[Any]], Awaitable[Any]]) -> bool:
        """Let a computer player answer one open decision of this seat; False if none is open for it."""
        decision = self.open_for(seat)
        if decision is None:
            return False
        line = self.match.next_line
        action = await choose(decision)
        if self.match.next_line != line:
            return True  # somebody was quicker; look again
        await self.change(lambda: self.match.act(seat, decision.role, decision.id, action))
        return True

    def open_for(self, seat: str) -> Decision[Any] | None:
        answered = {sealed.role for sealed in self.match.state.sealed}
        roles = self.match.seat(seat).roles
        open_ones = (d for d in self.match.decisions() if d.role in roles and d.role not in answered)
        return next(open_ones, None)

    async def change(self, act: Callable[[], Any]) -> None:
        """Make a change, make it durable, and tell everybody. Nothing is told before it is on disk."""
        async with self.lock:
            before = self.match.next_line
            undone_before = len(self.match.log)
            act()
            if self.match.over and not self.buffer_has_end():
                self.match.end()
            lines, self.buffer[:] = list(self.buffer), []
            if not lines:
                return
            try:
                await self.store.append(self.id, before, lines)
            except BaseException:
                await self._forget()
                raise
            if len(self.match.log) < undone_before:
                self.undone += 1
        self.tell_all()

    def buffer_has_end(self) -> bool:
        return b'"kind":"end"' in b"".join(self.buffer[-1:])

    async def _forget(self) -> None:
        """The store did not take it: what is in memory must not be believed."""
        stored = await self.store.load(self.id)
        if stored is not None:
            self.match = match_of(stored)
            self.buffer = []
            self.match.journal = self.buffer.append

    def _check_pen(self, connection: Connection) -> None:
        if connection.seat == SPECTATOR:
            raise Illegal(say("server.illegal.spectator"))
        if not self.holds_pen(connection):
            raise Illegal(say("server.illegal.no-pen"))

    # telling

    def tell_all(self) -> None:
        for connection in list(self.connections):
            self.tell(connection)
        self.changed.set()

    def tell(self, connection: Connection) -> None:
        anew = connection.undone != self.undone
        since = 0 if anew else connection.told + 1
        connection.send(self.position(connection, since, anew))
        connection.told = self.match.next_line - 1
        connection.undone = self.undone

    def position(self, connection: Connection, since: int, anew: bool) -> m.Position:
        match, seat = self.match, connection.seat
        roles = () if seat == SPECTATOR else match.seat(seat).roles
        all_seeing = seat == UMPIRE
        events = [
            (line, seen)
            for line, event in match.log
            if line >= since
            for seen in seen_by(event, roles, all_seeing=all_seeing)
        ]
        takeback = match.takeback
        return m.Position(
            line=match.next_line - 1,
            view=match.view(seat),
            events=events,
            anew=anew,
            asked=match.asked(seat) if seat != SPECTATOR else [],
            waiting=match.waiting(seat),
            seats=list(self.seats()),
            pen=self.holds_pen(connection),
            can_undo=bool(match.undo_points) and match.undo_points[-1].seat == seat,
            takeback=[] if takeback is None else [msgspec.to_builtins(takeback)],
            over=match.over,
        )

    def seats(self) -> Iterable[m.SeatInfo]:
        for seat in self.match.setup.seats:
            people = sum(1 for connection in self.connections if connection.seat == seat.name)
            player = self.match.players.get(seat.name, "")
            yield m.SeatInfo(seat.name, seat.roles, player, people, seat.name in self.table.claimed)

    def computer_seats(self) -> dict[str, str]:
        """seat -> computer player, for seats that a computer holds now."""
        return {seat: player for seat, player in self.match.players.items() if player}


def match_of(stored: StoredGame) -> Match[Any]:
    """The match as it stood when its last line was written."""
    return resume(read_lines(b"".join(stored.lines)), stored.dice_key)


def hand_over(match: Match[Any], players: dict[str, str]) -> None:
    """Seats that a computer holds from the beginning."""
    for seat, player in players.items():
        if player:
            match.seat_act(seat, HandedOver(player))
