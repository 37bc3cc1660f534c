"""Cases as rows: a test that is a position, a line and some numbers is a row with what it proves.

@cases("terrain value", ("1.4-b", "marsh", -1), ("1.4-c", "mountain", -2))
def test_the_terrain_changes_the_die(terrain: str, value: int) -> None: ...
"""

from __future__ import annotations

from typing import Any

import pytest


def cases(names: str, *rows: tuple[Any, ...]) -> pytest.MarkDecorator:
    """A test for each row: first the rules it proves, parted by spaces ("" for none), then the arguments by name."""
    found = []
    for rules, *arguments in rows:
        marks = [pytest.mark.proves(*rules.split())] if rules else []
        found.append(pytest.param(*arguments, marks=marks))
    return pytest.mark.parametrize(names.split(), found)
