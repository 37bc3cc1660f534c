"""Every rule of every game that asks something of us has code that carries it out and a test that proves it."""

from pathlib import Path

import pytest

from feltherre.core.ledger import Coverage, coverage
from feltherre.core.ledger.counting import package_of
from feltherre.core.registry import book_ids, game_ids, get_book, get_game

IN_MAKING = [game_id for game_id in game_ids() if get_game(game_id).in_making]
SCOPES = [
    (game_id, scope)
    for game_id in game_ids()
    if game_id not in IN_MAKING
    for scope in get_game(game_id).ledger.scopes or [None]
]


@pytest.fixture(scope="module", params=SCOPES, ids=lambda of: "-".join(filter(None, of)))
def counted(request: pytest.FixtureRequest) -> Coverage:
    game_id, scope = request.param
    tests = Path(__file__).parent / game_id
    return coverage(get_game(game_id).ledger, scope, package=package_of(game_id), tests=tests)


def test_every_rule_has_code_and_a_test(counted: Coverage) -> None:
    lacking = [f"{rule.id} ({rule.kind}, {rule.title}) needs {' and '.join(rule.needs)}" for rule in counted.missing]
    assert not lacking, "\n".join(["rules without proof:", *lacking])
    assert counted.in_code == counted.in_tests == counted.rules > 0


def test_every_mark_names_a_rule(counted: Coverage) -> None:
    assert not counted.errors, "\n".join(counted.errors)


@pytest.mark.parametrize("game_id", game_ids())
def test_of_a_game_also_of_one_in_the_making_every_rule_that_it_names_has_code_and_a_test(game_id: str) -> None:
    """In the making the others are open, and docs/games says which they are."""
    game = get_game(game_id)
    counted = coverage(game.ledger, package=game.package, tests=Path(__file__).parent / game_id)
    assert not counted.errors, "\n".join(counted.errors)
    half = [f"{rule.id} ({rule.title}) needs {rule.needs[0]}" for rule in counted.missing if len(rule.needs) == 1]
    assert not half, "\n".join(["rules with code or a test only:", *half])
    assert counted.in_code > counted.rules // 2


@pytest.mark.parametrize("book_id", sorted({*book_ids()} - {*game_ids()}))
def test_of_a_book_without_a_game_the_rules_of_its_procedures_are_covered(book_id: str) -> None:
    """What only a game can carry out is open there, and docs/games says what that is."""
    book = get_book(book_id)
    counted = coverage(book.ledger, package=book.package, tests=Path(__file__).parent / book_id)
    named = {rule for name in book.procedures for rule in book.ledger.procedures[name].rules}
    assert not counted.errors, "\n".join(counted.errors)
    assert named
    assert {rule.id: rule.needs for rule in counted.missing if rule.id in named} == {}
