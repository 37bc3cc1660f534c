"""Fresh runs: each mutant gets a process of its own that imports a copy of the source with the one file changed.

The copy is made of symbolic links, save the changed file and the directories above it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mutation.inner import NOT_THE_COPY
from mutation.mutant import Mutant
from mutation.quick import OPTIONS, PATIENCE, Killed

TOOLS = Path(__file__).parents[1]
#: tests of all games, beside the directories of each: what holds of every procedure, and the ledgers' examples
SHARED = "test_procedures.py"
#: a changed file never looks like the one that compiled code was kept of
LONG_AGO = 0


class FreshRun:
    """Runs mutants of one package in processes of their own."""

    def __init__(self, package: str, directory: Path, tests: Path, jobs: int, least_seconds: int, tell: Killed) -> None:
        self.package = package
        self.source = directory.parents[package.count(".")]
        self.tests = tests
        self.jobs = jobs
        self.least_seconds = least_seconds
        self.tell = tell
        self.failing: list[str] = []
        self.killers: Counter[str] = Counter()
        self.timeout: float = 600
        self.lock = threading.Lock()

    def run(self, mutants: Sequence[Mutant]) -> None:
        if not mutants:
            return
        self._try_without_mutants(mutants[0])
        with ThreadPoolExecutor(self.jobs) as pool:
            for mutant, killed in zip(mutants, pool.map(self._killed, mutants), strict=True):
                self.tell(mutant, killed)

    def _try_without_mutants(self, pattern: Mutant) -> None:
        """Which tests fail as things are, in a copy like the mutants' but with nothing changed."""
        begin = time.perf_counter()
        nothing = Mutant(pattern.file, pattern.start, pattern.end, pattern.old, pattern.old, pattern.where)
        status, failed, said = self._pytest(nothing, to_the_end=True)
        if status not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED):
            raise SystemExit(f"the tests cannot be run:\n{said}")
        self.failing = failed
        self.timeout = self.least_seconds + PATIENCE * (time.perf_counter() - begin)

    def _killed(self, mutant: Mutant) -> bool:
        try:
            status, failed, said = self._pytest(mutant)
        except subprocess.TimeoutExpired:
            return True
        if status == NOT_THE_COPY:
            raise SystemExit(said)
        with self.lock:
            self.killers.update(failed)
        return status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)

    def _pytest(self, mutant: Mutant, to_the_end: bool = False) -> tuple[int, list[str], str]:
        """Exit code, failed tests and output of a run with this mutant, up to the first failure or to the end."""
        with tempfile.TemporaryDirectory(prefix="mutant-") as temporary:
            copy = Path(temporary) / self.source.name
            lay_copy(self.source, copy, mutant)
            (Path(temporary) / "tests").symlink_to(self.tests.parents[1], target_is_directory=True)
            report = Path(temporary) / "failed"
            report.touch()
            told = {
                "package": self.package,
                "game": self.tests.name,
                "source": str(copy),
                "rules": mutant.rules,
                "leave_out": self.failing,
                "first": [nodeid for nodeid, _ in self.killers.most_common()],
                "report": str(report),
            }
            shared = [str(file) for file in [self.tests.parent / SHARED] if file.exists()]
            command = [sys.executable, "-m", "pytest", str(self.tests), *shared, *OPTIONS, "-p", "mutation.inner"]
            command += ["-o", f"pythonpath={copy}", *([] if to_the_end else ["-x"])]
            done = subprocess.run(
                command,
                env=_environment(copy) | {"MUTANT_RUN": json.dumps(told)},
                cwd=self.tests.parents[2],
                timeout=self.timeout,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
            return done.returncode, report.read_text(encoding="utf-8").splitlines(), done.stdout


def lay_copy(source: Path, copy: Path, mutant: Mutant) -> None:
    """Links to everything in a directory of source, but the mutant's file as changed."""
    copy.mkdir()
    for entry in source.iterdir():
        here = copy / entry.name
        if entry == mutant.file:
            here.write_text(mutant.mutated, encoding="utf-8")
            os.utime(here, (LONG_AGO, LONG_AGO))
        elif mutant.file.is_relative_to(entry):
            lay_copy(entry, here, mutant)
        else:
            here.symlink_to(entry, target_is_directory=entry.is_dir())


def _environment(copy: Path) -> dict[str, str]:
    """Python finds the copy before the original, and writes no compiled code (the links lead to the original's)."""
    given = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    paths = [str(copy), str(TOOLS), *(os.path.abspath(path) for path in given if path)]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(paths),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
