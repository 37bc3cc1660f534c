"""What a probe has tried and what gave way, and the table of all of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

#: a probe that has not ended by then hangs
MOST_SECONDS = 900.0
#: of many failures of one probe so many are told
MOST_TOLD = 10


@dataclass
class Findings:
    """Of one probe. `quick`: only a sample is wanted."""

    name: str
    folder: Path
    rng: Random
    quick: bool = False
    tried: int = 0
    failures: list[str] = field(default_factory=list)
    #: what was measured and is told, but not judged
    notes: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def many(self, whole: int, sample: int) -> int:
        return sample if self.quick else whole

    def expect(self, right: object, otherwise: str) -> None:
        """One try, and what is wrong if it did not come out right."""
        self.tried += 1
        if not right:
            self.failures.append(otherwise)


Probe = Callable[[Findings], Awaitable[None]]


async def carry_out(name: str, probe: Probe, seed: int, quick: bool) -> Findings:
    """One probe in a folder of its own; one that breaks down has failed."""
    started = time.monotonic()
    with TemporaryDirectory() as folder:
        found = Findings(name, Path(folder), Random(f"{name} {seed}"), quick)
        try:
            async with asyncio.timeout(MOST_SECONDS):
                await probe(found)
        except Exception as error:
            found.failures.append(f"broke off: {type(error).__name__}: {error}")
        if not found.tried:
            found.failures.append("nothing was tried")
    found.seconds = time.monotonic() - started
    return found


def table(all_found: Sequence[Findings]) -> str:
    cells = [("probe", "tried", "failures", "seconds")]
    cells += [(one.name, f"{one.tried:,}", str(len(one.failures)), f"{one.seconds:.1f}") for one in all_found]
    widths = [max(len(row[column]) for row in cells) for column in range(4)]
    lines = ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in cells]
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]])


def told(found: Findings) -> list[str]:
    """What was measured, and the first failures."""
    failures = [f"   !! {failure}" for failure in found.failures[:MOST_TOLD]]
    more = len(found.failures) - len(failures)
    return [*(f"   {note}" for note in found.notes), *failures, *([f"   !! and {more} more"] if more else [])]
