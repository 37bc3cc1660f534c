"""Connections before they have asked for anything: so many for an address, so many in all, and none that says nothing.

A page of ours opens a handful of connections and speaks at once. Whoever holds thousands open, or opens one and keeps
silent, takes the place of others; descriptors are a system's scarcest good.
"""

from __future__ import annotations

import asyncio
from collections import Counter
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

    def take(self, address: str, open_now: int) -> bool:
        """Whether there is a place for one more; a proxy speaks for many."""
        proxied = address in self.settings.proxies
        if open_now > self.most or (not proxied and self.by_address[address] >= self.settings.sockets_per_address):
            return False
        self.by_address[address] += 1
        return True

    def leave(self, address: str) -> None:
        self.by_address[address] -= 1
        if not self.by_address[address]:
            del self.by_address[address]


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


def protocol_of(settings: Settings) -> type[asyncio.Protocol]:
    """HTTP as uvicorn speaks it, with places."""
    places = Places(settings)

    class Placed(H11Protocol):
        """A connection that has a place until it is gone or has become a page, which is counted at its own door."""

        _address: str | None = None
        _silent: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            address = network_of(self.client[0] if self.client else "")
            if not places.take(address, len(self.connections)):
                transport.abort()
                return
            self._address = address
            self._wait()

        def data_received(self, data: bytes) -> None:
            """The first bytes of a further request: the rest must follow. (Between requests uvicorn keeps the time.)"""
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

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self._leave()
            super().handle_websocket_upgrade(event)

        def connection_lost(self, exc: Exception | None) -> None:
            self._leave()
            super().connection_lost(exc)

        def _give_up(self) -> None:
            self._silent = None
            self.transport.abort()

        def _leave(self) -> None:
            self._heard()
            if self._address is not None:
                places.leave(self._address)
                self._address = None

    return Placed
