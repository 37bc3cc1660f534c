"""Changes each number in the tables and marked functions of a game in turn, and lists those that no test notices.

    python tools/mutants.py norway [--jobs 2] [--only combat] [--limit 50] [--second-stage] [--json]

A number in a function marked with @rule must be noticed by a test that proves one of its rules; a number in a table (a
constant of a module, or a data file or table of the ledger as the game's data/mutants.yaml lists it) by any test in
tests/rules/<game>/, or of that game in tests/rules/test_procedures.py; in a row that names its rule by one that proves
that rule.
Accepted survivors are explained in tools/mutants-explained.yaml. Ends with 1 if any survivor is not.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
from mutation.find_code import function_mutants, table_mutants
from mutation.find_data import data_mutants, ledger_mutants, read_list
from mutation.fresh import FreshRun
from mutation.mutant import Mutant
from mutation.quick import QuickRun, run_quick
from mutation.report import Outcome, Tally, entry, read_explanations, show

from feltherre.core.errors import BadInput
from feltherre.core.ledger.counting import directory_of, import_all, package_of
from feltherre.core.ledger.proofs import find_tests
from feltherre.core.marks import game_of

EXPLAINED = Path(__file__).with_name("mutants-explained.yaml")


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    begin = time.perf_counter()
    package, directory, tests = _find(options.game)
    broken = list(import_all(package))
    mutants = _chosen(_all_mutants(package, directory, options.second_stage), options.only, options.limit)
    alive, failing = _run(mutants, package, directory, tests, options)
    outcome = _outcome(options, mutants, alive, [*broken, *failing], tests.parents[2], time.perf_counter() - begin)
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(outcome), indent=2).decode())
    else:
        show(outcome)
    return 1 if outcome.survivors or outcome.failing else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="?", default="norway")
    parser.add_argument("--jobs", type=int, default=2, help="mutants that run beside each other")
    parser.add_argument(
        "--only", metavar="MODULE", help="only this module or data file (combat, procedures/combat, cards.yaml)"
    )
    parser.add_argument("--limit", type=int, help="only so many mutants, spread evenly")
    parser.add_argument("--second-stage", action="store_true", help="also one less, and other comparisons")
    parser.add_argument("--least-seconds", type=int, default=20, help="an endless mutant is given up after this time")
    parser.add_argument("--explained", type=Path, default=EXPLAINED, help="the file of accepted survivors")
    parser.add_argument("--json", action="store_true")
    return parser


def _find(game: str) -> tuple[str, Path, Path]:
    """Package, its directory, and its tests."""
    try:
        package = package_of(game)
    except BadInput as error:
        raise SystemExit(str(error)) from None
    directory = directory_of(package).absolute()
    tests = find_tests(directory, game)
    if tests is None:
        raise SystemExit(f"there is no tests/rules/{game} above {directory}")
    return package, directory, tests


def _all_mutants(package: str, directory: Path, second_stage: bool) -> list[Mutant]:
    listed = read_list(directory)
    found = list(function_mutants(game_of(package + ".module"), directory, second_stage))
    found += table_mutants(directory, listed.skip_modules, second_stage)
    found += data_mutants(directory, listed, second_stage)
    found += ledger_mutants(directory, listed, second_stage)
    return sorted(found, key=lambda mutant: (mutant.file, mutant.start))


def _chosen(mutants: list[Mutant], only: str | None, limit: int | None) -> list[Mutant]:
    if only:
        endings = (f"/{only}", f"/{only}.py", f"/{only}.yaml")
        mutants = [mutant for mutant in mutants if mutant.file.as_posix().endswith(endings)]
    if limit is None or limit >= len(mutants):
        return mutants
    return [mutants[place * len(mutants) // limit] for place in range(limit)]


def _run(
    mutants: list[Mutant], package: str, directory: Path, tests: Path, options: argparse.Namespace
) -> tuple[list[Mutant], Iterable[str]]:
    """The mutants that no test notices, and the tests that fail anyway."""
    first = Tally(sum(mutant.quick for mutant in mutants))
    quick = QuickRun([mutant for mutant in mutants if mutant.quick], options.jobs, options.least_seconds, first.tell)
    if quick.mutants:
        run_quick(tests, quick)
    again = [mutant for mutant in mutants if not mutant.quick or mutant in first.survivors]
    second = Tally(len(again), last=True)
    fresh = FreshRun(package, directory, tests, options.jobs, options.least_seconds, second.tell)
    fresh.run(again)
    return second.survivors, dict.fromkeys([*quick.failing, *fresh.failing])


def _outcome(
    options: argparse.Namespace,
    mutants: list[Mutant],
    alive: list[Mutant],
    failing: Iterable[str],
    root: Path,
    seconds: float,
) -> Outcome:
    explanations = read_explanations(options.explained, options.game)
    why = {mutant: e.why for mutant in alive for e in explanations if e.explains(mutant)}
    whole = options.only is None and options.limit is None and options.second_stage
    stale = [e for e in explanations if not any(e.explains(mutant) for mutant in alive)]
    return Outcome(
        game=options.game,
        mutants=len(mutants),
        killed=len(mutants) - len(alive),
        survivors=[entry(mutant, root) for mutant in alive if mutant not in why],
        explained=[entry(mutant, root, why[mutant]) for mutant in alive if mutant in why],
        stale=stale if whole else [],
        failing=list(failing),
        seconds=round(seconds, 1),
    )


if __name__ == "__main__":
    sys.exit(main())
