"""How often a record says what each seat sees: at the start, at every fifth turn and at the end."""

from __future__ import annotations

#: turns from one snapshot to the next: a snapshot is as long as the acts of several turns
SNAPSHOT_EVERY = 5


def snapshot_due(turn: int, last: int) -> bool:
    """Whether a multiple of `SNAPSHOT_EVERY` turns has been reached since turn `last`."""
    return turn // SNAPSHOT_EVERY > last // SNAPSHOT_EVERY
