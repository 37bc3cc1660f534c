"""A map drawn from its hexes alone, where there is no drawing of it: grounds as wide as their hexes, rivers along hex
sides, roads from middle to middle, bridges where they lie."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from feltherre.core import paths, scene
from feltherre.ground.hexes.map import HexMap

#: half the width of a hex, and a quarter of its height, in units of the sheet
X, Y = 50, 29

Point = tuple[int, int]


class PlainMap:
    """The places and paths of a map on its sheet."""

    def __init__(self, map_: HexMap) -> None:
        self.map = map_
        self.grid = map_.grid
        self.unit = 2 * X
        self.box: scene.Box = (0, 0, X * (2 * self.grid.columns + 1), Y * (3 * self.grid.rows + 1))
        middle = self.at(0)
        #: x and y of the six corners from the middle
        self.corners = tuple(part - middle[n] for d in range(6) for n, part in enumerate(self.corner(0, d)))

    def at(self, hex_: int) -> Point:
        x, y = self.grid.centre(hex_)
        return (x - 1) * X, y * Y

    def corner(self, hex_: int, number: int) -> Point:
        x, y = self.grid.corners(hex_)[number % 6]
        return (x - 1) * X, y * Y

    def ground(self, is_ground: Callable[[int], bool]) -> str:
        """The rims of all that consists of such hexes."""
        return paths.rings(self._rims({hex_ for hex_ in range(self.map.size) if is_ground(hex_)}))

    def _rims(self, hexes: Collection[int]) -> Iterator[list[int]]:
        """The sides that part these hexes from others, strung together into rings of x, y, x, y."""
        onward: dict[Point, list[Point]] = {}
        for hex_ in sorted(hexes):
            for d in range(6):
                if self.grid.beyond[hex_ * 6 + d] not in hexes:
                    onward.setdefault(self.corner(hex_, d), []).append(self.corner(hex_, d + 1))
        while onward:
            start = here = next(iter(onward))
            ring: list[int] = []
            while here in onward:
                ring += here
                there = onward[here].pop()
                if not onward[here]:
                    del onward[here]
                here = there
                if here == start:
                    break
            yield ring

    def along(self, is_drawn: Callable[[int], bool]) -> str:
        """Hex sides, such as rivers; `is_drawn`: what lies on a side, as bits."""
        sides = self.map.sides
        return paths.lines(
            (*self.corner(side // 6, side % 6), *self.corner(side // 6, side % 6 + 1))
            for side, found in enumerate(sides)
            if is_drawn(found) and side < self.grid.same_side(side)
        )

    def ways(self, kind: str) -> str:
        """Roads, or railways."""
        bit, links = self.map.link_bit(kind), self.map.links
        joined = (side for side, found in enumerate(links) if found & bit and side < self.grid.same_side(side))
        return paths.lines((*self.at(side // 6), *self.at(self.grid.beyond[side])) for side in joined)

    def across(self, kind: str) -> Iterator[scene.Sign]:
        """A bridge on every side of this kind, lying from hex to hex."""
        bit = self.map.side_bit(kind)
        for side, found in enumerate(self.map.sides):
            if found & bit and side < self.grid.same_side(side):
                (x1, y1), (x2, y2) = self.at(side // 6), self.at(self.grid.beyond[side])
                yield scene.Sign(kind="bridge", at=((x1 + x2) // 2, (y1 + y2) // 2), turn=60 * (side % 6))
