"""Quick runs: pytest collects the tests once, each mutant gets a forked child in which one function has other code.

A mutant that survives here is tried again in a fresh process (fresh.py), because code that ran while the package was
imported is not run again.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from feltherre.core.marks import MARKED_CODE
from mutation.find_code import CARRYING, mutated_code
from mutation.mutant import Mutant

#: options of every run of pytest here: nothing is cached, and nothing runs beside it
OPTIONS = ["-q", "-p", "no:cacheprovider", *(["-n0"] if find_spec("xdist") else [])]
#: a mutant may eat neither the machine nor the day
MEMORY = 4 << 30
#: how many times as long as without mutants a run may take, besides the least time
PATIENCE = 10

Killed = Callable[[Mutant, bool], None]


class QuickRun:
    """A pytest plugin that runs the mutants in place of the tests."""

    def __init__(self, mutants: Sequence[Mutant], jobs: int, least_seconds: int, tell: Killed) -> None:
        self.mutants = mutants
        self.jobs = jobs
        self.least_seconds = least_seconds
        self.tell = tell
        #: tests that fail without any mutant and so can tell nothing
        self.failing: list[str] = []
        self.seconds: dict[str, float] = {}
        self.failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        proving = [item for item in session.items if _rules(item)]
        self._try_without_mutants(proving)
        good = sorted((i for i in proving if i.nodeid in self.seconds), key=lambda i: self.seconds[i.nodeid])
        running: dict[int, Mutant] = {}
        for mutant in self.mutants:
            tests = [item for item in good if _rules(item).intersection(mutant.rules)]
            if not tests:
                self.tell(mutant, False)
                continue
            if len(running) == self.jobs:
                self._wait(running)
            running[self._start(mutant, tests)] = mutant
        while running:
            self._wait(running)
        return True

    def _try_without_mutants(self, items: Sequence[pytest.Item]) -> None:
        """Which tests pass as things are, and how long each takes."""
        with tempfile.NamedTemporaryFile("r") as report:
            child = os.fork()
            if child == 0:
                _quieten()
                with open(report.name, "w") as out:
                    for item in items:
                        begin = time.perf_counter()
                        passed = self._passes([item])
                        print(json.dumps([item.nodeid, passed, time.perf_counter() - begin]), file=out, flush=True)
                os._exit(0)
            os.waitpid(child, 0)
            for nodeid, passed, seconds in map(json.loads, report):
                if passed:
                    self.seconds[nodeid] = seconds
        self.failing = [item.nodeid for item in items if item.nodeid not in self.seconds]

    def _start(self, mutant: Mutant, tests: Sequence[pytest.Item]) -> int:
        child = os.fork()
        if child == 0:
            status = 1
            try:
                _quieten()
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                signal.alarm(self.least_seconds + int(PATIENCE * sum(self.seconds[test.nodeid] for test in tests)))
                exchange(mutant)
                status = 0 if self._passes(tests) else 1
            finally:
                os._exit(status)
        return child

    def _passes(self, tests: Sequence[pytest.Item]) -> bool:
        """Run tests up to the first that fails."""
        self.failed = False
        for test, following in zip(tests, [*tests[1:], None], strict=True):
            test.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
            if self.failed:
                return False
        return True

    def _wait(self, running: dict[int, Mutant]) -> None:
        child, status = os.wait()
        self.tell(running.pop(child), os.waitstatus_to_exitcode(status) != 0)


def run_quick(tests: Path, run: QuickRun) -> None:
    """Let pytest collect the tests of a game and the plugin do the rest."""
    said = StringIO()
    with redirect_stdout(said):
        status = pytest.main([str(tests), *OPTIONS, "--capture=no"], plugins=[run])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise SystemExit(f"the tests cannot be collected:\n{said.getvalue()}")


def exchange(mutant: Mutant) -> None:
    """Give a function that is already imported the code of the mutant, with the same marks."""
    for code in _codes_of(mutant):
        new = mutated_code(mutant, code)
        functions = [found for found in gc.get_referrers(code) if isinstance(found, FunctionType)]
        assert functions, f"nothing uses {code.co_qualname}"
        for function in functions:
            function.__code__ = new
        if code in MARKED_CODE:
            MARKED_CODE[new] = MARKED_CODE[code]


def _codes_of(mutant: Mutant) -> list[CodeType]:
    file = str(mutant.file)
    first = [
        code
        for code, rules in CARRYING.items()
        if code.co_filename == file and code.co_qualname == mutant.where and set(mutant.rules) <= set(rules)
    ]
    assert first, f"{mutant.where} carries out no rule"
    # Functions of one name (the two of a property) are told apart by where they begin.
    return [max((code for code in first if code.co_firstlineno <= mutant.line), key=lambda code: code.co_firstlineno)]


def _rules(item: pytest.Item) -> set[str]:
    return {rule for mark in item.iter_markers("proves") for rule in mark.args}


def _quieten() -> None:
    """A child says nothing: what it finds is its exit code."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - open as long as the child lives
