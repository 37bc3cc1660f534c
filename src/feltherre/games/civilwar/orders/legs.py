"""The legs of a movement order: marches, wheels, facing turns, formation changes, limbering, mounting (02.05, 03.03.4).

A march with neither length nor span goes on until the turn ends. Wheels, turns and changes take the time that the
rules give them.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta

from feltherre.games.civilwar.orders.places import Direction, Length, Name, Place, Signed, check_direction
from feltherre.games.civilwar.orders.templates import Sign
from feltherre.games.civilwar.orders.triggers import Formation
from feltherre.ground.tabletop.measure import CIRCLE

#: charge pace is the book's storm, SM on the sheet
Pace: TypeAlias = Literal["ordinary", "charge"]
#: eighths of the turn
Span: TypeAlias = Annotated[int, Meta(ge=1, le=8)]
Side: TypeAlias = Literal["left", "right"]
#: 0.1 degree, up to half a circle
Angle: TypeAlias = Annotated[int, Meta(ge=1, le=CIRCLE // 2)]
#: how many files, or the number of a company counted from the right
Number: TypeAlias = Annotated[int, Meta(ge=1, le=100)]


class Go(Signed, frozen=True, tag="go"):
    """March in a direction (None: straight ahead), so far, for so long; the arrow of the paper sheet.

    The front goes that way; where the unit does not face it, it wheels first, or goes backwards if it lies to its rear
    (02.06.2, R24).
    """

    sign: ClassVar = Sign("GO {direction:way} [{length}] [SM=pace:charge] [FOR? {span}]", "GO NW 8 FOR 1/2")
    direction: Direction | None = None
    length: Length | None = None
    pace: Pace = "ordinary"
    span: Span | None = None

    def __post_init__(self) -> None:
        check_direction(self.direction)


class GoTo(Signed, frozen=True, tag="to"):
    """March straight to a place."""

    sign: ClassVar = Sign("TO {place} [SM=pace:charge] [FOR? {span}]", "TO henry-house +SW 8")
    place: Place
    pace: Pace = "ordinary"
    span: Span | None = None


class Along(Signed, frozen=True, tag="along"):
    """March along a road or another line to the point of it that is nearest to a place."""

    sign: ClassVar = Sign("ALONG {object} TO {place} [SM=pace:charge] [FOR? {span}]", "ALONG pike TO henry-house")
    object: Name
    place: Place
    pace: Pace = "ordinary"
    span: Span | None = None


class Back(Signed, frozen=True, tag="back"):
    """March straight back without turning, at half speed and never at charge pace (02.06.2)."""

    sign: ClassVar = Sign("BACK [{length}] [FOR? {span}]", "BACK 5")
    length: Length | None = None
    span: Span | None = None


class Sideways(Signed, frozen=True, tag="side"):
    """March to a side without turning: only open formations can (R24)."""

    sign: ClassVar = Sign("SIDE {side} [{length}] [FOR? {span}]", "SIDE LEFT 5")
    side: Side
    length: Length | None = None
    span: Span | None = None


class Wheel(Signed, frozen=True, tag="wheel"):
    """Wheel on the front corner of that side (02.05.5)."""

    sign: ClassVar = Sign("WHEEL {side} {angle} [SM=pace:charge]", "WHEEL LEFT 30")
    side: Side
    angle: Angle
    pace: Pace = "ordinary"


class Face(Signed, frozen=True, tag="face"):
    """Facing turn: a quarter to a side, or about (02.05.2). A quarter turn makes a march column of a line and the
    other way round (02.05.4)."""

    sign: ClassVar = Sign("FACE {turn}", "FACE ABOUT")
    turn: Literal["left", "right", "about"]


class Form(Signed, frozen=True, tag="form"):
    """Formation change about a company that stands still (02.05.1); by default about the middle one (R21).

    `files` where the book leaves a choice, `gap` between the figures of a thin line or chain (R13).
    """

    sign: ClassVar = Sign(
        "{formation} [FILES {files:number}] [GAP {gap}] [ON {standing:number}]",
        "T GAP 1.2",
        files="AK FILES 6",
        standing="L ON 4",
    )
    formation: Formation
    files: Number | None = None
    gap: Annotated[int, Meta(ge=0, le=300)] | None = None
    standing: Number | None = None


class Limber(Signed, frozen=True, tag="limber"):
    """Limber up (PP), perhaps facing about after it (02.05.3)."""

    sign: ClassVar = Sign("PP [ABOUT=about]")
    about: bool = False


class Unlimber(Signed, frozen=True, tag="unlimber"):
    """Unlimber (AP), perhaps facing about before it (02.05.3)."""

    sign: ClassVar = Sign("AP [ABOUT=about]")
    about: bool = False


class Mount(Signed, frozen=True, tag="mount"):
    """Cavalry mounts."""

    sign: ClassVar = Sign("MOUNT")


class Dismount(Signed, frozen=True, tag="dismount"):
    """Cavalry dismounts."""

    sign: ClassVar = Sign("DISMOUNT")


class Enter(Signed, frozen=True, tag="enter"):
    """Go into a building (02.04.3, R15); any march leads out again."""

    sign: ClassVar = Sign("ENTER {building:object}", "ENTER henry-house")
    building: Name


#: one leg of an order to move
OrderLeg: TypeAlias = (
    Go | GoTo | Along | Back | Sideways | Wheel | Face | Form | Limber | Unlimber | Mount | Dismount | Enter
)
#: what may lead to the target of an attack
AttackLeg: TypeAlias = Go | GoTo | Along | Wheel
