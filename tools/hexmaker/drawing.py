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

Tree = dict[str, Any]


def tree_of(sheet: Sheet, land: Land) -> Tree:
    left, top, right, bottom = (round(edge) for edge in sheet.paper.bounds)
    sea = sheet.paper.difference(land.all)
    inland = lakes(sheet)
    water = unary_union(list(inland.values()))
    ground = patches(sheet, land.played.difference(water))
    lines = ways(sheet)
    return {
        "game": sheet.geography["game"],
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
        "bands": {side: whole(_band(land.front, own), LINE_DETAIL, LEAST) for side, own in land.sides.items()},
        "front": whole_lines(land.front, LINE_DETAIL),
        "borders": whole_lines(land.borders, LINE_DETAIL),
        **{kind: whole(shape, LINE_DETAIL, LEAST) for kind, shape in ground.items()},
        "hachures": strokes(sheet, ground),
        "lakes": [
            {"id": name, "rings": whole(shape.intersection(land.all), LINE_DETAIL, 150.0)}
            for name, shape in inland.items()
        ],
        "rivers": whole_lines(rivers(sheet, sea).difference(water), LINE_DETAIL),
        "water_sides": sides_path(sheet),
        "bridges": bridges(sheet, lines),
        **{f"{kind}s": whole_lines(line, LINE_DETAIL) for kind, line in lines.items()},
        "arctic": _arctic(sheet, land.played),
        "names": [{**name, "at": flat([sheet.project(*name["at"])])} for name in sheet.drawn["names"]],
        "beside": {town: side for side, towns in sheet.drawn["beside"].items() for town in towns},
        "places": _places(sheet),
        "outline": whole(land.all.simplify(OUTLINE_DETAIL), OUTLINE_DETAIL, OUTLINE_LEAST),
    }


def _offsets(sheet: Sheet) -> list[tuple[float, float]]:
    x, y = sheet.centre(0)
    return [(corner_x - x, corner_y - y) for corner_x, corner_y in sheet.corners(0)]


def _band(front: BaseGeometry, country: BaseGeometry) -> BaseGeometry:
    return front.buffer(BAND).intersection(country)


def _arctic(sheet: Sheet, played: BaseGeometry) -> list[list[int]]:
    """Through the middle of the hexes on the line, over land only; not every map has one."""
    if "arctic_line_row" not in sheet.geography["grid"]:
        return []
    row = sheet.geography["grid"]["arctic_line_row"] - 1
    _, y = sheet.centre(row * sheet.grid.columns)
    left, _, right, _ = sheet.paper.bounds
    return whole_lines(LineString([(left, y), (right, y)]).intersection(played.buffer(60)), LINE_DETAIL)


def _places(sheet: Sheet) -> list[Tree]:
    """Villages and junctions, one a hex and none where a town or its name is."""
    taken = {*sheet.hexes["towns"], *_under_names(sheet)}
    placed = []
    for place in sheet.of_map("places"):
        if place["hex"] not in taken:
            taken.add(place["hex"])
            placed.append({"name": place["name"], "hex": place["hex"]})
    neutral = [{"name": town["name"], "hex": town["hex"], "neutral": True} for town in sheet.of_map("neutral_towns")]
    return [*placed, *neutral]


def _under_names(sheet: Sheet) -> list[str]:
    """The hexes beside towns whose name stands there."""
    hexes = {town: sheet.grid.index(number) for number, town in sheet.hexes["towns"].items()}
    ways = {"left": DIRECTIONS["pointy"].index("W"), "right": DIRECTIONS["pointy"].index("E")}
    standing = [(town, side) for side, towns in sheet.drawn["beside"].items() for town in towns]
    beside = [sheet.grid.beyond[hexes[town] * 6 + ways[side]] for town, side in standing]
    return [sheet.grid.number(hex_) for hex_ in beside if hex_ >= 0]
