"""Texts in the reader's language."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from feltherre.core import catalogue
from feltherre.core.catalogue import add_locale, missing_keys, read_catalogue, render, show
from feltherre.core.text import say

SOURCE = Path(catalogue.__file__).parents[1]
HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: {forms};\\n"\n'
ENGLISH = """
msgid "toy.moved"
msgid_plural "toy.moved"
msgstr[0] "{n} man walks to {to}."
msgstr[1] "{n} men walk to {to}."

msgid "toy.town"
msgstr "the town"

msgid "toy.only-english"
msgstr "Good day, {{you}}."

msgid "toy.not-yet"
msgstr ""
"""
POLISH = """
msgid "toy.moved"
msgid_plural "toy.moved"
msgstr[0] "{n} żołnierz: {to}"
msgstr[1] "{n} żołnierze: {to}"
msgstr[2] "{n} żołnierzy: {to}"

msgid "toy.town"
msgstr "miasto"
"""
POLISH_FORMS = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)"


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[None]:
    for lang, forms, text in (("en", "nplurals=2; plural=(n != 1)", ENGLISH), ("pl", POLISH_FORMS, POLISH)):
        (tmp_path / lang).mkdir()
        (tmp_path / lang / "toy.po").write_text(HEAD.replace("{forms}", forms) + text, encoding="utf-8")
    add_locale("toy", tmp_path)
    yield
    del catalogue._ADDED["toy"]
    catalogue.messages.cache_clear()


@pytest.mark.usefixtures("toy")
def test_a_number_chooses_the_form_and_a_text_may_stand_in_a_text() -> None:
    town = say("toy.town")
    assert render(say("toy.moved", n=1, to=town)) == "1 man walks to the town."
    assert render(say("toy.moved", n=0, to=town)) == "0 men walk to the town."
    assert [render(say("toy.moved", n=n, to=town), "pl") for n in (1, 3, 12)] == [
        "1 żołnierz: miasto",
        "3 żołnierze: miasto",
        "12 żołnierzy: miasto",
    ]


@pytest.mark.usefixtures("toy")
def test_what_a_language_lacks_is_said_in_english_and_what_english_lacks_is_shown_as_its_key() -> None:
    assert render(say("toy.only-english"), "pl") == "Good day, {you}."
    assert render(say("toy.town"), "da") == "the town"
    assert render(say("toy.nowhere")) == "<toy.nowhere>"
    assert render(say("toy.not-yet")) == "<toy.not-yet>"
    assert render(say("toy.moved", n=2)) == "2 men walk to {to}."


@pytest.mark.usefixtures("toy")
def test_missing_keys_are_found_also_inside_of_texts() -> None:
    texts = [say("toy.moved", n=1, to=say("toy.river")), say("toy.town", list=[say("toy.hill"), 3])]
    assert missing_keys(texts) == ["toy.hill", "toy.river"]
    assert missing_keys([say("toy.only-english")], "pl") == ["toy.only-english"]


def test_lists_are_joined_as_people_write_them() -> None:
    assert show([]) == "none"
    assert show(["Oslo"]) == "Oslo"
    assert show(["Oslo", "Bergen"]) == "Oslo and Bergen"
    assert show((1, 2, say("core.plain", text="three"), 4)) == "1, 2, three and 4"


def test_games_keep_their_own_catalogues() -> None:
    assert render(say("norway.area.ostfold")) == "Østfold"
    assert render(say("norway.card.ger-gebirgsjager")) == "Gebirgsjäger"
    assert render(say("norway.country.allies")) == "Allies"


def test_no_key_stands_in_two_files_of_a_language() -> None:
    for locale in [SOURCE / "locale", *SOURCE.glob("games/*/locale")]:
        for directory in locale.iterdir():
            keys = Counter(key for file in directory.glob("*.po") for key in read_catalogue(file))
            assert [key for key, times in keys.items() if times > 1] == [], directory
