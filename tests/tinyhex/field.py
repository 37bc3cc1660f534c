"""The map and the counters of The Ford, as data, and a position on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from feltherre.core.marks import rule
from feltherre.core.text import Text, say
from feltherre.ground.hexes.map import HexMap, Layer, MapData, chain
from feltherre.ground.hexes.reach import Mover
from feltherre.ground.hexes.reasons import Retreat
from feltherre.ground.hexes.stacking import Stacking, points
from feltherre.ground.hexes.tables import move_table, ways
from feltherre.hexgame.board import Board
from feltherre.hexgame.counters import DESTROYED, Counters, is_on_map
from feltherre.hexgame.fighting import retreat_hexes
from feltherre.hexgame.state import HexGameState
from feltherre.hexgame.theatre import Bits, Theatre
from feltherre.hexgame.words import Words

ROLES = NORTH, SOUTH = ("north", "south")
VILLAGES = {"0402": "elm", "0706": "mill"}
FORD = ("0403", "0404")

MAP = HexMap(
    MapData(
        columns=8,
        rows=7,
        layers={
            "terrain": Layer(
                {".": "open", "f": "forest", "v": "village", "~": "lake"},
                ["ff....f.", "f..v...f", "..f....~", "......~~", ".f..f...", "..f...v.", "f.....ff"],
            )
        },
        sides={
            "river": [
                *(("0103", "0104"), ("0203", "0104"), ("0203", "0204"), ("0303", "0204"), ("0303", "0304")),
                *(("0403", "0304"), ("0403", "0404"), ("0503", "0404"), ("0503", "0504"), ("0603", "0504")),
                *(("0603", "0604"), ("0703", "0604")),
            ],
            "ford": [FORD],
        },
        links={"road": chain(["0401", "0402", *FORD, "0505", "0506", "0606", "0706"])},
        lies_on={"ford": "river"},
        no_links={"terrain": ["lake"]},
    )
)
GRID = MAP.grid
TERRAIN = [MAP.named("terrain", hex_) for hex_ in range(MAP.size)]
BOARD = Board("ford", MAP, [(GRID.index(number), say(f"ford.village.{name}")) for number, name in VILLAGES.items()])

#: attack, defence and move of each kind of counter (S1)
FIGURES = {"foot": (2, 2, 4), "horse": (2, 1, 6), "gun": (3, 1, 3)}
#: where each counter begins
START = {
    "N1": "0302",
    "N2": "0402",
    "N3": "0502",
    "NH": "0702",
    "NG": "0401",
    "S1": "0406",
    "S2": "0506",
    "S3": "0606",
    "SH": "0206",
    "SG": "0507",
}
KINDS = tuple({"H": "horse", "G": "gun"}.get(id_[1], "foot") for id_ in START)


def unit_name(unit: int) -> Text:
    return say("ford.counter", kind=say(f"ford.kind.{KINDS[unit]}"), id=COUNTERS.ids[unit])


COUNTERS = Counters(list(START), ["NS".index(id_[0]) for id_ in START], [True] * len(START), unit_name)
WORDS = Words("ford", ROLES, COUNTERS, BOARD)

LAKE = 1
BITS = Bits(classes=1)


@rule("S3")
def price(here: int, direction: int, there: int) -> int:
    """Halves of a point: road 1, open ground 2, forest 4; into the river 6, but at the ford (S3)."""
    side = here * 6 + direction
    if TERRAIN[there] == "lake":
        return -LAKE
    if MAP.sides[side] & MAP.side_bit("river") and not MAP.sides[side] & MAP.side_bit("ford"):
        return 6
    return 1 if MAP.links[side] else 4 if TERRAIN[there] == "forest" else 2


def mover(side: int) -> Mover:
    """Whoever comes beside an enemy stops; nobody enters a hex with a counter (S3)."""
    enemy = 1 - side
    table = move_table(GRID, price)
    return Mover(table, bar=BITS.unit[enemy] | BITS.any_full[side], stop=BITS.zone[enemy])


@dataclass(slots=True)
class Field(HexGameState):
    owner: ClassVar[str] = "ford"
    last_turn: int = 6
    places: list[int] = field(default_factory=lambda: [GRID.index(number) for number in START.values()])
    moved: list[int] = field(default_factory=lambda: [0] * len(START))
    attacked: list[int] = field(default_factory=lambda: [0] * len(START))
    #: who holds each village
    owners: list[int] = field(default_factory=lambda: [0, 1])
    losses: list[int] = field(default_factory=lambda: [0] * len(START))


_MOVERS = [mover(side) for side in (0, 1)]
THEATRE = Theatre(
    WORDS,
    BITS,
    lambda: Field(places=[DESTROYED] * len(START)),
    stacking=Stacking([points((1,), 1)], [0] * MAP.size),
    classes=[0] * len(START),
    zone_of=lambda state, unit: GRID.neighbours,
    movers=[_MOVERS[side] for side in COUNTERS.side],
    allowance=lambda state, unit: 2 * FIGURES[KINDS[unit]][2],
)


def of_side(state: Field, side: int) -> list[int]:
    return [unit for unit in COUNTERS.of_side[side] if is_on_map(state, unit)]


def unit_at(state: Field, hex_: int) -> int:
    """The counter in a hex, -1 if there is none."""
    return state.places.index(hex_) if hex_ in state.places else -1


@rule("S5")
def figures(state: Field, unit: int) -> tuple[int, int]:
    """Attack and defence as they are now (S5)."""
    attack, defence, _ = FIGURES[KINDS[unit]]
    return attack - state.losses[unit], defence - state.losses[unit]


@rule("S3", "S6")
def enter(state: Field, unit: int, hex_: int) -> None:
    """A counter comes into a hex, and holds its village (S6)."""
    THEATRE.put(state, unit, hex_)
    if BOARD.town_at[hex_] >= 0:
        state.owners[BOARD.town_at[hex_]] = COUNTERS.side[unit]


def way_out(state: Field, unit: int) -> list[int]:
    """Where a counter may fall back to: free, no lake, not beside an enemy (S4)."""
    found = retreat_hexes(THEATRE, state, COUNTERS.side[unit], state.places[unit], _DRY, (), [unit])
    return [option.hex for option in found if option.verdict is Retreat.FREE]


_DRY = ways(GRID, lambda here, direction, there: TERRAIN[there] != "lake")
