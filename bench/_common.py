"""What the benchmarks share. Each prints one JSON object, or one for each game.

Machines differ and are often busy, so every figure comes with a ratio to a fixed piece of plain Python measured in the
same run: compare the ratios, quote the figures with the machine.
"""

from __future__ import annotations

import json
import platform
import sys
import time
from collections.abc import Callable
from typing import Any

from feltherre.core.game import Game
from feltherre.core.registry import game_ids, get_game

#: how long each measurement runs, in seconds
SECONDS = 2.0


def per_second(work: Callable[[], int], seconds: float = SECONDS) -> float:
    """How many units of work are done in a second; `work` does some and says how many."""
    work()  # warm up: caches filled, code specialised
    done = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        done += work()
    return done / (time.perf_counter() - start)


def reference() -> int:
    """A fixed piece of plain Python: list copies, dict look-ups and integer sums."""
    table = {i: (i * 7) % 44 for i in range(44)}
    total = 0
    for _ in range(100):
        row = list(range(132))
        copy = row[:]
        for i in range(44):
            copy[i] += table[i]
        total += sum(copy)
    assert total == 100 * (sum(range(132)) + sum(table.values()))
    return 100


def report(name: str, figures: dict[str, float], **facts: Any) -> None:
    """Print the figures (units a second, or as named) with their ratio to the reference."""
    unit = per_second(reference, 1.0)
    print(
        json.dumps(
            {
                "bench": name,
                "figures": {key: round(value, 3) for key, value in figures.items()},
                "ratio_to_reference": {key: round(value / unit, 6) for key, value in figures.items()},
                "reference_per_second": round(unit, 1),
                "facts": facts,
                "python": platform.python_version(),
                "machine": platform.machine(),
            },
            ensure_ascii=False,
        )
    )


def games_named() -> list[Game[Any]]:
    """The games named on the command line, or every one."""
    return [get_game(name) for name in sys.argv[1:] or game_ids()]
