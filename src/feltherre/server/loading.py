"""A game as it comes out of the store, ready to go on."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from feltherre.core.match import Match
from feltherre.core.record import AnyLine, BadRecord, Snapshot, read_lines
from feltherre.core.replay import resume
from feltherre.server.glance import read_glance
from feltherre.server.numbering import Numbering, numbering_of
from feltherre.server.store import Damaged, StoredGame
from feltherre.server.timekeeping import read_clocks
from feltherre.server.watching import TableInfo, begun_turns


class Loaded:
    """A game with what a room needs to know of it."""

    __slots__ = (
        "acts",
        "calls",
        "claimed",
        "clocks",
        "ending",
        "glance",
        "id",
        "match",
        "numbering",
        "table",
        "talk",
        "touched",
        "turns",
        "written",
    )

    def __init__(self, stored: StoredGame, claimed: tuple[str, ...]) -> None:
        """Play the record again; takes time."""
        self.id = stored.id
        self.match: Match[Any] = resume(_lines(stored), stored.dice_key)
        self.table = msgspec.json.decode(stored.table, type=TableInfo)
        self.claimed = claimed
        self.numbering: Numbering = numbering_of(self.match.lines, self.match.states)
        self.acts = {(seat, act): line for seat, act, line in stored.acts}
        self.talk = stored.talk
        self.touched = stored.touched
        #: bytes of its record
        self.written = sum(map(len, stored.lines))
        self.ending = stored.ending
        self.glance = read_glance(stored.glance)
        self.clocks = read_clocks(stored.clocks)
        self.calls = stored.calls
        self.turns = begun_turns(self.match, self.table)
        self.match.states = {}
        slim(self.match, 0)


def _lines(stored: StoredGame) -> list[AnyLine]:
    """The lines of a game. Each holds the hash of the one before, so that none can be lost or changed unnoticed."""
    try:
        return read_lines(b"".join(stored.lines))
    except BadRecord as error:
        raise Damaged(f"line {error.line}: {error.why}") from error


def slim(match: Match[Any], since: int) -> None:
    """Let go of what snapshots hold, from a line on: the store has it, and nobody reads it while the game is played."""
    for line in match.lines[since:]:
        if isinstance(line, Snapshot):
            match.lines[line.n] = replace(line, seats=())
