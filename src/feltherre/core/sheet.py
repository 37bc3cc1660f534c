"""An answer that is written line by line, as a client gets it: the rows of the sheet, what may stand in each, and what
has become of each line that was written.

A line is always written whole, as on the sheet: `va33: GO NW`. Of a row it is `head`, a colon, and what stands in its
cell.
"""

from __future__ import annotations

from msgspec import Struct

from feltherre.core.chance import Line
from feltherre.core.text import Text


class Value(Struct, frozen=True, omit_defaults=True):
    """What a standing answer may be: as a sentence, and how it is written at the end of a line ("" if by nothing)."""

    value: str
    words: Text
    sign: str = ""


class Switch(Struct, frozen=True):
    """A standing answer that may end a line; `value` is what stands there now."""

    name: str
    words: Text
    value: str
    values: tuple[Value, ...]


class Row(Struct, frozen=True, omit_defaults=True):
    """One who gets a line: whom the sheet has on its left."""

    #: as on the board
    id: str
    #: what stands before the colon of his line
    head: str
    name: Text
    #: his state: what a commander keeps in mind when he writes
    facts: tuple[Text, ...] = ()
    #: the line that stands there now: sealed already, or else brought
    line: str = ""
    #: a line that stands there if none is written
    brought: str = ""
    #: last turn's
    last: str = ""
    switches: tuple[Switch, ...] = ()
    #: why little may be ordered, or nothing
    limits: Line | None = None
    #: a line may be written
    writable: bool = True
    #: what a drag on the board writes, by what it ends on: `bearing`, `place`, `enemy`, `friend`. `{to}` stands for the
    #: compass point (N, NNE, ...) or the id
    drawn: dict[str, str] = {}


class Named(Struct, frozen=True):
    id: str
    name: Text


class Letter(Struct, frozen=True):
    """A line that is put together from a writer, a receiver and what is sent. In `form` stand `{from}`, `{to}`, and
    `{text}` for quoted words or `{line}` for an order."""

    id: str
    words: Text
    form: str
    writers: tuple[Named, ...]
    receivers: tuple[Named, ...]


class Offer(Struct, frozen=True, omit_defaults=True):
    """A line that is offered, and what it says."""

    line: str
    words: Text
    #: it has yet to be ended: what comes last nobody writes for him
    open: bool = False


class LineRead(Struct, frozen=True, omit_defaults=True):
    """What has become of a line: told back as a sentence, or refused with the reason. Neither: nothing stands there."""

    #: whose it is; "": nobody's row, or nobody can tell
    row: str = ""
    #: how it is written plainly; of one that is refused, as it came
    line: str = ""
    words: Text | None = None
    reason: Text | None = None
    rule: str | None = None
    #: lines that may have been meant; each is allowed
    instead: tuple[str, ...] = ()
