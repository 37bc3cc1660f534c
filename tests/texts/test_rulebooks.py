"""The rules of every book are read in every language of the house: whole, by the ledger's ids, not in English."""

import re

import pytest

from feltherre.core.ledger.translated import english, ledger_in, words_in
from feltherre.core.registry import book_ids, get_book

OTHERS = ("nb", "sv", "da")
each = pytest.mark.parametrize(("book", "lang"), [(book, lang) for book in book_ids() for lang in OTHERS])


@each
def test_nothing_is_missing(book: str, lang: str) -> None:
    wanted = english(get_book(book).ledger)
    assert len(wanted) > 2 * len(get_book(book).ledger.rules)
    assert sorted(wanted.keys() - words_in(get_book(book), lang).keys()) == []


@each
def test_nothing_is_left_over(book: str, lang: str) -> None:
    assert sorted(words_in(get_book(book), lang).keys() - english(get_book(book).ledger).keys()) == []


@each
def test_no_rule_is_left_in_english(book: str, lang: str) -> None:
    source, words = english(get_book(book).ledger), words_in(get_book(book), lang)
    assert [key for key, text in words.items() if key.endswith(".text") and text.strip() == source[key]] == []


@each
def test_a_rule_has_the_numbers_of_the_english(book: str, lang: str) -> None:
    """What a rule counts is the same in every language, decimal commas apart."""
    own, ledger = ledger_in(get_book(book), lang), get_book(book).ledger
    assert {id_: numbers(own.rules[id_].text) for id_ in ledger.rules} == {
        id_: numbers(rule.text) for id_, rule in ledger.rules.items()
    }


def numbers(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", text.replace("nine-April", "9 April").replace("nine April", "9 April")))
