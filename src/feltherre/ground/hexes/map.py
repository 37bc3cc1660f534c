"""The map of a board of hexes: terrain and other layers, what lies on hexsides, and links that cross them.

`MapData` is plain data as a file holds it, with printed numbers; `HexMap` checks it and holds lists of ints for the
rules to index: `layers["terrain"][hex]`, `sides[side]`, `links[side]`, where a side is `hex * 6 + direction`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from feltherre.core.errors import BadInput
from feltherre.ground.hexes.grid import Grid, Numbering, Shifted, Top

Pair = tuple[str, str]


class Layer(Struct, frozen=True):
    """One thing that every hex has (its terrain, its country): a letter a hex, a string a row from the top."""

    key: dict[str, str]
    rows: list[str]


class MapData(Struct, frozen=True):
    """A map as plain data."""

    columns: int
    rows: int
    layers: dict[str, Layer]
    #: what lies between two hexes: rivers, lake shores, bridges
    sides: dict[str, list[Pair]] = {}
    #: what joins two hexes: roads, railways
    links: dict[str, list[Pair]] = {}
    #: hexes with a common name: towns, zones of deployment
    areas: dict[str, list[str]] = {}
    top: Top = "pointy"
    shifted: Shifted = "even"
    numbering: Numbering = "CCRR"
    #: kinds of side that lie only on another kind: {"bridge": "river"}
    lies_on: dict[str, str] = {}
    #: layers with values in which no link may end: {"terrain": ["sea"]}
    no_links: dict[str, list[str]] = {}


class HexMap:
    """A checked map. Kinds of sides and links are bits, values of layers are places in `values[layer]`."""

    def __init__(self, data: MapData) -> None:
        """BadInput names the hexes where the data are wrong, all of them at once."""
        self.grid = Grid(data.columns, data.rows, top=data.top, shifted=data.shifted, numbering=data.numbering)
        faults = [*_layer_faults(self.grid, data), *_pair_faults(self.grid, data), *_area_faults(self.grid, data)]
        faults = faults or [*_side_faults(self.grid, data), *_link_faults(self.grid, data)]
        if faults:
            raise BadInput("; ".join(faults))
        self.size = self.grid.size
        self.values = {name: tuple(dict.fromkeys(layer.key.values())) for name, layer in data.layers.items()}
        self.layers = {name: self._layer(name, layer) for name, layer in data.layers.items()}
        self.side_kinds = tuple(data.sides)
        self.link_kinds = tuple(data.links)
        self.sides = self._bits(data.sides)
        self.links = self._bits(data.links)
        self.areas = {
            name: tuple(self.grid.index(number) for number in numbers) for name, numbers in data.areas.items()
        }

    def value(self, layer: str, name: str) -> int:
        """The number by which a layer knows one of its values: `value("terrain", "marsh")`."""
        return self.values[layer].index(name)

    def named(self, layer: str, hex_: int) -> str:
        """The value of a layer in a hex, as a word."""
        return self.values[layer][self.layers[layer][hex_]]

    def side_bit(self, kind: str) -> int:
        return 1 << self.side_kinds.index(kind)

    def link_bit(self, kind: str) -> int:
        return 1 << self.link_kinds.index(kind)

    def side_between(self, a: int, b: int) -> int:
        """What lies between two neighbours, as bits."""
        return self.sides[self.grid.side(a, b)]

    def link_between(self, a: int, b: int) -> int:
        """What joins two neighbours, as bits."""
        return self.links[self.grid.side(a, b)]

    def border(self, layer: str, one: str, other: str) -> list[tuple[int, int]]:
        """Neighbours of which the first has one value of a layer and the second another: a border, from one side."""
        codes, first, second = self.layers[layer], self.value(layer, one), self.value(layer, other)
        return [
            (hex_, beside)
            for hex_ in range(self.size)
            if codes[hex_] == first
            for beside in self.grid.neighbours[hex_]
            if codes[beside] == second
        ]

    def _layer(self, name: str, layer: Layer) -> list[int]:
        codes = {letter: self.value(name, word) for letter, word in layer.key.items()}
        return [codes[letter] for row in layer.rows for letter in row]

    def _bits(self, kinds: Mapping[str, Sequence[Pair]]) -> list[int]:
        bits = [0] * (self.size * 6)
        for place, pairs in enumerate(kinds.values()):
            for a, b in pairs:
                side = self.grid.side(self.grid.index(a), self.grid.index(b))
                bits[side] |= 1 << place
                bits[self.grid.same_side(side)] |= 1 << place
        return bits


def chain(numbers: Sequence[str]) -> list[Pair]:
    """The links of a road that is given as the hexes it runs through."""
    return list(pairwise(numbers))


def _layer_faults(grid: Grid, data: MapData) -> Iterator[str]:
    for name, layer in data.layers.items():
        if len(layer.rows) != grid.rows:
            yield f"{name} has {len(layer.rows)} rows instead of {grid.rows}"
            continue
        for row, letters in enumerate(layer.rows):
            if len(letters) != grid.columns:
                first = grid.number(row * grid.columns)
                yield f"{name}: the row of {first} has {len(letters)} hexes, not {grid.columns}"
                continue
            for column, letter in enumerate(letters):
                if letter not in layer.key:
                    yield f"{name}: hex {grid.number(row * grid.columns + column)} has {letter!r}, which the key lacks"


def _pair_faults(grid: Grid, data: MapData) -> Iterator[str]:
    """Pairs that name no hex, are not neighbours or are given twice."""
    for kind, pairs in (*data.sides.items(), *data.links.items()):
        seen: set[frozenset[str]] = set()
        for a, b in pairs:
            missing = [number for number in (a, b) if not _exists(grid, number)]
            yield from (f"{kind} {a}-{b}: there is no hex {number}" for number in missing)
            if not missing and grid.direction(grid.index(a), grid.index(b)) < 0:
                yield f"{kind} {a}-{b}: the hexes are not neighbours"
            if frozenset((a, b)) in seen:
                yield f"{kind} {a}-{b} is given twice"
            seen.add(frozenset((a, b)))


def _area_faults(grid: Grid, data: MapData) -> Iterator[str]:
    for name, numbers in data.areas.items():
        yield from (f"{name}: there is no hex {number}" for number in numbers if not _exists(grid, number))
        yield from (f"{name}: hex {number} is given twice" for number in set(numbers) if numbers.count(number) > 1)


def _side_faults(grid: Grid, data: MapData) -> Iterator[str]:
    """Bridges without a river under them."""
    for kind, under in data.lies_on.items():
        known = {frozenset(pair) for pair in data.sides.get(under, [])}
        for a, b in data.sides.get(kind, []):
            if frozenset((a, b)) not in known:
                yield f"{kind} {a}-{b}: there is no {under}"


def _link_faults(grid: Grid, data: MapData) -> Iterator[str]:
    """Links that end where none may."""
    for kind, pairs in data.links.items():
        for a, b in pairs:
            for number in (a, b):
                for layer, barred in data.no_links.items():
                    word = _word(grid, data.layers[layer], number)
                    if word in barred:
                        yield f"{kind} {a}-{b}: hex {number} is {word}"


def _exists(grid: Grid, number: str) -> bool:
    try:
        grid.index(number)
    except BadInput:
        return False
    return True


def _word(grid: Grid, layer: Layer, number: str) -> str:
    hex_ = grid.index(number)
    return layer.key[layer.rows[hex_ // grid.columns][hex_ % grid.columns]]
