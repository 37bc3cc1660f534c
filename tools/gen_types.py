"""Writes the JSON Schema of what the client draws, board and scene (core/scene.py), and turns it into TypeScript types.

The schema goes to web/schema/, the types made from it to web/src/generated/. Both are made, never edited, and kept out
of git.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

from feltherre.core.overlay import Overlay
from feltherre.core.scene import Board, Scene

ROOT = Path(__file__).resolve().parent.parent
SCHEMAS = ROOT / "web" / "schema"


def main() -> int:
    write({"scene": schema()})
    return subprocess.run(["npm", "run", "--silent", "types"], cwd=ROOT / "web").returncode


def schema() -> dict[str, Any]:
    """The types of board, scene and overlay with all that they name."""
    _, components = msgspec.json.schema_components((Board, Scene, Overlay), ref_template="#/$defs/{name}")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Drawn", "$defs": components}


def write(schemas: dict[str, dict[str, Any]]) -> None:
    shutil.rmtree(SCHEMAS, ignore_errors=True)
    SCHEMAS.mkdir(parents=True)
    for name, document in schemas.items():
        (SCHEMAS / f"{name}.json").write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
