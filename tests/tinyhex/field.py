"""The map and the counters of The Ford, as data, and a position on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from feltherre.core.marks import rule
from feltherre.core.names import Names
from feltherre.core.state import State
from feltherre.core.text import Text, say
from feltherre.ground.hexes.map import HexMap, Layer, MapData, chain
from feltherre.ground.hexes.reach import Mover
from feltherre.ground.hexes.tables import move_table

ROLES = NORTH, SOUTH = ("north", "south")
VILLAGES = {"0402": "elm", "0706": "mill"}
FORD = ("0403", "0404")

BOARD = HexMap(
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
GRID = BOARD.grid
HEXES = Names(ids=GRID.numbers, names=GRID.numbers)
TERRAIN = [BOARD.named("terrain", hex_) for hex_ in range(BOARD.size)]
TOWNS = tuple(GRID.index(number) for number in VILLAGES)

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
UNITS = Names(ids=tuple(START), names=tuple(START))
KINDS = tuple({"H": "horse", "G": "gun"}.get(id_[1], "foot") for id_ in START)
SIDES = tuple("NS".index(id_[0]) for id_ in START)

#: bits of a hex for the moves of a side: somebody stands in it; it lies beside an enemy
TAKEN, BESIDE = 1, 2
LAKE = 1


@rule("S3")
def price(here: int, direction: int, there: int) -> int:
    """Halves of a point: road 1, open ground 2, forest 4; into the river 6, but at the ford (S3)."""
    side = here * 6 + direction
    if TERRAIN[there] == "lake":
        return -LAKE
    if BOARD.sides[side] & BOARD.side_bit("river") and not BOARD.sides[side] & BOARD.side_bit("ford"):
        return 6
    return 1 if BOARD.links[side] else 4 if TERRAIN[there] == "forest" else 2


MOVER = Mover(move_table(GRID, price), bar=TAKEN, stop=BESIDE)


@dataclass(slots=True)
class Field(State):
    owner: ClassVar[str] = "ford"
    turn: int = 1
    turns: int = 6
    side: int = 0
    phase: str = "march"
    #: hex of each counter, -1: destroyed; its losses; whether it has marched or attacked in this turn
    places: list[int] = field(default_factory=lambda: [GRID.index(number) for number in START.values()])
    losses: list[int] = field(default_factory=lambda: [0] * len(START))
    marched: list[int] = field(default_factory=lambda: [0] * len(START))
    fought: list[int] = field(default_factory=lambda: [0] * len(START))
    #: who holds each village
    holders: list[int] = field(default_factory=lambda: [0, 1])


def side_name(side: int) -> Text:
    return say(f"ford.role.{ROLES[side]}")


def unit_name(unit: int) -> Text:
    return say("ford.counter", kind=say(f"ford.kind.{KINDS[unit]}"), id=UNITS.ids[unit])


def hex_name(hex_: int) -> Text:
    village = VILLAGES.get(GRID.number(hex_))
    return say(f"ford.village.{village}") if village else say("ford.hex", number=GRID.number(hex_))


def of_side(state: Field, side: int) -> list[int]:
    return [unit for unit, hex_ in enumerate(state.places) if hex_ >= 0 and SIDES[unit] == side]


def unit_at(state: Field, hex_: int) -> int:
    """The counter in a hex, -1 if there is none."""
    return state.places.index(hex_) if hex_ in state.places else -1


def figures(state: Field, unit: int) -> tuple[int, int, int]:
    """Attack, defence and move as they are now (S5)."""
    attack, defence, move = FIGURES[KINDS[unit]]
    return attack - state.losses[unit], defence - state.losses[unit], move


def bits_for(state: Field, side: int) -> list[int]:
    """The hexes as the counters of a side meet them."""
    bits = [0] * BOARD.size
    for unit, hex_ in enumerate(state.places):
        if hex_ >= 0:
            bits[hex_] |= TAKEN
            for beside in GRID.neighbours[hex_] if SIDES[unit] != side else ():
                bits[beside] |= BESIDE
    return bits


@rule("S3", "S6")
def put(state: Field, unit: int, hex_: int) -> None:
    """A counter comes into a hex, and holds its village (S6)."""
    state.places[unit] = hex_
    if hex_ in TOWNS:
        state.holders[TOWNS.index(hex_)] = SIDES[unit]


@rule("S5")
def lose(state: Field, unit: int) -> bool:
    """A loss turns the counter over; the second destroys it (S5). True if it still stands."""
    state.losses[unit] += 1
    if state.losses[unit] > 1:
        state.places[unit] = -1
    return state.places[unit] >= 0


def targets(state: Field) -> dict[int, list[int]]:
    """Hex of an enemy -> the counters that may attack it (S4)."""
    ready = [unit for unit in of_side(state, state.side) if not state.fought[unit]]
    found = {
        state.places[enemy]: [u for u in ready if state.places[u] in GRID.neighbours[state.places[enemy]]]
        for enemy in of_side(state, 1 - state.side)
    }
    return {hex_: units for hex_, units in sorted(found.items()) if units}


def way_out(state: Field, unit: int) -> list[int]:
    """Where a counter may fall back to: free, no lake, not beside an enemy (S4)."""
    bits, here = bits_for(state, SIDES[unit]), state.places[unit]
    return [hex_ for hex_ in GRID.neighbours[here] if not bits[hex_] and TERRAIN[hex_] != "lake"]
