"""A map of hexes is drawn from what its files say: other kinds of ground, one land, no borders, no water of its own."""

import math
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from feltherre.core import paths
from feltherre.hexgame.drawing import Drawn, drawn

shapely = pytest.importorskip("shapely", reason="shapely is in the development extra: pip install -e '.[dev]'")
sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

from hexmaker.drawing import tree_of  # noqa: E402
from hexmaker.land import lay_land  # noqa: E402
from hexmaker.sheet import Sheet, read_sheet  # noqa: E402
from mapmaker.coast import ATLAS, Atlas  # noqa: E402

pytestmark = pytest.mark.skipif(not ATLAS.exists(), reason="the coast is missing: run `npm ci` in web/")

RADIUS, SOUTH, NORTH, MIDDLE = 6371.0, math.radians(48), math.radians(50), math.radians(49)
TERRAIN = ("~~~~~~~~", "~~~~~fff", "~~~fffff", "~~ffbbff", "~fffbbcc", "ffffffcc")


def cone() -> dict[str, float]:
    n = (math.cos(SOUTH) - math.cos(NORTH)) / (NORTH - SOUTH)
    g = math.cos(SOUTH) / n + SOUTH
    return {"radius_km": RADIUS, "central_meridian": -1.0, "n": n, "G": g, "rho0_km": RADIUS * (g - MIDDLE)}


def lower_normandy(folder: Path) -> Sheet:
    """Six rows of hexes from the Channel southwards, with bocage and a beach that nobody would find there."""
    written = {
        "map": {"game": "shore", "grid": {"centre_of_0101_km": {"x": -105.0, "y": 65.0}}, "projection": cone()},
        "hexes": {
            "columns": 8,
            "rows": 6,
            "terrain": list(TERRAIN),
            "territory": ["".join("~" if at == "~" else "L" for at in row) for row in TERRAIN],
            "towns": {},
            "road_links": [["0405", "0505"], ["0505", "0605"]],
        },
        "drawn": {
            "grounds": {"bocage": "b", "beach": "c"},
            "hachured": [],
            "ways": ["road"],
            "sides": {"invader": {"letter": "L"}},
            "belligerent": ["France"],
            "fronts": 0,
            "neutral": {},
            "closed": "",
            "near": {"south": 45.0, "north": 52.0, "west": -6.0, "east": 4.0},
            "names": [{"kind": "water", "id": "channel", "at": [49.8, -1.0], "turn": 0, "size": 120}],
            "beside": {},
        },
    }
    for name, tree in written.items():
        (folder / f"{name}.yaml").write_text(yaml.safe_dump(tree), encoding="utf-8")
    return read_sheet(folder, folder / "drawn.yaml")


def shape(rings: list[list[int]]) -> Any:
    """Even-odd, as it is drawn."""
    found = shapely.Polygon()
    for ring in rings:
        found = found.symmetric_difference(shapely.Polygon(list(zip(ring[::2], ring[1::2], strict=True))))
    return found


def test_kinds_of_ground_are_what_the_file_says(tmp_path: Path) -> None:
    sheet = lower_normandy(tmp_path)
    tree = tree_of(sheet, lay_land(sheet, Atlas()))
    assert (tree["game"], tree["rivers"], tree["lakes"], tree["front"], tree["hachures"]) == ("shore", [], [], [], [])
    assert "marsh" not in tree
    assert "mountain" not in tree
    land = shape(tree["land"])
    for kind, letter in (("bocage", "b"), ("beach", "c")):
        patch = shape(tree[kind])
        own = [sheet.outline(hex_) for hex_, at in enumerate("".join(TERRAIN)) if at == letter]
        assert len(own) == 4
        assert patch.area > 0.4 * sum(hex_.area for hex_ in own)
        assert patch.difference(shapely.unary_union(own)).area < 0.1 * patch.area
        assert patch.difference(land.buffer(5)).area == 0
    assert len(tree["roads"]) == 1
    assert "rails" not in tree


def test_the_board_shows_them_as_layers_of_their_kind(tmp_path: Path) -> None:
    sheet = lower_normandy(tmp_path)
    tree = tree_of(sheet, lay_land(sheet, Atlas()))
    layers = drawn("shore", tree, [Drawn("bocage", "fill", "bocage", "rings"), Drawn("road", "line", "roads", "lines")])
    assert [(layer.kind, layer.form) for layer in layers["layers"]] == [("bocage", "fill"), ("road", "line")]
    assert layers["layers"][0].path == paths.rings(tree["bocage"])
    assert [name.text.key for name in layers["names"]] == ["shore.map.channel"]
