"""Special rules of scenarios (01.05.3) as data: each kind is something that the engine carries out, with its prose."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias, Union, get_args

from msgspec import Meta, Struct

from feltherre.core.text import Text
from feltherre.games.civilwar.procedures.inputs import Class, DiceSum, Some
from feltherre.games.civilwar.victory_terms import Edge

SideId: TypeAlias = Literal["union", "confederate"]
Place: TypeAlias = tuple[int, int]
#: what a unit or a general is called
Name: TypeAlias = Annotated[str, Meta(max_length=100)]
#: a length in 0.1 mm, above 0
Way: TypeAlias = Annotated[int, Meta(ge=1)]


class SpecialRule(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """`known_to` names the side that alone reads it before the game; both do if it is left out."""

    id: str
    text: Text
    known_to: SideId | None = None


class Exits(SpecialRule, frozen=True, kw_only=True, tag="exits"):
    """Units of a side may leave the table under orders by an edge, at most so far from an object if one is named."""

    side: SideId
    edge: Edge
    within: Way | None = None
    of: str = ""
    from_turn: Some = 1


class Uniforms(SpecialRule, frozen=True, kw_only=True, tag="uniforms"):
    """Up to a turn: when an infantry unit first comes so near to an enemy infantry unit at which it has never fired,
    two dice are thrown; up to `mistaken` the enemy takes it for a friend and may not fire at it this turn."""

    within: Way
    mistaken: DiceSum
    to_turn: Some


class CoverUntilMoved(SpecialRule, frozen=True, kw_only=True, tag="cover-until-moved"):
    """Units have a cover against artillery, or against all fire, until they first move or fire."""

    units: tuple[str, ...]
    cover: Class
    against: Literal["artillery", "all"] = "all"


class NoMovementBefore(SpecialRule, frozen=True, kw_only=True, tag="no-movement-before"):
    """Units get no movement orders before a turn, or until the turn after an enemy has come so near to an object."""

    units: tuple[str, ...]
    turn: Some
    within: Way | None = None
    of: str = ""


class Wagon(SpecialRule, frozen=True, kw_only=True, tag="wagon"):
    """An ammunition wagon that a side may place from a turn on; `unit` is its id on the table."""

    side: SideId
    unit: str
    name: Name
    under: str
    at: Place
    facing: int = 0
    turn: Some = 1


class ObstacleMaterial(SpecialRule, frozen=True, kw_only=True, tag="obstacle-material"):
    """A side has what chevaux de frise are made of (10.05.1)."""

    side: SideId


class Mist(SpecialRule, frozen=True, kw_only=True, tag="mist"):
    """The range of sight is shorter for some turns."""

    sight: Way
    from_turn: Some = 1
    to_turn: Some


class HidesLikeWood(SpecialRule, frozen=True, kw_only=True, tag="hides-like-wood"):
    """Objects hide what is inside them as a wood does (03.02.3)."""

    objects: tuple[str, ...]


class Words(SpecialRule, frozen=True, kw_only=True, tag="text"):
    """A rule in words alone, for the players and the umpire to keep."""


AnySpecial: TypeAlias = Union[  # noqa: UP007
    Exits, Uniforms, CoverUntilMoved, NoMovementBefore, Wagon, ObstacleMaterial, Mist, HidesLikeWood, Words
]

#: by the word that a file uses
KINDS: Final[dict[str, type[Any]]] = {str(kind.__struct_config__.tag): kind for kind in get_args(AnySpecial)}
