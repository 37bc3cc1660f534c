"""Whether a map and an order of battle that somebody has written can be played with: all faults, each with its file
and entry. `feltherre data normandy` asks; docs/games/normandy-data.md describes the files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from feltherre.core.catalogue import messages
from feltherre.core.datafile import read_datafile, read_tree
from feltherre.core.errors import BadInput
from feltherre.core.text import say
from feltherre.games.normandy import board, maps, units
from feltherre.games.normandy.board import WATERS, MapFile
from feltherre.games.normandy.tables import FLAK, LAST_TURN, TERRAIN_RULE
from feltherre.games.normandy.units import AIR, GROUP_OF, OrderOfBattle, Unit
from feltherre.ground.hexes.map import HexMap

#: file -> what it has at its head
FILES: Final = {"map.yaml": "terrain_rows", "oob.yaml": "units"}
_NATIONS: Final = {"allied": tuple(GROUP_OF), "german": ("german", "waffen-ss", "luftwaffe")}
#: where units come onto the map, besides a hex in which they are set up
_ENTRIES: Final = {
    "allied": ("beach-us", "beach-commonwealth", "drop-or-beach-us", "drop-or-beach-commonwealth", "sea-start"),
    "german": ("german-start",),
}


def checked(files: Sequence[Path]) -> dict[str, Path]:
    """The name that each file stands for; BadInput with all faults. What is not given is the game's own, and must go
    with what is."""
    found = {_named(path): path for path in files}
    file = read_datafile(found.get("map.yaml", board.MAP_FILE), MapFile)
    listed = read_datafile(found.get("oob.yaml", units.OOB), OrderOfBattle).units
    try:
        map_ = board.hex_map(file)
    except BadInput as error:
        raise BadInput(f"map.yaml: {error}") from None
    faults = [*_of_map(file, map_, listed), *_of_units(listed, map_)]
    if faults:
        raise BadInput(say("core.bad.data", n=len(faults), faults="".join(f"\n  {fault}" for fault in faults)))
    return found


def _named(path: Path) -> str:
    tree = read_tree(path)
    for name, head in FILES.items():
        if isinstance(tree, dict) and head in tree:
            return name
    raise BadInput(say("core.bad.no-data-file", file=path.name, heads=list(FILES.values())))


# the map


def _of_map(file: MapFile, map_: HexMap, listed: Sequence[Unit]) -> Iterator[str]:
    for ground in sorted({*file.terrain_codes.values()} - {*TERRAIN_RULE, *WATERS}):
        yield f"map.yaml: terrain_codes: there is no terrain {ground!r}"
    named, grid = partial(map_.named, "terrain"), map_.grid
    for water in (each for each in range(map_.size) if named(each) == "channel"):
        if any(named(there) not in WATERS for there in grid.neighbours[water]):
            yield f"map.yaml: terrain_rows: hex {grid.numbers[water]} is channel and lies beside land: that is coast"
    starts = file.start_hexes
    places = [
        *(("towns", town.id, town.hex, True) for town in file.towns),
        *(("beachheads", beach.id, beach.hex, True) for beach in file.beachheads),
        *(("start_hexes", start.name, start.hex, True) for start in starts.german),
        *(("start_hexes", start.name, start.hex, False) for start in starts.allied_sea),
        *(("paratroop_areas", area.unit, hex_, True) for area in file.paratroop_areas for hex_ in area.hexes),
    ]
    for entry, name, hex_, land in places:
        if fault := _not_on(map_, hex_, land):
            yield f"map.yaml: {entry}, {name}: {fault}"
    held = [hex_ for entry, _, hex_, _ in places if entry in ("towns", "beachheads")]
    held += [start.hex for start in starts.german]
    yield from (f"map.yaml: two places in hex {hex_}" for hex_ in _twice(held))
    yield from (
        f"map.yaml: two places have the id {id_}"
        for id_ in _twice([*(town.id for town in file.towns), *(beach.id for beach in file.beachheads)])
    )
    yield from (f"map.yaml: towns, {town.id}: a value is at least 0" for town in file.towns if town.vp < 0)
    for group in dict.fromkeys(GROUP_OF.values()):
        if not any(beach.group == group for beach in file.beachheads):
            yield f"map.yaml: beachheads: none is of the group {group}"
    if not starts.german or not starts.allied_sea:
        yield "map.yaml: start_hexes: both sides need some"
    dropped = [unit.id for unit in listed if unit.drops]
    for area in file.paratroop_areas:
        if area.unit not in dropped:
            yield f"map.yaml: paratroop_areas, {area.unit}: no unit of the order of battle is dropped there"


def _not_on(map_: HexMap, hex_: str, land: bool) -> str | None:
    """Why something cannot be in a hex."""
    if hex_ not in map_.grid.numbers:
        return f"the map has no hex {hex_}"
    if (map_.named("terrain", map_.grid.index(hex_)) in WATERS) == land:
        return f"hex {hex_} is {'water' if land else 'land'}"
    return None


def _twice(names: Sequence[str]) -> list[str]:
    return [name for name in dict.fromkeys(names) if names.count(name) > 1]


# the order of battle


def _of_units(listed: Sequence[Unit], map_: HexMap) -> Iterator[str]:
    called = {key.rpartition(".")[2] for key in messages("normandy", "en") if key.startswith("normandy.called.")}
    yield from (f"oob.yaml: two units have the id {id_}" for id_ in _twice([unit.id for unit in listed]))
    for side in ("allied", "german"):
        if not any(unit.side == side for unit in listed):
            yield f"oob.yaml: units: the {side} side has none"
    flak = [unit.flak for unit in listed if unit.flak]
    if any(str(points) not in FLAK.headings for points in (*flak, sum(flak)) if points):
        told = f"table 1.7 has {' and '.join(FLAK.headings)} points, not {', '.join(map(str, flak))} together"
        yield f"oob.yaml: flak: {told}"
    stacks: dict[str, int] = {}
    for unit in listed:
        for fault in _of_unit(unit, map_, called):
            yield f"oob.yaml: units, {unit.id}: {fault}"
        if unit.turn == 0:
            stacks[unit.entry] = stacks.get(unit.entry, 0) + unit.loss_value
    for hex_, points in stacks.items():
        if points > maps.MOST_POINTS:
            yield f"oob.yaml: {points} stacking points are set up in hex {hex_}, of at most {maps.MOST_POINTS}"


def _of_unit(unit: Unit, map_: HexMap, called: Iterable[str]) -> Iterator[str]:
    ground = unit.type not in (*AIR, "battleship")
    if unit.nation not in _NATIONS[unit.side]:
        yield f"nation is one of {', '.join(_NATIONS[unit.side])}"
    if unit.called not in (*called, units.AS_NAMED):
        yield f"called is {units.AS_NAMED!r}, as its name says, or one of {', '.join(sorted(called))}"
    if ground and unit.loss_value not in units.POINTS:
        yield "the loss value of a ground unit is 1 or 2"
    if min(unit.strength, unit.movement, unit.flak) < 0 or unit.loss_value < 1:
        yield "a value is below 0, or the loss value below 1"
    if not 0 <= unit.turn <= LAST_TURN or (unit.side == "allied" and unit.turn == 0):
        yield f"turn is 1 to {LAST_TURN}, or 0 for Germans that are set up"
    if (unit.entry == "sea-start") == ground and unit.side == "allied":
        yield "ships and aircraft enter at sea-start, and nobody else does"
    if (unit.flak or unit.type in ("flak", "coastal-artillery")) and unit.side == "allied":
        yield "the Allied side has no flak and no coastal artillery"
    if not ground and unit.side == "german":
        yield "the German side has no ships and aircraft"
    if unit.side == "german" and unit.turn == 0:
        if fault := _not_on(map_, unit.entry, True):
            yield fault
    elif unit.entry not in _ENTRIES[unit.side]:
        yield f"entry is one of {', '.join(_ENTRIES[unit.side])}"
    for mark in ("strength", "arrival"):
        if mark not in unit.provenance:
            yield f"provenance does not say where {mark} comes from"
