"""Taking back one's own last act."""

from __future__ import annotations

from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.match import Match
from feltherre.core.record import Acted, Undone
from feltherre.core.text import say


def can_undo(match: Match[Any], seat: str) -> bool:
    """Whether there is an act of the seat's own people to take back.

    Sealed answers are replaced, not taken back: an undo that went away when another seat replaces its own would tell.
    """
    points = match.undo_points
    if not points or points[-1].seat != seat or match.players.get(seat) or match.state.sealed:
        return False
    return any(not _was_automatic(match, point.line + 1) for point in points)


def undo(match: Match[Any], seat: str) -> None:
    """Take back the seat's last action; automatic passes since then go with it."""
    if not can_undo(match, seat):
        raise Illegal(say("core.illegal.nothing-to-undo"))
    while True:
        automatic = _was_automatic(match, match.undo_points[-1].line + 1)
        match.undo(seat)
        if not automatic:
            return


def before_last_act(match: Match[Any], seat: str) -> int | None:
    """The line to which a takeback of the last act of a seat's people goes; None: they have done nothing."""
    number = match.next_line - 1
    while number > 0:
        line = match.lines[number]
        if isinstance(line, Undone):
            number = line.to
            continue
        if isinstance(line, Acted) and line.seat == seat and not line.auto:
            return number - 1
        number -= 1
    return None


def _was_automatic(match: Match[Any], number: int) -> bool:
    line = match.lines[number]
    return isinstance(line, Acted) and line.auto
