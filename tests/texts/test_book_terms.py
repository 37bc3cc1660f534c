"""Norwegian players read the words of their own rulebook: the ledger's glossary against the Norwegian catalogues."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

import texts
from feltherre.core.registry import get_game

BOOK = yaml.safe_load((Path(__file__).parent / "terms-norway.yaml").read_text("utf-8"))
TERMS: dict[str, dict[str, Any]] = BOOK["terms"]
GLOSSARY = get_game("norway").ledger.glossary
CARD = "norway.card."
#: other games have books of their own, and the client's words for them follow those
OTHERS = re.compile(r"^web\.(option\.)?winterwar\.")
OURS = [locale for owner, locale in texts.locales().items() if owner in (texts.CORE, "norway")]


def sentences(lang: str) -> dict[str, str]:
    """Key -> all its forms, without what is put into them; what is missing is named by test_translations.py."""
    found = [entry for locale in OURS for entry in texts.entries(locale / lang).values()]
    ours = [entry for entry in found if entry.written and not OTHERS.match(entry.key)]
    return {entry.key: re.sub(r"\{\w+\}", "", " ".join(entry.forms)) for entry in ours}


ENGLISH, NORWEGIAN = sentences("en"), sentences("nb")


def speaking_of(english: str) -> list[str]:
    pattern = re.compile(rf"\b({english})\b", re.IGNORECASE)
    return [key for key, sentence in ENGLISH.items() if pattern.search(sentence) and key in NORWEGIAN]


def ours(term: str) -> list[str]:
    """Our word or words for a term of the book, without what explains them."""
    return [re.sub(r"\s*\(.*?\)", "", word) for word in GLOSSARY[term].split(" / ")]


def cards_called(term: str) -> list[str]:
    return [key for key, name in ENGLISH.items() if key.startswith(CARD) and name in ours(term)]


@pytest.mark.parametrize("term", TERMS)
def test_norwegian_uses_the_term_of_the_book_wherever_english_uses_ours(term: str) -> None:
    english, norwegian = TERMS[term]["english"], re.compile(TERMS[term]["norwegian"], re.IGNORECASE)
    excepted = TERMS[term].get("except", {})
    met = speaking_of(english)
    assert set(excepted) <= set(met), "an exception that is none"
    other = [f"{key}: {NORWEGIAN[key]}" for key in met if key not in excepted and not norwegian.search(NORWEGIAN[key])]
    if other:
        pytest.fail("\n".join([f"not {term!r}:", *other]), pytrace=False)
    assert not [key for key in excepted if norwegian.search(NORWEGIAN[key])], "an exception that is none"


def test_the_patterns_are_those_of_the_glossary() -> None:
    """A pattern that finds another word than the glossary's would prove nothing."""
    for term, rule in TERMS.items():
        assert re.search(rule["norwegian"], term, re.IGNORECASE), term
        whole = any(re.search(rule["english"], word, re.IGNORECASE) for word in ours(term))
        assert whole or rule.get("narrower"), term


def test_cards_are_called_as_in_the_book() -> None:
    called = {key: term for term in GLOSSARY for key in cards_called(term)}
    assert len(called) > 20
    assert {key: NORWEGIAN[key] for key in called} == called


def test_every_term_of_the_glossary_is_looked_for() -> None:
    assert [term for term in GLOSSARY if term not in TERMS and not cards_called(term)] == []
    assert sum(bool(speaking_of(rule["english"])) for rule in TERMS.values()) > 40
