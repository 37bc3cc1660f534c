"""Connections over which nothing is said: they keep nobody out for long, and fill no log."""

from __future__ import annotations

import asyncio
import resource
import socket
import time
from contextlib import ExitStack

import httpx

from feltherre.server.connections import OWN_DESCRIPTORS
from feltherre.server.settings import Settings
from live import Client, Process
from probing.findings import Findings

#: descriptors beside those that the server keeps for itself
PLACES = 200
#: silent connections from one address, then from many
FROM_ONE, FROM_MANY = 400, 600
#: lines of a log that somebody still reads
MOST_LINES = 30
#: how long a new visitor may be kept out when all places are taken: until the silent ones are given up
WAITED = Settings().request_within + 20.0


async def silent(found: Findings) -> None:
    most = OWN_DESCRIPTORS + PLACES
    server = Process(found.folder / "games.db", limits={resource.RLIMIT_NOFILE: (most, most)})
    try:
        made = await server.make(game="norway", seating=1)
        page = Client(server.port, made["link"]["token"], found.rng)
        async with page.connected():
            with ExitStack() as stack:
                await _open(stack, server, found.many(FROM_ONE, 150), ("127.0.0.9",))
                found.tried += found.many(FROM_ONE, 150)
                found.expect(await _comes_in(server), "one silent address keeps a visitor from another out")
                await _ask(found, page, "somebody at a table, with one silent address")
            if found.quick:
                return
            with ExitStack() as stack:
                await _open(stack, server, FROM_MANY, [f"127.0.0.{host}" for host in range(20, 32)])
                found.tried += FROM_MANY
                await _ask(found, page, "somebody at a table, with many silent addresses")
                started = time.monotonic()
                while not (came := await _comes_in(server)) and time.monotonic() < started + WAITED:
                    await asyncio.sleep(0.5)
                found.expect(came, "many silent addresses keep visitors out for good")
                found.notes.append(
                    f"a visitor comes in {time.monotonic() - started:.1f} s after {FROM_MANY} silent ones"
                )
                await _ask(found, page, "somebody at a table, afterwards")
            again = Client(server.port, made["link"]["token"], found.rng)
            async with again.connected():
                await _ask(found, again, "a page that is opened afterwards")
    finally:
        server.stop()
    lines = server.complaints.read_text().splitlines()
    found.expect(len(lines) < MOST_LINES, f"{len(lines)} lines in the log, the first: {lines[:1]}")


async def _open(stack: ExitStack, server: Process, number: int, sources: tuple[str, ...] | list[str]) -> None:
    """So many connections in turn from these addresses; those that the server hangs up on count as well."""
    for one in range(number):
        source = sources[one % len(sources)]
        opened = await asyncio.to_thread(
            socket.create_connection, ("127.0.0.1", server.port), WAITED, source_address=(source, 0)
        )
        stack.enter_context(opened)


async def _comes_in(server: Process) -> bool:
    async with server.http("127.0.0.2") as http:
        try:
            return (await http.get("/healthz")).status_code == 200
        except httpx.TransportError:
            return False


async def _ask(found: Findings, page: Client, who: str) -> None:
    for _ in range(found.many(10, 2)):
        told = await page.ask({"type": "choices", "decision": page.position["asked"][0]["id"]})
        found.expect(told["type"] == "choices", f"{who} is not answered: {told}")
