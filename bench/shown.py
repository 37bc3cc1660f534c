"""How long a page waits from the last seal of a turn of the largest scenario until it has all that there is to be read
of it, and how much that is.

    python bench/shown.py [--scenario cornfield] [--turns 8]

A real server in a process of its own, two pages; both sides write what the captain would. Timed is the act that sets
the turn going, from sending it to its `done`: by then the turn has been carried out, written to disk, and told to both
pages. Questions in the middle of a turn are answered too, and timed apart. What the browser needs to draw it comes on
top (web/README.md).
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from _common import report

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))

import live


class Page(live.Client):
    """A page that counts what it is sent."""

    heard_bytes = 0

    def heard(self, data: str | bytes) -> None:
        self.heard_bytes += len(data.encode() if isinstance(data, str) else data)

    async def answer_as_captain(self, decision: dict[str, Any]) -> tuple[float, int]:
        """Do what the hint says; the seconds until it is done, and the bytes that came meanwhile."""
        hint = await self.ask({"type": "hint", "role": decision["role"]})
        assert hint["type"] == "hint", hint
        act = {"type": "act", "role": decision["role"], "decision": decision["id"], "action": hint["action"]}
        before, start = self.heard_bytes, time.perf_counter()
        told = await self.ask(act)
        assert told["type"] == "done", told
        return time.perf_counter() - start, self.heard_bytes - before


async def turns(server: live.Process, scenario: str, wanted: int) -> tuple[list[tuple[float, int]], list[float], int]:
    """(seconds, bytes) of each act that set a turn going, the seconds of the questions, and the bodies on the table."""
    made = await server.make(game="civilwar", scenario=scenario)
    run: list[tuple[float, int]] = []
    asked: list[float] = []
    async with AsyncExitStack() as stack:
        pages = [Page(server.port, token, Random(0)) for token in made["links"].values()]
        for page in pages:
            await stack.enter_async_context(page.connected())
        while len(run) < wanted and not any(page.position["over"] for page in pages):
            waiting = [(page, decision) for page in pages for decision in page.open_decisions()]
            for at, (page, decision) in enumerate(waiting):
                spent = await page.answer_as_captain(decision)
                if not decision.get("written"):
                    asked.append(spent[0])
                elif at == len(waiting) - 1:
                    run.append(spent)
            for page in pages:
                # whatever has been sent to the other page before this question is read by then
                await page.ask({"type": "about", "name": "union"})
        bodies = max(len(page.position["scene"].get("poses", [])) for page in pages)
    return run, asked, bodies


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--scenario", default="cornfield")
    parser.add_argument("--turns", type=int, default=8)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        server = live.Process(Path(folder) / "games.db", {**live.WITHOUT_RATES, "think_seconds": 60.0})
        try:
            run, asked, bodies = asyncio.run(turns(server, given.scenario, given.turns))
        finally:
            server.stop()
    seconds, sent = [one for one, _ in run], [number for _, number in run]
    report(
        "shown",
        {"turns_per_second": 1 / statistics.median(seconds)},
        scenario=given.scenario,
        turns=len(run),
        bodies=bodies,
        seconds_from_last_seal={"median": round(statistics.median(seconds), 3), "longest": round(max(seconds), 3)},
        seconds_of_a_question=round(statistics.median(asked), 3) if asked else None,
        bytes_to_a_page={"median": statistics.median(sent), "most": max(sent)},
    )


if __name__ == "__main__":
    main()
