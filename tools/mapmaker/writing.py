"""The command of a tool that draws a map: where the drawing goes, and what is missing if it cannot be made."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from mapmaker.coast import ATLAS


def write_drawing(description: str, make: Callable[[], str], usual: Path) -> int:
    """Write the drawing to the usual place, or to the one that is asked for. The exit code."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--out", type=Path, default=usual)
    options = parser.parse_args()
    if not ATLAS.exists():
        print("The coast is missing: run `npm ci` in web/ (package world-atlas).", file=sys.stderr)
        return 1
    text = make()
    options.out.write_text(text, encoding="utf-8")
    print(f"{options.out.name}: {len(text.encode()) / 1000:.0f} kB")
    return 0
