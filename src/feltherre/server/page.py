"""One open page: the WebSocket of one person, from `hello` to good-bye."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Coroutine
from contextlib import suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from feltherre.core.errors import BadInput, Illegal
from feltherre.core.scene import board_for_page
from feltherre.core.text import Text, readable, say
from feltherre.server import acts, advising, questions
from feltherre.server import messages as m
from feltherre.server.hub import Hub
from feltherre.server.limits import Bucket, Buckets, network_of
from feltherre.server.presence import Full
from feltherre.server.room import Room
from feltherre.server.settings import MINUTE
from feltherre.server.store import Damaged, StoredToken

log = logging.getLogger("feltherre.server")

#: close codes, see docs/wire.md
UNKNOWN_LINK, MALFORMED, TOO_MANY, IDLE, TOO_SLOW, CANNOT_OPEN = 4001, 4002, 4003, 4004, 4005, 4006

#: what a message takes out of the bucket, where it is more than 1
COSTS: dict[type[m.Message], float] = {
    m.AskHint: 5.0,
    m.AskPlan: 10.0,
    m.AskProspects: 5.0,
    m.AskLine: 2.0,
    m.AskOverlays: 2.0,
    m.AskBoard: 5.0,
    m.AskAbout: 1.0,
    m.AskSheet: 5.0,
    m.AskOffers: 2.0,
    m.AskDraft: 4.0,
    m.Say: 5.0,
    m.SeatActed: 5.0,
    m.OfferEnd: 5.0,
    m.AskTime: 5.0,
    m.TakePen: 5.0,
}


def _message(text: str | None) -> m.Message:
    """What has come in; ValueError if it is too long for what it is."""
    size = m.MOST_SHEET_BYTES + 1 if text is None else len(text.encode())
    if text is None or size > m.MOST_SHEET_BYTES:
        raise ValueError(f"text of at most {m.MOST_SHEET_BYTES} bytes")
    message: m.Message = m.read(text)
    if size > m.MOST_BYTES and not isinstance(message, m.SHEETS):
        raise ValueError(f"text of at most {m.MOST_BYTES} bytes")
    return message


class Leave(Exception):
    """The page is to be closed, with this code and reason."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = say(reason)


