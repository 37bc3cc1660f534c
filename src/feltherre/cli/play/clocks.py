"""The clocks of a game in the terminal, if it is made with them: they run while one who plays sits at the keyboard.

`winterwar-20250101-120000.jsonl.clocks` holds what is used of them, so that nobody loses time by a game that is left.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from feltherre.cli.play.beside import CLOCKS, read_beside, write_beside
from feltherre.core.agenda import UMPIRE
from feltherre.core.catalogue import render
from feltherre.core.clock import TimeUp
from feltherre.core.errors import Illegal
from feltherre.core.figures import stopwatch
from feltherre.core.match import Match
from feltherre.server.timekeeping import Alarm, Timekeeper, read_clocks, write_clocks


class NoAlarm:
    def cancel(self) -> None: ...


class KeyboardWatch:
    """Nothing rings at a keyboard that waits for a line: when the line has come, the clocks are looked at."""

    def now(self) -> float:
        return time.monotonic()

    def call_later(self, seconds: float, ring: Callable[[], None]) -> Alarm:
        return NoAlarm()


class TableClocks:
    """Keeps the time of one game at one keyboard."""

    def __init__(self, match: Match[Any], path: Path) -> None:
        self.match = match
        self.path = path
        self.keeper = Timekeeper(match, KeyboardWatch(), read_clocks(read_beside(path, CLOCKS)))

    def run_for(self, person: str) -> None:
        """Somebody is asked; the umpire takes the time he needs."""
        self.keeper.look(person != UMPIRE, _silent)

    def stand(self) -> None:
        """Nobody at the keyboard is asked, or the game is left."""
        self.keeper.look(False, _silent)
        if self.keeper.kept:
            write_beside(self.path, CLOCKS, b"" if self.match.over else write_clocks(self.keeper.stored()))

    def run_out(self) -> bool:
        """Tell the game of the clocks that have run out; whether one has."""
        some = False
        while (clock := self.keeper.up()) is not None:
            with suppress(Illegal):  # the game does not want to know it
                self.match.clock(TimeUp(clock.name, clock.role))
            self.keeper.look(not self.match.over, _silent)
            self.keeper.given(clock)
            some = True
        return some

    def shown(self) -> str:
        """What is left on the clocks that run: ` [movement 4:07, whole game 1:58:00]`."""
        name = self.match.game.clock_name
        left = [
            f"{render(name(seen.name))} {stopwatch(seen.left_ms // 1000)}"
            for seen in self.keeper.seen()
            if seen.running
        ]
        return f" [{', '.join(left)}]" if left else ""


def _silent() -> None: ...
