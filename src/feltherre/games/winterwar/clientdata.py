"""The map, the counters and the tables as a client gets them: what is printed on the real ones, and what is our
completion.

Lists by unit, town and hex follow the order of the view's lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from feltherre.core.datafile import is_completion
from feltherre.games.winterwar import board
from feltherre.games.winterwar.tables import AIR, GROUND, TERRAIN, TURNS, TableData, ledger_tables
from feltherre.games.winterwar.texts import hex_name, town_name, unit_name
from feltherre.games.winterwar.units import UNITS, Unit

#: the drawn board, made by tools/winterwar_drawing.py
DRAWING = Path(__file__).parent / "data" / "drawing.json"

#: words of the map file -> those of the client
TERRAIN_WORDS = {board.SEA: "sea"}


def client_data(glossary: Mapping[str, str]) -> dict[str, Any]:
    """`glossary`: the book's word -> ours."""
    return {
        "units": [_unit(unit, number) for number, unit in enumerate(UNITS)],
        "towns": [_town(number) for number in range(len(board.TOWNS))],
        "hexes": {
            "columns": board.GRID.columns,
            "rows": board.GRID.rows,
            "numbers": [board.number(hex_) for hex_ in range(board.SIZE)],
            "names": [hex_name(hex_) for hex_ in range(board.SIZE)],
            "terrain": [TERRAIN_WORDS.get(word, word) for word in board.TERRAIN],
            "country": list(board.COUNTRY),
            "arctic": [int(is_arctic) for is_arctic in board.IS_ARCTIC],
            "provenance": "reconstructed",
        },
        "links": {"rail": board.HEXES.rail_links, "road": board.HEXES.road_links},
        "sides": {"water": board.HEXES.water_hexsides, "bridge": board.HEXES.bridged_water_hexsides},
        "zones": {name: list(zone.hexes) for name, zone in board.HEXES.zones.items()},
        "turns": [{"turn": row[0], "from": row[1], "to": row[2]} for row in ledger_tables()[TURNS].rows],
        "reinforcements": _reinforcements(),
        "tables": {name: _table(ledger_tables()[table]) for name, table in TABLES.items()},
        "terms": {ours.partition(" (")[0]: term for term, ours in glossary.items()},
        "drawing": msgspec.Raw(DRAWING.read_bytes()) if DRAWING.is_file() else None,
    }


TABLES = {"ground": GROUND, "air": AIR, "terrain": TERRAIN}


def _unit(unit: Unit, number: int) -> dict[str, Any]:
    is_air = unit.air_combat is not None
    return {
        "id": unit.id,
        "short": unit.short,
        "name": unit_name(number),
        "formation": unit.formation,
        "side": unit.side,
        "nation": unit.nation,
        "type": unit.type,
        "size": unit.size,
        "stack": unit.stack,
        "front": [unit.attack, unit.defence, unit.movement],
        "back": unit.back,
        "air": {"combat": unit.air_combat, "support": unit.ground_support} if is_air else None,
        "winter": unit.winter,
        "ski": unit.ski,
        "zoc": unit.zoc,
        "turn": unit.turn,
        "zone": unit.zone,
        "hex": unit.suggested_hex,
        "reconstructed": is_completion(unit.provenance["values"]),
    }


def _town(number: int) -> dict[str, Any]:
    town = board.TOWNS[number]
    return {
        "id": town.id,
        "name": town_name(number),
        "hex": town.hex,
        "owner": town.owner,
        "colour": town.colour,
        "value": town.value,
        "sudden_death": town.sudden_death,
        "provenance": town.provenance,
        "reconstructed": is_completion(town.provenance["value"]),
    }


def _reinforcements() -> dict[int, list[str]]:
    """By turn the counters that arrive, in the order of battle."""
    turns: dict[int, list[str]] = {}
    for unit in UNITS:
        if unit.turn > 0:
            turns.setdefault(unit.turn, []).append(unit.id)
    return dict(sorted(turns.items()))


def _table(data: TableData) -> dict[str, Any]:
    return {
        "id": data.id,
        "columns": [str(heading) for heading in data.columns],
        "rows": [[None if cell is None else str(cell) for cell in row] for row in data.rows],
        "reconstructed": is_completion(data.provenance),
    }
