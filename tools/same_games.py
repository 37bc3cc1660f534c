"""Plays every game of the bank again, act by act, and says which come out otherwise, and which answers computer players
choose otherwise.

    python tools/same_games.py [--only NAME] [--jobs 2]     compare; ends with 1 if anything differs
    python tools/same_games.py --write                      put in what is not there (after a new rules version)
    python tools/same_games.py --choices                    list anew what computer players choose; say so in the commit

The records lie in tests/bank/ and are never played anew: neither a computer player nor `sample` can change them. A game
of another rules version differs too, for its states cannot be checked.
"""

from __future__ import annotations

import argparse
import gzip
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TypeVar

from kept_games import choices
from kept_games.games import BANK, GAMES, Banked, played

from feltherre.core.catalogue import render
from feltherre.core.record import BadRecord
from feltherre.core.replay import verify

T = TypeVar("T")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--only", help="only the games whose name contains this")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes work beside each other")
    parser.add_argument("--write", action="store_true", help="put in the games that are not there")
    parser.add_argument("--choices", action="store_true", help="list anew what computer players choose")
    given = parser.parse_args()
    games = [one for one in GAMES if not given.only or given.only in one.name]
    if not games:
        parser.error(f"no game of the bank has {given.only} in its name")
    if given.write:
        return write(games, given.jobs)
    if given.choices:
        return list_choices(games, given.jobs)
    started = time.monotonic()
    differ = left_over() + compare(games, given.jobs)
    for line in differ:
        print(line)
    print(f"{len(games)} games, {len(differ)} differences, in {time.monotonic() - started:.0f} s")
    return 1 if differ else 0


def compare(games: Sequence[Banked], jobs: int) -> list[str]:
    """What is not as it was, a line each; nothing if all is."""
    faults = in_parallel(fault_of, games, jobs)
    listed = [one for one in games if one in choices.listed()]
    kept = choices.kept()
    now = in_parallel(choices.chosen, listed, jobs)
    found = [f"{one.name}: {fault}" for one, fault in faults if fault]
    return found + [fault for one, digests in now if (fault := other_choice(one, kept.get(one.name), digests))]


def fault_of(banked: Banked) -> str | None:
    """Why the kept game does not come out as it was; None if it does, with every die and state checked."""
    if not banked.file.exists():
        return "is not in the bank; --write puts it there"
    try:
        found = verify(gzip.decompress(banked.file.read_bytes()))
    except BadRecord as complaint:
        return render(complaint.reason)
    if not found.states_checked:
        return "has another rules version, so that its states were not checked"
    return None if found.finished and found.dice_checked else "is not finished"


def other_choice(banked: Banked, kept: list[str] | None, now: list[str]) -> str | None:
    if kept == now:
        return None
    if kept is None:
        return f"{banked.name}: its answers are not listed; --choices lists them"
    same = next(
        (n for n, (one, other) in enumerate(zip(kept, now, strict=False)) if one != other), min(len(kept), len(now))
    )
    return f"{banked.name}: {banked.player} chooses otherwise in group {same + 1} of {len(kept)}"


def left_over() -> list[str]:
    names = {one.file.name for one in GAMES}
    return [f"{file.name}: no game of the bank" for file in sorted(BANK.glob("*.jsonl.gz")) if file.name not in names]


def write(games: Sequence[Banked], jobs: int) -> int:
    """Play the games that are not there, or cannot be checked any more, and keep them."""
    wanted = [one for one, fault in in_parallel(fault_of, games, jobs) if fault]
    BANK.mkdir(exist_ok=True)
    for one, record in in_parallel(played, wanted, jobs):
        one.file.write_bytes(gzip.compress(record, 9, mtime=0))
    print(f"{len(wanted)} games put in the bank, {len(games) - len(wanted)} were there")
    return 0


def list_choices(games: Sequence[Banked], jobs: int) -> int:
    listed = [one for one in games if one in choices.listed()]
    found = {one.name: digests for one, digests in in_parallel(choices.chosen, listed, jobs)}
    choices.keep({**choices.kept(), **found})
    print(f"{len(found)} games listed")
    return 0


def in_parallel(work: Callable[[Banked], T], games: Sequence[Banked], jobs: int) -> list[tuple[Banked, T]]:
    """(game, what the work gives for it), in order, with a line of how far it is where a person watches."""
    done: dict[str, T] = {}
    with ProcessPoolExecutor(jobs) as pool:
        futures = {pool.submit(work, one): one for one in games}
        for future in as_completed(futures):
            done[futures[future].name] = future.result()
            if sys.stderr.isatty():
                print(f"\r   {work.__name__}: {len(done)} of {len(games)} ", end="", file=sys.stderr, flush=True)
    return [(one, done[one.name]) for one in games]


if __name__ == "__main__":
    sys.exit(main())
