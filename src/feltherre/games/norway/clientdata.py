"""The board and the cards as a client gets them: what is printed on the real ones, and what is our completion."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from feltherre.core.text import say
from feltherre.games.norway import board, cards, opening
from feltherre.games.norway.sea import ships
from feltherre.games.norway.spaces import area_name
from feltherre.games.norway.state import ROLES

#: the drawn board, made by tools/mapmaker from data/shapes.yaml
DRAWING = Path(__file__).parent / "data" / "drawing.json"

_AREA_MARKS = ("name", "position", "coast", "point_city", "mobilisation_point", "airfield")
_CLASS_MARKS = ("sink", "chase", "cards_lost")
_FUNCTION = ("timing", "phase", "step", "op", "dice", "version", "text", "provenance", "value_provenance")
_SEA_MARKS = ("borders", "coast", "german_guard", "allied_ships", "raid_box", "waters")
PHASES = 4


def client_data(glossary: Mapping[str, str]) -> dict[str, Any]:
    """Lists by area, card, ship and place of ships follow the order of the view's lists. `glossary`: the book's word ->
    ours."""
    return {
        "areas": [_area(area) for area in range(board.AREA_COUNT)],
        "seas": [_sea(sea) for sea in range(len(board.SEAS))],
        "borders": [_border(a, b) for a in range(board.AREA_COUNT) for b in board.NEIGHBOURS[a] if a < b],
        "impassable": [
            {"id": blocked, "name": say(f"norway.impassable.{blocked}"), "borders": list(borders)}
            for blocked, borders in board.impassable().items()
        ],
        "cards": [_card(card) for card in range(cards.ALL_COUNT)],
        "ships": [_ship(ship) for ship in range(ships.SHIP_COUNT)],
        "ship_places": [_ship_place(place) for place in range(ships.REMOVED + 1)],
        "options": [
            {
                "name": option.name,
                "text": say(f"norway.option.{option.name}"),
                "values": {value: say(f"norway.option.{option.name}.{value}") for value in option.values},
            }
            for option in opening.OPTIONS
        ],
        "phases": [say(f"norway.phase.{phase}") for phase in range(1, PHASES + 1)],
        "terms": {ours.partition(" (")[0]: term for term, ours in glossary.items()},
        "drawing": msgspec.Raw(DRAWING.read_bytes()) if DRAWING.is_file() else None,
    }


def _area(area: int) -> dict[str, Any]:
    area_id = board.AREAS[area]
    return {
        "id": area_id,
        "name": area_name(area),
        "position": list(board.position(area)),
        "neighbours": _ids(board.NEIGHBOURS[area]),
        "water": _ids(board.WATER_NEIGHBOURS[area]),
        "coast": [board.SEAS[sea] for sea in board.COAST[area]],
        "point_city": area in board.POINT_CITY,
        "mobilisation": area in board.MOBILISATION,
        "airfield": area in board.AIRFIELDS,
        "air_reach": _in_mask(board.REACH[area]),
        "from_germany": bool(board.FROM_GERMANY >> area & 1),
        "provenance": {field: board.provenance(area_id, field) for field in _AREA_MARKS},
    }


def _sea(sea: int) -> dict[str, Any]:
    sea_id = board.SEAS[sea]
    return {
        "id": sea_id,
        "name": ships.place_name(sea),
        "closed_to_allies": sea in ships.CLOSED_TO_ALLIES,
        "borders": [board.SEAS[other] for other in board.SEA_BORDERS[sea]],
        "coast": _ids(board.SHORE[sea]),
        "provenance": {field: board.sea_provenance(sea_id, field) for field in _SEA_MARKS},
    }


def _border(a: int, b: int) -> dict[str, Any]:
    ids = (board.AREAS[a], board.AREAS[b])
    return {
        "between": ids,
        "water": board.over_water(a, b),
        "name": board.water_name(*ids),
        "provenance": {field: board.border_provenance(*ids, field) for field in ("between", "crossing")},
    }


def _card(card: int) -> dict[str, Any]:
    kind = cards.TYPES[card]
    return {
        "id": kind.id,
        "short": kind.short_id,
        "country": ROLES[kind.country],
        "name": say(f"norway.card.{kind.id}"),
        "original": kind.name_nb,
        "count": kind.count,
        "symbols": kind.symbols,
        "functions": [{field: getattr(function, field) for field in _FUNCTION} for function in kind.functions],
    }


def _ship(ship: int) -> dict[str, Any]:
    ship_class = ships.CLASS[ship]
    return {
        "id": ships.IDS[ship],
        "country": ROLES[ships.COUNTRY[ship]],
        "name": ships.name(ship),
        "class": ship_class,
        "class_name": say(f"norway.ship-class.{ship_class}"),
        "sinks_on": list(ships.SINKS_ON[ship]),
        "chases_on": list(ships.CHASES_ON[ship]),
        "cards_lost": ships.CARDS_LOST[ship],
        "moves": ships.MOVES[ship],
        "rank": ships.RANK[ship],
        "provenance": {
            "name": cards.ships()[ship].provenance,
            **{field: cards.ship_class_provenance(ship_class, field) for field in _CLASS_MARKS},
        },
    }


def _ship_place(place: int) -> dict[str, Any]:
    """A place where ships lie: the sea areas, then the raid box and the others, which are none (`sea` is null)."""
    return {
        "sea": board.SEAS[place] if place in ships.SEAS else None,
        "name": ships.place_name(place),
        "borders": [board.SEAS[sea] for sea in ships.BORDERS[place]] if place < len(ships.BORDERS) else [],
    }


def _ids(areas: tuple[int, ...]) -> list[str]:
    return [board.AREAS[area] for area in areas]


def _in_mask(mask: int) -> list[str]:
    return [board.AREAS[area] for area in range(board.AREA_COUNT) if mask >> area & 1]
