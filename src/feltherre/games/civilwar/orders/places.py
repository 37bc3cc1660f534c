"""Places, bearings and lengths as an order may name them: by terrain objects and units, never by co-ordinates.

A place is the middle of an object (of a line, the point of it that is nearest), a corner or end of one by the compass,
or a unit, and from there perhaps a length in some direction. Co-ordinates are the umpire's alone. Lengths are whole
0.1 mm, directions whole 0.1 degree, as everywhere on the table.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct

from feltherre.core.marks import rule
from feltherre.games.civilwar.orders.templates import Sign
from feltherre.ground.tabletop.measure import CIRCLE, CM, DEGREE

NAME_PATTERN: Final = r"\A[a-z0-9][a-z0-9-]*(/[0-9]+)?\Z"
LONGEST_NAME: Final = 60
#: the id of a unit, staff figure or terrain object; a part of a unit has its number after a stroke: `va33/1`
Name: TypeAlias = Annotated[str, Meta(pattern=NAME_PATTERN, max_length=LONGEST_NAME)]
#: 0.1 mm, up to ten metres
Length: TypeAlias = Annotated[int, Meta(ge=1, le=1000 * CM)]
#: 0.1 mm from the south-west corner
Coordinate: TypeAlias = Annotated[int, Meta(ge=0, le=1000 * CM)]
#: compass direction in 0.1 degree, 0 is north; a player writes a compass point or whole degrees
Direction: TypeAlias = Annotated[int, Meta(ge=0, lt=CIRCLE)]
Compass: TypeAlias = Literal[
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"
]
Edge: TypeAlias = Literal["north", "east", "south", "west"]

#: the compass points clockwise, as far apart as POINT
COMPASS: Final[tuple[Compass, ...]] = get_args(Compass)
POINT: Final = CIRCLE // len(COMPASS)
#: the signs of the paper sheet, clockwise from straight ahead, as far apart as SIGN
ARROWS: Final = "↑↗→↘↓↙←↖"
SIGN: Final = CIRCLE // len(ARROWS)
#: where a player looks whose base line is this edge
LOOKS: Final[dict[Edge, int]] = {"south": 0, "west": CIRCLE // 4, "north": CIRCLE // 2, "east": CIRCLE * 3 // 4}

#: the longest gate that a fire order may wait at (R35)
LONGEST_GATE: Final = 30 * CM


class Signed(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of an order: plain data, and how it stands in a line (templates.py)."""

    sign: ClassVar[Sign]


class ObjectMark(Signed, frozen=True, tag="object"):
    """A terrain object: its middle; of a line, its nearest point."""

    object: Name


class CornerMark(Signed, frozen=True, tag="corner"):
    """The corner or end of a terrain object that lies farthest that way: `pines/NE`."""

    object: Name
    corner: Compass


class UnitMark(Signed, frozen=True, tag="unit"):
    """A unit or staff figure, one's own or a known enemy: where it stands when the turn begins."""

    unit: Name


class PointMark(Signed, frozen=True, tag="point"):
    """Co-ordinates, which only the umpire writes."""

    x: Coordinate
    y: Coordinate


Mark: TypeAlias = ObjectMark | CornerMark | UnitMark | PointMark


class Offset(Signed, frozen=True, tag="offset"):
    """So far in a direction: `+SW 8`."""

    direction: Direction
    length: Length

    def __post_init__(self) -> None:
        check_direction(self.direction)


class Place(Signed, frozen=True):
    """A mark, or so far from it in a direction: `henry-house +SW 8`."""

    mark: Mark
    offset: Offset | None = None


class Gate(Signed, frozen=True):
    """A straight line between two corners, or from one so far in a direction, of at most 30 cm (R35)."""

    start: CornerMark | PointMark
    end: CornerMark | PointMark | Offset

    def __post_init__(self) -> None:
        if isinstance(self.end, Offset) and self.end.length > LONGEST_GATE:
            raise ValueError(f"a gate is at most {LONGEST_GATE // CM} cm long")


def check_direction(direction: int | None) -> None:
    """A direction can be written: it is a compass point or whole degrees."""
    if direction is not None and direction % DEGREE and direction % POINT:
        raise ValueError("a direction is a compass point or whole degrees")


def point_of(compass: Compass) -> int:
    """The direction of a compass point."""
    return COMPASS.index(compass) * POINT


@rule("03.01.3")
def direction_of_sign(arrow: str, own_edge: Edge) -> int:
    """The direction of an arrow on a sheet that lies with its lower edge along the player's base line (03.01.3)."""
    return (LOOKS[own_edge] + ARROWS.index(arrow) * SIGN) % CIRCLE


def sign_of_direction(direction: int, own_edge: Edge) -> str | None:
    """The arrow for a direction on such a sheet; None if it lies between two."""
    number, rest = divmod((direction - LOOKS[own_edge]) % CIRCLE, SIGN)
    return None if rest else ARROWS[number]
