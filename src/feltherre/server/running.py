"""Starting the server: uvicorn with our limits, without access logs, and the address to open."""

from __future__ import annotations

import logging
import socket
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn
from msgspec.structs import replace

from feltherre.core.errors import BadInput
from feltherre.core.text import say
from feltherre.server.app import make_app
from feltherre.server.client import built_client
from feltherre.server.connections import protocol_of
from feltherre.server.hub import Hub
from feltherre.server.messages import MOST_SHEET_BYTES
from feltherre.server.quiet import Counting
from feltherre.server.settings import Settings
from feltherre.server.store import open_store
from feltherre.server.threads import know_all_types

#: how long a thread of Python keeps the others waiting: the store's writer must not wait for the loop
SWITCH_SECONDS = 0.0005
PING_SECONDS = 20.0
#: games that are being answered when the server is stopped
STOP_SECONDS = 5


class Server(uvicorn.Server):
    """Says where it is as soon as it can be reached."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def config_of(app: Any, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=protocol_of(settings),
        ws="websockets-sansio",
        ws_max_size=MOST_SHEET_BYTES,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        # saves little on messages of a few kilobytes, and costs memory for each page
        ws_per_message_deflate=False,
        access_log=False,
        log_level="warning",
        # its lines go where ours go, and are counted there when they repeat themselves
        log_config=None,
        server_header=False,
        # whoever else says for whom it speaks is not believed
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        timeout_graceful_shutdown=STOP_SECONDS,
    )


def listening(host: str, port: int) -> socket.socket:
    """The socket on which the server listens."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # with its protocol named: asyncio sends small messages at once only on sockets that it knows to be TCP
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise BadInput(say("server.bad.port", host=host, port=port, error=error.strerror or str(error))) from None
    return listener


def serve(
    host: str,
    port: int,
    database: str,
    *,
    settings: Settings | None = None,
    client: Path | None = None,
    open_browser: bool = False,
    tell: Callable[[str], None] = print,
) -> None:
    """Serve until it is stopped."""
    sys.setswitchinterval(SWITCH_SECONDS)
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s %(levelname)s %(message)s")
    for handler in logging.getLogger().handlers:
        handler.addFilter(Counting())
    listener = listening(host, port)
    hub = Hub(open_store(database), replace(settings or Settings(), listens_on=host))
    know_all_types()  # and every book is read, so that nobody waits for it later
    address = f"http://{_shown(host)}:{listener.getsockname()[1]}/"

    def ready() -> None:
        tell(address)
        if open_browser:
            webbrowser.open(address)

    Server(config_of(make_app(hub, client or built_client()), hub.settings), ready).run(sockets=[listener])


def _shown(host: str) -> str:
    """An address that a browser on this machine can open."""
    if host in ("0.0.0.0", "::", "127.0.0.1"):
        return "localhost"
    return f"[{host}]" if ":" in host else host
