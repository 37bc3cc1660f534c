"""Every rule of the basic game that asks something of us has code that carries it out and a test that proves it."""

from __future__ import annotations

from pathlib import Path

import pytest

from feltherre.core.ledger import Coverage, coverage, load_ledger
from feltherre.core.ledger.counting import directory_of

PACKAGE = "feltherre.games.norway"
TESTS = Path(__file__).parent


@pytest.fixture(scope="module")
def basic() -> Coverage:
    ledger = load_ledger(directory_of(PACKAGE) / "ledger.yaml")
    return coverage(ledger, "basic", package=PACKAGE, tests=TESTS)


def test_every_rule_has_code_and_a_test(basic: Coverage) -> None:
    lacking = [f"{rule.id} ({rule.kind}, {rule.title}) needs {' and '.join(rule.needs)}" for rule in basic.missing]
    assert not lacking, "\n".join(["rules of the basic game without proof:", *lacking])
    assert basic.in_code == basic.in_tests == basic.rules > 0


def test_every_mark_names_a_rule(basic: Coverage) -> None:
    assert not basic.errors, "\n".join(basic.errors)
