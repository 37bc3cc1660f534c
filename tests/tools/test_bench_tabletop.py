"""The bench of the tabletop counts the sight lines that it is about: a change of their shape must not break it."""

import importlib
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench"


def test_few_sight_lines_are_asked_again_in_whole_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCH))
    field = importlib.import_module("tabletop").Field(12)
    found = field.lines_asked_again()
    # three lines a pair for most pairs, and nearly all of them clear-cut
    assert found["lines"] > 12 * 11
    assert 20 * found["asked_again"] < found["lines"]
