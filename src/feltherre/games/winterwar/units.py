"""The order of battle (2.1.1, 2.1.2): every counter of both sides, from data/oob.yaml.

A unit is a number inside, its place in `UNITS`; the lists below hold what the rules ask of it, by that number. Finnish
units come first, then the Swedish among them, then the Soviet ones, in the order of the file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from feltherre.core.datafile import DamagedFile, read_datafile
from feltherre.core.text import Text, say
from feltherre.hexgame.counters import counters_of, in_order

OOB = Path(__file__).parent / "data" / "oob.yaml"

#: the sides as numbers inside; a role is a side
FINLAND: Final = 0
SOVIET: Final = 1
ROLES: Final = ("finland", "soviet")

#: the places of a stack (setup-5, R16); air units and ships take none
DIVISION: Final = 0
LESSER: Final = 1
ARTILLERY: Final = 2
CLASSES: Final = (DIVISION, LESSER, ARTILLERY)
NO_PLACE: Final = -1

_STACKS = {"division": DIVISION, "lesser": LESSER, "artillery": ARTILLERY, "air": NO_PLACE, "ship": NO_PLACE}

#: a partisan's strength is thrown for (2.1-l)
BY_DIE: Final = "P"

Kind = Literal[
    "infantry", "cavalry", "tank", "ski", "mountain", "motorised", "airborne", "artillery", "engineer", "partisan",
    "air", "ship",
]  # fmt: skip


class Back(NamedTuple):
    """The values of the weaker side."""

    attack: int
    defence: int
    movement: int


class Unit(Struct, frozen=True, forbid_unknown_fields=True):
    """A counter as data/oob.yaml has it."""

    id: str
    name: str
    side: Literal["finland", "soviet"]
    nation: Literal["finland", "sweden", "soviet"]
    formation: str
    type: Kind
    size: str
    stack: Literal["division", "lesser", "artillery", "air", "ship"]
    movement: int
    back: Back | None
    winter: bool
    ski: bool
    zoc: bool
    turn: int
    zone: str
    provenance: dict[str, str]
    attack: int | Literal["P"] | None = None
    defence: int | Literal["P"] | None = None
    air_combat: int | None = None
    ground_support: int | None = None
    suggested_hex: str = ""
    note: str = ""

    @property
    def short(self) -> str:
        """What stands at the side of the counter: the id without the nation's letters."""
        return self.id.partition("-")[2]


class OrderOfBattle(Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    units: tuple[Unit, ...]


def _checked(path: Path) -> tuple[Unit, ...]:
    units = read_datafile(path, OrderOfBattle).units
    for unit in units:
        is_air = unit.type == "air"
        if is_air != (unit.air_combat is not None) or is_air == (unit.attack is not None):
            raise DamagedFile(path.name, unit.id, "has an attack value, or air combat and ground support, not both")
        if (unit.attack == BY_DIE) != (unit.type == "partisan"):
            raise DamagedFile(path.name, unit.id, "only partisans have P for a strength, and they always do")
    return in_order(path, units, ROLES)


UNITS: Final = _checked(OOB)
STACK: Final = tuple(_STACKS[unit.stack] for unit in UNITS)
IS_AIR: Final = tuple(unit.type == "air" for unit in UNITS)
IS_SHIP: Final = tuple(unit.type == "ship" for unit in UNITS)


def _unit_name(unit: int) -> Text:
    return say(f"winterwar.unit.{UNITS[unit].id}")


#: ground units are all except air units and ships (glossary); they may be typed by what stands on them in any language
COUNTERS: Final = counters_of(
    UNITS, ROLES, lambda unit: unit.type not in ("air", "ship"), _unit_name, lambda unit: unit.short
)
COUNT: Final = COUNTERS.count
INDEX: Final = COUNTERS.index
SIDE: Final = COUNTERS.side
OF_SIDE: Final = COUNTERS.of_side
IS_GROUND: Final = COUNTERS.is_ground
IS_PARTISAN: Final = tuple(unit.type == "partisan" for unit in UNITS)
IS_SWEDISH: Final = tuple(unit.nation == "sweden" for unit in UNITS)
IS_SKI: Final = tuple(unit.ski for unit in UNITS)
IS_ARMOUR: Final = tuple(unit.type in ("tank", "motorised") for unit in UNITS)
#: pays less in the mountains (1.4-c)
IS_LIGHT: Final = tuple(unit.ski or unit.type == "partisan" for unit in UNITS)
HAS_WINTER: Final = tuple(unit.winter for unit in UNITS)
HAS_ZOC: Final = tuple(unit.zoc for unit in UNITS)
HAS_BACK: Final = tuple(unit.back is not None for unit in UNITS)
ARRIVES: Final = tuple(unit.turn for unit in UNITS)
AIR_COMBAT: Final = tuple(unit.air_combat or 0 for unit in UNITS)
GROUND_SUPPORT: Final = tuple(unit.ground_support or 0 for unit in UNITS)
GROUND_UNITS: Final = COUNTERS.ground_of_side
AIR_UNITS: Final = tuple(tuple(n for n in of_side if IS_AIR[n]) for of_side in OF_SIDE)


def _faces(field: str) -> tuple[tuple[int, int], ...]:
    fronts = [getattr(unit, field) for unit in UNITS]
    return tuple(
        (front if isinstance(front, int) else 0, getattr(unit.back, field) if unit.back else 0)
        for front, unit in zip(fronts, UNITS, strict=True)
    )


#: unit -> (front, back); 0 for a partisan, whose strength is thrown for, and for an air unit
ATTACK: Final = _faces("attack")
DEFENCE: Final = _faces("defence")
MOVEMENT: Final = _faces("movement")
