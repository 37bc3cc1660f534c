"""The application: everything put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Route, WebSocketRoute

from feltherre.server.api import Api
from feltherre.server.client import Client
from feltherre.server.gate import Gate
from feltherre.server.http import Headers, refusing
from feltherre.server.hub import Hub
from feltherre.server.page import Door


def make_app(hub: Hub, client: Path | None = None) -> Starlette:
    """The server around a hub; `client`: the directory of the built client."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        hub.start()
        yield
        await hub.close()

    routes = [
        *Api(hub).routes(),
        WebSocketRoute("/ws", Door(hub).open),
        Route("/{path:path}", refusing(Client(client).serve), methods=["GET"]),
    ]
    middleware = [Middleware(Headers), Middleware(Gate, names=hub.settings.host_names)]
    return Starlette(routes=routes, lifespan=lifespan, middleware=middleware)
