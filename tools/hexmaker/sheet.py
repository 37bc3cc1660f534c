"""The paper: where a point of the globe and a hex lie on it, in units of a tenth of a kilometre."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shapely import Polygon, box

from feltherre.core.datafile import read_tree
from feltherre.ground.hexes.grid import Grid

UNITS_PER_KM = 10.0
RIM = 200  # units of paper around the hexes
#: what `Grid.centre` counts in, as units: half the width of a hex, and a quarter of its height
HALF_WIDTH = 150.0
QUARTER_HEIGHT = HALF_WIDTH / math.sqrt(3)

Point = tuple[float, float]


@dataclass(frozen=True)
class Sheet:
    """The map's file and the hexes' file with all that places them on the paper, and the file that says what is drawn:
    kinds of ground, sides and neutral countries, names (winterwar.yaml explains each)."""

    geography: Any
    hexes: Any
    grid: Grid
    drawn: Any

    def project(self, latitude: float, longitude: float) -> Point:
        """The equidistant cone of map.yaml, with hex 0101 where the grid has it."""
        cone, first = self.geography["projection"], self.geography["grid"]["centre_of_0101_km"]
        rho = cone["radius_km"] * (cone["G"] - math.radians(latitude))
        theta = cone["n"] * math.radians(longitude - cone["central_meridian"])
        x, y = rho * math.sin(theta), cone["rho0_km"] - rho * math.cos(theta)
        left, top = self.centre(0)
        return left + (x - first["x"]) * UNITS_PER_KM, top + (first["y"] - y) * UNITS_PER_KM

    def line(self, points: Iterable[Point]) -> list[Point]:
        return [self.project(*point) for point in points]

    def centre(self, hex_: int) -> Point:
        return _on_paper(self.grid.centre(hex_))

    def corners(self, hex_: int) -> list[Point]:
        return [_on_paper(corner) for corner in self.grid.corners(hex_)]

    def outline(self, hex_: int) -> Polygon:
        return Polygon(self.corners(hex_))

    def side(self, a: int, b: int) -> tuple[Point, Point]:
        """The ends of the hexside between two neighbours."""
        direction = self.grid.direction(a, b)
        corners = self.corners(a)
        return corners[direction], corners[(direction + 1) % 6]

    @property
    def paper(self) -> Polygon:
        corners = [corner for hex_ in range(self.grid.size) for corner in self.corners(hex_)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        left, top, right, bottom = (float(round(edge)) for edge in (min(xs), min(ys), max(xs), max(ys)))
        return box(left - RIM, top - RIM, right + RIM, bottom + RIM)

    def letters(self, layer: str) -> str:
        """One letter a hex, in the order of the grid."""
        return "".join(self.hexes[layer])

    def pairs(self, name: str) -> list[tuple[int, int]]:
        return [(self.grid.index(a), self.grid.index(b)) for a, b in self.hexes.get(name, ())]

    def of_map(self, name: str) -> Any:
        """A list of the map's file; a map may be without rivers, lakes or borders."""
        return self.geography.get(name, ())

    @property
    def sides(self) -> dict[str, str]:
        """The letter of each side's land."""
        return {side: of["letter"] for side, of in self.drawn["sides"].items()}

    def is_open(self, hex_: int) -> bool:
        """Land of a side: the hexes that are played on."""
        return self.letters("territory")[hex_] in self.sides.values()

    def hexes_of(self, letters: str) -> list[Polygon]:
        """The outlines of the hexes of some territory."""
        return [self.outline(hex_) for hex_, letter in enumerate(self.letters("territory")) if letter in letters]


def read_sheet(data: Path, drawn: Path) -> Sheet:
    geography, hexes = read_tree(data / "map.yaml"), read_tree(data / "hexes.yaml")
    return Sheet(geography, hexes, Grid(hexes["columns"], hexes["rows"]), read_tree(drawn))


def _on_paper(place: tuple[int, int]) -> Point:
    return place[0] * HALF_WIDTH, place[1] * QUARTER_HEIGHT
