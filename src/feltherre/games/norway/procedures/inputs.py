"""The kinds of input that several procedures share, as the ledger names them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from feltherre.core.names import fold
from feltherre.core.text import Text, say
from feltherre.games.norway.procedures.names import AIR, SEA, Place, area, sea_index

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
