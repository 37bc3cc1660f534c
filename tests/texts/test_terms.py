"""One word for a thing: each language uses the terms of its rulebooks and of the house (terms/*.yaml)."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

import texts
from feltherre.core.registry import get_game

LANGUAGES = ("nb", "sv", "da")
LISTS: dict[str, dict[str, Any]] = {
    file.stem: yaml.safe_load(file.read_text("utf-8"))
    for file in sorted((Path(__file__).parent / "terms").glob("*.yaml"))
}
TERMS = [
    (name, term, lang)
    for name, book in LISTS.items()
    for term, rule in book["terms"].items()
    for lang in LANGUAGES
    if lang in rule
]
NEVER = [
    (name, lang, word)
    for name, book in LISTS.items()
    for lang in LANGUAGES
    for word in book.get("never", {}).get(lang, {})
]


@cache
def catalogue(owner: str, lang: str) -> dict[str, str]:
    """Key -> all its forms, without what is put into them; what is missing is named by test_translations.py."""
    found = texts.entries(texts.locales()[owner] / lang).values()
    return {entry.key: re.sub(r"\{\w+\}", "", " ".join(entry.forms)) for entry in found if entry.written}


@cache
def sentences(name: str, lang: str) -> dict[str, str]:
    """The sentences that a list speaks of: those of its games, and those of the house whose keys it names."""
    book, ours = LISTS[name], re.compile(LISTS[name]["house"])
    games = {key: sentence for game in book["games"] for key, sentence in catalogue(game, lang).items()}
    return games | {key: sentence for key, sentence in catalogue(texts.CORE, lang).items() if ours.search(key)}


def speaking_of(name: str, english: str) -> list[str]:
    """The keys whose English has our word; what is typed (ORDERS IN CAPITALS) is no word of a sentence."""
    pattern = re.compile(rf"\b({english})\b", re.IGNORECASE)
    return [
        key for key, sentence in sentences(name, "en").items() if pattern.search(re.sub(r"\b[A-Z]{2,}\b", "", sentence))
    ]


def lacking(name: str, term: str, lang: str) -> dict[str, str]:
    """Key -> sentence, where English has our word and the language has another than the list's."""
    rule, own = LISTS[name]["terms"][term], sentences(name, lang)
    pattern = re.compile(rule[lang], re.IGNORECASE)
    return {key: own[key] for key in speaking_of(name, rule["english"]) if key in own and not pattern.search(own[key])}


def fail_for(found: dict[str, str], what: str) -> None:
    if found:
        pytest.fail("\n".join([what, *(f"{key}: {sentence}" for key, sentence in found.items())]), pytrace=False)


@pytest.mark.parametrize(("name", "term", "lang"), TERMS)
def test_a_language_uses_the_term_wherever_english_uses_ours(name: str, term: str, lang: str) -> None:
    rule = LISTS[name]["terms"][term]
    found = lacking(name, term, lang)
    fail_for(
        {key: sentence for key, sentence in found.items() if key not in rule.get("except", {})}, f"not {rule[lang]!r}:"
    )


@pytest.mark.parametrize(("name", "lang", "word"), NEVER)
def test_words_that_are_never_used(name: str, lang: str, word: str) -> None:
    pattern, allowed = re.compile(rf"\b({word})\b", re.IGNORECASE), LISTS[name].get("except", {})
    found = {
        key: sentence
        for key, sentence in sentences(name, lang).items()
        if pattern.search(sentence) and key not in allowed
    }
    fail_for(found, f"{word!r}, which should be {LISTS[name]['never'][lang][word]!r}:")


def test_no_exception_is_idle() -> None:
    for name, book in LISTS.items():
        for term, rule in book["terms"].items():
            needed = {key for lang in LANGUAGES if lang in rule for key in lacking(name, term, lang)}
            assert set(rule.get("except", {})) <= needed, f"{name}, {term}: an exception that is none"
        words = {lang: "|".join(words) for lang, words in book.get("never", {}).items()}
        for key in book.get("except", {}):
            said = [
                re.search(rf"\b({word})\b", sentences(name, lang).get(key, ""), re.IGNORECASE)
                for lang, word in words.items()
            ]
            assert any(said), f"{name}, {key}: an exception that is none"


@pytest.mark.parametrize("game", ["norway", "winterwar"])
@pytest.mark.parametrize("lang", ["en", *LANGUAGES])
def test_kinds_of_answers_are_written_as_buttons_are(game: str, lang: str) -> None:
    kinds = {key: label for key, label in catalogue(game, lang).items() if key.startswith(f"{game}.kind.")}
    assert kinds
    fail_for({key: label for key, label in kinds.items() if label[0].islower()}, "not with a capital:")


def test_every_list_finds_sentences() -> None:
    for name, book in LISTS.items():
        idle = [term for term, rule in book["terms"].items() if not speaking_of(name, rule["english"])]
        assert len(idle) < len(book["terms"]) / 4, f"{name}: {idle}"


# Norway's ledger has a glossary of the book's own words, one term each, and its list is whole

NORWAY = LISTS["norway"]["terms"]
GLOSSARY = get_game("norway").ledger.glossary
CARD = "norway.card."


def ours(term: str) -> list[str]:
    """Our word or words for a term of the book, without what explains them."""
    return [re.sub(r"\s*\(.*?\)", "", word) for word in GLOSSARY[term].split(" / ")]


def cards_called(term: str) -> list[str]:
    return [key for key, name in sentences("norway", "en").items() if key.startswith(CARD) and name in ours(term)]


def test_the_patterns_are_those_of_the_glossary() -> None:
    """A pattern that finds another word than the glossary's would prove nothing."""
    for term, rule in NORWAY.items():
        assert re.search(rule["nb"], term, re.IGNORECASE), term
        whole = any(re.search(rule["english"], word, re.IGNORECASE) for word in ours(term))
        assert whole or rule.get("narrower"), term


def test_cards_are_called_as_in_the_book() -> None:
    called = {key: term for term in GLOSSARY for key in cards_called(term)}
    assert len(called) > 20
    assert {key: sentences("norway", "nb")[key] for key in called} == called


def test_every_term_of_the_glossary_is_looked_for() -> None:
    assert [term for term in GLOSSARY if term not in NORWAY and not cards_called(term)] == []
    assert sum(bool(speaking_of("norway", rule["english"])) for rule in NORWAY.values()) > 40
