"""The pytest plugin of a fresh run: chooses the tests, puts those first that found most, and reports what failed.

Told by the environment: MUTANT_RUN holds JSON {package, game, source, rules, leave_out, first, report}.
"""

from __future__ import annotations

import json
import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

#: exit code when the changed copy is not what is imported
NOT_THE_COPY = 86

RUN: dict[str, Any] = json.loads(os.environ.get("MUTANT_RUN", "{}"))


def pytest_configure(config: pytest.Config) -> None:
    spec = find_spec(RUN["package"])
    found = Path(next(iter(spec.submodule_search_locations or [""]))) if spec else Path()
    if not found.is_relative_to(RUN["source"]):
        pytest.exit(f"{RUN['package']} is imported from {found}, not from {RUN['source']}", returncode=NOT_THE_COPY)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    order = {nodeid: place for place, nodeid in enumerate(RUN["first"])}
    chosen = [item for item in items if item.nodeid not in RUN["leave_out"] and _chosen(item)]
    items[:] = sorted(chosen, key=lambda item: order.get(item.nodeid, len(order)))


def _chosen(item: pytest.Item) -> bool:
    """A test that proves one of the rules wanted; if none is, any test of the game, also in the file of all games."""
    wanted = RUN["rules"]
    if not wanted:
        return item.path.parent.name == RUN["game"] or f"[{RUN['game']}-" in item.name
    return any(rule in wanted for mark in item.iter_markers("proves") for rule in mark.args)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        with open(RUN["report"], "a", encoding="utf-8") as out:
            print(report.nodeid, file=out)
