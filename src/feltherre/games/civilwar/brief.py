"""The scenario brief (01.05) as data: battle, table, sides, staff, units, what is to be won, special rules.

Lengths are whole 0.1 mm and directions whole 0.1 degree. What people read is a Text: a key of the game's catalogues in
our own scenarios, the words themselves in an umpire's file.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from feltherre.core.text import Text
from feltherre.games.civilwar.procedures.artillery_hits import PieceKey
from feltherre.games.civilwar.procedures.inputs import Grade, Order, Some
from feltherre.games.civilwar.procedures.small_arms import Weapon, WeaponMod
from feltherre.games.civilwar.special_rules import AnySpecial, HidesLikeWood, Name, Place, SideId
from feltherre.games.civilwar.victory_terms import Arm, Edge, Victory
from feltherre.ground.tabletop.table import Table
from feltherre.ground.tabletop.terrain import Feature

Formation: TypeAlias = Literal[
    "line", "attack_column", "march_column", "thin_line", "chain", "unlimbered", "limbered_line", "wagon"
]
Rank: TypeAlias = Literal["brigade", "division", "corps"]


#: of men, guns, horses and rounds: more than any brigade had, and few enough to be laid out on a table
Number: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]


class Rounds(Struct, frozen=True, forbid_unknown_fields=True):
    """The ammunition with which a battery begins (schema XXI)."""

    shell: Number = 0
    solid_shot: Number = 0
    canister: Number = 0


class Reinforcement(Struct, frozen=True, forbid_unknown_fields=True):
    """The turn at whose start the head of the unit stands here, at an edge of the table, and which way it faces."""

    turn: Some
    at: Place
    facing: int


class UnitData(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tactical unit as it begins (01.05.2). What a file leaves out stands here with the book's standard (01.02)."""

    id: str
    name: Name
    #: the general who orders it; units of one general are one brigade
    under: str
    arm: Arm
    #: of a battery: its gunners
    figures: Number = 0
    companies: Number = 0
    grade: Grade
    weapon: Weapon | None = None
    weapon_mod: WeaponMod | None = None
    #: the maker's or year's name of the weapon, for people
    model: Name = ""
    mounted: bool = False
    #: real guns
    guns: Number = 0
    piece: PieceKey | None = None
    horse_battery: bool = False
    horses: Number = 0
    rounds: Rounds | None = None
    formation: Formation = "line"
    #: of a column whose files the player may choose (R14); 0: as usual
    files: Number = 0
    #: between neighbours in thin line and chain (R13)
    gap: int = -1
    #: the middle of the front; None for those who are in a building or not on the table yet
    at: Place | None = None
    facing: int = 0
    building: str = ""
    order: Order = "OR"
    reinforcement: Reinforcement | None = None


class StaffData(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A general with his couriers (01.02.8, 01.02.9)."""

    id: str
    name: Name
    rank: Rank
    #: the general over him; "" for the commander-in-chief
    under: str = ""
    at: Place | None = None
    facing: int = 0
    couriers: Annotated[int, Meta(ge=-1, le=20)] = -1
    reinforcement: Reinforcement | None = None


class SideData(Struct, frozen=True, kw_only=True):
    """A side: its staff, its units, and what its players are told (01.05.1)."""

    id: SideId
    own_edge: Edge
    operational: Text
    supply: Text
    morale: Text
    task: Text
    staff: tuple[StaffData, ...]
    units: tuple[UnitData, ...]
    #: who takes the place of a commander-in-chief who is lost, in this order (R93)
    succession: tuple[str, ...] = ()

    @property
    def ids(self) -> list[str]:
        """Of all its staff and units."""
        return [one.id for one in self.staff] + [one.id for one in self.units]


class Scenario(Struct, frozen=True, kw_only=True, dict=True):
    """A scenario brief (01.05)."""

    id: str
    #: the day of the battle and the hour at which turn 1 begins
    date: str
    begins: str
    turns: int
    title: Text
    story: Text
    strategic: Text
    weather: Text
    width: int
    height: int
    #: the range of sight (03.02.3)
    sight: int
    terrain: tuple[Feature, ...]
    sides: tuple[SideData, ...]
    victory: tuple[Victory, ...]
    special: tuple[AnySpecial, ...] = ()
    #: switches of the ledger that differ from its defaults (R53, R73, R100)
    options: dict[str, bool] = {}
    #: rules that a beginner meets here
    teaches: tuple[str, ...] = ()
    #: a difference of so many points or fewer is a draw
    draw_within: int = 1

    @cached_property
    def table(self) -> Table:
        """The table with its terrain; what hides like a wood by a special rule screens sight (03.02.3)."""
        hiding = {name for one in self.special if isinstance(one, HidesLikeWood) for name in one.objects}
        terrain = (replace(one, screens=True) if one.id in hiding else one for one in self.terrain)
        return Table(self.width, self.height, terrain)

    @cached_property
    def units(self) -> dict[str, UnitData]:
        return {unit.id: unit for side in self.sides for unit in side.units}

    @cached_property
    def staff(self) -> dict[str, StaffData]:
        return {one.id: one for side in self.sides for one in side.staff}

    @cached_property
    def side_of(self) -> dict[str, int]:
        """The place of the side of every unit and staff figure in `sides`."""
        return {name: number for number, side in enumerate(self.sides) for name in side.ids}
