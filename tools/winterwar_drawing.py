"""Draws the map of the Winter War: reads map.yaml, hexes.yaml, hexmaker/winterwar.yaml and the coast, and writes
drawing.json.

    python tools/winterwar_drawing.py [--out FILE]

Needs the development extra (shapely) and `npm ci` in web/ (the coast is in the npm package world-atlas).
docs/games/winterwar-map.md says what stands in the file.
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent))

from hexmaker.drawing import tree_of
from hexmaker.land import lay_land
from hexmaker.sheet import read_sheet
from mapmaker.coast import Atlas
from mapmaker.drawing import written
from mapmaker.writing import write_drawing

TOOLS = Path(__file__).resolve().parent
DATA = TOOLS.parent / "src" / "feltherre" / "games" / "winterwar" / "data"
DRAWING = DATA / "drawing.json"


def make() -> str:
    sheet = read_sheet(DATA, TOOLS / "hexmaker" / "winterwar.yaml")
    return written(tree_of(sheet, lay_land(sheet, Atlas())))


def main() -> int:
    return write_drawing("Draws the map of the Winter War.", make, DRAWING)


if __name__ == "__main__":
    sys.exit(main())
