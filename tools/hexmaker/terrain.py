"""Kinds of ground as soft patches over their hexes, and the strokes that show mountains."""

from __future__ import annotations

from mapmaker.coast import polygons_of
from mapmaker.hachures import hachures
from shapely import unary_union
from shapely.geometry.base import BaseGeometry

from hexmaker.hand import soft_shape
from hexmaker.sheet import Sheet

INSET = 34.0  # a patch keeps this far from hexes of another kind
ROUND = 60.0
STRAY = (20.0, 170.0)


def patches(sheet: Sheet, land: BaseGeometry) -> dict[str, BaseGeometry]:
    """The ground of each kind on the hexes that are played on."""
    terrain = sheet.letters("terrain")
    drawn = {}
    for kind, letter in sheet.drawn["grounds"].items():
        hexes = [sheet.outline(n).buffer(1) for n, at in enumerate(terrain) if at == letter and sheet.is_open(n)]
        shape = unary_union(hexes).buffer(-INSET - ROUND).buffer(ROUND)
        drawn[kind] = soft_shape(kind, shape, *STRAY).intersection(land)
    return drawn


def strokes(sheet: Sheet, ground: dict[str, BaseGeometry]) -> list[int]:
    """Hachures from the rim of each massif inwards, as x, y, dx, dy, ..."""
    return [
        number
        for kind in sheet.drawn["hachured"]
        for place, polygon in enumerate(polygons_of(ground[kind]))
        for number in hachures(f"{sheet.geography['game']} {place}", polygon)
    ]