class Page:
    """A `Connection` of presence.py over a WebSocket."""

    def __init__(self, socket: WebSocket, hub: Hub) -> None:
        self.socket = socket
        self.hub = hub
        self.settings = hub.settings
        self.seat = ""
        self.name = ""
        self.told = -1
        self.room: Room | None = None
        self._unsent: asyncio.Queue[bytes | int] = asyncio.Queue()
        self._unsent_bytes = 0
        self._bucket = Bucket(self.settings.messages_per_second, self.settings.message_burst)
        self._malformed = 0
        self._questions: set[asyncio.Task[None]] = set()
        self._closing = False
        self._served: asyncio.Task[Any] | None = None

    # what the room wants

    def send(self, message: m.Message) -> None:
        if self._closing:
            return
        waiting = self._unsent.qsize()
        # one message may be as long as it must
        if waiting >= self.settings.most_unsent or (waiting and self._unsent_bytes > self.settings.most_unsent_bytes):
            self._closing = True
            if self._served is not None:
                self._served.cancel()  # it reads nothing, so it would not read a good-bye either
            return
        self._put(message)

    def _put(self, message: m.Message) -> None:
        data = m.write(message)
        self._unsent_bytes += len(data)
        self._unsent.put_nowait(data)

    def close(self, code: int, reason: Text) -> None:
        if not self._closing:
            self._put(m.Closed(reason))
            self._unsent.put_nowait(code)
            self._closing = True

    # the life of a page

    async def serve(self) -> None:
        self._served = asyncio.current_task()
        await self.socket.accept()
        sender = asyncio.create_task(self._send_all())
        reader = asyncio.create_task(self._read_all())
        try:
            await asyncio.wait((sender, reader), return_when=asyncio.FIRST_COMPLETED)
            if reader.done() and self._closing:
                await asyncio.wait((sender,), timeout=self.settings.hello_within)
        except asyncio.CancelledError:
            if not self._closing:
                raise
            with suppress(RuntimeError, TimeoutError):
                await asyncio.wait_for(self.socket.close(TOO_SLOW), 1.0)
        finally:
            for task in (sender, reader, *self._questions):
                task.cancel()
            if self.room is not None:
                await asyncio.shield(asyncio.ensure_future(self.room.leave(self)))

    async def _send_all(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # it has gone away
            while True:
                unsent = await self._unsent.get()
                if isinstance(unsent, int):
                    await self.socket.close(unsent)
                    return
                await self.socket.send_text(unsent.decode())
                self._unsent_bytes -= len(unsent)

    async def _read_all(self) -> None:
        try:
            await self._enter()
            while True:
                message = await self._next(self.settings.idle_after)
                if message is not None:
                    await asyncio.sleep(self._bucket.borrow(COSTS.get(type(message), 1.0)))
                    await self._answer(message)
        except Leave as leave:
            self.close(leave.code, leave.reason)
        except WebSocketDisconnect:
            pass
        except Exception:
            log.exception("a page has failed")
            self.close(CANNOT_OPEN, say("server.error.internal"))

    async def _next(self, seconds: float) -> m.Message | None:
        """The next message; None (and a refusal) if it cannot be read."""
        try:
            async with asyncio.timeout(seconds):
                received = await self.socket.receive()
        except TimeoutError:
            raise Leave(IDLE, "server.closed.idle") from None
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code", 1000))
        text = received.get("text")
        try:
            message = _message(text)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            await self._refuse_malformed(error)
            return None
        return message

    async def _refuse_malformed(self, error: Exception) -> None:
        self._malformed += 1
        if self._malformed > self.settings.most_malformed:
            raise Leave(MALFORMED, "server.closed.malformed")
        self.send(m.Refused("", say("server.bad.message", error=str(error))))
        await asyncio.sleep(self._bucket.borrow())

    # coming in

    async def _enter(self) -> None:
        hello = await self._next(self.settings.hello_within)
        if not isinstance(hello, m.Hello):
            raise Leave(MALFORMED, "server.closed.no-hello")
        link = await self.hub.find(hello.token)
        if link is None:
            raise Leave(UNKNOWN_LINK, "server.closed.unknown-link")
        self.seat, self.name = link.seat, readable(hello.name.strip())
        room = await self._open(link)
        while not await self._join(room, hello.seen):
            room = await self._open(link)  # it was dropped in the very moment

    async def _open(self, link: StoredToken) -> Room:
        try:
            room = await self.hub.room(link.game_id)
        except BadInput:
            log.exception("a game cannot be opened")
            raise Leave(CANNOT_OPEN, "server.closed.cannot-open") from None
        except Damaged:
            raise Leave(CANNOT_OPEN, "server.error.damaged") from None
        return room

    async def _join(self, room: Room, seen: int) -> bool:
        self.room = room
        try:
            joined = await room.join(self, seen)
        except Full:
            raise Leave(TOO_MANY, "server.closed.too-many") from None
        if not joined:
            self.room = None
        return joined

    # answering

    async def _answer(self, message: m.Message) -> None:
        if self.room is None or self.room.closed:
            return
        message_id = getattr(message, "id", "")
        if type(message) in acts.ACTS:
            await self._carry_out(message_id, acts.carry_out(self.room, self, message))
            return
        question = self._question(self.room, message)
        if question is not None:
            self._ask(message_id, question)
            return
        await self._refusing(message_id, self._other(self.room, message))

    def _question(self, room: Room, message: m.Message) -> Coroutine[Any, Any, m.Message] | None:
        match message:
            case m.AskHint():
                return advising.hint(room, self.hub.workers, self.seat, message)
            case m.AskPlan():
                return advising.plan(room, self.hub.workers, self.seat, message)
            case m.AskProspects():
                return questions.prospects(room, self.hub.workers, self.seat, message)
            case m.AskLine():
                return questions.look(room, self.seat, message)
        return None

    async def _other(self, room: Room, message: m.Message) -> None:
        match message:
            case m.AskChoices() | m.AskWhyNot() | m.AskPreview() | m.AskSheet() | m.AskOffers() | m.AskDraft():
                self.send(await room.ask(self.seat, message))
            case m.AskBoard():
                self.send(m.BoardSeen(message.id, board_for_page(room.match.drawn_on)))
            case m.AskAbout():
                self.send(await questions.about(room, self.seat, message))
            case m.AskBrief():
                self.send(await questions.brief(room, self.seat, message))
            case m.AskOverlays():
                self.send(await questions.overlays(room, self.seat, message))
            case m.TakePen():
                await room.take_pen(self)
            case m.Say():
                await room.say(self, readable(message.text))
            case m.Hello():
                raise BadInput(say("server.bad.hello-again"))

    async def _carry_out(self, message_id: str, act: Awaitable[int]) -> None:
        async def do() -> None:
            line = await act
            assert self.room is not None
            self.send(m.Done(message_id, self.room.numbering.number(line, self.seat)))

        await self._refusing(message_id, do())

    def _ask(self, message_id: str, question: Coroutine[Any, Any, m.Message]) -> None:
        """In the background, so that acts are not held up by thoughts."""
        if len(self._questions) >= self.settings.questions_at_once:
            question.close()
            self.send(m.Refused(message_id, say("server.error.busy")))
            return

        async def do() -> None:
            self.send(await question)

        task = asyncio.create_task(self._refusing(message_id, do()))
        self._questions.add(task)
        task.add_done_callback(self._questions.discard)

    async def _refusing(self, message_id: str, work: Awaitable[None]) -> None:
        """Answer every error with a reason that a person can read, and with nothing else."""
        try:
            await work
        except Illegal as illegal:
            self.send(m.Refused(message_id, illegal.reason, illegal.rule))
        except BadInput as bad:
            self.send(m.Refused(message_id, bad.reason))
        except Exception:
            log.exception("a message could not be answered")
            self.send(m.Refused(message_id, say("server.error.internal")))


class Door:
    """Lets pages in, and not too many; the gate has turned away those of other sites."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.inside = 0
        self.by_address: dict[str, int] = {}
        self._openings = Buckets(hub.settings.openings_per_minute / MINUTE, hub.settings.openings_burst)

    async def open(self, socket: WebSocket) -> None:
        settings = self.hub.settings
        address = network_of(socket.client.host if socket.client else "")
        full = self.inside >= settings.connections
        full = full or self.by_address.get(address, 0) >= settings.connections_per_address
        if full or not self._openings.take(address):
            await socket.close(TOO_MANY)
            return
        self.inside += 1
        self.by_address[address] = self.by_address.get(address, 0) + 1
        try:
            await Page(socket, self.hub).serve()
        finally:
            self.inside -= 1
            self.by_address[address] -= 1
            if not self.by_address[address]:
                del self.by_address[address]
