"""Names as people type them: without accents or capitals, and as short as they stay clear.

`fold` brings a name to plain ASCII letters; `Names` finds one of a list of things (areas, cards, units) by its id, its
name, or any beginning or ending that fits only one of them.

>>> names = Names(ids=("ostfold", "mo-i-rana", "mosjoen"), names=("Østfold", "Mo i Rana", "Mosjøen"))
>>> names.find("østf"), names.find("MO I RANA"), names.find("rana"), names.name(2)
(0, 1, 1, 'Mosjøen')
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property

from feltherre.core.errors import BadInput
from feltherre.core.text import Text, say

# letters that are no plain letter with an accent on it, and so are not taken apart by Unicode
_LETTERS = str.maketrans({"æ": "ae", "ø": "o", "œ": "oe", "ß": "ss", "ð": "d", "đ": "d", "þ": "th", "ł": "l", "ı": "i"})
_SEPARATORS = re.compile(r"[\W_]+")
#: how many names a refusal offers
MOST_OFFERED = 6


def fold(name: str) -> str:
    """The name in small ASCII letters, its words parted by single spaces: `fold("Mo-i-Rana") == "mo i rana"`.

    A letter of another script stays as it is, so that it matches nothing by accident.
    """
    taken_apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    bare = "".join(letter for letter in taken_apart if not unicodedata.combining(letter))
    return _SEPARATORS.sub(" ", bare.translate(_LETTERS)).strip()


class UnknownName(BadInput):
    """Nothing has this name. `near` are the numbers of things with a similar one."""

    def __init__(self, reason: Text, near: tuple[int, ...]) -> None:
        super().__init__(reason)
        self.near = near


class AmbiguousName(BadInput):
    """The name fits several things: those with the numbers `matches`."""

    def __init__(self, reason: Text, matches: tuple[int, ...]) -> None:
        super().__init__(reason)
        self.matches = matches


class _Words:
    """What each thing may be called, folded."""

    def __init__(self, rows: Iterable[Iterable[str]]) -> None:
        self.called = tuple(tuple(dict.fromkeys(map(fold, row))) for row in rows)
        self.by_name: dict[str, list[int]] = {}
        for number, called in enumerate(self.called):
            for word in called:
                self.by_name.setdefault(word, []).append(number)

    def exactly(self, word: str, among: Collection[int] | None) -> tuple[int, ...]:
        """The things called so; the spaces between its words may be left out."""
        found = _kept(self.by_name.get(word, ()), among)
        joined = word.replace(" ", "")
        return found or self._where(lambda called: called.replace(" ", "") == joined, among)

    def partly(self, word: str, among: Collection[int] | None) -> tuple[int, ...]:
        """The things of whose name this is the beginning or the ending."""
        return self._where(lambda called: called.startswith(word) or called.endswith(word), among)

    def _where(self, fits: Callable[[str], bool], among: Collection[int] | None) -> tuple[int, ...]:
        found = (number for number, called in enumerate(self.called) if any(fits(word) for word in called))
        return _kept(tuple(found), among)


class Names:
    """Finds a thing's number by what a person types, and writes its number as a name that finds it again."""

    def __init__(
        self,
        ids: Sequence[str],
        names: Sequence[str],
        others: Sequence[Sequence[str]] = (),
        translated: Callable[[], Sequence[Sequence[str]]] | None = None,
    ) -> None:
        """`others`: further names of each thing, such as its name in the rulebook's language. `translated`: its names
        in the readers' languages, asked for when what is typed is no name of its own."""
        if len(names) != len(ids) or (others and len(others) != len(ids)):
            raise ValueError("every id needs its name")
        self.ids = tuple(ids)
        self.display = tuple(names)
        rows = others or [()] * len(ids)
        self._words = _Words((thing, name, *more) for thing, name, more in zip(ids, names, rows, strict=True))
        self._by_id = {thing: number for number, thing in enumerate(ids)}
        self._translated = translated
        self._written = tuple(
            name if self._words.by_name[fold(name)] == [number] else thing
            for number, (thing, name) in enumerate(zip(ids, names, strict=True))
        )

    def __len__(self) -> int:
        return len(self.ids)

    def name(self, number: int) -> str:
        """How the thing is written: its name, or its id where another thing has the same name."""
        return self._written[number]

    def find(self, typed: str, among: Collection[int] | None = None) -> int:
        """The number of the one thing meant; UnknownName or AmbiguousName says which names come near.

        `among` narrows the search, so that a name that several things have is clear where only one of them counts.
        """
        found = self.matches(typed, among)
        if len(found) == 1:
            return found[0]
        if found:
            offered = [self.name(number) for number in found[:MOST_OFFERED]]
            raise AmbiguousName(say("core.names.ambiguous", name=typed, near=offered), found)
        near = self.near(typed, among)
        if near:
            offered = [self.name(number) for number in near]
            raise UnknownName(say("core.names.near", name=typed, near=offered), near)
        raise UnknownName(say("core.names.unknown", name=typed), ())

    def matches(self, typed: str, among: Collection[int] | None = None) -> tuple[int, ...]:
        """All things the typed name can mean. An exact id or name means only that; then any beginning or ending."""
        exact = self._by_id.get(typed)
        if exact is not None and (among is None or exact in among):
            return (exact,)
        word = fold(typed)
        if not word:
            return ()
        # a whole name in any language goes before a part of one
        found = self._words.exactly(word, among) or self._other_words.exactly(word, among)
        return found or self._words.partly(word, among) or self._other_words.partly(word, among)

    def near(self, typed: str, among: Collection[int] | None = None) -> tuple[int, ...]:
        """Things whose name looks like the typed one, the most similar first."""
        from difflib import get_close_matches  # only needed for a refusal

        known = (self._words.by_name, self._other_words.by_name)
        words = list(dict.fromkeys(word for by_name in known for word in by_name))
        similar = get_close_matches(fold(typed), words, n=MOST_OFFERED, cutoff=0.6)
        numbers = dict.fromkeys(n for word in similar for by_name in known for n in by_name.get(word, ()))
        return _kept(tuple(numbers), among)[:MOST_OFFERED]

    @cached_property
    def _other_words(self) -> _Words:
        return _Words(self._translated() if self._translated else ())


def _kept(numbers: Sequence[int], among: Collection[int] | None) -> tuple[int, ...]:
    return tuple(number for number in numbers if among is None or number in among)
