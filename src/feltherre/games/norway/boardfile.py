"""The shape of data/map.yaml, and the checks a board must pass before anybody plays on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from feltherre.core.datafile import DamagedFile, Mark, read_datafile
from feltherre.core.errors import BadInput
from feltherre.ground.areas import Areas, Border, Crossing

MAP = Path(__file__).parent / "data" / "map.yaml"


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of the file; a misspelt field is a fault and not silently left out."""


class Counts(Entry, frozen=True):
    land_areas: int
    sea_areas: int
    point_cities: int
    mobilisation_points: int
    airfields: int
    borders: int
    water_borders: int
    provenance: dict[str, Mark]


class AreaMarks(Entry, frozen=True):
    name: Mark
    position: Mark
    coast: Mark


class AreaEntry(Entry, frozen=True):
    id: str
    name: str
    position: tuple[float, float]
    coast: tuple[str, ...]
    provenance: AreaMarks
    note: str = ""


class AreaList(Entry, frozen=True):
    """Areas that have something in common, such as the point cities."""

    areas: tuple[str, ...]
    provenance: Mark
    basis: str = ""


class BorderMarks(Entry, frozen=True):
    between: Mark
    crossing: Mark
    water: Mark = "reconstructed"


class BorderEntry(Entry, frozen=True):
    between: tuple[str, str]
    crossing: Crossing
    provenance: BorderMarks
    water: str = ""
    basis: str = ""


class SeaMarks(Entry, frozen=True):
    borders: Mark
    coast: Mark
    german_guard: Mark
    allied_ships: Mark
    raid_box: Mark
    waters: Mark


class SeaEntry(Entry, frozen=True):
    id: str
    borders: tuple[str, ...]
    coast: tuple[str, ...]
    german_guard: bool
    allied_ships: bool
    raid_box: bool
    waters: str
    provenance: SeaMarks


class ImpassableEntry(Entry, frozen=True):
    id: str
    name: str
    borders: tuple[str, ...]
    provenance: dict[str, Mark]
    basis: str = ""


class FromGermany(Entry, frozen=True):
    label: str
    base: dict[str, Any]
    reaches: tuple[str, ...]
    settled: AreaList
    provenance: dict[str, Mark]
    basis: str = ""


class AirfieldMarks(Entry, frozen=True):
    area: Mark
    field: Mark
    reaches: Mark
    sea_bombing: Mark


class AirfieldEntry(Entry, frozen=True):
    area: str
    field: str
    reaches: tuple[str, ...]
    settled: AreaList
    sea_bombing: tuple[str, ...]
    provenance: AirfieldMarks
    basis: str = ""


class NoOtherAirfield(Entry, frozen=True):
    complete: bool
    provenance: Mark
    basis: str = ""


class AirRange(Entry, frozen=True):
    model: dict[str, Any]
    use: dict[str, str]
    southern_tip: AreaList
    from_germany: FromGermany
    airfields: tuple[AirfieldEntry, ...]
    no_other_airfield: NoOtherAirfield


class Force(Entry, frozen=True):
    battalions: dict[str, int]
    total: int
    provenance: Mark


class FirstReinforcement(Entry, frozen=True):
    battalions: int
    groups: int
    per_group: int
    sea_areas: tuple[str, ...]
    groups_may_be_adjacent: bool
    turn: str
    provenance: Mark


class BasicSetup(Entry, frozen=True):
    germany: Force
    norway: Force
    allies: Force
    allies_first_reinforcement: FirstReinforcement


class BoardFile(Entry, frozen=True):
    """data/map.yaml as it stands."""

    game: str
    file: str
    counts: Counts
    areas: tuple[AreaEntry, ...]
    point_cities: AreaList
    mobilisation_points: AreaList
    borders: tuple[BorderEntry, ...]
    sea_areas: tuple[SeaEntry, ...]
    raid_box: dict[str, Any]
    sea_notes: tuple[dict[str, str], ...]
    impassable: tuple[ImpassableEntry, ...]
    unnamed_islands: dict[str, str]
    air_range: AirRange
    telegraph_line: dict[str, str]
    setup_basic: BasicSetup
    setup_advanced: dict[str, Any]
    notes: tuple[str, ...] = ()


def read_board(path: Path = MAP) -> tuple[BoardFile, Areas]:
    """The file and the board it describes; DamagedFile says what is wrong with it."""
    file = read_datafile(path, BoardFile)
    for entry, fault in _faults(file):
        raise DamagedFile(path.name, entry, fault)
    try:
        return file, _areas(file)
    except BadInput as error:
        raise DamagedFile(path.name, "areas and borders", str(error)) from error


def _areas(file: BoardFile) -> Areas:
    area = {entry.id: number for number, entry in enumerate(file.areas)}
    sea = {entry.id: number for number, entry in enumerate(file.sea_areas)}
    return Areas(
        [entry.id for entry in file.areas],
        [entry.name for entry in file.areas],
        [Border(area[b.between[0]], area[b.between[1]], b.crossing, b.water) for b in file.borders],
        seas=[entry.id for entry in file.sea_areas],
        coast=[[sea[name] for name in entry.coast] for entry in file.areas],
    )


