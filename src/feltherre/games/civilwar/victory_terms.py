"""What a scenario gives points for: a tree of conditions, as data that the engine judges.

`of` says which units are meant, seen from the side that scores; `where` a part of the table; `at` when it is looked at.
A unit is in an area, or on a side of a line, if at least half of its figures are (as R52).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal, TypeAlias, Union, get_args

from msgspec import Meta, Struct

from feltherre.core.text import Text
from feltherre.games.civilwar.procedures.inputs import Count, Order, Some

Arm: TypeAlias = Literal["infantry", "cavalry", "artillery", "pioneers", "wagon"]
Edge: TypeAlias = Literal["north", "south", "east", "west"]
#: the end of the last turn, any time of the game, or the end of the turn of this number
When: TypeAlias = Literal["end", "any"] | Annotated[int, Meta(ge=1)]


class Of(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Units; what is left out does not matter."""

    side: Literal["own", "enemy"]
    arms: tuple[Arm, ...] = ()
    ids: tuple[str, ...] = ()
    orders: tuple[Order, ...] = ()
    #: so many units
    min: Some = 1
    #: so many figures of them together
    figures: Count = 0


class Where(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of the table; everything that is given must hold."""

    #: a coordinate, or the id of a line object
    north_of: int | str | None = None
    south_of: int | str | None = None
    east_of: int | str | None = None
    west_of: int | str | None = None
    #: on any of these objects; in base contact with any of them
    inside: tuple[str, ...] = ()
    touching: tuple[str, ...] = ()
    #: at most so far from an object
    within: int | None = None
    of: str = ""
    edge: Edge | None = None


class Condition(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="test"):
    """Something that is met or not."""


class All(Condition, frozen=True, kw_only=True, tag="all"):
    """Every part is met; where points are given for each unit, by one and the same unit."""

    parts: tuple[AnyCondition, ...]


class OneOf(Condition, frozen=True, kw_only=True, tag="one-of"):
    """At least one part is met."""

    parts: tuple[AnyCondition, ...]


class OfUnits(Condition, frozen=True, kw_only=True):
    """A condition that units meet."""

    of: Of
    at: When = "end"


class AtPlace(OfUnits, frozen=True, kw_only=True):
    """A condition that units meet somewhere."""

    where: Where


class Hold(AtPlace, frozen=True, tag="hold"):
    """So many of the units, and so many figures of them, are there."""


class HoldAlone(AtPlace, frozen=True, tag="hold-alone"):
    """As hold, and no unit of the other side with the same arms and orders is there."""


class HoldMore(AtPlace, frozen=True, tag="hold-more"):
    """Their figures there outnumber those of the other side with the same arms and orders."""


class NoneWithin(AtPlace, frozen=True, tag="none-within"):
    """None of the units is there."""


class Exit(AtPlace, frozen=True, tag="exit"):
    """So many of the units, and so many figures of them, have left the table there under orders."""


class DrivenOff(AtPlace, frozen=True, tag="driven-off"):
    """The units have been there and are no longer, or are off the table."""


class Survive(OfUnits, frozen=True, tag="survive"):
    """The units are neither lost nor in rout."""


class Rout(OfUnits, frozen=True, tag="rout"):
    """The units are in rout."""


class LostOrRout(OfUnits, frozen=True, tag="lost-or-rout"):
    """The units are destroyed, captured, off the table in rout, or in rout."""


class Captured(OfUnits, frozen=True, tag="captured"):
    """The units, guns or wagons have been captured."""


class NoAmmunition(OfUnits, frozen=True, tag="no-ammunition"):
    """So many of the units have no ammunition left."""


class DestroyedShare(OfUnits, frozen=True, kw_only=True, tag="destroyed-share"):
    """The units have lost at least so many hundredths of the figures with which they began."""

    percent: Annotated[int, Meta(ge=1, le=100)]


class ObjectState(Condition, frozen=True, kw_only=True, tag="object-state"):
    """A terrain object is as it was, or has been cleared away or built."""

    object: str
    state: Literal["there", "cleared"]
    at: When = "end"


AnyCondition: TypeAlias = Union[  # noqa: UP007
    All,
    OneOf,
    Hold,
    HoldAlone,
    HoldMore,
    NoneWithin,
    Exit,
    DrivenOff,
    Survive,
    Rout,
    LostOrRout,
    Captured,
    NoAmmunition,
    DestroyedShare,
    ObjectState,
]


#: by the word that a file uses
TESTS: Final[dict[str, type[Any]]] = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyCondition)}


class Victory(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Points for a condition. `each` stands for each side in turn."""

    id: str
    side: Literal["union", "confederate", "each"]
    points: Some
    when: AnyCondition
    #: once for every unit that meets the condition, instead of once
    per_unit: bool = False
    text: Text


def simple_conditions(condition: AnyCondition) -> Iterator[AnyCondition]:
    """The conditions of a tree that are not made up of others."""
    if isinstance(condition, All | OneOf):
        for part in condition.parts:
            yield from simple_conditions(part)
    else:
        yield condition
