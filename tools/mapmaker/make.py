"""Draws the map of Norway 1940: reads shapes.yaml, map.yaml and the coast, writes drawing.json.

    python tools/mapmaker/make.py [--out FILE]

Needs the development extra (shapely) and `npm ci` in web/ (the coast is in the npm package world-atlas).
docs/games/norway-map.md says what stands in the file.
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mapmaker.coast import Atlas
from mapmaker.drawing import Drawing, written
from mapmaker.faces import cut_faces
from mapmaker.ground import lay_ground
from mapmaker.lines import net_of, without_stubs
from mapmaker.shapes import DATA, read_map, read_shapes
from mapmaker.strokes import draw
from mapmaker.writing import write_drawing

DRAWING = DATA / "drawing.json"
STUB = 4.0  # lines shorter than this cannot be seen


def make() -> str:
    shapes = read_shapes()
    ground = lay_ground(shapes, Atlas())
    arcs = draw(without_stubs(net_of(cut_faces(ground)), STUB))
    return written(Drawing(shapes, read_map(), ground, arcs).tree())


def main() -> int:
    return write_drawing("Draws the map of Norway 1940.", make, DRAWING)


if __name__ == "__main__":
    sys.exit(main())
