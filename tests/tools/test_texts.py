"""tools/texts.py: what a language lacks, and the files a translator is given."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import texts
from feltherre.core.catalogue import read_catalogue

HEAD = 'msgid ""\nmsgstr ""\n"Language: {lang}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
HEAD += '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
ENGLISH = {
    "names.po": 'msgid "toy.town"\nmsgstr "the town"\n\nmsgid "toy.hill"\nmsgstr "the hill"\n',
    "moves.po": 'msgid "toy.moves"\nmsgid_plural "toy.moves"\nmsgstr[0] "A man walks."\nmsgstr[1] "{n} men walk."\n',
}
NORWEGIAN = 'msgid "toy.town"\nmsgstr "byen"\n\nmsgid "toy.hill"\nmsgstr ""\n\nmsgid "toy.sea"\nmsgstr "havet"\n'


@pytest.fixture
def locale(tmp_path: Path) -> Path:
    for lang, files in (("en", ENGLISH), ("nb", {"names.po": NORWEGIAN})):
        (tmp_path / lang).mkdir()
        for name, text in files.items():
            (tmp_path / lang / name).write_text(HEAD.replace("{lang}", lang) + text, "utf-8")
    return tmp_path


def test_missing_unwritten_and_left_over_entries_are_counted_file_by_file(locale: Path) -> None:
    assert list(texts.table({"toy": locale}, ["en", "nb"])) == [
        "en: 3 of 3 entries, 0 missing, 0 left over",
        "  toy/nb/moves.po: 1 missing, 0 left over",
        "  toy/nb/names.po: 1 missing, 1 left over",
        "nb: 1 of 3 entries, 2 missing, 1 left over",
    ]
    assert list(texts.listed({"toy": locale}, "nb")) == [
        "toy/nb/moves.po: toy.moves: A man walks. | {n} men walk.",
        "toy/nb/names.po: toy.hill: the hill",
    ]


def test_a_new_language_gets_every_file_with_its_own_plural_forms(locale: Path) -> None:
    written = texts.write_missing(locale, "pl")
    assert [file.name for file in written] == ["moves.po", "names.po"]
    moves = (locale / "pl" / "moves.po").read_text("utf-8")
    assert '"Language: pl\\n"' in moves
    assert "nplurals=3" in moves
    assert moves.endswith(
        '# A man walks.\n# {n} men walk.\nmsgid "toy.moves"\nmsgid_plural "toy.moves"\n'
        'msgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""\n'
    )
    assert [entry.key for entry in texts.missing(locale, "pl")] == ["toy.moves", "toy.town", "toy.hill"]
    assert read_catalogue(locale / "pl" / "moves.po") == {}, "until it is filled in, English is read"


def test_a_language_that_exists_gets_only_what_it_lacks(locale: Path) -> None:
    before = (locale / "nb" / "names.po").read_text("utf-8")
    assert [file.name for file in texts.write_missing(locale, "nb")] == ["moves.po"]
    assert (locale / "nb" / "names.po").read_text("utf-8") == before
    assert texts.write_missing(locale, "nb") == []


def test_a_key_that_stands_twice_is_found(locale: Path) -> None:
    assert texts.repeated(locale / "nb") == []
    (locale / "nb" / "more.po").write_text(HEAD + 'msgid "toy.town"\nmsgstr "byen"\n', "utf-8")
    assert texts.repeated(locale / "nb") == ["toy.town"]
