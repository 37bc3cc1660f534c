"""Names in situations: folded to ASCII and compared without regard to case, given back as they are printed.

The whole name (or id) must be written: an umpire's question is not the place to guess what an abbreviation means.
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from feltherre.core.marks import rule
from feltherre.core.names import fold
from feltherre.core.procedure import refuse
from feltherre.core.text import Text, say
from feltherre.games.norway import board


class Place(Struct, frozen=True):
    """A land area of the board, or where attackers come from that no area sent: the sea, the air."""

    id: str
    name: str
    kind: str = "area"

    @property
    def text(self) -> Text:
        return say(f"norway.{self.kind}.{self.id}")


SEA = Place("sea", "sea", "origin")
AIR = Place("air", "air", "origin")


@rule("2.3-land-1")
def area(name: str) -> Place:
    """The land area of this name (2.3-land-1, R66)."""
    # as printed first: the game asks with proper names, and folding takes time
    found = _areas().get(name) or _areas().get(fold(name))
    if found is None:
        raise refuse("norway.refuse.area", "2.3-land-1", name=name)
    return found


def areas(names: tuple[str, ...]) -> tuple[Place, ...]:
    return tuple(area(name) for name in names)


def sea_index(name: str) -> int | None:
    """The number of a sea area on the board; None for anything else."""
    return board.SEA_INDEX.get(name.strip().upper())


def country(name: str) -> Text:
    return say(f"norway.country.{name}")


@cache
def _areas() -> dict[str, Place]:
    found: dict[str, Place] = {}
    for number, area_id in enumerate(board.AREAS):
        place = Place(area_id, board.BOARD.names.display[number])
        for written in (area_id, place.name, fold(area_id), fold(place.name)):
            found[written] = place
    return found
