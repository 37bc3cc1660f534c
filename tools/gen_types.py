"""Asks every game for the JSON Schema of its types and turns them into the client's TypeScript types.

`feltherre games --json` says which games there are, `feltherre schema GAME` prints the schema of one. The schemas go
to web/schema/, the types made from them to web/src/generated/. Both are made, never edited, and kept out of git.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FELTHERRE = Path(sys.executable).parent / "feltherre"
SCHEMAS = ROOT / "web" / "schema"


def main() -> int:
    games = [game["id"] for game in json.loads(output_of("games", "--json")) if game["playable"]]
    schemas = {game: json.loads(output_of("schema", game)) for game in games}
    empty = [game for game, schema in schemas.items() if not schema.get("$defs")]
    if empty or not games:
        print(f"No types in the schema of: {', '.join(empty) or 'any game, for there is none'}.", file=sys.stderr)
        return 1
    write(schemas)
    return subprocess.run(["npm", "run", "--silent", "types"], cwd=ROOT / "web").returncode


def output_of(*arguments: str) -> str:
    """What the feltherre command prints; if it fails its own words are shown and we stop there."""
    done = subprocess.run([FELTHERRE, *arguments], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"`feltherre {' '.join(arguments)}` failed (exit {done.returncode}): the client's types need it.")
    return done.stdout


def write(schemas: dict[str, object]) -> None:
    shutil.rmtree(SCHEMAS, ignore_errors=True)
    SCHEMAS.mkdir(parents=True)
    for game, schema in schemas.items():
        (SCHEMAS / f"{game}.json").write_text(json.dumps(schema, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
