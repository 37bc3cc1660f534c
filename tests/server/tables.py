"""A server without a network, and pages that speak to it: what the tests of the server share."""

from __future__ import annotations

import asyncio
import functools
import itertools
from collections.abc import AsyncIterator, Callable, Coroutine, MutableMapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec

from feltherre.server import app, sqlite_store, timekeeping
from feltherre.server.hub import Hub
from feltherre.server.settings import Settings
from feltherre.server.store import Store

#: no pauses, no other processes, and limits that only the tests of limits meet
AT_ONCE = Settings(
    pass_pauses=(0,),
    longest_pause=0,
    computer_pause=0,
    workers=0,
    messages_per_second=1e9,
    message_burst=1e9,
    most_malformed=10**9,
    matches_per_minute=1e9,
    matches_burst=1e9,
    requests_per_minute=1e9,
    requests_burst=1e9,
    most_unsent=100_000,
    openings_per_minute=1e9,
    openings_burst=1e9,
)
#: nothing here takes so long; a test that waits longer has failed
SECONDS = 20.0

_numbers = itertools.count(1)


def in_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run an asynchronous test."""

    @functools.wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


class Closed(Exception):
    """The server has closed the page, with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class NotOpen(Exception):
    """The decision was closed while an answer to it was being built."""


class Page:
    """One person's page: speaks ASGI with the application, as a browser's WebSocket would through uvicorn."""

    def __init__(self, server: Server, origin: str = "", address: str = "198.51.100.7") -> None:
        self.server = server
        self.scope = {
            "type": "websocket",
            "path": "/ws",
            "raw_path": b"/ws",
            "query_string": b"",
            "headers": [(b"host", b"table.test")] + ([(b"origin", origin.encode())] if origin else []),
            "client": (address, 50000),
            "server": ("table.test", 80),
            "scheme": "ws",
            "subprotocols": [],
        }
        #: every byte that was sent to this page
        self.frames: list[bytes] = []
        self.token = ""
        self.welcome: dict[str, Any] = {}
        self.position: dict[str, Any] = {}
        self._to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._from_server: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    async def connect(self) -> Page:
        self._to_server.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(self.server.app(self.scope, self._to_server.get, self._from_server.put))
        message = await asyncio.wait_for(self._from_server.get(), SECONDS)
        if message["type"] != "websocket.accept":
            raise Closed(message.get("code", 0))
        return self

    async def hello(self, token: str, seen: int = -1, name: str = "") -> Page:
        """Come in: welcome and the first position."""
        self.token = token
        await self.connect()
        self.send({"type": "hello", "token": token, "seen": seen, "name": name})
        self.welcome = await self.next("welcome")
        await self.next("position")
        return self

    def send(self, message: Any) -> None:
        text = message if isinstance(message, str) else msgspec.json.encode(message).decode()
        self._to_server.put_nowait({"type": "websocket.receive", "text": text})

    async def receive(self) -> dict[str, Any]:
        """The next message; raises Closed at the end."""
        message = await asyncio.wait_for(self._from_server.get(), SECONDS)
        if message["type"] == "websocket.close":
            raise Closed(message.get("code", 1000))
        self.frames.append(message["text"].encode())
        told = self.told_of(self.frames[-1])
        if told["type"] == "position":
            self.position = told
        return told

    def told_of(self, frame: bytes) -> dict[str, Any]:
        told: dict[str, Any] = msgspec.json.decode(frame)
        return told

    async def next(self, *types: str) -> dict[str, Any]:
        """The next message of one of these types; those before it are read over."""
        while (told := await self.receive())["type"] not in types:
            pass
        return told

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send with a new id, and wait for what answers it."""
        asked = {"id": f"m{next(_numbers)}", **message}
        self.send(asked)
        while True:
            told = await self.receive()
            if told.get("id") == asked["id"]:
                return told

    async def until(self, true: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Wait for a position of which this is true."""
        while not (self.position and true(self.position)):
            await self.next("position")
        return self.position

    async def settled(self) -> dict[str, Any]:
        """Read everything that has been sent so far."""
        for _ in range(20):
            await asyncio.sleep(0)
        while not self._from_server.empty():
            await self.receive()
        return self.position

    async def answer(self, decision: dict[str, Any], rng: Random) -> dict[str, Any]:
        """An answer at random, built step by step as a client builds it; it is not sent."""
        partial: list[Any] = []
        while True:
            told = await self.ask({"type": "choices", "decision": decision["id"], "partial": partial})
            if told["type"] == "refused" and told["reason"]["key"] == "server.illegal.not-open":
                raise NotOpen
            assert told["type"] == "choices", told
            if not told["choices"]:
                return {"type": "act", "role": decision["role"], "decision": decision["id"], "action": told["action"]}
            partial = [*partial, rng.choice(told["choices"])["part"]]

    def leave(self) -> None:
        self._to_server.put_nowait({"type": "websocket.disconnect", "code": 1000})

    async def gone(self) -> None:
        self.leave()
        assert self._task is not None
        await asyncio.wait_for(self._task, SECONDS)


