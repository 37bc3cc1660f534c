"""Draws the map of Norway 1940: reads shapes.yaml, map.yaml and the coast, writes drawing.json.

    python tools/mapmaker/make.py [--out FILE]

Needs the development extra (shapely) and `npm ci` in web/ (the coast is in the npm package world-atlas).
docs/games/norway-map.md says what stands in the file.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mapmaker.coast import ATLAS, Atlas
from mapmaker.drawing import Drawing, written
from mapmaker.faces import cut_faces
from mapmaker.ground import lay_ground
from mapmaker.lines import net_of, without_stubs
from mapmaker.shapes import DATA, read_map, read_shapes
from mapmaker.strokes import draw

DRAWING = DATA / "drawing.json"
STUB = 4.0  # lines shorter than this cannot be seen


def make() -> str:
    shapes = read_shapes()
    ground = lay_ground(shapes, Atlas())
    arcs = draw(without_stubs(net_of(cut_faces(ground)), STUB))
    return written(Drawing(shapes, read_map(), ground, arcs).tree())


def main() -> int:
    parser = argparse.ArgumentParser(description="Draws the map of Norway 1940.")
    parser.add_argument("--out", type=Path, default=DRAWING)
    options = parser.parse_args()
    if not ATLAS.exists():
        print("The coast is missing: run `npm ci` in web/ (package world-atlas).", file=sys.stderr)
        return 1
    text = make()
    options.out.write_text(text, encoding="utf-8")
    print(f"{options.out.name}: {len(text.encode()) / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
