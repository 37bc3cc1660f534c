"""Renders Texts in the reader's language, from PO catalogues that are read when they are first needed.

Keys begin with their owner: `norway.combat.tie` is looked for in the package of the game `norway`
(`locale/<language>/*.po` inside it), everything else in `feltherre/locale`. English is the language to fall back on.
Whoever shows texts says once for whom (`with reading_in("nb"): ...`), or names the language each time.
Imports that take time are made where they are needed: most of the house imports this module and renders nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

from feltherre.core.text import Text, readable

FALLBACK = "en"
CORE_LOCALE = Path(__file__).parents[1] / "locale"
GAMES = "feltherre.games"

#: the language of whoever reads what is rendered here; a server with many readers names it each time instead
_READER: ContextVar[str] = ContextVar("reader's language", default=FALLBACK)

# owner of keys -> its locale directory, for owners that are no installed game (a game in a test)
_ADDED: dict[str, Path] = {}


def languages() -> list[str]:
    """The languages of the core's catalogues, English first."""
    found = sorted(directory.name for directory in CORE_LOCALE.iterdir() if any(directory.glob("*.po")))
    return sorted(found, key=lambda lang: lang != FALLBACK)


def language() -> str:
    """The language in which texts are rendered where none is named."""
    return _READER.get()


@contextmanager
def reading_in(lang: str) -> Iterator[None]:
    """Texts are rendered in this language until the block is left."""
    before = _READER.set(lang)
    try:
        yield
    finally:
        _READER.reset(before)


def read_in(lang: str) -> None:
    """The reader has asked for this language; it holds until the block of `reading_in` around it is left."""
    _READER.set(lang)


class Message:
    """One entry of a catalogue: its forms (more than one if it counts things) and which form a number takes."""

    __slots__ = ("form_of", "forms")

    def __init__(self, forms: tuple[str, ...], form_of: Callable[[int], int]) -> None:
        self.forms = forms
        self.form_of = form_of

    def form(self, args: Mapping[str, Any]) -> str:
        """The form for the argument `n`; the first where nothing is counted."""
        n = args.get("n")
        if len(self.forms) == 1 or not isinstance(n, int):
            return self.forms[0]
        return self.forms[self.form_of(abs(n))]


def render(text: Text, lang: str | None = None) -> str:
    """The sentence a person reads; an unknown key is shown as the key in angle brackets."""
    lang = lang or language()
    message = find(text.key, lang)
    if message is None:
        return f"<{readable(text.key)}>"
    return message.form(text.args).format_map(
        _Arguments((name, show(value, lang)) for name, value in text.args.items())
    )


def in_every_language(text: Text) -> tuple[str, ...]:
    """The sentence in each language there is, for instance to understand a name in whichever it is typed."""
    return tuple(dict.fromkeys(render(text, lang) for lang in languages()))


def show(value: Any, lang: str | None = None) -> str:
    """An argument as it stands in a sentence: a nested Text, a list ("Oslo, Bergen and Narvik"), a number or a word."""
    lang = lang or language()
    if isinstance(value, Text):
        return render(value, lang)
    if isinstance(value, list | tuple):
        return _joined([show(item, lang) for item in value], lang)
    return readable(str(value))


def _joined(items: list[str], lang: str) -> str:
    if not items:
        return render(Text("core.list.none"), lang)
    line = items[0]
    for item in items[1:-1]:
        line = render(Text("core.list.comma", {"first": line, "next": item}), lang)
    return line if len(items) == 1 else render(Text("core.list.and", {"first": line, "last": items[-1]}), lang)


class _Arguments(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


def find(key: str, lang: str | None = None) -> Message | None:
    """The entry for a key in a language, or in English."""
    lang = lang or language()
    owner = key.partition(".")[0]
    message = messages(owner, lang).get(key)
    if message is None and lang != FALLBACK:
        message = messages(owner, FALLBACK).get(key)
    return message


def word(owner: str, family: str, name: str) -> Text:
    """A word of an owner's own as a person reads it (`word("norway", "result.degree", "clear")`); where its catalogue
    has none, the word itself."""
    return text_or(f"{owner}.{family}.{name}", name.replace("_", " "))


def throw_name(owner: str, procedure: str, purpose: str) -> Text:
    """What a throw is for, as a person reads it. The name belongs to the procedure, since many share a purpose
    ("dice"); one with several throws names each."""
    key = f"{owner}.throw.{procedure}"
    return Text(key) if find(key) else text_or(f"{key}.{purpose}", purpose.replace("_", " "))


def text_or(key: str, otherwise: str) -> Text:
    """The text of a key that a catalogue need not have, or these words."""
    return Text(key) if find(key) else Text("core.plain", {"text": otherwise})


def missing_keys(texts: Iterable[Text], lang: str = FALLBACK) -> list[str]:
    """The keys, nested ones included, that this language's own catalogues lack; for tests."""
    keys = {key for text in texts for key in _keys(text)}
    return sorted(key for key in keys if key not in messages(key.partition(".")[0], lang))


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, Text):
        yield value.key
        for argument in value.args.values():
            yield from _keys(argument)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _keys(item)


def add_locale(owner: str, directory: Path) -> None:
    """Say where the catalogues of an owner of keys are, if it is no installed game."""
    _ADDED[owner] = directory
    messages.cache_clear()


@cache
def messages(owner: str, lang: str) -> Mapping[str, Message]:
    """All entries of one owner in one language."""
    directory = locale_of(owner)
    found: dict[str, Message] = {}
    for file in sorted((directory / lang).glob("*.po")):
        found.update(read_catalogue(file))
    return found


def read_catalogue(file: Path) -> dict[str, Message]:
    """The translated entries of one PO file."""
    from gettext import c2py

    from babel.messages.pofile import read_po

    with file.open("rb") as stream:
        catalogue = read_po(stream, abort_invalid=True)
    form_of = c2py(catalogue.plural_expr)
    found: dict[str, Message] = {}
    for entry in catalogue:
        key = entry.id if isinstance(entry.id, str) else entry.id[0]
        forms = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
        if key and forms and all(forms):
            found[key] = Message(forms, form_of)
    return found


def locale_of(owner: str) -> Path:
    """Where the catalogues of an owner of keys are: a directory a language, in the game's package or in ours."""
    from importlib.metadata import entry_points
    from importlib.util import find_spec

    if owner in _ADDED:
        return _ADDED[owner]
    points = entry_points(group=GAMES, name=owner)
    package = next((point.module for point in points), f"{GAMES}.{owner}")
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        return CORE_LOCALE
    return Path(next(iter(spec.submodule_search_locations))) / "locale"
