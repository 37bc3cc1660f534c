"""The order language: orders as typed data, JSON in and out (03.01, 03.03).

An order is one action (03.03.1): standing, moving (in legs), or firing (in parts, since a part of a unit may fire by
itself, 05.01.3). Orders name units, terrain objects, bearings and paces; co-ordinates only the umpire writes. How they
look as text is in `reading` and `writing`, whether they are allowed in `legality`, as sentences in `telling`.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from msgspec import Meta

from feltherre.games.civilwar.orders.legs import AttackLeg, OrderLeg, Pace
from feltherre.games.civilwar.orders.places import Direction, Edge, Length, Name, Place, Signed, check_direction
from feltherre.games.civilwar.orders.templates import Sign
from feltherre.games.civilwar.orders.triggers import AT_ONCE, Trigger, Words
from feltherre.ground.tabletop.measure import CM

Ammunition: TypeAlias = Literal["canister", "shell", "shot"]
WorkKind: TypeAlias = Literal[
    "light_field_work",
    "abatis_half",
    "abatis_full",
    "barricade",
    "clear_barricade",
    "chevaux_de_frise",
    "clear_fence",
    "repair_gun",
    "repair_limber",
]
#: what a gunner mends (06.03.6)
Repaired: TypeAlias = Literal["gun", "limber"]
#: companies of a unit; None is all of it
Companies: TypeAlias = Annotated[int, Meta(ge=1, le=100)]
Answer: TypeAlias = Literal["yes", "no", "ask"]

#: a guess is in half centimetres (R59)
GUESS_STEP: Final = CM // 2


class Stand(Signed, frozen=True, tag="stand"):
    """Stand still (X)."""

    sign: ClassVar = Sign("X")


class Reorganise(Signed, frozen=True, tag="reorganise"):
    """Stand still to reorganise (03.03.1, 08.04)."""

    sign: ClassVar = Sign("REORG")


class Move(Signed, frozen=True, tag="move"):
    """Legs one after the other; what is left of the turn the unit stands."""

    sign: ClassVar = Sign("{legs}")
    legs: Annotated[tuple[OrderLeg, ...], Meta(min_length=1, max_length=20)]


class NextTarget(Signed, frozen=True):
    """After a shock that puts the target in U or FU, go for another (07.02.5)."""

    target: Name


class Attack(Signed, frozen=True, tag="attack"):
    """Attack a unit: straight at it, or by legs first (which have the attack's pace) and then at it.

    `companies`: so many take part (03.03.5). `follow`: what it does with a broken target (07.02.5); None: as the
    standing instruction PURSUE says.
    """

    sign: ClassVar = Sign(
        "A {target:enemy} [WITH {companies}] [SM=pace:charge] [VIA? {legs:approach}] [SM=pace:charge] "
        "[SUPPORT {support}] [THEN {follow}]",
        "A ricketts VIA GO NW SM",
        companies="A ricketts WITH 6",
        support="A ricketts SUPPORT va2",
        follow="A ricketts THEN NEXT griffin",
    )
    target: Name
    legs: Annotated[tuple[AttackLeg, ...], Meta(max_length=10)] = ()
    pace: Pace = "ordinary"
    companies: Companies | None = None
    support: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()
    follow: Literal["pursue", "hold"] | NextTarget | None = None

    def __post_init__(self) -> None:
        if any(leg.pace != "ordinary" for leg in self.legs):
            raise ValueError("the pace of an attack is that of the whole of it")


class FirePart(Signed, frozen=True):
    """One volley of small arms: at a target (None: the enemy that sets it off, else the nearest), by so many
    companies, when something happens."""

    sign: ClassVar = Sign(
        "S [AT {target}] [WITH {companies}] [WHEN {when}]", "S AT ricketts", companies="S AT ricketts WITH 4"
    )
    target: Name | None = None
    companies: Companies | None = None
    when: Trigger = AT_ONCE


class Fire(Signed, frozen=True, tag="fire"):
    """Small-arms fire, in one part or several, each of other companies (05.01.3, R38)."""

    sign: ClassVar = Sign("S")
    parts: Annotated[tuple[FirePart, ...], Meta(min_length=1, max_length=20)] = (FirePart(),)


class GunFire(Signed, frozen=True, tag="gun_fire"):
    """Artillery fire: ammunition, target, guessed distance and moment (03.03.7).

    Canister may have several targets (06.02.1) and needs no guess; nor does continued fire at what was hit (R60).
    Without a target: the enemy that sets it off, else the nearest that can be hit. `repairs`: what gunners mend
    meanwhile, one each.
    """

    sign: ClassVar = Sign(
        "S {ammunition} [AT {targets}] [GUESS {guess}] [REPAIR {repairs}] [WHEN {when}]",
        "S SHELL AT ricketts GUESS 52",
        repairs="S SHELL AT ricketts GUESS 52 REPAIR GUN",
    )
    ammunition: Ammunition
    targets: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()
    guess: Length | None = None
    when: Trigger = AT_ONCE
    repairs: Annotated[tuple[Repaired, ...], Meta(max_length=20)] = ()

    def __post_init__(self) -> None:
        if self.guess is not None and (self.guess % GUESS_STEP or self.ammunition == "canister"):
            raise ValueError("a guess is in half centimetres, and none is made for canister")
        if len(self.targets) > 1 and self.ammunition != "canister":
            raise ValueError("shell and solid shot have one target")


class Work(Signed, frozen=True, tag="work"):
    """Field work (10), or mending guns or limbers (06.03.6), as many as `companies` says, else one: at an object, or
    with the front some way; by default along the unit's own front."""

    sign: ClassVar = Sign(
        "WORK {kind} [WITH {companies}] [AT {at:object} | FACING {direction}]",
        "WORK LIGHT FACING N",
        companies="WORK LIGHT WITH 4",
        at="WORK CLEAR-FENCE AT road-fence",
    )
    kind: WorkKind
    at: Name | None = None
    direction: Direction | None = None
    companies: Companies | None = None

    def __post_init__(self) -> None:
        check_direction(self.direction)
        if self.at is not None and self.direction is not None:
            raise ValueError("a work is at an object or faces a way")


class Resupply(Signed, frozen=True, tag="resupply"):
    """Take ammunition from a wagon in base contact (09.03)."""

    sign: ClassVar = Sign("SUPPLY {wagon}", "SUPPLY wagon-1")
    wagon: Name


class Retreat(Signed, frozen=True, tag="retreat"):
    """A pinned unit, or one locked in a fire-fight or in a melee, declares its retreat (04.02.8, 04.02.14, R129)."""

    sign: ClassVar = Sign("R")


class Exit(Signed, frozen=True, tag="exit"):
    """Leave the table by an edge where the scenario allows it (R100), by legs first if any are given."""

    sign: ClassVar = Sign("EXIT {edge} [VIA {legs}]", "EXIT S VIA ALONG pike TO pike/S")
    edge: Edge
    legs: Annotated[tuple[OrderLeg, ...], Meta(max_length=20)] = ()


class Detach(Signed, frozen=True, tag="detach"):
    """Send companies away from the unit, perhaps marching at once; the others stand still."""

    sign: ClassVar = Sign("SPLIT {companies} [COMPANIES]", "SPLIT 3")
    companies: Companies
    legs: Annotated[tuple[OrderLeg, ...], Meta(max_length=20)] = ()


class Rejoin(Signed, frozen=True, tag="rejoin"):
    """Go back to the unit that these companies are from and join it at base contact."""

    sign: ClassVar = Sign("JOIN {unit}", "JOIN va33")
    unit: Name


Order: TypeAlias = (
    Stand | Reorganise | Move | Attack | Fire | GunFire | Work | Resupply | Retreat | Exit | Detach | Rejoin
)


class Prefs(Signed, frozen=True):
    """Standing instructions for what a unit may choose in the middle of a turn; by default it asks."""

    #: fire as surprised (04.02.13)
    surprised: Answer = "ask"
    #: a threatened chain goes back (04.02.10)
    fallback: Answer = "ask"
    #: threatened gunners go behind a friendly unit (04.02.12)
    shelter: Answer = "ask"
    #: follow a broken enemy (07.02.5)
    pursue: Answer = "ask"
    #: of several that fire at one target at one instant, fire before the others; no: after them (R33)
    first: Answer = "ask"


ASK_ALWAYS: Final = Prefs()


class OrderLine(Signed, frozen=True):
    """A unit's line on the sheet."""

    order: Order
    prefs: Prefs = ASK_ALWAYS


class StaffStay(Signed, frozen=True, tag="stay"):
    """A general or courier stays where he is."""

    sign: ClassVar = Sign("X")


class StaffMove(Signed, frozen=True, tag="staff_move"):
    """He rides to a place, at an instant or event of the turn (03.01.5, R31)."""

    sign: ClassVar = Sign("TO {to:place} [WHEN {when}]", "TO henry-house +SW 8")
    to: Place
    when: Trigger = AT_ONCE


class StaffWith(Signed, frozen=True, tag="staff_with"):
    """He rides along with the unit that he is in base contact with; if he is not yet, he first rides to it."""

    sign: ClassVar = Sign("WITH {unit}", "WITH va33")
    unit: Name


class Courier(Signed, frozen=True, tag="courier"):
    """A courier is sent to a unit or a general with an order for it, or with a message (03.03.2, R27)."""

    sign: ClassVar = Sign("RIDE", "RIDE va49 ORDER [GO NW]")
    to: Name
    load: OrderLine | Words


StaffOrder: TypeAlias = StaffStay | StaffMove | StaffWith | Courier


class StaffLine(Signed, frozen=True):
    """A general's or courier's line on the sheet; `evade`: use his move when an enemy is at charge distance (R31,
    R84)."""

    order: StaffOrder
    evade: Answer = "ask"


class Message(Signed, frozen=True):
    """An instruction or report from one general to another (03.01.1), handed over where they meet."""

    sender: Name
    to: Name
    text: Words

    def __post_init__(self) -> None:
        if self.sender == self.to:
            raise ValueError("nobody sends a message to himself")


class OrderSheet(Signed, frozen=True):
    """All that a side writes for a turn: unit or staff id -> line. A unit without a line stands still (03.01.2)."""

    units: dict[Name, OrderLine] = {}
    staff: dict[Name, StaffLine] = {}
    messages: tuple[Message, ...] = ()


EMPTY_SHEET: Final = OrderSheet()
