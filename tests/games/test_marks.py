"""A mark names the rules of one small function: a test that runs the function must be about them."""

import pytest

from feltherre.core.ledger.counting import import_all, package_of
from feltherre.core.marks import MARKED_CODE
from feltherre.core.registry import book_ids

#: with more, a test could claim a rule that it never comes near
MOST = 6


@pytest.mark.parametrize("game", book_ids())
def test_no_mark_names_more_than_six_rules(game: str) -> None:
    assert list(import_all(package_of(game))) == []
    marked = {
        f"{code.co_filename}:{code.co_firstlineno} {code.co_qualname}": len({pair for pair in pairs if pair[0] == game})
        for code, pairs in MARKED_CODE.items()
        if any(pair[0] == game for pair in pairs)
    }
    assert marked
    assert {where: number for where, number in marked.items() if number > MOST} == {}
