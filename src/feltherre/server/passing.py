"""Passes that standing instructions give, so that nobody can read a hand from them.

A window of a seat that people hold gets its pause when it opens, whatever the hand: only when the pause is over is it
looked at whether the instruction passes. The pause is drawn from how long this seat itself takes to pass when it is
asked (until it has done so often enough, from how long people usually take), and the windows of a seat of which nobody
is there wait for somebody, as they would with a full hand.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from feltherre.core.errors import BadInput, Illegal
from feltherre.core.record import Acted
from feltherre.core.seats import Standing
from feltherre.core.space import Decision
from feltherre.server.numbering import sealed_in
from feltherre.server.timekeeping import Alarm

if TYPE_CHECKING:
    from feltherre.server.room import Room

log = logging.getLogger("feltherre.server")

#: a seat's own passes from which its pauses are drawn: the latest
REMEMBERED = 16
#: a pause is longer or shorter than the one it is drawn from by a factor between this and its inverse
BLURRED = 0.8


class Pauses:
    """How long each seat takes to pass, by itself or by its instruction."""

    def __init__(self, usual: Sequence[float], longest: float, rng: Random | None = None) -> None:
        self._usual = tuple(usual)
        self._longest = longest
        self._rng = rng or SystemRandom()
        self._own: dict[str, deque[float]] = {}

    def note(self, seat: str, seconds: float) -> None:
        """Somebody of the seat has passed after so long."""
        self._own.setdefault(seat, deque(maxlen=REMEMBERED)).append(seconds)

    def draw(self, seat: str) -> float:
        own = self._own.get(seat, ())
        like: float = self._rng.choice([*own, *self._usual[len(own) :]])
        return min(like, self._longest) * self._rng.uniform(BLURRED, 1 / BLURRED)


class Window(Struct):
    """A reaction window that is open to a seat of people: since when, its pass, and the instruction for it."""

    seat: str
    opened: float
    passing: Any
    standing: Standing | None
    alarm: Alarm


class Passing:
    """The open windows of one room. `look` is called after every change."""

    def __init__(self, room: Room, pauses: Pauses | None = None) -> None:
        self.room = room
        self.pauses = pauses or Pauses(room.settings.pass_pauses, room.settings.longest_pause)
        self._watch = room.clockwork.keeper.watch
        #: by role and decision
        self._windows: dict[tuple[str, str], Window] = {}
        self._lines = room.match.next_line
        self._giving: set[asyncio.Task[None]] = set()

    async def look(self) -> None:
        async with self.room.lock:
            if self.room.closed:
                self.stop()
                return
            self._note_passes()
            still = {} if self._waits() else self._asked()
            for key in [key for key in self._windows if key not in still]:
                self._windows.pop(key).alarm.cancel()
            for key, decision in still.items():
                self._see(key, decision)

    def stop(self) -> None:
        for window in self._windows.values():
            window.alarm.cancel()
        self._windows.clear()

    def _waits(self) -> bool:
        room = self.room
        return room.ended or not room.people.connections or waits(room.match)

    def _asked(self) -> dict[tuple[str, str], Decision[Any]]:
        """The windows that wait for people who are there (or for a pass that is given whatever the hand)."""
        room, match = self.room, self.room.match
        answered, found = sealed_in(match.state), {}
        for decision in room.open.decisions():
            if not decision.reaction or decision.role in answered:
                continue
            seat = match.seat_of(decision.role).name
            here = room.people.here(seat) or _always_passes(match.standing.get(decision.role))
            if here and not match.players.get(seat):
                found[decision.role, decision.id] = decision
        return found

    def _see(self, key: tuple[str, str], decision: Decision[Any]) -> None:
        """Give a window its pause when it opens, and anew when the instruction for it is another."""
        match, standing = self.room.match, self.room.match.standing.get(decision.role)
        known = self._windows.get(key)
        if known is not None:
            if known.standing == standing:
                return
            known.alarm.cancel()
        seat = match.seat_of(decision.role).name
        pause = 0.0 if self.room.nobody_watches() else self.pauses.draw(seat)
        opened = self._watch.now() if known is None else known.opened
        alarm = self._watch.call_later(pause, self._ringing(key))
        self._windows[key] = Window(seat, opened, decision.space.last(), standing, alarm)

    def _note_passes(self) -> None:
        """People who have passed themselves since the last look."""
        lines = self.room.match.lines
        for line in lines[self._lines :]:
            if isinstance(line, Acted) and not line.auto:
                window = self._windows.get((line.role, line.decision))
                if window is not None and line.action == window.passing:
                    self.pauses.note(window.seat, self._watch.now() - window.opened)
        self._lines = len(lines)

    def _ringing(self, key: tuple[str, str]) -> Callable[[], None]:
        def ring() -> None:
            task = asyncio.ensure_future(self._pass(*key))
            self._giving.add(task)
            task.add_done_callback(self._giving.discard)

        return ring

    async def _pass(self, role: str, decision_id: str) -> None:
        """The pause is over: pass if the instruction does."""
        room = self.room

        def give() -> None:
            match = room.match
            if (role, decision_id) not in self._windows or self._waits():
                return
            for seat, decision, action in match.standing_passes():
                if (decision.role, decision.id) == (role, decision_id):
                    match.act(seat, role, decision_id, action, auto=True)

        try:
            await room.change(give)
        except (BadInput, Illegal):
            pass  # somebody was quicker, or the room has been closed
        except Exception:
            log.exception("a pass could not be given")


def waits(match: Any) -> bool:
    """Nothing goes on by itself while the game is paused, nor while people talk about a takeback: an act would end
    their talk."""
    return bool(match.paused or match.takeback is not None)


def _always_passes(standing: Standing | None) -> bool:
    return standing is not None and standing.mode == "pass" and not standing.unless
