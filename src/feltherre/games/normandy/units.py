"""The order of battle (1.2, 2.1.1, 2.1.2): every counter of both sides, from data/oob.yaml.

A unit is a number inside, its place in `UNITS`; the lists below hold what the rules ask of it, by that number. Allied
units come first. Losses are counted and change nothing else about a unit until they reach its loss value (R35).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from feltherre.core.datafile import data_file, read_datafile
from feltherre.core.marks import rule
from feltherre.core.text import Text, say
from feltherre.hexgame.counters import counters_of, in_order

OOB: Final = data_file("normandy", Path(__file__).parent / "data" / "oob.yaml")

#: the sides as numbers inside; a role is a side
ALLIED: Final = 0
GERMAN: Final = 1
ROLES: Final = ("allied", "german")

#: which nations land where (SET-5, SET-6)
Group = Literal["us", "commonwealth"]
GROUP_OF: Final[dict[str, Group]] = {
    "us": "us",
    "french": "us",
    "british": "commonwealth",
    "canadian": "commonwealth",
    "polish": "commonwealth",
}

GroundType = Literal[
    "infantry", "airborne", "air-landing", "mechanised", "armour", "artillery", "rocket-artillery",
    "coastal-artillery", "flak",
]  # fmt: skip
AirType = Literal["attack-aircraft", "bomber"]
Kind = GroundType | AirType | Literal["battleship"]
AIR: Final = ("attack-aircraft", "bomber")
#: shoots with what is printed in brackets, and defends with 1 (1.2-g, 1.2-h)
GUNS: Final = ("artillery", "rocket-artillery", "coastal-artillery")
GUN_DEFENCE: Final = 1


class Unit(Struct, frozen=True):
    """A counter as data/oob.yaml has it (1.2-a)."""

    id: str
    name: str
    label: str
    called: str
    number: str
    side: Literal["allied", "german"]
    nation: str
    type: Kind
    size: str
    strength: int
    movement: int
    loss_value: int
    turn: int
    entry: str
    provenance: dict[str, str]
    #: its flak points (1.7)
    flak: int = 0

    @property
    def drops(self) -> bool:
        """One of the three parachute divisions that may be dropped (LAN-2)."""
        return self.entry.startswith("drop-or-")


class OrderOfBattle(Struct, frozen=True):
    game: str
    units: tuple[Unit, ...]


@rule("2.1-a", "2.1.1", "2.1.2")
def _checked(path: Path) -> tuple[Unit, ...]:
    """The order of battle of both sides, with the week in which each unit comes."""
    return in_order(path, read_datafile(path, OrderOfBattle).units, ROLES)


UNITS: Final = _checked(OOB)
IS_AIR: Final = tuple(unit.type in AIR for unit in UNITS)
IS_SHIP: Final = tuple(unit.type == "battleship" for unit in UNITS)
IS_BATTERY: Final = tuple(unit.type == "coastal-artillery" for unit in UNITS)
IS_DIVISION: Final = tuple(unit.size == "division" for unit in UNITS)
ARRIVES: Final = tuple(unit.turn for unit in UNITS)
STRENGTH: Final = tuple(unit.strength for unit in UNITS)
LOSS_VALUE: Final = tuple(unit.loss_value for unit in UNITS)
DROPS: Final = tuple(unit.drops for unit in UNITS)


#: what a counter is `called` whose name needs no translation
AS_NAMED: Final = "name"


def _unit_name(unit: int) -> Text:
    one = UNITS[unit]
    if one.called == AS_NAMED:
        return say("core.plain", text=one.name)
    return say(f"normandy.called.{one.called}", number=one.number, nation=say(f"normandy.of.{one.nation}"))


#: ground units are all except air units and ships; they may be typed by what they are called in any language
COUNTERS: Final = counters_of(
    UNITS, ROLES, lambda unit: unit.type not in (*AIR, "battleship"), _unit_name, lambda unit: unit.id
)
COUNT: Final = COUNTERS.count
INDEX: Final = COUNTERS.index
SIDE: Final = COUNTERS.side
OF_SIDE: Final = COUNTERS.of_side
IS_GROUND: Final = COUNTERS.is_ground
#: attacks on land (R48)
IS_FIELD: Final = tuple(IS_GROUND[unit] and not IS_BATTERY[unit] for unit in range(COUNT))
AIR_UNITS: Final = tuple(unit for unit in range(COUNT) if IS_AIR[unit])
BOMBERS: Final = tuple(unit for unit in AIR_UNITS if UNITS[unit].type == "bomber")
SHIPS: Final = tuple(unit for unit in range(COUNT) if IS_SHIP[unit])
BATTERIES: Final = tuple(unit for unit in range(COUNT) if IS_BATTERY[unit])
FLAK_UNITS: Final = tuple(unit for unit in range(COUNT) if UNITS[unit].flak)

#: the classes of a stack are the points that a unit counts (1.2-a): 1 and 2
POINTS: Final = (1, 2)
CLASS: Final = tuple(
    POINTS.index(unit.loss_value) if ground else -1 for unit, ground in zip(UNITS, IS_GROUND, strict=True)
)
