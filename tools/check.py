"""Runs the checks of `make test`, `make test-all` and `make lint` one after the other and sums them up at the end.

A check that fails does not keep the others from running; the exit code says whether any of them failed. A check that
could not be made is named as SKIPPED.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from browser import SKIPPED
from full_numbers.kept import folder_of, once

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PYTHON = sys.executable
CODE = ("src", "tests", "tools", "bench")

TABLE = "tools/test_all.py"
#: what is kept of a check that passed: its exit code and seconds
PASSED = re.compile("0 ")
#: exit codes that are no failure
WORDS = {0: "passed", SKIPPED: "SKIPPED"}


@dataclass(frozen=True)
class Check:
    name: str
    words: tuple[str, ...]
    folder: Path = ROOT


LINT = (
    Check("ruff check: mistakes and habits", (PYTHON, "-m", "ruff", "check", *CODE)),
    Check("ruff format: layout", (PYTHON, "-m", "ruff", "format", "--check", *CODE)),
    Check("mypy --strict: types", (PYTHON, "-m", "mypy")),
)

WEB_CHECKS = (
    Check("tsc: types of the browser client", ("npm", "run", "--silent", "check"), WEB),
    Check("vitest: tests of the browser client", ("npm", "run", "--silent", "test"), WEB),
)

BROWSER = Check("browser: real-browser tests", (PYTHON, "tools/browser.py"))
BROWSER_FULL = Check("browser: real-browser tests, with more games", (PYTHON, "tools/browser.py", "--full"))

BENCH = Check("bench: every performance figure is still measured", ("make", "--silent", "bench"))


def pytest(jobs: str) -> Check:
    return Check("pytest: a fixed sample of every suite", (PYTHON, "-m", "pytest", "-n", jobs))


def checks(which: str, jobs: str) -> tuple[Check, ...]:
    if which == "lint":
        return LINT
    if which == "web":
        return WEB_CHECKS
    if which == "browser":
        return (BROWSER,)
    if which == "test":
        return (*LINT, pytest(jobs), *WEB_CHECKS, BROWSER)
    table = Check("the full numbers as a table", (PYTHON, TABLE, "--jobs", jobs))
    return (*LINT, *WEB_CHECKS, BROWSER_FULL, BENCH, table)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("which", choices=("test", "test-all", "lint", "web", "browser"))
    parser.add_argument("--jobs", default="2", help="how many processes pytest uses (default: 2)")
    arguments = parser.parse_args()
    chosen = checks(arguments.which, arguments.jobs)
    started = time.monotonic()
    if arguments.which == "test-all":
        with folder_of() as folder:
            results = [(check, *carry_out_once(folder, check)) for check in chosen]
    else:
        results = [(check, *carry_out(check)) for check in chosen]
    print(f"\n== Summary of make {arguments.which}", flush=True)
    for check, code, seconds in results:
        print(f"  {WORDS.get(code, 'FAILED'):<7}  {seconds:6.1f} s  {check.name}")
    failed = [check.name for check, code, _ in results if code not in WORDS]
    skipped = [check.name for check, code, _ in results if code == SKIPPED]
    verdict = f"{len(failed)} of {len(results)} failed" if failed else f"all {len(results) - len(skipped)} passed"
    print(f"  {verdict} in {time.monotonic() - started:.0f} s")
    for name in skipped:
        print(f"  !! SKIPPED, so nothing is known of it: {name} (what is missing is said above)")
    return 1 if failed else 0


def carry_out_once(folder: Path, check: Check) -> tuple[int, float]:
    """`carry_out`, unless the check has passed in this very checkout before; the table knows that for itself."""
    if check.words[1] == TABLE:
        return carry_out(check)
    code, seconds = once(folder, check.name, lambda: "{} {}".format(*carry_out(check)), PASSED.match).split()
    return int(code), float(seconds)


def carry_out(check: Check) -> tuple[int, float]:
    """(exit code, seconds) of one check, its output shown as it comes."""
    print(f"\n== {check.name}", flush=True)
    started = time.monotonic()
    code = subprocess.run(check.words, cwd=check.folder).returncode
    return code, time.monotonic() - started


if __name__ == "__main__":
    sys.exit(main())
