"""The full numbers of every suite, printed as a table at the end: what `make test-all` runs.

    python tools/test_all.py [--jobs 2] [--try]

The suites run with --full, the server is probed, computer players play their series, and every record they leave is
verified and then changed in several ways, all of which verification must refuse. Ends with 1 if any number falls short.
It takes hours; stopped and started again in a checkout without changes it goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from full_numbers import probed, records, series, suites
from full_numbers.kept import folder_of
from full_numbers.row import Row, none, table
from kept_games.games import GAMES
from same_games import compare

#: with --try every series is so many times shorter, and of the suites only a sample on the tiny game is run
SHORTER = 25


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--jobs", type=int, default=2, help="how many processes work beside each other")
    parser.add_argument(
        "--try", dest="trial", action="store_true", help="a little of everything, to see that it runs; falls short"
    )
    options = parser.parse_args()
    started = time.monotonic()
    rows = list(everything(options.jobs, options.trial))
    print(f"\n{table(rows)}\n")
    short = [row for row in rows if not row.ok]
    verdict = f"{len(short)} of {len(rows)} fall short" if short else f"all {len(rows)} are met"
    print(f"{verdict}, in {time.monotonic() - started:.0f} s", flush=True)
    return 1 if short else 0


def everything(jobs: int, trial: bool) -> Iterator[Row]:
    with TemporaryDirectory() if trial else folder_of() as directory:
        folder = Path(directory)
        tell("the test suites" + ("" if trial else " with their full numbers"))
        parts, more = (["tests/battery"], ("-k", "lanterns")) if trial else (suites.all_parts(), ("--full",))
        yield from suites.rows(suites.run(jobs, folder, parts, *more))
        tell("the probes of the server")
        yield from probed.rows(folder, trial)
        for game in series.games():
            tell(f"the rules of {game}")
            yield coverage(game)
        for game in series.games():
            tell(f"series of {game}")
            yield from series.rows(game, jobs, folder, SHORTER if trial else 1)
        tell("the records of these games")
        yield from records.rows(folder, jobs)
        tell("the bank of games")
        games = GAMES[-1:] if trial else GAMES
        yield none(
            f"games of the bank, or answers listed, that come out otherwise, of {len(games)}", compare(games, jobs)
        )


def coverage(game: str) -> Row:
    """Rules of the game's scope without code or without a test."""
    words = [str(series.FELTHERRE), "rules", game, "--coverage", "--json"]
    told = json.loads(subprocess.run(words, stdout=subprocess.PIPE, text=True).stdout)
    measured = f"{told['in_code']} in code, {told['in_tests']} in tests"
    return Row(f"{game}: rules carried out and proven", f"{told['rules']}", measured, not told["missing"])


def tell(what: str) -> None:
    print(f"\n== {what}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
