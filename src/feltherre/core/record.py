"""The record of a game: JSON Lines, each with its number, the hash of the line before and its own.

It is the save file, the replay, the bug report and the proof. Kinds of lines: header, action, undo, override, clock,
seat, snapshot, end.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from feltherre.core.chance import Drawn, Thrown
from feltherre.core.display import Display, as_scene
from feltherre.core.errors import BadInput
from feltherre.core.event import SeenEvent
from feltherre.core.game import Setup
from feltherre.core.scene import Scene
from feltherre.core.state import Result
from feltherre.core.text import say

FORMAT = 1


class RecordLine(Struct, frozen=True, tag_field="kind", kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    n: int
    prev: str = ""
    hash: str = ""


class Header(RecordLine, frozen=True, kw_only=True, tag="header"):
    format: int
    game: str
    rules: str
    software: str
    setup: Setup
    commitment: str
    contributions: tuple[str, ...] = ()
    draws: tuple[Drawn, ...] = ()
    throws: tuple[Thrown, ...] = ()
    state: str
    made: str = ""


class Acted(RecordLine, frozen=True, kw_only=True, tag="action"):
    """A role's answer to a decision. `auto`: passed by a standing instruction."""

    seat: str
    role: str
    decision: str
    action: Any
    text: str
    id: str = ""
    auto: bool = False
    throws: tuple[Thrown, ...] = ()
    draws: tuple[Drawn, ...] = ()
    state: str


class Undone(RecordLine, frozen=True, kw_only=True, tag="undo"):
    """The game goes on from the state after line `to`. `granted`: the seats that agreed to a takeback."""

    seat: str
    to: int
    granted: tuple[str, ...] = ()
    state: str


class Overridden(RecordLine, frozen=True, kw_only=True, tag="override"):
    """An umpire's edit, with his reason."""

    edit: Any
    reason: str
    throws: tuple[Thrown, ...] = ()
    draws: tuple[Drawn, ...] = ()
    state: str


class Clocked(RecordLine, frozen=True, kw_only=True, tag="clock"):
    event: Any
    throws: tuple[Thrown, ...] = ()
    draws: tuple[Drawn, ...] = ()
    state: str


class SeatAct(RecordLine, frozen=True, kw_only=True, tag="seat"):
    """What happens to a seat: standing instructions, resigning, asking for and granting a takeback, going on under
    new rules, a computer taking over."""

    seat: str
    act: Any
    throws: tuple[Thrown, ...] = ()
    draws: tuple[Drawn, ...] = ()
    state: str


class SeatSnapshot(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What one seat sees (the name "" is the spectators'), as a client draws it."""

    seat: str
    #: what older records have in place of a scene
    view: Any = None
    display: Display | None = None
    #: what the seat has read since the snapshot of line `since`; 0: all it has read
    log: tuple[SeenEvent, ...]
    since: int = 0
    scene: Scene | None = None

    def drawn(self) -> Scene:
        """The position to be drawn, whichever way it was written down."""
        if self.scene is None:
            assert self.display is not None, "a snapshot has one or the other"
            return as_scene(self.display)
        return self.scene


class Snapshot(RecordLine, frozen=True, kw_only=True, tag="snapshot"):
    """For readers whose software no longer has these rules."""

    seats: tuple[SeatSnapshot, ...]
    state: str


class Ended(RecordLine, frozen=True, kw_only=True, tag="end"):
    """The last line: how many lines there are, the result, and the key that proves the dice."""

    count: int
    key: str
    result: Result | None = None
    reason: str = ""
    state: str


#: what somebody does that may change the state
Doing = Acted | Overridden | Clocked | SeatAct
AnyLine = Header | Acted | Undone | Overridden | Clocked | SeatAct | Snapshot | Ended

_encoder = msgspec.json.Encoder(order="sorted")
_decoder = msgspec.json.Decoder(AnyLine)


def seal(line: Any, prev: str) -> Any:
    """The line with the hash of the one before and its own, which covers both."""
    chained = msgspec.structs.replace(line, prev=prev, hash="")
    return msgspec.structs.replace(chained, hash=_digest(chained))


def _digest(line_without_hash: Any) -> str:
    return hashlib.sha256(_encoder.encode(line_without_hash)).hexdigest()[:32]


def write_line(line: AnyLine) -> bytes:
    return _encoder.encode(line)


class BadRecord(BadInput):
    """A record that cannot be trusted or read; says which line and why."""

    def __init__(self, line: int, why: str, **args: Any) -> None:
        super().__init__(say(f"core.record.{why}", line=line, **args))
        self.line = line
        self.why = why


def read_lines(data: bytes) -> list[AnyLine]:
    """The lines of a record, checked to be whole and unchanged: numbers, hashes, and nothing added or left out."""
    return list(_chain(_decode(data)))


def read_journal(data: bytes) -> tuple[list[AnyLine], BadRecord | None]:
    """The lines of a record that a crash may have cut off while its last line was being written.

    That line is left out, and the complaint about it handed back; its act was never told to anybody, so the game goes
    on from the line before. Anything else that is wrong is refused as in any record.
    """
    try:
        return read_lines(data), None
    except BadRecord as complaint:
        if complaint.why != "torn":
            raise
        return read_lines(data[: data.rfind(b"\n") + 1]), complaint


def _decode(data: bytes) -> Iterator[tuple[bytes, AnyLine]]:
    raw_lines = data.split(b"\n")
    unterminated = raw_lines[-1] != b""
    if not unterminated:
        raw_lines.pop()
    last = len(raw_lines) - 1
    for n, raw in enumerate(raw_lines):
        try:
            yield raw, _decoder.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            why = "torn" if n == last and unterminated else "unreadable"
            raise BadRecord(n, why, before=n - 1, error=str(error)) from None


def _chain(lines: Iterable[tuple[bytes, AnyLine]]) -> Iterator[AnyLine]:
    prev = ""
    ended = False
    count = 0
    for n, (raw, line) in enumerate(lines):
        count += 1
        if ended:
            raise BadRecord(n, "after-end")
        if line.n != n:
            raise BadRecord(n, "number", found=line.n)
        if (n == 0) != isinstance(line, Header):
            raise BadRecord(n, "header")
        if line.prev != prev:
            raise BadRecord(n, "previous")
        if _digest(msgspec.structs.replace(line, hash="")) != line.hash or _encoder.encode(line) != raw:
            raise BadRecord(n, "changed")
        if isinstance(line, Ended):
            ended = True
            if line.count != n + 1:
                raise BadRecord(n, "count", count=line.count)
        prev = line.hash
        yield line
    if not count:
        raise BadRecord(0, "empty")
