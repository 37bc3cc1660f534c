"""Data files that somebody has written for us: their text is looked through before anything is made of it.

A file of our own is trusted (`datafile`). One that comes with a game from anywhere may be far too long, nested until
the parser falls over, grow a thousandfold through its aliases, or write to the terminal of whoever reads it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import yaml

from feltherre.core.datafile import LOADER, read_text
from feltherre.core.errors import BadInput
from feltherre.core.text import UNSEEN, say

#: the longest text that is looked at
MOST_BYTES: Final = 200_000
#: entries within entries; the deepest of our own files has 9
MOST_DEEP: Final = 20
#: signs of a number that is written without quotation marks
MOST_DIGITS: Final = 20
_NUMBER: Final = re.compile(r"[-+]?(0x[0-9a-fA-F_]*|[0-9_:.]*)")


def foreign_text(path: Path) -> str:
    """The text of such a file; BadInput if there is none, or too much of it."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        text = data.decode()
    except OSError as error:
        raise BadInput(say("core.bad.file", file=str(path), why=error.strerror or "")) from None
    except UnicodeDecodeError:
        # the end of a file that is too long may be half a character
        if len(data) > MOST_BYTES:
            raise _too_long(path.name) from None
        raise BadInput(say("core.bad.file", file=str(path), why="UTF-8")) from None
    if len(data) > MOST_BYTES:
        raise _too_long(path.name)
    return text.replace("\r\n", "\n")


def read_foreign(text: str, name: str) -> Any:
    """The text of such a file as plain lists and mappings; BadInput says where it does what it should not."""
    if len(text.encode(errors="replace")) > MOST_BYTES:
        raise _too_long(name)
    _look_through(text, name)
    return read_text(text, name)


def _too_long(name: str) -> BadInput:
    return BadInput(say("core.bad.file-too-long", file=name, most=MOST_BYTES // 1000))


def _look_through(text: str, name: str) -> None:
    """Read it event by event, which needs no more room for a deep file than for a flat one."""
    deep = 0
    try:
        for event in yaml.parse(text, Loader=LOADER):
            if isinstance(event, yaml.CollectionStartEvent):
                deep += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                deep -= 1
            why = _wrong(event, deep)
            if why:
                raise BadInput(say(f"core.bad.file-{why}", file=name, line=event.start_mark.line + 1, most=MOST_DEEP))
    except (yaml.YAMLError, ValueError):
        return  # whoever reads it next comes as far, and tells it


def _wrong(event: yaml.Event, deep: int) -> str:
    if deep > MOST_DEEP:
        return "too-deep"
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) or getattr(event, "tag", None):
        return "aliases"
    if isinstance(event, yaml.ScalarEvent):
        if UNSEEN.search(event.value):
            return "unseen"
        if event.implicit[0] and len(event.value) > MOST_DIGITS and _NUMBER.fullmatch(event.value):
            return "number"
    return ""
