"""A drawn map as a board shows it: the layers, names and signs of a drawing that tools/hexmaker makes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from feltherre.core import paths, scene
from feltherre.core.text import say

#: how the shapes of a layer are written
_PATHS: Mapping[str, Callable[[Any], str]] = {
    "rings": paths.rings,
    "lines": paths.lines,
    "strokes": paths.strokes,
    "lakes": lambda lakes: "".join(paths.rings(lake["rings"]) for lake in lakes),
}


class Drawn(NamedTuple):
    """A layer of the map: its kind and form on the board, the list of the drawing, and how its shapes are written:
    rings, lines, strokes, lakes, bands of each side; or the grid, whose lines follow from the hexes."""

    kind: str
    form: str
    list: str
    shapes: str


@cache
def drawing_of(file: Path) -> dict[str, Any]:
    drawing: dict[str, Any] = msgspec.json.decode(file.read_bytes())
    return drawing


def drawn(game: str, drawing: dict[str, Any], layers: Sequence[Drawn]) -> dict[str, Any]:
    """The fields of a board that the drawing gives. `layers` from below."""
    x, y, width, height = drawing["view_box"]
    return {
        "box": (x, y, width, height),
        "unit": drawing["hex_width"],
        "columns": drawing["columns"],
        "corners": tuple(drawing["corners"]),
        "layers": tuple(layer for each in layers for layer in _layers(each, drawing)),
        "names": tuple(_names(game, drawing)),
        "signs": tuple(scene.Sign(kind="bridge", at=(bx, by), turn=turn) for bx, by, turn in drawing["bridges"]),
        "outline": paths.rings(drawing["outline"]),
    }


def _layers(each: Drawn, drawing: dict[str, Any]) -> Iterator[scene.Layer]:
    if each.shapes == "bands":
        for side, rings in drawing[each.list].items():
            yield scene.Layer(kind=each.kind, path=paths.rings(rings), side=side)
    else:
        path = _PATHS[each.shapes](drawing[each.list]) if each.list else ""
        yield scene.Layer(kind=each.kind, form=each.form, path=path)  # type: ignore[arg-type]


def _names(game: str, drawing: dict[str, Any]) -> Iterator[scene.Printed]:
    for name in drawing["names"]:
        kind, id_ = name["kind"], name["id"]
        words = say(f"{game}.nation.{id_}" if kind == "country" else f"{game}.map.{id_}")
        yield scene.Printed(text=words, at=tuple(name["at"]), kind=kind, turn=name["turn"], size=name["size"])
    at = dict(zip(drawing["numbers"], centres(drawing), strict=True))
    for village in drawing["places"]:
        kind = "village-abroad" if village.get("neutral") else "village"
        yield scene.Printed(text=say("core.plain", text=village["name"]), at=at[village["hex"]], kind=kind)


def centres(drawing: dict[str, Any]) -> list[tuple[int, int]]:
    """The centre of each hex."""
    return list(zip(drawing["centres"][::2], drawing["centres"][1::2], strict=True))
