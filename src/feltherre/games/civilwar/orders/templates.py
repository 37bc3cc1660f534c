"""How a part of an order stands in a line: a template that reads and writes it (03.01.3).

    ALONG {object} TO {place} [SM=pace:charge] [FOR? {span}]

A word stands as it is; `{field}` is read and written by the codec of that name, `{field:codec}` by another. What is in
brackets may be missing: a field, a word with a field, or a word that sets one (`SM=pace:charge`, `ABOUT=about`). A word
with `?` may be left out before its field, and of `[AT {at} | FACING {direction}]` at most one is given. What may stand
at two places is written at the last.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

_PART: Final = re.compile(r"\[[^]]+\]|\{[^}]+\}|\S+")
_PIECE: Final = re.compile(
    r"(?P<word>[^{?=]*)(?P<bare>\??)(?:=(?P<sets>\w+):?(?P<value>\w*)| ?\{(?P<field>\w+):?(?P<codec>\w*)\})?"
)


class Piece(NamedTuple):
    """A word, a field, or a word with the field that it announces or sets."""

    word: str
    field: str
    #: "" for a word that sets its field to `value`
    codec: str
    value: Any
    #: the word may be left out
    bare: bool


class Part(NamedTuple):
    """One place of a template; if it is optional, nothing or one of several pieces may stand there."""

    pieces: tuple[Piece, ...]
    optional: bool


class Sign:
    """A template, and what is typed for it: an example, and others where a field needs its own."""

    def __init__(self, template: str, example: str = "", **examples: str) -> None:
        self.parts = tuple(map(_part, _PART.findall(template)))
        self.example = example
        self.examples = examples
        last = {piece.field: part for part in self.parts for piece in part.pieces if piece.field}
        self.written = [part for part in self.parts if all(last.get(one.field, part) is part for one in part.pieces)]

    @property
    def first(self) -> Piece:
        """What the line begins with."""
        return self.parts[0].pieces[0]


def _part(text: str) -> Part:
    optional = text.startswith("[")
    pieces = text[1:-1].split(" | ") if optional else [text]
    return Part(tuple(map(_piece, pieces)), optional)


def _piece(text: str) -> Piece:
    match = _PIECE.fullmatch(text)
    assert match is not None, text
    field = match["field"] or match["sets"] or ""
    codec = (match["codec"] or field) if match["field"] else ""
    return Piece(match["word"].strip(), field, codec, match["value"] or True, bool(match["bare"]))
