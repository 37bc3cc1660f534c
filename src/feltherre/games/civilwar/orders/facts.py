"""What must be known of a unit to say whether an order can be given to it: nothing of the table is asked."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from feltherre.games.civilwar.orders.language import Ammunition, Order, OrderLine
from feltherre.games.civilwar.orders.places import Edge
from feltherre.games.civilwar.procedures.inputs import Arm
from feltherre.games.civilwar.procedures.inputs import Order as OrderState

UnitArm: TypeAlias = Literal["infantry", "cavalry", "artillery", "pioneers", "wagon"]
#: how a unit stands; a battery in line with its limbers is `limbered_line`
Standing: TypeAlias = Literal[
    "line", "attack_column", "march_column", "thin_line", "chain", "unlimbered", "limbered_line", "wagon", "rout"
]


class OrderFacts(Struct, frozen=True, kw_only=True):
    """A unit as it is when its order is written."""

    unit: str
    turn: int
    arm: UnitArm = "infantry"
    mounted: bool = False
    formation: Standing = "line"
    #: 0.1 degree
    facing: int = 0
    figures: int
    companies: int
    order_state: OrderState = "OR"
    pinned: bool = False
    #: the target of a fire-fight that it is locked in; "" if it is not (04.02.14)
    locked_on: str = ""
    #: within 40 cm of its general, or served by a courier whom he can give any order now (03.03.2)
    in_command: bool = True
    #: the order that a courier has brought from farther away (R27)
    brought: OrderLine | None = None
    #: last turn's order; None if it had none or was prevented by a forced action (R28)
    last: OrderLine | None = None
    #: what that comes to if it is repeated; None: the same order (R28)
    again: Order | None = None
    #: the last turn in which it used charge pace; 0 if never
    charged: int = 0
    #: still executing a movement order at the end of the last turn (R23)
    in_motion: bool = False
    #: in base contact with an enemy
    in_contact: bool = False
    #: the building that it is in; "" if none
    building: str = ""
    #: the unit that these companies were sent out from; "" if it is no part of one
    part_of: str = ""
    #: the other parts of its regiment on the table: figures and companies
    others: dict[str, tuple[int, int]] = {}
    #: cartridges
    ammunition: bool = True

    # batteries
    #: the piece's key in schema VII
    piece: str = ""
    guns: int = 0
    damaged_guns: int = 0
    damaged_limbers: int = 0
    shell: int = 0
    shot: int = 0
    canister: int = 0
    horse_artillery: bool = False
    #: it is the gunners, away from their guns: they go on foot, but are artillery still (07.01.4)
    gunners: bool = False
    horses_lost_half: bool = False
    horses_lost_all: bool = False
    #: what it hit last turn and may go on firing at without a guess, and with what (06.02.5, R60)
    laid_on: str = ""
    laid_with: Ammunition | None = None

    # where it stands, as far as works, wagons and exits ask
    wood_within_10cm: bool = False
    in_town: bool = False
    has_material: bool = False
    #: what it stands at and may clear
    fences: tuple[str, ...] = ()
    barricades: tuple[str, ...] = ()
    wagons: tuple[str, ...] = ()
    #: building -> the companies that it holds
    buildings: dict[str, int] = {}
    exits: tuple[Edge, ...] = ()

    # what its general knows of; None: not asked
    units: frozenset[str] | None = None
    enemies: frozenset[str] | None = None
    staff: frozenset[str] | None = None
    objects: frozenset[str] | None = None
    #: the umpire writes: co-ordinates are allowed
    umpire: bool = False

    @property
    def procedure_arm(self) -> Arm:
        """The arm as the procedures name it: pioneers are foot, a wagon moves like the guns."""
        if self.gunners:
            return "artillery"
        if self.arm == "cavalry":
            return "cavalry_mounted" if self.mounted else "cavalry_dismounted"
        return "artillery" if self.arm in ("artillery", "wagon") else "infantry"

    @property
    def on_foot(self) -> bool:
        """Infantry, pioneers, and cavalry that has dismounted (02.02.5); gunners are no infantry."""
        foot = self.arm in ("infantry", "pioneers") and not self.gunners
        return foot or (self.arm == "cavalry" and not self.mounted)

    @property
    def regiment(self) -> int:
        """The present figures of the whole regiment or battalion (R29)."""
        return self.figures + sum(figures for figures, _ in self.others.values())

    def figures_of(self, companies: int | None) -> int:
        """The figures of so many of its companies (R11)."""
        return share_of(self.figures, self.companies, companies)

    def rounds(self, ammunition: Ammunition) -> int:
        return {"shell": self.shell, "shot": self.shot, "canister": self.canister}[ammunition]


def share_of(figures: int, of: int, companies: int | None) -> int:
    """The figures of so many of its companies, all of them for None (R11)."""
    return figures if companies is None or companies >= of else -(-companies * figures // of)
