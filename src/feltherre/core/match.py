"""One game being played: seats, state, record, undo, umpire and clocks around the pure rules.

Everything that changes a game goes through one of the acts of `Match`; each is checked, carried out, written to the
journal and only then told to anybody. If anything goes wrong on the way, nothing has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from feltherre import __version__
from feltherre.core import engine
from feltherre.core.agenda import UMPIRE
from feltherre.core.clock import ClockEvent, Paused, TimeUp
from feltherre.core.dice import KeyedStream, Stream, commitment, new_key
from feltherre.core.errors import Illegal
from feltherre.core.event import Event, SeenEvent, seen_by
from feltherre.core.game import Game, Seat, Setup
from feltherre.core.hands import Hands, find_seat
from feltherre.core.record import (
    FORMAT,
    Acted,
    AnyLine,
    Clocked,
    Doing,
    Ended,
    Header,
    Overridden,
    SeatAct,
    SeatSnapshot,
    Snapshot,
    Undone,
    seal,
    write_line,
)
from feltherre.core.scene import Board, Scene, known_on
from feltherre.core.seats import (
    Contributed,
    HandedOver,
    Resigned,
    RulesAccepted,
    Standing,
    Takeback,
    TakebackAsked,
    TakebackGranted,
    TakebackRefused,
    check_seat_act,
    seat_name,
    standing_pass,
    takeback_with,
)
from feltherre.core.space import Decision, DecisionSeen, What, shown
from feltherre.core.state import State, state_hash
from feltherre.core.table import Table
from feltherre.core.text import Text, say

S = TypeVar("S", bound=State)

#: the seat name under which spectators' snapshots are kept
SPECTATOR = ""


class UndoPoint(Generic[S]):
    """A state that its seat may still go back to."""

    __slots__ = ("line", "seat", "state")

    def __init__(self, seat: str, line: int, state: S) -> None:
        self.seat = seat
        self.line = line
        self.state = state


class Match(Generic[S]):
    """A game in progress (or finished)."""

    state: S
    journal: Callable[[bytes], None] | None

    def __init__(
        self,
        game: Game[S],
        setup: Setup,
        *,
        key: bytes | None = None,
        contributions: Sequence[str] = (),
        made: str = "",
        journal: Callable[[bytes], None] | None = None,
        stream: Stream | None = None,
    ) -> None:
        key = key or new_key()
        self._lay_out(game, setup, key, stream or KeyedStream(key, contributions))
        self.journal = journal
        table = engine.begin(game, setup, self.stream)
        self.state = table.state
        self._log(table.events)
        self._write(
            Header(
                n=0,
                format=FORMAT,
                game=game.id,
                rules=game.rules_version,
                software=__version__,
                setup=setup,
                commitment=commitment(key),
                contributions=tuple(contributions),
                draws=tuple(table.draws),
                throws=tuple(table.throws),
                state=state_hash(self.state),
                made=made,
            )
        )

    @classmethod
    def taken_up(cls, game: Game[S], setup: Setup, state: S, stream: Stream, last: AnyLine) -> Match[S]:
        """A match of whose past nothing but the number of its last line is known: enough to go on with it, not to look
        back, to undo, or to end it."""
        match = cls.__new__(cls)
        match._lay_out(game, setup, b"", stream)
        match.state = state
        match.lines = [last]
        return match

    def _lay_out(self, game: Game[S], setup: Setup, key: bytes, stream: Stream) -> None:
        self.game = game
        self.setup = setup
        self.key = key
        self.stream: Stream = stream
        self.journal = None
        #: by whom acts are carried out
        self.hands = Hands()
        self.lines: list[AnyLine] = []
        #: (line number, event) of everything that happened and was not taken back
        self.log: list[tuple[int, Event]] = []
        self.undo_points: list[UndoPoint[S]] = []
        self.standing: dict[str, Standing] = {}
        #: a takeback that is asked for: the seat, the line to go back to, and the seats that have granted it
        self.takeback: Takeback | None = None
        #: the computer players that play for seats
        self.players: dict[str, str] = {}
        #: seats that have mixed words of their own into the dice
        self.contributed: set[str] = set()
        self.act_ids: set[tuple[str, str]] = set()
        #: seats that have yet to accept that the game goes on under rules it was not begun with
        self.to_accept: set[str] = set()
        #: lines of what was done beside the game: it is not taken back with it
        self.beside: set[int] = set()
        #: time stands still, and nobody may act; a takeback changes nothing of that
        self.paused = False
        #: the last snapshot, if nothing that it tells has been taken back: the next one goes on from there
        self.last_snapshot = 0
        #: states by line, as far as they are at hand (a replay keeps them all)
        self.states: dict[int, S] = {}
        #: (state, number of lines, the decisions that are open then)
        self._open: tuple[S | None, int, Sequence[Decision[Any]]] = (None, 0, ())

    # who sits where

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats with the roles they hold now."""
        return self.game.seated(self.state, self.setup.seats)

    def seat(self, name: str) -> Seat:
        return find_seat(self.game, self.setup, self.state, name)

    def seat_of(self, role: str) -> Seat:
        if role == UMPIRE:
            return self.seat(UMPIRE)
        return next(seat for seat in self.seats if role in seat.roles)

    def decisions(self) -> Sequence[Decision[Any]]:
        """The decisions that are open; they are opened once for each line, whoever asks."""
        state, lines, found = self._open
        if state is not self.state or lines != len(self.lines):
            found = engine.open_decisions(self.game, self.state)
            self._open = (self.state, len(self.lines), found)
        return found

    def keep_open(self, decisions: Sequence[Decision[Any]]) -> None:
        """The decisions that an act has opened, for when its line is written."""
        self._open = (self.state, len(self.lines) + 1, decisions)

    def unanswered(self) -> list[Decision[Any]]:
        """The open decisions without those whose answer is in and sealed."""
        answered = {sealed.role for sealed in self.state.sealed}
        return [decision for decision in self.decisions() if decision.role not in answered]

    def read(self, role: str, typed: str) -> Any:
        """What a person has typed as an answer of a role, completed as the open decision knows it; BadInput or Illegal
        if it cannot be understood so."""
        action = self.game.notation.read(typed)
        space = next((decision.space for decision in self.decisions() if decision.role == role), None)
        return action if space is None else space.completed(action)

    @property
    def over(self) -> bool:
        return self.state.result is not None

    @property
    def next_line(self) -> int:
        return self.lines[-1].n + 1

    # acts

    def act(
        self, seat: str, role: str, decision: str, action: Any, *, act_id: str = "", auto: bool = False
    ) -> list[Event]:
        """Answer a decision. Raises Illegal (nothing changed) unless seat, decision and action are all right."""
        if role not in self.seat(seat).roles:
            raise Illegal(say("core.illegal.wrong-seat", role=role))
        if act_id and (seat, act_id) in self.act_ids:
            return []  # a resend after a break: it has been carried out already
        self._check_going_on()
        self._check_not_paused()
        table, before = self._carry_out(
            Acted(
                n=self.next_line,
                seat=seat,
                role=role,
                decision=decision,
                action=action,
                text="",
                id=act_id,
                auto=auto,
                state="",
            )
        )
        self._remember(seat, self.next_line - 2, before, table.barrier)
        self.act_ids.add((seat, act_id))
        self.takeback = None
        return table.events

    def answer(self, decision: Decision[Any], action: Any) -> list[Event]:
        """`act` for the seat that an open decision asks."""
        return self.act(self.seat_of(decision.role).name, decision.role, decision.id, action)

    def undo(self, seat: str) -> list[Event]:
        """Take back the seat's own last action, unless dice, a draw, something shown or another seat came after it."""
        self._check_going_on()
        if not self.undo_points or self.undo_points[-1].seat != seat:
            raise Illegal(say("core.illegal.nothing-to-undo"))
        point = self.undo_points[-1]
        undone = self._way_back(point.state, point.line, seat, (), self.next_line)
        self._write(undone)
        self.undo_points.pop()
        events = self._go_back(point.state, undone)
        self.takeback = None
        return events

    def override(self, edit: Any, reason: str) -> list[Event]:
        """An umpire's edit with his reason."""
        self._check_going_on()
        if not self.setup.umpire:
            raise Illegal(say("core.illegal.no-umpire"))
        if not reason.strip():
            raise Illegal(say("core.illegal.reason-needed"))
        table, _ = self._carry_out(Overridden(n=self.next_line, edit=edit, reason=reason, state=""))
        self.undo_points.clear()
        self.takeback = None
        return table.events

    def clock(self, event: ClockEvent) -> list[Event]:
        """Time enters the game."""
        self._check_going_on()
        if self.over:
            raise Illegal(say("core.illegal.over"))
        if isinstance(event, Paused) and event.on == self.paused:
            raise Illegal(say("core.illegal.paused") if self.paused else say("core.illegal.not-paused"))
        if isinstance(event, TimeUp):
            self._check_not_paused()
        table, _ = self._carry_out(Clocked(n=self.next_line, event=event, state=""))
        self.undo_points.clear()
        if isinstance(event, Paused):
            self.paused = event.on
            self.beside.add(self.next_line - 1)
        return table.events

    def seat_act(self, seat: str, act: Any) -> list[Event]:
        """Standing instructions, resigning, takebacks, a change of hands."""
        holder, number = self.seat(seat), self.next_line
        self._check_going_on(act)
        check_seat_act(self, holder, act)
        back = self._granted_way_back(seat, act)
        table, _ = self._carry_out(
            SeatAct(n=number, seat=seat, act=act, state=""), *(() if back is None else (back[1],))
        )
        self._after_seat_act(number, seat, act)
        return table.events + ([] if back is None else self._go_back(*back))

    def standing_passes(self) -> list[tuple[str, Decision[Any], Any]]:
        """(seat, decision, pass) for each open window that a standing instruction passes. The caller sends them, after
        the same pause whatever the hand."""
        passes = []
        for decision in self.unanswered():
            action = standing_pass(decision, self.standing.get(decision.role))
            if action is not None:
                passes.append((self.seat_of(decision.role).name, decision, action))
        return passes

    def snapshot(self) -> None:
        """Write down what each seat sees, for readers whose software no longer has these rules."""
        self._check_going_on()
        names = [*(seat.name for seat in self.setup.seats), SPECTATOR] + [UMPIRE] * self.setup.umpire
        since = self.last_snapshot
        seats = tuple(
            SeatSnapshot(seat=name, log=self.seen(name, since), since=since, scene=scene)
            for name, scene in zip(names, self.hands.pictures(self, names), strict=True)
        )
        self._write(Snapshot(n=self.next_line, seats=seats, state=state_hash(self.state)))
        self.last_snapshot = self.next_line - 1

    def end(self, reason: str = "") -> None:
        """Close the record: result and key."""
        self._check_going_on()
        self._write(
            Ended(
                n=self.next_line,
                count=self.next_line + 1,
                key=self.key.hex(),
                result=self.state.result,
                reason=reason,
                state=state_hash(self.state),
            )
        )

    # what a seat sees

    def view(self, seat: str) -> msgspec.Struct:
        roles = () if seat == SPECTATOR else self.seat(seat).roles
        return self.game.view(self.state, roles, all_seeing=seat == UMPIRE)

    @cached_property
    def drawn_on(self) -> Board:
        """The board of this game, as clients draw it."""
        return self.game.board(self.setup)

    @cached_property
    def known(self) -> Mapping[str, What]:
        """What the ids of the board stand for."""
        return known_on(self.drawn_on)

    def scene(self, seat: str) -> Scene:
        roles = () if seat == SPECTATOR else self.seat(seat).roles
        return self.game.scene(self.state, roles, all_seeing=seat == UMPIRE)

    def seen(self, seat: str, since: int = 0) -> tuple[SeenEvent, ...]:
        """The log as a seat reads it, from line `since` on."""
        roles = () if seat == SPECTATOR else self.seat(seat).roles
        return tuple(
            seen
            for line, event in self.log
            if line >= since
            for seen in seen_by(event, roles, all_seeing=seat == UMPIRE)
        )

    def asked(self, seat: str) -> list[DecisionSeen]:
        """The open decisions of a seat's roles, also those with an answer that may still be replaced."""
        roles = self.seat(seat).roles
        return [shown(decision, self.known) for decision in self.decisions() if decision.role in roles]

    def waiting(self, seat: str) -> list[Text]:
        """What a seat (or a spectator) reads while others have yet to answer."""
        roles = () if seat == SPECTATOR else self.seat(seat).roles
        return [decision.waiting for decision in self.unanswered() if decision.role not in roles]

    def data(self) -> bytes:
        """The whole record."""
        return b"".join(write_line(line) + b"\n" for line in self.lines)

    # inside

    def _check_going_on(self, act: Any = None) -> None:
        if isinstance(self.lines[-1], Ended):
            raise Illegal(say("core.illegal.record-closed"))
        if self.to_accept and not isinstance(act, RulesAccepted):
            raise Illegal(say("core.illegal.rules-gone", seats=sorted(self.to_accept)))

    def _check_not_paused(self) -> None:
        if self.paused:
            raise Illegal(say("core.illegal.paused"))

    def _carry_out(self, line: Doing, *following: AnyLine) -> tuple[Table[S], S]:
        """Have done what an unfinished line says, and write it (and what follows from it): (the table, the state
        before).

        If anything goes wrong, even in writing, state and dice are as they were.
        """
        before, stream = self.state.clone(), copy(self.stream)
        try:
            table = self.hands.carry_out(self, line)
            made: dict[str, Any] = {"throws": tuple(table.throws), "draws": tuple(table.draws)}
            if isinstance(line, Acted):
                made["text"] = self.game.notation.write(line.action)
            self._write(replace(line, **made, state=state_hash(self.state)), *following)
        except BaseException:
            self.state = before
            self.stream = stream
            raise
        self._log(table.events, line.n)
        return table, before

    def _write(self, *lines: AnyLine) -> None:
        prev = self.lines[-1].hash if self.lines else ""
        sealed: list[AnyLine] = []
        for line in lines:
            sealed.append(seal(line, prev))
            prev = sealed[-1].hash
        if self.journal is not None:
            self.journal(b"".join(write_line(line) + b"\n" for line in sealed))
        self.lines.extend(sealed)

    def _log(self, events: Sequence[Event], line: int = 0) -> None:
        self.log.extend((line, event) for event in events)

    def _remember(self, seat: str, line: int, before: S, barrier: bool) -> None:
        if self.undo_points and self.undo_points[-1].seat != seat:
            self.undo_points.clear()
        if barrier:
            self.undo_points.clear()
        else:
            self.undo_points.append(UndoPoint(seat, line, before))

    def _way_back(self, state: S, to: int, seat: str, granted: tuple[str, ...], number: int) -> Undone:
        """The line with which the game goes on from an earlier state."""
        if self.state.opened != state.opened:
            # decisions that had been closed get new ids, so that an answer sent before the undo is stale
            state.opened = self.state.opened + 1
        return Undone(n=number, seat=seat, to=to, granted=granted, state=state_hash(state))

    def _go_back(self, state: S, undone: Undone) -> list[Event]:
        self.state = state
        self.log = [(line, event) for line, event in self.log if line <= undone.to or line in self.beside]
        if undone.to < self.last_snapshot:
            self.last_snapshot = 0
        events = [Event(say("core.event.undone", seat=seat_name(self.game, self.seat(undone.seat))))]
        self._log(events, undone.n)
        return events

    def lines_that_count(self) -> set[int]:
        """The lines that led to the present state: those that were taken back are left out."""
        found: set[int] = set()
        number = self.next_line - 1
        while number >= 0:
            found.add(number)
            line = self.lines[number]
            number = line.to if isinstance(line, Undone) else number - 1
        return found

    def _after_seat_act(self, number: int, seat: str, act: Any) -> None:
        if not isinstance(act, Resigned):
            self.beside.add(number)
        if isinstance(act, Standing):
            self.standing[act.role] = act
        elif isinstance(act, Contributed):
            self.contributed.add(seat)
        elif isinstance(act, HandedOver):
            self.players[seat] = act.to
        elif isinstance(act, Resigned):
            self.undo_points.clear()
        elif isinstance(act, RulesAccepted):
            self.to_accept.discard(seat)
        elif isinstance(act, TakebackRefused):
            self.takeback = None
        elif isinstance(act, TakebackAsked | TakebackGranted):
            self.takeback = takeback_with(self, seat, act)
        if isinstance(self.lines[-1], Undone):
            self.takeback = None
            self.undo_points.clear()

    def _granted_way_back(self, seat: str, act: Any) -> tuple[S, Undone] | None:
        """Where the game goes on if this act is the last grant a takeback needs; both are written in one breath."""
        asked = takeback_with(self, seat, act)
        if asked is None or not {other.name for other in self.setup.seats} - {asked[0]} <= set(asked[2]):
            return None
        state = self._state_after(asked[1])
        return state, self._way_back(state, asked[1], asked[0], asked[2], self.next_line + 1)

    def _state_after(self, line: int) -> S:
        from feltherre.core.replay import states_by_line

        if line not in self.states:
            self.states = states_by_line(self.game, self.lines[: line + 1])
        return self.states[line].clone()
