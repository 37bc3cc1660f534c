"""What happens in a room by itself: standing passes (passing.py), and computer players for the seats they hold.

Computers' answers come after a pause that does not depend on the hand. Nothing happens while nobody has the game open;
it goes on when somebody connects.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.match import Match
from feltherre.core.seats import RulesAccepted, TakebackGranted
from feltherre.core.space import Decision
from feltherre.core.state import canonical
from feltherre.core.text import say
from feltherre.players.listed import RANDOM, player_names
from feltherre.server import asking, thinking
from feltherre.server.passing import Passing, waits
from feltherre.server.room import Room
from feltherre.server.workers import MOST_PATIENCE, TookTooLong, Workers

log = logging.getLogger("feltherre.server")


class Unanswered(Exception):
    """No computer player could answer just now: people have been told, and it is asked again."""


class Driver:
    """Keeps one room going."""

    def __init__(self, room: Room, workers: Workers) -> None:
        self.room = room
        self.workers = workers
        self.passing = Passing(room)
        self._tasks: list[asyncio.Task[None]] = []
        #: set after a change, for the computers
        self._to_do = asyncio.Event()
        #: how many times as long as the settings say a computer player of this room may think
        self._patience = 1

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._run()), asyncio.create_task(self._play())]

    def stop(self) -> None:
        self.passing.stop()
        for task in self._tasks:
            task.cancel()

    async def _run(self) -> None:
        """Passes and computers do not wait for each other: who comes first would tell something of a hand."""
        room = self.room
        while not room.closed:
            await room.changed.wait()
            room.changed.clear()
            self._to_do.set()
            try:
                await self.passing.look()
            except Exception:
                log.exception("the windows of a room could not be looked at")

    async def _play(self) -> None:
        room = self.room
        while not room.closed:
            await self._to_do.wait()
            self._to_do.clear()
            try:
                while room.people.connections and not room.closed and await self._one_thing():
                    pass
            except Illegal:
                continue  # somebody was quicker: look again when something changes
            except Unanswered:
                await self._try_again()
            except Exception:
                if not room.closed:
                    log.exception("the driver of a room has failed")
                    await self._try_again()

    async def _try_again(self) -> None:
        """Workers that hang or die, or a machine that is too busy, must not leave people waiting for ever."""
        await asyncio.sleep(self.room.settings.try_again)
        self._to_do.set()

    async def _one_thing(self) -> bool:
        """Do the next thing that happens by itself; False if there is none."""
        room = self.room
        async with room.lock:
            if room.ended or room.closed:
                return False
            courtesy = self._courtesy()
            decision = None if waits(room.match) else self._for_computer()
        if courtesy is not None:
            if room.match.takeback is not None:
                await room.prepare_takeback(room.match.takeback[1])
            await room.change(courtesy)
        elif decision is not None:
            await self._answer(decision)
        else:
            return False
        return True

    # computer players

    def _courtesy(self) -> Callable[[], Any] | None:
        """Computers grant takebacks (people's seats have their own say), and play on under new rules when the people
        do."""
        match = self.room.match
        computers = [seat for seat, player in match.players.items() if player]
        if match.takeback is not None:
            asker, line, granted = match.takeback
            for seat in computers:
                if seat != asker and seat not in granted:
                    return lambda: match.seat_act(seat, TakebackGranted(line))
        if match.to_accept and match.to_accept <= set(computers):
            seat = min(match.to_accept)
            return lambda: match.seat_act(seat, RulesAccepted(match.game.rules_version))
        return None

    def _for_computer(self) -> Decision[Any] | None:
        match = self.room.match
        if match.to_accept:
            return None
        return next((decision for decision in self.room.open.decisions() if self._plays(match, decision)), None)

    def _plays(self, match: Match[Any], decision: Decision[Any]) -> bool:
        """Whether a computer is to answer this decision (dice that people type in are not its)."""
        answered = any(sealed.role == decision.role for sealed in match.state.sealed)
        seat = asking.asked_of(match, decision)
        return not answered and bool(match.players.get(seat))

    async def _answer(self, decision: Decision[Any]) -> None:
        """The player of the seat answers; if it cannot, the simpler ones do in turn, so that the game goes on."""
        room = self.room
        pause = asyncio.create_task(asyncio.sleep(room.settings.computer_pause))
        try:
            seat, players = await self._who_may_answer(decision)
            for player in players:
                action = await self._try(await self._question(decision, player))
                if action is None:
                    continue
                await pause
                room.stuck.discard(seat)
                if await self._is_given(decision, action):
                    return
        finally:
            pause.cancel()
        await self._tell_stuck(decision)
        raise Unanswered

    async def _tell_stuck(self, decision: Decision[Any]) -> None:
        """Nobody is to wait without knowing why."""
        async with self.room.lock:
            self.room.tell_stuck(self.room.match.seat_of(decision.role).name)

    async def _who_may_answer(self, decision: Decision[Any]) -> tuple[str, list[str]]:
        """The seat that is asked, and the players that are tried: its own, then those weaker than it."""
        async with self.room.lock:
            match = self.room.match
            seat = match.seat_of(decision.role).name
            own, known = match.players.get(seat, "") or RANDOM, player_names(match.game)
            return seat, known[known.index(own) :] if own in known else [own, RANDOM]

    async def _try(self, question: thinking.Question) -> Any:
        """What a player answers; None if it fails."""
        room = self.room
        seconds = room.settings.think_seconds * self._patience
        try:
            answer = await self.workers.run(seconds, room.id, thinking.answer, question)
            return room.match.game.read_action(answer.action)
        except TookTooLong:
            # an honest player on a slow machine is to come to an end next time
            self._patience = min(2 * self._patience, MOST_PATIENCE)
            log.warning("a computer player has taken longer than %g s: %s", seconds, question.player)
        except Exception:
            log.exception("a computer player has failed: %s", question.player)
        return None

    async def _is_given(self, decision: Decision[Any], action: Any) -> bool:
        """Give an answer, if it is still asked for; False if it is refused. Unanswered if it cannot be carried out in
        its time."""
        room = self.room

        def act() -> None:
            match = room.match
            for still in match.decisions():
                if still.id == decision.id and self._plays(match, still) and not waits(match):
                    match.answer(still, action)

        try:
            await room.change(act)
        except Illegal:
            log.exception("a computer player's answer was refused")
            return False
        except TookTooLong:
            log.warning("a computer player's answer could not be carried out in time")
            await self._tell_stuck(decision)
            raise Unanswered from None
        return True

    async def _question(self, decision: Decision[Any], player: str) -> thinking.Question:
        """What a player is asked. Illegal if nobody asks any more."""
        room, match = self.room, self.room.match
        async with room.lock:
            if not any(still.id == decision.id for still in room.open.decisions()):
                raise Illegal(say("core.illegal.stale", decision=decision.id))
            seat = match.seat_of(decision.role)
            return thinking.Question(
                game=match.game.id,
                state=canonical(match.state),
                roles=seat.roles,
                role=decision.role,
                player=player,
                memory=f"{room.id} {seat.name}",
                seed=_seed(match, seat.name),
            )


def _seed(match: Match[Any], seat: str) -> str:
    """From the key, so that it cannot be foreseen, and from the line, so that a game gone on with plays the same."""
    return hashlib.sha256(match.key + f" {seat} {match.next_line}".encode()).hexdigest()
