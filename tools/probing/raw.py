"""Bytes on a socket, for what no well-behaved program would send."""

from __future__ import annotations

import asyncio
import base64
import os
import re
import struct

#: a server that has neither answered nor hung up by then does neither
SECONDS = 20.0
#: no answer is longer
MOST = 1 << 20
TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9


async def answer(port: int, data: bytes, *, end: bool = False) -> bytes:
    """Send these bytes and read until the server hangs up; b"" if it does so at once. `end`: there will be no more."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(data)
        await writer.drain()
        if end:
            writer.write_eof()
        return await asyncio.wait_for(_all(reader), SECONDS)
    except (ConnectionError, BrokenPipeError):
        return b""
    finally:
        writer.close()


async def _all(reader: asyncio.StreamReader) -> bytes:
    """What comes until the end; of an HTTP answer with a length until that is there."""
    data = b""
    while len(data) < MOST:
        part = await reader.read(65536)
        data += part
        head, _, body = data.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", head)
        if not part or (length and len(body) >= int(length[1])):
            break
    return data


def request(target: bytes, *headers: bytes, method: bytes = b"GET", version: bytes = b"HTTP/1.1") -> bytes:
    lines = [b" ".join((method, target, version)), b"Host: localhost", b"Connection: close", *headers]
    return b"\r\n".join(lines) + b"\r\n\r\n"


def status_of(data: bytes) -> int:
    """0: it has hung up without an answer."""
    found = re.match(rb"HTTP/1\.[01] (\d{3})", data)
    return int(found[1]) if found else 0


def upgrade(target: bytes = b"/ws") -> bytes:
    """The request of a WebSocket."""
    return request(
        target,
        b"Upgrade: websocket",
        b"Sec-WebSocket-Version: 13",
        b"Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)),
    ).replace(b"Connection: close", b"Connection: Upgrade")


def frame(payload: bytes, opcode: int = TEXT, *, last: bool = True, reserved: int = 0, masked: bool = True) -> bytes:
    """A frame as RFC 6455 wants it, unless it is told otherwise."""
    length = len(payload)
    mark = 0x80 if masked else 0
    head = bytes([(0x80 if last else 0) | reserved << 4 | opcode])
    if length < 126:
        head += bytes([mark | length])
    elif length < 1 << 16:
        head += bytes([mark | 126]) + struct.pack(">H", length)
    else:
        head += bytes([mark | 127]) + struct.pack(">Q", length)
    # a mask of zeros leaves the payload as it is
    return head + (b"\0\0\0\0" if masked else b"") + payload
