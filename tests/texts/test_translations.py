"""Every catalogue of the core and of each registered game is whole in every language of the house."""

import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
import yaml
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

import texts
from feltherre.core.catalogue import FALLBACK, languages
from texts import Entry

LANGUAGES = ("en", "nb", "sv", "da")
OTHERS = LANGUAGES[1:]
PLACES = texts.locales()
SAME = yaml.safe_load((Path(__file__).parent / "same-as-english.yaml").read_text("utf-8"))

each = pytest.mark.parametrize(("owner", "lang"), [(owner, lang) for owner in PLACES for lang in LANGUAGES])
each_other = pytest.mark.parametrize(("owner", "lang"), [(owner, lang) for owner in PLACES for lang in OTHERS])


def pairs(owner: str, lang: str) -> list[tuple[Entry, Entry]]:
    """(English, translated) for every key that both have."""
    english, own = texts.entries(PLACES[owner] / FALLBACK), texts.entries(PLACES[owner] / lang)
    return [(entry, own[key]) for key, entry in english.items() if key in own and own[key].written]


def assert_none(found: list[str]) -> None:
    """Every line of what is wrong, where an assertion would show the first few."""
    if found:
        pytest.fail("\n".join([f"{len(found)} entries:", *found]), pytrace=False)


def where(entry: Entry) -> str:
    return f"{entry.file}: {entry.key}"


def test_the_house_has_its_languages_and_every_catalogue_is_looked_at() -> None:
    assert set(LANGUAGES) <= set(languages())
    assert {"core", "norway"} <= set(PLACES)
    assert all(len(texts.entries(PLACES[owner] / FALLBACK)) > 500 for owner in ("core", "norway"))


@each
def test_nothing_is_missing(owner: str, lang: str) -> None:
    assert_none([where(entry) for entry in texts.missing(PLACES[owner], lang)])


@each_other
def test_nothing_is_left_over(owner: str, lang: str) -> None:
    assert_none([where(entry) for entry in texts.left_over(PLACES[owner], lang)])


@each_other
def test_an_entry_stands_in_the_file_of_its_english_name(owner: str, lang: str) -> None:
    assert_none([where(own) for english, own in pairs(owner, lang) if own.file != english.file])


@each
def test_no_key_stands_twice(owner: str, lang: str) -> None:
    assert_none(texts.repeated(PLACES[owner] / lang))


@each
def test_the_header_names_the_language_and_its_plural(owner: str, lang: str) -> None:
    for file in sorted((PLACES[owner] / lang).glob("*.po")):
        with file.open("rb") as stream:
            read = read_po(stream)
        assert str(read.locale) == lang, file.name
        assert (read.num_plurals, read.plural_expr) == get_plural(lang)[:2], file.name


@each_other
def test_what_english_counts_has_all_forms_of_the_language(owner: str, lang: str) -> None:
    wrong = []
    for english, own in pairs(owner, lang):
        forms = get_plural(lang).num_plurals if len(english.forms) > 1 else 1
        if len(own.forms) != forms:
            wrong.append(f"{where(own)} has {len(own.forms)} of {forms} forms")
    assert_none(wrong)


@each_other
def test_every_form_has_the_placeholders_of_the_english(owner: str, lang: str) -> None:
    """The form for one may write its number as a word; the others are held to the English to the letter."""
    wrong = []
    for english, own in pairs(owner, lang):
        one, many = english.placeholders()[0], english.placeholders()[-1]
        for number, found in enumerate(own.placeholders()):
            counted = len(own.forms) > 1 and number == 0
            if (found - {"n"} != one - {"n"}) if counted else found != many:
                wrong.append(f"{where(own)} [{number}] has {sorted(found)}, English {sorted(many)}")
    assert_none(wrong)


# what reads the same as English is explained


def has_words(entry: Entry) -> bool:
    return re.search(r"[^\W\d_]", re.sub(r"\{\w*\}", "", " ".join(entry.forms))) is not None


def untranslated(owner: str, lang: str) -> dict[str, str]:
    return {own.key: where(own) for english, own in pairs(owner, lang) if own.forms == english.forms and has_words(own)}


def may_be_the_same(key: str, lang: str) -> bool:
    return any(lang in rule["languages"] and any(fnmatchcase(key, name) for name in rule["keys"]) for rule in SAME)


@each_other
def test_what_reads_as_in_english_is_on_the_list(owner: str, lang: str) -> None:
    assert_none([place for key, place in untranslated(owner, lang).items() if not may_be_the_same(key, lang)])


def test_the_list_holds_nothing_that_is_translated() -> None:
    found = {lang: {key for owner in PLACES for key in untranslated(owner, lang)} for lang in OTHERS}
    idle = [
        f"{name} ({lang})"
        for rule in SAME
        for name in rule["keys"]
        for lang in rule["languages"]
        if not any(fnmatchcase(key, name) for key in found[lang])
    ]
    assert_none(idle)
    assert all(rule["why"] for rule in SAME)
