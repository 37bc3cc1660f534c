"""A map with names on it. A hex is a number inside and has its printed number at the edges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from msgspec import Struct

from feltherre.core.errors import BadInput
from feltherre.core.names import Names
from feltherre.core.text import Text, say
from feltherre.ground.hexes.map import HexMap, Layer, MapData, Pair

#: a hex without a name is told by the nearest one, if it is no farther away than this
NEAR = 2


class Zone(Struct, frozen=True, forbid_unknown_fields=True):
    """Where counters may be set up or enter."""

    text: str
    provenance: str
    hexes: tuple[str, ...]


class HexFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A map as a file holds it; tools/hexmaker makes such files."""

    game: str
    columns: int
    rows: int
    terrain_key: dict[str, str]
    terrain: list[str]
    territory_key: dict[str, str]
    territory: list[str]
    towns: dict[str, str]
    rail_links: list[Pair]
    road_links: list[Pair]
    water_hexsides: list[Pair]
    bridged_water_hexsides: list[Pair]
    zones: dict[str, Zone]


def map_of(file: HexFile, no_links: dict[str, list[str]]) -> HexMap:
    """The map of a file; `no_links`: layer -> its values in which no road or railway may end."""
    return HexMap(
        MapData(
            file.columns,
            file.rows,
            {
                "terrain": Layer(file.terrain_key, file.terrain),
                "territory": Layer(file.territory_key, file.territory),
            },
            sides={"water": file.water_hexsides, "bridge": file.bridged_water_hexsides},
            links={"rail": file.rail_links, "road": file.road_links},
            areas={name: list(zone.hexes) for name, zone in file.zones.items()},
            lies_on={"bridge": "water"},
            no_links=no_links,
        )
    )


class Board:
    """The map of a game: `towns` are the places that can be owned, each with its hex and name; `others` only help to
    find a hex; `typed`: by what names a town may be typed. The sentences `<game>.hex.*` say how hexes are called."""

    def __init__(
        self,
        game: str,
        map_: HexMap,
        towns: Sequence[tuple[int, Text]],
        others: Sequence[tuple[int, Text]] = (),
        typed: Names | None = None,
    ) -> None:
        self.game = game
        self.map = map_
        self.grid = map_.grid
        self.size = map_.size
        #: hex -> itself and those around it
        self.near = tuple(frozenset((hex_, *self.grid.neighbours[hex_])) for hex_ in range(self.size))
        self.towns = tuple(hex_ for hex_, _ in towns)
        by_hex = {hex_: number for number, hex_ in enumerate(self.towns)}
        #: hex -> the number of its town, -1 if it has none
        self.town_at = tuple(by_hex.get(hex_, -1) for hex_ in range(self.size))
        self.town_names = tuple(name for _, name in towns)
        self.typed = typed or Names(ids=tuple(map(self.number, self.towns)), names=tuple(map(self.number, self.towns)))
        #: hex -> its name, towns before others, with its place among all
        self._named = {hex_: (place, name) for place, (hex_, name) in reversed([*enumerate([*towns, *others])])}
        self.name: Callable[[int], Text] = cache(self._name)

    def hex_of(self, number: str) -> int:
        """The hex with a printed number; BadInput if there is none."""
        return self.grid.index(number)

    def hexes_of(self, numbers: Iterable[str]) -> tuple[int, ...]:
        return tuple(map(self.grid.index, numbers))

    def number(self, hex_: int) -> str:
        return self.grid.numbers[hex_]

    def numbers(self, hexes: Iterable[int]) -> tuple[str, ...]:
        return tuple(map(self.grid.numbers.__getitem__, hexes))

    def _name(self, hex_: int) -> Text:
        """ "Viipuri (1540)", "hex 1641 near Viipuri", "hex 0101" where no name is near."""
        number = self.number(hex_)
        near = [there for there in self.grid.within(hex_, NEAR) if there in self._named]
        if not near:
            return say(f"{self.game}.hex.plain", hex=number)
        nearest = min(near, key=lambda there: (self.grid.distance(hex_, there), self._named[there][0]))
        key = f"{self.game}.hex.{'town' if nearest == hex_ else 'near'}"
        return say(key, town=self._named[nearest][1], hex=number)

    def find(self, typed: str) -> int:
        """The hex of a printed number, or of a town; BadInput if neither fits."""
        word = typed.strip().removeprefix("hex").strip()
        if word.isdecimal():
            hex_ = self.grid.numbers.index(word) if word in self.grid.numbers else -1
            if hex_ < 0:
                first, last = self.grid.numbers[0], self.grid.numbers[-1]
                raise BadInput(say(f"{self.game}.chart.no-hex", hex=word, first=first, last=last))
            return hex_
        return self.towns[self.typed.find(typed)]

    def is_linked(self, here: int, there: int) -> bool:
        """Whether a road or railway joins two neighbours."""
        return self.map.link_between(here, there) != 0

    def beside(self, hexes: Callable[[int], bool], others: Callable[[int], bool]) -> frozenset[int]:
        """The hexes of the first kind that touch one of the second."""
        mine = (hex_ for hex_ in range(self.size) if hexes(hex_))
        return frozenset(hex_ for hex_ in mine if any(map(others, self.grid.neighbours[hex_])))


def regions(board: Board, parts: Mapping[str, Callable[[int, int], bool]]) -> list[tuple[Text, list[int]]]:
    """The parts of a map, for lists: each hex in the first whose test of its column and row holds."""
    found: dict[str, list[int]] = {name: [] for name in parts}
    columns = board.grid.columns
    for hex_ in range(board.size):
        column, row = hex_ % columns + 1, hex_ // columns + 1
        found[next(name for name, holds in parts.items() if holds(column, row))].append(hex_)
    return [(say(f"{board.game}.region.{name}"), hexes) for name, hexes in found.items()]