class Server:
    def __init__(self, hub: Hub, client: Path | None) -> None:
        self.hub = hub
        self.app = app.make_app(hub, client)
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url="http://table.test")

    async def post(self, path: str, form: Any, status: int = 200) -> Any:
        answer = await self.http.post(path, json=form)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def get(self, path: str, status: int = 200) -> Any:
        answer = await self.http.get(path)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def make(self, **form: Any) -> dict[str, Any]:
        made: dict[str, Any] = await self.post("/api/matches", {"game": "lanterns", **form}, 201)
        return made

    async def page(self, link: dict[str, Any], seen: int = -1, name: str = "") -> Page:
        """A page of a link; an invitation is claimed first."""
        token = link["token"]
        if link["kind"] == "invitation":
            token = (await self.post("/api/claim", {"token": token}))["token"]
        return await Page(self).hello(token, seen, name)

    async def pages(self, **form: Any) -> tuple[dict[str, Any], dict[str, Page]]:
        """A new game with a page for every seat of people."""
        made = await self.make(**form)
        pages = {link["seat"]: await self.page(link) for link in (made["link"], *made["invitations"])}
        for page in pages.values():
            await page.settled()
        return made, pages


class Ring:
    def __init__(self, due: float, ring: Callable[[], None]) -> None:
        self.due = due
        self.ring = ring
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class HandWatch:
    """Time goes on when a test says so."""

    def __init__(self) -> None:
        self.time = 5000.0
        #: how far the calendar is ahead of that: the server may be down for days
        self.ahead = 1.8e9
        self.rings: list[Ring] = []

    def now(self) -> float:
        return self.time

    def date(self) -> float:
        return self.time + self.ahead

    def call_later(self, seconds: float, ring: Callable[[], None]) -> Ring:
        self.rings.append(Ring(self.time + seconds, ring))
        return self.rings[-1]

    def waiting(self) -> list[Ring]:
        return [ring for ring in self.rings if not ring.cancelled]

    def advance(self, seconds: float, *, rings: bool = True) -> None:
        """`rings` False: something else comes before the alarm that is due."""
        self.time += seconds
        for ring in self.waiting() if rings else ():
            if ring.due <= self.time:
                ring.cancel()
                ring.ring()


@asynccontextmanager
async def serving(
    database: Path | Store,
    settings: Settings = AT_ONCE,
    client: Path | None = None,
    watch: timekeeping.Calendar | None = None,
    **changed: Any,
) -> AsyncIterator[Server]:
    """A server with its games in this file."""
    store = sqlite_store.SqliteStore(database / "games.db") if isinstance(database, Path) else database
    hub = Hub(store, msgspec.structs.replace(settings, **changed), watch)
    hub.start()
    server = Server(hub, client)
    try:
        yield server
    finally:
        await server.http.aclose()
        await hub.close()


async def play(pages: dict[str, Page], rng: Random, most: int) -> int:
    """Play on at random through the wire; how many actions were taken."""
    for taken in range(most):
        asking = [page for page in pages.values() if open_decisions(page)]
        if not asking:
            return taken
        page = rng.choice(asking)
        with suppress(NotOpen):  # a standing instruction has passed meanwhile
            act = await page.answer(rng.choice(open_decisions(page)), rng)
            told = await page.ask(act)
            assert told["type"] == "done" or told["reason"]["key"] == "core.illegal.not-asked", told
        for other in pages.values():
            await other.settled()
    return most


def open_decisions(page: Page) -> list[dict[str, Any]]:
    """The decisions of a page's seat that it has not answered yet."""
    answered = page.position["scene"].get("answered", [])
    return [decision for decision in page.position["asked"] if decision["role"] not in answered]
