"""Says whether tests/records/ has records of the rules as they are now; with --write it plays and adds those it lacks.

python tools/keep_records.py [--write]

To be run when a rules version has been raised and nothing more is changed under it. A record that is kept is never
written again: it must be read, verified and shown for ever.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from battery import MOST_ACTIONS, Way, setup_of, somewhere
from feltherre.core.match import Match
from feltherre.core.registry import game_ids, get_game
from kept_records import DIRECTORY, KEY

#: of so many games at random the shortest is kept
SEEDS = range(1, 6)
SNAPSHOT_EVERY = 100
KINDS = ("finished", "unfinished")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="play and add the records that are lacking")
    write = parser.parse_args().write
    lacking = [(way, kind) for way in ways() for kind in KINDS if not file_of(way, kind).exists()]
    for way, kind in lacking:
        file = file_of(way, kind)
        if write:
            file.write_bytes(gzip.compress(record(way, kind), mtime=0))
        print(f"{'written' if write else 'lacking'}: {file.name}")
    return 0 if write or not lacking else 1


def ways() -> Iterator[Way]:
    """Every version of the rules of every game."""
    for game in map(get_game, game_ids()):
        for options in game.variants():
            yield Way(game.id, 0, tuple(options.items()))


def file_of(way: Way, kind: str) -> Path:
    """`norway-advanced-2-finished.jsonl.gz`, or with the options of the version before its kind."""
    chosen = [value for _, value in way.options][:1]
    return DIRECTORY / f"{'-'.join((way.game, get_game(way.game).rules_version, *chosen, kind))}.jsonl.gz"


def record(way: Way, kind: str) -> bytes:
    """A short game at random, whole or its first half."""
    length, seed = min((len(played(way, seed).lines), seed) for seed in SEEDS)
    match = played(way, seed, length // 2 if kind == "unfinished" else MOST_ACTIONS)
    if kind == "finished":
        match.end()
    return match.data()


def played(way: Way, seed: int, most: int = MOST_ACTIONS) -> Match[Any]:
    """A game at random after so many actions, or at its end, with a snapshot now and then and at the last."""
    match: Match[Any] = Match(get_game(way.game), setup_of(way), key=KEY, contributions=(str(seed),))
    rng = Random(seed)
    while most > 0 and not match.over:
        somewhere(match, rng, min(most, SNAPSHOT_EVERY))
        match.snapshot()
        most -= SNAPSHOT_EVERY
    return match


if __name__ == "__main__":
    sys.exit(main())
