"""The drawing as data: flat lists of whole units. docs/games/winterwar-map.md describes each field."""

from __future__ import annotations

from typing import Any

import shapely
from shapely import LineString, unary_union
from shapely.geometry.base import BaseGeometry

from feltherre.ground.hexes.grid import DIRECTIONS
from hexmaker.hand import flat, whole, whole_lines
from hexmaker.land import Land
from hexmaker.sheet import HALF_WIDTH, Sheet
from hexmaker.terrain import patches, strokes
from hexmaker.water import bridges, lakes, rivers, sides_path
from hexmaker.ways import ways

COAST_DETAIL = 3.0
LINE_DETAIL = 2.0
LEAST = 500.0
BAND = 62.0  # breadth of the coloured band along the front border, on each side
OUTLINE_DETAIL = 45.0  # for the small map
OUTLINE_LEAST = 60_000.0

#: seas, great lakes, countries: where the middle of the name stands, its slant in degrees, the height of its letters
NAMES: tuple[tuple[str, str, float, float, float, int], ...] = (
    ("water", "arctic-ocean", 69.78, 35.6, 8, 150),
    ("water", "white-sea", 65.55, 36.3, 8, 120),
    ("water", "gulf-of-bothnia", 63.95, 21.75, -52, 175),
    ("water", "baltic-sea", 59.62, 21.6, 0, 130),
    ("water", "gulf-of-finland", 59.92, 26.2, -3, 135),
    ("water", "ladoga", 60.85, 31.55, 0, 120),
    ("water", "onega", 61.62, 35.72, 0, 90),
    ("country", "finland", 62.75, 25.1, 0, 270),
    ("country", "soviet", 63.6, 33.35, 0, 170),
    ("country", "norway", 69.42, 22.6, 0, 170),
    ("country", "sweden", 66.65, 20.9, 0, 190),
    ("country", "estonia", 59.2, 26.3, 0, 130),
)

#: towns whose name stands beside them, where there is water or neutral land; the others have it below
BESIDE = {
    "left": ("viipuri", "petsamo", "kemi", "oulu", "turku", "leningrad_small", "terijoki", "lappeenranta", "sortavala"),
    "right": ("murmansk", "kem", "kandalaksha", "kakisalmi"),
}

Tree = dict[str, Any]


def tree_of(sheet: Sheet, land: Land) -> Tree:
    left, top, right, bottom = (round(edge) for edge in sheet.paper.bounds)
    sea = sheet.paper.difference(land.all)
    inland = lakes(sheet)
    water = unary_union(list(inland.values()))
    ground = patches(sheet, land.played.difference(water))
    lines = ways(sheet)
    return {
        "game": "winterwar",
        "file": "drawing",
        "made_with": f"shapely {shapely.__version__}, GEOS {shapely.geos_version_string}",
        "view_box": [left, top, right - left, bottom - top],
        "hex_width": round(2 * HALF_WIDTH),
        "columns": sheet.grid.columns,
        "rows": sheet.grid.rows,
        "corners": flat(_offsets(sheet)),
        "numbers": [sheet.grid.number(hex_) for hex_ in range(sheet.grid.size)],
        "centres": [round(number) for hex_ in range(sheet.grid.size) for number in sheet.centre(hex_)],
        "open": "".join("1" if sheet.is_open(hex_) else "0" for hex_ in range(sheet.grid.size)),
        "land": whole(land.all, COAST_DETAIL, LEAST),
        "neutral": whole(unary_union(list(land.neutral.values())), COAST_DETAIL, LEAST),
        "bands": {
            "finland": whole(_band(land.front, land.finland), LINE_DETAIL, LEAST),
            "soviet": whole(_band(land.front, land.soviet), LINE_DETAIL, LEAST),
        },
        "front": whole_lines(land.front, LINE_DETAIL),
        "borders": whole_lines(land.borders, LINE_DETAIL),
        "marsh": whole(ground["marsh"], LINE_DETAIL, LEAST),
        "mountain": whole(ground["mountain"], LINE_DETAIL, LEAST),
        "hachures": strokes(ground["mountain"]),
        "lakes": [
            {"id": name, "rings": whole(shape.intersection(land.all), LINE_DETAIL, 150.0)}
            for name, shape in inland.items()
        ],
        "rivers": whole_lines(rivers(sheet, sea).difference(water), LINE_DETAIL),
        "water_sides": sides_path(sheet),
        "bridges": bridges(sheet, lines),
        "rails": whole_lines(lines["rail"], LINE_DETAIL),
        "roads": whole_lines(lines["road"], LINE_DETAIL),
        "arctic": _arctic(sheet, land.played),
        "names": [
            {"kind": kind, "id": key, "at": flat([sheet.project(latitude, longitude)]), "turn": turn, "size": size}
            for kind, key, latitude, longitude, turn, size in NAMES
            if size
        ],
        "beside": {town: side for side, towns in BESIDE.items() for town in towns},
        "places": _places(sheet),
        "outline": whole(land.all.simplify(OUTLINE_DETAIL), OUTLINE_DETAIL, OUTLINE_LEAST),
    }


def _offsets(sheet: Sheet) -> list[tuple[float, float]]:
    x, y = sheet.centre(0)
    return [(corner_x - x, corner_y - y) for corner_x, corner_y in sheet.corners(0)]


def _band(front: BaseGeometry, country: BaseGeometry) -> BaseGeometry:
    return front.buffer(BAND).intersection(country)


def _arctic(sheet: Sheet, played: BaseGeometry) -> list[list[int]]:
    """Through the middle of the hexes on the line, over land only."""
    row = sheet.geography["grid"]["arctic_line_row"] - 1
    _, y = sheet.centre(row * sheet.grid.columns)
    left, _, right, _ = sheet.paper.bounds
    return whole_lines(LineString([(left, y), (right, y)]).intersection(played.buffer(60)), LINE_DETAIL)


def _places(sheet: Sheet) -> list[Tree]:
    """Villages and junctions, one a hex and none where a town or its name is."""
    taken = {*sheet.hexes["towns"], *_under_names(sheet)}
    placed = []
    for place in sheet.geography["places"]:
        if place["hex"] not in taken:
            taken.add(place["hex"])
            placed.append({"name": place["name"], "hex": place["hex"]})
    neutral = [{"name": town["name"], "hex": town["hex"], "neutral": True} for town in sheet.geography["neutral_towns"]]
    return [*placed, *neutral]


def _under_names(sheet: Sheet) -> list[str]:
    """The hexes beside towns whose name stands there."""
    hexes = {town: sheet.grid.index(number) for number, town in sheet.hexes["towns"].items()}
    ways = {"left": DIRECTIONS["pointy"].index("W"), "right": DIRECTIONS["pointy"].index("E")}
    beside = [sheet.grid.beyond[hexes[town] * 6 + ways[side]] for side, towns in BESIDE.items() for town in towns]
    return [sheet.grid.number(hex_) for hex_ in beside if hex_ >= 0]
