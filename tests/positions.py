"""Positions whose right move any club player knows: how many a player must find, and how many it does."""

from collections.abc import Callable, Sequence

#: a game has so many of them, and the captain must find so many
POSITIONS = 12
NEEDED = 10

#: pytest's fixture; what it is told stands in the report, where `tools/test_all.py` reads it
Recorded = Callable[[str, object], None]


def check_positions(game: str, positions: Sequence[Callable[[], bool]], record_property: Recorded) -> None:
    missed = [position.__name__ for position in positions if not position()]
    found = len(positions) - len(missed)
    record_property(f"-: {game}: positions found", found)
    assert len(positions) == POSITIONS
    assert found >= NEEDED, missed
