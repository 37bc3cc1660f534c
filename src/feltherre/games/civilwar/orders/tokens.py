"""A line of an order sheet as its words, and the reader's place in it.

`Cursor` takes one word after the other. What cannot be read raises BadInput that names the word, says what could stand
there and gives an example.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import takewhile
from typing import Final, NoReturn, TypeVar

from feltherre.core.errors import BadInput
from feltherre.core.text import say
from feltherre.games.civilwar.orders.places import ARROWS
from feltherre.games.civilwar.orders.signs import CHARGE, FRACTIONS
from feltherre.ground.tabletop.measure import CM

T = TypeVar("T")

_TOKEN: Final = re.compile(
    rf"""
    "(?:[^"\\]|\\.)*"                                      # words for people
    | \(\s*\d+(?:\.\d+)?\s*,\s*\d+(?:\.\d+)?\s*\)          # the umpire's co-ordinates
    | \d+[.,]\d+(?![\w/])                                  # a number with a decimal
    | [{ARROWS}{"".join(FRACTIONS)}+,;:>\[\]]              # signs
    | [^\s{ARROWS}{"".join(FRACTIONS)}+,;:>\[\]"()\#]+     # words and numbers
    """,
    re.VERBOSE,
)
_NUMBER: Final = re.compile(r"[0-9]{1,4}(?:[.,][0-9]{1,2})?")
_WHOLE: Final = re.compile(r"[0-9]{1,4}")
_FRACTION: Final = re.compile(r"([0-9]{1,3})/([0-9]{1,3})")
_POINT: Final = re.compile(r"\(\s*([0-9.]+)\s*,\s*([0-9.]+)\s*\)")
#: what ends an order, a leg or a list of names
STOPS: Final = frozenset(",;:>]")
#: what may follow the length of a march, or stand there without one
AFTER_LENGTH: Final = (CHARGE, "FOR", "SUPPORT", "THEN")


def split(line: str) -> list[str]:
    """The words of a line without its comment; BadInput for a quotation that is not closed or a stray sign."""
    words: list[str] = []
    place = 0
    while True:
        while place < len(line) and line[place].isspace():
            place += 1
        if place >= len(line) or line[place] == "#":
            return words
        match = _TOKEN.match(line, place)
        if match is None:
            key = "unclosed" if line[place] == '"' else "stray"
            raise BadInput(say(f"civilwar.sheet.{key}", sign=line[place:].split()[0]))
        words.append(FRACTIONS.get(match[0], match[0]))
        place = match.end()


def quoted(text: str) -> str:
    """Words for people as a line holds them."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


class Cursor:
    """The words of one line, and how far they have been read."""

    def __init__(self, words: list[str]) -> None:
        self._words = words
        self._at = 0
        #: what a refusal gives as an example of what could be typed
        self.example = ""

    @property
    def word(self) -> str:
        """The next word; empty at the end."""
        return self._words[self._at] if self._at < len(self._words) else ""

    def after(self, count: int = 1) -> str:
        """The word that stands so many places after the next one, in capitals."""
        place = self._at + count
        return self._words[place].upper() if place < len(self._words) else ""

    def ahead(self, count: int) -> list[str]:
        """The words after the next one, so many at most, up to the first sign."""
        following = self._words[self._at + 1 : self._at + 1 + count]
        return list(takewhile(lambda word: word[0].isalnum(), following))

    def take(self) -> str:
        word = self.word
        self._at += 1
        return word

    def at(self, *keywords: str) -> bool:
        """Whether the next word is one of these."""
        return self.word.upper() in keywords

    def skip(self, keyword: str) -> bool:
        """Take the word if it is the next one."""
        if self.at(keyword):
            self._at += 1
            return True
        return False

    def stops(self) -> bool:
        """Whether the line, the order or the leg is at its end."""
        return not self.word or self.word in STOPS

    # what stands next

    def choose(self, words: Mapping[str, T], want: str) -> T:
        """What one of several words stands for."""
        found = words.get(self.word.upper())
        if found is None:
            self.refuse(want)
        self._at += 1
        return found

    def need(self, keyword: str, want: str) -> None:
        if not self.skip(keyword):
            self.refuse(want)

    def at_number(self) -> bool:
        return bool(_NUMBER.fullmatch(self.word))

    def at_fraction(self) -> bool:
        return bool(_FRACTION.fullmatch(self.word))

    def number(self, want: str, most: int) -> int:
        """A whole number from 1 on."""
        if not _WHOLE.fullmatch(self.word) or not 1 <= int(self.word) <= most:
            self.refuse(want)
        return int(self.take())

    def decimal(self, unit: int, most: int, want: str) -> int:
        """A number with decimals, in parts of `unit`, from 1 to `most`."""
        if not self.at_number():
            self.refuse(want)
        parts = Decimal(self.word.replace(",", ".")) * unit
        if parts != int(parts) or not 1 <= parts <= most:
            self.refuse(want)
        self._at += 1
        return int(parts)

    def length(self) -> int:
        """Centimetres, in 0.1 mm."""
        return self.decimal(CM, 1000 * CM, "length")

    def fraction(self, want: str) -> Fraction:
        """A share such as 1/2; 0 and 1 are whole numbers of it."""
        match = _FRACTION.fullmatch(self.word)
        if self.word in ("0", "1"):
            return Fraction(int(self.take()))
        if match is None or match[2].strip("0") == "":
            self.refuse(want)
        self._at += 1
        return Fraction(int(match[1]), int(match[2]))

    def eighths(self, least: int) -> int:
        """A part of the turn."""
        place = self._at
        share = self.fraction("eighths") * 8
        if share.denominator > 1 or not least <= share <= 8:
            self._at = place
            self.refuse("eighths")
        return int(share)

    def quotation(self) -> str:
        """Words for people, between quotation marks."""
        word = self.word
        if not word.startswith('"'):
            self.refuse("quotation")
        text = re.sub(r"\\(.)", r"\1", word[1:-1])
        if not 1 <= len(text) <= 500:
            raise BadInput(say("civilwar.sheet.words-length"))
        self._at += 1
        return text

    def point(self) -> tuple[Decimal, Decimal] | None:
        """The umpire's co-ordinates, if they stand here; they are not taken."""
        match = _POINT.fullmatch(self.word)
        return None if match is None else (Decimal(match[1]), Decimal(match[2]))

    # what cannot be read

    def refuse(self, want: str) -> NoReturn:
        """BadInput: the word, what is wanted instead, an example."""
        wanted, word = say(f"civilwar.sheet.want.{want}"), self.word
        if not word:
            raise BadInput(say("civilwar.sheet.ends", wanted=wanted, example=self.example))
        raise BadInput(say("civilwar.sheet.word", word=word, wanted=wanted, example=self.example))

    def end(self, example: str) -> None:
        """Nothing more may follow."""
        self.example = example
        if self.word:
            self.refuse("end")
