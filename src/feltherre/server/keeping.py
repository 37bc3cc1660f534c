"""How long games are kept: for ever, or until nothing has happened in them for as many days as whoever runs the server
has set. Days are those of UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

#: games that are deleted at once; the next follow a few seconds later
DELETED_AT_ONCE = 50


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def last_kept(days: int) -> str:
    """The day since which something must have happened in a game that is kept."""
    return (date.fromisoformat(today()) - timedelta(days)).isoformat()


def deleted_on(touched: str, days: int) -> str:
    """The day on which a game is deleted if nothing happens in it any more; "" if it is kept for ever."""
    return (date.fromisoformat(touched) + timedelta(days + 1)).isoformat() if days else ""
