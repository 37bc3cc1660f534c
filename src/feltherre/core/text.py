"""Text is data: a key and its arguments. The reader's language is chosen where it is shown, never here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Union

from msgspec import Struct

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


def either(choices: Sequence[Text]) -> Text:
    """One of several: "Oslo, Bergen or Narvik". (A list as an argument reads "Oslo, Bergen and Narvik".)"""
    line = choices[0]
    for choice in choices[1:-1]:
        line = say("core.list.comma", first=line, next=choice)
    return line if len(choices) == 1 else say("core.list.or", first=line, last=choices[-1])
