"""Our own points: the file shapes.yaml, read and checked. Points are latitude and longitude; lengths are units."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from feltherre.core.datafile import read_datafile, read_tree
from mapmaker.projection import Cone, Lens, Point, ScaleCurve, Sheet

DATA = Path(__file__).resolve().parents[2] / "src" / "feltherre" / "games" / "norway" / "data"
SHAPES = DATA / "shapes.yaml"

Marks = str | dict[str, str]
Line = tuple[Point, ...]


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every entry has: where its data come from, and words of ours about it."""

    provenance: Marks
    note: str = ""


class SheetEntry(Entry, frozen=True, kw_only=True):
    size: tuple[int, int]
    units_per_pixel: int
    units_per_km: float
    offset: Point
    centre: Point
    parallels: tuple[float, float]
    axis: float
    lean: float
    curve: tuple[Point, ...]
    lenses: tuple[Lens, ...]

    def sheet(self) -> Sheet:
        return Sheet(
            cone=Cone(self.centre, self.parallels),
            axis=self.axis,
            lean=self.lean,
            curve=ScaleCurve(self.curve),
            lenses=self.lenses,
            units_per_km=self.units_per_km,
            offset=self.offset,
            size=self.size,
        )


class Name(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A name on the map that is the same in all languages, and where its middle stands."""

    text: str
    at: Point
    turn: float = 0.0  # degrees, clockwise
    size: int = 90  # height of the letters, in units
    spaced: bool = False


class AreaEntry(Entry, frozen=True, kw_only=True):
    id: str
    anchors: Line  # the area is what lies nearer to one of these than to another area's


class MassifEntry(Entry, frozen=True, kw_only=True):
    id: str
    outline: Line
    names: tuple[Name, ...]


class LakeEntry(Entry, frozen=True, kw_only=True):
    id: str
    outline: Line
    names: tuple[Name, ...]


class ChannelEntry(Entry, frozen=True, kw_only=True):
    """Water made wide enough to be seen, along a line; a tapered one narrows towards its end."""

    id: str
    line: Line
    width: int
    taper: bool = False


class FillEntry(Entry, frozen=True, kw_only=True):
    """An arm of a fjord that the game's coast does not know: filled in."""

    id: str
    outline: Line


class CrossingEntry(Entry, frozen=True, kw_only=True):
    """Which stretch of water carries a border over water."""

    between: tuple[str, str]
    outline: Line
    reach: int = 150  # how far from both shores the water still counts
    names: tuple[Name, ...] = ()


class SeaLineEntry(Entry, frozen=True, kw_only=True):
    between: tuple[str, str]
    line: Line
    lands: tuple[str, str] | None = None  # it begins where the border of these two areas meets the coast


class SeaEntry(Entry, frozen=True, kw_only=True):
    id: str
    seeds: Line  # a point in each of its pieces
    label: Point
    stack: Point


class IslandEntry(Entry, frozen=True, kw_only=True):
    """An island that does not go to the nearest coast."""

    area: str
    at: Line


class CountryEntry(Entry, frozen=True, kw_only=True):
    id: str
    countries: tuple[str, ...]  # their names in the atlas
    label: Point | None = None
    turn: float = 0.0


class TelegraphEntry(Entry, frozen=True, kw_only=True):
    line: Line
    label: Point
    turn: float = 0.0


class BoxEntry(Entry, frozen=True, kw_only=True):
    """A rectangle on the paper: x, y, width, height in units."""

    id: str
    box: tuple[int, int, int, int]


class BeyondEntry(Entry, frozen=True, kw_only=True):
    """Water that is no sea area: behind the neighbouring countries."""

    id: str
    seeds: Line


class Shapes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    game: str
    file: str
    sheet: SheetEntry
    areas: tuple[AreaEntry, ...]
    massifs: tuple[MassifEntry, ...]
    lakes: tuple[LakeEntry, ...]
    channels: tuple[ChannelEntry, ...]
    fills: tuple[FillEntry, ...]
    crossings: tuple[CrossingEntry, ...]
    sea_lines: tuple[SeaLineEntry, ...]
    sea_areas: tuple[SeaEntry, ...]
    beyond: tuple[BeyondEntry, ...]
    islands: tuple[IslandEntry, ...]
    countries: tuple[CountryEntry, ...]
    telegraph: TelegraphEntry
    boxes: tuple[BoxEntry, ...]  # rooms on the paper, and the views a player may ask for


def read_shapes(path: Path = SHAPES) -> Shapes:
    return read_datafile(path, Shapes)


def read_map() -> Any:
    """The board's own file, for what the drawing takes from it: positions, coasts, airfields, names."""
    return read_tree(DATA / "map.yaml")
