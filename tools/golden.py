"""Plays the golden play-throughs of every game again and says which differ; with --write it keeps them as they are now.

python tools/golden.py [--write] [GAME ...]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from battery.playthrough import GOLDEN, play_throughs
from battery.tiny import small_games_installed


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="keep them as they are played now")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games; without one, all of them")
    asked = parser.parse_args()
    write, games = asked.write, set(asked.games)
    with small_games_installed():
        played = [kept for kept in play_throughs() if not games or kept.way.game in games]
        now = {kept.file: kept.tell() for kept in played}
    if unknown := sorted(games - {kept.way.game for kept in played}):
        parser.error(f"no game is called {', '.join(unknown)}")
    files = [file for file in GOLDEN.glob("*.txt") if not games or file.name.partition("-")[0] in games]
    kept = {file: file.read_text(encoding="utf-8") for file in files}
    changed = sorted(file for file, story in now.items() if kept.get(file) != story)
    left_over = sorted(set(kept) - set(now))
    if write:
        for file in changed:
            file.write_text(now[file], encoding="utf-8")
        for file in left_over:
            file.unlink()
    for what, files in (("written" if write else "differs", changed), ("removed" if write else "left over", left_over)):
        for file in files:
            print(f"{what}: {file.name}")
    print(f"{len(now)} play-throughs, {len(changed)} of them changed")
    return 0 if write or not (changed or left_over) else 1


if __name__ == "__main__":
    sys.exit(main())
