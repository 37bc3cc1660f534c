"""Cases as rows: a test that is a position, a line and some numbers is a row with what it proves.

@cases("says terrain value", ("1.4-b", "marsh: one less", "marsh", -1), ("1.4-c", "mountain: two less", "mountain", -2))
def test_the_terrain_changes_the_die(terrain: str, value: int) -> None: ...
"""

from typing import Any

import pytest


def cases(names: str, *rows: tuple[Any, ...]) -> pytest.MarkDecorator:
    """A test for each row: first the rules it proves, parted by spaces ("" for none), then the arguments by name.

    An argument named `says` is not given to the test: it names the row where tests are listed.
    """
    arguments = names.split()
    named = arguments[0] == "says"
    found = []
    for rules, *row in rows:
        marks = [pytest.mark.proves(*rules.split())] if rules else []
        says = row.pop(0) if named else None
        found.append(pytest.param(*row, marks=marks, id=says))
    return pytest.mark.parametrize(arguments[named:], found)


def each(names: str, *rows: tuple[Any, ...]) -> pytest.MarkDecorator:
    """A test for each row where no rule of a book is at stake: the arguments by name, without what they prove."""
    return cases(names, *(("", *row) for row in rows))
