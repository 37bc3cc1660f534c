"""Says what the catalogues of each language lack, and writes what is missing for a translator to fill in.

python tools/texts.py                 a table: each language, each file, entries missing and left over
python tools/texts.py --missing nb    the missing keys of one language, file by file, with the English
python tools/texts.py --write nn      puts every missing key, without a sentence, into the files of a language
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

from feltherre.core.catalogue import CORE_LOCALE, FALLBACK, languages, locale_of
from feltherre.core.ledger.translated import english, file_of, words_in
from feltherre.core.registry import book_ids, get_book

CORE = "core"
KEY_LINE = 'msgid "'


@dataclass(frozen=True)
class Entry:
    """One key of one file, with its sentence or (where things are counted) its sentences; empty: not yet written."""

    file: str
    key: str
    forms: tuple[str, ...]

    @property
    def written(self) -> bool:
        return bool(self.forms) and all(self.forms)

    def placeholders(self) -> list[set[str]]:
        return [{name for _, name, _, _ in Formatter().parse(form) if name} for form in self.forms]


def locales() -> dict[str, Path]:
    """Where catalogues are: the core's (with those of command line, server and client), and each installed game's."""
    return {CORE: CORE_LOCALE} | {game: locale_of(game) for game in book_ids()}


def entries(folder: Path) -> dict[str, Entry]:
    """All keys of the files of one language, unwritten ones too."""
    return {entry.key: entry for file in sorted(folder.glob("*.po")) for entry in _read(file)}


def _read(file: Path) -> Iterator[Entry]:
    with file.open("rb") as stream:
        for message in read_po(stream, abort_invalid=True):
            if message.id:
                yield Entry(file.name, _key(message), _forms(message))


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else str(message.id[0])


def _forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def missing(locale: Path, lang: str) -> list[Entry]:
    """The English entries that a language does not have, in the order of the English files."""
    own = entries(locale / lang)
    return [entry for key, entry in entries(locale / FALLBACK).items() if key not in own or not own[key].written]


def left_over(locale: Path, lang: str) -> list[Entry]:
    """Entries whose key English does not have: nobody says them any more."""
    english = entries(locale / FALLBACK)
    return [entry for key, entry in entries(locale / lang).items() if key not in english]


def repeated(folder: Path) -> list[str]:
    """Keys that stand twice, in one file or in two."""
    lines = [line for file in sorted(folder.glob("*.po")) for line in file.read_text("utf-8").splitlines()]
    counted = Counter(line for line in lines if line.startswith(KEY_LINE) and line != f'{KEY_LINE}"')
    return sorted(line.removeprefix(KEY_LINE).removesuffix('"') for line, count in counted.items() if count > 1)


# what is shown


def table(places: Mapping[str, Path], langs: list[str]) -> Iterator[str]:
    """A line for each file that lacks something, and one for each language."""
    for lang in langs:
        wanted = lacking = over = 0
        for owner, locale in places.items():
            lacks = Counter(entry.file for entry in missing(locale, lang))
            strays = Counter(entry.file for entry in left_over(locale, lang))
            wanted += len(entries(locale / FALLBACK))
            lacking, over = lacking + lacks.total(), over + strays.total()
            for file in sorted(lacks | strays):
                yield f"  {owner}/{lang}/{file}: {lacks[file]} missing, {strays[file]} left over"
        yield f"{lang}: {wanted - lacking} of {wanted} entries, {lacking} missing, {over} left over"


def unread(lang: str) -> Iterator[tuple[str, str, str]]:
    """What of the rules cannot be read in a language: file, key, English (core/ledger/translated.py)."""
    for book in map(get_book, book_ids()):
        words, file = words_in(book, lang), file_of(book, lang)
        yield from (
            (f"{book.id}/rulebook/{file.name}", key, text)
            for key, text in english(book.ledger).items()
            if key not in words
        )


def of_rules(langs: list[str]) -> Iterator[str]:
    """A line for each file of rules that lacks something."""
    for lang in langs:
        if lang != FALLBACK:
            yield from (f"  {file}: {n} missing" for file, n in Counter(file for file, _, _ in unread(lang)).items())


def listed(places: Mapping[str, Path], lang: str) -> Iterator[str]:
    for owner, locale in places.items():
        for entry in missing(locale, lang):
            yield f"{owner}/{lang}/{entry.file}: {entry.key}: {' | '.join(entry.forms)}"
    for file, key, text in unread(lang):
        yield f"{file}: {key}: {text}"


# what is written


def write_missing(locale: Path, lang: str) -> list[Path]:
    """Add every missing key to the file of its English name, the English above it as a comment."""
    written: dict[Path, list[Entry]] = {}
    known = entries(locale / lang)
    for entry in missing(locale, lang):
        if entry.key not in known:
            written.setdefault(locale / lang / entry.file, []).append(entry)
    for file, added in written.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        before = file.read_text("utf-8").rstrip("\n") if file.exists() else _header(lang)
        file.write_text("\n\n".join([before, *(_blank(entry, lang) for entry in added)]) + "\n", "utf-8")
    return list(written)


def _header(lang: str) -> str:
    fields = (f"Language: {lang}", "Content-Type: text/plain; charset=utf-8", f"Plural-Forms: {get_plural(lang)};")
    return "\n".join(['msgid ""', 'msgstr ""', *(f'"{field}\\n"' for field in fields)])


def _blank(entry: Entry, lang: str) -> str:
    comment = [f"# {form}" for form in entry.forms]
    if len(entry.forms) == 1:
        return "\n".join([*comment, f'msgid "{entry.key}"', 'msgstr ""'])
    forms = [f'msgstr[{form}] ""' for form in range(get_plural(lang).num_plurals)]
    return "\n".join([*comment, f'msgid "{entry.key}"', f'msgid_plural "{entry.key}"', *forms])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--missing", metavar="LANG", help="list what a language lacks")
    parser.add_argument("--write", metavar="LANG", help="add the missing keys to the files of a language, old or new")
    chosen = parser.parse_args()
    places = locales()
    if chosen.write:
        for locale in places.values():
            for file in write_missing(locale, chosen.write):
                print(file)
        return 0
    if chosen.missing:
        print("\n".join(listed(places, chosen.missing)))
        return 0
    lines = list(table(places, languages()))
    print("\n".join([*of_rules(languages()), *lines]))
    # a line a language, if nothing is missing or left over
    return 0 if len(lines) == len(languages()) else 1


if __name__ == "__main__":
    sys.exit(main())
