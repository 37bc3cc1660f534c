"""Sending a line to an address of the web that a player has given.

Whoever gives an address makes this server speak to it, so it speaks only to hosts that everybody can reach, and over
TLS: not to itself, nor to anything behind its own walls, whatever a name turns out to mean. Hosts that whoever runs the
server has named are trusted. Nobody is followed anywhere else, and of the answer only its first line is read.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import Collection
from contextlib import suppress
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from msgspec import Struct

from feltherre.core.errors import BadInput
from feltherre.core.text import say

HTTP, HTTPS = 80, 443
MOST_CHARACTERS = 500
#: of the first line of an answer
MOST_BYTES = 1024
#: networks that lead on to others, and so perhaps to ours
LEADING_ON = tuple(ip_network(network) for network in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32"))

_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|[0-9a-f:.]+")


class Target(Struct, frozen=True):
    """Where a line goes. `trusted`: whoever runs the server has named the host."""

    host: str
    port: int
    path: str
    secure: bool
    trusted: bool


class NotSent(Exception):
    """A line could not be sent; says why without naming anybody."""


def target_of(url: str, trusted: Collection[str]) -> Target:
    """Where an address leads; BadInput if a line is not sent there."""
    bad = BadInput(say("server.bad.webhook"))
    if len(url) > MOST_CHARACTERS or not url.isascii() or not url.isprintable() or " " in url:
        raise bad
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise bad from None
    known = host in trusted
    usual = HTTPS if parts.scheme == "https" else HTTP
    if "@" in parts.netloc or not _HOST.fullmatch(host) or parts.scheme not in ("https", "http"):
        raise bad
    if not known and (parts.scheme != "https" or port not in (None, HTTPS) or _is_closed_address(host)):
        raise bad
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(host, port or usual, path, parts.scheme == "https", known)


def is_public(address: str) -> bool:
    """Whether everybody can reach this address, and it leads nowhere else."""
    found = ip_address(address)
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if found.is_multicast or found.is_reserved or any(found in network for network in LEADING_ON):
        return False
    return found.is_global


def _is_closed_address(host: str) -> bool:
    """The host is given as an address, and not as one that everybody can reach."""
    with suppress(ValueError):
        return not is_public(host)
    return False


async def send(target: Target, body: bytes, seconds: float) -> None:
    """Send a body of JSON; NotSent if it has not been taken within so many seconds."""
    try:
        async with asyncio.timeout(seconds):
            status = await _post(target, body)
    except TimeoutError:
        raise NotSent("took too long") from None
    except (OSError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
        raise NotSent(type(error).__name__) from None
    if not status.isdigit() or not 200 <= int(status) < 300:
        raise NotSent(f"answered {status[:3]!r}")


async def _post(target: Target, body: bytes) -> str:
    """The status with which it is answered."""
    address = await _address_of(target)
    secured = ssl.create_default_context() if target.secure else None
    name = target.host if target.secure else None
    reader, writer = await asyncio.open_connection(
        address, target.port, limit=MOST_BYTES, ssl=secured, server_hostname=name
    )
    try:
        head = (
            f"POST {target.path} HTTP/1.1",
            f"Host: {target.host}" if target.port in (HTTP, HTTPS) else f"Host: {target.host}:{target.port}",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
            "User-Agent: Feltherre",
            "Connection: close",
        )
        writer.write("\r\n".join(head).encode() + b"\r\n\r\n" + body)
        await writer.drain()
        line = (await reader.readuntil(b"\n")).decode("latin-1").split()
        return line[1] if len(line) > 1 else ""
    finally:
        writer.transport.abort()


async def _address_of(target: Target) -> str:
    """The address that is spoken to: of a host that is not trusted, none is there that not everybody can reach. It is
    this one that is connected to, so that a name cannot mean another by then."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    addresses = [str(where[0]) for *_, where in found]
    if not addresses or not (target.trusted or all(map(is_public, addresses))):
        raise NotSent("leads to a host that not everybody can reach")
    return addresses[0]
