"""What every request goes through: reading within limits, answers and refusals as JSON, and the usual headers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from feltherre.core.errors import BadInput, Illegal
from feltherre.core.text import Text, say
from feltherre.server.forms import Problem
from feltherre.server.hub import ClaimedAlready, NotThere
from feltherre.server.store import Damaged, StoreFailed

log = logging.getLogger("feltherre.server")

T = TypeVar("T")

Handler = Callable[[Request], Awaitable[Response]]

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # an address never goes anywhere, though tokens are only in its fragment
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Refusal(Exception):
    """An answer with a status of its own."""

    def __init__(self, status: int, reason: Text) -> None:
        super().__init__(status, reason)
        self.status = status
        self.reason = reason


def json(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A value (or JSON that is already written) as an answer."""
    body = value if isinstance(value, bytes) else msgspec.json.encode(value)
    return Response(body, status, {"Cache-Control": "no-store", **(headers or {})}, "application/json")


async def read_body(request: Request, most: int, seconds: float) -> bytes:
    """The body, unless it is too long or too slow."""
    too_large = Refusal(413, say("server.bad.too-large", most=most))
    if int(request.headers.get("content-length") or 0) > most:
        raise too_large
    parts, length = [], 0
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                length += len(part)
                if length > most:
                    raise too_large
                parts.append(part)
    except TimeoutError:
        raise Refusal(408, say("server.error.too-long")) from None
    return b"".join(parts)


async def read_form(request: Request, wanted: type[T], most: int, seconds: float) -> T:
    """The body as a value of this type."""
    try:
        return msgspec.json.decode(await read_body(request, most, seconds), type=wanted)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadInput(say("server.bad.request", error=str(error))) from None


def refusing(handler: Handler) -> Handler:
    """Answer every error with a reason that a person can read, and with nothing else."""

    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except ClientDisconnect:
            return Response(status_code=400)
        except Refusal as refusal:
            return json(Problem(refusal.reason), refusal.status)
        except NotThere as error:
            return json(Problem(error.reason), 404)
        except ClaimedAlready as error:
            return json(Problem(error.reason), 409)
        except Illegal as error:
            return json(Problem(error.reason, error.rule), 400)
        except BadInput as error:
            return json(Problem(error.reason), 400)
        except Damaged:
            return json(Problem(say("server.error.damaged")), 503)
        except StoreFailed:
            log.exception("the store has failed")
            return json(Problem(say("server.error.store")), 503)
        except Exception:
            log.exception("a request could not be answered")
            return json(Problem(say("server.error.internal")), 500)

    return handle


class Headers:
    """Adds the headers that every answer has."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_with_headers)
