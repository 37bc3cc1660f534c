"""Connections before they have asked for anything: so many for an address, so many in all, and none that says nothing.

A page of ours opens a handful of connections and speaks at once. Whoever holds thousands open, or opens one and keeps
silent, takes the place of others; descriptors are a system's scarcest good.

And at their end: whoever is refused before he has said everything must still be able to read why. A system that closes
a connection while more is coming in answers with a reset, and with that most programs throw the answer away.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from feltherre.server.limits import network_of
from feltherre.server.settings import Settings

try:
    import resource
except ImportError:  # a system that does not count descriptors so
    resource = None  # type: ignore[assignment]

#: descriptors that are no connections: the store, the workers' pipes, files of the client that are being sent
OWN_DESCRIPTORS = 128
#: connections for short requests, beside the open pages
SHORT_REQUESTS = 1000


class Places:
    """Who has how many connections over which nothing has been opened yet."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.most = most_connections(settings)
        self.by_address: Counter[str] = Counter()

    def take(self, host: str, open_now: int) -> bool:
        """Whether there is a place for one more; a proxy speaks for many."""
        address = self._counted_as(host)
        proxied = host in self.settings.proxies
        if open_now > self.most or (not proxied and self.by_address[address] >= self.settings.sockets_per_address):
            return False
        self.by_address[address] += 1
        return True

    def leave(self, host: str) -> None:
        address = self._counted_as(host)
        self.by_address[address] -= 1
        if not self.by_address[address]:
            del self.by_address[address]

    def _counted_as(self, host: str) -> str:
        """A proxy for itself, everybody else with his household."""
        return host if host in self.settings.proxies else network_of(host)


def most_connections(settings: Settings) -> int:
    """As many as the settings say, or as the system has descriptors for; the system is asked for more of them first."""
    wanted = settings.connections + SHORT_REQUESTS
    if resource is None:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + OWN_DESCRIPTORS
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return max(1, soft - OWN_DESCRIPTORS)
    return wanted


class _HungUpByUs:
    """The transport as uvicorn sees it: how it is closed is for us to say."""

    def __init__(self, transport: asyncio.Transport, hang_up: Callable[[asyncio.Transport], None]) -> None:
        self.itself = transport
        self._hang_up = hang_up
        self._closing = False

    def close(self) -> None:
        if not self.is_closing():
            self._closing = True
            self._hang_up(self.itself)

    def is_closing(self) -> bool:
        """Closed for uvicorn, though the other side may still be speaking."""
        return self._closing or self.itself.is_closing()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.itself, name)


def protocol_of(settings: Settings) -> type[asyncio.Protocol]:
    """HTTP as uvicorn speaks it, with places, and with last words that are heard."""
    places = Places(settings)

    class Placed(H11Protocol):
        """A connection that has a place until it is gone or has become a page, which is counted at its own door."""

        _host: str | None = None
        _silent: asyncio.TimerHandle | None = None
        #: bytes that may still come in unread after our last word; None: we have not had it yet
        _unread: int | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(_HungUpByUs(transport, self._hang_up))  # type: ignore[arg-type]
            host = self.client[0] if self.client else ""
            if not places.take(host, len(self.connections)):
                transport.abort()
                return
            self._host = host
            self._wait()

        def data_received(self, data: bytes) -> None:
            """The first bytes of a further request: the rest must follow. (Between requests uvicorn keeps the time.)"""
            if self._unread is not None:
                self._pass_over(len(data))
                return
            if self._silent is None and self.cycle is not None and self.cycle.response_complete:
                self._wait()
            super().data_received(data)

        def handle_events(self) -> None:
            before = self.scope
            super().handle_events()
            if self.scope is not before:
                self._heard()

        def _wait(self) -> None:
            self._silent = self.loop.call_later(settings.request_within, self._give_up)

        def _heard(self) -> None:
            """A request has come in."""
            if self._silent is not None:
                self._silent.cancel()
                self._silent = None

        def send_400_response(self, msg: str) -> None:
            """What came in is no HTTP: said, unless an answer to what came before is under way or given already."""
            if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
                super().send_400_response(msg)
            else:
                self.transport.close()

        def _hang_up(self, transport: asyncio.Transport) -> None:
            """Close. If the other side has not said everything yet, only our half is closed: what still comes is passed
            over until it has hung up too, but not for ever."""
            if self.conn.their_state not in (h11.SEND_BODY, h11.ERROR):
                transport.close()
                return
            self._unread = settings.unread_bytes
            self._unset_keepalive_if_required()
            self._heard()
            self._wait()
            if self.cycle is not None and not self.cycle.response_complete:
                self.cycle.disconnected = True  # whoever works at an answer need not go on
                self.cycle.message_event.set()
            self.flow.resume_reading()
            transport.write_eof()

        def _pass_over(self, number: int) -> None:
            """So many more bytes after our last word."""
            assert self._unread is not None
            self._unread -= number
            if self._unread < 0:
                self.transport.abort()

        def shutdown(self) -> None:
            """The server stops: it waits for answers, but for nobody who is only to be heard out."""
            if self._unread is not None:
                self.transport.abort()
            else:
                super().shutdown()

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self._leave()
            self.transport = self.transport.itself  # type: ignore[attr-defined]
            super().handle_websocket_upgrade(event)

        def connection_lost(self, exc: Exception | None) -> None:
            self._leave()
            super().connection_lost(exc)

        def _give_up(self) -> None:
            self._silent = None
            self.transport.abort()

        def _leave(self) -> None:
            self._heard()
            if self._host is not None:
                places.leave(self._host)
                self._host = None

    return Placed
