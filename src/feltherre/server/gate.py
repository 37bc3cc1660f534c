"""What is turned away before anybody looks at it: paths that are no paths, names that are not this server's, and posts
that a page of another site makes in its visitor's name."""

from __future__ import annotations

import socket
from collections.abc import Collection

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from feltherre.core.text import Text, say
from feltherre.server.forms import Problem
from feltherre.server.http import json

#: no address of ours comes near this
MOST_PATH = 1024
#: close code of a page that is not let in
NOT_LET_IN = 4003

_HARMLESS = ("GET", "HEAD", "OPTIONS")
#: what a browser says of a request that the page itself made, or that was typed in
_OWN_SITE = ("same-origin", "none")


class Gate:
    """Asked before everything else; `names`: the names the server was started for, none: it answers to any."""

    def __init__(self, app: ASGIApp, names: Collection[str] = ()) -> None:
        self.app = app
        self.names = frozenset(name.lower() for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = None if scope["type"] == "lifespan" else self.refusal(scope)
        if refusal is None:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": NOT_LET_IN})
        else:
            status, reason = refusal
            await json(Problem(reason), status)(scope, receive, send)

    def refusal(self, scope: Scope) -> tuple[int, Text] | None:
        """The status and the reason with which a request is turned away; None if it may come in."""
        headers = Headers(scope=scope)
        if len(scope["path"]) + len(scope["query_string"]) > MOST_PATH:
            return 414, say("server.error.long-path", most=MOST_PATH)
        if self.names and not self._is_ours(scope, headers.get("host", "")):
            return 421, say("server.error.host")
        if _from_elsewhere(scope, headers):
            return 403, say("server.error.cross-site")
        return None

    def _is_ours(self, scope: Scope, host: str) -> bool:
        """Whether a request names this server: by one of its names, or by the very address it came in at."""
        name = host_name(host)
        return name in self.names or name == (scope.get("server") or ("",))[0]


def _from_elsewhere(scope: Scope, headers: Headers) -> bool:
    """Whether a page of another site wants something changed, or a socket. Programs send no origin."""
    if scope["type"] == "http" and scope["method"] in _HARMLESS:
        return False
    origin = headers.get("origin")
    if origin is not None and origin.partition("://")[2] != headers.get("host", ""):
        return True
    return headers.get("sec-fetch-site", "none") not in _OWN_SITE


def host_name(host: str) -> str:
    """The name in a Host header, without its port and brackets, in small letters."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
    return name.removeprefix("[").removesuffix("]").lower()


def names_of(host: str, more: Collection[str] = ()) -> tuple[str, ...]:
    """The names of a server that listens on this address: loopback, the address itself, the machine's own name where it
    can be reached from outside, and those it was given."""
    outside = host not in ("127.0.0.1", "::1", "localhost")
    return ("localhost", "127.0.0.1", "::1", host, *((socket.gethostname(),) if outside else ()), *more)
