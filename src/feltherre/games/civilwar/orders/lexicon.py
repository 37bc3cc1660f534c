"""Whom and what the lines of a sheet may name: what the writing general knows of, by id or by any clear part of a name.

An enemy that he has not seen is not in it, and so is refused like a name that nobody has (03.02.2).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from feltherre.core.errors import BadInput
from feltherre.core.names import MOST_OFFERED, AmbiguousName, Names, UnknownName, fold
from feltherre.core.text import Text, say
from feltherre.games.civilwar.orders.places import LONGEST_NAME, NAME_PATTERN, Edge

_ID: Final = re.compile(NAME_PATTERN)


class Lexicon:
    """The names that can be written; each mapping is id -> name as people say it."""

    def __init__(
        self,
        *,
        units: Mapping[str, str],
        enemies: Mapping[str, str],
        staff: Mapping[str, str],
        objects: Mapping[str, str],
        companies: Mapping[str, int],
        own_edge: Edge | None,
        umpire: bool = False,
        gone: Mapping[str, Text] = MappingProxyType({}),
        absent: Mapping[str, Text] = MappingProxyType({}),
        judged: bool = True,
    ) -> None:
        #: there is an umpire, who can judge words (R35)
        self.judged = judged
        #: generals who are no longer there, and what is said to who writes for them
        self.gone = gone
        #: own units that are not on the table, and what is said to who names one by its id
        self.absent = absent
        #: the player's base line, from which arrows are read
        self.own_edge = own_edge
        #: co-ordinates may be written
        self.umpire = umpire
        self.companies = dict(companies)
        self._names = {
            "unit": Names(tuple(units), tuple(units.values())),
            "enemy": Names(tuple(enemies), tuple(enemies.values())),
            "staff": Names(tuple(staff), tuple(staff.values())),
            "object": Names(tuple(objects), tuple(objects.values())),
        }
        self._whole: dict[str, frozenset[str]] = {}

    def find(self, kind: str, word: str) -> str:
        """The id of what is meant; BadInput says which come near, as they can be typed: `wi1 (1st Wisconsin)`. `kind`:
        unit, enemy, staff, object."""
        names = self._names[kind]
        try:
            found = names.ids[names.find(word)]
        except UnknownName as unknown:
            near = [_typed(names, number) for number in unknown.near]
            reason = say("core.names.near", name=word, near=near) if near else unknown.reason
            raise UnknownName(reason, unknown.near) from None
        except AmbiguousName as several:
            near = [_typed(names, number) for number in several.matches[:MOST_OFFERED]]
            raise AmbiguousName(say("core.names.ambiguous", name=word, near=near), several.matches) from None
        if found in self.gone:
            raise BadInput(self.gone[found])
        return found

    def like(self, kind: str, word: str) -> list[str]:
        """The ids of what a word may mean: of what it names, or else of what has a name like it, the likest first."""
        names = self._names[kind]
        found = [names.ids[number] for number in names.matches(word) or names.near(word)]
        return [one for one in found if one not in self.gone]

    def words_of_name(self, kinds: tuple[str, ...], words: Sequence[str]) -> int:
        """How many of these words are a whole name of one of the kinds, written with spaces; 0 if it is no name."""
        for count in range(len(words), 1, -1):
            wanted = fold(" ".join(words[:count]))
            if any(wanted in self._called(kind) for kind in kinds):
                return count
        return 0

    def _called(self, kind: str) -> frozenset[str]:
        """The whole names of a kind, folded; kept, since every word of a line may be looked for."""
        found = self._whole.get(kind)
        if found is None:
            found = self._whole[kind] = frozenset(map(fold, self._names[kind].display))
        return found

    def find_any(self, kinds: tuple[str, ...], word: str) -> tuple[str, str]:
        """The kind and the id of what is meant, of the first kind that has it: an exact id goes before a part of a
        name."""
        for kind in kinds:
            if word in self._names[kind].ids:
                return kind, self.find(kind, word)
        if "unit" in kinds and word in self.absent:
            raise BadInput(self.absent[word])
        for kind in kinds:
            found = self._matching(kind, word)
            if found is not None:
                return kind, found
        near = next((kind for kind in kinds if self._names[kind].near(word)), kinds[0])
        return near, self.find(near, word)

    def share(self, unit: str, share: Fraction) -> int:
        """A share of a unit in whole companies."""
        companies = self.companies.get(unit, 0) * share
        if companies.denominator > 1 or companies < 1:
            text = f"{share.numerator}/{share.denominator}"
            raise BadInput(say("civilwar.sheet.share", share=text, n=self.companies.get(unit, 0)))
        return int(companies)

    def _matching(self, kind: str, word: str) -> str | None:
        """The id of what is meant if one thing of the kind is; AmbiguousName if several are."""
        return self.find(kind, word) if self._names[kind].matches(word) else None


def _typed(names: Names, number: int) -> str:
    """A thing as it can be written in a line, and its name where that is another."""
    thing, called = names.ids[number], names.display[number]
    return thing if fold(thing) == fold(called) else f"{thing} ({called})"


class OpenLexicon(Lexicon):
    """Takes every id as it is written: for lines that are checked by nobody's knowledge, such as those of a record."""

    def __init__(self, *, own_edge: Edge | None = None, umpire: bool = True) -> None:
        super().__init__(units={}, enemies={}, staff={}, objects={}, companies={}, own_edge=own_edge, umpire=umpire)

    def find(self, kind: str, word: str) -> str:
        if not _ID.match(word) or len(word) > LONGEST_NAME:
            raise BadInput(say("civilwar.sheet.no-id", word=word))
        return word

    def find_any(self, kinds: tuple[str, ...], word: str) -> tuple[str, str]:
        return kinds[0], self.find(kinds[0], word)
