"""Earlier states of a game, for the replay slider: made when somebody first looks, kept while somebody does."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from feltherre.core.match import Match
from feltherre.core.replay import states_by_line


class Past:
    def __init__(self) -> None:
        #: the state after each line; nothing until somebody looks
        self.states: dict[int, Any] = {}
        self._looked = 0.0
        #: held while the states are being made, so that they are made once
        self.making = asyncio.Lock()

    def made_from(self, match: Match[Any]) -> dict[int, Any]:
        """Play the record again; takes time, and changes nothing of the match."""
        return states_by_line(match.game, match.lines[:])

    def keep(self, states: dict[int, Any]) -> None:
        self.states = states
        self._looked = time.monotonic()

    def state(self, line: int) -> Any | None:
        self._looked = time.monotonic()
        return self.states.get(line)

    def add(self, match: Match[Any]) -> None:
        """A change has been made: the states go on with it."""
        if self.states:
            for line in range(len(self.states), match.next_line):
                self.states[line] = match.state.clone()

    def forget(self, after: float) -> None:
        if self.states and time.monotonic() - self._looked > after:
            self.states = {}
