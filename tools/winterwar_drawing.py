"""Draws the map of the Winter War: reads map.yaml, hexes.yaml and the coast, writes drawing.json.

    python tools/winterwar_drawing.py [--out FILE]

Needs the development extra (shapely) and `npm ci` in web/ (the coast is in the npm package world-atlas).
docs/games/winterwar-map.md says what stands in the file.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent))

from hexmaker.drawing import tree_of
from hexmaker.land import lay_land
from hexmaker.sheet import DATA, read_sheet
from mapmaker.coast import ATLAS, Atlas
from mapmaker.drawing import written

DRAWING = DATA / "drawing.json"


def make() -> str:
    sheet = read_sheet()
    return written(tree_of(sheet, lay_land(sheet, Atlas())))


def main() -> int:
    parser = argparse.ArgumentParser(description="Draws the map of the Winter War.")
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
