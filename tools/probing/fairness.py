"""Fair shares: several people who ask for hints in a large battle, or send large records, keep nobody else waiting.

Judged by how many of their answers come before somebody else's: times depend on the machine and are told as measured.
"""

from __future__ import annotations

import asyncio
import gzip
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

from feltherre.server.settings import Settings
from live import GONE, Client, Process
from probing.findings import Findings
from probing.requests import BATTLE

LARGE = {"game": "civilwar", "scenario": "cornfield"}
RECORD = Path(__file__).resolve().parents[2] / "tests" / "records" / "civilwar-9-finished.jsonl.gz"
#: what is said when the time for a thought is over; on a busy machine that is nobody's fault
TOO_LONG = "server.error.too-long"
#: answers to others that may come first: what the workers have begun when one asks, and once more, for they may end
#: together
AHEAD = 2 * Settings().workers


class Crowd:
    """Pages that ask the same again as soon as they are answered, and count the answers."""

    def __init__(self) -> None:
        self.answers = 0
        self.refusals: list[str] = []

    @property
    def served(self) -> int:
        """How often somebody has worked for them; on a slow machine in vain."""
        return self.answers + self.refusals.count(TOO_LONG)

    async def hints(self, page: Client) -> None:
        with suppress(*GONE):
            while True:
                told = await page.ask({"type": "hint", "role": page.position["asked"][0]["role"]})
                if told["type"] == "hint":
                    self.answers += 1
                else:
                    self.refusals.append(told["reason"]["key"])
                    await asyncio.sleep(0.5)

    async def records(self, server: Process, data: bytes) -> None:
        with suppress(*GONE):
            async with server.http("127.0.0.9") as http:
                while True:
                    status = (await http.post("/api/records", content=data)).status_code
                    if status == 200:
                        self.answers += 1
                    else:
                        self.refusals.append(str(status))
                        await asyncio.sleep(0.5)


async def hints(found: Findings) -> None:
    """A hint in Norway, and a computer player's move there, while many ask for hints in a large battle."""
    server = Process(found.folder / "games.db")
    crowd = Crowd()
    try:
        async with AsyncExitStack() as stack:
            battle = await server.make(**LARGE)
            norway = await server.make(game="norway", seating=1, computers={"norway+allies": "captain"})
            alone = Client(server.port, norway["link"]["token"], found.rng)
            await stack.enter_async_context(alone.connected())
            before = await _asked(found, alone, crowd, found.many(3, 1), "alone")
            pages = [
                Client(server.port, token, found.rng)
                for token in battle["links"].values()
                for _ in range(found.many(4, 2))
            ]
            for page in pages:
                await stack.enter_async_context(page.connected())
            asking = [asyncio.create_task(crowd.hints(page)) for page in pages]
            while not crowd.served:
                await asyncio.sleep(0.1)
            among = await _asked(found, alone, crowd, found.many(6, 1), f"with {len(pages)} in a large battle")
            found.notes.append(f"longest hint in Norway: {before:.2f} s alone, {among:.2f} s among them")
            for task in asking:
                task.cancel()
            await asyncio.gather(*asking, return_exceptions=True)
    finally:
        server.kill()
    found.expect(crowd.served, "nobody in the battle was answered")
    found.notes.append(f"hints in the battle meanwhile: {crowd.answers} answered, {len(crowd.refusals)} refused")


async def _asked(found: Findings, page: Client, crowd: Crowd, number: int, when: str) -> float:
    """Ask for hints and follow them; the computer that plays the others must answer in turn too. The longest wait."""
    longest = 0.0
    for _ in range(number):
        while not page.open_decisions():
            ahead = crowd.served
            await page.wait_for("position")
            found.expect(crowd.served - ahead <= AHEAD, f"{when}: a computer's move after {crowd.served - ahead} hints")
        decision = page.open_decisions()[0]
        ahead, started = crowd.served, time.monotonic()
        told = await page.ask({"type": "hint", "role": decision["role"]})
        longest = max(longest, time.monotonic() - started)
        passed = crowd.served - ahead
        right = told["type"] == "hint" and passed <= AHEAD
        found.expect(right, f"{when}: answered {told['type']} after {passed} hints of others")
        if told["type"] == "hint":
            act: dict[str, Any] = {"role": decision["role"], "decision": told["decision"], "action": told["action"]}
            await page.ask({"type": "act", **act})
    return longest


async def records(found: Findings) -> None:
    """A question at the desk while another address sends one large record after another."""
    server = Process(found.folder / "games.db")
    crowd = Crowd()
    data = gzip.decompress(RECORD.read_bytes())
    try:
        sending = [asyncio.create_task(crowd.records(server, data)) for _ in range(10)]
        await asyncio.sleep(1.0)
        longest, in_vain = 0.0, 0
        async with server.http("127.0.0.2") as http:
            for _ in range(found.many(8, 2)):
                ahead, started = crowd.answers, time.monotonic()
                answer = await http.post("/api/odds/norway/land-combat", json=BATTLE)
                longest = max(longest, time.monotonic() - started)
                passed = crowd.answers - ahead
                too_long = answer.status_code == 400 and TOO_LONG in answer.text
                in_vain += too_long
                right = (answer.status_code == 200 or too_long) and passed <= AHEAD
                found.expect(right, f"chances: status {answer.status_code} after {passed} records of another address")
        while not crowd.answers:
            await asyncio.sleep(0.1)
        for task in sending:
            task.cancel()
        await asyncio.gather(*sending, return_exceptions=True)
    finally:
        server.kill()
    found.notes.append(
        f"longest wait at the desk {longest:.2f} s, {in_vain} in vain; records: {crowd.answers} answered"
    )
    found.notes.append(f"records refused: {len(crowd.refusals)} ({', '.join(sorted(set(crowd.refusals)))})")
