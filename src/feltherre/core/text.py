"""Text is data: a key and its arguments. The reader's language is chosen where it is shown, never here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, Union

from msgspec import Struct

#: control characters, and those that turn the direction of what follows
UNSEEN: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")

_Word = Union[str, int, bool, "Text", None]
#: what may stand in a sentence
Argument = Union[_Word, list[_Word]]  # noqa: UP007


class Text(Struct, frozen=True, omit_defaults=True):
    """A message of the catalogues: `Text("norway.event.moved", {"n": 2, "to": area_name})`.

    An argument is a string, an int, another Text, or a list of these.
    """

    key: str
    args: dict[str, Argument] = {}


def say(key: str, /, **args: Any) -> Text:
    """`say("core.illegal.stale", decision="12")`: the usual way to write a Text."""
    return Text(key, args)


def readable(words: str) -> str:
    """Words of anybody's as they may reach a screen: what nobody can see, and what a terminal would obey, is shown as a
    sign of its own."""
    return UNSEEN.sub("\N{REPLACEMENT CHARACTER}", words)


def either(choices: Sequence[Text]) -> Text:
    """One of several: "Oslo, Bergen or Narvik". (A list as an argument reads "Oslo, Bergen and Narvik".)"""
    line = choices[0]
    for choice in choices[1:-1]:
        line = say("core.list.comma", first=line, next=choice)
    return line if len(choices) == 1 else say("core.list.or", first=line, last=choices[-1])


#: why a computer player answers so, where nothing can be said that the answer does not say itself
NO_REASON: Final = say("core.why.none")
