"""The kinds of input that several procedures share, as the ledger names them; and names in situations.

Names are folded to ASCII and compared without regard to case, given back as they are printed. The whole name (or id)
must be written: an umpire's question is not the place to guess what an abbreviation means.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

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
#: land areas by id and name, as printed and folded
_AREAS = {
    written: Place(area_id, name)
    for area_id, name in zip(board.AREAS, board.BOARD.names.display, strict=True)
    for written in (area_id, name, fold(area_id), fold(name))
}


@rule("2.3-land-1")
def area(name: str) -> Place:
    """The land area of this name (2.3-land-1, R66)."""
    # as printed first: the game asks with proper names, and folding takes time
    found = _AREAS.get(name) or _AREAS.get(fold(name))
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


#: a number of things on the table: it cannot be negative (R66), nor beyond all counting
Count: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]

Country: TypeAlias = Literal["germany", "norway", "allies"]
COUNTRIES: tuple[Country, ...] = ("germany", "norway", "allies")

Version: TypeAlias = Literal["basic", "advanced"]
SeaArea: TypeAlias = Literal["I", "II", "III", "IV", "V", "VI", "VII", "VIII"]
#: how an attacking group comes: over a border without water, over a fjord or lake, from the sea, from the air
Mode: TypeAlias = Literal["land", "water", "sea", "air"]


class AttackGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """Attackers that come together."""

    origin: str = field(name="from")
    mode: Mode
    battalions: Count


class AimedGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """Attackers that come together, with the area they attack."""

    origin: str = field(name="from")
    to: str
    mode: Mode
    battalions: Count


def origin_of(group: AttackGroup | AimedGroup) -> Place:
    """Where a group comes from: a land area, or `sea` (or a sea area) and `air` for those that no area sent."""
    if group.mode == "sea" and (fold(group.origin) == SEA.id or sea_index(group.origin) is not None):
        return SEA
    if group.mode == "air" and fold(group.origin) == AIR.id:
        return AIR
    return area(group.origin)


def sides(attacker: Country) -> tuple[Country, ...]:
    """The countries that may defend against this one."""
    return ("norway", "allies") if attacker == "germany" else ("germany",)


def battalions(n: int) -> Text:
    return say("norway.count.battalions", n=n)


def dice(n: int) -> Text:
    return say("norway.count.dice", n=n)