def _faults(file: BoardFile) -> Iterator[tuple[str, str]]:
    """(entry, what is wrong with it)"""
    yield from _unknown_names(file)
    yield from _miscounts(file)
    yield from _coast_faults(file)
    yield from _sea_faults(file)
    yield from _air_faults(file)
    yield from _setup_faults(file)


def _unknown_names(file: BoardFile) -> Iterator[tuple[str, str]]:
    """Names of areas and sea areas that the file does not have."""
    areas = {entry.id for entry in file.areas}
    seas = {entry.id for entry in file.sea_areas}
    for entry, named, known in _references(file, areas, seas):
        for name in named:
            if name not in known:
                yield entry, f"there is no area {name!r}"


def _references(file: BoardFile, areas: set[str], seas: set[str]) -> Iterator[tuple[str, Iterable[str], set[str]]]:
    for area in file.areas:
        yield f"areas, {area.id}, coast", area.coast, seas
    for title in ("point_cities", "mobilisation_points"):
        yield title, getattr(file, title).areas, areas
    for border in file.borders:
        yield f"borders, {'-'.join(border.between)}", border.between, areas
    for sea in file.sea_areas:
        yield f"sea_areas, {sea.id}, borders", sea.borders, seas
        yield f"sea_areas, {sea.id}, coast", sea.coast, areas
    for blocked in file.impassable:
        yield f"impassable, {blocked.id}, borders", blocked.borders, areas
    air = file.air_range
    yield "air_range, southern_tip", air.southern_tip.areas, areas
    bases: list[tuple[str, FromGermany | AirfieldEntry]] = [("from_germany", air.from_germany)]
    bases.extend((field.area, field) for field in air.airfields)
    for title, base in bases:
        yield f"air_range, {title}, reaches", base.reaches, areas
        yield f"air_range, {title}, settled", base.settled.areas, areas
    for field in air.airfields:
        yield "air_range, airfields", [field.area], areas
        yield f"air_range, {field.area}, sea_bombing", field.sea_bombing, seas
    setup = file.setup_basic
    for country, force in (("germany", setup.germany), ("norway", setup.norway), ("allies", setup.allies)):
        yield f"setup_basic, {country}", force.battalions, areas
    yield "setup_basic, allies_first_reinforcement", setup.allies_first_reinforcement.sea_areas, seas


def _miscounts(file: BoardFile) -> Iterator[tuple[str, str]]:
    counts = file.counts
    found = {
        "land_areas": len(file.areas),
        "sea_areas": len(file.sea_areas),
        "point_cities": len(set(file.point_cities.areas)),
        "mobilisation_points": len(set(file.mobilisation_points.areas)),
        "airfields": len({field.area for field in file.air_range.airfields}),
        "borders": len(file.borders),
        "water_borders": sum(border.crossing != "none" for border in file.borders),
    }
    for title, number in found.items():
        if number != getattr(counts, title):
            yield "counts", f"{title} says {getattr(counts, title)}, the file has {number}"


def _coast_faults(file: BoardFile) -> Iterator[tuple[str, str]]:
    """Both lists of the coast agree, and a fjord is coastline (2.3-fjord-3)."""
    coast = {area.id: area.coast for area in file.areas}
    for sea in file.sea_areas:
        touching = {area for area, seas in coast.items() if sea.id in seas}
        for area in sorted(touching.symmetric_difference(sea.coast)):
            yield f"sea_areas, {sea.id}", f"only one of sea area and land area says that it touches {area}"
    for border in file.borders:
        if (border.crossing == "none") != (not border.water):
            yield f"borders, {'-'.join(border.between)}", "water has a name, and only water"
        for area in border.between:
            if border.crossing == "fjord" and not coast[area]:
                yield f"borders, {'-'.join(border.between)}", f"a fjord is coastline, but {area} has no coast"


def _sea_faults(file: BoardFile) -> Iterator[tuple[str, str]]:
    borders = {sea.id: sea.borders for sea in file.sea_areas}
    for sea in file.sea_areas:
        for other in sea.borders:
            if sea.id not in borders[other]:
                yield f"sea_areas, {sea.id}", f"borders {other}, but not the other way round"
        if sea.german_guard == sea.allied_ships:
            yield f"sea_areas, {sea.id}", "is either guarded by Germany or open to Allied ships"


def _air_faults(file: BoardFile) -> Iterator[tuple[str, str]]:
    """An airfield reaches its own area."""
    for field in file.air_range.airfields:
        if field.area not in field.reaches:
            yield f"air_range, {field.area}", "the airfield does not reach its own area"


def _setup_faults(file: BoardFile) -> Iterator[tuple[str, str]]:
    setup = file.setup_basic
    for country, force in (("germany", setup.germany), ("norway", setup.norway), ("allies", setup.allies)):
        if sum(force.battalions.values()) != force.total or min(force.battalions.values(), default=1) < 1:
            yield f"setup_basic, {country}", f"the battalions do not add up to {force.total}"
    for area in sorted(set(setup.germany.battalions) & set(setup.norway.battalions)):
        yield "setup_basic", f"both Germany and Norway start in {area}"
    first = setup.allies_first_reinforcement
    if first.groups * first.per_group != first.battalions:
        yield "setup_basic, allies_first_reinforcement", "the groups do not add up to the battalions"
