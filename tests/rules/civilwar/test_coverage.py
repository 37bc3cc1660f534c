"""Every rule of the ledger that asks something of us has code that carries it out and a test that proves it."""

from __future__ import annotations

from pathlib import Path

import pytest

from feltherre.core.ledger import Coverage, coverage, load_ledger
from feltherre.core.ledger.counting import directory_of

PACKAGE = "feltherre.games.civilwar"
TESTS = Path(__file__).parent


@pytest.fixture(scope="module")
def counted() -> Coverage:
    return coverage(load_ledger(directory_of(PACKAGE) / "ledger.yaml"), package=PACKAGE, tests=TESTS)


def test_every_rule_has_code_and_a_test(counted: Coverage) -> None:
    lacking = [f"{rule.id} ({rule.kind}, {rule.title}) needs {' and '.join(rule.needs)}" for rule in counted.missing]
    assert not lacking, "\n".join(["rules without proof:", *lacking])
    assert counted.in_code == counted.in_tests == counted.rules > 0


def test_every_mark_names_a_rule(counted: Coverage) -> None:
    assert not counted.errors, "\n".join(counted.errors)
